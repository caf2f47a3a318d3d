package persons

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

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

// OnComplained ends the reminders of all sign-ups of the address: they are of free choice. What
// tells that something changed still goes.
func (p *Persons) OnComplained(ctx context.Context, j ComplainedJob) error {
	rows, err := p.Pool.Query(ctx, `
		select r.id, r.occurrence_id
		from registration r
		join registration of on of.id = $1
		where r.email_key = of.email_key
			and r.doc->>'reminder' = 'true'
		order by r.occurrence_id, r.id`, j.Registration)
	if err != nil {
		return db.Problem(err)
	}
	type one struct{ ID, Occurrence string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[one])
	if err != nil {
		return db.Problem(err)
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
