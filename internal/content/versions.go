package content

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
)

// Privacy gives the privacy statement. Its text follows the settings at once; each text that ever
// stood there is kept with its day, so that people can see what changed.
type Privacy struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	Pages *Pages
	House func(context.Context) house.House
	Raise func(ctx context.Context, tx pgx.Tx) error
}

// Shown is a version of the statement with its place among the others.
type Shown struct {
	Statement
	Version  int        `json:"version"`
	Since    string     `json:"since" format:"date"`
	Old      bool       `json:"old" doc:"there is a newer one"`
	Versions []Versions `json:"versions" doc:"newest first"`
}

// Versions names one version of the statement.
type Versions struct {
	Version int    `json:"version"`
	Since   string `json:"since" format:"date"`
}

// now is the statement that follows from the settings of this moment.
func (p *Privacy) now(ctx context.Context) (Statement, error) {
	free, err := p.Pages.Get(ctx, p.Pool, "privacy")
	if err != nil {
		return Statement{}, err
	}
	return statement(p.House(ctx), free), nil
}

// Get gives the present statement, or the version asked for; what is no version gives the present
// one. A change that Keep has not written down yet is shown all the same, as the version it is
// about to become.
func (p *Privacy) Get(ctx context.Context, asked string) (Shown, error) {
	present, err := p.now(ctx)
	if err != nil {
		return Shown{}, err
	}
	all, last, err := p.versions(ctx)
	if err != nil {
		return Shown{}, err
	}
	if fresh := sum(present); string(last) != string(fresh) {
		next := Versions{
			Version: len(all) + 1,
			Since:   p.Clock.Now().In(clock.Amsterdam).Format(time.DateOnly),
		}
		all = append([]Versions{next}, all...)
	}
	s := Shown{Statement: present, Version: all[0].Version, Since: all[0].Since, Versions: all}
	n, err := strconv.Atoi(asked)
	if err != nil || n < 1 || n >= s.Version {
		return s, nil
	}
	s.Version, s.Since, s.Old = n, all[len(all)-n].Since, true
	s.Statement, err = p.kept(ctx, n)
	return s, err
}

// versions are those written down, newest first, and the sum of the newest.
func (p *Privacy) versions(ctx context.Context) (all []Versions, last []byte, err error) {
	var version int
	var since time.Time
	var s []byte
	err = db.Each(ctx, p.Pool, []any{&version, &since, &s}, func() error {
		if all = append(all, Versions{version, clock.Date(since)}); last == nil {
			last = slices.Clone(s)
		}
		return nil
	}, `
		select version, since, sum
		from privacy_version
		order by version desc`)
	return all, last, err
}

func (p *Privacy) kept(ctx context.Context, version int) (s Statement, err error) {
	err = p.Pool.QueryRow(ctx, `
		select doc
		from privacy_version
		where version = $1`, version).Scan(&s)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, problem.New(problem.NotFound)
	}
	return s, db.Problem(err)
}

// Keep writes down the statement as its next version when it is not the one that was written last.
// It may run twice.
func (p *Privacy) Keep(ctx context.Context) error {
	present, err := p.now(ctx)
	if err != nil {
		return err
	}
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `lock table privacy_version in exclusive mode`); err != nil {
			return err
		}
		done, err := tx.Exec(ctx, `
			insert into privacy_version (version, doc, sum, since)
			select coalesce(max(version), 0) + 1, $1, $2, $3
			from privacy_version
			having not exists (
				select
				from privacy_version v
				where v.sum = $2
					and v.version = (select max(version) from privacy_version)
			)`,
			db.JSON(present), sum(present), p.Clock.Now())
		if err != nil || done.RowsAffected() == 0 {
			return err
		}
		return p.Raise(ctx, tx)
	})
}

func sum(s Statement) []byte {
	h := sha256.Sum256(db.JSON(s))
	return h[:]
}
