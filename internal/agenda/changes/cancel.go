package changes

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
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
	booking.Scope
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

// OffDoc is how a date stood before it was called off.
type OffDoc struct {
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
func (p *Changes) planOff(
	ctx context.Context,
	q db.Querier,
	m *booking.Many,
	in *CallOff,
) (plan ChangePlan, err error) {
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
	plan.Reason, plan.instead = in.Text, instead
	err = p.HearOff(ctx, q, &plan)
	return plan, err
}

// HearOff adds who is told that these units do not go on: everybody with a place and who waits.
func (p *Changes) HearOff(ctx context.Context, q db.Querier, plan *ChangePlan) error {
	at, err := p.hearersAt(ctx, q, plan.ids(), "registered", "waiting", "offered")
	for i, d := range plan.Units {
		plan.Units[i].Hear = at[d.S.ID]
	}
	plan.Tell = p.together(toldOfPlan(plan.Units, "off"))
	return err
}

// IDs are those of the dates of its units.
func (c ChangePlan) ids() []string {
	ids := make([]string, len(c.Units))
	for i, d := range c.Units {
		ids[i] = d.S.ID
	}
	return ids
}

// mayCallOff says whether dates can be called off now, and what people can do instead.
//
// Problems: forbidden, invalid, gone (called off), closed (over).
func (p *Changes) mayCallOff(
	ctx context.Context,
	q db.Querier,
	m *booking.Many,
	in *CallOff,
) (*rules.Alternative, error) {
	s := m.Lead
	if err := m.MayWhole(); err != nil {
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
	if err != nil && !waitlist.IsGone(err) {
		return nil, err
	}
	if err != nil || waitlist.DateOf(m.Dates, to.ID) != nil || to.Status == "cancelled" ||
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

// Say puts on the dates why they do not go on, and what people can do instead.
func (c ChangePlan) Say() {
	for _, s := range c.Whole {
		s.Doc.ChangeReason, s.Doc.Alternative = c.Reason, c.instead
	}
}

// CheckOff is what a cancellation comes to; nothing is stored. Problems: those of SeeMany, planOff.
func (p *Changes) CheckOff(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in CallOff,
) (out TellCheck, err error) {
	m, err := p.SeeMany(ctx, who, occurrence, p.Coming(in.Scope))
	if err != nil {
		return out, err
	}
	plan, err := p.planOff(ctx, p.Pool, m, &in)
	if err != nil {
		return out, db.Problem(err)
	}
	d := mail.ChangedDate{Reason: in.Text, Stays: true}
	if in.Session == "" {
		plan.Say()
		if d, err = p.ChangedDate(ctx, p.Pool, m.Lead, rules.Meeting{}); err != nil {
			return out, db.Problem(err)
		}
	}
	return p.seenPlan(ctx, m, plan, mail.DateOff, d)
}

// CallOff cancels a date, the dates of a scope, a series or one of its meetings, and tells
// everybody with a place and everybody who waits: by mail once it can no longer be taken back, or
// by a call. Somebody did so before: their act, with Earlier.
//
// Problems: those of OnDates and planOff, precondition_failed (others hear it now than were
// shown).
func (p *Changes) CallOff(
	ctx context.Context,
	by booking.By,
	occurrence string,
	in CallOff,
) (booking.Done, error) {
	return p.OnDates(ctx, by, occurrence, p.Coming(in.Scope), func(
		tx pgx.Tx,
		m *booking.Many,
	) (a booking.Acted, err error) {
		plan, err := p.planOff(ctx, tx, m, &in)
		if errors.Is(err, problem.New(problem.Gone)) {
			return didBefore(ctx, tx, Unit{occurrence, in.Session}, booking.ActOff, err)
		}
		if a, err = plan.Tell.begin(&OffAct{}, in.Fingerprint, err); err != nil {
			return a, err
		}
		a.Undo = booking.UndoTime
		if len(plan.Tell.Mail) > 0 {
			a.Undo = tellAfter(plan.soonest(m.Lead))
		}
		for _, s := range plan.changed(m.Lead) {
			doc := &OffAct{Reason: in.Reason, OffOrOn: plan.act(in.Session)}
			if in.Session == "" {
				if doc.Off, err = p.StopAll(ctx, tx, s, plan); err != nil {
					return a, err
				}
			}
			m.Did(s, doc)
		}
		plan.Say()
		to := MeetingsOff(m.Lead.Now, in.Text)
		if err := SetMeetings(ctx, tx, to, plan.Units); err != nil {
			return a, err
		}
		if err := OffDates(ctx, tx, plan.Whole...); err != nil {
			return a, err
		}
		n := News{mail.DateOff, booking.CallOff, a.Undo}
		if err := p.TellTogether(ctx, tx, m.Lead, plan.Tell, n); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// StopAll stops the waitlist of a date that is called off as a whole, and gives how it all stood.
func (p *Changes) StopAll(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	plan ChangePlan,
) (*OffDoc, error) {
	was := &OffDoc{
		Status:  s.Status,
		Reason:  s.Doc.ChangeReason,
		Instead: s.Doc.Alternative,
		Entries: map[string]string{},
	}
	for _, d := range plan.Units {
		if d.Session != "" {
			was.Meetings = append(was.Meetings, d.Session)
		}
	}
	if s.Held+s.Waiting == 0 {
		return was, nil
	}
	return was, p.stopWaiting(ctx, tx, s, was)
}

// OffDates writes down that these dates do not go on: nobody has a place at them any more.
func OffDates(ctx context.Context, tx pgx.Tx, dates ...*rules.Slot) error {
	if err := changeSeats(ctx, tx, "cancelledByHouse", "registered", dates); err != nil {
		return err
	}
	for _, s := range dates {
		s.Status = "cancelled"
	}
	return KeepDates(ctx, tx, dates...)
}

// stopWaiting ends all offers of a date and closes its list, and notes how it stood.
func (p *Changes) stopWaiting(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	was *OffDoc,
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
		was.Entries[e.ID] = e.State
	}
	if _, err := tx.Exec(ctx, `
		update offer set act_id = $2 where occurrence_id = $1 and state = 'open'`,
		s.ID, s.Act); err != nil {
		return err
	}
	return waitlist.EndWaiting(ctx, tx, s, waitlist.ReasonCancelled)
}
