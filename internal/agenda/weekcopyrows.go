package agenda

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// What copying a week reads.

// desked is the working copy of an activity, as far as copying looks at it.
type desked struct {
	status, by   string
	changed, own bool
	doc          rules.ActivityDraft
}

// hasDate is a stretch of a week in which an activity has a date.
type hasDate struct {
	activity, rhythm, day string
	start, end            time.Time
}

// weekDate is a date of the week that is copied: status is that of its activity, the rest says of
// which rhythm it is.
type weekDate struct {
	slot      rules.Slot
	meeting   rules.Meeting
	status    string
	rhythm    string
	rhythmDay string
	rule      []byte
}

// weekBefore are the dates of the week before the one of this Monday.
func weekBefore(ctx context.Context, q db.Querier, monday, now time.Time) ([]weekDate, error) {
	rows, err := q.Query(ctx, `
		select `+listColumns+`, a.status,
			coalesce(o.rhythm_id, ''), coalesce(o.rhythm_day::text, ''),
			(select r.rule from rhythm r where r.id = o.rhythm_id)`+listFrom+`
			se.starts_at >= $1
			and se.starts_at < $2
			and a.status in ('published', 'scheduled', 'archived')
		order by se.starts_at, se.id`, monday.AddDate(0, 0, -7), monday)
	if err != nil {
		return nil, db.Problem(err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (f weekDate, err error) {
		f.slot.Now = now
		return f, waitlist.ScanMeeting(
			r, &f.slot, &f.meeting, &f.status, &f.rhythm, &f.rhythmDay, &f.rule,
		)
	})
	return list, db.Problem(err)
}

// deskOf are the working copies of activities, and whether somebody may write them.
func deskOf(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	ids []string,
) (map[string]*desked, error) {
	rows, err := q.Query(ctx, `
		select id, status, changed, updated_by, doc - 'body', `+ownSQL+`
		from draft
		where kind = 'activity'
			and id = any($1)`, ids, who.ID)
	if err != nil {
		return nil, db.Problem(err)
	}
	out := map[string]*desked{}
	_, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (none struct{}, err error) {
		var id string
		d := &desked{}
		if err := r.Scan(&id, &d.status, &d.changed, &d.by, &d.doc, &d.own); err != nil {
			return none, err
		}
		d.own = mayWrite(who, d.own)
		out[id] = d
		return none, nil
	})
	return out, db.Problem(err)
}

// datesIn are the dates of activities in the week of a Monday, and those that stand for a day of it
// in their rhythm.
func datesIn(
	ctx context.Context,
	q db.Querier,
	ids []string,
	monday time.Time,
) ([]hasDate, error) {
	next := monday.AddDate(0, 0, 7)
	rows, err := q.Query(ctx, `
		select o.activity_id, coalesce(o.rhythm_id, ''), coalesce(o.rhythm_day::text, ''),
			se.starts_at, se.ends_at
		from occurrence o
		join session se on se.occurrence_id = o.id
		where o.activity_id = any($1)
			and (
				se.starts_at >= $2
				and se.starts_at < $3
				or o.rhythm_day >= $4::date
				and o.rhythm_day < $5::date
			)`, ids, monday, next, rules.DayOf(monday), rules.DayOf(next))
	if err != nil {
		return nil, db.Problem(err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (d hasDate, err error) {
		return d, r.Scan(&d.activity, &d.rhythm, &d.day, &d.start, &d.end)
	})
	return out, db.Problem(err)
}

// date is a new date of the draft; nil: it has none of that id.
func (d *desked) date(id string) *rules.NewDate {
	if d == nil {
		return nil
	}
	for i := range d.doc.NewDates {
		if d.doc.NewDates[i].ID == id {
			return &d.doc.NewDates[i]
		}
	}
	return nil
}
