package agenda

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// StaffWeek is a week as staff plan it.
type StaffWeek struct {
	Value    string      `json:"value" doc:"ISO week, such as 2026-W47"`
	From     string      `json:"from" format:"date"`
	To       string      `json:"to" format:"date"`
	Previous string      `json:"previous"`
	Next     string      `json:"next"`
	Today    string      `json:"today" format:"date"`
	Days     []DayOfWeek `json:"days" doc:"seven, from Monday"`
	Drafts   []WeekDraft `json:"drafts" doc:"with new dates in this week, that this person may publish"`
}

// DayOfWeek is one of them.
type DayOfWeek struct {
	Day     string           `json:"day" format:"date"`
	Open    bool             `json:"open" doc:"anybody may walk in at some time of the day"`
	Holiday bool             `json:"holiday"`
	Differs *house.Exception `json:"differs,omitempty" doc:"when its hours are not those of its weekday"`
	Closed  bool             `json:"closed" doc:"a closure takes part of its hours away"`
	Closure string           `json:"closure,omitempty" doc:"its id"`
	Cards   []WeekCard       `json:"cards" doc:"by their start"`
}

// WeekCard is a meeting of the week, or one that will be there once its draft is published.
type WeekCard struct {
	ID         string        `json:"id" doc:"of the meeting"`
	Occurrence string        `json:"occurrence"`
	Activity   string        `json:"activity"`
	Title      string        `json:"title"`
	Kind       string        `json:"kind" enum:"date,series"`
	Mode       string        `json:"mode" doc:"walkin, signup or series; a draft may miss it"`
	N          int           `json:"n" doc:"of a series: the number of this meeting"`
	Of         int           `json:"of"`
	Start      string        `json:"start" format:"date-time"`
	End        string        `json:"end" format:"date-time"`
	Room       string        `json:"room"`
	Host       string        `json:"host,omitempty"`
	State      string        `json:"state" enum:"planned,cancelled,over,draft,later" doc:"later: visitors do not see its activity yet"`
	Reason     string        `json:"reason,omitempty" doc:"why it is cancelled or moved"`
	Moved      *rules.Moved  `json:"moved,omitempty"`
	Counts     *WeekCounts   `json:"counts,omitempty" doc:"absent where nobody signs up, and of dates whose numbers this person may not read"`
	Mine       bool          `json:"mine" doc:"this person may act on it, and reads its people"`
	Readable   bool          `json:"readable" doc:"this person may open its activity"`
	Warnings   []WeekWarning `json:"warnings"`
}

// WeekCounts are the numbers of a date.
type WeekCounts struct {
	Taken    int `json:"taken" doc:"places of people, with who comes along"`
	Capacity int `json:"capacity,omitempty" doc:"0: no limit"`
	Waiting  int `json:"waiting"`
}

// WeekWarning is what may be wrong with a meeting. It never keeps staff from anything.
type WeekWarning struct {
	Code     string `json:"code" enum:"past,closed,hours,holiday,room,host,noHost,belowMinimum"`
	Who      string `json:"who,omitempty" doc:"the room or the host that is taken"`
	Activity string `json:"activity,omitempty" doc:"by what"`
	Least    int    `json:"least,omitempty" doc:"with belowMinimum: how many are needed"`
}

type card struct {
	WeekCard
	start, end time.Time
	least      int
}

// planned is the Monday of the week that staff open: from Thursday noon on the next one.
func planned(chosen string, now time.Time) time.Time {
	if monday, ok := readWeek(chosen); ok {
		return monday
	}
	this := mondayOf(now)
	if now.Before(rules.WallMoment(this.AddDate(0, 0, 3), house.At(12, 0))) {
		return this
	}
	return this.AddDate(0, 0, 7)
}

func (a *Agenda) staffWeek(ctx context.Context, who identity.Actor, chosen string) (out StaffWeek, err error) {
	now := a.Clock.Now()
	from := planned(chosen, now)
	cards, drafts, err := a.weekCards(ctx, who, now, from)
	if err != nil {
		return out, err
	}
	slices.SortStableFunc(cards, func(x, y card) int {
		return cmp.Or(x.start.Compare(y.start), strings.Compare(x.Title, y.Title))
	})
	h := a.House(ctx)
	warnWeek(h, now, cards)
	if err := a.sayWeek(ctx, cards); err != nil {
		return out, err
	}
	w := weekView(from, now)
	return StaffWeek{
		w.Value, w.From, w.To, w.Previous, w.Next, w.Today, weekDays(h, from, cards), drafts,
	}, nil
}

// weekCards are what stands in a week and what waits on the desk for it, with the drafts that this
// person may publish.
func (a *Agenda) weekCards(ctx context.Context, who identity.Actor, now, from time.Time) ([]card, []WeekDraft, error) {
	to := from.AddDate(0, 0, 7)
	// of what was put away only what has been stays
	cards, err := db.Rows(ctx, a.Pool, func(r pgx.CollectableRow) (card, error) {
		s, m := rules.Slot{Now: now}, rules.Meeting{}
		err := waitlist.ScanMeeting(r, &s, &m)
		return weekCard(who, &s, m), err
	}, `
		select `+waitlist.MeetingColumns+places.From+`
			se.starts_at >= $2
			and se.starts_at < $3
			and (
				a.status in ('published', 'scheduled')
				or a.status = 'archived' and se.ends_at <= $1
			)
		order by se.starts_at, se.id`, now, from, to)
	if err != nil {
		return nil, nil, err
	}
	waiting, drafts, err := a.weekDrafts(ctx, who, from, to)
	return append(cards, waiting...), drafts, err
}

func (a *Agenda) sayWeek(ctx context.Context, cards []card) error {
	var who []*string
	for i := range cards {
		who = append(who, &cards[i].Host)
		for j := range cards[i].Warnings {
			who = append(who, &cards[i].Warnings[j].Who)
		}
	}
	return a.SayHosts(ctx, a.Pool, who...)
}

func weekDays(h house.House, from time.Time, cards []card) []DayOfWeek {
	days := make([]DayOfWeek, 7)
	for i := range days {
		day := from.AddDate(0, 0, i)
		d := DayOfWeek{
			Day:     clock.Date(day),
			Open:    !h.ClosingDay(day),
			Holiday: rules.Holiday(day),
			Cards:   []WeekCard{},
		}
		if e, ok := h.Differing(day); ok {
			d.Differs = &e
			d.Closure, d.Closed = h.ByClosure(day)
		}
		for _, c := range cards {
			if clock.Date(c.start) == d.Day {
				d.Cards = append(d.Cards, c.WeekCard)
			}
		}
		days[i] = d
	}
	return days
}

func weekCard(who identity.Actor, s *rules.Slot, m rules.Meeting) card {
	v := &s.Activity
	c := card{start: m.Start, end: m.End, WeekCard: WeekCard{
		ID:         m.ID,
		Occurrence: s.ID,
		Activity:   s.ActivityID,
		Title:      v.Title,
		Kind:       s.Kind,
		Mode:       v.Mode,
		N:          m.N,
		Of:         m.Of,
		Start:      clock.Moment(m.Start),
		End:        clock.Moment(m.End),
		Room:       m.Room,
		Host:       s.Host(),
		State:      "planned",
		Reason:     s.Doc.ChangeReason,
		Moved:      s.Doc.MovedFrom,
		Mine:       s.MayMeetAt(who, m, s.Now),
		Readable:   rules.MayRead(who, v) == nil || s.MayRun(who) == nil,
		Warnings:   []WeekWarning{},
	}}
	switch {
	case s.Status == "cancelled" || m.Status == "cancelled":
		c.State = "cancelled"
		if s.Status != "cancelled" {
			c.Reason = m.Reason
		}
	case !s.Now.Before(m.End):
		c.State = "over"
	case v.PublishFrom != nil && s.Now.Before(*v.PublishFrom):
		c.State = "later"
	}
	if v.Mode != rules.Walkin && c.Readable {
		c.Counts = &WeekCounts{s.Taken, booking.Number(s.Capacity), s.Waiting}
		if v.Min != nil && s.Taken < *v.Min {
			c.least = *v.Min
		}
	}
	return c
}

func warnWeek(h house.House, now time.Time, cards []card) {
	var all []changes.Busy
	for i := range cards {
		if cards[i].State != "cancelled" {
			all = append(all, cards[i].busy())
		}
	}
	for i := range cards {
		c := &cards[i]
		if c.State == "cancelled" || c.State == "over" {
			continue
		}
		add := func(w WeekWarning) { c.Warnings = append(c.Warnings, w) }
		if !now.Before(c.end) {
			add(WeekWarning{Code: "past"})
			continue
		}
		if !h.ClosingDay(c.start) && missed(h, c) {
			add(WeekWarning{Code: "hours"})
		}
		for _, w := range changes.Warnings(h, c.busy(), all) {
			add(WeekWarning{Code: w.Code, Who: w.Who, Activity: w.Activity})
		}
		if c.Host == "" {
			add(WeekWarning{Code: "noHost"})
		}
		if c.least > 0 {
			add(WeekWarning{Code: "belowMinimum", Least: c.least})
		}
	}
}

// missed says that a meeting lies in hours in which the house is open on other weeks, and not now.
func missed(h house.House, c *card) bool {
	if h.OpenAround(c.start, c.end) {
		return false
	}
	return slices.ContainsFunc(h.Missed(c.start), func(b house.Block) bool {
		return c.start.Before(b.To.On(c.start)) && b.From.On(c.start).Before(c.end)
	})
}

func (c *card) busy() changes.Busy {
	return changes.Busy{
		Occurrence: c.Occurrence, Room: c.Room, Host: c.Host, Title: c.Title,
		Start: c.start, End: c.end,
	}
}
