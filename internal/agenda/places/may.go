package places

import (
	"context"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// MayMeet says whether somebody may read who comes to a date, and act on it: the coordinator
// always, a begeleider on the own activities, a gastheer on dates of today. Problems: forbidden.
func (p *Places) MayMeet(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	s *rules.Slot,
) error {
	if rules.MayWrite(who, &s.Activity) == nil {
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
