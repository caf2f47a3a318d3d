package contact

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

const (
	answerTable = "contact_answer"
	noteTable   = "contact_note"
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

// assign gives a message to somebody who may handle it, or to nobody. Problems: invalid, closed (it
// is answered).
func (c *Contact) assign(
	ctx context.Context,
	in *inbox.ActInput[TakeOn],
) (*httpkit.Private[Message], error) {
	people, err := c.Staff(ctx, handlers...)
	if err != nil {
		return nil, err
	}
	uid, box := in.Body.UID, c.inbox()
	return box.Press(ctx, in.Press, "assigned",
		func(_ pgx.Tx, _ identity.Actor, m *row) error {
			if m.AnsweredAt != nil {
				return problem.New(problem.Closed)
			}
			if uid != "" &&
				!slices.ContainsFunc(people, func(p identity.Member) bool { return p.UID == uid }) {
				return problem.WithFields(problem.Field{Name: "uid", Code: problem.Choice})
			}
			box.Remember(ctx, m)
			m.State, m.Assignee = "new", nil
			if uid != "" {
				m.State, m.Assignee = "assigned", &uid
			}
			return nil
		})
}

// annotate keeps a note for colleagues; an empty one removes it. Problems: invalid.
func (c *Contact) annotate(
	ctx context.Context,
	in *inbox.ActInput[StaffNote],
) (*httpkit.Private[Message], error) {
	return c.inbox().Press(ctx, in.Press, "noted",
		func(_ pgx.Tx, _ identity.Actor, m *row) error {
			text, err := inbox.Words("text", in.Body.Text, 0, problem.Most(in.Body, "text"))
			m.Note = inbox.Seal(c.Keys, noteTable, m.ID, text)
			return err
		})
}

// answer keeps what was answered. A mail waits ten minutes, in which the answer can be taken back.
//
// Problems: invalid (no address to mail to, no text), closed (it is answered).
func (c *Contact) answer(
	ctx context.Context,
	in *inbox.ActInput[AnswerMessage],
) (*httpkit.Private[Message], error) {
	box := c.inbox()
	return box.Press(ctx, in.Press, "answered",
		func(tx pgx.Tx, by identity.Actor, m *row) error {
			if m.AnsweredAt != nil {
				return problem.New(problem.Closed)
			}
			s, err := inbox.OpenForm[sealed](c.Keys, table, m.Row)
			if err != nil {
				return err
			}
			given := in.Body
			given.Text = httpkit.Text(given.Text)
			if err := given.faults(s.Email).Err(); err != nil {
				return err
			}
			m.Answer = db.NewID("ans")
			box.Remember(ctx, m)
			if err := c.answered(ctx, tx, m, given, by.ID); err != nil || given.Way == "phone" {
				return err
			}
			return c.Mail.Enqueue(ctx, tx, mail.Mail{
				Kind:  mail.MessageAnswered,
				To:    s.Email,
				Cause: m.ID,
				Data:  answerMail{m.Answer},
				Hold:  c.undoTime(ctx),
			})
		})
}

// answered stores an answer, and makes of a message one that somebody answered.
func (c *Contact) answered(
	ctx context.Context,
	tx pgx.Tx,
	m *row,
	given AnswerMessage,
	uid string,
) error {
	now := c.Clock.Now()
	m.State, m.AnsweredAt = "answered", &now
	if m.Assignee == nil {
		m.Assignee = &uid
	}
	_, err := tx.Exec(ctx, `
		insert into contact_answer (id, message_id, way, sealed, by, at)
		values (@id, @message, @way, @sealed, @by, @at)`,
		pgx.NamedArgs{
			"id":      m.Answer,
			"message": m.ID,
			"way":     given.Way,
			"sealed":  c.Keys.Seal(answerTable, m.Answer, []byte(given.Text)),
			"by":      uid,
			"at":      now,
		})
	return err
}

// faults are the mistakes of an answer to somebody with this address, if any.
func (in AnswerMessage) faults(email string) (f problem.Faults) {
	if in.Way != "phone" && (in.Way != "mail" || email == "") {
		f.Add("way", problem.Choice)
	}
	least := 0
	if in.Way == "mail" {
		least = minMessage
	}
	f.Length("text", in.Text, least, problem.Most(in, "text"))
	return f
}

// answerMail is the data of mail.MessageAnswered.
type answerMail struct {
	Answer string `json:"answer"`
}

// reopen puts an answered message back among the open ones. What was mailed stays mailed. Problems:
// closed (it is open).
func (c *Contact) reopen(
	ctx context.Context,
	in *inbox.Press,
) (*httpkit.Private[Message], error) {
	box := c.inbox()
	return box.Press(ctx, *in, "reopened", func(_ pgx.Tx, by identity.Actor, m *row) error {
		if m.AnsweredAt == nil {
			return problem.New(problem.Closed)
		}
		box.Remember(ctx, m)
		m.State, m.AnsweredAt = "assigned", nil
		if m.Assignee == nil {
			m.Assignee = &by.ID
		}
		return nil
	})
}

// undo takes the last act back. Problems: gone (too late, or the mail is on its way).
func (c *Contact) undo(ctx context.Context, in *inbox.Press) (*httpkit.Private[Message], error) {
	return c.inbox().TakeBack(ctx, *in, func(tx pgx.Tx, m *row) error {
		if m.Answer == "" {
			return nil
		}
		return c.takeBack(ctx, tx, m.ID, m.Answer)
	})
}

func (c *Contact) takeBack(ctx context.Context, tx pgx.Tx, message, answer string) error {
	var way string
	if err := tx.QueryRow(ctx, `
		delete from contact_answer
		where id = $1
		returning way`, answer).Scan(&way); err != nil || way == "phone" {
		return err
	}
	held, err := c.Mail.Withdraw(ctx, tx, mail.MessageAnswered, message)
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
	var box []byte
	err := c.Pool.QueryRow(ctx, `
		select sealed
		from contact_answer
		where id = $1 and message_id = $2`, data.Answer, m.Cause).Scan(&box)
	if errors.Is(err, pgx.ErrNoRows) {
		return mail.Letter{}, mail.ErrUntrue
	}
	if err != nil {
		return mail.Letter{}, err
	}
	plain, err := c.Keys.Open(answerTable, data.Answer, box)
	return mail.InboxAnswerLetter(string(plain)), err
}

// undoTime is how long an act can be taken back.
func (c *Contact) undoTime(ctx context.Context) time.Duration {
	return time.Duration(c.House(ctx).Keep.UndoMinutes) * time.Minute
}

// Take stores a message without any mail, as one that came in on another way: sample data.
// Problems: invalid.
func (c *Contact) Take(ctx context.Context, tx pgx.Tx, in SendMessage) (string, error) {
	if err := in.Validate().Err(); err != nil {
		return "", err
	}
	return c.insert(ctx, tx, in)
}

// Phoned notes that a member of staff took a message on and answered it by phone: sample data.
func (c *Contact) Phoned(ctx context.Context, tx pgx.Tx, id, uid, text string) error {
	_, err := c.inbox().Change(ctx, tx, id, func(m *row) error {
		m.Answer, m.Assignee = db.NewID("ans"), &uid
		return c.answered(ctx, tx, m, AnswerMessage{Way: "phone", Text: text}, uid)
	})
	return err
}

// Undoable are the acts of somebody that they can still take back.
func (c *Contact) Undoable(
	ctx context.Context,
	who identity.Actor,
) ([]identity.Undoable, error) {
	return c.inbox().Undoable(ctx, who)
}
