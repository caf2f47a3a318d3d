package rules

import (
	"slices"
	"strconv"
	"time"

	"herstelruimte/internal/problem"
)

// Slot is an occurrence under its row lock, with its activity. All that touches places goes through
// it.
type Slot struct {
	ID, ActivityID, Kind, Status    string
	Starts, JoinUntil, Ends, Closes time.Time
	Opens                           *time.Time
	OffFrom                         *time.Time // of a series: no meeting goes on from then
	Capacity, Limit                 *int
	Taken, Held, Waiting            int
	Claimed                         bool
	Doc                             Occurrence
	Activity                        Activity
	Now                             time.Time
	Before                          string // the status word when it was locked
	// places that come free in an act of staff wait until it can no longer be taken back; nil for
	// what visitors do
	UndoUntil *time.Time
	Act       string // id of the act of staff that runs; empty for what visitors do
}

// Free is how many places a new visitor can have now; while somebody with a claim waits: none.
func (s *Slot) Free() int {
	switch {
	case s.Limit == nil:
		return unlimited
	case s.Claimed:
		return 0
	}
	return s.Left()
}

// Left is how many places nobody has and nobody is kept for, whoever has a claim.
func (s *Slot) Left() int {
	if s.Limit == nil {
		return 0
	}
	return max(0, *s.Limit-s.Taken-s.Held)
}

const unlimited = 1 << 30

// SlotOf is a date that is not stored, with nobody on it.
func SlotOf(o NewOccurrence, v Activity) (*Slot, []Meeting) {
	first, last := o.Sessions[0], o.Sessions[len(o.Sessions)-1]
	s := &Slot{
		ID:         o.ID,
		ActivityID: o.ActivityID,
		Kind:       o.Kind,
		Status:     o.Status,
		Starts:     first.Start,
		JoinUntil:  first.Start,
		Ends:       last.End,
		Opens:      o.Opens,
		Capacity:   o.Capacity,
		Limit:      o.Capacity,
		Doc:        o.Doc,
		Activity:   v,
	}
	if o.Kind == "series" && len(o.Sessions) > 1 {
		s.JoinUntil = o.Sessions[1].Start
	}
	s.Closes = s.JoinUntil
	if o.Closes != nil && o.Closes.Before(s.JoinUntil) {
		s.Closes = *o.Closes
	}
	list, on := slices.Clone(o.Sessions), first.Start
	for i := range list {
		m := &list[i]
		if m.N, m.Of = i+1, len(list); m.Status == "planned" {
			on = m.End
		}
	}
	if o.Kind == "series" && on.Before(last.End) {
		s.OffFrom = &on
	}
	return s, list
}

// Bookable says whether a visitor may sign up or wait now, with so many guests.
func (s *Slot) Bookable(guests int) error {
	if err := s.Hidden(); err != nil {
		return err
	}
	switch s.statusWord() {
	case "cancelled":
		return problem.New(problem.Gone)
	case "done", "walkin", "staffOnly", "closed", "notOpen":
		return problem.New(problem.Closed)
	}
	if guests > s.Activity.MaxGuests {
		return problem.WithFields(problem.Field{Name: "guests", Code: problem.Choice})
	}
	return nil
}

// Hidden is nil for an activity that visitors see; gone when they once did; else not_found.
func (s *Slot) Hidden() error {
	switch {
	case s.Activity.Visible(s.Now):
		return nil
	case s.Activity.WasVisible(s.Now):
		return problem.New(problem.Gone)
	}
	return problem.New(problem.NotFound)
}

func (s *Slot) statusWord() string {
	switch now := s.Now; {
	case s.IsOff():
		return "cancelled"
	case !now.Before(s.Ends), s.OffFrom != nil && !now.Before(*s.OffFrom):
		return "done"
	case s.Activity.Mode == Walkin:
		return "walkin"
	case s.Kind == "series" && !now.Before(s.JoinUntil):
		return "staffOnly"
	case !now.Before(s.Closes):
		return "closed"
	case s.Opens != nil && now.Before(*s.Opens):
		return "notOpen"
	}
	switch free := s.Free(); {
	case free == 0 && !s.WaitlistOpen():
		return "full"
	case free == 0:
		return "waitlist"
	case free <= 3:
		return "few"
	}
	return "open"
}

// IsOff says whether nothing of a date goes on: also of a series when each of its meetings is off.
func (s *Slot) IsOff() bool {
	return s.Status == "cancelled" || s.OffFrom != nil && !s.OffFrom.After(s.Starts)
}

// Word is what visitors read: the status, and with few the number.
func (s *Slot) Word() string {
	if w := s.statusWord(); w != "few" {
		return w
	}
	return "few " + strconv.Itoa(s.Free())
}

func (s *Slot) WaitlistOpen() bool {
	return s.Activity.Waitlist &&
		(s.Activity.WaitlistLimit == nil || s.Waiting < *s.Activity.WaitlistLimit)
}

// ChangesAt is when the status may next change by the clock alone; zero: never.
func (s *Slot) ChangesAt() time.Time {
	moments := []time.Time{s.Closes, s.JoinUntil, s.Starts, s.Ends}
	for _, t := range []*time.Time{s.Opens, s.OffFrom} {
		if t != nil {
			moments = append(moments, *t)
		}
	}
	return Next(s.Now, moments...)
}

// Next is the first of some moments after now; zero when there is none.
func Next(now time.Time, moments ...time.Time) (first time.Time) {
	for _, t := range moments {
		if t.After(now) && (first.IsZero() || t.Before(first)) {
			first = t
		}
	}
	return first
}
