package booking

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// ToCall leaves a call for staff: somebody without an address must hear something.
func (p *Booking) ToCall(ctx context.Context, tx pgx.Tx, s *rules.Slot, r waitlist.Row, reason string) error {
	if r.Who.Phone == "" {
		return nil
	}
	// what they were to hear of it before is no longer so
	if _, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $3
		where registration_id = $1
			and reason = $2
			and state = 'open'`, r.ID, reason, s.Now); err != nil {
		return err
	}
	return p.AddCall(ctx, tx, s, waitlist.NewCall{
		Reason: reason, Registration: r.ID, By: p.CallBy(ctx, s),
	})
}

// SpeaksOfNobody is true of a call about somebody who does not come any more, or to a meeting that
// does not happen on that day any more. It is taken back with the act that made it so.
const SpeaksOfNobody = `(
	c.about is null and c.reason in ('moved', 'placeSure', 'meetFirst', 'reminder', 'message')
	and exists (
		select 1
		from registration r
		where r.id = c.registration_id
			and r.status <> 'registered'
	)
	or c.about is null and c.reason in ('cancelled', 'onAgain') and exists (
		select 1
		from occurrence d
		where d.id = c.occurrence_id
			and (d.status = 'cancelled') <> (c.reason = 'cancelled')
	)
	or c.about is not null and not exists (
		select
		from jsonb_array_elements(c.about) as t (x)
		where ` + StillSo + `
	)
	or c.kind = 'remind' and c.session_id is not null and not exists (
		select 1
		from session se
		join occurrence d on d.id = se.occurrence_id
		join registration r on r.occurrence_id = d.id
		where se.id = c.session_id
			and d.id = c.occurrence_id
			and r.id = c.registration_id
			and r.doc->>'reminder' = 'true'
			and se.status = 'planned'
			and d.status <> 'cancelled'
			and (se.starts_at at time zone 'Europe/Amsterdam')::date = c.session_day
	)
)`

// StillSo is true of a row x that the call c tells of while what it says of it is so, as a mail
// about several dates looks when it goes out: of a date that moved by its last move alone.
const StillSo = `case when x ? 'session' then exists (
		select
		from session se
		left join registration r on r.id = x->>'row'
		left join waitlist_entry e on e.id = x->>'row'
		where se.id = x->>'session'
			and (se.status = 'cancelled') = (c.reason = '` + CallOff + `')
			and (r.status = 'registered' or e.state in ('waiting', 'offered')
				or se.status = 'cancelled'
					and (r.status = 'cancelledByHouse' or e.state = 'closed'))
	)
	else exists (
		select
		from occurrence d
		left join registration r on r.id = x->>'row'
		left join waitlist_entry e on e.id = x->>'row'
		where d.id = x->>'date'
			and (d.status = 'cancelled') = (c.reason = '` + CallOff + `')
			and case when c.reason = '` + CallOff + `'
				then r.status = 'cancelledByHouse' or e.state = 'closed'
				else r.status = 'registered' or e.state in ('waiting', 'offered') end
			and (c.reason <> '` + waitlist.CallMoved + `' or x->>'act' = (
				select a.id
				from staff_act a
				where a.occurrence_id = d.id
					and a.kind = '` + ActShifted + `'
					and a.undone_at is null
				order by a.no desc
				limit 1
			))
	) end`

// CallEnds is when a call c about the date o is of no use any more: one that tells something at the
// end of the meeting, others when the date begins or their own time is over.
const CallEnds = `case
	when c.kind = 'tell' and c.reason <> 'placeSure' then coalesce(
		(select se.ends_at from session se where se.id = c.session_id),
		(
			select min(se.ends_at)
			from session se
			where se.occurrence_id = o.id and se.ends_at > c.created_at
		),
		o.ends_at)
	when c.session_id is null then o.starts_at
	when c.kind = 'remind' then c.due_at
	else (select se.starts_at from session se where se.id = c.session_id)
end`

// endCalls ends what nobody acted on in time: calls that were not made failed, and those about
// nobody are of no use. Whoever rang keeps the call that day, until they say what came of it.
func (p *Booking) endCalls(ctx context.Context) error {
	now := p.Clock.Now()
	if err := p.passCalls(ctx, now); err != nil {
		return db.Problem(err)
	}
	if _, err := p.Pool.Exec(ctx, `
		update call c
		set state = case when `+SpeaksOfNobody+` then 'withdrawn' else 'failed' end,
			updated_at = $1
		from occurrence o
		where o.id = c.occurrence_id
			and c.state = 'open'
			and `+CallEnds+` <= $1`,
		now); err != nil {
		return db.Problem(err)
	}
	_, err := p.Pool.Exec(ctx, `delete from calling where until <= $1`, clock.Day(now))
	return db.Problem(err)
}

// passCalls takes the dates that are over out of the calls that tell of later ones, too: those are
// still to be told, in time for the first of them.
func (p *Booking) passCalls(ctx context.Context, now time.Time) error {
	const (
		ends = `case when x ? 'session'
			then (select se.ends_at from session se where se.id = x->>'session')
			else (select o.ends_at from occurrence o where o.id = x->>'date') end`
		isOver = `coalesce(` + ends + ` <= $1, false)`
	)
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		ids, err := db.All[string](ctx, tx, `
			select id
			from call
			where state = 'open'
				and about is not null
				and exists (select from jsonb_array_elements(about) as t (x) where `+isOver+`)
				and exists (
					select
					from jsonb_array_elements(about) as t (x)
					where `+ends+` > $1
				)
			order by id
			for update`, now)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = DropFromCalls(ctx, tx, `id = any($2)`, isOver, now, ids)
		if err != nil {
			return err
		}
		return p.retimeCalls(ctx, tx, now, ids)
	})
}

// retimeCalls gives these calls the time of the first date of which they tell still.
func (p *Booking) retimeCalls(ctx context.Context, tx pgx.Tx, now time.Time, ids []string) error {
	type next struct {
		ID           string
		Starts, Ends time.Time
	}
	all, err := db.All[next](ctx, tx, `
		select c.id, coalesce(se.starts_at, o.starts_at), coalesce(se.ends_at, o.ends_at)
		from call c
		join occurrence o on o.id = c.occurrence_id
		left join session se on se.id = c.session_id
		where c.id = any($1) and c.state = 'open'`, ids)
	if err != nil {
		return err
	}
	for _, c := range all {
		by := p.CallBy(ctx, &rules.Slot{Now: now, Starts: c.Starts})
		if !now.Before(by) { // it begins within the hour
			by = c.Ends
		}
		if _, err := tx.Exec(ctx, `
			update call
			set due_at = $2, updated_at = $3
			where id = $1`,
			c.ID, by, now); err != nil {
			return err
		}
	}
	return nil
}

// Calling is who of the staff rings somebody right now.
type Calling struct {
	By    string `json:"by" doc:"name"`
	Mine  bool   `json:"mine,omitempty"`
	Since string `json:"since" format:"date-time"`
	Until string `json:"until" format:"date-time"`
}

// CallingFor is how long somebody counts as ringing who does not fill in what came of it.
const CallingFor = 10 * time.Minute

const (
	CallPlace = "place"
	CallOff   = "cancelled" // the date does not go on
	CallOn    = "onAgain"   // it goes on after all
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
// what is gone from them; SQL of the call c and of one date x that it tells of.
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
