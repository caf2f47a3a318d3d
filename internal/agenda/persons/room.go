// Package persons is what the desk does for somebody who asks what is kept of them: find, show,
// mend, pause, erase, in every room at once.
//
//   - Who asks for what is proven first, and every look stands in the log book.
//   - What is held for somebody who complains or asks for their rights outlives its term, three
//     months at most. The nights and whoever holds or erases wait for each other.
//   - Rows of other rooms are reached by the interfaces of those rooms alone.
package persons

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/notify"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Persons is what the desk does for somebody who asks for their data.
type Persons struct{ *notify.Notices }

// ComplainedJob ends the reminders to somebody who called a mail of ours unwanted.
type ComplainedJob struct {
	Registration string `json:"registration"`
}

// Kind names the job for the queue.
func (ComplainedJob) Kind() string { return "complained" }

// Complained stores that job, for who got m. It takes no lock: the one of the date may be held by
// who takes mails back.
func (p *Persons) Complained(ctx context.Context, tx pgx.Tx, m mail.Stored) error {
	return p.Jobs.Insert(ctx, tx, ComplainedJob{m.Cause}, p.Clock.Now())
}

// OnComplained ends the reminders of all sign-ups of the address. What tells that something changed
// still goes.
func (p *Persons) OnComplained(ctx context.Context, j ComplainedJob) error {
	all, err := db.All[struct{ ID, Occurrence string }](ctx, p.Pool, `
		select r.id, r.occurrence_id
		from registration r
		join registration of on of.id = $1
		where r.email_key = of.email_key
			and r.doc->>'reminder' = 'true'
		order by r.occurrence_id, r.id`, j.Registration)
	if err != nil {
		return err
	}
	for _, r := range all {
		err := p.Locked(ctx, r.Occurrence, func(tx pgx.Tx, _ *rules.Slot) error {
			if _, err := tx.Exec(ctx, `
				update registration
				set doc = doc || '{"reminder": false}', version = version + 1
				where id = $1`, r.ID); err != nil {
				return err
			}
			return p.Mail.Recall(ctx, tx, mail.Reminder, r.ID)
		})
		if err := waitlist.IfThere(err); err != nil {
			return fmt.Errorf("ending reminders: %w", err)
		}
	}
	return nil
}

// Consents are how many sign-ups and entries were agreed to, by sentence and way.
func (p *Persons) Consents(ctx context.Context) ([]privacy.ConsentCount, error) {
	return db.Rows(ctx, p.Pool, func(r pgx.CollectableRow) (c privacy.ConsentCount, err error) {
		err = r.Scan(&c.Kind, &c.Version, &c.Source, &c.N)
		c.Text = rules.ConsentText(c.Version)
		return c, err
	}, `
		select kind, version, source, count(*)::int
		from (
			select 1 as no, 'registration' as kind, doc->>'consentVersion' as version,
				doc->>'source' as source
			from registration
			union all
			select 2, 'entry', doc->>'consentVersion', doc->>'source'
			from waitlist_entry
		) g
		group by no, kind, version, source
		order by no, version desc, source`)
}
