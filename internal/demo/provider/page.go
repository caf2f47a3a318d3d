package provider

import (
	"bytes"
	"embed"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strconv"

	"github.com/rs/cors"
)

//go:embed *.html provider.css mark.svg
var files embed.FS

var pages = template.Must(template.ParseFS(files, "*.html"))

// routes are all addresses. The first page and its buttons work in trouble too: they end it.
func (p *Provider) routes() http.Handler {
	service := http.NewServeMux()
	service.HandleFunc("GET /authorize", p.authorize)
	service.HandleFunc("POST /authorize", p.authorize)
	service.HandleFunc("GET /end_session", p.endSession)
	service.HandleFunc("POST /end_session", p.endSession)
	programs := p.endpoints()
	service.Handle("GET /.well-known/openid-configuration", programs)
	service.Handle("GET /keys", programs)
	service.Handle("POST /token", programs)

	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.firstPage)
	for _, file := range []string{"provider.css", "mark.svg"} {
		mux.HandleFunc("GET /"+
			file, func(w http.ResponseWriter, r *http.Request) {
			http.ServeFileFS(w, r, files, file)
		})
	}
	p.control(mux)
	mux.Handle("/", p.hindered(service))
	return p.protect(mux)
}

// protect keeps other sites and other names for this machine out, and says what browsers may do
// with the pages.
func (p *Provider) protect(next http.Handler) http.Handler {
	foreign := http.NewCrossOriginProtection()
	// the site calls it; a code or refresh token is all it takes, no cookie
	foreign.AddInsecureBypassPattern("POST /token")
	site := cors.New(cors.Options{
		AllowedOrigins: []string{p.Site},
		AllowedMethods: []string{http.MethodPost},
		AllowedHeaders: []string{"Authorization", "Content-Type"},
	})
	closed := foreign.Handler(next)
	// As with Keycloak, anybody may read what is public anyway: a site at a wrong address can then
	// say so.
	open := map[string]http.Handler{
		"/token":                            site.Handler(closed),
		"/keys":                             cors.AllowAll().Handler(closed),
		"/.well-known/openid-configuration": cors.AllowAll().Handler(closed),
	}
	// form-action names the site as well: browsers hold the redirect after the form against it.
	policy := "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' " + p.Site +
		"; base-uri 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		// an address here holds a state; none at all would hide the origin of our own forms
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !p.isOurs(r.Host) {
			http.Error(w, "this is not "+p.issuer, http.StatusMisdirectedRequest)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if h, ok := open[r.URL.Path]; ok {
			h.ServeHTTP(w, r)
			return
		}
		closed.ServeHTTP(w, r)
	})
}

const maxForm = 64 << 10 // bytes

// isOurs keeps out pages elsewhere whose name was made to point to this machine.
func (p *Provider) isOurs(host string) bool {
	name, port, err := net.SplitHostPort(host)
	return err == nil && port == strconv.Itoa(p.port) &&
		slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, name)
}

// login is what the page to sign in shows.
type login struct {
	Error, Username string
	Again           bool // somebody is signed in, and must prove it anew
	Action          string
	Accounts        []person
	Site            string
}

func (p *Provider) loginPage(w http.ResponseWriter, r *http.Request, l login) {
	l.Action, l.Accounts, l.Site = r.URL.RequestURI(), p.everybody(), p.Site
	show(w, http.StatusOK, "login.html", l)
}

// choice is the page to choose another password.
type choice struct{ Error, Ticket, Action, Site string }

func (p *Provider) changePage(w http.ResponseWriter, r *http.Request, c choice) {
	c.Action, c.Site = r.URL.RequestURI(), p.Site
	show(w, http.StatusOK, "change.html", c)
}

// message is a page that says one thing, perhaps with a button.
type message struct{ Title, Text, Button, Action, Site string }

func (p *Provider) say(w http.ResponseWriter, status int, m message) {
	m.Site = p.Site
	show(w, status, "message.html", m)
}

func (p *Provider) firstPage(w http.ResponseWriter, _ *http.Request) {
	kind, _ := p.trouble()
	show(w, http.StatusOK, "first.html", map[string]any{
		"Accounts": p.everybody(),
		"Site":     p.Site,
		"Trouble":  kind,
	})
}

func (p *Provider) everybody() (all []person) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, who := range p.people {
		all = append(all, *who)
	}
	return all
}

// MustChange says on the first page that the next sign-in asks for another password.
func (w person) MustChange() bool { return w.mustChange }

// OneStep says on the first page that a password alone signs this person in.
func (w person) OneStep() bool { return w.oneStep }

func show(w http.ResponseWriter, status int, page string, data any) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, page, data); err != nil {
		slog.Error("demo provider: page", "page", page, "err", err)
		http.Error(w, "Er ging iets mis.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the reader may have gone
}
