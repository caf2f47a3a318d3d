package demo

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"herstelruimte/internal/app"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/db"
	"herstelruimte/internal/db/pgserver"
	"herstelruimte/internal/demo/catcher"
	"herstelruimte/internal/demo/provider"
	"herstelruimte/internal/identity"
	"herstelruimte/web"
)

type options struct {
	data    string
	port    int
	fresh   bool
	now     string
	limits  string
	formAge string
	quiet   bool
	// where browsers of the staff bring their token; "": where they do without a setting
	sessionPath string

	noSignIn bool
	// "": the demo's own provider; startHere: the real one; an address: a real one that runs
	// already
	keycloak string
	smtp     string // where mail goes: the demo's own catcher
}

func parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("demo", flag.ContinueOnError)
	f.StringVar(&o.data, "data", defaultFolder(), "folder in which the data are kept")
	f.IntVar(&o.port, "port", 8080, "port of the site; 0 takes any free one")
	f.BoolVar(&o.fresh, "fresh", false, "start over with new sample data")
	f.StringVar(
		&o.now,
		"now",
		"",
		"start the clock at this moment, such as 2027-03-28T01:30+01:00; it runs on from there",
	)
	f.StringVar(&o.limits, "send-limits", "on", "off: no limit to how often one address may send")
	f.StringVar(&o.formAge, "form-age", "on", "off: a form may be sent in its first three seconds")
	f.BoolVar(&o.noSignIn, "no-sign-in", false, "a site in which sign-in is not set up")
	f.Var(
		keycloakFlag{&o.keycloak},
		"keycloak",
		"sign in at the real Keycloak: started here, or with `=address` one that runs already",
	)
	f.StringVar(
		&o.sessionPath,
		"session-path",
		identity.SessionPath,
		"another address at which browsers of the staff bring their token",
	)
	f.BoolVar(&o.quiet, "quiet", false, "log warnings only")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.limits != "on" && o.limits != "off" {
		return o, errors.New("--send-limits is on or off")
	}
	if o.formAge != "on" && o.formAge != "off" {
		return o, errors.New("--form-age is on or off")
	}
	if o.noSignIn && o.keycloak != "" {
		return o, errors.New("--no-sign-in and --keycloak: choose one")
	}
	if o.keycloak != "" && o.now != "" {
		return o, errors.New(
			"--keycloak and --now do not go together: the real Keycloak goes by the clock of this machine",
		)
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("demo knows no word %q; --help lists what it knows", f.Arg(0))
	}
	return o, nil
}

func defaultFolder() string {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return filepath.Join(base, "herstelruimte-demo")
}

func (o options) clock() (*clock.Clock, error) {
	if o.now == "" {
		return clock.System(), nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, o.now); err == nil {
			return clock.Starting(t), nil
		}
	}
	return nil, fmt.Errorf("--now=%s: write a moment such as 2027-03-28T01:30+01:00", o.now)
}

// Run starts everything on loopback and stops it all when ctx ends.
func Run(ctx context.Context, args []string) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	c, err := o.clock()
	if err != nil {
		return err
	}
	dist, err := build(ctx, os.Stdout)
	if err != nil {
		return err
	}
	dir, err := pgserver.Folder(o.data)
	if err != nil {
		return err
	}
	if o.fresh {
		if err := clear(dir); err != nil {
			return err
		}
	}
	return o.run(ctx, c, dir, dist)
}

func (o options) run(ctx context.Context, c *clock.Clock, dir string, dist fs.FS) error {
	fmt.Println("Starting PostgreSQL …")
	pg, err := pgserver.Start(ctx, pgserver.Options{Dir: dir, Durable: true})
	if err != nil {
		return err
	}
	defer pg.Stop()
	l, err := listen(o.port)
	if err != nil {
		return err
	}
	post, err := catcher.Start("127.0.0.1:0", c)
	if err != nil {
		return err
	}
	defer post.Close() //nolint:errcheck // nothing is lost with it
	mailPage, err := servePage(post.Handler())
	if err != nil {
		return err
	}
	defer mailPage.Close() //nolint:errcheck // as above
	o.smtp = post.Addr()
	cfg, err := o.config(dir, pg.URL("postgres"), l, o.smtp)
	if err != nil {
		return err
	}
	door, err := startSignIn(ctx, o, dir, cfg.Origin(), c)
	if err != nil {
		return err
	}
	defer door.close()
	if err := door.into(cfg); err != nil {
		return err
	}
	a, err := prepare(ctx, cfg, app.Options{
		Clock:       c,
		Dist:        dist,
		Log:         app.Logger(cfg.LogLevel),
		FormsAtOnce: o.formAge == "off",
	})
	if err != nil {
		return err
	}
	defer a.Close()
	running{a, cfg, mailPage.addr, dir, o}.announce(ctx)
	fmt.Print(door.lines())
	return a.Run(ctx, l)
}

// prepare migrates, builds the site and loads the sample data.
func prepare(ctx context.Context, cfg *config.Config, o app.Options) (*app.App, error) {
	pool, err := db.Open(ctx, string(cfg.DatabaseURL), 2)
	if err != nil {
		return nil, err
	}
	err = db.Migrate(ctx, pool)
	pool.Close()
	if err != nil {
		return nil, err
	}
	slog.SetDefault(o.Log)
	a, err := app.New(ctx, cfg, o)
	if err != nil {
		return nil, err
	}
	if err := Load(ctx, a); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// running is a demo that stands.
type running struct {
	*app.App
	cfg       *config.Config
	mail, dir string
	options
}

// announce prints where everything is.
func (r running) announce(ctx context.Context) {
	fmt.Printf(
		"\nSite: %s\nMail: http://%s   (every mail the site sends lands here)\n",
		r.cfg.Origin(),
		r.mail,
	)
	fmt.Printf("Data: %s   (%s)\n", r.dir, Summary(ctx, r.App))
	fmt.Printf(
		"Announcement: %s/?forceAnnouncement=1   (in front of the page after three seconds, "+
			"also when its period is over)\n",
		r.cfg.Origin(),
	)
	fmt.Printf(
		"Complaint: %s   (the number of one that is answered, for %s/klachten)\n",
		SampleCode,
		r.cfg.Origin(),
	)
	if codes := deskCodes(ctx, r.App); codes != "" {
		fmt.Printf(
			"Desk codes: %s   (each opens one sign-up, at %s/mijn-aanmeldingen)\n",
			codes,
			r.cfg.Origin(),
		)
	}
	if r.now != "" {
		fmt.Printf("Clock: %s\n", r.Clock.Now().Format("2006-01-02 15.04.05 MST"))
	}
	if age, ok := loadedAgo(ctx, r.App); ok && age > 7*24*time.Hour {
		fmt.Println(
			"These data are more than a week old. Start over with --fresh for a programme around today.",
		)
	}
	fmt.Println("Only this machine can reach it. Ctrl-C stops everything.")
}

func loadedAgo(ctx context.Context, a *app.App) (time.Duration, bool) {
	var at time.Time
	if a.Pool.QueryRow(ctx, `select min(created_at) from activity`).Scan(&at) != nil {
		return 0, false
	}
	return a.Clock.Now().Sub(at), true
}

// listen takes the wished port, or any when it is 0. A taken port is said, not worked around.
func listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf(
			"port %d is in use; choose another with --port=0 (any) or --port=8090: %w",
			port,
			err,
		)
	}
	return l, nil
}

type page struct {
	*http.Server
	addr string
}

func servePage(h http.Handler) (*page, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			slog.Error("mail page", "err", err)
		}
	}()
	return &page{srv, "localhost:" + strconv.Itoa(l.Addr().(*net.TCPAddr).Port)}, nil
}

func (o options) config(dir, database string, l net.Listener, smtp string) (*config.Config, error) {
	k, err := secrets(filepath.Join(dir, "secrets.json"))
	if err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(smtp)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	cfg := &config.Config{
		Addr:        l.Addr().String(),
		SiteURL:     "http://localhost:" + strconv.Itoa(l.Addr().(*net.TCPAddr).Port),
		DatabaseURL: config.Secret(database),
		Conns:       20,
		ClientID:    provider.ClientID,
		SealKey:     k["seal"],
		LookupKey:   k["lookup"],
		TokenKey:    k["token"],
		FormKey:     k["form"],
		SMTPHost:    host,
		SMTPPort:    n,
		SMTPTLS:     "none",
		FilesDir:    filepath.Join(dir, "files"),
		LimitFactor: 1,
		LogLevel:    "info",
		Backups:     "off",

		SessionSyncPath: cmp.Or(o.sessionPath, identity.SessionPath),
	}
	if o.limits == "off" {
		cfg.LimitFactor = 0
	}
	if o.quiet {
		cfg.LogLevel = "warn"
	}
	return cfg, cfg.Check()
}

// secrets are made once for a data folder: what was sealed with them can be read as long as the
// folder is kept.
func secrets(file string) (map[string]config.Secret, error) {
	k := map[string]config.Secret{}
	raw, err := os.ReadFile(file)
	if err == nil {
		return k, json.Unmarshal(raw, &k)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	plain := map[string]string{}
	for _, name := range []string{"seal", "lookup", "token", "form"} {
		b := make([]byte, 32)
		if _, err := rand.Read(b); err != nil {
			return nil, err
		}
		plain[name] = base64.StdEncoding.EncodeToString(b)
		k[name] = config.Secret(plain[name])
	}
	raw, err = json.Marshal(plain)
	if err != nil {
		return nil, err
	}
	return k, os.WriteFile(file, raw, 0o600)
}

// clear empties a data folder of the demo, and refuses any other folder.
func clear(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "PG_VERSION")); err != nil {
		return fmt.Errorf(
			"%s does not look like a data folder of the demo: nothing was removed",
			dir,
		)
	}
	return os.RemoveAll(dir)
}

// built is the web part in this folder when the sources are here, else the one in the program.
func built(dir string) fs.FS {
	if _, err := os.Stat(filepath.Join(dir, "dist", "client", "index.html")); err == nil {
		return os.DirFS(filepath.Join(dir, "dist"))
	}
	return web.Dist()
}
