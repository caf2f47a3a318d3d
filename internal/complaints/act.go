package complaints

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
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

// act changes one complaint, and gives what stands then.
//
// Problems: not_found (also for who may not see it), precondition_required, precondition_failed,
// and those of f.
func (c *Complaints) act(
	ctx context.Context,
	id, ifMatch, action string,
	f func(tx pgx.Tx, a identity.Actor, m row) error,
) (*httpkit.Private[ComplaintFile], error) {
	a := identity.ActorOf(ctx)
	_, err := c.inbox().Act(ctx, a, id, ifMatch, action, func(tx pgx.Tx, m *row) error {
		return f(tx, a, *m)
	})
	if err != nil {
		return nil, err
	}
	m, err := c.inbox().Find(ctx, c.Pool, a, id)
	if err != nil {
		return nil, err
	}
	out, err := c.whole(ctx, a, m)
	return httpkit.Versioned(out, m.version, err)
}

// say writes to the person and sets the state. Problems: invalid.
func (c *Complaints) say(
	ctx context.Context,
	id, ifMatch string,
	in AnswerComplaint,
) (*httpkit.Private[ComplaintFile], error) {
	return c.act(ctx, id, ifMatch, "answered", func(tx pgx.Tx, a identity.Actor, _ row) error {
		if in.Text = httpkit.Text(in.Text); in.Text != "" {
			if _, err := inbox.Words("text", in.Text, minText, maxText); err != nil {
				return err
			}
		}
		if in.Text == "" && in.State == "answered" {
			return problem.WithFields(problem.Field{Name: "text", Code: problem.Required})
		}
		return c.AnswerBy(ctx, tx, id, in.Text, in.State, a.ID)
	})
}

// give assigns a complaint. Only a confidant does, and never to the coordinator when it is about
// the coordinator.
//
// Problems: forbidden, invalid.
func (c *Complaints) give(
	ctx context.Context,
	id, ifMatch string,
	in GiveComplaint,
) (*httpkit.Private[ComplaintFile], error) {
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
		case in.UID != "" &&
			!slices.ContainsFunc(may, func(p identity.Member) bool { return p.UID == in.UID }):
			return problem.WithFields(problem.Field{Name: "uid", Code: problem.Choice})
		}
		return c.set(
			ctx,
			tx,
			m.id,
			`assignee = nullif($3, ''), assigned_by = case when $3 <> '' then $4 end`,
			in.UID,
			a.ID,
		)
	})
}

// set changes columns of one complaint, with args from $3.
func (c *Complaints) set(ctx context.Context, tx pgx.Tx, id, columns string, args ...any) error {
	_, err := tx.Exec(ctx, `
		update complaint set `+columns+
		`, version = version + 1, updated_at = $2 where id = $1`, append([]any{
		id,
		c.Clock.Now(),
	}, args...)...)
	return err
}

// extend takes four weeks more, once and with a reason. The last term is told again when it is
// near.
//
// Problems: closed (extended before, or done), invalid.
func (c *Complaints) extend(
	ctx context.Context,
	id, ifMatch string,
	in ExtendComplaint,
) (*httpkit.Private[ComplaintFile], error) {
	return c.act(ctx, id, ifMatch, "extended", func(tx pgx.Tx, _ identity.Actor, m row) error {
		if m.extendedAt != nil || m.closedAt != nil {
			return problem.New(problem.Closed)
		}
		reason, err := inbox.Words("reason", in.Reason, minReason, maxReason)
		if err != nil {
			return err
		}
		return c.set(
			ctx,
			tx,
			m.id,
			`extended_at = $2, extended = $3, reminded = least(reminded, 1)`,
			inbox.Seal(c.Keys, extendedTable, m.id, reason),
		)
	})
}

// learn keeps what the house learned, without names; an empty text removes it. Problems: invalid.
func (c *Complaints) learn(
	ctx context.Context,
	id, ifMatch string,
	in LearnedFrom,
) (*httpkit.Private[ComplaintFile], error) {
	return c.act(ctx, id, ifMatch, "learned", func(tx pgx.Tx, _ identity.Actor, m row) error {
		text, err := inbox.Words("text", in.Text, 0, maxLearning)
		if err != nil {
			return err
		}
		return c.set(ctx, tx, m.id, `learning = $3`, inbox.Seal(c.Keys, learningTable, m.id, text))
	})
}
