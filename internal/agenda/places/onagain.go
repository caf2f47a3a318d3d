package places

import (
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/problem"
)

// OnAgain is a date that goes on after all.
type OnAgain struct {
	Session     string `json:"session,omitempty"     maxLength:"60" doc:"of a series: that meeting alone"`
	Scope       string `json:"scope,omitempty"       enum:"this,later,all" doc:"of the dates that were called off together; absent: this date alone"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

// mayGoOn says whether a date can go on after all. Problems: conflict (it goes on), closed (over).
func mayGoOn(s *rules.Slot) error {
	switch {
	case s.Status != "cancelled":
		return problem.New(problem.Conflict)
	case !s.Now.Before(s.Ends):
		return problem.New(problem.Closed)
	}
	return nil
}
