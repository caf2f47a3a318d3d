package newsletter

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// IssueNumbers are how many people a newsletter went to.
type IssueNumbers struct {
	Sent      int `json:"sent"`
	Waiting   int `json:"waiting"`
	Failed    int `json:"failed"`
	Withdrawn int `json:"withdrawn" doc:"left the list, or it was stopped"`
}

// IssueRow is a newsletter in the list of all.
type IssueRow struct {
	ID      string `json:"id"`
	Subject string `json:"subject"`
	State   string `json:"state" enum:"draft,planned,late,empty,sending,paused,stopped,sent"`
	At      string `json:"at" format:"date-time" doc:"planned for, begun, or else last changed"`
	IssueNumbers
}

// IssueList is all of them, the last changed first.
type IssueList struct {
	Items   []IssueRow `json:"items"`
	Readers int        `json:"readers" doc:"people on the list"`
}

// IssueProgress is everything about one but its words.
type IssueProgress struct {
	ID        string          `json:"id"`
	State     string          `json:"state" enum:"draft,planned,late,empty,sending,paused,stopped,sent"`
	Version   int             `json:"version" doc:"of the words, for a plan"`
	Readers   int             `json:"readers" doc:"people on the list now"`
	PlannedAt string          `json:"plannedAt,omitempty" format:"date-time"`
	StartedAt string          `json:"startedAt,omitempty" format:"date-time"`
	EndedAt   string          `json:"endedAt,omitempty" format:"date-time"`
	GoesOnAt  string          `json:"goesOnAt,omitempty" format:"date-time" doc:"at night nothing is sent: then it goes on"`
	Minutes   int             `json:"minutes" doc:"how long the rest takes"`
	Faults    []problem.Field `json:"faults" doc:"what keeps it from going"`
	Empty     bool            `json:"empty"`
	Story     string          `json:"story,omitempty" doc:"who told the story that is in it"`
	Lost      bool            `json:"lost" doc:"a story was chosen that may not be in it (any more)"`
	Doc       json.RawMessage `json:"doc" doc:"its document as it would go now"`
	Dropped   []string        `json:"dropped" doc:"ids of what was chosen and is not in it (any more)"`
	Tested    bool            `json:"tested" doc:"somebody had these words as a test"`
	Why       []IssueWhy      `json:"why" doc:"of what failed"`
	IssueNumbers
}

// IssueWhy says how often a newsletter was not accepted for one reason.
type IssueWhy struct {
	Why   string `json:"why" enum:"address,box,refused,spam,ours"`
	Count int    `json:"count"`
}

// IssueFailed are the addresses that were not reached, as far as they are still on the list.
type IssueFailed struct {
	Items []FailedAddress `json:"items"`
}

// FailedAddress is one of them.
type FailedAddress struct {
	Email string `json:"email"`
	Why   string `json:"why" enum:"address,box,refused,spam,ours"`
}

// countedFor is how long the numbers come from the mails themselves, which are swept after 30 days.
const countedFor = 28 * 24 * time.Hour

func (n *Newsletter) numbers(ctx context.Context, s sendingRow) (IssueNumbers, error) {
	c := s.BulkCount
	if s.StartedAt != nil &&
		(s.EndedAt == nil || n.Clock.Now().Sub(*s.EndedAt) < countedFor) {
		now, err := n.Mail.CountBulk(ctx, n.Pool, s.ID)
		if err != nil {
			return IssueNumbers{}, db.Problem(err)
		}
		if now != (mail.BulkCount{}) {
			c = now
		}
	}
	return IssueNumbers{c.Sent, c.Waiting, c.Failed, c.Withdrawn}, nil
}

func (n *Newsletter) issues(ctx context.Context, _ *struct{}) (*httpkit.Private[IssueList], error) {
	lines, err := n.Writing.Lines(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := n.Pool.Query(ctx, `select `+sendingColumns+` from issue_sending`)
	if err != nil {
		return nil, db.Problem(err)
	}
	all, err := pgx.CollectRows(rows, scanSending)
	if err != nil {
		return nil, db.Problem(err)
	}
	by := map[string]sendingRow{}
	for _, s := range all {
		by[s.ID] = s
	}
	out := IssueList{Items: make([]IssueRow, len(lines))}
	for i, l := range lines {
		s, at := by[l.ID], l.UpdatedAt
		state := s.State
		switch {
		case s.StartedAt != nil:
			at = *s.StartedAt
		case l.SentAt != nil:
			state, at = sent, *l.SentAt
		case s.PlannedAt != nil:
			at = *s.PlannedAt
		case state == "":
			state = draft
		}
		out.Items[i] = IssueRow{ID: l.ID, Subject: l.Subject, State: state, At: clock.Moment(at)}
		if out.Items[i].IssueNumbers, err = n.numbers(ctx, s); err != nil {
			return nil, err
		}
	}
	out.Readers, err = n.readers(ctx, n.Pool)
	return httpkit.Listed(out, db.Problem(err))
}

// progress tells how far one is: its state, its numbers and what keeps it. not_found: there is
// none.
func (n *Newsletter) progress(ctx context.Context, id string) (out IssueProgress, err error) {
	p, err := n.Writing.IssueDraft(ctx, n.Pool, id)
	if err != nil {
		return out, err
	}
	s, err := n.readSending(ctx, n.Pool, id, "")
	if err != nil {
		return out, db.Problem(err)
	}
	now := n.Clock.Now()
	out = IssueProgress{
		ID:        id,
		State:     s.State,
		Version:   p.Version,
		PlannedAt: moment(s.PlannedAt),
		StartedAt: moment(s.StartedAt),
		EndedAt:   moment(s.EndedAt),
		Faults:    append([]problem.Field{}, p.Faults...),
		Empty:     p.Empty,
		Story:     p.Story,
		Lost:      p.Lost,
		Doc:       p.Doc,
		Dropped:   append([]string{}, p.Dropped...),
		Tested:    s.Tested != nil && *s.Tested == p.Version,
		Why:       []IssueWhy{},
	}
	if s.StartedAt == nil {
		if _, err := n.Writing.Sent(ctx, id); err == nil {
			out.State = sent // from before newsletters were sent here
		}
	}
	if s.State == sending && byNight(now) {
		out.GoesOnAt = clock.Moment(morning(now))
	}
	if out.Readers, err = n.readers(ctx, n.Pool); err != nil {
		return out, db.Problem(err)
	}
	if out.IssueNumbers, err = n.numbers(ctx, s); err != nil {
		return out, err
	}
	out.Minutes = minutes(out.Waiting, n.pace(ctx))
	if out.Failed == 0 {
		return out, nil
	}
	dead, err := n.Mail.DeadBulk(ctx, n.Pool, id)
	for _, why := range []string{
		mail.WhyAddress, mail.WhyBox, mail.WhyRefused, mail.WhySpam, mail.WhyOurs,
	} {
		count := 0
		for _, d := range dead {
			if d.Why == why {
				count++
			}
		}
		if count > 0 {
			out.Why = append(out.Why, IssueWhy{why, count})
		}
	}
	return out, db.Problem(err)
}

func moment(t *time.Time) string {
	if t == nil {
		return ""
	}
	return clock.Moment(*t)
}

// failed are the addresses that were not reached, with a line in the log book.
func (n *Newsletter) failed(ctx context.Context, id string) (out IssueFailed, err error) {
	out.Items = []FailedAddress{}
	if _, err := n.Writing.IssueDraft(ctx, n.Pool, id); err != nil {
		return out, err
	}
	dead, err := n.Mail.DeadBulk(ctx, n.Pool, id)
	if err != nil {
		return out, db.Problem(err)
	}
	for _, d := range dead {
		address, err := n.addressOf(ctx, n.Pool, d.Cause)
		if err != nil {
			return out, db.Problem(err)
		}
		if address != "" {
			out.Items = append(out.Items, FailedAddress{address, d.Why})
		}
	}
	who := identity.ActorOf(ctx)
	return out, db.Problem(privacy.Record(ctx, n.Pool, n.Clock.Now(), privacy.Entry{
		Actor: who.ID, Roles: who.RoleNames(), Action: "listed", Kind: Kind, ObjectID: id,
	}))
}
