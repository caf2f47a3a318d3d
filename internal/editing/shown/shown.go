// Package shown reads what visitors see of the documents that staff published: the view document. A
// room reads its own kinds with it.
package shown

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// PageSize is how many stories, news items or newsletters a page of a list has.
const PageSize = 12

// What is read of a document d: All, or Card, without its body.
const (
	All  = `d.id, d.published, d.sort_at, d.changed_at, d.publish_until, d.pinned`
	Card = `d.id, d.published - 'body', d.sort_at, d.changed_at, d.publish_until, d.pinned`
)

// Now is what visitors see now of document d, in lists. The parameter $1 is now. The first
// condition is that of the indexes; the last one counts until the sweep has been.
const Now = `
	not d.over
		and d.sort_at <= $1
		and (d.publish_until is null or d.publish_until > $1)`

// Row is a document as visitors read it.
type Row[T any] struct {
	ID              string
	Doc             T
	SortAt, Changed time.Time
	Until           *time.Time
	Pinned          bool
}

func (r Row[T]) place() db.Cursor { return db.Cursor{At: r.SortAt, ID: r.ID} }

// Day is the one on which visitors could first read it.
func (r Row[T]) Day() string { return r.SortAt.In(clock.Amsterdam).Format(time.DateOnly) }

// Updated is when visitors could first read the text as it is now.
func (r Row[T]) Updated() string {
	if r.Changed.After(r.SortAt) {
		return clock.Moment(r.Changed)
	}
	return clock.Moment(r.SortAt)
}

// Find runs a query over All or Card, without its select and where.
func Find[T any](ctx context.Context, q db.Querier, columns, where string, args ...any) ([]Row[T], error) {
	return query[T](ctx, q, `select `+columns+` from document d where `+where, args...)
}

func query[T any](ctx context.Context, q db.Querier, sql string, args ...any) ([]Row[T], error) {
	return db.Rows(ctx, q, func(r pgx.CollectableRow) (out Row[T], err error) {
		var raw []byte
		if err = r.Scan(
			&out.ID, &raw, &out.SortAt, &out.Changed, &out.Until, &out.Pinned,
		); err != nil {
			return out, err
		}
		return out, json.Unmarshal(raw, &out.Doc)
	}, sql, args...)
}

// One reads a document that is or was visible, whether it is over or not.
//
// Problems: not_found for what is no document of this kind, not yet or no longer published; gone
// for what was withdrawn.
func One[T any](ctx context.Context, q db.Querier, kind, id string, now time.Time) (out Row[T], err error) {
	if !readable(id) {
		return out, problem.New(problem.NotFound)
	}
	found, err := Find[T](
		ctx,
		q,
		All,
		`d.id = $3 and d.kind = $2 and d.sort_at <= $1`,
		now,
		kind,
		id,
	)
	if err != nil {
		return out, err
	}
	if len(found) > 0 {
		return found[0], nil
	}
	var status string
	err = q.QueryRow(ctx, `
		select status
		from draft
		where id = $1 and kind = $2`, id, kind).Scan(&status)
	if err == nil && status == "withdrawn" {
		return out, problem.New(problem.Gone)
	}
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, db.Problem(err)
	}
	return out, problem.New(problem.NotFound)
}

// Still are those of these ids that visitors can read by now, of the lists or not: news also after
// its period.
func Still(ctx context.Context, q db.Querier, now time.Time, ids []string) ([]string, error) {
	return db.All[string](ctx, q, `
		select d.id
		from document d
		where d.id = any($2)
			and d.sort_at <= $1
			and (d.kind = 'news'
				or d.kind = 'story' and (d.publish_until is null or d.publish_until > $1))`,
		now,
		ids,
	)
}

// readable says whether an id from an address can be one at all.
func readable(id string) bool {
	return len(id) <= 80 && utf8.ValidString(id) && !strings.ContainsRune(id, 0)
}

// Cursor is where a page of a list begins: behind the document that na names, of those from new to
// old. A na that is none means the first page.
func Cursor(na string) db.Cursor {
	c, _ := db.ReadCursor(na, db.Last)
	return c
}

// First says whether a page is the first one of its list.
func First(c db.Cursor) bool { return c.ID == "" }

// Section is a part of the shown documents of a kind, from new to old.
type Section struct {
	Now   time.Time
	Kind  string
	After db.Cursor
	N     int    // at most
	More  string // a further condition, from parameter $5 on
	Args  []any
}

// Newest are the documents of a section, with the address of the next page when there is one.
func Newest[T any](ctx context.Context, q db.Querier, s Section) (items []Row[T], next string, err error) {
	return Cards[T](ctx, q, s.N, `document d where d.kind = $2 and `+Now+
		` and (d.sort_at, d.id) < ($3, $4) `+
		s.More+
		` order by d.sort_at desc, d.id desc`,
		append([]any{s.Now, s.Kind, s.After.At, s.After.ID}, s.Args...)...)
}

// Cards reads the first n of an ordered list, from new to old. The rows are chosen before any text
// is opened.
func Cards[T any](ctx context.Context, q db.Querier, n int, from string, args ...any) ([]Row[T], string, error) {
	items, err := query[T](ctx, q, `
		select `+Card+` from (select `+All+` from `+from+` limit `+strconv.Itoa(n+1)+
		`) d order by d.sort_at desc, d.id desc`, args...)
	if err != nil {
		return nil, "", err
	}
	items, next := db.Page(items, n, Row[T].place)
	return items, next, nil
}

// Fresh is the first moment at which what is shown of these kinds changes by the clock; at most
// also, and midnight.
func Fresh(ctx context.Context, q db.Querier, now time.Time, also *time.Time, kinds ...string) (string, error) {
	var begins, ends *time.Time
	err := q.QueryRow(ctx, `
		select min(b.at), min(e.at)
		from unnest($2::text[]) k(kind)
		left join lateral (
			select d.sort_at as at
			from document d
			where d.kind = k.kind
				and not d.over
				and d.sort_at > $1
			order by d.sort_at
			limit 1
		) b on true
		left join lateral (
			select d.publish_until as at
			from document d
			where d.kind = k.kind
				and d.publish_until is not null
				and d.publish_until > $1
			order by d.publish_until
			limit 1
		) e on true`,
		now, kinds).Scan(&begins, &ends)
	return FreshUntil(now, begins, ends, also), db.Problem(err)
}

// FreshUntil is the first of these moments that is still to come, at most midnight.
func FreshUntil(now time.Time, moments ...*time.Time) string {
	first := clock.Day(now).AddDate(0, 0, 1)
	for _, m := range moments {
		if m != nil && m.After(now) && m.Before(first) {
			first = *m
		}
	}
	return clock.Moment(first)
}
