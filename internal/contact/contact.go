package contact

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Contact is the room. All fields are required.
type Contact struct {
	Pool   *pgxpool.Pool
	Clock  *clock.Clock
	Keys   *privacy.Keys
	Keeper *httpkit.Keeper
	Mail   *mail.Outbox
	House  func(context.Context) house.House
	// Origin of the site for the link in the mail to staff.
	Origin string
	// Tell hands news to the staff.
	Tell func(ctx context.Context, tx pgx.Tx, n identity.Notice) error
	// Names are those of members of staff, by uid; Staff are the members with one of these roles.
	Names func(ctx context.Context, uids []string) (map[string]string, error)
	Staff func(ctx context.Context, roles ...identity.Role) ([]identity.Member, error)
}

// Kind is the word for a message in the erasure journal, and the prefix of its id.
const (
	Kind     = "message"
	idPrefix = "msg"
	table    = "contact_message"
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{
	{Table: table, Column: "sealed", Key: "id", Name: table},
	{Table: table, Column: "note", Key: "id", Name: noteTable},
	{Table: answerTable, Column: "sealed", Key: "id", Name: answerTable},
}

var rows = privacy.Rows{Kind: Kind, Table: table}

// receive stores a message with its two mails: mail.MessageReceived to who left an address,
// mail.NewInInbox to the staff who read it.
//
// Problems: closed (the form is switched off).
func (c *Contact) receive(
	ctx context.Context,
	in SendMessage,
) (*httpkit.Reply[httpkit.Received], error) {
	h := c.House(ctx)
	if h.ContactFormOff {
		return nil, problem.New(problem.Closed)
	}
	return httpkit.Once(
		ctx,
		c.Keeper,
		func(tx pgx.Tx) (out httpkit.Answer[httpkit.Received], err error) {
			id, err := c.insert(ctx, tx, in)
			if err != nil {
				return out, err
			}
			if err := c.Tell(ctx, tx, identity.Notice{
				Topic: identity.Messages,
				Roles: readersOf(in.Subject),
				Mail:  mail.Mail{Kind: mail.NewInInbox, To: h.Notices(), Cause: id},
			}); err != nil {
				return out, err
			}
			if in.Email != "" {
				err = c.Mail.Enqueue(ctx, tx, mail.Mail{
					Kind:    mail.MessageReceived,
					To:      in.Email,
					Cause:   id,
					Limited: true,
				})
			}
			return httpkit.ReceivedAnswer(id, httpkit.Flash{
				Name: in.Name,
				Kind: Kind,
				Way:  in.Way(),
			}), err
		},
	)
}

// readersOf are the roles that see a message about this without being given it.
func readersOf(subject string) []identity.Role {
	if slices.Contains(subjectsOfRedactie, subject) {
		return handlers
	}
	return []identity.Role{identity.Coordinator}
}

func (c *Contact) insert(ctx context.Context, tx pgx.Tx, in SendMessage) (id string, err error) {
	id = db.NewID(idPrefix)
	form := sealed{in.Name, in.Email, in.Phone, in.Message}
	_, err = tx.Exec(ctx, `
		insert into contact_message (id, subject, state, email_key, phone_key, sealed, received_at,
			updated_at)
		values (@id, @subject, 'new', @email, @phone, @sealed, @now, @now)`,
		pgx.NamedArgs{
			"id":      id,
			"subject": in.Subject,
			"email":   c.Keys.EmailKey(in.Email),
			"phone":   c.Keys.PhoneKey(in.Phone),
			"sealed":  c.Keys.Seal(table, id, db.JSON(form)),
			"now":     c.Clock.Now(),
		})
	return id, err
}

// Compose writes the mails of this room. A message that is gone withdraws them.
func (c *Contact) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var subject string
	var answered bool
	err := c.Pool.QueryRow(ctx, `
		select subject, answered_at is not null
		from contact_message
		where id = $1`, m.Cause).Scan(&subject, &answered)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return mail.Letter{}, mail.ErrUntrue
	case err != nil:
		return mail.Letter{}, err
	case m.Kind == mail.MessageAnswered:
		return c.answerText(ctx, m)
	case m.Kind == mail.MessageReceived:
		return mail.MessageReceivedLetter(c.House(ctx).PhoneShown()), nil
	case answered: // nothing waits any more
		return mail.Letter{}, mail.ErrUntrue
	}
	return c.notice(m, subject)
}

// notice is what the house hears: mail.NewInInbox for one that came in, or for those that go soon
// unanswered.
func (c *Contact) notice(m mail.Stored, subject string) (mail.Letter, error) {
	var data news
	if len(m.Data) > 0 {
		if err := json.Unmarshal(m.Data, &data); err != nil {
			return mail.Letter{}, err
		}
	}
	link := c.Origin + "/beheer/postvak"
	if data.What == goingSoon {
		return mail.MessageGoingLetter("2 weken", link), nil
	}
	return mail.NewInInboxLetter(subjects[subject], link), nil
}

// news is the data of mail.NewInInbox: goingSoon, or nothing for a message that came in.
type news struct {
	What string `json:"what,omitempty"`
}

const (
	goingSoon  = "going"
	warnBefore = 14 // days before a message goes that nobody answered
)

// goesSoon is the moment by which a message must have come to go soon.
func (c *Contact) goesSoon(ctx context.Context, now time.Time) time.Time {
	return c.House(ctx).Unanswered(now.AddDate(0, 0, warnBefore))
}

// Warn tells the coordinators once of each message that goes soon although nobody answered it: one
// mail to each for all of a run.
func (c *Contact) Warn(ctx context.Context) error {
	last := c.goesSoon(ctx, c.Clock.Now())
	return db.InTx(ctx, c.Pool, func(tx pgx.Tx) error {
		found, err := tx.Query(ctx, `
			update contact_message
			set warned = true
			where answered_at is null and received_at <= $1 and not warned
			returning id`, last)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil || len(ids) == 0 {
			return err
		}
		return c.Tell(ctx, tx, identity.Notice{
			Topic: identity.Messages,
			Roles: []identity.Role{identity.Coordinator},
			Mail: mail.Mail{
				Kind:  mail.NewInInbox,
				To:    c.House(ctx).Notices(),
				Cause: ids[0],
				Data:  news{goingSoon},
			},
		})
	})
}

// overdue names messages whose term is over: so many days after the answer, or after a message came
// in that nobody answered.
var overdue = `(` + privacy.TermOver(`received_at`, `answered_at`, `$1`) +
	` or answered_at is null and received_at <= $2) and ` +
	privacy.Unheld(table+`.id`, `$3`)

func (c *Contact) terms(ctx context.Context, at time.Time) []any {
	h := c.House(ctx)
	answered := h.Over(func(keep house.Terms) time.Time {
		return at.AddDate(0, 0, -keep.MessageDays)
	})
	return []any{answered, h.Unanswered(at), at}
}

// Kept is what the room keeps of people, and how it goes.
func (c *Contact) Kept() inbox.Kept[sealed] {
	return inbox.Kept[sealed]{
		Pool:   c.Pool,
		Clock:  c.Clock,
		Keys:   c.Keys,
		Mails:  c.Mail.Forget,
		Rows:   rows,
		Called: "message",
		Words:  func(form sealed) string { return form.Message },
		Who: func(form sealed) privacy.Named {
			return privacy.Named{
				Name: form.Name, Contact: privacy.Contact{Email: form.Email, Phone: form.Phone},
			}
		},
		Put:       put,
		Readdress: c.Mail.Readdress,
		Overdue:   overdue,
		Terms:     c.terms,
	}
}

// put mends how somebody is called and reached who wrote a message.
func put(form *sealed, to privacy.Named) (f problem.Faults) {
	to.Name = httpkit.Line(to.Name)
	f.Length("name", to.Name, 0, privacy.MaxName)
	f = append(f, to.Contact.Validate()...)
	form.Name, form.Email, form.Phone = to.Name, to.Email, to.Phone
	return f
}
