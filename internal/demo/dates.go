package demo

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

// Weeks of the sample programme, counted from this week (0): as far ahead as rhythms are filled.
const (
	firstWeek = -2
	lastWeek  = 25
)

// id is the same at every loading: loading twice changes nothing.
func id(prefix string, parts ...any) string {
	sum := sha256.Sum256([]byte("sample " + fmt.Sprint(parts...)))
	return prefix + "_" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:26])
}

// dateRow is a row of texts/programme: the dates of one activity. Times are as plan.at reads them;
// one that ends before it starts ends the next day.
type dateRow struct {
	Activity string   `json:"activity"`
	Room     string   `json:"room"`
	Week     int      `json:"week"`  // of what is not weekly or monthly
	Weeks    string   `json:"weeks"` // even or odd; otherwise all
	Nth      int      `json:"nth"`   // such weekday of a month
	Weekdays []int    `json:"weekdays"`
	Time     int      `json:"time"`
	Until    int      `json:"until"`
	Closes   []int    `json:"closes"`   // weekday and time at which sign-up ends, in the same week
	Sessions int      `json:"sessions"` // of a series
	Over     int      `json:"over"`     // of a series that runs: so many of its sessions
	Unlike   []unlike `json:"unlike"`
}

// unlike is what some dates have of their own. From and To count weeks, or the dates of what is
// monthly.
type unlike struct {
	From      int    `json:"from"`
	To        int    `json:"to"`
	Time      int    `json:"time"`
	Room      string `json:"room"`      // moved there
	DaysLater int    `json:"daysLater"` // moved by so many
	Opens     int    `json:"opens"`     // sign-up opens a month before, at this time
	Reason    string `json:"reason"`    // called off
	Instead   string `json:"instead"`
}

func readDates(name string) []dateRow {
	return must(readList[dateRow](
		textFiles, "programme/"+name+".json", "activity", "room", "weekdays", "time", "until"))
}

// plan makes the dates of the sample programme around one moment.
type plan struct {
	now    time.Time
	monday time.Time // of this week
	dates  []rules.NewOccurrence

	activities []rules.Activity
}

func newPlan(now time.Time) *plan {
	d := clock.Day(now)
	p := &plan{
		now:        now,
		monday:     d.AddDate(0, 0, -(int(d.Weekday())+6)%7),
		activities: activities(),
	}
	weekly := readDates("weekly")
	for w := firstWeek; w <= lastWeek; w++ {
		for _, row := range weekly {
			if row.Weeks == "" || (row.Weeks == "even") == (w%2 == 0) {
				p.inWeek(row, w)
			}
		}
	}
	for _, row := range readDates("series") {
		p.series(row)
	}
	for _, row := range readDates("monthly") {
		for i, day := range p.months(row) {
			p.add(row, i, day)
		}
	}
	for _, row := range readDates("once") {
		p.inWeek(row, row.Week)
	}
	return p
}

// at is a wall-clock time such as 13.30, written 1330, on weekday 1 (Monday) to 7 of a week.
func (p *plan) at(week, weekday, hhmm int) time.Time {
	return onDay(p.monday.AddDate(0, 0, 7*week+weekday-1), hhmm)
}

func onDay(d time.Time, hhmm int) time.Time {
	return time.Date(d.Year(), d.Month(), d.Day(), hhmm/100, hhmm%100, 0, 0, clock.Amsterdam)
}

func (p *plan) inWeek(row dateRow, week int) {
	for _, weekday := range row.Weekdays {
		o := p.add(row, week, p.at(week, weekday, 0))
		if row.Closes != nil {
			closes := p.at(week, row.Closes[0], row.Closes[1])
			o.Closes = &closes
		}
	}
}

// add plans one date of a row, the n-th by what its exceptions count.
func (p *plan) add(row dateRow, n int, day time.Time) *rules.NewOccurrence {
	var own unlike
	for _, u := range row.Unlike {
		if u.From <= n && n <= u.To {
			own = u
		}
	}
	row.Time = cmp.Or(own.Time, row.Time)
	was := row.on(day, 1)[0]
	row.Room = cmp.Or(own.Room, row.Room)
	o := p.addAll(row, "date", row.on(day.AddDate(0, 0, own.DaysLater), 1))
	if own.Room != "" || own.DaysLater != 0 {
		o.Status, o.Doc.MovedFrom = "moved", &rules.Moved{
			Start: clock.Moment(was.Start),
			End:   clock.Moment(was.End),
			Room:  was.Room,
		}
	}
	if own.Opens != 0 {
		opens := onDay(day.AddDate(0, -1, 0), own.Opens)
		o.Opens = &opens
	}
	if own.Reason != "" {
		o.Status, o.Doc.ChangeReason = "cancelled", own.Reason
		o.Doc.Alternative = &rules.Alternative{Text: own.Instead}
	}
	return o
}

// on are n sessions of a row, a week apart, from a day on.
func (row dateRow) on(day time.Time, n int) (all []rules.Meeting) {
	for i := range n {
		start, end := onDay(
			day.AddDate(0, 0, 7*i),
			row.Time,
		), onDay(
			day.AddDate(0, 0, 7*i),
			row.Until,
		)
		if end.Before(start) {
			end = end.AddDate(0, 0, 1)
		}
		all = append(all, rules.Meeting{Room: row.Room, Status: "planned", Start: start, End: end})
	}
	return all
}

func (p *plan) addAll(row dateRow, kind string, sessions []rules.Meeting) *rules.NewOccurrence {
	day := sessions[0].Start.Format(time.DateOnly + " 15")
	o := rules.NewOccurrence{
		ID:         id("occ", row.Activity, day),
		ActivityID: id("act", row.Activity),
		Kind:       kind,
		Status:     "planned",
		Sessions:   sessions,
	}
	for i := range sessions {
		sessions[i].ID = id("ses", row.Activity, day, i)
	}
	if i := slices.IndexFunc(p.activities, func(a rules.Activity) bool {
		return a.Slug == row.Activity
	}); i >= 0 {
		o.Capacity = p.activities[i].Capacity
	}
	o.Doc.Sample = true
	p.dates = append(p.dates, o)
	return &p.dates[len(p.dates)-1]
}

// series plans one that begins in a week, or of which so many sessions are over at this moment.
func (p *plan) series(row dateRow) {
	week, weekday := row.Week, row.Weekdays[0]
	if row.Over > 0 {
		week = 1 - row.Over
		if p.now.Before(p.at(0, weekday, row.Until)) { // this week's is still to come
			week--
		}
	}
	p.addAll(row, "series", row.on(p.at(week, weekday, 0), row.Sessions))
}

// months are the days of what is monthly in the coming months, but for one that began.
func (p *plan) months(row dateRow) (days []time.Time) {
	month := time.Date(p.now.Year(), p.now.Month(), 1, 0, 0, 0, 0, clock.Amsterdam)
	for i := 0; ; i++ {
		first := month.AddDate(0, i, 0)
		day := first.AddDate(0, 0, (row.Weekdays[0]-int(first.Weekday())+7)%7+7*(row.Nth-1))
		if !day.Before(p.at(lastWeek+1, 1, 0)) {
			return days
		}
		if onDay(day, row.Time).After(p.now) {
			days = append(days, day)
		}
	}
}

// date is the occurrence of an activity that starts at a moment.
func (p *plan) date(slug string, start time.Time) string {
	return id("occ", slug, start.Format(time.DateOnly+" 15"))
}

// next is the first date of an activity that has not begun.
func (p *plan) next(slug string) (found *rules.NewOccurrence) {
	for i := range p.dates {
		d := &p.dates[i]
		if d.ActivityID == id("act", slug) && d.Sessions[0].Start.After(p.now) &&
			(found == nil || d.Sessions[0].Start.Before(found.Sessions[0].Start)) {
			found = d
		}
	}
	return found
}
