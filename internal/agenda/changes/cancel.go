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

type CallOff struct {
	Reason      string `json:"reason,omitempty" enum:"ill,staff,signUps,weather,building,other"`
	Text        string `json:"text,omitempty" letters:"200" doc:"what visitors read"`
	InsteadDate string `json:"insteadDate,omitempty" maxLength:"60" doc:"id of the date to come to instead"`
	InsteadText string `json:"insteadText,omitempty" letters:"200" doc:"or a sentence"`
	Session     string `json:"session,omitempty" maxLength:"60" doc:"of a series: that meeting alone"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
	booking.Scope
}

// faults are of what visitors read: a number or an address would stand there for good.
func (c *CallOff) faults() (f problem.Faults) {
	c.Text, c.InsteadText = httpkit.Text(c.Text), httpkit.Text(c.InsteadText)
	f.OneOf("reason", problem.Choices(c, "reason"), c.Reason)
	f.Filled("text", c.Text, 1, problem.Most(c, "text"))
	f.Length("insteadText", c.InsteadText, 0, problem.Most(c, "insteadText"))
	f.NoContact("text", c.Text)
	f.NoContact("insteadText", c.InsteadText)
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

// planOff plans a cancellation. Problems: those of mayCallOff and planUnits, invalid.
func (p *Changes) planOff(ctx context.Context, q db.Querier, m *booking.Many, in *CallOff) (plan Plan, err error) {
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

// HearOff adds who is told: who has a place, and who waits.
func (p *Changes) HearOff(ctx context.Context, q db.Querier, plan *Plan) (err error) {
	for i := range plan.Units {
		plan.Units[i].becomes = "off"
	}
	plan.Tell, err = p.hearUnits(ctx, q, plan.Units, "registered", "waiting", "offered")
	return err
}

// mayCallOff says whether dates can be called off now, and what people can do instead.
//
// Problems: forbidden, invalid, gone (called off), closed (over).
func (p *Changes) mayCallOff(
	ctx context.Context, q db.Querier, m *booking.Many, in *CallOff,
) (*rules.Alternative, error) {
	s := m.Lead
	err := m.MayWhole()
	if err == nil {
		err = refused(s, gone, s.Ends)
	}
	if err == nil {
		err = in.faults().Err()
	}
	switch {
	case err != nil, in.InsteadDate == "" && in.InsteadText == "":
		return nil, err
	case in.InsteadDate == "":
		return &rules.Alternative{Text: in.InsteadText}, nil
	}
	to, err := p.Peek(ctx, q, in.InsteadDate)
	if err != nil && !waitlist.IsGone(err) {
		return nil, err
	}
	if err != nil || waitlist.DateOf(m.Dates, to.ID) != nil || to.Status == "cancelled" ||
		to.Hidden() != nil || !s.Now.Before(to.Ends) {
		return nil, problem.Wrong("insteadDate", problem.Choice)
	}
	return &rules.Alternative{ActivityID: to.ActivityID, OccurrenceID: to.ID}, nil
}

// refused refuses what is off, or has been by then. Problems: closed, and off for the first.
func refused(s *rules.Slot, off error, by time.Time) error {
	switch {
	case s.Status == "cancelled":
		return off
	case !s.Now.Before(by):
		return closed
	}
	return nil
}

// CheckOff is what a cancellation comes to. Problems: those of SeeMany and planOff.
func (p *Changes) CheckOff(ctx context.Context, who identity.Actor, id string, in CallOff) (out TellCheck, err error) {
	m, err := p.SeeMany(ctx, who, id, p.Coming(in.Scope))
	if err != nil {
		return out, err
	}
	plan, err := p.planOff(ctx, p.Pool, m, &in)
	d := mail.ChangedDate{Reason: in.Text, Stays: true}
	if in.Session == "" && err == nil {
		m.Lead.Doc.ChangeReason, m.Lead.Doc.Alternative = plan.Reason, plan.instead
		d, err = p.ChangedDate(ctx, m.Lead)
	}
	if err != nil {
		return out, err
	}
	return p.seenPlan(ctx, m, plan, mail.DateOff, d)
}

// CallOff cancels dates, a series or one of its meetings, and tells everybody with a place and who
// waits. Somebody did so before: their act, with Earlier.
//
// Problems: those of OnDates and planOff, precondition_failed (others hear it than were shown).
func (p *Changes) CallOff(ctx context.Context, by booking.By, id string, in CallOff) (booking.Done, error) {
	return p.OnDates(ctx, by, id, p.Coming(in.Scope), func(
		tx pgx.Tx, m *booking.Many,
	) (a booking.Acted, err error) {
		plan, err := p.planOff(ctx, tx, m, &in)
		if errors.Is(err, gone) {
			return didBefore(ctx, tx, Key{id, in.Session}, booking.ActOff, err)
		}
		if a, err = plan.Tell.begin(&OffAct{}, in.Fingerprint, err); err != nil {
			return a, err
		}
		a.Undo = booking.UndoTime
		if len(plan.Tell.Mail) > 0 {
			a.Undo = plan.after(m.Lead)
		}
		was, err := p.TurnOff(ctx, tx, m.Lead.Now, plan)
		if err != nil {
			return a, err
		}
		plan.note(m, in.Session, func(s *rules.Slot, o booking.OffOrOn) booking.OnDate {
			return &OffAct{Reason: in.Reason, OffOrOn: o, Off: was[s.ID]}
		})
		return a, p.tell(ctx, tx, m, plan.Tell, News{mail.DateOff, booking.CallOff, a.Undo})
	})
}

// TurnOff calls off what a plan says, and gives how the dates stood that go off as a whole: nobody
// has a place there any more, and their lists close.
func (p *Changes) TurnOff(ctx context.Context, tx pgx.Tx, now time.Time, plan Plan) (map[string]*OffDoc, error) {
	stood := map[string]*OffDoc{}
	for _, s := range plan.Whole {
		was := &OffDoc{
			Status:  s.Status,
			Reason:  s.Doc.ChangeReason,
			Instead: s.Doc.Alternative,
			Entries: map[string]string{},
		}
		for _, u := range plan.Units {
			if u.Session != "" && u.S.ID == s.ID {
				was.Meetings = append(was.Meetings, u.Session)
			}
		}
		if s.Held+s.Waiting > 0 {
			if err := stopWaiting(ctx, tx, s, was); err != nil {
				return nil, err
			}
		}
		stood[s.ID] = was
		s.Status, s.Doc.ChangeReason, s.Doc.Alternative = "cancelled", plan.Reason, plan.instead
	}
	err := setMeetings(ctx, tx, now, plan.Units, plan.Reason)
	if err == nil {
		err = changeSeats(ctx, tx, "cancelledByHouse", "registered", plan.Whole)
	}
	if err == nil {
		err = keepDates(ctx, tx, plan.Whole...)
	}
	return stood, err
}

// stopWaiting ends offers, closes the list and notes how it stood.
func stopWaiting(ctx context.Context, tx pgx.Tx, s *rules.Slot, was *OffDoc) (err error) {
	if was.Places, err = db.All[keptBefore](ctx, tx, `
		select id, reason, wakes_at, coalesce(offer_id, '')
		from vacancy
		where occurrence_id = $1 and state = 'open'
		order by no`, s.ID); err != nil {
		return err
	}
	var id, state string
	if err := db.Each(ctx, tx, []any{&id, &state}, func() error {
		was.Entries[id] = state
		return nil
	}, `
		select id, state
		from waitlist_entry
		where occurrence_id = $1 and state in ('waiting', 'offered')`, s.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update offer set act_id = $2 where occurrence_id = $1 and state = 'open'`,
		s.ID, s.Act); err != nil {
		return err
	}
	return waitlist.EndWaiting(ctx, tx, s, waitlist.ReasonCancelled)
}
