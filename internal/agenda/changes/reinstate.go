package changes

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

type OnAgain struct {
	Session     string `json:"session,omitempty"     maxLength:"60" doc:"of a series: that meeting alone"`
	Scope       string `json:"scope,omitempty"       enum:"this,later,all" doc:"of the dates that were called off together; absent: this date alone"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

// HearOnAgain adds who is told: who was told that it is off. Of a meeting that was called off alone
// these still have their place, or their turn.
func (p *Changes) HearOnAgain(ctx context.Context, q db.Querier, plan *Plan) error {
	acts := plan.Acts()
	told, err := p.notifiedBy(ctx, q, acts...)
	var off, alone map[string][]waitlist.Hearer
	if err == nil && len(acts) > 0 {
		off, err = p.hearersAt(ctx, q, plan.ids(), "cancelledByHouse", "closed")
	}
	if err == nil && slices.ContainsFunc(acts, func(a *booking.StaffAct) bool {
		return a.Session() != ""
	}) {
		alone, err = p.hearersAt(ctx, q, plan.ids(), "registered", "waiting", "offered")
	}
	if err != nil {
		return err
	}
	for i := range plan.Units {
		u := &plan.Units[i]
		u.becomes = "on"
		if u.Act == nil {
			continue
		}
		all := off[u.S.ID]
		if u.Act.Session() != "" {
			all = alone[u.S.ID]
		}
		u.Hear, u.Heard = told.of(u.Act, all)
	}
	plan.Tell = p.groupRecipients(plan.Units)
	return nil
}

// Acts are those that called the units and dates off, each once.
func (c Plan) Acts() (out []*booking.StaffAct) {
	add := func(act *booking.StaffAct) {
		if act != nil && !slices.Contains(out, act) {
			out = append(out, act)
		}
	}
	for _, u := range c.Units {
		add(u.Act)
	}
	for _, s := range c.Whole { // of a series of which no meeting is left, too
		add(c.off[s.ID])
	}
	return out
}

// planOn plans which units go on again, with the act that called each off, and who hears it. A
// transaction first takes back what the acts of before still tell, so that none goes out while we
// look who was told.
//
// Problems: those of planUnits, forbidden, conflict (it goes on), closed (over).
func (p *Changes) planOn(ctx context.Context, q db.Querier, m *booking.Many, session string) (plan Plan, err error) {
	switch s := m.Lead; {
	case session != "":
	case m.MayWhole() != nil:
		return plan, m.MayWhole()
	case s.Status != "cancelled":
		return plan, conflict
	case !s.Now.Before(s.Ends):
		return plan, closed
	}
	if plan, err = planUnits(ctx, q, m, session, true); err != nil {
		return plan, err
	}
	did, err := LastActs(ctx, q, waitlist.IDsOf(m.Dates)...)
	if err != nil {
		return plan, err
	}
	plan.off = map[string]*booking.StaffAct{}
	for _, s := range plan.Whole {
		plan.off[s.ID] = did[Key{s.ID, ""}][booking.ActOff]
	}
	var before []*booking.StaffAct // that let these go on an earlier time
	for _, s := range m.Dates {
		if on := did[Key{s.ID, session}][booking.ActOnAgain]; on != nil {
			before = append(before, on)
		}
	}
	units := plan.Units
	plan.Units = nil
	for _, u := range units {
		u.Act = did[Key{u.S.ID, session}][booking.ActOff] // all of a series: that on the whole
		was := docOf[OffAct](u.Act).Off
		if session != "" || u.Session == "" || was == nil ||
			slices.Contains(was.Meetings, u.Session) {
			plan.Units = append(plan.Units, u)
		}
	}
	if tx, is := q.(pgx.Tx); is {
		for _, act := range append(plan.Acts(), before...) {
			if act.Together() {
				err = p.EndParts(ctx, tx, act)
			} else if err = p.Mail.EndAct(ctx, tx, act.ID); err == nil {
				err = endCalls(ctx, tx, m.Lead.Now, act.ID)
			}
			if err != nil {
				return plan, err
			}
		}
	}
	err = p.HearOnAgain(ctx, q, &plan)
	return plan, err
}

// CheckOn is who hears that it goes on. Problems: those of SeeMany and planOn.
func (p *Changes) CheckOn(ctx context.Context, who identity.Actor, id string, in OnAgain) (out TellCheck, err error) {
	m, err := p.SeeMany(ctx, who, id, p.offWith(in.Scope))
	if err != nil {
		return out, err
	}
	plan, err := p.planOn(ctx, p.Pool, m, in.Session)
	if err != nil {
		return out, err
	}
	if out, err = p.seenPlan(ctx, m, plan, mail.DateOn, mail.ChangedDate{}); err != nil {
		return out, err
	}
	out.AtOnce = true // as people keep the day free or do not
	out.Away, err = p.AwayFrom(ctx, plan.Whole, len(plan.Whole) == 1)
	return out, err
}

// AwayFrom are the first names of who called off by themselves: once each, or once for each date.
func (p *Changes) AwayFrom(ctx context.Context, dates []*rules.Slot, each bool) ([]string, error) {
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

// GoOn reinstates what was called off, and tells who heard of that. Everybody has their place
// again, but who called off by themselves. It is not taken back, but called off once more.
//
// Problems: those of OnDates and planOn, precondition_failed (others hear it than were shown).
func (p *Changes) GoOn(ctx context.Context, by booking.By, id string, in OnAgain) (booking.Done, error) {
	return p.OnDates(ctx, by, id, p.offWith(in.Scope), func(
		tx pgx.Tx, m *booking.Many,
	) (a booking.Acted, err error) {
		plan, err := p.planOn(ctx, tx, m, in.Session)
		if errors.Is(err, conflict) {
			return didBefore(ctx, tx, Key{id, in.Session}, booking.ActOnAgain, err)
		}
		if a, err = plan.Tell.begin(&OnAgainAct{}, in.Fingerprint, err); err != nil {
			return a, err
		}
		plan.note(m, in.Session, func(_ *rules.Slot, o booking.OffOrOn) booking.OnDate {
			return &OnAgainAct{o}
		})
		if err := p.TurnOn(ctx, tx, m.Lead.Now, plan); err != nil {
			return a, err
		}
		return a, p.tell(ctx, tx, m, plan.Tell, News{mail.DateOn, booking.CallOn, 0})
	})
}

// TurnOn lets units go on again; of a whole series the meetings to come.
func (p *Changes) TurnOn(ctx context.Context, tx pgx.Tx, now time.Time, c Plan) error {
	all := make([]restoredDate, len(c.Whole))
	for i, s := range c.Whole {
		all[i].s = s
		if was := docOf[OffAct](c.off[s.ID]).Off; was != nil {
			all[i].was = *was
		}
		all[i].was.Meetings = nil
	}
	var alone []Unit
	for _, u := range c.Units {
		switch i := slices.IndexFunc(c.Whole, func(s *rules.Slot) bool { return s.ID == u.S.ID }); {
		case i < 0:
			alone = append(alone, u)
		case u.Session != "":
			all[i].was.Meetings = append(all[i].was.Meetings, u.Session)
		}
	}
	return p.restoreDates(ctx, tx, now, all, alone)
}

// offWith are the dates of a scope to come that the act which called the chosen one off keeps off.
// What a closure called off comes back with the closure.
func (p *Changes) offWith(scope string) booking.Span {
	if !(booking.Scope{Scope: scope}).Many() {
		return p.One()
	}
	return booking.ScopeOf(func(
		ctx context.Context, q db.Querier, lead *rules.Slot,
	) ([]*rules.Slot, error) {
		act, err := lastAct(ctx, q, Key{Date: lead.ID}, booking.ActOff)
		if err != nil {
			return nil, err
		}
		whole := ""
		if act != nil && act.Together() && docOf[OffAct](act).Closure == "" {
			whole = act.Whole()
		}
		return waitlist.SlotsWhere(ctx, q, lead.Now, `
			o.id = $1
			or o.activity_id = $2
				and o.kind = 'date'
				and o.status = 'cancelled'
				and o.ends_at > $3
				and ($4 or (o.starts_at, o.id) > ($5, $1))
				and (
					select off.id
					from staff_act off
					where off.occurrence_id = o.id
						and off.kind = '`+booking.ActOff+`'
						and off.undone_at is null
					order by off.no desc limit 1
				) in (
					select $6
					union all
					select jsonb_array_elements_text(doc->'parts') from staff_act where id = $6
				)
			order by o.starts_at, o.id`,
			lead.ID, lead.ActivityID, lead.Now, scope == booking.ScopeAll, lead.Starts, whole)
	})
}
