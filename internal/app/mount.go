package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/content"
	"herstelruimte/internal/counts"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/render"
)

// API mounts every operation of every room. With nil rooms it only describes them: `openapi` needs
// no database.
func (a *App) api(r chi.Router) huma.API {
	api := httpkit.NewAPI(r)
	a.Agenda.Routes(api)
	a.Agenda.PlaceRoutes(api, a.guard)
	a.Contact.Routes(api, a.guard, a.Identity)
	a.Volunteers.Routes(api, a.guard, a.Identity)
	a.Requests.Routes(api, a.guard, a.Identity)
	a.Complaints.Routes(api, a.guard, a.Identity)
	a.Newsletter.Routes(api, a.guard, a.Identity)
	a.audit.Routes(api, func(op huma.Operation) huma.Operation { return a.Identity.For(op) })
	a.consents.Routes(api, func(op huma.Operation) huma.Operation {
		return a.Identity.For(op, identity.Coordinator)
	})
	house.Routes(api, a.House, a.Pool, a.todayOutside)
	a.House.StaffRoutes(api, a.Pool, a.Identity)
	content.Routes(api, a.pages, a.Pool)
	a.statement.Routes(api)
	a.Documents.Routes(api)
	httpkit.TicketRoute(api, a.guard.Tickets)
	a.counts().Routes(api)
	a.Identity.Routes(api)
	a.Editing.Add(a.kinds()...)
	a.Editing.Routes(api)
	a.House.DayRoutes(api, a.Editing, a.Identity)
	a.Documents.StaffRoutes(api, a.Identity)
	a.Documents.Withdrawals(api, a.guard)
	a.Status.Routes(api, a.Identity)
	a.Agenda.StaffRoutes(api, a.Identity)
	a.Agenda.PeopleRoutes(api, a.Identity)
	a.Agenda.CallRoutes(api, a.Identity)
	a.Agenda.PersonRoutes(api, a.Identity)
	a.Agenda.ChangeRoutes(api, a.Identity)
	a.Agenda.ClosingRoutes(api, a.Identity)
	a.Evening.Routes(api, a.Identity)
	a.Figures.Routes(api, a.Identity)
	a.Retention.Routes(api, a.Identity)
	a.Library.Routes(api, a.Identity)
	a.waitingRoute(api)
	a.undoRoute(api)
	return api
}

// counts is the page counter. The site map comes with the pages, after the API: without pages
// nothing is countable.
func (a *App) counts() *counts.Counts {
	return &counts.Counts{
		Pool:   a.Pool,
		Clock:  a.Clock,
		Rate:   a.guard.Limits.Rate(counts.PerMinute, time.Minute),
		Secure: a.cfg != nil && a.cfg.HTTPS(),
		Countable: sync.OnceValue(func() []string {
			if a.front == nil {
				return nil
			}
			return a.front.Countable()
		}),
	}
}

// moved leads an address that people guess or remember to the page.
func moved(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, to, http.StatusPermanentRedirect)
	}
}

// silence is how long an answer waits for somebody who reads nothing of it.
const silence = 30 * time.Second

// engines are the limits of the engines that make the pages.
var engines = render.DefaultLimits(runtime.NumCPU())

func (a *App) mount(ctx context.Context, dist fs.FS) error {
	inner := chi.NewRouter()
	inner.Use(askAgain, httpkit.Dated(a.Clock.Now))
	inner.NotFound(func(w http.ResponseWriter, r *http.Request) {
		httpkit.WriteProblem(w, r, problem.New(problem.NotFound))
	})
	api := a.api(inner)
	r := chi.NewRouter()
	reads := a.guard.Limits.Reads()
	r.Use(a.doors()...)
	r.Use(a.keep(reads.Reading("/api/")))
	r.Handle("/api/*", inner)
	r.Handle("/v1/*", inner)
	a.plain(r)
	a.routes, a.handler = r, r
	err := fs.ErrNotExist
	if dist != nil {
		err = a.pagesOf(ctx, dist, api, inner, reads.Over)
	}
	if errors.Is(err, fs.ErrNotExist) {
		a.log.Warn("the web part is not built: only the API is served")
	} else if err != nil {
		return err
	}
	if a.front != nil {
		a.front.Mount(r)
		a.kept = a.front.Kept(readAt(inner), queryOf(api))
	}
	return freeFor(a.cfg.SessionSyncPath, inner, r)
}

// pagesOf loads what makes pages from a build of the web part.
func (a *App) pagesOf(
	ctx context.Context, dist fs.FS, api huma.API, inner http.Handler,
	reads func(*http.Request) int,
) (err error) {
	a.front, err = render.Load(render.Options{
		Files:    dist,
		API:      inner,
		Revision: a.revision.now,
		Now:      a.Clock.Now,
		Origin:   a.cfg.Origin(),
		Schema:   schemaOf(api),
		Log:      a.log,
		Engines:  a.engines,
		Phone:    func() string { return a.settings(ctx).PhoneShown() },
		Ticket: func() (string, string) {
			t := a.guard.Tickets.New()
			return t.IdempotencyKey, t.FormTime
		},
		Staff: a.Identity.HasCookie,
		Flash: a.guard.Tickets.Flash,
		Reads: reads,
	})
	return err
}

// doors are what every request goes through before a route is chosen, the outermost first.
func (a *App) doors() []func(http.Handler) http.Handler {
	return []func(http.Handler) http.Handler{
		headAsGet,
		alias(a.cfg.SessionSyncPath, identity.SessionPath),
		httpkit.CutSlow(silence),
		httpkit.FindClient(a.cfg.TrustedProxies()),
		httpkit.Log(a.log),
		httpkit.Bodies,
		httpkit.SecurityHeaders(a.cfg.HSTS(), a.cfg.IssuerOrigin()),
		a.Newsletter.OneClick,
		httpkit.CrossOrigin(identity.CrossSite, a.refuseForm),
		withoutTail,
		a.Agenda.ShortLinks,
	}
}

// refuseForm answers a form that did not come from a page of ours, as far as its browser tells.
func (a *App) refuseForm(w http.ResponseWriter, r *http.Request) {
	if a.front == nil {
		httpkit.WriteProblem(w, r, problem.New(identity.CrossSite(r.URL.Path)))
		return
	}
	a.front.RefuseForm(w, r)
}

// plain mounts what is neither the API nor a page: files, feeds, and addresses that programs ask.
func (a *App) plain(r chi.Router) {
	a.Identity.Mount(r)
	r.Get("/livez", a.alive)
	r.Get("/readyz", a.ready)
	r.Get("/.well-known/security.txt", a.securityText)
	r.Method(http.MethodGet, "/sitemap.xml", &siteMap{
		origin:   a.cfg.Origin(),
		revision: a.revision.now,
		now:      a.Clock.Now,
		sources:  a.entries(),
	})
	r.Get("/robots.txt", a.robots)
	r.Get("/over-ons", moved("/about"))
	r.Get("/veelgestelde-vragen", moved("/requentlysaskedquestions"))
	r.MethodNotAllowed(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(
			w,
			"Hier kun je niets versturen. Ga terug en probeer het opnieuw.",
			http.StatusMethodNotAllowed,
		)
	})
	a.Agenda.HolderDownloads(r)
	a.Agenda.Feeds(r)
	a.Documents.Feeds(r)
	a.Library.Mount(r)
}

// askAgain is the cache rule of what says nothing else: keep it, and ask each time whether it still
// holds.
func askAgain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// alias serves one address under another name, too. It stands first, so that everything behind it
// knows one name only.
func alias(name, address string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		if name == "" || name == address {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == name {
				r = r.Clone(r.Context())
				r.URL.Path, r.URL.RawPath = address, ""
			}
			next.ServeHTTP(w, r)
		})
	}
}

// freeFor refuses a path to bring tokens to at which something else stands: it would take its
// place.
func freeFor(path string, api, all chi.Routes) error {
	if path == "" || path == identity.SessionPath {
		return nil
	}
	for _, method := range []string{
		http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
	} {
		there := all.Find(chi.NewRouteContext(), method, path)
		if there == "/api/*" || there == "/v1/*" { // all of it leads to the API
			there = api.Find(chi.NewRouteContext(), method, path)
		}
		if there != "" {
			return fmt.Errorf(
				"SESSION_SYNC_PATH kan niet %s zijn: op dat adres staat al iets anders van de site. "+
					"Kies een ander pad, of laat de instelling weg.",
				path,
			)
		}
	}
	return nil
}

// headAsGet lets every HEAD take the road of its GET; the server leaves the body out.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			chi.RouteContext(r.Context()).RouteMethod = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// alive is for balancers: this process takes requests. Without its database too: it still has the
// pages that it keeps.
func (a *App) alive(w http.ResponseWriter, _ *http.Request) {
	if a.draining.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// ready says whether this process can serve: the database answers and we are not on our way out.
func (a *App) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if a.draining.Load() || db.CheckSchema(ctx, a.aside) != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
