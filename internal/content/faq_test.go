package content

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/search"
)

func TestQuestionsStandInTheirOrderByCategory(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for i, q := range []struct{ id, category string }{
		{"c", "Privacy"},
		{"a", "Aanmelden"},
		{"b", "Privacy"},
		{"d", "Aanmelden"},
	} {
		item := aQuestion("Vraag "+q.id+"?", "Antwoord.")
		item.Category = q.category
		r.must("faq_"+q.id, item, State{Position: i})
	}
	got := read[FAQ](r, "/api/faq")
	var order []string
	for _, c := range got.Categories {
		for _, i := range c.Items {
			order = append(order, c.Name+"/"+i.ID)
			if i.Category != c.Name || i.LastChecked != "2026-10-01" || i.Answer.IsZero() {
				t.Errorf("%+v", i)
			}
		}
	}
	if want := "[Privacy/faq_c Privacy/faq_b Aanmelden/faq_a Aanmelden/faq_d]"; fmt.Sprint(
		order,
	) != want ||
		got.Found != 4 ||
		got.Search != "" {
		t.Errorf("%v, %d found", order, got.Found)
	}
}

// What words find is proven in the room of the search; here that it is asked, and who comes first.
func TestSearch_FindsQuestionsByTheirWordsAndAnswers(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for id, q := range map[string][2]string{
		"faq_hond": {"Mag mijn hond mee?", "Een hulphond altijd. 100%_zeker. De lift is groot."},
		"faq_geld": {"Kost het geld?", "De meeste activiteiten zijn gratis in het café."},
		"faq_af":   {"Hoe meld ik me af?", "Met de link in je mail. Je hond mag thuis blijven."},
	} {
		r.must(id, aQuestion(q[0], q[1]), State{Position: len(id)})
	}
	from := r.Clock.Now().AddDate(0, 0, 2)
	r.must("faq_later", aQuestion("Mag zwemmen?", "Ja."), State{Position: 9, From: &from})
	r.ThisWeek = func(context.Context) ([]search.Upcoming, time.Time, error) {
		return []search.Upcoming{{Title: "Inloop"}}, r.Clock.Now().Add(time.Hour), nil
	}
	for zoek, want := range map[string]string{
		"HOND":               "hond af",
		"hulphond mee":       "hond",
		"cafe":               "geld",
		"cafe\u0301":         "geld",
		"kosten":             "geld",
		"afmelden":           "af",
		"link afmelden":      "af",
		"geld hond":          "geld hond af (partly)",
		"  geld\t\n gratis ": "geld",
		"100%_":              "hond",
		"eerste":             "af geld hond", // their kind
		"ho\x00nd":           "hond af",
		"\u202ehond":         "hond af",
		"":                   "af geld hond",
		"   ":                "af geld hond",
		"\x00":               "af geld hond",
		"%":                  " this week",
		"hoe kan ik":         " this week",
		"zwemmen":            " this week",
		"gratos":             " this week",
		"nergens":            " this week",
		"gold":               " geld? this week",
	} {
		got := read[FAQ](r, "/api/faq?zoek="+url.QueryEscape(zoek))
		var ids []string
		for _, c := range got.Categories {
			for _, i := range c.Items {
				ids = append(ids, strings.TrimPrefix(i.ID, "faq_"))
			}
		}
		found := strings.Join(ids, " ")
		if got.Partly {
			found += " (partly)"
		}
		if got.Near != "" {
			found += " " + got.Near + "?"
		}
		if len(got.ThisWeek) > 0 {
			found += " this week"
		}
		if found != want || got.Found != len(ids) {
			t.Errorf("%q: %q, want %q; %d found", zoek, found, want, got.Found)
		}
		if soon := clock.Moment(r.Clock.Now().Add(time.Hour)); len(got.ThisWeek) > 0 &&
			got.FreshUntil != soon {
			t.Errorf("%q: fresh until %s, want %s", zoek, got.FreshUntil, soon)
		}
	}
}

func TestSearch_FindsAQuestionWhileItIsPublic(t *testing.T) {
	t.Parallel()
	r := setup(t)
	finds := func(zoek string, want int) {
		t.Helper()
		if got := read[FAQ](r, "/api/faq?zoek="+zoek); got.Found != want {
			t.Errorf("%s finds %d, want %d", zoek, got.Found, want)
		}
	}
	r.must("faq_a", aQuestion("Mag mijn hond mee?", "Ja."), State{})
	finds("hond", 1)
	r.must("faq_a", aQuestion("Mag mijn kat mee?", "Ja."), State{})
	finds("hond", 0)
	finds("kat", 1)
	if _, err := r.Pool.Exec(t.Context(), `update search_doc set made = ''`); err != nil {
		t.Fatal(err)
	}
	if err := r.Search.Fill(t.Context(), r.Unindexed); err != nil { // as after an upgrade
		t.Fatal(err)
	}
	finds("kat", 1)
	r.must("faq_a", aQuestion("Mag mijn kat mee?", "Ja."), State{Hidden: true})
	finds("kat", 0)
}

func TestALongSearchIsCutAndCostsNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("faq_a", aQuestion("Vraag?", "Antwoord."), State{})
	for _, zoek := range []string{
		strings.Repeat("é", 10000),
		strings.Repeat("a ", 5000),
		strings.Repeat("%", 10000),
		strings.Repeat("\x00x", 5000),
		strings.Repeat("🌱", 10000),
	} {
		var got FAQ
		if status := r.get(
			"/api/faq?zoek="+url.QueryEscape(zoek),
			&got,
		); status != http.StatusOK || utf8.RuneCountInString(got.Search) > 100 || got.Search == "" {
			t.Errorf("%.10q: %d, %d characters", zoek, status, utf8.RuneCountInString(got.Search))
		}
	}
	if got := read[FAQ](
		r,
		"/api/faq?zoek="+url.QueryEscape(strings.Repeat(" ", 10000)),
	); got.Search != "" || got.Found != 1 {
		t.Errorf("%+v", got)
	}
}
