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
	Text string `json:"text,omitempty" doc:"empty removes it"`
}

// AnswerMessage is the body of an answer.
type AnswerMessage struct {
	Way  string `json:"way,omitempty" doc:"mail or phone"`
	Text string `json:"text,omitempty" doc:"by mail: what is sent. By phone: what was said, or nothing"`
}

// before is what an act changed, so that it can be taken back.
type before struct {
	State      string     `json:"state"`
	Assignee   *string    `json:"assignee,omitempty"`
	AnsweredAt *time.Time `json:"answeredAt,omitempty"`
	Answer     string     `json:"answer,omitempty"` // id of the answer that the act gave
}

// act changes one message, and gives what stands then.
//
// Problems: not_found (also for who may not see it), precondition_required, precondition_failed,
// and those of f.
func (c *Contact) act(
	ctx context.Context,
	id, ifMatch, action string,
	f func(tx pgx.Tx, a identity.Actor, m *row) error,
) (*httpkit.Private[Message], error) {
	a := identity.ActorOf(ctx)
	m, err := c.inbox().Act(ctx, a, id, ifMatch, action, func(tx pgx.Tx, m *row) error {
		if err := f(tx, a, m); err != nil {
			return err
		}
		m.version++
		return c.store(ctx, tx, *m)
	})
	if err != nil {
		return nil, err
	}
	// after the transaction: names are read on another connection
	out, err := c.whole(ctx, c.Pool, m)
	return httpkit.Versioned(out, m.version, err)
}

func (c *Contact) store(ctx context.Context, tx pgx.Tx, m row) error {
	_, err := tx.Exec(
		ctx, `
		update contact_message set state = $2, assignee = $3, answered_at = $4, note = $5,
			before = $6, undo_until = $7, version = $8, updated_at = $9 where id = $1`,
		m.id,
		m.state,
		m.assignee,
		m.answeredAt,
		m.note,
		m.undo.Before,
		m.undo.Till,
		m.version,
		c.Clock.Now(),
	)
	return err
}

// remember keeps what the coming act changes, so that it can be taken back for ten minutes.
func (c *Contact) remember(ctx context.Context, m *row, answer string) {
	m.undo = inbox.Remember(c.Clock.Now().Add(
		c.undoTime(ctx),
	), before{m.state, m.assignee, m.answeredAt, answer})
}

// assign gives a message to somebody who may handle it, or to nobody. Problems: invalid, closed (it
// is answered).
func (c *Contact) assign(
	ctx context.Context,
	id, ifMatch string,
	in TakeOn,
) (*httpkit.Private[Message], error) {
	people, err := c.Staff(ctx, handlers...)
	if err != nil {
		return nil, err
	}
	return c.act(ctx, id, ifMatch, "assigned", func(_ pgx.Tx, _ identity.Actor, m *row) error {
		if m.answeredAt != nil {
			return problem.New(problem.Closed)
		}
		if in.UID != "" &&
			!slices.ContainsFunc(people, func(p identity.Member) bool { return p.UID == in.UID }) {
			return problem.WithFields(problem.Field{Name: "uid", Code: problem.Choice})
		}
		c.remember(ctx, m, "")
		m.state, m.assignee = "new", nil
		if in.UID != "" {
			m.state, m.assignee = "assigned", &in.UID
		}
		return nil
	})
}

// annotate keeps a note for colleagues; an empty one removes it. Problems: invalid.
func (c *Contact) annotate(
	ctx context.Context,
	id, ifMatch string,
	in StaffNote,
) (*httpkit.Private[Message], error) {
	return c.act(ctx, id, ifMatch, "noted", func(_ pgx.Tx, _ identity.Actor, m *row) error {
		text, err := inbox.Words("text", in.Text, 0, maxNote)
		m.note = inbox.Seal(c.Keys, noteTable, m.id, text)
		return err
	})
}

// answer keeps what was answered. A mail waits ten minutes, in which the answer can be taken back.
//
// Problems: invalid (no address to mail to, no text), closed (it is answered).
func (c *Contact) answer(
	ctx context.Context,
	id, ifMatch string,
	in AnswerMessage,
) (*httpkit.Private[Message], error) {
	return c.act(ctx, id, ifMatch, "answered", func(tx pgx.Tx, a identity.Actor, m *row) error {
		if m.answeredAt != nil {
			return problem.New(problem.Closed)
		}
		_, s, err := c.show(ctx, *m, nil)
		if err != nil {
			return err
		}
		in.Text = httpkit.Text(in.Text)
		if f := in.faults(s.Email); len(f) > 0 {
			return problem.WithFields(f...)
		}
		now, answer := c.Clock.Now(), db.NewID("ans")
		c.remember(ctx, m, answer)
		m.state, m.answeredAt = "answered", &now
		if m.assignee == nil {
			m.assignee = &a.ID
		}
		if _, err := tx.Exec(
			ctx, `
			insert into contact_answer (id, message_id, way, sealed, by, at) values ($1, $2, $3, $4,
				$5, $6)`,
			answer,
			m.id,
			in.Way,
			c.Keys.Seal(answerTable, answer, []byte(in.Text)),
			a.ID,
			now,
		); err != nil || in.Way == "phone" {
			return err
		}
		return c.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:  mail.M30,
			To:    s.Email,
			Cause: m.id,
			Data:  answered{answer},
			Hold:  c.undoTime(ctx),
		})
	})
}

func (in AnswerMessage) faults(email string) (f problem.Faults) {
	if in.Way != "phone" && (in.Way != "mail" || email == "") {
		f.Add("way", problem.Choice)
	}
	least := 0
	if in.Way == "mail" {
		least = minMessage
	}
	f.Length("text", in.Text, least, maxAnswer)
	return f
}

// answered is the data of an M30.
type answered struct {
	Answer string `json:"answer"`
}

// reopen puts an answered message back among the open ones. What was mailed stays mailed. Problems:
// closed (it is open).
func (c *Contact) reopen(
	ctx context.Context,
	id, ifMatch string,
) (*httpkit.Private[Message], error) {
	return c.act(ctx, id, ifMatch, "reopened", func(_ pgx.Tx, a identity.Actor, m *row) error {
		if m.answeredAt == nil {
			return problem.New(problem.Closed)
		}
		c.remember(ctx, m, "")
		m.state, m.answeredAt = "assigned", nil
		if m.assignee == nil {
			m.assignee = &a.ID
		}
		return nil
	})
}

// undo takes the last act back. Problems: gone (too late, or the mail is on its way).
func (c *Contact) undo(ctx context.Context, id, ifMatch string) (*httpkit.Private[Message], error) {
	return c.act(ctx, id, ifMatch, "undone", func(tx pgx.Tx, _ identity.Actor, m *row) error {
		var was before
		if err := m.undo.Read(c.Clock.Now(), &was); err != nil {
			return err
		}
		if was.Answer != "" {
			if err := c.takeBack(ctx, tx, m.id, was.Answer); err != nil {
				return err
			}
		}
		m.state, m.assignee, m.answeredAt = was.State, was.Assignee, was.AnsweredAt
		return nil
	})
}

func (c *Contact) takeBack(ctx context.Context, tx pgx.Tx, message, answer string) error {
	var way string
	if err := tx.QueryRow(ctx, `
		delete from contact_answer where id = $1 returning way`, answer).Scan(
		&way,
	); err != nil || way == "phone" {
		return err
	}
	held, err := c.Mail.Withdraw(ctx, tx, mail.M30, message)
	if err == nil && !held {
		return problem.New(problem.Gone)
	}
	return err
}

// answerText is what an M30 says; an answer that was taken back is untrue.
func (c *Contact) answerText(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data answered
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	var box []byte
	err := c.Pool.QueryRow(
		ctx, `
		select sealed from contact_answer where id = $1 and message_id = $2`,
		data.Answer,
		m.Cause,
	).Scan(
		&box,
	)
	if errors.Is(err, pgx.ErrNoRows) {
		return mail.Letter{}, mail.ErrUntrue
	}
	if err != nil {
		return mail.Letter{}, err
	}
	plain, err := c.Keys.Open(answerTable, data.Answer, box)
	return mail.InboxAnswer(string(plain)), err
}

// undoTime is how long an act can be taken back.
func (c *Contact) undoTime(ctx context.Context) time.Duration {
	return time.Duration(c.House(ctx).Keep.UndoMinutes) * time.Minute
}

// Take stores a message without any mail, as one that came in on another way: sample data.
// Problems: invalid.
func (c *Contact) Take(ctx context.Context, tx pgx.Tx, in SendMessage) (string, error) {
	if f := in.Validate(); len(f) > 0 {
		return "", problem.WithFields(f...)
	}
	return c.insert(ctx, tx, in)
}

// Phoned notes that a member of staff answered a message by phone.
func (c *Contact) Phoned(ctx context.Context, tx pgx.Tx, id, uid, text string) error {
	answer, now := db.NewID("ans"), c.Clock.Now()
	if _, err := tx.Exec(ctx, `
		update contact_message set state = 'answered', assignee = $2, answered_at = $3,
			version = version + 1, updated_at = $3 where id = $1`, id, uid, now); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into contact_answer (id, message_id, way, sealed, by, at) values ($1, $2, 'phone',
			$3, $4, $5)`, answer, id, c.Keys.Seal(answerTable, answer, []byte(text)), uid, now)
	return err
}
