package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// DatePeople is a date with everybody on it, as far as who asks may see them.
type DatePeople struct {
	Date        rules.Line          `json:"date"`
	SessionList []rules.SessionLine `json:"sessionList"`
	Host        string              `json:"host,omitempty"`
	Desk        DeskDate            `json:"desk"     doc:"the date as the desk line offers it"`
	Say         DeskSentences       `json:"say"`
	Taken       int                 `json:"taken"    doc:"places of people, with guests and who has no name"`
	Held        int                 `json:"held"     doc:"places that are kept for who waits"`
	Unnamed     int                 `json:"unnamed"  doc:"people at the door who gave no name"`
	Begins      string              `json:"begins"   format:"date-time" doc:"of the first meeting"`
	Ends        string              `json:"ends"     format:"date-time" doc:"of the last meeting"`
	MayPlan     bool                `json:"mayPlan"  doc:"who asks may also move and change people, send a message and change the number of places"`
	AskSupport  bool                `json:"askSupport"`
	AskDiet     bool                `json:"askDiet"`
	Kept        *KeptPlace          `json:"kept,omitempty" doc:"the first place that is kept for who waits"`
	PeopleOf
}

// KeptPlace is why a free place is kept.
type KeptPlace struct {
	Reason string `json:"reason"         enum:"offered,offeredPhone,waitsForHours,phoneList,callsFirst,stopped,cancelled,mailDown,undo,waitsForAnswer"`
	Name   string `json:"name,omitempty" doc:"first name of who has the offer, or whose turn it is"`
	Until  string `json:"until,omitempty" format:"date-time" doc:"of the offer; else when the place is offered"`
}

// People is that date; looking stands in the log book. Problems: those of PeekToMeet.
func (p *Desk) People(ctx context.Context, who identity.Actor, date string) (out DatePeople, err error) {
	s, err := p.PeekToMeet(ctx, who, date)
	if err != nil {
		return out, err
	}
	if out, err = p.dateSeen(ctx, who, s); err != nil {
		return out, db.Problem(err)
	}
	of, err := p.PeopleAt(ctx, who, []*rules.Slot{s})
	if err != nil {
		return out, db.Problem(err)
	}
	out.PeopleOf = of[s.ID]
	return out, p.Looked(ctx, who, s, out.People, len(out.Cancelled))
}

// PeekToMeet reads a date for who may meet its people. Problems: not_found, forbidden.
func (p *Desk) PeekToMeet(ctx context.Context, who identity.Actor, date string) (*rules.Slot, error) {
	s, err := p.Peek(ctx, p.Pool, date)
	if err == nil {
		err = p.MayMeet(ctx, p.Pool, who, s)
	}
	return s, err
}

func (p *Desk) dateSeen(ctx context.Context, who identity.Actor, s *rules.Slot) (out DatePeople, err error) {
	line, list, err := waitlist.LineOf(ctx, p.Pool, s)
	if err != nil {
		return out, err
	}
	out = DatePeople{
		Date: line, SessionList: list, Host: s.Host(), Desk: deskDate(s, line),
		Say: p.deskSentences(ctx), Taken: s.Taken, Held: s.Held, Begins: clock.Moment(s.Starts),
		Ends: clock.Moment(s.Ends), MayPlan: s.MayRun(who) == nil,
		AskSupport: s.Activity.AskSupport, AskDiet: s.Activity.AskDiet,
	}
	if err := p.SayHosts(ctx, p.Pool, &out.Host); err != nil {
		return out, err
	}
	if out.Unnamed, err = unnamedOf(ctx, p.Pool, s); err != nil {
		return out, err
	}
	out.Kept, err = p.keptPlace(ctx, s)
	return out, err
}

// keptPlace is the first place kept for who waits, or for who thinks about fewer than they asked
// for.
func (p *Desk) keptPlace(ctx context.Context, s *rules.Slot) (*KeptPlace, error) {
	if s.Held == 0 {
		return nil, nil
	}
	v, found, err := db.One[struct {
		Reason string
		Until  *time.Time
		Entry  string
	}](ctx, p.Pool, `
		select v.reason, coalesce(o.until, v.wakes_at), coalesce(o.entry_id, (
			select e.id
			from waitlist_entry e
			where e.occurrence_id = v.occurrence_id
				and e.state = case v.reason when $2 then 'offered' else 'waiting' end
				and `+waitlist.ClaimAt("$3")+`
			order by e.position limit 1
		), '')
		from vacancy v
		left join offer o on o.id = v.offer_id
		where v.occurrence_id = $1
			and v.state = 'open'
		order by v.no limit 1`, s.ID, waitlist.ReasonAnswer, s.Now)
	if !found {
		return nil, err
	}
	out := &KeptPlace{Reason: v.Reason}
	if v.Until != nil {
		out.Until = clock.Moment(*v.Until)
	}
	if v.Entry == "" {
		return out, nil
	}
	e, err := p.LoadEntry(ctx, p.Pool, v.Entry)
	if err != nil {
		return nil, err
	}
	out.Name = waitlist.FirstName(e.Who.Name)
	paused, err := privacy.PauseOf(ctx, p.Pool, s.Now, []string{v.Entry})
	if paused != nil {
		out.Name = privacy.OnPause
	}
	return out, err
}

// WaiterToday is somebody who waits and may have come along anyhow.
type WaiterToday struct {
	ID        string `json:"id"`
	FirstName string `json:"firstName"`
	Seats     int    `json:"seats"`
}

// WaitingFor are who waits for these dates, in order. The start of a date closes its list; who
// stood on it stays in line until the date is over.
func (p *Desk) WaitingFor(ctx context.Context, q db.Querier, dates []string) (map[string][]WaiterToday, error) {
	out := map[string][]WaiterToday{}
	var id, date string
	var ids []string
	var seats int
	var box []byte
	err := db.Each(ctx, q, []any{&id, &date, &seats, &box}, func() error {
		var who waitlist.Sealed
		err := p.Unbox("waitlist_entry", id, box, &who)
		out[date] = append(out[date], WaiterToday{id, waitlist.FirstName(who.Name), seats})
		ids = append(ids, id)
		return err
	}, `
		select e.id, e.occurrence_id, e.seats, e.sealed
		from waitlist_entry e
		join occurrence o on o.id = e.occurrence_id
		where e.occurrence_id = any($1)
			and (e.state in ('waiting', 'offered') or e.state = 'closed' and o.status <> 'cancelled')
		order by e.position`, dates)
	if err != nil {
		return nil, err
	}
	paused, err := privacy.Paused(ctx, q, p.Clock.Now(), ids)
	for _, line := range out {
		for i, one := range line {
			if paused[one.ID] {
				line[i].FirstName = privacy.OnPause
			}
		}
	}
	return out, err
}

// DateActs are the last acts on a date, newest first.
type DateActs struct {
	Items []booking.ActSeen `json:"items"`
}

const mostActs = 10

// Acts are what staff did about a date. Problems: those of PeekToMeet.
func (p *Desk) Acts(ctx context.Context, who identity.Actor, date string) (out DateActs, err error) {
	s, err := p.PeekToMeet(ctx, who, date)
	if err == nil {
		out.Items, err = p.ActsOf(ctx, s.ID, mostActs)
	}
	return out, err
}

// ActsOf are those; they name nobody but staff.
func (p *Desk) ActsOf(ctx context.Context, date string, most int) ([]booking.ActSeen, error) {
	_, out, err := p.SeeActs(ctx, `
		where occurrence_id = $1 or doc ? 'to' and doc->>'to' = $1
		order by no desc limit $2`, date, most)
	return out, err
}

// SeeActs are acts of staff, and how staff read them.
func (p *Desk) SeeActs(ctx context.Context, where string, args ...any) ([]booking.StaffAct, []booking.ActSeen, error) {
	acts, err := booking.ActsWhere(ctx, p.Pool, where, args...)
	if err != nil {
		return nil, nil, err
	}
	var by []*string
	out := make([]booking.ActSeen, len(acts))
	for i, a := range acts {
		out[i] = booking.SeeAct(a, p.Clock.Now())
		out[i].By, out[i].UndoneBy = a.By, a.UndoneBy
		by = append(by, &out[i].By, &out[i].UndoneBy)
	}
	return acts, out, p.SayNames(ctx, by...)
}

// Printed writes down that somebody prints the list of a date.
func (p *Desk) Printed(ctx context.Context, by booking.By, date string) (booking.Done, error) {
	return p.StaffOn(ctx, by, date, func(pgx.Tx, *rules.Slot) (booking.Acted, error) {
		return booking.Acted{Doc: &printedAct{}}, nil
	})
}

// Attempt is a try to reach somebody.
type Attempt struct {
	By      string `json:"by" doc:"name"`
	At      string `json:"at" format:"date-time"`
	Outcome string `json:"outcome"`
}

// CallSeen is the call to somebody that waits, or that nobody made in time.
type CallSeen struct {
	Kind  string   `json:"kind"           enum:"tell,remind,meet"`
	State string   `json:"state"          enum:"waits,calling,notReached,missed"`
	By    string   `json:"by,omitempty"   doc:"calling: name of who rings now"`
	Until string   `json:"until"          doc:"after it the call is too late" format:"date-time"`
	Last  *Attempt `json:"last,omitempty" doc:"the last try"`
}

// callsAbout adds the call that waits, or else the last one that was not made.
func (p *Desk) callsAbout(ctx context.Context, who identity.Actor, s *rules.Slot, people []PersonSeen) error {
	of, called := map[string]*PersonSeen{}, map[string]*CallSeen{}
	for i := range people {
		of[people[i].ID] = &people[i]
	}
	var ids []string
	var id, subject, kind, state string
	var due time.Time
	err := db.Each(ctx, p.Pool, []any{&id, &subject, &kind, &state, &due}, func() error {
		one := of[subject]
		if one == nil || one.Call != nil {
			return nil
		}
		one.ToCall = state == "open"
		one.Call = &CallSeen{Kind: kind, State: "missed", Until: clock.Moment(due)}
		if one.ToCall {
			one.Call.State = "waits"
		}
		called[id], ids = one.Call, append(ids, id)
		return nil
	}, `
		select c.id, c.subject, c.kind, c.state, c.due_at
		from (
			select *, registration_id as subject
			from call
			where occurrence_id = $1 and about is null
			union all
			select c.*, r.id
			from registration r
			join call c on `+CallAlsoOf("c", "r.id")+`
			where r.occurrence_id = $1
		) c
		where c.subject is not null
			and c.state in ('open', 'failed')
			and not `+booking.SpeaksOfNobody+`
		order by c.state = 'open' desc,
			case c.state when 'open' then c.due_at end,
			c.due_at desc, c.id`, s.ID)
	if err != nil || len(ids) == 0 {
		return err
	}
	all, err := p.Contacts(ctx, p.Pool, who, ids)
	for id, c := range called {
		at := all[id]
		if n := len(at.Attempts); n > 0 {
			c.Last = &at.Attempts[n-1]
		}
		switch {
		case c.State == "missed":
		case at.Calling != nil:
			c.State, c.By = "calling", at.Calling.By
		case c.Last != nil:
			c.State = "notReached"
		}
	}
	return err
}

// CallAlsoOf is true of a call that tells of this row too.
func CallAlsoOf(call, row string) string {
	return `(` + call + `.about is not null and ` + call + `.about
		@> jsonb_build_array(jsonb_build_object('row', ` + row + `)))`
}

// Contact is what was tried to reach somebody, and who rings them now.
type Contact struct {
	Attempts []Attempt
	Calling  *booking.Calling
}

// Contacts are those of these entries and calls.
func (p *Desk) Contacts(
	ctx context.Context, q db.Querier, who identity.Actor, subjects []string,
) (map[string]Contact, error) {
	tries, err := waitlist.TriesOf(ctx, q, `subject_id = any($1)`, subjects)
	if err != nil {
		return nil, db.Problem(err)
	}
	out := map[string]Contact{}
	var staff []*string
	for _, id := range subjects {
		c := Contact{Attempts: make([]Attempt, len(tries[id]))}
		for i, t := range tries[id] {
			c.Attempts[i] = Attempt{t.By, clock.Moment(t.At), t.Outcome}
			staff = append(staff, &c.Attempts[i].By)
		}
		out[id] = c
	}
	var id, by string
	var until time.Time
	err = db.Each(ctx, q, []any{&id, &by, &until}, func() error {
		c := &booking.Calling{
			By: by, Mine: by == who.ID, Since: clock.Moment(until.Add(-booking.CallingFor)),
			Until: clock.Moment(until),
		}
		out[id], staff = Contact{out[id].Attempts, c}, append(staff, &c.By)
		return nil
	}, `
		select subject_id, by, until
		from calling
		where subject_id = any($1)
			and until > $2`, subjects, p.Clock.Now())
	if err != nil {
		return nil, err
	}
	return out, p.SayNames(ctx, staff...)
}
