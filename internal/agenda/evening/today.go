package evening

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

type asked struct {
	who        identity.Actor
	day        time.Time // at 00.00
	now        time.Time
	isToday    bool
	isOver     bool
	parts      []house.DayPart
	reason     string
	closed     bool
	begun, end time.Time // what starts in between is of this day
}

// ask reads which day somebody means; empty is the one it is now.
//
// Problems: invalid.
func (e *Evening) ask(ctx context.Context, who identity.Actor, day string) (asked, error) {
	a := asked{who: who, now: e.Clock.Now()}
	today := clock.Day(a.now)
	a.day = today
	if day != "" {
		var err error
		if a.day, err = time.ParseInLocation(time.DateOnly, day, clock.Amsterdam); err != nil {
			return a, problem.WithFields(problem.Field{Name: "day", Code: problem.Invalid})
		}
	}
	a.isToday, a.isOver = a.day.Equal(today), a.day.Before(today)
	h := e.House(ctx)
	a.parts = h.PartsOf(a.day)
	a.reason, a.closed = h.ClosedFor(a.day)
	a.begun, a.end = a.day, a.day.AddDate(0, 0, 1)
	return a, nil
}

// ofTheDay is true of a meeting, se, of the day: $1 and $2 are its bounds, $3 is now. A meeting
// that began the day before and goes on is of today too.
const ofTheDay = `(
	se.starts_at >= $1 and se.starts_at < $2
	or $3::timestamptz >= $1 and $3 < $2 and se.starts_at < $1
		and se.starts_at > $1::timestamptz - interval '1 day' and se.ends_at > $3
)`

type meeting struct {
	rules.Meeting
	date                 rules.Slot
	tally, unnamed, gone int
	mine                 bool
}

func (a asked) bounds() []any { return []any{a.begun, a.end, a.now} }

func (e *Evening) meetings(ctx context.Context, a asked) ([]meeting, error) {
	return db.Rows(ctx, e.Pool, func(row pgx.CollectableRow) (m meeting, err error) {
		m.date.Now = a.now
		err = waitlist.ScanMeeting(row, &m.date, &m.Meeting, &m.tally, &m.unnamed, &m.gone)
		m.Start, m.End = m.Start.In(clock.Amsterdam), m.End.In(clock.Amsterdam)
		m.mine = mayMeet(a.who, &m.date, m.Meeting, a.now)
		return m, err
	}, `
		select `+waitlist.MeetingColumns+`,
			(select coalesce(sum(change), 0) from tap where session_id = se.id and kind = 'visit'),
			(select coalesce(sum(change), 0) from tap where session_id = se.id and kind = 'unnamed'),
			coalesce((select people from session_count where session_id = se.id), 0)
		`+places.From+`
			a.status <> 'draft' and `+ofTheDay+`
		order by se.starts_at, o.id`, a.bounds()...)
}

// mayMeet says whether somebody may read who comes to a meeting, and act on it, at a moment.
func mayMeet(who identity.Actor, s *rules.Slot, m rules.Meeting, at time.Time) bool {
	return s.MayRun(who) == nil ||
		who.Has(identity.Gastheer) && rules.Today(m, at)
}

func (e *Evening) today(ctx context.Context, a asked) (out Today, err error) {
	out = Today{
		Day:      clock.Date(a.day),
		Today:    clock.Date(a.now),
		At:       clock.Moment(a.now),
		Tapper:   e.tapper(a.who, a.now),
		Say:      rules.DeskConsent(e.House(ctx)).Text,
		MayCount: a.mayCount(),
		Parts:    []PartOfDay{},
		Sessions: []SessionToday{},
		Notices:  []NoticeToday{},
	}
	if a.closed {
		out.Closed = &ClosedToday{Reason: a.reason}
	}
	all, err := e.meetings(ctx, a)
	if err != nil {
		return out, err
	}
	if out.Sessions, err = e.sessions(ctx, a, all); err != nil {
		return out, err
	}
	hosts := make([]*string, len(out.Sessions))
	for i := range out.Sessions {
		hosts[i] = &out.Sessions[i].Host
	}
	if err := e.SayHosts(ctx, e.Pool, hosts...); err != nil {
		return out, err
	}
	if out.Parts, err = e.parts(ctx, a, out.Sessions); err != nil {
		return out, err
	}
	if len(all) == 0 {
		if out.Next, err = e.next(ctx, a); err != nil {
			return out, err
		}
	}
	if a.isToday {
		if out.Notices, err = e.notices(ctx, a); err != nil {
			return out, err
		}
		out.Calls, err = e.calls(ctx, a)
	}
	return out, err
}

// calls are those that are due; the log book has it that somebody reads who is first.
func (e *Evening) calls(ctx context.Context, a asked) (*CallsToday, error) {
	list, err := e.CallList(ctx, a.who)
	if err != nil || list.Today == 0 {
		return nil, err
	}
	out := &CallsToday{Due: list.Today}
	i := slices.IndexFunc(list.Calls, func(c calls.Call) bool {
		return c.Today && c.First && c.AgainAt == ""
	})
	if i < 0 {
		return out, nil
	}
	out.First = &list.Calls[i]
	return out, privacy.RecordOnce(ctx, e.Pool, a.now, privacy.Entry{
		Actor:  a.who.ID,
		Roles:  a.who.RoleNames(),
		Action: "viewed",
		Kind:   waitlist.AuditKind,
	}, out.First.Date.ID)
}

func (a asked) mayCount() string {
	switch {
	case a.isToday && a.who.Has(door...):
		return "yes"
	case a.isOver && a.who.Has(identity.Coordinator):
		return "withReason"
	}
	return "no"
}

// nextDay finds the first meeting, se, that goes on after a day; the parameter is its end.
func nextDay(end string) string {
	return places.From + `
			se.starts_at >= ` + end + `
			and se.status <> 'cancelled'
			and o.status <> 'cancelled'
			and a.status in ('published', 'scheduled')
		order by se.starts_at, o.id
		limit 1`
}

func (e *Evening) next(ctx context.Context, a asked) (*NextDay, error) {
	var n NextDay
	var start time.Time
	err := e.Pool.QueryRow(ctx, `
		select coalesce(a.doc->>'title', ''), se.starts_at`+nextDay("$1"), a.end).
		Scan(&n.Title, &start)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	n.Day, n.Start = clock.Date(start), clock.Moment(start)
	return &n, err
}
