package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
)

// replayWord erases again what a restored backup brought back. It may run any number of times. It
// fails when anything of the journal was not understood, or when the data do not hold together
// afterwards: then the site must stay closed.
func replayWord(ctx context.Context, args []string, w io.Writer) error {
	if len(args) > 0 {
		return errors.New("Gebruik: herstelruimte replay")
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	done, faults, err := app.ReplayOn(ctx, cfg)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(
		w,
		"Het wislogboek telt %d keer wissen (bestanden: %d). Teruggekomen en opnieuw gewist: %d.\n",
		done.Lines,
		done.Files,
		done.Erased,
	)
	for _, fault := range done.Faults {
		_, _ = fmt.Fprintf(w, "Niet gedaan: %s\n", fault)
	}
	for _, fault := range faults {
		_, _ = fmt.Fprintf(w, "Klopt niet: %s\n", fault)
	}
	switch {
	case len(done.Faults) > 0:
		return errors.New("Niet alles kon opnieuw worden gewist.")
	case len(faults) > 0:
		return errUnsound
	}
	return nil
}
