package demo

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/contact"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/volunteers"
)

// uidOf is the first sample account with a role.
func uidOf(role string) string {
	all := accounts()
	return all[slices.IndexFunc(all, func(a Account) bool {
		return slices.Contains(a.Roles, role)
	})].ID
}

// accountOf is the subject of the account with a login.
func accountOf(login string) string {
	all := accounts()
	return all[slices.IndexFunc(all, func(a Account) bool { return a.Login == login })].ID
}

// colleagues are known before they sign in: work can be given to them at once.
func (l *loader) colleagues(ctx context.Context) error {
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		for _, a := range accounts() {
			if a.Disabled || len(a.Roles) == 0 {
				continue
			}
			var roles []identity.Role
			for _, r := range a.Roles {
				roles = append(roles, identity.Role(r))
			}
			if err := l.Identity.Know(ctx, tx, a.ID, a.Name, roles, l.Clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}

func (l *loader) contactAt(ago time.Duration) *contact.Contact {
	then := *l.Contact
	then.Clock = clock.Stopped(l.plan.now.Add(-ago))
	return &then
}

// messages loads five messages: new, taken on, overdue, answered, and one that goes tonight.
func (l *loader) messages(ctx context.Context) error {
	mail := func(who string) privacy.Contact {
		return privacy.Contact{Email: who + "@voorbeeld.example"}
	}
	keep := house.Default().Keep
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		for _, m := range []struct {
			ago      time.Duration
			in       contact.SendMessage
			assign   string
			answered time.Duration // so long ago; 0: not
		}{
			{
				2 * time.Hour,
				contact.SendMessage{
					Subject: "firstVisit",
					Name:    "Nadia",
					Contact: mail("nadia"),
					Message: "Mag ik morgen eerst even kijken? Ik vind het spannend om binnen te lopen.",
				},
				"",
				0,
			},
			{
				day,
				contact.SendMessage{
					Subject: "story",
					Contact: privacy.Contact{Phone: "0612345670"},
					Message: "Ik wil mijn verhaal delen. Bellen mag na drie uur.",
				},
				uidOf("redactie"),
				0,
			},
			{
				9 * day,
				contact.SendMessage{
					Subject: "cooperation",
					Name:    "Huisartsenpraktijk",
					Contact: mail("praktijk"),
					Message: "Folder voor in de wachtkamer? Wij willen er graag twintig neerleggen.",
				},
				"",
				0,
			},
			{
				12 * day,
				contact.SendMessage{
					Subject: "activity",
					Name:    "Jan",
					Contact: mail("jan"),
					Message: "Is de lift weer gemaakt? Ik loop met een rollator.",
				},
				uidOf("coordinator"),
				11 * day,
			},
			{
				time.Duration(keep.MessageDays+5) * day,
				contact.SendMessage{
					Subject: "other",
					Name:    "Corrie",
					Contact: mail("corrie"),
					Message: "Ik heb mijn sjaal laten hangen. Ligt hij bij de gevonden spullen?",
				},
				uidOf("coordinator"),
				time.Duration(keep.MessageDays)*day - 12*time.Hour,
			},
		} {
			id, err := l.contactAt(m.ago).Take(ctx, tx, m.in)
			if err != nil {
				return err
			}
			switch {
			case m.answered > 0:
				err = l.contactAt(m.answered).Phoned(ctx, tx, id, m.assign, "Gebeld en uitgelegd.")
			case m.assign != "":
				_, err = tx.Exec(
					ctx, `
					update contact_message set state = 'assigned', assignee = $2 where id = $1`,
					id,
					m.assign,
				)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// volunteer loads six applications, one in each state; the last goes tonight.
func (l *loader) volunteer(ctx context.Context) error {
	open, err := l.Documents.OpenRoles(ctx)
	if err != nil {
		return err
	}
	if len(open) == 0 {
		open = []string{"unknown"}
	}
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		for i, a := range []struct{ state, name, about string }{
			{"new", "Fatima", "Ik kook graag en wil mensen leren kennen."},
			{"called", "Gerrit", "Ik ben net met pensioen."},
			{"meeting", "Hannah", ""},
			{"trial", "Ivo", "Ik loop al jaren mee op vrijdag."},
			{"started", "Joke", ""},
			{"notNow", "Kees", "Later misschien."},
		} {
			then := *l.Volunteers
			then.Clock = clock.Stopped(l.plan.now.Add(-time.Duration(2+7*i) * day))
			id, err := then.Take(
				ctx,
				tx,
				volunteers.Application{
					Name:         a.name,
					Contact:      privacy.Contact{Phone: "061234567" + string(rune('0'+i))},
					Roles:        open[i%len(open) : i%len(open)+1],
					Availability: []string{"2-afternoon", "4-morning"},
					About:        a.about,
				},
				open,
			)
			if err != nil {
				return err
			}
			set := `
				update volunteer_application set state = $2 where id = $1 and $3::timestamptz is not null and $4 <> ''`
			switch a.state {
			case "started":
				set = `
					update volunteer_application set state = $2, vog_on = $3::timestamptz::date,
						vog_by = $4 where id = $1`
			case "notNow":
				set = `
					update volunteer_application set state = $2,
						not_now_at = $3 where id = $1 and $4 <> ''`
			}
			at := l.plan.now.Add(12*time.Hour).AddDate(0, 0, -house.Default().Keep.VolunteerDays)
			if _, err := tx.Exec(ctx, set, id, a.state, at, uidOf("coordinator")); err != nil {
				return err
			}
		}
		return nil
	})
}
