package rules

import (
	"cmp"
	"slices"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/problem"
)

// Rhythm is the rule by which an activity comes back, as typed: a draft may hold half of it. Days
// are those of the calendar, times those of the clock on the wall.
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

// Faults are what keeps a rule from making dates, in the order of the form; nil: nothing.
func (r *Rhythm) Faults(name string) problem.Faults {
	var f problem.Faults
	r.Check(&f, name)
	return f
}

func (r *Rhythm) Check(f *problem.Faults, name string) {
	before := len(*f)
	r.checkDays(f, name)
	NewSession{Day: "2027-01-04", From: r.From, To: r.To}.Check(f, name, time.Time{})
	f.When(!readDay(r.First), name+".first", problem.Required)
	span := func(field, from, to string, read bool) {
		f.When(!read, name+field, problem.Required)
		f.When(read && to < from, name+field, problem.Order)
	}
	switch r.End {
	case "open":
	case "until":
		span(".until", r.First, r.Until, readDay(r.Until))
	case "count":
		f.Number(name+".count", &r.Count, 1, mostInRhythm)
	default:
		f.Add(name+".end", problem.Choice)
	}
	if p := r.Pause; p != nil {
		span(".pause", p.From, p.To, readDay(p.From) && readDay(p.To))
	}
	unread := func(d string) bool { return !readDay(d) }
	f.When(len(r.Skip) > mostInRhythm || slices.ContainsFunc(r.Skip, unread),
		name+".skip", problem.Invalid)
	if len(*f) > before {
		return
	}
	made := r.Made(time.Time{})
	f.When(made.TooMany, name, problem.TooLong)
	f.When(!made.TooMany && len(made.Days) == 0, name, problem.Required)
}

func (r *Rhythm) checkDays(f *problem.Faults, name string) {
	f.When(r.Weeks < 0 || r.Weeks > mostWeeks || r.Every == "week" && r.Weeks == 0,
		name+".weeks", problem.Invalid)
	wrong := slices.ContainsFunc(r.Days, func(d int) bool { return d < 1 || d > 7 })
	switch {
	case r.Every == "week":
		f.When(wrong || len(r.Days) == 0, name+".days", problem.Required)
	case r.Every != "month":
		f.Add(name+".every", problem.Choice)
	case r.Nth == 0:
		f.Number(name+".monthDay", &r.MonthDay, 1, 31)
	case r.Nth < -1 || r.Nth > 4:
		f.Add(name+".nth", problem.Choice)
	default:
		f.When(wrong || len(r.Days) != 1, name+".days", problem.Required)
	}
}

type RhythmDays struct {
	Days    []string // in order, those that staff took out are not among them
	Without []string // months without a day, such as 2027-02, between the first and the last
	TooMany bool     // more than there may be; Days has some of them
}

// Made are the days of a rule that passed Check; without an end for half a year after today, and
// after its first day and its pause.
func (r *Rhythm) Made(today time.Time) (out RhythmDays) {
	first := civil(r.First)
	end := first.AddDate(aheadOfRhythm, 0, 0)
	switch r.End {
	case "open":
		from := first
		if r.Pause != nil && r.Pause.From <= clock.Date(from) {
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
		d := clock.Date(day)
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

// paused says whether the date of a day falls into the pause, on the day on which it is, also where
// it went to another day of the week.
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
	month := time.Date(y, m, 1, 0, 0, 0, 0, clock.Amsterdam)
	for ; !month.After(end); month = month.AddDate(0, 1, 0) {
		day, there := r.inMonth(month)
		if !there {
			if last := month.AddDate(0, 1, -1); !last.Before(first) && !last.After(end) {
				without = append(without, month.Format("2006-01"))
			}
			continue
		}
		if day.After(end) || !take(day) {
			break
		}
	}
	return without
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
	r.Days = some(sorted(r.Days))
	r.Skip = sorted(r.Skip)
	if r.End != "until" {
		r.Until = ""
	}
	if r.End != "count" {
		r.Count = 0
	}
	switch {
	case r.Every != "month":
		r.MonthDay, r.Nth = 0, 0
	case r.Nth != 0:
		r.Weeks, r.MonthDay = 0, 0
	default:
		r.Weeks, r.Days = 0, []int{}
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
