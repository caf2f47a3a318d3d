package closing

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
)

type closure struct {
	ID                 string
	Hours              house.Closure
	By                 string
	At                 time.Time
	UndoUntil, EndedAt *time.Time
	EndedBy, Press     string
	Doc                closureDoc
}

type closureDoc struct {
	Without []string        `json:"without,omitempty"`
	Mails   int             `json:"mails,omitempty"`
	Calls   int             `json:"calls,omitempty"`
	Notice  json.RawMessage `json:"notice,omitempty"` // what takes the draft of the announcement back
}

func (c *closure) has(effect string) bool { return !slices.Contains(c.Doc.Without, effect) }

// undoable says whether it can still be taken back.
func (c *closure) undoable(now time.Time) bool {
	return c.EndedAt == nil && c.UndoUntil != nil && now.Before(*c.UndoUntil)
}

// closures reads them in the order in which they were made.
func closures(ctx context.Context, q db.Querier, where string, args ...any) ([]closure, error) {
	return db.All[closure](ctx, q, `
		select c.id, c.hours, c.by, c.at, c.undo_until, c.ended_at, coalesce(c.ended_by, ''),
			coalesce(c.press, ''), c.doc
		from closure c
		where `+where+`
		order by c.no`, args...)
}

func oneClosure(ctx context.Context, q db.Querier, where, is string) (*closure, error) {
	all, err := closures(ctx, q, where, is)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

func (c *closure) keep(ctx context.Context, tx pgx.Tx) error {
	from, to := c.Hours.Span()
	_, err := tx.Exec(ctx, `
		insert into closure (id, hours, starts_at, ends_at, by, at, undo_until, press, doc)
		values ($1, $2, $3, $4, $5, $6, $7, nullif($8, ''), $9)
		on conflict (id) do update set hours = excluded.hours, starts_at = excluded.starts_at,
			ends_at = excluded.ends_at, undo_until = excluded.undo_until, doc = excluded.doc,
			ended_at = $10, ended_by = nullif($11, '')`,
		c.ID, db.JSON(c.Hours), from, to, c.By, c.At, c.UndoUntil, c.Press, db.JSON(c.Doc),
		c.EndedAt, c.EndedBy)
	return err
}

// linkClosure notes that units are off by a closure, by their own act or another's.
func linkClosure(ctx context.Context, tx pgx.Tx, closure string, dates []changes.Unit) error {
	ids, sessions, acts := unitColumns(dates)
	_, err := tx.Exec(ctx, `
		insert into closure_date (closure_id, occurrence_id, session_id, act_id)
		select $1, date, nullif(session, ''), act
		from unnest($2::text[], $3::text[], $4::text[]) as x (date, session, act)
		on conflict (closure_id, occurrence_id, session_id) do update
		set act_id = excluded.act_id`, closure, ids, sessions, acts)
	return err
}

func unlinkClosure(ctx context.Context, tx pgx.Tx, closure string, dates []changes.Unit) error {
	ids, sessions, _ := unitColumns(dates)
	_, err := tx.Exec(ctx, `
		delete from closure_date cd
		using unnest($2::text[], $3::text[]) as x (date, session)
		where cd.closure_id = $1
			and cd.occurrence_id = x.date
			and coalesce(cd.session_id, '') = x.session`, closure, ids, sessions)
	return err
}

func unitColumns(dates []changes.Unit) (ids, sessions, acts []string) {
	for _, d := range dates {
		act := d.S.Act
		if d.Act != nil {
			act = d.Act.ID
		}
		ids, sessions, acts = append(ids, d.S.ID), append(sessions, d.Session), append(acts, act)
	}
	return ids, sessions, acts
}

// cancelIfClosed calls off a new date, or those meetings, inside a closure, with which it comes
// back.
func (p *Closings) cancelIfClosed(ctx context.Context, tx pgx.Tx, id string) error {
	if _, err := tx.Exec(ctx, `
		select pg_advisory_xact_lock_shared(`+closingLock+`)`); err != nil {
		return err
	}
	all, err := closures(ctx, tx, `
		c.ended_at is null
		and exists (
			select
			from session se
			join occurrence o on o.id = se.occurrence_id and o.status <> 'cancelled'
			where o.id = $1 and se.starts_at >= c.starts_at and se.starts_at < c.ends_at
		)`, id)
	if err != nil || len(all) == 0 {
		return err
	}
	meetings, err := waitlist.Meetings(ctx, tx, id)
	if err != nil {
		return err
	}
	s, err := p.Peek(ctx, tx, id)
	if err != nil {
		return err
	}
	for _, u := range changes.UnitsOf(s, meetings) {
		for _, c := range all {
			start := u.M.Start
			if !p.Clock.Now().Before(start) || !c.Hours.Has(start) || !c.has(effectDates) {
				continue
			}
			if u.Act == nil { // the others lie over it
				if err := p.cancelNew(ctx, tx, &u, c); err != nil {
					return err
				}
			}
			if err := linkClosure(ctx, tx, c.ID, []changes.Unit{u}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *Closings) cancelNew(ctx context.Context, tx pgx.Tx, u *changes.Unit, c closure) error {
	plan := changes.Plan{Reason: c.Hours.Reason}
	plan.Add(*u)
	was, err := p.TurnOff(ctx, tx, u.S.Now, plan)
	if err != nil {
		return err
	}
	u.Act = &booking.StaffAct{
		ID: db.NewID("sac"), Kind: booking.ActOff, Occurrence: u.S.ID, By: c.By, At: u.S.Now,
		Doc: c.offAct(*u, was[u.S.ID]),
	}
	return booking.StoreActs(ctx, tx, []booking.StaffAct{*u.Act})
}

// KeepClosures is how many years a closure stays after its last day.
const KeepClosures = 1

// ForgetClosures forgets closures that were over by then, in the settings, too.
func (p *Closings) ForgetClosures(ctx context.Context, by time.Time) (n int, err error) {
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `delete from closure where ends_at < $1`, by)
		if n = int(tag.RowsAffected()); err != nil || n == 0 {
			return err
		}
		return p.ChangeHouse(ctx, tx, func(h *house.House) error {
			dropClosures(h, func(c house.Closure) bool {
				_, to := c.Span()
				return c.ID != "" && to.Before(by)
			})
			return nil
		})
	})
	return n, err
}

func dropClosures(h *house.House, gone func(c house.Closure) bool) {
	h.Closures = slices.DeleteFunc(slices.Clone(h.Closures), gone)
}

// PutDateBack brings a removed date back, off when the house was closed meanwhile. Problems: gone
// (its activity is).
func (p *Closings) PutDateBack(ctx context.Context, tx pgx.Tx, noted []byte) error {
	var id string
	if err := tx.QueryRow(ctx, `
		insert into occurrence
		select o.*
		from jsonb_populate_record(null::occurrence, $1::jsonb->'date') o
		join activity a on a.id = o.activity_id
		on conflict do nothing
		returning id`, noted).Scan(&id); errors.Is(err, pgx.ErrNoRows) {
		return problem.New(problem.Gone)
	} else if err != nil {
		return err
	}
	for _, sql := range []string{`
		update rhythm
		set skipped = array_remove(skipped, ($1::jsonb->'date'->>'rhythm_day')::date)
		where id = $1::jsonb->'date'->>'rhythm_id'`, `
		insert into session
		select * from jsonb_populate_recordset(null::session, $1::jsonb->'sessions')`,
	} {
		if _, err := tx.Exec(ctx, sql, noted); err != nil {
			return err
		}
	}
	if err := p.cancelIfClosed(ctx, tx, id); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}

// SaveOccurrence stores a new date or series; one that exists, or that a rhythm made for the day,
// stays as it is. Every new date is born here.
func (p *Closings) SaveOccurrence(ctx context.Context, tx pgx.Tx, o rules.NewOccurrence) error {
	if fields := o.Validate(); len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	first := o.Sessions[0]
	s, _ := rules.SlotOf(o, rules.Activity{})
	tag, err := tx.Exec(ctx, `
		insert into occurrence (id, activity_id, kind, status, starts_at, join_until, ends_at,
			sessions, opens_at, closes_at, capacity, seat_limit, doc, created_at, updated_at,
			rhythm_id, rhythm_day, first_ends_at, first_status, first_room, first_reason)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13,
			$13, nullif($14, ''), nullif($15, '')::date, $16, $17, $18, '')
		on conflict do nothing`,
		o.ID, o.ActivityID, o.Kind, o.Status, s.Starts, s.JoinUntil, s.Ends, len(o.Sessions),
		o.Opens, s.Closes, o.Capacity, db.JSON(o.Doc), p.Clock.Now(), o.Rhythm, o.Day, first.End,
		first.Status, first.Room)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := saveSessions(ctx, tx, o); err != nil {
		return err
	}
	if err := p.cancelIfClosed(ctx, tx, o.ID); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}

func saveSessions(ctx context.Context, tx pgx.Tx, o rules.NewOccurrence) error {
	for i, s := range o.Sessions {
		sequence := 0
		if o.Status == "cancelled" || s.Status == "cancelled" { // a calendar may know it as planned
			sequence = 1
		}
		if _, err := tx.Exec(ctx, `
			insert into session (id, occurrence_id, n, starts_at, ends_at, status, room, sequence)
			values ($1, $2, $3, $4, $5, $6, $7, $8)`,
			cmp.Or(s.ID, db.NewID("ses")), o.ID, i+1, s.Start, s.End, s.Status, s.Room, sequence,
		); err != nil {
			return err
		}
	}
	return nil
}
