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

// Compose writes the mails of this room: mail.ComplaintHandling to the confidant and
// mail.ComplaintAnswered to the person, both without anything of the complaint. One that is gone
// withdraws them.
func (c *Complaints) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var there bool
	if err := c.Pool.QueryRow(ctx, `
		select exists (select from complaint where id = $1)`, m.Cause).Scan(&there); err != nil {
		return mail.Letter{}, err
	}
	if !there {
		return mail.Letter{}, mail.ErrUntrue
	}
	if m.Kind == mail.ComplaintAnswered {
		return mail.ComplaintAnsweredLetter(c.Origin + "/klachten"), nil
	}
	var data news
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	if data.What == "waits" {
		return mail.ComplaintWaitsLetter(c.Origin + "/beheer/klachten"), nil
	}
	return mail.NewComplaintLetter(c.Origin + "/beheer/klachten"), nil
}

// The terms that the page promises: word within five working days, an answer within six weeks; the
// second is told five days ahead.
const (
	confirmWithin = 5 // working days
	answerDays    = 6 * 7
	extraDays     = 4 * 7 // once, with a reason
	toldAhead     = 5
)

// Sweep tells the confidant once of each term that is near, and erases complaints that were closed
// long enough ago.
func (c *Complaints) Sweep(ctx context.Context) error {
	now := c.Clock.Now()
	for n, late := range []struct {
		since time.Time
		where string
	}{
		{clock.Workdays(now, -confirmWithin), `state = 'received'`},
		{
			now.AddDate(0, 0, toldAhead-answerDays),
			`state not in ('answered', 'closed') and extended_at is null`,
		},
		{now.AddDate(0, 0, toldAhead-answerDays-extraDays), `state not in ('answered', 'closed')`},
	} {
		if err := c.remind(ctx, min(n+1, 2), late.since, late.where); err != nil {
			return err
		}
	}
	_, err := c.erase(ctx, `closed_at <= $1`, now.AddDate(0, 0, -c.House(ctx).Keep.ComplaintDays))
	return err
}

// remind tells of the nth term of every complaint that came in before since and is still as where
// says.
func (c *Complaints) remind(ctx context.Context, nth int, since time.Time, where string) error {
	return db.InTx(ctx, c.Pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			update complaint
			set reminded = $1
			where reminded < $1 and received_at <= $2 and `+where+`
			returning id`, nth, since)
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

// EraseAgain removes complaints that were erased before and came back with a restored backup; it
// says how many were there.
func (c *Complaints) EraseAgain(ctx context.Context, ids []string) (int, error) {
	return c.erase(ctx, `id = any($1)`, ids)
}

// erase deletes the complaints that where names, with their messages and mails, and adds each to
// the count of its year.
func (c *Complaints) erase(ctx context.Context, where string, args ...any) (n int, err error) {
	return rows.Erase(ctx, c.Pool, c.erasing(), where, args...)
}

func (c *Complaints) erasing() privacy.Erasing {
	return privacy.Erasing{At: c.Clock.Now(), Forget: c.Mail.Forget}
}

var rows = privacy.Rows{Kind: Kind, Table: table, Also: `
	insert into complaint_year (year, about, n)
	select extract(year from received_at at time zone 'Europe/Amsterdam')::integer, about, count(*)
	from gone
	group by 1, 2
	on conflict (year, about) do update
	set n = complaint_year.n + excluded.n`}
