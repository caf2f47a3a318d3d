package evening

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// asked is a day that somebody wants to see.
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

// meeting is a row of the day.
type meeting struct {
	rules.Meeting
	date                 rules.Slot
	tally, unnamed, gone int
	mine                 bool
}

func (a asked) bounds() []any { return []any{a.begun, a.end, a.now} }

func (e *Evening) meetings(ctx context.Context, a asked) ([]meeting, error) {
	rows, err := e.Pool.Query(ctx, `
		select `+places.SlotColumns+`, se.id, se.room, se.status, se.reason, se.n, o.sessions,
			se.starts_at, se.ends_at,
			(select coalesce(sum(change), 0) from tap where session_id = se.id and kind = 'visit'),
			(select coalesce(sum(change), 0) from tap where session_id = se.id and kind = 'unnamed'),
			coalesce((select people from session_count where session_id = se.id), 0)
		from session se
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		where a.status <> 'draft' and `+ofTheDay+`
		order by se.starts_at, o.id`, a.bounds()...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m meeting, err error) {
		m.date.Now = a.now
		err = places.ScanSlot(with{row, []any{
			&m.ID, &m.Room, &m.Status, &m.Reason, &m.N, &m.Of, &m.Start, &m.End,
			&m.tally, &m.unnamed, &m.gone,
		}}, &m.date)
		m.Start, m.End = m.Start.In(clock.Amsterdam), m.End.In(clock.Amsterdam)
		m.mine = mayMeet(a.who, &m.date, m.Meeting, a.now)
		return m, err
	})
}

// with reads more columns behind those that a scan asks for.
type with struct {
	pgx.Row
	more []any
}

func (w with) Scan(dest ...any) error { return w.Row.Scan(append(dest, w.more...)...) }

// mayMeet says whether somebody may read who comes to a meeting, and act on it, at a moment.
func mayMeet(who identity.Actor, s *rules.Slot, m rules.Meeting, at time.Time) bool {
	return s.MayRun(who) == nil ||
		who.Has(identity.Gastheer) && rules.Today(m, at)
}

// today reads the whole day.
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
	for i := range out.Sessions {
		if err := e.SayHosts(ctx, e.Pool, &out.Sessions[i].Host); err != nil {
			return out, err
		}
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
	list, err := e.Calls(ctx, a.who)
	if err != nil || list.Today == 0 {
		return nil, err
	}
	out := &CallsToday{Due: list.Today}
	i := slices.IndexFunc(list.Calls, func(c places.Call) bool {
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
		Kind:   places.AuditKind,
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

// sessions are the meetings as the screen gets them; names it reads only where they may be read,
// and then the log book has it.
func (e *Evening) sessions(ctx context.Context, a asked, all []meeting) ([]SessionToday, error) {
	var dates, mine []string
	var open []*rules.Slot // of which people are read
	for i := range all {
		m := &all[i]
		dates = append(dates, m.date.ID)
		if m.mine {
			mine, open = append(mine, m.date.ID), append(open, &m.date)
		}
	}
	said, err := e.presence(ctx, all)
	if err != nil {
		return nil, err
	}
	counts, err := e.counts(ctx, dates)
	if err != nil {
		return nil, err
	}
	line, err := e.WaitingFor(ctx, e.Pool, mine)
	if err != nil {
		return nil, err
	}
	people, err := e.PeopleAt(ctx, a.who, open)
	if err != nil {
		return nil, err
	}
	out := make([]SessionToday, len(all))
	for i := range all {
		m := &all[i]
		s := e.session(a, m, counts[m.date.ID], said[m.ID])
		if m.mine {
			come, waits := people[m.date.ID].People, line[m.date.ID]
			if err := e.Looked(ctx, a.who, &m.date, come, len(waits)); err != nil {
				return nil, err
			}
			s.People = peopleOf(come, said[m.ID])
			s.Needs = needsOf(come)
			s.Line = lineOf(m, waits)
			s.Waiting = len(s.Line)
		}
		out[i] = s
	}
	return out, nil
}

func (e *Evening) session(a asked, m *meeting, c counted, said spoken) SessionToday {
	d := &m.date
	l := d.Line(m.Meeting)
	s := SessionToday{
		ID:          m.ID,
		Occurrence:  d.ID,
		Activity:    d.ActivityID,
		Title:       l.Title,
		Kind:        l.Kind,
		Mode:        l.Mode,
		N:           m.N,
		Of:          m.Of,
		Start:       l.Start,
		End:         l.End,
		Room:        m.Room,
		Host:        d.Host(),
		Status:      l.Status,
		Reason:      cmp.Or(d.Doc.ChangeReason, m.Reason),
		Mine:        m.mine,
		Taken:       d.Taken,
		Free:        d.Left(),
		Held:        d.Held,
		Waiting:     d.Waiting,
		Unnamed:     max(0, m.unnamed),
		FirstTimers: c.firstTimers,
		MaxGuests:   d.Activity.MaxGuests,
	}
	if d.Capacity != nil {
		s.Capacity = *d.Capacity
	}
	if l.Mode == rules.Walkin {
		s.Outside = partAt(a.parts, wallOf(m.Start, a.day)) < 0
		s.Tally = max(0, m.tally)
	}
	s.Here = said.people + m.gone + s.Unnamed
	s.Open = max(0, c.signUps-said.signUps)
	return s
}

// counted is how many sign-ups a date has, without a name.
type counted struct{ signUps, firstTimers int }

func (e *Evening) counts(ctx context.Context, dates []string) (map[string]counted, error) {
	rows, err := e.Pool.Query(ctx, `
		select o.id, count(*), count(*) filter (where (r.doc->>'firstTime')::boolean)
		from occurrence o
		cross join lateral (
			select doc
			from registration
			where occurrence_id = o.id and status in ('registered', 'attended', 'absent')
			offset 0
		) r
		where o.id = any($1)
		group by o.id`, dates)
	if err != nil {
		return nil, err
	}
	out := map[string]counted{}
	var id string
	var c counted
	_, err = pgx.ForEachRow(rows, []any{&id, &c.signUps, &c.firstTimers}, func() error {
		out[id] = c
		return nil
	})
	return out, err
}

// spoken is what was said of the people of one meeting.
type spoken struct {
	of      map[string]word // by sign-up
	people  int             // who is there, with who came along
	signUps int             // of which somebody said whether they came
}

type word struct {
	state, by string
	guests    int
	at        time.Time
}

func (e *Evening) presence(ctx context.Context, all []meeting) (map[string]spoken, error) {
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].ID
	}
	rows, err := e.Pool.Query(ctx, `
		select t.session_id, t.registration_id, t.state, least(t.guests, r.seats - 1), t.at, t.by
		from attendance t
		join registration r on r.id = t.registration_id
		join session se on se.id = t.session_id
			and se.occurrence_id = r.occurrence_id
			and `+places.CountsAt+`
		where t.session_id = any($1)`, ids)
	if err != nil {
		return nil, err
	}
	out, uids := map[string]spoken{}, map[string]bool{}
	var session, registration string
	var w word
	_, err = pgx.ForEachRow(rows, []any{
		&session, &registration, &w.state, &w.guests, &w.at, &w.by,
	}, func() error {
		s := out[session]
		if s.of == nil {
			s.of = map[string]word{}
		}
		s.of[registration] = w
		if w.state == "here" {
			s.people += 1 + w.guests
		}
		if w.state != "open" {
			s.signUps++
		}
		out[session], uids[w.by] = s, true
		return nil
	})
	if err != nil {
		return nil, err
	}
	names, err := e.firstNames(ctx, uids)
	for _, s := range out {
		for id, w := range s.of {
			w.by = names[w.by]
			s.of[id] = w
		}
	}
	return out, err
}

// firstNames are those of staff, by uid.
func (e *Evening) firstNames(
	ctx context.Context,
	uids map[string]bool,
) (map[string]string, error) {
	ids := make([]string, 0, len(uids))
	for id := range uids {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	names, err := e.Names(ctx, ids)
	for id, name := range names {
		names[id], _, _ = strings.Cut(name, " ")
	}
	return names, err
}

func peopleOf(all []places.PersonSeen, said spoken) []PersonToday {
	out := make([]PersonToday, len(all))
	for i, one := range all {
		p := PersonToday{PersonSeen: one, State: "open", Came: one.Guests}
		if w, there := said.of[one.ID]; there {
			p.State, p.By, p.Since = w.state, w.by, clock.Moment(w.at)
			if w.state == "here" {
				p.Came = w.guests
			}
		}
		out[i] = p
	}
	return out
}

func needsOf(all []places.PersonSeen) *NeedsToday {
	var n NeedsToday
	for _, c := range all {
		if c.Diet == nil {
			continue
		}
		for _, choice := range c.Diet.Choices {
			switch choice {
			case "vegetarian":
				n.Vegetarian++
			case "noPork":
				n.NoPork++
			}
		}
		if c.Diet.Other != "" {
			n.Other = append(n.Other, c.Diet.Other)
		}
	}
	if n.Vegetarian+n.NoPork+len(n.Other) == 0 {
		return nil
	}
	return &n
}

// lineOf are those who wait and may be at the door: of a series only while one can step in.
func lineOf(m *meeting, all []places.AtDoor) []WaiterToday {
	if m.Start.After(m.date.JoinUntil) {
		return nil
	}
	out := make([]WaiterToday, len(all))
	for i, w := range all {
		out[i] = WaiterToday(w)
	}
	return out
}

// next is what comes first after a day without anything.
// nextDay finds the first meeting, se, that goes on after a day; the parameter is its end.
func nextDay(end string) string {
	return `
		from session se
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		where se.starts_at >= ` + end + `
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

// parts are the parts of the day with what was counted in them.
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
	rows, err := e.Pool.Query(ctx, `
		select part, sum(change)
		from tap
		where day = $1 and kind = 'visit' and session_id is null
		group by part`, clock.Date(a.day))
	if err != nil {
		return nil, err
	}
	var from, n int
	if _, err = pgx.ForEachRow(rows, []any{&from, &n}, func() error {
		out[nearest(a.parts, house.WallTime(from))].Tally += n
		return nil
	}); err != nil {
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

// wallOf is what the clock shows at a moment, on its own day; before 00.00 for the day before.
func wallOf(t, day time.Time) house.WallTime {
	t = t.In(clock.Amsterdam)
	if t.Before(day) {
		return -1
	}
	return house.At(t.Hour(), t.Minute())
}

// partAt is the part in which a time lies, -1 when it lies in none.
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
	best := 0
	for i, p := range parts {
		if away(p.From, from) < away(parts[best].From, from) {
			best = i
		}
	}
	return best
}

func away(x, y house.WallTime) house.WallTime { return max(x-y, y-x) }
