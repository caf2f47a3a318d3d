package agenda

import (
	"strconv"
	"time"
)

// status is the one word of agenda.md section 3: the first that fits.
func (s *slot) statusWord() string {
	switch now := s.now; {
	case !now.Before(s.ends):
		return "done"
	case s.status == "cancelled":
		return "cancelled"
	case s.activity.Mode == Walkin:
		return "walkin"
	case s.kind == "series" && !now.Before(s.joinUntil):
		return "staffOnly"
	case !now.Before(s.closes):
		return "closed"
	case s.opens != nil && now.Before(*s.opens):
		return "notOpen"
	}
	switch free := s.free(); {
	case free == 0 && !s.waitlistOpen():
		return "full"
	case free == 0:
		return "waitlist"
	case free <= 3:
		return "few"
	}
	return "open"
}

// word is what visitors read: the status, and with few the number.
func (s *slot) word() string {
	if w := s.statusWord(); w != "few" {
		return w
	}
	return "few " + strconv.Itoa(s.free())
}

func (s *slot) waitlistOpen() bool {
	return s.activity.Waitlist &&
		(s.activity.WaitlistLimit == nil || s.waiting < *s.activity.WaitlistLimit)
}

// changesAt is the next moment after now at which the status may change by the clock alone; zero
// when never.
func (s *slot) changesAt() time.Time {
	var next time.Time
	for _, t := range []*time.Time{s.opens, &s.closes, &s.joinUntil, &s.starts, &s.ends} {
		if t != nil && t.After(s.now) && (next.IsZero() || t.Before(next)) {
			next = *t
		}
	}
	return next
}

// visible says whether visitors see the activity now.
func (a *Activity) visible(now time.Time) bool {
	if a.Status != "published" && a.Status != "scheduled" {
		return false
	}
	if a.Status == "scheduled" && a.PublishFrom == nil {
		return false
	}
	return (a.PublishFrom == nil || !now.Before(*a.PublishFrom)) &&
		(a.PublishUntil == nil || now.Before(*a.PublishUntil))
}

// visibleSQL is visible as a condition on activity a; the parameter is now.
const visibleSQL = `(a.status = 'published' or (a.status = 'scheduled' and a.publish_from is not null))
	and (a.publish_from is null or a.publish_from <= %[1]s) and (a.publish_until is null or a.publish_until > %[1]s)`
