package changes

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
)

// Unit is what a plan changes: a date, or one meeting of a series.
type Unit struct{ Date, Session string }

// PlanUnit is one of a plan, under its lock when the plan is carried out. Of a meeting of a
// series s is the date as it is then, and not to be stored.
type PlanUnit struct {
	S       *rules.Slot
	M       rules.Meeting
	Session string
	Hear    []waitlist.Hearer
	Act     *booking.StaffAct // goes on again: what called it off
	Heard   bool              // somebody heard of that very act
}

func (d *PlanUnit) Unit() Unit { return Unit{d.S.ID, d.Session} }

// Off says whether it does not go on already.
func (d *PlanUnit) Off() bool {
	return d.S.Status == "cancelled" || d.Session != "" && d.M.Status == "cancelled"
}

// AtMeeting is a series as it is for one of its meetings: for how and when people hear of it.
func AtMeeting(s *rules.Slot, m rules.Meeting) *rules.Slot {
	at := *s
	at.Starts, at.Ends = m.Start, m.End
	return &at
}

func toldOfPlan(dates []PlanUnit, becomes string) []toldOf {
	out := make([]toldOf, len(dates))
	for i, d := range dates {
		out[i] = toldOf{d.S, d.Session, d.Hear, becomes}
	}
	return out
}

// LastOffAndOn are the last acts of each kind that called a date or a meeting off or on again.
func LastOffAndOn(
	ctx context.Context,
	q db.Querier,
	ids []string,
) (map[Unit]map[string]*booking.StaffAct, error) {
	rows, err := q.Query(ctx, `
		select distinct on (occurrence_id, coalesce(doc->>'session', ''), kind) `+booking.ActColumns+`
		from staff_act
		where occurrence_id = any($1)
			and kind in ('`+booking.ActOff+`', '`+booking.ActOnAgain+`')
			and undone_at is null
		order by occurrence_id, coalesce(doc->>'session', ''), kind, no desc`, ids)
	if err != nil {
		return nil, err
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (booking.StaffAct, error) {
		return booking.ScanAct(r)
	})
	if err != nil {
		return nil, err
	}
	out := map[Unit]map[string]*booking.StaffAct{}
	for _, a := range acts {
		at := Unit{a.Occurrence, a.Session()}
		if out[at] == nil {
			out[at] = map[string]*booking.StaffAct{}
		}
		out[at][a.Kind] = &a
	}
	return out, nil
}

// meetingStatus is how meetings stand from a moment on, and why.
type meetingStatus struct {
	at             time.Time
	status, reason string
}

func MeetingsOff(at time.Time, reason string) meetingStatus {
	return meetingStatus{at, "cancelled", reason}
}

func MeetingsOn(at time.Time) meetingStatus { return meetingStatus{at, "planned", ""} }

// SetMeetings gives the meetings of series among these another status; the sequence of their
// calendar rises by it, and that of everybody's own.
func SetMeetings(
	ctx context.Context,
	tx pgx.Tx,
	to meetingStatus,
	dates []PlanUnit,
) error {
	var sessions, of []string
	for _, d := range dates {
		if d.Session != "" {
			sessions, of = append(sessions, d.Session), append(of, d.S.ID)
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
