package waitlist

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Peek reads an occurrence without its lock.
func (p *Waitlist) Peek(ctx context.Context, q db.Querier, id string) (*rules.Slot, error) {
	if !rules.Readable(id) {
		return nil, problem.New(problem.NotFound)
	}
	s := &rules.Slot{Now: p.Clock.Now()}
	err := ScanSlot(q.QueryRow(
		ctx, `
		select `+SlotColumns+
			` from occurrence o, lateral (
			select doc from activity where id = o.activity_id limit 1
		) a
		where o.id = $1`,
		id,
	), s)
	return s, db.Problem(err)
}

// slotsEach reads the dates in $1, in the order of their ids, each by itself: by a plan that also
// holds when it was made on empty tables.
const slotsEach = `
	select ` + SlotColumns + `
	from unnest($1::text[]) as these (id),
		lateral (select * from occurrence where id = these.id limit 1) o,
		lateral (select doc from activity where id = o.activity_id limit 1) a
	order by o.id`

// PeekAll is Peek of several dates, in the order of their ids; of those that there are.
func (p *Waitlist) PeekAll(ctx context.Context, q db.Querier, ids []string) ([]*rules.Slot, error) {
	return db.Rows(ctx, q, func(row pgx.CollectableRow) (*rules.Slot, error) {
		s := &rules.Slot{Now: p.Clock.Now()}
		return s, ScanSlot(row, s)
	}, slotsEach, ids)
}

// Meetings are all sessions of an occurrence, in order.
func Meetings(ctx context.Context, q db.Querier, occurrence string) ([]rules.Meeting, error) {
	all, err := MeetingsAt(ctx, q, []string{occurrence})
	return all[occurrence], err
}

// LineOf speaks of the meeting of s that comes, and of all of them.
func LineOf(ctx context.Context, q db.Querier, s *rules.Slot) (rules.Line, []rules.SessionLine, error) {
	all, err := Meetings(ctx, q, s.ID)
	if err != nil {
		return rules.Line{}, nil, err
	}
	return s.Line(rules.Coming(all, s.Now)), rules.SessionLines(all, s.Now), nil
}

// DateColumns are those of SlotColumns of occurrence o alone.
const DateColumns = `
	o.id, o.activity_id, o.kind, o.status,
	o.starts_at, o.join_until, o.ends_at, o.closes_at, o.opens_at, o.capacity, o.seat_limit,
	o.taken, o.held, o.waiting, o.claimed, o.off_from, o.doc`

// SlotColumns are what ScanSlot reads, of occurrence o and its activity a.
const SlotColumns = DateColumns + `, a.doc - 'body'`

// ScanSlot reads a row of SlotColumns, and what stands behind them into more.
func ScanSlot(row pgx.Row, s *rules.Slot, more ...any) error {
	var doc, activity []byte
	err := row.Scan(append([]any{
		&s.ID, &s.ActivityID, &s.Kind, &s.Status,
		&s.Starts, &s.JoinUntil, &s.Ends, &s.Closes, &s.Opens, &s.Capacity, &s.Limit,
		&s.Taken, &s.Held, &s.Waiting, &s.Claimed, &s.OffFrom, &doc, &activity,
	}, more...)...)
	if err != nil {
		return err
	}
	for _, t := range []*time.Time{
		&s.Starts, &s.JoinUntil, &s.Ends, &s.Closes, s.Opens, s.OffFrom,
	} {
		if t != nil {
			*t = t.In(clock.Amsterdam) // days and hours are counted on the house's own clock
		}
	}
	if err := json.Unmarshal(doc, &s.Doc); err != nil {
		return err
	}
	s.Activity, err = activities.read(activity)
	return err
}

// activities are the documents that were read last: many dates have the same few, and to decode one
// takes as long as all else of a row. Nothing may change what a list or pointer of one holds.
var activities = documents{known: map[string]rules.Activity{}}

type documents struct {
	mu    sync.Mutex
	known map[string]rules.Activity // by their JSON
}

const mostDocuments = 500

func (d *documents) read(raw []byte) (a rules.Activity, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	a, ok := d.known[string(raw)]
	if ok {
		return a, nil
	}
	if err = json.Unmarshal(raw, &a); err != nil {
		return a, err
	}
	if len(d.known) == mostDocuments {
		clear(d.known)
	}
	d.known[string(raw)] = a
	return a, nil
}

// SlotsWhere are the dates o with their activities a under a condition.
func SlotsWhere(
	ctx context.Context,
	q db.Querier,
	now time.Time,
	condition string,
	args ...any,
) ([]*rules.Slot, error) {
	return db.Rows(ctx, q, func(r pgx.CollectableRow) (*rules.Slot, error) {
		s := &rules.Slot{Now: now}
		return s, ScanSlot(r, s)
	}, `
		select `+SlotColumns+`
		from occurrence o
		join activity a on a.id = o.activity_id
		where `+condition, args...)
}

// MeetingColumns are SlotColumns and what ScanMeeting reads of session se of occurrence o.
const MeetingColumns = SlotColumns +
	`, se.id, se.room, se.status, se.reason, se.n, o.sessions, se.starts_at, se.ends_at`

// ScanMeeting reads a row of MeetingColumns, and what stands behind them into more.
func ScanMeeting(row pgx.Row, s *rules.Slot, m *rules.Meeting, more ...any) error {
	return ScanSlot(row, s, append([]any{
		&m.ID, &m.Room, &m.Status, &m.Reason, &m.N, &m.Of, &m.Start, &m.End,
	}, more...)...)
}

// SlotsAt are the dates with these ids, in the order of these.
func (p *Waitlist) SlotsAt(ctx context.Context, q db.Querier, ids []string) ([]*rules.Slot, error) {
	return SlotsWhere(ctx, q, p.Clock.Now(), `
		o.id = any($1)
		order by o.id`, ids)
}

// MeetingsAt are the meetings of these dates, by date.
func MeetingsAt(ctx context.Context, q db.Querier, ids []string) (map[string][]rules.Meeting, error) {
	out, date := map[string][]rules.Meeting{}, ""
	var m rules.Meeting
	return out, db.Each(ctx, q, []any{
		&date, &m.ID, &m.Room, &m.Status, &m.Reason, &m.N, &m.Of, &m.Start, &m.End,
	}, func() error {
		out[date] = append(out[date], m)
		return nil
	}, `
		select occurrence_id, id, room, status, reason, n,
			count(*) over (partition by occurrence_id), starts_at, ends_at
		from session
		where occurrence_id = any($1)
		order by occurrence_id, n`, ids)
}

// IfThere is err, or nil when what it speaks of is gone.
func IfThere(err error) error {
	if errors.Is(err, problem.New(problem.NotFound)) {
		return nil
	}
	return db.Problem(err)
}

func IsForbidden(err error) bool { return errors.Is(err, problem.New(problem.Forbidden)) }

func IsGone(err error) bool { return errors.Is(err, problem.New(problem.NotFound)) }
