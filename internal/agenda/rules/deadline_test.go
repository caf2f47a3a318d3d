package rules

import (
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

func standardCountdown(closed ...string) Countdown {
	return Countdown{
		From:        9 * time.Hour,
		Until:       20 * time.Hour,
		Long:        24 * time.Hour,
		Short:       4 * time.Hour,
		ShortWithin: 48 * time.Hour,
		StopWithin:  12 * time.Hour,
		Margin:      3 * time.Hour,
		Least:       2 * time.Hour,
		ClosingDay: func(d time.Time) bool {
			for _, c := range closed {
				if d.Format("2006-01-02") == c {
					return true
				}
			}
			return d.Weekday() == time.Saturday || d.Weekday() == time.Sunday
		},
	}
}

func at(s string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15.04", s, clock.Amsterdam)
	if err != nil {
		panic(err)
	}
	return t
}

// Ten places that were freed, to the minute.
func TestTenExamplesOfTheWaitlistClock(t *testing.T) {
	const tue = "2025-11-25 13.30"
	for _, x := range []struct {
		name, start, freed, offer, until string
		closed                           []string
	}{
		{
			name:  "1",
			start: tue,
			freed: "2025-11-17 14.10",
			offer: "2025-11-17 14.10",
			until: "2025-11-19 16.10",
		},
		{
			name:  "2 the weekend is not counted",
			start: tue,
			freed: "2025-11-14 18.00",
			offer: "2025-11-14 18.00",
			until: "2025-11-18 20.00",
		},
		{
			name:  "3 the night is not counted",
			start: tue,
			freed: "2025-11-18 23.30",
			offer: "2025-11-19 09.00",
			until: "2025-11-21 11.00",
		},
		{
			name:   "4 a closing day is not counted",
			start:  tue,
			freed:  "2025-11-18 23.30",
			offer:  "2025-11-19 09.00",
			until:  "2025-11-24 11.00",
			closed: []string{"2025-11-20"},
		},
		{
			name:  "5 short window",
			start: tue,
			freed: "2025-11-24 10.00",
			offer: "2025-11-24 10.00",
			until: "2025-11-24 14.00",
		},
		{
			name:  "6 three hours before the start",
			start: tue,
			freed: "2025-11-24 18.30",
			offer: "2025-11-24 18.30",
			until: "2025-11-25 10.30",
		},
		{
			name:  "7 phone: next counted minute is 4.5 h before",
			start: tue,
			freed: "2025-11-24 21.00",
		},
		{name: "8 phone: under 12 h", start: tue, freed: "2025-11-25 08.00"},
		{name: "9 phone: one counted hour", start: "2025-11-24 10.30", freed: "2025-11-21 19.00"},
		{
			name:  "10",
			start: tue,
			freed: "2025-11-22 12.00",
			offer: "2025-11-24 09.00",
			until: "2025-11-24 13.00",
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := standardCountdown(x.closed...).Plan(at(x.freed), at(x.start))
			if x.offer == "" {
				if !got.Phone {
					t.Fatalf("want the phone list, got %v", got)
				}
				return
			}
			if got.Phone || !got.At.Equal(at(x.offer)) || !got.Until.Equal(at(x.until)) {
				t.Fatalf(
					"got %v – %v phone=%v, want %s – %s",
					got.At,
					got.Until,
					got.Phone,
					x.offer,
					x.until,
				)
			}
		})
	}
}

func TestCountedHoursOverBothClockChanges(t *testing.T) {
	daily := standardCountdown()
	daily.ClosingDay = func(time.Time) bool { return false }
	for _, x := range []struct{ freed, until string }{
		// Sunday 28 March has 23 hours, and still 11 counted ones
		{"2027-03-27 15.00", "2027-03-29 17.00"},
		{"2027-10-30 15.00", "2027-11-01 17.00"}, // Sunday 31 October has 25
	} {
		got := daily.Plan(at(x.freed), at("2027-12-01 10.00"))
		if !got.Until.Equal(at(x.until)) {
			t.Errorf("freed %s: until %v", x.freed, got.Until)
		}
	}
}

func TestHouseClosedForLongPhones(t *testing.T) {
	c := standardCountdown()
	c.ClosingDay = func(time.Time) bool { return true }
	if got := c.Plan(at("2025-11-17 14.10"), at("2026-11-25 13.30")); !got.Phone {
		t.Fatalf("got %v", got)
	}
}
