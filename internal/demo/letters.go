package demo

import (
	"cmp"
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

// colleagues are known before they sign in: work can be given to them at once. Who receives said
// yes to a name on the site.
func (l *loader) colleagues(ctx context.Context) error {
	err := db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
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
	for _, a := range accounts() {
		if slices.Contains([]string{"jan", "fatima", "loes", "sanne"}, a.Login) {
			err = cmp.Or(err, l.Identity.KnowOnSite(ctx, a.ID, a.First()))
		}
	}
	return err
}

func (l *loader) contactAt(ago time.Duration) *contact.Contact {
	then := l.Contact.Ground
	then.Clock = clock.Stopped(l.plan.now.Add(-ago))
	return contact.New(then)
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

// volunteer loads six applications, one in each state: the first is late, the fourth goes soon,
// the last tonight.
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
			then := l.Volunteers.Ground
			then.Clock = clock.Stopped(l.plan.now.Add(-time.Duration(9+4*i) * day))
			phone := privacy.Contact{Phone: "061234567" + string(rune('0'+i))}
			id, err := volunteers.New(then, l.Volunteers.Offer).Take(
				ctx,
				tx,
				volunteers.Application{Form: volunteers.Form{
					Named:   privacy.Named{Name: a.Name, Contact: phone},
					Roles:   open[i%len(open) : i%len(open)+1],
					Parts:   volunteers.Parts{Morning: "sometimes", Afternoon: "often"},
					Answers: volunteers.Answers{About: a.About},
				}},
				open,
			)
			if err != nil {
				return err
			}
			keep := house.Default().Keep
			var decided *time.Time
			acted := then.Clock.Now()
			switch a.State {
			case "trial": // soon nobody did anything about it for too long
				acted = clock.Months(l.plan.now, -keep.VolunteerIdleMonths).AddDate(0, 0, 10)
			case "started":
				acted = l.plan.now.AddDate(0, 0, -7)
				decided = &acted
			case "notNow":
				gone := l.plan.now.Add(12*time.Hour).AddDate(0, 0, -keep.VolunteerDays)
				decided = &gone
			}
			if _, err := tx.Exec(ctx, `
				update volunteer_application
				set state = $2, decided_at = $3, updated_at = $4,
					received_at = least(received_at, $4),
					vog_on = case $2 when 'started' then $4::date end,
					vog_by = case $2 when 'started' then $5 end
				where id = $1`, id, a.State, decided, acted, uidOf("coordinator")); err != nil {
				return err
			}
		}
		return nil
	})
}
