package places

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// list is who waits for one date and which places are held for them, read at one moment: all that
// it takes to say whose turn it is, and why somebody was not offered a place.
type list struct {
	s         *rules.Slot
	plan      rules.Plan
	entries   []waiter // in order
	vacancies []heldPlace
	offers    []madeOffer // oldest first
	tries     map[string][]callTry
}

// waiter is somebody who waits, or did.
type waiter struct {
	entryRow
	phone, email bool
	paused       bool // nobody may mail, call or read them
	number       int  // in the order of who waits; 0 for who is not on the list any more
}

// heldPlace is an open vacancy.
type heldPlace struct {
	id, reason string
	wakesAt    *time.Time
	since      time.Time // when it came to stand so
	offer      string    // the open one that holds it
	spare      bool
	createdAt  time.Time
}

// madeOffer is one offer, with the places that it was for.
type madeOffer struct {
	id, entry, state, way string
	until, at             time.Time
	ended                 *time.Time
	reason                string // of staff who skipped somebody
	places                []string
}

// callTry is one try to reach somebody.
type callTry struct {
	outcome, by, act string
	at               time.Time
}

func (c callTry) failed() bool { return c.outcome == "voicemail" || c.outcome == "notReached" }

// restAfter is how long somebody is left alone after a call that reached nobody.
const (
	restAfter     = time.Hour
	restAfterMail = 24 * time.Hour
)

// listOf reads the list of a date, whose row s is.
func (p *Places) listOf(ctx context.Context, q db.Querier, s *rules.Slot) (l list, err error) {
	l = list{s: s, plan: p.plan(ctx, s)}
	if l.entries, err = p.waiters(ctx, q, s.ID); err != nil {
		return l, err
	}
	if l.vacancies, err = heldPlaces(ctx, q, s.ID); err != nil {
		return l, err
	}
	if l.offers, err = madeOffers(ctx, q, s.ID); err != nil {
		return l, err
	}
	l.tries, err = triesOf(ctx, q, `occurrence_id = $1`, s.ID)
	return l, err
}

func (p *Places) waiters(ctx context.Context, q db.Querier, occurrence string) ([]waiter, error) {
	rows, err := q.Query(ctx, `
		select `+entryColumns+`, phone_key is not null, email_key is not null
		from waitlist_entry
		where occurrence_id = $1
		order by position`, occurrence)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (w waiter, err error) {
		var doc, box []byte
		if err = r.Scan(append(w.columns(&doc, &box), &w.phone, &w.email)...); err != nil {
			return w, err
		}
		return w, p.unseal(sealedRow{"waitlist_entry", w.id, doc, box}, &w.doc, &w.who)
	})
	n := 0
	for i := range all {
		if slices.Contains(onList, all[i].state) {
			n++
			all[i].number = n
		}
	}
	if err != nil {
		return nil, err
	}
	return all, p.hideWaiters(ctx, q, all)
}

// hideWaiters takes who they are, and how to reach them, from people on pause.
func (p *Places) hideWaiters(ctx context.Context, q db.Querier, all []waiter) error {
	ids := make([]string, len(all))
	for i, w := range all {
		ids[i] = w.id
	}
	paused, err := privacy.Paused(ctx, q, p.Clock.Now(), ids)
	for i, w := range all {
		if paused[w.id] {
			all[i].who, all[i].paused = sealed{Name: privacy.OnPause}, true
			all[i].phone, all[i].email = false, false
		}
	}
	return err
}

// onList are the states of who has a number in the line; after the start they keep it for the door.
var onList = []string{"waiting", "offered", "closed"}

func heldPlaces(ctx context.Context, q db.Querier, occurrence string) ([]heldPlace, error) {
	rows, err := q.Query(ctx, `
		select id, reason, wakes_at, updated_at, coalesce(offer_id, ''), spare, created_at
		from vacancy
		where occurrence_id = $1
			and state = 'open'
		order by no`, occurrence)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (v heldPlace, err error) {
		return v, r.Scan(&v.id, &v.reason, &v.wakesAt, &v.since, &v.offer, &v.spare, &v.createdAt)
	})
}

func madeOffers(ctx context.Context, q db.Querier, occurrence string) ([]madeOffer, error) {
	rows, err := q.Query(ctx, `
		select o.id, o.entry_id, o.state, o.way, o.until, o.created_at, o.answered_at,
			coalesce(a.doc->>'reason', ''),
			coalesce(array_agg(ov.vacancy_id) filter (where ov.vacancy_id is not null), '{}')
		from offer o
		left join offer_vacancy ov on ov.offer_id = o.id
		left join staff_act a on a.id = o.act_id
		where o.occurrence_id = $1
		group by o.id, a.doc
		order by o.created_at, o.id`, occurrence)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (o madeOffer, err error) {
		return o, r.Scan(
			&o.id, &o.entry, &o.state, &o.way, &o.until, &o.at, &o.ended, &o.reason, &o.places,
		)
	})
}

// triesOf are the tries to reach people, by who they are about, oldest first.
func triesOf(
	ctx context.Context,
	q db.Querier,
	where string,
	arg any,
) (map[string][]callTry, error) {
	rows, err := q.Query(ctx, `
		select t.subject_id, t.outcome, t.by, coalesce(t.act_id, ''), t.at
		from call_try t
		left join staff_act a on a.id = t.act_id
		where t.`+where+`
		order by t.at, a.no`, arg)
	if err != nil {
		return nil, err
	}
	all := map[string][]callTry{}
	var subject string
	var c callTry
	_, err = pgx.ForEachRow(rows, []any{&subject, &c.outcome, &c.by, &c.act, &c.at}, func() error {
		all[subject] = append(all[subject], c)
		return nil
	})
	return all, err
}

// why is why a place is held, as it is now: the row may have been written before the clock went on.
func (l *list) why(v *heldPlace) string {
	switch {
	case v.offer != "":
		return v.reason
	case v.reason == reasonUndo && v.wakesAt != nil && l.s.Now.Before(*v.wakesAt):
		return reasonUndo
	case v.reason == reasonAnswer:
		return reasonAnswer
	}
	if why := heldBack(l.s, l.plan); why != "" {
		return why
	}
	if v.reason == reasonMailDown {
		return reasonMailDown
	}
	return reasonHours
}

// asked is the last offer of a place to somebody; nil: there was none.
func (l *list) asked(entry, vacancy string) *madeOffer {
	for i := len(l.offers) - 1; i >= 0; i-- {
		if o := &l.offers[i]; o.entry == entry && slices.Contains(o.places, vacancy) {
			return o
		}
	}
	return nil
}

// unasked is what the constant of that name says in SQL.
func (l *list) unasked(w *waiter) bool {
	return !w.doc.BesideFree && !slices.ContainsFunc(l.offers, func(o madeOffer) bool {
		return o.entry == w.id && o.state != "untold"
	})
}

// claims is what claimAt says in SQL.
func (l *list) claims(w *waiter, v *heldPlace) bool {
	return w.state == "waiting" && !w.paused && l.asked(w.id, v.id) == nil &&
		(!v.spare || l.unasked(w))
}

// open is the offer that somebody can answer now; nil: there is none.
func (l *list) open(entry string) *madeOffer {
	return firstFit(l.offers, func(o *madeOffer) bool {
		return o.entry == entry && o.state == "open"
	})
}

// firstFit is the first of these that fits; nil: there is none.
func firstFit[T any](all []T, fits func(*T) bool) *T {
	for i := range all {
		if fits(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// rests says until when somebody is left alone whom nobody reached.
func (l *list) rests(entry string) (until time.Time, does bool) {
	tries := l.tries[entry]
	if len(tries) == 0 || !tries[len(tries)-1].failed() {
		return until, false
	}
	until = tries[len(tries)-1].at.Add(restAfter)
	return until, l.s.Now.Before(until)
}

// turn is somebody who can be called about a place now, or soon again.
type turn struct {
	w      *waiter
	reason string // why by phone
	until  time.Time
	seats  int
	places []string // ids of the vacancies
	first  bool     // theirs is the turn: others come after them
	again  *time.Time
}

// turns are who is to be called about a free place, in order: whoever has an offer by phone, and
// for each place that staff give by hand the first who waits with a number. On the phone list a
// call that reached nobody gives the turn to the next at once; where there is time it stays.
func (l *list) turns() (all []turn) {
	for i := range l.entries {
		w := &l.entries[i]
		if o := l.open(w.id); o != nil && o.way == "phone" && !w.paused {
			all = append(all, l.resting(turn{
				w: w, reason: reasonPhone, until: o.until, seats: len(o.places), places: o.places,
				first: true,
			}))
		}
	}
	given := map[string]*turn{}
	for i := range l.vacancies {
		v := &l.vacancies[i]
		why := l.why(v)
		if v.offer != "" || !byHand(why) {
			continue
		}
		for j := range l.entries {
			w := &l.entries[j]
			if !w.phone || !l.claims(w, v) || why == reasonPhoneList && !w.doc.ShortNotice {
				continue
			}
			if t := given[w.id]; t != nil {
				if t.seats == w.seats {
					continue
				}
				t.seats++
				t.places = append(t.places, v.id)
				if t.first {
					break
				}
				continue
			}
			t := l.resting(turn{
				w: w, reason: why, until: l.s.JoinUntil, seats: 1, places: []string{v.id},
			})
			t.first = t.again == nil || why != reasonPhoneList
			given[w.id] = &t
			if t.first {
				break
			}
		}
	}
	for i := range l.entries {
		if t := given[l.entries[i].id]; t != nil {
			all = append(all, *t)
		}
	}
	return all
}

func (l *list) resting(t turn) turn {
	if until, does := l.rests(t.w.id); does {
		t.again = &until
	}
	return t
}

// byHand says whether a place that is held for this reason is given by staff who phone.
func byHand(reason string) bool {
	return reason == reasonPhoneList || reason == reasonCallFirst || reason == reasonMailDown
}

// noPhone are those of the line who could be asked for a place that staff give by hand, if only
// they had a number.
func (l *list) noPhone() (all []*waiter) {
	for i := range l.entries {
		w := &l.entries[i]
		if w.phone || w.state != "waiting" {
			continue
		}
		if slices.ContainsFunc(l.vacancies, func(v heldPlace) bool {
			why := l.why(&v)
			return v.offer == "" && l.claims(w, &v) &&
				(why == reasonCallFirst || why == reasonPhoneList && w.doc.ShortNotice)
		}) {
			all = append(all, w)
		}
	}
	return all
}

// failedTries are the tries since a moment that reached nobody, one for each half of a day.
func failedTries(tries []callTry, since time.Time) int {
	halves := map[string]bool{}
	for _, c := range tries {
		if c.failed() && !c.at.Before(since) {
			halves[rules.HalfDay(c.at)] = true
		}
	}
	return len(halves)
}
