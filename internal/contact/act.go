package contact

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// TakeOn is the body of who gives a message to somebody.
type TakeOn struct {
	UID string `json:"uid,omitempty" doc:"of a member of staff; empty: nobody"`
}

// StaffNote is the body of a note for colleagues.
type StaffNote struct {
	Text string `json:"text,omitempty" letters:"2000" doc:"empty removes it"`
}

// AnswerMessage is the body of an answer.
type AnswerMessage struct {
	Way  string `json:"way,omitempty"  doc:"mail or phone"`
	Text string `json:"text,omitempty" letters:"4000" doc:"by mail: what is sent. By phone: what was said, or nothing"`
}

// assign gives a message to a handler, or to nobody. Problems: invalid, closed (it is answered).
func (c *Contact) assign(ctx context.Context, in *inbox.ActInput[TakeOn]) (*httpkit.Private[Message], error) {
	people, err := c.Staff(ctx, handlers...)
	if err != nil {
		return nil, err
	}
	uid := in.Body.UID
	return c.Press(ctx, in.Version, "assigned",
		func(_ pgx.Tx, _ identity.Actor, m *row) error {
			if m.AnsweredAt != nil {
				return problem.New(problem.Closed)
			}
			if uid != "" &&
				!slices.ContainsFunc(people, func(p identity.Member) bool { return p.UID == uid }) {
				return problem.WithFields(problem.Field{Name: "uid", Code: problem.Choice})
			}
			c.Remember(ctx, m)
			m.State, m.Assignee = "new", nil
			if uid != "" {
				m.State, m.Assignee = "assigned", &uid
			}
			return nil
		})
}

// Problems: invalid.
func (c *Contact) annotate(_ context.Context, a inbox.Act[row, StaffNote]) error {
	text, err := inbox.Words(a.Body, "text", a.Body.Text, 0)
	a.Row.Note = c.Seal(noteTable, a.Row.ID, text)
	return err
}

// answer keeps an answer. Its mail waits for as long as that can be taken back.
//
// Problems: invalid (no address to mail to, no text), closed (it is answered).
func (c *Contact) answer(ctx context.Context, a inbox.Act[row, AnswerMessage]) error {
	m, given := a.Row, a.Body
	if m.AnsweredAt != nil {
		return problem.New(problem.Closed)
	}
	form, err := c.Form(*m)
	if err != nil {
		return err
	}
	given.Text = httpkit.Text(given.Text)
	if err := given.faults(form.Email).Err(); err != nil {
		return err
	}
	m.Answer = db.NewID("ans")
	c.Remember(ctx, m)
	if err := c.answered(ctx, a.Tx, m, given, a.By.ID); err != nil || given.Way == "phone" {
		return err
	}
	return c.Mail.Enqueue(ctx, a.Tx, mail.Mail{
		Kind:  mail.MessageAnswered,
		To:    form.Email,
		Cause: m.ID,
		Data:  answerMail{m.Answer},
		Hold:  c.UndoTime(ctx),
	})
}

func (c *Contact) answered(ctx context.Context, tx pgx.Tx, m *row, given AnswerMessage, uid string) error {
	now := c.Clock.Now()
	m.State, m.AnsweredAt = "answered", &now
	if m.Assignee == nil {
		m.Assignee = &uid
	}
	return inbox.Insert(ctx, tx, answerTable, pgx.NamedArgs{
		"id":         m.Answer,
		"message_id": m.ID,
		"way":        given.Way,
		"sealed":     c.Keys.Seal(answerTable, m.Answer, []byte(given.Text)),
		"by":         uid,
		"at":         now,
	})
}

func (in AnswerMessage) faults(email string) (f problem.Faults) {
	mails, least := in.Way == "mail", 0
	f.When(in.Way != "phone" && (!mails || email == ""), "way", problem.Choice)
	if mails {
		least = minMessage
	}
	f.Length("text", in.Text, least, problem.Most(in, "text"))
	return f
}

type answerMail struct {
	Answer string `json:"answer"`
}

// reopen puts an answered message back among the open ones. What was mailed stays mailed. Problems:
// closed (it is open).
func (c *Contact) reopen(ctx context.Context, in *inbox.Version) (*httpkit.Private[Message], error) {
	return c.Press(ctx, *in, "reopened", func(_ pgx.Tx, by identity.Actor, m *row) error {
		if m.AnsweredAt == nil {
			return problem.New(problem.Closed)
		}
		c.Remember(ctx, m)
		m.State, m.AnsweredAt = "assigned", nil
		if m.Assignee == nil {
			m.Assignee = &by.ID
		}
		return nil
	})
}

// takeBack removes the answer that an act gave. Problems: gone (its mail is on its way).
func (c *Contact) takeBack(ctx context.Context, tx pgx.Tx, m *row) error {
	if m.Answer == "" {
		return nil
	}
	var way string
	if err := tx.QueryRow(ctx, `
		delete from contact_answer
		where id = $1
		returning way`, m.Answer).Scan(&way); err != nil || way == "phone" {
		return err
	}
	held, err := c.Mail.Withdraw(ctx, tx, mail.MessageAnswered, m.ID)
	if err == nil && !held {
		return problem.New(problem.Gone)
	}
	return err
}

// answerText is what mail.MessageAnswered says; an answer that was taken back is untrue.
func (c *Contact) answerText(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data answerMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	all, err := c.answers(ctx, m.Cause)
	for _, a := range all {
		if a.ID == data.Answer {
			return mail.InboxAnswerLetter(string(a.Words)), err
		}
	}
	return mail.Letter{}, cmp.Or(err, mail.ErrUntrue)
}

// Phoned notes that somebody of the staff answered a message by phone: sample data.
func (c *Contact) Phoned(ctx context.Context, tx pgx.Tx, id, uid, text string) error {
	_, err := c.Change(ctx, tx, id, func(m *row) error {
		m.Answer, m.Assignee = db.NewID("ans"), &uid
		return c.answered(ctx, tx, m, AnswerMessage{Way: "phone", Text: text}, uid)
	})
	return err
}
