package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

// bornClosed calls off a new date that lies in a closure, as if it had been there before: it comes
// back with it. Of a series those meetings alone. Everything that makes a date passes here, by
// SaveOccurrence, or PutDateBack.
func (p *Places) bornClosed(ctx context.Context, tx pgx.Tx, o rules.NewOccurrence) error {
	if o.Status == "cancelled" {
		return nil
	}
	if _, err := tx.Exec(ctx, `
		select pg_advisory_xact_lock_shared(`+closingLock+`)`); err != nil {
		return err
	}
	last := o.Sessions[len(o.Sessions)-1].Start
	all, err := closures(ctx, tx, `
		c.ended_at is null
		and c.starts_at <= $1
		and c.ends_at > $2`, last, o.Sessions[0].Start)
	if err != nil || len(all) == 0 {
		return err
	}
	meetings, err := Meetings(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	s, err := p.Peek(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	for i, m := range meetings {
		d := closingDate{s: s, m: m}
		if o.Kind == "series" {
			d.session = m.ID
		} else if i > 0 {
			break
		}
		for _, c := range all {
			if !p.Clock.Now().Before(m.Start) || !c.hours.Has(m.Start) || !c.has(effectDates) {
				continue
			}
			if d.act == nil { // the others lie over it
				if err := bornOff(ctx, tx, &d, c); err != nil {
					return err
				}
			}
			if err := standUnder(ctx, tx, c.id, []closingDate{d}); err != nil {
				return err
			}
		}
	}
	return nil
}

// bornOff calls off by this closure what has nobody yet.
func bornOff(ctx context.Context, tx pgx.Tx, d *closingDate, c closure) (err error) {
	s := d.s
	doc := &offAct{Reason: "other", offOrOn: c.act(*d)}
	if d.session == "" {
		doc.Off = &offDoc{Status: s.Status, Entries: map[string]string{}}
		s.Status, s.Doc.ChangeReason = "cancelled", c.hours.Reason
		err = keepDates(ctx, tx, s)
	} else {
		err = setMeetings(ctx, tx, meetingsOff(s.Now, c.hours.Reason), []closingDate{*d})
	}
	if err != nil {
		return err
	}
	d.act = &staffAct{id: db.NewID("sac"), occurrence: s.ID, by: c.by, at: s.Now, doc: doc}
	return storeActs(ctx, tx, []staffAct{*d.act})
}
