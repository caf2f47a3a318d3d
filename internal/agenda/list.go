package agenda

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
)

// listColumns speak of session se of occurrence o.
const listColumns = waitlist.MeetingColumns

const listFrom = `
	from session se
	join occurrence o on o.id = se.occurrence_id
	join activity a on a.id = o.activity_id
	where `

// meetingColumns are those of session se that listColumns speaks of, and its date.
const meetingColumns = `
	se.id, se.occurrence_id, se.n, se.starts_at, se.ends_at, se.status, se.room, se.reason`

// bookable in SQL: open for sign-up, with places that nobody has a claim on. The parameter is now.
const bookableSQL = `
	a.mode <> 'walkin' and ` + openSQL

// openSQL is bookableSQL as far as the date alone says it.
const openSQL = `
	o.status <> 'cancelled'
		and (o.off_from is null or o.off_from > greatest(o.starts_at, %[1]s))
		and o.closes_at > %[1]s
		and (o.opens_at is null or o.opens_at <= %[1]s)
	and (o.seat_limit is null or not o.claimed and o.taken + o.held < o.seat_limit)`

// listed is what one of the lists found.
type listed struct {
	lines  []rules.Line
	starts []time.Time // of each line
	fresh  time.Time   // the first moment at which one of them changes by the clock
	after  []string    // the cursor behind each line
}

// list runs a query over listColumns. Its first parameter is now.
func (a *Agenda) list(
	ctx context.Context,
	now time.Time,
	where string,
	args ...any,
) (listed, error) {
	return a.lines(ctx, now, `
		select `+listColumns+listFrom+where, args...)
}

// lines runs a query that selects listColumns. Its first parameter is now.
func (a *Agenda) lines(
	ctx context.Context,
	now time.Time,
	sql string,
	args ...any,
) (out listed, err error) {
	rows, err := a.Pool.Query(ctx, sql, append([]any{now}, args...)...)
	if err != nil {
		return out, db.Problem(err)
	}
	out.lines = []rules.Line{}
	_, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (none struct{}, err error) {
		s, m := rules.Slot{Now: now}, rules.Meeting{}
		if err := waitlist.ScanMeeting(r, &s, &m); err != nil {
			return none, err
		}
		out.lines = append(out.lines, s.Line(m))
		for _, t := range []time.Time{s.ChangesAt(), m.Start, m.End} {
			if t.After(now) && (out.fresh.IsZero() || t.Before(out.fresh)) {
				out.fresh = t
			}
		}
		out.starts = append(out.starts, m.Start)
		out.after = append(out.after, db.Cursor{At: m.Start, ID: m.ID}.String())
		return none, nil
	})
	return out, db.Problem(err)
}

// lookahead is a query of lines whose last parameter bounds how far after a moment it looks.
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

// visibleSQL is visible as a condition on activity a; the parameter is now.
const visibleSQL = booking.VisibleSQL
