package rules

import "herstelruimte/internal/house"

// WaitTimes is what somebody on a waitlist is told of its clock.
type WaitTimes struct {
	From        string `json:"from" doc:"we ring from then, as people write it"`
	Until       string `json:"until" doc:"we ring until then"`
	Hours       int    `json:"hours,omitempty" doc:"to think about a free place, nights and closing days aside; absent when we always ring"`
	ShortHours  int    `json:"shortHours,omitempty" doc:"the same, when the start is near"`
	ShortWithin int    `json:"shortWithin,omitempty" doc:"near: fewer hours to the start than this"`
}

// WaitTimesOf is the clock of this activity's waitlists.
func WaitTimesOf(h house.House, a *Activity) WaitTimes {
	c := h.Waitlist
	out := WaitTimes{From: c.From.String(), Until: c.Until.String()}
	if !a.CallsFirst {
		out.Hours, out.ShortHours, out.ShortWithin = c.Long, c.Short, c.ShortWithin
	}
	return out
}
