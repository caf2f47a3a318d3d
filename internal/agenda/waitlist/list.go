package waitlist

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// List is who waits for one date and which places are held for them, read at one moment: all that
// it takes to say whose turn it is, and why.
type List struct {
	S         *rules.Slot
	plan      rules.Plan
	Entries   []Waiter // in order
	Vacancies []HeldPlace
	Offers    []madeOffer // oldest first
	Tries     map[string][]CallTry
	claims    map[string][]string // the places to which each has a claim
}

// Waiter is somebody who waits, or did.
type Waiter struct {
	Row
	Phone, Email bool
	Paused       bool // nobody may mail, call or read them
	Number       int  // in the order of who waits; 0 for who is not on the list any more
}

// HeldPlace is an open vacancy.
type HeldPlace struct {
	ID, Reason string
	WakesAt    *time.Time
	since      time.Time // when it came to stand so
	Offer      string    // the open one that holds it
	CreatedAt  time.Time
}

// madeOffer is one offer, with the places that it was for.
type madeOffer struct {
	ID, Entry, State, Way string
	until, At             time.Time
	ended                 *time.Time
	reason                string // of staff who skipped somebody
	places                []string
}

// CallTry is one try to reach somebody.
type CallTry struct {
	Outcome, By, Act string
	At               time.Time
}

func (c CallTry) Failed() bool { return c.Outcome == "voicemail" || c.Outcome == "notReached" }

// RestAfter is how long somebody is left alone after a call that reached nobody.
const (
	RestAfter     = time.Hour
	RestAfterMail = 24 * time.Hour
)

// ListOf reads the list of a date, whose row s is.
func (p *Waitlist) ListOf(ctx context.Context, q db.Querier, s *rules.Slot) (l List, err error) {
	l = List{S: s, plan: p.Plan(ctx, s), claims: map[string][]string{}}
	if l.Entries, err = p.waiters(ctx, q, &l); err != nil {
		return l, err
	}
	if l.Vacancies, err = heldPlaces(ctx, q, s.ID); err != nil {
		return l, err
	}
	if l.Offers, err = madeOffers(ctx, q, s.ID); err != nil {
		return l, err
	}
	l.Tries, err = TriesOf(ctx, q, `occurrence_id = $1`, s.ID)
	return l, err
}

func (p *Waitlist) waiters(ctx context.Context, q db.Querier, l *List) ([]Waiter, error) {
	n, ids := 0, []string{}
	all, err := db.Rows(ctx, q, func(row pgx.CollectableRow) (w Waiter, err error) {
		var claims []string
		w.Row, err = p.Scan(EntryKind, row, &w.Phone, &w.Email, &claims)
		if slices.Contains(OnList, w.State) {
			n++
			w.Number = n
		}
		l.claims[w.ID], ids = claims, append(ids, w.ID)
		return w, err
	}, `
		select `+EntryKind.Columns()+`, phone_key is not null, email_key is not null, array(
			select v.id
			from vacancy v
			where v.occurrence_id = e.occurrence_id and v.state = 'open' and `+claim+`
		)
		from waitlist_entry e
		where occurrence_id = $1
		order by position`, l.S.ID)
	if err != nil {
		return nil, err
	}
	paused, err := privacy.Paused(ctx, q, p.Clock.Now(), ids)
	for i, w := range all {
		if paused[w.ID] { // nobody reads who they are, nor how to reach them
			all[i].Who, all[i].Paused = Sealed{Name: privacy.OnPause}, true
			all[i].Phone, all[i].Email = false, false
		}
	}
	return all, err
}

// OnList are the states of who has a number in the line; after the start they keep it for the door.
var OnList = []string{"waiting", "offered", "closed"}

func heldPlaces(ctx context.Context, q db.Querier, occurrence string) ([]HeldPlace, error) {
	return db.Rows(ctx, q, func(r pgx.CollectableRow) (v HeldPlace, err error) {
		return v, r.Scan(&v.ID, &v.Reason, &v.WakesAt, &v.since, &v.Offer, &v.CreatedAt)
	}, `
		select id, reason, wakes_at, updated_at, coalesce(offer_id, ''), created_at
		from vacancy
		where occurrence_id = $1
			and state = 'open'
		order by no`, occurrence)
}

func madeOffers(ctx context.Context, q db.Querier, occurrence string) ([]madeOffer, error) {
	return db.Rows(ctx, q, func(r pgx.CollectableRow) (o madeOffer, err error) {
		return o, r.Scan(
			&o.ID, &o.Entry, &o.State, &o.Way, &o.until, &o.At, &o.ended, &o.reason, &o.places,
		)
	}, `
		select o.id, o.entry_id, o.state, o.way, o.until, o.created_at, o.answered_at,
			coalesce(a.doc->>'reason', ''),
			coalesce(array_agg(ov.vacancy_id) filter (where ov.vacancy_id is not null), '{}')
		from offer o
		left join offer_vacancy ov on ov.offer_id = o.id
		left join staff_act a on a.id = o.act_id
		where o.occurrence_id = $1
		group by o.id, a.doc
		order by o.created_at, o.id`, occurrence)
}

// TriesOf are the tries to reach people, by who they are about, oldest first.
func TriesOf(ctx context.Context, q db.Querier, where string, arg any) (map[string][]CallTry, error) {
	all, subject := map[string][]CallTry{}, ""
	var c CallTry
	into := []any{&subject, &c.Outcome, &c.By, &c.Act, &c.At}
	return all, db.Each(ctx, q, into, func() error {
		all[subject] = append(all[subject], c)
		return nil
	}, `
		select t.subject_id, t.outcome, t.by, coalesce(t.act_id, ''), t.at
		from call_try t
		left join staff_act a on a.id = t.act_id
		where t.`+where+`
		order by t.at, a.no`, arg)
}

// Why is why a place is held now: the row may have been written before the clock went on.
func (l *List) Why(v *HeldPlace) string {
	switch {
	case v.Offer != "":
		return v.Reason
	case v.Reason == ReasonUndo && v.WakesAt != nil && l.S.Now.Before(*v.WakesAt):
		return ReasonUndo
	case v.Reason == ReasonAnswer:
		return ReasonAnswer
	}
	if why := HeldBack(l.S, l.plan); why != "" {
		return why
	}
	if v.Reason == reasonMailDown {
		return reasonMailDown
	}
	return ReasonHours
}

// asked is the last offer of a place to somebody; nil: none.
func (l *List) asked(entry, vacancy string) *madeOffer {
	for i := len(l.Offers) - 1; i >= 0; i-- {
		if o := &l.Offers[i]; o.Entry == entry && slices.Contains(o.places, vacancy) {
			return o
		}
	}
	return nil
}

// Claims says whether somebody is to be asked for a place.
func (l *List) Claims(w *Waiter, v *HeldPlace) bool {
	return w.State == "waiting" && !w.Paused && slices.Contains(l.claims[w.ID], v.ID)
}

// Open is the offer that somebody can answer now; nil: none.
func (l *List) Open(entry string) *madeOffer {
	return FirstFit(l.Offers, func(o *madeOffer) bool {
		return o.Entry == entry && o.State == "open"
	})
}

// FirstFit is the first of these that fits; nil: none.
func FirstFit[T any](all []T, fits func(*T) bool) *T {
	for i := range all {
		if fits(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// Turn is somebody who can be called about a place now, or soon again.
type Turn struct {
	W      *Waiter
	Reason string // why by phone
	Until  time.Time
	Seats  int
	Places []string // ids of the vacancies
	First  bool     // theirs is the turn: others come after them
	Again  *time.Time
}

// Turns are who is to be called, in order: whoever has an offer by phone, and for each place that
// staff give by hand the first who waits with a number. On the phone list a call that reached
// nobody gives the turn to the next at once; where there is time it stays.
func (l *List) Turns() (all []Turn) {
	for i := range l.Entries {
		w := &l.Entries[i]
		if o := l.Open(w.ID); o != nil && o.Way == "phone" && !w.Paused {
			all = append(all, l.resting(Turn{
				W: w, Reason: ReasonPhone, Until: o.until, Seats: len(o.places), Places: o.places,
				First: true,
			}))
		}
	}
	given := map[string]*Turn{}
	for i := range l.Vacancies {
		v := &l.Vacancies[i]
		why := l.Why(v)
		if v.Offer != "" || !ByHand(why) {
			continue
		}
		for j := range l.Entries {
			w := &l.Entries[j]
			if !w.Phone || !l.Claims(w, v) || why == ReasonPhoneList && !w.Doc.ShortNotice {
				continue
			}
			if t := given[w.ID]; t != nil {
				if t.Seats == w.Seats {
					continue
				}
				t.Seats++
				t.Places = append(t.Places, v.ID)
				if t.First {
					break
				}
				continue
			}
			t := l.resting(Turn{
				W: w, Reason: why, Until: l.S.JoinUntil, Seats: 1, Places: []string{v.ID},
			})
			t.First = t.Again == nil || why != ReasonPhoneList
			given[w.ID] = &t
			if t.First {
				break
			}
		}
	}
	for i := range l.Entries {
		if t := given[l.Entries[i].ID]; t != nil {
			all = append(all, *t)
		}
	}
	return all
}

// resting is a turn of somebody who is left alone when nobody reached them just now.
func (l *List) resting(t Turn) Turn {
	tries := l.Tries[t.W.ID]
	if len(tries) == 0 || !tries[len(tries)-1].Failed() {
		return t
	}
	if until := tries[len(tries)-1].At.Add(RestAfter); l.S.Now.Before(until) {
		t.Again = &until
	}
	return t
}

// ByHand says whether a place that is held for this reason is given by staff who phone.
func ByHand(reason string) bool {
	return reason == ReasonPhoneList || reason == ReasonCallFirst || reason == reasonMailDown
}

// NoPhone are those of the line who could be asked for such a place, if only they had a number.
func (l *List) NoPhone() (all []*Waiter) {
	for i := range l.Entries {
		w := &l.Entries[i]
		if w.Phone || w.State != "waiting" {
			continue
		}
		if slices.ContainsFunc(l.Vacancies, func(v HeldPlace) bool {
			why := l.Why(&v)
			return v.Offer == "" && l.Claims(w, &v) &&
				(why == ReasonCallFirst || why == ReasonPhoneList && w.Doc.ShortNotice)
		}) {
			all = append(all, w)
		}
	}
	return all
}

// FailedTries are the tries since a moment that reached nobody, one for each half of a day.
func FailedTries(tries []CallTry, since time.Time) int {
	halves := map[string]bool{}
	for _, c := range tries {
		if c.Failed() && !c.At.Before(since) {
			halves[rules.HalfDay(c.At)] = true
		}
	}
	return len(halves)
}
