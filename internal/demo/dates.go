package demo

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
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
	p.weekly()
	p.series()
	p.monthly()
	p.once()
	return p
}

// at is a wall-clock time such as 13.30, written 1330, on weekday 1 (Monday) to 7 of a week.
func (p *plan) at(week, weekday, hhmm int) time.Time {
	return onDay(p.monday.AddDate(0, 0, 7*week+weekday-1), hhmm)
}

func onDay(d time.Time, hhmm int) time.Time {
	return time.Date(d.Year(), d.Month(), d.Day(), hhmm/100, hhmm%100, 0, 0, clock.Amsterdam)
}

type change func(o *rules.NewOccurrence)

func (p *plan) add(slug, room string, start, end time.Time, change change) *rules.NewOccurrence {
	return p.addAll(
		slug,
		"date",
		[]rules.Session{{Room: room, Status: "planned", Start: start, End: end}},
		change,
	)
}

func (p *plan) addAll(
	slug, kind string,
	sessions []rules.Session,
	change change,
) *rules.NewOccurrence {
	day := sessions[0].Start.Format(time.DateOnly + " 15")
	o := rules.NewOccurrence{
		ID:         id("occ", slug, day),
		ActivityID: id("act", slug),
		Kind:       kind,
		Status:     "planned",
		Sessions:   sessions,
		Capacity:   p.capacityOf(slug),
	}
	for i := range sessions {
		sessions[i].ID = id("ses", slug, day, i)
	}
	o.Doc.Sample = true
	if change != nil {
		change(&o)
	}
	p.dates = append(p.dates, o)
	return &p.dates[len(p.dates)-1]
}

func (p *plan) capacityOf(slug string) *int {
	for _, a := range p.activities {
		if a.Slug == slug {
			return a.Capacity
		}
	}
	return nil
}

// weekly are the activities that return every week or every other week.
func (p *plan) weekly() {
	for w := firstWeek; w <= lastWeek; w++ {
		for day := 1; day <= 4; day++ {
			p.add("inloop", "Huiskamer", p.at(w, day, 1300), p.at(w, day, 1700), nil)
		}
		p.add("inloop", "Huiskamer", p.at(w, 5, 1000), p.at(w, 5, 1400), nil)
		p.add("avondinloop", "Huiskamer", p.at(w, 4, 1830), p.at(w, 4, 2100), closedUntilWeek(w, 2))
		p.add(
			"atelier",
			"Atelier",
			p.at(w, 2, 1330),
			p.at(w, 2, 1600),
			only(
				w == 1,
				cancelled("De begeleider is ziek.", "Kom naar de inloop, daar staat papier klaar."),
			),
		)
		walk := 1015
		if w == 2 {
			walk = 1045
		}
		p.add("wandelen", "Voordeur", p.at(w, 5, walk), p.at(w, 5, 1130), nil)
		p.add("samen-eten", "Keuken", p.at(w, 2, 1700), p.at(w, 2, 1900), closes(p.at(w, 1, 1200)))
		p.add("stoel", "Huiskamer", p.at(w, 1, 1030), p.at(w, 1, 1130), nil)
		p.add("vragenuur", "Grote tafel", p.at(w, 4, 1400), p.at(w, 4, 1600), nil)
		if w%2 == 0 {
			p.add("herstelwerkgroep", "Stille kamer", p.at(w, 2, 1000), p.at(w, 2, 1200), nil)
		} else {
			p.young(w)
		}
	}
}

func (p *plan) young(w int) {
	start, end, room := p.at(w, 2, 1900), p.at(w, 2, 2100), "Huiskamer"
	if w != 1 {
		p.add("jong", room, start, end, nil)
		return
	}
	p.add("jong", "Grote tafel", start, end, moved(start, end, room))
}

func closedUntilWeek(w, until int) change {
	return only(
		w < until,
		cancelled(
			"We hebben even te weinig mensen.",
			"Op donderdag ben je wel gewoon welkom van 13.00 tot 17.00 uur.",
		),
	)
}

func only(when bool, c change) change {
	if when {
		return c
	}
	return nil
}

func cancelled(reason, instead string) change {
	return func(o *rules.NewOccurrence) {
		o.Status, o.Doc.ChangeReason, o.Doc.Alternative = "cancelled", reason, &rules.Alternative{
			Text: instead,
		}
	}
}

func moved(start, end time.Time, room string) change {
	return func(o *rules.NewOccurrence) {
		o.Status = "moved"
		o.Doc.MovedFrom = &rules.Moved{
			Start: clock.Moment(start),
			End:   clock.Moment(end),
			Room:  room,
		}
	}
}

func closes(at time.Time) change { return func(o *rules.NewOccurrence) { o.Closes = &at } }

// series: WRAP starts in two weeks; of the training six sessions are over.
func (p *plan) series() {
	p.addAll(
		"wrap",
		"series",
		p.sessions(8, p.at(2, 3, 1330), p.at(2, 3, 1600), "Grote tafel"),
		nil,
	)
	week := -6
	if p.now.Before(p.at(0, 1, 1600)) { // this Monday's session is still to come: it is the seventh
		week = -7
	}
	p.addAll(
		"herstellen-doe-je-zelf",
		"series",
		p.sessions(12, p.at(week+1, 1, 1330), p.at(week+1, 1, 1600), "Grote tafel"),
		nil,
	)
}

func (p *plan) sessions(n int, start, end time.Time, room string) (out []rules.Session) {
	for i := range n {
		out = append(out, rules.Session{
			Room:   room,
			Status: "planned",
			Start:  start.AddDate(0, 0, 7*i),
			End:    end.AddDate(0, 0, 7*i),
		})
	}
	return out
}

// monthly: relatives on the first Monday, the writing café on the second Wednesday.
func (p *plan) monthly() {
	for i, day := range p.months(time.Monday, 1, 1930) {
		start, end := onDay(day, 1930), onDay(day, 2100)
		switch {
		case i == 1:
			p.add(
				"naasten",
				"Huiskamer",
				start.AddDate(0, 0, 2),
				end.AddDate(0, 0, 2),
				moved(start, end, "Huiskamer"),
			)
		case i > 1:
			opens := onDay(day.AddDate(0, -1, 0), 900)
			p.add("naasten", "Huiskamer", start, end, func(o *rules.NewOccurrence) {
				o.Opens = &opens
			})
		default:
			p.add("naasten", "Huiskamer", start, end, nil)
		}
	}
	for _, day := range p.months(time.Wednesday, 2, 1400) {
		p.add("schrijfcafe", "Stille kamer", onDay(day, 1400), onDay(day, 1600), nil)
	}
}

// months are the n-th weekdays of the coming months, but for one that began at hhmm.
func (p *plan) months(d time.Weekday, n, hhmm int) (days []time.Time) {
	month := time.Date(p.now.Year(), p.now.Month(), 1, 0, 0, 0, 0, clock.Amsterdam)
	for i := 0; ; i++ {
		day := nth(month.AddDate(0, i, 0), d, n)
		if !day.Before(p.at(lastWeek+1, 1, 0)) {
			return days
		}
		if onDay(day, hhmm).After(p.now) {
			days = append(days, day)
		}
	}
}

// nth is the n-th weekday d of the month that starts at month.
func nth(month time.Time, d time.Weekday, n int) time.Time {
	return month.AddDate(0, 0, (int(d)-int(month.Weekday())+7)%7+7*(n-1))
}

func (p *plan) once() {
	p.add("uitstapje", "Voordeur", p.at(2, 6, 1100), p.at(2, 6, 1530), nil)
	p.add("lezing-slapen", "Huiskamer", p.at(1, 4, 1930), p.at(1, 4, 2100), nil)
	p.add("nachtwandeling", "Voordeur", p.at(4, 5, 2300), p.at(4, 6, 100), nil)
	p.add("kerstlunch", "Keuken", p.at(4, 3, 1230), p.at(4, 3, 1430), nil)
	p.add("zomertuin", "Voordeur", p.at(-2, 3, 1000), p.at(-2, 3, 1200), nil)
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
