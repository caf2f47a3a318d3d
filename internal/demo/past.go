package demo

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// signedUpBefore is how long before a date of the past its people signed up.
const signedUpBefore = 4 * 24 * time.Hour

// forgottenGroup is the one of last week in which nobody ticked who came.
func (p *plan) forgottenGroup() string { return p.date("stoel", p.at(-1, 1, 1030)) }

// past gives the dates that are over people: some called off, and of most somebody noted who came.
// Of the series that is half way the meetings that were held are ticked.
func (l *loader) past(ctx context.Context) error {
	for i, d := range l.plan.dates {
		first := d.Sessions[0]
		if !first.End.Before(l.plan.now) || d.Status == "cancelled" || !l.bookable(d.ActivityID) {
			continue
		}
		people := 6 + i%4
		if d.Capacity != nil {
			people = min(people, *d.Capacity)
		}
		all, err := l.came(ctx, d, people)
		if err != nil {
			return err
		}
		if d.ID == l.plan.forgottenGroup() {
			continue
		}
		if err := l.ticked(ctx, d, all); err != nil {
			return err
		}
	}
	return nil
}

// bookable says whether people sign up for an activity that visitors still see.
func (l *loader) bookable(activity string) bool {
	return slices.ContainsFunc(l.plan.activities, func(a rules.Activity) bool {
		return id("act", a.Slug) == activity && a.Mode != "walkin" &&
			(a.Status == "published" || a.Status == "")
	})
}

// came signs n people up for a date, some days before it, and gives their sign-ups in order. The
// first one of every other date calls off.
func (l *loader) came(ctx context.Context, d rules.NewOccurrence, n int) (ids []string, err error) {
	start := d.Sessions[0].Start
	before, there := l.visitorsAt(start.Add(-signedUpBefore)), l.visitorsAt(start)
	err = db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		for i := range n {
			source, who, then := "site", l.someone(), before
			if who.Email == "" { // at the door: nobody has to phone them first any more
				source, then = "balie", there
			}
			one, err := then.Enrol(ctx, tx, d.ID, source, who)
			if err != nil {
				return err
			}
			if i > 0 || n%2 == 0 {
				ids = append(ids, one)
			}
		}
		if n%2 == 0 {
			return nil
		}
		return before.CancelFirst(ctx, tx, d.ID)
	})
	return ids, err
}

// visitorsAt is what visitors do, at another moment.
func (l *loader) visitorsAt(now time.Time) *visitors.Visitors {
	w := l.Agenda.Waitlist.At(clock.Stopped(now))
	return &visitors.Visitors{Booking: &booking.Booking{Waitlist: w}}
}

// ticked notes of each sign-up whether somebody was at the meetings that are over: about six of
// seven were.
func (l *loader) ticked(ctx context.Context, d rules.NewOccurrence, all []string) error {
	for m, s := range d.Sessions {
		if !s.End.Before(l.plan.now) {
			continue
		}
		for i, one := range all {
			state := "here"
			if (i+m)%7 == 5 {
				state = "absent"
			}
			if _, err := l.Pool.Exec(ctx, `
				insert into attendance (registration_id, session_id, state, at, by)
				values ($1, $2, $3, $4, '')
				on conflict do nothing`, one, s.ID, state, s.End); err != nil {
				return err
			}
		}
	}
	return nil
}
