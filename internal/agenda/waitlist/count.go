package waitlist

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

// counting writes down the numbers of dates that ended; a condition on o and more parameters
// follow. $1 is the moment, $2 whether it is the last time, as rows of people go now.
const counting = `
	insert into occurrence_count as c (occurrence_id, registered, guests, cancelled, attended,
		absent, finished, first_time, site, telefoon, balie, waitlist, offers, final, counted_at)
	select o.id, ` + numbers + `,
		$2, $1
	from occurrence o
	` + theirs + `
	where o.ends_at <= $1 and `

// numbers are those of a date, o, whose sign-ups are r.
const numbers = `
		count(r.id) filter (where r.present) registered,
		coalesce(sum(r.seats - 1) filter (where r.present), 0) guests,
		count(r.id) filter (where r.status = 'cancelled') cancelled,
		count(r.id) filter (where r.present and r.attended) attended,
		count(r.id) filter (where r.present and r.absent) absent,
		count(r.id) filter (where r.present and r.finished) finished,
		count(r.id) filter (where r.present and (r.doc->>'firstTime')::boolean) first_time,
		count(r.id) filter (where r.present and r.doc->>'source' = 'site') site,
		count(r.id) filter (where r.present and r.doc->>'source' = 'telefoon') telefoon,
		count(r.id) filter (where r.present and r.doc->>'source' = 'balie') balie,
		(select count(*) from waitlist_entry e where e.occurrence_id = o.id) waitlist,
		(
			select count(*)
			from offer f
			where f.occurrence_id = o.id and f.state <> 'skipped'
		) offers`

// theirs are the sign-ups of a date, with their presence.
const theirs = `
	left join lateral (
		select g.*, g.status in ('registered', 'attended', 'absent')
				or g.status = 'cancelledByHouse' and o.kind = 'series' present, p.*
		from registration g
		cross join lateral (` + presence + `) p
		where g.occurrence_id = o.id
	) r on true`

// presence sums up the meetings of one sign-up, g: attended when it was there once, absent when it
// was missed and never there, finished when it was there three times out of four.
const presence = `
	select coalesce(bool_or(t.state = 'here'), false) attended,
		coalesce(bool_or(t.state = 'absent') and not bool_or(t.state = 'here'), false) absent,
		4 * count(*) filter (where t.state = 'here') >= 3 * count(*)
			and bool_or(t.state = 'here') is true finished
	from session se
	left join attendance t on t.session_id = se.id and t.registration_id = g.id
	where se.occurrence_id = g.occurrence_id and se.status <> 'cancelled'`

// CountBefore counts a date that ended, for good, under its lock, before rows of people go.
func (p *Waitlist) CountBefore(ctx context.Context, q db.Querier, occurrence string) error {
	_, err := q.Exec(ctx, counting+`o.id = $3
		group by o.id
		on conflict (occurrence_id) do update
		set registered = excluded.registered, guests = excluded.guests,
			cancelled = excluded.cancelled, attended = excluded.attended,
			absent = excluded.absent, finished = excluded.finished,
			first_time = excluded.first_time, site = excluded.site,
			telefoon = excluded.telefoon, balie = excluded.balie, waitlist = excluded.waitlist,
			offers = excluded.offers, final = true, counted_at = excluded.counted_at
		where not c.final`, p.Clock.Now(), true, occurrence)
	return err
}

// CountEnded counts the dates that ended since it ran last, and those of which somebody said since
// who was there.
func (p *Waitlist) CountEnded(ctx context.Context) error {
	_, err := p.Pool.Exec(ctx, counting+`(
			not exists (
				select from occurrence_count c where c.occurrence_id = o.id
			)
			or o.ends_at > $1::timestamptz - interval '60 days' and exists (
				select from occurrence_count c
				join session se on se.occurrence_id = o.id
				join tap t on t.session_id = se.id and t.kind = 'attendance'
				where c.occurrence_id = o.id
					and not c.final
					and t.received_at > c.counted_at - interval '1 minute'
			)
		)
		group by o.id
		on conflict (occurrence_id) do update
		set attended = excluded.attended, absent = excluded.absent,
			finished = excluded.finished, counted_at = excluded.counted_at
		where not c.final`, p.Clock.Now(), false)
	return db.Problem(err)
}

// Meeting is true of a session, se, that was held, of an activity that visitors could read of; a
// walk-in without more is no meeting. Those of a series, o, that were held before it was called off
// stay so.
const Meeting = `
	a.status <> 'draft'
	and (o.status <> 'cancelled' or o.kind = 'series')
	and se.status <> 'cancelled'
	and (a.mode <> 'walkin' or a.category <> 'ontmoeting')`

// Held is true of a date, o, that was not called off, or of which a meeting was held before that.
const Held = `(
	o.status <> 'cancelled'
	or o.kind = 'series' and exists (
		select from session se where se.occurrence_id = o.id and se.status <> 'cancelled'
	)
)`

// CountsAt is true of a sign-up, r, that counts where it was at a session, se: with a place, or of
// a series that was called off after it.
const CountsAt = `(
	r.status in ('registered', 'attended', 'absent')
	or r.status = 'cancelledByHouse' and se.status <> 'cancelled' and exists (
		select from occurrence k where k.id = r.occurrence_id and k.kind = 'series'
	)
)`

// Receives is true of a date, o, of an activity, a, on which the account at a parameter receives.
func Receives(param string) string {
	return `coalesce(nullif(o.doc->>'host', ''), a.doc->>'host') = '` + rules.AccountHost("") +
		`' || ` + param
}

// Own is true of a date of theirs: they receive, or are on the team. Of nobody, "", all are.
func Own(param string) string {
	return `(` + param + ` = '' or a.doc->'staff' ? ` + param + ` or ` + Receives(param) + `)`
}

// Sums are the numbers of dates together.
type Sums struct {
	Registered, Cancelled, Attended, Absent, FirstTime int
	Waited, Offered                                    int
	Finished                                           int // of series
}

// SumsOf adds up the dates that ended in [from, to) and were held, of activities that visitors
// could read of; with own only those of this account. A date that was counted for good is as it was
// then.
func (p *Waitlist) SumsOf(ctx context.Context, from, to time.Time, own string) (s Sums, err error) {
	err = p.Pool.QueryRow(ctx, `
		with ended as (
			select o.*, exists (
				select from occurrence_count c where c.occurrence_id = o.id and c.final
			) final
			from occurrence o
			join activity a on a.id = o.activity_id
			where a.status <> 'draft'
				and `+Held+`
				and o.ends_at >= $1
				and o.ends_at < $2
				and `+Own("$3")+`
		)
		select coalesce(sum(registered), 0), coalesce(sum(cancelled), 0),
			coalesce(sum(attended), 0), coalesce(sum(absent), 0), coalesce(sum(first_time), 0),
			coalesce(sum(waitlist), 0), coalesce(sum(offers), 0),
			coalesce(sum(finished) filter (where kind = 'series'), 0)
		from (
			select o.kind, c.registered, c.cancelled, c.attended, c.absent, c.first_time,
				c.waitlist, c.offers, c.finished
			from ended o
			join occurrence_count c on c.occurrence_id = o.id
			where o.final
			union all
			select kind, registered, cancelled, attended, absent, first_time, waitlist, offers,
				finished
			from (
				select o.id, o.kind, `+numbers+`
				from ended o
				`+theirs+`
				where not o.final
				group by o.id, o.kind
			) n
		) dates`, from, to, own).Scan(&s.Registered, &s.Cancelled, &s.Attended, &s.Absent,
		&s.FirstTime, &s.Waited, &s.Offered, &s.Finished)
	return s, db.Problem(err)
}

// Presence sums up the meetings of one sign-up.
type Presence struct{ Attended, Absent, Finished bool }

// PresenceOf is that of a sign-up that is there.
func PresenceOf(ctx context.Context, q db.Querier, registration string) (p Presence, err error) {
	err = q.QueryRow(ctx, `
		select p.attended, p.absent, p.finished
		from registration g
		cross join lateral (`+presence+`) p
		where g.id = $1`, registration).Scan(&p.Attended, &p.Absent, &p.Finished)
	return p, err
}

// CountAgain puts a change of presence into the figures of a date that was counted for good: it
// cannot be counted anew.
func CountAgain(ctx context.Context, tx pgx.Tx, occurrence string, before, after Presence) error {
	if before == after {
		return nil
	}
	step := func(was, is bool) int {
		switch {
		case is && !was:
			return 1
		case was && !is:
			return -1
		}
		return 0
	}
	_, err := tx.Exec(ctx, `
		update occurrence_count
		set attended = attended + $2, absent = absent + $3, finished = finished + $4
		where occurrence_id = $1 and final`,
		occurrence,
		step(before.Attended, after.Attended),
		step(before.Absent, after.Absent),
		step(before.Finished, after.Finished))
	return err
}

// KeepVisits adds the presence of sign-ups that go to what stays of their meetings.
func KeepVisits(ctx context.Context, tx pgx.Tx, registrations []string) error {
	_, err := tx.Exec(ctx, `
		insert into session_count as c (session_id, here, people, absent)
		select t.session_id,
			count(*) filter (where t.state = 'here'),
			coalesce(
				sum(1 + least(t.guests, r.seats - 1)) filter (where t.state = 'here'), 0
			),
			count(*) filter (where t.state = 'absent')
		from attendance t
		join registration r on r.id = t.registration_id
		join session se on se.id = t.session_id and se.occurrence_id = r.occurrence_id
		where t.registration_id = any($1)
			and t.state <> 'open'
			and `+CountsAt+`
		group by t.session_id
		order by t.session_id
		on conflict (session_id) do update
		set here = c.here + excluded.here, people = c.people + excluded.people,
			absent = c.absent + excluded.absent`, registrations)
	return err
}
