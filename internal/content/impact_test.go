package content

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

func TestAYearIsShownAsAWholeAndTheNewestStandsInForOthers(t *testing.T) {
	t.Parallel()
	r := setup(t)
	if got := read[Impact](
		r,
		"/api/impact",
	); got.Year != 0 || got.FirstMonth != "2027-01" || got.Figures == nil || got.Missing != 0 {
		t.Errorf("nothing published: %+v", got)
	}
	r.must("yr_2023", aYear(2023), State{})
	r.must("yr_2024", aYear(2024, figure(OpenDayParts, 448), figure(Visits, 7385)), State{})
	r.must("yr_2025", aYear(2025), State{Hidden: true})
	for jaar, want := range map[string]int{
		"":     2024,
		"2024": 2024,
		"2023": 2023,
		"2025": 2024,
		"2019": 2024,
		"abc":  2024,
	} {
		got := read[Impact](r, "/api/impact?jaar="+jaar)
		missing := map[int]int{2024: 2025}[want]
		if got.Year != want || !slices.Equal(got.Years, []int{2024, 2023}) ||
			got.Missing != missing ||
			got.FirstMonth != "" {
			t.Errorf("%q: %+v", jaar, got)
		}
		if fmt.Sprint(got.Visits) != "[{2023 6140 412} {2024 7385 448}]" {
			t.Errorf("%v", got.Visits)
		}
	}
	r.must("yr_2025", aYear(2025), State{})
	if got := read[Impact](r, "/api/impact"); got.Year != 2025 || got.Missing != 2026 {
		t.Errorf("2026 is running: %d after %d", got.Missing, got.Year)
	}
	r.Clock.Set(time.Date(2025, 12, 31, 23, 59, 0, 0, clock.Amsterdam))
	r.must("yr_2025", aYear(2025), State{From: at(-400)})
	r.must("yr_2023", aYear(2023), State{From: at(-400)})
	if got := read[Impact](
		r,
		"/api/impact",
	); got.Missing != 0 || got.FreshUntil != "2026-01-01T00:00:00+01:00" {
		t.Errorf("2026 has not begun: %+v", got)
	}
}

func TestSmallNumbersAreNeverSent(t *testing.T) {
	t.Parallel()
	r := setup(t)
	few := figure("grade", 8.1)
	few.Decimals, few.N = 1, 3
	marked := figure("average", 3.5)
	marked.Decimals = 1
	percent := figure(Welcome, 92)
	percent.Unit, percent.N = "%", 74
	guess := figure(Visitors, 310)
	guess.Estimate = true
	y := aYear(
		2025,
		figure("none", 0),
		figure("one", 1),
		figure("four", 4),
		figure("five", 5),
		few,
		marked,
		percent,
		guess,
		figure(Visits, 4),
		figure(OpenDayParts, 412),
	)
	y.Found = []Share{
		{Label: "zelf", Percent: new(90)},
		{Label: "ggz", Percent: new(7)},
		{Label: "anders", Percent: new(3)},
	}
	y.FoundN, y.FoundSource = 101, "jaarlijkse vragenlijst"
	r.must("yr_2025", y, State{})
	got := read[Impact](r, "/api/impact")
	for _, g := range got.Figures {
		small := slices.Contains([]string{"one", "four", "grade", Visits}, g.Key)
		if g.Small != small || (g.Value == nil) != small || small && g.N != 0 {
			t.Errorf("%s: %+v", g.Key, g)
		}
		if g.Estimate != (g.Key == Visitors) {
			t.Errorf("%s: an estimate is flagged %v", g.Key, g.Estimate)
		}
	}
	if len(got.Visits) != 0 {
		t.Errorf("the chart tells a small number: %v", got.Visits)
	}
	// 3 could be computed from 90 and 7: the next one up goes too
	if f := got.Found; f[0].Percent == nil || *f[0].Percent != 90 || !f[1].Small ||
		f[1].Percent != nil ||
		!f[2].Small ||
		f[2].Percent != nil {
		t.Errorf("%+v", f)
	}
	for _, path := range []string{"/api/impact", "/api/latest"} {
		if _, body := r.ask(
			path,
		); strings.Contains(body, `"value":4`+",") || strings.Contains(body, `"value":1,`) ||
			strings.Contains(body, `"percent":3`) ||
			strings.Contains(body, `"visits":4`) {
			t.Errorf("%s: %s", path, body)
		}
	}
}

func TestAPercentageOfOneToFourPeopleIsNotSent(t *testing.T) {
	t.Parallel()
	r := setup(t)
	of := func(key string, value float64, n int) Figure {
		g := figure(key, value)
		g.Unit, g.N = "%", n
		return g
	}
	tenth := of("tenth", 5.9, 74)
	tenth.Decimals = 1
	y := aYear(
		2025,
		of("threeOfTen", 30, 10),
		of("fourOf74", 6, 74),
		of("nobody", 0, 300),
		of("under", 1, 30),
		tenth,
		of("thirty", 3, 1000),
		of("fiveOf74", 7, 74),
		of("allOfFour", 100, 4),
	)
	y.Found = []Share{
		{Label: "zelf", Percent: new(54)},
		{Label: "ggz", Percent: new(30)},
		{Label: "huisarts", Percent: new(10)},
		{Label: "anders", Percent: new(6)},
	}
	y.FoundN, y.FoundSource = 74, "jaarlijkse vragenlijst"
	r.must("yr_2025", y, State{})
	got := read[Impact](r, "/api/impact")
	for _, g := range got.Figures {
		small := slices.Contains(
			[]string{"threeOfTen", "fourOf74", "under", "tenth", "allOfFour"},
			g.Key,
		)
		if g.Small != small || (g.Value == nil) != small || few(g.N) {
			t.Errorf("%s: %+v", g.Key, g)
		}
	}
	if f := got.Found; f[0].Small || f[1].Small || !f[2].Small || f[2].Percent != nil ||
		!f[3].Small ||
		f[3].Percent != nil ||
		got.FoundN != 74 {
		t.Errorf("6 of 100 is 4 of 74 people, and 10 would tell it: %+v of %d", f, got.FoundN)
	}
	for n, hidden := range map[int]bool{1: true, 4: true, 5: false} {
		y.FoundN, y.Found = n, []Share{
			{Label: "zelf", Percent: new(100)},
			{Label: "anders", Percent: new(0)},
		}
		r.must("yr_2025", y, State{})
		got, sent := read[Impact](r, "/api/impact"), n
		if hidden {
			sent = 0
		}
		if got.FoundN != sent || got.Found[0].Small != hidden || got.Found[1].Small != hidden {
			t.Errorf("%d answered: %+v of %d", n, got.Found, got.FoundN)
		}
	}
	y.FoundN, y.Found = 1000, []Share{
		{Label: "zelf", Percent: new(97)},
		{Label: "anders", Percent: new(3)},
	}
	r.must("yr_2025", y, State{})
	if f := read[Impact](r, "/api/impact").Found; f[0].Small || f[1].Small {
		t.Errorf("thirty people are enough: %+v", f)
	}
}

func TestHomeShowsVisitsBesideOpenDayParts(t *testing.T) {
	t.Parallel()
	r := setup(t)
	if got := read[Latest](
		r,
		"/api/latest",
	); got.Year != 0 || got.Figures == nil || got.News == nil || got.Story != nil {
		t.Errorf("empty: %+v", got)
	}
	r.must(
		"yr_2024",
		aYear(
			2024,
			figure("meals", 1340),
			figure(Visitors, 370),
			figure(Visits, 7385),
			figure(OpenDayParts, 448),
		),
		State{},
	)
	r.must("sty_a", aStory("Oud"), State{From: at(-9)})
	r.must("sty_b", aStory("Nieuw"), State{From: at(-1)})
	got := read[Latest](r, "/api/latest")
	keys := ids(got.Figures, func(g Figure) string { return g.Key })
	if got.Year != 2024 || !slices.Equal(keys, []string{OpenDayParts, Visits, Visitors}) ||
		got.Story == nil ||
		got.Story.ID != "sty_b" {
		t.Errorf("%+v", got)
	}
}

func TestOpenRolesStandInTheirOrder(t *testing.T) {
	t.Parallel()
	r := setup(t)
	if got := read[Roles](r, "/api/volunteer-roles"); got.Items == nil || len(got.Items) != 0 {
		t.Errorf("%+v", got)
	}
	role := func(title string, open bool) *Role {
		return &Role{
			Title: title,
			Text:  "Je doet mee.",
			Open:  open,
			VOG:   title == "Formulierenhulp",
		}
	}
	r.must("rol_a", role("Wandelmaatje", true), State{Position: 3})
	r.must("rol_b", role("Formulierenhulp", true), State{Position: 1})
	r.must("rol_c", role("Begeleider", false), State{Position: 2})
	r.must("rol_d", role("Kok", true), State{Hidden: true, Position: 0})
	got := read[Roles](r, "/api/volunteer-roles").Items
	if len(got) != 2 || got[0].ID != "rol_b" || !got[0].VOG || got[1].ID != "rol_a" {
		t.Errorf("%+v", got)
	}
}
