package places

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// What calls and mails about several dates still tell: of a date of which it is no longer so they
// tell nothing.

// heard says whether somebody was told of an act by phone.
func heard(ctx context.Context, q db.Querier, act string) (yes bool, err error) {
	err = q.QueryRow(ctx, `
		select exists (select from call where act_id = $1 and state = 'done')`, act).Scan(&yes)
	return yes, err
}

// endTelling takes back what an act about a date still has to tell.
func (p *Places) endTelling(ctx context.Context, tx pgx.Tx, s *rules.Slot, act *staffAct) error {
	if act.together() {
		return p.endParts(ctx, tx, act)
	}
	if err := p.Mail.EndAct(ctx, tx, act.id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $2
		where act_id = $1 and state = 'open'`, act.id, s.Now)
	return err
}

// endParts takes what these acts did out of what is still to be told.
func (p *Places) endParts(ctx context.Context, tx pgx.Tx, acts ...*staffAct) error {
	var whole, parts []string
	for _, a := range acts {
		whole, parts = append(whole, a.whole()), append(parts, a.id)
	}
	if err := p.Mail.EndParts(ctx, tx, whole, parts); err != nil {
		return err
	}
	return dropFromCalls(ctx, tx, `act_id = any($1)`, `x->>'act' = any($2)`, whole, parts)
}

// leaveCalls takes rows that are about to go out of the calls that tell of several dates: what such
// a call says of the others is still so.
func leaveCalls(ctx context.Context, tx pgx.Tx, rows ...string) error {
	return dropFromCalls(ctx, tx, `true`, `x->>'row' = any($1)`, rows)
}

// leaveAllCalls is leaveCalls for calls that were made, too: who was rung about several dates was
// told of those that are still to come.
func leaveAllCalls(ctx context.Context, tx pgx.Tx, rows ...string) error {
	made := untold{`c.state in ('open', 'done')`, `true`, `x->>'row' = any($1)`}
	return dropFrom(ctx, tx, made, rows)
}

// dropFromCalls takes what gone says out of the open calls that tell of several dates; one that
// tells nothing else is taken back.
func dropFromCalls(ctx context.Context, tx pgx.Tx, calls, gone string, args ...any) error {
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

// aboutOf reads what a call tells of; nil for one about its own date.
func aboutOf(stored []byte) (about []toldRow, err error) {
	if stored == nil {
		return nil, nil
	}
	return about, json.Unmarshal(stored, &about)
}

// datesOfCalls puts the dates into calls that tell of several: those of which it is still so.
func (p *Places) datesOfCalls(ctx context.Context, calls []Call) error {
	at := map[string]int{}
	var ids []string
	for i, c := range calls {
		if len(c.about) > 1 {
			at[c.ID], ids = i, append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := p.Pool.Query(ctx, `
		select c.id, o.id, coalesce(se.starts_at, o.starts_at), coalesce(se.ends_at, o.ends_at)
		from call c
		cross join jsonb_array_elements(c.about) as t (x)
		join occurrence o on o.id = x->>'date'
		left join session se on se.id = x->>'session'
		where c.id = any($1)
			and coalesce(se.ends_at, o.ends_at) > $2
			and `+stillSo+`
		order by c.id, 3`, ids, p.Clock.Now())
	if err != nil {
		return db.Problem(err)
	}
	var id, date string
	var start, end time.Time
	if _, err = pgx.ForEachRow(rows, []any{&id, &date, &start, &end}, func() error {
		c := &calls[at[id]]
		t := CallTime{Start: clock.Moment(start), End: clock.Moment(end)}
		if c.Dates = append(c.Dates, t); len(c.Dates) == 1 {
			c.Date.ID, c.Date.Start, c.Date.End = date, t.Start, t.End
		}
		return nil
	}); err != nil {
		return db.Problem(err)
	}
	for i := range calls {
		if len(calls[i].Dates) == 1 { // its date says so already
			calls[i].Dates = nil
		}
	}
	return nil
}
