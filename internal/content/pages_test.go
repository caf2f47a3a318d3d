package content

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
	r "herstelruimte/internal/richtext"
)

// writtenPages are the pages on a database of this test alone, with the settings of h.
type writtenPages struct {
	*Pages
	*room
	kind editing.KindOf[Page]
	h    house.House
}

func pagesOf(t *testing.T) *writtenPages {
	p := &writtenPages{room: setup(t), h: house.Default()}
	p.Pages = &Pages{Clock: p.room.Clock, Raise: p.room.Desk.Raise}
	p.House = func(context.Context) house.House { return p.h }
	p.kind = PageKind(p.Pages, &Privacy{
		Pool:  p.Pool,
		Clock: p.room.Clock,
		Pages: p.Pages,
		House: p.House,
		Raise: p.room.Desk.Raise,
	})
	return p
}

func (p *writtenPages) show(key string) Page {
	p.t.Helper()
	page, err := p.Get(p.t.Context(), p.Pool, key)
	if err != nil {
		p.t.Fatal(err)
	}
	return page
}

func (p *writtenPages) current(key string) Page {
	p.t.Helper()
	page, err := p.kind.Current(p.t.Context(), p.Pool, key)
	if err != nil {
		p.t.Fatal(err)
	}
	return *page
}

func (p *writtenPages) publish(key string, page Page) error {
	return p.tx(func(tx pgx.Tx) error {
		return p.kind.Publish(p.t.Context(), tx, key, &page, editing.State{})
	})
}

func part(page Page, id string) string {
	i := slices.IndexFunc(page.Blocks, func(b Section) bool { return b.ID == id })
	if i < 0 {
		return ""
	}
	return page.Blocks[i].Heading + "\n" + page.Blocks[i].Body.Plain()
}

// What the desk shows at first is what visitors read while nobody wrote, and publishing it
// unchanged is possible.
func TestEveryPageStartsWithWhatVisitorsReadAndCanBePublishedAsItIs(t *testing.T) {
	t.Parallel()
	p := pagesOf(t)
	for _, key := range []string{
		"about",
		"contact",
		"home",
		"huisregels",
		"klachten",
		"nieuwsbrief",
		"privacy",
		"registrationsequel",
		"verwijzers",
		"vrijwilligers",
	} {
		if !slices.Contains(p.kind.Fixed, key) {
			t.Fatalf("%s is not on the desk", key)
		}
		before, page := p.show(key), p.current(key)
		if f := p.kind.Check(&page); len(f) > 0 || p.kind.Title(&page) == "" {
			t.Errorf("%s: %v", key, f)
		}
		if err := p.publish(key, page); err != nil {
			t.Errorf("%s: %v", key, err)
		}
		if after := p.show(key); after.Title != before.Title ||
			string(db.JSON(after.Blocks)) != string(db.JSON(before.Blocks)) {
			t.Errorf(
				"%s: visitors read something else\n%s\n%s",
				key,
				db.JSON(before),
				db.JSON(after),
			)
		}
	}
}

func TestTheFirstPageSaysThePromiseAndTheStepsThatStaffWrote(t *testing.T) {
	t.Parallel()
	p := pagesOf(t)
	p.h.Promise = "Kom maar binnen"
	greeting := func() Greeting {
		w, err := p.Greeting(t.Context(), p.Pool)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if w := greeting(); w.Promise != "Kom maar binnen" || len(w.Steps) != 4 ||
		w.Steps[3].Text != "Doe mee of kijk eerst. Weggaan mag altijd." {
		t.Errorf("%+v", w)
	}
	page := p.current(keyHome)
	page.Title, page.Blocks = "Welkom thuis", []Section{
		{ID: "stuk-1", Heading: "Bel aan", Body: r.Paragraphs("Wij doen open.", "Altijd.")},
	}
	if err := p.publish(keyHome, page); err != nil {
		t.Fatal(err)
	}
	if w := greeting(); w.Promise != "Welkom thuis" ||
		fmt.Sprint(w.Steps) != "[{Bel aan Wij doen open. Altijd.}]" {
		t.Errorf("%+v", w)
	}
	if p.kind.Title(&page) != "Startpagina" {
		t.Error(p.kind.Title(&page))
	}
}

func TestTheFirstPageSaysWhatWhereAndForWhomUntilStaffWriteAnother(t *testing.T) {
	t.Parallel()
	p := pagesOf(t)
	lead := func() string {
		t.Helper()
		w, err := p.Greeting(t.Context(), p.Pool)
		if err != nil {
			t.Fatal(err)
		}
		return w.Lead
	}
	wantLead := func(want string) {
		t.Helper()
		if got := lead(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	builtIn := "Een huiskamer in Veldermeer voor wie het moeilijk heeft, en voor naasten."
	wantLead(builtIn)
	p.h.Address = []string{"Kade 1", "9876 ZX Waterdam"}
	wantLead(strings.Replace(builtIn, "Veldermeer", "Waterdam", 1))
	p.h.Address = nil
	before := strings.Replace(builtIn, " in Veldermeer", "", 1)
	wantLead(before)

	page := p.current(keyHome)
	if page.Lead != lead() {
		t.Errorf("the desk begins with %q, want what visitors read", page.Lead)
	}
	page.Lead = "Een open huis.\nVoor iedereen."
	if err := p.publish(keyHome, page); err != nil {
		t.Fatal(err)
	}
	wantLead("Een open huis. Voor iedereen.")
	page.Lead = "" // as a page from before there was a lead
	p.HomeAs = func(_ context.Context, w Greeting) (any, error) { return w, nil }
	if got := preview(p.room, p.kind, keyHome, &page); got["Lead"] != before {
		t.Errorf("preview: got %q, want %q", got["Lead"], before)
	}
	if err := p.publish(keyHome, page); err != nil {
		t.Fatal(err)
	}
	wantLead(before)
}

func TestAPageThatTheSiteShowsInItsOwnFormIsHeldToIt(t *testing.T) {
	t.Parallel()
	plain, image := r.Paragraphs(
		"Ja.",
	), r.Of(r.Node{Type: "image", Attrs: &r.Attrs{FileID: "fil_1", Alt: "Een tafel"}})
	one := func(heading string, body r.Doc) []Section {
		return []Section{{ID: "a", Heading: heading, Body: body}}
	}
	five := []Section{}
	for i := range 5 {
		five = append(five, Section{ID: fmt.Sprintf("s%d", i), Heading: "Stap", Body: plain})
	}
	for _, c := range []struct {
		key    string
		blocks []Section
		want   string
	}{
		{keyHome, one("Stap", plain), "[]"},
		{keyHome, five, "[{blocks too_long}]"},
		{keyHome, one("", plain), "[{blocks.0.heading required}]"},
		{keyHome, one("Stap", r.Of(r.P())), "[{blocks.0.body required}]"},
		{keyHome, one("Stap", r.Of(r.Bullets(r.P(r.Text("a"))))), "[{blocks.0.body invalid}]"},
		{keyHome, one("Stap", r.Of(r.P(r.Bold("Vet")))), "[{blocks.0.body invalid}]"},
		{
			keyHome,
			one("Stap", r.Paragraphs(strings.Repeat("x", 201))),
			"[{blocks.0.body too_long}]",
		},
		{keySequel, one("", plain), "[]"},
		{keySequel, one("Kop", plain), "[{blocks.0.heading invalid}]"},
		{keySequel, one("", r.Of(r.P(r.Link("Bel", "tel:112")))), "[{blocks.0.body invalid}]"},
		{keyRules, one("", r.Of(r.P(r.Text("a")), r.H(3, "Kop"))), "[]"}, // its title is an h2
		{keyRules, append(one("", plain), Section{ID: "b", Body: plain}), "[{blocks too_long}]"},
		{keyPrivacy, one("Kop", image), "[{blocks.0.body invalid}]"},
		{keyAbout, one("Kop", image), "[]"},
	} {
		page := Page{Key: c.key, Title: "Titel", Blocks: c.blocks}
		if got := fmt.Sprint(page.faults()); got != c.want {
			t.Errorf("%s: %s, want %s", c.key, got, c.want)
		}
	}
	for _, c := range []struct{ key, lead, want string }{
		{keyHome, "Een huiskamer.\nVoor jou.", "[]"},
		{keyHome, strings.Repeat("x", 201), "[{lead too_long}]"},
		{keyHome, "a\x00b", "[{lead invalid}]"},
		{keyAbout, "Een huiskamer.", "[{lead invalid}]"},
	} {
		page := Page{Key: c.key, Title: "Titel", Lead: c.lead, Blocks: one("Stap", plain)}
		if got := fmt.Sprint(page.faults()); got != c.want {
			t.Errorf("lead of %s: %s, want %s", c.key, got, c.want)
		}
	}
	p := pagesOf(t)
	page := p.current(keyHome)
	page.Key, page.Blocks = "about", five // the key of a draft is no way around it
	if err := p.publish(keyHome, page); !errors.Is(err, problem.New(problem.Invalid)) {
		t.Error(err)
	}
}

func TestTheRulesAreAPartOfThePageAboutTheHouse(t *testing.T) {
	t.Parallel()
	p := pagesOf(t)
	about := p.current(keyAbout)
	about.put(Section{ID: keyRules, Heading: "Onze regels", Body: r.Paragraphs("Wees lief.")})
	if err := p.publish(keyAbout, about); err != nil {
		t.Fatal(err)
	}
	if got := p.current(
		keyRules,
	); got.Title != "Onze regels" || got.Blocks[0].Body.Plain() != "Wees lief." {
		t.Errorf("what stood there is lost: %+v", got)
	}
	rules := p.current(keyRules)
	rules.Title, rules.Blocks[0].Body = "Zo doen we hier", r.Paragraphs("Niemand maakt foto's.")
	shown := preview(p.room, p.kind, keyRules, &rules)
	if !strings.Contains(fmt.Sprint(shown["blocks"]), "Zo doen we hier") ||
		shown["title"] != "Over ons" {
		t.Errorf("%v", shown)
	}
	if got := part(p.show(keyAbout), keyRules); got != "Onze regels\nWees lief." {
		t.Errorf("a preview is public: %s", got)
	}
	if err := p.publish(keyRules, rules); err != nil {
		t.Fatal(err)
	}
	got := p.show(keyAbout)
	if part(got, keyRules) != "Zo doen we hier\nNiemand maakt foto's." || len(got.Blocks) != 10 ||
		got.Blocks[4].ID != keyRules {
		t.Errorf("%+v", got.Blocks)
	}
	about.Blocks = about.Blocks[:1] // somebody took the part away: addresses still lead to it
	if err := p.publish(keyAbout, about); err != nil {
		t.Fatal(err)
	}
	if got := p.show(
		keyAbout,
	); part(got, keyRules) == "" || part(got, idANBI) == "" || len(got.Blocks) != 3 {
		t.Errorf("%+v", got.Blocks)
	}
}

func TestTheFactsOfTheFoundationAreThoseOfTheSettings(t *testing.T) {
	t.Parallel()
	p := pagesOf(t)
	p.h.Sample, p.h.ANBI = false, &house.ANBI{
		LegalName:  "Stichting De Ruimte",
		RSIN:       "123456789",
		KvK:        "87654321",
		Aim:        "Er zijn.",
		Plan:       "Open zijn.",
		Pay:        "Niemand.",
		ReportYear: 2025,
		ReportURL:  "/bestanden/fil_1/verslag.pdf",
		Board:      []house.BoardMember{{Name: "A. de Boer", Role: "voorzitter"}},
	}
	got := part(p.show(keyAbout), idANBI)
	for _, words := range []string{
		"Stichting De Ruimte",
		"RSIN: 123456789",
		"KvK: 87654321",
		"Kerkplein 12, 2e verdieping, 1234 AB Veldermeer",
		"Er zijn.",
		"A. de Boer, voorzitter",
		"Lees het verslag",
	} {
		if !strings.Contains(got, words) {
			t.Errorf("%q is missing in:\n%s", words, got)
		}
	}
	// nothing was filled in for those
	for _, words := range []string{"voorbeeld", "2025", "Wat kostte dat?"} {
		if strings.Contains(got, words) {
			t.Errorf("%q stands in:\n%s", words, got)
		}
	}
	if page := p.show(keyAbout); page.Validate() != nil {
		t.Error(page.Validate())
	}
	if s := statement(
		p.h,
		builtInPage(keyPrivacy),
	); !strings.Contains(s.Blocks[0].Body.Plain(), "Wij zijn Stichting De Ruimte.") {
		t.Error(s.Blocks[0].Body.Plain())
	}
	p.h.ANBI = nil // a house of an older program: its own text stays
	if got := part(
		p.show(keyAbout),
		idANBI,
	); !strings.Contains(got, "Stichting Herstelruimte Veldermeer") {
		t.Error(got)
	}
}

func TestTheFirstPageIsPreviewedByTheRoomThatShowsIt(t *testing.T) {
	t.Parallel()
	p := pagesOf(t)
	p.HomeAs = func(_ context.Context, w Greeting) (any, error) { return w, nil }
	page := p.current(keyHome)
	page.Title = "Welkom thuis"
	if got := preview(p.room, p.kind, keyHome, &page); got["Promise"] != "Welkom thuis" {
		t.Errorf("%v", got)
	}
}
