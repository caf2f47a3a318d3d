package db

import (
	"context"
	"database/sql"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"
)

// All reads every row of a query: by the order of the columns into the fields of a struct, or the
// one column of anything else. No rows is an empty list. Problems: those of Problem.
func All[T any](ctx context.Context, q Querier, query string, args ...any) ([]T, error) {
	return Rows(ctx, q, rowTo[T](), query, args...)
}

// One is the first row of All; found: there is one.
func One[T any](ctx context.Context, q Querier, query string, args ...any) (v T, found bool, err error) {
	all, err := All[T](ctx, q, query, args...)
	if len(all) > 0 {
		v, found = all[0], true
	}
	return v, found, err
}

// Rows is All for what reads its rows itself.
func Rows[T any](ctx context.Context, q Querier, read pgx.RowToFunc[T], query string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return nil, Problem(err)
	}
	all, err := pgx.CollectRows(rows, read)
	return all, Problem(err)
}

// Each reads row after row into the same variables, into, and calls f after each one; an error of f
// ends it. Problems: those of Problem, and what f returns.
func Each(ctx context.Context, q Querier, into []any, f func() error, query string, args ...any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return Problem(err)
	}
	_, err = pgx.ForEachRow(rows, into, f)
	return Problem(err)
}

// rowTo reads a struct by the order of its fields, and one column of all else: of a moment too, and
// of what scans itself.
func rowTo[T any]() pgx.RowToFunc[T] {
	t := reflect.TypeFor[T]()
	_, scans := any(new(T)).(sql.Scanner)
	if t.Kind() == reflect.Struct && t != reflect.TypeFor[time.Time]() && !scans {
		return pgx.RowToStructByPos[T]
	}
	return pgx.RowTo[T]
}
