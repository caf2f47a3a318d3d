package complaints

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// AnswerComplaint is the body of who writes to the person, or says how far it is.
type AnswerComplaint struct {
	State string `json:"state,omitempty" doc:"confirmed, talk, asked, answered or closed"`
	Text  string `json:"text,omitempty" doc:"empty: only the state changes"`
}

// GiveComplaint is the body of who assigns a complaint.
type GiveComplaint struct {
	UID string `json:"uid,omitempty" doc:"of a confidant or a coordinator; empty: nobody"`
}

// ExtendComplaint is the body of who takes four weeks more.
type ExtendComplaint struct {
	Reason string `json:"reason,omitempty"`
}

// LearnedFrom is the body of what the house learned.
type LearnedFrom struct {
	Text string `json:"text,omitempty" doc:"empty removes it"`
}

const (
	minReason   = 5
	maxReason   = 1000
	maxLearning = 2000
)

// act changes one complaint in one transaction, notes who did, and gives what stands then.
//
// Problems: not_found (also for who may not see it), precondition_required, precondition_failed, and those of f.
func (c *Complaints) act(ctx context.Context, id, ifMatch, action string, f func(tx pgx.Tx, a identity.Actor, m row) error) (*httpkit.Private[ComplaintFile], error) {
	a := identity.ActorOf(ctx)
	err := db.InTx(ctx, c.Pool, func(tx pgx.Tx) error {
		m, err := find(ctx, tx, id, "for update")
		if err != nil {
			return err
		}
		if !m.sees(a) {
			return problem.New(problem.NotFound)
		}
		if err := httpkit.Matches(ifMatch, m.version); err != nil {
			return err
		}
		if err := f(tx, a, m); err != nil {
			return err
		}
		return c.record(ctx, tx, a, action, id)
	})
	if err != nil {
		return nil, err
	}
	m, err := find(ctx, c.Pool, id, "")
	if err != nil {
		return nil, err
	}
	out, err := c.whole(ctx, a, m)
	return httpkit.Versioned(out, m.version, err)
}

// say writes to the person and sets the state. Problems: invalid.
func (c *Complaints) say(ctx context.Context, id, ifMatch string, in AnswerComplaint) (*httpkit.Private[ComplaintFile], error) {
	return c.act(ctx, id, ifMatch, "answered", func(tx pgx.Tx, a identity.Actor, _ row) error {
		if in.Text = httpkit.Text(in.Text); in.Text != "" {
			var f problem.Faults
			if f.Length("text", in.Text, minText, maxText); len(f) > 0 {
				return problem.WithFields(f...)
			}
		}
		if in.Text == "" && in.State == "answered" {
			return problem.WithFields(problem.Field{Name: "text", Code: problem.Required})
		}
		return c.AnswerBy(ctx, tx, id, in.Text, in.State, a.ID)
	})
}

// give assigns a complaint. Only a confidant does, and never to the coordinator when it is about the coordinator.
//
// Problems: forbidden, invalid.
func (c *Complaints) give(ctx context.Context, id, ifMatch string, in GiveComplaint) (*httpkit.Private[ComplaintFile], error) {
	both, err := c.takers(ctx, row{})
	if err != nil {
		return nil, err
	}
	confidants, err := c.takers(ctx, row{aboutCoordinator: true})
	if err != nil {
		return nil, err
	}
	return c.act(ctx, id, ifMatch, "assigned", func(tx pgx.Tx, a identity.Actor, m row) error {
		may := both
		if m.aboutCoordinator {
			may = confidants
		}
		switch {
		case !a.Has(identity.Vertrouwenspersoon):
			return problem.New(problem.Forbidden)
		case in.UID != "" && !slices.ContainsFunc(may, func(p identity.Member) bool { return p.UID == in.UID }):
			return problem.WithFields(problem.Field{Name: "uid", Code: problem.Choice})
		}
		return c.set(ctx, tx, m.id, `assignee = nullif($3, ''), assigned_by = case when $3 <> '' then $4 end`, in.UID, a.ID)
	})
}

// set changes columns of one complaint, with args from $3.
func (c *Complaints) set(ctx context.Context, tx pgx.Tx, id, columns string, args ...any) error {
	_, err := tx.Exec(ctx, `update complaint set `+columns+`, version = version + 1, updated_at = $2 where id = $1`, append([]any{id, c.Clock.Now()}, args...)...)
	return err
}

// extend takes four weeks more, once and with a reason. The last term is told again when it is near.
//
// Problems: closed (extended before, or done), invalid.
func (c *Complaints) extend(ctx context.Context, id, ifMatch string, in ExtendComplaint) (*httpkit.Private[ComplaintFile], error) {
	return c.act(ctx, id, ifMatch, "extended", func(tx pgx.Tx, _ identity.Actor, m row) error {
		if m.extendedAt != nil || m.closedAt != nil {
			return problem.New(problem.Closed)
		}
		var f problem.Faults
		reason := httpkit.Text(in.Reason)
		if f.Length("reason", reason, minReason, maxReason); len(f) > 0 {
			return problem.WithFields(f...)
		}
		return c.set(ctx, tx, m.id, `extended_at = $2, extended = $3, reminded = least(reminded, 1)`, c.Keys.Seal(extendedTable, m.id, []byte(reason)))
	})
}

// learn keeps what the house learned, without names; an empty text removes it. Problems: invalid.
func (c *Complaints) learn(ctx context.Context, id, ifMatch string, in LearnedFrom) (*httpkit.Private[ComplaintFile], error) {
	return c.act(ctx, id, ifMatch, "learned", func(tx pgx.Tx, _ identity.Actor, m row) error {
		var f problem.Faults
		text := httpkit.Text(in.Text)
		if f.Length("text", text, 0, maxLearning); len(f) > 0 {
			return problem.WithFields(f...)
		}
		var box []byte
		if text != "" {
			box = c.Keys.Seal(learningTable, m.id, []byte(text))
		}
		return c.set(ctx, tx, m.id, `learning = $3`, box)
	})
}
