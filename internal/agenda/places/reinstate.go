package places

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
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
	m *many,
	session string,
) (plan changePlan, err error) {
	if session == "" {
		if err := mayGoOn(m); err != nil {
			return plan, err
		}
	}
	if plan, err = planUnits(ctx, q, m, session, true); err != nil {
		return plan, err
	}
	did, err := lastOffAndOn(ctx, q, idsOf(m.dates))
	for i, d := range plan.units { // all of a series by the act on the whole
		plan.units[i].act = did[unit{d.s.ID, session}][actOff]
	}
	for _, s := range m.dates {
		if before := did[unit{s.ID, session}][actOnAgain]; before != nil {
			plan.before = append(plan.before, before)
		}
	}
	plan.units = slices.DeleteFunc(plan.units, func(d closingDate) bool {
		was := d.act.stoodOff()
		return session == "" && d.session != "" && was != nil &&
			!slices.Contains(was.Meetings, d.session)
	})
	return plan, err
}

// mayGoOn says whether dates can go on after all.
//
// Problems: forbidden, conflict (the chosen one goes on), closed (it is over).
func mayGoOn(m *many) error {
	s := m.lead
	if err := m.mayWhole(); err != nil {
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

// hearOnAgain adds who is told: those who were told that it does not go on. Of a meeting that was
// called off alone these still have their place, or their turn.
func (p *Places) hearOnAgain(ctx context.Context, q db.Querier, plan *changePlan) error {
	if acts := plan.acts(); len(acts) > 0 {
		told, err := p.toldBy(ctx, q, acts...)
		if err != nil {
			return err
		}
		off, err := p.hearersAt(ctx, q, plan.ids(), "cancelledByHouse", "closed")
		if err != nil {
			return err
		}
		alone := map[string][]hearer{}
		if slices.ContainsFunc(acts, func(a *staffAct) bool { return a.session() != "" }) {
			if alone, err = p.hearersAt(
				ctx, q, plan.ids(), "registered", "waiting", "offered",
			); err != nil {
				return err
			}
		}
		for i, d := range plan.units {
			if d.act == nil {
				continue
			}
			all := off[d.s.ID]
			if d.act.session() != "" {
				all = alone[d.s.ID]
			}
			d.hear, d.heard = told.of(d.act, all), told.ofItself(d.act, all)
			plan.units[i] = d
		}
	}
	plan.tell = p.together(toldOfPlan(plan.units, "on"))
	return nil
}

// acts are those that called the units off, each once.
func (c changePlan) acts() (out []*staffAct) {
	for _, d := range c.units {
		if d.act != nil && !slices.Contains(out, d.act) {
			out = append(out, d.act)
		}
	}
	return out
}

// checkOn is who hears that it goes on after all. Problems: those of seeMany and findOn.
func (p *Places) checkOn(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in OnAgain,
) (out TellCheck, err error) {
	m, err := p.seeMany(ctx, who, occurrence, p.offWith(Scope{Scope: in.Scope}))
	if err != nil {
		return out, err
	}
	plan, err := findOn(ctx, p.Pool, m, in.Session)
	if err == nil {
		err = p.hearOnAgain(ctx, p.Pool, &plan)
	}
	if err != nil {
		return out, db.Problem(err)
	}
	if out, err = p.seenPlan(ctx, m, plan, mail.DateOn, mail.ChangedDate{}); err != nil {
		return out, err
	}
	out.AtOnce = true // as people keep the day free or do not
	out.Away, err = p.awayFrom(ctx, plan.whole, len(plan.whole) == 1)
	return out, db.Problem(err)
}

// awayFrom are the first names of who called off one of these dates by themselves, of several dates
// each once, or of each date.
func (p *Places) awayFrom(
	ctx context.Context,
	dates []*rules.Slot,
	each bool,
) ([]string, error) {
	at, err := p.hearersAt(ctx, p.Pool, idsOf(dates), "cancelled")
	away, known := []string{}, map[string]bool{}
	for _, s := range dates {
		for _, h := range at[s.ID] {
			if key := p.samePerson(h); each || !known[key] {
				known[key] = true
				away = append(away, firstName(h.who.Name))
			}
		}
	}
	return away, err
}

// GoOn reinstates what was called off, and tells those who heard that it does not go on. Everybody
// has their place again, but who called off by themselves. It cannot be taken back: the way back is
// to call it off once more.
//
// Problems: those of onDates and findOn, precondition_failed (others hear it now than were
// shown).
func (p *Places) GoOn(ctx context.Context, by By, occurrence string, in OnAgain) (Done, error) {
	of := p.offWith(Scope{Scope: in.Scope})
	return p.onDates(ctx, by, occurrence, of, func(tx pgx.Tx, m *many) (a acted, err error) {
		plan, err := findOn(ctx, tx, m, in.Session)
		if errors.Is(err, problem.New(problem.Conflict)) {
			return didBefore(ctx, tx, unit{occurrence, in.Session}, actOnAgain, err)
		}
		if err != nil {
			return a, err
		}
		// first, so that none goes out while we look who was told
		for _, act := range append(plan.acts(), plan.before...) {
			if err := p.endTelling(ctx, tx, m.lead, act); err != nil {
				return a, err
			}
		}
		err = p.hearOnAgain(ctx, tx, &plan)
		if a, err = plan.tell.begin(&onAgainAct{}, in.Fingerprint, err); err != nil {
			return a, err
		}
		for _, s := range plan.changed(m.lead) {
			m.did(s, &onAgainAct{plan.act(in.Session)})
		}
		if err := p.putAllOn(ctx, tx, plan.back()); err != nil {
			return a, err
		}
		if in.Session != "" {
			if err := setMeetings(ctx, tx, meetingsOn(m.lead.Now), plan.units); err != nil {
				return a, err
			}
		}
		n := news{mail.DateOn, callOn, 0}
		if err := p.tellTogether(ctx, tx, m.lead, plan.tell, n); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// back are the dates that go on again as a whole, and how they stood. Of a series only the meetings
// that are to come go on: what was to come when it was called off may have been since.
func (c changePlan) back() []onAgain {
	out := make([]onAgain, len(c.whole))
	for i, s := range c.whole {
		out[i].s = s
		var meetings []string
		for _, d := range c.units {
			if d.s.ID != s.ID {
				continue
			}
			if was := d.act.stoodOff(); was != nil {
				out[i].was = *was
			}
			if d.session != "" {
				meetings = append(meetings, d.session)
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
func (p *Places) offWith(sc Scope) span {
	if !sc.many() {
		return p.one()
	}
	return scopeOf(func(
		ctx context.Context, q db.Querier, lead *rules.Slot,
	) ([]*rules.Slot, error) {
		act, err := lastOn(ctx, q, lead.ID, actOff)
		if err != nil {
			return nil, err
		}
		whole := ""
		if act != nil && act.together() && act.doc.(*offAct).Closure == "" {
			whole = act.whole()
		}
		return slotsWhere(ctx, q, lead.Now, `
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
			lead.ID, lead.ActivityID, lead.Now, sc.Scope == scopeAll, lead.Starts, whole)
	})
}

// newestOff is the act that called the date o off.
const newestOff = `(
	select off.id
	from staff_act off
	where off.occurrence_id = o.id
		and off.kind = '` + actOff + `'
		and off.undone_at is null
	order by off.no desc limit 1
)`

// scopesOff is scopes of a date that does not go on: the dates that went off with it.
func (p *Places) scopesOff(ctx context.Context, s *rules.Slot) ([]ScopeSeen, error) {
	out := []ScopeSeen{}
	dates, err := p.offWith(Scope{Scope: scopeAll}).dates(ctx, p.Pool, s)
	if err != nil || len(dates) < 2 {
		return out, err
	}
	m := &many{lead: s, dates: dates, who: everybody}
	plan, err := findOn(ctx, p.Pool, m, "")
	if err == nil {
		err = p.hearOnAgain(ctx, p.Pool, &plan)
	}
	at := map[string][]hearer{}
	for _, d := range plan.units {
		at[d.s.ID] = d.hear
	}
	return p.countScopes(dates, s.ID, at), err
}
