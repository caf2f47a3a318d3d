package places

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// CallOff is why a date does not go on, and what people can do instead.
type CallOff struct {
	Reason string `json:"reason,omitempty" enum:"ill,staff,signUps,weather,building,other"`
	Text   string `json:"text,omitempty" letters:"200" doc:"what visitors read"`
	// what they can do instead: another date, or a sentence; with both empty nothing
	InsteadDate string `json:"insteadDate,omitempty" maxLength:"60" doc:"id of the date to come to instead"`
	InsteadText string `json:"insteadText,omitempty" letters:"200" doc:"or a sentence"`
	Session     string `json:"session,omitempty" maxLength:"60" doc:"of a series: that meeting alone"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
	Scope
}

// faults are the mistakes in what visitors will read. A number or an address would stand in public
// pages, feeds and mails for good.
func (c *CallOff) faults() (f problem.Faults) {
	c.Text, c.InsteadText = httpkit.Text(c.Text), httpkit.Text(c.InsteadText)
	f.OneOf("reason", []string{"ill", "staff", "signUps", "weather", "building", "other"}, c.Reason)
	if c.Text == "" {
		f.Add("text", problem.Required)
	}
	for name, text := range map[string]string{"text": c.Text, "insteadText": c.InsteadText} {
		f.Length(name, text, 0, problem.Most(c, name))
		f.NoContact(name, text)
	}
	if c.Session != "" { // what people can do instead is for a whole date
		f.When(c.InsteadDate != "", "insteadDate", problem.Choice)
		f.When(c.InsteadText != "", "insteadText", problem.Choice)
	}
	return f
}

// offDoc is how a date stood before it was called off.
type offDoc struct {
	Status  string             `json:"status"`
	Reason  string             `json:"reason,omitempty"`
	Instead *rules.Alternative `json:"instead,omitempty"`
	Entries map[string]string  `json:"entries,omitempty"` // who waited, and how
	Places  []keptBefore       `json:"places,omitempty"`
	// of a series: the meetings that went on until then
	Meetings []string `json:"meetings,omitempty"`
}

// keptBefore is a place that was kept for somebody who waits.
type keptBefore struct {
	ID     string     `json:"id"`
	Reason string     `json:"reason"`
	Wakes  *time.Time `json:"wakes,omitempty"`
	Offer  string     `json:"offer,omitempty"`
}

// planOff plans a cancellation.
//
// Problems: those of mayCallOff and planUnits, invalid, gone (it does not go on already).
func (p *Places) planOff(
	ctx context.Context,
	q db.Querier,
	m *many,
	in *CallOff,
) (plan changePlan, err error) {
	var instead *rules.Alternative
	if in.Session == "" {
		if instead, err = p.mayCallOff(ctx, q, m, in); err != nil {
			return plan, err
		}
	}
	plan, err = planUnits(ctx, q, m, in.Session, false)
	if err == nil && in.Session != "" {
		err = in.faults().Err()
	}
	if err != nil {
		return plan, err
	}
	plan.reason, plan.instead = in.Text, instead
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

// ids are those of the dates of its units.
func (c changePlan) ids() []string {
	ids := make([]string, len(c.units))
	for i, d := range c.units {
		ids[i] = d.s.ID
	}
	return ids
}

// mayCallOff says whether dates can be called off now, and what people can do instead.
//
// Problems: forbidden, invalid, gone (called off), closed (over).
func (p *Places) mayCallOff(
	ctx context.Context,
	q db.Querier,
	m *many,
	in *CallOff,
) (*rules.Alternative, error) {
	s := m.lead
	if err := m.mayWhole(); err != nil {
		return nil, err
	}
	if err := stillOn(s); err != nil {
		return nil, err
	}
	if err := in.faults().Err(); err != nil {
		return nil, err
	}
	switch {
	case in.InsteadDate == "" && in.InsteadText == "":
		return nil, nil
	case in.InsteadDate == "":
		return &rules.Alternative{Text: in.InsteadText}, nil
	}
	to, err := p.Peek(ctx, q, in.InsteadDate)
	if err != nil && !isGone(err) {
		return nil, err
	}
	if err != nil || dateOf(m.dates, to.ID) != nil || to.Status == "cancelled" ||
		to.Hidden() != nil || !s.Now.Before(to.Ends) {
		return nil, problem.WithFields(problem.Field{Name: "insteadDate", Code: problem.Choice})
	}
	return &rules.Alternative{ActivityID: to.ActivityID, OccurrenceID: to.ID}, nil
}

// stillOn refuses a date that does not go on, or is over. Problems: gone (called off), closed.
func stillOn(s *rules.Slot) error {
	switch {
	case s.Status == "cancelled":
		return problem.New(problem.Gone)
	case !s.Now.Before(s.Ends):
		return problem.New(problem.Closed)
	}
	return nil
}

// say puts on the dates why they do not go on, and what people can do instead.
func (c changePlan) say() {
	for _, s := range c.whole {
		s.Doc.ChangeReason, s.Doc.Alternative = c.reason, c.instead
	}
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
	plan, err := p.planOff(ctx, p.Pool, m, &in)
	if err != nil {
		return out, db.Problem(err)
	}
	d := mail.ChangedDate{Reason: in.Text, Stays: true}
	if in.Session == "" {
		plan.say()
		if d, err = p.changedDate(ctx, p.Pool, m.lead, rules.Meeting{}); err != nil {
			return out, db.Problem(err)
		}
	}
	return p.seenPlan(ctx, m, plan, mail.DateOff, d)
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
		plan, err := p.planOff(ctx, tx, m, &in)
		if errors.Is(err, problem.New(problem.Gone)) {
			return didBefore(ctx, tx, unit{occurrence, in.Session}, actOff, err)
		}
		if a, err = plan.tell.begin(&offAct{}, in.Fingerprint, err); err != nil {
			return a, err
		}
		a.undo = undoTime
		if len(plan.tell.mail) > 0 {
			a.undo = tellAfter(plan.soonest(m.lead))
		}
		for _, s := range plan.changed(m.lead) {
			doc := &offAct{Reason: in.Reason, offOrOn: plan.act(in.Session)}
			if in.Session == "" {
				if doc.Off, err = p.stopAll(ctx, tx, s, plan); err != nil {
					return a, err
				}
			}
			m.did(s, doc)
		}
		plan.say()
		to := meetingsOff(m.lead.Now, in.Text)
		if err := setMeetings(ctx, tx, to, plan.units); err != nil {
			return a, err
		}
		if err := offDates(ctx, tx, plan.whole...); err != nil {
			return a, err
		}
		n := news{mail.DateOff, callOff, a.undo}
		if err := p.tellTogether(ctx, tx, m.lead, plan.tell, n); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// stopAll stops the waitlist of a date that is called off as a whole, and gives how it all stood.
func (p *Places) stopAll(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	plan changePlan,
) (*offDoc, error) {
	was := &offDoc{
		Status:  s.Status,
		Reason:  s.Doc.ChangeReason,
		Instead: s.Doc.Alternative,
		Entries: map[string]string{},
	}
	for _, d := range plan.units {
		if d.session != "" {
			was.Meetings = append(was.Meetings, d.session)
		}
	}
	if s.Held+s.Waiting == 0 {
		return was, nil
	}
	return was, p.stopWaiting(ctx, tx, s, was)
}

// offDates writes down that these dates do not go on: nobody has a place at them any more.
func offDates(ctx context.Context, tx pgx.Tx, dates ...*rules.Slot) error {
	if err := changeSeats(ctx, tx, "cancelledByHouse", "registered", dates); err != nil {
		return err
	}
	for _, s := range dates {
		s.Status = "cancelled"
	}
	return keepDates(ctx, tx, dates...)
}

// stopWaiting ends all offers of a date and closes its list, and notes how it stood.
func (p *Places) stopWaiting(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	was *offDoc,
) error {
	rows, err := tx.Query(ctx, `
		select id, reason, wakes_at, coalesce(offer_id, '')
		from vacancy
		where occurrence_id = $1 and state = 'open'
		order by no`, s.ID)
	if err != nil {
		return err
	}
	if was.Places, err = pgx.CollectRows(rows, pgx.RowToStructByPos[keptBefore]); err != nil {
		return err
	}
	entries, err := p.entriesAt(ctx, tx, []string{s.ID}, []string{"waiting", "offered"})
	if err != nil {
		return err
	}
	for _, e := range entries {
		was.Entries[e.id] = e.state
	}
	if _, err := tx.Exec(ctx, `
		update offer set act_id = $2 where occurrence_id = $1 and state = 'open'`,
		s.ID, s.Act); err != nil {
		return err
	}
	return endWaiting(ctx, tx, s, reasonCancelled)
}
