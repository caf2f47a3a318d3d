package places

import (
	"context"
	"slices"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// whoPlans are the acts of who plans a date: the others are for everybody who may meet its people.
var whoPlans = []string{
	actMoved, actChanged, actSeats, actRemoved, actPutBack, actOpened, actStopped, actResumed,
	actMessage, actCode, actResent, actUnsent, actValues,
}

// mayAct says whether somebody who may meet the people of a date may do this to it, and so take it
// back. Problems: forbidden.
func mayAct(who identity.Actor, s *rules.Slot, kind string) error {
	switch {
	case kind == actSkipped && !who.Has(identity.Coordinator):
		return problem.New(problem.Forbidden)
	case slices.Contains(whoPlans, kind):
		return s.MayRun(who)
	}
	return nil
}

// mayMoveTo says whether somebody may move a date there: who opens the door moves it within today.
//
// Problems: forbidden.
func mayMoveTo(who identity.Actor, s *rules.Slot, to stood) error {
	if rules.Today(rules.Meeting{Start: to.Start, End: to.End}, s.Now) {
		return nil
	}
	return s.MayRun(who)
}

// MayMeet says whether somebody may read who comes to a date, and act on it: the coordinator
// always, a begeleider on the own activities, a gastheer on dates of today. Problems: forbidden.
func (p *Places) MayMeet(
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
	all, err := Meetings(ctx, q, s.ID)
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
