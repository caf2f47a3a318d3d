package demo

import (
	"context"

	"herstelruimte/internal/counts"
)

// viewsADay are made-up visits of a quiet weekday, by pattern.
var viewsADay = map[string]int{
	"/":                    31,
	"/agenda":              24,
	"/agendadetails/:a/:o": 18,
	"/stories":             7,
	"/storydetails/:s":     6,
	"/about":               5,
	"/contact":             4,
}

// views fills the page counter of the last thirty days; fewer people look in the weekend.
func (l *loader) views(ctx context.Context) error {
	c := &counts.Counts{Pool: l.Pool, Clock: l.Clock}
	for back := 1; back <= 30; back++ {
		day := l.Clock.Now().AddDate(0, 0, -back)
		for route, n := range viewsADay {
			if day.Weekday() == 0 || day.Weekday() == 6 {
				n /= 2
			}
			if err := c.AddAt(ctx, route, day, n+(back*7+len(route))%5); err != nil {
				return err
			}
		}
	}
	return nil
}
