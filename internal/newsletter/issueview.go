package newsletter

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// IssueStands is how a newsletter stands: its state, and how many people it went to.
type IssueStands struct {
	State     string `json:"state" enum:"draft,scheduled,sending,sent"`
	Late      bool   `json:"late" doc:"its moment passed and it was not sent: it asks before it goes"`
	Sent      int    `json:"sent"`
	Waiting   int    `json:"waiting"`
	Failed    int    `json:"failed"`
	Withdrawn int    `json:"withdrawn" doc:"left the list meanwhile"`
}

// IssueRow is a newsletter in the list of all.
type IssueRow struct {
	ID      string `json:"id"`
	Subject string `json:"subject"`
	At      string `json:"at" format:"date-time" doc:"planned for, begun, or else last changed"`
	IssueStands
}

// IssueList is all of them, the last changed first.
type IssueList struct {
	Items   []IssueRow `json:"items"`
	Readers int        `json:"readers" doc:"people on the list"`
}

// IssueProgress is everything about one but its words.
type IssueProgress struct {
	ID        string          `json:"id"`
	Version   int             `json:"version" doc:"of the words, for a plan"`
	Readers   int             `json:"readers" doc:"people on the list now"`
	PlannedAt string          `json:"plannedAt,omitempty" format:"date-time"`
	StartedAt string          `json:"startedAt,omitempty" format:"date-time"`
	EndedAt   string          `json:"endedAt,omitempty" format:"date-time"`
	GoesOnAt  string          `json:"goesOnAt,omitempty" format:"date-time" doc:"at night nothing is sent: then it goes on"`
	Minutes   int             `json:"minutes" doc:"how long the rest takes"`
	Faults    []problem.Field `json:"faults" doc:"what keeps it from going"`
	Story     string          `json:"story,omitempty" doc:"who told the story that is in it"`
	Lost      bool            `json:"lost" doc:"a story was chosen that may not be in it (any more)"`
	Doc       json.RawMessage `json:"doc" doc:"its document as it would go now"`
	Dropped   []string        `json:"dropped" doc:"ids of what was chosen and is not in it (any more)"`
	Tested    bool            `json:"tested" doc:"somebody had these words as a test"`
	Why       []IssueWhy      `json:"why" doc:"of what failed"`
	IssueStands
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

// stands tells how s stands; archived says that visitors read it. Without a start it is from before
// newsletters were sent here.
func (n *Room) stands(ctx context.Context, s sendingRow, archived bool) (out IssueStands, err error) {
	now, c := n.Clock.Now(), s.BulkCount
	if s.StartedAt == nil && archived {
		s.State = sent
	}
	if s.StartedAt != nil && (s.EndedAt == nil || now.Sub(*s.EndedAt) < countedFor) {
		stored, err := n.Mail.CountBulk(ctx, n.Pool, s.ID)
		if err != nil {
			return out, db.Problem(err)
		}
		if stored != (mail.BulkCount{}) {
			c = stored
		}
	}
	return IssueStands{s.State, s.late(now), c.Sent, c.Waiting, c.Failed, c.Withdrawn}, nil
}

func (n *Room) issues(ctx context.Context, _ *struct{}) (*httpkit.Private[IssueList], error) {
	lines, err := n.Desk.Lines(ctx, IssueKind)
	if err != nil {
		return nil, err
	}
	all, err := db.All[sendingRow](ctx, n.Pool, `select `+sendingColumns+` from issue_sending`)
	if err != nil {
		return nil, err
	}
	by := map[string]sendingRow{}
	for _, s := range all {
		by[s.ID] = s
	}
	out := IssueList{Items: make([]IssueRow, len(lines))}
	for i, l := range lines {
		s := by[l.ID]
		s.State = cmp.Or(s.State, draft)
		at := cmp.Or(s.StartedAt, l.PublishedAt, s.PlannedAt, &l.UpdatedAt)
		out.Items[i] = IssueRow{ID: l.ID, Subject: l.Title, At: clock.Moment(*at)}
		if out.Items[i].IssueStands, err = n.stands(ctx, s, l.PublishedAt != nil); err != nil {
			return nil, err
		}
	}
	out.Readers, err = readers(ctx, n.Pool)
	return httpkit.Listed(out, err)
}

// progress tells how far one is: its state, its numbers and what keeps it. not_found: there is
// none.
func (n *Room) progress(ctx context.Context, id string) (out IssueProgress, err error) {
	p, err := n.paper(ctx, n.Pool, id)
	if err != nil {
		return out, err
	}
	s, err := readSending(ctx, n.Pool, id, "")
	if err != nil {
		return out, err
	}
	out = IssueProgress{
		ID:        id,
		Version:   p.version,
		PlannedAt: moment(s.PlannedAt),
		StartedAt: moment(s.StartedAt),
		EndedAt:   moment(s.EndedAt),
		Faults:    append([]problem.Field{}, p.faults...),
		Story:     p.story,
		Lost:      p.lost,
		Doc:       p.doc,
		Dropped:   append([]string{}, p.dropped...),
		Tested:    s.Tested != nil && *s.Tested == p.version,
		Why:       []IssueWhy{},
	}
	_, away := n.archived(ctx, id)
	if out.IssueStands, err = n.stands(ctx, s, away == nil); err != nil {
		return out, err
	}
	if now := n.Clock.Now(); s.State == sending && byNight(now) {
		out.GoesOnAt = clock.Moment(morning(now))
	}
	if out.Readers, err = readers(ctx, n.Pool); err != nil {
		return out, err
	}
	out.Minutes = minutes(out.Waiting)
	if out.Failed == 0 {
		return out, nil
	}
	dead, err := n.Mail.DeadBulk(ctx, n.Pool, id)
	count := map[string]int{}
	for _, d := range dead {
		count[d.Why]++
	}
	for _, why := range []string{
		mail.WhyAddress, mail.WhyBox, mail.WhyRefused, mail.WhySpam, mail.WhyOurs,
	} {
		if count[why] > 0 {
			out.Why = append(out.Why, IssueWhy{why, count[why]})
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
func (n *Room) failed(ctx context.Context, id string) (out IssueFailed, err error) {
	out.Items = []FailedAddress{}
	if _, err := n.paper(ctx, n.Pool, id); err != nil {
		return out, err
	}
	dead, err := n.Mail.DeadBulk(ctx, n.Pool, id)
	if err != nil {
		return out, db.Problem(err)
	}
	ids, why := make([]string, len(dead)), map[string]string{}
	for i, d := range dead {
		ids[i], why[d.Cause] = d.Cause, d.Why
	}
	left, err := n.addresses(ctx, n.Pool, `
		from subscriber
		where state = 'confirmed' and id = any($1)
		order by array_position($1, id)`, ids)
	if err != nil {
		return out, err
	}
	for _, m := range left {
		out.Items = append(out.Items, FailedAddress{m.To, why[m.Cause]})
	}
	return out, db.Problem(n.log(ctx, n.Pool, "listed", Kind, id))
}
