package places

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// unit is what a closure calls off: a date, or one meeting of a series.
type unit struct{ date, session string }

// closingDate is one of a plan, under its lock when the plan is carried out. Of a meeting of a
// series s is the date as it is then, and not to be stored.
type closingDate struct {
	s       *rules.Slot
	m       rules.Meeting
	session string
	hear    []hearer
	act     *staffAct // goes on again: what called it off
	heard   bool      // somebody heard of that very act
}

func (d *closingDate) unit() unit { return unit{d.s.ID, d.session} }

// off says whether it does not go on already.
func (d *closingDate) off() bool {
	return d.s.Status == "cancelled" || d.session != "" && d.m.Status == "cancelled"
}

// meeting is which one of a series it is; 0 for a date.
func (d *closingDate) meeting() int {
	if d.session == "" {
		return 0
	}
	return d.m.N
}

// closingStay is one that stays, and why.
type closingStay struct {
	closingDate
	why string
	by  string
	at  time.Time
}

func (st *closingStay) did(a *staffAct) {
	if a != nil {
		st.by, st.at = a.by, a.at
	}
}

// closingPlan is what an act about a closure does with its dates.
type closingPlan struct {
	now             time.Time
	locked          []*rules.Slot // all its dates, as such
	off, on         []closingDate
	joins           []closingDate // called off by another closure: this one lies over them, too
	leaves          []unit        // that do not stand under it any longer
	stays           []closingStay
	later           []ClosingLater
	laterBy         []string
	away            []string
	tellOff, tellOn toldTogether
	fingerprint     string
}

// hold is how long its mails wait, and how long it can be taken back.
func (plan *closingPlan) hold() time.Duration {
	var told []*rules.Slot
	for _, d := range plan.off {
		for _, h := range d.hear {
			if h.way() == "mail" {
				told = append(told, d.s)
				break
			}
		}
	}
	return tellManyAfter(told)
}

// closingOf is what is asked: from was, nil for a new closure, to next, nil for none.
type closingOf struct {
	was  *closure
	next *house.Closure
	in   *Closing
	lock pgx.Tx // holds the dates of the plan; nil: only look
}

// tells says whether people hear of what it calls off.
func (of *closingOf) tells() bool { return of.in == nil || of.in.has(effectTell) }

// planClosing says what happens to which date. With a lock it holds them all, in the order of their
// ids.
func (p *Places) planClosing(
	ctx context.Context,
	q db.Querier,
	of closingOf,
) (out closingPlan, err error) {
	out.now = p.Clock.Now()
	ids, err := p.closingIDs(ctx, q, of, out.now)
	if err != nil {
		return out, err
	}
	var dates []*rules.Slot
	if of.lock == nil {
		dates, err = p.slotsAt(ctx, q, ids)
	} else {
		dates, err = p.lockDates(ctx, of.lock, ids)
		out.locked = dates
	}
	if err != nil {
		return out, err
	}
	look, err := lookAt(ctx, q, ids)
	if err != nil {
		return out, err
	}
	for _, s := range dates {
		out.place(of, s, look)
	}
	byStart := func(a, b closingDate) int { return a.m.Start.Compare(b.m.Start) }
	slices.SortStableFunc(out.off, byStart)
	slices.SortStableFunc(out.on, byStart)
	slices.SortStableFunc(out.stays, func(a, b closingStay) int {
		return a.m.Start.Compare(b.m.Start)
	})
	return out, nil
}

// place puts one date where it belongs; of a series each of its meetings.
func (plan *closingPlan) place(of closingOf, s *rules.Slot, look closingLook) {
	meetings := look.meetings[s.ID]
	if len(meetings) == 0 {
		return
	}
	if s.Kind == "series" {
		for _, m := range meetings {
			d := closingDate{s: atMeeting(s, m), m: m, session: m.ID}
			plan.placeOne(of, d, []rules.Meeting{m}, look)
		}
		return
	}
	plan.placeOne(of, closingDate{s: s, m: rules.Coming(meetings, s.Now)}, meetings, look)
}

// atMeeting is a series as it is for one of its meetings: for how and when people hear of it.
func atMeeting(s *rules.Slot, m rules.Meeting) *rules.Slot {
	at := *s
	at.Starts, at.Ends = m.Start, m.End
	return &at
}

func (plan *closingPlan) placeOne(
	of closingOf,
	d closingDate,
	meetings []rules.Meeting,
	look closingLook,
) {
	act := ""
	if of.was != nil {
		act = look.under[d.unit()][of.was.id]
	}
	inside, running := false, false
	for _, m := range meetings {
		if of.next == nil || !of.in.has(effectDates) || !d.s.Now.Before(m.End) ||
			d.session == "" && m.Status == "cancelled" {
			continue
		}
		runs := goesOn(*of.next, m.Start, m.End, d.s.Now)
		if of.next.Has(m.Start) || runs {
			d.m, inside, running = m, true, runs
			break
		}
	}
	switch {
	case act == "" && inside:
		plan.placeOff(of, d, running, look)
	case act != "" && !(inside && d.off()):
		plan.placeOn(d, act, inside, look)
	}
}

func (plan *closingPlan) placeOff(
	of closingOf,
	d closingDate,
	running bool,
	look closingLook,
) {
	if d.off() {
		last := look.did[d.unit()][actOff]
		if last != nil {
			for _, act := range look.under[d.unit()] {
				if act == last.id {
					d.act = last
					plan.joins = append(plan.joins, d)
					return
				}
			}
		}
		stay := closingStay{closingDate: d, why: "cancelled"}
		if stay.did(last); d.s.Status == "cancelled" {
			stay.did(look.did[unit{d.s.ID, ""}][actOff])
		}
		plan.stays = append(plan.stays, stay)
		return
	}
	if running && !slices.Contains(of.in.Also, d.s.ID) {
		plan.stays = append(plan.stays, closingStay{closingDate: d, why: "running"})
		return
	}
	plan.off = append(plan.off, d)
}

func (plan *closingPlan) placeOn(d closingDate, act string, inside bool, look closingLook) {
	if !d.s.Now.Before(d.s.Ends) {
		return // it would have been
	}
	last := look.did[d.unit()][actOff]
	stay := closingStay{closingDate: d}
	switch {
	case d.session != "" && d.s.Status == "cancelled": // the whole series does not go on
		stay.why = "off"
		stay.did(look.did[unit{d.s.ID, ""}][actOff])
	case !d.off():
		stay.why = "on"
		stay.did(look.did[d.unit()][actOnAgain])
	case last == nil || last.id != act:
		stay.why = "off"
		stay.did(last)
	case coveredBy(look.under[d.unit()], act) > 1:
		stay.why = "covered"
	}
	if !inside { // one inside stands under it, so that what was done by hand stays done
		plan.leaves = append(plan.leaves, d.unit())
	}
	if stay.why != "" {
		plan.stays = append(plan.stays, stay)
		return
	}
	d.act = last
	plan.on = append(plan.on, d)
}

// coveredBy is how many closures keep a date off by this act. One since which somebody let it go on
// does not.
func coveredBy(under map[string]string, act string) (n int) {
	for _, by := range under {
		if by == act {
			n++
		}
	}
	return n
}

// closingOf reads what is asked, and the closure that does it already.
func (p *Places) closingOf(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	id string,
	in *Closing,
) (of closingOf, earlier *closure, err error) {
	now := p.Clock.Now()
	if id != "" {
		c, err := oneClosure(ctx, q, id)
		if err != nil {
			return of, nil, err
		}
		if err := mayClose(who, c.hours, now); err != nil {
			return of, nil, err
		}
		if of.was = &c; c.endedAt != nil {
			return of, &c, nil
		}
	}
	if of.in = in; in == nil {
		return of, nil, nil
	}
	next, err := in.read(now)
	if err != nil {
		return of, nil, err
	}
	if err := mayClose(who, next, now); err != nil {
		return of, nil, err
	}
	if of.next = &next; of.was != nil {
		in.Without = of.was.doc.Without // what it does stays; when it does so changes
		return of, nil, nil
	}
	all, err := closures(ctx, q, `c.ended_at is null and c.ends_at > $1`, now)
	if err != nil {
		return of, nil, err
	}
	for _, c := range all {
		same := next.Within(c.hours) && c.hours.Within(next)
		if same || now.Sub(c.at) < undoTime && next.Within(c.hours) {
			return of, &c, nil
		}
	}
	return of, nil, nil
}

// isEnded tells the closure that is over by hand already.
func isEnded(c *closure) bool { return c != nil && c.endedAt != nil }

var errEnded = problem.New(problem.Conflict)
