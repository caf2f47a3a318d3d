package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Dates that were called off together go on together: those of the same act that are still off by
// it. What a closure called off comes back with the closure.

// offWith are the dates of a scope that were called off by the same act as the chosen one, are to
// come and are still off by it.
func (p *Places) offWith(sc Scope) span {
	return func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error) {
		act, err := p.lastOn(ctx, q, lead.ID, actOff)
		if err != nil {
			return nil, err
		}
		whole := ""
		if act != nil && act.together() && act.doc.Closure == "" {
			whole = act.whole()
		}
		rows, err := q.Query(ctx, `
			select `+SlotColumns+`
			from occurrence o
			join activity a on a.id = o.activity_id
			where o.id = $1
				or o.activity_id = $2
					and o.kind = 'date'
					and o.status = 'cancelled'
					and o.ends_at > $3
					and ($4 or (o.starts_at, o.id) > ($5, $1))
					and `+newestOff+` in (
						select $6
						union all
						select jsonb_array_elements_text(doc->'parts') from staff_act where id = $6
					)
			order by o.starts_at, o.id`,
			lead.ID, lead.ActivityID, lead.Now, sc.Scope == scopeAll, lead.Starts, whole)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, func(r pgx.CollectableRow) (*rules.Slot, error) {
			s := &rules.Slot{Now: lead.Now}
			return s, ScanSlot(r, s)
		})
	}
}

// newestOff is the act that called the date o off.
const newestOff = `(
	select off.id
	from staff_act off
	where off.occurrence_id = o.id
		and off.kind = '` + actOff + `'
		and off.undone_at is null
	order by off.no desc limit 1
)`

// scopesOff is scopes of a date that does not go on: the dates that went off with it.
func (p *Places) scopesOff(ctx context.Context, s *rules.Slot) ([]ScopeSeen, error) {
	out := []ScopeSeen{}
	dates, err := p.offWith(Scope{Scope: scopeAll})(ctx, p.Pool, s)
	if err != nil || len(dates) < 2 {
		return out, err
	}
	m := &many{lead: s, dates: dates}
	acts, err := offActs(ctx, p.Pool, m)
	if err != nil {
		return out, err
	}
	_, told, err := p.onTogether(ctx, p.Pool, m, acts)
	return p.countScopes(dates, s.ID, told), err
}

// offActs are the acts that called these dates off, by date; a date that was off without an act has
// none.
func offActs(ctx context.Context, q db.Querier, m *many) (map[string]*staffAct, error) {
	rows, err := q.Query(ctx, `
		select `+actColumns+`
		from staff_act
		where id in (select `+newestOff+` from occurrence o where o.id = any($1))`, idsOf(m.dates))
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (staffAct, error) {
		return scanAct(r)
	})
	out := map[string]*staffAct{}
	for _, a := range all {
		out[a.occurrence] = &a
	}
	return out, err
}

// onTogether are who hears that these dates go on after all: of each date those who were told that
// it does not.
func (p *Places) onTogether(
	ctx context.Context,
	q db.Querier,
	m *many,
	acts map[string]*staffAct,
) (toldTogether, map[string][]hearer, error) {
	hear := map[string][]hearer{}
	all := make([]*staffAct, 0, len(acts))
	for _, a := range acts {
		all = append(all, a)
	}
	if len(all) > 0 {
		told, err := p.toldBy(ctx, q, all...)
		if err != nil {
			return toldTogether{}, nil, err
		}
		at, err := p.hearersAt(ctx, q, idsOf(m.dates), "cancelledByHouse", "closed")
		if err != nil {
			return toldTogether{}, nil, err
		}
		for id, a := range acts {
			hear[id] = told.of(a, at[id])
		}
	}
	dates := make([]toldOf, len(m.dates))
	for i, s := range m.dates {
		dates[i] = toldOf{s: s, hear: hear[s.ID], becomes: "on"}
	}
	return p.together(dates), hear, nil
}

// checkOnMany is checkOn for the dates of offWith. Problems: those of seeMany and mayGoOn.
func (p *Places) checkOnMany(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	sc Scope,
) (out TellCheck, err error) {
	m, err := p.seeMany(ctx, who, occurrence, p.offWith(sc))
	if err != nil {
		return out, err
	}
	if err := mayGoOn(m.lead); err != nil {
		return out, err
	}
	acts, err := offActs(ctx, p.Pool, m)
	if err != nil {
		return out, db.Problem(err)
	}
	of, hear, err := p.onTogether(ctx, p.Pool, m, acts)
	if err != nil {
		return out, db.Problem(err)
	}
	if out, err = p.seen(ctx, m.lead, of.counted(), mail.DateOn, onLetter(m, of)); err != nil {
		return out, err
	}
	// the mails go at once, as people keep the day free or do not
	out.AtOnce = true
	for _, s := range m.dates {
		out.Dates = append(out.Dates, seeDate(s, len(hear[s.ID])))
	}
	out.Change = len(m.dates)
	out.Away, err = p.awayFrom(ctx, m)
	return out, db.Problem(err)
}

// onLetter is the mail of who hears of most of these dates that they go on.
func onLetter(m *many, of toldTogether) mail.Letter {
	most, one := of.busiest(), m.lead
	if most != nil {
		one = most.first
	}
	if most != nil && len(most.about) > 1 {
		slots := m.byID()
		return mail.DatesOnLetter(previewLines(most, func(row toldRow) mail.ChangedLine {
			s := slots[row.Date]
			return mail.ChangedLine{Start: s.Starts, End: s.Ends}
		}), nil)
	}
	return mail.DateOnLetter(mail.ChangedDate{
		Start: one.Starts, End: one.Ends, Link: "(link)", Waits: of.counted().waits(),
	})
}

// awayFrom are the first names of who called off one of these dates by themselves, each once.
func (p *Places) awayFrom(ctx context.Context, m *many) ([]string, error) {
	at, err := p.hearersAt(ctx, p.Pool, idsOf(m.dates), "cancelled")
	var away []hearer
	known := map[string]bool{}
	for _, s := range m.dates {
		for _, h := range at[s.ID] {
			if key := p.samePerson(h); !known[key] {
				known[key] = true
				away = append(away, h)
			}
		}
	}
	return firstNames(away), err
}

// goOnMany is GoOn for the dates of offWith, as one act.
//
// Problems: those of staffOnMany and mayGoOn, precondition_failed.
func (p *Places) goOnMany(
	ctx context.Context,
	by By,
	occurrence string,
	in OnAgain,
) (Done, error) {
	of := p.offWith(Scope{Scope: in.Scope})
	return p.staffOnMany(ctx, by, occurrence, of, func(tx pgx.Tx, m *many) (a acted, err error) {
		if m.lead.Status != "cancelled" {
			if a.earlier, err = p.lastOn(ctx, tx, m.lead.ID, actOnAgain); a.earlier != nil ||
				err != nil {
				return a, err
			}
		}
		if err := mayGoOn(m.lead); err != nil {
			return a, err
		}
		acts, err := offActs(ctx, tx, m)
		if err != nil {
			return a, err
		}
		// first, so that none goes out while we look who was told
		if err := p.endTellingAll(ctx, tx, m, acts); err != nil {
			return a, err
		}
		of, _, err := p.onTogether(ctx, tx, m, acts)
		if err != nil {
			return a, err
		}
		if a, err = goingOn(of, in.Fingerprint); err != nil {
			return a, err
		}
		back := make([]onAgain, len(m.dates))
		for i, s := range m.dates {
			back[i].s = s
			if act := acts[s.ID]; act != nil && act.doc.Off != nil {
				back[i].was = *act.doc.Off
			}
			m.did(s, actDoc{})
		}
		if err := p.putAllOn(ctx, tx, back); err != nil {
			return a, err
		}
		if err := p.tellTogether(ctx, tx, m.lead, of, news{mail.DateOn, callOn, 0}); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// goingOn is the act of dates that go on together, for those who were shown. Problems:
// precondition_failed (others hear it).
func goingOn(of toldTogether, shown string) (a acted, err error) {
	if of.fingerprint != shown {
		return a, problem.New(problem.PreconditionFailed)
	}
	a = acted{kind: actOnAgain}
	a.doc.Mails, a.doc.Calls = len(of.mail), len(of.call)
	return a, nil
}

// endTellingAll is endTelling for the acts on these dates.
func (p *Places) endTellingAll(
	ctx context.Context,
	tx pgx.Tx,
	m *many,
	acts map[string]*staffAct,
) error {
	var parts []*staffAct
	for _, s := range m.dates {
		if a := acts[s.ID]; a != nil && a.together() {
			parts = append(parts, a)
		} else if err := p.endTelling(ctx, tx, s, a); err != nil {
			return err
		}
	}
	return p.endParts(ctx, tx, parts...)
}
