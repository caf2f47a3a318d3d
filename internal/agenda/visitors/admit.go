package visitors

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// Who comes at one moment is let in by one transaction, whatever the dates: a round. It takes the
// dates that nobody holds; those of a date that somebody does hold wait for it in a line of their
// own, and stop nobody else.

const (
	mostInRound = 256
	// patience of who waits for a date that somebody holds, from when they came
	patience = 25 * time.Second
)

// arrival is somebody at the door.
type arrival struct {
	*Coming
	turn  *httpkit.Turn[Outcome]
	flash httpkit.Flash
	ctx   context.Context // of their request: who went away meanwhile is not let in
	since time.Time       // of the machine
	done  chan struct{}
}

func (a *arrival) end(err error) {
	if err != nil {
		a.turn.Err = err
	}
	a.turn.Leave()
	close(a.done)
}

// admit lets somebody in, once, and answers with what came of it.
func (p *Visitors) admit(ctx context.Context, flash httpkit.Flash, c *Coming) (*httpkit.Reply[Outcome], error) {
	if !rules.Readable(c.Date) {
		return nil, problem.New(problem.NotFound)
	}
	turn, err := httpkit.Enter[Outcome](ctx, p.Keeper)
	if err != nil {
		return nil, err
	}
	a := &arrival{
		Coming: c, turn: turn, flash: flash, ctx: ctx, since: time.Now(), done: make(chan struct{}),
	}
	if p.lines.Runs(c.Date) {
		p.wait(a)
	} else {
		p.lines.Join("", a, mostInRound, func(all []*arrival) { p.letIn(all, "") })
	}
	select {
	case <-a.done:
		return turn.Reply()
	case <-ctx.Done():
		return nil, db.Problem(ctx.Err())
	}
}

// wait lets somebody wait in the line of a date that is held.
func (p *Visitors) wait(a *arrival) {
	p.lines.Join(a.Date, a, mostInRound, func(all []*arrival) {
		leave, err := p.Dates.Enter(context.Background(), a.Date)
		if err != nil {
			for _, a := range all {
				a.end(db.Problem(err))
			}
			return
		}
		defer leave()
		p.letIn(all, a.Date)
	})
}

// letIn lets all of a round in; without held those whose date is held wait for it. One whose rows
// the database does not take spoils it for nobody else.
func (p *Visitors) letIn(all []*arrival, held string) {
	all = slices.DeleteFunc(all, func(a *arrival) bool {
		switch err := a.ctx.Err(); {
		case err != nil:
			a.end(db.Problem(err))
			return true
		case held == "" && p.Dates.Wanted(a.Date):
			p.wait(a)
			return true
		}
		return false
	})
	if len(all) == 0 {
		return
	}
	db.Halves(all, func(all []*arrival) error {
		later, err := p.round(all, held)
		var down *problem.Problem
		switch {
		case isLocked(err):
			later = all
		case errors.As(err, &down) && down.Code == problem.Unavailable: // for all of them
		case err != nil:
			return err
		}
		for _, a := range all {
			if slices.Contains(later, a) && time.Since(a.since) < patience {
				p.wait(a)
			} else {
				a.end(err)
			}
		}
		return nil
	}, func(a *arrival, err error) { a.end(err) })
}

// isLocked says that a row was held for longer than a connection waits.
func isLocked(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "55P03"
}

// round lets these people in, in one transaction. Without held it gives back whose date is held by
// somebody else; with it, it waits for that date.
func (p *Visitors) round(all []*arrival, held string) (later []*arrival, err error) {
	defer func() {
		if r := recover(); r != nil {
			slog.Error("letting in panicked", "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
			err = problem.New(problem.Internal)
		}
	}()
	turns, who := make([]*httpkit.Turn[Outcome], len(all)), make([]*Coming, len(all))
	ids := map[string]bool{}
	for i, a := range all {
		turns[i], who[i], ids[a.Date] = a.turn, a.Coming, true
	}
	ctx := context.Background()
	err = p.InTx(ctx, func(tx pgx.Tx) (word bool, err error) {
		var look, keep pgx.Batch
		httpkit.Look(&look, p.Keeper, turns)
		dates := p.LockFree(&look, slices.Sorted(maps.Keys(ids)), held != "")
		p.lookUp(&look, who)
		if err := tx.SendBatch(ctx, &look).Close(); err != nil {
			return false, err
		}
		stale, err := p.BeginAll(ctx, tx, dates.Locked)
		if stale && err == nil {
			err = p.lookUpNow(ctx, tx, who)
		}
		if err != nil {
			return false, err
		}
		later = takeTurns(p, all, dates)
		var in []*Coming
		for _, a := range all {
			if a.turn.Acts() {
				in = append(in, a.Coming)
			}
		}
		if len(in) == 0 { // what is over by the clock ends with who changes something
			return false, errNobody
		}
		if err := p.write(ctx, tx, in); err != nil {
			return false, err
		}
		if word, err = p.StoreAll(ctx, tx, dates.Locked); err != nil {
			return false, err
		}
		httpkit.Keep(&keep, p.Keeper, turns)
		return word, db.Later(ctx, tx, &keep)
	})
	if errors.Is(err, errNobody) {
		err = nil
	}
	return later, err
}

// takeTurns lets everybody take their turn, in the order in which they came.
func takeTurns(p *Visitors, all []*arrival, dates *waitlist.Free) (later []*arrival) {
	for _, a := range all {
		s := waitlist.DateOf(dates.Locked, a.Date)
		switch {
		case !a.turn.Acts():
		case s != nil:
			if a.turn.Err = p.turn(s, a.Coming); a.turn.Err == nil {
				a.turn.Answer = a.answer()
			}
		case dates.Held[a.Date]:
			later = append(later, a)
			a.turn.Err = heldOn()
		default:
			a.turn.Err = problem.New(problem.NotFound)
		}
	}
	return later
}

var errNobody = errors.New("nobody came in")

// heldOn is what somebody hears whose date is held for longer than their patience.
func heldOn() error {
	held := problem.New(problem.Unavailable)
	held.RetryAfter = 5
	return held
}

// answer is what they hear: the same, whether they were there already or not.
func (a *arrival) answer() httpkit.Answer[Outcome] {
	r, flash := &a.row, a.flash
	flash.Kind = "waiting"
	if r.Kind == waitlist.PlaceKind {
		flash.Kind = "registered"
		if a.s.Activity.MeetFirst && *r.Doc.FirstTime {
			flash.Meet = waitlist.MeetsBy(r.Who.Phone, r.Who.Email, r.Doc.NoMail)
		}
	}
	return httpkit.Answer[Outcome]{
		Status: http.StatusCreated, Body: Outcome{flash.Kind}, Subject: a.subject, Flash: flash,
	}
}
