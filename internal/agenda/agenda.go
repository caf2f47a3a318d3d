// Package agenda is the programme: what visitors and staff read of activities and dates, what goes
// to calendars and on paper, and how the desk publishes an activity.
//
// Inside it stand walls: rules (pure) below calendar (what calendars read), below places
// (everything under the lock of a date), below evening (a day as the door sees it), below the reads
// here. Imports go that way only.
//
//   - Lists never count and never look at the past further than what can still be on; a filter
//     looks further and further ahead until a page is full.
//   - What visitors may see is one condition, on the activity: published, or scheduled and its
//     moment come, and not over.
//   - A feed holds thirty days back and half a year ahead, and stays the same bytes until something
//     happens. A cancelled date stays in it, named so; an activity that visitors saw and no longer
//     do tells it for thirty days, then its feed is gone. The sequence rises with time, place and
//     status, never with a text.
//   - A short address stays an activity's for ever. It leads to the first coming date when that is
//     cancelled (people may stand at the door for it), else to the first that can still be joined,
//     else to the first that comes, else to the last.
//   - A rhythm is a rule of local wall time, one for an activity. Publishing makes its dates, and
//     an open end is kept filled half a year ahead. A date that staff took away stays away; one
//     with people in it outlives a change of the rule.
//   - Warnings about a date (a room or host that is taken, a day off, a closed house) never keep
//     staff from anything.
package agenda

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/search"
)

// Agenda is the room. All fields are required.
type Agenda struct {
	places.Places
	// rises with Raise and Changed: what was built under it still holds
	Revision  func() uint64
	Search    *search.Index
	Greeting  func(ctx context.Context) (Greeting, error)
	Practical func(ctx context.Context) (Practical, error)
	// lets staff take back an act on what hangs on an activity
	OfferUndo func(ctx context.Context, tx pgx.Tx, b editing.Beside) (*editing.UndoOf, error)
	// changes a part of a draft of an activity
	Amend func(
		ctx context.Context,
		tx pgx.Tx,
		by identity.Actor,
		m editing.Amendment,
	) (*editing.UndoOf, error)
	// how pictures are shown, of those that may be; nil: none are
	Media func(ctx context.Context, ids []string) (map[string]files.Media, error)

	pause  func() // in tests: called once somebody who copies a week has looked at it
	unheld bool   // in the control of a test: without holding what they copy to
}

// Conditions on a meeting, se, of a date, o, of an activity, a; $1 is now.

// visible says that visitors see the activity.
var visible = fmt.Sprintf(booking.VisibleSQL, "$1")

// findable is visible to who does not have the link: what lists, searches and machines tell.
var findable = visible + ` and not a.link_only`

// bookable says that visitors can sign up: there are places that nobody has a claim on.
const bookable = `a.mode <> 'walkin' and ` + open

// open is bookable as far as the date alone says it.
const open = `
	o.status <> 'cancelled'
		and (o.off_from is null or o.off_from > greatest(o.starts_at, $1))
		and o.closes_at > $1
		and (o.opens_at is null or o.opens_at <= $1)
	and (o.seat_limit is null or not o.claimed and o.taken + o.held < o.seat_limit)`

type listed struct {
	lines    []rules.Line
	meetings []rules.Meeting // that the lines speak of
	fresh    time.Time       // the first moment at which one of them changes by the clock
}

func (a *Agenda) list(ctx context.Context, now time.Time, where string, args ...any) (listed, error) {
	return a.lines(ctx, now, `select `+waitlist.MeetingColumns+places.From+where, args...)
}

func (a *Agenda) lines(ctx context.Context, now time.Time, sql string, args ...any) (out listed, err error) {
	out.lines = []rules.Line{}
	out.meetings, err = db.Rows(ctx, a.Pool,
		func(r pgx.CollectableRow) (m rules.Meeting, err error) {
			s := rules.Slot{Now: now}
			if err = waitlist.ScanMeeting(r, &s, &m); err == nil {
				out.lines = append(out.lines, s.Line(m))
				out.fresh = rules.Next(now, out.fresh, s.ChangesAt(), m.Start, m.End)
			}
			return m, err
		}, sql, append([]any{now}, args...)...)
	return out, err
}

// lookahead is a query whose last parameters are the stretch of time that it looks at and how much
// it may still find, in order of that time.
type lookahead struct {
	from   time.Time
	end    time.Time // nothing lies behind it; zero: the last meeting of all
	most   int
	sql    string
	args   []any
	enough func(listed) bool // beside most
}

// look runs a query stretch after stretch until it found enough. That is mostly found within weeks,
// so that the work does not grow with the years that are planned; what is rare is looked for
// further and further.
func (a *Agenda) look(ctx context.Context, now time.Time, l lookahead) (out listed, err error) {
	out.lines = []rules.Line{}
	end, seen := l.end, time.Time{}
	for ahead := 8 * 7 * 24 * time.Hour; ; ahead *= 4 {
		until := l.from.Add(ahead)
		more, err := a.lines(ctx, now, l.sql,
			append(l.args, seen, until, l.most-len(out.lines))...)
		if err != nil {
			return listed{}, err
		}
		out.add(now, more)
		if len(out.lines) == l.most || l.enough(out) {
			return out, nil
		}
		if end.IsZero() {
			if err := a.Pool.QueryRow(ctx, `
				select coalesce(max(starts_at), $1)
				from session`, now).Scan(&end); err != nil {
				return listed{}, db.Problem(err)
			}
		}
		if until.After(end) {
			return out, nil
		}
		seen = until
	}
}

func (l *listed) add(now time.Time, more listed) {
	l.lines, l.meetings = append(l.lines, more.lines...), append(l.meetings, more.meetings...)
	l.fresh = rules.Next(now, l.fresh, more.fresh)
}

// Home is what the first page needs of the programme.
type Home struct {
	Items      []rules.Line `json:"items" doc:"today and tomorrow, at most 5"`
	More       int          `json:"more" doc:"how many others there are today and tomorrow"`
	NextDay    *rules.Line  `json:"nextDay,omitempty" doc:"first coming date when today and tomorrow are empty"`
	Promise    string       `json:"promise" doc:"the h1"`
	Lead       string       `json:"lead" doc:"what this house is, where and for whom"`
	FirstTime  []Step       `json:"firstTime" doc:"what happens the first time, in order"`
	Today      string       `json:"today" format:"date"`
	FreshUntil string       `json:"freshUntil" format:"date-time"`
}

// Greeting is what the first page says to who never came.
type Greeting struct {
	Promise string
	Lead    string
	Steps   []Step
}

// Step is one thing that happens when somebody comes for the first time.
type Step struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

func (a *Agenda) home(ctx context.Context, _ *struct{}) (Home, error) {
	g, err := a.Greeting(ctx)
	if err != nil {
		return Home{}, err
	}
	return a.HomeAs(ctx, g)
}

// HomeAs is the first page with this greeting: today and tomorrow, or the first day with anything.
func (a *Agenda) HomeAs(ctx context.Context, g Greeting) (Home, error) {
	now := a.Clock.Now()
	today := clock.Day(now)
	out, err := a.list(ctx, now, `
		se.starts_at > $2 and se.starts_at < $3 and se.ends_at > $1 and `+findable+`
		order by se.starts_at, a.search_text, se.id`,
		today.Add(-longest), today.AddDate(0, 0, 2))
	if err != nil {
		return Home{}, err
	}
	shown := min(homeSize, len(out.lines))
	h := Home{
		Items:      out.lines[:shown],
		More:       len(out.lines) - shown,
		Promise:    g.Promise,
		Lead:       g.Lead,
		FirstTime:  append([]Step{}, g.Steps...),
		Today:      clock.Date(now),
		FreshUntil: freshUntil(now, out.fresh),
	}
	if shown > 0 {
		return h, nil
	}
	next, err := a.list(ctx, now, `
		se.starts_at > $1 and o.status <> 'cancelled' and se.status <> 'cancelled' and `+findable+`
		order by se.starts_at, se.id limit 1`)
	if len(next.lines) > 0 {
		h.NextDay = &next.lines[0]
	}
	return h, err
}

const mostTold = 1000

// Coming are the dates that visitors see and that go on, each once, the next ones first.
func (a *Agenda) Coming(ctx context.Context) ([]rules.Line, error) {
	out, err := a.list(ctx, a.Clock.Now(), `
		se.occurrence_id = any(array(select id from occurrence where starts_at > $1))
			and se.n = 1
			and se.starts_at > $1
			and se.status <> 'cancelled'
			and o.status <> 'cancelled'
			and `+findable+`
		order by se.starts_at, se.id
		limit $2`, mostTold)
	return out.lines, err
}

// joinable bounds how long after its begin a series can be joined: the past is not walked.
const joinable = 100 * 24 * time.Hour

// Next is the first coming date of an activity that people can sign up for or walk in to, also when
// it goes on now; or nil. changes is the first moment at which that may differ by the clock.
func (a *Agenda) Next(ctx context.Context, activity string) (next *rules.Line, changes time.Time, err error) {
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
			and `+findable+`
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
			and o.status <> 'cancelled' and se.status <> 'cancelled' and `+findable+`
		order by se.starts_at, se.id`, now, today, today.AddDate(0, 0, 1))
}

// mostAddresses bounds the dates in the site map: search engines come back.
const mostAddresses = 5000

// Address is a page that search engines may find.
type Address struct {
	Path    string
	Changed time.Time
}

// Addresses are the pages of the coming dates, as far ahead as the feeds look.
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
			se.starts_at > $2 and se.starts_at < $3 and se.ends_at > $1 and `+findable+`
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

// Held counts what ended from from up to to, of activities that visitors could read of: of a date
// the count, where there is one, as its people may have gone since.
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
