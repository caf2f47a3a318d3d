package app

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestEachRoleIsToldOnlyWhatWaitsAtItsOwnPlaces(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	s.inTx(func(tx pgx.Tx) error { _, err := p.sent(tx, "story"); return err })
	s.inTx(func(tx pgx.Tx) error { _, err := p.sent(tx, "activity"); return err })
	s.inTx(func(tx pgx.Tx) error { _, err := p.applied(tx); return err })
	p.written("news", "nws_"+strings.Repeat("a", 20))
	for role, want := range map[string]string{
		"gastheer":           "calls 0",
		"begeleider":         "calls 0",
		"redactie":           "inbox 1, news 1, stories 0",
		"vertrouwenspersoon": "complaints 0",
		"coordinator":        "calls 0, complaints 0, inbox 2, news 1, persons 0, status 0, stories 0, volunteers 1",
		"beheerder":          "status 0",
	} {
		cookie := s.signInAs(t, "iemand-"+role, role)
		said := s.want(
			s.call(http.MethodGet, "/api/waiting", nil, "Cookie", cookie), http.StatusOK,
		).json(t)["places"].(map[string]any)
		got := []string{}
		for _, place := range slices.Sorted(maps.Keys(said)) {
			got = append(got, place+" "+string('0'+rune(said[place].(float64))))
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%s: got %q, want %q", role, all, want)
		}
	}
}

func TestNobodyIsToldTwiceWhatWaits(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	cookie := s.signInAs(t, "sanne", "coordinator")
	ask := func(known string) answer {
		return s.call(http.MethodGet, "/api/waiting", nil, "Cookie", cookie, "If-None-Match", known)
	}
	tag := s.want(ask(""), http.StatusOK).head.Get("ETag")
	if again := s.want(ask(tag), http.StatusNotModified); again.body != "" {
		t.Errorf("got %q, want no body", again.body)
	}
	s.inTx(func(tx pgx.Tx) error { _, err := p.sent(tx, "story"); return err })
	s.want(ask(tag), http.StatusOK)
}
