package rules

import (
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

func goodDraft() *ActivityDraft {
	return &ActivityDraft{
		Activity: Activity{
			Title:    "Schrijfcafé",
			Summary:  "Korte oefeningen.",
			Body:     richtext.Paragraphs("We schrijven samen."),
			Category: "creatief",
			Audience: []string{"everyone"},
			Mode:     Single,
			Location: "Stille kamer",
			Host:     "Noor",
			Slug:     "schrijven",
		},
	}
}

func session(day, from, to string) NewSession { return NewSession{Day: day, From: from, To: to} }

func newDate(n int, sessions ...NewSession) NewDate {
	return NewDate{ID: "occ_" + string(rune('a'+n)) + "aaaaaaaaaaaaaaaaaaa", Sessions: sessions}
}

func TestADraftSaysWhatKeepsItFromBeingPublished(t *testing.T) {
	t.Parallel()
	good := goodDraft()
	good.Facts = []string{"lift", "easyDutch", "english", "signLanguage"}
	if f := good.Check(); len(f) > 0 {
		t.Fatalf("a good draft: %v", f)
	}
	number := func(n int) *int { return &n }
	for name, c := range map[string]struct {
		change func(*ActivityDraft)
		field  string
		code   string
	}{
		"no title": {
			func(d *ActivityDraft) { d.Title = "  " },
			"title",
			problem.Required,
		},
		"title of two": {
			func(d *ActivityDraft) { d.Title = "Ha" },
			"title",
			problem.TooShort,
		},
		"no summary": {
			func(d *ActivityDraft) { d.Summary = "" },
			"summary",
			problem.Required,
		},
		"no way in": {func(d *ActivityDraft) { d.Mode = "" }, "mode", problem.Choice},
		"no audience": {
			func(d *ActivityDraft) { d.Audience = nil },
			"audience",
			problem.Required,
		},
		"no host": {func(d *ActivityDraft) { d.Host = "" }, "host", problem.Required},
		"no room": {
			func(d *ActivityDraft) { d.Location = "" },
			"location",
			problem.Required,
		},
		"capacity 0": {
			func(d *ActivityDraft) { d.Capacity = number(0) },
			"capacity",
			problem.Invalid,
		},
		"capacity 501": {
			func(d *ActivityDraft) { d.Capacity = number(501) },
			"capacity",
			problem.Invalid,
		},
		"more needed than fit": {
			func(d *ActivityDraft) { d.Capacity, d.Min = number(4), number(5) },
			"minParticipants",
			problem.Invalid,
		},
		"a language unknown": {
			func(d *ActivityDraft) { d.Facts = []string{"english", "klingon"} },
			"facts",
			problem.Choice,
		},
		"cost unreadable": {func(d *ActivityDraft) { d.Cost = -1 }, "cost", problem.Invalid},
		"short address": {
			func(d *ActivityDraft) { d.Slug = "Één woord" },
			"slug",
			problem.Invalid,
		},
		"closes by nothing": {
			func(d *ActivityDraft) { d.Closes = &TermLimit{By: "later"} },
			"closes",
			problem.Invalid,
		},
		"end before begin": {
			func(d *ActivityDraft) {
				d.NewDates = []NewDate{newDate(0, session("2026-12-01", "16.00", "14.00"))}
			},
			"newDates.0.sessions.0.to",
			problem.Order,
		},
		"no end": {
			func(d *ActivityDraft) {
				d.NewDates = []NewDate{newDate(0, session("2026-12-01", "16.00", ""))}
			},
			"newDates.0.sessions.0.to",
			problem.Required,
		},
		"no day": {
			func(d *ActivityDraft) {
				d.NewDates = []NewDate{newDate(0, session("", "16.00", "17.00"))}
			},
			"newDates.0.sessions.0.day",
			problem.Required,
		},
		"no such day": {
			func(d *ActivityDraft) {
				d.NewDates = []NewDate{newDate(0, session("2026-02-30", "16.00", "17.00"))}
			},
			"newDates.0.sessions.0.day",
			problem.Invalid,
		},
		"no such time": {
			func(d *ActivityDraft) {
				d.NewDates = []NewDate{newDate(0, session("2026-12-01", "25.00", "23.00"))}
			},
			"newDates.0.sessions.0.from",
			problem.Invalid,
		},
		"two meetings of a date": {func(d *ActivityDraft) {
			d.NewDates = []NewDate{
				newDate(
					0,
					session("2026-12-01", "10.00", "11.00"),
					session("2026-12-08", "10.00", "11.00"),
				),
			}
		}, "newDates.0.sessions", problem.Required},
		"closes after the start": {func(d *ActivityDraft) {
			d.NewDates = []NewDate{newDate(0, session("2026-12-01", "10.00", "11.00"))}
			d.Closes = &TermLimit{By: "moment", Day: "2026-12-01", Time: "10.30"}
		}, "closes", problem.Order},
		"own term after the start": {func(d *ActivityDraft) {
			d.NewDates = []NewDate{newDate(0, session("2026-12-01", "10.00", "11.00"))}
			d.NewDates[0].Opens = &TermLimit{By: "moment", Day: "2026-12-02", Time: "10.30"}
		}, "newDates.0.opens", problem.Order},
		"series back in time": {func(d *ActivityDraft) {
			d.Mode = Series
			d.NewDates = []NewDate{
				newDate(
					0,
					session("2026-12-08", "10.00", "11.00"),
					session("2026-12-01", "10.00", "11.00"),
				),
			}
		}, "newDates.0.sessions.1.day", problem.Order},
		"one id twice": {func(d *ActivityDraft) {
			d.NewDates = []NewDate{
				newDate(0, session("2026-12-01", "10.00", "11.00")),
				newDate(0, session("2026-12-02", "10.00", "11.00")),
			}
		}, "newDates.1.id", problem.Invalid},
	} {
		d := goodDraft()
		c.change(d)
		if f := d.Check(); len(f) != 1 || f[0] != (problem.Field{Name: c.field, Code: c.code}) {
			t.Errorf("%s: %v, want %s %s", name, f, c.field, c.code)
		}
	}
}

func TestMistakesComeInTheOrderOfTheForm(t *testing.T) {
	t.Parallel()
	d := &ActivityDraft{
		Activity: Activity{Cost: -1},
		NewDates: []NewDate{newDate(0, session("", "", ""))},
	}
	var names []string
	for _, f := range d.Check() {
		names = append(names, f.Name)
	}
	want := []string{
		"title",
		"summary",
		"category",
		"audience",
		"slug",
		"newDates.0.sessions.0.day",
		"newDates.0.sessions.0.from",
		"newDates.0.sessions.0.to",
		"location",
		"host",
		"mode",
		"cost",
	}
	if !slices.Equal(names, want) {
		t.Errorf("%v\nwant %v", names, want)
	}
}

func TestADateMayCrossMidnightOnlyFromAnEvening(t *testing.T) {
	t.Parallel()
	for times, minutes := range map[[2]string]int{
		{"23.00", "01.00"}: 120,
		{"18.00", "08.00"}: 14 * 60,
		{"13.00", "24.00"}: 11 * 60,
		{"16.00", "14.00"}: 0,
		{"10.00", "10.00"}: 0,
		{"17.59", "01.00"}: 0,
	} {
		start, end, err := session("2026-12-11", times[0], times[1]).Times()
		if got := int(
			end.Sub(start).Minutes(),
		); err == nil && got != minutes || (err != nil) != (minutes == 0) {
			t.Errorf("%v: %d minutes (%v), want %d", times, got, err, minutes)
		}
	}
}

// Wall time stays; in the two odd nights the first time that is there is meant.
func TestAWallTimeIsKeptAcrossSummerTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		day, time, want string
	}{
		{"2027-03-21", "13.30", "2027-03-21T13:30:00+01:00"},
		{"2027-03-28", "13.30", "2027-03-28T13:30:00+02:00"},
		// does not exist: the first time after it
		{"2027-03-28", "02.30", "2027-03-28T03:00:00+02:00"},
		{"2027-03-28", "03.00", "2027-03-28T03:00:00+02:00"},
		{"2027-10-31", "02.30", "2027-10-31T02:30:00+02:00"}, // twice: the first
		{"2027-10-31", "13.30", "2027-10-31T13:30:00+01:00"},
		{"2027-10-30", "24.00", "2027-10-31T00:00:00+02:00"},
	} {
		day, _ := time.ParseInLocation(time.DateOnly, c.day, clock.Amsterdam)
		w, err := wallTime(c.time)
		if got := clock.Moment(WallMoment(day, w)); err != nil || got != c.want {
			t.Errorf("%s %s: %s, want %s (%v)", c.day, c.time, got, c.want, err)
		}
	}
}

func TestTheDaysOffAreThoseOfTheNetherlands(t *testing.T) {
	t.Parallel()
	for year, want := range map[int][]string{
		2026: {
			"01-01",
			"04-03",
			"04-05",
			"04-06",
			"04-27",
			"05-05",
			"05-14",
			"05-24",
			"05-25",
			"12-25",
			"12-26",
		},
		2027: {
			"01-01",
			"03-26",
			"03-28",
			"03-29",
			"04-27",
			"05-05",
			"05-06",
			"05-16",
			"05-17",
			"12-25",
			"12-26",
		},
		// 27 April is a Sunday
		2025: {
			"01-01",
			"04-18",
			"04-20",
			"04-21",
			"04-26",
			"05-05",
			"05-29",
			"06-08",
			"06-09",
			"12-25",
			"12-26",
		},
	} {
		var got []string
		for d := time.Date(
			year,
			1,
			1,
			12,
			0,
			0,
			0,
			clock.Amsterdam,
		); d.Year() == year; d = d.AddDate(0, 0, 1) {
			if Holiday(d) {
				got = append(got, d.Format("01-02"))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d: %v\nwant %v", year, got, want)
		}
	}
}

func TestATermIsReadAgainstTheStart(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 12, 1, 13, 30, 0, 0, clock.Amsterdam)
	for want, l := range map[string]*TermLimit{
		"2026-11-30T12:00:00+01:00": {By: "dayBefore", Time: "12.00"},
		"2026-12-01T11:30:00+01:00": {By: "hours", Hours: 2},
		"2026-11-01T09:00:00+01:00": {By: "moment", Day: "2026-11-01", Time: "09.00"},
	} {
		if at, err := l.on(start); err != nil || clock.Moment(*at) != want {
			t.Errorf("%+v: %v, want %s (%v)", l, at, want, err)
		}
	}
}

func TestAShortAddressIsMadeOfTheTitle(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Schrijfcafé":                                 "schrijfcafe",
		"Koffie & thee: proeven!":                     "koffie-thee-proeven",
		"WRAP: jouw plan voor goede en lastige dagen": "wrap-jouw-plan-voor-goede-en-lastige",
		"🌱": "",
		"A": "",
		"Zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz": "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
		"  ": "",
	} {
		if got := SlugOf(title); got != want || got != "" && !slugForm.MatchString(got) {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestADraftWithoutListsHasEmptyOnes(t *testing.T) {
	d := ActivityDraft{NewDates: []NewDate{{}}}
	d.Tidy()
	if d.Audience == nil || d.Facts == nil || d.NewDates[0].Sessions == nil {
		t.Errorf(
			"the form knows no null: %v %v %v",
			d.Audience == nil,
			d.Facts == nil,
			d.NewDates[0].Sessions == nil,
		)
	}
	none := ActivityDraft{}
	none.Tidy()
	if none.NewDates == nil {
		t.Error("no dates are an empty list")
	}
}
