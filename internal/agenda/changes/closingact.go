package changes

import (
	"herstelruimte/internal/agenda/rules"
)

// Lead is the date whose act tells people of all; nil when nobody is told.
func (c ChangePlan) Lead() *rules.Slot {
	for _, d := range c.Units {
		if d.S.Act != "" {
			return d.S
		}
	}
	return nil
}
