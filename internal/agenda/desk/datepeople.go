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

// DatePeople is a date with everybody on it, as far as somebody of the staff may see them.
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

// People is a date with everybody on it, for who may meet them. Looking stands in the log book, and
// so does looking at what people need: one line an hour, as a screen asks again and again.
//
// Problems: not_found, forbidden.
func (p *Desk) People(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (out DatePeople, err error) {
	s, err := p.peekToMeet(ctx, who, occurrence)
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

// peekToMeet reads a date for who may meet its people. Problems: not_found, forbidden.
func (p *Desk) peekToMeet(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (*rules.Slot, error) {
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err == nil {
		err = p.MayMeet(ctx, p.Pool, who, s)
	}
	return s, err
}

func (p *Desk) dateSeen(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
) (out DatePeople, err error) {
	if out.Date, out.SessionList, err = waitlist.LineOf(ctx, p.Pool, s); err != nil {
		return out, err
	}
	out.Host = s.Host()
	if err := p.SayHosts(ctx, p.Pool, &out.Host); err != nil {
		return out, err
	}
	out.Desk = deskDate(s, out.Date)
	out.Say = p.deskSentences(ctx)
	out.Taken, out.Held = s.Taken, s.Held
	out.Begins, out.Ends = clock.Moment(s.Starts), clock.Moment(s.Ends)
	out.MayPlan = s.MayRun(who) == nil
	out.AskSupport, out.AskDiet = s.Activity.AskSupport, s.Activity.AskDiet
	if err := p.Pool.QueryRow(ctx, `
		select unnamed from occurrence where id = $1`, s.ID).Scan(&out.Unnamed); err != nil {
		return out, err
	}
	out.Kept, err = p.keptPlace(ctx, s)
	return out, err
}

// keptPlace is the first place that is kept for who waits, or for who thinks about fewer places
// than they asked for; nil when none is.
func (p *Desk) keptPlace(ctx context.Context, s *rules.Slot) (*KeptPlace, error) {
	if s.Held == 0 {
		return nil, nil
	}
	rows, err := p.Pool.Query(ctx, `
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
	if err != nil {
		return nil, err
	}
	var out *KeptPlace
	var entry string
	var k KeptPlace
	var until *time.Time
	if _, err = pgx.ForEachRow(rows, []any{&k.Reason, &until, &entry}, func() error {
		out = &k
		return nil
	}); err != nil || out == nil {
		return nil, err
	}
	if until != nil {
		out.Until = clock.Moment(*until)
	}
	if entry == "" {
		return out, nil
	}
	e, err := p.LoadEntry(ctx, p.Pool, "id = $1", entry)
	if err != nil {
		return out, err
	}
	out.Name = waitlist.FirstName(e.Who.Name)
	paused, err := privacy.PauseOf(ctx, p.Pool, s.Now, []string{entry})
	if paused != nil {
		out.Name = privacy.OnPause
	}
	return out, err
}

// DateActs are the last acts of staff on a date, newest first.
type DateActs struct {
	Items []booking.ActSeen `json:"items"`
}

const mostActs = 10

// Acts are what staff did about a date, for who may meet its people.
//
// Problems: not_found, forbidden.
func (p *Desk) Acts(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (out DateActs, err error) {
	s, err := p.peekToMeet(ctx, who, occurrence)
	if err != nil {
		return out, err
	}
	out.Items, err = p.ActsOf(ctx, s.ID, mostActs)
	return out, err
}

// ActsOf are the last acts of staff on a date, newest first; they name nobody but staff.
func (p *Desk) ActsOf(ctx context.Context, occurrence string, most int) ([]booking.ActSeen, error) {
	rows, err := p.Pool.Query(ctx, `
		select `+booking.ActColumns+`
		from staff_act
		where occurrence_id = $1 or doc ? 'to' and doc->>'to' = $1
		order by no desc limit $2`, occurrence, most)
	if err != nil {
		return nil, db.Problem(err)
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (booking.StaffAct, error) {
		return booking.ScanAct(r)
	})
	if err != nil {
		return nil, db.Problem(err)
	}
	ids := make([]string, 0, 2*len(acts))
	for _, a := range acts {
		ids = append(ids, a.By, a.UndoneBy)
	}
	names, err := p.Names(ctx, ids)
	out := make([]booking.ActSeen, len(acts))
	for i, a := range acts {
		out[i] = booking.SeeAct(a, p.Clock.Now())
		out[i].By, out[i].UndoneBy = names[a.By], names[a.UndoneBy]
	}
	return out, err
}

// Printed writes down that somebody puts the list of a date on paper. The paper is made by the
// screen, of what it shows.
//
// Problems: those of StaffOn.
func (p *Desk) Printed(
	ctx context.Context,
	by booking.By,
	occurrence string,
) (booking.Done, error) {
	return p.StaffOn(ctx, by, occurrence, func(pgx.Tx, *rules.Slot) (booking.Acted, error) {
		return booking.Acted{Doc: &printedAct{}}, nil
	})
}
