package closing

import (
	"context"

	"herstelruimte/internal/identity"
)

// NoteClosingCheck is NoteCheck for a closure.
func (p *Closings) NoteClosingCheck(
	ctx context.Context,
	who identity.Actor,
	c *ClosingCheck,
) error {
	if len(c.Calls)+len(c.Unheard)+len(c.Away) == 0 {
		return nil
	}
	var ids []string
	for _, d := range c.Off {
		if d.People+d.Waiting > 0 {
			ids = append(ids, d.Occurrence)
		}
	}
	for _, d := range c.On {
		ids = append(ids, d.Occurrence)
	}
	return p.NoteNames(ctx, who, ids)
}
