// Command herstelruimte is the site: `serve`, `migrate`, `demo`, `openapi`.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
	"herstelruimte/internal/db"
	"herstelruimte/internal/demo"
	"herstelruimte/web"
)

const usage = `herstelruimte serve [-dist folder]   run the site (configuration from the environment)
herstelruimte migrate                bring the database schema up to date
herstelruimte demo [--help]          run everything on this machine, with sample data
herstelruimte openapi                write the description of the API`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	switch args[0] {
	case "serve":
		return serve(ctx, args[1:])
	case "migrate":
		return migrate(ctx)
	case "demo":
		return demo.Run(ctx, args[1:])
	case "openapi":
		return app.WriteOpenAPI(os.Stdout)
	}
	return fmt.Errorf("unknown word %q\n%s", args[0], usage)
}

func serve(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("serve", flag.ContinueOnError)
	dist := f.String("dist", "", "read the built web part from this folder, not from the binary")
	if err := f.Parse(args); err != nil {
		return err
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	var files fs.FS = web.Dist()
	if *dist != "" {
		files = os.DirFS(*dist)
	}
	log := app.Logger(cfg.LogLevel)
	slog.SetDefault(log)
	a, err := app.New(ctx, cfg, app.Options{Dist: files, Log: log})
	if err != nil {
		return err
	}
	defer a.Close()
	if stored, err := a.House.Stored(ctx, a.Pool); err == nil && !stored {
		log.Warn("no settings are stored yet: the pages show invented ones")
	}
	l, err := net.Listen("tcp", cfg.Addr)
	if err != nil {
		return err
	}
	log.Info("serving", "addr", l.Addr().String(), "site", cfg.Origin())
	return a.Run(ctx, l)
}

func migrate(ctx context.Context) error {
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	pool, err := db.Open(ctx, string(cfg.DatabaseURL), 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	return db.Migrate(ctx, pool)
}
