package places

import (
	"cmp"
	"slices"

	"herstelruimte/internal/clock"
)

// Why explains, in one sentence that the screen makes of it, why a place is held or why somebody
// has no offer now.
type Why struct {
	Code    string `json:"code" enum:"offered,undo,waitsForHours,phoneList,callsFirst,stopped,cancelled,mailDown,waitsForAnswer,noVacancy,overCapacity,started,turn,tried,behind,next,notSoon,noPhone,asked,othersFirst,free,accepted,declined,expired,unreached,left" doc:"of a place: why it is held; of somebody: why there is no offer"`
	At      string `json:"at,omitempty" format:"date-time" doc:"offered: until; undo, waitsForHours, next: it is offered then; tried: when; asked: the offer ended"`
	Number  int    `json:"number,omitempty" doc:"offered, of a place: to whom; waitsForAnswer: whose; behind: who goes first"`
	Way     string `json:"way,omitempty" enum:"mail,phone" doc:"offered"`
	Answer  string `json:"answer,omitempty" enum:"declined,deferred,expired,ended,unreached,notRung,skipped" doc:"asked: how that ended"`
	Reason  string `json:"reason,omitempty" enum:"notSoon,notThere,notThisGroup,double,ownWish,openedToAll" doc:"asked, when staff skipped them"`
	Place   string `json:"place,omitempty" enum:"undo,waitsForHours,stopped,cancelled,mailDown" doc:"next: why the place is held still"`
	Outcome string `json:"outcome,omitempty" enum:"voicemail,notReached" doc:"tried"`
	By      string `json:"by,omitempty" doc:"tried: name of who called"`
	Many    int    `json:"many,omitempty" doc:"overCapacity: so many people fewer come first"`
	After   bool   `json:"after,omitempty" doc:"behind: nobody stands between them"`
}

// ofDate explains a date that holds no place for anybody.
func (l *list) ofDate() Why {
	switch s := l.s; {
	case s.IsOff(), s.Hidden() != nil:
		return Why{Code: reasonCancelled}
	case !s.Now.Before(s.JoinUntil):
		return Why{Code: reasonStarted}
	case s.Capacity != nil && s.Taken+s.Held > *s.Capacity:
		return Why{Code: "overCapacity", Many: s.Taken + s.Held - *s.Capacity}
	case s.Left() > 0:
		return Why{Code: "free"}
	}
	return Why{Code: "noVacancy"}
}

// ofPlace explains why a place is held.
func (l *list) ofPlace(v *heldPlace) Why {
	w := Why{Code: l.why(v)}
	switch w.Code {
	case reasonOffered, reasonPhone:
		if o, to := l.holder(v); o != nil {
			w = Why{Code: "offered", Way: o.way, At: clock.Moment(o.until)}
			if to != nil {
				w.Number = to.number
			}
		}
	case reasonUndo:
		w.At = clock.Moment(*v.wakesAt)
	case reasonHours:
		w.At = clock.Moment(l.plan.At)
	case reasonAnswer:
		w.Number = l.answers(v)
	}
	return w
}

// answers is the number of the first who was offered fewer places than they asked for, and whose
// answer a place waits for; 0: there is none.
func (l *list) answers(v *heldPlace) int {
	if w := firstFit(l.entries, func(w *waiter) bool {
		o := l.open(w.id)
		return o != nil && len(o.places) < w.seats && l.asked(w.id, v.id) == nil
	}); w != nil {
		return w.number
	}
	return 0
}

// ofPerson explains why somebody has no offer now, or that they have one.
func (l *list) ofPerson(w *waiter) Why {
	switch w.state {
	case "waiting":
	case "offered":
		o := l.open(w.id)
		return Why{Code: "offered", Way: o.way, At: clock.Moment(o.until)}
	case "closed":
		return l.ofDate()
	default:
		return Why{Code: w.state}
	}
	var best Why
	claims := false
	for i := range l.vacancies {
		if v := &l.vacancies[i]; l.claims(w, v) {
			if is := l.claimed(w, v); !claims || better(is, best) {
				best = is
			}
			claims = true
		}
	}
	if claims {
		return best
	}
	for i := range l.vacancies {
		o := l.asked(w.id, l.vacancies[i].id)
		if o == nil {
			continue
		}
		is := Why{Code: "asked", Answer: o.state, Reason: o.reason}
		if o.ended != nil {
			is.At = clock.Moment(*o.ended)
		}
		return is
	}
	if len(l.vacancies) > 0 {
		return Why{Code: "othersFirst"}
	}
	return l.ofDate()
}

// better says which of two explanations is nearer to a place.
func better(a, b Why) bool {
	near := []string{"turn", "tried", "next", "behind", "noPhone", "notSoon"}
	return cmp.Compare(slices.Index(near, a.Code), slices.Index(near, b.Code)) < 0
}

// claimed explains why somebody was not offered a place that they have a claim on.
func (l *list) claimed(w *waiter, v *heldPlace) Why {
	why := l.why(v)
	switch {
	case v.offer != "":
		_, to := l.holder(v)
		return l.behind(w, v, to)
	// the place waits for an answer: nobody else can come on short notice
	case (why == reasonPhoneList || why == reasonAnswer) && !w.doc.ShortNotice:
		return Why{Code: "notSoon"}
	case byHand(why) && why != reasonMailDown && !w.phone:
		return Why{Code: "noPhone"}
	case byHand(why) && w.phone:
		return l.toCall(w, v)
	}
	if first := l.firstOf(v, func(*waiter) bool { return true }); first != w {
		return l.behind(w, v, first)
	}
	is := Why{Code: "next", Place: why}
	switch why {
	case reasonUndo:
		is.At = clock.Moment(*v.wakesAt)
	case reasonHours:
		is.At = clock.Moment(l.plan.At)
	}
	return is
}

// toCall explains about somebody with a number and a place that staff give by hand.
func (l *list) toCall(w *waiter, v *heldPlace) Why {
	var holder *waiter
	for _, t := range l.turns() {
		if !slices.Contains(t.places, v.id) {
			continue
		}
		if t.first {
			holder = t.w
		}
		if t.w != w {
			continue
		}
		if t.again == nil {
			return Why{Code: "turn"}
		}
		tries := l.tries[w.id]
		last := tries[len(tries)-1]
		return Why{Code: "tried", Outcome: last.outcome, By: last.by, At: clock.Moment(last.at)}
	}
	if holder == nil {
		holder = l.firstOf(v, func(o *waiter) bool { return o.phone })
	}
	return l.behind(w, v, holder)
}

// holder is the open offer of a place, and who has it; nil: it has none.
func (l *list) holder(v *heldPlace) (*madeOffer, *waiter) {
	o := firstFit(l.offers, func(o *madeOffer) bool { return o.id == v.offer })
	if o == nil {
		return nil, nil
	}
	return o, firstFit(l.entries, func(w *waiter) bool { return w.id == o.entry })
}

// firstOf is the first who waits with a claim on a place, of those that fit.
func (l *list) firstOf(v *heldPlace, fits func(*waiter) bool) *waiter {
	list := l.why(v) == reasonPhoneList
	return firstFit(l.entries, func(w *waiter) bool {
		return l.claims(w, v) && fits(w) && (!list || w.doc.ShortNotice)
	})
}

// behind says that another goes first, and whether w comes right after.
func (l *list) behind(w *waiter, v *heldPlace, first *waiter) Why {
	is := Why{Code: "behind"}
	if first == nil {
		return is
	}
	is.Number = first.number
	next := l.firstOf(v, func(o *waiter) bool { return o != first })
	is.After = next == w
	return is
}
