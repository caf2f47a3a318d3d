package waitlist

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Lock takes the lock of a date and first ends what is over by the clock, so that what follows sees
// the truth. Date and activity are read when the lock is there: a statement that waits for it sees
// the activity as it was before.
func (p *Waitlist) Lock(ctx context.Context, tx pgx.Tx, id string) (*rules.Slot, error) {
	if !rules.Readable(id) {
		return nil, problem.New(problem.NotFound)
	}
	tag, err := tx.Exec(ctx, `select from occurrence where id = $1 for update`, id)
	if err != nil {
		return nil, db.Problem(err)
	}
	if tag.RowsAffected() == 0 {
		return nil, problem.New(problem.NotFound)
	}
	s, err := p.Peek(ctx, tx, id) // its moment is after the wait, too
	if err != nil {
		return nil, err
	}
	return s, p.Begin(ctx, tx, s)
}

// Store settles the open vacancies and writes the counters back. It says whether a public status
// word changed.
func (p *Waitlist) Store(ctx context.Context, tx pgx.Tx, s *rules.Slot) (changed bool, err error) {
	return p.StoreAll(ctx, tx, []*rules.Slot{s})
}

// StoreAll is Store of several dates.
func (p *Waitlist) StoreAll(ctx context.Context, tx pgx.Tx, dates []*rules.Slot) (changed bool, err error) {
	if len(dates) == 0 {
		return false, nil
	}
	var taken, held, waiting []int
	var capacity, limit []*int
	var claimed []bool
	for _, s := range dates {
		if s.Held > 0 || s.Waiting > 0 && s.Left() > 0 {
			if err := p.settle(ctx, tx, s); err != nil {
				return false, err
			}
		} else {
			s.Claimed = false
		}
		capacity, limit = append(capacity, s.Capacity), append(limit, s.Limit)
		taken, held = append(taken, s.Taken), append(held, s.Held)
		waiting, claimed = append(waiting, s.Waiting), append(claimed, s.Claimed)
		changed = changed || s.Word() != s.Before
	}
	var b pgx.Batch
	b.Queue(`
		update occurrence o
		set capacity = x.capacity, seat_limit = x.seat_limit, taken = x.taken, held = x.held,
			waiting = x.waiting, claimed = x.claimed, updated_at = $8
		from unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::integer[],
			$6::integer[], $7::boolean[])
			as x (id, capacity, seat_limit, taken, held, waiting, claimed)
		where o.id = x.id`,
		IDsOf(dates), capacity, limit, taken, held, waiting, claimed, dates[0].Now)
	if err = db.Later(ctx, tx, &b); err == nil && changed {
		err = p.Note(ctx, tx)
	}
	return changed, err
}

// Release gives back n places of people. What is really free then, and wanted, becomes a vacancy.
func (p *Waitlist) Release(ctx context.Context, tx pgx.Tx, s *rules.Slot, n int) error {
	return p.Vacate(ctx, tx, s, LeaveSeats(s, n))
}

// LeaveSeats takes n people off a date and says how many places that frees.
func LeaveSeats(s *rules.Slot, n int) int {
	s.Taken -= n
	if s.Limit == nil {
		return 0
	}
	room := *s.Limit - s.Taken - s.Held
	// over capacity: the limit falls with each cancellation until it equals the capacity
	if *s.Limit > *s.Capacity {
		*s.Limit = max(*s.Capacity, s.Taken+s.Held)
		room = *s.Limit - s.Taken - s.Held
	}
	return min(n, room)
}

// Vacate opens n vacancies when anybody waits; else the places are open to all at once.
func (p *Waitlist) Vacate(ctx context.Context, tx pgx.Tx, s *rules.Slot, n int) error {
	if !helpsWaiting(s) {
		return nil
	}
	_, err := p.hold(ctx, tx, s, n, false)
	return err
}

// helpsWaiting says whether anybody waits who can still be offered a place.
func helpsWaiting(s *rules.Slot) bool {
	return s.Waiting > 0 && s.Now.Before(s.JoinUntil) && !s.IsOff()
}

// hold opens n vacancies. A spare one was free for all.
func (p *Waitlist) hold(ctx context.Context, tx pgx.Tx, s *rules.Slot, n int, spare bool) (ids []string, err error) {
	for range n {
		id, reason, wakes := db.NewID("vac"), ReasonNew, (*time.Time)(nil)
		if s.UndoUntil != nil && !spare {
			reason, wakes = ReasonUndo, s.UndoUntil
			if err := p.WakeAt(ctx, tx, s.ID, *wakes); err != nil {
				return nil, err
			}
		}
		if _, err := tx.Exec(ctx, `
			insert into vacancy (id, occurrence_id, state, reason, spare, wakes_at, act_id,
				created_at, updated_at)
			values ($1, $2, 'open', $3, $4, $5, nullif($6, ''), $7, $7)`,
			id, s.ID, reason, spare, wakes, s.Act, s.Now); err != nil {
			return nil, err
		}
		s.Held++
		ids = append(ids, id)
	}
	return ids, nil
}

const mostSeats = 500

// Resize changes how many places a date has. Lowered below the people present, all keep their place
// and the limit falls with each cancellation; raised, the new places go to the waitlist first.
//
// Problems: invalid (capacity).
func (p *Waitlist) Resize(ctx context.Context, tx pgx.Tx, s *rules.Slot, capacity int) error {
	if capacity < 1 || capacity > mostSeats {
		return problem.WithFields(problem.Field{Name: "capacity", Code: problem.Invalid})
	}
	limit := max(capacity, s.Taken+s.Held)
	more := limit - s.Taken - s.Held
	if s.Limit != nil {
		more = min(more, limit-*s.Limit) // places that were open to all stay so
	}
	s.Capacity, s.Limit = &capacity, &limit
	return p.Vacate(ctx, tx, s, more)
}

// Unlimit takes the limit off a date. Whoever waits would have to be told.
//
// Problems: taken (capacity: somebody waits).
func Unlimit(s *rules.Slot) error {
	if s.Waiting+s.Held > 0 {
		return problem.WithFields(problem.Field{Name: "capacity", Code: problem.Taken})
	}
	s.Capacity, s.Limit = nil, nil
	return nil
}

// KeepDoc writes back what staff acts change of a date besides its counters.
func KeepDoc(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	_, err := tx.Exec(ctx, `
		update occurrence set doc = $2 where id = $1`, s.ID, db.JSON(s.Doc))
	return err
}

func IDsOf(dates []*rules.Slot) []string {
	ids := make([]string, len(dates))
	for i, s := range dates {
		ids[i] = s.ID
	}
	return ids
}

// LockSome locks these dates in the order of their ids. The control of the race tests leaves it
// out.
//
// Problems: not_found (no such id can be).
func (p *Waitlist) LockSome(ctx context.Context, tx pgx.Tx, ids []string) error {
	if slices.ContainsFunc(ids, func(id string) bool { return !rules.Readable(id) }) {
		return problem.New(problem.NotFound)
	}
	if p.Unlocked {
		return nil
	}
	_, err := tx.Exec(ctx, `
		select from occurrence where id = any($1) order by id for update`, ids)
	return err
}

// InTx runs do in one transaction, and says after it when a public status word changed.
func (p *Waitlist) InTx(ctx context.Context, do func(tx pgx.Tx) (word bool, err error)) error {
	word := false
	err := db.InTx(ctx, p.Pool, func(tx pgx.Tx) (err error) {
		word, err = do(tx)
		return err
	})
	if err == nil && word {
		p.Changed()
	}
	return err
}

// OnLocked is InTx for what locks these dates: few at a time come as far as that, so that a date
// that everybody wants does not take all connections.
func (p *Waitlist) OnLocked(ctx context.Context, ids []string, do func(tx pgx.Tx) (word bool, err error)) error {
	leave, err := p.Dates.Enter(ctx, ids...)
	if err != nil {
		return db.Problem(err)
	}
	defer leave()
	return p.InTx(ctx, do)
}

// LockDates locks these dates, ends on each what is over by the clock, and gives them in the order
// of their ids.
func (p *Waitlist) LockDates(ctx context.Context, tx pgx.Tx, ids []string) ([]*rules.Slot, error) {
	if err := p.LockSome(ctx, tx, ids); err != nil {
		return nil, err
	}
	dates, err := p.SlotsAt(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	for _, s := range dates {
		if err := p.Begin(ctx, tx, s); err != nil {
			return nil, err
		}
	}
	p.Paused()
	return dates, nil
}

// LockFew is LockDates of one or two, in this order; each is read by itself, by a plan that also
// holds when it was made on empty tables.
//
// Problems: not_found.
func (p *Waitlist) LockFew(ctx context.Context, tx pgx.Tx, ids ...string) (dates []*rules.Slot, err error) {
	if err := p.LockSome(ctx, tx, ids); err != nil {
		return nil, err
	}
	for _, id := range ids {
		s, err := p.Peek(ctx, tx, id) // its moment is after the wait, too
		if err == nil {
			err = p.Begin(ctx, tx, s)
		}
		if err != nil {
			return nil, err
		}
		dates = append(dates, s)
	}
	p.Paused()
	return dates, nil
}

// Free are dates of which those are locked that nobody held.
type Free struct {
	Locked []*rules.Slot
	Held   map[string]bool // the others that there are
}

// LockFree locks in b those of these dates that nobody holds, in the order of their ids; with wait
// it waits for all. The result is there when b is done.
func (p *Waitlist) LockFree(b *pgx.Batch, ids []string, wait bool) *Free {
	out, id, locked := &Free{Held: map[string]bool{}}, "", map[string]bool{}
	skip := " skip locked"
	if wait {
		skip = ""
	}
	b.Queue(`
		select id from occurrence where id = any($1) order by id for update`+skip, ids).
		Query(func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&id}, func() error {
				locked[id] = true
				return nil
			})
			return err
		})
	// a statement that waits for the lock sees the activity as it was before
	b.Queue(slotsEach, ids).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			s := &rules.Slot{Now: p.Clock.Now()}
			if err := ScanSlot(rows, s); err != nil {
				return err
			}
			if locked[s.ID] {
				out.Locked = append(out.Locked, s)
			} else {
				out.Held[s.ID] = true
			}
		}
		return rows.Err()
	})
	return out
}

// BeginAll begins these dates, and says whether anything was over by the clock.
func (p *Waitlist) BeginAll(ctx context.Context, tx pgx.Tx, dates []*rules.Slot) (due bool, err error) {
	for _, s := range dates {
		held, waiting := s.Held, s.Waiting
		if err := p.Begin(ctx, tx, s); err != nil {
			return false, err
		}
		due = due || held > 0 || s.Waiting != waiting
	}
	return due, nil
}

// Begin notes how a date stands whose lock is there, and ends on it what is over by the clock:
// offers, and at the start all waiting.
func (p *Waitlist) Begin(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	s.Before = s.Word()
	if s.Held+s.Waiting > 0 && !s.Now.Before(s.JoinUntil) {
		return EndWaiting(ctx, tx, s, reasonStarted)
	}
	if s.Held == 0 {
		return nil
	}
	expired, err := p.endDue(ctx, tx, s)
	if err == nil && expired { // what follows must see who has a claim now
		err = p.settle(ctx, tx, s)
	}
	return err
}

func (p *Waitlist) Paused() {
	if p.Pause != nil {
		p.Pause()
	}
}

// DateOf is the one of these dates with this id; nil: none.
func DateOf(dates []*rules.Slot, id string) *rules.Slot {
	for _, s := range dates {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// AuditKind is the word for a date in the log book.
const AuditKind = "date"

// LockDate is LockFew of one.
func (p *Waitlist) LockDate(ctx context.Context, tx pgx.Tx, id string) (*rules.Slot, error) {
	dates, err := p.LockFew(ctx, tx, id)
	return DateOf(dates, id), err
}

// Chairs puts n chairs more at a date, for who takes them now: no vacancy.
//
// Problems: invalid (capacity: more than any date has).
func Chairs(s *rules.Slot, n int) error {
	if s.Capacity == nil {
		return nil
	}
	capacity, limit := *s.Capacity+n, *s.Limit+n
	if capacity > mostSeats {
		return problem.WithFields(problem.Field{Name: "capacity", Code: problem.Invalid})
	}
	s.Capacity, s.Limit = &capacity, &limit
	s.Doc.OwnCapacity = true
	return nil
}

// TakeChairs takes away chairs of who goes now.
func TakeChairs(s *rules.Slot, n int) {
	if s.Capacity == nil || *s.Capacity <= n {
		return
	}
	capacity := *s.Capacity - n
	limit := max(capacity, *s.Limit-n, s.Taken+s.Held)
	s.Capacity, s.Limit = &capacity, &limit
}
