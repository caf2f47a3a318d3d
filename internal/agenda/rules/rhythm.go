package rules

import (
	"cmp"
	"slices"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/problem"
)

// Rhythm is the rule by which an activity comes back, as somebody typed it: a draft may hold a
// half-typed one. Days are those of the calendar, times those of the clock on the wall.
type Rhythm struct {
	Every    string   `json:"every"`              // week, month
	Weeks    int      `json:"weeks,omitempty"`    // every so many; 0: each
	Days     []int    `json:"days"`               // 1 (Monday) to 7; of a month one at most
	MonthDay int      `json:"monthDay,omitempty"` // of a month, when no weekday is chosen
	Nth      int      `json:"nth,omitempty"`      // which one of the month, 1 to 4; -1: the last
	From     string   `json:"from"`               // 13.30
	To       string   `json:"to"`                 // a night's end is the next morning
	First    string   `json:"first"`              // no date before it; its week counts as the first
	End      string   `json:"end"`                // open, until, count
	Until    string   `json:"until,omitempty"`    // inclusive
	Count    int      `json:"count,omitempty"`    // times outside the pause
	Pause    *Pause   `json:"pause,omitempty"`
	Skip     []string `json:"skip,omitempty" items:"500"` // days that staff took out
	// where its dates go on otherwise since it was published, by their day
	Turns []Turn `json:"-"`
}

// Pause is a stretch of days without dates, both ends included.
type Pause struct {
	From string `json:"from"`
	To   string `json:"to"`
}

const (
	// RhythmAhead is how many days an open rhythm is kept filled.
	RhythmAhead   = 26 * 7
	mostInRhythm  = 500
	mostWeeks     = 52
	aheadOfRhythm = 20 // years that a rule may reach at most
)

// Rhythm faults beside those of any field.
const (
	NoDates = problem.Required // the rule makes no date at all
	TooMany = problem.TooLong  // more than mostInRhythm
)

// Faults are what keeps a rule from making dates, in the order of the form; nil: nothing.
func (r *Rhythm) Faults(name string) problem.Faults {
	var f problem.Faults
	r.Check(&f, name)
	return f
}

// Check adds Faults.
func (r *Rhythm) Check(f *problem.Faults, name string) {
	before := len(*f)
	r.checkDays(f, name)
	NewSession{Day: "2027-01-04", From: r.From, To: r.To}.Check(f, name, time.Time{})
	if !readDay(r.First) {
		f.Add(name+".first", problem.Required)
	}
	switch r.End {
	case "open":
	case "until":
		if !readDay(r.Until) {
			f.Add(name+".until", problem.Required)
		} else if r.Until < r.First {
			f.Add(name+".until", problem.Order)
		}
	case "count":
		if r.Count < 1 || r.Count > mostInRhythm {
			f.Add(name+".count", problem.Invalid)
		}
	default:
		f.Add(name+".end", problem.Choice)
	}
	if p := r.Pause; p != nil {
		switch {
		case !readDay(p.From) || !readDay(p.To):
			f.Add(name+".pause", problem.Required)
		case p.To < p.From:
			f.Add(name+".pause", problem.Order)
		}
	}
	if len(r.Skip) > mostInRhythm || slices.ContainsFunc(r.Skip, func(d string) bool {
		return !readDay(d)
	}) {
		f.Add(name+".skip", problem.Invalid)
	}
	if len(*f) > before {
		return
	}
	switch made := r.Made(time.Time{}); {
	case made.TooMany:
		f.Add(name, TooMany)
	case len(made.Days) == 0:
		f.Add(name, NoDates)
	}
}

func (r *Rhythm) checkDays(f *problem.Faults, name string) {
	if r.Weeks < 0 || r.Weeks > mostWeeks || r.Every == "week" && r.Weeks == 0 {
		f.Add(name+".weeks", problem.Invalid)
	}
	wrong := slices.ContainsFunc(r.Days, func(d int) bool { return d < 1 || d > 7 })
	switch r.Every {
	case "week":
		if wrong || len(r.Days) == 0 {
			f.Add(name+".days", problem.Required)
		}
	case "month":
		switch {
		case r.Nth == 0:
			if r.MonthDay < 1 || r.MonthDay > 31 {
				f.Add(name+".monthDay", problem.Invalid)
			}
		case r.Nth < -1 || r.Nth > 4:
			f.Add(name+".nth", problem.Choice)
		case wrong || len(r.Days) != 1:
			f.Add(name+".days", problem.Required)
		}
	default:
		f.Add(name+".every", problem.Choice)
	}
}

// RhythmDays are the days of a rule.
type RhythmDays struct {
	Days    []string // in order, those that staff took out are not among them
	Without []string // months without a day, such as 2027-02, between the first and the last
	TooMany bool     // more than there may be; Days has some of them
}

// Made are the days of a rule that passed Check. One without an end goes on until half a year after
// today, and half a year after its first day and after its pause.
func (r *Rhythm) Made(today time.Time) (out RhythmDays) {
	first := civil(r.First)
	end := first.AddDate(aheadOfRhythm, 0, 0)
	switch r.End {
	case "open":
		from := first
		if r.Pause != nil && r.Pause.From <= DayOf(from) {
			from = later(from, civil(r.Pause.To).AddDate(0, 0, 1))
		}
		if !today.IsZero() {
			from = later(from, clock.Day(today))
		}
		end = from.AddDate(0, 0, RhythmAhead-1)
	case "until":
		if until := civil(r.Until); until.Before(end) {
			end = until
		}
	}
	times := 0
	take := func(day time.Time) (more bool) {
		d := DayOf(day)
		if day.Before(first) || r.paused(d) {
			return true
		}
		times++
		if !slices.Contains(r.Skip, d) {
			out.Days = append(out.Days, d)
		}
		// an open end is bounded by its window, whatever lies behind
		out.TooMany = r.End != "open" && times > mostInRhythm
		return !out.TooMany && (r.End != "count" || times < r.Count)
	}
	if r.Every == "week" {
		r.weeks(first, end, take)
	} else {
		out.Without = r.months(first, end, take)
	}
	return out
}

// paused says whether the date of a day falls into the pause. That is of the days on which dates
// are, also where they went to another day of the week.
func (r *Rhythm) paused(day string) bool {
	if r.Pause == nil {
		return false
	}
	on := r.at(day).shifted(day)
	return r.Pause.From <= on && on <= r.Pause.To
}

// weeks gives the chosen days of each nth week, that of the first day among them.
func (r *Rhythm) weeks(first, end time.Time, take func(time.Time) bool) {
	days := sorted(r.Days)
	monday := first.AddDate(0, 0, 1-isoWeekday(first))
	for ; !monday.After(end); monday = monday.AddDate(0, 0, 7*r.Weeks) {
		for _, d := range days {
			if day := monday.AddDate(0, 0, d-1); day.After(end) || !take(day) {
				return
			}
		}
	}
}

// months gives one day of each month, and names the months that do not have it.
func (r *Rhythm) months(first, end time.Time, take func(time.Time) bool) (without []string) {
	y, m, _ := first.Date()
	for month := time.Date(y, m, 1, 0, 0, 0, 0, clock.Amsterdam); ; month = month.AddDate(0, 1, 0) {
		if month.After(end) {
			return without
		}
		day, there := r.inMonth(month)
		if !there {
			if last := month.AddDate(0, 1, -1); !last.Before(first) && !last.After(end) {
				without = append(without, month.Format("2006-01"))
			}
			continue
		}
		if day.After(end) || !take(day) {
			return without
		}
	}
}

func (r *Rhythm) inMonth(month time.Time) (day time.Time, there bool) {
	if r.Nth == 0 {
		day = month.AddDate(0, 0, r.MonthDay-1)
		return day, day.Month() == month.Month()
	}
	if r.Nth < 0 {
		last := month.AddDate(0, 1, -1)
		return last.AddDate(0, 0, -((isoWeekday(last) - r.Days[0] + 7) % 7)), true
	}
	day = month.AddDate(0, 0, (r.Days[0]-isoWeekday(month)+7)%7)
	return day.AddDate(0, 0, 7*(r.Nth-1)), true
}

// Session is the meeting of one of the days, in wall time.
func (r *Rhythm) Session(day string) NewSession {
	at := r.at(day)
	return NewSession{Day: at.shifted(day), From: at.From, To: at.To, Room: at.Room}
}

// Times are the begin and end of that meeting. In the night in which an hour falls out, one that
// would end when it begins lasts as long as it always does.
func (r *Rhythm) Times(day string) (start, end time.Time) {
	s := r.Session(day)
	start, end, err := s.Times()
	if err != nil {
		from, _ := wallTime(s.From)
		to, _ := wallTime(s.To)
		end = start.Add(time.Duration(to-from) * time.Minute)
	}
	return start, end
}

// Tidy makes of a rule what would be stored.
func (r *Rhythm) Tidy() {
	r.Days = append([]int{}, sorted(r.Days)...)
	r.Skip = sorted(r.Skip)
	if r.End != "until" {
		r.Until = ""
	}
	if r.End != "count" {
		r.Count = 0
	}
	if r.Every == "month" {
		r.Weeks = 0
		if r.Nth != 0 {
			r.MonthDay = 0
		} else {
			r.Days = []int{}
		}
	} else {
		r.MonthDay, r.Nth = 0, 0
	}
}

func sorted[T cmp.Ordered](all []T) []T {
	return slices.Compact(slices.Sorted(slices.Values(all)))
}

func isoWeekday(t time.Time) int { return (int(t.Weekday())+6)%7 + 1 }

func civil(day string) time.Time {
	t, _ := time.ParseInLocation(time.DateOnly, day, clock.Amsterdam)
	return t
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
