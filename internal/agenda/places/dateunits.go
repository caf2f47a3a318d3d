package places

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
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

// changePlan is what an act on units comes to: the units, the dates that change as a whole, and who
// is told.
type changePlan struct {
	units  []closingDate
	whole  []*rules.Slot
	tell   toldTogether
	before []*staffAct // that let these go on an earlier time
	// what people read of a cancellation
	reason  string
	instead *rules.Alternative
}

// planUnits plans an act on dates, or on one meeting of a series: on those that do not go on, with
// off, or that do.
//
// Problems: those of meetingAt, conflict (it goes on), gone (it does not).
func planUnits(
	ctx context.Context,
	q db.Querier,
	m *many,
	session string,
	off bool,
) (plan changePlan, err error) {
	if session != "" {
		d, err := meetingAt(ctx, q, m.who, m.lead, session)
		switch {
		case err != nil:
		case off && !d.off():
			err = problem.New(problem.Conflict)
		case !off && d.off():
			err = problem.New(problem.Gone)
		}
		plan.units = []closingDate{d}
		return plan, err
	}
	plan.whole = m.dates
	all, err := meetingsAt(ctx, q, idsOf(m.dates))
	if err != nil {
		return plan, err
	}
	if s := m.lead; s.Kind == "series" {
		for _, at := range all[s.ID] {
			if s.Now.Before(at.End) && (at.Status == "cancelled") == off {
				plan.units = append(plan.units, meetingUnit(s, at))
			}
		}
		return plan, nil
	}
	for _, s := range m.dates {
		plan.units = append(plan.units, closingDate{s: s, m: rules.Coming(all[s.ID], s.Now)})
	}
	return plan, nil
}

// meetingUnit is one meeting of a series.
func meetingUnit(s *rules.Slot, m rules.Meeting) closingDate {
	return closingDate{s: atMeeting(s, m), m: m, session: m.ID}
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

// mayWhole says whether who acts may change these dates as a whole: who changes a whole series
// plans it. Problems: forbidden.
func (m *many) mayWhole() error {
	if m.lead.Kind != "series" {
		return nil
	}
	return m.lead.MayRun(m.who)
}

// soonest is the chosen date at the time of the first unit: how soon people must hear it.
func (c changePlan) soonest(lead *rules.Slot) *rules.Slot {
	at := *lead
	for i, d := range c.units {
		if i == 0 || d.s.Starts.Before(at.Starts) {
			at.Starts, at.Ends = d.s.Starts, d.s.Ends
		}
	}
	return &at
}

// preview are the lines of the mail to the recipient with most of these units, before it exists.
func (c changePlan) preview(lead *rules.Slot) []mail.ChangedLine {
	if len(c.units) == 0 { // a series of which no meeting to come goes on
		return []mail.ChangedLine{{Start: lead.Starts, End: lead.Ends, Link: "(link)"}}
	}
	at := map[unit]closingDate{}
	for _, d := range c.units {
		at[d.unit()] = d
	}
	most := c.tell.busiest()
	if most == nil {
		most = &oneTold{}
		for _, d := range c.units {
			most.about = append(most.about, toldRow{Date: d.s.ID, Session: d.session})
		}
	}
	return previewLines(most, func(row toldRow) mail.ChangedLine {
		d := at[unit{row.Date, row.Session}]
		return mail.ChangedLine{Start: d.m.Start, End: d.m.End}
	})
}

// changed are the dates of which the act keeps how they were.
func (c changePlan) changed(lead *rules.Slot) []*rules.Slot {
	if c.whole == nil { // one meeting
		return []*rules.Slot{lead}
	}
	return c.whole
}

// meetings is how many meetings of a series the plan changes; 0: whole dates.
func (c changePlan) meetings() (n int) {
	for _, d := range c.units {
		if d.session != "" {
			n++
		}
	}
	return n
}

// act is what the act keeps of one meeting of a series, or of how many of its meetings change.
func (c changePlan) act(session string) offOrOn {
	return offOrOn{dateAct: dateAct{Dates: c.meetings()}, Session: session}
}

// begin is the act that tells these people. Problems: precondition_failed (other people, or another
// plan, were shown).
func (t *toldTogether) begin(doc payload, shown string, err error) (acted, error) {
	if err == nil && t.fingerprint != shown {
		err = problem.New(problem.PreconditionFailed)
	}
	return acted{doc: doc, told: t}, err
}

// seenPlan is what the screen shows of a plan.
func (p *Places) seenPlan(
	ctx context.Context,
	m *many,
	plan changePlan,
	kind mail.Kind,
	d mail.ChangedDate,
) (TellCheck, error) {
	letter := changedLetter(kind, d, plan.preview(m.lead))
	out, err := p.seen(ctx, plan.soonest(m.lead), plan.tell, kind, letter)
	if m.many {
		for _, d := range plan.units {
			out.Dates = append(out.Dates, seeDate(d.s, len(d.hear)))
		}
		out.Change = len(m.dates)
	}
	return out, err
}

// didBefore is the act by which somebody did the same already; without one it is refused.
func didBefore(
	ctx context.Context,
	tx pgx.Tx,
	at unit,
	kind string,
	refused error,
) (a acted, err error) {
	did, err := lastOffAndOn(ctx, tx, []string{at.date})
	a.earlier = did[at][kind]
	if a.earlier == nil && err == nil {
		err = refused
	}
	return a, err
}
