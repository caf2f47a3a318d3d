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
func (p *Booking) MayMeet(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	s *rules.Slot,
) error {
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
