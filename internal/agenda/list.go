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
	"herstelruimte/internal/db"
)

// Conditions on a meeting, se, of a date, o, of an activity, a; $1 is now.

// visible says that visitors see the activity.
var visible = fmt.Sprintf(booking.VisibleSQL, "$1")

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

func (a *Agenda) list(
	ctx context.Context, now time.Time, where string, args ...any,
) (listed, error) {
	return a.lines(ctx, now, `select `+waitlist.MeetingColumns+places.From+where, args...)
}

func (a *Agenda) lines(
	ctx context.Context, now time.Time, sql string, args ...any,
) (out listed, err error) {
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

// one reads one column of the first row; found: there is one.
func one[T any](
	ctx context.Context, q db.Querier, sql string, args ...any,
) (v T, found bool, err error) {
	all, err := db.Rows(ctx, q, pgx.RowTo[T], sql, args...)
	if len(all) > 0 {
		v, found = all[0], true
	}
	return v, found, err
}

// lookahead is a query whose last parameter bounds how far after from it looks.
type lookahead struct {
	from   time.Time
	sql    string
	args   []any
	enough func(listed) bool
}

// look runs a query until it found enough. That is mostly found within weeks, so that the work does
// not grow with the years that are planned; what is rare is looked for further and further.
func (a *Agenda) look(ctx context.Context, now time.Time, l lookahead) (listed, error) {
	var end time.Time
	for ahead := 8 * 7 * 24 * time.Hour; ; ahead *= 4 {
		until := l.from.Add(ahead)
		out, err := a.lines(ctx, now, l.sql, append(l.args, until)...)
		if err != nil || l.enough(out) {
			return out, err
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
	}
}
