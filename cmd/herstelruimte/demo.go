//go:build !nodemo

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
	"herstelruimte/internal/demo"
)

// The tag nodemo leaves these words out, so that what nothing but the demo reaches can be found
// (cmd/check/go.go, deadcode).
func init() {
	demoWords["demo"] = demo.Run
	demoWords["sample"] = sampleWord
}

// sampleWord fills an empty house with made-up data, for a try.
func sampleWord(ctx context.Context, args []string) error {
	return sampleOn(ctx, args, os.Stdout)
}

func sampleOn(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("Gebruik: herstelruimte sample")
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	a, err := app.New(ctx, cfg, app.Options{Log: app.Logger("error")})
	if err != nil {
		return err
	}
	defer a.Close()
	h, err := a.House.Load(ctx, a.Pool)
	if err != nil {
		return err
	}
	if !h.Sample {
		return errors.New(
			"De gegevens van het huis zijn al ingevuld: dit is geen proef meer. Er is niets veranderd.",
		)
	}
	if err := demo.Load(ctx, a); errors.Is(err, demo.ErrNotEmpty) {
		return errors.New(
			"Er staan al eigen activiteiten of aanmeldingen in de database. Er is niets veranderd.",
		)
	} else if err != nil {
		return err
	}
	var activities, dates, people int
	if err := a.Pool.QueryRow(ctx, `
		select (select count(*) from activity), (select count(*) from occurrence),
			(select count(*) from registration)`).Scan(&activities, &dates, &people); err != nil {
		return err
	}
	_, err = fmt.Fprintf(
		out,
		"De voorbeelden staan erin: %d activiteiten, %d datums, %d aanmeldingen. "+
			"Alles is verzonnen; de site zegt dat ook.\n",
		activities,
		dates,
		people,
	)
	return err
}
