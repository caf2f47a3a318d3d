package house

import (
	"fmt"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

// shut is the week of exceptional with closures: Monday to Tuesday the whole day, every Thursday
// evening until 10 December, the morning of Friday 4 December, and the team day of Wednesday 9
// December, on which the afternoon is shut as well.
func shut() House {
	h := exceptional()
	h.Hours[4].Blocks = blocks(9, 0, 17, 0)
	h.Closures = []Closure{
		{First: "2026-11-23", Last: "2026-11-24", To: At(24, 0), Reason: "Verhuizing."},
		{
			First:   "2026-11-26",
			Last:    "2026-12-10",
			Weekday: 4,
			From:    At(18, 0),
			To:      At(24, 0),
			Reason:  "We hebben even te weinig mensen.",
		},
		{First: "2026-12-04", Last: "2026-12-04", From: At(8, 0), To: At(12, 0)},
		{
			First:  "2026-12-04",
			Last:   "2026-12-04",
			From:   At(15, 0),
			To:     At(24, 0),
			Reason: "Storing",
		},
	}
	return h
}

func (p *PartClosed) String() string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf(" [%s: %s]", p.Part, p.Reason)
}

func TestAClosureTakesItsPartOfTheHoursUntilItsEnd(t *testing.T) {
	for now, want := range map[string]string{
		// over three closed days
		"2026-11-22 12.00": "closed next 2026-11-26 weekday 13.00-17.00 | 11-23 00.00",
		"2026-11-23 12.00": "closed next 2026-11-26 weekday 13.00-17.00 (Verhuizing) | 11-24 00.00",
		"2026-11-24 23.59": "closed next 2026-11-26 weekday 13.00-17.00 (Verhuizing) | 11-25 00.00",
		"2026-11-25 00.00": "closed next 2026-11-26 tomorrow 13.00-17.00 (De verwarming is stuk) | 11-26 00.00",
		"2026-11-26 00.00": "later 13.00-17.00 | 11-26 13.00 [evening: We hebben even te weinig mensen]",
		"2026-11-26 14.00": "open until 17.00 | 11-26 17.00 [evening: We hebben even te weinig mensen]",
		"2026-11-26 17.00": "after next 2026-11-27 tomorrow 11.00-12.00 | 11-26 21.00 [evening: " +
			"We hebben even te weinig mensen]",
		"2026-11-26 20.59": "after next 2026-11-27 tomorrow 11.00-12.00 | 11-26 21.00 [evening: " +
			"We hebben even te weinig mensen]",
		"2026-11-26 21.00": "after next 2026-11-27 tomorrow 11.00-12.00 | 11-27 00.00",
		// closed by its exception; the closure takes nothing
		"2026-12-03 12.00": "closed next 2026-12-04 tomorrow 12.00-15.00 | 12-04 00.00",
		"2026-12-04 09.00": "later 12.00-15.00 | 12-04 12.00 [morning: ]",
		"2026-12-04 12.00": "open until 15.00 | 12-04 15.00 [afternoon: Storing]",
		"2026-12-04 15.00": "after next 2026-12-05 tomorrow 10.00-12.00 | 12-04 17.00 [afternoon: Storing]",
		"2026-12-04 17.00": "after next 2026-12-05 tomorrow 10.00-12.00 | 12-05 00.00",
		// the last one
		"2026-12-10 14.00": "open until 17.00 | 12-10 17.00 [evening: We hebben even te weinig mensen]",
		"2026-12-17 14.00": "open until 17.00 | 12-17 17.00",
		"2026-12-17 19.00": "open until 21.00 | 12-17 21.00",
	} {
		o, _ := shut().OpenNow(at(now), nil)
		if got := said(shut(), at(now)) + o.Part.String(); got != want {
			t.Errorf("%s\n got %s\nwant %s", now, got, want)
		}
	}
}

func TestAClosureThroughTheNightsOnWhichTheClockChanges(t *testing.T) {
	h := Default()
	h.Hours[6].Blocks = blocks(0, 0, 10, 0)
	h.Closures = []Closure{
		{
			First:   "2026-10-01",
			Last:    "2027-04-01",
			Weekday: 7,
			From:    At(1, 0),
			To:      At(4, 0),
			Reason:  "Nacht",
		},
	}
	for now, want := range map[time.Time]string{
		// 01.30
		time.Date(
			2027,
			3,
			28,
			0,
			30,
			0,
			0,
			time.UTC,
		): "later 04.00-10.00 | 03-28 04.00 [morning: Nacht]",
		// 03.59
		time.Date(
			2027,
			3,
			28,
			1,
			59,
			0,
			0,
			time.UTC,
		): "later 04.00-10.00 | 03-28 04.00 [morning: Nacht]",
		time.Date(2027, 3, 28, 2, 0, 0, 0, time.UTC): "open until 10.00 | 03-28 10.00",
		// 00.30
		time.Date(
			2026,
			10,
			24,
			22,
			30,
			0,
			0,
			time.UTC,
		): "open until 01.00 | 10-25 01.00 [morning: Nacht]",
		// the second 02.30
		time.Date(
			2026,
			10,
			25,
			1,
			30,
			0,
			0,
			time.UTC,
		): "later 04.00-10.00 | 10-25 04.00 [morning: Nacht]",
		time.Date(2026, 10, 25, 3, 0, 0, 0, time.UTC): "open until 10.00 | 10-25 10.00",
	} {
		for _, zone := range []*time.Location{
			clock.Amsterdam,
			time.UTC,
			time.FixedZone("elsewhere", -10*3600),
		} {
			o, _ := h.OpenNow(now.In(zone), nil)
			if got := said(h, now.In(zone)) + o.Part.String(); got != want {
				t.Errorf("%s\n got %s\nwant %s", now.In(zone), got, want)
			}
		}
	}
}

func TestWhatAClosureLeavesOfADay(t *testing.T) {
	for _, c := range []struct {
		from, to WallTime
		want     string
	}{
		{At(0, 0), At(24, 0), "[]"},
		{At(13, 0), At(17, 0), "[{18.30 21.00}]"},
		{At(14, 0), At(15, 0), "[{13.00 14.00} {15.00 17.00} {18.30 21.00}]"},
		{At(16, 0), At(19, 0), "[{13.00 16.00} {19.00 21.00}]"},
		{At(17, 0), At(18, 30), "[{13.00 17.00} {18.30 21.00}]"},
		{At(21, 0), At(24, 0), "[{13.00 17.00} {18.30 21.00}]"},
	} {
		h := Default()
		h.Closures = []Closure{{First: "2026-11-26", Last: "2026-11-26", From: c.from, To: c.to}}
		if got := fmt.Sprint(h.Blocks(at("2026-11-26 12.00"))); got != c.want {
			t.Errorf("%s-%s leaves %s, want %s", c.from, c.to, got, c.want)
		}
		if got := fmt.Sprint(
			h.Blocks(at("2026-11-19 12.00")),
		); got != "[{13.00 17.00} {18.30 21.00}]" {
			t.Errorf("another Thursday: %s", got)
		}
	}
	two := Default()
	two.Closures = []Closure{
		{First: "2026-11-26", Last: "2026-11-26", From: At(13, 0), To: At(15, 0)},
		{First: "2026-11-20", Last: "2026-11-30", From: At(14, 0), To: At(24, 0)},
	}
	if !two.ClosingDay(at("2026-11-26 12.00")) || two.ClosingDay(at("2026-11-24 12.00")) {
		t.Error("closures that overlap close the whole of Thursday, and half of Tuesday")
	}
}

func TestDaysAheadTellOfClosures(t *testing.T) {
	var got []string
	for _, e := range shut().Ahead(at("2026-11-26 23.00")) {
		got = append(got, fmt.Sprint(e.Day[5:], e.Blocks, e.Reason))
	}
	want := "[11-26[{13.00 17.00}]We hebben even te weinig mensen. " +
		"11-27[{11.00 12.00} {15.00 24.00}]Teamdag 12-03[] 12-04[{12.00 15.00}]Storing " +
		"12-05[{10.00 12.00}] 12-10[{13.00 17.00}]We hebben even te weinig mensen.]"
	if fmt.Sprint(got) != want {
		t.Errorf("\n got %v\nwant %s", got, want)
	}
}

// As TestAnAnswerHoldsUntilItIsNoLongerFresh, with closures.
func TestAnAnswerWithClosuresHoldsUntilItIsNoLongerFresh(t *testing.T) {
	h, now := shut(), at("2026-11-22 00.00")
	answer := func(now time.Time) (string, time.Time) {
		o, fresh := h.OpenNow(now, nil)
		return said(h, now) + o.Part.String(), fresh
	}
	words, fresh := answer(now)
	for end := at("2026-12-12 00.00"); now.Before(end); now = now.Add(time.Minute) {
		if !now.Before(fresh) {
			words, fresh = answer(now)
		}
		if again, _ := answer(now); again != words || !fresh.After(now) {
			t.Fatalf("at %s the answer has changed:\n%s\n%s", now, words, again)
		}
	}
}
