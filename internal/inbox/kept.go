package inbox

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Kept is what an inbox keeps of people, and how it goes: at the end of its term, and when whoever
// sent it asks. What was sent is a T, sealed in the row of a table that knows the address by
// email_key and the number by phone_key.
type Kept[T any] struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	Keys  *privacy.Keys
	// Mails withdraws those about a row that goes.
	Mails privacy.Forget
	Rows  privacy.Rows
	// Called is what privacy.KeptElsewhere calls a row.
	Called string
	// Words are what somebody wrote.
	Words func(T) string
	// Who is how they called themselves, if they were asked, and how to reach them.
	Who func(T) privacy.Named
	// More adds what else somebody told, in the transaction that reads it; nil: nothing.
	More func(ctx context.Context, q db.Querier, form T, to *privacy.KeptElsewhere) error
	// Put gives a form that, tidied, or says what is wrong with it.
	Put func(*T, privacy.Named) problem.Faults
	// Readdress sends the mails about a row that wait for one address to another; to none: they
	// are taken back.
	Readdress func(ctx context.Context, tx pgx.Tx, cause, from, to string) error
	// Overdue names the rows whose term is over; Terms are its args at a moment.
	Overdue string
	Terms   func(ctx context.Context, at time.Time) []any
	// Leave keeps something of rows that their sender erases, without whom they are of; nil:
	// nothing.
	Leave func(ctx context.Context, tx pgx.Tx, ids []string) error
}

// Leaving is how many rows have their term over at at.
func (k Kept[T]) Leaving(ctx context.Context, at time.Time) (int, error) {
	return k.Rows.Count(ctx, k.Pool, k.Overdue, k.Terms(ctx, at)...)
}

// Forget erases them, and says how many went.
func (k Kept[T]) Forget(ctx context.Context, at time.Time) (int, error) {
	return k.Rows.Erase(ctx, k.Pool, k.erasing(), k.Overdue, k.Terms(ctx, at)...)
}

// EraseAgain removes rows that were erased before and came back with a restored backup; it says how
// many were there.
func (k Kept[T]) EraseAgain(ctx context.Context, ids []string) (int, error) {
	return k.Rows.Erase(ctx, k.Pool, k.erasing(), `id = any($1)`, ids)
}

// OfAddress gives the rows that were left with an address, the oldest first, for its owner.
func (k Kept[T]) OfAddress(
	ctx context.Context,
	q db.Querier,
	email []byte,
) ([]privacy.KeptElsewhere, error) {
	return k.of(ctx, q, `email_key`, email)
}

// OfPhone gives the rows that were left with a number.
func (k Kept[T]) OfPhone(
	ctx context.Context,
	q db.Querier,
	phone []byte,
) ([]privacy.KeptElsewhere, error) {
	return k.of(ctx, q, `phone_key`, phone)
}

// EraseAddress erases, in tx, what was left with an address: all of theirs, as its sender asks.
func (k Kept[T]) EraseAddress(ctx context.Context, tx pgx.Tx, email []byte) error {
	return k.erase(ctx, tx, `email_key = $1`, email)
}

// ErasePhone erases what was left with a number, in tx.
func (k Kept[T]) ErasePhone(ctx context.Context, tx pgx.Tx, phone []byte) error {
	return k.erase(ctx, tx, `phone_key = $1`, phone)
}

// EraseIDs erases those of the rows with these ids that are there, in tx.
func (k Kept[T]) EraseIDs(ctx context.Context, tx pgx.Tx, ids []string) error {
	return k.erase(ctx, tx, `id = any($1)`, ids)
}

func (k Kept[T]) erase(ctx context.Context, tx pgx.Tx, where string, arg any) error {
	if k.Leave == nil {
		return k.Rows.EraseIn(ctx, tx, k.erasing(), where, arg)
	}
	found, err := tx.Query(ctx, `
		select id
		from `+k.Rows.Table+`
		where `+where+`
		for update`, arg)
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return err
	}
	if err := k.Leave(ctx, tx, ids); err != nil {
		return err
	}
	return k.Rows.EraseIn(ctx, tx, k.erasing(), `id = any($1)`, ids)
}

// Mend gives the row with this id, when there is one, another name, address and number, in tx; it
// says whether there was.
//
// Problems: invalid.
func (k Kept[T]) Mend(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	to privacy.Named,
) (bool, error) {
	row := Row{ID: id}
	err := tx.QueryRow(ctx, `
		select sealed from `+k.Rows.Table+` where id = $1 for update`, id).Scan(&row.Sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	form, err := OpenForm[T](k.Keys, k.Rows.Table, row)
	if err != nil {
		return false, err
	}
	was := k.Who(form).Email
	if err := k.Put(&form, to).Err(); err != nil {
		return false, err
	}
	is := k.Who(form)
	if _, err := tx.Exec(ctx, `
		update `+k.Rows.Table+`
		set sealed = $2, email_key = $3, phone_key = $4, version = version + 1, updated_at = $5
		where id = $1`,
		id, k.Keys.Seal(k.Rows.Table, id, db.JSON(form)), k.Keys.EmailKey(is.Email),
		k.Keys.PhoneKey(is.Phone), k.Clock.Now()); err != nil {
		return false, err
	}
	return true, k.Readdress(ctx, tx, id, was, is.Email)
}

func (k Kept[T]) erasing() privacy.Erasing {
	return privacy.Erasing{At: k.Clock.Now(), Forget: k.Mails}
}

func (k Kept[T]) of(
	ctx context.Context,
	q db.Querier,
	column string,
	key []byte,
) ([]privacy.KeptElsewhere, error) {
	rows, err := q.Query(ctx, `
		select id, sealed, received_at
		from `+k.Rows.Table+`
		where `+column+` = $1
		order by received_at`, key)
	if err != nil {
		return nil, err
	}
	forms := []T{}
	all, err := pgx.CollectRows(
		rows,
		func(r pgx.CollectableRow) (out privacy.KeptElsewhere, err error) {
			var row Row
			var at time.Time
			if err := r.Scan(&row.ID, &row.Sealed, &at); err != nil {
				return out, err
			}
			form, err := OpenForm[T](k.Keys, k.Rows.Table, row)
			if err != nil {
				return out, err
			}
			out = privacy.KeptElsewhere{
				ID:   row.ID,
				Kind: k.Called,
				Day:  clock.Date(at),
				Text: k.Words(form),
			}
			out.Named = k.Who(form)
			forms = append(forms, form)
			return out, nil
		},
	)
	if err != nil || k.More == nil {
		return all, err
	}
	for i, form := range forms { // not while the rows above are read: it may ask for others
		if err := k.More(ctx, q, form, &all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}
