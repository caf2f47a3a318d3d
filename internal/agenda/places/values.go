package places

import (
	"cmp"
	"context"
	"encoding/hex"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// NewValues are what staff change of several dates without telling anybody: neither day, time nor
// place. What is absent stays.
type NewValues struct {
	Capacity    *int             `json:"capacity,omitempty"    minimum:"0" maximum:"500" doc:"0: no limit"`
	Host        *string          `json:"host,omitempty"        maxLength:"60" doc:"empty: as the activity says"`
	Note        *string          `json:"note,omitempty"        maxLength:"200"`
	Opens       *rules.TermLimit `json:"opens,omitempty"       doc:"an empty one: at once; a moment lies as far from the start of each date"`
	Closes      *rules.TermLimit `json:"closes,omitempty"      doc:"an empty one: the start; a moment lies as far from the start of each date"`
	Fingerprint string           `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

// ValuesTo are new values with the dates that they are meant for.
type ValuesTo struct {
	NewValues
	Scope
}

// ValuesCheck is what new values come to, before they are kept.
type ValuesCheck struct {
	Dates       []ValuesDate `json:"dates"`
	Change      int          `json:"change"      doc:"how many of the dates change"`
	Tight       int          `json:"tight"       doc:"dates that get fewer places than they have people; all keep theirs"`
	Fingerprint string       `json:"fingerprint"`
}

// ValuesDate is one date of it.
type ValuesDate struct {
	ID      string `json:"id"`
	Start   string `json:"start"         format:"date-time"`
	End     string `json:"end"           format:"date-time"`
	Own     string `json:"own,omitempty" enum:"capacity,host,note,opens,closes" doc:"keeps this, as it is its own"`
	Changes bool   `json:"changes"`
	People  int    `json:"people"`
}

// dateValues are the values of one date as they stand.
type dateValues struct {
	Capacity *int       `json:"capacity,omitempty"`
	Own      bool       `json:"own,omitempty"` // the capacity is not that of the activity
	Host     string     `json:"host,omitempty"`
	Note     string     `json:"note,omitempty"`
	Opens    *time.Time `json:"opens,omitempty"`
	Closes   *time.Time `json:"closes,omitempty"` // nil: until people can join
}

// valuesDoc is what an act keeps of the values of one date.
type valuesDoc struct {
	Was dateValues `json:"was"`
	Is  dateValues `json:"is"`
}

func dateValuesOf(s *rules.Slot) dateValues {
	v := dateValues{
		Own:   s.Doc.OwnCapacity,
		Host:  s.Doc.Host,
		Note:  s.Doc.Note,
		Opens: copied(s.Opens),
	}
	if s.Capacity != nil {
		n := *s.Capacity
		v.Capacity = &n
	}
	if !s.Closes.Equal(s.JoinUntil) {
		v.Closes = copied(&s.Closes)
	}
	return v
}

func copied(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	c := *t
	return &c
}

func sameNumber(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }

func sameTime(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }

// along is a moment that lies as many days from one start, at the same hour, as it did from
// another.
func along(t, from, to time.Time) time.Time {
	day, at := clock.Day(to).AddDate(0, 0, daysBetween(from, t)), t.In(clock.Amsterdam)
	return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), 0, 0,
		clock.Amsterdam)
}

// sameTerm says whether two dates have the same term: at one moment, or as far from their starts.
func sameTerm(a *time.Time, from time.Time, b *time.Time, to time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b) || along(*a, from, to).Equal(*b) || from.Sub(*a) == to.Sub(*b)
}

// termOf is the moment that a limit typed for one date means for another; none lies after its
// start.
func termOf(l *rules.TermLimit, lead, s *rules.Slot) *time.Time {
	var f problem.Faults
	t := l.OrNone(&f, "", s.Starts)
	if t != nil && l.By == "moment" {
		*t = along(*t, lead.Starts, s.Starts)
	}
	if t != nil && t.After(s.Starts) {
		t = copied(&s.Starts)
	}
	return t
}

// check says what is wrong with new values. Problems: invalid.
func (in *NewValues) check(m *many) error {
	var f problem.Faults
	if in.Host != nil {
		*in.Host = httpkit.Line(*in.Host)
	}
	if in.Note != nil {
		*in.Note = httpkit.Line(*in.Note)
	}
	if in.Capacity != nil {
		f.When(m.lead.Activity.Mode == rules.Walkin, "capacity", problem.Choice)
		f.When(*in.Capacity < 0 || *in.Capacity > 500, "capacity", problem.Invalid)
	}
	for name, l := range map[string]*rules.TermLimit{"opens": in.Opens, "closes": in.Closes} {
		if l == nil {
			continue
		}
		if t := l.OrNone(&f, name, m.lead.Starts); t != nil && t.After(m.lead.Starts) {
			f.Add(name, problem.Order)
		}
	}
	if len(f) > 0 {
		return problem.WithFields(f...)
	}
	return nil
}

// gets are the new values that one date gets, and the first that it keeps as its own.
type gets struct {
	s, lead *rules.Slot // and the chosen date, for which they were typed
	in      *NewValues
	fields  []string // those of in that it gets
	own     string
}

// valuesGo says what each of these dates gets: a value that differs from that of the chosen date is
// its own, and stays unless own is taken along.
//
// Problems: invalid, closed (the chosen date is over, or called off).
func (in *NewValues) valuesGo(m *many, own bool) (all []gets, err error) {
	if m.lead.Status == "cancelled" || !m.lead.Now.Before(m.lead.Ends) {
		return nil, problem.New(problem.Closed)
	}
	if err := in.check(m); err != nil {
		return nil, err
	}
	lead := dateValuesOf(m.lead)
	for _, s := range m.dates {
		g, now := gets{s: s, lead: m.lead, in: in}, dateValuesOf(s)
		for _, v := range []struct {
			name                string
			asked, alike, there bool
		}{
			{"capacity", in.Capacity != nil, sameNumber(now.Capacity, lead.Capacity),
				in.Capacity != nil && *in.Capacity == number(now.Capacity)},
			{"host", in.Host != nil, s.Host() == m.lead.Host(),
				in.Host != nil && *in.Host == now.Host},
			{"note", in.Note != nil, now.Note == lead.Note,
				in.Note != nil && *in.Note == now.Note},
			{"opens", in.Opens != nil,
				sameTerm(lead.Opens, m.lead.Starts, now.Opens, s.Starts),
				in.Opens != nil && sameTime(termOf(in.Opens, m.lead, s), now.Opens)},
			{"closes", in.Closes != nil,
				sameTerm(lead.Closes, m.lead.Starts, now.Closes, s.Starts),
				in.Closes != nil && sameTime(termOf(in.Closes, m.lead, s), now.Closes)},
		} {
			switch {
			case !v.asked || v.there:
			case v.alike || own:
				g.fields = append(g.fields, v.name)
			default:
				g.own = cmp.Or(g.own, v.name)
			}
		}
		all = append(all, g)
	}
	return all, nil
}

func number(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// valuesPrint is the fingerprint of how these dates stand.
func (p *Places) valuesPrint(m *many) string {
	parts := []string{"values"}
	for _, s := range m.dates {
		parts = append(parts, s.ID, string(db.JSON(dateValuesOf(s))))
	}
	return hex.EncodeToString(p.Keys.LookupKey(parts...)[:12])
}

// checkValues is what new values of several dates come to; nothing is stored.
//
// Problems: those of seeMany and valuesGo, invalid (this date alone).
func (p *Places) checkValues(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in ValuesTo,
) (out ValuesCheck, err error) {
	if !in.many() {
		return out, onlyThis()
	}
	m, err := p.seeMany(ctx, who, occurrence, p.coming(in.Scope))
	if err != nil {
		return out, err
	}
	if err := p.valuesHost(ctx, p.Pool, m, &in.NewValues); err != nil {
		return out, err
	}
	all, err := in.valuesGo(m, in.Own)
	if err != nil {
		return out, err
	}
	out.Dates, out.Fingerprint = []ValuesDate{}, p.valuesPrint(m)
	for _, g := range all {
		d := ValuesDate{
			ID:      g.s.ID,
			Start:   clock.Moment(g.s.Starts),
			End:     clock.Moment(g.s.Ends),
			Own:     g.own,
			Changes: len(g.fields) > 0,
			People:  g.s.Taken,
		}
		if d.Changes {
			out.Change++
		}
		for _, name := range g.fields {
			if name == "capacity" && *in.Capacity > 0 && *in.Capacity < g.s.Taken {
				out.Tight++
			}
		}
		out.Dates = append(out.Dates, d)
	}
	return out, nil
}

// onlyThis refuses a scope of one date: that has an operation of its own.
func onlyThis() error {
	return problem.WithFields(problem.Field{Name: "scope", Code: problem.Choice})
}

// ChangeValues gives the dates of a scope new values, as one act; nobody is told and no appointment
// in a calendar changes.
//
// Problems: those of onDates and planValues, invalid (this date alone; no limit where somebody
// waits), conflict (all have it already).
func (p *Places) ChangeValues(
	ctx context.Context,
	by By,
	occurrence string,
	in ValuesTo,
) (Done, error) {
	if !in.many() {
		return Done{}, onlyThis()
	}
	return p.onDates(ctx, by, occurrence, p.coming(in.Scope), func(
		tx pgx.Tx,
		m *many,
	) (a acted, err error) {
		a = acted{doc: &valuesAct{}, undo: undoTime}
		all, err := p.planValues(ctx, tx, m, &in.NewValues, in.Own)
		if err != nil {
			return a, err
		}
		put, err := p.putAllValues(ctx, tx, all, a.undo)
		if err != nil {
			return a, err
		}
		for _, g := range all {
			if doc := put[g.s.ID]; doc != nil {
				m.did(g.s, &valuesAct{Values: doc})
			}
		}
		if len(m.parts) == 0 {
			return a, problem.New(problem.Conflict)
		}
		return a, p.Raise(ctx, tx)
	})
}

// valuesHost is MayReceive of new values. Problems: invalid.
func (p *Places) valuesHost(ctx context.Context, q db.Querier, m *many, in *NewValues) error {
	if in.Host == nil {
		return nil
	}
	return p.MayReceive(ctx, q, "host", httpkit.Line(*in.Host), m.lead.Doc.Host)
}

// planValues is valuesGo under the locks of the dates.
//
// Problems: those of valuesGo, precondition_failed (several stand otherwise than was shown).
func (p *Places) planValues(
	ctx context.Context,
	tx pgx.Tx,
	m *many,
	in *NewValues,
	own bool,
) ([]gets, error) {
	if m.many && p.valuesPrint(m) != in.Fingerprint {
		return nil, problem.New(problem.PreconditionFailed)
	}
	if err := p.valuesHost(ctx, tx, m, in); err != nil {
		return nil, err
	}
	return in.valuesGo(m, own)
}

// putAllValues is putValues of several dates, by date.
func (p *Places) putAllValues(
	ctx context.Context,
	tx pgx.Tx,
	all []gets,
	hold time.Duration,
) (put map[string]*valuesDoc, err error) {
	put = map[string]*valuesDoc{}
	for _, g := range all {
		if put[g.s.ID], err = p.putValues(ctx, tx, g, hold); err != nil {
			return nil, err
		}
	}
	return put, nil
}

// putValues gives one date its new values, under its lock; nil when none is new to it. Places that
// come free wait for hold, as long as the act can be taken back.
//
// Problems: invalid (no limit where somebody waits).
func (p *Places) putValues(
	ctx context.Context,
	tx pgx.Tx,
	g gets,
	hold time.Duration,
) (*valuesDoc, error) {
	if len(g.fields) == 0 {
		return nil, nil
	}
	s, in, is := g.s, g.in, dateValuesOf(g.s)
	doc := &valuesDoc{Was: is}
	for _, name := range g.fields {
		switch name {
		case "capacity":
			is.Capacity, is.Own = nil, true
			if *in.Capacity > 0 {
				n := *in.Capacity
				is.Capacity = &n
			}
		case "host":
			is.Host = *in.Host
		case "note":
			is.Note = *in.Note
		case "opens":
			is.Opens = termOf(in.Opens, g.lead, s)
		case "closes":
			is.Closes = termOf(in.Closes, g.lead, s)
		}
	}
	doc.Is = is
	if hold > 0 {
		until := s.Now.Add(hold)
		s.UndoUntil = &until
	}
	return doc, p.setValues(ctx, tx, s, doc.Was, is)
}

// setValues writes the values of a date down, as far as they differ from those before. What a
// calendar shows does not change by it.
func (p *Places) setValues(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	was, is dateValues,
) error {
	if !sameNumber(was.Capacity, is.Capacity) {
		var err error
		if is.Capacity == nil {
			err = unlimit(s)
		} else {
			err = p.resize(ctx, tx, s, *is.Capacity)
		}
		if err != nil {
			return err
		}
	}
	s.Doc.OwnCapacity, s.Doc.Host, s.Doc.Note = is.Own, is.Host, is.Note
	s.Opens, s.Closes = copied(is.Opens), s.JoinUntil
	if is.Closes != nil {
		s.Closes = *is.Closes
	}
	_, err := tx.Exec(ctx, `
		update occurrence
		set doc = $2, opens_at = $3, closes_at = $4, version = version + 1, updated_at = $5
		where id = $1`, s.ID, db.JSON(s.Doc), s.Opens, s.Closes, s.Now)
	return err
}

// valuesBack gives a date back the values that an act changed. Problems: conflict (changed since).
func (p *Places) valuesBack(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	values := a.values()
	if values == nil {
		return nil
	}
	was, is, now := values.Was, values.Is, dateValuesOf(s)
	back := now
	changed := false
	if !sameNumber(was.Capacity, is.Capacity) {
		changed = !sameNumber(now.Capacity, is.Capacity)
		back.Capacity, back.Own = was.Capacity, was.Own
	}
	if was.Host != is.Host {
		changed = changed || now.Host != is.Host
		back.Host = was.Host
	}
	if was.Note != is.Note {
		changed = changed || now.Note != is.Note
		back.Note = was.Note
	}
	if !sameTime(was.Opens, is.Opens) {
		changed = changed || !sameTime(now.Opens, is.Opens)
		back.Opens = was.Opens
	}
	if !sameTime(was.Closes, is.Closes) {
		changed = changed || !sameTime(now.Closes, is.Closes)
		back.Closes = was.Closes
	}
	if changed || s.Status == "cancelled" {
		return problem.New(problem.Conflict)
	}
	tag, err := tx.Exec(ctx, `
		update vacancy set state = 'released', reason = $2, wakes_at = null, updated_at = $3
		where act_id = $1 and state = 'open' and offer_id is null`, a.id, reasonUndone, s.Now)
	if err != nil {
		return err
	}
	s.Held -= int(tag.RowsAffected())
	return p.setValues(ctx, tx, s, now, back)
}
