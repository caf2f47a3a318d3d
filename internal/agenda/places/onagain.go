package places

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// OnAgain is a date that goes on after all.
type OnAgain struct {
	Session     string `json:"session,omitempty"     maxLength:"60" doc:"of a series: that meeting alone"`
	Scope       string `json:"scope,omitempty"       enum:"this,later,all" doc:"of the dates that were called off together; absent: this date alone"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

// toldOff is who was told by this act that a date does not go on; nobody when it was no act.
func (p *Places) toldOff(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	act *staffAct,
) (of hearers, err error) {
	if act == nil {
		return p.sort(s, nil), nil
	}
	told, err := p.toldBy(ctx, q, act)
	if err != nil {
		return of, err
	}
	all, err := p.hearersOf(ctx, q, s, "cancelledByHouse", "closed")
	return p.sort(s, told.of(act, all)), err
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

// checkOn is who hears that a date goes on after all: those who were told that it does not.
//
// Problems: not_found, forbidden, and those of mayGoOn.
func (p *Places) checkOn(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in OnAgain,
) (out TellCheck, err error) {
	if sc := (Scope{Scope: in.Scope}); sc.many() {
		return p.checkOnMany(ctx, who, occurrence, sc)
	}
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return out, err
	}
	if err := p.MayMeet(ctx, p.Pool, who, s); err != nil {
		return out, err
	}
	if in.Session != "" {
		return p.checkMeetingOn(ctx, who, s, in.Session)
	}
	if s.Kind == "series" {
		return p.checkSeriesOn(ctx, who, s)
	}
	if err := mayGoOn(s); err != nil {
		return out, err
	}
	act, err := p.lastOn(ctx, p.Pool, s.ID, actOff)
	if err != nil {
		return out, db.Problem(err)
	}
	of, err := p.toldOff(ctx, p.Pool, s, act)
	if err != nil {
		return out, db.Problem(err)
	}
	meetings, err := Meetings(ctx, p.Pool, s.ID)
	if err != nil {
		return out, db.Problem(err)
	}
	m := rules.Coming(meetings, s.Now)
	letter := mail.DateOnLetter(mail.ChangedDate{
		Start: m.Start, End: m.End, Link: "(link)", Waits: of.waits(),
	})
	if out, err = p.seen(ctx, s, of, mail.DateOn, letter); err != nil {
		return out, err
	}
	// the mails go at once, as people keep the day free or do not
	out.AtOnce = true
	away, err := p.hearersOf(ctx, p.Pool, s, "cancelled")
	out.Away = firstNames(away)
	return out, db.Problem(err)
}

// GoOn says that a date goes on after all, and tells those who heard that it does not. Everybody
// has their place again, but who called off by themselves. It cannot be taken back: the way back is
// to call it off once more.
//
// Problems: those of staffOn and mayGoOn, precondition_failed (others hear it now than were shown).
func (p *Places) GoOn(ctx context.Context, by By, occurrence string, in OnAgain) (Done, error) {
	if sc := (Scope{Scope: in.Scope}); sc.many() {
		return p.goOnMany(ctx, by, occurrence, in)
	}
	return p.staffOn(ctx, by, occurrence, func(tx pgx.Tx, s *rules.Slot) (a acted, err error) {
		if in.Session != "" {
			return p.meetingOn(ctx, tx, by, s, in)
		}
		if s.Kind == "series" {
			return p.seriesOn(ctx, tx, by, s, in)
		}
		if s.Status != "cancelled" {
			if a.earlier, err = p.lastOn(ctx, tx, s.ID, actOnAgain); a.earlier != nil ||
				err != nil {
				return a, err
			}
		}
		if err := mayGoOn(s); err != nil {
			return a, err
		}
		act, err := p.lastOn(ctx, tx, s.ID, actOff)
		if err != nil {
			return a, err
		}
		was := offDoc{}
		if act != nil && act.doc.Off != nil {
			was = *act.doc.Off
		}
		before, err := p.lastOn(ctx, tx, s.ID, actOnAgain)
		if err != nil {
			return a, err
		}
		// first, so that none goes out while we look who was told
		for _, told := range []*staffAct{act, before} {
			if err := p.endTelling(ctx, tx, s, told); err != nil {
				return a, err
			}
		}
		of, err := p.toldOff(ctx, tx, s, act)
		if err != nil {
			return a, err
		}
		if of.fingerprint != in.Fingerprint {
			return a, problem.New(problem.PreconditionFailed)
		}
		a = acted{kind: actOnAgain}
		a.doc.Mails, a.doc.Calls = len(of.mail), len(of.call)
		if err := p.putOn(ctx, tx, s, was, false); err != nil {
			return a, err
		}
		if err := p.tellHearers(ctx, tx, s, of, news{mail.DateOn, callOn, 0}); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
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
