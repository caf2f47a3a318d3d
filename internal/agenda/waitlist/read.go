package waitlist

import (
	"context"
	"encoding/json"
	"errors"
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

// Meetings are all sessions of an occurrence, in order.
func Meetings(ctx context.Context, q db.Querier, occurrence string) ([]rules.Meeting, error) {
	all, err := MeetingsAt(ctx, q, []string{occurrence})
	return all[occurrence], err
}

// LineOf reads the sessions of s and speaks of the one that comes.
func LineOf(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
) (rules.Line, []rules.SessionLine, error) {
	all, err := Meetings(ctx, q, s.ID)
	if err != nil {
		return rules.Line{}, nil, err
	}
	return s.Line(rules.Coming(all, s.Now)), rules.SessionLines(all, s.Now), nil
}

// DateColumns are those of SlotColumns that speak of occurrence o alone.
const DateColumns = `
	o.id, o.activity_id, o.kind, o.status,
	o.starts_at, o.join_until, o.ends_at, o.closes_at, o.opens_at, o.capacity, o.seat_limit,
	o.taken, o.held, o.waiting, o.claimed, o.off_from, o.doc`

// SlotColumns are what ScanSlot reads, of occurrence o and its activity a.
const SlotColumns = DateColumns + `, a.doc - 'body'`

// ScanSlot reads a row of SlotColumns.
func ScanSlot(row pgx.Row, s *rules.Slot) error {
	var doc, activity []byte
	err := row.Scan(
		&s.ID,
		&s.ActivityID,
		&s.Kind,
		&s.Status,
		&s.Starts,
		&s.JoinUntil,
		&s.Ends,
		&s.Closes,
		&s.Opens,
		&s.Capacity,
		&s.Limit,
		&s.Taken, &s.Held, &s.Waiting, &s.Claimed, &s.OffFrom, &doc, &activity,
	)
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
	return json.Unmarshal(activity, &s.Activity)
}

// SlotsWhere are the dates o with their activities a under a condition, as they are at one moment.
func SlotsWhere(
	ctx context.Context,
	q db.Querier,
	now time.Time,
	condition string,
	args ...any,
) ([]*rules.Slot, error) {
	rows, err := q.Query(ctx, `
		select `+SlotColumns+`
		from occurrence o
		join activity a on a.id = o.activity_id
		where `+condition, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (*rules.Slot, error) {
		s := &rules.Slot{Now: now}
		return s, ScanSlot(r, s)
	})
}

// MeetingColumns are SlotColumns and what ScanMeeting reads of session se of occurrence o.
const MeetingColumns = SlotColumns +
	`, se.id, se.room, se.status, se.reason, se.n, o.sessions, se.starts_at, se.ends_at`

// ScanMeeting reads a row of MeetingColumns, and what stands behind them into more.
func ScanMeeting(row pgx.Row, s *rules.Slot, m *rules.Meeting, more ...any) error {
	return ScanSlotAnd(row, s, append([]any{
		&m.ID, &m.Room, &m.Status, &m.Reason, &m.N, &m.Of, &m.Start, &m.End,
	}, more...)...)
}

// ScanSlotAnd is ScanSlot that reads what stands behind its columns into more.
func ScanSlotAnd(row pgx.Row, s *rules.Slot, more ...any) error {
	return ScanSlot(tail{row, more}, s)
}

// tail reads more columns behind those that a scan asks for.
type tail struct {
	pgx.Row
	more []any
}

// Scan implements pgx.Row.
func (t tail) Scan(dest ...any) error { return t.Row.Scan(append(dest, t.more...)...) }

// SlotsAt are the dates with these ids, in the order of these.
func (p *Waitlist) SlotsAt(
	ctx context.Context,
	q db.Querier,
	ids []string,
) ([]*rules.Slot, error) {
	return SlotsWhere(ctx, q, p.Clock.Now(), `
		o.id = any($1)
		order by o.id`, ids)
}

// MeetingsAt are the meetings of these dates, by date.
func MeetingsAt(
	ctx context.Context,
	q db.Querier,
	ids []string,
) (map[string][]rules.Meeting, error) {
	rows, err := q.Query(ctx, `
		select occurrence_id, id, room, status, reason, n,
			count(*) over (partition by occurrence_id), starts_at, ends_at
		from session
		where occurrence_id = any($1)
		order by occurrence_id, n`, ids)
	if err != nil {
		return nil, err
	}
	out := map[string][]rules.Meeting{}
	var date string
	var m rules.Meeting
	_, err = pgx.ForEachRow(rows, []any{
		&date, &m.ID, &m.Room, &m.Status, &m.Reason, &m.N, &m.Of, &m.Start, &m.End,
	}, func() error {
		out[date] = append(out[date], m)
		return nil
	})
	return out, err
}

// IfThere is err, or nil when what it speaks of is not there any more.
func IfThere(err error) error {
	if errors.Is(err, problem.New(problem.NotFound)) {
		return nil
	}
	return db.Problem(err)
}

func IsForbidden(err error) bool { return errors.Is(err, problem.New(problem.Forbidden)) }

func IsGone(err error) bool { return errors.Is(err, problem.New(problem.NotFound)) }
