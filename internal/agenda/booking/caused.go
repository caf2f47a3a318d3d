package booking

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
)

// Caused is what comes of an act: who is offered the place that came free, and from when on.
type Caused struct {
	Kind string `json:"kind"           enum:"offer,free,call,nextCalled" doc:"offer: it goes to the first who waits; free: open to everybody; call: staff phone the next; nextCalled: taken back too late, the next was asked"`
	Name string `json:"name,omitempty" doc:"first name of who is first in line now"`
	At   string `json:"at,omitempty"   format:"date-time"`
}

// answerDate adds to an answer how the date stands now.
func (p *Booking) answerDate(ctx context.Context, tx pgx.Tx, s *rules.Slot, a StaffAct, out *Done) error {
	out.Stands(s, a)
	if out.Earlier || !slices.Contains(passesOn, a.Kind) {
		return nil
	}
	why := waitlist.HeldBack(s, p.Plan(ctx, s))
	var entry string
	var at *time.Time
	err := tx.QueryRow(ctx, `
		select e.id, v.wakes_at
		from vacancy v
		join waitlist_entry e on e.occurrence_id = v.occurrence_id and e.state = 'waiting'
		where v.act_id = $1
			and v.state = 'open'
			and `+waitlist.ClaimAt("$2")+`
		order by e.position limit 1`, a.ID, s.Now).Scan(&entry, &at)
	if errors.Is(err, pgx.ErrNoRows) && waitlist.ByHand(why) {
		return p.calledNow(ctx, tx, s, a, out)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		if s.Free() > 0 && s.Limit != nil && Seen(a.Doc).Outcome != "yes" {
			out.Caused = append(out.Caused, Caused{Kind: "free"})
		}
		return nil
	}
	if err != nil || why != "" && !waitlist.ByHand(why) {
		return err
	}
	e, err := p.LoadEntry(ctx, tx, entry)
	c := Caused{Kind: "offer", Name: waitlist.FirstName(e.Who.Name)}
	if why != "" {
		c.Kind = "call"
	}
	if at != nil {
		c.At = clock.Moment(*at)
	}
	out.Caused = append(out.Caused, c)
	return err
}

// passesOn are the acts that may give a place to the next.
var passesOn = []string{ActCancelled, ActMoved, ActCalled, ActSkipped, ActRemoved}

// calledNow adds who is to be called next about a place, where staff give it by hand.
func (p *Booking) calledNow(ctx context.Context, tx pgx.Tx, s *rules.Slot, a StaffAct, out *Done) error {
	if d, is := a.Doc.(interface{ Settled() bool }); is && d.Settled() {
		return nil
	}
	l, err := p.ListOf(ctx, tx, s)
	if err != nil {
		return err
	}
	for _, t := range l.Turns() {
		if t.First && t.Again == nil && t.W.ID != a.Subject {
			out.Caused = append(
				out.Caused,
				Caused{Kind: "call", Name: waitlist.FirstName(t.W.Who.Name)},
			)
			return nil
		}
	}
	return nil
}
