package mail

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Withdraw takes back the mails of a kind that are held for this cause; it says whether there was
// one.
func (o *Outbox) Withdraw(ctx context.Context, tx pgx.Tx, kind Kind, cause string) (bool, error) {
	tag, err := tx.Exec(
		ctx, `
		update mail
		set state = 'withdrawn', sealed = null, last_error = '`+WhyUndone+`',
			updated_at = $3
		where cause_id = $1 and kind = $2 and state = 'held'`,
		cause,
		kind,
		o.clock.Now(),
	)
	return tag.RowsAffected() > 0, err
}

// Recall takes back the mails of a kind for this cause that have not gone out: what they say is no
// longer true. One that is on its way right now may still arrive.
func (o *Outbox) Recall(ctx context.Context, tx pgx.Tx, kind Kind, cause string) error {
	_, err := tx.Exec(ctx, `
		update mail set state = 'withdrawn', sealed = null, last_error = '`+WhyUntrue+`',
			updated_at = $3
		where cause_id = $1 and kind = $2 and state in ('held', 'queued', 'sending', 'failed')`,
		cause,
		kind,
		o.clock.Now(),
	)
	return err
}

// Forget withdraws every mail of these causes that is not out yet and wipes its address, for an
// erasure. Mails that an erasure leaves true (AddressRemoved, Cancelled, Erased) stay.
func (o *Outbox) Forget(ctx context.Context, tx pgx.Tx, causes ...string) error {
	// what a mail tells of their other dates is still so
	if err := o.drop(ctx, tx, `true`, `x->>'row' = any($1)`, causes); err != nil {
		return fmt.Errorf("mail: forgetting: %w", err)
	}
	const withdraw = `
		update mail
		set state = 'withdrawn', sealed = null, last_error = '` + WhyForgotten + `', updated_at = $2
		where cause_id = any($1) and state in ('held', 'queued', 'sending',
			'failed') and kind <> all($3)`
	if _, err := tx.Exec(ctx, withdraw, causes, o.clock.Now(), surviving()); err != nil {
		return fmt.Errorf("mail: forgetting: %w", err)
	}
	return nil
}

// Readdress sends the mails of a cause that wait for one address to another; with no other address
// they are taken back. One that is on its way right now may still arrive at the old one.
func (o *Outbox) Readdress(ctx context.Context, tx pgx.Tx, cause, from, to string) error {
	if from == "" || from == to {
		return nil
	}
	rows, err := tx.Query(ctx, `
		select id
		from mail
		where cause_id = $1 and recipient_key = $2 and state in ('held', 'queued', 'failed')
		order by no
		for update`, cause, o.cfg.Key(from))
	if err != nil {
		return fmt.Errorf("mail: another address: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("mail: another address: %w", err)
	}
	for _, id := range ids {
		if to == "" {
			_, err = tx.Exec(ctx, `
				update mail
				set state = 'withdrawn', sealed = null, last_error = '`+WhyUntrue+`',
					updated_at = $2
				where id = $1`, id, o.clock.Now())
		} else {
			_, err = tx.Exec(ctx, `
				update mail set sealed = $2, recipient_key = $3 where id = $1`,
				id, o.cfg.Seal(id, []byte(to)), o.cfg.Key(to))
		}
		if err != nil {
			return fmt.Errorf("mail: another address: %w", err)
		}
	}
	return nil
}

func surviving() (all []string) {
	for k, v := range kinds {
		if v.survivesErasure {
			all = append(all, string(k))
		}
	}
	return all
}
