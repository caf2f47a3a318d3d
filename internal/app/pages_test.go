package app

import (
	"net/http"
	"strings"
	"testing"
)

// edited changes a draft of the desk with f and publishes it, as somebody.
func (s *site) edited(cookie, kind, id string, f func(doc map[string]any)) {
	s.t.Helper()
	at := "/api/drafts/" + kind + "/" + id
	a := s.want(s.call(http.MethodGet, at, nil, "Cookie", cookie), http.StatusOK)
	doc := a.json(s.t)["doc"].(map[string]any)
	f(doc)
	a = s.want(
		s.call(
			http.MethodPut,
			at,
			map[string]any{"doc": doc},
			"Cookie",
			cookie,
			"If-Match",
			a.head.Get("ETag"),
		),
		http.StatusOK,
	)
	s.want(
		s.call(
			http.MethodPost,
			at+"/publish",
			nil,
			"Cookie",
			cookie,
			"If-Match",
			a.head.Get("ETag"),
		),
		http.StatusOK,
	)
}

// The next visitor reads it, and the draft before it is nowhere.
func TestTheRedactieWritesThePromiseOfTheFirstPage(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	home := func() string {
		return s.want(s.call(http.MethodGet, "/api/home", nil), http.StatusOK).body
	}
	if !strings.Contains(home(), `"promise":"Een plek om op adem te komen"`) ||
		!strings.Contains(home(), `"lead":"Een huiskamer in Veldermeer voor`) ||
		!strings.Contains(home(), `"title":"Iemand groet je"`) {
		t.Fatal(home())
	}
	cookie := s.signIn(t, "redactie")
	before := s.want(
		s.call(http.MethodGet, "/api/drafts/pages/home", nil, "Cookie", cookie),
		http.StatusOK,
	)
	doc := before.json(t)["doc"].(map[string]any)
	doc["title"], doc["lead"] = "Een stoel voor jou", "Een huiskamer voor iedereen."
	s.want(
		s.call(
			http.MethodPut,
			"/api/drafts/pages/home",
			map[string]any{"doc": doc},
			"Cookie",
			cookie,
			"If-Match",
			before.head.Get("ETag"),
		),
		http.StatusOK,
	)
	if strings.Contains(home(), "Een stoel voor jou") {
		t.Error("a draft is public")
	}
	if p := s.want(
		s.call(http.MethodGet, "/api/drafts/pages/home/preview", nil, "Cookie", cookie),
		http.StatusOK,
	); !strings.Contains(p.body, `"promise":"Een stoel voor jou"`) ||
		!strings.Contains(p.body, `"lead":"Een huiskamer voor iedereen."`) ||
		!strings.Contains(p.body, `"items"`) {
		t.Error(p.body)
	}
	s.edited(cookie, "pages", "home", func(map[string]any) {})
	if got := home(); !strings.Contains(got, `"promise":"Een stoel voor jou"`) ||
		!strings.Contains(got, `"lead":"Een huiskamer voor iedereen."`) {
		t.Error(got)
	}
}

// Ids on the desk are one set: the page and the block of the settings about contact must not have
// the same.
func TestNoTwoKindsOnTheDeskHaveTheSameFixedID(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	seen := map[string]string{}
	for _, k := range s.Editing.Kinds() {
		for _, id := range k.Fixed {
			if seen[id] != "" {
				t.Errorf(
					"%s is of %s and of %s: whichever is written second cannot be",
					id,
					seen[id],
					k.Name,
				)
			}
			seen[id] = k.Name
		}
	}
	cookie := s.signIn(t, "coordinator")
	s.edited(cookie, "settings", "house", func(doc map[string]any) {
		doc["house"].(map[string]any)["doorText"] = "Klop drie keer."
	})
	s.edited(cookie, "pages", "contact", func(doc map[string]any) {
		doc["title"] = "Zo vind je ons"
	})
	if got := s.want(
		s.call(http.MethodGet, "/api/pages/contact", nil),
		http.StatusOK,
	).body; !strings.Contains(got, "Zo vind je ons") {
		t.Error(got)
	}
}

func TestTheFactsOfTheFoundationReachThePageAboutTheHouseAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.edited(s.signIn(t, "coordinator"), "settings", "anbi", func(doc map[string]any) {
		doc["anbi"].(map[string]any)["rsin"] = "123456789"
	})
	if got := s.want(
		s.call(http.MethodGet, "/api/pages/about", nil),
		http.StatusOK,
	).body; !strings.Contains(got, "123456789") {
		t.Error(got)
	}
	s.want(
		s.call(http.MethodGet, "/api/drafts/settings/anbi", nil, "Cookie", s.signIn(t, "redactie")),
		http.StatusForbidden,
	)
}

func TestEverybodyOfTheStaffIsHelpedWithTheWordsThatTheRedactieAdded(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.edited(s.signIn(t, "redactie"), "words", "words", func(doc map[string]any) {
		doc["words"] = []map[string]any{{"word": "optimaliseren", "better": "beter maken"}}
	})
	if got := s.want(
		s.call(http.MethodGet, "/api/hard-words", nil, "Cookie", s.signIn(t, "begeleider")),
		http.StatusOK,
	).body; !strings.Contains(got, `"word":"optimaliseren","better":"beter maken"`) {
		t.Error(got)
	}
	if site := s.want(
		s.call(http.MethodGet, "/api/site", nil),
		http.StatusOK,
	).body; strings.Contains(site, "optimaliseren") {
		t.Error("visitors get the list")
	}
}

func TestTheCountsOfAYearComeFromTheRooms(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signIn(t, "redactie")
	s.date(s.activity(nil), monday.AddDate(0, 0, -7), 5)
	got := s.want(
		s.call(http.MethodGet, "/api/year-counts?jaar=2026", nil, "Cookie", cookie),
		http.StatusOK,
	)
	if !strings.Contains(got.body, `"until":"2026-11-16"`) ||
		!strings.Contains(got.body, `"key":"openDayParts"`) ||
		!strings.Contains(got.body, `"label":"Bijeenkomsten","small":true`) {
		t.Error(got.body)
	}
	s.want(
		s.call(http.MethodGet, "/api/year-counts?jaar=vorig", nil, "Cookie", cookie),
		http.StatusUnprocessableEntity,
	)
}
