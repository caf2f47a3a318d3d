package rules

import (
	"slices"
	"testing"

	"herstelruimte/internal/problem"
)

// Nobody is stored who did not agree, whatever else the form says.
func TestAFormWithoutConsentIsNamed(t *testing.T) {
	asks := func(fields []problem.Field) bool {
		return slices.ContainsFunc(fields, func(f problem.Field) bool {
			return f.Name == "consent" && f.Code == problem.Required
		})
	}
	for _, agreed := range []bool{false, true} {
		for _, name := range []string{"", "Anja"} {
			up := SignUp{Person: Person{Name: name}, Consent: agreed}
			if got := asks(up.Validate()); got == agreed {
				t.Errorf("sign-up of %q, agreed %v: asked for it: %v", name, agreed, got)
			}
			wait := JoinWaitlist{Person: Person{Name: name}, Consent: agreed}
			if got := asks(wait.Validate()); got == agreed {
				t.Errorf("waiting of %q, agreed %v: asked for it: %v", name, agreed, got)
			}
		}
	}
}
