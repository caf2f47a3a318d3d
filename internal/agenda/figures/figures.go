package figures

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Figures is the room. All fields are required.
type Figures struct {
	*evening.Evening
	// page views from the day of from up to and including that of last
	Views func(ctx context.Context, from, last time.Time) (int, error)
}

// FigureReport are the figures of a period, as they may be read.
type FigureReport struct {
	FigurePeriod
	Before  FigurePeriod  `json:"before"                                                                                    doc:"the period with which this one is compared"`
	Counted bool          `json:"counted"                                                                                   doc:"false: nothing was counted in this period"`
	Own     bool          `json:"own"                                                                                       doc:"only of the activities and dates of this person"`
	MayFill bool          `json:"mayFill"                                                                                   doc:"this person may count a part of a day that is over"`
	Rows    []FigureRow   `json:"rows"`
	Weeks   []FigureWeek  `json:"weeks"`
	Missing FigureMissing `json:"missing"`
	Hours   []FigureHours `json:"hours"                                                                                     doc:"the parts of days that began last, newest first; none for who reads no day-parts"`
	More    bool          `json:"moreHours"                                                                                 doc:"there are parts before those"`
}

// FigurePeriod are days, the last one included.
type FigurePeriod struct {
	From  string `json:"from"  format:"date"`
	Until string `json:"until" format:"date"`
}

// FigureRow is one number with that of the period before.
type FigureRow struct {
	Key    string       `json:"key" enum:"dayParts,visits,perDayPart,meetings,volunteerHours,signUps,here,absent,cancelled,open,firstTime,waited,offered,finished,views"`
	Label  string       `json:"label"`
	Now    FigureNumber `json:"now"`
	Before FigureNumber `json:"before"`
}

// FigureNumber is one that may be read, or why it may not.
type FigureNumber struct {
	Value  *float64 `json:"value,omitempty"`
	Hidden string   `json:"hidden,omitempty" enum:"few,other" doc:"few: 1 to 4; other: it would give away one of those"`
}

// FigureWeek is a week of the period, as far as it is in it.
type FigureWeek struct {
	FigurePeriod
	DayParts int          `json:"dayParts"`
	Visits   FigureNumber `json:"visits"`
}

// FigureMissing is what nobody counted or ticked.
type FigureMissing struct {
	Parts  []FigurePart  `json:"parts"`
	Groups []FigureGroup `json:"groups"`
}

// FigurePart is a part of a day without a tally.
type FigurePart struct {
	Day  string `json:"day"  format:"date"`
	From string `json:"from"               doc:"its start, such as 13.00"`
	Part string `json:"part"               enum:"morning,afternoon,evening"`
}

// FigureGroup is a meeting with sign-ups of which nobody said whether they came.
type FigureGroup struct {
	Session    string `json:"session"`
	Occurrence string `json:"occurrence"`
	Title      string `json:"title"`
	Start      string `json:"start" format:"date-time"`
}

// stretch are whole days, from the first moment of the first up to that after the last.
type stretch struct{ from, to time.Time }

func (s stretch) period() FigurePeriod {
	return FigurePeriod{clock.Date(s.from), clock.Date(s.to.AddDate(0, 0, -1))}
}

// stretchOf reads a period; without its days it is the month of now. Problems: invalid.
func stretchOf(from, until string, now time.Time) (s stretch, err error) {
	if from == "" && until == "" {
		s.from = clock.Day(now).AddDate(0, 0, 1-now.Day())
		s.to = s.from.AddDate(0, 1, 0)
		return s, nil
	}
	day := func(name, value string) (t time.Time) {
		if err == nil {
			if t, err = time.ParseInLocation(time.DateOnly, value, clock.Amsterdam); err != nil {
				err = problem.Wrong(name, problem.Invalid)
			}
		}
		return t
	}
	s.from = day("van", from)
	s.to = day("tot", until).AddDate(0, 0, 1)
	if err == nil && !s.whole() {
		err = problem.Wrong("tot", problem.Invalid)
	}
	return s, err
}

// whole says whether this is one week from Monday, month, quarter or year. Of stretches that differ
// by a day the difference would tell how few people that day had.
func (s stretch) whole() bool {
	if s.from.Weekday() == time.Monday && s.to.Equal(s.from.AddDate(0, 0, 7)) {
		return true
	}
	return s.from.Day() == 1 && slices.ContainsFunc([]int{1, 3, 12}, func(months int) bool {
		return int(s.from.Month()-1)%months == 0 && s.to.Equal(s.from.AddDate(0, months, 0))
	})
}

// before is the whole period that ends where this one begins.
func (s stretch) before() stretch {
	if s.from.Day() == 1 && s.to.Day() == 1 {
		months := 12*(s.to.Year()-s.from.Year()) + int(s.to.Month()-s.from.Month())
		return stretch{s.from.AddDate(0, -months, 0), s.from}
	}
	return stretch{s.from.AddDate(0, 0, -7), s.from}
}

func (s stretch) weeks() (out []stretch) {
	for from := s.from; from.Before(s.to); {
		monday := from.AddDate(0, 0, 7-(int(from.Weekday())+6)%7)
		if monday.After(s.to) {
			monday = s.to
		}
		out = append(out, stretch{from, monday})
		from = monday
	}
	return out
}

type scope struct {
	door  bool   // the house: day-parts, and visits of all
	rows  bool   // what became of sign-ups
	whole bool   // of all activities; else of the dates of own alone
	own   string // uid
}

func scopeOf(who identity.Actor) scope {
	s := scope{whole: who.Has(identity.Redactie, identity.Coordinator, identity.Beheerder)}
	s.door = s.whole || who.Has(identity.Gastheer)
	s.rows = s.whole || who.Has(identity.Begeleider)
	if !s.whole {
		s.own = who.ID
	}
	return s
}

func (f *Figures) report(ctx context.Context, who identity.Actor, s stretch) (out FigureReport, err error) {
	mine := scopeOf(who)
	if !mine.rows {
		if mine.rows, err = f.received(ctx, who.ID, s); err != nil {
			return out, db.Problem(err)
		}
	}
	now, err := f.count(ctx, mine, s)
	if err != nil {
		return out, db.Problem(err)
	}
	before, err := f.count(ctx, mine, s.before())
	if err != nil {
		return out, db.Problem(err)
	}
	out = FigureReport{
		FigurePeriod: s.period(),
		Before:       s.before().period(),
		Counted:      now.people["visits"].n+now.people["signUps"].n > 0 || now.typed,
		Own:          !mine.door,
		MayFill:      who.Has(identity.Coordinator),
		Rows:         rowsOf(mine, now, before),
		Weeks:        now.weeks,
		Hours:        []FigureHours{},
	}
	if mine.door {
		if out.Hours, out.More, err = f.hoursOf(ctx, who, s); err != nil {
			return out, db.Problem(err)
		}
	}
	out.Missing, err = f.missing(ctx, mine, s)
	return out, db.Problem(err)
}

type counted struct {
	dayParts, meetings int
	people             map[string]*cell // by the key of their row
	weeks              []FigureWeek
	hours              time.Duration // of volunteers
	typed              bool          // somebody typed those hours
}

func (f *Figures) count(ctx context.Context, mine scope, s stretch) (n counted, err error) {
	now := f.Clock.Now()
	byDay, err := f.visits(ctx, mine, s)
	if err != nil {
		return n, err
	}
	n.people = map[string]*cell{}
	for _, m := range measures {
		n.people[m.key] = &cell{}
	}
	weeks := s.weeks()
	cells := make([]*cell, len(weeks))
	n.weeks = make([]FigureWeek, len(weeks))
	for i, w := range weeks {
		c := &cell{}
		for day := w.from; day.Before(w.to); day = day.AddDate(0, 0, 1) {
			c.n += byDay[clock.Date(day)]
		}
		n.weeks[i] = FigureWeek{FigurePeriod: w.period()}
		if mine.door {
			n.weeks[i].DayParts = f.dayParts(ctx, w, now)
			c.bare = c.n == 0 && n.weeks[i].DayParts == 0
		}
		n.dayParts += n.weeks[i].DayParts
		n.people["visits"].n += c.n
		cells[i] = c
	}
	if mine.door {
		if n.hours, n.typed, err = f.VolunteerTime(ctx, s.from, s.to); err != nil {
			return n, err
		}
	}
	if mine.rows {
		if err = f.programme(ctx, mine, s, &n); err != nil {
			return n, err
		}
	}
	n.hide(cells)
	for i, c := range cells {
		n.weeks[i].Visits = c.number()
	}
	return n, nil
}

// hide goes by the sums that there are: visits are those of the weeks; sign-ups are who came, did
// not, called off, and of whom nobody said so.
func (n *counted) hide(weeks []*cell) {
	p := n.people
	hide(p["visits"], weeks)
	hide(p["signUps"], []*cell{p["here"], p["absent"], p["cancelled"], p["open"]})
	for _, alone := range []string{"firstTime", "waited", "offered", "finished", "views"} {
		if small(p[alone].n) {
			p[alone].hidden = few
		}
	}
}

func (f *Figures) dayParts(ctx context.Context, s stretch, now time.Time) (n int) {
	h := f.House(ctx)
	for day := s.from; day.Before(s.to) && day.Before(now); day = day.AddDate(0, 0, 1) {
		for _, p := range h.PartsOf(day) {
			if p.From.On(day).Before(now) {
				n++
			}
		}
	}
	return n
}

func (c *cell) number() FigureNumber {
	if c.hidden != "" {
		return FigureNumber{Hidden: c.hidden}
	}
	return whole(c.n)
}

func whole(n int) FigureNumber { return FigureNumber{Value: new(float64(n))} }

func tenth(v float64) FigureNumber { return FigureNumber{Value: new(math.Round(10*v) / 10)} }

var measures = []struct {
	key, label string
	read       func(scope) bool
}{
	{"dayParts", "Dagdelen open", ofHouse},
	{"visits", "Bezoeken", func(scope) bool { return true }},
	{"perDayPart", "Gemiddeld per dagdeel", ofHouse},
	{"meetings", "Bijeenkomsten", ofSignUps},
	{"volunteerHours", "Vrijwilligersuren", ofHouse},
	{"signUps", "Aanmeldingen", ofSignUps},
	{"here", "Aanwezig", ofSignUps},
	{"absent", "Niet gekomen", ofSignUps},
	{"cancelled", "Afgemeld", ofSignUps},
	{"open", "Niet afgevinkt", ofSignUps},
	{"firstTime", "Voor het eerst", ofSignUps},
	{"waited", "Op een wachtlijst", ofSignUps},
	{"offered", "Plek aangeboden van de lijst", ofSignUps},
	{"finished", "Training afgerond", ofSignUps},
	{"views", "Bekeken pagina’s", func(mine scope) bool { return mine.whole }},
}

func ofHouse(mine scope) bool   { return mine.door }
func ofSignUps(mine scope) bool { return mine.rows }

func (n *counted) number(key string) FigureNumber {
	switch visits := n.people["visits"]; key {
	case "dayParts":
		return whole(n.dayParts)
	case "meetings":
		return whole(n.meetings)
	case "volunteerHours":
		if !n.typed {
			return FigureNumber{}
		}
		return tenth(n.hours.Hours())
	case "perDayPart":
		switch {
		case visits.hidden != "": // it would tell them
			return FigureNumber{Hidden: other}
		case n.dayParts == 0:
			return FigureNumber{}
		}
		return tenth(float64(visits.n) / float64(n.dayParts))
	}
	return n.people[key].number()
}

func rowsOf(mine scope, now, before counted) (out []FigureRow) {
	for _, m := range measures {
		if m.read(mine) {
			out = append(out, FigureRow{m.key, m.label, now.number(m.key), before.number(m.key)})
		}
	}
	return out
}

func (n FigureNumber) dutch() string {
	switch {
	case n.Hidden == few:
		return "minder dan 5"
	case n.Hidden == other:
		return "verborgen"
	case n.Value == nil:
		return ""
	}
	return strconv.FormatFloat(*n.Value, 'f', -1, 64)
}
