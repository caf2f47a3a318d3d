package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/render"
)

// asker is somebody who calls, as the table names them.
type asker struct {
	name  string
	roles []string // of somebody who is signed in
}

var (
	nobody  = asker{name: render.Everyone}
	holder  = asker{name: render.Holder}
	without = asker{name: "ingelogd", roles: []string{}}
	service = asker{name: "keycloak"}
)

// staff are the people with one role each.
func staff() (all []asker) {
	for _, role := range identity.Roles {
		all = append(all, asker{string(role), []string{string(role)}})
	}
	return all
}

// person is one of the staff who is signed in.
type person struct{ uid, cookie, session string }

// signedIn gives somebody with the roles of an asker. They stay signed in from one operation to the
// next, but for those that may end a session.
func (p *prober) signedIn(pattern string, who asker) person {
	p.t.Helper()
	fresh := strings.HasPrefix(pattern, "/api/session") || strings.HasPrefix(pattern, "/api/users") ||
		strings.HasPrefix(pattern, "/api/accounts")
	if in, ok := p.in[who.name]; ok && !fresh {
		return in
	}
	in := person{cookie: p.signIn(p.t, who.roles...)}
	in.uid = p.uid(p.t, in.cookie)
	own := p.want(
		p.call(http.MethodGet, "/api/sessions", nil, "Cookie", in.cookie),
		http.StatusOK,
	).json(p.t)["items"].([]any)
	in.session = own[0].(map[string]any)["id"].(string)
	if !fresh {
		p.in[who.name] = in
	}
	return in
}

// ask gives what this person is told, for something that is theirs. Nobody is asked twice.
func (p *prober) ask(method, pattern string, who asker) answer {
	p.t.Helper()
	of := method + " " + pattern + " " + who.name
	a, ok := p.heard[of]
	if !ok {
		a = p.askOnce(method, pattern, who)
		p.heard[of] = a
	}
	return a
}

func (p *prober) askOnce(method, pattern string, who asker) answer {
	p.t.Helper()
	body := p.body(method, pattern)
	switch {
	case pattern == "/api/cookie-choice":
		return p.form(pattern, url.Values{"cookieConsent": {"true"}})
	case who.name == nobody.name:
		return p.call(method, p.public(pattern), body)
	case who.name == holder.name:
		path, head := p.secret(pattern)
		return p.call(method, path, body, head...)
	case who.name == service.name:
		return p.logout(pattern)
	}
	p.Clock.Advance(time.Second) // later than whatever was ended before
	in := p.signedIn(pattern, who)
	p.me = in.uid
	head := []string{"Cookie", in.cookie, "If-Match", `"1"`, "Upload-Offset", "0"}
	if method+" "+pattern == "POST /api/session" {
		head = append(
			head,
			"Authorization",
			"Bearer "+p.issuer.Sign(p.t, p.issuer.Claims(in.uid, who.roles...)),
		)
	}
	head = append(head, "If-Match", `"1"`)
	if ofDesk(pattern) {
		path, tag := p.toActOn(method, pattern)
		p.owns(in.uid)
		return letThrough(pattern, p.call(method, path, body, append(head, "If-Match", tag)...))
	}
	p.owns(in.uid)
	if ofIssues(pattern) {
		return p.issueTo(method, pattern, head...)
	}
	if ofInbox(pattern) {
		path, tag, body := p.inInbox(pattern, in.uid)
		return p.call(method, path, body, append(head, "If-Match", tag)...)
	}
	if strings.HasPrefix(pattern, "/api/closures") {
		path, body := p.atClosing(method, pattern, p.signIn(p.t, "coordinator"))
		return p.call(method, path, body, head...)
	}
	if ofPeople(method, pattern) {
		path, body := p.atTheDoor(method, pattern, p.signIn(p.t, "coordinator"))
		return p.call(method, path, body, head...)
	}
	path := strings.NewReplacer("{uid}", in.uid, "{id}", in.session).Replace(pattern)
	if path = p.public(path); pattern == "/api/files" {
		path += "?purpose=document&name=flyer.pdf"
	}
	return p.call(method, path, body, head...)
}

// owns makes the activities somebody's own: a begeleider has no other.
func (p *prober) owns(uid string) {
	p.t.Helper()
	if _, err := p.Pool.Exec(p.t.Context(), `
		update activity set doc = jsonb_set(doc, '{host}', to_jsonb('@' || $1::text))
		where doc->>'host' is distinct from '@' || $1::text`, uid); err != nil {
		p.t.Fatal(err)
	}
	for _, sql := range []string{`
		update activity
		set doc = jsonb_set(doc, '{staff}', jsonb_build_array($1::text))
		where doc->'staff' is distinct from jsonb_build_array($1::text)`, `
		update draft
		set doc = jsonb_set(doc, '{staff}', jsonb_build_array($1::text))
		where kind = 'activity'
			and doc->'staff' is distinct from jsonb_build_array($1::text)`} {
		if _, err := p.Pool.Exec(p.t.Context(), sql, uid); err != nil {
			p.t.Fatal(err)
		}
	}
}

// logout is a call of the identity service: somebody signed out there.
func (p *prober) logout(path string) answer {
	p.t.Helper()
	return p.form(path, url.Values{"logout_token": {p.issuer.Sign(p.t, p.issuer.Logout("iemand"))}})
}

// form posts fields as a browser does, from a page that runs.
func (p *prober) form(path string, fields url.Values) answer {
	p.t.Helper()
	form := fields.Encode()
	req := p.request(
		http.MethodPost,
		path,
		nil,
		"Content-Type",
		"application/x-www-form-urlencoded",
		"Accept",
		"application/json",
	)
	req.Body, req.ContentLength = io.NopCloser(strings.NewReader(form)), int64(len(form))
	return p.send(req)
}

// roles asks with each role: those with a good answer, and the last of these answers.
func (p *prober) roles(method, pattern string) (names string, good answer) {
	p.t.Helper()
	good.status = http.StatusForbidden
	var may []string
	for _, who := range staff() {
		if a := p.ask(method, pattern, who); a.status < 300 {
			may, good = append(may, who.name), a
		}
	}
	return strings.Join(may, ","), good
}

// answersAsDeclared asks everybody there is: what the operation declares, what the table says and
// what happens are the same.
func (p *prober) answersAsDeclared(t *testing.T) {
	seen := 0
	for route, op := range operations() {
		for _, one := range ofEachKind(route) {
			method, path, _ := strings.Cut(one, " ")
			roles, forStaff := rolesOf(op, path)
			found := p.probe(t, method, path).Role
			if !forStaff {
				// Who posts a token is not signed in yet.
				if found != render.Everyone && found != render.Holder &&
					one != "POST /api/session" {
					t.Errorf("%s declares no roles, and answers %q only", one, found)
				}
				continue
			}
			seen++
			if declared := declaredAs(roles); found != declared {
				t.Errorf("%s declares %q, and answers %q", one, declared, found)
			}
			p.matrix(t, method, path, roles)
		}
	}
	if seen < 150 {
		t.Errorf("only %d operations for staff seen", seen)
	}
}

// rolesOf are the roles that an operation declares for a path.
func rolesOf(op *huma.Operation, path string) (roles []string, forStaff bool) {
	if by, ok := op.Metadata[httpkit.MetaRolesBy].(map[string][]string); ok {
		kind, _, _ := strings.Cut(strings.TrimPrefix(path, "/api/drafts/"), "/")
		roles, forStaff = by[kind]
		return roles, forStaff
	}
	roles, forStaff = op.Metadata[httpkit.MetaRoles].([]string)
	return roles, forStaff
}

// declaredAs is how the table writes the roles of an operation; none is everybody who is signed in.
func declaredAs(roles []string) string {
	if len(roles) == 0 {
		return without.name
	}
	return strings.Join(roles, ",")
}

// matrix holds the answers of one operation for staff against its roles.
func (p *prober) matrix(t *testing.T, method, path string, roles []string) {
	t.Helper()
	for _, who := range append([]asker{nobody, holder, without}, staff()...) {
		a, code := p.ask(method, path, who), ""
		switch {
		case who.roles == nil:
			code = "unauthorized"
		case len(roles) > 0 &&
			!slices.ContainsFunc(who.roles, func(r string) bool {
				return slices.Contains(roles, r)
			}):
			code = "forbidden"
		}
		want := map[string]int{
			"unauthorized": http.StatusUnauthorized,
			"forbidden":    http.StatusForbidden,
		}[code]
		switch {
		case code == "" && a.status >= 300:
			t.Errorf("%s %s refuses %s: %d %.300s", method, path, who.name, a.status, a.body)
		case code != "" &&
			(a.status != want || a.json(t)["code"] != code ||
				a.head.Get("Cache-Control") != "no-store"):
			t.Errorf(
				"%s %s answers %s with %d %.300s, want %d %s",
				method,
				path,
				who.name,
				a.status,
				a.body,
				want,
				code,
			)
		}
	}
}

func TestRolesAddUp(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	for _, roles := range [][]string{
		{"gastheer", "beheerder"},
		{"beheerder", "redactie", "onbekend"},
	} {
		s.want(
			s.call(http.MethodGet, "/api/accounts", nil, "Cookie", s.signIn(t, roles...)),
			http.StatusOK,
		)
	}
	for _, roles := range [][]string{
		{"gastheer", "redactie", "coordinator"},
		{"Beheerder", "beheerder "},
		{"offline_access"},
	} {
		s.want(
			s.call(http.MethodGet, "/api/accounts", nil, "Cookie", s.signIn(t, roles...)),
			http.StatusForbidden,
		)
	}
}

// What every visitor pays for staff.
func TestAVisitorIsKnownAsOneWithoutAllocating(t *testing.T) { // alone: other tests would count too
	i := identity.New(nil, clock.System(), identity.Config{})
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for _, cookies := range []string{"", "cookieConsent=all; hr_melding=trefpunt-2025"} {
		r.Header.Set("Cookie", cookies)
		if n := testing.AllocsPerRun(100, func() { i.HasCookie(r) }); n != 0 || i.HasCookie(r) {
			t.Errorf("%q: %v allocations", cookies, n)
		}
	}
	if r.Header.Set("Cookie", "cookieConsent=yes; dev_hr_session=x"); !i.HasCookie(r) {
		t.Error("somebody who is signed in counts as a visitor")
	}
}
