package waitlist

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// The kinds of calls, and what one tells (call.reason).
const (
	CallTell   = "tell"
	CallRemind = "remind"
	CallMeet   = "meet"

	CallMoved = "moved"     // to another date, by staff
	CallSure  = "placeSure" // that the place is sure: the mail that said so did not arrive
	CallFirst = "meetFirst" // of an activity where staff speak with everybody before the first time
)

// MeetsBy is how staff get to know somebody before the first time; "" when they cannot.
func MeetsBy(phone, email string, noMail bool) string {
	switch {
	case phone != "":
		return "phone"
	case email != "" && !noMail:
		return "mail"
	}
	return ""
}

// Meets says whether staff get to know somebody first: it is their first time, or may be.
func (r *Row) Meets(s *rules.Slot) bool {
	return s.Activity.MeetFirst && (r.Doc.FirstTime == nil || *r.Doc.FirstTime)
}

// ToMeet leaves a call for staff about somebody whom they are to get to know first.
func (p *Waitlist) ToMeet(ctx context.Context, tx pgx.Tx, s *rules.Slot, r Row) error {
	if !r.Meets(s) || MeetsBy(r.Who.Phone, r.Who.Email, r.Doc.NoMail) == "" ||
		!s.Now.Before(s.Starts) {
		return nil
	}
	return p.AddCall(ctx, tx, s, NewCall{
		Kind: CallMeet, Reason: CallFirst, Registration: r.ID, By: p.MeetBy(ctx, s),
	})
}

// NewCall is a call that is not stored yet.
type NewCall struct {
	ID, Kind, Reason    string // empty: a new id, and a call that tells something
	Registration, Entry string // one of them
	Act                 string // that it tells of; empty: the one that runs
	By                  time.Time
	Meeting             *rules.Meeting // of which it reminds; nil: about the date
	About               []ToldRow      // the dates, of an act on several
}

// AddCall stores a call. One that was taken back is open again.
func (p *Waitlist) AddCall(ctx context.Context, tx pgx.Tx, s *rules.Slot, c NewCall) error {
	paused, err := privacy.PauseOf(ctx, tx, s.Now, []string{c.Registration, c.Entry})
	if err != nil || paused != nil {
		return err
	}
	var session, day *string
	if c.Meeting != nil {
		on := clock.Date(c.Meeting.Start)
		session, day = &c.Meeting.ID, &on
	}
	var about []byte
	if c.About != nil {
		about = db.JSON(c.About)
	}
	_, err = tx.Exec(ctx, `
		insert into call (id, kind, reason, occurrence_id, registration_id, entry_id, session_id,
			session_day, act_id, due_at, state, created_at, updated_at, about)
		values ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7, $8::date, nullif($9, ''), $10,
			'open', $11, $11, $12)
		on conflict (id) do update
		set state = 'open', due_at = excluded.due_at, updated_at = excluded.updated_at
		where call.state = 'withdrawn'`,
		cmp.Or(c.ID, db.NewID("call")), cmp.Or(c.Kind, CallTell), c.Reason, s.ID, c.Registration,
		c.Entry, session, day,
		cmp.Or(c.Act, s.Act), c.By, s.Now, about)
	return err
}

// CallBy is until when somebody must have heard: the end of the next counted day, and at the latest
// an hour before the start.
func (p *Waitlist) CallBy(ctx context.Context, s *rules.Slot) time.Time {
	by := p.PhonesUntil(ctx, p.CountedDay(ctx, s.Now, 1))
	if last := s.Starts.Add(-time.Hour); last.Before(by) {
		by = last
	}
	return by
}

// MeetBy is until when somebody must have been spoken with: the end of the counted day before the
// start, and when that is over an hour before it.
func (p *Waitlist) MeetBy(ctx context.Context, s *rules.Slot) time.Time {
	by := p.PhonesUntil(ctx, p.CountedDay(ctx, s.Starts, -1))
	if !s.Now.Before(by) {
		by = s.Starts.Add(-time.Hour)
	}
	return by
}

// PhonesUntil is the last counted hour of a day: after it nobody phones.
func (p *Waitlist) PhonesUntil(ctx context.Context, day time.Time) time.Time {
	return rules.WallMoment(day, p.House(ctx).Waitlist.Until)
}

// CountedDay is the first day after the one of t on which hours count, or before it with step -1.
func (p *Waitlist) CountedDay(ctx context.Context, t time.Time, step int) time.Time {
	c := p.Countdown(ctx)
	day := clock.Day(t).AddDate(0, 0, step)
	for range 30 { // a month of closing days ends every search
		if !c.ClosingDay(day) {
			break
		}
		day = day.AddDate(0, 0, step)
	}
	return day
}
