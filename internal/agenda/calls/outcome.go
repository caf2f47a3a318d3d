package calls

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

type CallOutcome struct {
	Outcome string `json:"outcome" enum:"yes,no,defer,told,comes,cannot,cannotThen,notThisTime,spoken,noMore,mailed,voicemail,notReached"`
	Tries   int    `json:"tries" minimum:"0" maximum:"1000" doc:"how many tries the screen shows; are there more by now, then somebody was first"`
}

// Outcomes of each kind of call, and of who does not come: the place goes to others.
var (
	outcomesOf = map[string][]string{
		booking.CallPlace:   {"yes", "no", "defer", "voicemail", "notReached"},
		waitlist.CallTell:   {"told", "voicemail", "notReached"},
		waitlist.CallRemind: {"comes", "cannot", "notThisTime", "voicemail", "notReached"},
		waitlist.CallMeet:   {"spoken", "noMore", "mailed", "voicemail", "notReached"},
	}
	cancels = []string{"cannot", "cannotThen", "noMore"}
)

var closed = problem.New(problem.Closed)

// callRow is a row of call, or the turn of somebody who waits for a free place.
type callRow struct {
	id, kind, reason, date, registration, entry, state string
	again                                              *time.Time
	changed                                            time.Time
}

// loadCall reads a call by its id, or that of who waits. Problems: not_found.
func loadCall(ctx context.Context, q db.Querier, id string) (c callRow, err error) {
	if isEntry(id) { // also of somebody who is gone
		c.kind = booking.CallPlace
	}
	err = q.QueryRow(ctx, `
		select id, kind, reason, coalesce(occurrence_id, ''), coalesce(registration_id, ''),
			coalesce(entry_id, ''), state, again_at, updated_at
		from call
		where id = $1
		union all
		select id, '`+booking.CallPlace+`', '', occurrence_id, '', id, state, null, updated_at
		from waitlist_entry
		where id = $1`, id).Scan(
		&c.id, &c.kind, &c.reason, &c.date, &c.registration, &c.entry, &c.state, &c.again,
		&c.changed,
	)
	return c, db.Problem(err)
}

// subject is the sign-up or the entry that a call is about.
func (c callRow) subject() string { return cmp.Or(c.entry, c.registration) }

func (c callRow) fits(outcome string) bool {
	return slices.Contains(outcomesOf[c.kind], outcome) ||
		c.kind == waitlist.CallTell && c.reason == waitlist.CallMoved && c.entry == "" &&
			outcome == "cannotThen"
}

// ClaimCall says that somebody rings now. Is a colleague ringing, that stands, unless anyway.
//
// Problems: those of PeekToMeet, closed (nobody need be called any more).
func (p *Calls) ClaimCall(
	ctx context.Context, who identity.Actor, id string, anyway bool,
) (out booking.Calling, err error) {
	c, err := loadCall(ctx, p.Pool, id)
	if err != nil {
		return out, err
	}
	place := c.kind == booking.CallPlace
	if place && c.state != "waiting" && c.state != "offered" || !place && c.state != "open" &&
		(c.state != "failed" || c.changed.Before(clock.Day(p.Clock.Now()))) {
		return out, problem.New(problem.NotFound)
	}
	s, err := p.PeekToMeet(ctx, who, c.date)
	if err == nil && place && !s.Now.Before(s.JoinUntil) {
		err = closed
	}
	if err != nil {
		return out, err
	}
	if _, err := p.Pool.Exec(ctx, `
		insert into calling (subject_id, by, until)
		values ($1, $2, $3)
		on conflict (subject_id) do update set by = excluded.by, until = excluded.until
		where calling.until <= $4 or calling.by = excluded.by or $5`,
		id, who.ID, s.Now.Add(booking.CallingFor), s.Now, anyway); err != nil {
		return out, db.Problem(err)
	}
	all, err := p.Contacts(ctx, p.Pool, who, []string{id})
	if c := all[id].Calling; c != nil {
		out = *c
	}
	return out, err
}

// said is what came of a call, under the lock of its date.
type said struct {
	callRow
	outcome, by string
	who         waitlist.Sealed
	tx          pgx.Tx
	s           *rules.Slot
}

// Called notes what came of a call, about a free place (by the id of who waits) or of another kind
// (by its own). Of two who fill in at once the first counts; the second reads who it was.
//
// Problems: those of StaffOn, invalid (no outcome of such a call), closed (nobody need be called
// any more), full (yes, while the place is gone), conflict (has waited once already),
// precondition_failed (a try was taken back).
func (p *Calls) Called(ctx context.Context, by booking.By, id string, in CallOutcome) (booking.Done, error) {
	first, err := loadCall(ctx, p.Pool, id)
	if first.kind != "" && !first.fits(in.Outcome) {
		err = problem.Wrong("outcome", problem.Choice)
	}
	if err != nil {
		return booking.Done{}, err
	}
	return p.StaffOn(ctx, by, first.date, func(
		tx pgx.Tx, s *rules.Slot,
	) (a booking.Acted, err error) {
		c := said{outcome: in.Outcome, by: by.Actor.ID, tx: tx, s: s}
		if c.callRow, err = loadCall(ctx, tx, id); err != nil {
			return a, err
		}
		r, err := p.Load(ctx, tx, changes.KindOf(c.subject()), c.subject())
		if c.who = r.Who; err != nil {
			return a, err
		}
		if a.Earlier, err = calledBefore(ctx, tx, id, in.Tries); err == nil && a.Earlier == nil {
			do := p.calledPerson
			if c.kind == booking.CallPlace {
				do = p.calledWaiter
			}
			if a, err = do(ctx, c); err == nil {
				err = c.tried(ctx)
			}
		}
		a.Subject, a.Done.FirstName = c.subject(), waitlist.FirstName(c.who.Name)
		return a, err
	})
}

// calledBefore is the act of who filled in meanwhile.
//
// Problems: precondition_failed (a try that the screen shows was taken back).
func calledBefore(ctx context.Context, tx pgx.Tx, subject string, shown int) (a *booking.StaffAct, err error) {
	all, err := waitlist.TriesOf(ctx, tx, `subject_id = $1`, subject)
	tries := all[subject]
	if err != nil || len(tries) == shown {
		return nil, err
	}
	if len(tries) > shown {
		a, err = booking.OneAct(ctx, tx, `where id = $1`, tries[len(tries)-1].Act)
	}
	if err == nil && a == nil {
		err = problem.New(problem.PreconditionFailed)
	}
	return a, err
}

// tried notes a try; whoever was ringing is done.
func (c said) tried(ctx context.Context) error {
	_, err := c.tx.Exec(ctx, `
		with done as (delete from calling where subject_id = $2)
		insert into call_try (id, subject_id, occurrence_id, outcome, by, at, act_id)
		values ($1, $2, $3, $4, $5, $6, $7)`,
		db.NewID("try"), c.id, c.s.ID, c.outcome, c.by, c.s.Now, c.s.Act)
	return err
}

func (c said) failed() bool { return waitlist.CallTry{Outcome: c.outcome}.Failed() }

// calledPerson is what somebody said to a call of another kind.
//
// Problems: closed (it is done, or of no use any more), and those of settle.
func (p *Calls) calledPerson(ctx context.Context, c said) (a booking.Acted, err error) {
	// somebody was told that it does not go on, just when it did again
	untrue := c.state == "withdrawn" && c.reason == booking.CallOff && c.outcome == "told"
	if c.state != "open" && c.state != "failed" && !untrue || c.date != c.s.ID {
		return a, closed
	}
	d := &desk.CalledAct{Outcome: c.outcome, Call: c.id, Again: c.again}
	a.Doc, a.Undo = d, booking.UndoFor(c.s)
	err = p.settle(ctx, c, d)
	if err == nil && untrue && c.s.Status != "cancelled" && c.s.Now.Before(c.s.Ends) {
		h := waitlist.Hearer{ID: c.subject(), Waits: c.entry != "", Who: c.who}
		err = p.CallHearer(ctx, c.tx, c.s, h, waitlist.NewCall{Reason: booking.CallOn})
	}
	return a, err
}

// settle writes down what came of a call. Who does not come is called off.
//
// Problems: invalid (outcome: it did not begin yet).
func (p *Calls) settle(ctx context.Context, c said, d *desk.CalledAct) error {
	s, rest := c.s, waitlist.RestAfter
	if c.outcome == "mailed" { // they write back in their own time
		rest = waitlist.RestAfterMail
	}
	if c.outcome == "mailed" || c.failed() {
		_, err := c.tx.Exec(ctx, `
			update call
			set again_at = $2, updated_at = $3
			where id = $1`, c.id, s.Now.Add(rest), s.Now)
		return err
	}
	if c.outcome == "notThisTime" && s.Now.Before(s.Starts) {
		return problem.Wrong("outcome", problem.Choice)
	}
	late := c.state == "failed" && !s.Now.Before(s.Starts) // nobody is called off any more
	if slices.Contains(cancels, c.outcome) && !late {
		r, err := p.LoadPlace(ctx, c.tx, c.registration)
		if err != nil {
			return err
		}
		d.Freed, d.Was = r.State == "registered", booking.Number(s.Limit)
		booking.KeepFreed(s, booking.UndoFor(s))
		if err := p.GiveBack(ctx, c.tx, s, r, booking.UndoFor(s)); err != nil {
			return err
		}
	}
	_, err := c.tx.Exec(ctx, `
		update call
		set state = 'done', outcome = $2, updated_at = $3
		where id = $1`, c.id, c.outcome, s.Now)
	return err
}
