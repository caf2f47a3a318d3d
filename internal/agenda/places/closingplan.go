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
	meetings    map[string][]rules.Meeting
	did         map[unit]map[string]*staffAct // the last acts of a kind
	under       map[unit]map[string]string    // the closures that lie over it, with their act
	dates       []*rules.Slot                 // all of them, as such
	off, on     changePlan
	joins       []closingDate // called off by another closure: this one lies over them, too
	leaves      []closingDate // that do not stand under it any longer
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
	var q db.Querier = p.Pool
	if tx != nil {
		q = tx
	}
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
	if plan.meetings, err = meetingsAt(ctx, q, ids); err != nil {
		return plan, err
	}
	if plan.did, err = lastOffAndOn(ctx, q, ids); err != nil {
		return plan, err
	}
	if plan.under, err = closuresOver(ctx, q, ids); err != nil {
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

// ready puts the units of a closure by their start, and gives each its act.
func (c *changePlan) ready() {
	units := c.units
	slices.SortStableFunc(units, func(a, b closingDate) int {
		return a.m.Start.Compare(b.m.Start)
	})
	c.units = nil
	for _, d := range units {
		d.s.Act = db.NewID("sac")
		c.add(d)
	}
}

// add takes up a unit of a closure: a date, or a meeting alone.
func (c *changePlan) add(d closingDate) {
	c.units = append(c.units, d)
	if d.session == "" {
		c.whole = append(c.whole, d.s)
	}
}

// place puts one date where it belongs; of a series each of its meetings.
func (plan *closingPlan) place(s *rules.Slot) {
	meetings := plan.meetings[s.ID]
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
		act = plan.under[d.unit()][ask.was.id]
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
	did := plan.did[d.unit()][actOff]
	switch {
	case d.off() && did != nil && coveredBy(plan.under[d.unit()], did.id) > 0:
		d.act = did
		plan.joins = append(plan.joins, d)
	case d.off():
		if d.s.Status == "cancelled" {
			did = cmp.Or(plan.did[unit{d.s.ID, ""}][actOff], did)
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
		plan.leaves = append(plan.leaves, d)
	}
	did := plan.did[d.unit()]
	stay := closingStay{closingDate: d}
	switch {
	case d.session != "" && d.s.Status == "cancelled": // the whole series does not go on
		stay.why, stay.did = "off", plan.did[unit{d.s.ID, ""}][actOff]
	case !d.off():
		stay.why, stay.did = "on", did[actOnAgain]
	case did[actOff] == nil || did[actOff].id != act:
		stay.why, stay.did = "off", did[actOff]
	case coveredBy(plan.under[d.unit()], act) > 1:
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

// closuresOver are the closures that lie over a date or a meeting, each with its act.
func closuresOver(
	ctx context.Context,
	q db.Querier,
	ids []string,
) (map[unit]map[string]string, error) {
	rows, err := q.Query(ctx, `
		select cd.occurrence_id, coalesce(cd.session_id, ''), cd.closure_id, cd.act_id
		from closure_date cd
		join closure c on c.id = cd.closure_id
		where cd.occurrence_id = any($1) and c.ended_at is null`, ids)
	if err != nil {
		return nil, err
	}
	out := map[unit]map[string]string{}
	var date, session, closure, act string
	_, err = pgx.ForEachRow(rows, []any{&date, &session, &closure, &act}, func() error {
		at := unit{date, session}
		if out[at] == nil {
			out[at] = map[string]string{}
		}
		out[at][closure] = act
		return nil
	})
	return out, err
}

// closingIDs are the dates that a closure may change: with a meeting that begins while the house is
// closed, or is going on then, and those that do not go on by it.
func closingIDs(
	ctx context.Context,
	q db.Querier,
	ask closingAsk,
	now time.Time,
) (out []string, err error) {
	if ask.was != nil {
		rows, err := q.Query(ctx, `
			select occurrence_id from closure_date where closure_id = $1`, ask.was.id)
		if err != nil {
			return nil, err
		}
		if out, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return nil, err
		}
	}
	if ask.next != nil && ask.in.has(effectDates) {
		from, to := ask.next.Span()
		rows, err := q.Query(ctx, `
			select occurrence_id, starts_at, ends_at
			from session
			where ends_at > $1
				and starts_at < $3
				and (starts_at >= $2 or starts_at <= $1)`, now, from, to)
		if err != nil {
			return nil, err
		}
		var id string
		var start, end time.Time
		if _, err = pgx.ForEachRow(rows, []any{&id, &start, &end}, func() error {
			if ask.next.Has(start) || goesOn(*ask.next, start, end, now) {
				out = append(out, id)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// goesOn says whether a meeting that began runs into a closure of today.
func goesOn(c house.Closure, start, end, now time.Time) bool {
	return !now.Before(start) && now.Before(end) &&
		(c.Has(now) || c.Has(c.From.On(now)) && c.From.On(now).Before(end) &&
			now.Before(c.From.On(now)))
}
