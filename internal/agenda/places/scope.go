package places

import (
	"cmp"
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
	return slotsWhere(ctx, q, s.Now, `
		o.id = $1
		or o.activity_id = $2
			and o.kind = 'date'
			and o.status <> 'cancelled'
			and o.starts_at > $3
			and o.`+alike+`$1)
				and ($4 or (o.starts_at, o.id) > ($5, $1))
		order by o.starts_at, o.id`, s.ID, s.ActivityID, s.Now, scope == scopeAll, s.Starts)
}

// span is which dates an act is on, and who may do it.
type span struct {
	// of are the chosen date and those that go with it, by their start; nil: that one alone.
	of func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error)
	// may says whether somebody may act on them. Problems: forbidden.
	may func(ctx context.Context, q db.Querier, who identity.Actor, lead *rules.Slot) error
	// with is another date that is known beforehand.
	with string
}

// one is a date alone, for who may meet its people.
func (p *Places) one() span { return span{may: p.MayMeet} }

// scope are several dates of an activity, for who plans it.
func scopeOf(
	of func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error),
) span {
	return span{of: of, may: func(
		_ context.Context, _ db.Querier, who identity.Actor, lead *rules.Slot,
	) error {
		return mayMany(who, lead)
	}}
}

func (sp span) dates(
	ctx context.Context,
	q db.Querier,
	lead *rules.Slot,
) ([]*rules.Slot, error) {
	if sp.of == nil {
		return []*rules.Slot{lead}, nil
	}
	return sp.of(ctx, q, lead)
}

// coming are the dates of a scope that go on.
func (p *Places) coming(sc Scope) span {
	if !sc.many() {
		return p.one()
	}
	return scopeOf(func(
		ctx context.Context, q db.Querier, lead *rules.Slot,
	) ([]*rules.Slot, error) {
		return p.comingDates(ctx, q, lead, sc.Scope)
	})
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
	many  bool          // of a scope
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
	if err := of.may(ctx, p.Pool, who, lead); err != nil {
		return nil, db.Problem(err)
	}
	m := &many{lead: lead, many: of.of != nil}
	if m.dates, err = of.dates(ctx, p.Pool, lead); err != nil {
		return nil, db.Problem(err)
	}
	m.lead = cmp.Or(dateOf(m.dates, occurrence), m.lead)
	return m, nil
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

// lockFew is lockDates of one or two dates. Problems: not_found.
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
	m, held := &many{many: of.of != nil}, []string{occurrence}
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
	var err error
	if m.lead, err = p.Peek(ctx, tx, occurrence); err != nil { // after the wait
		return nil, err
	}
	if err := of.may(ctx, tx, who, m.lead); err != nil {
		return nil, err
	}
	if m.dates, err = of.dates(ctx, tx, m.lead); err != nil {
		return nil, err
	}
	m.lead = cmp.Or(dateOf(m.dates, occurrence), m.lead)
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
	word := false
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		m, err := p.lockMany(ctx, tx, by.Actor, occurrence, of)
		if err != nil {
			return err
		}
		a, err := p.actOnce(ctx, tx, by, m, do)
		if err != nil {
			return err
		}
		if noted, err = p.note(ctx, tx, by, m.lead, a); err != nil {
			return err
		}
		if word, err = p.storeAll(ctx, tx, m.dates); err != nil {
			return err
		}
		out = a.done
		out.Earlier = a.earlier != nil
		return p.answerDate(ctx, tx, m.lead, noted, &out)
	})
	if err != nil {
		return out, db.Problem(err)
	}
	if word {
		p.Changed()
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
		err = p.noteParts(ctx, tx, by, m, &a)
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
func (p *Places) noteParts(ctx context.Context, tx pgx.Tx, by By, m *many, a *acted) error {
	if len(m.parts) == 0 {
		return nil
	}
	var ids, kinds, dates []string
	var docs [][]byte
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
		ids, dates = append(ids, x.s.Act), append(dates, x.s.ID)
		kinds, docs = append(kinds, kindOf(x.doc)), append(docs, db.JSON(x.doc))
	}
	if len(ids) == 0 {
		return nil
	}
	a.doc.(onDate).date().Parts = ids
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
