package content

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
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

func TestSearchFindsEveryWordInQuestionOrAnswer(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must(
		"faq_hond",
		aQuestion(
			"Mag mijn hond mee?",
			"Een hulphond altijd. Eén keer per week ook andere honden, 100%_zeker.",
		),
		State{Position: 1},
	)
	r.must(
		"faq_geld",
		aQuestion("Kost het geld?", "De meeste activiteiten zijn gratis in het café."),
		State{Position: 2},
	)
	for zoek, want := range map[string]string{
		"hond":               "hond",
		"HOND":               "hond",
		"hulphond mee":       "hond",
		"een keer":           "hond",
		"ÉÉN":                "hond",
		"cafe":               "geld",
		"Café":               "geld",
		"cafe\u0301":         "geld",
		"geld hond":          "",
		"  geld\t\n gratis ": "geld",
		"%":                  "hond",
		"_":                  "hond",
		"100%_":              "hond",
		`\`:                  "",
		"'":                  "",
		"nergens":            "",
		"":                   "hond geld",
		"   ":                "hond geld",
		"\x00":               "hond geld",
		"ho\x00nd":           "hond",
		"\u202ehond":         "hond",
	} {
		got := read[FAQ](r, "/api/faq?zoek="+url.QueryEscape(zoek))
		var ids []string
		for _, c := range got.Categories {
			for _, i := range c.Items {
				ids = append(ids, strings.TrimPrefix(i.ID, "faq_"))
			}
		}
		if strings.Join(ids, " ") != want || got.Found != len(ids) {
			t.Errorf("%q: %v, %d found", zoek, ids, got.Found)
		}
	}
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
