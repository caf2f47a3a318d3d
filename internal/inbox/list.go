package inbox

import (
	"context"
	"maps"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// PageSize is how many rows one page shows.
const PageSize = 50

// List is one list of an inbox, in the words of an index: which rows, and the column of the moment
// that they go by; who waits longest stands first, unless the newest does. Args are those of the
// condition.
type List struct {
	Where, By   string
	NewestFirst bool
	Args        pgx.NamedArgs
}

// order is how the list goes, what comes behind a place, and where it begins.
func (s List) order() (by, beyond string, start db.Cursor) {
	if s.NewestFirst {
		return s.By + ` desc, id desc`, `<`, db.Last
	}
	return s.By + `, id`, `>`, db.First
}

// Visible is a query of these columns of the rows of a condition that somebody may see, and
// whatever comes behind it for each condition of Seen. @actor is who looks.
func (b *Box[F, R, V]) Visible(a identity.Actor, columns, where, behind string) string {
	parts, seen := []string{}, []string{`true`}
	if b.Seen != nil {
		seen = b.Seen(a)
	}
	for _, one := range seen {
		parts = append(parts, `(
			select `+columns+`
			from `+b.Table+`
			where `+where+` and `+one+`
			`+behind+`)`)
	}
	return strings.Join(parts, ` union all `)
}

// List gives a page of what somebody sees of a list from `after` on, and where the next one
// begins.
//
// Problems: bad_request.
func (b *Box[F, R, V]) List(
	ctx context.Context, a identity.Actor, s List, after string,
) (page []R, next string, err error) {
	order, beyond, start := s.order()
	from, err := db.ReadCursor(after, start)
	if err != nil {
		return nil, "", err
	}
	all := pgx.NamedArgs{"actor": a.ID, "at": from.At, "id": from.ID}
	maps.Copy(all, s.Args)
	ordered := `order by ` + order + ` limit ` + strconv.Itoa(PageSize+1)
	where := s.Where + ` and (` + s.By + `, id) ` + beyond + ` (@at, @id)`
	found, err := b.query(ctx, b.Pool, `
		select `+b.columns()+`
		from (`+b.Visible(a, b.columns(), where, ordered)+`) m `+ordered, all)
	if err != nil {
		return nil, "", err
	}
	page, next = db.Page(found, PageSize, func(m R) db.Cursor {
		return db.Cursor{At: momentOf(m, s.By), ID: m.Head().ID}
	})
	if b.Blank != nil {
		err = b.Record(ctx, b.Pool, a, "listed", "")
	}
	return page, next, err
}

// Lines are a page of List for who calls, each row as line shows it.
func Lines[F any, R record, V, L any](
	ctx context.Context, b *Box[F, R, V], s List, after string,
	line func(context.Context, R, F, *People) L,
) (lines []L, next string, err error) {
	rows, next, err := b.List(ctx, identity.ActorOf(ctx), s, after)
	if err != nil {
		return nil, "", err
	}
	forms, ids := make([]F, len(rows)), make([]string, len(rows))
	for i, m := range rows {
		if forms[i], err = b.Form(m); err != nil {
			return nil, "", err
		}
		ids[i] = m.Head().ID
	}
	var paused map[string]bool
	if b.Blank != nil {
		if paused, err = privacy.Paused(ctx, b.Pool, b.Clock.Now(), ids); err != nil {
			return nil, "", err
		}
	}
	var people People
	lines = make([]L, len(rows))
	for i, m := range rows {
		if paused[ids[i]] {
			forms[i] = *b.Blank
		}
		lines[i] = line(ctx, m, forms[i], &people)
	}
	return lines, next, b.name(ctx, people)
}
