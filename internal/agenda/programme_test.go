package agenda

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
)

func (r *room) programmeOf(query string) (p Programme) {
	r.T.Helper()
	if err := json.Unmarshal(
		r.Want(r.Call("GET", "/api/occurrences"+query, nil), 200).Body.Bytes(),
		&p,
	); err != nil {
		r.T.Fatal(err)
	}
	return p
}

func titles(lines []rules.Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Title)
	}
	return strings.Join(out, ", ")
}

func titled(title string, change func(*rules.Activity)) func(*rules.Activity) {
	return func(a *rules.Activity) {
		a.Title, a.Summary = title, title
		if change != nil {
			change(a)
		}
	}
}

// sampleWeek puts one of each kind into the coming weeks.
func (r *room) sampleWeek() {
	day := func(n, hour int) time.Time {
		d := monday.AddDate(0, 0, n)
		return time.Date(d.Year(), d.Month(), d.Day(), hour, 0, 0, 0, d.Location())
	}
	r.Date(
		r.Activity(titled("Inloop", func(a *rules.Activity) { a.Mode = rules.Walkin })),
		day(0, 13),
		0,
		nil,
	)
	r.Date(
		r.Activity(
			titled("Naastenavond", func(a *rules.Activity) {
				a.Category, a.Audience = "naasten", []string{"relatives"}
			}),
		),
		day(1, 19),
		5,
		nil,
	)
	series := r.Activity(
		titled("WRAP", func(a *rules.Activity) { a.Mode, a.Category = rules.Series, "leren" }),
	)
	r.Date(series, day(2, 13), 5, func(o *rules.NewOccurrence) {
		o.Kind = "series"
		for i := 1; i < 4; i++ {
			s := o.Sessions[0]
			s.ID += fmt.Sprint("_", i)
			s.Start, s.End = s.Start.AddDate(0, 0, 7*i), s.End.AddDate(0, 0, 7*i)
			o.Sessions = append(o.Sessions, s)
		}
	})
	full := r.Date(r.Activity(titled("Café 100% vol_geboekt", nil)), day(10, 13), 1, nil)
	r.Want(r.Register(full, r.SignUp("Anja", person(1))), 201)
	r.Date(
		r.Activity(titled("Concept", func(a *rules.Activity) { a.Status = "draft" })),
		day(1, 10),
		5,
		nil,
	)
	r.Date(r.Activity(titled("Afgelast", nil)), day(
		3,
		10,
	), 5, func(o *rules.NewOccurrence) { o.Status, o.Doc.ChangeReason = "cancelled", "Ziek." })
}

func TestWeekShowsEverySessionAndSoonWhatCanBeJoined(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.sampleWeek()
	p := r.programmeOf("")
	if p.Week.Value != "2026-W47" || titles(p.Items) != "Inloop, Naastenavond, WRAP, Afgelast" ||
		titles(p.Soon) != "" {
		t.Fatalf("%+v %s | %s", p.Week, titles(p.Items), titles(p.Soon))
	}
	if p.Items[2].Sessions != 4 || p.Items[2].Session != 1 || p.Items[3].Status != "cancelled" ||
		p.Items[0].DayLabel != "today" ||
		p.Items[1].DayLabel != "tomorrow" {
		t.Fatalf("%+v", p.Items)
	}
	next := r.programmeOf("?week=2026-W48")
	if titles(next.Items) != "WRAP, Café 100% vol_geboekt" || next.Items[0].Session != 2 ||
		titles(next.Soon) != "Naastenavond, WRAP" {
		t.Fatalf("%s | %s", titles(next.Items), titles(next.Soon))
	}
	for _, bad := range []string{
		"?week=2026-W99",
		"?week=volgende",
		"?week=2026-W4700",
		"?dag=gisteren",
		"?soort=geheim",
		"?vrij=ja",
		"?na=kapot",
	} {
		if got := r.programmeOf(bad); got.Week == nil || got.Week.Value != "2026-W47" {
			t.Errorf("%s is not read as absent: %+v", bad, got.Week)
		}
	}
}

func TestFiltersListEachDateOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.sampleWeek()
	for query, want := range map[string]string{
		"?soort=leren":                         "WRAP",
		"?inloop=1":                            "Inloop",
		"?naasten=1":                           "Naastenavond",
		"?vrij=1":                              "Naastenavond, WRAP",
		"?dag=woensdag":                        "WRAP",
		"?dag=donderdag":                       "Afgelast, Café 100% vol_geboekt",
		"?zoek=wrap":                           "WRAP",
		"?zoek=CAFE":                           "Café 100% vol_geboekt",
		"?zoek=" + url.QueryEscape("100%"):     "Café 100% vol_geboekt",
		"?zoek=" + url.QueryEscape("l_g"):      "Café 100% vol_geboekt",
		"?zoek=_":                              "Café 100% vol_geboekt",
		"?zoek=concept":                        "",
		"?zoek=" + url.QueryEscape("' or 1=1"): "",
		"?dag=woensdag&soort=creatief":         "",
	} {
		if got := r.programmeOf(query); titles(got.Items) != want || got.Week != nil {
			t.Errorf("%s: %q, want %q", query, titles(got.Items), want)
		}
	}
	// the first session is over: the series is listed by its second, and can be joined
	r.Clock.Set(monday.AddDate(0, 0, 5))
	if got := r.programmeOf("?soort=leren"); len(got.Items) != 1 || got.Items[0].Session != 2 {
		t.Fatalf("%+v", got.Items)
	}
}

func TestPagesOfFiftyMissNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	act := r.Activity(titled("Veel", nil))
	for i := range 120 {
		r.Date(act, monday.AddDate(0, 0, 1+i/3), 5, nil) // three at the same moment: the id decides
	}
	seen, query := map[string]bool{}, "?zoek=veel"
	for range 4 {
		p := r.programmeOf(query)
		for _, l := range p.Items {
			if seen[l.ID] {
				t.Fatal("a date comes twice")
			}
			seen[l.ID] = true
		}
		if p.Next == "" {
			break
		}
		query = "?zoek=veel&na=" + url.QueryEscape(p.Next)
	}
	if len(seen) != 120 {
		t.Fatalf("%d of 120", len(seen))
	}
}

func TestHomeShowsTodayAndTomorrowOrTheNextDay(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.sampleWeek()
	home := func() (h Home) {
		if err := json.Unmarshal(
			r.Want(r.Call("GET", "/api/home", nil), 200).Body.Bytes(),
			&h,
		); err != nil {
			t.Fatal(err)
		}
		return h
	}
	if h := home(); titles(h.Items) != "Inloop, Naastenavond" || h.NextDay != nil {
		t.Fatalf("%+v", h)
	}
	r.Clock.Set(monday.AddDate(0, 0, 5))
	if h := home(); len(h.Items) != 0 || h.NextDay == nil || h.NextDay.Title != "WRAP" {
		t.Fatalf("%+v", h)
	}
}

func TestOverMidnightSortsOnItsStartDayAndIsNowAfterMidnight(t *testing.T) {
	t.Parallel()
	r := setup(t)
	start := time.Date(2026, 11, 21, 23, 0, 0, 0, monday.Location()) // Saturday
	r.Date(r.Activity(titled("Nachtwandeling", nil)), start, 5, nil)
	r.Clock.Set(time.Date(2026, 11, 22, 0, 30, 0, 0, monday.Location()))
	p := r.programmeOf("")
	if len(p.Items) != 1 || p.Items[0].Day != "2026-11-21" || !p.Items[0].Now ||
		p.Items[0].Status != "closed" {
		t.Fatalf("%+v", p.Items)
	}
}

func TestOddCursorsCountAsAbsent(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.sampleWeek()
	for _, na := range []string{
		"3jlxpt2ps.x",
		"zzzzzzzzzzzz.x",
		"-1.x",
		"a.%00",
		"a.%ff",
		"a",
		".",
	} {
		if got := r.programmeOf("?vrij=1&na=" + na); len(got.Items) != 2 {
			t.Errorf("%s: %d dates", na, len(got.Items))
		}
	}
}
