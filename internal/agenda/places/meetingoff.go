package places

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// One meeting of a series that does not go on: the series does, everybody keeps their place or
// their turn on its list, and hears of that meeting.

// MeetingSeen is a meeting of a series that is to come, as staff see it.
type MeetingSeen struct {
	ID     string   `json:"id"`
	Number int      `json:"number" doc:"the first is 1"`
	Of     int      `json:"of"`
	Start  string   `json:"start" format:"date-time"`
	End    string   `json:"end" format:"date-time"`
	Reason string   `json:"reason,omitempty" doc:"why it does not go on, as people read it"`
	Off    bool     `json:"off,omitempty" doc:"it does not go on"`
	Act    *ActSeen `json:"act,omitempty" doc:"that called it off"`
}

// meetings are those of a series that this person may call off, or let go on.
func (p *Places) meetings(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
) ([]MeetingSeen, error) {
	out := []MeetingSeen{}
	if s.Kind != "series" || s.Status == "cancelled" {
		return out, nil
	}
	meetings, err := Meetings(ctx, p.Pool, s.ID)
	if err != nil {
		return nil, err
	}
	did, err := lastOffAndOn(ctx, p.Pool, []string{s.ID})
	if err != nil {
		return nil, err
	}
	for _, m := range meetings {
		if !s.Now.Before(m.End) || mayMeeting(who, s, m) != nil {
			continue
		}
		seen := MeetingSeen{
			ID:     m.ID,
			Number: m.N,
			Of:     m.Of,
			Start:  clock.Moment(m.Start),
			End:    clock.Moment(m.End),
			Off:    m.Status == "cancelled",
			Reason: m.Reason,
		}
		if act := did[unit{s.ID, m.ID}][actOff]; seen.Off && act != nil {
			a := seeAct(*act, s.Now)
			if err := p.named(ctx, act, &a); err != nil {
				return nil, err
			}
			seen.Act = &a
		}
		out = append(out, seen)
	}
	return out, nil
}

// mayMeeting says whether somebody may change one meeting of a series: who plans it, and on its day
// who opens the door. Problems: forbidden.
func mayMeeting(who identity.Actor, s *rules.Slot, m rules.Meeting) error {
	if rules.Today(m, s.Now) {
		return nil // MayMeet allowed it
	}
	return s.MayRun(who)
}

// meetingAt is one meeting of a series. Problems: not_found, forbidden, closed (it has been, or the
// series does not go on).
func meetingAt(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	s *rules.Slot,
	session string,
) (d closingDate, err error) {
	all, err := Meetings(ctx, q, s.ID)
	if err != nil {
		return d, err
	}
	at := slices.IndexFunc(all, func(m rules.Meeting) bool { return m.ID == session })
	if at < 0 || s.Kind != "series" {
		return d, problem.New(problem.NotFound)
	}
	m := all[at]
	if err := mayMeeting(who, s, m); err != nil {
		return d, err
	}
	if !s.Now.Before(m.End) || s.Status == "cancelled" {
		return d, problem.New(problem.Closed)
	}
	return closingDate{s: atMeeting(s, m), m: m, session: m.ID}, nil
}

// meetingFaults are what is wrong with calling a meeting off: what people can do instead is for a
// whole date.
func meetingFaults(in *CallOff) error {
	f := in.faults()
	f.When(in.InsteadDate != "", "insteadDate", problem.Choice)
	f.When(in.InsteadText != "", "insteadText", problem.Choice)
	if len(f) > 0 {
		return problem.WithFields(f...)
	}
	return nil
}

// A whole series that does not go on: each of its meetings to come does not, everybody hears of all
// of them at once, and nobody has a place or a turn on its list any more. Meetings that were held
// stay so, with who was there.

// toCome are the meetings of a series that are to come and go on, or do not with off.
func toCome(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	off bool,
) (out []closingDate, err error) {
	all, err := Meetings(ctx, q, s.ID)
	for _, m := range all {
		if s.Now.Before(m.End) && (m.Status == "cancelled") == off {
			out = append(out, closingDate{s: atMeeting(s, m), m: m, session: m.ID})
		}
	}
	return out, err
}

// seriesMeetingsOn lets the meetings go on that these acts called off with their series.
func seriesMeetingsOn(ctx context.Context, tx pgx.Tx, all []onAgain) error {
	var back []closingDate
	for _, d := range all {
		for _, id := range d.was.Meetings {
			back = append(back, closingDate{s: d.s, session: id})
		}
	}
	if len(back) == 0 {
		return nil
	}
	return setMeetings(ctx, tx, meetingsOn(all[0].s.Now), back)
}
