package house

import (
	"fmt"
	"testing"
)

func TestADayIsCutIntoEqualPartsOfAtMostFourHours(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		blocks []Block
		want   string
	}{
		{nil, ""},
		{blocks(13, 0, 17, 0), "13.00-17.00 afternoon "},
		{blocks(10, 0, 17, 0), "10.00-13.30 morning 13.30-17.00 afternoon "},
		{blocks(9, 0, 18, 0), "09.00-12.00 morning 12.00-15.00 afternoon 15.00-18.00 afternoon "},
		{
			blocks(9, 30, 11, 0, 19, 0, 24, 0),
			"09.30-11.00 morning 19.00-21.30 evening 21.30-24.00 evening ",
		},
	} {
		h := Default()
		h.Exceptions = []Exception{{Day: "2026-11-25", Blocks: c.blocks}}
		got := ""
		for _, p := range h.PartsOf(at("2026-11-25 12.00")) {
			got += fmt.Sprintf("%s-%s %s ", p.From, p.To, p.Part)
		}
		if got != c.want {
			t.Errorf("%v: got %q, want %q", c.blocks, got, c.want)
		}
	}
}

func TestAClosedDayOfTheWeekIsNoClosure(t *testing.T) {
	t.Parallel()
	h := exceptional()
	for day, want := range map[string]string{
		"2026-11-24 12.00": "false ",
		"2026-11-25 12.00": "true De verwarming is stuk",
		"2026-11-28 12.00": "false ", // a Saturday
		"2026-12-03 12.00": "true ",
	} {
		reason, closed := h.ClosedFor(at(day))
		if got := fmt.Sprint(closed, " ", reason); got != want {
			t.Errorf("%s: got %q, want %q", day, got, want)
		}
	}
}

func TestTheHouseIsOpenAroundATimeWhileAnythingOfThatPartOfTheDayIsLeft(t *testing.T) {
	t.Parallel()
	h := Default()
	h.Exceptions = []Exception{{Day: "2026-11-25", Blocks: blocks(14, 0, 17, 0)}}
	for times, want := range map[[2]string]bool{
		{"13.30", "15.30"}: true,  // half of it
		{"12.00", "13.30"}: true,  // the afternoon is not over
		{"10.00", "12.00"}: false, // the morning
		{"19.00", "21.00"}: false,
	} {
		from, to := at("2026-11-25 "+times[0]), at("2026-11-25 "+times[1])
		if got := h.OpenAround(from, to); got != want {
			t.Errorf("%v: got %t, want %t", times, got, want)
		}
	}
}
