package agenda

import (
	"context"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Occurrence is the stored document of one bookable date or series (agenda.md 1.2). Nil means: as
// the activity says.
type Occurrence struct {
	Host         string       `json:"host,omitempty"`
	Note         string       `json:"note,omitempty"`
	ChangeReason string       `json:"changeReason,omitempty"`
	Alternative  *Alternative `json:"alternative,omitempty"`
	MovedFrom    *Moved       `json:"movedFrom,omitempty"`
	// the reason; staff stopped automatic offers for this date
	OffersStopped string `json:"offersStopped,omitempty"`
	// set for this date: it wins over the activity's
	OwnCapacity bool `json:"ownCapacity,omitempty"`
	Sample      bool `json:"sample,omitempty"`
}

// Session is one meeting.
type Session struct {
	ID, Room, Status string
	Start, End       time.Time
}

// NewOccurrence is what SaveOccurrence takes.
type NewOccurrence struct {
	ID, ActivityID, Kind, Status string
	Sessions                     []Session
	Opens, Closes                *time.Time // nil: at once, until the start
	Capacity                     *int
	Doc                          Occurrence
}

// Validate gives the mistakes that keep a date from being stored. Sessions stand in order and do
// not overlap.
func (o *NewOccurrence) Validate() []problem.Field {
	var f problem.Faults
	f.OneOf("kind", []string{"date", "series"}, o.Kind)
	f.OneOf("status", []string{"planned", "cancelled", "moved"}, o.Status)
	f.Number("capacity", o.Capacity, 1, 500)
	f.Length("changeReason", o.Doc.ChangeReason, 0, 200)
	f.Length("host", o.Doc.Host, 0, 60)
	if o.Doc.Alternative != nil {
		f.Length("alternative", o.Doc.Alternative.Text, 0, 200)
	}
	if o.Status == "cancelled" && o.Doc.ChangeReason == "" {
		f.Add("changeReason", problem.Required)
	}
	if len(o.Sessions) == 0 || o.Kind == "date" && len(o.Sessions) > 1 {
		f.Add("sessions", problem.Required)
	}
	for i, s := range o.Sessions {
		if !s.End.After(s.Start) || i > 0 && s.Start.Before(o.Sessions[i-1].End) {
			f.Add("sessions", problem.Wrong)
			break
		}
	}
	return f
}

// SaveOccurrence stores a new date or series with its sessions; one that exists is left as it is.
func (a *Agenda) SaveOccurrence(ctx context.Context, tx pgx.Tx, o NewOccurrence) error {
	if fields := o.Validate(); len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	first, last := o.Sessions[0], o.Sessions[len(o.Sessions)-1]
	join := first.Start
	if o.Kind == "series" && len(o.Sessions) > 1 {
		join = o.Sessions[1].Start
	}
	closes := join
	if o.Closes != nil && o.Closes.Before(join) {
		closes = *o.Closes
	}
	now := a.Clock.Now()
	tag, err := tx.Exec(
		ctx, `
		insert into occurrence (id, activity_id, kind, status, starts_at, join_until, ends_at,
			sessions, opens_at, closes_at, capacity, seat_limit, doc, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13,
			$13) on conflict (id) do nothing`,
		o.ID,
		o.ActivityID,
		o.Kind,
		o.Status,
		first.Start,
		join,
		last.End,
		len(o.Sessions),
		o.Opens,
		closes,
		o.Capacity,
		db.JSON(o.Doc),
		now,
	)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	for i, s := range o.Sessions {
		if _, err := tx.Exec(ctx, `
			insert into session (id, occurrence_id, n, starts_at, ends_at, status, room) values ($1,
				$2, $3, $4, $5, $6, $7)`,
			s.ID, o.ID, i+1, s.Start, s.End, s.Status, s.Room); err != nil {
			return err
		}
	}
	return a.Raise(ctx, tx)
}

// slot is an occurrence under its row lock, with what its activity says. Everything that touches
// places goes through it.
type slot struct {
	id, activityID, kind, status    string
	starts, joinUntil, ends, closes time.Time
	opens                           *time.Time
	capacity, limit                 *int
	taken, held, waiting            int
	claimed                         bool
	doc                             Occurrence
	activity                        Activity
	now                             time.Time
	before                          string // the status word when it was locked
}

const seatColumns = `o.id, o.activity_id, o.kind, o.status, o.starts_at, o.join_until, o.ends_at, o.closes_at, o.opens_at, o.capacity, o.seat_limit,
	o.taken, o.held, o.waiting, o.claimed, o.doc, a.doc - 'body'`

func (s *slot) scan(row pgx.Row) error {
	var doc, activity []byte
	err := row.Scan(
		&s.id,
		&s.activityID,
		&s.kind,
		&s.status,
		&s.starts,
		&s.joinUntil,
		&s.ends,
		&s.closes,
		&s.opens,
		&s.capacity,
		&s.limit,
		&s.taken, &s.held, &s.waiting, &s.claimed, &doc, &activity,
	)
	if err != nil {
		return err
	}
	for _, t := range []*time.Time{&s.starts, &s.joinUntil, &s.ends, &s.closes, s.opens} {
		if t != nil {
			*t = t.In(clock.Amsterdam) // days and hours are counted on the house's own clock
		}
	}
	if err := json.Unmarshal(doc, &s.doc); err != nil {
		return err
	}
	return json.Unmarshal(activity, &s.activity)
}

// lock takes the occurrence's row lock and first ends what is over by the clock (offers, and at the
// start all waiting), so that what follows sees the truth.
func (a *Agenda) lock(ctx context.Context, tx pgx.Tx, id string) (*slot, error) {
	if !readable(id) {
		return nil, problem.New(problem.NotFound)
	}
	s := &slot{}
	err := s.scan(tx.QueryRow(
		ctx, `
		select `+seatColumns+
			` from occurrence o join activity a on a.id = o.activity_id where o.id = $1 for update of o`,
		id,
	))
	if err != nil {
		return nil, db.Problem(err)
	}
	s.now = a.Clock.Now() // after the wait for the lock
	s.before = s.word()
	if s.held+s.waiting > 0 && !s.now.Before(s.joinUntil) {
		return s, a.closeWaitlist(ctx, tx, s)
	}
	if s.held == 0 {
		return s, nil
	}
	expired, err := a.expireDue(ctx, tx, s)
	if err == nil && expired { // what follows must see who has a claim now
		err = a.settle(ctx, tx, s)
	}
	return s, err
}

// readable says whether the database can hold this text at all; an id from an address may be
// anything.
func readable(id string) bool { return utf8.ValidString(id) && !strings.ContainsRune(id, 0) }

// store settles the open vacancies and writes the counters back. It says whether a public status
// word changed.
func (a *Agenda) store(ctx context.Context, tx pgx.Tx, s *slot) (changed bool, err error) {
	if s.held > 0 {
		if err := a.settle(ctx, tx, s); err != nil {
			return false, err
		}
	} else {
		s.claimed = false
	}
	_, err = tx.Exec(ctx, `
		update occurrence set capacity = $2, seat_limit = $3, taken = $4, held = $5, waiting = $6,
			claimed = $7, updated_at = $8 where id = $1`,
		s.id, s.capacity, s.limit, s.taken, s.held, s.waiting, s.claimed, s.now)
	return s.word() != s.before, err
}

// free is how many places a new visitor can have now; unlimited without a capacity. While somebody
// with a claim waits: none.
func (s *slot) free() int {
	switch {
	case s.limit == nil:
		return unlimited
	case s.claimed:
		return 0
	}
	return max(0, *s.limit-s.taken-s.held)
}

const unlimited = 1 << 30

// release gives back n places of people. What is really free then and wanted by somebody who waits
// becomes a vacancy.
func (a *Agenda) release(ctx context.Context, tx pgx.Tx, s *slot, n int) error {
	s.taken -= n
	if s.limit == nil {
		return nil
	}
	room := *s.limit - s.taken - s.held
	// over capacity: the limit falls with each cancellation until it equals the capacity
	if *s.limit > *s.capacity {
		*s.limit = max(*s.capacity, s.taken+s.held)
		room = *s.limit - s.taken - s.held
	}
	return a.vacate(ctx, tx, s, min(n, room))
}

// vacate opens n vacancies when anybody waits; with nobody waiting the places are open to all at
// once.
func (a *Agenda) vacate(ctx context.Context, tx pgx.Tx, s *slot, n int) error {
	if s.waiting == 0 || n <= 0 || !s.now.Before(s.joinUntil) || s.status == "cancelled" {
		return nil
	}
	for range n {
		if _, err := tx.Exec(ctx, `
			insert into vacancy (id, occurrence_id, state, reason, created_at,
				updated_at) values ($1, $2, 'open', $3, $4, $4)`,
			db.NewID("vac"), s.id, reasonNew, s.now); err != nil {
			return err
		}
	}
	s.held += n
	return nil
}

// SetCapacity changes how many places a date has. Lowered below the people present, all keep their
// place and the limit falls with each cancellation; raised, the new places go to the waitlist
// first.
func (a *Agenda) SetCapacity(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	capacity int,
) (present int, err error) {
	s, err := a.lock(ctx, tx, id)
	if err != nil {
		return 0, err
	}
	if err := a.resize(ctx, tx, s, capacity); err != nil {
		return 0, err
	}
	if _, err := a.store(ctx, tx, s); err != nil {
		return 0, err
	}
	return s.taken, a.Raise(ctx, tx)
}

// resize is SetCapacity under the lock, before store.
func (a *Agenda) resize(ctx context.Context, tx pgx.Tx, s *slot, capacity int) error {
	if capacity < 1 || capacity > 500 {
		return problem.WithFields(problem.Field{Name: "capacity", Code: problem.Wrong})
	}
	limit := max(capacity, s.taken+s.held)
	more := limit - s.taken - s.held
	if s.limit != nil {
		more = min(more, limit-*s.limit) // places that were open to all stay so
	}
	s.capacity, s.limit = &capacity, &limit
	return a.vacate(ctx, tx, s, more)
}

// unlimit takes the limit off a date. Whoever waits would have to be told: that is refused.
func unlimit(s *slot) error {
	if s.waiting+s.held > 0 {
		return problem.WithFields(problem.Field{Name: "capacity", Code: problem.Taken})
	}
	s.capacity, s.limit = nil, nil
	return nil
}
