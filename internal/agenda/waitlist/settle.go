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

// unasked is true of who waits, e, and was told that no place was free, and was offered none since.
// A group that chose the list beside places that were too few was not told that.
const unasked = `
	not coalesce((e.doc->>'besideFree')::boolean, false)
	and not exists (select 1 from offer o where o.entry_id = e.id and o.state <> 'untold')`

// ClaimAt is claim at a moment, named as SQL: nobody is asked who is on pause then.
func ClaimAt(now string) string { return claim + ` and ` + privacy.Unpaused("e.id", now) }

// claim is true of who waits, e, and a vacancy, v, when they are to be asked for it: each person
// once. A spare place that its offer left over is only for who was never asked.
const claim = `
	not exists (
		select 1 from offer_vacancy ov where ov.vacancy_id = v.id and ov.entry_id = e.id
	)
	and (not v.spare or ` + unasked + `)`

// settle gives every open vacancy without an offer to the first who waits and was not offered it
// before; a place that nobody wants opens to all. It runs under the lock, at the end of the
// transaction.
func (p *Waitlist) settle(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	if err := p.shrink(ctx, tx, s); err != nil {
		return err
	}
	for {
		open, err := Unoffered(ctx, tx, s.ID)
		again := false
		// up to the first that is offered or released: an offer may take several
		for i := 0; i < len(open) && err == nil && !again; i++ {
			again, err = p.decide(ctx, tx, s, open[i])
		}
		if err == nil && !again {
			again, err = p.holdSpare(ctx, tx, s)
		}
		if err != nil || !again {
			return err
		}
	}
}

// holdSpare counts the places that are held, and says in s whether who waits has a claim on one.
// Places that would be free for all then it keeps for the first who was told that none was free and
// never asked. It says whether there was one.
func (p *Waitlist) holdSpare(ctx context.Context, tx pgx.Tx, s *rules.Slot) (bool, error) {
	if err := tx.QueryRow(ctx, `
		select count(*), coalesce(bool_or(exists (
			select 1 from waitlist_entry e
			where e.occurrence_id = $1 and e.state = 'waiting' and `+ClaimAt("$2")+`)), false)
		from vacancy v where v.occurrence_id = $1 and v.state = 'open'`, s.ID, s.Now).Scan(
		&s.Held, &s.Claimed,
	); err != nil || s.Claimed || s.Left() == 0 || !helpsWaiting(s) || s.Hidden() != nil {
		return false, err
	}
	c, err := p.first(ctx, tx, s, unasked+` and `+privacy.Unpaused("e.id", "$3"))
	if err != nil || c == nil {
		return false, err
	}
	_, err = p.hold(ctx, tx, s, min(c.Seats, s.Left()), true)
	return err == nil, err
}

// first is who waits longest, e, of whom this is true at $3; on the phone list only who can come at
// short notice. nil: nobody.
func (p *Waitlist) first(ctx context.Context, tx pgx.Tx, s *rules.Slot, is string, more ...any) (*Candidate, error) {
	var c Candidate
	err := tx.QueryRow(ctx, `
		select e.id, e.seats, e.way, e.email_key is not null
		from waitlist_entry e
		where e.occurrence_id = $1
			and e.state = 'waiting'
			and (not $2 or (e.doc->>'shortNotice')::boolean)
			and `+is+`
		order by e.position limit 1`,
		append([]any{s.ID, p.phoneList(ctx, s), s.Now}, more...)...,
	).Scan(&c.ID, &c.Seats, &c.Way, &c.HasEmail)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &c, err
}

// phoneList says whether it is too near the start for an automatic offer.
func (p *Waitlist) phoneList(ctx context.Context, s *rules.Slot) bool {
	return p.Plan(ctx, s).Phone && !s.Activity.CallsFirst
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
func (p *Waitlist) decide(ctx context.Context, tx pgx.Tx, s *rules.Slot, v HeldPlace) (bool, error) {
	if v.Reason == ReasonUndo && v.WakesAt != nil && s.Now.Before(*v.WakesAt) {
		return false, nil
	}
	c, err := p.first(ctx, tx, s, `exists (
		select from vacancy v where v.id = $4 and `+ClaimAt("$3")+`
	)`, v.ID)
	if err != nil {
		return false, err
	}
	if c == nil {
		return p.openToAll(ctx, tx, s, v)
	}
	plan, wait := p.Plan(ctx, s), VacancyState{State: "open"}
	wait.Reason = HeldBack(s, plan)
	if wait.Reason == "" && v.Reason == reasonMailDown {
		works := false // whether any mail was accepted since
		if err := tx.QueryRow(ctx, `
			select exists (select 1 from mail where sent_at > $1)`, v.since).Scan(&works); err != nil {
			return false, err
		}
		if !works {
			list := s.Starts.Add(-p.Countdown(ctx).StopWithin).Add(time.Minute)
			wait.Reason, wait.WakesAt = reasonMailDown, &list
		}
	}
	if wait.Reason == "" && plan.At.After(s.Now) {
		wait.Reason, wait.WakesAt = ReasonHours, &plan.At
	}
	if wait.Reason != "" {
		return false, p.SetVacancy(ctx, tx, s, v, wait)
	}
	_, err = p.Offer(ctx, tx, s, *c, plan.Until)
	return true, err
}

// openToAll releases a place that nobody who waits has a claim on. It keeps the place while
// somebody thinks about fewer places than they asked for: would they rather wait, they are offered
// this one too.
func (p *Waitlist) openToAll(ctx context.Context, tx pgx.Tx, s *rules.Slot, v HeldPlace) (released bool, err error) {
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
		group by v.occurrence_id, v.no`, v.ID, p.phoneList(ctx, s), ReasonAnswer, s.Now,
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

// Unoffered are the places that are held and offered to nobody.
func Unoffered(ctx context.Context, tx pgx.Tx, occurrence string) ([]HeldPlace, error) {
	all, err := heldPlaces(ctx, tx, occurrence)
	return slices.DeleteFunc(all, func(v HeldPlace) bool { return v.Offer != "" }), err
}

// VacancyState is how a vacancy stands, why, and when that is to be looked at again; nil: not by
// the clock.
type VacancyState struct {
	State, Reason string
	WakesAt       *time.Time
}

// SetVacancy writes down how a vacancy stands, with a job for when it is to be looked at again.
func (p *Waitlist) SetVacancy(ctx context.Context, tx pgx.Tx, s *rules.Slot, v HeldPlace, to VacancyState) error {
	same := v.WakesAt == nil && to.WakesAt == nil ||
		v.WakesAt != nil && to.WakesAt != nil && v.WakesAt.Equal(*to.WakesAt)
	if to.State == "open" && v.Reason == to.Reason && same {
		return nil // its job is stored already
	}
	if _, err := tx.Exec(ctx, `
		update vacancy set state = $2, reason = $3, wakes_at = $4, updated_at = $5 where id = $1`,
		v.ID, to.State, to.Reason, to.WakesAt, s.Now); err != nil || to.WakesAt == nil {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, *to.WakesAt)
}

// EndWaiting ends the waiting when nobody can be helped any more: places are released, for this
// reason, and entries closed.
func EndWaiting(ctx context.Context, tx pgx.Tx, s *rules.Slot, reason string) error {
	for _, sql := range []string{
		`update offer set state = 'ended', answered_at = $2
		where occurrence_id = $1 and state = 'open'`,
		`update vacancy
		set state = 'released', reason = '` + reason + `', offer_id = null, updated_at = $2
		where occurrence_id = $1 and state = 'open'`,
		`update waitlist_entry set state = 'closed', version = version + 1, updated_at = $2
		where occurrence_id = $1 and state in ('waiting', 'offered')`,
	} {
		if _, err := tx.Exec(ctx, sql, s.ID, s.Now); err != nil {
			return err
		}
	}
	s.Held, s.Waiting, s.Claimed = 0, 0, false
	return nil
}
