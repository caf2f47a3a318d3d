package requests

import (
	"context"
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

type row struct {
	inbox.Row
	inbox.Undo
	progress
	What  string    `db:"what"`
	Via   string    `db:"via"`
	DueAt time.Time `db:"due_at"`
}

// progress is how far a question is: what undo brings back.
type progress struct {
	State   string     `db:"state"   json:"state"`
	Outcome *string    `db:"outcome" json:"outcome,omitempty"`
	DoneAt  *time.Time `db:"done_at" json:"doneAt,omitempty"`
	DoneBy  *string    `db:"done_by" json:"doneBy,omitempty"`
}

// lists are open questions, whose month ends first; and those that are done, the last one first.
var lists = map[string]inbox.List{
	"open": {Where: isOpen, By: `due_at`},
	"done": {Where: `state = 'done'`, By: `done_at`, NewestFirst: true},
}

const isOpen = `state = 'open'`

// list gives a page of a list. Problems: bad_request.
func (r *Requests) list(ctx context.Context, in *listInput) (*httpkit.Private[RightsList], error) {
	all, next, err := r.List(ctx, identity.ActorOf(ctx), lists[in.State], in.After)
	out := RightsList{Items: make([]RightsRow, len(all)), Next: next}
	for i, m := range all {
		out.Items[i] = r.line(m)
	}
	return httpkit.Listed(out, err)
}

// Waiting is how many questions are open.
func (r *Requests) Waiting(ctx context.Context, _ identity.Actor) (int, error) {
	return r.Count(ctx, isOpen)
}

func (r *Requests) line(m row) RightsRow {
	out := RightsRow{
		ID:       m.ID,
		What:     m.What,
		Via:      m.Via,
		Day:      clock.Date(m.ReceivedAt),
		DaysLeft: clock.DaysTo(r.Clock.Now(), m.DueAt),
	}
	if m.Outcome != nil {
		out.Outcome, out.DoneOn = *m.Outcome, clock.Date(*m.DoneAt)
	}
	return out
}

func (r *Requests) show(
	_ context.Context, _ identity.Actor, m row, who privacy.Named, people *inbox.People,
) (RightsRequest, error) {
	return RightsRequest{
		RightsRow: r.line(m),
		Email:     who.Email,
		Phone:     house.ShowPhone(who.Phone),
		DoneBy:    people.Of(m.DoneBy),
		UndoUntil: m.Undo.Shown(r.Clock.Now()),
	}, nil
}

// finish says how a question ended. Problems: invalid, closed (it is done already).
func (r *Requests) finish(ctx context.Context, a inbox.Act[row, RightsDone]) error {
	how := a.Body.Outcome
	if !slices.Contains(outcomes, how) {
		return problem.WithFields(problem.Field{Name: "outcome", Code: problem.Choice})
	}
	if a.Row.State == "done" {
		return problem.New(problem.Closed)
	}
	r.Remember(ctx, a.Row)
	now := r.Clock.Now()
	a.Row.progress = progress{State: "done", Outcome: &how, DoneAt: &now, DoneBy: &a.By.ID}
	return nil
}

// atDesk keeps a question that somebody asked by phone or at the desk. Problems: invalid.
func (r *Requests) atDesk(ctx context.Context, in *atDeskInput) (*httpkit.Private[RightsRow], error) {
	f := in.Body.Asked.Validate()
	f.OneOf("via", []string{"telefoon", "balie"}, in.Body.Via)
	if err := f.Err(); err != nil {
		return nil, err
	}
	var made row
	err := db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
		id, err := r.keep(ctx, tx, in.Body.Asked, in.Body.Via)
		if err != nil {
			return err
		}
		if made, err = r.One(ctx, tx, `id = $1`, id); err != nil {
			return err
		}
		return r.Record(ctx, tx, identity.ActorOf(ctx), "wrote", id)
	})
	return httpkit.Listed(r.line(made), err)
}
