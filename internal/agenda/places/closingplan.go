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
	Told       int    `json:"told" doc:"goes on again: people who heard that it does not, and hear this, too"`
}

// ClosingStays is a date that a closure leaves as it is.
type ClosingStays struct {
	ClosingDate
	Why string `json:"why" enum:"running,series,cancelled,covered,on,off" doc:"cancelled: before; covered: another closure lies over it; on, off: by hand since"`
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

// closingDate is one date of a plan, under its lock when the plan is carried out.
type closingDate struct {
	s    *rules.Slot
	m    rules.Meeting
	hear hearers
	act  *staffAct // goes on again: what called it off
	told bool
}

// closingStay is one that stays, and why.
type closingStay struct {
	closingDate
	why string
	by  string
	at  time.Time
}

// closingPlan is what an act about a closure does with its dates.
type closingPlan struct {
	now         time.Time
	off, on     []closingDate
	joins       []closingDate // called off by another closure: this one lies over them, too
	leaves      []string      // dates that do not stand under it any longer
	stays       []closingStay
	later       []ClosingLater
	laterBy     []string
	away        []string
	fingerprint string
}

// closingOf is what is asked: from was, nil for a new closure, to next, nil for none.
type closingOf struct {
	was  *closure
	next *house.Closure
	in   *Closing
	lock func(ctx context.Context, q pgx.Tx, id string) (*rules.Slot, error) // nil: only look
}

// plan says what happens to which date. With a lock it holds them all, in the order of their ids.
func (p *Places) planClosing(
	ctx context.Context,
	q db.Querier,
	of closingOf,
) (out closingPlan, err error) {
	out.now = p.Clock.Now()
	mine, err := p.under(ctx, q, of.was)
	if err != nil {
		return out, err
	}
	ids, err := p.insideOf(ctx, q, of, out.now)
	if err != nil {
		return out, err
	}
	for id := range mine {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		var s *rules.Slot
		if tx, ok := q.(pgx.Tx); ok && of.lock != nil {
			s, err = of.lock(ctx, tx, id)
		} else {
			s, err = p.Peek(ctx, q, id)
		}
		if isGone(err) {
			continue // thrown away meanwhile
		}
		if err != nil {
			return out, err
		}
		if err := p.planDate(ctx, q, of, s, mine[id], &out); err != nil {
			return out, err
		}
	}
	byStart := func(a, b closingDate) int { return a.m.Start.Compare(b.m.Start) }
	slices.SortStableFunc(out.off, byStart)
	slices.SortStableFunc(out.on, byStart)
	slices.SortStableFunc(out.stays, func(a, b closingStay) int {
		return a.m.Start.Compare(b.m.Start)
	})
	out.fingerprint = p.closingPrint(of, &out)
	return out, nil
}

// under are the dates that do not go on by a closure, with the act that called them off.
func (p *Places) under(
	ctx context.Context,
	q db.Querier,
	c *closure,
) (map[string]string, error) {
	out := map[string]string{}
	if c == nil {
		return out, nil
	}
	rows, err := q.Query(ctx, `
		select occurrence_id, act_id from closure_date where closure_id = $1`, c.id)
	if err != nil {
		return nil, err
	}
	var id, act string
	_, err = pgx.ForEachRow(rows, []any{&id, &act}, func() error {
		out[id] = act
		return nil
	})
	return out, err
}

// insideOf are the dates with a meeting that begins while the house is closed, or is going on then.
func (p *Places) insideOf(
	ctx context.Context,
	q db.Querier,
	of closingOf,
	now time.Time,
) (out []string, err error) {
	if of.next == nil || !of.in.has(effectDates) {
		return nil, nil
	}
	from, to := of.next.Span()
	rows, err := q.Query(ctx, `
		select occurrence_id, starts_at, ends_at
		from session
		where ends_at > $1
			and starts_at < $3
			and (starts_at >= $2 or starts_at <= $1)
			and status <> 'cancelled'`, now, from, to)
	if err != nil {
		return nil, err
	}
	var id string
	var start, end time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &start, &end}, func() error {
		if of.next.Has(start) || goesOn(*of.next, start, end, now) {
			out = append(out, id)
		}
		return nil
	})
	return out, err
}

// goesOn says whether a meeting that began runs into a closure of today.
func goesOn(c house.Closure, start, end, now time.Time) bool {
	return !now.Before(start) && now.Before(end) &&
		(c.Has(now) || c.Has(c.From.On(now)) && c.From.On(now).Before(end) &&
			now.Before(c.From.On(now)))
}

// planDate puts one date where it belongs.
func (p *Places) planDate(
	ctx context.Context,
	q db.Querier,
	of closingOf,
	s *rules.Slot,
	act string,
	out *closingPlan,
) error {
	meetings, err := Meetings(ctx, q, s.ID)
	if err != nil || len(meetings) == 0 {
		return err
	}
	d := closingDate{s: s, m: rules.Coming(meetings, s.Now)}
	inside, running := false, false
	if of.next != nil && of.in.has(effectDates) {
		for _, m := range meetings {
			if m.Status == "cancelled" || !s.Now.Before(m.End) {
				continue
			}
			runs := goesOn(*of.next, m.Start, m.End, s.Now)
			if of.next.Has(m.Start) || runs {
				d.m, inside, running = m, true, runs
				break
			}
		}
	}
	if act == "" && inside {
		return p.planOff(ctx, q, of, d, running, out)
	}
	if act == "" || inside && s.Status == "cancelled" {
		return nil
	}
	return p.planOn(ctx, q, of, d, act, out)
}

func (p *Places) planOff(
	ctx context.Context,
	q db.Querier,
	of closingOf,
	d closingDate,
	running bool,
	out *closingPlan,
) error {
	last, err := p.lastOn(ctx, q, d.s.ID, actOff)
	if err != nil {
		return err
	}
	if d.s.Status == "cancelled" {
		var live bool
		if last != nil && last.doc.Closure != "" {
			if err := q.QueryRow(ctx, `
				select exists (
					select from closure_date cd
					join closure c on c.id = cd.closure_id
					where cd.occurrence_id = $1 and cd.act_id = $2 and c.ended_at is null
				)`, d.s.ID, last.id).Scan(&live); err != nil {
				return err
			}
		}
		if d.act = last; live {
			out.joins = append(out.joins, d)
			return nil
		}
		stay := closingStay{closingDate: d, why: "cancelled"}
		if last != nil {
			stay.by, stay.at = last.by, last.at
		}
		out.stays = append(out.stays, stay)
		return nil
	}
	switch {
	case d.s.Kind == "series":
		out.stays = append(out.stays, closingStay{closingDate: d, why: "series"})
		return nil
	case running && !slices.Contains(of.in.Also, d.s.ID):
		out.stays = append(out.stays, closingStay{closingDate: d, why: "running"})
		return nil
	}
	all, err := p.hearersOf(ctx, q, d.s, "registered", "waiting", "offered")
	if err != nil {
		return err
	}
	d.hear = p.sort(d.s, all)
	out.off = append(out.off, d)
	return nil
}

// noticed are the acts that stay when a date goes on again, told by their names.
var noticed = []string{actSeats, actHost, actShifted}

func (p *Places) planOn(
	ctx context.Context,
	q db.Querier,
	of closingOf,
	d closingDate,
	act string,
	out *closingPlan,
) error {
	if !d.s.Now.Before(d.s.Ends) {
		return nil // it would have been
	}
	last, err := p.lastOn(ctx, q, d.s.ID, actOff)
	if err != nil {
		return err
	}
	stay := closingStay{closingDate: d}
	switch {
	case d.s.Status != "cancelled":
		stay.why = "on"
		if again, err := p.lastOn(ctx, q, d.s.ID, actOnAgain); err != nil {
			return err
		} else if again != nil {
			stay.by, stay.at = again.by, again.at
		}
	case last == nil || last.id != act:
		stay.why = "off"
		if last != nil {
			stay.by, stay.at = last.by, last.at
		}
	default:
		var covered bool
		if err := q.QueryRow(ctx, `
			select exists (
				select from closure_date cd
				join closure c on c.id = cd.closure_id
				where cd.occurrence_id = $1 and cd.closure_id <> $2 and c.ended_at is null
			)`, d.s.ID, of.was.id).Scan(&covered); err != nil {
			return err
		}
		if covered {
			stay.why = "covered"
		}
	}
	out.leaves = append(out.leaves, d.s.ID)
	if stay.why != "" {
		out.stays = append(out.stays, stay)
		return nil
	}
	d.act = last
	if d.hear, err = p.toldOff(ctx, q, d.s, last); err != nil {
		return err
	}
	h := d.hear
	d.told = len(h.mail)+len(h.call)+len(h.self)+len(h.none) > 0
	out.on = append(out.on, d)
	away, err := p.hearersOf(ctx, q, d.s, "cancelled")
	if err != nil {
		return err
	}
	out.away = append(out.away, firstNames(away)...)
	return p.planLater(ctx, q, d, out)
}

// planLater notes what staff changed of a date since it was called off.
func (p *Places) planLater(
	ctx context.Context,
	q db.Querier,
	d closingDate,
	out *closingPlan,
) error {
	rows, err := q.Query(ctx, `
		select a.kind, a.by, a.at
		from staff_act a
		join staff_act off on off.id = $2
		where a.occurrence_id = $1
			and a.no > off.no
			and a.undone_at is null
			and a.kind = any($3)
		order by a.no`, d.s.ID, d.act.id, noticed)
	if err != nil {
		return err
	}
	var kind, by string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&kind, &by, &at}, func() error {
		out.later = append(out.later, ClosingLater{d.s.Activity.Title, kind, "", clock.Moment(at)})
		out.laterBy = append(out.laterBy, by)
		return nil
	})
	return err
}

// closingPrint is of when, what and who hears it.
func (p *Places) closingPrint(of closingOf, plan *closingPlan) string {
	parts := []string{"closing"}
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
	for word, dates := range map[string][]closingDate{"off": plan.off, "on": plan.on} {
		for _, d := range dates {
			parts = append(parts, word+" "+d.s.ID+" "+d.hear.fingerprint)
		}
	}
	slices.Sort(parts[1:])
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
	out.Off, out.On = seeDates(plan.off), seeDates(plan.on)
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
	if of.in != nil && !of.in.has(effectTell) {
		plan.off = nil
	}
	for _, dates := range [][]closingDate{plan.off, plan.on} {
		out.Mail += len(p.byHearer(dates))
		for _, d := range dates {
			out.Call += len(d.hear.call)
			out.Self += len(d.hear.self)
			out.None += len(d.hear.none)
			out.Calls = append(out.Calls, firstNames(d.hear.call)...)
			out.Unheard = append(out.Unheard,
				firstNames(append(slices.Clone(d.hear.self), d.hear.none...))...)
			out.AtOnce = out.AtOnce || len(d.hear.mail) > 0 && tellAfter(d.s) == 0
		}
	}
	return nil
}

func seeDates(all []closingDate) []ClosingDate {
	out := make([]ClosingDate, len(all))
	for i, d := range all {
		out[i] = seeClosingDate(d)
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
		Told:       len(d.hear.mail) + len(d.hear.call),
	}
}

// toldAt is somebody who hears of a date.
type toldAt struct {
	d *closingDate
	h hearer
}

// byHearer are those who get a mail, with all dates of one name and address in one.
func (p *Places) byHearer(dates []closingDate) (out [][]toldAt) {
	at := map[string]int{}
	for i := range dates {
		for _, h := range dates[i].hear.mail {
			key := string(p.keysOf("closing", h.who).nameEmail)
			if n, ok := at[key]; ok {
				out[n] = append(out[n], toldAt{&dates[i], h})
				continue
			}
			at[key] = len(out)
			out = append(out, []toldAt{{&dates[i], h}})
		}
	}
	return out
}

// holdOf is how long the mail of one person waits: as long as the date allows that begins first.
func holdOf(all []toldAt) time.Duration {
	first := slices.MinFunc(all, func(a, b toldAt) int {
		return cmp.Compare(a.d.s.Starts.Unix(), b.d.s.Starts.Unix())
	})
	return tellAfter(first.d.s)
}

// isEnded tells the closure that is over by hand already.
func isEnded(c *closure) bool { return c != nil && c.endedAt != nil }

var errEnded = problem.New(problem.Conflict)
