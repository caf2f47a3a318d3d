package status

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/mail"
)

// span is a length of time in the largest unit that says enough: "40 seconden", "12 minuten", "3
// uur", "5 dagen".
func span(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return amount(int(d.Round(time.Second)/time.Second), "seconde", "seconden")
	case d < 2*time.Hour:
		return amount(int(d/time.Minute), "minuut", "minuten")
	case d < 48*time.Hour:
		return amount(int(d/time.Hour), "uur", "uur")
	}
	return amount(int(d/(24*time.Hour)), "dag", "dagen")
}

func amount(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// size is a number of bytes for people: "812 MB", "12,4 GB".
func size(n uint64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return strings.Replace(fmt.Sprintf("%.1f GB", float64(n)/(1<<30)), ".", ",", 1)
}

// moment is a time as the mails write it.
func moment(t time.Time) string { return mail.DayAndHour(t) }

// join puts sentences together; those that say nothing are left out.
func join(parts ...string) string {
	return strings.Join(
		slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return p == "" }),
		" ",
	)
}

// sentence ends a text that came from elsewhere as one of ours does.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}
