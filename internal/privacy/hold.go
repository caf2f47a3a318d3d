package privacy

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// MostHeldMonths is how long what is kept of somebody can be held at most, from the first day on.
const MostHeldMonths = 3

// Hold keeps rows from going, whatever their terms say, until a moment.
type Hold struct {
	ID      string
	Reason  string // complaint or request
	Until   time.Time
	By      string // uid
	Created time.Time
}

// Unheld is true of a row, named by its id as SQL, that nothing holds at a moment, named alike.
func Unheld(id, at string) string {
	return `not exists (
		select from held_row hr
		where hr.row_id = ` + id + ` and hr.hold_id in (
			select ph.id from person_hold ph where ph.until > ` + at + `
		)
	)`
}

// HoldOf is what holds any of these rows at a moment, the longest one; nil for nothing.
func HoldOf(ctx context.Context, q db.Querier, at time.Time, ids []string) (*Hold, error) {
	h := Hold{}
	err := q.QueryRow(ctx, `
		select ph.id, ph.reason, ph.until, ph.by, ph.created_at
		from person_hold ph
		where ph.until > $1
			and exists (
				select from held_row hr where hr.hold_id = ph.id and hr.row_id = any($2)
			)
		order by ph.until desc, ph.id
		limit 1`, at, ids).Scan(&h.ID, &h.Reason, &h.Until, &h.By, &h.Created)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &h, db.Problem(err)
}

// Keep stores a hold of these rows, in place of what held them before.
func Keep(ctx context.Context, tx pgx.Tx, h Hold, ids []string) error {
	if err := LetGo(ctx, tx, ids); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		insert into person_hold (id, reason, until, by, created_at)
		values ($1, $2, $3, $4, $5)`, h.ID, h.Reason, h.Until, h.By, h.Created); err != nil {
		return db.Problem(err)
	}
	_, err := tx.Exec(ctx, `
		insert into held_row (hold_id, row_id)
		select $1, id from unnest($2::text[]) id
		on conflict do nothing`, h.ID, ids)
	return db.Problem(err)
}

// LetGo ends what holds these rows. A hold of other rows besides stays for those.
func LetGo(ctx context.Context, tx pgx.Tx, ids []string) error {
	if _, err := tx.Exec(ctx, `
		delete from held_row where row_id = any($1)`, ids); err != nil {
		return db.Problem(err)
	}
	_, err := tx.Exec(ctx, `
		delete from person_hold ph
		where not exists (select from held_row hr where hr.hold_id = ph.id)`)
	return db.Problem(err)
}

// Held is how many rows are held at a moment.
func Held(ctx context.Context, q db.Querier, at time.Time) (n int, err error) {
	err = q.QueryRow(ctx, `
		select count(distinct hr.row_id)
		from held_row hr
		join person_hold ph on ph.id = hr.hold_id
		where ph.until > $1`, at).Scan(&n)
	return n, db.Problem(err)
}

var holds = Rows{Kind: "hold", Table: "person_hold"}

// HoldsOver is how many holds are over at a moment.
func HoldsOver(ctx context.Context, q db.Querier, at time.Time) (int, error) {
	return holds.Count(ctx, q, `until <= $1`, at)
}

// ForgetHolds removes them, and says how many went.
func ForgetHolds(ctx context.Context, q db.Querier, at time.Time) (int, error) {
	tag, err := q.Exec(ctx, `delete from person_hold where until <= $1`, at)
	return int(tag.RowsAffected()), db.Problem(err)
}
