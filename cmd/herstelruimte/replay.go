package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
)

// clockSaid in the environment says that whoever puts a copy back has looked at the clock of this
// server. It is no flag: a script may ask it of an older program, which then does without.
const clockSaid = "KLOK_NAGEKEKEN"

var errClockFar = errors.New("De klok van deze server staat meer dan 48 uur na de laatste nacht in " +
	"deze gegevens. Daarom is nog niet gewist wat te oud is. Klopt de klok? Typ dan: " +
	"docker compose run --rm -e " + clockSaid + "=ja site replay")

// replayWord erases again what a restored backup brought back, and what is too old by now. It may
// run any number of times. It fails when anything of the journal was not understood, when the clock
// may be wrong, or when the data do not hold together afterwards: then the site must stay closed.
func replayWord(ctx context.Context, args []string, w io.Writer) error {
	if len(args) > 0 {
		return errors.New("Gebruik: herstelruimte replay")
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	done, faults, err := app.ReplayOn(ctx, cfg, os.Getenv(clockSaid) == "ja")
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
	_, _ = fmt.Fprintf(w, "Te oud en daarom gewist: %d.\n", done.Expired)
	for _, fault := range done.Faults {
		_, _ = fmt.Fprintf(w, "Niet gedaan: %s\n", fault)
	}
	for _, fault := range faults {
		_, _ = fmt.Fprintf(w, "Klopt niet: %s\n", fault)
	}
	switch {
	case len(done.Faults) > 0:
		return errors.New("Niet alles kon opnieuw worden gewist.")
	case done.ClockFar:
		return errClockFar
	case len(faults) > 0:
		return errUnsound
	}
	return nil
}
