package complaints

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// The terms that the page promises: word within five working days, an answer within six weeks; the
// second is told five days ahead.
const (
	confirmWithin = 5 // working days
	answerDays    = 6 * 7
	extraDays     = 4 * 7 // once, with a reason
	toldAhead     = 5
)

// Remind tells the confidant once of each term that is near.
func (c *Complaints) Remind(ctx context.Context) error {
	if err := c.sealOld(ctx); err != nil {
		return err
	}
	const open = `state not in ('answered', 'closed')`
	now := c.Clock.Now()
	for n, late := range []struct {
		since time.Time
		where string
	}{
		{clock.Workdays(now, -confirmWithin), `state = 'received'`},
		{now.AddDate(0, 0, toldAhead-answerDays), open + ` and extended_at is null`},
		{now.AddDate(0, 0, toldAhead-answerDays-extraDays), open},
	} {
		if err := c.remind(ctx, min(n+1, 2), late.since, late.where); err != nil {
			return err
		}
	}
	return nil
}

func (c *Complaints) remind(ctx context.Context, nth int, since time.Time, where string) error {
	return db.InTx(ctx, c.Pool, func(tx pgx.Tx) error {
		ids, err := db.All[string](ctx, tx, `
			update complaint
			set reminded = $1
			where reminded < $1 and received_at <= $2 and `+where+`
			returning id`, nth, since)
		for i := 0; i < len(ids) && err == nil; i++ {
			err = c.tell(ctx, tx, ids[i], "waits")
		}
		return err
	})
}

// tally adds complaints that go to the count of their year and subject.
func (c *Complaints) tally(ctx context.Context, tx pgx.Tx, ids []string) error {
	going, err := c.Where(ctx, tx, `id = any($1)`, ids)
	if err != nil {
		return err
	}
	for _, m := range going {
		form, err := c.Form(m)
		if err != nil { // its key is lost: it came in all the same
			form.About = "other"
		}
		if _, err := tx.Exec(ctx, `
			insert into complaint_year (year, about, n) values ($1, $2, 1)
			on conflict (year, about) do update
			set n = complaint_year.n + 1`,
			m.ReceivedAt.In(clock.Amsterdam).Year(), form.About); err != nil {
			return err
		}
	}
	return nil
}

// sealOld seals what complaints of an older program are about.
func (c *Complaints) sealOld(ctx context.Context) error {
	for {
		some := 0
		if err := db.InTx(ctx, c.Pool, func(tx pgx.Tx) error {
			old, err := c.Where(ctx, tx, `about is not null or about_coordinator is not null
				order by id
				limit 200
				for update`)
			some = len(old)
			for i := 0; i < some && err == nil; i++ {
				var form Form
				if form, err = c.Form(old[i]); err != nil {
					return err
				}
				_, err = tx.Exec(ctx, `
					update complaint set sealed = $2, about = null, about_coordinator = null
					where id = $1`, old[i].ID, c.Keys.Seal(table, old[i].ID, db.JSON(form)))
			}
			return err
		}); err != nil || some == 0 {
			return err
		}
	}
}
