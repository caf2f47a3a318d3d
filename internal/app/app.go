// Package app is the only place that knows every room: it opens the pool, builds the rooms, hands
// each what it needs of another, and mounts the routes.
package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/agenda/figures"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/complaints"
	"herstelruimte/internal/config"
	"herstelruimte/internal/contact"
	"herstelruimte/internal/content"
	"herstelruimte/internal/counts"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/mail/returned"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/render"
	"herstelruimte/internal/requests"
	"herstelruimte/internal/retention"
	"herstelruimte/internal/status"
	"herstelruimte/internal/volunteers"
)

// App is the program: built by New, served by Run, ended by Close.
type App struct {
	Agenda     *agenda.Agenda
	Evening    *evening.Evening
	Figures    *figures.Figures
	Requests   *requests.Requests
	Retention  *retention.Retention
	Documents  *content.Documents
	Contact    *contact.Contact
	Volunteers *volunteers.Volunteers
	Complaints *complaints.Complaints
	Newsletter *newsletter.Newsletter
	House      *house.Store
	Editing    *editing.Editing
	Library    *files.Library
	Identity   *identity.Identity
	Status     *status.Status
	Pool       *pgxpool.Pool
	Clock      *clock.Clock

	pages     *content.Pages
	statement *content.Privacy
	audit     *privacy.Audit
	consents  *privacy.Consents

	cfg      *config.Config
	log      *slog.Logger
	keys     *privacy.Keys
	files    files.Store
	queue    *jobs.Queue
	mail     *mail.Outbox
	returned *returned.Reader
	guard    *httpkit.Guard
	revision *revision
	raise    func(context.Context, pgx.Tx) error
	front    *render.Front
	handler  http.Handler
	routes   chi.Router
	draining atomic.Bool

	lastHouse atomic.Pointer[house.House]
	// aside has connections for the settings alone: they are read inside transactions that hold a
	// lock, while everybody who waits for that lock may hold all connections of Pool.
	aside *pgxpool.Pool
	looks *pgxpool.Pool // for the checks of the status page: they must tell that Pool is used up
}

// Options are what a process chooses apart from its configuration.
type Options struct {
	Clock *clock.Clock // nil: the machine's
	Dist  fs.FS        // a build of web/; without one only the API is served
	Log   *slog.Logger
	// FormsAtOnce takes forms that were opened less than three seconds ago: for tests of a demo.
	FormsAtOnce bool
}

// New builds the whole program. It refuses a database whose schema is older or newer than the
// program.
func New(ctx context.Context, cfg *config.Config, o Options) (*App, error) {
	a, err := open(ctx, cfg, o)
	if err != nil {
		return nil, err
	}
	if err := db.CheckSchema(ctx, a.Pool); err != nil {
		a.Close()
		return nil, err
	}
	a.rooms(ctx)
	if o.FormsAtOnce {
		a.guard.Tickets.AtOnce()
	}
	if err := a.mount(ctx, o.Dist); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// open takes hold of what the rooms stand on. It asks nothing of any server yet.
func open(ctx context.Context, cfg *config.Config, o Options) (a *App, err error) {
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	a = &App{cfg: cfg, log: o.Log, Clock: o.Clock}
	if a.keys, err = keysOf(cfg); err != nil {
		return nil, err
	}
	if a.files, err = files.Open(FilesConfig(cfg)); err != nil {
		return nil, err
	}
	if err = a.openPools(ctx); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (a *App) openPools(ctx context.Context) (err error) {
	url := string(a.cfg.DatabaseURL)
	if a.Pool, err = db.Open(ctx, url, a.cfg.Conns); err != nil {
		return err
	}
	if a.aside, err = db.Open(ctx, url, 2); err != nil {
		return err
	}
	a.looks, err = db.Open(ctx, url, 4)
	return err
}

// FilesConfig is the part of the configuration that says where files are kept.
func FilesConfig(cfg *config.Config) files.Config {
	return files.Config{
		Dir:       cfg.FilesDir,
		Endpoint:  cfg.S3Endpoint,
		Bucket:    cfg.S3Bucket,
		Region:    cfg.S3Region,
		AccessKey: cfg.S3AccessKey,
		SecretKey: string(cfg.S3SecretKey),
	}
}

func keysOf(cfg *config.Config) (*privacy.Keys, error) {
	seal := [][]byte{[]byte(cfg.SealKey)}
	if cfg.SealKeysOld != "" {
		for _, old := range strings.Split(string(cfg.SealKeysOld), ",") {
			seal = append(seal, []byte(strings.TrimSpace(old)))
		}
	}
	return privacy.LoadKeys(seal, []byte(cfg.LookupKey), []byte(cfg.TokenKey))
}

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

// greeting is what the first page says, from the room that keeps texts to the one that keeps the
// programme.
func (a *App) greeting(ctx context.Context) (agenda.Greeting, error) {
	g, err := a.pages.Greeting(ctx, a.Pool)
	return greetingOf(g), err
}

func greetingOf(g content.Greeting) agenda.Greeting {
	out := agenda.Greeting{Promise: g.Promise, Lead: g.Lead}
	for _, s := range g.Steps {
		out.Steps = append(out.Steps, agenda.Step{Title: s.Title, Text: s.Text})
	}
	return out
}

// practical is what somebody reads of coming in after signing up.
func (a *App) practical(ctx context.Context) (agenda.Practical, error) {
	title, text, err := a.pages.Practical(ctx, a.Pool)
	return agenda.Practical{Title: title, Text: append([]string{}, text...)}, err
}

func (a *App) todayOutside(ctx context.Context, now time.Time) ([]house.Also, error) {
	meetings, err := a.Agenda.Today(ctx, now)
	out := make([]house.Also, len(meetings))
	for i, m := range meetings {
		out[i] = house.Also{
			Title: m.Title,
			Start: m.Start.In(clock.Amsterdam),
			End:   m.End.In(clock.Amsterdam),
		}
	}
	return out, err
}

// nextDate is the next date of an activity, for what speaks of it.
func (a *App) nextDate(ctx context.Context, activity string) (*content.Related, time.Time, error) {
	l, changes, err := a.Agenda.Next(ctx, activity)
	if err != nil || l == nil {
		return nil, changes, err
	}
	return &content.Related{
		ActivityID:   l.ActivityID,
		OccurrenceID: l.ID,
		Title:        l.Title,
		Day:          l.Day,
		Start:        l.Start,
		End:          l.End,
		Room:         l.Room,
	}, changes, nil
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
	r.Use(reads.Reading("/api/"))
	r.Handle("/api/*", inner)
	r.Handle("/v1/*", inner)
	a.plain(r)
	a.routes, a.handler = r, r
	if dist == nil {
		a.log.Warn("the web part is not built: only the API is served")
		return freeFor(a.cfg.SessionSyncPath, inner, r)
	}
	front, err := render.Load(render.Options{
		Files:    dist,
		API:      inner,
		Revision: a.revision.now,
		Now:      a.Clock.Now,
		Origin:   a.cfg.Origin(),
		Schema:   schemaOf(api),
		Log:      a.log,
		Limits:   engines,
		Phone:    func() string { return a.settings(ctx).PhoneShown() },
		Ticket: func() (string, string) {
			t := a.guard.Tickets.New()
			return t.IdempotencyKey, t.FormTime
		},
		Staff: a.Identity.HasCookie,
		Flash: a.guard.Tickets.Flash,
		Reads: reads.Over,
	})
	if errors.Is(err, fs.ErrNotExist) {
		a.log.Warn("the web part is not built: only the API is served")
		return freeFor(a.cfg.SessionSyncPath, inner, r)
	}
	if err != nil {
		return err
	}
	a.front = front
	front.Mount(r)
	return freeFor(a.cfg.SessionSyncPath, inner, r)
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
	r.Get("/livez", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
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

// Handler is the whole site.
func (a *App) Handler() http.Handler { return a.handler }

// Run serves on l and works on the jobs until ctx ends; then it lets running requests and jobs
// finish.
func (a *App) Run(ctx context.Context, l net.Listener) error {
	if err := a.Agenda.FillFirstKeys(ctx); err != nil {
		return fmt.Errorf("the keys of first names: %w", err)
	}
	if err := a.queue.Start(ctx); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	go a.revision.run(background)
	srv := &http.Server{
		Handler:           a.handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		a.draining.Store(true)
	}
	served, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
	defer cancel()
	err = errors.Join(err, srv.Shutdown(served))
	worked, cancel := context.WithTimeout(context.WithoutCancel(ctx), 25*time.Second)
	defer cancel()
	return errors.Join(err, a.queue.Stop(worked))
}

// Close frees what New opened.
func (a *App) Close() {
	if a.front != nil {
		a.front.Close()
	}
	if a.Library != nil {
		a.Library.Converter.Close()
	}
	if err := a.files.Close(); err != nil {
		a.log.Warn("the file store was not closed", "err", err)
	}
	for _, pool := range []*pgxpool.Pool{a.looks, a.aside, a.Pool} {
		if pool != nil {
			pool.Close()
		}
	}
}

// Logger writes JSON lines at the configured level, in which nobody can be recognized.
func Logger(level string) *slog.Logger {
	var l slog.Level
	if l.UnmarshalText([]byte(level)) != nil {
		l = slog.LevelInfo
	}
	return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{
		Level:       l,
		ReplaceAttr: httpkit.Masked,
	}))
}
