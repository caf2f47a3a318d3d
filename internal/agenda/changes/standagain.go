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

// How a date that was called off stands again as it stood.

// onAgain is a date that goes on after all, and how it stood.
type onAgain struct {
	s      *rules.Slot
	was    OffDoc
	offers bool
}

// PutAllOn gives everybody their place at these dates again, and their turn on the list. With
// offers, those that were told stand as they stood; without, and where nobody knew of one, the list
// begins again with the first who is to be asked. Of a series the meetings go on that were called
// off with it.
func (p *Changes) PutAllOn(ctx context.Context, tx pgx.Tx, all []onAgain) error {
	if len(all) == 0 {
		return nil
	}
	dates := make([]*rules.Slot, len(all))
	var meetings []PlanUnit
	for i, d := range all {
		dates[i] = d.s
		for _, id := range d.was.Meetings {
			meetings = append(meetings, PlanUnit{S: d.s, Session: id})
		}
	}
	if err := changeSeats(ctx, tx, "registered", "cancelledByHouse", dates); err != nil {
		return err
	}
	for _, d := range all {
		s := d.s
		if s.Limit != nil && *s.Limit < s.Taken { // fewer places since: all keep theirs
			limit := s.Taken
			s.Limit = &limit
		}
		s.Status = cmp.Or(d.was.Status, "planned")
		s.Doc.ChangeReason, s.Doc.Alternative = d.was.Reason, d.was.Instead
	}
	if err := KeepDates(ctx, tx, dates...); err != nil {
		return err
	}
	if err := SetMeetings(ctx, tx, MeetingsOn(dates[0].Now), meetings); err != nil {
		return err
	}
	for _, d := range all {
		if err := p.waitOn(ctx, tx, d); err != nil {
			return err
		}
	}
	return nil
}

// waitOn gives everybody their turn on the list of a date again.
func (p *Changes) waitOn(ctx context.Context, tx pgx.Tx, d onAgain) error {
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

// keepAgain keeps a place for who waits, as it was kept before the date was called off.
func (p *Changes) keepAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	v keptBefore,
	offers bool,
) error {
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

// offerAgain opens an offer again that was told, and says whether it is open. One that nobody knew
// of is as if it had not been made.
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
	if _, err := tx.Exec(ctx, `
		update offer set state = 'open', answered_at = null, act_id = null where id = $1`,
		id); err != nil {
		return false, err
	}
	if until.Before(s.Now) {
		until = s.Now
	}
	return true, p.WakeAt(ctx, tx, s.ID, until)
}

// changeSeats gives everybody at these dates who has one status the other one, and counts the
// places.
func changeSeats(
	ctx context.Context,
	tx pgx.Tx,
	to, from string,
	dates []*rules.Slot,
) error {
	if len(dates) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `
		update registration
		set status = $3, version = version + 1, updated_at = $4,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where occurrence_id = any($1) and status = $2
		returning occurrence_id, seats`, waitlist.IDsOf(dates), from, to, dates[0].Now)
	if err != nil {
		return err
	}
	by, at := 1, map[string]*rules.Slot{}
	if to != "registered" {
		by = -1
	}
	for _, s := range dates {
		at[s.ID] = s
	}
	var id string
	var seats int
	_, err = pgx.ForEachRow(rows, []any{&id, &seats}, func() error {
		at[id].Taken += by * seats
		return nil
	})
	return err
}

// KeepDates writes the status and the document of dates; the sequence of their calendar rises by
// it.
func KeepDates(ctx context.Context, tx pgx.Tx, dates ...*rules.Slot) error {
	if len(dates) == 0 {
		return nil
	}
	status, docs := make([]string, len(dates)), make([][]byte, len(dates))
	for i, s := range dates {
		status[i], docs[i] = s.Status, db.JSON(s.Doc)
	}
	_, err := tx.Exec(ctx, `
		update occurrence o
		set status = x.status, doc = convert_from(x.doc, 'UTF8')::jsonb, version = version + 1,
			updated_at = $4
		from unnest($1::text[], $2::text[], $3::bytea[]) as x (id, status, doc)
		where o.id = x.id`, waitlist.IDsOf(dates), status, docs, dates[0].Now)
	return err
}

// lastOn is the newest act of this kind on a whole date that was not taken back, nil when there is
// none; of a series never one on a meeting of it.
func lastOn(
	ctx context.Context,
	q db.Querier,
	occurrence, kind string,
) (*booking.StaffAct, error) {
	return booking.OneAct(q.QueryRow(ctx, `
		select `+booking.ActColumns+`
		from staff_act
		where occurrence_id = $1
			and kind = $2
			and not doc ? 'session'
			and undone_at is null
		order by no desc limit 1`, occurrence, kind))
}
