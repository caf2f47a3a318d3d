package complaints

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Complaints is the room. All fields are required.
type Complaints struct {
	Pool   *pgxpool.Pool
	Clock  *clock.Clock
	Keys   *privacy.Keys
	Keeper *httpkit.Keeper
	Mail   *mail.Outbox
	House  func(context.Context) house.House
	// Origin of the site for links in mails.
	Origin string
	// Names are those of members of staff, by uid; Staff are the members with one of these roles.
	Names func(ctx context.Context, uids []string) (map[string]string, error)
	Staff func(ctx context.Context, roles ...identity.Role) ([]identity.Member, error)
}

// Kind is the word for a complaint in the erasure journal.
const (
	Kind         = "complaint"
	idPrefix     = httpkit.Complaint
	table        = "complaint"
	messageTable = "complaint_message"

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

func showCode(code string) string { return codePrefix + "-" + privacy.ShowCode(code) }

func (c *Complaints) codeKey(code string) []byte { return c.Keys.LookupKey("complaint code", code) }

func (c *Complaints) receive(
	ctx context.Context,
	in Complain,
) (*httpkit.Reply[ComplaintReceived], error) {
	return httpkit.Once(
		ctx,
		c.Keeper,
		func(tx pgx.Tx) (out httpkit.Answer[ComplaintReceived], err error) {
			code := privacy.NewCode(codeLength)
			id, err := c.Take(ctx, tx, code, in)
			return httpkit.Answer[ComplaintReceived]{
				Status:  http.StatusCreated,
				Body:    ComplaintReceived{"received", showCode(code), in.reachable()},
				Subject: id,
			}, err
		},
	)
}

// Take stores a complaint under a code of 12 characters, with the news of it
// (mail.ComplaintHandling) for the confidant. Who left an address hears that it came in
// (mail.ComplaintAnswered).
//
// Problems: invalid.
func (c *Complaints) Take(
	ctx context.Context,
	tx pgx.Tx,
	code string,
	in Complain,
) (id string, err error) {
	// also here: nobody can skip that a name of who wants no contact is dropped
	if err := in.Validate().Err(); err != nil {
		return "", err
	}
	id = db.NewID(idPrefix)
	box := c.Keys.Seal(
		table,
		id,
		db.JSON(sealed{
			About:            in.About,
			AboutCoordinator: in.AboutCoordinator,
			What:             in.What,
			When:             in.When,
			Wish:             in.Wish,
			Name:             in.Name,
			Email:            in.Email,
			Phone:            in.Phone,
		}),
	)
	_, err = tx.Exec(ctx, `
		insert into complaint (id, code_key, state, reachable, sealed, received_at, updated_at)
		values (@id, @code, 'received', @reachable, @sealed, @now, @now)`,
		pgx.NamedArgs{
			"id":        id,
			"code":      c.codeKey(code),
			"reachable": in.reachable(),
			"sealed":    box,
			"now":       c.Clock.Now(),
		})
	if err != nil {
		return "", err
	}
	if err := c.tell(ctx, tx, id, "new"); err != nil {
		return "", err
	}
	return id, c.mailPerson(ctx, tx, id, in.Email, true)
}

// mailPerson tells who left an address that there is something to read (mail.ComplaintAnswered),
// not what. Limited is what a visitor caused.
func (c *Complaints) mailPerson(
	ctx context.Context,
	tx pgx.Tx,
	id, email string,
	limited bool,
) error {
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

// news is the data of mail.ComplaintHandling: "new", or "waits" for one that waits for an answer.
type news struct {
	What string `json:"what"`
}

func (c *Complaints) tell(ctx context.Context, tx pgx.Tx, id, what string) error {
	to, _ := c.House(ctx).Confidant()
	return c.Mail.Enqueue(
		ctx,
		tx,
		mail.Mail{Kind: mail.ComplaintHandling, To: to, Cause: id, Data: news{what}},
	)
}

// byCode gives the complaint of a code with its messages. A code that nobody has is as wrong as one
// that cannot be.
func (c *Complaints) byCode(
	ctx context.Context,
	q db.Querier,
	code string,
) (out ComplaintHandled, id string, err error) {
	var state string
	err = q.QueryRow(ctx, `
		select id, state
		from complaint
		where code_key = $1`, c.codeKey(code)).Scan(&id, &state)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, "", problem.WithFields(problem.Field{Name: "code", Code: problem.Invalid})
	}
	if err != nil {
		return out, "", err
	}
	out = ComplaintHandled{Code: showCode(code), State: shown[state]}
	out.Messages, err = c.messages(ctx, q, id)
	return out, id, err
}

func (c *Complaints) messages(
	ctx context.Context,
	q db.Querier,
	complaint string,
) ([]ComplaintMessage, error) {
	rows, err := q.Query(ctx, `
		select id, ours, sealed, at
		from complaint_message
		where complaint_id = $1
		order by no`, complaint)
	if err != nil {
		return nil, err
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (m ComplaintMessage, err error) {
		var id string
		var box []byte
		var at time.Time
		if err := r.Scan(&id, &m.Ours, &box, &at); err != nil {
			return m, err
		}
		plain, err := c.Keys.Open(messageTable, id, box)
		m.Text, m.Day = string(plain), at.In(clock.Amsterdam).Format(time.DateOnly)
		return m, err
	})
	return append([]ComplaintMessage{}, out...), err
}

// write adds a message of the person and tells the confidant that somebody waits.
//
// Problems: invalid (the code), closed.
func (c *Complaints) write(
	ctx context.Context,
	in ComplaintReply,
) (*httpkit.Reply[ComplaintHandled], error) {
	return httpkit.Once(
		ctx,
		c.Keeper,
		func(tx pgx.Tx) (out httpkit.Answer[ComplaintHandled], err error) {
			id, err := c.Say(ctx, tx, in.Code, in.Reply)
			if err != nil {
				return out, err
			}
			all, _, err := c.byCode(ctx, tx, in.Code)
			return httpkit.Answer[ComplaintHandled]{
				Status:  http.StatusCreated,
				Body:    all,
				Subject: id,
			}, err
		},
	)
}

// Say adds a message of the person who has the code. Asked something, they have answered: we are at
// work again.
func (c *Complaints) Say(ctx context.Context, tx pgx.Tx, code, text string) (id string, err error) {
	err = tx.QueryRow(ctx, `
		select id
		from complaint
		where code_key = $1
		for update`, c.codeKey(code)).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", problem.WithFields(problem.Field{Name: "code", Code: problem.Invalid})
	}
	if err != nil {
		return "", err
	}
	tag, err := tx.Exec(ctx, `
		update complaint
		set state = case state when 'asked' then 'confirmed' else state end,
			version = version + 1,
			updated_at = $2
		where id = $1 and state <> 'closed'`, id, c.Clock.Now())
	if err != nil {
		return "", err
	}
	if tag.RowsAffected() == 0 {
		return "", problem.New(problem.Closed)
	}
	if err := c.insertMessage(ctx, tx, message{id, false, text, ""}); err != nil {
		return "", err
	}
	return id, c.tell(ctx, tx, id, "waits")
}

// Answer writes to the person and says how far it is without a call, by nobody of the staff: sample
// data.
//
// Problems: not_found, and those of answer.
func (c *Complaints) Answer(ctx context.Context, tx pgx.Tx, id string, in AnswerComplaint) error {
	_, err := c.inbox().Change(ctx, tx, id, func(m *row) error {
		return c.answer(ctx, tx, m, in, "")
	})
	return err
}

// answer writes to the person and says how far it is: confirmed, talk, asked, answered or closed.
// An empty text only changes the state; to ask takes a text. Who left an address hears that there
// is a message (mail.ComplaintAnswered), not what it says. The uid of who writes is kept for
// colleagues and never told to the person.
//
// Problems: invalid (a state that does not exist, a question without text).
func (c *Complaints) answer(
	ctx context.Context,
	tx pgx.Tx,
	m *row,
	in AnswerComplaint,
	uid string,
) error {
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
	if err := c.insertMessage(ctx, tx, message{m.ID, true, text, uid}); err != nil {
		return err
	}
	who, err := c.form(*m)
	if err != nil {
		return err
	}
	return c.mailPerson(ctx, tx, m.ID, who.Email, false)
}

// message is a text after the complaint: ours, and then by whom of the staff, or of the person.
type message struct {
	complaint string
	ours      bool
	text, by  string
}

func (c *Complaints) insertMessage(ctx context.Context, tx pgx.Tx, m message) error {
	id := db.NewID("cms")
	_, err := tx.Exec(ctx, `
		insert into complaint_message (id, complaint_id, ours, sealed, at, by)
		values (@id, @complaint, @ours, @sealed, @at, nullif(@by, ''))`,
		pgx.NamedArgs{
			"id":        id,
			"complaint": m.complaint,
			"ours":      m.ours,
			"sealed":    c.Keys.Seal(messageTable, id, []byte(m.text)),
			"at":        c.Clock.Now(),
			"by":        m.by,
		})
	return err
}
