package changes

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// ChangeValues gives dates new values, as one act; nobody is told.
//
// Problems: those of OnDates and planValues, invalid (this date alone; no limit where somebody
// waits), conflict (all have it already).
func (p *Changes) ChangeValues(ctx context.Context, by booking.By, id string, in ValuesTo) (booking.Done, error) {
	if !in.Many() {
		return booking.Done{}, problem.Wrong("scope", problem.Choice)
	}
	return p.OnDates(ctx, by, id, p.Coming(in.Scope), func(
		tx pgx.Tx, m *booking.Many,
	) (a booking.Acted, err error) {
		a = booking.Acted{Doc: &valuesAct{}, Undo: booking.UndoTime}
		all, err := p.planValues(ctx, tx, m, &in.NewValues, in.Own)
		if err != nil {
			return a, err
		}
		put, err := p.putValues(ctx, tx, all, a.Undo)
		if err != nil {
			return a, err
		}
		for _, g := range all {
			if doc := put[g.s.ID]; doc != nil {
				m.Did(g.s, &valuesAct{Values: doc})
			}
		}
		if len(m.Parts) == 0 {
			return a, conflict
		}
		return a, p.Raise(ctx, tx)
	})
}

// putValues gives dates their new values, and says what each got; freed places wait for hold.
//
// Problems: invalid (no limit where somebody waits).
func (p *Changes) putValues(
	ctx context.Context, tx pgx.Tx, all []settingsPatch, hold time.Duration,
) (map[string]*valuesDoc, error) {
	put := map[string]*valuesDoc{}
	for _, g := range all {
		if len(g.new) == 0 {
			continue
		}
		was, asked := dateValuesOf(g.s), g.in.of(g.lead, g.s)
		doc := &valuesDoc{was, was}
		for _, v := range g.new {
			v.put(&doc.Is, asked)
		}
		if hold > 0 {
			booking.KeepFreed(g.s, hold)
		}
		if err := p.setValues(ctx, tx, g.s, was, doc.Is); err != nil {
			return nil, err
		}
		put[g.s.ID] = doc
	}
	return put, nil
}

// setValues writes the values of a date; what a calendar shows does not change.
func (p *Changes) setValues(ctx context.Context, tx pgx.Tx, s *rules.Slot, was, is dateValues) error {
	if was.places() != is.places() {
		if err := p.setCapacity(ctx, tx, s, is.places()); err != nil {
			return err
		}
	}
	s.Doc.OwnCapacity, s.Doc.Host, s.Doc.Note = is.Own, is.Host, is.Note
	s.Opens, s.Closes = is.Opens, s.JoinUntil
	if is.Closes != nil {
		s.Closes = *is.Closes
	}
	return keepDates(ctx, tx, s)
}

// setCapacity gives a date places; 0: no limit. Problems: invalid.
func (p *Changes) setCapacity(ctx context.Context, tx pgx.Tx, s *rules.Slot, places int) error {
	if places == 0 {
		return waitlist.Unlimit(s)
	}
	return p.Resize(ctx, tx, s, places)
}

// valuesBack gives a date its values back. Problems: conflict (changed since).
func (p *Changes) valuesBack(ctx context.Context, tx pgx.Tx, s *rules.Slot, a booking.StaffAct) error {
	values := valuesOf(&a)
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
		return conflict
	}
	if _, err := (desk.Back{Desk: p.Desk, Tx: tx, S: s, Act: a}).Free(ctx); err != nil {
		return err
	}
	return p.setValues(ctx, tx, s, now, to)
}

type NewHost struct {
	Was  string `json:"was" maxLength:"60" doc:"who receives as the screen shows it"`
	Host string `json:"host" minLength:"1" maxLength:"60"`
	booking.Scope
}

// ChangeHost says who receives; nobody is told. Dates where somebody else does keep that, unless
// own. Somebody said the same before: their act, with Earlier.
//
// Problems: those of OnDates, invalid, closed, precondition_failed (somebody else receives than was
// shown).
func (p *Changes) ChangeHost(ctx context.Context, by booking.By, id string, in NewHost) (booking.Done, error) {
	in.Host = httpkit.Line(in.Host)
	var f problem.Faults
	f.Length("host", in.Host, 1, 60)
	if err := f.Err(); err != nil {
		return booking.Done{}, err
	}
	return p.OnDates(ctx, by, id, p.Coming(in.Scope), func(
		tx pgx.Tx, m *booking.Many,
	) (a booking.Acted, err error) {
		switch m.Lead.Host() {
		case in.Was:
		case in.Host:
			return didBefore(ctx, tx, Key{m.Lead.ID, ""}, booking.ActHost, stale)
		default:
			return a, stale
		}
		if err := refused(m.Lead, closed, m.Lead.Ends); err != nil {
			return a, err
		}
		if err := p.newHost(ctx, tx, &in.Host, in.Was); err != nil {
			return a, err
		}
		a = booking.Acted{Doc: &hostAct{}, Undo: booking.UndoTime}
		var gets []*rules.Slot
		for _, s := range m.Dates {
			if s != m.Lead && (s.Host() != in.Was && !in.Own || s.Host() == in.Host) {
				continue
			}
			m.Did(s, &hostAct{Before: s.Doc.Host, Host: in.Host})
			s.Doc.Host = in.Host
			gets = append(gets, s)
		}
		if err := keepDates(ctx, tx, gets...); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}
