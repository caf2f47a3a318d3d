package content

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/problem"
)

// pageSize is how many stories, news items or newsletters a page of a list has.
const pageSize = 12

const (
	columns     = `d.id, d.published, d.sort_at, d.changed_at, d.publish_until, d.pinned`
	cardColumns = `d.id, d.published - 'body', d.sort_at, d.changed_at, d.publish_until, d.pinned`
)

// shown is what visitors see now of document d, in lists. The parameter $1 is now. The first
// condition is that of the indexes; the last one counts until the sweep has been.
const shown = `
	not d.over
		and d.sort_at <= $1
		and (d.publish_until is null or d.publish_until > $1)`

// row is a document as visitors read it.
type row[T any] struct {
	id              string
	doc             T
	sortAt, changed time.Time
	until           *time.Time
	pinned          bool
}

func (r row[T]) place() db.Cursor { return db.Cursor{At: r.sortAt, ID: r.id} }

func (r row[T]) day() string { return r.sortAt.In(clock.Amsterdam).Format(time.DateOnly) }

// updated is when visitors could first read the text as it is now.
func (r row[T]) updated() string {
	if r.changed.After(r.sortAt) {
		return clock.Moment(r.changed)
	}
	return clock.Moment(r.sortAt)
}

// find runs a query over columns or cardColumns, without its select and where.
func find[T any](
	ctx context.Context,
	q db.Querier,
	columns, where string,
	args ...any,
) ([]row[T], error) {
	return query[T](ctx, q, `select `+columns+` from document d where `+where, args...)
}

func query[T any](ctx context.Context, q db.Querier, sql string, args ...any) ([]row[T], error) {
	return db.Rows(ctx, q, func(r pgx.CollectableRow) (out row[T], err error) {
		var raw []byte
		if err = r.Scan(
			&out.id, &raw, &out.sortAt, &out.changed, &out.until, &out.pinned,
		); err != nil {
			return out, err
		}
		return out, json.Unmarshal(raw, &out.doc)
	}, sql, args...)
}

// one reads a document that is or was visible, whether it is over or not.
//
// Problems: not_found for what is no document of this kind, not yet or no longer published; gone
// for what was withdrawn.
func one[T any](
	ctx context.Context,
	q db.Querier,
	kind, id string,
	now time.Time,
) (out row[T], err error) {
	if !readable(id) {
		return out, problem.New(problem.NotFound)
	}
	found, err := find[T](
		ctx,
		q,
		columns,
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
	if err == nil && status == editing.StatusWithdrawn {
		return out, problem.New(problem.Gone)
	}
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, db.Problem(err)
	}
	return out, problem.New(problem.NotFound)
}

// readable says whether an id from an address can be one at all.
func readable(id string) bool {
	return len(id) <= 80 && utf8.ValidString(id) && !strings.ContainsRune(id, 0)
}

// cursor is where a page of a list begins: behind the document that na names, of those from new to
// old. A na that is none means the first page.
func cursor(na string) db.Cursor {
	c, _ := db.ReadCursor(na, db.Last)
	return c
}

func first(c db.Cursor) bool { return c.ID == "" }

// section is a part of the shown documents of a kind, from new to old.
type section struct {
	now   time.Time
	kind  string
	after db.Cursor
	n     int    // at most
	more  string // a further condition, from parameter $5 on
	args  []any
}

// newest are the documents of a section, with the address of the next page when there is one.
func newest[T any](
	ctx context.Context,
	q db.Querier,
	s section,
) (items []row[T], next string, err error) {
	return cards[T](ctx, q, s.n, `document d where d.kind = $2 and `+shown+
		` and (d.sort_at, d.id) < ($3, $4) `+
		s.more+
		` order by d.sort_at desc, d.id desc`,
		append([]any{s.now, s.kind, s.after.At, s.after.ID}, s.args...)...)
}

// cards reads the first n of an ordered list, from new to old. The rows are chosen before any text
// is opened.
func cards[T any](
	ctx context.Context,
	q db.Querier,
	n int,
	from string,
	args ...any,
) ([]row[T], string, error) {
	items, err := query[T](ctx, q, `
		select `+cardColumns+` from (select `+columns+` from `+from+` limit `+strconv.Itoa(n+1)+
		`) d order by d.sort_at desc, d.id desc`, args...)
	if err != nil {
		return nil, "", err
	}
	items, next := db.Page(items, n, row[T].place)
	return items, next, nil
}

// fresh is the first moment at which what is shown of these kinds changes by the clock; at most
// also, and midnight.
func (d *Documents) fresh(
	ctx context.Context,
	now time.Time,
	also *time.Time,
	kinds ...string,
) (string, error) {
	var begins, ends *time.Time
	err := d.Pool.QueryRow(ctx, `
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
	return freshUntil(now, begins, ends, also), db.Problem(err)
}

// freshUntil is the first of these moments that is still to come, at most midnight.
func freshUntil(now time.Time, moments ...*time.Time) string {
	first := clock.Day(now).AddDate(0, 0, 1)
	for _, m := range moments {
		if m != nil && m.After(now) && m.Before(first) {
			first = *m
		}
	}
	return clock.Moment(first)
}

// year reads a year from an address; one that is none is 0.
func year(s string) int {
	if n, err := strconv.Atoi(s); err == nil && len(s) == 4 && n >= 2000 && n < 2200 {
		return n
	}
	return 0
}

// month writes the month of t as 2027-01.
func month(t time.Time) string {
	t = t.In(clock.Amsterdam)
	return fmt.Sprintf("%04d-%02d", t.Year(), t.Month())
}
