package rules

import (
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// MayWrite says whether the actor may change an activity and its dates: a begeleider only the own
// ones.
func MayWrite(actor identity.Actor, a *Activity) error {
	if actor.Has(identity.Coordinator) || actor.Has(identity.Begeleider) && a.OwnedBy(actor.ID) {
		return nil
	}
	return problem.New(problem.Forbidden)
}

// MayRead says whether the actor may see the counts of its dates.
func MayRead(actor identity.Actor, a *Activity) error {
	if actor.Has(identity.Gastheer, identity.Redactie, identity.Beheerder) {
		return nil
	}
	return MayWrite(actor, a)
}

func (a *Activity) OwnedBy(uid string) bool {
	for _, s := range a.Staff {
		if s == uid {
			return true
		}
	}
	return false
}
