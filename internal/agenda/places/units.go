package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

// unit is what a plan changes: a date, or one meeting of a series.
type unit struct{ date, session string }

// closingDate is one of a plan, under its lock when the plan is carried out. Of a meeting of a
// series s is the date as it is then, and not to be stored.
type closingDate struct {
	s       *rules.Slot
	m       rules.Meeting
	session string
	hear    []hearer
	act     *staffAct // goes on again: what called it off
	heard   bool      // somebody heard of that very act
}

func (d *closingDate) unit() unit { return unit{d.s.ID, d.session} }

// off says whether it does not go on already.
func (d *closingDate) off() bool {
	return d.s.Status == "cancelled" || d.session != "" && d.m.Status == "cancelled"
}

// atMeeting is a series as it is for one of its meetings: for how and when people hear of it.
func atMeeting(s *rules.Slot, m rules.Meeting) *rules.Slot {
	at := *s
	at.Starts, at.Ends = m.Start, m.End
	return &at
}

func toldOfPlan(dates []closingDate, becomes string) []toldOf {
	out := make([]toldOf, len(dates))
	for i, d := range dates {
		out[i] = toldOf{d.s, d.session, d.hear, becomes}
	}
	return out
}

// slotsAt are the dates with these ids, in the order of these.
func (p *Places) slotsAt(
	ctx context.Context,
	q db.Querier,
	ids []string,
) ([]*rules.Slot, error) {
	return slotsWhere(ctx, q, p.Clock.Now(), `
		o.id = any($1)
		order by o.id`, ids)
}

// meetingsAt are the meetings of these dates, by date.
func meetingsAt(
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

// lastOffAndOn are the last acts of each kind that called a date or a meeting off or on again.
func lastOffAndOn(
	ctx context.Context,
	q db.Querier,
	ids []string,
) (map[unit]map[string]*staffAct, error) {
	rows, err := q.Query(ctx, `
		select distinct on (occurrence_id, coalesce(doc->>'session', ''), kind) `+actColumns+`
		from staff_act
		where occurrence_id = any($1)
			and kind in ('`+actOff+`', '`+actOnAgain+`')
			and undone_at is null
		order by occurrence_id, coalesce(doc->>'session', ''), kind, no desc`, ids)
	if err != nil {
		return nil, err
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (staffAct, error) {
		return scanAct(r)
	})
	if err != nil {
		return nil, err
	}
	out := map[unit]map[string]*staffAct{}
	for _, a := range acts {
		at := unit{a.occurrence, a.session()}
		if out[at] == nil {
			out[at] = map[string]*staffAct{}
		}
		out[at][a.kind] = &a
	}
	return out, nil
}

// meetingStatus is how meetings stand from a moment on, and why.
type meetingStatus struct {
	at             time.Time
	status, reason string
}

func meetingsOff(at time.Time, reason string) meetingStatus {
	return meetingStatus{at, "cancelled", reason}
}

func meetingsOn(at time.Time) meetingStatus { return meetingStatus{at, "planned", ""} }

// setMeetings gives the meetings of series among these another status; the sequence of their
// calendar rises by it, and that of everybody's own.
func setMeetings(
	ctx context.Context,
	tx pgx.Tx,
	to meetingStatus,
	dates []closingDate,
) error {
	var sessions, of []string
	for _, d := range dates {
		if d.session != "" {
			sessions, of = append(sessions, d.session), append(of, d.s.ID)
		}
	}
	if len(sessions) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, `
		update session
		set status = $2, reason = $3, changed_at = $4
		where id = any($1)`,
		sessions, to.status, to.reason, to.at); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update registration
		set version = version + 1, updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where occurrence_id = any($1) and status = 'registered'`, of, to.at)
	return err
}
