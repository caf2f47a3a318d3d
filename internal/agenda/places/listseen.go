package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// Waitlist is who waits for one date, as staff read it, with a reason for everything.
type Waitlist struct {
	Date     rules.Line `json:"date"`
	Taken    int        `json:"taken"`
	Held     int        `json:"held"`
	Capacity int        `json:"capacity,omitempty" doc:"0: no limit"`
	ByHand   bool       `json:"byHand,omitempty" doc:"staff give every place themselves"`
	Stopped  string     `json:"stopped,omitempty" doc:"automatic offers are stopped: why"`
	Open     bool       `json:"open" doc:"somebody can be put on the list"`
	MayPlan  bool       `json:"mayPlan" doc:"who asks may open places to everybody, stop offers, put people back and take them off"`
	MaySkip  bool       `json:"maySkip"`
	CanOpen  bool       `json:"canOpen" doc:"a place is held and offered to nobody right now"`
	Places   []Why      `json:"places" doc:"each place that is held; or the one reason why none is"`
	Entries  []Waiter   `json:"entries" doc:"in order; those without a number are not on the list any more"`
	Latest   string     `json:"latest" format:"date-time" doc:"an offer by mail that staff make is over by then"`
}

// Waiter is somebody on the list of a date, as staff read it.
type Waiter struct {
	ID          string    `json:"id"`
	Number      int       `json:"number,omitempty"`
	FirstName   string    `json:"firstName" doc:"with a letter where two have the same"`
	Phone       string    `json:"phone,omitempty" doc:"as people read it"`
	Email       bool      `json:"email" doc:"an address is known"`
	Seats       int       `json:"seats"`
	State       string    `json:"state" enum:"waiting,offered,accepted,declined,expired,unreached,left,closed"`
	Way         string    `json:"way" enum:"mail,phone"`
	ShortNotice bool      `json:"shortNotice"`
	Why         Why       `json:"why"`
	Attempts    []Attempt `json:"attempts"`
	Calling     *Calling  `json:"calling,omitempty"`
	CanCall     bool      `json:"canCall,omitempty" doc:"it is their turn on the list of calls, or soon again"`
	CanSkip     bool      `json:"canSkip,omitempty"`
	CanMail     bool      `json:"canMail,omitempty" doc:"an offer by mail can be made by hand"`
}

// WaitlistOf is the list of one date for a member of staff. What is over by the clock ends first,
// so that every reason is true now.
//
// Problems: not_found, forbidden.
func (p *Places) WaitlistOf(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (out Waitlist, err error) {
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return out, err
	}
	if err := p.MayMeet(ctx, p.Pool, who, s); err != nil {
		return out, err
	}
	if err := p.wakeOverdue(ctx, s); err != nil {
		return out, err
	}
	err = pgx.BeginTxFunc(
		ctx,
		p.Pool,
		pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error {
			s, err := p.Peek(ctx, tx, occurrence)
			if err != nil {
				return err
			}
			l, err := p.listOf(ctx, tx, s)
			if err != nil {
				return err
			}
			ids := make([]string, len(l.entries))
			for i, w := range l.entries {
				ids[i] = w.id
			}
			at, err := p.contacts(ctx, tx, who, ids)
			if err == nil {
				out, err = waitlistSeen(ctx, tx, l, at)
			}
			return err
		},
	)
	out.MayPlan = s.MayRun(who) == nil
	out.MaySkip = who.Has(identity.Coordinator)
	return out, db.Problem(err)
}

// wakeOverdue does what the sweep would do with one date.
func (p *Places) wakeOverdue(ctx context.Context, s *rules.Slot) error {
	var due bool
	if err := p.Pool.QueryRow(ctx, `
		select exists (select 1 from (`+overdue+`) due where occurrence_id = $2)`,
		s.Now, s.ID).Scan(&due); err != nil || !due {
		return db.Problem(err)
	}
	return p.wake(ctx, s.ID)
}

func waitlistSeen(
	ctx context.Context,
	tx pgx.Tx,
	l list,
	at map[string]contact,
) (out Waitlist, err error) {
	s := l.s
	line, _, err := LineOf(ctx, tx, s)
	if err != nil {
		return out, err
	}
	out = Waitlist{
		Date:    line,
		Taken:   s.Taken,
		Held:    s.Held,
		ByHand:  s.Activity.CallsFirst,
		Stopped: s.Doc.OffersStopped,
		Open: s.WaitlistOpen() && s.Status != "cancelled" && s.Now.Before(s.JoinUntil) &&
			s.Free() == 0,
		Places: []Why{},
		Latest: clock.Moment(s.JoinUntil.Add(-mailMargin)),
	}
	if s.Capacity != nil {
		out.Capacity = *s.Capacity
	}
	for i := range l.vacancies {
		v := &l.vacancies[i]
		out.Places = append(out.Places, l.ofPlace(v))
		out.CanOpen = out.CanOpen || v.offer == "" && l.why(v) != reasonUndo
	}
	if len(out.Places) == 0 {
		out.Places = append(out.Places, l.ofDate())
	}
	out.Entries = l.seen(at)
	return out, nil
}

// seen are the people of a list as staff read them.
func (l *list) seen(at map[string]contact) []Waiter {
	out := make([]Waiter, len(l.entries))
	names := l.firstNames()
	mailable, callable := map[*waiter]bool{}, map[*waiter]bool{}
	for _, w := range l.noPhone() {
		mailable[w] = true
	}
	for _, t := range l.turns() {
		callable[t.w] = true
	}
	for i := range l.entries {
		w := &l.entries[i]
		out[i] = Waiter{
			ID:          w.id,
			Number:      w.number,
			FirstName:   names[i],
			Phone:       house.ShowPhone(w.who.Phone),
			Email:       w.email,
			Seats:       w.seats,
			State:       w.state,
			Way:         w.way,
			ShortNotice: w.doc.ShortNotice,
			Why:         l.ofPerson(w),
			Attempts:    at[w.id].attempts,
			Calling:     at[w.id].calling,
			CanCall:     callable[w],
			CanSkip:     l.canSkip(w),
			CanMail:     mailable[w],
		}
		if out[i].Why.By != "" { // of the last try
			out[i].Why.By = out[i].Attempts[len(out[i].Attempts)-1].By
		}
	}
	return out
}

// canSkip says whether a place is held that somebody would be asked for, and was not told of by
// mail.
func (l *list) canSkip(w *waiter) bool {
	if o := l.open(w.id); o != nil {
		return o.way == "phone"
	}
	return firstFit(l.vacancies, func(v *heldPlace) bool {
		return v.offer == "" && l.claims(w, v)
	}) != nil
}

// firstNames are those of the list; two with the same get a letter, in order.
func (l *list) firstNames() []string {
	out, many, seen := make([]string, len(l.entries)), map[string]int{}, map[string]int{}
	for i, w := range l.entries {
		out[i] = firstName(w.who.Name)
		many[out[i]]++
	}
	for i, name := range out {
		if many[name] > 1 {
			out[i] = name + " " + nth(seen[name])
			seen[name]++
		}
	}
	return out
}

// noteOpened writes down that somebody opened a list with people, or printed it.
func (p *Places) noteOpened(ctx context.Context, who identity.Actor, e privacy.Entry) error {
	e.Actor, e.Roles = who.ID, who.RoleNames()
	return db.Problem(privacy.Record(ctx, p.Pool, p.Clock.Now(), e))
}
