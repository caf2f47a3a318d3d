// Package booking is the unit of work of whoever does something on a date: the press that counts
// once, the right of who asks, the row of the act by which it is taken back, the calls that it
// leaves. Who acts comes under the lock in one of three ways: visitors by Once (Act stands on it),
// whose answer is kept for who asks again, also when they erase; staff, undo, timers and the nights
// by OnLocked (OnDates and Locked stand on it); a closing, an erasure of many dates, and all who
// sign up at one moment (visitors/admit.go), by InTx, without waiting in front.
//
//   - What staff do runs in OnDates: under the locks, for who may, with a row by which it is taken
//     back. Its mails wait as long as that takes, and its places too.
//   - An act is of a kind (actkinds.go): what it keeps, how staff read it and how it is taken
//     back. The rooms above bring their kinds with Know. Who reads names stands in the log book; a
//     gastheer reads first names and numbers, of today.
//   - Calls that tell or meet stand in a row until somebody says what came of them, and end by
//     themselves when their date does, and those that remind when nobody phones any more that day.
//   - A job may come late, early or twice: it takes the lock and settles, nothing more. Every
//     moment it rings for is stored in a row, and a sweep does what is overdue.
package booking

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

// Booking is one way in for whoever does something on a date.
type Booking struct {
	*waitlist.Waitlist
	// Staff are those who hear of calls and dates by mail.
	Staff StaffReaders
	// Names are the names of staff by their ids.
	Names func(ctx context.Context, ids []string) (map[string]string, error)
}

// Once runs do in one transaction that takes the locks of these dates, once for whoever asks again,
// and says after it when a public status word changed. After a deadlock do runs again, from the
// beginning.
func Once[T any](
	ctx context.Context,
	p *Booking,
	dates []string,
	do func(pgx.Tx) (out httpkit.Answer[T], word bool, err error),
) (*httpkit.Reply[T], error) {
	if len(dates) > 0 { // a link that opens nothing waits for nobody
		leave, err := p.Dates.Enter(ctx, dates...)
		if err != nil {
			return nil, db.Problem(err)
		}
		defer leave()
	}
	word := false
	reply, err := httpkit.Once(ctx, p.Keeper, func(tx pgx.Tx) (out httpkit.Answer[T], err error) {
		out, word, err = do(tx)
		return out, err
	})
	if err == nil && word {
		p.Changed()
	}
	return reply, err
}

// Act is Once on one date, under its lock; view makes the answer from what is true after it.
func Act[T any](
	ctx context.Context,
	p *Booking,
	occurrence string,
	do func(pgx.Tx, *rules.Slot) error,
	view func(pgx.Tx, *rules.Slot) (httpkit.Answer[T], error),
) (*httpkit.Reply[T], error) {
	return Once(ctx, p, []string{occurrence}, func(
		tx pgx.Tx,
	) (out httpkit.Answer[T], word bool, err error) {
		s, err := p.Lock(ctx, tx, occurrence)
		if err == nil {
			err = do(tx, s)
		}
		if err == nil {
			word, err = p.Store(ctx, tx, s)
		}
		if err == nil {
			out, err = view(tx, s)
		}
		return out, word, err
	})
}
