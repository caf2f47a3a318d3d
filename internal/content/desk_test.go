package content

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/house"
	"herstelruimte/internal/richtext"
)

// whys are what is to be looked at again: id, why and since when.
func whys[T any](r *room, k editing.KindOf[T]) []string {
	r.t.Helper()
	all, err := k.Due(context.Background(), r.Pool, r.Clock.Now())
	if err != nil {
		r.t.Fatal(err)
	}
	return ids(all, func(d editing.Due) string { return d.ID + " " + d.Why + " " + d.Since })
}

func TestWhatIsToBeLookedAtAgain(t *testing.T) {
	t.Parallel()
	r := setup(t)
	old, fresh := aQuestion("Oud?", "Ja."), aQuestion("Nieuw?", "Ja.")
	old.LastChecked, fresh.LastChecked = "2025-11-23", "2025-11-24"
	r.must("faq_old", old, State{})
	r.must("faq_fresh", fresh, State{})
	if got := fmt.Sprint(whys(r, FAQKind(r.Documents))); got != "[faq_old checked 2025-11-23]" {
		t.Errorf("questions: %s", got)
	}
	r.must("nws_over", someNews("Over"), State{From: at(-9), Until: at(-2)})
	r.must("nws_long", someNews("Lang geleden"), State{From: at(-90), Until: at(-40)})
	r.must("nws_now", someNews("Nu"), State{})
	if got := fmt.Sprint(whys(r, NewsKind(r.Documents))); got != "[nws_over over 2026-11-22]" {
		t.Errorf("news: %s", got)
	}
	for id, agreed := range map[string]time.Time{
		"sty_soon": noon.AddDate(-1, 0, 20),
		"sty_late": noon.AddDate(-1, -2, 0),
		"sty_far":  noon.AddDate(0, -3, 0),
		"sty_gone": noon.AddDate(-1, -2, 0),
	} {
		r.must(id, aStory("Verhaal"), State{})
		form := StoryConsentForm{
			Who:   "Iemand",
			Reach: "Aan de balie",
			Ticks: StoryTicks{Text: true},
		}
		if err := r.tx(func(tx pgx.Tx) error {
			return r.Agreed(t.Context(), tx, Agreement{
				StoryID: id,
				Words:   *aStory("Verhaal"),
				Form:    form,
				At:      agreed,
			})
		}); err != nil {
			t.Fatal(err)
		}
	}
	r.takeBack("sty_gone")
	if got := fmt.Sprint(
		whys(r, StoryKind(r.Documents)),
	); got != "[sty_late overdue 2026-09-24 sty_soon review 2026-12-14]" {
		t.Errorf("stories: %s", got)
	}
}

func preview[T any](r *room, k editing.KindOf[T], id string, doc *T) (out map[string]any) {
	r.t.Helper()
	answer, err := k.Preview(context.Background(), id, doc)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := json.Unmarshal(db.JSON(answer), &out); err != nil {
		r.t.Fatal(err)
	}
	return out
}

func TestAPreviewIsThePublicAnswerAsItWouldBe(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("sty_other", aStory("Een ander"), State{})
	r.must("faq_a", aQuestion("Staat er al?", "Ja."), State{Position: 1})
	r.must("yr_2025", aYear(2025), State{})
	r.must("rol_a", &Role{Title: "Kok", Text: "Je kookt.", Open: true}, State{})
	story, item := aStory("Wordt iets"), someNews("Wordt nieuws")
	if got := preview(
		r,
		StoryKind(r.Documents),
		"sty_a",
		story,
	); got["title"] != "Wordt iets" || len(got["more"].([]any)) != 1 {
		t.Errorf("story: %v", got)
	}
	if got := preview(
		r,
		NewsKind(r.Documents),
		"nws_a",
		item,
	); got["title"] != "Wordt nieuws" || got["day"] != "2026-11-24" {
		t.Errorf("news: %v", got)
	}
	if got := preview(
		r,
		FAQKind(r.Documents),
		"faq_b",
		aQuestion("Komt erbij?", "Ja."),
	); got["found"] != 2.0 {
		t.Errorf("faq: %v", got)
	}
	if got := preview(
		r,
		FAQKind(r.Documents),
		"faq_a",
		aQuestion("Wordt anders?", "Ja."),
	); got["found"] != 1.0 {
		t.Errorf("faq, changed: %v", got)
	}
	if got := preview(
		r,
		YearKind(r.Documents),
		"yr_2026",
		aYear(2026),
	); got["year"] != 2026.0 || len(got["years"].([]any)) != 2 {
		t.Errorf("year: %v", got)
	}
	if got := preview(r, RoleKind(r.Documents), "rol_b", &Role{
		Title: "Gastheer",
		Text:  "Je ontvangt.",
		Open:  true,
	}); len(got["items"].([]any)) != 2 {
		t.Errorf("roles: %v", got)
	}
	for _, path := range []string{"/api/stories/sty_a", "/api/news/nws_a"} {
		if status := r.get(path, nil); status != http.StatusNotFound {
			t.Errorf("%s: a preview is public: %d", path, status)
		}
	}
}

func TestPagesAreWrittenOnTheDesk(t *testing.T) {
	t.Parallel()
	r := setup(t)
	pages := &Pages{Clock: r.Clock, Raise: r.Desk.Raise}
	statement := &Privacy{
		Pool:  r.Pool,
		Clock: r.Clock,
		Pages: pages,
		House: func(context.Context) house.House { return house.Default() },
		Raise: r.Desk.Raise,
	}
	k := PageKind(pages, statement)
	if !slices.Contains(k.Fixed, "about") || !slices.Contains(k.Fixed, "privacy") {
		t.Errorf("%v", k.Fixed)
	}
	page, err := k.Current(t.Context(), r.Pool, "about")
	if err != nil || page.Title != "Over ons" || page.UpdatedAt != "" {
		t.Fatalf("%+v %v", page, err)
	}
	page.Key, page.Blocks = "", []Section{
		{ID: "wie", Heading: "Wie?", Body: richtext.Paragraphs("Wij.")},
	}
	if f := k.Check(page); len(f) > 0 {
		t.Errorf("%v", f)
	}
	if err := r.tx(func(tx pgx.Tx) error {
		return k.Publish(t.Context(), tx, "about", page, editing.State{})
	}); err != nil {
		t.Fatal(err)
	}
	if got, err := pages.Get(
		t.Context(),
		r.Pool,
		"about",
	); err != nil || len(got.Blocks) != 1 || got.UpdatedAt != clock.Moment(noon) {
		t.Errorf("%+v %v", got, err)
	}
	free := Page{
		Title: "Privacybeleid",
		Blocks: []Section{
			{ID: "beveiliging", Heading: "Slot", Body: richtext.Paragraphs("Op de deur.")},
		},
	}
	if got := preview(
		r,
		k,
		"privacy",
		&free,
	); got["version"] == nil || len(got["blocks"].([]any)) < 10 {
		t.Errorf("privacy: %v", got)
	}
}

func TestAHiddenTextIsGoneFromThePublicTableButItsDateStays(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("nws_a", someNews("Nieuws"), State{})
	r.Clock.Set(*at(3))
	r.must("nws_a", someNews("Nieuws"), State{Hidden: true})
	if status := r.get("/api/news/nws_a", nil); status != http.StatusNotFound {
		t.Errorf("%d", status)
	}
	r.must("nws_a", someNews("Nieuws"), State{})
	if got := read[NewsText](r, "/api/news/nws_a"); got.Day != "2026-11-24" {
		t.Errorf("%s", got.Day)
	}
}
