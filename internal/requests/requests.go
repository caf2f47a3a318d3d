package requests

import (
	"context"
	"encoding/json"
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

// Requests is the room. All fields are required.
type Requests struct {
	Pool   *pgxpool.Pool
	Clock  *clock.Clock
	Keys   *privacy.Keys
	Keeper *httpkit.Keeper
	Mail   *mail.Outbox
	House  func(context.Context) house.House
	// Link mails the link to everything of an address, in tx, and gives the id of the link.
	Link func(ctx context.Context, tx pgx.Tx, email string) (id string, err error)
	// Tell hands news to the staff.
	Tell func(ctx context.Context, tx pgx.Tx, n identity.Notice) error
	// Names are those of members of staff, by uid.
	Names func(ctx context.Context, uids []string) (map[string]string, error)
	// Origin of the site for the link in the mail to staff.
	Origin string
}

// Kind is the word for a question in the erasure journal and the log book.
const (
	Kind     = "request"
	idPrefix = "vrg"
	table    = "rights_request"
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{{Table: table, Column: "sealed", Key: "id", Name: table}}

var rows = privacy.Rows{Kind: Kind, Table: table}

// Asked is the body of who asks about what is kept of them.
type Asked struct {
	What string `json:"what,omitempty" doc:"insight, correct, erase or rest"`
	privacy.Contact
}

// AskRights is the form of visitors.
type AskRights struct {
	Asked
	httpkit.FormFields
}

// AskedAtDesk is a question that somebody asked by phone or at the desk.
type AskedAtDesk struct {
	Asked
	Via string `json:"via,omitempty" doc:"telefoon or balie"`
}

// rest is the wish to be left alone for a while: staff put what is kept on pause.
const rest = "rest"

var whats = []string{"insight", "correct", "erase", rest}

// Validate tidies the body and gives its mistakes in the order of the form.
func (a *Asked) Validate() (f problem.Faults) {
	if !slices.Contains(whats, a.What) {
		f.Add("what", problem.Choice)
	}
	return append(f, a.Contact.Validate()...)
}

// question is one that is kept.
type question struct {
	Asked
	via string
	at  time.Time
}

// receive mails the link to who left an address, and keeps the question of who left a number, or
// who wants to be left alone for a while. The work and the answer are the same for everybody.
func (r *Requests) receive(
	ctx context.Context,
	in AskRights,
) (*httpkit.Reply[httpkit.Received], error) {
	return httpkit.Once(
		ctx,
		r.Keeper,
		func(tx pgx.Tx) (out httpkit.Answer[httpkit.Received], err error) {
			subject := ""
			if in.Email != "" {
				if subject, err = r.Link(ctx, tx, in.Email); err != nil {
					return out, err
				}
			}
			if in.Phone != "" || in.What == rest {
				subject, err = r.insert(ctx, tx, question{in.Asked, "site", r.Clock.Now()})
				if err != nil {
					return out, err
				}
				if err := r.tell(ctx, tx, subject, news{}); err != nil {
					return out, err
				}
			}
			return httpkit.ReceivedAnswer(subject, httpkit.Flash{Kind: Kind, Way: in.Way()}), nil
		},
	)
}

func (r *Requests) insert(ctx context.Context, tx pgx.Tx, q question) (id string, err error) {
	id = db.NewID(idPrefix)
	_, err = tx.Exec(ctx, `
		insert into rights_request (id, what, via, state, email_key, phone_key, sealed, received_at,
			due_at, updated_at)
		values (@id, @what, @via, 'open', @email, @phone, @sealed, @at, @due, @at)`,
		pgx.NamedArgs{
			"id":     id,
			"what":   q.What,
			"via":    q.via,
			"email":  r.Keys.EmailKey(q.Email),
			"phone":  r.Keys.PhoneKey(q.Phone),
			"sealed": r.Keys.Seal(table, id, db.JSON(q.Contact)),
			"at":     q.at,
			"due":    clock.Months(q.at, 1),
		})
	return id, err
}

// news is the data of mail.NewInInbox: dueSoon, or nothing for a question that came in.
type news struct {
	What string `json:"what,omitempty"`
}

const (
	dueSoon    = "due"
	warnBefore = 7 // days before the month of a question is over
)

func (r *Requests) tell(ctx context.Context, tx pgx.Tx, id string, what news) error {
	return r.Tell(ctx, tx, identity.Notice{
		Topic: identity.Messages,
		Roles: []identity.Role{identity.Coordinator},
		Mail: mail.Mail{
			Kind:  mail.NewInInbox,
			To:    r.House(ctx).Notices(),
			Cause: id,
			Data:  what,
		},
	})
}

// Warn tells the coordinators once of each open question whose month is nearly over: one mail to
// each for all of a run.
func (r *Requests) Warn(ctx context.Context) error {
	return db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
		found, err := tx.Query(ctx, `
			update rights_request
			set warned = true
			where state = 'open' and due_at <= $1 and not warned
			returning id`, r.Clock.Now().AddDate(0, 0, warnBefore))
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil || len(ids) == 0 {
			return err
		}
		return r.tell(ctx, tx, ids[0], news{dueSoon})
	})
}

// Compose writes the mails of this room. A question that is gone or answered withdraws them; the
// one mail about several whose month is nearly over goes while any of them is open.
func (r *Requests) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data news
	if len(m.Data) > 0 {
		if err := json.Unmarshal(m.Data, &data); err != nil {
			return mail.Letter{}, err
		}
	}
	var open bool
	err := r.Pool.QueryRow(ctx, `
		select exists (
			select
			from rights_request
			where state = 'open' and (id = $1 or $2 and warned)
		)`, m.Cause, data.What == dueSoon).Scan(&open)
	if err != nil {
		return mail.Letter{}, err
	}
	if !open {
		return mail.Letter{}, mail.ErrUntrue
	}
	link := r.Origin + "/beheer/personen"
	if data.What == dueSoon {
		return mail.RightsDueLetter("1 week", link), nil
	}
	return mail.NewInInboxLetter("vraag over gegevens", link), nil
}

// overdue names questions whose term is over: that of a message.
var overdue = `(` + privacy.TermOver(`received_at`, `done_at`, `$1`) +
	` or done_at is null and received_at <= $2) and ` +
	privacy.Unheld(table+`.id`, `$3`)

func (r *Requests) terms(ctx context.Context, at time.Time) []any {
	h := r.House(ctx)
	answered := h.Over(func(keep house.Terms) time.Time {
		return at.AddDate(0, 0, -keep.MessageDays)
	})
	return []any{answered, h.Unanswered(at), at}
}

// Kept is what the room keeps of people, and how it goes.
func (r *Requests) Kept() inbox.Kept[privacy.Contact] {
	return inbox.Kept[privacy.Contact]{
		Pool:   r.Pool,
		Clock:  r.Clock,
		Keys:   r.Keys,
		Mails:  r.Mail.Forget,
		Rows:   rows,
		Called: Kind,
		Words:  func(privacy.Contact) string { return "" },
		Who:    func(c privacy.Contact) privacy.Named { return privacy.Named{Contact: c} },
		Put: func(c *privacy.Contact, to privacy.Named) problem.Faults {
			*c = to.Contact
			return c.Validate()
		},
		Readdress: r.Mail.Readdress,
		Overdue:   overdue,
		Terms:     r.terms,
		Leave:     r.leave,
	}
}

// leave puts the days of questions back without whom they were of: what was asked was done with the
// erasure.
func (r *Requests) leave(ctx context.Context, tx pgx.Tx, ids []string) error {
	for _, id := range ids {
		left := db.NewID(idPrefix)
		if _, err := tx.Exec(ctx, `
			insert into rights_request (id, what, via, state, outcome, sealed, received_at, due_at,
				done_at, done_by, updated_at)
			select $2, what, via, 'done', coalesce(outcome, 'done'), $3, received_at, due_at,
				coalesce(done_at, $4), done_by, $4
			from rights_request
			where id = $1`,
			id, left, r.Keys.Seal(table, left, db.JSON(privacy.Contact{})), r.Clock.Now(),
		); err != nil {
			return err
		}
	}
	return nil
}
