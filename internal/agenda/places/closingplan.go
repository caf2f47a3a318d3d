package places

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// ClosingDate is a date that a closure changes.
type ClosingDate struct {
	Occurrence string `json:"occurrence"`
	Title      string `json:"title"`
	Mode       string `json:"mode"`
	Start      string `json:"start" format:"date-time"`
	End        string `json:"end" format:"date-time"`
	People     int    `json:"people" doc:"with a place, with who comes along"`
	Waiting    int    `json:"waiting"`
	Meeting    int    `json:"meeting,omitempty" doc:"of a series: which meeting, the first is 1"`
	Told       int    `json:"told" doc:"goes on again: people who heard that it does not, and hear this, too"`
}

// ClosingStays is a date that a closure leaves as it is.
type ClosingStays struct {
	ClosingDate
	Why string `json:"why" enum:"running,cancelled,covered,on,off" doc:"cancelled: before; covered: another closure lies over it; on, off: by hand since"`
	By  string `json:"by,omitempty" doc:"cancelled, on, off: name of who did so"`
	At  string `json:"at,omitempty" format:"date-time"`
}

// ClosingLater is what somebody changed of a date after it was called off. It stays.
type ClosingLater struct {
	Title string `json:"title"`
	Kind  string `json:"kind" enum:"seats,host,shifted,changed"`
	By    string `json:"by"`
	At    string `json:"at" format:"date-time"`
}

// ClosingCheck is what closing, changing a closure or ending it comes to. Nothing is stored.
type ClosingCheck struct {
	First   string         `json:"first,omitempty" format:"date" doc:"absent: the house opens again"`
	Last    string         `json:"last,omitempty" format:"date"`
	Weekday int            `json:"weekday,omitempty"`
	From    house.WallTime `json:"from"`
	To      house.WallTime `json:"to"`
	Days    int            `json:"days" doc:"on which it is closed"`
	Reason  string         `json:"reason,omitempty"`

	Off   []ClosingDate  `json:"off" doc:"do not go on"`
	On    []ClosingDate  `json:"on" doc:"go on again"`
	Stays []ClosingStays `json:"stays"`
	Later []ClosingLater `json:"later"`
	Away  []string       `json:"away" doc:"first names of who called off by themselves"`

	Mail    int      `json:"mail" doc:"people who get a mail"`
	Call    int      `json:"call" doc:"calls to make"`
	Self    int      `json:"self" doc:"people who want no mail and no call"`
	None    int      `json:"none" doc:"people without an address and a number"`
	Calls   []string `json:"calls" doc:"first names of who must be called"`
	Unheard []string `json:"unheard" doc:"first names of who hears nothing"`
	AtOnce  bool     `json:"atOnce" doc:"the mails go at once"`
	Draft   bool     `json:"draft" doc:"the draft of the announcement that it made goes"`
	// Fingerprint is of all that.
	Fingerprint string `json:"fingerprint"`
	// Earlier is the closure that does this already.
	Earlier *ClosureSeen `json:"earlier,omitempty"`
}

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

// closingLook is what a plan needs to know of its dates.
type closingLook struct {
	meetings map[string][]rules.Meeting
	did      map[unit]map[string]*staffAct // the last acts of a kind
	under    map[unit]map[string]string    // the closures that lie over it, with their act
}

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
	if of.lock != nil {
		if err := p.lockSome(ctx, of.lock, ids); err != nil {
			return out, err
		}
	}
	dates, err := p.slotsAt(ctx, q, ids)
	if err != nil {
		return out, err
	}
	look, err := lookAt(ctx, q, ids)
	if err != nil {
		return out, err
	}
	for _, s := range dates {
		if of.lock != nil {
			s.Before = s.Word()
			if err := p.catchUp(ctx, of.lock, s); err != nil {
				return out, err
			}
			out.locked = append(out.locked, s)
		}
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

// slotsAt are the dates with these ids, in the order of these.
func (p *Places) slotsAt(
	ctx context.Context,
	q db.Querier,
	ids []string,
) ([]*rules.Slot, error) {
	rows, err := q.Query(ctx, `
		select `+SlotColumns+`
		from occurrence o
		join activity a on a.id = o.activity_id
		where o.id = any($1)
		order by o.id`, ids)
	if err != nil {
		return nil, err
	}
	now := p.Clock.Now()
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (*rules.Slot, error) {
		s := &rules.Slot{Now: now}
		return s, ScanSlot(r, s)
	})
}

func lookAt(ctx context.Context, q db.Querier, ids []string) (out closingLook, err error) {
	out.meetings = map[string][]rules.Meeting{}
	rows, err := q.Query(ctx, `
		select occurrence_id, id, room, status, reason, n, count(*) over (partition by occurrence_id),
			starts_at, ends_at
		from session
		where occurrence_id = any($1)
		order by occurrence_id, n`, ids)
	if err != nil {
		return out, err
	}
	var date, session, closure, act string
	var m rules.Meeting
	if _, err := pgx.ForEachRow(rows, []any{
		&date, &m.ID, &m.Room, &m.Status, &m.Reason, &m.N, &m.Of, &m.Start, &m.End,
	}, func() error {
		out.meetings[date] = append(out.meetings[date], m)
		return nil
	}); err != nil {
		return out, err
	}
	out.did = map[unit]map[string]*staffAct{}
	if rows, err = q.Query(ctx, `
		select distinct on (occurrence_id, coalesce(doc->>'session', ''), kind) `+actColumns+`
		from staff_act
		where occurrence_id = any($1)
			and kind in ('`+actOff+`', '`+actOnAgain+`')
			and undone_at is null
		order by occurrence_id, coalesce(doc->>'session', ''), kind, no desc`, ids); err != nil {
		return out, err
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (staffAct, error) {
		return scanAct(r)
	})
	if err != nil {
		return out, err
	}
	for _, a := range acts {
		at := unit{a.occurrence, a.doc.Session}
		if out.did[at] == nil {
			out.did[at] = map[string]*staffAct{}
		}
		out.did[at][a.kind] = &a
	}
	out.under = map[unit]map[string]string{}
	if rows, err = q.Query(ctx, `
		select cd.occurrence_id, coalesce(cd.session_id, ''), cd.closure_id, cd.act_id
		from closure_date cd
		join closure c on c.id = cd.closure_id
		where cd.occurrence_id = any($1) and c.ended_at is null`, ids); err != nil {
		return out, err
	}
	_, err = pgx.ForEachRow(rows, []any{&date, &session, &closure, &act}, func() error {
		at := unit{date, session}
		if out.under[at] == nil {
			out.under[at] = map[string]string{}
		}
		out.under[at][closure] = act
		return nil
	})
	return out, err
}

// closingIDs are the dates that a closure may change: with a meeting that begins while the house is
// closed, or is going on then, and those that do not go on by it.
func (p *Places) closingIDs(
	ctx context.Context,
	q db.Querier,
	of closingOf,
	now time.Time,
) (out []string, err error) {
	if of.was != nil {
		rows, err := q.Query(ctx, `
			select distinct occurrence_id from closure_date where closure_id = $1`, of.was.id)
		if err != nil {
			return nil, err
		}
		if out, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return nil, err
		}
	}
	if of.next != nil && of.in.has(effectDates) {
		from, to := of.next.Span()
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
			if of.next.Has(start) || goesOn(*of.next, start, end, now) {
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
		stay.did(last)
		plan.stays = append(plan.stays, stay)
		return
	}
	if running && !slices.Contains(of.in.Also, d.s.ID) {
		plan.stays = append(plan.stays, closingStay{closingDate: d, why: "running"})
		return
	}
	plan.off = append(plan.off, d)
}

// noticed are the acts that stay when a date goes on again, told by their names.
var noticed = []string{actSeats, actHost, actShifted}

func (plan *closingPlan) placeOn(d closingDate, act string, inside bool, look closingLook) {
	if !d.s.Now.Before(d.s.Ends) {
		return // it would have been
	}
	last := look.did[d.unit()][actOff]
	stay := closingStay{closingDate: d}
	switch {
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
			plan.away = append(plan.away, firstNames(away[d.s.ID])...)
		}
		d.hear = told.of(d.act, all)
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

// checkClosing is what closing the house comes to, or closing it at other times; without in, ending
// that closure.
//
// Problems: invalid, forbidden, not_found, conflict (ended).
func (p *Places) checkClosing(
	ctx context.Context,
	who identity.Actor,
	id string,
	in *Closing,
) (out ClosingCheck, err error) {
	of, earlier, err := p.closingOf(ctx, p.Pool, who, id, in)
	if err != nil {
		return out, db.Problem(err)
	}
	if earlier != nil {
		seen, err := p.closureSeen(ctx, who, *earlier)
		if err != nil {
			return out, err
		}
		out.Earlier = &seen
	}
	plan, err := p.planClosing(ctx, p.Pool, of)
	if err == nil {
		err = p.hearClosing(ctx, p.Pool, of, &plan)
	}
	if err != nil {
		return out, db.Problem(err)
	}
	err = p.closingShown(ctx, of, plan, &out)
	return out, db.Problem(err)
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

func (p *Places) closingShown(
	ctx context.Context,
	of closingOf,
	plan closingPlan,
	out *ClosingCheck,
) error {
	if of.next != nil {
		out.First, out.Last, out.Weekday = of.next.First, of.next.Last, of.next.Weekday
		out.From, out.To, out.Days = of.next.From, of.next.To, len(of.next.Days())
		out.Reason = of.next.Reason
	}
	ids := slices.Clone(plan.laterBy)
	for _, s := range plan.stays {
		ids = append(ids, s.by)
	}
	names, err := p.Names(ctx, ids)
	if err != nil {
		return err
	}
	out.Off, out.On = plan.see(plan.off, plan.tellOff), plan.see(plan.on, plan.tellOn)
	out.Stays, out.Later = []ClosingStays{}, append([]ClosingLater{}, plan.later...)
	for i := range out.Later {
		out.Later[i].By = names[plan.laterBy[i]]
	}
	for _, s := range plan.stays {
		seen := ClosingStays{
			ClosingDate: seeClosingDate(s.closingDate),
			Why:         s.why,
			By:          names[s.by],
		}
		if !s.at.IsZero() {
			seen.At = clock.Moment(s.at)
		}
		out.Stays = append(out.Stays, seen)
	}
	out.Away, out.Calls, out.Unheard = append([]string{}, plan.away...), []string{}, []string{}
	out.Draft = of.was != nil && of.next == nil && len(of.was.doc.Notice) > 0
	out.Fingerprint = plan.fingerprint
	out.AtOnce = len(plan.tellOn.mail) > 0 || len(plan.tellOff.mail) > 0 && plan.hold() == 0
	for _, t := range []toldTogether{plan.tellOff, plan.tellOn} {
		of := t.counted()
		out.Mail += len(of.mail)
		out.Call += len(of.call)
		out.Self += len(of.self)
		out.None += len(of.none)
		out.Calls = append(out.Calls, firstNames(of.call)...)
		out.Unheard = append(out.Unheard, firstNames(append(of.self, of.none...))...)
	}
	return nil
}

// see are the dates of a plan with how many hear of each.
func (*closingPlan) see(all []closingDate, told toldTogether) []ClosingDate {
	hear := map[unit]int{}
	for _, t := range append(slices.Clone(told.mail), told.call...) {
		for _, row := range t.about {
			hear[unit{row.Date, row.Session}]++
		}
	}
	out := make([]ClosingDate, len(all))
	for i, d := range all {
		out[i] = seeClosingDate(d)
		out[i].Told = hear[d.unit()]
	}
	return out
}

func seeClosingDate(d closingDate) ClosingDate {
	return ClosingDate{
		Occurrence: d.s.ID,
		Title:      d.s.Activity.Title,
		Mode:       d.s.Activity.Mode,
		Start:      clock.Moment(d.m.Start),
		End:        clock.Moment(d.m.End),
		People:     d.s.Taken,
		Waiting:    d.s.Waiting,
		Meeting:    d.meeting(),
	}
}

// isEnded tells the closure that is over by hand already.
func isEnded(c *closure) bool { return c != nil && c.endedAt != nil }

var errEnded = problem.New(problem.Conflict)
