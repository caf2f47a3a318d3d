package mail

import (
	"testing"
	"time"
)

func TestDatesAreDutchAndOfAmsterdamOnTheNightsTheClockChanges(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{
		"2025-11-19T15:10:00Z": "woensdag 19 november 2025 16.10 uur",
		"2025-12-31T23:30:00Z": "donderdag 1 januari 2026 0.30 uur",
		"2027-03-28T00:59:00Z": "zondag 28 maart 2027 1.59 uur",
		"2027-03-28T01:00:00Z": "zondag 28 maart 2027 3.00 uur",
		"2027-10-31T00:30:00Z": "zondag 31 oktober 2027 2.30 uur",
		"2027-10-31T01:30:00Z": "zondag 31 oktober 2027 2.30 uur",
		"2026-06-06T07:05:00Z": "zaterdag 6 juni 2026 9.05 uur",
		"2026-05-01T07:05:00Z": "vrijdag 1 mei 2026 9.05 uur",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := DayAndHour(moment); got != want {
			t.Errorf("%s: %q, want %q", at, got, want)
		}
	}
	if got := Hours(start.UTC(), end.UTC()); got != "13.30 tot 16.00 uur" {
		t.Errorf("%q", got)
	}
}
