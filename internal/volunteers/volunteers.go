package volunteers

import (
	"context"
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

// Volunteers is the room. All fields are required.
type Volunteers struct {
	Pool   *pgxpool.Pool
	Clock  *clock.Clock
	Keys   *privacy.Keys
	Keeper *httpkit.Keeper
	Mail   *mail.Outbox
	House  func(context.Context) house.House
	// OpenRoles are the ids of the roles that visitors can choose now, from the room that keeps
	// them.
	OpenRoles func(context.Context) ([]string, error)
	// RoleTitles are the titles of all roles that are not in the trash, by id.
	RoleTitles func(context.Context, db.Querier) (map[string]string, error)
	// Tell hands news to the staff.
	Tell func(ctx context.Context, tx pgx.Tx, n identity.Notice) error
	// Names are those of members of staff, by uid.
	Names func(ctx context.Context, uids []string) (map[string]string, error)
	// Origin of the site for the link in the mail to staff.
	Origin string
}

// Kind is the word for an application in the erasure journal.
const (
	Kind     = "volunteer"
	idPrefix = "vol"
	table    = "volunteer_application"
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{
	{Table: table, Column: "sealed", Key: "id", Name: table},
	{Table: table, Column: "note", Key: "id", Name: noteTable},
}

var rows = privacy.Rows{Kind: Kind, Table: table}

// receive stores an application with its two mails: mail.VolunteerReceived to who left an address,
// mail.NewInInbox to the coordinators.
func (v *Volunteers) receive(
	ctx context.Context,
	in Application,
) (*httpkit.Reply[httpkit.Received], error) {
	return httpkit.Once(
		ctx,
		v.Keeper,
		func(tx pgx.Tx) (out httpkit.Answer[httpkit.Received], err error) {
			id, err := v.insert(ctx, tx, in)
			if err != nil {
				return out, err
			}
			if err := v.Tell(ctx, tx, identity.Notice{
				Topic: identity.Messages,
				Roles: []identity.Role{identity.Coordinator},
				Mail: mail.Mail{
					Kind:  mail.NewInInbox,
					To:    v.House(ctx).Notices(),
					Cause: id,
				},
			}); err != nil {
				return out, err
			}
			if in.Email != "" {
				err = v.Mail.Enqueue(ctx, tx, mail.Mail{
					Kind:    mail.VolunteerReceived,
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

func (v *Volunteers) insert(ctx context.Context, tx pgx.Tx, in Application) (id string, err error) {
	id = db.NewID(idPrefix)
	form := sealed{in.Name, in.Email, in.Phone, in.Roles, in.Availability, in.Answers}
	_, err = tx.Exec(ctx, `
		insert into volunteer_application (id, state, keep, email_key, phone_key, sealed,
			received_at, updated_at)
		values (@id, 'new', @keep, @email, @phone, @sealed, @now, @now)`,
		pgx.NamedArgs{
			"id":     id,
			"keep":   in.Keep,
			"email":  v.Keys.EmailKey(in.Email),
			"phone":  v.Keys.PhoneKey(in.Phone),
			"sealed": v.Keys.Seal(table, id, db.JSON(form)),
			"now":    v.Clock.Now(),
		})
	return id, err
}

// Compose writes the mails of this room. An application that is gone withdraws them.
func (v *Volunteers) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var there bool
	err := v.Pool.QueryRow(ctx, `
		select exists (select from volunteer_application where id = $1)`, m.Cause).Scan(&there)
	switch {
	case err != nil:
		return mail.Letter{}, err
	case !there:
		return mail.Letter{}, mail.ErrUntrue
	case m.Kind == mail.VolunteerReceived:
		return mail.VolunteerReceivedLetter(), nil
	}
	return mail.NewInInboxLetter("vrijwilliger", v.Origin+"/beheer/vrijwilligers"), nil
}

// overdue names applications whose term is over: so many days after "nu niet" or "gestart", longer
// for whom there was no place and who asked to be kept; and in every other state so many months
// after the last act.
var overdue = `(
		case when keep and state = 'notNow' then ` + decided(`$1`) + ` else ` + decided(`$2`) + ` end
		or decided_at is null and ` + privacy.TermOver(`received_at`, `updated_at`, `$3`) + `
	) and ` + privacy.Unheld(table+`.id`, `$4`)

func decided(cuts string) string { return privacy.TermOver(`received_at`, `decided_at`, cuts) }

func (v *Volunteers) terms(ctx context.Context, at time.Time) []any {
	h := v.House(ctx)
	return []any{
		h.Over(func(k house.Terms) time.Time { return at.AddDate(0, 0, -k.VolunteerKeepDays) }),
		h.Over(func(k house.Terms) time.Time { return at.AddDate(0, 0, -k.VolunteerDays) }),
		h.Over(func(k house.Terms) time.Time { return clock.Months(at, -k.VolunteerIdleMonths) }),
		at,
	}
}

// WarnBefore is how many days before an application goes its coordinators are warned.
const WarnBefore = 14

// GoingSoon is how many applications go in the days of the warning, or are over already.
func (v *Volunteers) GoingSoon(ctx context.Context) (int, error) {
	return v.Kept().Leaving(ctx, v.Clock.Now().AddDate(0, 0, WarnBefore))
}

// Kept is what the room keeps of people, and how it goes.
func (v *Volunteers) Kept() inbox.Kept[sealed] {
	return inbox.Kept[sealed]{
		Pool:   v.Pool,
		Clock:  v.Clock,
		Keys:   v.Keys,
		Mails:  v.Mail.Forget,
		Rows:   rows,
		Called: "application",
		Words:  func(form sealed) string { return form.Answers.words() },
		Who: func(form sealed) privacy.Named {
			return privacy.Named{
				Name: form.Name, Contact: privacy.Contact{Email: form.Email, Phone: form.Phone},
			}
		},
		More:      v.more,
		Put:       put,
		Readdress: v.Mail.Readdress,
		Overdue:   overdue,
		Terms:     v.terms,
	}
}

// more adds which roles somebody chose, when they can, and whether it may be kept longer. A role
// that is no more has no title.
func (v *Volunteers) more(
	ctx context.Context,
	q db.Querier,
	form sealed,
	to *privacy.KeptElsewhere,
) error {
	titles, err := v.RoleTitles(ctx, q)
	if err != nil {
		return err
	}
	for _, r := range form.Roles {
		if r == unknownRole {
			to.Roles = append(to.Roles, r)
		} else if t := titles[r]; t != "" {
			to.Roles = append(to.Roles, t)
		}
	}
	to.Times = form.Availability
	return q.QueryRow(ctx, `
		select keep
		from volunteer_application
		where id = $1`, to.ID).Scan(&to.Keep)
}

// put mends how somebody is called and reached who wants to help.
func put(form *sealed, to privacy.Named) (f problem.Faults) {
	f = tidyName(&to.Name)
	f = append(f, to.Contact.Validate()...)
	form.Name, form.Email, form.Phone = to.Name, to.Email, to.Phone
	return f
}
