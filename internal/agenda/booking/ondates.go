package booking

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Many are dates that change together: the chosen one, and those that go with it.
type Many struct {
	Lead   *rules.Slot
	Dates  []*rules.Slot // by their start, lead among them
	Parts  []part        // those that did change, with what the act keeps of each
	Many   bool          // of a scope
	Who    identity.Actor
	Locked bool // the locks of all dates are there
}

// part is one date of an act on several.
type part struct {
	s   *rules.Slot
	doc OnDate
}

func (m *Many) Did(s *rules.Slot, doc OnDate) { m.Parts = append(m.Parts, part{s, doc}) }

// SeeMany reads these dates without their locks, for who may change them.
//
// Problems: not_found, forbidden.
func (p *Booking) SeeMany(ctx context.Context, who identity.Actor, occurrence string, of Span) (*Many, error) {
	m, err := p.findMany(ctx, p.Pool, who, occurrence, of)
	return m, db.Problem(err)
}

// findMany are these dates as they stand, for who may act on them.
//
// Problems: not_found, forbidden.
func (p *Booking) findMany(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	occurrence string,
	of Span,
) (*Many, error) {
	lead, err := p.Peek(ctx, q, occurrence)
	if err != nil {
		return nil, err
	}
	if err := of.May(ctx, q, who, lead); err != nil {
		return nil, err
	}
	dates, err := of.Dates(ctx, q, lead)
	lead = cmp.Or(waitlist.DateOf(dates, occurrence), lead)
	return &Many{Lead: lead, Dates: dates, Many: of.Of != nil, Who: who}, err
}

// lockMany is SeeMany under all locks. Problems: those of SeeMany, precondition_failed (other dates
// by the time that the locks were there).
func (p *Booking) lockMany(
	ctx context.Context,
	tx pgx.Tx,
	who identity.Actor,
	occurrence string,
	of Span,
) (*Many, error) {
	held := []string{occurrence}
	if of.Of != nil {
		lead, err := p.Peek(ctx, tx, occurrence)
		if err != nil {
			return nil, err
		}
		before, err := of.Of(ctx, tx, lead)
		if err != nil {
			return nil, err
		}
		held = waitlist.IDsOf(before)
	}
	if err := p.LockSome(ctx, tx, held); err != nil {
		return nil, err
	}
	p.Paused()
	m, err := p.findMany(ctx, tx, who, occurrence, of) // after the wait
	if err != nil {
		return nil, err
	}
	m.Locked = true
	// a date that stopped going on while we waited is seen by who asks; a new one is not locked
	for _, s := range m.Dates {
		if !slices.Contains(held, s.ID) {
			return nil, problem.New(problem.PreconditionFailed)
		}
	}
	for _, s := range m.Dates {
		if err := p.Begin(ctx, tx, s); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// OnDates runs do on the chosen date and those that go with it under all their locks, in one
// transaction, for staff who may, and notes one act with a part for each other date that changed.
//
// Problems: not_found, forbidden, precondition_failed (other dates than were shown), conflict (this
// press did something else), and those of do.
func (p *Booking) OnDates(
	ctx context.Context,
	by By,
	occurrence string,
	of Span,
	do func(tx pgx.Tx, m *Many) (Acted, error),
) (out Done, err error) {
	var noted StaffAct
	ids := []string{occurrence, cmp.Or(of.With, occurrence)}
	err = p.OnLocked(ctx, ids, func(tx pgx.Tx) (word bool, err error) {
		m, err := p.lockMany(ctx, tx, by.Actor, occurrence, of)
		if err != nil {
			return false, err
		}
		a, err := p.actOnce(ctx, tx, by, m, do)
		if err != nil {
			return false, err
		}
		if noted, err = p.note(ctx, tx, by, m.Lead, a); err != nil {
			return false, err
		}
		if word, err = p.StoreAll(ctx, tx, m.Dates); err != nil {
			return false, err
		}
		out = a.Done
		out.Earlier = a.Earlier != nil
		return word, p.answerDate(ctx, tx, m.Lead, noted, &out)
	})
	if err != nil {
		return out, err
	}
	return out, p.Named(ctx, &noted, &out.Act)
}

// actOnce runs do, unless this press ran it before: then it is the act of then.
func (p *Booking) actOnce(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	m *Many,
	do func(tx pgx.Tx, m *Many) (Acted, error),
) (a Acted, err error) {
	if a.Earlier, err = p.pressed(ctx, tx, m.Lead.ID, by); err != nil {
		return a, err
	}
	if a.Earlier != nil {
		a.Done, err = p.doneBefore(ctx, tx, *a.Earlier)
		return a, err
	}
	own, stopped := m.Lead.Doc.OwnCapacity, m.Lead.Doc.OffersStopped
	for _, s := range m.Dates {
		s.Act = db.NewID("sac")
	}
	if a, err = do(tx, m); err != nil {
		return a, err
	}
	if s := m.Lead; s.Doc.OwnCapacity != own || s.Doc.OffersStopped != stopped {
		if err := waitlist.KeepDoc(ctx, tx, s); err != nil {
			return a, err
		}
	}
	if a.Earlier == nil {
		a.partsOf(by, m)
	}
	m.onlyActs(a.Earlier == nil)
	return a, err
}

// onlyActs leaves the act to the dates that it changed: what comes of the clock on the others now
// is of no act.
func (m *Many) onlyActs(did bool) {
	for _, s := range m.Dates {
		is := func(x part) bool { return x.s.ID == s.ID }
		if !did || s.Act != m.Lead.Act && !slices.ContainsFunc(m.Parts, is) {
			s.Act = ""
		}
	}
}

// partsOf adds what the act keeps of each date; that of the lead is the act itself.
func (a *Acted) partsOf(by By, m *Many) {
	for _, x := range m.Parts {
		d := x.doc.Date()
		if a.Mails+a.Calls > 0 {
			d.Mails, d.Calls = a.Mails, a.Calls
		}
		if m.Many {
			d.Dates = len(m.Parts)
		}
		if x.s.ID == m.Lead.ID {
			a.Doc = x.doc
			continue
		}
		d.Lead = m.Lead.Act
		a.parts = append(a.parts, StaffAct{
			ID: x.s.Act, Kind: KindOf(x.doc), Occurrence: x.s.ID, By: by.Actor.ID,
			At: m.Lead.Now, UndoUntil: a.until(m.Lead.Now), Doc: x.doc,
		})
	}
	for _, part := range a.parts {
		of := a.Doc.(OnDate).Date()
		of.Parts = append(of.Parts, part.ID)
	}
}

// StoreActs stores acts of one moment, as they are taken back together.
func StoreActs(ctx context.Context, tx pgx.Tx, acts []StaffAct) error {
	var ids, kinds, dates, subjects, presses []string
	var docs [][]byte
	for _, a := range acts {
		ids, kinds = append(ids, a.ID), append(kinds, a.Kind)
		dates, docs = append(dates, a.Occurrence), append(docs, db.JSON(a.Doc))
		subjects, presses = append(subjects, a.Subject), append(presses, a.press)
	}
	_, err := tx.Exec(ctx, `
		insert into staff_act (id, kind, occurrence_id, by, at, undo_until, doc, subject_id, press)
		select id, kind, date, $5, $6, $7::timestamptz, convert_from(doc, 'UTF8')::jsonb,
			nullif(subject, ''), nullif(press, '')
		from unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $8::text[], $9::text[])
			as part (id, date, doc, kind, subject, press)`,
		ids, dates, docs, kinds, acts[0].By, acts[0].At, acts[0].UndoUntil, subjects, presses)
	return err
}

// OnRow runs do on one sign-up or on somebody who waits, under the lock of its date.
func (p *Booking) OnRow(
	ctx context.Context,
	by By,
	kind *waitlist.RowKind,
	id string,
	do func(tx pgx.Tx, s *rules.Slot, r waitlist.Row) (Acted, error),
) (Done, error) {
	first, err := p.Load(ctx, p.Pool, kind, id)
	if err != nil {
		return Done{}, err
	}
	return p.StaffOn(ctx, by, first.Occurrence, func(tx pgx.Tx, s *rules.Slot) (Acted, error) {
		r, err := p.Load(ctx, tx, kind, id)
		if err != nil {
			return Acted{}, err
		}
		if r.Occurrence != s.ID { // moved to another date meanwhile
			return Acted{}, problem.New(problem.PreconditionFailed)
		}
		a, err := do(tx, s, r)
		a.Subject, a.Done.FirstName = id, waitlist.FirstName(r.Who.Name)
		return a, err
	})
}

// HoldForUndo keeps the places of an offer that staff ended until the act can no longer be taken
// back; where staff phone, the next is called at once.
func (p *Booking) HoldForUndo(ctx context.Context, tx pgx.Tx, s *rules.Slot, offer string) error {
	if waitlist.HeldBack(s, p.Plan(ctx, s)) != "" {
		return nil
	}
	until := s.Now.Add(UndoFor(s))
	tag, err := tx.Exec(ctx, `
		update vacancy set reason = $2, wakes_at = $3, act_id = $4, updated_at = $5
		where state = 'open'
			and offer_id is null
			and id in (select vacancy_id from offer_vacancy where offer_id = $1)`,
		offer, waitlist.ReasonUndo, until, s.Act, s.Now)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, until)
}

// NoteSeen writes down that somebody saw something of these dates: one line an hour for each.
func (p *Booking) NoteSeen(ctx context.Context, who identity.Actor, kind string, dates ...string) error {
	return db.Problem(privacy.RecordOnce(ctx, p.Pool, p.Clock.Now(), privacy.Entry{
		Actor:  who.ID,
		Roles:  who.RoleNames(),
		Action: "viewed",
		Kind:   kind,
	}, dates...))
}

// What a move writes down, and how it goes back.

// Stood is when and where a date is, and until when people sign up for it.
type Stood struct {
	Start  time.Time  `json:"start"`
	End    time.Time  `json:"end"`
	Join   time.Time  `json:"join"`
	Closes time.Time  `json:"closes"`
	Opens  *time.Time `json:"opens,omitempty"`
	Room   string     `json:"room"`
}

func (a Stood) Same(b Stood) bool {
	return a.Start.Equal(b.Start) && a.End.Equal(b.End) && a.Room == b.Room
}

func (a Stood) Set(s *rules.Slot) {
	s.Starts, s.Ends, s.JoinUntil, s.Closes = a.Start, a.End, a.Join, a.Closes
	s.Opens = a.Opens
	for _, t := range []*time.Time{&s.Starts, &s.Ends, &s.JoinUntil, &s.Closes, s.Opens} {
		if t != nil {
			*t = t.In(clock.Amsterdam)
		}
	}
}
