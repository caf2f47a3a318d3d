package waitlist

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/privacy"
)

// Why a place is held, as stored in vacancy.reason.
const (
	ReasonNew       = "new"          // inside one transaction only
	ReasonUndo      = "undo"         // an act of staff freed it, which can still be taken back
	ReasonOffered   = "offered"      // an offer by mail is open
	ReasonPhone     = "offeredPhone" // offered to somebody who wants to be phoned: staff call
	ReasonHours     = "waitsForHours"
	ReasonPhoneList = "phoneList" // too near the start for an automatic offer
	ReasonCallFirst = "callsFirst"
	reasonStopped   = "stopped"
	// the date does not happen, or visitors do not see it: nothing is offered
	ReasonCancelled = "cancelled"
	// no mail server took the offer: until any mail goes out, staff phone or wait
	reasonMailDown = "mailDown"
	// who was offered fewer places than they asked for has not answered yet
	ReasonAnswer  = "waitsForAnswer"
	reasonUsedUp  = "listUsedUp"      // released: open to all
	reasonLowered = "capacityLowered" // released: there are fewer places now
	reasonStarted = "started"         // released: the date began
	ReasonUndone  = "undone"          // released: the act that freed it was taken back
	ReasonOpened  = "openedToAll"     // released: by staff
)

// unasked is true of somebody who waits, e, and was told that no place was free, and was offered
// none since. A group that chose the list beside places that were too few was not told that.
const unasked = `
	not coalesce((e.doc->>'besideFree')::boolean, false)
	and not exists (select 1 from offer o where o.entry_id = e.id and o.state <> 'untold')`

// ClaimAt is claim at a moment, named as SQL: nobody is asked who is on pause then.
func ClaimAt(now string) string { return claim + ` and ` + privacy.Unpaused("e.id", now) }

// claim is true of somebody who waits, e, and a vacancy, v, when they are to be asked for it: each
// person once. A spare place that its offer left over is only for who was never asked.
const claim = `
	not exists (
		select 1 from offer_vacancy ov where ov.vacancy_id = v.id and ov.entry_id = e.id
	)
	and (not v.spare or ` + unasked + `)`

// settle gives every open vacancy without an offer to the first who waits and was not offered it
// before, in order of position; a place that nobody wants opens to all. It runs under the
// occurrence's lock, at the end of its transaction.
func (p *Waitlist) settle(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	if err := p.shrink(ctx, tx, s); err != nil {
		return err
	}
	for {
		again, err := p.settleOpen(ctx, tx, s)
		if err == nil && !again {
			if err = count(ctx, tx, s); err == nil {
				again, err = p.holdSpare(ctx, tx, s)
			}
		}
		if err != nil || !again {
			return err
		}
	}
}

// settleOpen decides about the open vacancies, up to the first that is offered or released: an
// offer may take several, and then all is to be looked at afresh.
func (p *Waitlist) settleOpen(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
) (again bool, err error) {
	open, err := Unoffered(ctx, tx, s.ID)
	if err != nil {
		return false, err
	}
	for _, v := range open {
		if again, err = p.decide(ctx, tx, s, v); err != nil || again {
			return again, err
		}
	}
	return false, nil
}

// holdSpare keeps places that would be free for all now for the first who waits and was told that
// none was free, while another was on offer, and was never asked. It says whether there was one.
func (p *Waitlist) holdSpare(ctx context.Context, tx pgx.Tx, s *rules.Slot) (bool, error) {
	if s.Claimed || s.Left() == 0 || !helpsWaiting(s) || s.Hidden() != nil {
		return false, nil
	}
	var seats int
	err := tx.QueryRow(ctx, `
		select e.seats
		from waitlist_entry e
		where e.occurrence_id = $1
			and e.state = 'waiting'
			and (not $2 or (e.doc->>'shortNotice')::boolean)
			and `+unasked+`
			and `+privacy.Unpaused("e.id", "$3")+`
		order by e.position limit 1`,
		s.ID, p.Plan(ctx, s).Phone && !s.Activity.CallsFirst, s.Now,
	).Scan(&seats)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = p.hold(ctx, tx, s, min(seats, s.Left()), true)
	return err == nil, err
}

// Plan is what the clock says of a place that is vacant now.
func (p *Waitlist) Plan(ctx context.Context, s *rules.Slot) rules.Plan {
	return p.Countdown(ctx).Plan(s.Now, s.Starts)
}

// shrink takes back held places that nobody was offered yet while the date is over its capacity:
// somebody who leaves then frees nothing.
func (p *Waitlist) shrink(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	if s.Capacity == nil || s.Taken+s.Held <= *s.Capacity {
		return nil
	}
	open, err := Unoffered(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	for i := len(open) - 1; i >= 0 && s.Taken+s.Held > *s.Capacity; i-- {
		s.Held--
		released := VacancyState{"released", reasonLowered, nil}
		if err := p.SetVacancy(ctx, tx, s, open[i], released); err != nil {
			return err
		}
	}
	*s.Limit = max(*s.Capacity, s.Taken+s.Held)
	return nil
}

// decide says what becomes of one vacancy, and whether an offer was made or the place was released.
func (p *Waitlist) decide(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	v HeldPlace,
) (bool, error) {
	if v.Reason == ReasonUndo && v.WakesAt != nil && s.Now.Before(*v.WakesAt) {
		return false, nil
	}
	plan := p.Plan(ctx, s)
	phoneList := plan.Phone && !s.Activity.CallsFirst
	c, err := firstInLine(ctx, tx, s, v.ID, phoneList)
	if errors.Is(err, pgx.ErrNoRows) {
		return p.openToAll(ctx, tx, s, v, phoneList)
	}
	if err != nil {
		return false, err
	}
	if reason := HeldBack(s, plan); reason != "" {
		return false, p.SetVacancy(ctx, tx, s, v, VacancyState{"open", reason, nil})
	}
	if v.Reason == reasonMailDown {
		works, err := mailWorks(ctx, tx, v.since)
		if err != nil {
			return false, err
		}
		if !works {
			list := s.Starts.Add(-p.Countdown(ctx).StopWithin).Add(time.Minute)
			return false, p.SetVacancy(ctx, tx, s, v, VacancyState{"open", reasonMailDown, &list})
		}
	}
	if plan.At.After(s.Now) {
		return false, p.SetVacancy(ctx, tx, s, v, VacancyState{"open", ReasonHours, &plan.At})
	}
	_, err = p.Offer(ctx, tx, s, c, plan.Until)
	return true, err
}

// openToAll releases a place that nobody who waits has a claim on, and says so. It keeps the place
// while somebody thinks about fewer places than they asked for: when they would rather wait, they
// are offered this one too.
func (p *Waitlist) openToAll(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	v HeldPlace,
	phoneList bool,
) (released bool, err error) {
	var wanted int
	if err := tx.QueryRow(ctx, `
		select coalesce(sum(e.seats - o.seats), 0) - (
			select count(*)
			from vacancy b
			where b.occurrence_id = v.occurrence_id
				and b.no < v.no
				and b.state = 'open'
				and b.offer_id is null
				and b.reason = $3
		)
		from vacancy v
		left join waitlist_entry e on e.occurrence_id = v.occurrence_id
			and e.state = 'offered'
			and (not $2 or (e.doc->>'shortNotice')::boolean)
			and `+ClaimAt("$4")+`
		left join offer o on o.entry_id = e.id
			and o.state = 'open'
		where v.id = $1
		group by v.occurrence_id, v.no`, v.ID, phoneList, ReasonAnswer, s.Now,
	).Scan(&wanted); err != nil {
		return false, err
	}
	if wanted > 0 {
		return false, p.SetVacancy(ctx, tx, s, v, VacancyState{"open", ReasonAnswer, nil})
	}
	s.Held--
	return true, p.SetVacancy(ctx, tx, s, v, VacancyState{"released", reasonUsedUp, nil})
}

// HeldBack is why nothing is offered for this date now, whatever the hour; empty when it can be.
func HeldBack(s *rules.Slot, plan rules.Plan) string {
	switch {
	case s.IsOff(), s.Hidden() != nil:
		return ReasonCancelled
	case s.Doc.OffersStopped != "":
		return reasonStopped
	case s.Activity.CallsFirst:
		return ReasonCallFirst
	case plan.Phone:
		return ReasonPhoneList
	}
	return ""
}

// mailWorks says whether any mail was accepted after that moment.
func mailWorks(ctx context.Context, tx pgx.Tx, after time.Time) (works bool, err error) {
	err = tx.QueryRow(ctx, `
		select exists (select 1 from mail where sent_at > $1)`, after).Scan(&works)
	return works, err
}

// Unoffered are the places that are held and offered to nobody.
func Unoffered(ctx context.Context, tx pgx.Tx, occurrence string) ([]HeldPlace, error) {
	all, err := heldPlaces(ctx, tx, occurrence)
	return slices.DeleteFunc(all, func(v HeldPlace) bool { return v.Offer != "" }), err
}

// firstInLine is who waits longest with a claim on the vacancy. On the phone list only people who
// can come at short notice.
func firstInLine(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	vacancy string,
	phoneList bool,
) (c Candidate, err error) {
	err = tx.QueryRow(ctx, `
		select e.id, e.seats, e.way, e.email_key is not null
		from waitlist_entry e
		join vacancy v on v.id = $2
		where e.occurrence_id = $1
			and e.state = 'waiting'
			and (not $3 or (e.doc->>'shortNotice')::boolean)
			and `+ClaimAt("$4")+`
		order by e.position limit 1`, s.ID, vacancy, phoneList, s.Now).Scan(
		&c.ID,
		&c.Seats,
		&c.Way,
		&c.HasEmail,
	)
	return c, err
}

// VacancyState is how a vacancy stands, why, and when that is to be looked at again; nil: not by
// the clock.
type VacancyState struct {
	State, Reason string
	WakesAt       *time.Time
}

// SetVacancy writes down how a vacancy stands, with a job that wakes us when it is to be looked at.
func (p *Waitlist) SetVacancy(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	v HeldPlace,
	to VacancyState,
) error {
	if to.State == "open" && v.Reason == to.Reason && sameMoment(v.WakesAt, to.WakesAt) {
		return nil // its job is stored already
	}
	if _, err := tx.Exec(ctx, `
		update vacancy set state = $2, reason = $3, wakes_at = $4, updated_at = $5 where id = $1`,
		v.ID, to.State, to.Reason, to.WakesAt, s.Now); err != nil || to.WakesAt == nil {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, *to.WakesAt)
}

func sameMoment(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// count reads back how many places are held, and whether somebody who waits still has a claim on
// one of them.
func count(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	return tx.QueryRow(ctx, `
		select count(*), coalesce(bool_or(exists (
			select 1 from waitlist_entry e
			where e.occurrence_id = $1 and e.state = 'waiting' and `+ClaimAt("$2")+`)), false)
		from vacancy v where v.occurrence_id = $1 and v.state = 'open'`, s.ID, s.Now).Scan(
		&s.Held,
		&s.Claimed,
	)
}

// EndWaiting ends the waiting when nobody can be helped any more: places are no longer held, for
// this reason, and entries are closed.
func EndWaiting(ctx context.Context, tx pgx.Tx, s *rules.Slot, reason string) error {
	for _, sql := range []string{
		`
			update offer set state = 'ended',
				answered_at = $2 where occurrence_id = $1 and state = 'open'`,
		`
			update vacancy set state = 'released', reason = '` + reason +
			`', offer_id = null, updated_at = $2 where occurrence_id = $1 and state = 'open'`,
		`
			update waitlist_entry set state = 'closed', version = version + 1,
				updated_at = $2 where occurrence_id = $1 and state in ('waiting', 'offered')`,
	} {
		if _, err := tx.Exec(ctx, sql, s.ID, s.Now); err != nil {
			return err
		}
	}
	s.Held, s.Waiting, s.Claimed = 0, 0, false
	return nil
}
