package complaints

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

// handlers may reach these operations: the confidants all complaints, a coordinator those that a
// confidant assigned to them. Nobody else, whatever other roles they have.
var handlers = []identity.Role{identity.Vertrouwenspersoon, identity.Coordinator}

// ComplaintRow is a complaint in the list of who handles it: nothing of what was written.
type ComplaintRow struct {
	ID               string           `json:"id"`
	About            string           `json:"about" enum:"treatment,activity,safety,privacy,building,other"`
	State            string           `json:"state" enum:"received,confirmed,talk,asked,answered,closed"`
	Reachable        bool             `json:"reachable" doc:"left a name and a way to be reached; else the number is the only way"`
	AboutCoordinator bool             `json:"aboutCoordinator,omitempty"`
	Assignee         *identity.Member `json:"assignee,omitempty"`
	ReceivedAt       string           `json:"receivedAt" format:"date-time"`
	ConfirmBy        string           `json:"confirmBy" format:"date" doc:"five working days"`
	ConfirmIn        int              `json:"confirmIn" doc:"days from today"`
	AnswerBy         string           `json:"answerBy" format:"date" doc:"six weeks, or ten when extended"`
	AnswerIn         int              `json:"answerIn" doc:"days from today"`
	Extended         bool             `json:"extended,omitempty"`
	ClosedAt         string           `json:"closedAt,omitempty" format:"date-time"`
	GoneOn           string           `json:"goneOn,omitempty" format:"date" doc:"after closing: the day on which it is erased"`
}

// ComplaintList is a page of them.
type ComplaintList struct {
	Items []ComplaintRow `json:"items"`
	Next  string         `json:"next,omitempty"`
	Open  int            `json:"open" doc:"how many are open, of those that this person may see"`
}

// ComplaintFile is a complaint as its handlers read it.
type ComplaintFile struct {
	ComplaintRow
	What     string            `json:"what"`
	When     string            `json:"when,omitempty"`
	Wish     string            `json:"wish,omitempty"`
	Name     string            `json:"name,omitempty"`
	Email    string            `json:"email,omitempty"`
	Phone    string            `json:"phone,omitempty" doc:"E.164"`
	Messages []ComplaintText   `json:"messages" doc:"oldest first"`
	Reason   string            `json:"reason,omitempty" doc:"why the answer takes longer"`
	Learning string            `json:"learning,omitempty"`
	People   []identity.Member `json:"people" doc:"to whom this person may assign it"`
	MayGive  bool              `json:"mayGive,omitempty" doc:"may assign it"`
}

// ComplaintText is one text after the complaint, with who of the staff wrote it.
type ComplaintText struct {
	Ours bool             `json:"ours"`
	By   *identity.Member `json:"by,omitempty"`
	At   string           `json:"at" format:"date-time"`
	Text string           `json:"text"`
}

type row struct {
	inbox.Row
	State            string     `db:"state"`
	OldAbout         *string    `db:"about"`             // not sealed yet; see sealOld
	AboutCoordinator *bool      `db:"about_coordinator"` // the same
	ToCoordinator    bool       `db:"to_coordinator"`    // was given to a coordinator as such
	Reachable        bool       `db:"reachable"`
	Assignee         *string    `db:"assignee"`
	AssignedBy       *string    `db:"assigned_by"`
	Reason           []byte     `db:"extended"`
	Learning         []byte     `db:"learning"`
	ExtendedAt       *time.Time `db:"extended_at"`
	ClosedAt         *time.Time `db:"closed_at"`
	Reminded         int        `db:"reminded"`
}

func (c *Complaints) read(m row) (Form, error) {
	form, err := inbox.OpenForm[Form](c.Keys, table, m.Row)
	if m.OldAbout != nil {
		form.About = *m.OldAbout
	}
	if m.AboutCoordinator != nil {
		form.AboutCoordinator = *m.AboutCoordinator
	}
	return form, err
}

// seen names the complaints that somebody may read: a confidant all, a coordinator those that a
// confidant gave to them as such, which is never done with one about the coordinator. Who was given
// one as a confidant and is none any more sees nothing of it.
func seen(a identity.Actor) []string {
	switch {
	case a.Has(identity.Vertrouwenspersoon):
		return []string{`true`}
	case a.Has(identity.Coordinator):
		return []string{`assignee = @actor and assigned_by is not null and to_coordinator`}
	}
	return []string{`false`}
}

var lists = map[string]inbox.List{
	"open":   {Where: isOpen, By: `received_at`},
	"closed": {Where: `closed_at is not null`, By: `closed_at`, NewestFirst: true},
}

const isOpen = `closed_at is null`

// list gives a page of what somebody sees. Problems: bad_request.
func (c *Complaints) list(ctx context.Context, in *listInput) (_ *httpkit.Private[ComplaintList], err error) {
	var out ComplaintList
	if out.Items, out.Next, err = inbox.Lines(
		ctx, c.Box, lists[in.List], in.After, c.line,
	); err != nil {
		return nil, err
	}
	a := identity.ActorOf(ctx)
	err = c.Pool.QueryRow(ctx, `
		select count(*)
		from (`+c.Visible(a, `id`, isOpen, ``)+`) m`,
		pgx.NamedArgs{"actor": a.ID}).Scan(&out.Open)
	return httpkit.Listed(out, err)
}

// Waiting is how many complaints that somebody sees have a term that is near or over.
func (c *Complaints) Waiting(ctx context.Context, who identity.Actor) (n int, err error) {
	now := c.Clock.Now()
	err = c.Pool.QueryRow(ctx, `
		select count(*)
		from (`+c.Visible(who, `state, received_at, extended_at`, isOpen, ``)+`) m
		where state = 'received' and received_at < @confirm
			or state <> 'answered' and extended_at is null and received_at <= @answer
			or state <> 'answered' and received_at <= @extended`,
		pgx.NamedArgs{
			"actor":    who.ID,
			"confirm":  clock.Day(clock.Workdays(now, 1-confirmWithin)).AddDate(0, 0, 1),
			"answer":   now.AddDate(0, 0, toldAhead-answerDays),
			"extended": now.AddDate(0, 0, toldAhead-answerDays-extraDays),
		}).Scan(&n)
	return n, err
}

func (c *Complaints) line(ctx context.Context, m row, form Form, people *inbox.People) ComplaintRow {
	now, confirm, answer := c.Clock.Now(), clock.Workdays(m.ReceivedAt, confirmWithin), m.answerBy()
	out := ComplaintRow{
		ID:               m.ID,
		About:            form.About,
		State:            m.State,
		Reachable:        m.Reachable,
		AboutCoordinator: form.AboutCoordinator,
		Assignee:         people.Of(m.Assignee),
		ReceivedAt:       clock.Moment(m.ReceivedAt),
		ConfirmBy:        clock.Date(confirm),
		ConfirmIn:        clock.DaysTo(now, confirm),
		AnswerBy:         clock.Date(answer),
		AnswerIn:         clock.DaysTo(now, answer),
		Extended:         m.ExtendedAt != nil,
	}
	if m.ClosedAt != nil {
		out.ClosedAt = clock.Moment(*m.ClosedAt)
		keep := c.House(ctx).KeepFor(m.ReceivedAt)
		out.GoneOn = clock.Date(m.ClosedAt.AddDate(0, 0, keep.ComplaintDays))
	}
	return out
}

// answerBy is the last day for an answer: six weeks, and once four more.
func (m row) answerBy() time.Time {
	if m.ExtendedAt != nil {
		return m.ReceivedAt.AddDate(0, 0, answerDays+extraDays)
	}
	return m.ReceivedAt.AddDate(0, 0, answerDays)
}

func (c *Complaints) show(
	ctx context.Context, a identity.Actor, m row, form Form, people *inbox.People,
) (out ComplaintFile, err error) {
	out = ComplaintFile{
		ComplaintRow: c.line(ctx, m, form, people),
		What:         form.What,
		When:         form.When,
		Wish:         form.Wish,
		Name:         form.Name,
		Email:        form.Email,
		Phone:        form.Phone,
		Messages:     []ComplaintText{},
		People:       []identity.Member{},
		MayGive:      a.Has(identity.Vertrouwenspersoon),
	}
	if out.MayGive {
		if out.People, err = c.takers(ctx, form.AboutCoordinator); err != nil {
			return out, err
		}
	}
	if out.Reason, err = c.Open(extendedTable, m.ID, m.Reason); err != nil {
		return out, err
	}
	if out.Learning, err = c.Open(learningTable, m.ID, m.Learning); err != nil {
		return out, err
	}
	texts, err := c.messages(ctx, c.Pool, m.ID)
	for _, t := range texts {
		out.Messages = append(out.Messages, ComplaintText{
			Ours: t.Word == ours,
			By:   people.Of(t.By),
			At:   clock.Moment(t.At),
			Text: string(t.Words),
		})
	}
	return out, err
}

// takers are those to whom a complaint may be given.
func (c *Complaints) takers(ctx context.Context, aboutCoordinator bool) ([]identity.Member, error) {
	roles := handlers
	if aboutCoordinator {
		roles = []identity.Role{identity.Vertrouwenspersoon}
	}
	people, err := c.Staff(ctx, roles...)
	return append([]identity.Member{}, people...), err
}
