package complaints

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Complaints is the room.
type Complaints struct {
	*inbox.Box[Form, row, ComplaintFile]
}

// Kind is the word for a complaint in the erasure journal.
const (
	Kind          = "complaint"
	table         = "complaint"
	messageTable  = "complaint_message"
	extendedTable = "complaint_extended"
	learningTable = "complaint_learning"

	codePrefix = "K"
	codeLength = 12
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{
	{Table: table, Column: "sealed", Key: "id", Name: table},
	{Table: table, Column: "extended", Key: "id", Name: extendedTable},
	{Table: table, Column: "learning", Key: "id", Name: learningTable},
	{Table: messageTable, Column: "sealed", Key: "id", Name: messageTable},
}

// New is the room on the ground of all inboxes. No other room reads its table, and nobody is found
// in it by who they are.
func New(g inbox.Ground) *Complaints {
	c := &Complaints{}
	c.Box = &inbox.Box[Form, row, ComplaintFile]{
		Ground:  g,
		Kind:    Kind,
		Prefix:  httpkit.Complaint,
		Table:   table,
		Read:    c.read,
		Roles:   handlers,
		Seen:    seen,
		Show:    c.show,
		Letter:  c.letter,
		Overdue: privacy.TermOver(`received_at`, `closed_at`, `$1`),
		Terms: func(h house.House, at time.Time) []any {
			return []any{h.Over(func(keep house.Terms) time.Time {
				return at.AddDate(0, 0, -keep.ComplaintDays)
			})}
		},
		Leave: c.tally,
	}
	return c
}

func showCode(code string) string { return codePrefix + "-" + privacy.ShowCode(code) }

func (c *Complaints) codeKey(code string) []byte { return c.Keys.LookupKey("complaint code", code) }

func (c *Complaints) receive(ctx context.Context, tx pgx.Tx, in Complain) (httpkit.Answer[ComplaintReceived], error) {
	code := privacy.NewCode(codeLength)
	id, err := c.Take(ctx, tx, code, in)
	return httpkit.Answer[ComplaintReceived]{
		Status:  http.StatusCreated,
		Body:    ComplaintReceived{"received", showCode(code), in.reachable()},
		Subject: id,
	}, err
}

// Take stores a complaint under a code of 12 characters, and tells the confidant and who left an
// address. Problems: invalid.
func (c *Complaints) Take(ctx context.Context, tx pgx.Tx, code string, in Complain) (id string, err error) {
	// also here: nobody can skip that a name of who wants no contact is dropped
	if err := in.Validate().Err(); err != nil {
		return "", err
	}
	if id, err = c.Store(ctx, tx, in.Form, pgx.NamedArgs{
		"code_key":  c.codeKey(code),
		"state":     "received",
		"reachable": in.reachable(),
	}); err != nil {
		return "", err
	}
	if err := c.tell(ctx, tx, id, "new"); err != nil {
		return "", err
	}
	return id, c.mailPerson(ctx, tx, id, in.Email, true)
}

// mailPerson tells who left an address that there is something to read (mail.ComplaintAnswered),
// not what.
func (c *Complaints) mailPerson(ctx context.Context, tx pgx.Tx, id, email string, limited bool) error {
	if email == "" {
		return nil
	}
	return c.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:    mail.ComplaintAnswered,
		To:      email,
		Cause:   id,
		Limited: limited,
	})
}

// tell sends mail.ComplaintHandling to the confidant: "new", or "waits" for one that waits for an
// answer.
func (c *Complaints) tell(ctx context.Context, tx pgx.Tx, id, what string) error {
	to, _ := c.House(ctx).Confidant()
	return c.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:  mail.ComplaintHandling,
		To:    to,
		Cause: id,
		Data:  inbox.News{What: what},
	})
}

// letter says nothing of the complaint, neither to the confidant nor to the person.
func (c *Complaints) letter(_ context.Context, m mail.Stored, _ row, what string) (mail.Letter, error) {
	switch {
	case m.Kind == mail.ComplaintAnswered:
		return mail.ComplaintAnsweredLetter(c.Origin + "/klachten"), nil
	case what == "waits":
		return mail.ComplaintWaitsLetter(c.Origin + "/beheer/klachten"), nil
	}
	return mail.NewComplaintLetter(c.Origin + "/beheer/klachten"), nil
}

// byCode gives the row of a code. A code that nobody has is as wrong as one that cannot be.
func (c *Complaints) byCode(ctx context.Context, q db.Querier, code, lock string) (m row, err error) {
	m, err = c.One(ctx, q, `code_key = $1 `+lock, c.codeKey(code))
	if errors.Is(err, problem.New(problem.NotFound)) {
		err = problem.WithFields(problem.Field{Name: "code", Code: problem.Invalid})
	}
	return m, err
}

// handled gives the complaint of a code with its messages, and its id. Problems: invalid (code).
func (c *Complaints) handled(
	ctx context.Context, q db.Querier, code string,
) (out ComplaintHandled, id string, err error) {
	m, err := c.byCode(ctx, q, code, "")
	if err != nil {
		return out, "", err
	}
	out = ComplaintHandled{
		Code:     showCode(code),
		State:    shown[m.State],
		Messages: []ComplaintMessage{},
	}
	texts, err := c.messages(ctx, q, m.ID)
	for _, t := range texts {
		out.Messages = append(out.Messages, ComplaintMessage{
			Ours: t.Word == ours, Day: clock.Date(t.At), Text: string(t.Words),
		})
	}
	return out, m.ID, err
}

// Problems: invalid (the code), closed.
func (c *Complaints) write(
	ctx context.Context, tx pgx.Tx, in ComplaintReply,
) (out httpkit.Answer[ComplaintHandled], err error) {
	out.Status = http.StatusCreated
	if out.Subject, err = c.Say(ctx, tx, in.Code, in.Reply); err == nil {
		out.Body, _, err = c.handled(ctx, tx, in.Code)
	}
	return out, err
}

// Say adds a message of the person who has the code. Asked something, they have answered: we are at
// work again.
func (c *Complaints) Say(ctx context.Context, tx pgx.Tx, code, text string) (id string, err error) {
	m, err := c.byCode(ctx, tx, code, "for update")
	if err != nil {
		return "", err
	}
	if _, err := c.Change(ctx, tx, m.ID, func(m *row) error {
		switch m.State {
		case "closed":
			return problem.New(problem.Closed)
		case "asked":
			m.State = "confirmed"
		}
		return nil
	}); err != nil {
		return "", err
	}
	if err := c.insertMessage(ctx, tx, m.ID, said{text: text}); err != nil {
		return "", err
	}
	return m.ID, c.tell(ctx, tx, m.ID, "waits")
}

// Answer is an answer by nobody of the staff: sample data. Problems: not_found, those of answer.
func (c *Complaints) Answer(ctx context.Context, tx pgx.Tx, id string, in AnswerComplaint) error {
	_, err := c.Change(ctx, tx, id, func(m *row) error {
		return c.answer(ctx, tx, m, in, "")
	})
	return err
}

// answer writes to the person and says how far it is: confirmed, talk, asked, answered or closed.
// An empty text only changes the state; to ask takes a text. The uid of who writes is kept for
// colleagues and never told to the person.
//
// Problems: invalid.
func (c *Complaints) answer(ctx context.Context, tx pgx.Tx, m *row, in AnswerComplaint, uid string) error {
	state, text := in.State, httpkit.Text(in.Text)
	if shown[state] == "" || state == "received" {
		return problem.WithFields(problem.Field{Name: "state", Code: problem.Choice})
	}
	if text == "" && state == "asked" {
		return problem.WithFields(problem.Field{Name: "text", Code: problem.Required})
	}
	m.State, m.ClosedAt = state, nil
	if state == "closed" {
		now := c.Clock.Now()
		m.ClosedAt = &now
	}
	if text == "" {
		return nil
	}
	answer := said{text: text, ours: true}
	if uid != "" {
		answer.by = &uid
	}
	if err := c.insertMessage(ctx, tx, m.ID, answer); err != nil {
		return err
	}
	who, err := c.Form(*m)
	if err != nil {
		return err
	}
	return c.mailPerson(ctx, tx, m.ID, who.Email, false)
}

const ours = "ours"

// said is a message: of the person, or ours by whom.
type said struct {
	text string
	ours bool
	by   *string
}

func (c *Complaints) insertMessage(ctx context.Context, tx pgx.Tx, complaint string, m said) error {
	id := db.NewID("cms")
	return inbox.Insert(ctx, tx, messageTable, pgx.NamedArgs{
		"id":           id,
		"complaint_id": complaint,
		"ours":         m.ours,
		"sealed":       c.Keys.Seal(messageTable, id, []byte(m.text)),
		"at":           c.Clock.Now(),
		"by":           m.by,
	})
}

func (c *Complaints) messages(ctx context.Context, q db.Querier, complaint string) ([]inbox.Text, error) {
	return c.Texts(ctx, q, messageTable, `
		select id, case when ours then '`+ours+`' else '' end, by, at, sealed
		from complaint_message
		where complaint_id = $1
		order by no`, complaint)
}
