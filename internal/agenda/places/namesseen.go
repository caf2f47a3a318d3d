package places

import (
	"context"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// AuditKind is the word for a date in the log book.
const AuditKind = auditKind

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

// noteCheck writes down that somebody saw names in a check.
func (p *Places) noteCheck(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	c *TellCheck,
) error {
	if !c.names() {
		return nil
	}
	return p.noteNames(ctx, who, c.of(occurrence))
}

// noteClosingCheck is noteCheck for a closure.
func (p *Places) noteClosingCheck(
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
	return p.noteNames(ctx, who, ids)
}

// noteNames writes down that somebody saw names of people of these dates.
func (p *Places) noteNames(ctx context.Context, who identity.Actor, ids []string) error {
	return p.noteSeen(ctx, who, auditKind, ids...)
}

// noteSeen writes down that somebody saw something of these dates: one line an hour for each, as a
// screen asks again at every change.
func (p *Places) noteSeen(
	ctx context.Context,
	who identity.Actor,
	kind string,
	dates ...string,
) error {
	return db.Problem(privacy.RecordOnce(ctx, p.Pool, p.Clock.Now(), privacy.Entry{
		Actor:  who.ID,
		Roles:  who.RoleNames(),
		Action: "viewed",
		Kind:   kind,
	}, dates...))
}
