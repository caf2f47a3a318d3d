package house

import "time"

// dayPartMost is the longest that counts as one part of a day.
const dayPartMost = 4 * time.Hour

// DayPart is a part of a day in which the house is open: an opening block, cut into equal parts of
// at most four hours.
type DayPart struct {
	From WallTime `json:"from"`
	To   WallTime `json:"to"`
	Part string   `json:"part" enum:"morning,afternoon,evening"`
}

// PartAt is the part of a day that began then when other hours counted: its end is not known.
func PartAt(from WallTime) DayPart {
	return DayPart{From: from, To: from, Part: partOf(from)}
}

// PartsOf are the parts of the day of this moment, in order, by the hours that count now.
func (h House) PartsOf(day time.Time) (parts []DayPart) {
	for _, b := range h.Blocks(day) {
		long := b.To - b.From
		n := WallTime((long.Duration() + dayPartMost - 1) / dayPartMost)
		for i := range n {
			from, to := b.From+long*i/n, b.From+long*(i+1)/n
			parts = append(parts, DayPart{From: from, To: to, Part: partOf(from)})
		}
	}
	return parts
}

// DayParts is how many parts of a day the house is open, by the hours that count now, from the day
// of from up to that of to.
func (h House) DayParts(from, to time.Time) (n int) {
	for day := from; day.Before(to); day = dayAfter(day, 1) {
		n += len(h.PartsOf(day))
	}
	return n
}

// ClosedFor is why the house is closed on the day of this moment, without its own full stop, when
// it is not as its weekday says.
func (h House) ClosedFor(day time.Time) (reason string, closed bool) {
	if !h.ClosingDay(day) || !h.differs(day) {
		return "", false
	}
	return bare(h.reason(day)), true
}
