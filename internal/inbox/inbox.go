package inbox

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// PageSize is how many rows one page shows.
const PageSize = 50

// Box is the inbox of one room: its table of rows R, of which staff read a V. Fields are required
// unless they say otherwise.
type Box[R record, V any] struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	// Kind is the word for a row in the log book.
	Kind  string
	Table string
	// Sees says who may see a row, beyond the roles of the operation.
	Sees func(R, identity.Actor) bool
	// Seen are conditions that together name the rows of which Sees is true, each row once and each
	// condition in the order of an index: one OR would read them all. @actor is who looks.
	Seen func(identity.Actor) []string
	// NamesInLists says that a list shows names: looking at it stands in the log book.
	NamesInLists bool
	// Show is a row as staff read it; only Look, Press and TakeBack need it.
	Show func(context.Context, identity.Actor, R) (V, error)
	// Changes are the columns that acts change, with what stands in them now; beside them an act
	// writes the version, the moment, and the undo.
	Changes func(R) pgx.NamedArgs
	// Progress is where a row keeps its undo, and the part of it that undo brings back: a pointer
	// to a struct. Nil for an inbox without undo.
	Progress func(*R) (*Undo, any)
	// UndoFor is how long an act can be taken back.
	UndoFor func(context.Context) time.Duration
}

// record is whatever embeds Row.
type record interface{ row() Row }

// columns are those that R names in its tags.
func (b Box[R, V]) columns() string {
	return strings.Join(columnsOf(reflect.TypeFor[R]()), ", ")
}

func columnsOf(t reflect.Type) (all []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, tagged := f.Tag.Lookup("db")
		switch {
		case f.Anonymous && !tagged:
			all = append(all, columnsOf(f.Type)...)
		case name != "-":
			all = append(all, name)
		}
	}
	return all
}

// Record writes in the log book that somebody looked or acted.
func (b Box[R, V]) Record(
	ctx context.Context,
	q db.Querier,
	a identity.Actor,
	action, id string,
) error {
	return privacy.Record(ctx, q, b.Clock.Now(), privacy.Entry{
		Actor:    a.ID,
		Roles:    a.RoleNames(),
		Action:   action,
		Kind:     b.Kind,
		ObjectID: id,
	})
}

// Where gives the rows of a condition, and whatever comes behind it, to the program itself: it asks
// nobody who they are.
func (b Box[R, V]) Where(
	ctx context.Context,
	q db.Querier,
	where string,
	args pgx.NamedArgs,
) ([]R, error) {
	return b.query(ctx, q, `select `+b.columns()+` from `+b.Table+` where `+where, args)
}

func (b Box[R, V]) query(
	ctx context.Context,
	q db.Querier,
	sql string,
	args pgx.NamedArgs,
) ([]R, error) {
	rows, err := q.Query(ctx, sql, args)
	if err != nil {
		return nil, db.Problem(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[R])
	return all, db.Problem(err)
}

func (b Box[R, V]) one(ctx context.Context, q db.Querier, id, lock string) (m R, err error) {
	all, err := b.Where(ctx, q, `id = @id `+lock, pgx.NamedArgs{"id": id})
	if err == nil && len(all) == 0 {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		return m, err
	}
	return all[0], nil
}

// Find gives a row to whoever may see it. Problems: not_found.
func (b Box[R, V]) Find(ctx context.Context, a identity.Actor, id string) (m R, err error) {
	found, err := b.one(ctx, b.Pool, id, "")
	if err == nil && !b.Sees(found, a) {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		return m, err
	}
	return found, nil
}

// Look gives a row as staff read it, and notes that somebody did. Problems: not_found.
func (b Box[R, V]) Look(ctx context.Context, in *OneInput) (*httpkit.Private[V], error) {
	a := identity.ActorOf(ctx)
	m, err := b.Find(ctx, a, in.ID)
	if err != nil {
		return nil, err
	}
	out, err := b.Show(ctx, a, m)
	if err == nil {
		err = b.Record(ctx, b.Pool, a, "viewed", in.ID)
	}
	return httpkit.Versioned(out, m.row().Version, err)
}

// Change locks a row, lets f change it, and stores what f made of it as the next version. It asks
// nobody who they are and writes nothing in the log book: Act does.
//
// Problems: not_found, and those of f.
func (b Box[R, V]) Change(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	f func(m *R) error,
) (m R, err error) {
	was, err := b.one(ctx, tx, id, "for update")
	if err != nil {
		return m, err
	}
	if err := f(&was); err != nil {
		return m, err
	}
	args := b.Changes(was)
	if b.Progress != nil {
		u, _ := b.Progress(&was)
		args["before"], args["undo_until"] = u.Before, u.Until
	}
	set := make([]string, 0, len(args))
	for _, column := range slices.Sorted(maps.Keys(args)) {
		set = append(set, column+` = @`+column)
	}
	args["id"], args["now"] = id, b.Clock.Now()
	all, err := b.query(ctx, tx, `
		update `+b.Table+`
		set `+strings.Join(set, `, `)+`, version = version + 1, updated_at = @now
		where id = @id
		returning `+b.columns(), args)
	if err != nil {
		return m, err
	}
	return all[0], nil
}

// Act is one act of somebody on a row of the version that they read, in one transaction with its
// line in the log book. f gets the row locked; Act stores what f made of it, and gives it.
//
// Problems: not_found (also for who may not see it), precondition_required, bad_request,
// precondition_failed, and those of f.
func (b Box[R, V]) Act(
	ctx context.Context,
	a identity.Actor,
	in Press,
	action string,
	f func(tx pgx.Tx, m *R) error,
) (m R, err error) {
	err = db.InTx(ctx, b.Pool, func(tx pgx.Tx) (err error) {
		if m, err = b.Change(ctx, tx, in.ID, func(m *R) error {
			if !b.Sees(*m, a) {
				return problem.New(problem.NotFound)
			}
			if err := httpkit.Matches(in.IfMatch, (*m).row().Version); err != nil {
				return err
			}
			return f(tx, m)
		}); err != nil {
			return err
		}
		return b.Record(ctx, tx, a, action, in.ID)
	})
	return m, err
}

// Press is Act by who calls; it answers with the row as staff read it then. Problems: those of Act.
func (b Box[R, V]) Press(
	ctx context.Context,
	in Press,
	action string,
	f func(tx pgx.Tx, by identity.Actor, m *R) error,
) (*httpkit.Private[V], error) {
	a := identity.ActorOf(ctx)
	m, err := b.Act(ctx, a, in, action, func(tx pgx.Tx, m *R) error { return f(tx, a, m) })
	if err != nil {
		return nil, err
	}
	// after the transaction: names are read on another connection
	out, err := b.Show(ctx, a, m)
	return httpkit.Versioned(out, m.row().Version, err)
}

// Remember keeps what the coming act changes, so that it can be taken back for a while.
func (b Box[R, V]) Remember(ctx context.Context, m *R) {
	u, part := b.Progress(m)
	until := b.Clock.Now().Add(b.UndoFor(ctx))
	// by the whole second that answers say, a screen knows this act from the one before
	if before := u.Until; before != nil && !until.Truncate(time.Second).After(*before) {
		until = before.Truncate(time.Second).Add(time.Second)
	}
	*u = remember(until, part)
}

// TakeBack takes the last act back; then undoes what it did beside the row. Problems: gone (too
// late), and those of Act and then.
func (b Box[R, V]) TakeBack(
	ctx context.Context,
	in Press,
	then func(tx pgx.Tx, m *R) error,
) (*httpkit.Private[V], error) {
	return b.Press(ctx, in, "undone", func(tx pgx.Tx, _ identity.Actor, m *R) error {
		u, part := b.Progress(m)
		if err := u.read(b.Clock.Now(), part); err != nil {
			return err
		}
		return then(tx, m)
	})
}

// List is one list of an inbox, in the words of an index: which rows, and the moment that they go
// by; At is that moment of a row.
type List[R any] struct {
	Where, By string
	At        func(R) time.Time
	// NewestFirst, or who waits longest first.
	NewestFirst bool
}

// order is how the list goes, what comes behind a place, and where it begins.
func (s List[R]) order() (by, beyond string, start db.Cursor) {
	if s.NewestFirst {
		return s.By + ` desc, id desc`, `<`, db.Last
	}
	return s.By + `, id`, `>`, db.First
}

// Visible is a query of these columns of the rows of a condition that somebody may see, and
// whatever comes behind it for each condition of Seen. @actor is who looks.
func (b Box[R, V]) Visible(a identity.Actor, columns, where, behind string) string {
	parts := []string{}
	for _, seen := range b.Seen(a) {
		parts = append(parts, `(
			select `+columns+`
			from `+b.Table+`
			where `+where+` and `+seen+`
			`+behind+`)`)
	}
	return strings.Join(parts, ` union all `)
}

// List gives a page of what somebody sees of a list from `after` on, and where the next one
// begins. args are those of the condition of the list.
//
// Problems: bad_request.
func (b Box[R, V]) List(
	ctx context.Context,
	a identity.Actor,
	s List[R],
	after string,
	args pgx.NamedArgs,
) (page []R, next string, err error) {
	order, beyond, start := s.order()
	from, err := db.ReadCursor(after, start)
	if err != nil {
		return nil, "", err
	}
	all := pgx.NamedArgs{"actor": a.ID, "at": from.At, "id": from.ID}
	maps.Copy(all, args)
	ordered := `order by ` + order + ` limit ` + strconv.Itoa(PageSize+1)
	where := s.Where + ` and (` + s.By + `, id) ` + beyond + ` (@at, @id)`
	found, err := b.query(ctx, b.Pool, `
		select `+b.columns()+`
		from (`+b.Visible(a, b.columns(), where, ordered)+`) m `+ordered, all)
	if err != nil {
		return nil, "", err
	}
	page, next = db.Page(found, PageSize, func(m R) db.Cursor {
		return db.Cursor{At: s.At(m), ID: m.row().ID}
	})
	if b.NamesInLists {
		err = b.Record(ctx, b.Pool, a, "listed", "")
	}
	return page, next, err
}
