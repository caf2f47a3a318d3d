//go:build web

package demo

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/identity/identitytest"
	"herstelruimte/web"
)

// A large move in the code changes no answer. This helper writes down every answer of the demo to a
// GET, and holds it against what was written before the move:
//
//	go test -tags web -run EveryAnswer ./internal/demo -freeze -frozen /tmp/answers.txt
//	go test -tags web -run EveryAnswer ./internal/demo -frozen /tmp/answers.txt
var (
	frozen = flag.String("frozen", "", "file of what every GET of the demo answers")
	freeze = flag.Bool("freeze", false, "write that file")
)

// drawnByLot is what differs from one run to the next by itself.
var drawnByLot = regexp.MustCompile(
	`\b[a-z]{2,4}_[a-z2-7]{26}\b|[0-9a-f]{16,}|[A-Za-z0-9_-]{24,}|localhost:\d+` +
		`|"(?:proof|formTime|since|measured|bytes|free|lastSeen)":("[^"]*"|\d+)`,
)

func TestEveryAnswerIsAsItWasBeforeAMove(t *testing.T) {
	if *frozen == "" {
		t.Skip("for large moves: -frozen file, and -freeze to write it")
	}
	var said []string
	for _, now := range []time.Time{tuesday, sunday} {
		issuer := identitytest.New(t, clock.Stopped(now))
		h := emptyAt(t, now, web.Dist(), func(cfg *config.Config) {
			cfg.Issuer, cfg.ClientID = identitytest.URL, identitytest.ClientID
			cfg.KeysURL = issuer.KeysURL
		})
		if err := Load(t.Context(), h.App); err != nil {
			t.Fatal(err)
		}
		for _, page := range siteMap(t) {
			if page.Prefix == "mij_" { // of which addresses is drawn by lot
				continue
			}
			for _, path := range h.addresses(page) {
				said = append(said, h.line(now, "iedereen", path, h.drawn(path)))
			}
		}
		for who, roles := range map[string][]string{
			"iedereen":           nil,
			"gastheer":           {"gastheer"},
			"begeleider":         {"begeleider"},
			"redactie":           {"redactie"},
			"beheerder":          {"beheerder"},
			"coordinator":        {"coordinator"},
			"vertrouwenspersoon": {"vertrouwenspersoon"},
		} {
			token := ""
			if roles != nil {
				token = "Bearer " + issuer.Sign(t, issuer.Claims("sample-"+who, roles...))
			}
			for _, path := range h.gets() {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Authorization", token)
				w := httptest.NewRecorder()
				h.Handler().ServeHTTP(w, r)
				said = append(said, h.line(now, who, path, w))
			}
		}
	}
	sort.Strings(said)
	all := strings.Join(slices.Compact(said), "\n")
	if *freeze {
		if err := os.WriteFile(*frozen, []byte(all), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(*frozen)
	if err != nil {
		t.Fatal(err)
	}
	before, now := strings.Split(string(want), "\n"), strings.Split(all, "\n")
	if len(before) < 1000 {
		t.Errorf("only %d answers", len(before))
	}
	for _, line := range without(now, before) {
		t.Errorf("another answer: %.600s", line)
	}
	for _, line := range without(before, now) {
		t.Errorf("an answer that is gone: %.600s", line)
	}
}

// without are the lines that are not among the others.
func without(lines, others []string) (left []string) {
	among := map[string]bool{}
	for _, line := range others {
		among[line] = true
	}
	for _, line := range lines {
		if !among[line] {
			left = append(left, line)
		}
	}
	return left
}

// line is one answer, as it is written down.
func (h *home) line(now time.Time, who, path string, w *httptest.ResponseRecorder) string {
	body := w.Body.String()
	if !strings.Contains(w.Header().Get("Content-Type"), "text") &&
		!strings.Contains(w.Header().Get("Content-Type"), "json") {
		body = fmt.Sprint(len(body)) // a file
	}
	answer := fmt.Sprintf("%s %s %s: %d %s %q %s",
		now.Format(time.DateOnly), who, path, w.Code, w.Header().Get("Cache-Control"),
		w.Header().Get("Location"), strings.ReplaceAll(body, "\n", "\\n"))
	return drawnByLot.ReplaceAllString(answer, "#")
}

var (
	route   = regexp.MustCompile(`(?m)^GET +(\S+)`)
	anyWord = regexp.MustCompile(`\{(\w+)\}`)
)

// gets are the addresses of every operation that reads, with each id that the sample has for it.
func (h *home) gets() (all []string) {
	h.t.Helper()
	golden, err := os.ReadFile("../app/testdata/routes.txt")
	if err != nil {
		h.t.Fatal(err)
	}
	for _, m := range route.FindAllStringSubmatch(string(golden), -1) {
		path := m[1]
		names := anyWord.FindAllStringSubmatch(path, -1)
		kind := regexp.MustCompile(`^/api/drafts/(\w+)`).FindStringSubmatch(path)
		switch {
		case path == "/api/form-ticket", path == "/api/status", path == "/api/sessions",
			path == "/readyz", strings.Contains(path, "{token}"), strings.Contains(path, "{upl}"):
		case len(names) == 0:
			all = append(all, path)
		case strings.Contains(path, "/occurrences/{o}") && strings.Contains(path, "{a}"):
			for _, at := range h.column(`select activity_id || '/occurrences/' || id from occurrence`) {
				all = append(all, "/api/activities/"+at)
			}
		case kind != nil:
			for _, id := range h.column(draftsOf, kind[1]) {
				all = append(all, strings.NewReplacer("{id}", id, "{n}", "1").Replace(path))
			}
		case len(names) == 1:
			for _, id := range h.column(ids[names[0][1]]) {
				all = append(all, anyWord.ReplaceAllString(path, id))
			}
		}
	}
	return all
}

// ids are the values of a word in an address.
var ids = map[string]string{
	"a":          `select id from activity`,
	"o":          `select id from occurrence`,
	"occurrence": `select id from occurrence`,
	"r":          `select id from registration union select id from waitlist_entry`,
	"n":          `select id from draft where kind = 'news' and sort_at is not null`,
	"s":          `select id from draft where kind = 'story' and sort_at is not null`,
	"iss":        `select id from draft where kind = 'issue' and sort_at is not null`,
	"fil":        `select id from file`,
	"key":        `select id from page`,
	"slug":       `select slug from activity_slug`,
	"day":        `select '2026-11-' || n from generate_series(20, 30) n`,
	"week":       `select '2026-W' || n from generate_series(46, 50) n`,
}

// draftsOf are the drafts of a kind, by the word for it in addresses.
const draftsOf = `
	select id
	from draft
	where $1 in (kind, kind || 's', regexp_replace(kind, 'y$', 'ies'))`

func (h *home) column(sql string, args ...any) []string {
	h.t.Helper()
	if sql == "" {
		return nil
	}
	rows, err := h.Pool.Query(h.t.Context(), sql, args...)
	if err != nil {
		h.t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		h.t.Fatal(sql, err)
	}
	return all
}
