package booking

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/waitlist"
)

// LeaveCalls takes rows that are about to go out of the calls that tell of several dates: what such
// a call says of the others is still so.
func LeaveCalls(ctx context.Context, tx pgx.Tx, rows ...string) error {
	return DropFromCalls(ctx, tx, `true`, `x->>'row' = any($1)`, rows)
}

// LeaveAllCalls is LeaveCalls for calls that were made, too: who was rung about several dates was
// told of those that are still to come.
func LeaveAllCalls(ctx context.Context, tx pgx.Tx, rows ...string) error {
	made := untold{`c.state in ('open', 'done')`, `true`, `x->>'row' = any($1)`}
	return dropFrom(ctx, tx, made, rows)
}

// DropFromCalls takes what gone says out of the open calls that tell of several dates; one that
// tells nothing else is taken back.
func DropFromCalls(ctx context.Context, tx pgx.Tx, calls, gone string, args ...any) error {
	return dropFrom(ctx, tx, untold{`c.state = 'open'`, calls, gone}, args...)
}

// untold is what calls no longer tell: which calls, by their state and by what they are about, and
// what is gone from them. All three are SQL, of the call c and of one date x that it tells of.
type untold struct{ states, calls, gone string }

func dropFrom(ctx context.Context, tx pgx.Tx, u untold, args ...any) error {
	if _, err := tx.Exec(ctx, `
		update call c
		set about = (
			select coalesce(jsonb_agg(x order by n), '[]')
			from jsonb_array_elements(about) with ordinality as t (x, n)
			where not (`+u.gone+`)
		)
		where `+u.calls+`
			and `+u.states+`
			and about is not null
			and exists (
				select
				from jsonb_array_elements(about) as t (x)
				where `+u.gone+`
			)`, args...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update call c
		set state = case when about = '[]' and state = 'open' then 'withdrawn' else state end,
			occurrence_id = coalesce(about->0->>'date', occurrence_id),
			registration_id = case when about = '[]' then registration_id
				when about->0 ? 'waits' then null else about->0->>'row' end,
			entry_id = case when about = '[]' then entry_id
				when about->0 ? 'waits' then about->0->>'row' end,
			session_id = about->0->>'session',
			session_day = (
				select (starts_at at time zone 'Europe/Amsterdam')::date
				from session where id = about->0->>'session'
			)
		where `+u.states+`
			and about is not null
			and (
				coalesce(registration_id, entry_id)
					is distinct from coalesce(about->0->>'row', '')
				or session_id is distinct from about->0->>'session'
			)`)
	return err
}

// AboutOf reads what a call tells of; nil for one about its own date.
func AboutOf(stored []byte) (about []waitlist.ToldRow, err error) {
	if stored == nil {
		return nil, nil
	}
	return about, json.Unmarshal(stored, &about)
}
