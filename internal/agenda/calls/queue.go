package calls

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
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
	// whom they rang, without a word yet of what came of it
	rung, err := db.All[struct{ Subject, Date string }](ctx, p.Pool, `
		select k.subject_id, coalesce(e.occurrence_id, c.occurrence_id, '')
		from calling k
		left join waitlist_entry e on e.id = k.subject_id
		left join call c on c.id = k.subject_id
		where k.by = $1
		order by k.subject_id`, who.ID)
	if err != nil {
		return out, err
	}
	var claimed, on, ids []string
	for _, r := range rung {
		claimed, on = append(claimed, r.Subject), append(on, r.Date)
	}
	dates, err := p.CallDates(ctx, who, on...)
	if err != nil {
		return out, err
	}
	if out, err = p.CallsOf(ctx, dates, claimed); err != nil {
		return out, err
	}
	both := [][]Call{out.Calls, out.Missed}
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

// CallsToday is how many calls cannot wait until tomorrow.
func (p *Calls) CallsToday(ctx context.Context, who identity.Actor) (int, error) {
	dates, err := p.CallDates(ctx, who)
	if err != nil {
		return 0, err
	}
	all, err := p.CallsOf(ctx, dates, nil)
	return all.Today, err
}

// CallsOf are the calls of these dates, with claimed ones whose turn or time went by meanwhile: to
// say what came of them.
func (p *Calls) CallsOf(ctx context.Context, dates []*rules.Slot, claimed []string) (out CallList, err error) {
	out = CallList{Calls: []Call{}, NoPhone: []NoPhone{}, Recent: []DoneCall{}, Missed: []Call{}}
	for _, s := range dates {
		if err := p.placeCalls(ctx, s, claimed, &out); err != nil {
			return out, err
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

// CallDates are the dates with something to call about, and others, that somebody may act on.
func (p *Calls) CallDates(ctx context.Context, who identity.Actor, others ...string) (mine []*rules.Slot, err error) {
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
	for _, s := range all {
		switch may := p.MayMeet(ctx, p.Pool, who, s); {
		case may == nil:
			mine = append(mine, s)
		case !waitlist.IsForbidden(may):
			return nil, may
		}
	}
	return mine, err
}

func callDate(s *rules.Slot) CallDate {
	return CallDate{s.ID, s.Activity.Title, s.Activity.OwnSentence, callTime(s.Starts, s.Ends)}
}

func callTime(start, end time.Time) CallTime {
	return CallTime{clock.Moment(start), clock.Moment(end)}
}

// latest is when an offer by mail of staff is over.
func latest(s *rules.Slot) string { return clock.Moment(s.JoinUntil.Add(-desk.MailMargin)) }

// placeCalls adds the calls about free places of a date, and who cannot be called about one.
func (p *Calls) placeCalls(ctx context.Context, s *rules.Slot, claimed []string, out *CallList) error {
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
			if !w.Paused {
				out.NoPhone = append(out.NoPhone, NoPhone{
					w.ID, waitlist.FirstName(w.Who.Name), w.Number, callDate(s), latest(s),
				})
			}
		}
	}
	for _, t := range turns {
		c, list := turnSeen(s, t), t.Reason == waitlist.ReasonPhoneList
		c.Asked = t.W.Seats
		c.Today = list || clock.Date(t.Until) <= clock.Date(s.Now)
		if list && t.First {
			c.Next = nameAfter(&l, turns, t)
		}
		out.Calls = append(out.Calls, c)
	}
	for i := range l.Entries { // whom somebody claimed, and whose turn went by since
		w := &l.Entries[i]
		if !slices.Contains(claimed, w.ID) || w.State == "accepted" || hasTurn(turns, w) {
			continue
		}
		c := turnSeen(s, waitlist.Turn{
			W: w, Reason: waitlist.ReasonPhoneList, Until: s.Starts, Seats: w.Seats, First: true,
		})
		c.Late = true
		out.Calls = append(out.Calls, c)
	}
	return nil
}

func turnSeen(s *rules.Slot, t waitlist.Turn) Call {
	c := Call{
		ID:        t.W.ID,
		Kind:      booking.CallPlace,
		Reason:    t.Reason,
		FirstName: waitlist.FirstName(t.W.Who.Name),
		Phone:     house.ShowPhone(t.W.Who.Phone),
		Date:      callDate(s),
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

func isEntry(id string) bool { return changes.KindOf(id) == waitlist.EntryKind }

func hasTurn(turns []waitlist.Turn, w *waitlist.Waiter) bool {
	return slices.ContainsFunc(turns, func(t waitlist.Turn) bool { return t.W == w })
}

// nameAfter is whose turn it is on the phone list when this call reaches nobody: the next with a
// number and no turn.
func nameAfter(l *waitlist.List, turns []waitlist.Turn, t waitlist.Turn) string {
	for i := range l.Vacancies {
		v := &l.Vacancies[i]
		next := l.FirstOf(v, func(w *waitlist.Waiter) bool { return w.Phone && !hasTurn(turns, w) })
		if next != nil && slices.Contains(t.Places, v.ID) {
			return waitlist.FirstName(next.Who.Name)
		}
	}
	return ""
}

// recentCalls are the last outcomes of today, newest first.
func (p *Calls) recentCalls(ctx context.Context, who identity.Actor, dates []*rules.Slot) ([]DoneCall, error) {
	acts, seen, err := p.SeeActs(ctx, `
		where kind = $1
			and occurrence_id = any($2)
			and at >= $3
			and undone_at is null
		order by no desc
		limit $4`,
		booking.ActCalled, waitlist.IDsOf(dates), clock.Day(p.Clock.Now()), mostRecent)
	if err != nil {
		return nil, err
	}
	out := make([]DoneCall, len(acts))
	for i, a := range acts {
		r, err := p.Load(ctx, p.Pool, changes.KindOf(a.Subject), a.Subject)
		if err := waitlist.IfThere(err); err != nil { // "" of one that is gone
			return nil, err
		}
		out[i] = DoneCall{seen[i], waitlist.FirstName(r.Who.Name), a.By == who.ID}
	}
	return out, nil
}
