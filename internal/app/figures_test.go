package app

import (
	"net/http"
	"strings"
	"testing"
)

func TestTheLogBookSaysWhoMadeAFileOfFiguresAndNotWhoReadThem(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signInAs(t, "sanne", "coordinator")
	const period = "?van=2026-11-01&tot=2026-11-30"
	logged := func() (out string) {
		t.Helper()
		if err := s.Pool.QueryRow(t.Context(), `
			select coalesce(string_agg(concat_ws(' ', actor, action, kind, reason), '; ' order by no), '')
			from audit_log
			where kind = 'figures'`).Scan(&out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	s.want(s.call(http.MethodGet, "/api/figures"+period, nil, "Cookie", cookie), http.StatusOK)
	if got := logged(); got != "" {
		t.Errorf("reading: got %q, want nothing", got)
	}
	for extension, begins := range map[string]string{"csv": "\ufeff\"Cijfers", "xlsx": "PK"} {
		a := s.want(s.call(http.MethodPost, "/api/exports/figures."+extension+period, nil,
			"Cookie", cookie), http.StatusOK)
		if !strings.HasPrefix(a.body, begins) {
			t.Errorf("%s: got %.20q, want it to begin with %q", extension, a.body, begins)
		}
		name := "cijfers-2026-11-01-2026-11-30." + extension
		if got := a.head.Get("Content-Disposition"); !strings.Contains(got, name) {
			t.Errorf("%s: got %q, want the name %s", extension, got, name)
		}
		line := "sanne exported figures " + extension + ", 01-11-2026 t/m 30-11-2026"
		if got := logged(); !strings.Contains(got, line) {
			t.Errorf("%s: got %q, want %q", extension, got, line)
		}
	}
}
