package closing

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// A closure is two plans over units: what goes off, and what goes on again.

type closingAsk struct {
	was  *closure       // nil: a new one
	next *house.Closure // nil: none any more
	in   *Closing       // how that was typed
}

// tells says whether people hear of what it calls off.
func (ask *closingAsk) tells() bool { return ask.in == nil || ask.in.has(effectTell) }

// closingStay is a unit that stays, why, and what staff did that keeps it so.
type closingStay struct {
	changes.Unit
	why string
	did *booking.StaffAct
}

type closingPlan struct {
	ask         closingAsk
	now         time.Time
	did         changes.Acts
	under       map[changes.Key]map[string]string // closures over it, with their act
	dates       []*rules.Slot                     // all of them, as such
	off, on     changes.Plan
	joins       []changes.Unit // called off by another closure: this one lies over them, too
	leaves      []changes.Unit // that do not stand under it any longer
	stays       []closingStay
	fingerprint string
}

// planClosing says what happens to which date, and who hears of it. A transaction holds all these
// dates, in the order of their ids, and takes back what is still to be told of those that go on
// again.
func (p *Closings) planClosing(ctx context.Context, tx pgx.Tx, ask closingAsk) (plan closingPlan, err error) {
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
		plan.dates, err = p.SlotsAt(ctx, q, ids)
	} else {
		plan.dates, err = p.LockDates(ctx, tx, ids)
	}
	var meetings map[string][]rules.Meeting
	if err == nil {
		meetings, err = waitlist.MeetingsAt(ctx, q, ids)
	}
	if err == nil {
		plan.did, err = changes.LastActs(ctx, q, ids...)
	}
	if err == nil {
		plan.under, err = closuresOver(ctx, q, ids)
	}
	if err != nil {
		return plan, err
	}
	for _, s := range plan.dates {
		if all := meetings[s.ID]; len(all) > 0 {
			for _, d := range changes.UnitsOf(s, all) {
				plan.classify(d)
			}
		}
	}
	slices.SortStableFunc(plan.stays, func(a, b closingStay) int {
		return a.M.Start.Compare(b.M.Start)
	})
	plan.off.Ready()
	plan.on.Ready()
	// first, so that none goes out while we look who was told
	if acts := plan.on.Acts(); tx != nil && len(acts) > 0 {
		if err := p.EndParts(ctx, tx, acts...); err != nil {
			return plan, err
		}
	}
	err = p.hearClosing(ctx, q, &plan)
	return plan, err
}

// classify puts a unit where it belongs: goes off, goes on again, or stays.
func (plan *closingPlan) classify(d changes.Unit) {
	ask, act, m := plan.ask, "", d.M
	if ask.was != nil {
		act = plan.under[d.Key()][ask.was.ID]
	}
	inside, running := false, false
	if ask.next != nil && ask.in.has(effectDates) && d.S.Now.Before(m.End) &&
		(d.Session != "" || m.Status != "cancelled") {
		running = goesOn(*ask.next, m.Start, m.End, d.S.Now)
		inside = running || ask.next.Has(m.Start)
	}
	switch {
	case act == "" && inside:
		plan.classifyOff(d, running)
	case act != "" && !(inside && d.Off()) && d.S.Now.Before(d.S.Ends): // else it would have been
		plan.classifyOn(d, act, inside)
	}
}

func (plan *closingPlan) stay(d changes.Unit, why string, did *booking.StaffAct) {
	plan.stays = append(plan.stays, closingStay{d, why, did})
}

func (plan *closingPlan) classifyOff(d changes.Unit, running bool) {
	did := plan.did[d.Key()][booking.ActOff]
	switch {
	case d.Off() && did != nil && coveredBy(plan.under[d.Key()], did.ID) > 0:
		d.Act = did
		plan.joins = append(plan.joins, d)
	case d.Off() && d.S.Status == "cancelled":
		plan.stay(d, "cancelled", cmp.Or(plan.whole(d), did))
	case d.Off():
		plan.stay(d, "cancelled", did)
	case running && !slices.Contains(plan.ask.in.Also, d.S.ID):
		plan.stay(d, "running", nil)
	default:
		plan.off.Units = append(plan.off.Units, d)
	}
}

func (plan *closingPlan) classifyOn(d changes.Unit, act string, inside bool) {
	if !inside { // one inside stands under it, so that what was done by hand stays done
		plan.leaves = append(plan.leaves, d)
	}
	did := plan.did[d.Key()]
	switch off := did[booking.ActOff]; {
	case d.Session != "" && d.S.Status == "cancelled": // the whole series does not go on
		plan.stay(d, "off", plan.whole(d))
	case !d.Off():
		plan.stay(d, "on", did[booking.ActOnAgain])
	case off == nil || off.ID != act:
		plan.stay(d, "off", off)
	case coveredBy(plan.under[d.Key()], act) > 1:
		plan.stay(d, "covered", nil)
	default:
		d.Act = off
		plan.on.Units = append(plan.on.Units, d)
	}
}

// whole is the act that called the date of a unit off.
func (plan *closingPlan) whole(d changes.Unit) *booking.StaffAct {
	return plan.did[changes.Key{Date: d.S.ID}][booking.ActOff]
}

// coveredBy is how many closures keep a date off by this act, unless somebody let it go on since.
func coveredBy(under map[string]string, act string) (n int) {
	for _, by := range under {
		if by == act {
			n++
		}
	}
	return n
}

func (p *Closings) hearClosing(ctx context.Context, q db.Querier, plan *closingPlan) error {
	err := p.HearOff(ctx, q, &plan.off)
	if err == nil {
		err = p.HearOnAgain(ctx, q, &plan.on)
	}
	ask := plan.ask // of when, what and who hears it
	parts := []string{"closing", plan.off.Tell.Fingerprint, plan.on.Tell.Fingerprint}
	if ask.was != nil {
		parts = append(parts, ask.was.ID)
	}
	if c := ask.next; c != nil {
		without := slices.Sorted(slices.Values(ask.in.Without))
		parts = append(parts, c.First, c.Last, c.From.String(), c.To.String(),
			string(rune('0'+c.Weekday)), c.Reason, strings.Join(without, " "))
	}
	plan.fingerprint = p.PrintOf(parts)
	if !ask.tells() {
		plan.off.Tell = changes.Recipients{}
	}
	return err
}

// undoWindow is how long mails wait: as for the first date that somebody is mailed about.
func (plan *closingPlan) undoWindow() time.Duration {
	mailed := func(h waitlist.Hearer) bool { return h.Way() == "mail" }
	var told []*rules.Slot
	for _, d := range plan.off.Units {
		if slices.ContainsFunc(d.Hear, mailed) {
			told = append(told, d.S)
		}
	}
	return changes.TellAfter(told...)
}

// closuresOver are the closures over units, each with its act.
func closuresOver(ctx context.Context, q db.Querier, ids []string) (map[changes.Key]map[string]string, error) {
	out := map[changes.Key]map[string]string{}
	var date, session, closure, act string
	err := db.Each(ctx, q, []any{&date, &session, &closure, &act}, func() error {
		at := changes.Key{Date: date, Session: session}
		if out[at] == nil {
			out[at] = map[string]string{}
		}
		out[at][closure] = act
		return nil
	}, `
		select cd.occurrence_id, coalesce(cd.session_id, ''), cd.closure_id, cd.act_id
		from closure_date cd
		join closure c on c.id = cd.closure_id
		where cd.occurrence_id = any($1) and c.ended_at is null`, ids)
	return out, err
}

// closingIDs are the dates with a meeting that begins or goes on while it is closed, and those that
// are off by it.
func closingIDs(ctx context.Context, q db.Querier, ask closingAsk, now time.Time) (out []string, err error) {
	if ask.was != nil {
		if out, err = db.All[string](ctx, q, `
			select occurrence_id from closure_date where closure_id = $1`, ask.was.ID); err != nil {
			return nil, err
		}
	}
	if ask.next != nil && ask.in.has(effectDates) {
		from, to := ask.next.Span()
		var id string
		var start, end time.Time
		if err := db.Each(ctx, q, []any{&id, &start, &end}, func() error {
			if ask.next.Has(start) || goesOn(*ask.next, start, end, now) {
				out = append(out, id)
			}
			return nil
		}, `
			select occurrence_id, starts_at, ends_at
			from session
			where ends_at > $1
				and starts_at < $3
				and (starts_at >= $2 or starts_at <= $1)`, now, from, to); err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// goesOn says whether a meeting that began runs into a closure of today.
func goesOn(c house.Closure, start, end, now time.Time) bool {
	from := c.From.On(now)
	return !now.Before(start) && now.Before(end) &&
		(c.Has(now) || c.Has(from) && from.Before(end) && now.Before(from))
}
