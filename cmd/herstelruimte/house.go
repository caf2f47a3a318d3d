package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
)

// mostSettings is more than any house has to say.
const mostSettings = 1 << 20

// houseWord prints the settings of the house, or stores those in a file ("-" is the standard
// input).
func houseWord(ctx context.Context, args []string) error {
	return houseOn(ctx, args, os.Stdin, os.Stdout)
}

func houseOn(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	if len(args) > 1 {
		return errors.New(
			"Gebruik: herstelruimte house [bestand]. Een streepje (-) is de standaardinvoer.",
		)
	}
	if len(args) == 0 {
		return onDatabase(ctx, func(pool *pgxpool.Pool) error { return showHouse(ctx, pool, out) })
	}
	if args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return fmt.Errorf("Het bestand %s is niet te lezen: %w", args[0], err)
		}
		defer func() { _ = f.Close() }() // only read
		in = f
	}
	h, err := readHouse(in)
	if err != nil {
		return err
	}
	return onDatabase(ctx, func(pool *pgxpool.Pool) error { return saveHouse(ctx, pool, h, out) })
}

// onDatabase opens the database that the environment names and refuses one of another schema.
func onDatabase(ctx context.Context, f func(*pgxpool.Pool) error) error {
	address, err := config.Database()
	if err != nil {
		return err
	}
	pool, err := db.Open(ctx, string(address), 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	if err := db.CheckSchema(ctx, pool); err != nil {
		return err
	}
	return f(pool)
}

func showHouse(ctx context.Context, pool *pgxpool.Pool, out io.Writer) error {
	h, err := app.SettingsOf(pool).Load(ctx, pool)
	if err != nil {
		return err
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(h)
}

// readHouse reads one whole document; a field that we do not know is a slip of the pen, and said.
func readHouse(in io.Reader) (h house.House, err error) {
	raw, err := io.ReadAll(io.LimitReader(in, mostSettings))
	if err != nil {
		return h, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err = d.Decode(&h)
	if err == nil && d.More() {
		return h, errors.New("Er staat nog iets achter de gegevens. Er is niets veranderd.")
	}
	return h, inFile(raw, err)
}

// inFile says in Dutch where a document cannot be read.
func inFile(raw []byte, err error) error {
	const nothing = "Er is niets veranderd."
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case len(bytes.TrimSpace(raw)) == 0:
		return errors.New("Het bestand is leeg. " + nothing)
	case errors.As(err, &syntax):
		return fmt.Errorf(
			"Regel %d is geen goede JSON: kijk of er een komma of aanhalingsteken mist. %s",
			1+bytes.Count(raw[:min(int(syntax.Offset), len(raw))], []byte("\n")),
			nothing,
		)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("Het bestand is niet af: er mist een haakje aan het eind. " + nothing)
	case errors.As(err, &kind):
		return fmt.Errorf(
			"Het veld %s heeft een waarde van de verkeerde soort. %s",
			kind.Field,
			nothing,
		)
	case strings.Contains(err.Error(), "unknown field"):
		_, name, _ := strings.Cut(err.Error(), "unknown field ")
		return fmt.Errorf("Het veld %s kennen we niet. %s", name, nothing)
	}
	// the one type that reads text itself
	return fmt.Errorf("Een tijd moet eruitzien als \"13.00\", tot en met \"24.00\". %s", nothing)
}

func saveHouse(ctx context.Context, pool *pgxpool.Pool, h house.House, out io.Writer) error {
	h.Sample = false
	err := db.InTx(ctx, pool, func(tx pgx.Tx) error {
		return app.SettingsOf(pool).Save(ctx, tx, h)
	})
	var p *problem.Problem
	if errors.As(err, &p) && len(p.Fields) > 0 {
		return wrongFields(p.Fields)
	}
	if err == nil {
		_, err = fmt.Fprintln(
			out,
			"De gegevens van het huis zijn bewaard. De site laat ze nu zien.",
		)
	}
	return err
}

var faultWords = map[string]string{
	problem.Required: "is leeg of er mist iets",
	problem.TooLong:  "is te lang",
	problem.Email:    "is geen e-mailadres",
	problem.Phone:    "is geen telefoonnummer; schrijf het als +31612345678",
	problem.Invalid:  "klopt niet",
}

func wrongFields(fields []problem.Field) error {
	lines := []string{"De gegevens kloppen niet. Er is niets veranderd."}
	for _, f := range fields {
		words, ok := faultWords[f.Code]
		if !ok {
			words = "klopt niet"
		}
		lines = append(lines, f.Name+" "+words+".")
	}
	return errors.New(strings.Join(lines, "\n"))
}

// noticeWord writes the page that stands in for the site.
func noticeWord(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("Gebruik: herstelruimte notice bestand")
	}
	return onDatabase(ctx, func(pool *pgxpool.Pool) error {
		s := app.SettingsOf(pool)
		stored, err := s.Stored(ctx, pool)
		if err != nil {
			return err
		}
		h, err := s.Load(ctx, pool)
		if err != nil {
			return err
		}
		// invented ones would send somebody to a door that is not there
		return writeWhole(args[0], h.NoticePage(stored && !h.Sample))
	})
}

// writeWhole puts a file in place at once: who reads it sees the old one or the new one.
func writeWhole(name string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".notice-*")
	if err != nil {
		return fmt.Errorf("In de map van %s is niet te schrijven: %w", name, err)
	}
	defer func() { _ = os.Remove(f.Name()) }() // gone when all went well
	_, err = f.Write(content)
	// another user, that of the proxy, reads it
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("%s is niet te schrijven: %w", name, err)
	}
	return nil
}
