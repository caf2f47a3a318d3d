package agenda

import (
	"context"
	"time"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

const mostTold = 1000

// Coming are the dates that visitors see and that go on, each once, the next ones first: what a
// newsletter can tell of.
func (a *Agenda) Coming(ctx context.Context) ([]rules.Line, error) {
	out, err := a.list(ctx, a.Clock.Now(), `
		se.occurrence_id = any(array(select id from occurrence where starts_at > $1))
			and se.n = 1
			and se.starts_at > $1
			and se.status <> 'cancelled'
			and o.status <> 'cancelled'
			and `+visible+`
		order by se.starts_at, se.id
		limit $2`, mostTold)
	return out.lines, err
}

// joinable bounds how long a series can still be joined after it began, so that the past of an
// activity is not walked.
const joinable = 100 * 24 * time.Hour

// Next is the first coming date of an activity that people can sign up for, or walk in to, also
// when it goes on now; nil when there is none. changes is the first moment at which that may be
// different by the clock.
func (a *Agenda) Next(
	ctx context.Context, activity string,
) (next *rules.Line, changes time.Time, err error) {
	if !rules.Readable(activity) {
		return nil, changes, nil
	}
	now := a.Clock.Now()
	out, err := a.list(ctx, now, `
		o.activity_id = $2
			and o.starts_at > $3
			and o.join_until > $4
			and se.ends_at > $1
			and se.status <> 'cancelled'
			and o.status <> 'cancelled'
			and (a.mode = 'walkin' or se.n = 1 and `+bookable+`)
			and `+visible+`
		order by o.starts_at, se.starts_at, se.id
		limit 1`, activity, now.Add(-joinable), now.Add(-longest))
	if err != nil || len(out.lines) == 0 {
		return nil, changes, err
	}
	return &out.lines[0], out.fresh, nil
}

// MeetingToday is a session of today.
type MeetingToday struct {
	Title      string
	Start, End time.Time
}

// Today lists what still goes on today, in order of start.
func (a *Agenda) Today(ctx context.Context, now time.Time) ([]MeetingToday, error) {
	today := clock.Day(now)
	return db.All[MeetingToday](ctx, a.Pool, `
		select a.doc->>'title', se.starts_at, se.ends_at`+places.From+`
			se.starts_at >= $2 and se.starts_at < $3 and se.ends_at > $1
			and o.status <> 'cancelled' and se.status <> 'cancelled' and `+visible+`
		order by se.starts_at, se.id`, now, today, today.AddDate(0, 0, 1))
}

// mostAddresses bounds the dates in the site map: search engines come back, and nobody searches for
// a date half a year ahead among thousands.
const mostAddresses = 5000

// Address is a page that search engines may find, and when it last changed.
type Address struct {
	Path    string
	Changed time.Time
}

// Addresses are the pages of the coming dates, the next ones first, as far ahead as the feeds look.
func (a *Agenda) Addresses(ctx context.Context) (out []Address, err error) {
	now := a.Clock.Now()
	var activity, occurrence string
	var changed time.Time
	err = db.Each(ctx, a.Pool, []any{&activity, &occurrence, &changed}, func() error {
		out = append(out, Address{activityPath(activity, occurrence), changed})
		return nil
	}, `
		select o.activity_id, o.id, max(greatest(o.created_at, se.changed_at, a.updated_at))`+
		places.From+`
			se.starts_at > $2 and se.starts_at < $3 and se.ends_at > $1 and `+visible+`
		group by o.id
		order by min(se.starts_at), o.id
		limit $4`,
		now, now.Add(-longest), clock.Day(now).AddDate(0, 0, feedAhead), mostAddresses)
	return out, err
}

// Held is what happened in a stretch of time, as numbers only.
type Held struct {
	Meetings int // sessions that were not cancelled; a walk-in without more is no meeting
	SignUps  int // places that were taken at dates and series, by whoever came in the end
	Trainees int // the same, of series alone
}

// Held counts what ended from from up to to, of activities that visitors could read of. Of a date
// that was counted it takes the count: its people may have gone since.
func (a *Agenda) Held(ctx context.Context, from, to time.Time) (h Held, err error) {
	err = a.Pool.QueryRow(ctx, `
		select (
				select count(*)`+places.From+waitlist.Meeting+`
					and se.ends_at >= $1
					and se.ends_at < $2
			),
			coalesce(sum(n.taken), 0),
			coalesce(sum(n.taken) filter (where o.kind = 'series'), 0)
		from occurrence o
		join activity a on a.id = o.activity_id
		left join occurrence_count c on c.occurrence_id = o.id
		cross join lateral (select coalesce(c.registered + c.guests, o.taken) taken) n
		where a.status <> 'draft'
			and `+waitlist.Held+`
			and o.ends_at >= $1
			and o.ends_at < $2`, from, to).Scan(&h.Meetings, &h.SignUps, &h.Trainees)
	return h, db.Problem(err)
}
