package closing

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// PutDateBack brings a removed date back as it was.
//
// Problems: gone when its activity is not there any more.
func (p *Closings) PutDateBack(ctx context.Context, tx pgx.Tx, noted []byte) error {
	tag, err := tx.Exec(ctx, `
		insert into occurrence
		select o.*
		from jsonb_populate_record(null::occurrence, $1::jsonb->'date') o
		join activity a on a.id = o.activity_id
		on conflict do nothing`, noted)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return problem.New(problem.Gone)
	}
	if _, err := tx.Exec(ctx, `
		update rhythm
		set skipped = array_remove(skipped, ($1::jsonb->'date'->>'rhythm_day')::date)
		where id = $1::jsonb->'date'->>'rhythm_id'`, noted); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		insert into session
		select * from jsonb_populate_recordset(null::session, $1::jsonb->'sessions')`,
		noted); err != nil {
		return err
	}
	if err := p.backClosed(ctx, tx, noted); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}

// backClosed calls a date that was put back off when the house was closed meanwhile.
func (p *Closings) backClosed(ctx context.Context, tx pgx.Tx, noted []byte) error {
	var o rules.NewOccurrence
	if err := tx.QueryRow(ctx, `
		select id, kind, status
		from occurrence
		where id = $1::jsonb->'date'->>'id'`, noted).Scan(&o.ID, &o.Kind, &o.Status); err != nil {
		return err
	}
	meetings, err := waitlist.Meetings(ctx, tx, o.ID)
	for _, m := range meetings {
		o.Sessions = append(o.Sessions, rules.Session{ID: m.ID, Start: m.Start, End: m.End})
	}
	if err != nil || len(o.Sessions) == 0 {
		return err
	}
	return p.bornClosed(ctx, tx, o)
}

// SaveOccurrence stores a new date or series with its sessions; one that exists is left as it is,
// as is the date that a rhythm made for the same day. Every new date is born here: those that staff
// make by hand and those of a rhythm.
func (p *Closings) SaveOccurrence(ctx context.Context, tx pgx.Tx, o rules.NewOccurrence) error {
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
	tag, err := tx.Exec(
		ctx, `
		insert into occurrence (id, activity_id, kind, status, starts_at, join_until, ends_at,
			sessions, opens_at, closes_at, capacity, seat_limit, doc, created_at, updated_at,
			rhythm_id, rhythm_day, first_ends_at, first_status, first_room, first_reason)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13,
			$13, nullif($14, ''), nullif($15, '')::date, $16, $17, $18, '')
		on conflict do nothing`,
		o.ID, o.ActivityID, o.Kind, o.Status, first.Start, join, last.End, len(o.Sessions),
		o.Opens, closes, o.Capacity, db.JSON(o.Doc), p.Clock.Now(), o.Rhythm, o.Day, first.End,
		first.Status, first.Room,
	)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := changes.SaveSessions(ctx, tx, o); err != nil {
		return err
	}
	if err := p.bornClosed(ctx, tx, o); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}
