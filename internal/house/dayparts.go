package house

import "time"

// dayPart is the longest that counts as one part of a day.
const dayPart = 4 * time.Hour

// DayParts is how many parts of a day the house is open, by the hours that count now, from the day
// of from up to that of to: up to four hours in a row are one.
func (h House) DayParts(from, to time.Time) (n int) {
	for day := from; day.Before(to); day = dayAfter(day, 1) {
		for _, b := range h.Blocks(day) {
			n += int((b.To.Duration() - b.From.Duration() + dayPart - 1) / dayPart)
		}
	}
	return n
}
