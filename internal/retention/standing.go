package retention

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

const (
	// a site that was off for longer waits before it forgets: terms ran out while nobody could look
	longOff = 48 * time.Hour
	runs    = 24 * time.Hour     // so long, of running
	more    = 7 * 24 * time.Hour // and so much longer when staff ask, once
	// a clock that moves further than this beside the machine's own count, or stands further from
	// the database's, is not believed: a wrong one would erase what nobody may erase yet
	leap = time.Hour
)

// standing is what the clock of forgetting knows of itself: the row of retention_clock.
type standing struct {
	Looked   time.Time  `db:"looked_at"`
	Leapt    *time.Time `db:"leapt_at"`
	OffFrom  *time.Time `db:"off_from"`
	OffUntil *time.Time `db:"off_until"`
	Ran      int        `db:"ran_seconds"`
	MoreDays int        `db:"more_days"`
}

// stops says whether nothing is forgotten: the clock leapt, or the site was off and waits.
func (s standing) stops() bool { return s.Leapt != nil || s.OffFrom != nil }

// needs is how long the site still has to run before forgetting goes on.
func (s standing) needs() time.Duration {
	return max(0, runs+time.Duration(s.MoreDays)*24*time.Hour-time.Duration(s.Ran)*time.Second)
}

// after is how it stands at a look. A wait ends with the first night after it ran long enough.
func (s standing) after(now time.Time, leapt bool) standing {
	gap, before := now.Sub(s.Looked), s.Looked
	s.Looked = now
	switch {
	case leapt:
		if s.Leapt == nil {
			s.Leapt = &now
		}
	case gap > longOff:
		if s.OffFrom == nil {
			s.OffFrom = &before
		}
		s.OffUntil, s.Ran, s.MoreDays = &now, 0, 0
	case s.OffFrom != nil && gap > 0 && gap <= leap: // more: it was off in between
		s.Ran += int(gap / time.Second)
	}
	if s.OffFrom != nil && s.needs() == 0 && dueAt(now).After(before) {
		return s.over()
	}
	return s
}

// over is a wait that ended.
func (s standing) over() standing {
	s.OffFrom, s.OffUntil, s.Ran, s.MoreDays = nil, nil, 0, 0
	return s
}

// daysOff is how long the site was off.
func (s standing) daysOff() int {
	return int(math.Round(s.OffUntil.Sub(*s.OffFrom).Hours() / 24))
}

// goesOn is the night in which forgetting goes on by itself, when the site keeps running.
func (s standing) goesOn() time.Time { return next(s.Looked.Add(s.needs())) }

// sight is where a process saw the clock, and how far the machine had counted by then.
type sight struct {
	mu   sync.Mutex
	wall time.Time
	ran  time.Duration
}

// moved says whether the clock moved beside the machine's own count since the look before, and when
// that was.
func (s *sight) moved(now time.Time, ran time.Duration) (moved bool, before time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before = s.wall
	moved = !before.IsZero() && (now.Sub(before)-(ran-s.ran)).Abs() > leap
	s.wall, s.ran = now, ran
	return moved, before
}

// look notes how it stands and says whether nothing is forgotten.
func (r *Retention) look(ctx context.Context) (stopped bool, err error) {
	moved, before := r.seen.moved(r.Clock.Now(), r.Clock.Ran())
	there, err := r.Database(ctx)
	if err != nil {
		return true, db.Problem(err)
	}
	apart := there.Sub(r.Clock.Wall(r.Clock.Now())).Abs() > leap
	err = db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
		return r.change(ctx, tx, func(s standing) standing {
			if moved && r.saidSince(ctx, tx, before) {
				moved = false // of another process, and a beheerder looked at it already
			}
			s = s.after(r.Clock.Now(), moved || apart)
			stopped = s.stops()
			return s
		})
	})
	return stopped || err != nil, err
}

// saidSince tells whether a beheerder said after a moment that the clock is right.
func (r *Retention) saidSince(ctx context.Context, q db.Querier, at time.Time) (said bool) {
	err := q.QueryRow(ctx, `
		select exists (select from retention_said where at > $1)`, at).Scan(&said)
	return err == nil && said
}

// change changes how it stands, one at a time.
func (r *Retention) change(ctx context.Context, tx pgx.Tx, to func(standing) standing) error {
	if _, err := tx.Exec(ctx, `
		select pg_advisory_xact_lock(hashtextextended('forgetting', 0))`); err != nil {
		return db.Problem(err)
	}
	s, err := r.stored(ctx, tx)
	if err != nil {
		return err
	}
	s = to(s)
	_, err = tx.Exec(ctx, `
		insert into retention_clock
			(looked_at, leapt_at, off_from, off_until, ran_seconds, more_days)
		values ($1, $2, $3, $4, $5, $6)
		on conflict (only_row) do update
		set looked_at = $1, leapt_at = $2, off_from = $3, off_until = $4, ran_seconds = $5,
			more_days = $6`,
		s.Looked, s.Leapt, s.OffFrom, s.OffUntil, s.Ran, s.MoreDays)
	return db.Problem(err)
}

// stored is how it stood at the last look. Before the first one it is that of the last night.
func (r *Retention) stored(ctx context.Context, q db.Querier) (standing, error) {
	rows, err := q.Query(ctx, `
		select looked_at, leapt_at, off_from, off_until, ran_seconds, more_days
		from retention_clock`)
	if err != nil {
		return standing{}, db.Problem(err)
	}
	s, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[standing])
	if !errors.Is(err, pgx.ErrNoRows) {
		return s, db.Problem(err)
	}
	s.Looked = r.Clock.Now()
	last, err := r.last(ctx, q)
	if last != nil && last.started.Before(s.Looked) {
		s.Looked = last.started
	}
	return s, err
}

// standing is how it stands now, also between two looks.
func (r *Retention) standing(ctx context.Context, q db.Querier) (standing, error) {
	s, err := r.stored(ctx, q)
	now := r.Clock.Now()
	if err == nil && now.Sub(s.Looked) > longOff {
		s = s.after(now, false)
	}
	return s, err
}

// ClockIsRight notes who says so of a clock that leapt. While nobody asks, and when somebody else
// said it just before, there is nothing to note.
func (r *Retention) ClockIsRight(ctx context.Context, tx pgx.Tx, by string) (noted bool, err error) {
	err = r.change(ctx, tx, func(s standing) standing {
		noted = s.Leapt != nil
		s.Leapt = nil
		if noted {
			s.Looked = r.Clock.Now() // how far it leapt was no time that the site was off
		}
		return s
	})
	if err != nil || !noted {
		return false, err
	}
	_, err = tx.Exec(ctx, `
		insert into retention_said (at, by)
		values ($1, $2)
		on conflict (only_row) do update set at = excluded.at, by = excluded.by`,
		r.Clock.Now(), by)
	return true, db.Problem(err)
}

// AfterOff is what staff say of a site that was off and waits with forgetting.
type AfterOff struct {
	Wait   bool   `json:"wait,omitempty"   doc:"a week longer, once; else forgetting goes on now"`
	Reason string `json:"reason,omitempty" letters:"200"`
}

// decide ends a wait, or makes it a week longer. Problems: closed (it does not wait, or was made
// longer before).
func (r *Retention) decide(ctx context.Context, tx pgx.Tx, wait bool) error {
	refused := false
	err := r.change(ctx, tx, func(s standing) standing {
		s = s.after(r.Clock.Now(), false)
		switch {
		case s.OffFrom == nil || wait && s.MoreDays > 0:
			refused = true
		case wait:
			s.MoreDays = int(more / (24 * time.Hour))
		default:
			s = s.over()
		}
		return s
	})
	if err == nil && refused {
		return problem.New(problem.Closed)
	}
	return err
}
