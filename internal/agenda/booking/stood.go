package booking

import (
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

// What a move writes down, and how it goes back.

// Stood is when and where a date is, and until when people sign up for it.
type Stood struct {
	Start  time.Time  `json:"start"`
	End    time.Time  `json:"end"`
	Join   time.Time  `json:"join"`
	Closes time.Time  `json:"closes"`
	Opens  *time.Time `json:"opens,omitempty"`
	Room   string     `json:"room"`
}

func (a Stood) Same(b Stood) bool {
	return a.Start.Equal(b.Start) && a.End.Equal(b.End) && a.Room == b.Room
}

func (a Stood) Set(s *rules.Slot) {
	s.Starts, s.Ends, s.JoinUntil, s.Closes = a.Start, a.End, a.Join, a.Closes
	s.Opens = a.Opens
	for _, t := range []*time.Time{&s.Starts, &s.Ends, &s.JoinUntil, &s.Closes, s.Opens} {
		if t != nil {
			*t = t.In(clock.Amsterdam)
		}
	}
}
