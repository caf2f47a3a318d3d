package changes

import (
	"slices"

	"herstelruimte/internal/db"
)

// Ready puts the units of a closure by their start, and gives each its act.
func (c *ChangePlan) Ready() {
	units := c.Units
	slices.SortStableFunc(units, func(a, b PlanUnit) int {
		return a.M.Start.Compare(b.M.Start)
	})
	c.Units = nil
	for _, d := range units {
		d.S.Act = db.NewID("sac")
		c.Add(d)
	}
}

// Add takes up a unit of a closure: a date, or a meeting alone.
func (c *ChangePlan) Add(d PlanUnit) {
	c.Units = append(c.Units, d)
	if d.Session == "" {
		c.Whole = append(c.Whole, d.S)
	}
}
