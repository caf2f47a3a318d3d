package changes

import (
	"context"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/identity"
)

// AuditKind is the word for a date in the log book.
const AuditKind = waitlist.AuditKind

// names says whether a check shows any name.
func (c *TellCheck) names() bool { return len(c.Calls)+len(c.Unheard)+len(c.Away) > 0 }

// of are the dates whose people a check may name: those of its scope, else the one asked about.
func (c *TellCheck) of(occurrence string) (ids []string) {
	if len(c.Dates) == 0 {
		return []string{occurrence}
	}
	for _, d := range c.Dates {
		if d.People+d.Waiting > 0 {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// NoteCheck writes down that somebody saw names in a check.
func (p *Changes) NoteCheck(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	c *TellCheck,
) error {
	if !c.names() {
		return nil
	}
	return p.NoteNames(ctx, who, c.of(occurrence))
}

// NoteNames writes down that somebody saw names of people of these dates.
func (p *Changes) NoteNames(ctx context.Context, who identity.Actor, ids []string) error {
	return p.NoteSeen(ctx, who, waitlist.AuditKind, ids...)
}
