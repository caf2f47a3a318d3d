package newsletter

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// IssuePlan is when a newsletter is to go. Without a day and a time it is now.
type IssuePlan struct {
	Day     string `json:"day,omitempty"  example:"2026-12-01"`
	Time    string `json:"time,omitempty" example:"10.00"`
	Version int    `json:"version"        doc:"of the words that were on the screen"`
}

// moment is the moment of a plan, on the clock of Amsterdam. Problems, at their field: invalid for
// what is no day or time, order for what has passed, closed hours are choice.
func (p IssuePlan) moment(now time.Time) (time.Time, error) {
	if p.Day == "" && p.Time == "" {
		return morning(now), nil
	}
	var f problem.Faults
	f.Day("day", p.Day)
	wall, err := time.Parse("15.04", strings.ReplaceAll(p.Time, ":", "."))
	if err != nil {
		f.Add("time", problem.Invalid)
	}
	if len(f) > 0 {
		return now, problem.WithFields(f...)
	}
	day, _ := time.Parse(time.DateOnly, p.Day) // f.Day read it
	y, m, d := day.Date()
	at := time.Date(y, m, d, wall.Hour(), wall.Minute(), 0, 0, clock.Amsterdam)
	switch {
	case !at.After(now):
		f.Add("time", problem.Order)
	case byNight(at): // and with it the hours that a night has twice, or not at all
		f.Add("time", problem.Choice)
	case at.After(now.AddDate(1, 0, 0)):
		f.Add("day", problem.Order)
	}
	if len(f) > 0 {
		return at, problem.WithFields(f...)
	}
	return at, nil
}

// IssueCheck is what a plan would do.
type IssueCheck struct {
	At      string `json:"at" format:"date-time"`
	Now     bool   `json:"now"     doc:"it begins at once"`
	Readers int    `json:"readers" doc:"people on the list now"`
	Minutes int    `json:"minutes" doc:"how long it takes, at the pace of the settings"`

	LastYear int `json:"lastYear" doc:"newsletters that went in the year before"`
	Promised int `json:"promised" doc:"so many a year, about, subscribers agreed to"`
}

// promised is what the tick of a subscriber says: about six a year. Who plans more is told.
const promised = 6

func (n *Room) check(ctx context.Context, p IssuePlan) (out IssueCheck, err error) {
	now := n.Clock.Now()
	at, err := p.moment(now)
	if err != nil {
		return out, err
	}
	out = IssueCheck{At: clock.Moment(at), Now: at.Equal(now), Promised: promised}
	if out.Readers, err = readers(ctx, n.Pool); err != nil {
		return out, err
	}
	out.Minutes = minutes(out.Readers)
	err = n.Pool.QueryRow(ctx, `
		select count(*)
		from issue_sending
		where started_at > $1`, at.AddDate(-1, 0, 0)).Scan(&out.LastYear)
	return out, db.Problem(err)
}

// minutes is how long so many mails take.
func minutes(mails int) int { return max(1, (mails+pace-1)/pace) }

// move is an act on a newsletter that nobody has yet, with its line in the log book; one that went
// is closed.
func (n *Room) move(
	ctx context.Context,
	id, act string,
	f func(tx pgx.Tx, s *sendingRow, words paper) error,
) (IssueProgress, error) {
	err := db.InTx(ctx, n.Pool, func(tx pgx.Tx) error {
		s, err := n.hold(ctx, tx, id)
		if err != nil {
			return err
		}
		words, err := n.paper(ctx, tx, id)
		if err == nil && s.StartedAt != nil {
			err = problem.New(problem.Closed)
		}
		was := s.State
		if err == nil {
			err = f(tx, &s, words)
		}
		if err != nil || act == "unplanned" && was == draft {
			return err
		}
		if err := n.store(ctx, tx, s); err != nil {
			return err
		}
		return n.log(ctx, tx, act, IssueKind, id)
	})
	if err != nil {
		return IssueProgress{}, db.Problem(err)
	}
	return n.progress(ctx, id)
}

// log writes what who asks does into the log book.
func (n *Room) log(ctx context.Context, q db.Querier, act, kind, id string) error {
	who := identity.ActorOf(ctx)
	return privacy.Record(ctx, q, n.Clock.Now(), privacy.Entry{
		Actor: who.ID, Roles: who.RoleNames(), Action: act, Kind: kind, ObjectID: id,
	})
}

// plan puts a newsletter in the planning, or starts it when that is now. Problems:
// precondition_failed when the words changed since, invalid when something keeps it from going,
// closed when it went already.
func (n *Room) plan(ctx context.Context, id string, p IssuePlan) (IssueProgress, error) {
	now := n.Clock.Now()
	at, err := p.moment(now)
	if err != nil {
		return IssueProgress{}, err
	}
	return n.move(ctx, id, "planned", func(tx pgx.Tx, s *sendingRow, words paper) error {
		switch {
		case words.gone:
			return problem.New(problem.Gone)
		case words.version != p.Version:
			return problem.New(problem.PreconditionFailed)
		case len(words.faults) > 0:
			return problem.WithFields(words.faults...)
		}
		count, err := readers(ctx, tx)
		if err == nil && count == 0 {
			err = problem.WithFields(problem.Field{Name: "readers", Code: problem.Required})
		}
		s.State, s.PlannedAt, s.EndedAt = scheduled, &at, nil
		if err != nil || at.After(now) {
			return err
		}
		return n.start(ctx, tx, s)
	})
}

// Plan puts a newsletter in the planning for a moment, without anybody who asks: sample data.
func (n *Room) Plan(ctx context.Context, tx pgx.Tx, id string, at time.Time) error {
	s, err := n.hold(ctx, tx, id)
	if err != nil || s.StartedAt != nil {
		return err
	}
	s.State, s.PlannedAt, s.EndedAt = scheduled, &at, nil
	return n.store(ctx, tx, s)
}

// WasSent says of a newsletter that it was sent to so many people at a moment: sample data.
func (n *Room) WasSent(ctx context.Context, tx pgx.Tx, id string, at time.Time, readers int) error {
	s, err := n.hold(ctx, tx, id)
	if err != nil || s.StartedAt != nil {
		return err
	}
	end := at.Add(time.Duration(minutes(readers)) * time.Minute)
	s.State, s.StartedAt, s.EndedAt, s.Sent = sent, &at, &end, readers
	return n.store(ctx, tx, s)
}

// unplan takes a newsletter out of the planning. closed: it is being sent already.
func (n *Room) unplan(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "unplanned", func(_ pgx.Tx, s *sendingRow, _ paper) error {
		s.State, s.PlannedAt = draft, nil
		return nil
	})
}

// planUndo is how long the bar of who planned a newsletter offers to take that back; its own screen
// does so until it goes.
const planUndo = 10 * time.Minute

// Undoable are the plans that somebody made just now.
func (n *Room) Undoable(ctx context.Context, who identity.Actor) (out []identity.Undoable, err error) {
	deeds, err := inbox.LastDeeds(ctx, n.Pool, IssueKind, n.Clock.Now().Add(-planUndo))
	for _, d := range deeds {
		if d.By != who.ID || d.Act != "planned" {
			continue
		}
		at, err := n.Planned(ctx, n.Pool, d.Of)
		if err != nil {
			return nil, err
		}
		if at == nil {
			continue
		}
		until := d.At.Add(planUndo)
		if at.Before(until) {
			until = *at
		}
		out = append(out, identity.Undoable{
			ID:    d.Of,
			Kind:  IssueKind,
			Act:   d.Act,
			Of:    d.Of,
			At:    clock.Moment(d.At),
			Until: clock.Moment(until),
		})
	}
	return out, err
}
