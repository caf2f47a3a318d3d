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
	Text  string `json:"text,omitempty" letters:"4000" doc:"empty: only the state changes"`
}

// GiveComplaint is the body of who assigns a complaint.
type GiveComplaint struct {
	UID string `json:"uid,omitempty" doc:"of a confidant or a coordinator; empty: nobody"`
}

// ExtendComplaint is the body of who takes four weeks more.
type ExtendComplaint struct {
	Reason string `json:"reason,omitempty" letters:"1000"`
}

// LearnedFrom is the body of what the house learned.
type LearnedFrom struct {
	Text string `json:"text,omitempty" letters:"2000" doc:"empty removes it"`
}

const minReason = 5

// Problems: invalid.
func (c *Complaints) say(ctx context.Context, a inbox.Act[row, AnswerComplaint]) error {
	text := httpkit.Text(a.Body.Text)
	if text != "" {
		if _, err := inbox.Words(a.Body, "text", text, minText); err != nil {
			return err
		}
	}
	if text == "" && a.Body.State == "answered" {
		return problem.WithFields(problem.Field{Name: "text", Code: problem.Required})
	}
	return c.answer(ctx, a.Tx, a.Row, a.Body, a.By.ID)
}

// give assigns a complaint. Problems: forbidden (only a confidant does), invalid (never to the
// coordinator when it is about the coordinator).
func (c *Complaints) give(
	ctx context.Context, in *inbox.ActInput[GiveComplaint],
) (*httpkit.Private[ComplaintFile], error) {
	both, err := c.takers(ctx, false)
	if err != nil {
		return nil, err
	}
	confidants, err := c.takers(ctx, true)
	if err != nil {
		return nil, err
	}
	uid := in.Body.UID
	return c.Press(ctx, in.Version, "assigned",
		func(_ pgx.Tx, by identity.Actor, m *row) error {
			s, err := c.Form(*m)
			may := both
			if s.AboutCoordinator {
				may = confidants
			}
			are := func(p identity.Member) bool { return p.UID == uid }
			m.Assignee, m.AssignedBy, m.ToCoordinator = nil, nil, false
			switch {
			case err != nil:
				return err
			case !by.Has(identity.Vertrouwenspersoon):
				return problem.New(problem.Forbidden)
			case uid == "":
				return nil
			case !slices.ContainsFunc(may, are):
				return problem.WithFields(problem.Field{Name: "uid", Code: problem.Choice})
			}
			m.Assignee, m.AssignedBy = &uid, &by.ID
			m.ToCoordinator = !slices.ContainsFunc(confidants, are)
			return nil
		})
}

// extend takes four weeks more, once; that term is told again when it is near. Problems: closed
// (extended before, or done), invalid.
func (c *Complaints) extend(_ context.Context, a inbox.Act[row, ExtendComplaint]) error {
	m := a.Row
	if m.ExtendedAt != nil || m.ClosedAt != nil {
		return problem.New(problem.Closed)
	}
	reason, err := inbox.Words(a.Body, "reason", a.Body.Reason, minReason)
	now := c.Clock.Now()
	m.ExtendedAt, m.Reminded = &now, min(m.Reminded, 1)
	m.Reason = c.Seal(extendedTable, m.ID, reason)
	return err
}

// Problems: invalid.
func (c *Complaints) learn(_ context.Context, a inbox.Act[row, LearnedFrom]) error {
	text, err := inbox.Words(a.Body, "text", a.Body.Text, 0)
	a.Row.Learning = c.Seal(learningTable, a.Row.ID, text)
	return err
}
