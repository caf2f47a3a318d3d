package closing

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// closure is one as it is stored.
type closure struct {
	id, by, endedBy, press string
	hours                  house.Closure
	at                     time.Time
	undoUntil, endedAt     *time.Time
	doc                    closureDoc
}

type closureDoc struct {
	Without []string        `json:"without,omitempty"`
	Mails   int             `json:"mails,omitempty"`
	Calls   int             `json:"calls,omitempty"`
	Notice  json.RawMessage `json:"notice,omitempty"` // what takes the draft of the announcement back
}

func (c *closure) has(effect string) bool { return !slices.Contains(c.doc.Without, effect) }

// undoable says whether it can still be taken back.
func (c *closure) undoable(now time.Time) bool {
	return c.endedAt == nil && c.undoUntil != nil && now.Before(*c.undoUntil)
}

// closures reads those of which this is so, in the order in which they were made.
func closures(
	ctx context.Context,
	q db.Querier,
	where string,
	args ...any,
) ([]closure, error) {
	rows, err := q.Query(ctx, `
		select c.id, c.hours, c.by, c.at, c.undo_until, c.ended_at, coalesce(c.ended_by, ''),
			coalesce(c.press, ''), c.doc
		from closure c
		where `+where+`
		order by c.no`, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c closure, err error) {
		return c, row.Scan(
			&c.id, &c.hours, &c.by, &c.at, &c.undoUntil, &c.endedAt, &c.endedBy, &c.press, &c.doc,
		)
	})
}

// oneClosure is the one of which this is so; nil when there is none.
func oneClosure(ctx context.Context, q db.Querier, where, is string) (*closure, error) {
	all, err := closures(ctx, q, where, is)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

// keep stores it: a new one, or one that is changed or over by hand.
func (c *closure) keep(ctx context.Context, tx pgx.Tx) error {
	from, to := c.hours.Span()
	_, err := tx.Exec(ctx, `
		insert into closure (id, hours, starts_at, ends_at, by, at, undo_until, press, doc)
		values ($1, $2, $3, $4, $5, $6, $7, nullif($8, ''), $9)
		on conflict (id) do update set hours = excluded.hours, starts_at = excluded.starts_at,
			ends_at = excluded.ends_at, undo_until = excluded.undo_until, doc = excluded.doc,
			ended_at = $10, ended_by = nullif($11, '')`,
		c.id, db.JSON(c.hours), from, to, c.by, c.at, c.undoUntil, c.press, db.JSON(c.doc),
		c.endedAt, c.endedBy)
	return err
}

// standUnder notes that dates do not go on by a closure, by their own act of now or another's.
func standUnder(ctx context.Context, tx pgx.Tx, closure string, dates []changes.PlanUnit) error {
	ids, sessions, acts := unitColumns(dates)
	_, err := tx.Exec(ctx, `
		insert into closure_date (closure_id, occurrence_id, session_id, act_id)
		select $1, date, nullif(session, ''), act
		from unnest($2::text[], $3::text[], $4::text[]) as x (date, session, act)
		on conflict (closure_id, occurrence_id, session_id) do update
		set act_id = excluded.act_id`, closure, ids, sessions, acts)
	return err
}

// standNoMore is the opposite.
func standNoMore(
	ctx context.Context,
	tx pgx.Tx,
	closure string,
	dates []changes.PlanUnit,
) error {
	ids, sessions, _ := unitColumns(dates)
	_, err := tx.Exec(ctx, `
		delete from closure_date cd
		using unnest($2::text[], $3::text[]) as x (date, session)
		where cd.closure_id = $1
			and cd.occurrence_id = x.date
			and coalesce(cd.session_id, '') = x.session`, closure, ids, sessions)
	return err
}

// unitColumns are units as rows of closure_date.
func unitColumns(dates []changes.PlanUnit) (ids, sessions, acts []string) {
	for _, d := range dates {
		act := d.S.Act
		if d.Act != nil {
			act = d.Act.ID
		}
		ids, sessions, acts = append(ids, d.S.ID), append(sessions, d.Session), append(acts, act)
	}
	return ids, sessions, acts
}

// bornClosed calls off a new date that lies in a closure, as if it had been there before: it comes
// back with it. Of a series those meetings alone. Everything that makes a date passes here, by
// SaveOccurrence, or PutDateBack.
func (p *Closings) bornClosed(ctx context.Context, tx pgx.Tx, o rules.NewOccurrence) error {
	if o.Status == "cancelled" {
		return nil
	}
	if _, err := tx.Exec(ctx, `
		select pg_advisory_xact_lock_shared(`+closingLock+`)`); err != nil {
		return err
	}
	last := o.Sessions[len(o.Sessions)-1].Start
	all, err := closures(ctx, tx, `
		c.ended_at is null
		and c.starts_at <= $1
		and c.ends_at > $2`, last, o.Sessions[0].Start)
	if err != nil || len(all) == 0 {
		return err
	}
	meetings, err := waitlist.Meetings(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	s, err := p.Peek(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	for i, m := range meetings {
		d := changes.PlanUnit{S: s, M: m}
		if o.Kind == "series" {
			d.Session = m.ID
		} else if i > 0 {
			break
		}
		for _, c := range all {
			if !p.Clock.Now().Before(m.Start) || !c.hours.Has(m.Start) || !c.has(effectDates) {
				continue
			}
			if d.Act == nil { // the others lie over it
				if err := bornOff(ctx, tx, &d, c); err != nil {
					return err
				}
			}
			if err := standUnder(ctx, tx, c.id, []changes.PlanUnit{d}); err != nil {
				return err
			}
		}
	}
	return nil
}

// bornOff calls off by this closure what has nobody yet.
func bornOff(ctx context.Context, tx pgx.Tx, d *changes.PlanUnit, c closure) (err error) {
	s := d.S
	doc := &changes.OffAct{Reason: "other", OffOrOn: c.act(*d)}
	if d.Session == "" {
		doc.Off = &changes.OffDoc{Status: s.Status, Entries: map[string]string{}}
		s.Status, s.Doc.ChangeReason = "cancelled", c.hours.Reason
		err = changes.KeepDates(ctx, tx, s)
	} else {
		to := changes.MeetingsOff(s.Now, c.hours.Reason)
		err = changes.SetMeetings(ctx, tx, to, []changes.PlanUnit{*d})
	}
	if err != nil {
		return err
	}
	d.Act = &booking.StaffAct{
		ID: db.NewID("sac"), Kind: booking.ActOff, Occurrence: s.ID, By: c.by, At: s.Now, Doc: doc,
	}
	return booking.StoreActs(ctx, tx, []booking.StaffAct{*d.Act})
}

// KeepClosures is how many years a closure stays after its last day.
const KeepClosures = 1

// ForgetClosures lets go of closures that were over by then, from the settings, too.
func (p *Closings) ForgetClosures(ctx context.Context, by time.Time) (n int, err error) {
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `delete from closure where ends_at < $1`, by)
		if n = int(tag.RowsAffected()); err != nil || n == 0 {
			return err
		}
		return p.ChangeHouse(ctx, tx, func(h *house.House) error {
			h.Closures = slices.DeleteFunc(slices.Clone(h.Closures), func(c house.Closure) bool {
				_, to := c.Span()
				return c.ID != "" && to.Before(by)
			})
			return nil
		})
	})
	return n, err
}
