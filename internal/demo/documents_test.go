package demo

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/richtext"
	"herstelruimte/internal/wording"
)

func TestSampleDocumentsAreValidAndOfEveryState(t *testing.T) {
	t.Parallel()
	for _, now := range []time.Time{sunday, tuesday} {
		got := map[string]int{}
		seen := map[string]bool{}
		for _, d := range newPlan(now).documents() {
			if faults := d.doc.Validate(); len(faults) > 0 {
				t.Errorf("%s: %+v", d.id, faults)
			}
			if seen[d.id] {
				t.Errorf("%s twice", d.id)
			}
			seen[d.id] = true
			got[fmt.Sprintf("%T %s", d.doc, d.status)]++
		}
		want := map[string]int{
			"*content.Story published":      8,
			"*content.Story draft":          1,
			"*content.Story reviewed":       1,
			"*content.Story withdrawn":      1,
			"*content.NewsItem published":   10,
			"*content.FAQItem published":    15,
			"*content.ImpactYear published": 3,
			"*content.Role published":       6,
			"*newsletter.Issue sent":        2,
			"*newsletter.Issue scheduled":   1,
			"*newsletter.Issue draft":       1,
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v", got)
		}
	}
}

func TestSampleStoriesHaveTheirLengthAndSayWhatTheirPageShows(t *testing.T) {
	t.Parallel()
	for _, s := range published() {
		if n := wording.Words(s.Body.Plain()); n < 300 || n > 500 {
			t.Errorf("%s: %d words", s.Title, n)
		}
		if s.InShort == "" || s.Quote == "" || len(s.Helped) != 3 ||
			strings.Contains(s.DisplayName, " ") {
			t.Errorf("%s is not complete", s.Title)
		}
		if sensitive := s.Title == "Terugval en toch verder" ||
			s.Title == "Nuchter, één dag tegelijk"; (s.ContentNote != "") != sensitive {
			t.Errorf("%s: note %q", s.Title, s.ContentNote)
		}
		if s.Findable == (s.Title == "Van bezoeker naar gastheer") {
			t.Errorf("%s: findable %v", s.Title, s.Findable)
		}
		if s.About != "" &&
			!slices.ContainsFunc(activities(), func(a rules.Activity) bool {
				return a.Slug == s.About
			}) {
			t.Errorf("%s is about %q", s.Title, s.About)
		}
	}
}

// Everything that these documents say, on whatever page it is shown.
func TestTheTextsOfTheSampleAreEasyToRead(t *testing.T) {
	t.Parallel()
	for _, d := range newPlan(tuesday).documents() {
		text := strings.Join(said(d.doc), "\n")
		if bad := wording.Avoided(text); bad != nil {
			t.Errorf("%s has words to avoid: %q\n%s", d.id, bad, text)
		}
		if average, long := wording.Measure(
			text,
		); average > wording.Average || average == 0 || long != nil {
			t.Errorf("%s: %.1f words a sentence, too long: %q\n%s", d.id, average, long, text)
		}
		if strings.Contains(text, "!") || strings.Contains(text, "  ") {
			t.Errorf("%s shouts or has double spaces", d.id)
		}
	}
}

// said are all texts in a document, through the JSON in which it is stored.
func said(d content.Document) (texts []string) {
	raw, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		panic(err)
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		texts = append(texts, strs(fields[key])...)
	}
	return texts
}

func strs(v any) (texts []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, x := range v {
			texts = append(texts, strs(x)...)
		}
	case map[string]any:
		if v["type"] == "doc" {
			raw, err := json.Marshal(v)
			if err != nil {
				panic(err)
			}
			var d richtext.Doc
			if err := json.Unmarshal(raw, &d); err != nil {
				panic(err)
			}
			return []string{d.Plain()}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			texts = append(texts, strs(v[key])...)
		}
	}
	return texts
}

func TestAYearThatIsNotOverIsADraft(t *testing.T) {
	t.Parallel()
	for now, want := range map[time.Time]int{
		time.Date(2025, 12, 31, 23, 59, 0, 0, clock.Amsterdam): 2,
		time.Date(2026, 1, 1, 0, 0, 0, 0, clock.Amsterdam):     3,
	} {
		shown := 0
		for _, d := range newPlan(now).yearDocuments() {
			if d.status == editing.StatusPublished {
				shown++
			}
		}
		if shown != want {
			t.Errorf("%s: %d years", now, shown)
		}
	}
}

func TestOneAnswerWasCheckedFourteenMonthsAgo(t *testing.T) {
	t.Parallel()
	old := 0
	for _, d := range newPlan(tuesday).faqDocuments() {
		day := d.doc.(*content.FAQItem).LastChecked
		if day == "2025-09-24" {
			old++
		} else if day < "2025-11-24" || day > "2026-11-24" {
			t.Errorf("%s: %s", d.id, day)
		}
	}
	if old != 1 {
		t.Errorf("%d old ones", old)
	}
}

// What visitors read of the documents, at the two moments of loading.
func TestVisitorsSeeWhatIsPublishedAndNothingElse(t *testing.T) {
	t.Parallel()
	for _, now := range []time.Time{sunday, tuesday} {
		t.Run(now.Format("Monday 15.04"), func(t *testing.T) {
			t.Parallel()
			h := furnished(t, now, nil)
			h.seesStories()
			h.seesNews()
			h.seesTheRest()
		})
	}
}

// titles are those of the items that a read gives, in its order.
func (h *home) titles(path, name string) (all []string) {
	h.t.Helper()
	var v struct{ Items []map[string]any }
	h.into(path, &v)
	for _, i := range v.Items {
		all = append(all, fmt.Sprint(i[name]))
	}
	return all
}

func (h *home) into(path string, v any) {
	h.t.Helper()
	w := h.get(path)
	if w.Code != http.StatusOK {
		h.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
		h.t.Fatal(err)
	}
}

func (h *home) seesStories() {
	h.t.Helper()
	want := []string{
		"De deur was het moeilijkst",
		"Ik ben meer dan mijn map",
		"Mijn broer, en ik ook",
		"Terugval en toch verder",
		"Van bezoeker naar gastheer",
		"Schilderen zonder woorden",
		"Nuchter, één dag tegelijk",
		"Elke vrijdag een rondje",
	}
	if got := h.titles("/api/stories", "title"); !slices.Equal(got, want) {
		h.t.Errorf("stories %q", got)
	}
	for _, s := range stories() {
		code := map[string]int{
			editing.StatusPublished: 200,
			editing.StatusWithdrawn: 410,
			editing.StatusDraft:     404,
			reviewed:                404,
		}[s.Status]
		if w := h.get("/api/stories/" + id("sty", s.Title)); w.Code != code {
			h.t.Errorf("%s: %d", s.Title, w.Code)
		}
	}
	var meal struct {
		Related *struct{ ActivityID, Title string }
	}
	h.into("/api/stories/"+id("sty", "Nuchter, één dag tegelijk"), &meal)
	if meal.Related == nil || meal.Related.Title != "Samen eten" {
		h.t.Errorf("related: %+v", meal.Related)
	}
	if n := h.number(`
		select (
			select count(*)
			from document
			where published::text like '%niemand meer lezen%'
		) + (
			select count(*)
			from draft
			where doc::text || coalesce(public_doc::text, '') like '%niemand meer lezen%'
		)
		+ (select count(*) from revision where doc::text like '%niemand meer lezen%')`); n > 0 {
		h.t.Error("the text of the withdrawn story is still there")
	}
}

func (h *home) seesNews() {
	h.t.Helper()
	want := []string{
		"Donderdagavond tijdelijk gesloten",
		"Nieuwe WRAP-groep, nog vier plekken",
		"De lift doet het weer",
		"Gezocht: koks voor de dinsdag",
		"Zestig mensen op de open middag",
		"Onze cijfers van vorig jaar",
		"Gemeente steunt ons twee jaar langer",
		"Folder in eenvoudige taal",
	}
	if got := h.titles("/api/news", "title"); !slices.Equal(got, want) {
		h.t.Errorf("news %q", got)
	}
	var v struct{ Years []int }
	if h.into("/api/news", &v); len(v.Years) < 2 {
		h.t.Errorf("archive of %v", v.Years)
	}
	for title, code := range map[string]int{
		"Open rond de feestdagen":             404,
		"Atelier exposeert in de bibliotheek": 200,
	} {
		if w := h.get(
			"/api/news/" + id("nws", title),
		); w.Code != code || code == 200 && !strings.Contains(w.Body.String(), `"expired":true`) {
			h.t.Errorf("%s: %d %s", title, w.Code, w.Body)
		}
	}
	at := h.now.AddDate(0, 0, 7)
	if n := h.number(
		`
		select count(*)
		from document
		where id = $1 and (publish_from at time zone 'Europe/Amsterdam')::date = $2::date`,
		id("nws", "Open rond de feestdagen"),
		at.Format(time.DateOnly),
	); n != 1 {
		h.t.Error("the scheduled item does not come in seven days")
	}
}

func (h *home) seesTheRest() {
	h.t.Helper()
	var faq struct {
		Categories []struct {
			Name  string
			Items []any
		}
	}
	h.into("/api/faq", &faq)
	got := ""
	for _, c := range faq.Categories {
		got += fmt.Sprintf("%s %d, ", c.Name, len(c.Items))
	}
	if got != "Eerste keer 4, Aanmelden 4, Kosten en gebouw 3, Privacy 2, Steun en naasten 2, " {
		h.t.Error(got)
	}
	var impact struct {
		Year    int
		Figures []struct {
			Key   string
			Value *float64
			Small bool
		}
		Quotes []any
	}
	h.into("/api/impact", &impact)
	last := impact.Figures[len(impact.Figures)-1]
	if impact.Year != 2025 || len(impact.Quotes) != 2 || len(impact.Figures) != 15 || !last.Small ||
		last.Value != nil {
		h.t.Errorf("%+v", impact)
	}
	if got := h.titles(
		"/api/volunteer-roles",
		"title",
	); len(got) != 5 || slices.Contains(got, "Begeleider herstelwerkgroep") {
		h.t.Errorf("roles %q", got)
	}
	if got := h.titles("/api/newsletters", "subject"); !slices.Equal(got, []string{
		"Winter: we zijn er met de feestdagen",
		"Najaar: nieuwe groepen en warme soep",
	}) {
		h.t.Errorf("newsletters %q", got)
	}
	winter := h.get(
		"/api/newsletters/" + id("iss", "Winter: we zijn er met de feestdagen"),
	).Body.String()
	if !strings.Contains(winter, "Dit verhaal staat niet meer op onze site.") ||
		strings.Contains(winter, withdrawnTitle()) ||
		strings.Contains(winter, "niemand meer lezen") {
		h.t.Error(winter)
	}
}

func TestLoadingTheTextsAgainChangesNothing(t *testing.T) {
	t.Parallel()
	h := furnished(t, tuesday, nil)
	version := func() int { return h.number(`select sum(version) from document`) }
	before := version()
	if err := (&loader{App: h.App, plan: h.plan}).texts(
		t.Context(),
	); err != nil || version() != before {
		t.Errorf("%v: %d versions, were %d", err, version(), before)
	}
}

func TestTheDatesInNewslettersExist(t *testing.T) {
	t.Parallel()
	for _, now := range []time.Time{sunday, tuesday} {
		p := newPlan(now)
		for _, l := range p.letters() {
			if len(l.Dates) != 3 || l.Story == nil || l.Call == "" ||
				len(wording.Sentences(l.Greeting)) != 2 {
				t.Errorf(
					"%s: %d dates, story %v, greeting %q",
					l.Subject,
					len(l.Dates),
					l.Story,
					l.Greeting,
				)
			}
			for _, d := range l.Dates {
				if d.OccurrenceID == "" || d.Title == "" ||
					l.day != 0 && d.Start < clock.Moment(*p.day(l.day, 1000)) {
					t.Errorf("%s: %+v", l.Subject, d)
				}
			}
		}
	}
}
