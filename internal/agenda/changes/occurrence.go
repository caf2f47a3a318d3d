package changes

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// UsedBy says whether anybody ever signed up or waited for one of these dates, or was counted
// there.
func UsedBy(ctx context.Context, q db.Querier, where string, args ...any) (used bool, err error) {
	err = q.QueryRow(ctx, `
		select exists (select 1 from occurrence o where `+where+
		` and (exists (select 1 from registration r where r.occurrence_id = o.id)
		or exists (select 1 from waitlist_entry w where w.occurrence_id = o.id)
		or exists (select 1 from tap t join session se on se.id = t.session_id
			where se.occurrence_id = o.id)))`, args...).Scan(
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

// TakeDates removes those of an activity's dates that are there still, and says which.
//
// Problems: conflict (somebody signed up, or staff changed one since: that would be lost).
func TakeDates(
	ctx context.Context,
	tx pgx.Tx,
	activity string,
	ids []string,
) ([]string, error) {
	const these = `activity_id = $1 and id = any($2)`
	there, err := db.All[string](ctx, tx, `
		select id from occurrence where `+these+` order by id for update`, activity, ids)
	if err != nil {
		return nil, err
	}
	used, err := UsedBy(ctx, tx, these, activity, there)
	if err != nil {
		return nil, err
	}
	if used {
		return nil, InTheWay("newDates")
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

// TakeNoted removes an unused date that the caller holds, and gives it with its meetings as they
// are stored, for PutDateBack.
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

func SaveSessions(ctx context.Context, tx pgx.Tx, o rules.NewOccurrence) error {
	for i, s := range o.Sessions {
		sequence := 0
		if o.Status == "cancelled" || s.Status == "cancelled" { // a calendar may know it as planned
			sequence = 1
		}
		if _, err := tx.Exec(ctx, `
			insert into session (id, occurrence_id, n, starts_at, ends_at, status, room, sequence)
			values ($1, $2, $3, $4, $5, $6, $7, $8)`,
			cmp.Or(s.ID, db.NewID("ses")), o.ID, i+1, s.Start, s.End, s.Status, s.Room, sequence,
		); err != nil {
			return err
		}
	}
	return nil
}

// RetimeUnused gives an unused date with one meeting, which the caller holds, another time; its
// term goes along as far as it was that of the activity.
func (p *Changes) RetimeUnused(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	start, end time.Time,
) error {
	s, err := p.Peek(ctx, tx, id)
	if err != nil {
		return err
	}
	limit := func(l *rules.TermLimit, now *time.Time) *time.Time {
		var f problem.Faults
		if l != nil && now != nil && l.OrNone(&f, "", s.Starts) != nil &&
			l.OrNone(&f, "", s.Starts).Equal(*now) {
			now = l.OrNone(&f, "", start)
		}
		if now != nil && now.After(start) {
			now = &start
		}
		return now
	}
	closes, opens := start, limit(s.Activity.Opens, s.Opens)
	if !s.Closes.Equal(s.JoinUntil) {
		closes = *limit(s.Activity.Closes, &s.Closes)
	}
	now := p.Clock.Now()
	if _, err := tx.Exec(ctx, `
		update occurrence set starts_at = $2, join_until = $2, ends_at = $3, opens_at = $4,
			closes_at = $5, version = version + 1, updated_at = $6
		where id = $1`, id, start, end, opens, closes, now); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update session set starts_at = $2, ends_at = $3, changed_at = $4
		where occurrence_id = $1`, id, start, end, now); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}
