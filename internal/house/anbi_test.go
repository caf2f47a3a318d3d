package house

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

func TestTheFactsOfTheFoundationAreChecked(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*ANBI){
		"[]": func(a *ANBI) {
			a.LegalName, a.Accounts = "  Stichting X ", []string{"a", " ", "b"}
		},
		"[{legalName required}]":           func(a *ANBI) { a.LegalName = " " },
		"[{rsin invalid}]":                 func(a *ANBI) { a.RSIN = "12345678" },
		"[{kvk invalid}]":                  func(a *ANBI) { a.KvK = "1234567a" },
		"[{aim required} {plan required}]": func(a *ANBI) { a.Aim, a.Plan = "", "" },
		"[{board.1.role required}]": func(a *ANBI) {
			a.Board = []BoardMember{{"A", "voorzitter"}, {"B", ""}}
		},
		"[{reportYear invalid}]": func(a *ANBI) { a.ReportYear = 0 },
		"[{accounts.0 too_long}]": func(a *ANBI) {
			a.Accounts = []string{strings.Repeat("x", 121)}
		},
		"[{reportUrl invalid}]": func(a *ANBI) { a.ReportURL = "javascript:alert(1)" },
		"[{pay required} {report too_long}]": func(a *ANBI) {
			a.Report, a.Pay = strings.Repeat("x", 2001), ""
		},
	} {
		a := Default().ANBI
		change(a)
		s := &Settings{ANBI: a}
		got := []string{}
		for _, f := range s.check() {
			got = append(got, fmt.Sprintf("{%s %s}", f.Name, f.Code))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
		if want == "[]" && (a.LegalName != "Stichting X" || len(a.Accounts) != 2) {
			t.Errorf("%+v", a)
		}
	}
}

// A house whose settings an older program wrote has none: staff start with nothing, visitors read
// the text of the page. Who publishes, and takes that back, is where they were.
func TestAHouseWithoutFactsStartsWithNoneAndCanGoBackThere(t *testing.T) {
	t.Parallel()
	h := Default()
	h.ANBI = nil
	none := h.block(blockANBI)
	if none.ANBI == nil || !none.ANBI.empty() || none.check() != nil {
		t.Errorf("%+v", none)
	}
	h, _ = h.with(blockANBI, &Settings{ANBI: Default().ANBI})
	if h.ANBI == nil || !h.ANBI.Invented() {
		t.Errorf("%+v", h.ANBI)
	}
	if h, _ = h.with(blockANBI, none); h.ANBI != nil {
		t.Errorf("%+v", h.ANBI)
	}
	if half := (&Settings{ANBI: &ANBI{LegalName: "Stichting X"}}); len(half.check()) == 0 {
		t.Error("half of the facts is no fault")
	}
	if h.LegalName() != "Stichting Herstelruimte Veldermeer" {
		t.Error(h.LegalName())
	}
}

func TestPartsOfADayAreAtMostFourHours(t *testing.T) {
	t.Parallel()
	h := Default()
	day := func(s string) time.Time {
		d, err := time.ParseInLocation(time.DateOnly, s, clock.Amsterdam)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		from, to string
		want     int
	}{
		{"2026-11-23", "2026-11-24", 1}, // Monday, 13 to 17
		{"2026-11-24", "2026-11-25", 2}, // Tuesday, 10 to 17
		{"2026-11-26", "2026-11-27", 2}, // Thursday, twice
		{"2026-11-28", "2026-11-30", 0}, // the weekend
		{"2026-11-23", "2026-11-30", 7},
		{"2026-10-19", "2026-11-02", 14}, // over the night that the clock goes back
	} {
		if got := h.DayParts(day(c.from), day(c.to)); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.from, c.to, got, c.want)
		}
	}
	h.Exceptions = []Exception{{Day: "2026-11-24", Blocks: []Block{}}}
	if got := h.DayParts(day("2026-11-24"), day("2026-11-25")); got != 0 {
		t.Errorf("a closed day counts: %d", got)
	}
}
