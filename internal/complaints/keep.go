package complaints

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

func (c *Complaints) open(id string, box []byte) (s sealed, err error) {
	plain, err := c.Keys.Open(table, id, box)
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(plain, &s)
}

// Compose writes the mails of this room: M14 to the confidant and M22 to the person, both without anything of the complaint.
// One that is gone withdraws them.
func (c *Complaints) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var there bool
	if err := c.Pool.QueryRow(ctx, `select exists (select from complaint where id = $1)`, m.Cause).Scan(&there); err != nil {
		return mail.Letter{}, err
	}
	if !there {
		return mail.Letter{}, mail.ErrUntrue
	}
	if m.Kind == mail.M22 {
		return mail.ComplaintAnswered(c.Origin + "/klachten"), nil
	}
	var data news
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	if data.What == "waits" {
		return mail.ComplaintWaits(c.Origin + "/beheer"), nil
	}
	return mail.NewComplaint(c.Origin + "/beheer"), nil
}

// The terms of pages.md 2.18: word within five working days, an answer within six weeks; the second is told five days ahead.
const (
	confirmWithin = 5
	answerWithin  = 6*7 - 5
)

// Sweep tells the confidant once of each term that is near, and erases complaints that were closed long enough ago.
func (c *Complaints) Sweep(ctx context.Context) error {
	now := c.Clock.Now()
	for n, late := range []struct {
		since time.Time
		where string
	}{
		{workdaysBefore(now, confirmWithin), `state = 'received'`},
		{now.AddDate(0, 0, -answerWithin), `state not in ('answered', 'closed')`},
	} {
		if err := c.remind(ctx, n+1, late.since, late.where); err != nil {
			return err
		}
	}
	_, err := c.erase(ctx, `closed_at <= $1`, now.AddDate(0, 0, -c.House(ctx).Keep.ComplaintDays))
	return err
}

// remind tells of the nth term of every complaint that came in before since and is still as where says.
func (c *Complaints) remind(ctx context.Context, nth int, since time.Time, where string) error {
	return db.InTx(ctx, c.Pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `update complaint set reminded = $1 where reminded < $1 and received_at <= $2 and `+where+` returning id`, nth, since)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		for i := 0; i < len(ids) && err == nil; i++ {
			err = c.tell(ctx, tx, ids[i], "waits")
		}
		return err
	})
}

// workdaysBefore is the moment so many working days earlier, on the clock of Amsterdam.
func workdaysBefore(t time.Time, days int) time.Time {
	t = t.In(clock.Amsterdam)
	for days > 0 {
		t = t.AddDate(0, 0, -1)
		if t.Weekday() != time.Saturday && t.Weekday() != time.Sunday {
			days--
		}
	}
	return t
}

// EraseAgain removes complaints that were erased before and came back with a restored backup; it says how many were there.
func (c *Complaints) EraseAgain(ctx context.Context, ids []string) (int, error) {
	return c.erase(ctx, `id = any($1)`, ids)
}

const eraseBatch = 500 // rows in one transaction

// erase deletes the complaints that where names, with their messages and mails, and adds each to the count of its year.
func (c *Complaints) erase(ctx context.Context, where string, arg any) (n int, err error) {
	for {
		var ids []string
		err := db.InTx(ctx, c.Pool, func(tx pgx.Tx) error {
			rows, err := tx.Query(ctx, `
				with gone as (
					delete from complaint where id in (select id from complaint where `+where+` limit $2 for update skip locked)
					returning id, about, extract(year from received_at at time zone 'Europe/Amsterdam')::integer as year
				), counted as (
					insert into complaint_year (year, about, n) select year, about, count(*) from gone group by year, about
					on conflict (year, about) do update set n = complaint_year.n + excluded.n
				) select id from gone`, arg, eraseBatch)
			if err != nil {
				return err
			}
			if ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
				return err
			}
			return privacy.Gone(ctx, tx, c.Clock.Now(), Kind, c.Mail.Forget, ids...)
		})
		n += len(ids)
		if err != nil || len(ids) < eraseBatch {
			return n, err
		}
	}
}
