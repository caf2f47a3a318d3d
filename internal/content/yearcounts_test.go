package content

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/problem"
)

func TestTheSiteProposesWhatItCountedAndNothingElse(t *testing.T) {
	t.Parallel()
	r := setup(t)
	var asked [2]time.Time
	r.Count = func(_ context.Context, from, to time.Time) (Counted, error) {
		asked = [2]time.Time{from, to}
		return Counted{
			OpenDayParts: 412,
			Visits:       6120,
			Meetings:     5,
			SignUps:      4,
			Trainees:     1,
			PageViews:    1200,
		}, nil
	}
	r.must("sty_a", aStory("Vandaag"), State{From: at(-1)})
	r.must("sty_old", aStory("Vorig jaar"), State{From: at(-400)})
	r.must("sty_over", aStory("Niet meer te lezen"), State{From: at(-3), Until: at(-1)})
	for i := range 4 {
		r.must(fmt.Sprintf("sty_b%d", i), aStory("Nog meer"), State{From: at(-2)})
	}
	got, err := r.yearCounts(t.Context(), "2026")
	if err != nil || got.Year != 2026 || got.Until != "2026-11-24" ||
		asked[0].Format(time.RFC3339) != "2026-01-01T00:00:00+01:00" ||
		!asked[1].Equal(noon) {
		t.Fatalf("%+v %v %v", got, asked, err)
	}
	lines := ""
	for _, f := range got.Items {
		value := "few"
		if f.Value != nil {
			value = fmt.Sprint(*f.Value)
		}
		lines += fmt.Sprintln(f.Key, value, f.Small, f.Estimate)
		if f.Definition == "" || f.Source == "" || f.Label == "" {
			t.Errorf("%+v says not what it is", f)
		}
	}
	if want := "openDayParts 412 false true\nvisits 6120 false false\nmeetings 5 false false\n" +
		"signUps few true false\ntrainees few true false\nstoriesTold 5 false false\n" +
		"pageViews 1200 false false\n"; lines != want {
		t.Errorf("%s\nwant\n%s", lines, want)
	}
	if got.Items[2].Source != "programma op de site, tot en met 24 november 2026" {
		t.Error(got.Items[1].Source)
	}
	year := &ImpactYear{Year: 2026, Figures: got.Items} // all of it taken over
	if f := year.Validate(); len(f) > 0 {
		t.Errorf("what is proposed cannot be published: %v", f)
	}
	if !year.Figures[3].Small || maskSmall(year.Figures)[3].Value != nil {
		t.Errorf("%+v", year.Figures[3])
	}
}

func TestAYearThatIsOverIsCountedWholeAndOneToComeNotAtAll(t *testing.T) {
	t.Parallel()
	r := setup(t)
	var to time.Time
	r.Count = func(_ context.Context, _, end time.Time) (Counted, error) {
		to = end
		return Counted{Meetings: 7}, nil
	}
	for _, jaar := range []string{"", "2025"} {
		if got, err := r.yearCounts(
			t.Context(),
			jaar,
		); err != nil || got.Year != 2025 || got.Until != "" || len(got.Items) != 1 ||
			got.Items[0].Source != "programma op de site" ||
			!to.Equal(time.Date(2026, 1, 1, 0, 0, 0, 0, clock.Amsterdam)) {
			t.Errorf("%q: %+v %s %v", jaar, got, to, err)
		}
	}
	if got, err := r.yearCounts(t.Context(), "2027"); err != nil || len(got.Items) != 0 {
		t.Errorf("%+v %v", got, err)
	}
	for _, jaar := range []string{"0", "vorig", "20260", "1999"} {
		if _, err := r.yearCounts(
			t.Context(),
			jaar,
		); !errors.Is(err, problem.New(problem.Invalid)) {
			t.Errorf("%q: %v", jaar, err)
		}
	}
}

func TestAFigureHasAValueOrIsTooSmallToTell(t *testing.T) {
	t.Parallel()
	three := 3.0
	for want, f := range map[string]Figure{
		"[{figures.0.value required}]": {},
		"[]":                           {Small: true},
		"[] ":                          {Value: &three, Small: true},
	} {
		f.Key, f.Label, f.Source = Trainees, "Deelnemers", "lijst"
		y := &ImpactYear{Year: 2025, Figures: []Figure{f}}
		if got := fmt.Sprint(y.Validate()); got != want && got+" " != want {
			t.Errorf("%s, want %s", got, want)
		}
		if y.Figures[0].Small != (f.Small && f.Value == nil) {
			t.Errorf("%+v", y.Figures[0])
		}
	}
}
