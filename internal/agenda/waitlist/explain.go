package waitlist

import (
	"cmp"
	"slices"

	"herstelruimte/internal/clock"
)

// Why explains why a place is held or why somebody has no offer now; the screen makes a sentence of
// it.
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

// OfDate explains a date that holds no place for anybody.
func (l *List) OfDate() Why {
	switch s := l.S; {
	case s.IsOff(), s.Hidden() != nil:
		return Why{Code: ReasonCancelled}
	case !s.Now.Before(s.JoinUntil):
		return Why{Code: reasonStarted}
	case s.Capacity != nil && s.Taken+s.Held > *s.Capacity:
		return Why{Code: "overCapacity", Many: s.Taken + s.Held - *s.Capacity}
	case s.Left() > 0:
		return Why{Code: "free"}
	}
	return Why{Code: "noVacancy"}
}

// OfPlace explains why a place is held.
func (l *List) OfPlace(v *HeldPlace) Why {
	w := Why{Code: l.Why(v)}
	switch w.Code {
	case ReasonOffered, ReasonPhone:
		if o, to := l.holder(v); o != nil {
			w = Why{Code: "offered", Way: o.Way, At: clock.Moment(o.until)}
			if to != nil {
				w.Number = to.Number
			}
		}
	case ReasonUndo:
		w.At = clock.Moment(*v.WakesAt)
	case ReasonHours:
		w.At = clock.Moment(l.plan.At)
	case ReasonAnswer:
		// the first who was offered fewer places than they asked for
		if of := FirstFit(l.Entries, func(w *Waiter) bool {
			o := l.Open(w.ID)
			return o != nil && len(o.places) < w.Seats && l.asked(w.ID, v.ID) == nil
		}); of != nil {
			w.Number = of.Number
		}
	}
	return w
}

// OfPerson explains why somebody has no offer now, or that they have one.
func (l *List) OfPerson(w *Waiter) Why {
	switch w.State {
	case "waiting":
	case "offered":
		o := l.Open(w.ID)
		return Why{Code: "offered", Way: o.Way, At: clock.Moment(o.until)}
	case "closed":
		return l.OfDate()
	default:
		return Why{Code: w.State}
	}
	var best Why
	claims := false
	for i := range l.Vacancies {
		if v := &l.Vacancies[i]; l.Claims(w, v) {
			if is := l.claimed(w, v); !claims || better(is, best) {
				best = is
			}
			claims = true
		}
	}
	if claims {
		return best
	}
	for i := range l.Vacancies {
		o := l.asked(w.ID, l.Vacancies[i].ID)
		if o == nil {
			continue
		}
		is := Why{Code: "asked", Answer: o.State, Reason: o.reason}
		if o.ended != nil {
			is.At = clock.Moment(*o.ended)
		}
		return is
	}
	if len(l.Vacancies) > 0 {
		return Why{Code: "othersFirst"}
	}
	return l.OfDate()
}

// better says which of two explanations is nearer to a place.
func better(a, b Why) bool {
	near := []string{"turn", "tried", "next", "behind", "noPhone", "notSoon"}
	return cmp.Compare(slices.Index(near, a.Code), slices.Index(near, b.Code)) < 0
}

// claimed explains why somebody was not offered a place that they have a claim on.
func (l *List) claimed(w *Waiter, v *HeldPlace) Why {
	why := l.Why(v)
	switch {
	case v.Offer != "":
		_, to := l.holder(v)
		return l.behind(w, v, to)
	// the place waits for an answer: nobody else can come on short notice
	case (why == ReasonPhoneList || why == ReasonAnswer) && !w.Doc.ShortNotice:
		return Why{Code: "notSoon"}
	case ByHand(why) && why != reasonMailDown && !w.Phone:
		return Why{Code: "noPhone"}
	case ByHand(why) && w.Phone:
		return l.toCall(w, v)
	}
	if first := l.FirstOf(v, func(*Waiter) bool { return true }); first != w {
		return l.behind(w, v, first)
	}
	is := Why{Code: "next", Place: why}
	switch why {
	case ReasonUndo:
		is.At = clock.Moment(*v.WakesAt)
	case ReasonHours:
		is.At = clock.Moment(l.plan.At)
	}
	return is
}

// toCall explains about somebody with a number and a place that staff give by hand.
func (l *List) toCall(w *Waiter, v *HeldPlace) Why {
	var holder *Waiter
	for _, t := range l.Turns() {
		if !slices.Contains(t.Places, v.ID) {
			continue
		}
		if t.First {
			holder = t.W
		}
		if t.W != w {
			continue
		}
		if t.Again == nil {
			return Why{Code: "turn"}
		}
		tries := l.Tries[w.ID]
		last := tries[len(tries)-1]
		return Why{Code: "tried", Outcome: last.Outcome, By: last.By, At: clock.Moment(last.At)}
	}
	if holder == nil {
		holder = l.FirstOf(v, func(o *Waiter) bool { return o.Phone })
	}
	return l.behind(w, v, holder)
}

// holder is the open offer of a place, and who has it; nil: none.
func (l *List) holder(v *HeldPlace) (*madeOffer, *Waiter) {
	o := FirstFit(l.Offers, func(o *madeOffer) bool { return o.ID == v.Offer })
	if o == nil {
		return nil, nil
	}
	return o, FirstFit(l.Entries, func(w *Waiter) bool { return w.ID == o.Entry })
}

// FirstOf is the first who waits with a claim on a place, of those that fit.
func (l *List) FirstOf(v *HeldPlace, fits func(*Waiter) bool) *Waiter {
	list := l.Why(v) == ReasonPhoneList
	return FirstFit(l.Entries, func(w *Waiter) bool {
		return l.Claims(w, v) && fits(w) && (!list || w.Doc.ShortNotice)
	})
}

// behind says that another goes first, and whether w comes right after.
func (l *List) behind(w *Waiter, v *HeldPlace, first *Waiter) Why {
	is := Why{Code: "behind"}
	if first == nil {
		return is
	}
	is.Number = first.Number
	next := l.FirstOf(v, func(o *Waiter) bool { return o != first })
	is.After = next == w
	return is
}
