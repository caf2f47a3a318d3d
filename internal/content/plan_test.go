package content

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/richtext"
)

// load puts n stories and n news items in the database, nine hours apart, with texts of some 400
// words: one in seven is over, as the sweep marks it, ten are planned, and the theme `werk` has
// only the oldest story.
func (r *room) load(n int) {
	r.t.Helper()
	body := richtext.Paragraphs(
		strings.Repeat("Ik liep naar de deur en er was koffie. ", 25),
		strings.Repeat("Er stond iemand buiten. Hij zei niets. ", 25),
	)
	story, item := aStory("Verhaal"), someNews("Nieuws")
	story.Body, item.Body = body, body
	story.Validate()
	item.Validate()
	r.must("faq_a", aQuestion("Vraag?", "Antwoord."), State{})
	r.must("yr_2025", aYear(2025), State{})
	for kind, doc := range map[string]Document{"sty_story": story, "nws_news": item} {
		_, err := r.Pool.Exec(context.Background(), `
			insert into draft (id, kind, doc, public_doc, sort_at, public_until, status,
				changed_at, public_pinned, created_at, updated_at)
			select left($1, 4) || lpad(i::text, 6, '0'), substr($1, 5), '{}',
				$2::jsonb || jsonb_build_object('themes',
				jsonb_build_array(case when i = $4 - 1 then 'werk' else 'herstel' end)),
				$3::timestamptz - (i - 10) * interval '9 hours',
				case when i % 7 = 3
					then $3::timestamptz - (i - 10) * interval '9 hours' + interval '1 second' end,
				case when i % 7 = 3 and i > 10 then 'over' else 'published' end, $3, $1 like 'nws%' and i = $4 / 2, $3, $3
			from generate_series(0, $4 - 1) i`, kind, db.JSON(doc), noon, n)
		if err != nil {
			r.t.Fatal(err)
		}
	}
	if _, err := r.Pool.Exec(context.Background(), `
		insert into document_theme select t.theme, d.sort_at, d.id from document d,
			jsonb_array_elements_text(d.published->'themes') t(theme)
			where d.kind = 'story'`); err != nil {
		r.t.Fatal(err)
	}
	if _, err := r.Pool.Exec(context.Background(), `analyze draft, document_theme`); err != nil {
		r.t.Fatal(err)
	}
}

// reads are the addresses whose work must not grow with the years.
func (r *room) reads() []string {
	r.t.Helper()
	far := read[StoryList](r, "/api/stories?na="+read[StoryList](r, "/api/stories").Next).Next
	return []string{
		"/api/stories",
		"/api/stories?thema=herstel",
		"/api/stories?thema=werk",
		"/api/stories?na=" + far,
		"/api/stories/sty_000020",
		"/api/news",
		"/api/news?jaar=2026",
		"/api/news/nws_000020",
		"/api/latest",
		"/api/faq?zoek=vraag",
		"/api/impact",
		"/api/volunteer-roles",
		"/nieuws.rss",
	}
}

// work is how many rows each read looks at, with n stories and n news items.
func work(t *testing.T, n int) map[string]float64 {
	t.Helper()
	r := setup(t)
	r.load(n)
	addresses, heard := r.reads(), dbtest.Listen(t, r.Pool)
	r.Documents.Pool = heard.Pool
	out := map[string]float64{}
	for _, path := range addresses {
		heard.Reset()
		if status, body := r.ask(path); status != 200 {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		rows, whole := heard.Work("")
		if whole {
			t.Errorf("%s reads a whole table", path)
		}
		name, _, _ := strings.Cut(path, "na=")
		out[name] += rows
	}
	return out
}

// Absolute times differ by machine; how many rows are looked at does not. A small table PostgreSQL
// reads as a whole, as that is quicker; of a large one it may look at little more than what is
// shown and a row for each year.
func TestReadsDoNotGrowWithTheYears(t *testing.T) {
	t.Parallel()
	all := 0.0
	for path, n := range work(t, 10000) {
		t.Logf("%-30s %.0f rows", path, n)
		if n > 3*shown.PageSize {
			t.Errorf("%s looks at %.0f of 20,000 documents", path, n)
		}
		all += n
	}
	if all < 100 {
		t.Fatalf("only %.0f rows seen: the plans are not read", all)
	}
}

// BenchmarkReads is for comparing the two sizes by hand.
func BenchmarkReads(b *testing.B) {
	for _, n := range []int{100, 10000} {
		r := setup(b)
		r.load(n)
		for _, path := range r.reads() {
			name, _, _ := strings.Cut(
				strings.Trim(strings.NewReplacer("/api/", "", "/", "-").Replace(path), "-"),
				"na=",
			)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if status, _ := r.ask(path); status != 200 {
						b.Fatal(status)
					}
				}
			})
		}
	}
}
