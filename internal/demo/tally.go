package demo

import "context"

const (
	talliedDays  = 8 * 7
	forgottenDay = 6 // days back: nobody counted
)

// tallied counts between 9 and 27 visits, and hours of volunteers, in each part of the days of the
// last eight weeks, but for one day.
func (l *loader) tallied(ctx context.Context) error {
	h, err := l.House.Load(ctx, l.Pool)
	if err != nil {
		return err
	}
	for back := 1; back <= talliedDays; back++ {
		if back == forgottenDay {
			continue
		}
		day := l.Clock.Now().AddDate(0, 0, -back)
		for i, part := range h.PartsOf(day) {
			n := 9 + (back*7+i*5)%19
			if err := l.Evening.FillTally(ctx, day, part, n); err != nil {
				return err
			}
			if err := l.Figures.FillHours(ctx, day, part, 4+(back+i)%5); err != nil {
				return err
			}
		}
	}
	return nil
}
