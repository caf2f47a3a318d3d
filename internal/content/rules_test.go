package content

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

func long(n int) string { return strings.Repeat("é", n) }

func TestGoodDocumentsHaveNoMistakes(t *testing.T) {
	t.Parallel()
	atLimit := aStory(long(80), "werk", "herstel", "naasten", "bewegen")
	atLimit.Intro, atLimit.InShort, atLimit.Quote, atLimit.ContentNote, atLimit.DisplayName = long(
		200,
	), long(300), long(160), long(120), "Ó'Brien 🌱"
	atLimit.Helped = []string{"a", "b", "c", "d", "e"}
	item := someNews(long(90))
	item.Summary = long(160)
	for i, d := range []Document{
		atLimit,
		item,
		aQuestion(long(120), long(2000)),
		aYear(2025),
		&Role{Title: "Kok", Text: long(600)},
	} {
		if f := d.Validate(); len(f) > 0 {
			t.Errorf("%d: %v", i, f)
		}
	}
}

func TestEachMistakeIsNamedByItsField(t *testing.T) {
	t.Parallel()
	story := func(change func(*Story)) Document { s := aStory("Verhaal"); change(s); return s }
	news := func(change func(*NewsItem)) Document { n := someNews("Nieuws"); change(n); return n }
	faq := func(change func(*FAQItem)) Document {
		q := aQuestion("Vraag?", "Ja.")
		change(q)
		return q
	}
	year := func(change func(*ImpactYear)) Document { y := aYear(2025); change(y); return y }
	role := func(change func(*Role)) Document {
		r := &Role{Title: "Kok", Text: "Je kookt."}
		change(r)
		return r
	}
	link := richtext.Of(richtext.P(richtext.Link("x", "javascript:alert(1)")))
	for _, c := range []struct {
		doc         Document
		field, code string
	}{
		{story(func(s *Story) { s.Title = "ab" }), "title", problem.TooShort},
		{story(func(s *Story) { s.Title = long(81) }), "title", problem.TooLong},
		{story(func(s *Story) { s.Title = " \x00\u202e " }), "title", problem.Required},
		{story(func(s *Story) { s.DisplayName = "" }), "displayName", problem.Required},
		{story(func(s *Story) { s.Intro = long(201) }), "intro", problem.TooLong},
		{story(func(s *Story) { s.Body = richtext.Doc{} }), "body", problem.Required},
		{story(func(s *Story) { s.Body = richtext.Paragraphs("  ") }), "body", problem.Required},
		{
			story(func(s *Story) { s.Body = link }),
			"body.content.0.content.0.marks.0.attrs.href",
			problem.Invalid,
		},
		{story(func(s *Story) { s.InShort = long(301) }), "inShort", problem.TooLong},
		{story(func(s *Story) { s.Helped = nil }), "helped", problem.Required},
		{story(func(s *Story) { s.Helped = make([]string, 6) }), "helped", problem.TooLong},
		{story(func(s *Story) { s.Helped = []string{"a", " "} }), "helped.1", problem.Required},
		{story(func(s *Story) { s.Themes = nil }), "themes", problem.Required},
		{
			story(func(s *Story) { s.Themes = []string{"werk", "werk", "werk", "werk", "werk"} }),
			"themes",
			problem.TooLong,
		},
		{story(func(s *Story) { s.Themes = []string{"geluk"} }), "themes", problem.Choice},
		{story(func(s *Story) { s.ContentNote = long(121) }), "contentNote", problem.TooLong},
		{story(func(s *Story) { s.Quote = long(161) }), "quote", problem.TooLong},
		{news(func(n *NewsItem) { n.Title = long(91) }), "title", problem.TooLong},
		{news(func(n *NewsItem) { n.Summary = long(161) }), "summary", problem.TooLong},
		{
			news(func(n *NewsItem) { n.Body = link }),
			"body.content.0.content.0.marks.0.attrs.href",
			problem.Invalid,
		},
		{faq(func(q *FAQItem) { q.Category = "" }), "category", problem.Required},
		{faq(func(q *FAQItem) { q.Question = long(121) }), "question", problem.TooLong},
		{
			faq(func(q *FAQItem) { q.Answer = richtext.Paragraphs(long(2001)) }),
			"answer",
			problem.TooLong,
		},
		{faq(func(q *FAQItem) { q.LastChecked = "" }), "lastChecked", problem.Required},
		{faq(func(q *FAQItem) { q.LastChecked = "2026-02-30" }), "lastChecked", problem.Invalid},
		{year(func(y *ImpactYear) { y.Year = 1999 }), "year", problem.Invalid},
		{year(func(y *ImpactYear) { y.Figures = nil }), "figures", problem.Required},
		{
			year(func(y *ImpactYear) { y.Figures[0].Source = "" }),
			"figures.0.source",
			problem.Required,
		},
		{
			year(func(y *ImpactYear) { y.Figures[0].Value = nil }),
			"figures.0.value",
			problem.Required,
		},
		{
			year(func(y *ImpactYear) { y.Figures[0].Value = new(-1.0) }),
			"figures.0.value",
			problem.Invalid,
		},
		{
			year(func(y *ImpactYear) { y.Figures[0].Value = new(math.NaN()) }),
			"figures.0.value",
			problem.Invalid,
		},
		{
			year(func(y *ImpactYear) { y.Figures[0].Value = new(math.Inf(1)) }),
			"figures.0.value",
			problem.Invalid,
		},
		{
			year(func(y *ImpactYear) { y.Figures[0].Value = new(8.1) }),
			"figures.0.value",
			problem.Invalid,
		},
		{
			year(func(y *ImpactYear) { y.Figures[0].Decimals = 3 }),
			"figures.0.decimals",
			problem.Invalid,
		},
		{year(func(y *ImpactYear) { y.Figures[0].Unit = "%" }), "figures.0.n", problem.Required},
		{year(func(y *ImpactYear) { y.Figures[0].Key = Grade }), "figures.0.n", problem.Required},
		{
			year(func(y *ImpactYear) { y.Figures[1].Key = y.Figures[0].Key }),
			"figures.1.key",
			problem.Invalid,
		},
		{
			year(func(y *ImpactYear) { y.Figures[0].Key = "Dagdelen open" }),
			"figures.0.key",
			problem.Invalid,
		},
		{
			year(func(y *ImpactYear) { y.Found = []Share{{Label: "zelf", Percent: new(50)}} }),
			"found",
			problem.Invalid,
		},
		{
			year(func(y *ImpactYear) { y.Found = []Share{{Label: "zelf", Percent: new(100)}} }),
			"foundN",
			problem.Required,
		},
		{
			year(func(y *ImpactYear) { y.Quotes = []Quote{{Text: "Fijn."}} }),
			"quotes.0.by",
			problem.Required,
		},
		{role(func(r *Role) { r.Text = long(601) }), "text", problem.TooLong},
		{role(func(r *Role) { r.Title = "" }), "title", problem.Required},
	} {
		if got := c.doc.Validate(); !slices.Contains(got, problem.Field{
			Name: c.field,
			Code: c.code,
		}) {
			t.Errorf("%T: %v, want %s %s", c.doc, got, c.field, c.code)
		}
	}
}

func TestAStateThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for name, c := range map[string]struct {
		id    string
		doc   Document
		state State
		field string
	}{
		"an end before its start": {
			"nws_a",
			someNews("Nieuws"),
			State{From: at(2), Until: at(2)},
			"until",
		},
		"a pinned story": {
			"sty_a",
			aStory("Verhaal"),
			State{Pinned: true},
			"pinned",
		},
		"a published half story": {
			"sty_a",
			&Story{Title: "Half"},
			State{},
			"intro",
		},
	} {
		err := r.put(c.id, c.doc, c.state)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != problem.Invalid ||
			!slices.ContainsFunc(p.Fields, func(f problem.Field) bool {
				return f.Name == c.field
			}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.must("yr_2025", aYear(2025), State{})
	if err := r.put("yr_twice", aYear(
		2025,
	), State{}); !errors.Is(err, problem.New(problem.Conflict)) {
		t.Errorf("a year twice: %v", err)
	}
}

func TestStoringTheSameAgainChangesNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	docs := map[string]Document{
		"sty_a":   aStory("Verhaal"),
		"nws_a":   someNews("Nieuws"),
		"faq_a":   aQuestion("Vraag?", "Ja."),
		"yr_2025": aYear(2025),
		"rol_a":   &Role{Title: "Kok", Text: "Je kookt."},
	}
	for range 3 {
		for id, d := range docs {
			r.must(id, d, State{})
		}
		r.Clock.Advance(1e9)
	}
	var versions int
	if err := r.Pool.QueryRow(t.Context(), `
		select sum(version) from draft`).Scan(
		&versions,
	); err != nil || versions != len(docs) || r.raised != len(docs) {
		t.Errorf("versions %d, raised %d, %v", versions, r.raised, err)
	}
	if got := read[NewsText](
		r,
		"/api/news/nws_a",
	); got.PublishedAt != "2026-11-24T12:00:00+01:00" || got.UpdatedAt != got.PublishedAt {
		t.Errorf("%+v", got)
	}
	r.Clock.Set(*at(2))
	r.must("nws_a", someNews("Ander nieuws"), State{})
	if got := read[NewsText](
		r,
		"/api/news/nws_a",
	); got.PublishedAt != "2026-11-24T12:00:00+01:00" ||
		got.UpdatedAt != "2026-11-26T12:00:00+01:00" ||
		got.Title != "Ander nieuws" {
		t.Errorf("%+v", got)
	}
}

// Taking something off the site and putting it back makes it no news.
func TestADocumentKeepsTheDayOnWhichItWasFirstPublished(t *testing.T) {
	t.Parallel()
	r := setup(t)
	published := func() string {
		t.Helper()
		return read[NewsText](r, "/api/news/nws_a").PublishedAt
	}
	r.must("nws_a", someNews("Nieuws"), State{From: at(9)})
	r.must("nws_a", someNews("Nieuws"), State{}) // after all at once
	if got := published(); got != "2026-11-24T12:00:00+01:00" {
		t.Error(got)
	}
	r.Clock.Set(*at(1))
	r.must("nws_a", someNews("Nieuws"), State{Hidden: true})
	r.Clock.Set(*at(2))
	r.must("nws_a", someNews("Nieuws"), State{})
	if got := published(); got != "2026-11-24T12:00:00+01:00" {
		t.Error(got)
	}
}

func TestTwoPinsAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("nws_a", someNews("Eén"), State{Pinned: true})
	first, err := r.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = first.Rollback(context.Background()) }()
	if err := r.putIn(first, "nws_b", someNews(
		"Twee",
	), State{Pinned: true}); err != nil {
		t.Fatal(err)
	}
	second := make(chan error, 1)
	go func() {
		second <- r.put("nws_c", someNews("Drie"), State{Pinned: true})
	}()
	for dbtest.WaitForLock(t, r.Pool) == 0 { // of the row that the first has changed
	}
	if err := first.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-second; !errors.Is(err, problem.New(problem.Conflict)) {
		t.Errorf("the second pin: %v", err)
	}
	if got := newsIDs(read[NewsList](r, "/api/news")); fmt.Sprint(got) != "[nws_b nws_a]" {
		t.Error(got)
	}
}

func TestReadingTimeIsRoundedUp(t *testing.T) {
	t.Parallel()
	for words, want := range map[int]int{0: 1, 1: 1, 180: 1, 181: 2, 360: 2, 361: 3, 900: 5} {
		if got := minutes(
			richtext.Paragraphs(strings.TrimSpace(strings.Repeat("woord – ", words))),
		); got != want {
			t.Errorf("%d words: %d minutes, want %d", words, got, want)
		}
	}
	r := setup(t)
	s := aStory("Lang verhaal")
	s.Body, s.Minutes = richtext.Paragraphs(strings.Repeat("woord ", 500)), 99
	r.must("sty_a", s, State{})
	if got := read[StoryList](r, "/api/stories"); got.Items[0].Minutes != 3 {
		t.Error(fmt.Sprint(got.Items[0]))
	}
}
