package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/status"
)

const doctorUsage = `herstelruimte doctor             kijk na wat werkt en wat niet; eindigt met 1 als iets niet werkt
herstelruimte doctor -ready      vraag de site die hier draait of hij klaar is
herstelruimte doctor mail [-van adres]   kijk alleen de mail na; daar is geen database voor nodig`

// doctorWord prints the checks of the status page, or those of mail alone. -ready is the health
// check of the container.
func doctorWord(ctx context.Context, args []string) error {
	return doctor(ctx, args, os.Stdout)
}

func doctor(ctx context.Context, args []string, w io.Writer) error {
	mailOnly := len(args) > 0 && args[0] == "mail"
	if mailOnly {
		args = args[1:]
	}
	f := flag.NewFlagSet("doctor", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	ready := f.Bool("ready", false, "")
	from := f.String("van", os.Getenv("MAIL_FROM"), "")
	if err := f.Parse(args); err != nil || f.NArg() > 0 || mailOnly && *ready {
		return errors.New(doctorUsage)
	}
	if *ready {
		return askReady(ctx, cmp.Or(os.Getenv("ADDR"), "127.0.0.1:8080"))
	}
	return doctorOn(ctx, mailOnly, *from, w)
}

// doctorOn reports what the configuration says before anything is asked: one that is wrong is the
// first thing to mend.
func doctorOn(ctx context.Context, mailOnly bool, from string, w io.Writer) error {
	cfg, err := config.Load()
	if err != nil {
		return fmt.Errorf("De instellingen kloppen niet:\n%w", err)
	}
	if !mailOnly {
		from = "" // the database tells
	}
	a, err := app.NewDoctor(ctx, cfg, from)
	if err != nil {
		return fmt.Errorf("De instellingen kloppen niet:\n%w", err)
	}
	defer a.Close()
	look := a.Status.Report
	if mailOnly {
		look = a.Status.LookAtMail
	}
	r := look(ctx)
	if err := printReport(w, r); err != nil {
		return err
	}
	if r.AnyBad() {
		return errSick
	}
	return nil
}

// errSick is the end of `doctor` when something does not work; what it is was printed.
var errSick = errors.New("Er is iets dat niet werkt. Hierboven staat wat je kunt doen.")

var stateWords = map[status.State]string{
	status.Good:    "goed  ",
	status.Warn:    "let op",
	status.Bad:     "FOUT  ",
	status.Off:     "-     ",
	status.Unknown: "?     ",
}

func printReport(w io.Writer, r status.Report) (err error) {
	say := func(format string, a ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format+"\n", a...)
		}
	}
	for _, c := range r.Checks {
		say("%s  %s: %s", stateWords[c.State], c.Title, c.Says)
		if c.Since != "" {
			say("        Sinds: %s", inWords(c.Since))
		}
		if c.Todo != "" {
			say("        Wat te doen: %s", c.Todo)
		}
	}
	for _, m := range r.Mails {
		say(
			"        Mail %s van %s (%s, %d keer geprobeerd): %s",
			m.Kind,
			inWords(m.At),
			map[string]string{"failed": "wordt opnieuw geprobeerd", "dead": "opgegeven"}[m.State],
			m.Tries,
			m.Why,
		)
	}
	for _, v := range r.Versions {
		say("        %s: %s", v.Name, v.Version)
	}
	say("%s", r.Summary)
	return err
}

// inWords is a moment of a report as the mails write it.
func inWords(moment string) string {
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return moment
	}
	return mail.DayAndHour(at)
}

// askReady asks the site that listens at addr on this machine whether it can serve.
func askReady(ctx context.Context, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("ADDR klopt niet: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(
		ctx,
		http.MethodGet,
		"http://"+net.JoinHostPort("127.0.0.1", port)+"/readyz",
		nil,
	)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return errors.New("De site geeft geen antwoord.")
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusNoContent {
		return errors.New(
			"De site is niet klaar: de database antwoordt niet of past niet, of de site stopt.",
		)
	}
	return nil
}
