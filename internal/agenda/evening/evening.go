// Package evening is a day at the house as whoever opens the door sees it: who comes, who is there,
// how many walked in. It stands above places, whose lock and whose acts it uses.
//
//   - One question brings the whole day: its parts with their tallies, the meetings with their
//     counts, and names only of the dates that are for whoever asks.
//   - Its tag is made of the versions that the database itself gives the rows of that day: no write
//     pays for it, none can forget it, and it says nothing of anybody. What depends on the minute
//     is worked out on the screen.
//   - A tap is what a thumb did once, by an id that the phone made. It says what is wanted, never
//     "the other way round", and when, as an age. However often it is sent, by whomever, after
//     whatever broke: it counts once.
//   - The right of a tap is judged at the moment of the tap and for who tapped. Somebody else may
//     send it, with the proof that this person read this day on that phone.
//   - Of presence the later tap wins. All taps of a tally are kept; what is shown is their sum, and
//     never less than nothing.
//   - Presence and tallies of a day that is over are figures: rows of people go, their visits stay.
package evening

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// Evening is the room. All fields are required.
type Evening struct {
	*places.Places
	// of a member of the staff, as they signed in last; none: unknown
	RolesOf func(ctx context.Context, uid string) ([]identity.Role, error)
}

var door = places.Door

// Today is one day, as it is for whoever asks.
type Today struct {
	Day   string `json:"day"   format:"date"`
	Today string `json:"today" format:"date"      doc:"the day it is now"`
	At    string `json:"at"    format:"date-time" doc:"when this was read"`
	// Closed: not by its weekday.
	Closed   *ClosedToday   `json:"closed,omitempty"`
	Next     *NextDay       `json:"next,omitempty"   doc:"the next day with something on it, when this one has nothing"`
	Tapper   Tapper         `json:"tapper"           doc:"goes with each tap of whoever reads this"`
	Say      string         `json:"say" doc:"what staff read aloud to whom they write down"`
	MayCount string         `json:"mayCount"         doc:"what this person may change of the tally of this day" enum:"yes,withReason,no"`
	Parts    []PartOfDay    `json:"dayParts"`
	Sessions []SessionToday `json:"sessions"         doc:"by their start"`
	Calls    *CallsToday    `json:"calls,omitempty" doc:"when any is due today"`
	Notices  []NoticeToday  `json:"notices"`
}

// CallsToday are the calls that cannot wait until tomorrow.
type CallsToday struct {
	Due   int         `json:"due"`
	First *calls.Call `json:"first,omitempty" doc:"whose turn it is"`
}

// ClosedToday says why.
type ClosedToday struct {
	Reason string `json:"reason,omitempty" doc:"without its own full stop"`
}

// NextDay is what comes first after a day without anything.
type NextDay struct {
	Day   string `json:"day"   format:"date"`
	Title string `json:"title"`
	Start string `json:"start" format:"date-time"`
}

// PartOfDay is a part of the day that the house is open.
type PartOfDay struct {
	house.DayPart
	Start  string `json:"start" format:"date-time"`
	End    string `json:"end"   format:"date-time"`
	Tally  int    `json:"tally"                    doc:"visits that were counted without a name"`
	Ticked int    `json:"ticked"                   doc:"people of the lists who were there, with who came along, and those without a name"`
}

// SessionToday is one meeting of the day.
type SessionToday struct {
	ID         string `json:"id"`
	Occurrence string `json:"occurrence"`
	Activity   string `json:"activity"`
	Title      string `json:"title"`
	Kind       string `json:"kind"             enum:"date,series"`
	Mode       string `json:"mode"             enum:"walkin,signup,series"`
	N          int    `json:"n"                                            doc:"of a series: the number of this meeting"`
	Of         int    `json:"of"`
	Start      string `json:"start"                                                                                      format:"date-time"`
	End        string `json:"end"                                                                                        format:"date-time"`
	Room       string `json:"room"`
	Host       string `json:"host,omitempty"`
	Status     string `json:"status"           enum:"done,cancelled,walkin,staffOnly,closed,notOpen,full,waitlist,few,open"`
	Reason     string `json:"reason,omitempty"                             doc:"why it is cancelled"`
	Mine       bool   `json:"mine"                                         doc:"this person may act on it, and reads its people"`
	Outside    bool   `json:"outside"                                      doc:"without names and outside opening hours: it has a tally of its own"`

	Tally       int `json:"tally"                 doc:"with outside"`
	Capacity    int `json:"capacity,omitempty"    doc:"0: no limit"`
	Taken       int `json:"taken"                 doc:"places of people, with who comes along"`
	Free        int `json:"free"                  doc:"places that nobody has or is kept for; with a capacity"`
	Held        int `json:"held"                  doc:"places that are kept for who waits"`
	Waiting     int `json:"waiting"`
	Here        int `json:"here"                  doc:"people who are there, with who came along and those without a name"`
	Unnamed     int `json:"unnamed"               doc:"of them, those without a name"`
	FirstTimers int `json:"firstTimers"`
	Open        int `json:"open"                  doc:"sign-ups of which nobody said whether they came"`
	MaxGuests   int `json:"maxGuests"`

	Needs  *NeedsToday        `json:"needs,omitempty"  doc:"what people eat"`
	People []PersonToday      `json:"people,omitempty" doc:"by first name; with mine, of those who come"`
	Line   []desk.WaiterToday `json:"line,omitempty"   doc:"who waits, in order; with mine"`
}

// NeedsToday are the answers about food of one meeting together.
type NeedsToday struct {
	Vegetarian int      `json:"vegetarian,omitempty"`
	NoPork     int      `json:"noPork,omitempty"`
	Other      []string `json:"other,omitempty" doc:"in people's own words"`
}

// PersonToday is somebody who comes, with what was said of them at the door.
type PersonToday struct {
	desk.PersonSeen
	State string `json:"state"           enum:"here,absent,open"`
	Came  int    `json:"came"            doc:"of the guests, who came along"`
	By    string `json:"by,omitempty"    doc:"first name of who said so"`
	Since string `json:"since,omitempty" doc:"and when" format:"date-time"`
}

// NoticeToday is something of these days that somebody must look at.
type NoticeToday struct {
	Kind       string `json:"kind"                 enum:"belowMinimum,dayPart"`
	Day        string `json:"day"                  format:"date"`
	From       string `json:"from"                 format:"date-time"          doc:"it counts from then on"`
	Occurrence string `json:"occurrence,omitempty"`
	Activity   string `json:"activity,omitempty"`
	Title      string `json:"title,omitempty"`
	Taken      int    `json:"taken,omitempty"`
	Least      int    `json:"least,omitempty"`
	Part       string `json:"part,omitempty"       enum:"morning,afternoon,evening"`
}

// sessions reads names only where they may be read, and then the log book has it.
func (e *Evening) sessions(ctx context.Context, a asked, all []meeting) ([]SessionToday, error) {
	var open []*rules.Slot // of which people are read
	for i := range all {
		if m := &all[i]; m.mine {
			open = append(open, &m.date)
		}
	}
	said, err := e.presence(ctx, all)
	if err != nil {
		return nil, err
	}
	line, err := e.WaitingFor(ctx, e.Pool, waitlist.IDsOf(open))
	if err != nil {
		return nil, err
	}
	people, err := e.PeopleAt(ctx, a.who, open)
	if err != nil {
		return nil, err
	}
	out := make([]SessionToday, len(all))
	for i := range all {
		m := &all[i]
		s := e.session(a, m, said[m.ID])
		if m.mine {
			come, waits := people[m.date.ID].People, line[m.date.ID]
			if err := e.Looked(ctx, a.who, &m.date, come, len(waits)); err != nil {
				return nil, err
			}
			s.People = peopleOf(come, said[m.ID])
			s.Needs = needsOf(come)
			if !m.Start.After(m.date.JoinUntil) { // of a series only while one can step in
				s.Line = waits
			}
			s.Waiting = len(s.Line)
		}
		out[i] = s
	}
	return out, nil
}

func (e *Evening) session(a asked, m *meeting, said spoken) SessionToday {
	d := &m.date
	l := d.Line(m.Meeting)
	s := SessionToday{
		ID:          m.ID,
		Occurrence:  d.ID,
		Activity:    d.ActivityID,
		Title:       l.Title,
		Kind:        l.Kind,
		Mode:        l.Mode,
		N:           m.N,
		Of:          m.Of,
		Start:       l.Start,
		End:         l.End,
		Room:        m.Room,
		Host:        d.Host(),
		Status:      l.Status,
		Reason:      cmp.Or(d.Doc.ChangeReason, m.Reason),
		Mine:        m.mine,
		Taken:       d.Taken,
		Free:        d.Left(),
		Held:        d.Held,
		Waiting:     d.Waiting,
		Unnamed:     max(0, m.unnamed),
		FirstTimers: m.firstTimers,
		MaxGuests:   d.Activity.MaxGuests,
		Capacity:    booking.Number(d.Capacity),
	}
	if l.Mode == rules.Walkin {
		s.Outside = partAt(a.parts, wallOf(m.Start, a.day)) < 0
		s.Tally = max(0, m.tally)
	}
	s.Here = said.people + m.gone + s.Unnamed
	s.Open = max(0, m.signUps-said.signUps)
	return s
}

type spoken struct {
	of      map[string]word // by sign-up
	people  int             // who is there, with who came along
	signUps int             // of which somebody said whether they came
}

type word struct {
	state, by string
	guests    int
	at        time.Time
}

func (e *Evening) presence(ctx context.Context, all []meeting) (map[string]spoken, error) {
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].ID
	}
	out := map[string]spoken{}
	var uids []string
	var session, registration string
	var w word
	into := []any{&session, &registration, &w.state, &w.guests, &w.at, &w.by}
	err := db.Each(ctx, e.Pool, into, func() error {
		s := out[session]
		if s.of == nil {
			s.of = map[string]word{}
		}
		s.of[registration] = w
		if w.state == "here" {
			s.people += 1 + w.guests
		}
		if w.state != "open" {
			s.signUps++
		}
		out[session], uids = s, append(uids, w.by)
		return nil
	}, `
		select t.session_id, t.registration_id, t.state, least(t.guests, r.seats - 1), t.at, t.by
		from attendance t
		join registration r on r.id = t.registration_id
		join session se on se.id = t.session_id
			and se.occurrence_id = r.occurrence_id
			and `+waitlist.CountsAt+`
		where t.session_id = any($1)`, ids)
	if err != nil {
		return nil, err
	}
	names, err := e.FirstNames(ctx, uids...)
	for _, s := range out {
		for id, w := range s.of {
			w.by = names[w.by]
			s.of[id] = w
		}
	}
	return out, err
}

// FirstNames are those of staff by their ids.
func (e *Evening) FirstNames(ctx context.Context, uids ...string) (map[string]string, error) {
	if len(uids) == 0 {
		return nil, nil
	}
	slices.Sort(uids)
	names, err := e.Names(ctx, slices.Compact(uids))
	for id, name := range names {
		names[id], _, _ = strings.Cut(name, " ")
	}
	return names, err
}

func peopleOf(all []desk.PersonSeen, said spoken) []PersonToday {
	out := make([]PersonToday, len(all))
	for i, one := range all {
		p := PersonToday{PersonSeen: one, State: "open", Came: one.Guests}
		if w, there := said.of[one.ID]; there {
			p.State, p.By, p.Since = w.state, w.by, clock.Moment(w.at)
			if w.state == "here" {
				p.Came = w.guests
			}
		}
		out[i] = p
	}
	return out
}

func needsOf(all []desk.PersonSeen) *NeedsToday {
	var n NeedsToday
	for _, c := range all {
		if c.Diet == nil {
			continue
		}
		for _, choice := range c.Diet.Choices {
			switch choice {
			case "vegetarian":
				n.Vegetarian++
			case "noPork":
				n.NoPork++
			}
		}
		if c.Diet.Other != "" {
			n.Other = append(n.Other, c.Diet.Other)
		}
	}
	if n.Vegetarian+n.NoPork+len(n.Other) == 0 {
		return nil
	}
	return &n
}
