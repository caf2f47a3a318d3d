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
			who := identity.Member{UID: a.ID, Name: a.Name}
			if err := l.Identity.Know(ctx, tx, who, roles...); err != nil {
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

// messageText is a message of a visitor with what the staff did with it.
type messageText struct {
	contact.SendMessage
	HoursAgo         int    `json:"hoursAgo"`
	Assignee         string `json:"assignee"` // a role
	Answer           string `json:"answer"`   // given by phone
	AnsweredHoursAgo int    `json:"answeredHoursAgo"`
	GoesTonight      bool   `json:"goesTonight"` // answered so long ago that its term is over
}

func messageTexts() []messageText {
	return must(readList[messageText](textFiles, "messages.json", "subject", "message"))
}

// messages loads five messages: new, taken on, overdue, answered, and one that goes tonight.
func (l *loader) messages(ctx context.Context) error {
	term := 24 * house.Default().Keep.MessageDays // hours
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		for _, m := range messageTexts() {
			if m.GoesTonight {
				m.HoursAgo, m.AnsweredHoursAgo = term+5*24, term-12
			}
			id, err := l.contactAt(time.Duration(m.HoursAgo)*time.Hour).Take(ctx, tx, m.SendMessage)
			if err != nil {
				return err
			}
			switch {
			case m.Answer != "":
				answered := l.contactAt(time.Duration(m.AnsweredHoursAgo) * time.Hour)
				err = answered.Phoned(ctx, tx, id, uidOf(m.Assignee), m.Answer)
			case m.Assignee != "":
				_, err = tx.Exec(ctx, `
					update contact_message set state = 'assigned', assignee = $2
					where id = $1`,
					id, uidOf(m.Assignee))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// applicationText is somebody who wants to volunteer.
type applicationText struct {
	State string `json:"state"`
	Name  string `json:"name"`
	About string `json:"about"`
}

func applicationTexts() []applicationText {
	return must(readList[applicationText](textFiles, "applications.json", "state", "name"))
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
		for i, a := range applicationTexts() {
			then := *l.Volunteers
			then.Clock = clock.Stopped(l.plan.now.Add(-time.Duration(2+7*i) * day))
			id, err := then.Take(
				ctx,
				tx,
				volunteers.Application{
					Name:         a.Name,
					Contact:      privacy.Contact{Phone: "061234567" + string(rune('0'+i))},
					Roles:        open[i%len(open) : i%len(open)+1],
					Availability: []string{"2-afternoon", "4-morning"},
					Answers:      volunteers.Answers{About: a.About},
				},
				open,
			)
			if err != nil {
				return err
			}
			set := `
				update volunteer_application set state = $2
				where id = $1 and $3::timestamptz is not null and $4 <> ''`
			switch a.State {
			case "started":
				set = `
					update volunteer_application set state = $2, vog_on = $3::timestamptz::date,
						vog_by = $4
					where id = $1`
			case "notNow":
				set = `
					update volunteer_application set state = $2, not_now_at = $3
					where id = $1 and $4 <> ''`
			}
			at := l.plan.now.Add(12*time.Hour).AddDate(0, 0, -house.Default().Keep.VolunteerDays)
			if _, err := tx.Exec(ctx, set, id, a.State, at, uidOf("coordinator")); err != nil {
				return err
			}
		}
		return nil
	})
}
