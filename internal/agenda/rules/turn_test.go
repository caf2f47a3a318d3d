package rules

import (
	"slices"
	"testing"
	"time"
)

func TestARuleTurnsFromADayOn(t *testing.T) {
	t.Parallel()
	base := Rhythm{
		Every: "week", Weeks: 1, Days: []int{2}, From: "13.30", To: "15.30",
		First: "2026-11-24", End: "open",
	}
	hour := Turning{
		Day: "2026-12-15", WasFrom: "13.30", WasTo: "15.30", From: "14.00", To: "16.00",
		WasRoom: "Zaal", Room: "Zaal", Home: "Zaal",
	}
	at := Turn{Day: "2026-12-15", From: "14.00", To: "16.00"}
	for name, x := range map[string]struct {
		turns  []Turn
		change func(*Turning)
		want   []Turn
		same   bool
		say    string
	}{
		"an hour": {nil, func(*Turning) {}, []Turn{at}, false,
			" Vanaf 15 december 2026 van 14.00 tot 16.00 uur."},
		"and back": {[]Turn{at}, func(c *Turning) {
			c.WasFrom, c.WasTo, c.From, c.To = "14.00", "16.00", "13.30", "15.30"
		}, nil, false, ""},
		"an exception": {nil, func(c *Turning) { c.WasFrom = "10.00" }, nil, true, ""},
		"whatever they have": {nil, func(c *Turning) { c.WasFrom, c.Own = "10.00", true },
			[]Turn{at}, false, " Vanaf 15 december 2026 van 14.00 tot 16.00 uur."},
		"earlier than a turn": {[]Turn{at}, func(c *Turning) { c.Day = "2026-12-08" },
			[]Turn{{Day: "2026-12-08", From: "14.00", To: "16.00"}}, false,
			" Vanaf 8 december 2026 van 14.00 tot 16.00 uur."},
		"a room and a day": {nil, func(c *Turning) { c.Room, c.Shift = "Tuin", 1 },
			[]Turn{{"2026-12-15", "14.00", "16.00", "Tuin", 1}}, false,
			" Vanaf 16 december 2026 een dag later, van 14.00 tot 16.00 uur, " +
				"op een andere plek: Tuin."},
		"a turn that is over": {
			[]Turn{
				{Day: "2026-11-03", From: "9.00", To: "10.00"},
				{Day: "2026-11-10", From: "13.30", To: "15.30"},
			},
			func(*Turning) {}, []Turn{at}, false,
			" Vanaf 15 december 2026 van 14.00 tot 16.00 uur.",
		},
	} {
		r, c := base, hour
		r.Turns = x.turns
		x.change(&c)
		list, changed := r.Turned(c, "2026-11-20")
		if !slices.Equal(list, x.want) || changed == x.same {
			t.Errorf("%s: got %+v, %v", name, list, changed)
		}
		r.Turns = list
		if got := r.sayTurns(); got != x.say {
			t.Errorf("%s: got %q", name, got)
		}
	}
	r := base
	r.Turns = []Turn{{"2026-12-15", "14.00", "16.00", "Tuin", 1}}
	start, _ := r.Times("2026-12-22")
	if start.Format(time.DateTime) != "2026-12-23 14:00:00" || r.RoomOn("2026-12-22") != "Tuin" ||
		r.RoomOn("2026-12-08") != "" {
		t.Errorf("got %s in %q", start, r.RoomOn("2026-12-22"))
	}
}

// A pause is of the days on which dates are, wherever the rule put them before they moved.
func TestAPauseHoldsForTheDaysOnWhichDatesAre(t *testing.T) {
	t.Parallel()
	r := Rhythm{
		Every: "week", Weeks: 1, Days: []int{2}, From: "13.30", To: "15.00",
		First: "2027-06-15", End: "until", Until: "2027-09-14",
		Pause: &Pause{"2027-06-30", "2027-08-31"},
	}
	made := func() (out []string) {
		for _, d := range r.Made(time.Time{}).Days {
			out = append(out, r.Session(d).Day)
		}
		return out
	}
	want := []string{"2027-06-15", "2027-06-22", "2027-06-29", "2027-09-07", "2027-09-14"}
	if got := made(); !slices.Equal(got, want) {
		t.Errorf("on Tuesdays: %v", got)
	}
	// to Wednesday: the 30th of June is in the pause now, the first of September after it
	r.Turns = []Turn{{Day: "2027-06-15", From: "13.30", To: "15.00", Shift: 1}}
	want = []string{"2027-06-16", "2027-06-23", "2027-09-01", "2027-09-08", "2027-09-15"}
	if got := made(); !slices.Equal(got, want) {
		t.Errorf("on Wednesdays: %v", got)
	}
}
