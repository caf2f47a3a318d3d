package content

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/editing/shown"
)

// garbage are values of query words that no page ever sends.
var garbage = []string{
	"-1",
	"0",
	"abc",
	"19990",
	"20 26",
	"99999999999999999999",
	"1e9",
	"%00",
	"a.b",
	".",
	"zzzzzzzzzzzzzzzzzzzz.sty_a",
	"1.\x00",
	"\xff",
	"'; drop table document; --",
	strings.Repeat("9", 10000),
	"2026-01",
	"٢٠٢٦",
}

// walk follows next from page to page and gives the ids of all of them.
func walk(t *testing.T, page func(na string) (ids []string, next string)) (all []string) {
	t.Helper()
	for na, pages := "", 0; ; pages++ {
		ids, next := page(na)
		if len(ids) > shown.PageSize || pages > 20 {
			t.Fatalf("%d items on page %d", len(ids), pages)
		}
		all = append(all, ids...)
		if na = next; na == "" {
			return all
		}
	}
}

func TestPagesOfStoriesMissNothingAndRepeatNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	var all, work []string
	for i := range 41 { // many at the same moment, as after loading or a copy
		theme, id := "herstel", fmt.Sprintf("sty_%02d", i)
		if i%2 == 0 {
			theme = "werk"
			work = append(work, id)
		}
		r.must(id, aStory(fmt.Sprint("Verhaal ", i), theme), State{From: at(-1 - i/20)})
		all = append(all, id)
	}
	for query, want := range map[string][]string{
		"":                all,
		"&thema=werk":     work,
		"&thema=onbekend": all,
	} {
		want = slices.Clone(want)
		// newest first, at one moment the last id first
		slices.SortFunc(want, func(a, b string) int {
			if x, y := a >= "sty_40", b >= "sty_40"; x != y {
				return map[bool]int{true: 1, false: -1}[x]
			}
			if x, y := a >= "sty_20", b >= "sty_20"; x != y {
				return map[bool]int{true: 1, false: -1}[x]
			}
			return strings.Compare(b, a)
		})
		got := walk(t, func(na string) ([]string, string) {
			l := read[StoryList](r, "/api/stories?na="+url.QueryEscape(na)+query)
			return storyIDs(l), l.Next
		})
		if !slices.Equal(got, want) {
			t.Errorf("%q:\n%v\n%v", query, got, want)
		}
	}
	if l := read[StoryList](
		r,
		"/api/stories?thema=werk",
	); l.Theme != "werk" || !slices.Equal(l.Themes, []string{"werk", "herstel"}) {
		t.Errorf("%+v", l)
	}
	r.must("sty_new", aStory("Nieuw"), State{}) // what comes while somebody reads on moves nothing
	first := read[StoryList](r, "/api/stories")
	second := read[StoryList](r, "/api/stories?na="+first.Next)
	r.must("sty_newer", aStory("Nieuwer"), State{})
	if again := read[StoryList](
		r,
		"/api/stories?na="+first.Next,
	); !slices.Equal(storyIDs(again), storyIDs(second)) {
		t.Error("the second page moved")
	}
}

func TestTheChosenNewsIsThatOfTheYear(t *testing.T) {
	t.Parallel()
	r := setup(t)
	day := func(y int, m time.Month, d, h, min int) State {
		return State{From: new(time.Date(y, m, d, h, min, 0, 0, clock.Amsterdam))}
	}
	r.must("nws_a", someNews("a"), day(2023, 12, 31, 23, 59))
	r.must("nws_b", someNews("b"), day(2024, 1, 1, 0, 0))
	r.must("nws_c", someNews("c"), day(2024, 12, 31, 23, 30))
	r.must("nws_d", someNews("d"), day(2026, 1, 1, 0, 30))
	r.must("nws_later", someNews("later"), day(2027, 1, 1, 0, 0))
	expired := day(2020, 5, 5, 12, 0)
	expired.Until = at(-1)
	r.must("nws_old", someNews("old"), expired)
	for jaar, want := range map[string]string{
		"":     "[nws_d nws_c nws_b nws_a]",
		"2023": "[nws_a]",
		"2024": "[nws_c nws_b]",
		"2025": "[]",
		"2026": "[nws_d]",
		"2027": "[]",
		"2020": "[]",
	} {
		got := read[NewsList](r, "/api/news?jaar="+jaar)
		if fmt.Sprint(newsIDs(got)) != want || !slices.Equal(got.Years, []int{2026, 2024, 2023}) ||
			fmt.Sprint(got.Year) != orZero(jaar) {
			t.Errorf("%q: %v, years %v, year %d", jaar, newsIDs(got), got.Years, got.Year)
		}
	}
	r.Clock.Set(time.Date(2027, 1, 1, 0, 0, 0, 0, clock.Amsterdam))
	if got := read[NewsList](
		r,
		"/api/news?jaar=2027",
	); len(got.Items) != 1 || got.Years[0] != 2027 || got.Items[0].Day != "2027-01-01" {
		t.Errorf("%+v", got)
	}
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}

func TestThePinnedItemStandsFirstAndOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for i := range 30 {
		r.must(fmt.Sprintf("nws_%02d", i), someNews(fmt.Sprint("Nieuws ", i)), State{From: at(-i)})
	}
	list := func() []string {
		return walk(t, func(na string) ([]string, string) {
			l := read[NewsList](r, "/api/news?na="+na)
			return newsIDs(l), l.Next
		})
	}
	pin := func(id string, s State) {
		s.Pinned = true
		r.must(id, someNews("Vast "+id), s)
	}
	pin("nws_20", State{From: at(-20)})
	pin("nws_25", State{From: at(-25)}) // takes the pin over
	if got := list(); len(got) != 30 || got[0] != "nws_25" || got[1] != "nws_00" ||
		slices.Index(got[1:], "nws_25") >= 0 ||
		got[21] != "nws_20" {
		t.Errorf("%v", got)
	}
	l := read[NewsList](r, "/api/news")
	if !l.Items[0].Pinned || l.Items[1].Pinned || len(l.Items) != shown.PageSize {
		t.Errorf("%+v", l.Items)
	}
	if y := read[NewsList](r, "/api/news?jaar=2026"); y.Items[0].ID != "nws_00" {
		t.Errorf("in the archive of a year the pin says nothing: %v", newsIDs(y))
	}
	if got := read[Latest](
		r,
		"/api/latest",
	); len(got.News) != 2 || got.News[0].ID != "nws_25" || got.News[1].ID != "nws_00" {
		t.Errorf("%+v", got.News)
	}
	pin("nws_30", State{From: at(1)}) // pinned, not yet there
	if got := list(); got[0] != "nws_00" || len(got) != 30 {
		t.Errorf("%v", got)
	}
	r.Clock.Set(*at(1))
	if got := list(); got[0] != "nws_30" || len(got) != 31 {
		t.Errorf("%v", got)
	}
}

func TestAStoryNamesThreeOthers(t *testing.T) {
	t.Parallel()
	r := setup(t)
	more := func(id string) string {
		return fmt.Sprint(
			ids(read[StoryText](
				r,
				"/api/stories/"+id,
			).More, func(c StoryCard) string { return c.ID }),
		)
	}
	r.must("sty_a", aStory("Eén", "werk", "herstel"), State{From: at(-9)})
	if more("sty_a") != "[]" {
		t.Error(more("sty_a"))
	}
	r.must("sty_b", aStory("Twee", "herstel"), State{From: at(-1)})
	r.must("sty_c", aStory("Drie", "naasten", "werk"), State{From: at(-8)})
	r.must("sty_d", aStory("Vier", "bewegen"), State{From: at(-2)})
	r.must("sty_e", aStory("Vijf", "creatief"), State{From: at(-3)})
	r.must("sty_f", aStory("Zes", "werk"), State{Hidden: true})
	if got := more("sty_a"); got != "[sty_c sty_b sty_d]" {
		t.Errorf("%s: the one of the same theme, then the newest", got)
	}
}

func TestGarbageInAnAddressIsNoChoice(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("sty_a", aStory("Verhaal"), State{})
	r.must("nws_a", someNews("Nieuws"), State{})
	r.must("faq_a", aQuestion("Vraag?", "Antwoord."), State{})
	r.must("yr_a", aYear(2025), State{})
	for _, g := range garbage {
		v := url.QueryEscape(g)
		for _, path := range []string{
			"/api/stories?na=" + v,
			"/api/stories?thema=" + v,
			"/api/stories?page=" + v,
			"/api/news?na=" + v,
			"/api/news?jaar=" + v,
			"/api/impact?jaar=" + v,
			"/api/latest?x=" + v,
		} {
			base, _, _ := strings.Cut(path, "?")
			_, want := r.ask(base)
			if status, body := r.ask(path); status != http.StatusOK || body != want {
				t.Errorf("%.60s: %d %.200s", path, status, body)
			}
		}
		if status, body := r.ask("/api/faq?zoek=" + v); status != http.StatusOK {
			t.Errorf("zoek=%.40s: %d %s", v, status, body)
		}
		for _, path := range []string{"/api/stories/", "/api/news/"} {
			if status, body := r.ask(
				path + url.PathEscape(g),
			); status != http.StatusNotFound && g != "." {
				t.Errorf("%s%.40s: %d %s", path, url.PathEscape(g), status, body)
			}
		}
	}
	for _, path := range []string{
		"/api/stories/nws_a",
		"/api/news/sty_a",
	} {
		if status := r.get(path, nil); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

func TestHTMLIsText(t *testing.T) {
	t.Parallel()
	r := setup(t)
	const evil = `<script>alert("1")</script> & co`
	s := aStory(evil, "herstel")
	s.DisplayName, s.Quote = `<b>x</b>`, evil
	r.must("sty_a", s, State{})
	n := someNews(evil)
	n.Summary = evil
	r.must("nws_a", n, State{})
	r.must("faq_a", aQuestion(evil, evil), State{})
	if got := read[StoryText](
		r,
		"/api/stories/sty_a",
	); got.Title != evil || got.Quote != evil || got.DisplayName != `<b>x</b>` {
		t.Errorf("%+v", got)
	}
	if got := read[FAQ](
		r,
		"/api/faq?zoek="+url.QueryEscape("<SCRIPT>"),
	); got.Found != 1 || got.Categories[0].Items[0].Question != evil || got.Search != "<SCRIPT>" {
		t.Errorf("%+v", got)
	}
	if got := read[NewsText](r, "/api/news/nws_a"); got.Title != evil || got.Summary != evil {
		t.Errorf("%+v", got)
	}
}
