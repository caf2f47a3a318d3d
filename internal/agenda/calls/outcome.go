package calls

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// CallOutcome is what came of a call.
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

// callRow is a call: a row of that table, or the turn of somebody who waits for a free place.
type callRow struct {
	id, kind, reason, occurrence, registration, entry, state string
	again                                                    *time.Time
	changed                                                  time.Time
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
		&c.id, &c.kind, &c.reason, &c.occurrence, &c.registration, &c.entry, &c.state, &c.again,
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

// whom is who has this sign-up or entry. Problems: not_found.
func (p *Calls) whom(ctx context.Context, q db.Querier, id string) (waitlist.Sealed, error) {
	if isEntry(id) {
		e, err := p.LoadEntry(ctx, q, "id = $1", id)
		return e.Who, err
	}
	r, err := p.LoadRegistration(ctx, q, "id = $1", id)
	return r.Who, err
}

// nameOf is the first name of a sign-up or an entry; "" of one that is gone.
func (p *Calls) nameOf(ctx context.Context, id string) (string, error) {
	who, err := p.whom(ctx, p.Pool, id)
	if waitlist.IsGone(err) {
		return "", nil
	}
	return waitlist.FirstName(who.Name), err
}

// saidBy is what came of a call to somebody, and who rang.
type saidBy struct {
	callRow
	who         waitlist.Sealed
	outcome, by string
}

// Called notes what came of a call, about a free place (by the id of who waits) or of another kind
// (by the id of the call). Two who fill in at once: the first counts, the second reads who it was.
//
// Problems: those of StaffOn, invalid (no outcome of such a call), closed (nobody need be called
// any more), full (yes, while the place is gone), conflict (has waited once already),
// precondition_failed (a try was taken back).
func (p *Calls) Called(
	ctx context.Context,
	by booking.By,
	id string,
	in CallOutcome,
) (booking.Done, error) {
	first, err := loadCall(ctx, p.Pool, id)
	if first.kind != "" && !first.fits(in.Outcome) {
		return booking.Done{}, problem.WithFields(
			problem.Field{Name: "outcome", Code: problem.Choice},
		)
	}
	if err != nil {
		return booking.Done{}, err
	}
	return p.StaffOn(ctx, by, first.occurrence, func(
		tx pgx.Tx,
		s *rules.Slot,
	) (a booking.Acted, err error) {
		c := saidBy{outcome: in.Outcome, by: by.Actor.ID}
		if c.callRow, err = loadCall(ctx, tx, id); err != nil {
			return a, err
		}
		if c.who, err = p.whom(ctx, tx, c.subject()); err != nil {
			return a, err
		}
		if a.Earlier, err = calledBefore(ctx, tx, id, in.Tries); err == nil && a.Earlier == nil {
			do := p.calledPerson
			if c.kind == booking.CallPlace {
				do = p.calledWaiter
			}
			if a, err = do(ctx, tx, s, c); err == nil {
				err = tried(ctx, tx, s, c)
			}
		}
		a.Subject, a.Done.FirstName = c.subject(), waitlist.FirstName(c.who.Name)
		return a, err
	})
}

// calledBefore is the act of who filled in meanwhile, nil when nobody did.
// Problems: precondition_failed (a try that the screen shows was taken back).
func calledBefore(
	ctx context.Context,
	tx pgx.Tx,
	subject string,
	shown int,
) (*booking.StaffAct, error) {
	all, err := waitlist.TriesOf(ctx, tx, `subject_id = $1`, subject)
	if err != nil {
		return nil, err
	}
	tries := all[subject]
	if len(tries) == shown {
		return nil, nil
	}
	if len(tries) < shown {
		return nil, problem.New(problem.PreconditionFailed)
	}
	a, err := booking.OneAct(tx.QueryRow(ctx, `
		select `+booking.ActColumns+` from staff_act where id = $1`, tries[len(tries)-1].Act))
	if err == nil && a == nil {
		err = problem.New(problem.PreconditionFailed)
	}
	return a, err
}

// tried notes a try about somebody who waits, or a call; whoever was ringing is done.
func tried(ctx context.Context, tx pgx.Tx, s *rules.Slot, c saidBy) error {
	if _, err := tx.Exec(ctx, `
		insert into call_try (id, subject_id, occurrence_id, outcome, by, at, act_id)
		values ($1, $2, $3, $4, $5, $6, $7)`,
		db.NewID("try"), c.id, s.ID, c.outcome, c.by, s.Now, s.Act); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `delete from calling where subject_id = $1`, c.id)
	return err
}

// calledPerson is what somebody said to a call of another kind.
//
// Problems: closed (it is done, or of no use any more), and those of settleCall.
func (p *Calls) calledPerson(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c saidBy,
) (a booking.Acted, err error) {
	// somebody was told that it does not go on, just when it did again
	untrue := c.state == "withdrawn" && c.reason == booking.CallOff && c.outcome == "told"
	if c.state != "open" && c.state != "failed" && !untrue || c.occurrence != s.ID {
		return a, problem.New(problem.Closed)
	}
	d := &desk.CalledAct{Outcome: c.outcome, Call: c.id, Again: c.again}
	a = booking.Acted{Doc: d, Undo: booking.UndoFor(s)}
	err = p.settleCall(ctx, tx, s, c.callRow, d)
	if err == nil && untrue && s.Status != "cancelled" && s.Now.Before(s.Ends) {
		h := waitlist.Hearer{ID: c.subject(), Waits: c.entry != "", Who: c.who}
		err = p.CallHearer(ctx, tx, s, h, waitlist.NewCall{Reason: booking.CallOn})
	}
	return a, err
}

// settleCall writes down what came of a call. Who does not come is called off, as by themselves.
func (p *Calls) settleCall(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c callRow,
	d *desk.CalledAct,
) error {
	again := waitlist.RestAfter
	if d.Outcome == "mailed" { // they write back in their own time
		again = waitlist.RestAfterMail
	}
	if d.Outcome == "mailed" || (waitlist.CallTry{Outcome: d.Outcome}).Failed() {
		_, err := tx.Exec(ctx, `
			update call
			set again_at = $2, updated_at = $3
			where id = $1`,
			c.id, s.Now.Add(again), s.Now)
		return err
	}
	if d.Outcome == "notThisTime" && s.Now.Before(s.Starts) {
		return problem.WithFields(problem.Field{Name: "outcome", Code: problem.Choice})
	}
	late := c.state == "failed" && !s.Now.Before(s.Starts) // nobody is called off any more
	if slices.Contains(cancels, d.Outcome) && !late {
		r, err := p.LoadRegistration(ctx, tx, "id = $1", c.registration)
		if err != nil {
			return err
		}
		d.Freed = r.Status == "registered"
		until := s.Now.Add(booking.UndoFor(s))
		s.UndoUntil = &until
		d.Was = booking.Number(s.Limit)
		if err := p.GiveBack(ctx, tx, s, r, booking.UndoFor(s)); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `
		update call
		set state = 'done', outcome = $2, updated_at = $3
		where id = $1`,
		c.id, d.Outcome, s.Now)
	return err
}
