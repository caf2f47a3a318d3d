package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/app"
)

// paperWord prints a paper for the folder or the desk as Markdown, made from the settings that are
// stored.
func paperWord(ctx context.Context, args []string, w io.Writer) error {
	if len(args) != 1 || !slices.Contains(app.Papers, args[0]) {
		return errors.New("Gebruik: herstelruimte paper " + strings.Join(app.Papers, " | "))
	}
	return onDatabase(ctx, func(pool *pgxpool.Pool) error {
		text, err := app.PaperOn(ctx, pool, args[0])
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, text)
		return err
	})
}
