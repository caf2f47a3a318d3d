package closing

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
	"herstelruimte/internal/mail"
)

// NoticeOf is the announcement of a closure, until staff change it.
func NoticeOf(h house.House, c house.Closure, now time.Time) house.Announcement {
	body := closedWords(c) + " " + c.Reason
	if again := openAgain(h, c); again != "" {
		body += " Vanaf " + again + " zijn we er weer."
	}
	return house.Announcement{
		Enabled:     true,
		ValidFrom:   clock.Date(now), // known beforehand it helps most
		ValidUntil:  c.Last,
		ExpiresDays: 30,
		DelayMs:     3000,
		Title:       "We zijn dicht",
		Body:        body,
	}
}

// evening is when an evening begins, for what people call a part of a day.
var evening = house.At(18, 0)

// closedWords say when.
func closedWords(c house.Closure) string {
	days := c.Days()
	if len(days) == 0 {
		return ""
	}
	last := mail.Day(days[len(days)-1])
	weekday, _, _ := strings.Cut(mail.Day(days[0]), " ")
	words, whole := "Op "+last, c.From == 0 && c.To == house.At(24, 0)
	switch {
	case len(days) > 1 && c.Weekday > 0 && c.From >= evening:
		words, whole = "Op "+weekday+"avond", true
	case len(days) > 1 && c.Weekday > 0:
		words = "Op " + weekday
	case len(days) > 1 && days[0].Month() == days[len(days)-1].Month():
		words = fmt.Sprintf("Van %s %d tot en met %s", weekday, days[0].Day(), last)
	case len(days) > 1:
		words = "Van " + mail.Day(days[0]) + " tot en met " + last
	}
	words += " zijn we even dicht."
	switch {
	case whole:
		return words
	case c.To == house.At(24, 0):
		return words + " Het gaat om de tijd na " + c.From.Words() + " uur."
	}
	return words + " Het gaat om " + c.From.Words() + " tot " + c.To.Words() + " uur."
}

// openAgain is the first day on which the house opens again; empty: too far to promise.
func openAgain(h house.House, c house.Closure) string {
	days := c.Days()
	if len(days) == 0 {
		return ""
	}
	day := days[len(days)-1]
	for range 31 {
		day = day.AddDate(0, 0, 1)
		same := c.Weekday == 0 || day.Weekday() == days[0].Weekday()
		if same && slices.ContainsFunc(h.Blocks(day), func(b house.Block) bool {
			return c.Weekday == 0 || b.From < c.To && c.From < b.To
		}) {
			return mail.Day(day)
		}
	}
	return ""
}
