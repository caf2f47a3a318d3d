package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
)

// errUnsound is the end of `data` when the database does not hold together; what is wrong was
// printed.
var errUnsound = errors.New("De gegevens kloppen niet met elkaar.")

// dataWord says how many rows each table has and whether the data hold together. It needs the
// address of the database and nothing else. -json prints it for scripts, -program only what this
// program is, without a database.
func dataWord(ctx context.Context, args []string, w io.Writer) error {
	f := flag.NewFlagSet("data", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "print JSON")
	program := f.Bool("program", false, "print which schema this program brings, and nothing else")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *program {
		return json.NewEncoder(w).Encode(app.ThisProgram())
	}
	address, err := config.Database()
	if err != nil {
		return err
	}
	data, err := readData(ctx, string(address))
	if err != nil {
		return err
	}
	if *asJSON {
		err = json.NewEncoder(w).Encode(data)
	} else {
		printData(w, data)
	}
	if err == nil && len(data.Faults) > 0 {
		return errUnsound
	}
	return err
}

func readData(ctx context.Context, address string) (d app.Data, err error) {
	connecting, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cfg, err := pgx.ParseConfig(address)
	if err != nil {
		// err may hold the password
		return d, errors.New("DATABASE_URL is geen adres van een database.")
	}
	conn, err := pgx.ConnectConfig(connecting, cfg)
	if err != nil {
		return d, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return app.ReadData(ctx, conn)
}

func printData(w io.Writer, d app.Data) {
	say := func(format string, a ...any) { _, _ = fmt.Fprintf(w, format+"\n", a...) }
	say("Programma %s, schema %d (dit programma brengt schema %d)", d.Program, d.Schema, d.Newest)
	for _, table := range slices.Sorted(maps.Keys(d.Counts)) {
		say("%9d  %s", d.Counts[table], table)
	}
	for _, fault := range d.Faults {
		say("Klopt niet: %s", fault)
	}
	if len(d.Faults) == 0 {
		say("De gegevens kloppen met elkaar.")
	}
}
