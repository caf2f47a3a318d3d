package places

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// How much of an activity something is meant for.
const (
	scopeLater = "later" // this date and those after it
	scopeAll   = "all"   // all dates to come
)

// Scope is for which dates a change is meant. What has been never changes.
type Scope struct {
	Scope string `json:"scope,omitempty" enum:"this,later,all" doc:"absent: this date alone"`
	Own   bool   `json:"own,omitempty"   doc:"also the dates with an own time, room or host"`
}

func (sc Scope) many() bool { return sc.Scope == scopeLater || sc.Scope == scopeAll }

// ScopeSeen is what a scope comes to.
type ScopeSeen struct {
	Scope  string `json:"scope"  enum:"this,later,all"`
	Dates  int    `json:"dates"`
	People int    `json:"people" doc:"people at them, each once, as the check of an act counts them"`
}

// alike says which dates of an activity belong together: those that its rhythm made, and the loose
// ones. A date that was put in by hand beside a rhythm is not changed with those of the rhythm.
const alike = `rhythm_id is not distinct from (
	select l.rhythm_id from occurrence l where l.id = `

// comingDates are this date and the others that belong to it, are to come and go on, in this scope,
// by their start. It is the one place that says which dates belong together.
func (p *Places) comingDates(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	scope string,
) ([]*rules.Slot, error) {
	rows, err := q.Query(ctx, `
		select `+SlotColumns+`
		from occurrence o
		join activity a on a.id = o.activity_id
		where o.id = $1
			or o.activity_id = $2
				and o.kind = 'date'
				and o.status <> 'cancelled'
				and o.starts_at > $3
				and o.`+alike+`$1)
				and ($4 or (o.starts_at, o.id) > ($5, $1))
		order by o.starts_at, o.id`, s.ID, s.ActivityID, s.Now, scope == scopeAll, s.Starts)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (*rules.Slot, error) {
		o := &rules.Slot{Now: s.Now}
		return o, ScanSlot(r, o)
	})
}

// span are the dates that go with a chosen one, and that one, by their start.
type span func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error)

// coming are the dates of a scope that go on.
func (p *Places) coming(sc Scope) span {
	return func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error) {
		return p.comingDates(ctx, q, lead, sc.Scope)
	}
}

// scopes says how many dates and people each scope has; none when there is only this date. Of a
// date that does not go on they are those of offWith.
func (p *Places) scopes(ctx context.Context, s *rules.Slot) ([]ScopeSeen, error) {
	out := []ScopeSeen{}
	if s.Kind != "date" || !s.Now.Before(s.Ends) {
		return out, nil
	}
	if s.Status == "cancelled" {
		return p.scopesOff(ctx, s)
	}
	dates, err := p.comingDates(ctx, p.Pool, s, scopeAll)
	if err != nil || len(dates) < 2 {
		return out, err
	}
	at, err := p.hearersAt(ctx, p.Pool, idsOf(dates), "registered", "waiting", "offered")
	return p.countScopes(dates, s.ID, at), err
}

// countScopes says what each scope comes to, of the dates that an act on all of them would have, by
// their start: so what somebody chooses from and what is listed and done are the same dates, and
// the same people.
func (p *Places) countScopes(
	dates []*rules.Slot,
	chosen string,
	at map[string][]hearer,
) []ScopeSeen {
	is := func(d *rules.Slot) bool { return d.ID == chosen }
	i := max(0, slices.IndexFunc(dates, is))
	out := []ScopeSeen{{Scope: "this"}, {Scope: scopeLater}, {Scope: scopeAll}}
	for n, of := range [][]*rules.Slot{dates[i : i+1], dates[i:], dates} {
		told := make([]toldOf, len(of))
		for k, d := range of {
			told[k] = toldOf{s: d, hear: at[d.ID]}
		}
		t := p.together(told)
		out[n].Dates = len(of)
		out[n].People = len(t.mail) + len(t.call) + len(t.self) + len(t.none)
	}
	return out
}

// many are dates that change together: the one that somebody chose, and those that go with it.
type many struct {
	lead  *rules.Slot
	dates []*rules.Slot // by their start, lead among them
	parts []part        // those that did change, with what the act keeps of each
	word  bool          // a public status word changed
}

// part is one date of an act on several.
type part struct {
	s   *rules.Slot
	doc actDoc
}

func (m *many) did(s *rules.Slot, doc actDoc) { m.parts = append(m.parts, part{s, doc}) }

func idsOf(dates []*rules.Slot) []string {
	ids := make([]string, len(dates))
	for i, s := range dates {
		ids[i] = s.ID
	}
	return ids
}

// mayMany says whether somebody may change more dates than one of this activity.
//
// Problems: forbidden.
func mayMany(who identity.Actor, s *rules.Slot) error { return rules.MayWrite(who, &s.Activity) }

// seeMany reads these dates without their locks, for who may change them.
//
// Problems: not_found, forbidden.
func (p *Places) seeMany(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	of span,
) (*many, error) {
	lead, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return nil, err
	}
	if err := mayMany(who, lead); err != nil {
		return nil, err
	}
	m := &many{lead: lead}
	if m.dates, err = of(ctx, p.Pool, lead); err != nil {
		return nil, db.Problem(err)
	}
	m.choose(occurrence)
	return m, nil
}

// choose makes the row of the chosen date the lead.
func (m *many) choose(occurrence string) {
	for _, s := range m.dates {
		if s.ID == occurrence {
			m.lead = s
		}
	}
}

// lockSome locks these dates in the order of their ids, and then reads them as they are.
func (p *Places) lockSome(ctx context.Context, tx pgx.Tx, ids []string) error {
	if !p.unlocked { // the control of the race tests leaves it out
		if _, err := tx.Exec(ctx, `
			select from occurrence where id = any($1) order by id for update`, ids); err != nil {
			return err
		}
	}
	if p.pause != nil {
		p.pause()
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
	lead, err := p.Peek(ctx, tx, occurrence)
	if err != nil {
		return nil, err
	}
	if err := mayMany(who, lead); err != nil {
		return nil, err
	}
	m := &many{}
	before, err := of(ctx, tx, lead)
	if err != nil {
		return nil, err
	}
	if err := p.lockSome(ctx, tx, idsOf(before)); err != nil {
		return nil, err
	}
	if m.lead, err = p.Peek(ctx, tx, occurrence); err != nil { // after the wait
		return nil, err
	}
	if m.dates, err = of(ctx, tx, m.lead); err != nil {
		return nil, err
	}
	m.choose(occurrence)
	// a date that stopped going on while we waited is seen by who asks; a new one is not locked
	held := idsOf(before)
	for _, s := range m.dates {
		if !slices.Contains(held, s.ID) {
			return nil, problem.New(problem.PreconditionFailed)
		}
	}
	for _, s := range m.dates {
		s.Before = s.Word()
		if err := p.catchUp(ctx, tx, s); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// staffOnMany runs do on several dates under all their locks, in one transaction, for staff who may
// plan the activity, and notes one act with a part for each date that changed.
//
// Problems: not_found, forbidden, precondition_failed (other dates than were shown), and those of
// do.
func (p *Places) staffOnMany(
	ctx context.Context,
	by By,
	occurrence string,
	of span,
	do func(tx pgx.Tx, m *many) (acted, error),
) (out Done, err error) {
	leave, err := p.Dates.Enter(ctx, occurrence)
	if err != nil {
		return out, db.Problem(err)
	}
	defer leave()
	var noted staffAct
	var m *many
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if m, err = p.lockMany(ctx, tx, by.Actor, occurrence, of); err != nil {
			return err
		}
		for _, s := range m.dates {
			s.Act = db.NewID("sac")
		}
		a := acted{}
		if a.earlier, err = p.pressed(ctx, tx, occurrence, by); err != nil {
			return err
		}
		if a.earlier == nil {
			if a, err = do(tx, m); err != nil {
				return err
			}
		}
		if a.earlier == nil {
			if err := p.noteParts(ctx, tx, by, m, &a); err != nil {
				return err
			}
		}
		m.onlyActs(a.earlier == nil)
		if noted, err = p.note(ctx, tx, by, m.lead, a); err != nil {
			return err
		}
		if m.word, err = p.storeAll(ctx, tx, m.dates); err != nil {
			return err
		}
		out = a.done
		out.Earlier = a.earlier != nil
		return p.answerDate(ctx, tx, m.lead, noted, &out)
	})
	if err != nil {
		return out, db.Problem(err)
	}
	if m.word {
		p.Changed()
	}
	return out, p.named(ctx, &noted, &out.Act)
}

// onlyActs leaves the act to the dates that it changed, when it did: what comes of the clock on the
// others now is of no act.
func (m *many) onlyActs(did bool) {
	for _, s := range m.dates {
		is := func(x part) bool { return x.s.ID == s.ID }
		if !did || s.ID != m.lead.ID && !slices.ContainsFunc(m.parts, is) {
			s.Act = ""
		}
	}
}

// noteParts stores what the act keeps of each date but the lead, whose part is the act itself.
func (p *Places) noteParts(ctx context.Context, tx pgx.Tx, by By, m *many, a *acted) error {
	mails, calls := a.doc.Mails, a.doc.Calls
	var ids, kinds, dates []string
	var docs [][]byte
	for _, x := range m.parts {
		doc := x.doc
		doc.Mails, doc.Calls, doc.Dates = mails, calls, len(m.parts)
		if x.s.ID == m.lead.ID {
			a.doc = doc
			continue
		}
		doc.Lead = m.lead.Act
		kind := a.kind
		if kind == actShifted && doc.Move == nil {
			kind = actValues // it stays where it is
		}
		ids, kinds, dates = append(ids, x.s.Act), append(kinds, kind), append(dates, x.s.ID)
		docs = append(docs, db.JSON(doc))
	}
	a.doc.Parts = ids
	if len(ids) == 0 {
		return nil
	}
	var until any
	if a.undo > 0 {
		until = m.lead.Now.Add(a.undo)
	}
	_, err := tx.Exec(ctx, `
		insert into staff_act (id, kind, occurrence_id, by, at, undo_until, doc)
		select id, kind, date, $5, $6, $7::timestamptz, convert_from(doc, 'UTF8')::jsonb
		from unnest($1::text[], $2::text[], $3::bytea[], $4::text[])
			as part (id, date, doc, kind)`,
		ids, dates, docs, kinds, by.Actor.ID, m.lead.Now, until)
	return err
}
