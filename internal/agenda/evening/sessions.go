package evening

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// sessions are the meetings as the screen gets them; names it reads only where they may be read,
// and then the log book has it.
func (e *Evening) sessions(ctx context.Context, a asked, all []meeting) ([]SessionToday, error) {
	var dates, mine []string
	var open []*rules.Slot // of which people are read
	for i := range all {
		m := &all[i]
		dates = append(dates, m.date.ID)
		if m.mine {
			mine, open = append(mine, m.date.ID), append(open, &m.date)
		}
	}
	said, err := e.presence(ctx, all)
	if err != nil {
		return nil, err
	}
	counts, err := e.counts(ctx, dates)
	if err != nil {
		return nil, err
	}
	line, err := e.WaitingFor(ctx, e.Pool, mine)
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
		s := e.session(a, m, counts[m.date.ID], said[m.ID])
		if m.mine {
			come, waits := people[m.date.ID].People, line[m.date.ID]
			if err := e.Looked(ctx, a.who, &m.date, come, len(waits)); err != nil {
				return nil, err
			}
			s.People = peopleOf(come, said[m.ID])
			s.Needs = needsOf(come)
			s.Line = lineOf(m, waits)
			s.Waiting = len(s.Line)
		}
		out[i] = s
	}
	return out, nil
}

func (e *Evening) session(a asked, m *meeting, c counted, said spoken) SessionToday {
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
		FirstTimers: c.firstTimers,
		MaxGuests:   d.Activity.MaxGuests,
	}
	if d.Capacity != nil {
		s.Capacity = *d.Capacity
	}
	if l.Mode == rules.Walkin {
		s.Outside = partAt(a.parts, wallOf(m.Start, a.day)) < 0
		s.Tally = max(0, m.tally)
	}
	s.Here = said.people + m.gone + s.Unnamed
	s.Open = max(0, c.signUps-said.signUps)
	return s
}

type counted struct{ signUps, firstTimers int }

func (e *Evening) counts(ctx context.Context, dates []string) (map[string]counted, error) {
	out := map[string]counted{}
	var id string
	var c counted
	return out, db.Each(ctx, e.Pool, []any{&id, &c.signUps, &c.firstTimers}, func() error {
		out[id] = c
		return nil
	}, `
		select o.id, count(*), count(*) filter (where (r.doc->>'firstTime')::boolean)
		from occurrence o
		cross join lateral (
			select doc
			from registration
			where occurrence_id = o.id and status in ('registered', 'attended', 'absent')
			offset 0
		) r
		where o.id = any($1)
		group by o.id`, dates)
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
	names, err := e.firstNames(ctx, uids...)
	for _, s := range out {
		for id, w := range s.of {
			w.by = names[w.by]
			s.of[id] = w
		}
	}
	return out, err
}

func (e *Evening) firstNames(ctx context.Context, uids ...string) (map[string]string, error) {
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

// lineOf are those who wait and may be at the door: of a series only while one can step in.
func lineOf(m *meeting, all []desk.AtDoor) []WaiterToday {
	if m.Start.After(m.date.JoinUntil) {
		return nil
	}
	out := make([]WaiterToday, len(all))
	for i, w := range all {
		out[i] = WaiterToday(w)
	}
	return out
}
