package places

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// A closure is two plans over units, one of what is called off and one of what goes on again. The
// check and the act make the very same; the act carries it out.

// closingAsk is what is asked of the house.
type closingAsk struct {
	was  *closure       // nil: a new one
	next *house.Closure // nil: none any more
	in   *Closing       // how that was typed
}

// tells says whether people hear of what it calls off.
func (ask *closingAsk) tells() bool { return ask.in == nil || ask.in.has(effectTell) }

// closingStay is a unit that stays as it is, why, and what staff did that keeps it so.
type closingStay struct {
	closingDate
	why string
	did *staffAct
}

// closingPlan is what an act about a closure does with its dates.
type closingPlan struct {
	ask         closingAsk
	now         time.Time
	look        closingLook
	dates       []*rules.Slot // all of them, as such; under their locks when it is carried out
	off, on     changePlan
	joins       []closingDate // called off by another closure: this one lies over them, too
	leaves      []unit        // that do not stand under it any longer
	stays       []closingStay
	fingerprint string
}

// planClosing says what happens to which date, and who hears of it. With a transaction it holds all
// these dates, in the order of their ids, and takes back what is still to be told of those that go
// on again.
func (p *Places) planClosing(
	ctx context.Context,
	tx pgx.Tx,
	ask closingAsk,
) (plan closingPlan, err error) {
	q := p.reads(tx)
	plan.ask, plan.now = ask, p.Clock.Now()
	ids, err := closingIDs(ctx, q, ask, plan.now)
	if err != nil {
		return plan, err
	}
	if tx == nil {
		plan.dates, err = p.slotsAt(ctx, q, ids)
	} else {
		plan.dates, err = p.lockDates(ctx, tx, ids)
	}
	if err != nil {
		return plan, err
	}
	if plan.look, err = lookAt(ctx, q, ids); err != nil {
		return plan, err
	}
	for _, s := range plan.dates {
		plan.place(s)
	}
	slices.SortStableFunc(plan.stays, func(a, b closingStay) int {
		return a.m.Start.Compare(b.m.Start)
	})
	plan.off.ready()
	plan.on.ready()
	// first, so that none goes out while we look who was told
	if acts := plan.on.acts(); tx != nil && len(acts) > 0 {
		if err := p.endParts(ctx, tx, acts...); err != nil {
			return plan, err
		}
	}
	err = p.hearClosing(ctx, q, &plan)
	return plan, err
}

// reads is what a check reads from, and an act in its transaction.
func (p *Places) reads(tx pgx.Tx) db.Querier {
	if tx == nil {
		return p.Pool
	}
	return tx
}

// ready puts the units of a closure by their start, and gives each its act.
func (c *changePlan) ready() {
	slices.SortStableFunc(c.units, func(a, b closingDate) int {
		return a.m.Start.Compare(b.m.Start)
	})
	for _, d := range c.units {
		d.s.Act = db.NewID("sac")
		if d.session == "" {
			c.whole = append(c.whole, d.s)
		}
	}
}

// place puts one date where it belongs; of a series each of its meetings.
func (plan *closingPlan) place(s *rules.Slot) {
	meetings := plan.look.meetings[s.ID]
	switch {
	case len(meetings) == 0:
	case s.Kind == "series":
		for _, m := range meetings {
			d := closingDate{s: atMeeting(s, m), m: m, session: m.ID}
			plan.placeOne(d, []rules.Meeting{m})
		}
	default:
		plan.placeOne(closingDate{s: s, m: rules.Coming(meetings, s.Now)}, meetings)
	}
}

func (plan *closingPlan) placeOne(d closingDate, meetings []rules.Meeting) {
	ask, act := plan.ask, ""
	if ask.was != nil {
		act = plan.look.under[d.unit()][ask.was.id]
	}
	inside, running := false, false
	for _, m := range meetings {
		if ask.next == nil || !ask.in.has(effectDates) || !d.s.Now.Before(m.End) ||
			d.session == "" && m.Status == "cancelled" {
			continue
		}
		running = goesOn(*ask.next, m.Start, m.End, d.s.Now)
		if inside = running || ask.next.Has(m.Start); inside {
			d.m = m
			break
		}
	}
	switch {
	case act == "" && inside:
		plan.placeOff(d, running)
	case act != "" && !(inside && d.off()):
		plan.placeOn(d, act, inside)
	}
}

func (plan *closingPlan) placeOff(d closingDate, running bool) {
	did := plan.look.did[d.unit()][actOff]
	switch {
	case d.off() && did != nil && coveredBy(plan.look.under[d.unit()], did.id) > 0:
		d.act = did
		plan.joins = append(plan.joins, d)
	case d.off():
		if d.s.Status == "cancelled" {
			did = cmp.Or(plan.look.did[unit{d.s.ID, ""}][actOff], did)
		}
		plan.stays = append(plan.stays, closingStay{d, "cancelled", did})
	case running && !slices.Contains(plan.ask.in.Also, d.s.ID):
		plan.stays = append(plan.stays, closingStay{d, "running", nil})
	default:
		plan.off.units = append(plan.off.units, d)
	}
}

func (plan *closingPlan) placeOn(d closingDate, act string, inside bool) {
	if !d.s.Now.Before(d.s.Ends) {
		return // it would have been
	}
	if !inside { // one inside stands under it, so that what was done by hand stays done
		plan.leaves = append(plan.leaves, d.unit())
	}
	did := plan.look.did[d.unit()]
	stay := closingStay{closingDate: d}
	switch {
	case d.session != "" && d.s.Status == "cancelled": // the whole series does not go on
		stay.why, stay.did = "off", plan.look.did[unit{d.s.ID, ""}][actOff]
	case !d.off():
		stay.why, stay.did = "on", did[actOnAgain]
	case did[actOff] == nil || did[actOff].id != act:
		stay.why, stay.did = "off", did[actOff]
	case coveredBy(plan.look.under[d.unit()], act) > 1:
		stay.why = "covered"
	default:
		d.act = did[actOff]
		plan.on.units = append(plan.on.units, d)
		return
	}
	plan.stays = append(plan.stays, stay)
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

// hearClosing adds who hears of a plan, and how.
func (p *Places) hearClosing(ctx context.Context, q db.Querier, plan *closingPlan) error {
	if err := p.hearOff(ctx, q, &plan.off); err != nil {
		return err
	}
	if err := p.hearOnAgain(ctx, q, &plan.on); err != nil {
		return err
	}
	// of when, what and who hears it
	ask := plan.ask
	parts := []string{"closing", plan.off.tell.fingerprint, plan.on.tell.fingerprint}
	if ask.was != nil {
		parts = append(parts, ask.was.id)
	}
	if c := ask.next; c != nil {
		without := slices.Sorted(slices.Values(ask.in.Without))
		parts = append(parts, c.First, c.Last, c.From.String(), c.To.String(),
			string(rune('0'+c.Weekday)), c.Reason, strings.Join(without, " "))
	}
	plan.fingerprint = hex.EncodeToString(p.Keys.LookupKey(parts...)[:12])
	if !ask.tells() {
		plan.off.tell = toldTogether{}
	}
	return nil
}

// undoWindow is how long the mails of a plan wait, and how long it can be taken back: as the first
// date of which somebody hears by mail.
func (plan *closingPlan) undoWindow() time.Duration {
	mailed := func(h hearer) bool { return h.way() == "mail" }
	var told []*rules.Slot
	for _, d := range plan.off.units {
		if slices.ContainsFunc(d.hear, mailed) {
			told = append(told, d.s)
		}
	}
	return tellManyAfter(told)
}
