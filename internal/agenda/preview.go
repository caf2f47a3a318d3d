package agenda

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// previewDate is the page of an activity as visitors will see it: on its next date, on the first
// that will be made, or while it has none on a day of next week.
func (a *Agenda) previewDate(
	ctx context.Context,
	id string,
	d *rules.ActivityDraft,
) (out Date, err error) {
	d.Tidy()
	s, list, err := a.previewSlot(ctx, id, d)
	if err != nil {
		return out, err
	}
	out = a.dateView(ctx, s, s.Line(rules.Coming(list, s.Now)), rules.SessionLines(list, s.Now))
	if out.Host, err = a.HostOnSite(ctx, s.Host()); err != nil {
		return out, err
	}
	out.Others, out.Similar = []rules.Line{}, []rules.Line{}
	out.Body, out.FreshUntil = d.Body, freshUntil(s.Now)
	return out, a.picture(ctx, &out, d.Image)
}

// previewSlot is the date that a preview speaks of, with the words of the draft.
func (a *Agenda) previewSlot(
	ctx context.Context,
	id string,
	d *rules.ActivityDraft,
) (*rules.Slot, []rules.Meeting, error) {
	now := a.Clock.Now()
	var next string
	err := a.Pool.QueryRow(ctx, `
		select id
		from occurrence
		where activity_id = $1
			and ends_at > $2
			and status <> 'cancelled'
		order by starts_at, id
		limit 1`, id, now).Scan(&next)
	if errors.Is(err, pgx.ErrNoRows) {
		s, list := rules.SlotOf(firstOf(id, d, now), d.Activity)
		s.Now = now
		return s, list, nil
	}
	if err != nil {
		return nil, nil, db.Problem(err)
	}
	s, err := a.Peek(ctx, a.Pool, next)
	if err != nil {
		return nil, nil, err
	}
	s.Activity = d.Activity
	list, err := waitlist.Meetings(ctx, a.Pool, next)
	return s, list, err
}

// firstOf is the first date that publishing a draft makes; of one that makes none a day of next
// week.
func firstOf(id string, d *rules.ActivityDraft, now time.Time) rules.NewOccurrence {
	if o, ok := d.FirstOfRhythm(id); ok {
		return o
	}
	for i := range d.NewDates {
		o, err := d.NewDates[i].Occurrence(id, &d.Activity)
		if err == nil && len(o.Validate()) == 0 {
			for i := range o.Sessions {
				o.Sessions[i].ID = db.NewID("ses")
			}
			return o
		}
	}
	day := clock.Day(now).AddDate(0, 0, 7)
	return rules.NewOccurrence{
		ID:         "occ_voorbeeld",
		ActivityID: id,
		Kind:       "date",
		Status:     "planned",
		Capacity:   d.Capacity,
		Sessions: []rules.Session{
			{
				ID:     "ses_voorbeeld",
				Room:   d.Location,
				Status: "planned",
				Start:  rules.WallMoment(day, house.At(14, 0)),
				End:    rules.WallMoment(day, house.At(16, 0)),
			},
		},
	}
}
