package newsletter

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

func anIssue(subject string) *Issue { return &Issue{Subject: subject, Greeting: "Hoi."} }

func TestOneNewsletterIsReadByItsNumber(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.must("iss_winter", anIssue("Winter"), at(0), nil, false)
	var list Newsletters
	if code := r.get("/api/newsletters?nummer=iss_winter", &list); code != http.StatusOK ||
		list.Issue == nil || list.Issue.Subject != "Winter" || list.FreshUntil == "" {
		t.Errorf("%d %+v", code, list)
	}
	for _, number := range []string{"iss_x", "sty_deur", "<script>"} {
		path := "/api/newsletters?nummer=" + url.QueryEscape(number)
		if code := r.get(path, nil); code != http.StatusNotFound {
			t.Errorf("%s: %d", number, code)
		}
	}
}

func (r *room) listed(path string) (list Newsletters) {
	r.t.Helper()
	if code := r.get("/api/newsletters"+path, &list); code != http.StatusOK {
		r.t.Errorf("%s: %d", path, code)
	}
	return list
}

func (r *room) planned(id string, days int) {
	r.t.Helper()
	if err := db.InTx(r.t.Context(), r.DB, func(tx pgx.Tx) error {
		return r.Plan(r.t.Context(), tx, id, *at(days))
	}); err != nil {
		r.t.Fatal(err)
	}
}

func TestTheMonthOfTheNextNewsletterIsToldWhetherOneWasSentOrNot(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	if got := r.listed(""); got.Items == nil || got.NextMonth != "2026-12" {
		t.Errorf("none sent, none planned: %+v", got)
	}
	r.must("iss_winter", anIssue("Winter"), at(0), nil, false)
	if got := r.listed("").NextMonth; got != "2027-01" {
		t.Errorf("one sent now: %s", got)
	}
	r.must("iss_planned", anIssue("Voorjaar"), nil, nil, true)
	r.planned("iss_planned", 120)
	if got := r.listed("").NextMonth; got != "2027-03" {
		t.Errorf("one planned: %s", got)
	}
}

func TestTheArchiveHasWhatWasSent(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.must("iss_planned", anIssue("Voorjaar"), nil, nil, true)
	r.must("iss_stuck", anIssue("Nog niet"), nil, nil, true)
	r.must("iss_later", anIssue("Later"), at(2), nil, false)
	r.planned("iss_planned", 110)
	if got := r.listed(""); len(got.Items) != 0 || got.NextMonth != "2027-03" {
		t.Errorf("%+v", got)
	}
	r.must("iss_a", anIssue("Najaar"), at(-60), nil, false)
	r.must("iss_b", anIssue("Winter"), at(-5), nil, false)
	if got := r.listed(""); len(got.Items) != 2 ||
		got.Items[0] != (NewsletterCard{"iss_b", "Winter", "2026-11-11"}) ||
		got.NextMonth != "2027-03" || got.FreshUntil != "2026-11-17T00:00:00+01:00" {
		t.Errorf("%+v", got)
	}
	for _, id := range []string{
		"iss_planned", "iss_stuck", "iss_later", "iss_nothing", "nws_a",
	} {
		if status := r.get("/api/newsletters/"+id, nil); status != http.StatusNotFound {
			t.Errorf("%s: %d", id, status)
		}
	}
	r.Now.Advance(2 * 24 * time.Hour)
	if status := r.get("/api/newsletters/iss_later", nil); status != http.StatusOK {
		t.Errorf("at its moment: %d", status)
	}
}

func TestGarbageInAnAddressIsNoChoice(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.must("iss_a", anIssue("Winter"), nil, nil, false)
	want := r.Call(http.MethodGet, "/api/newsletters", nil).Body.String()
	for _, g := range []string{
		"-1", "abc", "20 26", "99999999999999999999", "%00", "a.b",
		"zzzzzzzzzzzzzzzzzzzz.iss_a", "1.\x00", "\xff", "'; drop table document; --",
	} {
		w := r.Call(http.MethodGet, "/api/newsletters?na="+url.QueryEscape(g), nil)
		if w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("%q: %d %.200s", g, w.Code, w.Body)
		}
		path := "/api/newsletters/" + url.PathEscape(g)
		if code := r.get(path, nil); code != http.StatusNotFound {
			t.Errorf("%q: %d", g, code)
		}
	}
}

func TestANewsletterShowsItsPictures(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	var asked []string
	r.Media = func(_ context.Context, ids []string) (map[string]files.Media, error) {
		asked = ids
		return map[string]files.Media{"fil_in": {}}, nil
	}
	r.must("iss_a", &Issue{Subject: "Winter", Text: richtext.Of(
		richtext.Node{Type: "image", Attrs: &richtext.Attrs{FileID: "fil_in", Alt: "Een deur"}},
		richtext.Node{Type: "image", Attrs: &richtext.Attrs{FileID: "fil_gone", Alt: "Weg"}},
	)}, nil, nil, false)
	var got Newsletter
	if code := r.get("/api/newsletters/iss_a", &got); code != http.StatusOK ||
		len(got.Media) != 1 || !slices.Contains(asked, "fil_gone") {
		t.Errorf("%d %+v, asked %v", code, got.Media, asked)
	}
}

func TestWhatMayNotBeSeenAnyMoreLeavesANewsletter(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.must("sty_a", editing.Told{Title: "Een verhaal", By: "Els", May: true}, nil, nil, false)
	told := func() *Issue {
		return &Issue{
			Subject: "Najaar",
			Story: &IssueStory{
				ID: "sty_a", Title: "Een verhaal", DisplayName: "Els", Text: "Zo ging het met mij.",
			},
			News: []IssueNews{
				{ID: "nws_a", Title: "Weg nieuws"},
				{ID: "nws_b", Title: "Oud nieuws"},
				{ID: "nws_c", Title: "Later"},
			},
		}
	}
	r.must("iss_a", told(), at(-9), nil, false)
	r.must("iss_draft", told(), nil, nil, true)
	r.must("nws_b", editing.Told{Title: "Oud nieuws"}, at(-9), at(-1), false)
	r.must("nws_c", editing.Told{Title: "Later"}, at(1), nil, false)
	read := func() (got Newsletter) {
		t.Helper()
		if code := r.get("/api/newsletters/iss_a", &got); code != http.StatusOK {
			t.Fatal(code)
		}
		return got
	}
	if got := read(); got.Story == nil || got.Story.Text != "Zo ging het met mij." ||
		got.Story.Withdrawn || len(got.News) != 1 || got.News[0].ID != "nws_b" {
		t.Errorf("%+v %+v", got.Story, got.News)
	}
	if err := db.InTx(t.Context(), r.DB, func(tx pgx.Tx) error {
		if _, err := r.Desk.Forget(t.Context(), tx, stories, "sty_a"); err != nil {
			return err
		}
		return r.Desk.LeaveOut(t.Context(), tx, "sty_a")
	}); err != nil {
		t.Fatal(err)
	}
	want := IssueStory{Text: "Dit verhaal staat niet meer op onze site.", Withdrawn: true}
	if got := read(); got.Story == nil || *got.Story != want {
		t.Errorf("%+v", got.Story)
	}
	if dump := dbtest.Dump(t, r.DB); strings.Contains(dump, "Zo ging het met mij") ||
		strings.Contains(dump, "Els") {
		t.Error("its words are still in the database")
	}
}

func TestANewsletterTellsOfWhatTheSiteSaysNow(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.must("sty_yes", editing.Told{Title: "Ja", By: "Els", Text: "Zo.", May: true}, at(-2), nil, false)
	r.must("sty_no", editing.Told{Title: "Nee", By: "Jan"}, at(-1), nil, false)
	r.must("nws_a", editing.Told{Title: "Lift", Text: "Stuk."}, at(-1), nil, false)
	r.must("rol_a", editing.Told{Title: "Kok", Text: "Je kookt.", May: true}, nil, nil, false)
	r.must("rol_b", editing.Told{Title: "Dicht", Text: "Vol."}, nil, nil, false)
	r.Coming = func(context.Context) ([]IssueDate, error) {
		return []IssueDate{{OccurrenceID: "occ_a", Title: "Eten"}}, nil
	}
	r.must("iss_old", &Issue{Subject: "Vorige", Story: &IssueStory{ID: "sty_yes", Title: "Ja", Text: "x"}},
		at(-3), nil, false)
	c, err := r.choices(t.Context())
	if err != nil || fmt.Sprintf("%+v %+v %+v %+v", c.Stories, c.Dates, c.News, c.Calls) != ""+
		"[{IssueStory:{ID:sty_no Title:Nee DisplayName:Jan Text: Withdrawn:false} May:false Told:} "+
		"{IssueStory:{ID:sty_yes Title:Ja DisplayName:Els Text:Zo. Withdrawn:false} May:true Told:Vorige}] "+
		"[{ActivityID: OccurrenceID:occ_a Title:Eten Start: End: Room:}] "+
		"[{ID:nws_a Title:Lift Summary:Stuk.}] [{ID:rol_a Text:Gezocht: Kok\nJe kookt.}]" {
		t.Errorf("%+v %v", c, err)
	}
	for story, lost := range map[string]bool{"sty_yes": false, "sty_no": true, "sty_x": true} {
		r.must("iss_"+story, &Issue{
			Subject: "Winter",
			Story:   &IssueStory{ID: story, Title: "Oud", Text: "Oud."},
			News:    []IssueNews{{ID: "nws_gone", Title: "Weg"}, {ID: "nws_a", Title: "Oud"}},
			Dates:   []IssueDate{{OccurrenceID: "occ_gone"}, {OccurrenceID: "occ_a"}},
		}, nil, nil, true)
		p, err := r.paper(t.Context(), r.DB, "iss_"+story)
		if err != nil || p.lost != lost || lost != (p.Story == nil) || len(p.News) != 1 ||
			p.News[0].Title != "Lift" || len(p.Dates) != 1 || p.Dates[0].Title != "Eten" ||
			!slices.Contains(p.dropped, "nws_gone") || !slices.Contains(p.dropped, "occ_gone") ||
			lost != slices.Contains(p.dropped, story) || !lost && p.Story.Title != "Ja" {
			t.Errorf("%s: %+v %v", story, p, err)
		}
	}
}

// How many rows are looked at does not depend on the machine: the archive may look at little more
// than what it shows.
func TestTheArchiveDoesNotReadAllThatWasEverSent(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	if _, err := r.DB.Exec(t.Context(), `
		insert into draft (id, kind, doc, public_doc, sort_at, status, changed_at, created_at,
			updated_at)
		select 'iss_' || i, 'issue', '{}', '{"subject": "Winter"}', $1::timestamptz - i * interval '1 day',
			'published', $1, $1, $1
		from generate_series(1, 3000) i`, monday); err != nil {
		t.Fatal(err)
	}
	if _, err := r.DB.Exec(t.Context(), `analyze draft`); err != nil {
		t.Fatal(err)
	}
	heard := dbtest.Listen(t, r.DB)
	r.Pool = heard.Pool
	if got := r.listed(""); len(got.Items) != 12 || got.Next == "" {
		t.Errorf("%d items, next %q", len(got.Items), got.Next)
	}
	if rows, whole := heard.Work(""); rows < 12 || rows > 60 || whole {
		t.Errorf("it looks at %.0f rows of 3000 (a whole table: %v)", rows, whole)
	}
}

func long(n int) string { return strings.Repeat("é", n) }

// goodIssue has everything a newsletter can have.
func goodIssue() *Issue {
	return &Issue{
		Subject:   long(70),
		Preheader: long(90),
		Greeting:  "Hoi. Fijn dat je leest.",
		Story:     &IssueStory{ID: "sty_a", Title: "De deur", Text: "Ik stond buiten."},
		Dates:     []IssueDate{{Title: "Samen eten"}},
		News:      []IssueNews{{ID: "nws_a", Title: "Nieuws"}},
		Call:      "Kook je mee?",
	}
}

func TestEachMistakeIsNamedByItsField(t *testing.T) {
	t.Parallel()
	if f := goodIssue().Validate(); len(f) > 0 {
		t.Errorf("a good one: %v", f)
	}
	link := richtext.Of(richtext.P(richtext.Link("x", "javascript:alert(1)")))
	for _, c := range []struct {
		change func(i *Issue)
		field  string
		code   string
		alone  bool
	}{
		{func(i *Issue) { i.Subject = long(71) }, "subject", problem.TooLong, false},
		{func(i *Issue) { i.Preheader = long(91) }, "preheader", problem.TooLong, false},
		{func(i *Issue) { *i = Issue{Subject: "Leeg"} }, "blocks", problem.Required, true},
		{func(i *Issue) { i.Subject = "Winter\r\nBcc: x@y.example" }, "subject", problem.Invalid, true},
		{func(i *Issue) { i.Text = link }, "text.content.0.content.0.marks.0.attrs.href", problem.Invalid, false},
	} {
		i := goodIssue()
		c.change(i)
		got := i.Validate()
		if !slices.Contains(got, problem.Field{Name: c.field, Code: c.code}) ||
			c.alone && len(got) != 1 {
			t.Errorf("%v, want %s %s", got, c.field, c.code)
		}
	}
}
