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

// day is an hour of a day, counted from the Monday of this week.
func day(n, hour int) time.Time {
	d := monday.AddDate(0, 0, n)
	return time.Date(d.Year(), d.Month(), d.Day(), hour, 0, 0, 0, d.Location())
}

// sampleWeek puts one of each kind into the coming weeks.
func (r *room) sampleWeek() {
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
	r := setup(t)
	r.sampleWeek()
	p := r.programmeOf("")
	if p.Week.Value != "2026-W47" || titles(p.Items) != "Inloop, Naastenavond, WRAP, Afgelast" ||
		titles(firstDates(p.Soon)) != "" {
		t.Fatalf("%+v %s | %s", p.Week, titles(p.Items), titles(firstDates(p.Soon)))
	}
	if p.Items[2].Sessions != 4 || p.Items[2].Session != 1 || p.Items[3].Status != "cancelled" ||
		p.Items[0].DayLabel != "today" ||
		p.Items[1].DayLabel != "tomorrow" {
		t.Fatalf("%+v", p.Items)
	}
	next := r.programmeOf("?week=2026-W48")
	if titles(next.Items) != "WRAP, Café 100% vol_geboekt" || next.Items[0].Session != 2 ||
		titles(firstDates(next.Soon)) != "Naastenavond, WRAP" {
		t.Fatalf("%s | %s", titles(next.Items), titles(firstDates(next.Soon)))
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

func TestTheProgrammeOpensWhereSomethingIsLeft(t *testing.T) {
	r := setup(t)
	if p := r.programmeOf(""); p.Week.Value != "2026-W47" || p.Week.Over != "" {
		t.Errorf("without any date it opens at %+v, want this week", p.Week)
	}
	r.sampleWeek() // its last meeting of this week ends on Thursday, then the next is on Wednesday
	for _, want := range []struct {
		at         time.Time
		week, over string
	}{
		{day(3, 11), "2026-W47", ""},
		{day(4, 20), "2026-W48", "2026-W47"},
		{day(6, 23), "2026-W48", "2026-W47"},
		{day(7, 1), "2026-W48", ""},
		{day(11, 1), "2026-W49", "2026-W48"},
		{day(50, 1), "2027-W01", ""},
	} {
		r.Clock.Set(want.at)
		got := r.programmeOf("").Week
		if got.Value != want.week || got.Over != want.over {
			t.Errorf("%v: week %s, over %q, want %s, %q",
				want.at, got.Value, got.Over, want.week, want.over)
		}
		this := weekName(mondayOf(want.at))
		if got := r.programmeOf("?week=" + this).Week; got.Value != this || got.Over != "" {
			t.Errorf("%v: who chose %s reads %+v", want.at, this, got)
		}
	}
}

func TestWhatComesSoonIsARowForEachActivity(t *testing.T) {
	r := setup(t)
	weekly := r.Activity(titled("Atelier", nil))
	for week := range 6 {
		r.Date(weekly, day(8+7*week, 13), 5, nil)
	}
	series := r.Activity(titled("WRAP", func(a *rules.Activity) { a.Mode = rules.Series }))
	for _, on := range []int{9, 30} {
		r.Date(series, day(on, 13), 5, func(o *rules.NewOccurrence) { o.Kind = "series" })
	}
	for i := range 12 {
		r.Date(r.Activity(titled(fmt.Sprint("Los ", i+1), nil)), day(15+i, 10), 5, nil)
	}
	soon := r.programmeOf("?week=2026-W47").Soon
	if got, want := titles(firstDates(soon)), "Atelier, WRAP, Los 1, Los 2, Los 3, Los 4, Los 5, "+
		"Los 6, Los 7, Los 8, Los 9, Los 10"; got != want {
		t.Errorf("soon: %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(soon[0].Day, " ", soon[0].Also, soon[0].Later),
		"2026-11-24 [2026-12-01 2026-12-08 2026-12-15] true"; got != want {
		t.Errorf("the days of the first are %s, want %s", got, want)
	}
	if len(soon[1].Also) > 0 || soon[1].Later || soon[2].Also == nil {
		t.Errorf("a series stands alone: %+v; days are a list: %+v", soon[1], soon[2])
	}
}

// What is rare is looked for stretch after stretch: nothing is missed between them, nor found
// twice.
func TestWhatComesSoonIsFoundHoweverFarAheadItIs(t *testing.T) {
	r := setup(t)
	rare := r.Activity(titled("Atelier", nil))
	for _, week := range []int{2, 8, 9, 33, 130} {
		r.Date(rare, day(1+7*week, 13), 5, nil)
	}
	r.Date(r.Activity(titled("Los", nil)), day(1+7*20, 13), 5, nil)
	p := r.programmeOf("?week=2026-W47")
	if got := titles(firstDates(p.Soon)); got != "Atelier, Los" {
		t.Fatalf("soon: %s", got)
	}
	if got, want := fmt.Sprint(p.Soon[0].Day, " ", p.Soon[0].Also, p.Soon[0].Later),
		"2026-12-01 [2027-01-12 2027-01-19 2027-07-06] true"; got != want {
		t.Errorf("the days of the first are %s, want %s", got, want)
	}
	if got := len(r.programmeOf("?vrij=1").Items); got != 6 {
		t.Errorf("a filter finds %d of 6", got)
	}
}

// Of a series it shows the meeting that comes, also when the first one is over or off.
func TestWhatComesSoonOfASeriesIsTheMeetingThatComes(t *testing.T) {
	r := setup(t)
	r.sampleWeek() // WRAP is on Wednesdays, four times
	for _, c := range []struct {
		at      time.Time
		off     string // meetings
		week    string
		session int
		status  string
	}{
		{day(0, 10), "", "W49", 1, "open"},
		{day(0, 10), "1", "W49", 2, "open"},
		{day(0, 10), "1, 2", "W50", 3, "open"},
		{day(3, 10), "", "W49", 2, "open"},
		{day(3, 10), "2", "W49", 3, "open"},
		{day(0, 10), "1, 2, 3, 4", "W49", 0, ""},
		{day(3, 10), "2, 3, 4", "W49", 0, ""},
	} {
		r.Clock.Set(c.at)
		if _, err := r.Pool.Exec(t.Context(), `
			update session set status = case
				when n::text = any(string_to_array($1, ', ')) then 'cancelled' else 'planned' end
			where occurrence_id in (select id from occurrence where kind = 'series')`,
			c.off); err != nil {
			t.Fatal(err)
		}
		session, status := 0, ""
		for _, s := range r.programmeOf("?week=2026-" + c.week).Soon {
			if s.Kind == "series" {
				session, status = s.Session, s.Status
			}
		}
		if session != c.session || status != c.status {
			t.Errorf("%v without %q: meeting %d %q, want %d %q",
				c.at, c.off, session, status, c.session, c.status)
		}
	}
}

// firstDates is the first date of each row.
func firstDates(soon []Soon) (lines []rules.Line) {
	for _, s := range soon {
		lines = append(lines, s.Line)
	}
	return lines
}

func TestPagesOfFiftyMissNothing(t *testing.T) {
	r := setup(t)
	act := r.Activity(titled("Breien", nil))
	for i := range 120 {
		r.Date(act, monday.AddDate(0, 0, 1+i/3), 5, nil) // three at the same moment: the id decides
	}
	seen, query := map[string]bool{}, "?zoek=breien"
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
		query = "?zoek=breien&na=" + url.QueryEscape(p.Next)
	}
	if len(seen) != 120 {
		t.Fatalf("%d of 120", len(seen))
	}
}

func TestHomeShowsTodayAndTomorrowOrTheNextDay(t *testing.T) {
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

// Promise 31: a meeting over midnight stands on its start day and ends when it ends. That people
// are forgotten from its end on is in TestADateThatMovedCountsFromItsNewEnd.
func TestPromise31OverMidnightSortsOnItsStartDay(t *testing.T) {
	r := setup(t)
	start := time.Date(2026, 11, 21, 23, 0, 0, 0, monday.Location()) // Saturday
	r.Date(r.Activity(titled("Nachtwandeling", nil)), start, 5, nil)
	r.Clock.Set(time.Date(2026, 11, 22, 0, 30, 0, 0, monday.Location()))
	p := r.programmeOf("")
	if len(p.Items) != 1 || p.Items[0].Day != "2026-11-21" || !p.Items[0].Now ||
		p.Items[0].Status != "closed" {
		t.Fatalf("%+v", p.Items)
	}
	r.Clock.Set(time.Date(2026, 11, 22, 1, 30, 0, 0, monday.Location()))
	for _, i := range r.programmeOf("").Items {
		if i.Now || i.Status != "done" {
			t.Errorf("after its end it is %+v", i)
		}
	}
}

func TestOddCursorsCountAsAbsent(t *testing.T) {
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
