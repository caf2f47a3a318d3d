package volunteers

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

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

// Volunteers is the room.
type Volunteers struct {
	*inbox.Box[Form, row, Volunteer]
	Offer
}

// Offer are the roles, from the room that writes them.
type Offer struct {
	// OpenRoles are the ids of those that visitors can choose now.
	OpenRoles func(context.Context) ([]string, error)
	// RoleTitles are the titles of all that are not in the trash, by id.
	RoleTitles func(context.Context, db.Querier) (map[string]string, error)
}

// Kind is the word for an application in the erasure journal.
const (
	Kind      = "volunteer"
	table     = "volunteer_application"
	noteTable = "volunteer_note"
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{
	{Table: table, Column: "sealed", Key: "id", Name: table},
	{Table: table, Column: "note", Key: "id", Name: noteTable},
}

// New is the room on the ground of all inboxes.
func New(g inbox.Ground, o Offer) *Volunteers {
	v := &Volunteers{Offer: o}
	v.Box = &inbox.Box[Form, row, Volunteer]{
		Ground:   g,
		Kind:     Kind,
		Prefix:   "vol",
		Table:    table,
		Roles:    []identity.Role{identity.Coordinator},
		Blank:    &Form{Named: privacy.Named{Name: privacy.OnPause}},
		Show:     v.show,
		Progress: func(m *row) (*inbox.Undo, any) { return &m.Undo, &m.progress },
		Letter:   v.letter,
		Who:      func(form *Form) *privacy.Named { return &form.Named },
		Tidy:     func(who *privacy.Named) problem.Faults { return who.Validate(true) },
		Called:   "application",
		Words:    func(form Form) string { return form.Answers.words() },
		More:     v.more,
		Overdue:  overdue,
		Terms:    terms,
	}
	return v
}

func (v *Volunteers) check(ctx context.Context, in *Application) (problem.Faults, error) {
	open, err := v.OpenRoles(ctx)
	return in.Validate(open), err
}

func (v *Volunteers) receive(ctx context.Context, tx pgx.Tx, in Application) (httpkit.Answer[httpkit.Received], error) {
	return v.Box.Take(
		ctx, tx, in.Form, columns(in), mail.VolunteerReceived, identity.Coordinator,
	)
}

func columns(in Application) pgx.NamedArgs {
	return pgx.NamedArgs{"keep": in.Keep, "state": "new"}
}

// Take stores an application without any mail: sample data. Problems: invalid.
func (v *Volunteers) Take(ctx context.Context, tx pgx.Tx, in Application, open []string) (string, error) {
	if err := in.Validate(open).Err(); err != nil {
		return "", err
	}
	return v.Store(ctx, tx, in.Form, columns(in))
}

func (v *Volunteers) letter(_ context.Context, m mail.Stored, _ row, _ string) (mail.Letter, error) {
	if m.Kind == mail.VolunteerReceived {
		return mail.VolunteerReceivedLetter(), nil
	}
	return mail.NewInInboxLetter("vrijwilliger", v.Origin+"/beheer/vrijwilligers"), nil
}

// overdue is longer for whom there was no place and who asked to be kept.
var overdue = `case when keep and state = 'notNow' then ` + decided(`$1`) + `
		else ` + decided(`$2`) + ` end
	or decided_at is null and ` + privacy.TermOver(`received_at`, `updated_at`, `$3`)

func decided(cuts string) string { return privacy.TermOver(`received_at`, `decided_at`, cuts) }

func terms(h house.House, at time.Time) []any {
	return []any{
		h.Over(func(k house.Terms) time.Time { return at.AddDate(0, 0, -k.VolunteerKeepDays) }),
		h.Over(func(k house.Terms) time.Time { return at.AddDate(0, 0, -k.VolunteerDays) }),
		h.Over(func(k house.Terms) time.Time { return clock.Months(at, -k.VolunteerIdleMonths) }),
	}
}

// WarnBefore is how many days before an application goes its coordinators are warned.
const WarnBefore = 14

// GoingSoon is how many applications go in the days of the warning, or are over already.
func (v *Volunteers) GoingSoon(ctx context.Context) (int, error) {
	return v.Leaving(ctx, v.Clock.Now().AddDate(0, 0, WarnBefore))
}

// more adds which roles somebody chose, when they can, and whether it may be kept longer. A role
// that is no more has no title.
func (v *Volunteers) more(ctx context.Context, q db.Querier, m row, form Form, to *privacy.KeptElsewhere) error {
	titles, err := v.RoleTitles(ctx, q)
	if err != nil {
		return err
	}
	titles[unknownRole] = unknownRole
	to.Roles, to.Times, to.Keep = chosen(form, titles), form.When(), m.Keep
	return nil
}

func chosen(form Form, titles map[string]string) (out []string) {
	for _, r := range form.Roles {
		if t := titles[r]; t != "" {
			out = append(out, t)
		}
	}
	return out
}

// Started is how many people who applied from from up to to became a volunteer. Who did not is
// erased in time: how many applied cannot be told.
func (v *Volunteers) Started(ctx context.Context, from, to time.Time) (int, error) {
	return v.Count(ctx, `state = 'started' and received_at >= $1 and received_at < $2`, from, to)
}

// Waiting is how many applications nobody took up yet.
func (v *Volunteers) Waiting(ctx context.Context, _ identity.Actor) (int, error) {
	return v.Count(ctx, `state = 'new'`)
}
