package rules

import (
	"strconv"
	"time"
)

// statusWord is the one word that a date has: the first that fits.
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

// ChangesAt is the next moment after now at which the status may change by the clock alone; zero
// when never.
func (s *Slot) ChangesAt() time.Time {
	var next time.Time
	for _, t := range []*time.Time{
		s.Opens, &s.Closes, &s.JoinUntil, &s.Starts, &s.Ends, s.OffFrom,
	} {
		if t != nil && t.After(s.Now) && (next.IsZero() || t.Before(next)) {
			next = *t
		}
	}
	return next
}
