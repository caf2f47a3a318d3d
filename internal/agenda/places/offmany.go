package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// mayCallOffMany puts the reason on all of these dates. Problems: those of mayCallOff.
func (p *Places) mayCallOffMany(
	ctx context.Context,
	q db.Querier,
	m *many,
	in *CallOff,
) (was map[string]offDoc, err error) {
	was = map[string]offDoc{}
	for _, s := range m.dates {
		was[s.ID] = offDoc{
			Status:  s.Status,
			Reason:  s.Doc.ChangeReason,
			Instead: s.Doc.Alternative,
			Entries: map[string]string{},
		}
	}
	if err := p.mayCallOff(ctx, q, m.lead, in); err != nil {
		return nil, err
	}
	for _, s := range m.dates {
		if s.ID == in.InsteadDate {
			return nil, problem.WithFields(problem.Field{
				Name: "insteadDate", Code: problem.Choice,
			})
		}
		s.Doc.ChangeReason, s.Doc.Alternative = m.lead.Doc.ChangeReason, m.lead.Doc.Alternative
	}
	return was, nil
}

func (p *Places) offTogether(
	ctx context.Context,
	q db.Querier,
	m *many,
) (toldTogether, map[string][]hearer, error) {
	at, err := p.hearersAt(ctx, q, idsOf(m.dates), "registered", "waiting", "offered")
	dates := make([]toldOf, len(m.dates))
	for i, s := range m.dates {
		dates[i] = toldOf{s: s, hear: at[s.ID], becomes: "off"}
	}
	return p.together(dates), at, err
}

// checkOffMany is checkOff for the dates of a scope. Problems: those of seeMany and mayCallOff.
func (p *Places) checkOffMany(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in CallOff,
) (out TellCheck, err error) {
	m, err := p.seeMany(ctx, who, occurrence, p.coming(in.Scope))
	if err != nil {
		return out, err
	}
	if _, err := p.mayCallOffMany(ctx, p.Pool, m, &in); err != nil {
		return out, err
	}
	of, at, err := p.offTogether(ctx, p.Pool, m)
	if err != nil {
		return out, db.Problem(err)
	}
	d, err := p.changedDate(ctx, p.Pool, m.lead, rules.Meeting{
		Start: m.lead.Starts, End: m.lead.Ends,
	})
	if err != nil {
		return out, db.Problem(err)
	}
	letter := mail.DateOffLetter(d)
	if most := of.busiest(); most != nil {
		slots := m.byID()
		lines := previewLines(most, func(row toldRow) mail.ChangedLine {
			s := slots[row.Date]
			return mail.ChangedLine{Start: s.Starts, End: s.Ends}
		})
		if d.Start, d.End = lines[0].Start, lines[0].End; len(lines) > 1 {
			letter = mail.DatesOffLetter(d, lines, nil)
		} else {
			letter = mail.DateOffLetter(d)
		}
	}
	if out, err = p.seen(ctx, m.lead, of.counted(), mail.DateOff, letter); err != nil {
		return out, err
	}
	out.AtOnce = tellManyAfter(m.dates) == 0
	for _, s := range m.dates {
		out.Dates = append(out.Dates, seeDate(s, len(at[s.ID])))
	}
	out.Change = len(m.dates)
	return out, nil
}

func (m *many) byID() map[string]*rules.Slot {
	all := map[string]*rules.Slot{}
	for _, s := range m.dates {
		all[s.ID] = s
	}
	return all
}

// seeDate is a date with how many hear of it.
func seeDate(s *rules.Slot, people int) DateSeen {
	return DateSeen{
		ID:      s.ID,
		Start:   clock.Moment(s.Starts),
		End:     clock.Moment(s.Ends),
		People:  people,
		Waiting: s.Waiting,
	}
}

// callOffMany is CallOff for the dates of a scope, as one act.
//
// Problems: those of staffOnMany and mayCallOff, precondition_failed.
func (p *Places) callOffMany(
	ctx context.Context,
	by By,
	occurrence string,
	in CallOff,
) (Done, error) {
	return p.staffOnMany(ctx, by, occurrence, p.coming(in.Scope), func(
		tx pgx.Tx,
		m *many,
	) (a acted, err error) {
		if m.lead.Status == "cancelled" {
			if a.earlier, err = p.lastOn(ctx, tx, m.lead.ID, actOff); a.earlier == nil &&
				err == nil {
				err = problem.New(problem.Gone)
			}
			return a, err
		}
		was, err := p.mayCallOffMany(ctx, tx, m, &in)
		if err != nil {
			return a, err
		}
		of, _, err := p.offTogether(ctx, tx, m)
		if err != nil {
			return a, err
		}
		if of.fingerprint != in.Fingerprint {
			return a, problem.New(problem.PreconditionFailed)
		}
		a = acted{kind: actOff, undo: undoTime}
		if len(of.mail) > 0 {
			a.undo = tellManyAfter(m.dates)
		}
		a.doc.Mails, a.doc.Calls = len(of.mail), len(of.call)
		for _, s := range m.dates {
			before := was[s.ID]
			if s.Held+s.Waiting > 0 {
				if err := p.stopWaiting(ctx, tx, s, &before); err != nil {
					return a, err
				}
			}
			m.did(s, actDoc{Off: &before, Reason: in.Reason})
		}
		if err := offDates(ctx, tx, m.dates...); err != nil {
			return a, err
		}
		if err := p.tellTogether(
			ctx, tx, m.lead, of, news{mail.DateOff, callOff, a.undo},
		); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}
