// Package migrations carries the schema, for goose.
package migrations

import "embed"

// Files are the migrations, in order of their numbers.
//
//go:embed *.sql
var Files embed.FS
