package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

const (
	keepClosed  = 30 * 24 * time.Hour
	sweptAtOnce = 1000 // mails
	staleWaking = 24 * time.Hour
)

// stillTells is true of a mail, m, that told somebody who is still known that a date does not go on
// that is not over at $2: should it go on after all, they are who must hear it.
const stillTells = `
	m.kind = $3 and m.state = 'sent' and exists (
		select
		from jsonb_array_elements(
			case when m.data ? 'about' then m.data->'about'
				else jsonb_build_array(jsonb_build_object('row', m.cause_id)) end
		) as t (told)
		left join registration r on r.id = told->>'row'
		left join waitlist_entry e on e.id = told->>'row'
		join occurrence o on o.id = coalesce(r.occurrence_id, e.occurrence_id)
		where o.ends_at > $2
	)`

// SweepClosed deletes mails that were closed (sent, dead, withdrawn) 30 days ago; one that says
// that dates do not go on stays until the last of them is over. They go some at a time: after a
// long pause there may be very many.
func (o *Outbox) SweepClosed(ctx context.Context) error {
	now := o.clock.Now()
	for {
		tag, err := o.pool.Exec(
			ctx, `
			delete from mail
			where id in (
				select m.id
				from mail m
				where m.state in ('sent', 'dead', 'withdrawn')
					and m.updated_at < $1
					and not (`+stillTells+`)
				limit $4
			)`,
			now.Add(-keepClosed), now, DateOff, sweptAtOnce,
		)
		if err != nil {
			return fmt.Errorf("mail: sweeping: %w", err)
		}
		if tag.RowsAffected() < sweptAtOnce {
			return nil
		}
	}
}

// LetGo deletes the closed mails about rows that go. What a mail tells of other dates stays.
func (o *Outbox) LetGo(ctx context.Context, tx pgx.Tx, rows ...string) error {
	const closed = ` and m.state in ('sent', 'dead', 'withdrawn')`
	for _, sql := range []string{
		`
			update mail m
			set data = jsonb_set(m.data, '{about}', (
				select coalesce(jsonb_agg(x order by n), '[]')
				from jsonb_array_elements(m.data->'about') with ordinality as t (x, n)
				where not x->>'row' = any($1)
			))
			where m.id in (
				select a.id
				from unnest($1::text[]) as gone (id)
				join mail a on ` + AlsoOf("a", "gone.id") + `
			)` + closed,
		`
			update mail m
			set cause_id = m.data->'about'->0->>'row',
				occurrence_id = m.data->'about'->0->>'date'
			where m.cause_id = any($1) and m.data->'about'->0 is not null` + closed,
		`delete from mail m where m.cause_id = any($1)` + closed,
	} {
		if _, err := tx.Exec(ctx, sql, rows); err != nil {
			return fmt.Errorf("mail: letting go: %w", err)
		}
	}
	return nil
}

// Sweep wakes open mails that nothing touched for a day, should their job have been lost.
func (o *Outbox) Sweep(ctx context.Context) error {
	now := o.clock.Now()
	return db.InTx(ctx, o.pool, func(tx pgx.Tx) error {
		asleep, err := db.All[string](ctx, tx, `
			select id
			from mail
			where (state in ('queued', 'sending', 'failed')
					or state = 'held' and held_until is not null)
				and updated_at < $1`, now.Add(-staleWaking))
		if err != nil {
			return fmt.Errorf("mail: sweeping: %w", err)
		}
		return o.queue.InsertAll(ctx, tx, wakes(asleep, time.Time{}))
	})
}
