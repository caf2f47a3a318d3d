package requests

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// RightsRow is a question in a list: never of whom.
type RightsRow struct {
	ID       string `json:"id"`
	What     string `json:"what"               enum:"insight,correct,erase,rest"`
	Via      string `json:"via"                enum:"site,telefoon,balie"`
	Day      string `json:"day"                format:"date"                       doc:"when it was asked"`
	DaysLeft int    `json:"daysLeft"           doc:"of the month; below 0: so many days too late"`
	Outcome  string `json:"outcome,omitempty"  enum:"done,nothing,refused,ended"   doc:"empty: open"`
	DoneOn   string `json:"doneOn,omitempty"   format:"date"`
}

// RightsList is a page of questions.
type RightsList struct {
	Items []RightsRow `json:"items"`
	Next  string      `json:"next,omitempty"`
}

// RightsRequest is a question with how to reach who asked.
type RightsRequest struct {
	RightsRow
	Email     string           `json:"email,omitempty"`
	Phone     string           `json:"phone,omitempty"     doc:"as shown, in pairs"`
	DoneBy    *identity.Member `json:"doneBy,omitempty"`
	UndoUntil string           `json:"undoUntil,omitempty" format:"date-time"`
}

// RightsDone is how a question ended.
type RightsDone struct {
	Outcome string `json:"outcome,omitempty" doc:"done, nothing (we keep nothing of them), refused (we do not know that it is them) or ended (not asked any more)"`
}

var outcomes = []string{"done", "nothing", "refused", "ended"}

// row is one row of rights_request.
type row struct {
	inbox.Row
	inbox.Undo
	progress
	What       string    `db:"what"`
	Via        string    `db:"via"`
	ReceivedAt time.Time `db:"received_at"`
	DueAt      time.Time `db:"due_at"`
}

// progress is how far a question is: what undo brings back.
type progress struct {
	State   string     `db:"state"   json:"state"`
	Outcome *string    `db:"outcome" json:"outcome,omitempty"`
	DoneAt  *time.Time `db:"done_at" json:"doneAt,omitempty"`
	DoneBy  *string    `db:"done_by" json:"doneBy,omitempty"`
}

// inbox is the table. Only a coordinator sees something of it.
func (r *Requests) inbox() inbox.Box[row, RightsRequest] {
	return inbox.Box[row, RightsRequest]{
		Pool:  r.Pool,
		Clock: r.Clock,
		Kind:  Kind,
		Table: table,
		Sees:  func(_ row, a identity.Actor) bool { return a.Has(identity.Coordinator) },
		Seen:  func(identity.Actor) []string { return []string{`true`} },
		Show:  r.whole,
		Changes: func(m row) pgx.NamedArgs {
			return pgx.NamedArgs{
				"state":   m.State,
				"outcome": m.Outcome,
				"done_at": m.DoneAt,
				"done_by": m.DoneBy,
			}
		},
		Progress: func(m *row) (*inbox.Undo, any) { return &m.Undo, &m.progress },
		UndoFor: func(ctx context.Context) time.Duration {
			return time.Duration(r.House(ctx).Keep.UndoMinutes) * time.Minute
		},
	}
}

// lists are open questions, whose month ends first; and those that are done, the last one first.
var lists = map[string]inbox.List[row]{
	"open": {
		Where: `state = 'open'`,
		By:    `due_at`,
		At:    func(m row) time.Time { return m.DueAt },
	},
	"done": {
		Where:       `state = 'done'`,
		By:          `done_at`,
		At:          func(m row) time.Time { return *m.DoneAt },
		NewestFirst: true,
	},
}

// list gives a page of a list. Problems: bad_request.
func (r *Requests) list(
	ctx context.Context,
	in *listInput,
) (*httpkit.Private[RightsList], error) {
	all, next, err := r.inbox().List(ctx, identity.ActorOf(ctx), lists[in.State], in.After, nil)
	out := RightsList{Items: make([]RightsRow, len(all)), Next: next}
	for i, m := range all {
		out.Items[i] = r.show(m)
	}
	return httpkit.Listed(out, err)
}

// Waiting is how many questions are open.
func (r *Requests) Waiting(ctx context.Context, _ identity.Actor) (n int, err error) {
	n, err = rows.Count(ctx, r.Pool, `state = 'open'`)
	return n, err
}

func (r *Requests) show(m row) RightsRow {
	out := RightsRow{
		ID:       m.ID,
		What:     m.What,
		Via:      m.Via,
		Day:      clock.Date(m.ReceivedAt),
		DaysLeft: daysBetween(r.Clock.Now(), m.DueAt),
	}
	if m.Outcome != nil {
		out.Outcome, out.DoneOn = *m.Outcome, clock.Date(*m.DoneAt)
	}
	return out
}

// daysBetween counts midnights of Amsterdam.
func daysBetween(from, to time.Time) int {
	return int(math.Round(clock.Day(to).Sub(clock.Day(from)).Hours() / 24))
}

// whole is everything about a question.
func (r *Requests) whole(
	ctx context.Context,
	_ identity.Actor,
	m row,
) (out RightsRequest, err error) {
	contact, err := inbox.OpenForm[privacy.Contact](r.Keys, table, m.Row)
	if err != nil {
		return out, err
	}
	out = RightsRequest{
		RightsRow: r.show(m),
		Email:     contact.Email,
		Phone:     house.ShowPhone(contact.Phone),
		DoneBy:    inbox.Person(m.DoneBy),
		UndoUntil: m.Undo.Shown(r.Clock.Now()),
	}
	if out.DoneBy == nil {
		return out, nil
	}
	return out, inbox.Name(ctx, r.Names, out.DoneBy)
}

// look gives a question to who may read it, and notes that they did. Problems: not_found.
func (r *Requests) look(
	ctx context.Context,
	in *inbox.OneInput,
) (*httpkit.Private[RightsRequest], error) {
	return r.inbox().Look(ctx, in)
}

// finish says how a question ended. Problems: invalid, conflict (it is done already).
func (r *Requests) finish(
	ctx context.Context,
	in *inbox.ActInput[RightsDone],
) (*httpkit.Private[RightsRequest], error) {
	box, how := r.inbox(), in.Body.Outcome
	return box.Press(ctx, in.Press, "finished", func(_ pgx.Tx, by identity.Actor, m *row) error {
		if !slices.Contains(outcomes, how) {
			return problem.WithFields(problem.Field{Name: "outcome", Code: problem.Choice})
		}
		if m.State == "done" {
			return problem.New(problem.Closed)
		}
		box.Remember(ctx, m)
		now := r.Clock.Now()
		m.progress = progress{State: "done", Outcome: &how, DoneAt: &now, DoneBy: &by.ID}
		return nil
	})
}

// undo takes the last act back. Problems: gone (too late).
func (r *Requests) undo(
	ctx context.Context,
	in *inbox.Press,
) (*httpkit.Private[RightsRequest], error) {
	return r.inbox().TakeBack(ctx, *in, func(pgx.Tx, *row) error { return nil })
}

// atDesk keeps a question that somebody asked by phone or at the desk. Problems: invalid.
func (r *Requests) atDesk(
	ctx context.Context,
	in *atDeskInput,
) (*httpkit.Private[RightsRow], error) {
	f := in.Body.Asked.Validate()
	if in.Body.Via != "telefoon" && in.Body.Via != "balie" {
		f.Add("via", problem.Choice)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	var made row
	err := db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
		id, err := r.insert(ctx, tx, question{in.Body.Asked, in.Body.Via, r.Clock.Now()})
		if err != nil {
			return err
		}
		all, err := r.inbox().Where(ctx, tx, `id = @id`, pgx.NamedArgs{"id": id})
		if err != nil {
			return err
		}
		made = all[0]
		return r.inbox().Record(ctx, tx, identity.ActorOf(ctx), "wrote", id)
	})
	return httpkit.Listed(r.show(made), err)
}

// Undoable are the acts of somebody that they can still take back.
func (r *Requests) Undoable(
	ctx context.Context,
	who identity.Actor,
) ([]identity.Undoable, error) {
	return r.inbox().Undoable(ctx, who)
}
