package places

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// many are dates that change together: the one that somebody chose, and those that go with it.
type many struct {
	lead   *rules.Slot
	dates  []*rules.Slot // by their start, lead among them
	parts  []part        // those that did change, with what the act keeps of each
	many   bool          // of a scope
	who    identity.Actor
	locked bool // the locks of all dates are there
}

// part is one date of an act on several.
type part struct {
	s   *rules.Slot
	doc onDate
}

func (m *many) did(s *rules.Slot, doc onDate) { m.parts = append(m.parts, part{s, doc}) }

func idsOf(dates []*rules.Slot) []string {
	ids := make([]string, len(dates))
	for i, s := range dates {
		ids[i] = s.ID
	}
	return ids
}

// seeMany reads these dates without their locks, for who may change them.
//
// Problems: not_found, forbidden.
func (p *Places) seeMany(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	of span,
) (*many, error) {
	m, err := p.findMany(ctx, p.Pool, who, occurrence, of)
	return m, db.Problem(err)
}

// findMany are these dates as they stand, for who may act on them.
//
// Problems: not_found, forbidden.
func (p *Places) findMany(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	occurrence string,
	of span,
) (*many, error) {
	lead, err := p.Peek(ctx, q, occurrence)
	if err != nil {
		return nil, err
	}
	if err := of.may(ctx, q, who, lead); err != nil {
		return nil, err
	}
	dates, err := of.dates(ctx, q, lead)
	lead = cmp.Or(dateOf(dates, occurrence), lead)
	return &many{lead: lead, dates: dates, many: of.of != nil, who: who}, err
}

// lockSome locks these dates in the order of their ids. The control of the race tests leaves it
// out.
//
// Problems: not_found (no such id can be).
func (p *Places) lockSome(ctx context.Context, tx pgx.Tx, ids []string) error {
	if slices.ContainsFunc(ids, func(id string) bool { return !rules.Readable(id) }) {
		return problem.New(problem.NotFound)
	}
	if p.unlocked {
		return nil
	}
	_, err := tx.Exec(ctx, `
		select from occurrence where id = any($1) order by id for update`, ids)
	return err
}

// lockDates locks these dates, ends on each what is over by the clock, and gives them in the order
// of their ids as they are then.
func (p *Places) lockDates(ctx context.Context, tx pgx.Tx, ids []string) ([]*rules.Slot, error) {
	if err := p.lockSome(ctx, tx, ids); err != nil {
		return nil, err
	}
	dates, err := p.slotsAt(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	for _, s := range dates {
		if err := p.begin(ctx, tx, s); err != nil {
			return nil, err
		}
	}
	p.paused()
	return dates, nil
}

// lockFew is lockDates of one or two dates, in this order; each is read by itself, by a plan that
// also holds when it was made on empty tables. Problems: not_found.
func (p *Places) lockFew(
	ctx context.Context,
	tx pgx.Tx,
	ids ...string,
) (dates []*rules.Slot, err error) {
	if err := p.lockSome(ctx, tx, ids); err != nil {
		return nil, err
	}
	for _, id := range ids {
		s, err := p.Peek(ctx, tx, id) // its moment is after the wait, too
		if err == nil {
			err = p.begin(ctx, tx, s)
		}
		if err != nil {
			return nil, err
		}
		dates = append(dates, s)
	}
	p.paused()
	return dates, nil
}

// begin notes how a date stands whose lock is there, and ends on it what is over by the clock.
func (p *Places) begin(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	s.Before = s.Word()
	return p.catchUp(ctx, tx, s)
}

func (p *Places) paused() {
	if p.pause != nil {
		p.pause()
	}
}

// dateOf is the one of these dates with this id; nil when it is none of them.
func dateOf(dates []*rules.Slot, id string) *rules.Slot {
	for _, s := range dates {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// lockMany is seeMany under all locks. Problems: those of seeMany, precondition_failed (other dates
// by the time that the locks were there).
func (p *Places) lockMany(
	ctx context.Context,
	tx pgx.Tx,
	who identity.Actor,
	occurrence string,
	of span,
) (*many, error) {
	held := []string{occurrence}
	if of.of != nil {
		lead, err := p.Peek(ctx, tx, occurrence)
		if err != nil {
			return nil, err
		}
		before, err := of.of(ctx, tx, lead)
		if err != nil {
			return nil, err
		}
		held = idsOf(before)
	}
	if err := p.lockSome(ctx, tx, held); err != nil {
		return nil, err
	}
	p.paused()
	m, err := p.findMany(ctx, tx, who, occurrence, of) // after the wait
	if err != nil {
		return nil, err
	}
	m.locked = true
	// a date that stopped going on while we waited is seen by who asks; a new one is not locked
	for _, s := range m.dates {
		if !slices.Contains(held, s.ID) {
			return nil, problem.New(problem.PreconditionFailed)
		}
	}
	for _, s := range m.dates {
		if err := p.begin(ctx, tx, s); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// inTx runs do in one transaction, and says after it when a public status word changed.
func (p *Places) inTx(ctx context.Context, do func(tx pgx.Tx) (word bool, err error)) error {
	word := false
	err := db.InTx(ctx, p.Pool, func(tx pgx.Tx) (err error) {
		word, err = do(tx)
		return err
	})
	if err == nil && word {
		p.Changed()
	}
	return err
}

// onDates runs do on the chosen date and those that go with it under all their locks, in one
// transaction, for staff who may, and notes one act with a part for each other date that changed.
// It is the one way by which staff act on dates and their people.
//
// Problems: not_found, forbidden, precondition_failed (other dates than were shown), conflict (this
// press did something else), and those of do.
func (p *Places) onDates(
	ctx context.Context,
	by By,
	occurrence string,
	of span,
	do func(tx pgx.Tx, m *many) (acted, error),
) (out Done, err error) {
	leave, err := p.Dates.Enter(ctx, occurrence, cmp.Or(of.with, occurrence))
	if err != nil {
		return out, db.Problem(err)
	}
	defer leave()
	var noted staffAct
	err = p.inTx(ctx, func(tx pgx.Tx) (word bool, err error) {
		m, err := p.lockMany(ctx, tx, by.Actor, occurrence, of)
		if err != nil {
			return false, err
		}
		a, err := p.actOnce(ctx, tx, by, m, do)
		if err != nil {
			return false, err
		}
		if noted, err = p.note(ctx, tx, by, m.lead, a); err != nil {
			return false, err
		}
		if word, err = p.storeAll(ctx, tx, m.dates); err != nil {
			return false, err
		}
		out = a.done
		out.Earlier = a.earlier != nil
		return word, p.answerDate(ctx, tx, m.lead, noted, &out)
	})
	if err != nil {
		return out, err
	}
	return out, p.named(ctx, &noted, &out.Act)
}

// actOnce runs do, unless this press ran it before: then it is the act of then. What do says of the
// date itself is kept.
func (p *Places) actOnce(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	m *many,
	do func(tx pgx.Tx, m *many) (acted, error),
) (a acted, err error) {
	if a.earlier, err = p.pressed(ctx, tx, m.lead.ID, by); err != nil {
		return a, err
	}
	if a.earlier != nil {
		a.done, err = p.doneBefore(ctx, tx, *a.earlier)
		return a, err
	}
	own, stopped := m.lead.Doc.OwnCapacity, m.lead.Doc.OffersStopped
	for _, s := range m.dates {
		s.Act = db.NewID("sac")
	}
	if a, err = do(tx, m); err != nil {
		return a, err
	}
	if s := m.lead; s.Doc.OwnCapacity != own || s.Doc.OffersStopped != stopped {
		if err := keepDoc(ctx, tx, s); err != nil {
			return a, err
		}
	}
	if a.earlier == nil {
		err = noteParts(ctx, tx, by, m, &a)
	}
	m.onlyActs(a.earlier == nil)
	return a, err
}

// onlyActs leaves the act to the dates that it changed, when it did: what comes of the clock on the
// others now is of no act.
func (m *many) onlyActs(did bool) {
	for _, s := range m.dates {
		is := func(x part) bool { return x.s.ID == s.ID }
		if !did || s.Act != m.lead.Act && !slices.ContainsFunc(m.parts, is) {
			s.Act = ""
		}
	}
}

// noteParts stores what the act keeps of each date but the lead, whose part is the act itself.
func noteParts(ctx context.Context, tx pgx.Tx, by By, m *many, a *acted) error {
	if len(m.parts) == 0 {
		return nil
	}
	var until *time.Time
	if a.undo > 0 {
		at := m.lead.Now.Add(a.undo)
		until = &at
	}
	var acts []staffAct
	for _, x := range m.parts {
		d := x.doc.date()
		if a.told != nil {
			d.Mails, d.Calls = len(a.told.mail), len(a.told.call)
		}
		if m.many {
			d.Dates = len(m.parts)
		}
		if x.s.ID == m.lead.ID {
			a.doc = x.doc
			continue
		}
		d.Lead = m.lead.Act
		acts = append(acts, staffAct{
			id: x.s.Act, kind: kindOf(x.doc), occurrence: x.s.ID, by: by.Actor.ID,
			at: m.lead.Now, undoUntil: until, doc: x.doc,
		})
	}
	if len(acts) == 0 {
		return nil
	}
	of := a.doc.(onDate).date()
	for _, part := range acts {
		of.Parts = append(of.Parts, part.id)
	}
	return storeActs(ctx, tx, acts)
}

// storeActs stores acts of one moment, as they are taken back together.
func storeActs(ctx context.Context, tx pgx.Tx, acts []staffAct) error {
	var ids, kinds, dates []string
	var docs [][]byte
	for _, a := range acts {
		ids, kinds = append(ids, a.id), append(kinds, a.kind)
		dates, docs = append(dates, a.occurrence), append(docs, db.JSON(a.doc))
	}
	_, err := tx.Exec(ctx, `
		insert into staff_act (id, kind, occurrence_id, by, at, undo_until, doc)
		select id, kind, date, $5, $6, $7::timestamptz, convert_from(doc, 'UTF8')::jsonb
		from unnest($1::text[], $2::text[], $3::bytea[], $4::text[])
			as part (id, date, doc, kind)`,
		ids, dates, docs, kinds, acts[0].by, acts[0].at, acts[0].undoUntil)
	return err
}
