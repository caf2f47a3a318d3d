package mail

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// Outcome is what came of a mail after a server took it.
type Outcome string

// The outcomes of which anything is heard.
const (
	Hard      Outcome = "hard"      // it did not arrive: nobody has this address
	Soft      Outcome = "soft"      // it did not arrive, for another reason
	Delayed   Outcome = "delayed"   // it waits on its way; the server there tries again
	Complaint Outcome = "complaint" // who got it called it unwanted
)

// Return is what was heard of one mail.
type Return struct {
	Mail    string // id
	Round   int    // how often it had been opened again when it went
	Outcome Outcome
	Why     string // of Hard and Soft: WhyAddress, WhyBox, WhyRefused or WhySpam
}

// ReturnHandler hears of a mail that came back or was complained of, in the transaction that writes
// it down; each outcome at most once a mail. It must lock no row that is held by who enqueues or
// recalls mails.
type ReturnHandler func(ctx context.Context, tx pgx.Tx, m Stored, r Return) error

// Returned writes down what came of a mail, and says whether there is such a mail. Told twice, it
// is once. Only a mail that went out can come back: what is heard of an earlier round of one that
// went out again, perhaps to another address, changes nothing.
func (o *Outbox) Returned(ctx context.Context, r Return) (known bool, err error) {
	err = db.InTx(ctx, o.pool, func(tx pgx.Tx) error {
		var m Stored
		var state, before string
		var round int
		err := tx.QueryRow(ctx, `
			select id, kind, coalesce(occurrence_id, ''), cause_id, data, created_at, attempts,
				coalesce(member, ''), coalesce(topic, ''), state, coalesce(returned, ''), round
			from mail
			where id = $1
			for update`, r.Mail).Scan(
			&m.ID, &m.Kind, &m.Occurrence, &m.Cause, &m.Data, &m.CreatedAt, &m.Attempt,
			&m.Member, &m.Topic, &state, &before, &round,
		)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("mail: returned: %w", err)
		}
		known = true
		if state != "sent" || round%rounds != r.Round ||
			before == string(r.Outcome) || before == string(Complaint) {
			return nil
		}
		return o.cameBack(ctx, tx, m, r)
	})
	return known, err
}

func (o *Outbox) cameBack(ctx context.Context, tx pgx.Tx, m Stored, r Return) error {
	state := "sent"
	if r.Outcome == Hard || r.Outcome == Soft {
		state = "dead"
	}
	if _, err := tx.Exec(ctx, `
		update mail
		set state = $2::text,
			last_error = case when $2 = 'dead' then $3::text else last_error end,
			returned = $4,
			returned_at = $5,
			updated_at = $5
		where id = $1`,
		m.ID, state, returnedClass+" "+r.Why, r.Outcome, o.clock.Now(),
	); err != nil {
		return fmt.Errorf("mail: returned: %w", err)
	}
	if r.Outcome == Delayed {
		return nil
	}
	if handle := o.cfg.Returned[m.Kind]; handle != nil {
		if err := handle(ctx, tx, m, r); err != nil {
			return err
		}
	}
	if state == "sent" {
		return nil
	}
	return o.tell(ctx, tx, m, state)
}

// returnedClass begins the class of a mail that came back; the code of Why follows.
const returnedClass = "returned"
