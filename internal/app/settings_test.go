package app

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// block reads a block of the settings as somebody, with its version.
func (s *site) block(cookie, id string) (doc map[string]any, tag string) {
	s.t.Helper()
	a := s.want(
		s.call(http.MethodGet, "/api/drafts/settings/"+id, nil, "Cookie", cookie),
		http.StatusOK,
	)
	return a.json(s.t)["doc"].(map[string]any), a.head.Get("ETag")
}

// saved writes a block and gives its new version.
func (s *site) saved(cookie, id, tag string, doc map[string]any) string {
	s.t.Helper()
	return s.want(
		s.call(
			http.MethodPut,
			"/api/drafts/settings/"+id,
			map[string]any{"doc": doc},
			"Cookie",
			cookie,
			"If-Match",
			tag,
		),
		http.StatusOK,
	).head.Get("ETag")
}

func (s *site) published(cookie, id, tag string, note any) answer {
	s.t.Helper()
	return s.call(
		http.MethodPost,
		"/api/drafts/settings/"+id+"/publish",
		note,
		"Cookie",
		cookie,
		"If-Match",
		tag,
	)
}

// The day is closed, and the next visitor reads so: nobody waits for a clock.
func TestAnOpeningExceptionChangesThePublicLineAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	site := func() string {
		return s.want(s.call(http.MethodGet, "/api/site", nil), http.StatusOK).body
	}
	if strings.Contains(site(), "Teamdag") {
		t.Fatal("it is there already")
	}
	cookie := s.signIn(t, "coordinator")
	doc, tag := s.block(cookie, "hours")
	hours := doc["hours"].(map[string]any)
	hours["exceptions"] = append(hours["exceptions"].([]any), map[string]any{
		"day":    monday.Format("2006-01-02"),
		"blocks": []any{},
		"reason": "Teamdag",
	})
	tag = s.saved(cookie, "hours", tag, doc)
	if strings.Contains(site(), "Teamdag") {
		t.Error("a draft of the settings is public")
	}
	before := site()
	s.want(s.published(cookie, "hours", tag, nil), http.StatusOK)
	if after := site(); !strings.Contains(after, "Teamdag") || after == before {
		t.Errorf("visitors do not read it: %s", after)
	}
}

func TestLongerTermsAskForAReasonThatStandsInTheLogBook(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signIn(t, "coordinator")
	doc, tag := s.block(cookie, "terms")
	doc["terms"].(map[string]any)["messageDays"] = 120
	tag = s.saved(cookie, "terms", tag, doc)
	p := s.want(s.published(cookie, "terms", tag, nil), http.StatusConflict)
	if !strings.Contains(p.body, `"fields":[{"name":"reason","code":"required"}]`) {
		t.Error(p.body)
	}
	s.want(
		s.published(cookie, "terms", tag, map[string]any{"reason": "De gemeente vraagt erom."}),
		http.StatusOK,
	)
	if days := s.settings(context.Background()).Keep.MessageDays; days != 120 {
		t.Errorf("%d days", days)
	}
	if n := s.number(`
		select count(*)
		from audit_log
		where action = 'publish'
			and kind = 'settings'
			and object_id = 'terms'
			and reason = 'De gemeente vraagt erom.'`); n != 1 {
		t.Errorf("%d lines in the log book", n)
	}
}

func TestTechniqueIsForWhoKeepsTheSite(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	for role, status := range map[string]int{
		"beheerder":   http.StatusOK,
		"coordinator": http.StatusForbidden,
		"redactie":    http.StatusForbidden,
		"gastheer":    http.StatusForbidden,
	} {
		s.want(
			s.call(
				http.MethodGet,
				"/api/drafts/settings/technical",
				nil,
				"Cookie",
				s.signIn(t, role),
			),
			status,
		)
	}
}
