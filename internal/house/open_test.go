package house

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

func at(s string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15.04", s, clock.Amsterdam)
	if err != nil {
		panic(err)
	}
	return t
}

// said is an answer on one line, with the moment until which it holds.
func said(h House, now time.Time, also ...Also) string {
	o, fresh := h.OpenNow(now, also)
	s := o.State
	if o.Until != nil {
		s += fmt.Sprint(" until ", *o.Until)
	}
	if o.From != nil {
		s += fmt.Sprint(" ", *o.From, "-", *o.To)
	}
	if o.Next != nil {
		s += fmt.Sprint(" next ", o.Next.Day, " ", o.Next.Label, " ", o.Next.From, "-", o.Next.To)
	}
	if o.Reason != "" {
		s += fmt.Sprintf(" (%s)", o.Reason)
	}
	for _, a := range o.Also {
		s += fmt.Sprint(" + ", a.Title)
	}
	return s + " | " + fresh.In(clock.Amsterdam).Format("01-02 15.04")
}

// Week of Monday 23 November 2026. Exceptions: Wednesday 25 closed with a reason, Friday 27 other
// hours, Thursday 3 December closed without a reason, Saturday 5 December open.
func exceptional() House {
	h := Default()
	h.Exceptions = []Exception{
		{Day: "2026-12-05", Blocks: blocks(10, 0, 12, 0)},
		{Day: "2026-11-25", Blocks: nil, Reason: "De verwarming is stuk."},
		{Day: "2026-11-27", Blocks: blocks(11, 0, 12, 0, 15, 0, 24, 0), Reason: "Teamdag"},
		{Day: "2026-12-03"},
	}
	return h
}

func TestTheOpenLineOfEveryMoment(t *testing.T) {
	for now, want := range map[string]string{
		"2026-11-23 00.00": "later 13.00-17.00 | 11-23 13.00",
		"2026-11-23 12.59": "later 13.00-17.00 | 11-23 13.00",
		"2026-11-23 13.00": "open until 17.00 | 11-23 17.00",
		"2026-11-23 16.59": "open until 17.00 | 11-23 17.00",
		"2026-11-23 17.00": "after next 2026-11-24 tomorrow 10.00-17.00 | 11-24 00.00",
		"2026-11-23 23.59": "after next 2026-11-24 tomorrow 10.00-17.00 | 11-24 00.00",
		"2026-11-26 09.00": "later 13.00-17.00 | 11-26 13.00",
		"2026-11-26 14.00": "open until 17.00 | 11-26 17.00",
		// between two blocks the line speaks of the next
		"2026-11-26 17.00": "later 18.30-21.00 | 11-26 18.30",
		"2026-11-26 18.30": "open until 21.00 | 11-26 21.00",
		"2026-11-26 21.00": "after next 2026-11-27 tomorrow 11.00-12.00 | 11-27 00.00",
		"2026-11-25 08.00": "closed next 2026-11-26 tomorrow 13.00-17.00 (De verwarming is stuk) | 11-26 00.00",
		// the day after is closed: not "tomorrow"
		"2026-11-24 18.00": "after next 2026-11-26 weekday 13.00-17.00 | 11-25 00.00",
		// other hours: only its hours, no reason
		"2026-11-27 10.00": "later 11.00-12.00 | 11-27 11.00",
		"2026-11-27 13.00": "later 15.00-24.00 | 11-27 15.00",
		"2026-11-27 23.59": "open until 24.00 | 11-28 00.00",
		"2026-11-28 12.00": "closed next 2026-11-30 weekday 13.00-17.00 | 11-29 00.00",
		"2026-11-29 12.00": "closed next 2026-11-30 tomorrow 13.00-17.00 | 11-30 00.00",
		// an exception without a reason
		"2026-12-03 12.00": "closed next 2026-12-04 tomorrow 10.00-14.00 | 12-04 00.00",
		"2026-12-05 09.00": "later 10.00-12.00 | 12-05 10.00",
		"2026-12-04 14.00": "after next 2026-12-05 tomorrow 10.00-12.00 | 12-05 00.00",
	} {
		if got := said(exceptional(), at(now)); got != want {
			t.Errorf("%s\n got %s\nwant %s", now, got, want)
		}
	}
}

func TestTheNextDayIsCalledAsPeopleDo(t *testing.T) {
	only := func(day string) House { // open on this day alone
		h := Default()
		for i := range h.Hours {
			h.Hours[i].Blocks = nil
		}
		h.Exceptions = []Exception{{Day: day, Blocks: blocks(10, 0, 11, 0)}}
		return h
	}
	now := at("2026-12-07 12.00") // a Monday
	for day, want := range map[string]string{
		"2026-12-08": "closed next 2026-12-08 tomorrow 10.00-11.00 | 12-08 00.00",
		"2026-12-09": "closed next 2026-12-09 weekday 10.00-11.00 | 12-08 00.00",
		"2026-12-13": "closed next 2026-12-13 weekday 10.00-11.00 | 12-08 00.00", // six days
		// a week: "maandag" could be today
		"2026-12-14": "closed next 2026-12-14 date 10.00-11.00 | 12-08 00.00",
		"2027-01-04": "closed next 2027-01-04 date 10.00-11.00 | 12-08 00.00", // 28 days
		"2027-01-05": "away | 12-08 00.00",                                    // 29 days
		"2026-12-06": "away | 12-08 00.00",
		"2026-12-07": "away | 12-08 00.00", // was open today, and nothing follows
	} {
		if got := said(only(day), now); got != want {
			t.Errorf("%s\n got %s\nwant %s", day, got, want)
		}
	}
	if got := said(
		only("2026-12-07"),
		at("2026-12-07 10.30"),
	); got != "open until 11.00 | 12-07 11.00" {
		t.Errorf("open now, nothing after: %s", got)
	}
	none := only("2020-01-01")
	none.Exceptions[0] = Exception{Day: "2026-12-07", Reason: "Verbouwing"}
	if got := said(none, now); got != "away | 12-08 00.00" {
		t.Errorf("closed with a reason and nothing in 28 days: %s", got)
	}
}

func TestTheNightsOnWhichTheClockChanges(t *testing.T) {
	h := Default()
	h.Hours[6].Blocks = blocks(1, 0, 10, 0) // Sundays, through the changing hour
	for now, want := range map[time.Time]string{
		at("2027-03-27 23.30"):                        "closed next 2027-03-28 tomorrow 01.00-10.00 | 03-28 00.00",
		at("2027-03-28 00.30"):                        "later 01.00-10.00 | 03-28 01.00",
		time.Date(2027, 3, 28, 0, 59, 0, 0, time.UTC): "open until 10.00 | 03-28 10.00", // 01.59
		time.Date(2027, 3, 28, 1, 0, 0, 0, time.UTC):  "open until 10.00 | 03-28 10.00", // 03.00
		time.Date(
			2027,
			3,
			28,
			8,
			0,
			0,
			0,
			time.UTC,
		): "after next 2027-03-29 tomorrow 13.00-17.00 | 03-29 00.00",
		at("2026-10-24 23.59"): "closed next 2026-10-25 tomorrow 01.00-10.00 | 10-25 00.00",
		// 02.30 summer time
		time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC): "open until 10.00 | 10-25 10.00",
		// 02.30 winter time
		time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC): "open until 10.00 | 10-25 10.00",
		time.Date(2026, 10, 25, 8, 59, 0, 0, time.UTC): "open until 10.00 | 10-25 10.00",
		time.Date(
			2026,
			10,
			25,
			9,
			0,
			0,
			0,
			time.UTC,
		): "after next 2026-10-26 tomorrow 13.00-17.00 | 10-26 00.00",
	} {
		for _, zone := range []*time.Location{
			clock.Amsterdam,
			time.UTC,
			time.FixedZone("elsewhere", -10*3600),
		} {
			if got := said(h, now.In(zone)); got != want {
				t.Errorf("%s\n got %s\nwant %s", now.In(zone), got, want)
			}
		}
	}
	if got := At(2, 30).On(at("2027-03-28 00.00")).UTC().Format("15.04"); got != "01.30" {
		t.Errorf(
			"02.30 does not exist that night: half an hour after the jump is 01.30 UTC, got %s",
			got,
		)
	}
	if got := At(2, 30).On(at("2026-10-25 00.00")).UTC().Format("15.04"); got != "01.30" {
		t.Errorf("of 02.30 twice the last is 01.30 UTC, got %s", got)
	}
}

func TestActivitiesOutsideOpeningHoursAreNamedUnderTheLine(t *testing.T) {
	a := func(title, from, to string) Also { return Also{title, at(from).UTC(), at(to).UTC()} }
	morning, noon, inside := a("Stoel", "2026-11-23 10.30", "2026-11-23 11.30"), a(
		"Lunch",
		"2026-11-23 12.00",
		"2026-11-23 14.00",
	), a("Training", "2026-11-23 13.30", "2026-11-23 16.00")
	evening, other := a(
		"Naasten",
		"2026-11-23 19.30",
		"2026-11-23 21.00",
	), a("Morgen", "2026-11-24 19.00", "2026-11-24 21.00")
	night, before := a(
		"Nachtwandeling",
		"2026-11-23 23.00",
		"2026-11-24 01.00",
	), a("Gisteren", "2026-11-22 23.00", "2026-11-23 01.00")
	all := []Also{evening, inside, other, night, noon, before, morning}
	for now, want := range map[string]string{
		"2026-11-23 00.30": "later 13.00-17.00 + Stoel + Lunch | 11-23 11.30",
		"2026-11-23 11.29": "later 13.00-17.00 + Stoel + Lunch | 11-23 11.30",
		"2026-11-23 11.30": "later 13.00-17.00 + Lunch + Naasten | 11-23 13.00",
		"2026-11-23 13.30": "open until 17.00 + Lunch + Naasten | 11-23 14.00",
		"2026-11-23 17.00": "after next 2026-11-24 tomorrow 10.00-17.00 + Naasten + Nachtwandeling | 11-23 21.00",
		"2026-11-23 23.30": "after next 2026-11-24 tomorrow 10.00-17.00 + Nachtwandeling | 11-24 00.00",
	} {
		if got := said(Default(), at(now), all...); got != want {
			t.Errorf("%s\n got %s\nwant %s", now, got, want)
		}
	}
	o, _ := Default().OpenNow(at("2026-11-23 09.00"), all)
	raw, _ := json.Marshal(o)
	if want := `{"state":"later","from":"13.00","to":"17.00","also":[{"title":"Stoel","start":"2026-11-23T10:30:00+01:00","end":"2026-11-23T11:30:00+01:00"},{"title":"Lunch","start":"2026-11-23T12:00:00+01:00","end":"2026-11-23T14:00:00+01:00"}]}`; string(
		raw,
	) != want {
		t.Errorf("as JSON:\n%s\n%s", raw, want)
	}
}

// The promise of freshUntil: the answer is the same at every minute before it.
func TestAnAnswerHoldsUntilItIsNoLongerFresh(t *testing.T) {
	h := exceptional()
	also := []Also{
		{"Stoel", at("2026-11-23 10.30"), at("2026-11-23 11.30")},
		{"Naasten", at("2026-11-26 17.30"), at("2026-11-26 18.00")},
	}
	strip := func(now time.Time) (string, time.Time) {
		o, fresh := h.OpenNow(now, also)
		raw, _ := json.Marshal(o)
		return string(raw), fresh
	}
	now := at("2026-11-22 00.00")
	said, fresh := strip(now)
	for end := at("2026-12-07 00.00"); now.Before(end); now = now.Add(time.Minute) {
		if !now.Before(fresh) {
			said, fresh = strip(now)
		}
		if again, same := strip(now); again != said || !same.Equal(fresh) || !fresh.After(now) {
			t.Fatalf("at %s the answer has changed:\n%s\n%s", now, said, again)
		}
	}
}

func TestBlocksAndClosingDaysFollowTheExceptions(t *testing.T) {
	h := exceptional()
	for day, want := range map[string]string{
		"2026-11-23": "[{13.00 17.00}]",
		"2026-11-25": "[]",
		"2026-11-26": "[{13.00 17.00} {18.30 21.00}]",
		"2026-11-27": "[{11.00 12.00} {15.00 24.00}]",
		"2026-11-28": "[]",
		"2026-11-29": "[]",
		"2026-12-05": "[{10.00 12.00}]",
	} {
		for _, hour := range []string{" 00.00", " 23.59"} {
			now := at(day + hour)
			if got := fmt.Sprint(
				h.Blocks(now.UTC()),
			); got != want || h.ClosingDay(now.UTC()) != (want == "[]") {
				t.Errorf("%s: %s, want %s", day, got, want)
			}
		}
	}
}

func TestExceptionsAreShownFourWeeksAhead(t *testing.T) {
	h := exceptional()
	h.Exceptions = append(
		h.Exceptions,
		Exception{Day: "2026-11-24"},
		Exception{Day: "2026-12-23"},
		Exception{Day: "2026-12-24"},
	)
	var days []string
	for _, e := range h.Ahead(at("2026-11-25 23.59")) {
		days = append(days, e.Day)
	}
	if got := fmt.Sprint(days); got != "[2026-11-25 2026-11-27 2026-12-03 2026-12-05 2026-12-23]" {
		t.Error(got)
	}
}

func TestADayThatIsClosedWholeHasAnEmptyListOfBlocks(t *testing.T) {
	h := Default()
	h.Exceptions = []Exception{{Day: "2026-11-24", Reason: "De vloer wordt geverfd"}}
	b, err := json.Marshal(h.Ahead(at("2026-11-24 10.00"))[0])
	if want := `{"day":"2026-11-24","blocks":[],"reason":"De vloer wordt geverfd"}`; err != nil ||
		string(b) != want {
		t.Errorf("%s %v, want %s", b, err, want)
	}
}
