package changes

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// What does not go on, or goes on again, is planned over a list of units: a date, every date of a
// scope, one meeting of a series, or all its meetings to come. Check and act make the same plan;
// the act carries the fingerprint of the plan that the screen showed.
//
// Of one meeting that does not go on the series does, and everybody keeps their place or their turn
// on its list. Of a whole series that does not, nobody has any more; meetings that were held stay
// so, with who was there.

// ChangePlan is what an act on units comes to: the units, the dates that change as a whole, and who
// is told.
type ChangePlan struct {
	Units  []PlanUnit
	Whole  []*rules.Slot
	Tell   ToldTogether
	before []*booking.StaffAct          // that let these go on an earlier time
	off    map[string]*booking.StaffAct // of a date that goes on: what called it off as a whole
	// what people read of a cancellation
	Reason  string
	instead *rules.Alternative
}

// planUnits plans an act on dates, or on one meeting of a series: on those that do not go on, with
// off, or that do.
//
// Problems: those of meetingAt, conflict (it goes on), gone (it does not).
func planUnits(
	ctx context.Context,
	q db.Querier,
	m *booking.Many,
	session string,
	off bool,
) (plan ChangePlan, err error) {
	if session != "" {
		d, err := meetingAt(ctx, q, m.Who, m.Lead, session)
		switch {
		case err != nil:
		case off && !d.Off():
			err = problem.New(problem.Conflict)
		case !off && d.Off():
			err = problem.New(problem.Gone)
		}
		plan.Units = []PlanUnit{d}
		return plan, err
	}
	plan.Whole = m.Dates
	all, err := waitlist.MeetingsAt(ctx, q, waitlist.IDsOf(m.Dates))
	if err != nil {
		return plan, err
	}
	if s := m.Lead; s.Kind == "series" {
		for _, at := range all[s.ID] {
			if s.Now.Before(at.End) && (at.Status == "cancelled") == off {
				plan.Units = append(plan.Units, meetingUnit(s, at))
			}
		}
		return plan, nil
	}
	for _, s := range m.Dates {
		plan.Units = append(plan.Units, PlanUnit{S: s, M: rules.Coming(all[s.ID], s.Now)})
	}
	return plan, nil
}

// meetingUnit is one meeting of a series.
func meetingUnit(s *rules.Slot, m rules.Meeting) PlanUnit {
	return PlanUnit{S: AtMeeting(s, m), M: m, Session: m.ID}
}

// meetingAt is one meeting of a series. Problems: not_found, forbidden, closed (it has been, or the
// series does not go on).
func meetingAt(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	s *rules.Slot,
	session string,
) (d PlanUnit, err error) {
	all, err := waitlist.Meetings(ctx, q, s.ID)
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
	return meetingUnit(s, m), nil
}

// mayMeeting says whether somebody may change one meeting of a series: who plans it, and on its day
// who opens the door. Problems: forbidden.
func mayMeeting(who identity.Actor, s *rules.Slot, m rules.Meeting) error {
	if rules.Today(m, s.Now) {
		return nil // MayMeet allowed it
	}
	return s.MayRun(who)
}

// soonest is the chosen date at the time of the first unit: how soon people must hear it.
func (c ChangePlan) soonest(lead *rules.Slot) *rules.Slot {
	at := *lead
	for i, d := range c.Units {
		if i == 0 || d.S.Starts.Before(at.Starts) {
			at.Starts, at.Ends = d.S.Starts, d.S.Ends
		}
	}
	return &at
}

// preview are the lines of the mail to the recipient with most of these units, before it exists.
func (c ChangePlan) preview(lead *rules.Slot) []mail.ChangedLine {
	if len(c.Units) == 0 { // a series of which no meeting to come goes on
		return []mail.ChangedLine{{Start: lead.Starts, End: lead.Ends, Link: "(link)"}}
	}
	at := map[Unit]PlanUnit{}
	for _, d := range c.Units {
		at[d.Unit()] = d
	}
	most := c.Tell.busiest()
	if most == nil {
		most = &oneTold{}
		for _, d := range c.Units {
			most.About = append(most.About, waitlist.ToldRow{Date: d.S.ID, Session: d.Session})
		}
	}
	return previewLines(most, func(row waitlist.ToldRow) mail.ChangedLine {
		d := at[Unit{row.Date, row.Session}]
		return mail.ChangedLine{Start: d.M.Start, End: d.M.End}
	})
}

// changed are the dates of which the act keeps how they were.
func (c ChangePlan) changed(lead *rules.Slot) []*rules.Slot {
	if c.Whole == nil { // one meeting
		return []*rules.Slot{lead}
	}
	return c.Whole
}

// meetings is how many meetings of a series the plan changes; 0: whole dates.
func (c ChangePlan) meetings() (n int) {
	for _, d := range c.Units {
		if d.Session != "" {
			n++
		}
	}
	return n
}

// act is what the act keeps of one meeting of a series, or of how many of its meetings change.
func (c ChangePlan) act(session string) booking.OffOrOn {
	return booking.OffOrOn{DateAct: booking.DateAct{Dates: c.meetings()}, Session: session}
}

// begin is the act that tells these people. Problems: precondition_failed (other people, or another
// plan, were shown).
func (t *ToldTogether) begin(doc booking.Payload, shown string, err error) (booking.Acted, error) {
	if err == nil && t.Fingerprint != shown {
		err = problem.New(problem.PreconditionFailed)
	}
	return booking.Acted{Doc: doc, Mails: len(t.Mail), Calls: len(t.Call)}, err
}

// seenPlan is what the screen shows of a plan.
func (p *Changes) seenPlan(
	ctx context.Context,
	m *booking.Many,
	plan ChangePlan,
	kind mail.Kind,
	d mail.ChangedDate,
) (TellCheck, error) {
	letter := changedLetter(kind, d, plan.preview(m.Lead))
	out, err := p.seen(ctx, plan.soonest(m.Lead), plan.Tell, kind, letter)
	if m.Many {
		for _, d := range plan.Units {
			out.Dates = append(out.Dates, seeDate(d.S, len(d.Hear)))
		}
		out.Change = len(m.Dates)
	}
	return out, err
}

// didBefore is the act by which somebody did the same already; without one it is refused.
func didBefore(
	ctx context.Context,
	tx pgx.Tx,
	at Unit,
	kind string,
	refused error,
) (a booking.Acted, err error) {
	did, err := LastOffAndOn(ctx, tx, []string{at.Date})
	a.Earlier = did[at][kind]
	if a.Earlier == nil && err == nil {
		err = refused
	}
	return a, err
}
