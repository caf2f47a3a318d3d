package changes

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// HasPeople is true of a date o that somebody ever signed up or waited for.
const HasPeople = `(exists (select from registration r where r.occurrence_id = o.id)
	or exists (select from waitlist_entry w where w.occurrence_id = o.id))`

// WasUsed is that too, or that somebody was counted there.
const WasUsed = `(` + HasPeople + ` or exists (
	select from tap t
	join session se on se.id = t.session_id
	where se.occurrence_id = o.id
))`

// UsedBy says whether anybody signed up or waited for one of these dates, or was counted there.
func UsedBy(ctx context.Context, q db.Querier, where string, args ...any) (used bool, err error) {
	err = q.QueryRow(ctx, `
		select exists (
			select from occurrence o
			where `+where+` and `+WasUsed+`
		)`, args...).Scan(&used)
	return used, db.Problem(err)
}

// EraseDates removes dates that nobody used, with all that hangs on them.
func EraseDates(ctx context.Context, tx pgx.Tx, where string, args ...any) error {
	these := ` in (select id from occurrence where ` + where + `)`
	for _, from := range []string{
		"offer where occurrence_id", "vacancy where occurrence_id", "session where occurrence_id",
		"occurrence where id",
	} {
		if _, err := tx.Exec(ctx, `delete from `+from+these, args...); err != nil {
			return err
		}
	}
	return nil
}

// TakeDates removes those of an activity's dates that are there still, and says which.
//
// Problems: conflict (somebody signed up, or staff changed one since: that would be lost).
func TakeDates(ctx context.Context, tx pgx.Tx, activity string, ids []string) ([]string, error) {
	const these = `activity_id = $1 and id = any($2)`
	there, err := db.All[string](ctx, tx, `
		select id from occurrence where `+these+` order by id for update`, activity, ids)
	if err != nil {
		return nil, err
	}
	used, err := UsedBy(ctx, tx, these, activity, there)
	if err == nil && used {
		err = InTheWay("newDates")
	}
	if err != nil {
		return nil, err
	}
	// What a closure did does not count, as it does so again with what is made anew: it raises the
	// version once, and once more when it was undone without a word.
	var changed bool
	if err := tx.QueryRow(ctx, `
		select exists (
			select from occurrence o
			where o.id = any($1) and (
				exists (
					select from staff_act a
					where a.occurrence_id = o.id and not a.doc ? 'closure' and a.undone_at is null
				)
				or o.version - 1 > (
					select count(*) + count(a.undone_at)
					from staff_act a
					where a.occurrence_id = o.id and a.doc ? 'closure' and not a.doc ? 'session'
				)
			)
		)`, there).Scan(&changed); err != nil {
		return nil, err
	}
	if changed {
		return nil, InTheWay("changedDates")
	}
	return there, EraseDates(ctx, tx, these, activity, there)
}

// TakeNoted removes an unused date that the caller holds, and gives what PutDateBack needs.
func TakeNoted(ctx context.Context, tx pgx.Tx, id string) (noted []byte, err error) {
	if err := tx.QueryRow(ctx, `
		select jsonb_build_object('date', to_jsonb(o), 'sessions', (
			select jsonb_agg(to_jsonb(se) order by se.n)
			from session se
			where se.occurrence_id = o.id
		))
		from occurrence o
		where o.id = $1`, id).Scan(&noted); err != nil {
		return nil, err
	}
	return noted, EraseDates(ctx, tx, `id = $1`, id)
}

// RetimeUnused gives an unused date with one meeting, which the caller holds, another time.
func (p *Changes) RetimeUnused(ctx context.Context, tx pgx.Tx, id string, start, end time.Time) error {
	s, err := p.Peek(ctx, tx, id)
	if err != nil {
		return err
	}
	goesTo(s, standsIn(s, nil), start, end).Set(s)
	if err := keepDates(ctx, tx, s); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update session set starts_at = $2, ends_at = $3, changed_at = $4
		where occurrence_id = $1`, id, start, end, s.Now); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}
