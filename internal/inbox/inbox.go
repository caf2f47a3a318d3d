package inbox

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Box is the inbox of one room: its table of rows R, each with a form F sealed in it, of which
// staff read a V. Fields are required unless they say otherwise.
type Box[F any, R record, V any] struct {
	Ground
	// Kind is the word for a row in the log book and the erasure journal, Prefix that of its id.
	Kind, Prefix, Table string
	// Read opens the form of a row; nil: it is sealed as JSON.
	Read func(R) (F, error)

	// Roles are those of who handles rows. Where they do not see each row, Seen gives conditions
	// that together name those that somebody sees, each row once and each condition in the order of
	// an index: in a list one OR would read them all. @actor is who looks.
	Roles []identity.Role
	Seen  func(identity.Actor) []string
	// Blank is a form that stands in lists for that of somebody on pause. Nil: lists show no names;
	// to look at one that does stands in the log book.
	Blank *F
	// Show is a row as staff read it.
	Show func(context.Context, identity.Actor, R, F, *People) (V, error)
	// Progress is where a row keeps its undo, and the part of it that undo brings back: a pointer
	// to a struct. TookBack undoes what an act did beside the row; it may be nil, and so may both.
	Progress func(*R) (*Undo, any)
	TookBack func(context.Context, pgx.Tx, *R) error
	// Letter is a mail about a row; what is the word of its News.
	Letter func(ctx context.Context, m mail.Stored, row R, what string) (mail.Letter, error)

	// Who is where a form says how somebody called themselves, if they were asked, and how to reach
	// them; nil: nobody is looked up by that. The four below are needed with it alone.
	Who func(*F) *privacy.Named
	// Tidy mends who somebody is by the rules of the form.
	Tidy func(*privacy.Named) problem.Faults
	// Called is what privacy.KeptElsewhere calls a row, Words what somebody wrote.
	Called string
	Words  func(F) string
	// More adds what else somebody told; nil: nothing.
	More func(context.Context, db.Querier, R, F, *privacy.KeptElsewhere) error

	// Overdue names the rows whose term is over, unless they are held; Terms are its args.
	Overdue string
	Terms   func(h house.House, at time.Time) []any
	// LeaveOfSender keeps something of rows that their sender erases, without whom they are of,
	// Leave of any that goes; nil: nothing.
	LeaveOfSender, Leave func(ctx context.Context, tx pgx.Tx, ids []string) error
}

// Form is what somebody sent.
func (b *Box[F, R, V]) Form(m R) (F, error) {
	if b.Read != nil {
		return b.Read(m)
	}
	return OpenForm[F](b.Keys, b.Table, m.Head())
}

// SeenBy is the condition of what somebody sees. @actor is who looks.
func (b *Box[F, R, V]) SeenBy(a identity.Actor) string {
	if b.Seen == nil {
		return strconv.FormatBool(a.Has(b.Roles...))
	}
	return `(` + strings.Join(b.Seen(a), ` or `) + `)`
}

// Store keeps a form in a new row, with these columns besides.
func (b *Box[F, R, V]) Store(ctx context.Context, tx pgx.Tx, form F, more pgx.NamedArgs) (id string, err error) {
	id, row := db.NewID(b.Prefix), pgx.NamedArgs{}
	row["id"], row["sealed"] = id, b.Keys.Seal(b.Table, id, db.JSON(form))
	row["received_at"], row["updated_at"] = b.Clock.Now(), b.Clock.Now()
	if b.Who != nil {
		who := b.Who(&form)
		row["email_key"], row["phone_key"] = b.Keys.EmailKey(who.Email), b.Keys.PhoneKey(who.Phone)
	}
	maps.Copy(row, more)
	return id, Insert(ctx, tx, b.Table, row)
}

func (b *Box[F, R, V]) columns() string {
	var all []string
	eachColumn(reflect.ValueOf(*new(R)), func(name string, _ reflect.Value) {
		all = append(all, name)
	})
	return strings.Join(all, ", ")
}

// Record writes in the log book that somebody looked or acted.
func (b *Box[F, R, V]) Record(ctx context.Context, q db.Querier, a identity.Actor, action, id string) error {
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
func (b *Box[F, R, V]) Where(ctx context.Context, q db.Querier, where string, args ...any) ([]R, error) {
	return b.query(ctx, q, `select `+b.columns()+` from `+b.Table+` where `+where, args...)
}

func (b *Box[F, R, V]) query(ctx context.Context, q db.Querier, sql string, args ...any) ([]R, error) {
	return db.Rows(ctx, q, pgx.RowToStructByName[R], sql, args...)
}

// One is the row of a condition, to the program itself. Problems: not_found.
func (b *Box[F, R, V]) One(ctx context.Context, q db.Querier, where string, args ...any) (m R, err error) {
	all, err := b.Where(ctx, q, where, args...)
	if err == nil && len(all) == 0 {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		return m, err
	}
	return all[0], nil
}

// seen is the condition of a row, with its args, for who may see it.
func (b *Box[F, R, V]) seen(a identity.Actor, id string) (string, pgx.NamedArgs) {
	return `id = @id and ` + b.SeenBy(a), pgx.NamedArgs{"id": id, "actor": a.ID}
}

// Find gives a row to whoever may see it. Problems: not_found.
func (b *Box[F, R, V]) Find(ctx context.Context, a identity.Actor, id string) (R, error) {
	where, args := b.seen(a, id)
	return b.One(ctx, b.Pool, where, args)
}

// whole is a row as staff read it, with the names of the staff in it.
func (b *Box[F, R, V]) whole(ctx context.Context, a identity.Actor, m R) (out V, err error) {
	form, err := b.Form(m)
	if err != nil {
		return out, err
	}
	var people People
	if out, err = b.Show(ctx, a, m, form, &people); err != nil {
		return out, err
	}
	return out, b.name(ctx, people)
}

// Look gives a row as staff read it, and notes that somebody did. Problems: not_found.
func (b *Box[F, R, V]) Look(ctx context.Context, in *One) (*httpkit.Private[V], error) {
	a := identity.ActorOf(ctx)
	m, err := b.Find(ctx, a, in.ID)
	if err != nil {
		return nil, err
	}
	out, err := b.whole(ctx, a, m)
	if err == nil {
		err = b.Record(ctx, b.Pool, a, "viewed", in.ID)
	}
	return httpkit.Versioned(out, m.Head().Version, err)
}

// Change locks a row, lets f change it, and stores what f made of it as the next version. It asks
// nobody who they are and writes nothing in the log book: Act does.
//
// Problems: not_found, and those of f.
func (b *Box[F, R, V]) Change(ctx context.Context, tx pgx.Tx, id string, f func(m *R) error) (R, error) {
	return b.change(ctx, tx, `id = @id`, pgx.NamedArgs{"id": id}, f)
}

func (b *Box[F, R, V]) change(
	ctx context.Context, tx pgx.Tx, where string, of pgx.NamedArgs, f func(m *R) error,
) (m R, err error) {
	was, err := b.One(ctx, tx, where+` for update`, of)
	if err != nil {
		return m, err
	}
	if err := f(&was); err != nil {
		return m, err
	}
	args, set := pgx.NamedArgs{"id": of["id"], "now": b.Clock.Now()}, ""
	eachColumn(reflect.ValueOf(was), func(name string, value reflect.Value) {
		if !slices.Contains(fixed, name) {
			args[name] = value.Interface()
			set += name + ` = @` + name + `, `
		}
	})
	all, err := b.query(ctx, tx, `
		update `+b.Table+`
		set `+set+`version = version + 1, updated_at = @now
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
func (b *Box[F, R, V]) Act(
	ctx context.Context, a identity.Actor, in Version, action string,
	f func(tx pgx.Tx, m *R) error,
) (m R, err error) {
	where, args := b.seen(a, in.ID)
	err = db.InTx(ctx, b.Pool, func(tx pgx.Tx) (err error) {
		if m, err = b.change(ctx, tx, where, args, func(m *R) error {
			if err := httpkit.Matches(in.IfMatch, (*m).Head().Version); err != nil {
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
func (b *Box[F, R, V]) Press(
	ctx context.Context, in Version, action string,
	f func(tx pgx.Tx, by identity.Actor, m *R) error,
) (*httpkit.Private[V], error) {
	a := identity.ActorOf(ctx)
	m, err := b.Act(ctx, a, in, action, func(tx pgx.Tx, m *R) error { return f(tx, a, m) })
	if err != nil {
		return nil, err
	}
	// after the transaction: names are read on another connection
	out, err := b.whole(ctx, a, m)
	return httpkit.Versioned(out, m.Head().Version, err)
}

// Remember keeps what the coming act changes, so that it can be taken back for a while.
func (b *Box[F, R, V]) Remember(ctx context.Context, m *R) {
	u, part := b.Progress(m)
	until := b.Clock.Now().Add(b.UndoTime(ctx))
	// by the whole second that answers say, a screen knows this act from the one before
	if before := u.Until; before != nil && !until.Truncate(time.Second).After(*before) {
		until = before.Truncate(time.Second).Add(time.Second)
	}
	*u = remember(until, part)
}

// TakeBack takes the last act back. Problems: gone (too late), and those of Act and TookBack.
func (b *Box[F, R, V]) TakeBack(ctx context.Context, in *Version) (*httpkit.Private[V], error) {
	return b.Press(ctx, *in, "undone", func(tx pgx.Tx, _ identity.Actor, m *R) error {
		u, part := b.Progress(m)
		if err := u.read(b.Clock.Now(), part); err != nil || b.TookBack == nil {
			return err
		}
		return b.TookBack(ctx, tx, m)
	})
}

// Compose writes a mail about a row; of one that is gone it is withdrawn.
func (b *Box[F, R, V]) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	row, err := b.One(ctx, b.Pool, `id = $1`, m.Cause)
	if errors.Is(err, problem.New(problem.NotFound)) {
		err = mail.ErrUntrue
	}
	if err != nil {
		return mail.Letter{}, err
	}
	news, err := NewsOf(m)
	if err != nil {
		return mail.Letter{}, err
	}
	return b.Letter(ctx, m, row, news.What)
}
