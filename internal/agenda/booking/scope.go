package booking

import (
	"context"
	"slices"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// How much of an activity something is meant for.
const (
	ScopeLater = "later" // this date and those after it
	ScopeAll   = "all"   // all dates to come
)

// Scope is for which dates a change is meant. What has been never changes.
type Scope struct {
	Scope string `json:"scope,omitempty" enum:"this,later,all" doc:"absent: this date alone"`
	Own   bool   `json:"own,omitempty"   doc:"also the dates with an own time, room or host"`
}

func (sc Scope) Many() bool { return sc.Scope == ScopeLater || sc.Scope == ScopeAll }

// alike says which dates of an activity belong together: those that its rhythm made, and the loose
// ones. A date that was put in by hand beside a rhythm is not changed with those of the rhythm.
const alike = `rhythm_id is not distinct from (
	select l.rhythm_id from occurrence l where l.id = `

// ComingDates are this date and the others that belong to it, are to come and go on, in this scope,
// by their start. It is the one place that says which dates belong together.
func ComingDates(ctx context.Context, q db.Querier, s *rules.Slot, scope string) ([]*rules.Slot, error) {
	return waitlist.SlotsWhere(ctx, q, s.Now, `
		o.id = $1
		or o.activity_id = $2
			and o.kind = 'date'
			and o.status <> 'cancelled'
			and o.starts_at > $3
			and o.`+alike+`$1)
				and ($4 or (o.starts_at, o.id) > ($5, $1))
		order by o.starts_at, o.id`, s.ID, s.ActivityID, s.Now, scope == ScopeAll, s.Starts)
}

// Span is which dates an act is on, and who may do it.
type Span struct {
	// Of are the chosen date and those that go with it, by their start; nil: that one alone.
	Of func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error)
	// May says whether somebody may act on them. Problems: forbidden.
	May func(ctx context.Context, q db.Querier, who identity.Actor, lead *rules.Slot) error
	// With is another date that is known beforehand.
	With string
}

// One is a date alone, for who may meet its people.
func (p *Booking) One() Span { return Span{May: p.MayMeet} }

// scope are several dates of an activity, for who plans it.
func ScopeOf(of func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error)) Span {
	return Span{Of: of, May: func(
		_ context.Context, _ db.Querier, who identity.Actor, lead *rules.Slot,
	) error {
		return MayMany(who, lead)
	}}
}

func (sp Span) Dates(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error) {
	if sp.Of == nil {
		return []*rules.Slot{lead}, nil
	}
	return sp.Of(ctx, q, lead)
}

// Coming are the dates of a scope that go on.
func (p *Booking) Coming(sc Scope) Span {
	if !sc.Many() {
		return p.One()
	}
	return ScopeOf(func(
		ctx context.Context, q db.Querier, lead *rules.Slot,
	) ([]*rules.Slot, error) {
		return ComingDates(ctx, q, lead, sc.Scope)
	})
}

// MayMany says whether somebody may change more dates than one of this activity.
//
// Problems: forbidden.
func MayMany(who identity.Actor, s *rules.Slot) error { return rules.MayWrite(who, &s.Activity) }

// whoPlans are the acts of who plans a date: the others are for everybody who may meet its people.
var whoPlans = []string{
	ActMoved, ActChanged, ActSeats, ActRemoved, ActPutBack, ActOpened, ActStopped, ActResumed,
	ActMessage, ActCode, ActResent, ActUnsent, ActValues,
}

// MayAct says whether somebody who may meet the people of a date may do this to it, and so take it
// back. Problems: forbidden.
func MayAct(who identity.Actor, s *rules.Slot, kind string) error {
	switch {
	case kind == ActSkipped && !who.Has(identity.Coordinator):
		return problem.New(problem.Forbidden)
	case slices.Contains(whoPlans, kind):
		return s.MayRun(who)
	}
	return nil
}

// MayMoveTo says whether somebody may move a date there: who opens the door moves it within today.
//
// Problems: forbidden.
func MayMoveTo(who identity.Actor, s *rules.Slot, to Stood) error {
	if rules.Today(rules.Meeting{Start: to.Start, End: to.End}, s.Now) {
		return nil
	}
	return s.MayRun(who)
}

// MayMeet says whether somebody may read who comes to a date, and act on it: the coordinator
// always, a begeleider on the own activities, a gastheer on dates of today. Problems: forbidden.
func (p *Booking) MayMeet(ctx context.Context, q db.Querier, who identity.Actor, s *rules.Slot) error {
	if s.MayRun(who) == nil {
		return nil
	}
	if !who.Has(identity.Gastheer) {
		return problem.New(problem.Forbidden)
	}
	all, err := waitlist.Meetings(ctx, q, s.ID)
	if err != nil {
		return err
	}
	for _, m := range all {
		if rules.Today(m, s.Now) {
			return nil
		}
	}
	return problem.New(problem.Forbidden)
}

// MayWhole says whether who acts may change these dates as a whole: who changes a whole series
// plans it. Problems: forbidden.
func (m *Many) MayWhole() error {
	if m.Lead.Kind != "series" {
		return nil
	}
	return m.Lead.MayRun(m.Who)
}
