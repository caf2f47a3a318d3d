package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/problem"
)

// weekly is a rule from Thursday 3 December 2026, changed by each.
func weekly(change func(r *Rhythm)) *Rhythm {
	r := &Rhythm{
		Every: "week",
		Weeks: 1,
		Days:  []int{4},
		From:  "14.00",
		To:    "15.30",
		First: "2026-12-03",
		End:   "count",
		Count: 4,
	}
	if change != nil {
		change(r)
	}
	return r
}

func TestARhythmGivesItsDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		change  func(r *Rhythm)
		want    string
		without string
	}{
		{"each week, over the end of a year", nil, "1203 1210 1217 1224", ""},
		{"two days; the first week begins in its middle", func(r *Rhythm) {
			r.Days = []int{5, 1}
		}, "1204 1207 1211 1214", ""},
		{"every other week counts from the week of the first day", func(r *Rhythm) {
			r.Weeks, r.Days = 2, []int{1, 4}
		}, "1203 1214 1217 1228", ""},
		{"until, inclusive", func(r *Rhythm) { r.End, r.Until = "until", "2026-12-17" },
			"1203 1210 1217", ""},
		{"a pause makes no dates and does not count", func(r *Rhythm) {
			r.Pause = &Pause{"2026-12-10", "2026-12-24"}
		}, "1203 1231 0107 0114", ""},
		{"what was taken out counts", func(r *Rhythm) { r.Skip = []string{"2026-12-10"} },
			"1203 1217 1224", ""},
		{"the second Wednesday", func(r *Rhythm) {
			r.Every, r.Nth, r.Days = "month", 2, []int{3}
		}, "1209 0113 0210 0310", ""},
		{"the first Thursday is the first day itself", func(r *Rhythm) {
			r.Every, r.Nth = "month", 1
		}, "1203 0107 0204 0304", ""},
		{"the last Friday", func(r *Rhythm) {
			r.Every, r.Nth, r.Days = "month", -1, []int{5}
		}, "1225 0129 0226 0326", ""},
		{"the 31st skips short months and tells", func(r *Rhythm) {
			r.Every, r.MonthDay, r.Days = "month", 31, nil
		}, "1231 0131 0331 0531", "2027-02 2027-04"},
		{"the 29th in a leap year", func(r *Rhythm) {
			r.Every, r.MonthDay, r.Days, r.First = "month", 29, nil, "2028-01-30"
			r.Count = 2
		}, "0229 0329", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := weekly(c.change)
			var f problem.Faults
			if r.Check(&f, "rhythm"); len(f) > 0 {
				t.Fatal(f)
			}
			made := r.Made(time.Time{})
			var got []string
			for _, d := range made.Days {
				got = append(got, strings.ReplaceAll(d[5:], "-", ""))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%s, want %s", s, c.want)
			}
			if s := strings.Join(made.Without, " "); s != c.without {
				t.Errorf("without %q, want %q", s, c.without)
			}
		})
	}
}

func TestARhythmWithoutAnEndReachesHalfAYear(t *testing.T) {
	t.Parallel()
	r := weekly(func(r *Rhythm) { r.End = "open" })
	if made := r.Made(civil("2026-11-24")); len(made.Days) != 26 ||
		made.Days[25] != "2027-05-27" {
		t.Errorf("%d %v", len(made.Days), made.Days)
	}
	if made := r.Made(civil("2027-01-01")); made.Days[len(made.Days)-1] != "2027-07-01" {
		t.Errorf("%v", made.Days)
	}
}

func TestARhythmSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		change     func(r *Rhythm)
	}{
		{"no day", "rhythm.days required", func(r *Rhythm) { r.Days = nil }},
		{"no time", "rhythm.to required", func(r *Rhythm) { r.To = "" }},
		{"the end before the begin", "rhythm.to order", func(r *Rhythm) { r.To = "13.00" }},
		{"no first day", "rhythm.first required", func(r *Rhythm) { r.First = "" }},
		{"until before the first", "rhythm.until order", func(r *Rhythm) {
			r.End, r.Until = "until", "2026-12-01"
		}},
		{"no count", "rhythm.count invalid", func(r *Rhythm) { r.Count = 0 }},
		{"a pause that ends before it begins", "rhythm.pause order", func(r *Rhythm) {
			r.Pause = &Pause{"2026-12-10", "2026-12-09"}
		}},
		{"a pause over everything", "rhythm required", func(r *Rhythm) {
			r.End, r.Until = "until", "2026-12-31"
			r.Pause = &Pause{"2026-12-01", "2026-12-31"}
		}},
		{"no such day before the end", "rhythm required", func(r *Rhythm) {
			r.Days, r.End, r.Until = []int{3}, "until", "2026-12-08"
		}},
		{"too many", "rhythm too_long", func(r *Rhythm) {
			r.Days, r.End, r.Until = []int{1, 2, 3, 4, 5, 6, 7}, "until", "2029-01-01"
		}},
		{"an unknown sort", "rhythm.every choice", func(r *Rhythm) { r.Every = "year" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f problem.Faults
			weekly(c.change).Check(&f, "rhythm")
			if len(f) != 1 || f[0].Name+" "+f[0].Code != c.want {
				t.Errorf("%v, want %s", f, c.want)
			}
		})
	}
}

// Promise 32: 13.30 stays 13.30 over both nights in which the clock changes.
func TestPromise32ARhythmKeepsTheTimeOnTheWall(t *testing.T) {
	t.Parallel()
	r := weekly(func(r *Rhythm) { r.From, r.To = "13.30", "16.00" })
	for _, day := range []string{"2027-03-27", "2027-03-28", "2027-10-31", "2027-11-01"} {
		start, end := r.Times(day)
		if WallClock(start) != "13.30" || WallClock(end) != "16.00" || clock.Date(start) != day {
			t.Errorf("%s: %s to %s", day, start, end)
		}
	}
	r.From, r.To = "02.00", "03.00" // the hour that falls out
	if start, end := r.Times("2027-03-28"); WallClock(start) != "03.00" ||
		end.Sub(start) != time.Hour {
		t.Errorf("%s to %s", start, end)
	}
	if start, _ := r.Times("2027-10-31"); start.UTC().Hour() != 0 { // the first of the two
		t.Errorf("%s", start)
	}
}

func TestARhythmInWords(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(r *Rhythm){
		"Elke donderdag van 14.00 tot 15.30 uur, vanaf 3 december 2026, zonder einde.": func(
			r *Rhythm,
		) {
			r.End = "open"
		},
		"Om de week op maandag en donderdag van 14.00 tot 15.30 uur, vanaf 3 december 2026, " +
			"8 keer.": func(r *Rhythm) {
			r.Weeks, r.Days, r.Count = 2, []int{1, 4}, 8
		},
		"Elke maand op de laatste vrijdag van 14.00 tot 15.30 uur, vanaf 25 december 2026, " +
			"tot en met 1 juni 2027. Niet van 1 januari 2027 tot en met 1 februari 2027.": func(
			r *Rhythm,
		) {
			r.Every, r.Nth, r.Days, r.End, r.Until = "month", -1, []int{5}, "until", "2027-06-01"
			r.Pause = &Pause{"2027-01-01", "2027-02-01"}
		},
		"Elke maand op de 31e van 14.00 tot 15.30 uur, vanaf 31 december 2026, 4 keer.": func(
			r *Rhythm,
		) {
			r.Every, r.MonthDay = "month", 31
		},
		"Elke donderdag van 14.00 tot 15.30 uur, vanaf 10 december 2026, zonder einde.": func(
			r *Rhythm,
		) {
			r.End, r.First = "open", "2026-12-07" // a Monday
		},
		"Elke 3 weken op donderdag van 14.00 tot 15.30 uur, vanaf 3 december 2026, 4 keer.": func(
			r *Rhythm,
		) {
			r.Weeks = 3
		},
	} {
		if got := weekly(change).Say(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// Whatever the rule: its days rise, hold to it, and each date begins and ends at the time on the
// wall unless the clock has no such time.
func TestAnyRhythmHoldsToItsRule(t *testing.T) {
	t.Parallel()
	for seed := range longtest.N(t, 400, 40_000) {
		x := rand.New(rand.NewPCG(uint64(seed), 7))
		r := anyRhythm(x)
		var f problem.Faults
		if r.Check(&f, "rhythm"); len(f) > 0 {
			if f[0].Name != "rhythm" {
				t.Fatalf("seed %d: %+v %v", seed, r, f)
			}
			continue
		}
		made := r.Made(time.Time{})
		if !slices.IsSorted(made.Days) || len(slices.Compact(slices.Clone(made.Days))) !=
			len(made.Days) {
			t.Fatalf("seed %d: not in order: %v", seed, made.Days)
		}
		if r.End == "count" && len(made.Days)+len(r.Skip) < r.Count {
			t.Fatalf("seed %d: %d of %d", seed, len(made.Days), r.Count)
		}
		for _, d := range made.Days {
			holds(t, seed, r, d)
		}
	}
}

func anyRhythm(x *rand.Rand) *Rhythm {
	day := func() string {
		return clock.Date(time.Date(2026, 1, 1+x.IntN(1500), 0, 0, 0, 0, clock.Amsterdam))
	}
	times := [][2]string{{"13.30", "16.00"}, {"02.00", "03.00"}, {"02.30", "05.00"},
		{"22.00", "01.30"}, {"00.00", "00.30"}}
	at := times[x.IntN(len(times))]
	r := &Rhythm{Every: "week", Weeks: 1 + x.IntN(5), First: day(), From: at[0], To: at[1]}
	for d := 1; d <= 7; d++ {
		if x.IntN(3) == 0 {
			r.Days = append(r.Days, d)
		}
	}
	if len(r.Days) == 0 {
		r.Days = []int{1 + x.IntN(7)}
	}
	switch x.IntN(3) {
	case 0:
		r.Every, r.Weeks, r.Nth, r.Days = "month", 0, []int{1, 2, 3, 4, -1}[x.IntN(5)], r.Days[:1]
	case 1:
		r.Every, r.Weeks, r.MonthDay, r.Days = "month", 0, 1+x.IntN(31), nil
	}
	switch x.IntN(3) {
	case 0:
		r.End = "open"
	case 1:
		r.End, r.Count = "count", 1+x.IntN(60)
	default:
		r.End, r.Until = "until", clock.Date(civil(r.First).AddDate(0, 0, x.IntN(700)))
	}
	if x.IntN(2) == 0 {
		from := civil(r.First).AddDate(0, 0, x.IntN(200)-20)
		r.Pause = &Pause{clock.Date(from), clock.Date(from.AddDate(0, 0, x.IntN(80)))}
	}
	if x.IntN(2) == 0 {
		r.Skip = []string{clock.Date(civil(r.First).AddDate(0, 0, x.IntN(60)))}
	}
	return r
}

func holds(t *testing.T, seed int, r *Rhythm, d string) {
	t.Helper()
	day := civil(d)
	fits := slices.Contains(r.Days, isoWeekday(day))
	switch {
	case r.Every == "week":
		first := civil(r.First)
		weeks := clock.DaysTo(first.AddDate(0, 0, 1-isoWeekday(first)), day) / 7
		fits = fits && weeks%r.Weeks == 0
	case r.Nth > 0:
		fits = fits && (day.Day()-1)/7 == r.Nth-1
	case r.Nth < 0:
		fits = fits && day.AddDate(0, 0, 7).Month() != day.Month()
	default:
		fits = day.Day() == r.MonthDay
	}
	if !fits || d < r.First || slices.Contains(r.Skip, d) || r.Until != "" && d > r.Until ||
		r.Pause != nil && r.Pause.From <= d && d <= r.Pause.To {
		t.Fatalf("seed %d: %s is no day of %+v", seed, d, r)
	}
	start, end := r.Times(d)
	if !end.After(start) || end.Sub(start) > 12*time.Hour || clock.Date(start) != d {
		t.Fatalf("seed %d: %s: %s to %s", seed, d, start, end)
	}
	if _, a := day.Zone(); WallClock(start) != r.From {
		if _, b := day.AddDate(0, 0, 1).Zone(); a == b {
			t.Fatalf("seed %d: %s at %s, not %s", seed, d, WallClock(start), r.From)
		}
	}
}

func TestARhythmWithoutAnEndGoesOnForYears(t *testing.T) {
	t.Parallel()
	r := Rhythm{
		Every: "week", Weeks: 1, Days: []int{1, 2, 3, 4, 5, 6, 7},
		First: "2026-11-30", From: "13.30", To: "15.00", End: "open",
	}
	today := time.Date(2029, 3, 1, 9, 0, 0, 0, clock.Amsterdam)
	made := r.Made(today)
	last := today.AddDate(0, 0, RhythmAhead-1).Format(time.DateOnly)
	if made.TooMany || len(made.Days) == 0 || made.Days[len(made.Days)-1] != last {
		t.Errorf("too many %t, %d days, want the last one %s", made.TooMany, len(made.Days), last)
	}
}
