package content

import (
	"net/http"
	"testing"

	"herstelruimte/internal/richtext"
)

// How the sample data are loaded: one transaction, a stable id, the state beside the text.
func TestPutStoresADocumentAsVisitorsReadIt(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("nws_lift", &NewsItem{
		Title:   "De lift doet het weer",
		Summary: "Je kunt weer gewoon naar boven.",
		Body: richtext.Paragraphs(
			"Na twee weken trappenlopen kun je weer gewoon naar boven.",
			"Dank voor je geduld.",
		),
	}, State{From: at(-3), Until: at(30), Pinned: true})
	var item NewsText
	if status := r.get(
		"/api/news/nws_lift",
		&item,
	); status != http.StatusOK || item.Author != "Redactie" || item.Day != "2026-11-21" ||
		item.Expired {
		t.Errorf("%d %+v", status, item)
	}
	r.must(
		"sty_deur",
		aStory("De deur was het moeilijkst", "eerste stap", "eenzaamheid"),
		State{From: at(-1)},
	)
	r.must("faq_verwijzing", aQuestion("Heb ik een verwijzing nodig?", "Nee."), State{Position: 1})
	r.must("yr_2025", aYear(2025), State{})
	r.must(
		"rol_kok",
		&Role{
			Title:   "Kok op dinsdag",
			Text:    "Je kookt samen.",
			PerWeek: "Eén dagdeel per week",
			Open:    true,
		},
		State{Position: 2},
	)
	for _, path := range []string{
		"/api/latest",
		"/api/stories",
		"/api/stories/sty_deur",
		"/api/news",
		"/api/faq",
		"/api/impact",
		"/api/volunteer-roles",
	} {
		if status := r.get(path, nil); status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
	}
}
