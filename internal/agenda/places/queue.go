package places

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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

const mostRecent = 10

// Calls is whom this member of staff can call now.
func (p *Places) Calls(ctx context.Context, who identity.Actor) (out CallList, err error) {
	claimed, on, err := p.claimedBy(ctx, who)
	if err != nil {
		return out, err
	}
	dates, err := p.callDates(ctx, who, on...)
	if err != nil {
		return out, err
	}
	if out, err = p.callsOf(ctx, dates, claimed); err != nil {
		return out, err
	}
	both := [][]Call{out.Calls, out.Missed}
	var ids []string
	for _, c := range slices.Concat(both...) {
		ids = append(ids, c.ID)
	}
	at, err := p.contacts(ctx, p.Pool, who, ids)
	if err != nil {
		return out, err
	}
	for _, calls := range both {
		for i, c := range calls {
			calls[i].Attempts, calls[i].Calling = at[c.ID].attempts, at[c.ID].calling
		}
	}
	out.Recent, err = p.recentCalls(ctx, who, dates)
	return out, err
}

// CallsToday is how many calls of this member of staff cannot wait until tomorrow.
func (p *Places) CallsToday(ctx context.Context, who identity.Actor) (int, error) {
	dates, err := p.callDates(ctx, who)
	if err != nil {
		return 0, err
	}
	all, err := p.callsOf(ctx, dates, nil)
	return all.Today, err
}

// callsOf are the calls of every kind of these dates, in their order, with those that somebody
// claimed whose turn or time went by meanwhile: to say what came of them.
func (p *Places) callsOf(
	ctx context.Context,
	dates []*rules.Slot,
	claimed []string,
) (out CallList, err error) {
	out = CallList{Calls: []Call{}, NoPhone: []NoPhone{}, Recent: []DoneCall{}, Missed: []Call{}}
	for _, s := range dates {
		if err := p.placeCalls(ctx, s, claimed, &out); err != nil {
			return out, db.Problem(err)
		}
	}
	told, err := p.toldCalls(ctx, dates)
	if err != nil {
		return out, err
	}
	for _, c := range told {
		if c.Late && !slices.Contains(claimed, c.ID) {
			out.Missed = append(out.Missed, c)
		} else {
			out.Calls = append(out.Calls, c)
		}
	}
	slices.SortStableFunc(out.Calls, func(a, b Call) int {
		return cmp.Or(cmp.Compare(a.Until, b.Until), cmp.Compare(a.Number, b.Number))
	})
	for _, c := range out.Calls {
		if c.Today {
			out.Today++
		}
	}
	return out, nil
}

// callDates are the dates with something to call about, and others, that this member of staff may
// act on.
func (p *Places) callDates(
	ctx context.Context,
	who identity.Actor,
	others ...string,
) ([]*rules.Slot, error) {
	now := p.Clock.Now()
	all, err := slotsWhere(ctx, p.Pool, now, `
		o.id = any(array(
			select occurrence_id from vacancy where state = 'open'
			union
			select occurrence_id
			from call
			where state = 'open' or state = 'failed' and updated_at >= $1
			union
			select occurrence_id from call_try where at >= $1
			union
			select unnest($2::text[])
		))
		order by o.starts_at, o.id`, clock.Day(now), others)
	if err != nil {
		return nil, db.Problem(err)
	}
	var mine []*rules.Slot
	for _, s := range all {
		switch err := p.MayMeet(ctx, p.Pool, who, s); {
		case err == nil:
			mine = append(mine, s)
		case !isForbidden(err):
			return nil, err
		}
	}
	return mine, nil
}

func isForbidden(err error) bool { return errors.Is(err, problem.New(problem.Forbidden)) }
func isGone(err error) bool      { return errors.Is(err, problem.New(problem.NotFound)) }

func callDate(s *rules.Slot) CallDate {
	return CallDate{
		ID:    s.ID,
		Title: s.Activity.Title,
		Start: clock.Moment(s.Starts),
		End:   clock.Moment(s.Ends),
	}
}

// placeCalls adds the calls about free places of a date, and those who cannot be called about one.
func (p *Places) placeCalls(
	ctx context.Context,
	s *rules.Slot,
	claimed []string,
	out *CallList,
) error {
	ended := s.Held == 0 || !s.Now.Before(s.JoinUntil)
	if ended && !slices.ContainsFunc(claimed, isEntry) {
		return nil
	}
	l, err := p.listOf(ctx, p.Pool, s)
	if err != nil {
		return err
	}
	var turns []turn
	if !ended {
		turns = l.turns()
		for _, w := range l.noPhone() {
			if w.paused {
				continue
			}
			out.NoPhone = append(out.NoPhone, NoPhone{
				ID:        w.id,
				FirstName: firstName(w.who.Name),
				Number:    w.number,
				Date:      callDate(s),
				Latest:    clock.Moment(s.JoinUntil.Add(-mailMargin)),
			})
		}
	}
	for i, t := range turns {
		c := l.call(t)
		c.Asked = t.w.seats
		c.Today = t.reason == reasonPhoneList || rules.DayOf(t.until) <= rules.DayOf(s.Now)
		if t.reason == reasonPhoneList && t.first {
			c.Next = l.nameAfter(turns, i)
		}
		out.Calls = append(out.Calls, c)
	}
	for i := range l.entries { // whom somebody claimed, and whose turn went by since
		w := &l.entries[i]
		if !slices.Contains(claimed, w.id) || w.state == "accepted" ||
			slices.ContainsFunc(turns, func(t turn) bool { return t.w == w }) {
			continue
		}
		c := l.call(turn{
			w: w, reason: reasonPhoneList, until: s.Starts, seats: w.seats, first: true,
		})
		c.Late = true
		out.Calls = append(out.Calls, c)
	}
	return nil
}

// call is a turn as staff read it.
func (l *list) call(t turn) Call {
	c := Call{
		ID:        t.w.id,
		Kind:      callPlace,
		Reason:    t.reason,
		FirstName: firstName(t.w.who.Name),
		Phone:     house.ShowPhone(t.w.who.Phone),
		Date:      callDate(l.s),
		Seats:     t.seats,
		Number:    t.w.number,
		Until:     clock.Moment(t.until),
		First:     t.first,
		CanDefer:  !t.w.doc.DeferredUsed,
	}
	if t.again != nil {
		c.AgainAt = clock.Moment(*t.again)
	}
	return c
}

func isEntry(id string) bool { return strings.HasPrefix(id, "wle_") }

// nameAfter is whose turn it is on the phone list when this call reaches nobody: the next with a
// number who has no turn themselves.
func (l *list) nameAfter(turns []turn, i int) string {
	for j := range l.vacancies {
		v := &l.vacancies[j]
		if !slices.Contains(turns[i].places, v.id) {
			continue
		}
		next := l.firstOf(v, func(w *waiter) bool {
			return w.phone && !slices.ContainsFunc(turns, func(t turn) bool { return t.w == w })
		})
		if next != nil {
			return firstName(next.who.Name)
		}
	}
	return ""
}

// toldCalls are the calls of other kinds, of these dates: the open ones, and those of which the
// time was over today.
func (p *Places) toldCalls(ctx context.Context, dates []*rules.Slot) ([]Call, error) {
	now := p.Clock.Now()
	rows, err := p.Pool.Query(ctx, `
		select c.id, c.kind, c.reason, c.occurrence_id,
			case when c.due_at > $3 then c.due_at else `+callEnds+` end,
			c.again_at, c.sealed,
			coalesce(r.id, e.id), r.id is not null, coalesce(r.seats, e.seats),
			coalesce(r.sealed, e.sealed), se.starts_at, se.ends_at, c.about,
			c.state = 'failed', coalesce(se.reason, '')
		from call c
		join occurrence o on o.id = c.occurrence_id
		left join session se on se.id = c.session_id
		left join registration r on r.id = c.registration_id
		left join waitlist_entry e on e.id = c.entry_id
		where c.occurrence_id = any($1)
			and coalesce(r.id, e.id) is not null
			and not `+speaksOfNobody+`
			and (c.state = 'open' or c.state = 'failed' and c.updated_at >= $2)
		order by c.due_at, c.id`, idsOf(dates), clock.Day(now), now)
	if err != nil {
		return nil, db.Problem(err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (Call, error) {
		return p.scanCall(r, dates, now)
	})
	if err != nil {
		return nil, db.Problem(err)
	}
	if err := p.sayWhy(ctx, dates, all); err != nil {
		return nil, db.Problem(err)
	}
	return all, p.datesOfCalls(ctx, all)
}

// sayWhy adds to calls that a date does not go on what the mail says of it.
func (p *Places) sayWhy(
	ctx context.Context,
	dates []*rules.Slot,
	calls []Call,
) error {
	for i := range calls {
		c := &calls[i]
		if c.Reason != callOff {
			continue
		}
		s := dateOf(dates, c.Date.ID)
		if s.Status != "cancelled" { // a meeting of it
			c.Said = &CallSaid{Reason: c.why}
			continue
		}
		d, err := p.changedDate(ctx, p.Pool, s, rules.Meeting{})
		if err != nil {
			return err
		}
		c.Said = &CallSaid{Reason: d.Reason, Instead: d.Instead}
		if !d.InsteadStart.IsZero() {
			c.Said.InsteadStart = clock.Moment(d.InsteadStart)
		}
	}
	return nil
}

func (p *Places) scanCall(
	row pgx.Row,
	dates []*rules.Slot,
	now time.Time,
) (c Call, err error) {
	var occurrence, subject string
	var registered bool
	var due time.Time
	var again, start, end *time.Time
	var text, box, about []byte
	if err := row.Scan(
		&c.ID, &c.Kind, &c.Reason, &occurrence, &due, &again, &text, &subject, &registered,
		&c.Seats, &box, &start, &end, &about, &c.Late, &c.why,
	); err != nil {
		return c, err
	}
	if c.about, err = aboutOf(about); err != nil {
		return c, err
	}
	c.Waits = !registered
	table := "waitlist_entry"
	if registered {
		table = "registration"
	}
	plain, err := p.Keys.Open(table, subject, box)
	if err != nil {
		return c, err
	}
	var who sealed
	if err := json.Unmarshal(plain, &who); err != nil {
		return c, err
	}
	if text != nil {
		said, err := p.Keys.Open("call", c.ID, text)
		if err != nil {
			return c, err
		}
		c.Text = string(said)
	}
	c.FirstName, c.Phone = firstName(who.Name), house.ShowPhone(who.Phone)
	if c.Kind == callMeet && who.Phone == "" {
		c.Email = who.Email
	}
	s := dateOf(dates, occurrence)
	c.Date, c.Until, c.First = callDate(s), clock.Moment(due), true
	if start != nil {
		c.Date.Start, c.Date.End = clock.Moment(*start), clock.Moment(*end)
		c.Begun = !now.Before(s.Starts)
	}
	c.Today = !c.Late && rules.DayOf(due) <= rules.DayOf(now)
	if again != nil && now.Before(*again) {
		c.AgainAt = clock.Moment(*again)
	}
	return c, nil
}

// recentCalls are the last outcomes of today, newest first.
func (p *Places) recentCalls(
	ctx context.Context,
	who identity.Actor,
	dates []*rules.Slot,
) ([]DoneCall, error) {
	now := p.Clock.Now()
	rows, err := p.Pool.Query(ctx, `
		select `+actColumns+`
		from staff_act
		where kind = $1
			and occurrence_id = any($2)
			and at >= $3
			and undone_at is null
		order by no desc
		limit $4`, actCalled, idsOf(dates), clock.Day(now), mostRecent)
	if err != nil {
		return nil, db.Problem(err)
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (staffAct, error) {
		return scanAct(r)
	})
	if err != nil {
		return nil, db.Problem(err)
	}
	out := make([]DoneCall, len(acts))
	uids := make([]string, len(acts))
	for i, a := range acts {
		uids[i] = a.by
		out[i] = DoneCall{Act: seeAct(a, now), Mine: a.by == who.ID}
		if out[i].FirstName, err = p.nameOf(ctx, a.subject); err != nil {
			return nil, err
		}
	}
	names, err := p.Names(ctx, uids)
	for i, a := range acts {
		out[i].Act.By = names[a.by]
	}
	return out, err
}
