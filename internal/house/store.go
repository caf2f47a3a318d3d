package house

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

const rowID = "house"

// Store keeps the settings. Processes hold a copy until the revision of the site changes.
type Store struct {
	clock    *clock.Clock
	revision func() uint64
	raise    func(ctx context.Context, tx pgx.Tx) error
	copy     atomic.Pointer[copied]
}

type copied struct {
	revision uint64
	house    House
}

// NewStore makes a store. revision is the last known revision of the site; raise raises it in a
// transaction that changes what visitors see.
func NewStore(c *clock.Clock, revision func() uint64, raise func(ctx context.Context, tx pgx.Tx) error) *Store {
	return &Store{clock: c, revision: revision, raise: raise}
}

// Load gives the settings, or Default while none are stored. It asks the database only when the
// revision has changed.
func (s *Store) Load(ctx context.Context, q db.Querier) (House, error) {
	// before reading: a change in between makes the copy old, not the other way round
	now := s.revision()
	if c := s.copy.Load(); c != nil && c.revision == now {
		return c.house, nil
	}
	stored, err := s.read(ctx, q)
	h := stored.Doc
	if errors.Is(err, problem.New(problem.NotFound)) {
		h, err = Default(), nil
	}
	if err != nil {
		return House{}, err
	}
	s.copy.Store(&copied{revision: now, house: h})
	return h, nil
}

// Stored says whether the house has settings of its own; without, the pages show the invented ones.
func (s *Store) Stored(ctx context.Context, q db.Querier) (bool, error) {
	_, err := s.read(ctx, q)
	if errors.Is(err, problem.New(problem.NotFound)) {
		return false, nil
	}
	return err == nil, err
}

// Save checks and stores the settings as the next version and tells all processes. What is wrong is
// problem `invalid`.
func (s *Store) Save(ctx context.Context, tx pgx.Tx, h House) error {
	if err := h.Validate(); err != nil {
		return err
	}
	was, err := s.now(ctx, tx)
	if err != nil {
		return err
	}
	h = h.withoutNulls()
	h.Past = h.Keep.after(was, s.clock.Now())
	_, err = tx.Exec(ctx, `
		insert into setting (id, doc, created_at, updated_at)
		values ($1, $2, $3, $3)
		on conflict (id) do update set doc = excluded.doc, version = setting.version + 1,
			updated_at = excluded.updated_at`,
		rowID, db.JSON(h), s.clock.Now())
	if err != nil {
		return err
	}
	return s.raise(ctx, tx)
}

// withoutNulls turns absent lists into empty ones: the page that reads them knows no null.
func (h House) withoutNulls() House {
	h.Hours, h.Exceptions = append([]DayHours{}, h.Hours...), append([]Exception{}, h.Exceptions...)
	for i := range h.Hours {
		h.Hours[i].Blocks = append([]Block{}, h.Hours[i].Blocks...)
	}
	for i := range h.Exceptions {
		h.Exceptions[i].Blocks = append([]Block{}, h.Exceptions[i].Blocks...)
	}
	h.ANBI, h.Processing = h.ANBI.copied(), h.Processing.copied()
	return h
}

func (s *Store) read(ctx context.Context, q db.Querier) (db.Doc[House], error) {
	rows, err := q.Query(ctx, `select `+db.DocColumns+` from setting where id = $1`, rowID)
	if err != nil {
		return db.Doc[House]{}, db.Problem(err)
	}
	d, err := pgx.CollectExactlyOneRow(rows, db.ScanDoc[House])
	return d, db.Problem(err)
}
