package visitors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/privacy"
)

// People are let go when their term is over, date by date, under its lock. What counts is the end
// of the last meeting as it is then: a date that moved counts from where it is now.

// lastEnd is the end of a date, o, also when it was never moved along with a meeting.
const lastEnd = `greatest(o.ends_at, (
	select max(se.ends_at)
	from session se
	where se.occurrence_id = o.id and se.status <> 'cancelled'
))`

// termOver is true of a row, g, of a date, o, that ended long enough ago; cuts is the parameter
// that ended gives. Dates that cannot be over are left out first: each row costs a look.
func termOver(cuts string) string {
	return `(o.ends_at <= (select max(cut.by) from ` + privacy.CutRows(cuts) + `)
		and ` + privacy.TermOver(`g.created_at`, lastEnd, cuts) + `)`
}

// notHeld is true of a row, g, that nobody holds at $2.
var notHeld = privacy.Unheld(`g.id`, `$2`)

// noUndo is true of a row, g, that no act of staff can bring to another state any more at $2.
const noUndo = `
	not exists (
		select from staff_act a
		where a.subject_id = g.id and a.undo_until > $2 and a.undone_at is null
	)`

// needsLeft is true of a sign-up, g, whose answers about help and food were not wiped yet.
const needsLeft = `not g.doc ? 'needsGone'`

// term is one kind of what goes: rows of a table, so many days after the last meeting.
type term struct {
	kind  *waitlist.RowKind
	days  func(house.Terms) int
	where string // of the row, g, and $2
	gone  func(*Visitors, context.Context, pgx.Tx, []waitlist.OwnRow) (word bool, err error)
	holds func(*waitlist.Sealed) bool // whether a row counts; nil: every one does
}

// terms are the kinds that this room lets go, in the order of their going.
var terms = map[string]term{
	"needs": {
		kind:  waitlist.PlaceKind,
		days:  func(keep house.Terms) int { return keep.SupportDays },
		where: needsLeft,
		gone:  (*Visitors).wipeNeeds,
		holds: func(who *waitlist.Sealed) bool { return who.Support != "" || who.Diet != nil },
	},
	"entries": {
		kind:  waitlist.EntryKind,
		days:  func(keep house.Terms) int { return keep.WaitlistDays },
		where: noUndo,
		gone:  (*Visitors).letGo,
	},
	"registrations": {
		kind:  waitlist.PlaceKind,
		days:  func(keep house.Terms) int { return keep.RegistrationDays },
		where: noUndo,
		gone:  (*Visitors).letGo,
	},
}

// rows are those, g, at their date, o, whose term is over by the cuts in $1 and that may go at $2.
func (t term) rows() string {
	return t.kind.Table + ` g
		join occurrence o on o.id = g.occurrence_id
		where ` + termOver(`$1`) + ` and ` + notHeld + ` and ` + t.where
}

// ended says when a date must have ended for this term to be over at at: never in the future,
// whatever the settings say.
func (p *Visitors) ended(ctx context.Context, t term, at time.Time) []privacy.Cut {
	return p.House(ctx).Over(func(keep house.Terms) time.Time {
		return at.In(clock.Amsterdam).AddDate(0, 0, -max(0, t.days(keep)))
	})
}

// Leaving is how many rows of a kind (needs, entries, registrations) have their term over at at.
func (p *Visitors) Leaving(ctx context.Context, kind string, at time.Time) (n int, err error) {
	t := terms[kind]
	return p.counted(ctx, p.Pool, t, t.rows(), p.ended(ctx, t, at), at)
}

// counted is how many of these rows, g, hold what the term is of.
func (p *Visitors) counted(ctx context.Context, q db.Querier, t term, from string, args ...any) (n int, err error) {
	var id string
	var box []byte
	err = db.Each(ctx, q, []any{&id, &box}, func() error {
		var who waitlist.Sealed
		if t.holds != nil {
			if err := p.Unbox(t.kind.Table, id, box, &who); err != nil {
				return err
			}
		}
		if t.holds == nil || t.holds(&who) {
			n++
		}
		return nil
	}, `select g.id, g.sealed from `+from, args...)
	return n, err
}

// Forget lets go of the rows of a kind whose term is over at at, and says how many went. It goes on
// where it stopped; a date that fails holds up no other.
func (p *Visitors) Forget(ctx context.Context, kind string, at time.Time) (n int, err error) {
	if now := p.Clock.Now(); at.After(now) {
		at = now
	}
	t := terms[kind]
	end := p.ended(ctx, t, at)
	dates, err := db.All[string](ctx, p.Pool, `
		select distinct o.id
		from `+t.rows()+`
		order by o.id`, end, p.Clock.Now())
	failed := []error{err}
	var pace privacy.Pace
	for _, id := range dates {
		some, err := p.forgetDate(ctx, t, id, end, &pace)
		n += some
		if err != nil {
			failed = append(failed, fmt.Errorf("%s of %s: %w", kind, id, err))
		}
	}
	return n, errors.Join(failed...)
}

// forgetDate lets go of one date's, in batches. Which they are is read again under its lock:
// somebody may have moved the date or erased the same people meanwhile.
func (p *Visitors) forgetDate(
	ctx context.Context,
	t term,
	occurrence string,
	end []privacy.Cut,
	pace *privacy.Pace,
) (n int, err error) {
	for {
		size, began := pace.Size(), time.Now()
		looked, some := 0, 0
		err := p.OnLocked(ctx, []string{occurrence}, func(tx pgx.Tx) (word bool, err error) {
			looked, some = 0, 0
			if _, err := tx.Exec(ctx, privacy.Beside); err != nil {
				return false, err
			}
			rows, err := p.over(ctx, tx, t, dateCuts{occurrence, end}, size)
			if err != nil || len(rows) == 0 {
				return false, err
			}
			if looked, some = len(rows), len(rows); t.holds != nil {
				if some, err = p.counted(ctx, tx, t, t.kind.Table+` g where id = any($1)`,
					RowIDs(rows)); err != nil {
					return false, err
				}
			}
			return t.gone(p, ctx, tx, rows)
		})
		if err != nil {
			return n, err
		}
		n += some
		if err := pace.Went(ctx, looked, time.Since(began)); err != nil || looked < size {
			return n, err
		}
	}
}

// dateCuts is a date, and by when it must have ended.
type dateCuts struct {
	occurrence string
	end        []privacy.Cut
}

// over locks a date and reads which of its rows, so many, go now by its cuts.
func (p *Visitors) over(ctx context.Context, tx pgx.Tx, t term, on dateCuts, size int) ([]waitlist.OwnRow, error) {
	var stored pgtype.Timestamptz // what came before that has its term over
	err := tx.QueryRow(ctx, `
		select (
			select max(coalesce(cut.until, 'infinity'))
			from `+privacy.CutRows(`$2`)+`
			where `+lastEnd+` <= cut.by
		)
		from occurrence o
		where id = $1
		for update`, on.occurrence, on.end).Scan(&stored)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !stored.Valid {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return db.All[waitlist.OwnRow](ctx, tx, `
		with g as materialized ( -- by its date: not through all rows in order of their id
			select id, occurrence_id, doc
			from `+t.kind.Table+`
			where occurrence_id = $3 and created_at < $1
		)
		select '`+t.kind.Table+`', g.id, g.occurrence_id
		from g
		where `+notHeld+` and `+t.where+`
		order by g.id
		limit $4`, stored, p.Clock.Now(), on.occurrence, size)
}

// wipeNeeds takes the answers about help and food out of sign-ups that stay.
func (p *Visitors) wipeNeeds(ctx context.Context, tx pgx.Tx, rows []waitlist.OwnRow) (word bool, err error) {
	all, err := db.Rows(ctx, tx, func(row pgx.CollectableRow) (waitlist.Row, error) {
		return p.Scan(waitlist.PlaceKind, row)
	}, `
		select `+waitlist.PlaceKind.Columns()+`
		from registration
		where id = any($1)`, RowIDs(rows))
	if err != nil {
		return false, err
	}
	var ids, docs []string
	var boxes [][]byte
	for _, r := range all {
		r.Who.Support, r.Who.Diet, r.Doc.NeedsGone = "", nil, true
		ids, docs = append(ids, r.ID), append(docs, string(db.JSON(r.Open())))
		boxes = append(boxes, p.Keys.Seal(r.Kind.Table, r.ID, db.JSON(r.Who)))
	}
	_, err = tx.Exec(ctx, `
		update registration g
		set sealed = wiped.sealed, doc = wiped.doc::jsonb, earlier = null
		from unnest($1::text[], $2::bytea[], $3::text[]) wiped (id, sealed, doc)
		where g.id = wiped.id`, ids, boxes, docs)
	return false, err
}

// letGo removes rows of one date, with all that hangs on them and does not go by itself: what
// calling them came to, the acts of staff about them, and their mails that are closed.
func (p *Visitors) letGo(ctx context.Context, tx pgx.Tx, rows []waitlist.OwnRow) (word bool, err error) {
	ids := RowIDs(rows)
	if err := booking.LeaveAllCalls(ctx, tx, ids...); err != nil {
		return false, err
	}
	run := func(statements ...string) error {
		for _, sql := range statements {
			if _, err := tx.Exec(ctx, sql, ids); err != nil {
				return err
			}
		}
		return nil
	}
	const calls = `
		where subject_id = any($1) or subject_id in (
			select id from call where registration_id = any($1) or entry_id = any($1)
		)`
	if err := run(`delete from call_try`+calls, `delete from calling`+calls); err != nil {
		return false, err
	}
	if word, err = p.TakeOff(ctx, tx, rows, nil); err != nil {
		return false, err
	}
	if err := run(`delete from staff_act where subject_id = any($1)`, `
		update staff_act
		set doc = doc - '{left,entry,registration,call,offer,mail}'::text[]
		where doc ? 'entry' and doc->>'entry' = any($1)
			or doc ? 'registration' and doc->>'registration' = any($1)
			or doc ? 'left' and doc->'left' ?| $1`); err != nil {
		return false, err
	}
	return word, p.Mail.LetGo(ctx, tx, ids...)
}
