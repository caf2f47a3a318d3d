package agenda

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

func (r *room) programmeOf(query string) (p Programme) {
	r.t.Helper()
	if err := json.Unmarshal(
		r.want(r.call("GET", "/api/occurrences"+query, nil), 200).Body.Bytes(),
		&p,
	); err != nil {
		r.t.Fatal(err)
	}
	return p
}

func titles(lines []Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Title)
	}
	return strings.Join(out, ", ")
}

func titled(title string, change func(*Activity)) func(*Activity) {
	return func(a *Activity) {
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
	r.date(r.activity(titled("Inloop", func(a *Activity) { a.Mode = Walkin })), day(0, 13), 0, nil)
	r.date(
		r.activity(
			titled("Naastenavond", func(a *Activity) {
				a.Category, a.Audience = "naasten", []string{"relatives"}
			}),
		),
		day(1, 19),
		5,
		nil,
	)
	series := r.activity(titled("WRAP", func(a *Activity) { a.Mode, a.Category = Series, "leren" }))
	r.date(series, day(2, 13), 5, func(o *NewOccurrence) {
		o.Kind = "series"
		for i := 1; i < 4; i++ {
			s := o.Sessions[0]
			s.ID += fmt.Sprint("_", i)
			s.Start, s.End = s.Start.AddDate(0, 0, 7*i), s.End.AddDate(0, 0, 7*i)
			o.Sessions = append(o.Sessions, s)
		}
	})
	full := r.date(r.activity(titled("Café 100% vol_geboekt", nil)), day(10, 13), 1, nil)
	r.want(r.register(full, r.signUp("Anja", person(1))), 201)
	r.date(
		r.activity(titled("Concept", func(a *Activity) { a.Status = "draft" })),
		day(1, 10),
		5,
		nil,
	)
	r.date(r.activity(
		titled("Afgelast", nil),
	), day(
		3,
		10,
	), 5, func(o *NewOccurrence) { o.Status, o.Doc.ChangeReason = "cancelled", "Ziek." })
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
	act := r.activity(titled("Veel", nil))
	for i := range 120 {
		r.date(act, monday.AddDate(0, 0, 1+i/3), 5, nil) // three at the same moment: the id decides
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

func TestStatusIsTheFirstThatFits(t *testing.T) {
	t.Parallel()
	hour, five := time.Hour, 5
	base := func() *slot {
		limit := 5
		return &slot{
			now:       monday,
			starts:    monday.Add(24 * hour),
			joinUntil: monday.Add(24 * hour),
			closes:    monday.Add(24 * hour),
			ends:      monday.Add(26 * hour),
			kind:      "date",
			status:    "planned",
			capacity:  &five,
			limit:     &limit,
			activity:  Activity{Mode: Single, Waitlist: true},
		}
	}
	soon := monday.Add(hour)
	for want, change := range map[string]func(*slot){
		"open":      func(*slot) {},
		"few 3":     func(s *slot) { s.taken = 2 },
		"few 1":     func(s *slot) { s.taken, s.held = 3, 1 },
		"waitlist":  func(s *slot) { s.taken = 5 },
		"full":      func(s *slot) { s.taken, s.activity.Waitlist = 5, false },
		"notOpen":   func(s *slot) { s.opens, s.taken = &soon, 5 },
		"closed":    func(s *slot) { s.closes = monday },
		"staffOnly": func(s *slot) { s.kind, s.joinUntil, s.closes = "series", monday, monday },
		"walkin":    func(s *slot) { s.activity.Mode = Walkin },
		"cancelled": func(s *slot) { s.status, s.closes = "cancelled", monday },
		"done":      func(s *slot) { s.ends, s.status = monday, "cancelled" },
	} {
		s := base()
		change(s)
		if got := s.word(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	claimed := base()
	claimed.taken, claimed.held, claimed.claimed = 2, 1, true
	if claimed.word() != "waitlist" {
		t.Errorf("a claim waits: %s", claimed.word())
	}
}

func TestHomeShowsTodayAndTomorrowOrTheNextDay(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.sampleWeek()
	home := func() (h Home) {
		if err := json.Unmarshal(
			r.want(r.call("GET", "/api/home", nil), 200).Body.Bytes(),
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
	r.date(r.activity(titled("Nachtwandeling", nil)), start, 5, nil)
	r.Clock.Set(time.Date(2026, 11, 22, 0, 30, 0, 0, monday.Location()))
	p := r.programmeOf("")
	if len(p.Items) != 1 || p.Items[0].Day != "2026-11-21" || !p.Items[0].Now ||
		p.Items[0].Status != "closed" {
		t.Fatalf("%+v", p.Items)
	}
}
