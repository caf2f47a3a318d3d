package places

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// noticed are the acts that stay when a date goes on again, told by their names.
var noticed = []string{actSeats, actHost, actShifted}

// hearClosing adds who hears of a plan, and how. When it is carried out, what is still to be told
// of dates that go on again is taken back before.
func (p *Places) hearClosing(
	ctx context.Context,
	q db.Querier,
	of closingOf,
	plan *closingPlan,
) error {
	at, err := p.hearersAt(ctx, q, unitIDs(plan.off), "registered", "waiting", "offered")
	if err != nil {
		return err
	}
	for i := range plan.off {
		d := &plan.off[i]
		d.hear = at[d.s.ID]
	}
	if err := p.hearOn(ctx, q, plan); err != nil {
		return err
	}
	if err := p.planLater(ctx, q, plan); err != nil {
		return err
	}
	for _, dates := range [][]closingDate{plan.off, plan.on} {
		for i := range dates {
			dates[i].s.Act = db.NewID("sac")
		}
	}
	plan.tellOff = p.together(toldOfPlan(plan.off, "off"))
	plan.tellOn = p.together(toldOfPlan(plan.on, "on"))
	plan.fingerprint = p.closingPrint(of, plan)
	if !of.tells() {
		plan.tellOff = toldTogether{}
	}
	return nil
}

// hearOn adds who was told that these dates do not go on, and hears that they do.
func (p *Places) hearOn(ctx context.Context, q db.Querier, plan *closingPlan) error {
	if len(plan.on) == 0 {
		return nil
	}
	acts := make([]*staffAct, len(plan.on))
	meetings := false
	for i, d := range plan.on {
		acts[i] = d.act
		meetings = meetings || d.session != ""
	}
	told, err := p.toldBy(ctx, q, acts...)
	if err != nil {
		return err
	}
	ids := unitIDs(plan.on)
	off, err := p.hearersAt(ctx, q, ids, "cancelledByHouse", "closed")
	if err != nil {
		return err
	}
	var comes map[string][]hearer
	if meetings {
		if comes, err = p.hearersAt(
			ctx, q, ids, "registered", "waiting", "offered",
		); err != nil {
			return err
		}
	}
	away, err := p.hearersAt(ctx, q, ids, "cancelled")
	if err != nil {
		return err
	}
	for i := range plan.on {
		d := &plan.on[i]
		all := off[d.s.ID]
		if d.session != "" {
			all = comes[d.s.ID]
		} else {
			for _, h := range away[d.s.ID] {
				plan.away = append(plan.away, firstName(h.who.Name))
			}
		}
		d.hear, d.heard = told.of(d.act, all), told.ofItself(d.act, all)
	}
	return nil
}

func unitIDs(dates []closingDate) []string {
	ids := []string{}
	for _, d := range dates {
		ids = append(ids, d.s.ID)
	}
	return ids
}

func toldOfPlan(dates []closingDate, becomes string) []toldOf {
	out := make([]toldOf, len(dates))
	for i, d := range dates {
		out[i] = toldOf{d.s, d.session, d.hear, becomes}
	}
	return out
}

// planLater notes what staff changed of dates since they were called off.
func (p *Places) planLater(ctx context.Context, q db.Querier, plan *closingPlan) error {
	titles, acts := map[string]string{}, []string{}
	for _, d := range plan.on {
		titles[d.s.ID], acts = d.s.Activity.Title, append(acts, d.act.id)
	}
	rows, err := q.Query(ctx, `
		select a.occurrence_id, a.kind, a.by, a.at
		from staff_act a
		where a.undone_at is null
			and a.kind = any($2)
			and a.occurrence_id = any(array(
				select occurrence_id from staff_act where id = any($1)
			))
			and exists (
				select from staff_act off
				where off.id = any($1)
					and off.occurrence_id = a.occurrence_id
					and off.no < a.no
			)
		order by a.no`, acts, noticed)
	if err != nil {
		return err
	}
	var date, kind, by string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&date, &kind, &by, &at}, func() error {
		plan.later = append(plan.later, ClosingLater{titles[date], kind, "", clock.Moment(at)})
		plan.laterBy = append(plan.laterBy, by)
		return nil
	})
	return err
}

// closingPrint is of when, what and who hears it.
func (p *Places) closingPrint(of closingOf, plan *closingPlan) string {
	parts := []string{"closing", plan.tellOff.fingerprint, plan.tellOn.fingerprint}
	if of.was != nil {
		parts = append(parts, of.was.id)
	}
	if of.next != nil {
		c := *of.next
		without := slices.Clone(of.in.Without)
		slices.Sort(without)
		parts = append(parts, c.First, c.Last, c.From.String(), c.To.String(),
			string(rune('0'+c.Weekday)), c.Reason, strings.Join(without, " "))
	}
	return hex.EncodeToString(p.Keys.LookupKey(parts...)[:12])
}
