package content

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// lists are all addresses that show documents without naming one.
var lists = []string{
	"/api/latest",
	"/api/stories",
	"/api/stories?thema=herstel",
	"/api/news",
	"/api/news?jaar=2026",
	"/api/faq",
	"/api/faq?zoek=geheim",
	"/api/impact",
	"/api/impact?jaar=2030",
	"/api/volunteer-roles", "/nieuws.rss",
}

// secretOnes puts one document of each kind in a state, with a word in every text that nobody may
// read. It gives their addresses.
func (r *room) secretOnes(name string, s State) (details []string) {
	r.t.Helper()
	story := aStory("geheim "+name, "herstel")
	story.Intro, story.Body, story.Quote, story.ContentNote, story.InShort = "geheim", richtext.Paragraphs(
		"geheim",
	), "geheim", "geheim", "geheim"
	item := someNews("geheim " + name)
	item.Summary, item.Body = "geheim", richtext.Paragraphs("geheim")
	year := aYear(2030)
	year.Method, year.Quotes = "geheim", []Quote{{"geheim", "geheim"}}
	if name == "withdrawn" {
		r.must("sty_"+name, story, s)
		r.takeBack("sty_" + name)
		return []string{"/api/stories/sty_" + name}
	}
	r.must("sty_"+name, story, s)
	r.must("nws_"+name, item, s)
	r.must("faq_"+name, aQuestion("geheim "+name, "geheim"), s)
	r.must("yr_"+name, year, s)
	r.must("rol_"+name, &Role{Title: "geheim", Text: "geheim", Open: true}, s)
	return []string{
		"/api/stories/sty_" + name,
		"/api/news/nws_" + name,
	}
}

func TestWhatIsNotPublishedLeaksNowhere(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]State{
		"hidden":    {Hidden: true},
		"planned":   {Hidden: true, From: at(-2)},
		"withdrawn": {From: at(-2)},
		"scheduled": {From: at(2)},
		"ended":     {From: at(-9), Until: at(-2)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			details := r.secretOnes(name, s)
			for _, path := range lists {
				status, body := r.ask(path)
				without := strings.ReplaceAll(body, `"search":"geheim"`, "")
				if status != http.StatusOK || strings.Contains(without, "geheim") ||
					strings.Contains(without, "2030") {
					t.Errorf("%s: %d %s", path, status, body)
				}
			}
			for _, path := range details {
				status, body := r.ask(path)
				want := http.StatusNotFound
				switch {
				case name == "withdrawn":
					want = http.StatusGone
				case name == "ended" && !strings.Contains(path, "stories"):
					want = http.StatusOK // an old link still leads there
				}
				if status != want || want != http.StatusOK && strings.Contains(body, "geheim") {
					t.Errorf("%s: %d %s", path, status, body)
				}
			}
		})
	}
}

func TestUnpublishingTakesEverythingAway(t *testing.T) {
	t.Parallel()
	r := setup(t)
	details := r.secretOnes("x", State{From: at(-1)})
	for _, path := range append(details, "/api/stories?thema=herstel", "/api/faq", "/nieuws.rss") {
		if status, body := r.ask(
			path,
		); status != http.StatusOK || !strings.Contains(body, "geheim") {
			t.Fatalf("%s does not show what is published: %d %s", path, status, body)
		}
	}
	r.secretOnes("x", State{Hidden: true})
	for _, path := range append(details, lists...) {
		if _, body := r.ask(
			path,
		); strings.Contains(strings.ReplaceAll(body, `"search":"geheim"`, ""), "geheim") {
			t.Errorf("%s still shows it: %s", path, body)
		}
	}
}

func TestWhatIsPlannedAppearsAtItsMomentAndLeavesAtItsEnd(t *testing.T) {
	t.Parallel()
	r := setup(t)
	from, until := noon.Add(2*time.Hour), noon.Add(4*time.Hour)
	state := State{From: &from, Until: &until}
	r.must("sty_a", aStory("Verhaal"), state)
	r.must("nws_a", someNews("Nieuws"), state)
	r.must("faq_a", aQuestion("Vraag?", "Antwoord."), state)
	r.must("yr_a", aYear(2025), state)
	r.must("rol_a", &Role{Title: "Kok", Text: "Je kookt.", Open: true}, state)
	markers := map[string]string{
		"/api/stories":               "sty_a",
		"/api/stories?thema=herstel": "sty_a",
		"/api/news":                  "nws_a",
		"/api/news?jaar=2026":        "nws_a",
		"/api/faq":                   "faq_a",
		"/api/impact":                `"year":2025`,
		"/api/volunteer-roles":       "rol_a",
		"/api/latest":                "sty_a",
		"/nieuws.rss":                "nws_a",
	}
	for _, step := range []struct {
		at    time.Time
		there bool
		fresh time.Time
	}{
		{noon, false, from},
		{from.Add(-time.Microsecond), false, from},
		{from, true, until},
		{until.Add(-time.Microsecond), true, until},
		{until, false, time.Date(2026, 11, 25, 0, 0, 0, 0, noon.Location())},
	} {
		r.Clock.Set(step.at)
		for path, marker := range markers {
			_, body := r.ask(path)
			if strings.Contains(body, marker) != step.there {
				t.Errorf("%v %s: there %v, want %v", step.at, path, !step.there, step.there)
			}
			if want := fmt.Sprintf(
				`"freshUntil":%q`,
				step.fresh.Format(time.RFC3339),
			); path != "/nieuws.rss" && !strings.Contains(body, want) {
				t.Errorf("%v %s: want %s in %s", step.at, path, want, body)
			}
		}
		want := map[bool]int{true: http.StatusOK, false: http.StatusNotFound}
		for _, path := range []string{
			"/api/stories/sty_a",
			"/api/news/nws_a",
		} {
			if status := r.get(path, nil); status != want[step.there] &&
				(step.there || step.at.Before(from) || path == "/api/stories/sty_a") {
				t.Errorf("%v %s: %d", step.at, path, status)
			}
		}
	}
}

func TestExpiredNewsCanStillBeReadByItsLink(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("nws_expo", someNews(
		"Atelier exposeert",
	), State{From: at(-30), Until: at(1), Pinned: true})
	if got := read[NewsText](
		r,
		"/api/news/nws_expo",
	); got.Expired || got.FreshUntil != "2026-11-25T00:00:00+01:00" {
		t.Errorf("%+v", got)
	}
	r.Clock.Set(*at(1))
	if got := read[NewsText](
		r,
		"/api/news/nws_expo",
	); !got.Expired || got.Day != "2026-10-25" || got.Body.IsZero() {
		t.Errorf("%+v", got)
	}
	if got := read[NewsList](r, "/api/news"); len(got.Items) != 0 || len(got.Years) != 0 {
		t.Errorf("%+v", got)
	}
	if got := read[Latest](r, "/api/latest"); len(got.News) != 0 {
		t.Errorf("%+v", got)
	}
}

// The sweep is a help for indexes: before it, after it and after a date is put off the answers are
// the same.
func TestTheSweepChangesNothingThatVisitorsSee(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("nws_a", someNews("Eén"), State{From: at(-3), Until: at(1)})
	r.must("nws_b", someNews("Twee"), State{From: at(-2), Until: at(3)})
	for _, step := range []struct {
		days int
		want string
	}{
		{0, "[nws_b nws_a]"},
		{2, "[nws_b]"},
		{4, "[]"},
		{0, "[nws_b nws_a]"},
	} { // a clock that was set back brings them back with the sweep
		r.Clock.Set(*at(step.days))
		before := fmt.Sprint(newsIDs(read[NewsList](r, "/api/news")))
		if err := r.Desk.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		after := fmt.Sprint(newsIDs(read[NewsList](r, "/api/news")))
		if after != step.want || step.days > 0 && before != after {
			t.Errorf("day %d: %s, then %s, want %s", step.days, before, after, step.want)
		}
	}
	r.Clock.Set(*at(4))
	if err := r.Desk.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.must("nws_a", someNews("Eén"), State{From: at(-3), Until: at(9)})
	if got := newsIDs(read[NewsList](r, "/api/news")); fmt.Sprint(got) != "[nws_a]" {
		t.Errorf("%v after its end was put off", got)
	}
}

func TestNothingOfAWithdrawnStoryStays(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("sty_a", aStory("Een verhaal dat weg mocht", "herstel"), State{})
	type letter struct{ Of, Words string }
	r.Desk.Add(editing.KindOf[letter]{ // what tells of a story
		Kind:  editing.Kind{Name: "letter", Prefix: "let_"},
		Check: func(*letter) []problem.Field { return nil },
		Title: func(l *letter) string { return l.Words },
		Without: func(l *letter, id string) bool {
			of := l.Of == id
			if of {
				l.Words = "Weg"
			}
			return of
		},
	})
	r.onDesk("letter", "let_a", letter{"sty_a", "Zo ging het met mij."}, editing.State{}, true)
	r.onDesk("letter", "let_b", letter{"sty_b", "Van een ander."}, editing.State{}, true)
	r.takeBack("sty_a")
	if status, body := r.ask(
		"/api/stories/sty_a",
	); status != http.StatusGone || !strings.Contains(body, `"gone"`) {
		t.Errorf("%d %s", status, body)
	}
	if dump := dbtest.Dump(t, r.Pool); strings.Contains(dump, "Ik kwam binnen") ||
		strings.Contains(dump, "Zo ging het met mij") ||
		!strings.Contains(dump, "Van een ander") {
		t.Error("its words are still in the database")
	}
}

func TestAWithdrawalStandsInTheErasureJournalAndCanBeDoneAgain(t *testing.T) {
	t.Parallel()
	r := setup(t)
	journal := func() (n int) {
		t.Helper()
		if err := r.Pool.QueryRow(t.Context(), `
			select count(*) from erasure_journal where kind = 'story' and row_id = 'sty_a'`).Scan(
			&n,
		); err != nil {
			t.Fatal(err)
		}
		return n
	}
	row := func() (text string) {
		t.Helper()
		if err := r.Pool.QueryRow(t.Context(), `
			select (to_jsonb(d) - '{version,edited,sort_at,changed_at}'::text[])::text || (
				select count(*) from document_theme where document_id = d.id
			)
			from draft d
			where id = 'sty_a'`).Scan(&text); err != nil {
			t.Fatal(err)
		}
		return text
	}
	story := func() {
		r.must("sty_a", aStory("Een verhaal dat weg mocht", "herstel"), State{})
	}
	story()
	if journal() != 0 {
		t.Error("a story that is shown stands in the journal")
	}
	failed := errors.New("no")
	err := db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) error {
		return errors.Join(r.Withdraw(t.Context(), tx, "sty_a"), failed)
	})
	if !errors.Is(err, failed) || journal() != 0 {
		t.Errorf("%v: a line of what did not happen", err)
	}
	r.takeBack("sty_a")
	r.takeBack("sty_a")
	if journal() != 1 {
		t.Errorf("%d lines", journal())
	}
	want := row()
	if err := r.put("sty_a", aStory(
		"Een verhaal dat weg mocht",
	), State{}); !errors.Is(err, problem.New(problem.Gone)) {
		t.Errorf("a withdrawn story is shown again: %v", err)
	}
	if _, err := r.Pool.Exec(t.Context(), `delete from draft where id = 'sty_a'`); err != nil {
		t.Fatal(err)
	}
	story() // as a restored backup has it
	r.must("sty_b", aStory("Een ander verhaal", "herstel"), State{})
	r.must("nws_a", someNews("Nieuws"), State{})
	raised := r.raised
	for _, back := range []int{1, 0} {
		if n, err := r.WithdrawAgain(t.Context(), []string{
			"sty_a",
			"sty_gone",
			"nws_a",
		}); n != back || err != nil {
			t.Errorf("%d %v, want %d", n, err, back)
		}
	}
	if got := row(); got != want || journal() != 2 || r.raised != raised+1 {
		t.Errorf("%d lines, raised %d, row\n%s, want\n%s", journal(), r.raised-raised, got, want)
	}
	for path, status := range map[string]int{
		"/api/stories/sty_a": http.StatusGone,
		"/api/stories/sty_b": http.StatusOK,
		"/api/news/nws_a":    http.StatusOK,
	} {
		if got, _ := r.ask(path); got != status {
			t.Errorf("%s: %d", path, got)
		}
	}
}
