package complaints

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
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

// Remind tells the confidant once of each term that is near.
func (c *Complaints) Remind(ctx context.Context) error {
	if err := c.sealOld(ctx); err != nil {
		return err
	}
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
	return nil
}

// overdue names complaints that were closed long enough ago.
var overdue = privacy.TermOver(`received_at`, `closed_at`, `$1`)

func (c *Complaints) term(ctx context.Context, at time.Time) []privacy.Cut {
	return c.House(ctx).Over(func(keep house.Terms) time.Time {
		return at.AddDate(0, 0, -keep.ComplaintDays)
	})
}

// Leaving is how many complaints have their term over at at.
func (c *Complaints) Leaving(ctx context.Context, at time.Time) (n int, err error) {
	err = c.Pool.QueryRow(ctx, `
		select count(*)
		from complaint
		where `+overdue, c.term(ctx, at)).Scan(&n)
	return n, db.Problem(err)
}

// Forget erases them, and says how many went.
func (c *Complaints) Forget(ctx context.Context, at time.Time) (int, error) {
	return c.erase(ctx, overdue, c.term(ctx, at))
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
// the count of its year and subject.
func (c *Complaints) erase(ctx context.Context, where string, args ...any) (n int, err error) {
	var pace privacy.Pace
	for {
		some, size, began := 0, pace.Size(), time.Now()
		err := db.InTx(ctx, c.Pool, func(tx pgx.Tx) (err error) {
			some, err = c.eraseSome(ctx, tx, size, where, args)
			return err
		})
		n += some
		if err != nil || some < size {
			return n, err
		}
		if err := pace.Went(ctx, some, time.Since(began)); err != nil {
			return n, err
		}
	}
}

func (c *Complaints) eraseSome(
	ctx context.Context,
	tx pgx.Tx,
	size int,
	where string,
	args []any,
) (int, error) {
	found, err := tx.Query(ctx, fmt.Sprintf(`
		with going as (
			select id
			from complaint
			where %s
			limit %d
			for update skip locked
		)
		delete from complaint
		where id in (select id from going)
		returning id, sealed, about,
			extract(year from received_at at time zone 'Europe/Amsterdam')::integer`,
		where, size), args...)
	if err != nil {
		return 0, err
	}
	type subject struct {
		year  int
		about string
	}
	counts, ids := map[subject]int{}, []string{}
	var m row
	var year int
	if _, err := pgx.ForEachRow(found, []any{&m.ID, &m.Sealed, &m.OldAbout, &year}, func() error {
		s, err := c.form(m)
		if err != nil { // its key is lost: it came in all the same
			s.About = "other"
		}
		counts[subject{year, s.About}]++
		ids = append(ids, m.ID)
		m = row{}
		return nil
	}); err != nil {
		return 0, err
	}
	for s, n := range counts {
		if _, err := tx.Exec(ctx, `
			insert into complaint_year (year, about, n) values ($1, $2, $3)
			on conflict (year, about) do update
			set n = complaint_year.n + excluded.n`, s.year, s.about, n); err != nil {
			return 0, err
		}
	}
	gone := privacy.Erasing{At: c.Clock.Now(), Forget: c.Mail.Forget}
	return len(ids), privacy.Gone(ctx, tx, gone, Kind, ids...)
}

// sealOld seals what complaints of an older program are about.
func (c *Complaints) sealOld(ctx context.Context) error {
	for {
		some := 0
		if err := db.InTx(ctx, c.Pool, func(tx pgx.Tx) error {
			old, err := c.inbox().Where(ctx, tx, `about is not null or about_coordinator is not null
				order by id
				limit 200
				for update`, nil)
			some = len(old)
			for i := 0; i < some && err == nil; i++ {
				var s sealed
				if s, err = c.form(old[i]); err != nil {
					return err
				}
				_, err = tx.Exec(ctx, `
					update complaint set sealed = $2, about = null, about_coordinator = null
					where id = $1`, old[i].ID, c.Keys.Seal(table, old[i].ID, db.JSON(s)))
			}
			return err
		}); err != nil || some == 0 {
			return err
		}
	}
}
