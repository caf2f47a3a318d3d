package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

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
	if len(g.new) == 0 {
		return nil, nil
	}
	s := g.s
	doc, asked := &valuesDoc{Was: dateValuesOf(s)}, g.in.of(g.lead, s)
	doc.Is = doc.Was
	for _, v := range g.new {
		v.put(&doc.Is, asked)
	}
	if hold > 0 {
		until := s.Now.Add(hold)
		s.UndoUntil = &until
	}
	return doc, p.setValues(ctx, tx, s, doc.Was, doc.Is)
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
		if err := p.setCapacity(ctx, tx, s, number(is.Capacity)); err != nil {
			return err
		}
	}
	s.Doc.OwnCapacity, s.Doc.Host, s.Doc.Note = is.Own, is.Host, is.Note
	s.Opens, s.Closes = copied(is.Opens), s.JoinUntil
	if is.Closes != nil {
		s.Closes = *is.Closes
	}
	return keepTimes(ctx, tx, s)
}

// setCapacity gives a date so many places; 0: no limit. Problems: invalid.
func (p *Places) setCapacity(ctx context.Context, tx pgx.Tx, s *rules.Slot, places int) error {
	if places == 0 {
		return unlimit(s)
	}
	return p.resize(ctx, tx, s, places)
}

// valuesBack gives a date back the values that an act changed. Problems: conflict (changed since).
func (p *Places) valuesBack(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	values := a.values()
	if values == nil {
		return nil
	}
	now := dateValuesOf(s)
	to, changed := now, s.Status == "cancelled"
	for _, v := range settings {
		if !v.same(values.Was, values.Is) {
			changed = changed || !v.same(now, values.Is)
			v.put(&to, values.Was)
		}
	}
	if changed {
		return problem.New(problem.Conflict)
	}
	if _, err := (back{Places: p, tx: tx, s: s, act: a}).free(ctx); err != nil {
		return err
	}
	return p.setValues(ctx, tx, s, now, to)
}

// NewHost is who receives people at one date in the place of somebody else.
type NewHost struct {
	Was  string `json:"was" maxLength:"60" doc:"who receives as the screen shows it"`
	Host string `json:"host" minLength:"1" maxLength:"60"`
	Scope
}

// ChangeHost says who receives people at this date, or at the dates of a scope; nobody is told. A
// date where somebody else receives than at the chosen one keeps that, unless own is taken along.
// Somebody said the same before: their act, with Earlier.
//
// Problems: those of onDates, invalid, closed (over, or cancelled), precondition_failed (somebody
// else receives by now than the screen shows).
func (p *Places) ChangeHost(
	ctx context.Context,
	by By,
	occurrence string,
	in NewHost,
) (Done, error) {
	in.Host = httpkit.Line(in.Host)
	var f problem.Faults
	f.Length("host", in.Host, 1, 60)
	if err := f.Err(); err != nil {
		return Done{}, err
	}
	return p.onDates(ctx, by, occurrence, p.coming(in.Scope), func(
		tx pgx.Tx,
		m *many,
	) (a acted, err error) {
		if now := m.lead.Host(); now != in.Was {
			if now == in.Host {
				a.earlier, err = lastOn(ctx, tx, m.lead.ID, actHost)
			}
			if a.earlier == nil && err == nil {
				err = problem.New(problem.PreconditionFailed)
			}
			return a, err
		}
		if err := mayChange(m.lead); err != nil {
			return a, err
		}
		if err := p.newHost(ctx, tx, &in.Host, in.Was); err != nil {
			return a, err
		}
		a = acted{doc: &hostAct{}, undo: undoTime}
		var gets []*rules.Slot
		for _, s := range m.dates {
			if s != m.lead && (s.Host() != in.Was && !in.Own || s.Host() == in.Host) {
				continue
			}
			m.did(s, &hostAct{Before: s.Doc.Host, Host: in.Host})
			s.Doc.Host = in.Host
			gets = append(gets, s)
		}
		if err := keepDates(ctx, tx, gets...); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}
