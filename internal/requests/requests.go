package requests

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Requests is the room.
type Requests struct {
	*inbox.Box[privacy.Named, row, RightsRequest]
	link Link
}

// Link mails the link to everything of an address, in tx, and gives the id of the link.
type Link func(ctx context.Context, tx pgx.Tx, email string) (id string, err error)

// Kind is the word for a question in the erasure journal and the log book.
const (
	Kind   = "request"
	prefix = "vrg"
	table  = "rights_request"
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{{Table: table, Column: "sealed", Key: "id", Name: table}}

// New is the room on the ground of all inboxes.
func New(g inbox.Ground, link Link) *Requests {
	r := &Requests{link: link}
	r.Box = &inbox.Box[privacy.Named, row, RightsRequest]{
		Ground:   g,
		Kind:     Kind,
		Prefix:   prefix,
		Table:    table,
		Roles:    []identity.Role{identity.Coordinator},
		Show:     r.show,
		Progress: func(m *row) (*inbox.Undo, any) { return &m.Undo, &m.progress },
		Who:      func(who *privacy.Named) *privacy.Named { return who },
		Tidy: func(who *privacy.Named) problem.Faults {
			who.Name = "" // nobody is asked for it
			return who.Contact.Validate()
		},
		Called:        Kind,
		Words:         func(privacy.Named) string { return "" },
		Overdue:       inbox.OverAsMessages(`done_at`),
		Terms:         inbox.TermsOfMessages,
		LeaveOfSender: r.leave,
	}
	return r
}

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
	f.When(!slices.Contains(whats, a.What), "what", problem.Choice)
	return append(f, a.Contact.Validate()...)
}

// The work and the answer are the same for everybody.
func (r *Requests) receive(
	ctx context.Context, tx pgx.Tx, in AskRights,
) (out httpkit.Answer[httpkit.Received], err error) {
	subject := ""
	if in.Email != "" {
		if subject, err = r.link(ctx, tx, in.Email); err != nil {
			return out, err
		}
	}
	if in.Phone != "" || in.What == rest {
		if subject, err = r.keep(ctx, tx, in.Asked, "site"); err != nil {
			return out, err
		}
		err = r.TellOf(ctx, tx, subject, "", identity.Coordinator)
	}
	return httpkit.ReceivedAnswer(subject, httpkit.Flash{Kind: Kind, Way: in.Way()}), err
}

func (r *Requests) keep(ctx context.Context, tx pgx.Tx, in Asked, via string) (id string, err error) {
	return r.Store(ctx, tx, privacy.Named{Contact: in.Contact}, pgx.NamedArgs{
		"what":   in.What,
		"via":    via,
		"state":  "open",
		"due_at": clock.Months(r.Clock.Now(), 1),
	})
}

const (
	dueSoon    = "due"
	warnBefore = 7 // days before the month of a question is over
)

// Warn tells the coordinators once of each open question whose month is nearly over.
func (r *Requests) Warn(ctx context.Context) error {
	soon := r.Clock.Now().AddDate(0, 0, warnBefore)
	return r.Box.Warn(ctx, dueSoon, isOpen+` and due_at <= $1`, soon)
}

// Compose writes the mails of this room. A question that is gone or answered withdraws them; the
// one mail about several whose month is nearly over goes while any of them is open.
func (r *Requests) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	news, err := inbox.NewsOf(m)
	if err != nil {
		return mail.Letter{}, err
	}
	due, link := news.What == dueSoon, r.Origin+"/beheer/personen"
	open, err := r.Count(ctx, isOpen+` and (id = $1 or $2 and warned)`, m.Cause, due)
	switch {
	case err != nil:
		return mail.Letter{}, err
	case open == 0:
		return mail.Letter{}, mail.ErrUntrue
	case due:
		return mail.RightsDueLetter("1 week", link), nil
	}
	return mail.NewInInboxLetter("vraag over gegevens", link), nil
}

// leave puts the days of questions back without whom they were of: what was asked was done with the
// erasure.
func (r *Requests) leave(ctx context.Context, tx pgx.Tx, ids []string) error {
	for _, id := range ids {
		left := db.NewID(prefix)
		if _, err := tx.Exec(ctx, `
			insert into rights_request (id, what, via, state, outcome, sealed, received_at, due_at,
				done_at, done_by, updated_at)
			select $2, what, via, 'done', coalesce(outcome, 'done'), $3, received_at, due_at,
				coalesce(done_at, $4), done_by, $4
			from rights_request
			where id = $1`,
			id, left, r.Keys.Seal(table, left, db.JSON(privacy.Named{})), r.Clock.Now(),
		); err != nil {
			return err
		}
	}
	return nil
}
