package inbox

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/privacy"
)

// What is kept of people goes at the end of its term, and when whoever sent it asks. Their rows are
// found by the columns email_key and phone_key.

func (b *Box[F, R, V]) rows() privacy.Rows { return privacy.Rows{Kind: b.Kind, Table: b.Table} }

func (b *Box[F, R, V]) erasing() privacy.Erasing {
	return privacy.Erasing{At: b.Clock.Now(), Forget: b.Mail.Forget, Leave: b.Leave}
}

// Count is how many rows a condition names, with args from $1.
func (b *Box[F, R, V]) Count(ctx context.Context, where string, args ...any) (int, error) {
	return b.rows().Count(ctx, b.Pool, where, args...)
}

// overdue names the rows whose term is over at a moment and that may go.
func (b *Box[F, R, V]) overdue(ctx context.Context, at time.Time) (where string, args []any) {
	args = b.Terms(b.House(ctx), at)
	if b.Who == nil {
		return b.Overdue, args
	}
	args = append(args, at)
	moment := "$" + strconv.Itoa(len(args))
	return `(` + b.Overdue + `) and ` + privacy.Unheld(b.Table+`.id`, moment), args
}

// Leaving is how many rows have their term over at a moment.
func (b *Box[F, R, V]) Leaving(ctx context.Context, at time.Time) (int, error) {
	where, args := b.overdue(ctx, at)
	return b.Count(ctx, where, args...)
}

// Forget erases them, and says how many went.
func (b *Box[F, R, V]) Forget(ctx context.Context, at time.Time) (int, error) {
	where, args := b.overdue(ctx, at)
	return b.rows().Erase(ctx, b.Pool, b.erasing(), where, args...)
}

// EraseAgain removes rows that were erased before and came back with a restored backup; it says how
// many were there.
func (b *Box[F, R, V]) EraseAgain(ctx context.Context, ids []string) (int, error) {
	return b.rows().Erase(ctx, b.Pool, b.erasing(), `id = any($1)`, ids)
}

// OverAsMessages are rows whose term is that of a message: so many days after they were done, which
// is a column, or after they came when that never happened.
func OverAsMessages(done string) string {
	return privacy.TermOver(`received_at`, done, `$1`) +
		` or ` + done + ` is null and received_at <= $2`
}

// TermsOfMessages are its args.
func TermsOfMessages(h house.House, at time.Time) []any {
	return []any{
		h.Over(func(keep house.Terms) time.Time { return at.AddDate(0, 0, -keep.MessageDays) }),
		h.Unanswered(at),
	}
}

// KeptBy gives the rows left with an address or a number, the oldest first, for its owner.
func (b *Box[F, R, V]) KeptBy(
	ctx context.Context, q db.Querier, by privacy.By, key []byte,
) (all []privacy.KeptElsewhere, err error) {
	rows, err := b.Where(ctx, q, string(by)+` order by received_at`, key)
	for i := 0; i < len(rows) && err == nil; i++ {
		head := rows[i].Head()
		var form F
		if form, err = b.Form(rows[i]); err != nil {
			break
		}
		all = append(all, privacy.KeptElsewhere{
			ID:    head.ID,
			Kind:  b.Called,
			Named: *b.Who(&form),
			Day:   clock.Date(head.ReceivedAt),
			Text:  b.Words(form),
		})
		if b.More != nil {
			err = b.More(ctx, q, rows[i], form, &all[i])
		}
	}
	return all, err
}

// EraseBy erases, in tx, what was left with an address or a number, or the rows of these ids, as
// their sender asks.
func (b *Box[F, R, V]) EraseBy(ctx context.Context, tx pgx.Tx, by privacy.By, keys any) error {
	e := b.erasing()
	e.Leave = b.LeaveOfSender
	return b.rows().EraseIn(ctx, tx, e, string(by), keys)
}

// Mend gives the row with this id, when there is one, another name, address and number, in tx; it
// says whether there was. Mails that wait for the old address go to the new one; without one they
// are taken back.
//
// Problems: invalid.
func (b *Box[F, R, V]) Mend(ctx context.Context, tx pgx.Tx, id string, to privacy.Named) (bool, error) {
	found, err := b.Where(ctx, tx, `id = $1 for update`, id)
	if err != nil || len(found) == 0 {
		return false, err
	}
	form, err := b.Form(found[0])
	if err != nil {
		return false, err
	}
	if err := b.Tidy(&to).Err(); err != nil {
		return false, err
	}
	was := *b.Who(&form)
	*b.Who(&form) = to
	if _, err := tx.Exec(ctx, `
		update `+b.Table+`
		set sealed = $2, email_key = $3, phone_key = $4, version = version + 1, updated_at = $5
		where id = $1`,
		id, b.Keys.Seal(b.Table, id, db.JSON(form)), b.Keys.EmailKey(to.Email),
		b.Keys.PhoneKey(to.Phone), b.Clock.Now()); err != nil {
		return false, err
	}
	return true, b.Mail.Readdress(ctx, tx, id, was.Email, to.Email)
}
