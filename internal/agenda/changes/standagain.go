package changes

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
)

// restoredDate is a date that goes on after all, and how it stood.
type restoredDate struct {
	s      *rules.Slot
	was    OffDoc
	offers bool
}

// restoreDates gives everybody their place and turn at these dates again, and the meetings of a
// series go on that went off with it. With offers, those that were told stand as they stood; else,
// and where nobody knew of one, the list begins with the first who is to be asked.
func (p *Changes) restoreDates(
	ctx context.Context, tx pgx.Tx, now time.Time, all []restoredDate, meetings []Unit,
) error {
	var dates []*rules.Slot
	for _, d := range all {
		dates = append(dates, d.s)
		for _, id := range d.was.Meetings {
			meetings = append(meetings, Unit{S: d.s, Session: id})
		}
	}
	if err := changeSeats(ctx, tx, "registered", "cancelledByHouse", dates); err != nil {
		return err
	}
	for _, d := range all {
		s := d.s
		if s.Limit != nil && *s.Limit < s.Taken { // fewer places since: all keep theirs
			s.Limit = new(s.Taken)
		}
		s.Status = cmp.Or(d.was.Status, "planned")
		s.Doc.ChangeReason, s.Doc.Alternative = d.was.Reason, d.was.Instead
	}
	if err := keepDates(ctx, tx, dates...); err != nil {
		return err
	}
	if err := setMeetings(ctx, tx, now, meetings, ""); err != nil {
		return err
	}
	for _, d := range all {
		if err := p.waitOn(ctx, tx, d); err != nil {
			return err
		}
	}
	return nil
}

func (p *Changes) waitOn(ctx context.Context, tx pgx.Tx, d restoredDate) error {
	s := d.s
	if !s.Now.Before(s.JoinUntil) {
		return nil // it began: the list stays closed
	}
	tag, err := tx.Exec(ctx, `
		update waitlist_entry
		set state = 'waiting', version = version + 1, updated_at = $2
		where id = any($1) and state = 'closed'`, slices.Collect(maps.Keys(d.was.Entries)), s.Now)
	if err != nil {
		return err
	}
	s.Waiting += int(tag.RowsAffected())
	for _, v := range d.was.Places {
		if s.Limit == nil || s.Taken+s.Held >= *s.Limit {
			break
		}
		if err := p.keepAgain(ctx, tx, s, v, d.offers); err != nil {
			return err
		}
	}
	return nil
}

// keepAgain keeps a place for who waits, as before.
func (p *Changes) keepAgain(ctx context.Context, tx pgx.Tx, s *rules.Slot, v keptBefore, offers bool) error {
	if v.Offer != "" {
		back, err := p.offerAgain(ctx, tx, s, v.Offer, offers)
		if err != nil {
			return err
		}
		if !back {
			v.Offer, v.Reason, v.Wakes = "", waitlist.ReasonNew, nil
		}
	}
	tag, err := tx.Exec(ctx, `
		update vacancy
		set state = 'open', reason = $2, wakes_at = $3, offer_id = nullif($4, ''), updated_at = $5
		where id = $1 and state = 'released'`, v.ID, v.Reason, v.Wakes, v.Offer, s.Now)
	s.Held += int(tag.RowsAffected())
	return err
}

// offerAgain opens an offer that was told, and says whether it is; an untold one is as never made.
func (p *Changes) offerAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	id string,
	may bool,
) (open bool, err error) {
	var entry, state string
	var until time.Time
	var told bool
	err = tx.QueryRow(ctx, `
		select o.entry_id, o.state, o.until, o.way = 'phone' or coalesce(m.state = 'sent', false)
		from `+waitlist.OffersWithMail+`
		where o.id = $1`, id).Scan(&entry, &state, &until, &told)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil || state == "open" { // it holds more places than one
		return state == "open", err
	}
	if !may || !told {
		if _, err := tx.Exec(ctx, `
			delete from offer_vacancy where offer_id = $1`, id); err != nil {
			return false, err
		}
		_, err = tx.Exec(ctx, `update offer set state = 'untold' where id = $1`, id)
		return false, err
	}
	tag, err := tx.Exec(ctx, `
		update waitlist_entry set state = 'offered', updated_at = $2
		where id = $1 and state = 'waiting'`, entry, s.Now)
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	return true, p.OpenAgain(ctx, tx, s, id, until)
}

// changeSeats gives all places of one status the other, and counts them.
func changeSeats(ctx context.Context, tx pgx.Tx, to, from string, dates []*rules.Slot) error {
	if len(dates) == 0 {
		return nil
	}
	by := 1
	if to != "registered" {
		by = -1
	}
	var id string
	var seats int
	return db.Each(ctx, tx, []any{&id, &seats}, func() error {
		waitlist.DateOf(dates, id).Taken += by * seats
		return nil
	}, `
		update registration
		set status = $3, version = version + 1, updated_at = $4, doc = `+nextSequence+`
		where occurrence_id = any($1) and status = $2
		returning occurrence_id, seats`, waitlist.IDsOf(dates), from, to, dates[0].Now)
}

// keepDates writes how and when dates are; with status or document the sequence of their calendar
// rises.
func keepDates(ctx context.Context, tx pgx.Tx, dates ...*rules.Slot) error {
	if len(dates) == 0 {
		return nil
	}
	type row struct {
		ID     string           `json:"id"`
		Status string           `json:"status"`
		Doc    rules.Occurrence `json:"doc"`
		booking.Stood
	}
	rows := make([]row, len(dates))
	for i, s := range dates {
		rows[i] = row{s.ID, s.Status, s.Doc, standsIn(s, nil)}
	}
	_, err := tx.Exec(ctx, `
		update occurrence o
		set status = x.status, doc = x.doc, starts_at = x.start, join_until = x."join",
			ends_at = x."end", opens_at = x.opens, closes_at = x.closes, version = version + 1,
			updated_at = $2
		from jsonb_to_recordset($1::jsonb) as x (
			id text, status text, doc jsonb, start timestamptz, "end" timestamptz,
			"join" timestamptz, closes timestamptz, opens timestamptz
		)
		where o.id = x.id and o.id = any($3)`, db.JSON(rows), dates[0].Now, waitlist.IDsOf(dates))
	return err
}
