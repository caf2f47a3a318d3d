package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
	"herstelruimte/internal/privacy"
)

// resealWord seals everything with the first key, SEAL_KEY, and tells how far it is. It may be
// stopped and run again. It fails when there is something that no key opens: then the old key must
// stay. It fails with one key alone, too: "0 rows" would tell who forgot to start the site with the
// new one that the old one can go.
func resealWord(ctx context.Context, args []string, w io.Writer) error {
	if len(args) > 0 {
		return errors.New("Gebruik: herstelruimte reseal")
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	done, err := app.ResealOn(ctx, cfg, func(r privacy.Resealed) {
		_, _ = fmt.Fprintf(w, "%s.%s: %d rijen\n", r.Table, r.Column, r.Done)
	})
	if errors.Is(err, app.ErrOneKey) { // or the new one is in a file that nobody read yet
		return errors.New("Er is hier maar één sleutel. Maakte je een nieuwe? Start de site dan eerst " +
			"opnieuw met beide sleutels, en typ dit nog een keer. Gooi geen sleutel weg.")
	}
	if err != nil {
		return fmt.Errorf(
			"Nog niet klaar. Typ het nog een keer: wat gedaan is, blijft gedaan. %w", err)
	}
	rows, closed := 0, 0
	for _, r := range done {
		rows, closed = rows+r.Done, closed+r.Closed
		if r.Closed > 0 {
			_, _ = fmt.Fprintf(w, "%s.%s: %d rijen gaan met geen sleutel open\n",
				r.Table, r.Column, r.Closed)
		}
	}
	if closed > 0 {
		return errors.New("Gooi de oude sleutel nog niet weg: er mist er een in SEAL_KEYS_OLD.")
	}
	_, _ = fmt.Fprintf(w, "%d rijen vergrendeld met de nieuwe sleutel. De oude is niet meer nodig, "+
		"behalve voor oude backups.\n", rows)
	return nil
}
