package places

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

// Caused is what comes of an act: who is offered the place that came free, and from when on.
type Caused struct {
	Kind string `json:"kind"           enum:"offer,free,call,nextCalled" doc:"offer: it goes to the first who waits; free: open to everybody; call: staff phone the next; nextCalled: taken back too late, the next was asked"`
	Name string `json:"name,omitempty" doc:"first name of who is first in line now"`
	At   string `json:"at,omitempty"   format:"date-time"`
}

// answerDate adds to an answer how the date stands now.
func (p *Places) answerDate(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
	out *Done,
) error {
	out.stands(s, a)
	if out.Earlier || !slices.Contains(passesOn, a.kind) {
		return nil
	}
	why := heldBack(s, p.plan(ctx, s))
	var entry string
	var at *time.Time
	err := tx.QueryRow(ctx, `
		select e.id, v.wakes_at
		from vacancy v
		join waitlist_entry e on e.occurrence_id = v.occurrence_id and e.state = 'waiting'
		where v.act_id = $1
			and v.state = 'open'
			and `+claimAt("$2")+`
		order by e.position limit 1`, a.id, s.Now).Scan(&entry, &at)
	if errors.Is(err, pgx.ErrNoRows) && byHand(why) {
		return p.calledNow(ctx, tx, s, a, out)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		if s.Free() > 0 && s.Limit != nil && seen(a.doc).Outcome != "yes" {
			out.Caused = append(out.Caused, Caused{Kind: "free"})
		}
		return nil
	}
	if err != nil || why != "" && !byHand(why) {
		return err
	}
	e, err := p.loadEntry(ctx, tx, "id = $1", entry)
	c := Caused{Kind: "offer", Name: firstName(e.who.Name)}
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
var passesOn = []string{actCancelled, actMoved, actCalled, actSkipped, actRemoved}

// calledNow adds who is to be called next about a place, where staff give it by hand.
func (p *Places) calledNow(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
	out *Done,
) error {
	d, is := a.doc.(*calledAct)
	if is && (d.Outcome == "yes" || d.Call != "" && !d.Freed) {
		return nil
	}
	l, err := p.listOf(ctx, tx, s)
	if err != nil {
		return err
	}
	for _, t := range l.turns() {
		if t.first && t.again == nil && t.w.id != a.subject {
			out.Caused = append(out.Caused, Caused{Kind: "call", Name: firstName(t.w.who.Name)})
			return nil
		}
	}
	return nil
}
