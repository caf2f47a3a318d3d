package places

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// A cancellation is planned over a list of units: a date, every date of a scope, one meeting of a
// series, or all its meetings to come. Check and act make the same plan; the act carries the
// fingerprint of the plan that the screen showed.

// changePlan is what an act on units comes to: the units, the dates that change as a whole, and who
// is told.
type changePlan struct {
	units  []closingDate
	whole  []*rules.Slot
	tell   toldTogether
	before []*staffAct // that let these go on an earlier time
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

// seenDates are the dates of a scope with how many are told of each.
func (c changePlan) seenDates() (out []DateSeen) {
	for _, d := range c.units {
		out = append(out, seeDate(d.s, len(d.hear)))
	}
	return out
}

// note writes down of each date that changed what undo needs.
func (c changePlan) note(m *many, session string, doc func(s *rules.Slot) onDate) {
	for _, s := range c.whole {
		m.did(s, doc(s))
	}
	if session != "" {
		m.did(m.lead, doc(m.lead))
	}
}

// ids are those of the dates of its units.
func (c changePlan) ids() []string {
	ids := make([]string, len(c.units))
	for i, d := range c.units {
		ids[i] = d.s.ID
	}
	return ids
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

// unitsOf are these dates as units, each with the meeting that is next.
func unitsOf(ctx context.Context, q db.Querier, dates []*rules.Slot) ([]closingDate, error) {
	all, err := meetingsAt(ctx, q, idsOf(dates))
	if err != nil {
		return nil, err
	}
	out := make([]closingDate, len(dates))
	for i, s := range dates {
		out[i] = closingDate{s: s, m: rules.Coming(all[s.ID], s.Now)}
	}
	return out, nil
}

// planOff plans a cancellation, and puts its reason on the dates.
//
// Problems: those of meetingAt, mayCallOff and meetingFaults, gone (it does not go on already).
func (p *Places) planOff(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	m *many,
	in *CallOff,
) (plan changePlan, err error) {
	if in.Session != "" {
		d, err := meetingAt(ctx, q, who, m.lead, in.Session)
		if err == nil && d.off() {
			err = problem.New(problem.Gone)
		}
		if err == nil {
			err = meetingFaults(in)
		}
		if err != nil {
			return plan, err
		}
		plan.units = []closingDate{d}
	} else {
		plan.whole = m.dates
		if err := p.mayCallOffAll(ctx, q, who, m, in); err != nil {
			return plan, err
		}
		if m.lead.Kind == "series" {
			plan.units, err = toCome(ctx, q, m.lead, false)
		} else {
			plan.units, err = unitsOf(ctx, q, m.dates)
		}
		if err != nil {
			return plan, err
		}
	}
	err = p.hearOff(ctx, q, &plan)
	return plan, err
}

// hearOff adds who is told that these units do not go on: everybody with a place and who waits.
func (p *Places) hearOff(ctx context.Context, q db.Querier, plan *changePlan) error {
	at, err := p.hearersAt(ctx, q, plan.ids(), "registered", "waiting", "offered")
	for i, d := range plan.units {
		plan.units[i].hear = at[d.s.ID]
	}
	plan.tell = p.together(toldOfPlan(plan.units, "off"))
	return err
}

// mayCallOffAll is mayCallOff for all of these dates; who calls a series off plans it.
func (p *Places) mayCallOffAll(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	m *many,
	in *CallOff,
) error {
	if m.lead.Kind == "series" {
		if err := m.lead.MayRun(who); err != nil {
			return err
		}
	}
	if err := p.mayCallOff(ctx, q, m.lead, in); err != nil {
		return err
	}
	for _, s := range m.dates {
		if s.ID == in.InsteadDate {
			return problem.WithFields(problem.Field{Name: "insteadDate", Code: problem.Choice})
		}
		s.Doc.ChangeReason, s.Doc.Alternative = m.lead.Doc.ChangeReason, m.lead.Doc.Alternative
	}
	return nil
}

// checkOff is what a cancellation comes to; nothing is stored. Problems: those of seeMany, planOff.
func (p *Places) checkOff(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in CallOff,
) (out TellCheck, err error) {
	m, err := p.seeMany(ctx, who, occurrence, p.coming(in.Scope))
	if err != nil {
		return out, err
	}
	plan, err := p.planOff(ctx, p.Pool, who, m, &in)
	if err != nil {
		return out, db.Problem(err)
	}
	d := mail.ChangedDate{Reason: in.Text, Link: "(link)", Stays: true}
	if in.Session == "" {
		if d, err = p.changedDate(ctx, p.Pool, m.lead, rules.Meeting{}); err != nil {
			return out, db.Problem(err)
		}
	}
	lines := plan.preview(m.lead)
	letter := mail.DatesOffLetter(d, lines, nil)
	if len(lines) == 1 {
		d.Start, d.End, d.Waits = lines[0].Start, lines[0].End, lines[0].Waits
		letter = mail.DateOffLetter(d)
	}
	at := plan.soonest(m.lead)
	if out, err = p.seen(ctx, at, plan.tell, mail.DateOff, letter); in.many() {
		out.Dates, out.Change = plan.seenDates(), len(m.dates)
	}
	return out, err
}

// CallOff cancels a date, the dates of a scope, a series or one of its meetings, and tells
// everybody with a place and everybody who waits: by mail once it can no longer be taken back, or
// by a call. Somebody did so before: their act, with Earlier.
//
// Problems: those of onDates and planOff, precondition_failed (others hear it now than were
// shown).
func (p *Places) CallOff(
	ctx context.Context,
	by By,
	occurrence string,
	in CallOff,
) (Done, error) {
	return p.onDates(ctx, by, occurrence, p.coming(in.Scope), func(
		tx pgx.Tx,
		m *many,
	) (a acted, err error) {
		was := map[string]*offDoc{}
		for _, s := range m.dates {
			was[s.ID] = standsNow(s)
		}
		plan, err := p.planOff(ctx, tx, by.Actor, m, &in)
		if errors.Is(err, problem.New(problem.Gone)) {
			return p.didBefore(ctx, tx, unit{occurrence, in.Session}, actOff, err)
		}
		if a, err = plan.begin(&offAct{}, in.Fingerprint, err); err != nil {
			return a, err
		}
		a.undo = undoTime
		if len(plan.tell.mail) > 0 {
			a.undo = tellAfter(plan.soonest(m.lead))
		}
		for _, s := range plan.whole {
			for _, d := range plan.units {
				if d.session != "" {
					was[s.ID].Meetings = append(was[s.ID].Meetings, d.session)
				}
			}
		}
		plan.note(m, in.Session, func(s *rules.Slot) onDate {
			doc := &offAct{Reason: in.Reason, offOrOn: plan.act(in.Session)}
			if in.Session == "" {
				doc.Off = was[s.ID]
			}
			return doc
		})
		to := meetingsOff(m.lead.Now, in.Text)
		if err := p.carryOff(ctx, tx, plan, to, was); err != nil {
			return a, err
		}
		n := news{mail.DateOff, callOff, a.undo}
		if err := p.tellTogether(ctx, tx, m.lead, plan.tell, n); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// carryOff calls the units of a plan off, and notes how the waitlist of each date stood.
func (p *Places) carryOff(
	ctx context.Context,
	tx pgx.Tx,
	c changePlan,
	to meetingStatus,
	was map[string]*offDoc,
) error {
	for _, s := range c.whole {
		if s.Held+s.Waiting > 0 {
			if err := p.stopWaiting(ctx, tx, s, was[s.ID]); err != nil {
				return err
			}
		}
	}
	if err := setMeetings(ctx, tx, to, c.units); err != nil {
		return err
	}
	return offDates(ctx, tx, c.whole...)
}

// begin is the act that carries a plan out. Problems: precondition_failed (another plan was shown).
func (c changePlan) begin(doc payload, shown string, err error) (acted, error) {
	if err == nil && c.tell.fingerprint != shown {
		err = problem.New(problem.PreconditionFailed)
	}
	return acted{doc: doc, told: &c.tell}, err
}

// act is what the act keeps of one meeting of a series, or of how many of its meetings change.
func (c changePlan) act(session string) offOrOn {
	return offOrOn{dateAct: dateAct{Dates: c.meetings()}, Session: session}
}

// didBefore is the act by which somebody did the same already; without one it is refused.
func (p *Places) didBefore(
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
