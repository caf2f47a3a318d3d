package places

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// OnAgain is a date that goes on after all.
type OnAgain struct {
	Session     string `json:"session,omitempty"     maxLength:"60" doc:"of a series: that meeting alone"`
	Scope       string `json:"scope,omitempty"       enum:"this,later,all" doc:"of the dates that were called off together; absent: this date alone"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

// toldBy are who was told of acts, the row of each by the act on its date: the act that they heard
// of last when it called the date off, else nothing.
type toldBy map[mail.Out]string

// of are those of these people who were told of this act.
func (t toldBy) of(act *staffAct, all []hearer) (out []hearer) {
	for _, h := range all {
		if t[mail.Out{Act: act.id, Row: h.id}] != "" {
			out = append(out, h)
		}
	}
	return out
}

// ofItself says whether one of these people heard of this very act.
func (t toldBy) ofItself(act *staffAct, all []hearer) bool {
	return slices.ContainsFunc(all, func(h hearer) bool {
		return t[mail.Out{Act: act.id, Row: h.id}] == act.id
	})
}

// toldBy says who was told that dates do not go on, and nothing else since: by acts that called
// them off, also by an older one of the same date.
func (p *Places) toldBy(ctx context.Context, q db.Querier, acts ...*staffAct) (toldBy, error) {
	ids := make([]string, len(acts))
	for i, a := range acts {
		ids[i] = a.id
	}
	rows, err := q.Query(ctx, `
		select a.id, b.id, coalesce(b.doc->>'lead', b.id), b.kind
		from staff_act a
		join staff_act b on b.occurrence_id = a.occurrence_id
			and b.no <= a.no
			and coalesce(b.doc->>'session', '') = coalesce(a.doc->>'session', '')
		where a.id = any($1)
			and b.kind in ('`+actOff+`', '`+actOnAgain+`')
		order by b.no`, ids)
	if err != nil {
		return nil, err
	}
	type said struct{ Act, ID, Whole, Kind string }
	history, err := pgx.CollectRows(rows, pgx.RowToStructByPos[said])
	if err != nil {
		return nil, err
	}
	whole := make([]string, len(history))
	for i, h := range history {
		whole[i] = h.Whole
	}
	mailed, err := p.Mail.OutOf(ctx, q, whole...)
	if err != nil {
		return nil, err
	}
	if rows, err = q.Query(ctx, `
		select coalesce(one->>'act', act_id), coalesce(one->>'row', registration_id, entry_id)
		from call
		left join lateral jsonb_array_elements(call.about) as t (one) on true
		where act_id = any($1)
			and state = 'done'
			and coalesce(one->>'row', registration_id, entry_id) is not null`,
		whole); err != nil {
		return nil, err
	}
	called, err := pgx.CollectRows(rows, pgx.RowToStructByPos[mail.Out])
	heard := map[string][]string{}
	for _, o := range append(mailed, called...) {
		heard[o.Act] = append(heard[o.Act], o.Row)
	}
	out := toldBy{}
	for _, h := range history {
		for _, row := range heard[h.ID] {
			last := ""
			if h.Kind == actOff {
				last = h.ID
			}
			out[mail.Out{Act: h.Act, Row: row}] = last
		}
	}
	return out, err
}

// mayGoOn says whether a date can go on after all. Problems: conflict (it goes on), closed (over).
func mayGoOn(s *rules.Slot) error {
	switch {
	case s.Status != "cancelled":
		return problem.New(problem.Conflict)
	case !s.Now.Before(s.Ends):
		return problem.New(problem.Closed)
	}
	return nil
}

// endTelling takes back what an act about a date still has to tell.
func (p *Places) endTelling(ctx context.Context, tx pgx.Tx, s *rules.Slot, act *staffAct) error {
	if act == nil {
		return nil
	}
	if act.together() {
		return p.endParts(ctx, tx, act)
	}
	if err := p.Mail.EndAct(ctx, tx, act.id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $2
		where act_id = $1 and state = 'open'`, act.id, s.Now)
	return err
}
