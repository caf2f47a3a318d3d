package contact

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Contact is the room.
type Contact struct {
	*inbox.Box[Form, row, Message]
}

// Kind is the word for a message in the erasure journal.
const (
	Kind        = "message"
	table       = "contact_message"
	answerTable = "contact_answer"
	noteTable   = "contact_note"
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{
	{Table: table, Column: "sealed", Key: "id", Name: table},
	{Table: table, Column: "note", Key: "id", Name: noteTable},
	{Table: answerTable, Column: "sealed", Key: "id", Name: answerTable},
}

// New is the room on the ground of all inboxes.
func New(g inbox.Ground) *Contact {
	c := &Contact{}
	c.Box = &inbox.Box[Form, row, Message]{
		Ground:   g,
		Kind:     Kind,
		Prefix:   "msg",
		Table:    table,
		Roles:    handlers,
		Seen:     seen,
		Blank:    &Form{Named: privacy.Named{Name: privacy.OnPause}},
		Show:     c.show,
		Progress: func(m *row) (*inbox.Undo, any) { return &m.Undo, &m.progress },
		TookBack: c.takeBack,
		Letter:   c.letter,
		Who:      func(form *Form) *privacy.Named { return &form.Named },
		Tidy:     func(who *privacy.Named) problem.Faults { return who.Validate(false) },
		Called:   "message",
		Words:    func(form Form) string { return form.Message },
		Overdue:  inbox.OverAsMessages(`answered_at`),
		Terms:    inbox.TermsOfMessages,
	}
	return c
}

// Problems: closed (the form is switched off).
func (c *Contact) receive(
	ctx context.Context, tx pgx.Tx, in SendMessage,
) (out httpkit.Answer[httpkit.Received], err error) {
	if c.House(ctx).ContactFormOff {
		return out, problem.New(problem.Closed)
	}
	readers := []identity.Role{identity.Coordinator}
	if slices.Contains(subjectsOfRedactie, in.Subject) {
		readers = handlers
	}
	return c.Box.Take(ctx, tx, in.Form, columns(in), mail.MessageReceived, readers...)
}

func columns(in SendMessage) pgx.NamedArgs {
	return pgx.NamedArgs{"subject": in.Subject, "state": "new"}
}

// Take stores a message without any mail: sample data. Problems: invalid.
func (c *Contact) Take(ctx context.Context, tx pgx.Tx, in SendMessage) (string, error) {
	if err := in.Validate().Err(); err != nil {
		return "", err
	}
	return c.Store(ctx, tx, in.Form, columns(in))
}

// What the house hears is mail.NewInInbox: for one that came in, untrue once it is answered, or for
// those that go soon unanswered.
func (c *Contact) letter(ctx context.Context, m mail.Stored, r row, what string) (mail.Letter, error) {
	link := c.Origin + "/beheer/postvak"
	switch {
	case m.Kind == mail.MessageAnswered:
		return c.answerText(ctx, m)
	case m.Kind == mail.MessageReceived:
		return mail.MessageReceivedLetter(c.House(ctx).PhoneShown()), nil
	case r.AnsweredAt != nil:
		return mail.Letter{}, mail.ErrUntrue
	case what == goingSoon:
		return mail.MessageGoingLetter("2 weken", link), nil
	}
	return mail.NewInInboxLetter(subjects[r.Subject], link), nil
}

const (
	goingSoon  = "going"
	warnBefore = 14 // days before a message goes that nobody answered
	unanswered = isOpen + ` and received_at <= `
)

// Warn tells the coordinators once of each message that goes soon although nobody answered it.
func (c *Contact) Warn(ctx context.Context) error {
	soon := c.Clock.Now().AddDate(0, 0, warnBefore)
	return c.Box.Warn(ctx, goingSoon, unanswered+`$1`, c.House(ctx).Unanswered(soon))
}

// Reviews are the messages of which Warn tells, for who may answer them: by subject, without a
// name.
func (c *Contact) Reviews(ctx context.Context, a identity.Actor, now time.Time) (out []editing.Review, err error) {
	if !a.Has(handlers...) {
		return nil, nil
	}
	last := c.House(ctx).Unanswered(now.AddDate(0, 0, warnBefore))
	all, err := c.Where(ctx, c.Pool, c.SeenBy(a)+` and id in (
			select id
			from contact_message
			where `+unanswered+`@last
			order by received_at, id
			limit 50
		)
		order by received_at, id`, pgx.NamedArgs{"last": last, "actor": a.ID})
	for _, m := range all {
		out = append(out, editing.Review{
			Kind:  Kind,
			ID:    m.ID,
			Title: "Bericht: " + subjects[m.Subject],
			Why:   "unanswered",
			Since: clock.Date(m.ReceivedAt),
		})
	}
	return out, err
}
