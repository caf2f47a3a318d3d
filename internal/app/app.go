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
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

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
	"herstelruimte/internal/render"
	"herstelruimte/internal/requests"
	"herstelruimte/internal/retention"
	"herstelruimte/internal/search"
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
	Newsletter *newsletter.Room
	House      *house.Store
	Editing    *editing.Editing
	Library    *files.Library
	Search     *search.Index
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
	paused   db.Asked[string, bool] // whether the data of a row are on pause
	returned *returned.Reader
	guard    *httpkit.Guard
	revision *revision
	raise    func(context.Context, pgx.Tx) error
	engines  *render.Engines
	front    *render.Front
	kept     *render.Kept
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
	if o.Dist != nil {
		a.engines = render.Ready(o.Dist, engines)
	}
	go func() { _ = a.aside.Ping(ctx) }() // connects meanwhile; who reads there hears what is wrong
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

// region is what a file server of our own takes for one.
const region = "us-east-1"

// FilesConfig is the part of the configuration that says where files are kept.
func FilesConfig(cfg *config.Config) files.Config {
	return files.Config{
		Dir:       cfg.FilesDir,
		Endpoint:  cfg.S3Endpoint,
		Bucket:    cfg.S3Bucket,
		Region:    region,
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

// Handler is the whole site.
func (a *App) Handler() http.Handler { return a.handler }

// Run serves on l and works on the jobs until ctx ends; then it lets running requests and jobs
// finish.
func (a *App) Run(ctx context.Context, l net.Listener) error {
	if err := a.Agenda.FillFirstKeys(ctx); err != nil {
		return fmt.Errorf("the keys of first names: %w", err)
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	go a.revision.run(background)
	go giveBack(background)
	srv := &http.Server{
		Handler:           a.handler,
		ConnContext:       httpkit.WholeConn,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(httpkit.Whole(l)) }()
	err := a.queue.Start(ctx) // whoever comes first need not wait for it
	switch {
	case ctx.Err() != nil:
		err = nil // told to end while it began
	case err != nil:
		err = fmt.Errorf("jobs: %w", err)
	default:
		select {
		case err = <-failed:
		case <-ctx.Done():
		}
	}
	a.draining.Store(true)
	served, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
	defer cancel()
	err = errors.Join(err, srv.Shutdown(served))
	worked, cancel := context.WithTimeout(context.WithoutCancel(ctx), 25*time.Second)
	defer cancel()
	return errors.Join(err, a.queue.Stop(worked))
}

// giveBack gives memory back to the machine that the start or a rush left behind: the runtime alone
// keeps most of it for the next one. It costs some milliseconds each time.
func giveBack(ctx context.Context) {
	for wait := 5 * time.Second; ; wait = time.Minute {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
			debug.FreeOSMemory()
		}
	}
}

// Close frees what New opened.
func (a *App) Close() {
	switch {
	case a.front != nil:
		a.front.Close()
	case a.engines != nil:
		a.engines.Close()
	}
	if a.Library != nil {
		a.Library.Converter.Close()
	}
	if err := a.files.Close(); err != nil {
		a.log.Warn("the file store was not closed", "err", err)
	}
	for _, pool := range []*pgxpool.Pool{a.looks, a.aside, a.Pool} {
		if pool != nil {
			db.Close(pool, time.Second)
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
