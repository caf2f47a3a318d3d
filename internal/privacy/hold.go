package privacy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// MostHeldMonths is how long what is kept of somebody can be held at most, from the first day on.
const MostHeldMonths = 3

// Whoever holds rows, or erases somebody for the staff, has Alone; whoever erases rows by their
// terms or by their owner's word has Beside, before they look which rows are held. So nobody can
// hold a row at the moment at which it goes.
const (
	Alone = `select pg_advisory_xact_lock(hashtextextended('erase a person', 0))`

	Beside = `
		select pg_advisory_xact_lock_shared(hashtextextended('erase a person', 0))`
)

// MayGo says whether nothing holds a row at a moment; until tx ends nobody begins to. It waits for
// nobody: while somebody holds or erases rows it says no, and the next night looks again.
func MayGo(ctx context.Context, tx pgx.Tx, at time.Time, id string) (may bool, err error) {
	if err := tx.QueryRow(ctx, `
		select pg_try_advisory_xact_lock_shared(hashtextextended('erase a person', 0))`,
	).Scan(&may); err != nil || !may {
		return false, err
	}
	h, err := HoldOf(ctx, tx, at, []string{id})
	return h == nil, err
}

// Hold keeps rows from going, whatever their terms say, until a moment.
type Hold struct {
	ID      string
	Reason  string // complaint, request or Pause
	Until   time.Time
	By      string // uid
	Created time.Time
}

// Pause is the reason of a hold under which nobody mails, calls or reads what is held, either. It
// stands beside a hold for another reason.
const Pause = "pause"

// OnPause is what stands on lists in place of the name of somebody on pause.
const OnPause = "iemand op pauze"

// Paused are those of these rows that are on pause at a moment.
func Paused(ctx context.Context, q db.Querier, at time.Time, ids []string) (map[string]bool, error) {
	rows, err := q.Query(ctx, `
		select hr.row_id
		from held_row hr
		join person_hold ph on ph.id = hr.hold_id
		where hr.row_id = any($1) and ph.reason = $2 and ph.until > $3`, ids, Pause, at)
	if err != nil {
		return nil, db.Problem(err)
	}
	out := map[string]bool{}
	var id string
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		out[id] = true
		return nil
	})
	return out, db.Problem(err)
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

// Unpaused is true of a row, named by its id as SQL, that is not on pause at a moment, named alike.
func Unpaused(id, at string) string {
	return `not exists (
		select from held_row hr
		where hr.row_id = ` + id + ` and hr.hold_id in (
			select ph.id from person_hold ph where ph.reason = 'pause' and ph.until > ` + at + `
		)
	)`
}

// HoldOf is what holds any of these rows at a moment, the longest one; nil for nothing.
func HoldOf(ctx context.Context, q db.Querier, at time.Time, ids []string) (*Hold, error) {
	return holdOf(ctx, q, at, ids, `true`)
}

// KeptOf is HoldOf of a complaint or a question, PauseOf that of a pause.
func KeptOf(ctx context.Context, q db.Querier, at time.Time, ids []string) (*Hold, error) {
	return holdOf(ctx, q, at, ids, `ph.reason <> 'pause'`)
}

// PauseOf is the pause of any of these rows at a moment; nil for none.
func PauseOf(ctx context.Context, q db.Querier, at time.Time, ids []string) (*Hold, error) {
	return holdOf(ctx, q, at, ids, `ph.reason = 'pause'`)
}

func holdOf(ctx context.Context, q db.Querier, at time.Time, ids []string, which string) (*Hold, error) {
	h := Hold{}
	err := q.QueryRow(ctx, `
		select ph.id, ph.reason, ph.until, ph.by, ph.created_at
		from person_hold ph
		where ph.until > $1
			and `+which+`
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

// FirstHeld is when any of these rows was first held for a reason, also when that hold is over; nil
// for never, or too long ago to be remembered.
func FirstHeld(ctx context.Context, q db.Querier, reason string, ids []string) (first *time.Time, err error) {
	err = q.QueryRow(ctx, `
		select min(ph.created_at)
		from person_hold ph
		join held_row hr on hr.hold_id = ph.id
		where ph.reason = $1 and hr.row_id = any($2)`, reason, ids).Scan(&first)
	return first, db.Problem(err)
}

// Keep stores a hold of these rows, in place of what holds them at a moment; a pause takes the
// place of a pause alone. What held them before stays remembered.
func Keep(ctx context.Context, tx pgx.Tx, at time.Time, h Hold, ids []string) error {
	if _, err := tx.Exec(ctx, `
		delete from held_row hr
		using person_hold ph
		where ph.id = hr.hold_id
			and ph.until > $2
			and hr.row_id = any($1)
			and (ph.reason = $4) = ($3 = $4)`, ids, at, h.Reason, Pause); err != nil {
		return db.Problem(err)
	}
	if _, err := tx.Exec(ctx, `
		delete from person_hold ph
		where not exists (select from held_row hr where hr.hold_id = ph.id)`); err != nil {
		return db.Problem(err)
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

// LetGo ends at a moment what holds these rows. A hold of other rows besides stays for those. That
// there was one is remembered for a while: another for the same reason counts from its first day.
func LetGo(ctx context.Context, tx pgx.Tx, at time.Time, ids []string, was *Hold) error {
	first, err := FirstHeld(ctx, tx, was.Reason, ids)
	if err != nil {
		return err
	}
	over := Hold{
		ID: db.NewID("hld"), Reason: was.Reason, Until: at, By: was.By, Created: *first,
	}
	return Keep(ctx, tx, at, over, ids)
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

// forgotten is true of holds that were over so long before $1 that they need not be remembered.
var forgotten = fmt.Sprintf(`until <= $1::timestamptz - interval '%d months'`, MostHeldMonths)

// HoldsOver is how many holds are over at a moment, and need not be remembered any more.
func HoldsOver(ctx context.Context, q db.Querier, at time.Time) (int, error) {
	return holds.Count(ctx, q, forgotten, at)
}

// ForgetHolds removes them, and says how many went.
func ForgetHolds(ctx context.Context, q db.Querier, at time.Time) (int, error) {
	tag, err := q.Exec(ctx, `delete from person_hold where `+forgotten, at)
	return int(tag.RowsAffected()), db.Problem(err)
}
