package evening

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/notify"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
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

// ask reads which day somebody means; empty is today. Problems: invalid.
func (e *Evening) ask(ctx context.Context, who identity.Actor, day string) (asked, error) {
	a := asked{who: who, now: e.Clock.Now()}
	today := clock.Day(a.now)
	a.day = today
	if day != "" {
		var err error
		if a.day, err = time.ParseInLocation(time.DateOnly, day, clock.Amsterdam); err != nil {
			return a, problem.Wrong("day", problem.Invalid)
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

// comes goes through the sign-ups of a date, o.
const comes = `
	from (
		select doc
		from registration
		where occurrence_id = o.id and status in ('registered', 'attended', 'absent')
		offset 0
	) r`

type meeting struct {
	rules.Meeting
	date                 rules.Slot
	tally, unnamed, gone int
	signUps, firstTimers int
	mine                 bool
}

func (a asked) bounds() []any { return []any{a.begun, a.end, a.now} }

func (e *Evening) meetings(ctx context.Context, a asked) ([]meeting, error) {
	return db.Rows(ctx, e.Pool, func(row pgx.CollectableRow) (m meeting, err error) {
		m.date.Now = a.now
		err = waitlist.ScanMeeting(row, &m.date, &m.Meeting, &m.tally, &m.unnamed, &m.gone,
			&m.signUps, &m.firstTimers)
		m.Start, m.End = m.Start.In(clock.Amsterdam), m.End.In(clock.Amsterdam)
		m.mine = m.date.MayMeetAt(a.who, m.Meeting, a.now)
		return m, err
	}, `
		select `+waitlist.MeetingColumns+`,
			(select coalesce(sum(change), 0) from tap where session_id = se.id and kind = 'visit'),
			(select coalesce(sum(change), 0) from tap where session_id = se.id and kind = 'unnamed'),
			coalesce((select people from session_count where session_id = se.id), 0),
			(select count(*)`+comes+`),
			(select count(*)`+comes+` where (doc->>'firstTime')::boolean)
		`+places.From+`
			a.status <> 'draft' and `+ofTheDay+`
		order by se.starts_at, o.id`, a.bounds()...)
}

func (e *Evening) today(ctx context.Context, a asked) (out Today, err error) {
	out = Today{
		Day:      clock.Date(a.day),
		Today:    clock.Date(a.now),
		At:       clock.Moment(a.now),
		Tapper:   Tapper{a.who.ID, e.proof(a.who.ID, clock.Date(a.now))},
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
	return out, e.NoteSeen(ctx, a.who, waitlist.AuditKind, out.First.Date.ID)
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
	n, found, err := db.One[struct {
		Title string
		Start time.Time
	}](ctx, e.Pool, `
		select coalesce(a.doc->>'title', ''), se.starts_at`+nextDay("$1"), a.end)
	if !found {
		return nil, err
	}
	return &NextDay{clock.Date(n.Start), n.Title, clock.Moment(n.Start)}, nil
}

// notices are dates of the coming days with too few people, and parts of today and the last days
// that nobody counted; those of days before for whoever may correct them.
func (e *Evening) notices(ctx context.Context, a asked) ([]NoticeToday, error) {
	out := []NoticeToday{}
	dates, err := e.BelowMinimum(ctx, a.now, a.end.Add(soon))
	if err != nil {
		return nil, err
	}
	for _, s := range dates {
		if s.MayRun(a.who) != nil {
			continue
		}
		out = append(out, NoticeToday{
			Kind:       "belowMinimum",
			Day:        clock.Date(s.Starts),
			From:       clock.Moment(s.Starts.Add(-notify.MinimumFor)),
			Occurrence: s.ID,
			Activity:   s.ActivityID,
			Title:      s.Activity.Title,
			Taken:      s.Taken,
			Least:      *s.Activity.Min,
		})
	}
	from := a.day
	if a.who.Has(identity.Coordinator) {
		from = a.day.AddDate(0, 0, -noticeDays)
	}
	all, err := e.Uncounted(ctx, from, a.end)
	for _, p := range all {
		out = append(out, NoticeToday{
			Kind: "dayPart",
			Day:  clock.Date(p.Day),
			From: clock.Moment(p.To.On(p.Day)),
			Part: p.Part,
		})
	}
	return out, err
}

// Uncounted is a part of a day that nobody counted.
type Uncounted struct {
	Day time.Time
	house.DayPart
}

// Uncounted are the parts of these days without a single tap, from the first that there ever was,
// by the hours that count now.
func (e *Evening) Uncounted(ctx context.Context, from, to time.Time) (out []Uncounted, err error) {
	h, counted := e.House(ctx), map[string]bool{}
	var day time.Time
	var part int
	if err = db.Each(ctx, e.Pool, []any{&day, &part}, func() error {
		at := clock.Day(time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, clock.Amsterdam))
		if parts := h.PartsOf(at); len(parts) > 0 {
			counted[clock.Date(at)+parts[nearest(parts, house.WallTime(part))].From.String()] = true
		}
		return nil
	}, `
		select day, part
		from tap
		where day >= $1 and day < $2 and kind = 'visit' and session_id is null
		group by day, part`, clock.Date(from), clock.Date(to)); err != nil {
		return nil, err
	}
	var first *time.Time
	err = e.Pool.QueryRow(ctx, `select min(day) from tap`).Scan(&first)
	if err != nil || first == nil {
		return nil, err
	}
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		for _, p := range h.PartsOf(d) {
			day := clock.Date(d)
			if day >= first.Format(time.DateOnly) && !counted[day+p.From.String()] {
				out = append(out, Uncounted{d, p})
			}
		}
	}
	return out, nil
}

func (e *Evening) parts(ctx context.Context, a asked, all []SessionToday) ([]PartOfDay, error) {
	out := make([]PartOfDay, len(a.parts))
	for i, p := range a.parts {
		out[i] = PartOfDay{
			DayPart: p,
			Start:   clock.Moment(p.From.On(a.day)),
			End:     clock.Moment(p.To.On(a.day)),
		}
	}
	if len(out) == 0 {
		return out, nil
	}
	var from, n int
	if err := db.Each(ctx, e.Pool, []any{&from, &n}, func() error {
		out[nearest(a.parts, house.WallTime(from))].Tally += n
		return nil
	}, `
		select part, sum(change)
		from tap
		where day = $1 and kind = 'visit' and session_id is null
		group by part`, clock.Date(a.day)); err != nil {
		return nil, err
	}
	for _, s := range all {
		start, err := time.Parse(time.RFC3339, s.Start)
		if err != nil || clock.Date(start) != clock.Date(a.day) {
			continue // it began the day before
		}
		if i := partAt(a.parts, wallOf(start, a.day)); i >= 0 {
			out[i].Ticked += s.Here
		}
	}
	for i := range out {
		out[i].Tally = max(0, out[i].Tally)
	}
	return out, nil
}

// wallOf is what the clock shows then; before 00.00 for the day before.
func wallOf(t, day time.Time) house.WallTime {
	t = t.In(clock.Amsterdam)
	if t.Before(day) {
		return -1
	}
	return house.At(t.Hour(), t.Minute())
}

func partAt(parts []house.DayPart, at house.WallTime) int {
	return slices.IndexFunc(parts, func(p house.DayPart) bool {
		return p.From <= at && at < p.To
	})
}

// nearest is the part that a tap belongs to: the hours may have changed since.
func nearest(parts []house.DayPart, from house.WallTime) int {
	if i := partAt(parts, from); i >= 0 {
		return i
	}
	away := func(p house.DayPart) house.WallTime { return max(p.From-from, from-p.From) }
	best := 0
	for i, p := range parts {
		if away(p) < away(parts[best]) {
			best = i
		}
	}
	return best
}
