package agenda

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// previewDate is the page of an activity as visitors will see it: on its next date, on the first
// that will be made, or while it has none on a day of next week.
func (a *Agenda) previewDate(
	ctx context.Context,
	id string,
	d *ActivityDraft,
) (out Date, err error) {
	d.tidy()
	s, list, err := a.previewSlot(ctx, id, d)
	if err != nil {
		return out, err
	}
	out = a.dateView(ctx, s, s.line(coming(list, s.now)), sessionLines(list, s.now))
	out.Others, out.Similar, out.Body, out.FreshUntil = []Line{}, []Line{}, d.Body, freshUntil(
		s.now,
	)
	return out, a.picture(ctx, &out, d.Image)
}

// previewSlot is the date that a preview speaks of, with the words of the draft.
func (a *Agenda) previewSlot(
	ctx context.Context,
	id string,
	d *ActivityDraft,
) (*slot, []meeting, error) {
	now := a.Clock.Now()
	var next string
	err := a.Pool.QueryRow(
		ctx, `
		select id from occurrence where activity_id = $1 and ends_at > $2 and status <> 'cancelled' order by starts_at, id limit 1`,
		id,
		now,
	).Scan(
		&next,
	)
	if err == nil {
		s, err := a.peek(ctx, a.Pool, next)
		if err != nil {
			return nil, nil, err
		}
		s.activity = d.Activity
		list, err := a.meetings(ctx, a.Pool, next)
		return s, list, err
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return nil, nil, db.Problem(err)
	}
	for i := range d.NewDates {
		if o, err := d.NewDates[i].occurrence(
			id,
			&d.Activity,
		); err == nil && len(o.Validate()) == 0 {
			s, list := slotOf(o, d.Activity)
			s.now = now
			return s, list, nil
		}
	}
	day := clock.Day(now).AddDate(0, 0, 7)
	o := NewOccurrence{
		ID:         "occ_voorbeeld",
		ActivityID: id,
		Kind:       "date",
		Status:     "planned",
		Capacity:   d.Capacity,
		Sessions: []Session{
			{
				ID:     "ses_voorbeeld",
				Room:   d.Location,
				Status: "planned",
				Start:  wallMoment(day, house.At(14, 0)),
				End:    wallMoment(day, house.At(16, 0)),
			},
		},
	}
	s, list := slotOf(o, d.Activity)
	s.now = now
	return s, list, nil
}

// slotOf is a date that is not stored, with nobody on it.
func slotOf(o NewOccurrence, v Activity) (*slot, []meeting) {
	first, last := o.Sessions[0], o.Sessions[len(o.Sessions)-1]
	s := &slot{
		id:         o.ID,
		activityID: o.ActivityID,
		kind:       o.Kind,
		status:     o.Status,
		starts:     first.Start,
		joinUntil:  first.Start,
		ends:       last.End,
		opens:      o.Opens,
		capacity:   o.Capacity,
		limit:      o.Capacity,
		doc:        o.Doc,
		activity:   v,
	}
	if o.Kind == "series" && len(o.Sessions) > 1 {
		s.joinUntil = o.Sessions[1].Start
	}
	s.closes = s.joinUntil
	if o.Closes != nil && o.Closes.Before(s.joinUntil) {
		s.closes = *o.Closes
	}
	list := make([]meeting, len(o.Sessions))
	for i, m := range o.Sessions {
		list[i] = meeting{
			id:     m.ID,
			room:   m.Room,
			status: m.Status,
			n:      i + 1,
			of:     len(o.Sessions),
			start:  m.Start,
			end:    m.End,
		}
	}
	return s, list
}
