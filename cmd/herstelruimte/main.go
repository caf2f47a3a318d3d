// Command herstelruimte is the site and what an operator does with it; `herstelruimte` without a
// word lists the words.
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
	"runtime/debug"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
	"herstelruimte/internal/db"
	"herstelruimte/internal/files/convert"
	"herstelruimte/internal/problem"
	"herstelruimte/web"
)

const usage = `herstelruimte serve [-dist map]        laat de site draaien (instellingen uit de omgeving)
herstelruimte migrate                  werk de database bij
herstelruimte doctor [-ready | mail]   kijk na wat werkt en wat niet
herstelruimte house [bestand]          toon de gegevens van het huis, of bewaar ze uit een bestand (- is de standaardinvoer)
herstelruimte paper naam               maak een papier (register, voorlezen, baliekaart, toestemming, processors)
herstelruimte notice bestand           maak de pagina voor als de site er niet is
herstelruimte sample                   zet voorbeelden in een lege database, voor een proef
herstelruimte data                     tel wat in de database staat en kijk of het klopt
herstelruimte replay                   wis wat een reservekopie terugbracht en weg moest blijven of nu te oud is
herstelruimte reseal                   vergrendel alles met de nieuwste sleutel, terwijl de site draait
herstelruimte files                    werk met de opslag van bestanden
herstelruimte demo [--help]            run everything on this machine, with sample data
herstelruimte openapi                  write the description of the API`

// demoWords are the words that stand on internal/demo; empty in a program that is built without it.
var demoWords = map[string]func(ctx context.Context, args []string) error{}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := inOneSentence(run(ctx, os.Args[1:]))
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
	word, rest := args[0], args[1:]
	if convert.IsWord(word) { // not in the list: the site runs it by itself
		return convert.Child(word, os.Stdin, os.Stdout)
	}
	switch word {
	case "serve":
		return serve(ctx, rest)
	case "migrate":
		return migrate(ctx)
	case "doctor":
		return doctorWord(ctx, rest)
	case "house":
		return houseWord(ctx, rest)
	case "notice":
		return noticeWord(ctx, rest)
	case "data":
		return dataWord(ctx, rest, os.Stdout)
	case "replay":
		return replayWord(ctx, rest, os.Stdout)
	case "reseal":
		return resealWord(ctx, rest, os.Stdout)
	case "paper":
		return paperWord(ctx, rest, os.Stdout)
	case "files":
		return filesWord(ctx, rest)
	case "openapi":
		return app.WriteOpenAPI(os.Stdout)
	}
	if do := demoWords[word]; do != nil {
		return do(ctx, rest)
	}
	return fmt.Errorf("%q kennen we niet.\n%s", word, usage)
}

// inOneSentence puts what a database can say to a word as a whole into Dutch; the technical words
// stay at the end, for who must find the cause.
func inOneSentence(err error) error {
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &pg) && (pg.Code == "28P01" || pg.Code == "28000"):
		return errors.New(
			"De database laat ons niet binnen: " +
				"de naam of het wachtwoord klopt niet (DATABASE_URL en DATABASE_PASSWORD).",
		)
	case errors.As(err, &pg) && pg.Code == "3D000":
		return errors.New("Deze database bestaat niet: de naam in DATABASE_URL klopt niet.")
	case errors.As(err, &pg) && pg.Code == "42501":
		return fmt.Errorf("De gebruiker van de database mag dit niet. Technisch: %w", err)
	case errors.Is(db.Problem(err), problem.New(problem.Unavailable)):
		return fmt.Errorf("De database geeft geen antwoord. Technisch: %w", err)
	}
	return err
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
	// what a start makes stays: to look for garbage meanwhile takes a third of its time
	collects := debug.SetGCPercent(-1)
	a, err := app.New(ctx, cfg, app.Options{Dist: files, Log: log})
	if err != nil {
		return err
	}
	defer a.Close()
	if stored, err := a.House.Stored(ctx, a.Pool); err == nil && !stored {
		log.Warn("no settings are stored yet: the pages show invented ones")
	}
	l, err := net.Listen("tcp", cfg.Addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("Een ander programma gebruikt %s al (ADDR).", cfg.Addr)
	}
	if err != nil { // not %w: nobody should take it for the database
		return fmt.Errorf("Op %s kan de site niet luisteren (ADDR). Technisch: %v", cfg.Addr, err)
	}
	debug.SetGCPercent(collects)
	log.Info("serving", "addr", l.Addr().String(), "site", cfg.Origin())
	return a.Run(ctx, l)
}

func migrate(ctx context.Context) error {
	address, err := config.Database()
	if err != nil {
		return err
	}
	pool, err := db.Open(ctx, string(address), 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	return db.Migrate(ctx, pool)
}
