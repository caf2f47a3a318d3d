package places

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Peek reads an occurrence without its lock.
func (p *Places) Peek(ctx context.Context, q db.Querier, id string) (*rules.Slot, error) {
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
	all, err := meetingsAt(ctx, q, []string{occurrence})
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

// slotsWhere are the dates o with their activities a under a condition, as they are at one moment.
func slotsWhere(
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
