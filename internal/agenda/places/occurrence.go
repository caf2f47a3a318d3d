package places

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// UsedBy says whether anybody signed up, or waits or waited, for one of these dates.
func UsedBy(ctx context.Context, q db.Querier, where string, args ...any) (used bool, err error) {
	err = q.QueryRow(ctx, `
		select exists (select 1 from occurrence o where `+where+
		` and (exists (select 1 from registration r where r.occurrence_id = o.id)
		or exists (select 1 from waitlist_entry w where w.occurrence_id = o.id)))`, args...).Scan(
		&used,
	)
	return used, db.Problem(err)
}

// EraseDates removes dates that nobody used, with all that hangs on them.
func EraseDates(ctx context.Context, tx pgx.Tx, where string, args ...any) error {
	for _, table := range []string{"offer", "vacancy", "session"} {
		if _, err := tx.Exec(ctx, `
			delete from `+table+` where occurrence_id in (select id from occurrence where `+where+
			`)`, args...); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `delete from occurrence where `+where, args...)
	return err
}

// SaveOccurrence stores a new date or series with its sessions; one that exists is left as it is.
func (p *Places) SaveOccurrence(ctx context.Context, tx pgx.Tx, o rules.NewOccurrence) error {
	if fields := o.Validate(); len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	first, last := o.Sessions[0], o.Sessions[len(o.Sessions)-1]
	join := first.Start
	if o.Kind == "series" && len(o.Sessions) > 1 {
		join = o.Sessions[1].Start
	}
	closes := join
	if o.Closes != nil && o.Closes.Before(join) {
		closes = *o.Closes
	}
	now := p.Clock.Now()
	tag, err := tx.Exec(
		ctx, `
		insert into occurrence (id, activity_id, kind, status, starts_at, join_until, ends_at,
			sessions, opens_at, closes_at, capacity, seat_limit, doc, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13,
			$13) on conflict (id) do nothing`,
		o.ID,
		o.ActivityID,
		o.Kind,
		o.Status,
		first.Start,
		join,
		last.End,
		len(o.Sessions),
		o.Opens,
		closes,
		o.Capacity,
		db.JSON(o.Doc),
		now,
	)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	for i, s := range o.Sessions {
		if _, err := tx.Exec(ctx, `
			insert into session (id, occurrence_id, n, starts_at, ends_at, status, room)
			values ($1, $2, $3, $4, $5, $6, $7)`,
			cmp.Or(s.ID, db.NewID("ses")), o.ID, i+1, s.Start, s.End, s.Status, s.Room); err != nil {
			return err
		}
	}
	return p.Raise(ctx, tx)
}
