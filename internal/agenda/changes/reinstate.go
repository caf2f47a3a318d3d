package changes

import (
	"context"
	"errors"
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

// OnAgain is a date that goes on after all.
type OnAgain struct {
	Session     string `json:"session,omitempty"     maxLength:"60" doc:"of a series: that meeting alone"`
	Scope       string `json:"scope,omitempty"       enum:"this,later,all" doc:"of the dates that were called off together; absent: this date alone"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

// findOn are the units that go on again, each with the act that called it off.
//
// Problems: those of closingDates, forbidden, conflict (it goes on), closed (over).
func findOn(
	ctx context.Context,
	q db.Querier,
	m *booking.Many,
	session string,
) (plan ChangePlan, err error) {
	if session == "" {
		if err := mayGoOn(m); err != nil {
			return plan, err
		}
	}
	if plan, err = planUnits(ctx, q, m, session, true); err != nil {
		return plan, err
	}
	did, err := LastOffAndOn(ctx, q, waitlist.IDsOf(m.Dates))
	for i, d := range plan.Units { // all of a series by the act on the whole
		plan.Units[i].Act = did[Unit{d.S.ID, session}][booking.ActOff]
	}
	plan.off = map[string]*booking.StaffAct{}
	for _, s := range plan.Whole {
		plan.off[s.ID] = did[Unit{s.ID, ""}][booking.ActOff]
	}
	for _, s := range m.Dates {
		if before := did[Unit{s.ID, session}][booking.ActOnAgain]; before != nil {
			plan.before = append(plan.before, before)
		}
	}
	plan.Units = slices.DeleteFunc(plan.Units, func(d PlanUnit) bool {
		was := stoodOffBy(d.Act)
		return session == "" && d.Session != "" && was != nil &&
			!slices.Contains(was.Meetings, d.Session)
	})
	return plan, err
}

// mayGoOn says whether dates can go on after all.
//
// Problems: forbidden, conflict (the chosen one goes on), closed (it is over).
func mayGoOn(m *booking.Many) error {
	s := m.Lead
	if err := m.MayWhole(); err != nil {
		return err
	}
	switch {
	case s.Status != "cancelled":
		return problem.New(problem.Conflict)
	case !s.Now.Before(s.Ends):
		return problem.New(problem.Closed)
	}
	return nil
}

// HearOnAgain adds who is told: those who were told that it does not go on. Of a meeting that was
// called off alone these still have their place, or their turn.
func (p *Changes) HearOnAgain(ctx context.Context, q db.Querier, plan *ChangePlan) error {
	if acts := plan.Acts(); len(acts) > 0 {
		told, err := p.toldBy(ctx, q, acts...)
		if err != nil {
			return err
		}
		off, err := p.hearersAt(ctx, q, plan.ids(), "cancelledByHouse", "closed")
		if err != nil {
			return err
		}
		alone := map[string][]waitlist.Hearer{}
		if slices.ContainsFunc(acts, func(a *booking.StaffAct) bool { return a.Session() != "" }) {
			if alone, err = p.hearersAt(
				ctx, q, plan.ids(), "registered", "waiting", "offered",
			); err != nil {
				return err
			}
		}
		for i, d := range plan.Units {
			if d.Act == nil {
				continue
			}
			all := off[d.S.ID]
			if d.Act.Session() != "" {
				all = alone[d.S.ID]
			}
			d.Hear, d.Heard = told.of(d.Act, all), told.ofItself(d.Act, all)
			plan.Units[i] = d
		}
	}
	plan.Tell = p.together(toldOfPlan(plan.Units, "on"))
	return nil
}

// Acts are those that called the units and the dates off, each once.
func (c ChangePlan) Acts() (out []*booking.StaffAct) {
	add := func(act *booking.StaffAct) {
		if act != nil && !slices.Contains(out, act) {
			out = append(out, act)
		}
	}
	for _, d := range c.Units {
		add(d.Act)
	}
	for _, s := range c.Whole { // of a series of which no meeting is left, too
		add(c.off[s.ID])
	}
	return out
}

// CheckOn is who hears that it goes on after all. Problems: those of SeeMany and findOn.
func (p *Changes) CheckOn(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in OnAgain,
) (out TellCheck, err error) {
	m, err := p.SeeMany(ctx, who, occurrence, p.offWith(booking.Scope{Scope: in.Scope}))
	if err != nil {
		return out, err
	}
	plan, err := findOn(ctx, p.Pool, m, in.Session)
	if err == nil {
		err = p.HearOnAgain(ctx, p.Pool, &plan)
	}
	if err != nil {
		return out, db.Problem(err)
	}
	if out, err = p.seenPlan(ctx, m, plan, mail.DateOn, mail.ChangedDate{}); err != nil {
		return out, err
	}
	out.AtOnce = true // as people keep the day free or do not
	out.Away, err = p.AwayFrom(ctx, plan.Whole, len(plan.Whole) == 1)
	return out, db.Problem(err)
}

// AwayFrom are the first names of who called off one of these dates by themselves, of several dates
// each once, or of each date.
func (p *Changes) AwayFrom(
	ctx context.Context,
	dates []*rules.Slot,
	each bool,
) ([]string, error) {
	at, err := p.hearersAt(ctx, p.Pool, waitlist.IDsOf(dates), "cancelled")
	away, known := []string{}, map[string]bool{}
	for _, s := range dates {
		for _, h := range at[s.ID] {
			if key := p.samePerson(h); each || !known[key] {
				known[key] = true
				away = append(away, waitlist.FirstName(h.Who.Name))
			}
		}
	}
	return away, err
}

// GoOn reinstates what was called off, and tells those who heard that it does not go on. Everybody
// has their place again, but who called off by themselves. It cannot be taken back: the way back is
// to call it off once more.
//
// Problems: those of OnDates and findOn, precondition_failed (others hear it now than were
// shown).
func (p *Changes) GoOn(
	ctx context.Context,
	by booking.By,
	occurrence string,
	in OnAgain,
) (booking.Done, error) {
	of := p.offWith(booking.Scope{Scope: in.Scope})
	return p.OnDates(
		ctx,
		by,
		occurrence,
		of,
		func(tx pgx.Tx, m *booking.Many) (a booking.Acted, err error) {
			plan, err := findOn(ctx, tx, m, in.Session)
			if errors.Is(err, problem.New(problem.Conflict)) {
				return didBefore(ctx, tx, Unit{occurrence, in.Session}, booking.ActOnAgain, err)
			}
			if err != nil {
				return a, err
			}
			// first, so that none goes out while we look who was told
			for _, act := range append(plan.Acts(), plan.before...) {
				if err := p.endTelling(ctx, tx, m.Lead, act); err != nil {
					return a, err
				}
			}
			err = p.HearOnAgain(ctx, tx, &plan)
			if a, err = plan.Tell.begin(&OnAgainAct{}, in.Fingerprint, err); err != nil {
				return a, err
			}
			for _, s := range plan.changed(m.Lead) {
				m.Did(s, &OnAgainAct{plan.act(in.Session)})
			}
			if err := p.PutAllOn(ctx, tx, plan.Back()); err != nil {
				return a, err
			}
			if in.Session != "" {
				if err := SetMeetings(ctx, tx, MeetingsOn(m.Lead.Now), plan.Units); err != nil {
					return a, err
				}
			}
			n := News{mail.DateOn, booking.CallOn, 0}
			if err := p.TellTogether(ctx, tx, m.Lead, plan.Tell, n); err != nil {
				return a, err
			}
			return a, p.Raise(ctx, tx)
		},
	)
}

// Back are the dates that go on again as a whole, and how they stood. Of a series only the meetings
// that are to come go on: what was to come when it was called off may have been since.
func (c ChangePlan) Back() []onAgain {
	out := make([]onAgain, len(c.Whole))
	for i, s := range c.Whole {
		out[i].s = s
		if was := stoodOffBy(c.off[s.ID]); was != nil {
			out[i].was = *was
		}
		var meetings []string
		for _, d := range c.Units {
			if d.S.ID != s.ID {
				continue
			}
			if was := stoodOffBy(d.Act); was != nil {
				out[i].was = *was
			}
			if d.Session != "" {
				meetings = append(meetings, d.Session)
			}
		}
		out[i].was.Meetings = meetings
	}
	return out
}

// Dates that were called off together go on together: those of the same act that are still off by
// it. What a closure called off comes back with the closure.

// offWith are the dates of a scope that were called off by the same act as the chosen one, are to
// come and are still off by it.
func (p *Changes) offWith(sc booking.Scope) booking.Span {
	if !sc.Many() {
		return p.One()
	}
	return booking.ScopeOf(func(
		ctx context.Context, q db.Querier, lead *rules.Slot,
	) ([]*rules.Slot, error) {
		act, err := lastOn(ctx, q, lead.ID, booking.ActOff)
		if err != nil {
			return nil, err
		}
		whole := ""
		if act != nil && act.Together() && act.Doc.(*OffAct).Closure == "" {
			whole = act.Whole()
		}
		return waitlist.SlotsWhere(ctx, q, lead.Now, `
			o.id = $1
			or o.activity_id = $2
				and o.kind = 'date'
				and o.status = 'cancelled'
				and o.ends_at > $3
				and ($4 or (o.starts_at, o.id) > ($5, $1))
				and `+newestOff+` in (
					select $6
					union all
					select jsonb_array_elements_text(doc->'parts') from staff_act where id = $6
				)
			order by o.starts_at, o.id`,
			lead.ID, lead.ActivityID, lead.Now, sc.Scope == booking.ScopeAll, lead.Starts, whole)
	})
}

// newestOff is the act that called the date o off.
const newestOff = `(
	select off.id
	from staff_act off
	where off.occurrence_id = o.id
		and off.kind = '` + booking.ActOff + `'
		and off.undone_at is null
	order by off.no desc limit 1
)`

// scopesOff is scopes of a date that does not go on: the dates that went off with it.
func (p *Changes) scopesOff(ctx context.Context, s *rules.Slot) ([]ScopeSeen, error) {
	out := []ScopeSeen{}
	dates, err := p.offWith(booking.Scope{Scope: booking.ScopeAll}).Dates(ctx, p.Pool, s)
	if err != nil || len(dates) < 2 {
		return out, err
	}
	m := &booking.Many{Lead: s, Dates: dates, Who: booking.Everybody}
	plan, err := findOn(ctx, p.Pool, m, "")
	if err == nil {
		err = p.HearOnAgain(ctx, p.Pool, &plan)
	}
	at := map[string][]waitlist.Hearer{}
	for _, d := range plan.Units {
		at[d.S.ID] = d.Hear
	}
	return p.countScopes(dates, s.ID, at), err
}
