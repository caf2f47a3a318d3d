package calls

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// Waitlist is who waits for one date, with a reason for everything.
type Waitlist struct {
	Date     rules.Line     `json:"date"`
	Taken    int            `json:"taken"`
	Held     int            `json:"held"`
	Capacity int            `json:"capacity,omitempty" doc:"0: no limit"`
	ByHand   bool           `json:"byHand,omitempty" doc:"staff give every place themselves"`
	Stopped  string         `json:"stopped,omitempty" doc:"automatic offers are stopped: why"`
	Open     bool           `json:"open" doc:"somebody can be put on the list"`
	MayPlan  bool           `json:"mayPlan" doc:"who asks may open places to everybody, stop offers, put people back and take them off"`
	MaySkip  bool           `json:"maySkip"`
	CanOpen  bool           `json:"canOpen" doc:"a place is held and offered to nobody right now"`
	Places   []waitlist.Why `json:"places" doc:"each place that is held; or the one reason why none is"`
	Entries  []Waiter       `json:"entries" doc:"in order; those without a number are not on the list any more"`
	Latest   string         `json:"latest" format:"date-time" doc:"an offer by mail that staff make is over by then"`
}

type Waiter struct {
	ID          string           `json:"id"`
	Number      int              `json:"number,omitempty"`
	FirstName   string           `json:"firstName" doc:"with a letter where two have the same"`
	Phone       string           `json:"phone,omitempty" doc:"as people read it"`
	Email       bool             `json:"email" doc:"an address is known"`
	Seats       int              `json:"seats"`
	State       string           `json:"state" enum:"waiting,offered,accepted,declined,expired,unreached,left,closed"`
	Way         string           `json:"way" enum:"mail,phone"`
	ShortNotice bool             `json:"shortNotice"`
	Why         waitlist.Why     `json:"why"`
	Attempts    []desk.Attempt   `json:"attempts"`
	Calling     *booking.Calling `json:"calling,omitempty"`
	CanCall     bool             `json:"canCall,omitempty" doc:"it is their turn on the list of calls, or soon again"`
	CanSkip     bool             `json:"canSkip,omitempty"`
	CanMail     bool             `json:"canMail,omitempty" doc:"an offer by mail can be made by hand"`
}

// WaitlistOf is the list of one date. What is over ends first, so that every reason is true.
//
// Problems: those of PeekToMeet.
func (p *Calls) WaitlistOf(ctx context.Context, who identity.Actor, date string) (out Waitlist, err error) {
	s, err := p.PeekToMeet(ctx, who, date)
	if err != nil {
		return out, err
	}
	var due bool // what the sweep would do
	err = p.Pool.QueryRow(ctx, `
		select exists (select 1 from (`+booking.Overdue+`) due where occurrence_id = $2)`,
		s.Now, s.ID).Scan(&due)
	if err == nil && due {
		err = p.Wake(ctx, s.ID)
	}
	if err != nil {
		return out, db.Problem(err)
	}
	err = pgx.BeginTxFunc(
		ctx,
		p.Pool,
		pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error {
			s, err := p.Peek(ctx, tx, date)
			if err != nil {
				return err
			}
			l, err := p.ListOf(ctx, tx, s)
			if err != nil {
				return err
			}
			var ids []string
			for _, w := range l.Entries {
				ids = append(ids, w.ID)
			}
			at, err := p.Contacts(ctx, tx, who, ids)
			if err != nil {
				return err
			}
			out = waitlistSeen(&l, at)
			out.Date, _, err = waitlist.LineOf(ctx, tx, s)
			return err
		},
	)
	out.MayPlan, out.MaySkip = s.MayRun(who) == nil, who.Has(identity.Coordinator)
	return out, db.Problem(err)
}

func waitlistSeen(l *waitlist.List, at map[string]desk.Contact) Waitlist {
	s := l.S
	out := Waitlist{
		Taken:   s.Taken,
		Held:    s.Held,
		ByHand:  s.Activity.CallsFirst,
		Stopped: s.Doc.OffersStopped,
		Open: s.WaitlistOpen() && s.Status != "cancelled" && s.Now.Before(s.JoinUntil) &&
			s.Free() == 0,
		Capacity: booking.Number(s.Capacity),
		Places:   []waitlist.Why{},
		Latest:   latest(s),
		Entries:  waitersSeen(l, at),
	}
	for i := range l.Vacancies {
		v := &l.Vacancies[i]
		out.Places = append(out.Places, l.OfPlace(v))
		out.CanOpen = out.CanOpen || v.Offer == "" && l.Why(v) != waitlist.ReasonUndo
	}
	if len(out.Places) == 0 {
		out.Places = append(out.Places, l.OfDate())
	}
	return out
}

func waitersSeen(l *waitlist.List, at map[string]desk.Contact) []Waiter {
	out := make([]Waiter, len(l.Entries))
	names, mailable, turns := listNames(l), l.NoPhone(), l.Turns()
	for i := range l.Entries {
		w := &l.Entries[i]
		c := at[w.ID]
		out[i] = Waiter{
			ID:          w.ID,
			Number:      w.Number,
			FirstName:   names[i],
			Phone:       house.ShowPhone(w.Who.Phone),
			Email:       w.Email,
			Seats:       w.Seats,
			State:       w.State,
			Way:         w.Way,
			ShortNotice: w.Doc.ShortNotice,
			Why:         l.OfPerson(w),
			Attempts:    c.Attempts,
			Calling:     c.Calling,
			CanCall:     hasTurn(turns, w),
			CanSkip:     canSkip(l, w),
			CanMail:     slices.Contains(mailable, w),
		}
		if out[i].Why.By != "" { // of the last try
			out[i].Why.By = c.Attempts[len(c.Attempts)-1].By
		}
	}
	return out
}

// canSkip says whether a place is held that they would be asked for and were not mailed about.
func canSkip(l *waitlist.List, w *waitlist.Waiter) bool {
	if o := l.Open(w.ID); o != nil {
		return o.Way == "phone"
	}
	return waitlist.FirstFit(l.Vacancies, func(v *waitlist.HeldPlace) bool {
		return v.Offer == "" && l.Claims(w, v)
	}) != nil
}

// listNames are the first names of a list; two with the same get a letter.
func listNames(l *waitlist.List) []string {
	out, many, seen := make([]string, len(l.Entries)), map[string]int{}, map[string]int{}
	for i, w := range l.Entries {
		out[i] = waitlist.FirstName(w.Who.Name)
		many[out[i]]++
	}
	for i, name := range out {
		if many[name] > 1 {
			out[i] = name + " " + waitlist.Nth(seen[name])
			seen[name]++
		}
	}
	return out
}

// NoteOpened writes down that somebody opened a list with people, or printed it.
func (p *Calls) NoteOpened(ctx context.Context, who identity.Actor, e privacy.Entry) error {
	e.Actor, e.Roles = who.ID, who.RoleNames()
	return db.Problem(privacy.Record(ctx, p.Pool, p.Clock.Now(), e))
}
