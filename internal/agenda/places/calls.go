package places

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// Kinds of calls. One about a free place is its offer, or the place that staff give by hand; the
// others stand in the table call.
const (
	callPlace  = "place"
	callTell   = "tell"
	callRemind = "remind"
	callMeet   = "meet"
)

// What a call tells, as stored in call.reason.
const (
	callMoved = "moved"     // to another date, by staff
	callSure  = "placeSure" // that the place is sure: the mail that said so did not arrive
	callFirst = "meetFirst" // of an activity where staff speak with everybody before the first time
)

// toCall leaves a call for staff: somebody without an address must hear something.
func (p *Places) toCall(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
	reason string,
) error {
	if r.who.Phone == "" {
		return nil
	}
	// what they were to hear of it before is no longer so
	if _, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $3
		where registration_id = $1
			and reason = $2
			and state = 'open'`, r.id, reason, s.Now); err != nil {
		return err
	}
	return p.addCall(ctx, tx, s, newCall{
		reason: reason, registration: r.id, by: p.callBy(ctx, s),
	})
}

// meetsBy is how staff get to know somebody before the first time: phone or mail; "" when they
// cannot.
func meetsBy(phone, email string, noMail bool) string {
	switch {
	case phone != "":
		return "phone"
	case email != "" && !noMail:
		return "mail"
	}
	return ""
}

// meets says whether staff are to get to know somebody first: it is their first time, or may be.
func (r *registrationRow) meets(s *rules.Slot) bool {
	return s.Activity.MeetFirst && (r.doc.FirstTime == nil || *r.doc.FirstTime)
}

// toMeet leaves a task for staff about somebody who comes to such an activity for the first time,
// or may.
func (p *Places) toMeet(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
) error {
	if !r.meets(s) || meetsBy(r.who.Phone, r.who.Email, r.doc.NoMail) == "" ||
		!s.Now.Before(s.Starts) {
		return nil
	}
	return p.addCall(ctx, tx, s, newCall{
		kind: callMeet, reason: callFirst, registration: r.id, by: p.meetBy(ctx, s),
	})
}

// newCall is a call that is not stored yet.
type newCall struct {
	id, kind, reason    string // empty: a new id, and a call that tells something
	registration, entry string // one of them
	act                 string // that it tells of; empty: the one that runs
	by                  time.Time
	meeting             *rules.Meeting // of which it reminds; nil: about the date
	about               []toldRow      // the dates, of an act on several
}

// addCall stores a call. One that was taken back is open again.
func (p *Places) addCall(ctx context.Context, tx pgx.Tx, s *rules.Slot, c newCall) error {
	paused, err := privacy.PauseOf(ctx, tx, s.Now, []string{c.registration, c.entry})
	if err != nil || paused != nil {
		return err
	}
	var session, day *string
	if c.meeting != nil {
		on := rules.DayOf(c.meeting.Start)
		session, day = &c.meeting.ID, &on
	}
	var about []byte
	if c.about != nil {
		about = db.JSON(c.about)
	}
	_, err = tx.Exec(ctx, `
		insert into call (id, kind, reason, occurrence_id, registration_id, entry_id, session_id,
			session_day, act_id, due_at, state, created_at, updated_at, about)
		values ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7, $8::date, nullif($9, ''), $10,
			'open', $11, $11, $12)
		on conflict (id) do update
		set state = 'open', due_at = excluded.due_at, updated_at = excluded.updated_at
		where call.state = 'withdrawn'`,
		cmp.Or(c.id, db.NewID("call")), cmp.Or(c.kind, callTell), c.reason, s.ID, c.registration,
		c.entry, session, day,
		cmp.Or(c.act, s.Act), c.by, s.Now, about)
	return err
}

// callBy is until when somebody must have heard: the last counted hour of the next counted day, and
// at the latest an hour before the start.
func (p *Places) callBy(ctx context.Context, s *rules.Slot) time.Time {
	by := p.phonesUntil(ctx, p.countedDay(ctx, s.Now, 1))
	if last := s.Starts.Add(-time.Hour); last.Before(by) {
		by = last
	}
	return by
}

// meetBy is until when somebody must have been spoken with: the last counted hour of the counted
// day before the start, and when that is over an hour before the start.
func (p *Places) meetBy(ctx context.Context, s *rules.Slot) time.Time {
	by := p.phonesUntil(ctx, p.countedDay(ctx, s.Starts, -1))
	if !s.Now.Before(by) {
		by = s.Starts.Add(-time.Hour)
	}
	return by
}

// phonesUntil is the last counted hour of a day: after it nobody phones.
func (p *Places) phonesUntil(ctx context.Context, day time.Time) time.Time {
	return rules.WallMoment(day, p.House(ctx).Waitlist.Until)
}

// countedDay is the first day after the one of t on which hours count, or before it with step -1.
func (p *Places) countedDay(ctx context.Context, t time.Time, step int) time.Time {
	c := p.countdown(ctx)
	day := clock.Day(t).AddDate(0, 0, step)
	for range 30 { // a month of closing days ends every search
		if !c.ClosingDay(day) {
			break
		}
		day = day.AddDate(0, 0, step)
	}
	return day
}

// speaksOfNobody is true of a call about somebody who does not come any more, or to a meeting that
// does not happen on that day any more. It is taken back with the act that made it so.
const speaksOfNobody = `(
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
		where ` + stillSo + `
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

// stillSo is true of a row x that the call c tells of while what it says of it is so, as a mail
// about several dates looks when it goes out: of a date that moved by its last move alone.
const stillSo = `case when x ? 'session' then exists (
		select
		from session se
		left join registration r on r.id = x->>'row'
		left join waitlist_entry e on e.id = x->>'row'
		where se.id = x->>'session'
			and (se.status = 'cancelled') = (c.reason = '` + callOff + `')
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
			and (d.status = 'cancelled') = (c.reason = '` + callOff + `')
			and case when c.reason = '` + callOff + `'
				then r.status = 'cancelledByHouse' or e.state = 'closed'
				else r.status = 'registered' or e.state in ('waiting', 'offered') end
			and (c.reason <> '` + callMoved + `' or x->>'act' = (
				select a.id
				from staff_act a
				where a.occurrence_id = d.id
					and a.kind = '` + actShifted + `'
					and a.undone_at is null
				order by a.no desc
				limit 1
			))
	) end`

// callEnds is when a call c about the date o is of no use any more: one that tells something at the
// end of the meeting, others when the date begins or their own time is over.
const callEnds = `case
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

// endCalls ends what nobody acted on in time: calls that were not made did not succeed, and those
// about nobody are of no use. Whoever rang keeps the call that day, until they say what came of it.
func (p *Places) endCalls(ctx context.Context) error {
	now := p.Clock.Now()
	if err := p.passCalls(ctx, now); err != nil {
		return db.Problem(err)
	}
	if _, err := p.Pool.Exec(ctx, `
		update call c
		set state = case when `+speaksOfNobody+` then 'withdrawn' else 'failed' end,
			updated_at = $1
		from occurrence o
		where o.id = c.occurrence_id
			and c.state = 'open'
			and `+callEnds+` <= $1`,
		now); err != nil {
		return db.Problem(err)
	}
	_, err := p.Pool.Exec(ctx, `delete from calling where until <= $1`, clock.Day(now))
	return db.Problem(err)
}

// passCalls takes the dates that are over out of the calls that tell of later ones, too: those are
// still to be told, in time for the first of them.
func (p *Places) passCalls(ctx context.Context, now time.Time) error {
	const (
		ends = `case when x ? 'session'
			then (select se.ends_at from session se where se.id = x->>'session')
			else (select o.ends_at from occurrence o where o.id = x->>'date') end`
		isOver = `coalesce(` + ends + ` <= $1, false)`
	)
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		ids, err := idsWhere(ctx, tx, `
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
		err = dropFromCalls(ctx, tx, `id = any($2)`, isOver, now, ids)
		if err != nil {
			return err
		}
		return p.retimeCalls(ctx, tx, now, ids)
	})
}

// retimeCalls gives these calls the time that they have for the first date of which they tell
// still.
func (p *Places) retimeCalls(ctx context.Context, tx pgx.Tx, now time.Time, ids []string) error {
	rows, err := tx.Query(ctx, `
		select c.id, coalesce(se.starts_at, o.starts_at), coalesce(se.ends_at, o.ends_at)
		from call c
		join occurrence o on o.id = c.occurrence_id
		left join session se on se.id = c.session_id
		where c.id = any($1) and c.state = 'open'`, ids)
	if err != nil {
		return err
	}
	type next struct {
		ID           string
		Starts, Ends time.Time
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[next])
	if err != nil {
		return err
	}
	for _, c := range all {
		by := p.callBy(ctx, &rules.Slot{Now: now, Starts: c.Starts})
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
