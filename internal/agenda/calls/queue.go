package calls

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

const mostRecent = 10

// CallList is whom this member of staff can call now.
func (p *Calls) CallList(ctx context.Context, who identity.Actor) (out CallList, err error) {
	claimed, on, err := p.claimedBy(ctx, who)
	if err != nil {
		return out, err
	}
	dates, err := p.CallDates(ctx, who, on...)
	if err != nil {
		return out, err
	}
	if out, err = p.CallsOf(ctx, dates, claimed); err != nil {
		return out, err
	}
	both := [][]Call{out.Calls, out.Missed}
	var ids []string
	for _, c := range slices.Concat(both...) {
		ids = append(ids, c.ID)
	}
	at, err := p.Contacts(ctx, p.Pool, who, ids)
	if err != nil {
		return out, err
	}
	for _, calls := range both {
		for i, c := range calls {
			calls[i].Attempts, calls[i].Calling = at[c.ID].Attempts, at[c.ID].Calling
		}
	}
	out.Recent, err = p.recentCalls(ctx, who, dates)
	return out, err
}

// CallsToday is how many calls of this member of staff cannot wait until tomorrow.
func (p *Calls) CallsToday(ctx context.Context, who identity.Actor) (int, error) {
	dates, err := p.CallDates(ctx, who)
	if err != nil {
		return 0, err
	}
	all, err := p.CallsOf(ctx, dates, nil)
	return all.Today, err
}

// CallsOf are the calls of every kind of these dates, in their order, with those that somebody
// claimed whose turn or time went by meanwhile: to say what came of them.
func (p *Calls) CallsOf(
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

// CallDates are the dates with something to call about, and others, that this member of staff may
// act on.
func (p *Calls) CallDates(
	ctx context.Context,
	who identity.Actor,
	others ...string,
) ([]*rules.Slot, error) {
	now := p.Clock.Now()
	all, err := waitlist.SlotsWhere(ctx, p.Pool, now, `
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
		case !waitlist.IsForbidden(err):
			return nil, err
		}
	}
	return mine, nil
}

func CallDateOf(s *rules.Slot) CallDate {
	return CallDate{
		ID:    s.ID,
		Title: s.Activity.Title,
		Start: clock.Moment(s.Starts),
		End:   clock.Moment(s.Ends),
	}
}

// placeCalls adds the calls about free places of a date, and those who cannot be called about one.
func (p *Calls) placeCalls(
	ctx context.Context,
	s *rules.Slot,
	claimed []string,
	out *CallList,
) error {
	ended := s.Held == 0 || !s.Now.Before(s.JoinUntil)
	if ended && !slices.ContainsFunc(claimed, isEntry) {
		return nil
	}
	l, err := p.ListOf(ctx, p.Pool, s)
	if err != nil {
		return err
	}
	var turns []waitlist.Turn
	if !ended {
		turns = l.Turns()
		for _, w := range l.NoPhone() {
			if w.Paused {
				continue
			}
			out.NoPhone = append(out.NoPhone, NoPhone{
				ID:        w.ID,
				FirstName: waitlist.FirstName(w.Who.Name),
				Number:    w.Number,
				Date:      CallDateOf(s),
				Latest:    clock.Moment(s.JoinUntil.Add(-desk.MailMargin)),
			})
		}
	}
	for i, t := range turns {
		c := turnSeen(&l, t)
		c.Asked = t.W.Seats
		c.Today = t.Reason == waitlist.ReasonPhoneList || rules.DayOf(t.Until) <= rules.DayOf(s.Now)
		if t.Reason == waitlist.ReasonPhoneList && t.First {
			c.Next = nameAfter(&l, turns, i)
		}
		out.Calls = append(out.Calls, c)
	}
	for i := range l.Entries { // whom somebody claimed, and whose turn went by since
		w := &l.Entries[i]
		if !slices.Contains(claimed, w.ID) || w.State == "accepted" ||
			slices.ContainsFunc(turns, func(t waitlist.Turn) bool { return t.W == w }) {
			continue
		}
		c := turnSeen(&l, waitlist.Turn{
			W: w, Reason: waitlist.ReasonPhoneList, Until: s.Starts, Seats: w.Seats, First: true,
		})
		c.Late = true
		out.Calls = append(out.Calls, c)
	}
	return nil
}

// turnSeen is a turn as staff read it.
func turnSeen(l *waitlist.List, t waitlist.Turn) Call {
	c := Call{
		ID:        t.W.ID,
		Kind:      booking.CallPlace,
		Reason:    t.Reason,
		FirstName: waitlist.FirstName(t.W.Who.Name),
		Phone:     house.ShowPhone(t.W.Who.Phone),
		Date:      CallDateOf(l.S),
		Seats:     t.Seats,
		Number:    t.W.Number,
		Until:     clock.Moment(t.Until),
		First:     t.First,
		CanDefer:  !t.W.Doc.DeferredUsed,
	}
	if t.Again != nil {
		c.AgainAt = clock.Moment(*t.Again)
	}
	return c
}

func isEntry(id string) bool { return strings.HasPrefix(id, "wle_") }

// nameAfter is whose turn it is on the phone list when this call reaches nobody: the next with a
// number who has no turn themselves.
func nameAfter(l *waitlist.List, turns []waitlist.Turn, i int) string {
	for j := range l.Vacancies {
		v := &l.Vacancies[j]
		if !slices.Contains(turns[i].Places, v.ID) {
			continue
		}
		next := l.FirstOf(v, func(w *waitlist.Waiter) bool {
			return w.Phone &&
				!slices.ContainsFunc(turns, func(t waitlist.Turn) bool { return t.W == w })
		})
		if next != nil {
			return waitlist.FirstName(next.Who.Name)
		}
	}
	return ""
}

// toldCalls are the calls of other kinds, of these dates: the open ones, and those of which the
// time was over today.
func (p *Calls) toldCalls(ctx context.Context, dates []*rules.Slot) ([]Call, error) {
	now := p.Clock.Now()
	rows, err := p.Pool.Query(ctx, `
		select c.id, c.kind, c.reason, c.occurrence_id,
			case when c.due_at > $3 then c.due_at else `+booking.CallEnds+` end,
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
			and not `+booking.SpeaksOfNobody+`
			and (c.state = 'open' or c.state = 'failed' and c.updated_at >= $2)
		order by c.due_at, c.id`, waitlist.IDsOf(dates), clock.Day(now), now)
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
func (p *Calls) sayWhy(
	ctx context.Context,
	dates []*rules.Slot,
	calls []Call,
) error {
	for i := range calls {
		c := &calls[i]
		if c.Reason != booking.CallOff {
			continue
		}
		s := waitlist.DateOf(dates, c.Date.ID)
		if s.Status != "cancelled" { // a meeting of it
			c.Said = &CallSaid{Reason: c.why}
			continue
		}
		d, err := p.ChangedDate(ctx, p.Pool, s, rules.Meeting{})
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

func (p *Calls) scanCall(
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
	if c.about, err = booking.AboutOf(about); err != nil {
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
	var who waitlist.Sealed
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
	c.FirstName, c.Phone = waitlist.FirstName(who.Name), house.ShowPhone(who.Phone)
	if c.Kind == waitlist.CallMeet && who.Phone == "" {
		c.Email = who.Email
	}
	s := waitlist.DateOf(dates, occurrence)
	c.Date, c.Until, c.First = CallDateOf(s), clock.Moment(due), true
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
func (p *Calls) recentCalls(
	ctx context.Context,
	who identity.Actor,
	dates []*rules.Slot,
) ([]DoneCall, error) {
	now := p.Clock.Now()
	rows, err := p.Pool.Query(ctx, `
		select `+booking.ActColumns+`
		from staff_act
		where kind = $1
			and occurrence_id = any($2)
			and at >= $3
			and undone_at is null
		order by no desc
		limit $4`, booking.ActCalled, waitlist.IDsOf(dates), clock.Day(now), mostRecent)
	if err != nil {
		return nil, db.Problem(err)
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (booking.StaffAct, error) {
		return booking.ScanAct(r)
	})
	if err != nil {
		return nil, db.Problem(err)
	}
	out := make([]DoneCall, len(acts))
	uids := make([]string, len(acts))
	for i, a := range acts {
		uids[i] = a.By
		out[i] = DoneCall{Act: booking.SeeAct(a, now), Mine: a.By == who.ID}
		if out[i].FirstName, err = p.nameOf(ctx, a.Subject); err != nil {
			return nil, err
		}
	}
	names, err := p.Names(ctx, uids)
	for i, a := range acts {
		out[i].Act.By = names[a.By]
	}
	return out, err
}
