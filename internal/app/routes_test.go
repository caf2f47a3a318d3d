package app

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/files/pdftest"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/render"
)

var update = flag.Bool("update", false, "write the golden route tables anew")

// operations are those of the API, by "METHOD pattern".
var operations = sync.OnceValue(func() map[string]*huma.Operation {
	all := map[string]*huma.Operation{}
	for path, item := range described().Paths {
		for _, op := range []*huma.Operation{
			item.Get,
			item.Post,
			item.Patch,
			item.Put,
			item.Delete,
		} {
			if op != nil {
				all[op.Method+" "+path] = op
			}
		}
	}
	return all
})

// ofEachKind is a route as many times as there are kinds on the desk that have it.
func ofEachKind(route string) (all []string) {
	op := operations()[route]
	if op == nil || !strings.Contains(route, "{kind}") {
		return []string{route}
	}
	for kind := range op.Metadata[httpkit.MetaRolesBy].(map[string][]string) {
		all = append(all, strings.Replace(route, "{kind}", kind, 1))
	}
	return all
}

// mounted lists every route of r as "METHOD pattern", with those of routers that stand behind a
// wildcard, and those of the desk once for each kind.
func mounted(r chi.Routes) (out []string) {
	for _, route := range r.Routes() {
		for method, handler := range route.Handlers {
			if sub, ok := handler.(chi.Routes); ok {
				// one wildcard stands for all methods, and lets no other address through
				if method == http.MethodGet {
					out = append(out, under(
						strings.TrimSuffix(route.Pattern, "*"),
						mounted(sub),
					)...)
				}
				continue
			}
			if method != "*" {
				out = append(out, ofEachKind(method+" "+route.Pattern)...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func under(prefix string, routes []string) []string {
	return slices.DeleteFunc(routes, func(route string) bool {
		_, pattern, _ := strings.Cut(route, " ")
		return !strings.HasPrefix(pattern, prefix)
	})
}

// golden holds a table against its file.
func golden(t *testing.T, file string, lines []string) {
	t.Helper()
	slices.Sort(lines)
	text := "# method, path, role, cache rule of a good answer (- is none). Written by: " +
		"go test ./internal/app -run Golden -update (pages: -tags web)\n" +
		strings.Join(lines, "\n") +
		"\n"
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(was) != text {
		t.Errorf("%s is not what the app serves. It serves:\n%s", file, text)
	}
}

func row(r render.Route) string {
	return fmt.Sprintf("%-6s %-50s %-10s %s", r.Method, r.Path, r.Role, r.Cache)
}

// prober finds out who a route is for and how its answer may be kept, by asking.
type prober struct {
	*site
	activity, open, full string // ids
	people               int
	me                   string            // uid of who is signed in
	heard                map[string]answer // what each asker was told, by operation
	in                   map[string]person // who is signed in, by the name of the asker
}

func newProber(s *site) *prober {
	p := &prober{site: s, heard: map[string]answer{}, in: map[string]person{}}
	p.activity = s.activity(nil)
	p.open = s.date(p.activity, monday.AddDate(0, 0, 15), 0)
	p.full = s.date(p.activity, monday.AddDate(0, 0, 16), 1)
	s.want(s.register(p.full, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	s.publish()
	return p
}

// registered gives the secret link of somebody new with a place, waits that of somebody new on the
// list.
func (p *prober) registered() string {
	p.people++
	p.want(p.register(p.open, p.signUp("Bo", p.newest())), http.StatusCreated)
	return p.registrationKey(p.newest())
}

// newest is the address of who registered last.
func (p *prober) newest() string {
	return fmt.Sprintf("bezoeker%d@voorbeeld.example", p.people)
}

func (p *prober) waits() string {
	p.people++
	email := fmt.Sprintf("wacht%d@voorbeeld.example", p.people)
	p.want(p.join(p.full, p.waiting("Bo", email)), http.StatusCreated)
	return p.entryKey(email)
}

var hole = regexp.MustCompile(`[a-z]*_?\{\w+\}`)

// public fills a pattern with ids that everybody may know.
func (p *prober) public(pattern string) string {
	if ofDesk(pattern) {
		return p.onDesk(pattern)
	}
	return hole.ReplaceAllStringFunc(pattern, func(h string) string {
		switch h {
		case "{a}":
			return p.activity
		case "{key}":
			return "about"
		case "{week}":
			return "2026-W48"
		case "{day}":
			return "2099-01-04"
		case "{s}":
			return storyID
		case "{n}":
			return newsID
		case "{iss}":
			return issueID
		case "{upl}":
			return p.upload(p.me, []byte("\xff\xd8\xff"))
		case "{fil}":
			return p.stored("image", p.me, false)
		case "{file}":
			if strings.HasPrefix(pattern, "/bestanden") {
				return p.stored("document", p.me, true)
			}
			return p.stored("image", p.me, true)
		case "{variant}":
			return "320.jpg"
		case "{name}":
			return "flyer.pdf"
		case "{entry}":
			return p.typedHours()
		case "{slug}":
			return "s" + p.activity[4:16]
		case "{o}":
			if strings.HasSuffix(pattern, "/waitlist") {
				return p.full
			}
		}
		return p.open
	})
}

// secret fills a pattern with a secret link, for its holder.
func (p *prober) secret(pattern string) (path string, head []string) {
	key := ""
	if strings.HasPrefix(pattern, "/api/waitlist-entry") {
		key = p.waits()
	} else {
		key = p.registered()
	}
	if pattern == "/api/registration/restore" {
		p.want(p.call(http.MethodDelete, "/api/registration", nil, holds(key)...), http.StatusOK)
	}
	switch {
	case strings.HasSuffix(pattern, "/way-back"):
		key = p.wayBack(key)
	case pattern == "/api/my-registrations":
		key = p.overviewKey(p.newest())
	}
	return hole.ReplaceAllString(pattern, key), append(holds(key), "If-Match", `"1"`)
}

// typedHours is what who asks typed of the hours of volunteers of today.
func (p *prober) typedHours() string {
	p.t.Helper()
	id := db.NewID("h")
	if _, err := p.Pool.Exec(p.t.Context(), `
		insert into volunteer_time (id, day, part, minutes, by, at)
		values ($1, $2, 0, 60, $3, $4)`,
		id, clock.Date(p.Clock.Now()), p.me, p.Clock.Now()); err != nil {
		p.t.Fatal(err)
	}
	return id
}

// copyID is that of a date which a screen makes when it copies a week.
const copyID = "occ_filmfilmfilmfilmfilm"

// bodies are good forms, for operations that take one.
func (p *prober) body(method, pattern string) any {
	if ofDesk(pattern) {
		return deskBody(method, pattern)
	}
	switch method + " " + pattern {
	case "POST /api/occurrences/{o}/registrations":
		return p.signUp("Carla", "carla@voorbeeld.example")
	case "POST /api/occurrences/{o}/waitlist":
		return p.waiting("Carla", "carla@voorbeeld.example")
	case "PUT /api/staff-mail":
		return map[string]any{"topic": "calls", "on": true}
	case "PUT /api/site-name":
		return map[string]any{"name": "Jan"}
	case "POST /api/taps":
		return map[string]any{"taps": []any{}}
	case "POST /api/volunteer-hours":
		was := p.typedHours()
		return map[string]any{
			"id": db.NewID("h"), "day": clock.Date(p.Clock.Now()), "from": "00.00", "hours": 4,
			"was": was,
		}
	case "POST /api/links":
		return map[string]any{"email": "carla@voorbeeld.example", "formTime": p.formTime()}
	case "POST /api/desk-code":
		p.registered()
		return map[string]any{"code": p.deskCode(), "formTime": p.formTime()}
	case "POST /api/messages":
		return map[string]any{
			"subject":  "other",
			"phone":    "0612345678",
			"message":  "Hallo daar",
			"formTime": p.formTime(),
		}
	case "POST /api/volunteers":
		return map[string]any{
			"name":         "Bo",
			"phone":        "0612345678",
			"roles":        []string{"unknown"},
			"availability": []string{"talk"},
			"formTime":     p.formTime(),
		}
	case "POST /api/complaints":
		return p.complaint()
	case "POST /api/complaints/by-code", "POST /api/complaints/by-code/messages":
		body := map[string]any{
			"code": p.want(
				p.call(http.MethodPost, "/api/complaints", p.complaint()),
				http.StatusCreated,
			).json(p.t)["code"],
			"formTime": p.formTime(),
		}
		if strings.HasSuffix(pattern, "/messages") {
			body["reply"] = "Ik wil nog iets zeggen."
		}
		return body
	case "POST /api/story-withdrawals":
		return map[string]any{"code": p.storyCode(), "formTime": p.formTime()}
	case "POST /api/newsletter/subscriptions":
		return p.subscription("carla@voorbeeld.example")
	case "POST /api/newsletter/subscriptions/confirm",
		"POST /api/newsletter/subscriptions/unsubscribe":
		return map[string]any{"token": p.subscribed("bo@voorbeeld.example")}
	case "POST /api/activities/{a}/dates/check":
		return map[string]any{"newDates": []any{}}
	case "POST /api/activities/{a}/rhythm/plan":
		return map[string]any{"rhythm": fortnightly("2026-12-03")}
	case "POST /api/week-copies":
		return map[string]any{
			"week": "2026-W48", "dates": []any{map[string]any{"source": "occ_x", "id": copyID}},
		}
	case "PUT /api/opening-days/{day}":
		return map[string]any{"usual": true, "mark": "usual"}
	case "PATCH /api/occurrences/{o}":
		p.open = p.date(p.activity, monday.AddDate(0, 0, 15), 0) // at its first version
		return map[string]any{"note": "Neem een jas mee."}
	case "DELETE /api/occurrences/{o}":
		p.open = p.date(p.activity, monday.AddDate(0, 0, 15), 0)
	case "PATCH /api/registration":
		return map[string]any{"name": "Bo", "email": "bo@voorbeeld.example"}
	case "PATCH /api/waitlist-entry":
		return map[string]any{
			"name":         "Bo",
			"email":        "bo@voorbeeld.example",
			"preferredWay": "mail",
			"shortNotice":  false,
		}
	case "POST /api/waitlist-entry/answer":
		return map[string]any{"answer": "decline", "offerId": "off_x"}
	case "POST /api/pageviews":
		return map[string]any{"route": "/agenda"}
	case "POST /api/uploads":
		return map[string]any{"name": "flyer.pdf", "size": 9, "purpose": "document"}
	case "PUT /api/uploads/{upl}":
		return []byte("\xff")
	case "POST /api/files":
		return pdftest.Of(900)
	case "PATCH /api/files/{fil}":
		return map[string]any{"label": "Buiten"}
	case "POST /api/persons/search":
		return map[string]any{"what": "anja@voorbeeld.example"}
	case "POST /api/persons/view", "POST /api/persons/export", "POST /api/persons/goes":
		return map[string]any{"what": "anja@voorbeeld.example", "reason": "insight", "sure": true}
	case "POST /api/persons/hold":
		p.registered()
		return map[string]any{
			"what":   p.newest(),
			"until":  clock.Date(p.Clock.Now().AddDate(0, 1, 0)),
			"reason": "complaint",
		}
	case "POST /api/persons/mend":
		var id string
		p.inTx(func(tx pgx.Tx) (err error) {
			id, err = p.sent(tx, "other")
			return err
		})
		return map[string]any{"what": "0687654321", "row": id, "phone": "0687654321"}
	case "POST /api/persons/mend-row":
		p.waits()
		email := fmt.Sprintf("wacht%d@voorbeeld.example", p.people)
		var id string
		var version int
		p.inTx(func(tx pgx.Tx) error {
			return tx.QueryRow(context.Background(), `
				select id, version
				from waitlist_entry
				order by position desc limit 1`).Scan(&id, &version)
		})
		return map[string]any{
			"what": email, "row": id, "version": version,
			"name": "Bo", "email": email, "preferredWay": "mail",
		}
	case "POST /api/forgetting/off":
		p.inTx(func(tx pgx.Tx) error {
			_, err := tx.Exec(context.Background(), `
				insert into retention_clock (looked_at, off_from, off_until)
				values ($1, $2, $1)
				on conflict (only_row) do update
				set looked_at = $1, off_from = $2, off_until = $1, more_days = 0`,
				p.Clock.Now(), p.Clock.Now().AddDate(0, 0, -3))
			return err
		})
		return map[string]any{"reason": "Alles klopt."}
	case "POST /api/persons/release":
		return map[string]any{"what": "anja@voorbeeld.example"}
	case "POST /api/rights-requests":
		return map[string]any{
			"what": "insight", "phone": "0612345678", "formTime": p.formTime(),
		}
	case "POST /api/rights-requests/desk":
		return map[string]any{"what": "insight", "phone": "0612345678", "via": "balie"}
	case "POST /api/persons/erase":
		p.registered()
		return map[string]any{"what": p.newest(), "word": "wissen", "rows": []string{}}
	case "POST /api/status/test-mail":
		return map[string]any{"address": "beheer@voorbeeld.example"}
	}
	return nil
}

// probe asks until somebody gets a good answer: anybody, the holder of a secret link, who is signed
// in, and then with each of the roles; at last as the identity service itself.
func (p *prober) probe(t *testing.T, method, pattern string) render.Route {
	t.Helper()
	out := render.Route{Method: method, Path: pattern, Role: render.Everyone}
	a := p.ask(method, pattern, nobody)
	if strings.HasPrefix(pattern, "/api/") && !refuses(a) && a.status >= 300 {
		t.Errorf(
			"%s %s answers %d to anybody: neither a good answer nor a refusal: %s",
			method,
			pattern,
			a.status,
			a.body,
		)
	}
	for _, who := range []asker{holder, without, service} {
		if a.status >= 400 {
			out.Role, a = who.name, p.ask(method, pattern, who)
		}
		if who.name == without.name && a.status == http.StatusForbidden {
			out.Role, a = p.roles(method, pattern)
		}
	}
	if a.status >= 400 {
		t.Errorf(
			"%s %s has no good answer (%d): teach the prober to ask for one: %s",
			method,
			pattern,
			a.status,
			a.body,
		)
	}
	if out.Cache = a.head.Get("Cache-Control"); out.Cache == "" {
		out.Cache = "-"
	}
	return out
}

// refuses is the answer to somebody who did not say who they are.
func refuses(a answer) bool {
	return a.status == http.StatusUnauthorized ||
		a.status == http.StatusBadRequest && strings.Contains(a.body, `"auth/invalid-header"`)
}

// One walk past all routes proves three things: what the table says of them, that personal answers
// are kept by nobody, and that each role hears what the operation declares.
func TestGoldenTableOfTheAPI(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	var lines []string
	for _, route := range mounted(s.routes) {
		method, pattern, _ := strings.Cut(route, " ")
		r := p.probe(t, method, pattern)
		lines = append(lines, row(r))
		if (r.Role != render.Everyone || method != http.MethodGet) && r.Cache != "no-store" {
			t.Errorf("%s %s is personal and says Cache-Control %q", method, pattern, r.Cache)
		}
	}
	if len(lines) < 20 {
		t.Fatalf("only %d routes: the walk does not see the API", len(lines))
	}
	golden(t, "testdata/routes.txt", lines)
	t.Run("every operation answers each role as it declares", p.answersAsDeclared)
}

// id is that of a row of a table.
func (p *prober) id(t *testing.T, table string) (id string) {
	t.Helper()
	if err := p.Pool.QueryRow(t.Context(), `
		select id from `+table+` limit 1`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestHeadAnswersLikeGetWithoutABody(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	key := p.registered()
	wl := p.waits()
	cookie := s.signIn(t, "redactie", "coordinator", "beheerder")
	p.me = s.uid(t, cookie)
	for _, route := range mounted(s.routes) {
		method, pattern, _ := strings.Cut(route, " ")
		if method != http.MethodGet {
			continue
		}
		path := p.public(strings.ReplaceAll(pattern, "{uid}", p.me))
		head := append(holds(key), "Cookie", cookie)
		if ofInbox(pattern) {
			path, _, _ = p.inInbox(pattern, p.me)
		}
		if strings.Contains(pattern, "{token}") {
			path = hole.ReplaceAllString(pattern, key)
		}
		if strings.HasPrefix(pattern, "/api/waitlist-entry") {
			head[1] = holds(wl)[1]
		}
		if strings.HasSuffix(pattern, "/way-back") {
			head[1] = holds(p.wayBack(p.registered()))[1]
		}
		if ofIssues(pattern) {
			path = strings.Replace(pattern, "{iss}", p.issue(), 1)
		}
		if pattern == "/api/people/{r}" {
			p.registered()
			path = strings.Replace(pattern, "{r}", p.id(t, "registration"), 1)
		}
		if pattern == "/api/my-registrations" {
			p.registered()
			head[1] = holds(p.overviewKey(p.newest()))[1]
		}
		if strings.HasPrefix(pattern, "/api/") &&
			s.call(http.MethodGet, path, nil, head...).status != http.StatusOK {
			t.Errorf("GET %s has no good answer to compare with", pattern)
		}
		get, headed := s.call(http.MethodGet, path, nil, head...), s.call(
			http.MethodHead,
			path,
			nil,
			head...)
		if get.status != headed.status || headed.body != "" ||
			get.head.Get("Content-Type") != headed.head.Get("Content-Type") ||
			get.head.Get("Cache-Control") != headed.head.Get("Cache-Control") {
			t.Errorf(
				"%s: GET %d %q, HEAD %d %q",
				pattern,
				get.status,
				get.head.Get("Content-Type"),
				headed.status,
				headed.head.Get("Content-Type"),
			)
		}
	}
}

func TestAnUnknownAPIAddressIsAProblemDocument(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	a := s.want(s.call(http.MethodGet, "/api/nothing", nil), http.StatusNotFound)
	if a.head.Get("Content-Type") != "application/problem+json" ||
		a.json(t)["code"] != "not_found" {
		t.Errorf("%v %s", a.head, a.body)
	}
}

// The order of checks puts the origin first: what another site lets a browser send does nothing,
// whatever it is.
func TestOtherSitesCannotSendForms(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	cookie := s.signIn(t, "beheerder")
	for _, route := range mounted(s.routes) {
		method, pattern, _ := strings.Cut(route, " ")
		if method == http.MethodGet {
			continue
		}
		code := "forbidden"
		if strings.HasPrefix(pattern, "/api/session") || strings.HasPrefix(pattern, "/api/users") {
			code = "auth/cross-site"
		}
		path, body := p.public(pattern), p.body(method, pattern)
		before := s.number(`select count(*) from registration`)
		a := s.call(
			method,
			path,
			body,
			"Sec-Fetch-Site",
			"cross-site",
			"Origin",
			"https://evil.example",
			"Cookie",
			cookie,
		)
		if a.status != http.StatusForbidden || a.json(t)["code"] != code {
			t.Errorf("%s %s: %d %s", method, pattern, a.status, a.body)
		}
		if n := s.number(`select count(*) from registration`); n != before {
			t.Errorf("%s %s: got %d sign-ups, want %d", method, pattern, n, before)
		}
	}
	// not signed out by another site
	s.want(s.call(http.MethodGet, "/api/session", nil, "Cookie", cookie), http.StatusOK)
}

// A read deadline that fires while an operation waits for the lock would cancel it: a sign-up that
// is only slow would be refused as a fault of ours.
func TestNoOperationCutsItselfOffWhileItWaits(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	forms := 0
	for path, item := range s.api(chi.NewRouter()).OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Post, item.Patch, item.Delete, item.Put} {
			if op == nil {
				continue
			}
			if forms++; op.BodyReadTimeout >= 0 {
				t.Errorf(
					"%s %s reads its body within %v, and is cancelled when it takes longer",
					op.Method,
					path,
					op.BodyReadTimeout,
				)
			}
		}
	}
	if forms < 8 {
		t.Fatalf("only %d forms seen", forms)
	}
}
