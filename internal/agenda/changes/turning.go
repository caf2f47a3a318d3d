package changes

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// Dates of a rhythm that move together take its rule along, from the first of them on: what it
// makes later comes where they went.

// What becomes of the rule.
const (
	ruleGoes  = "goes"
	ruleStays = "stays" // these dates stood elsewhere than the rule says
)

// ruleDoc is what an act keeps of a rule that it changed.
type ruleDoc struct {
	Rhythm string          `json:"rhythm"`
	Was    json.RawMessage `json:"was,omitempty"`
	Is     json.RawMessage `json:"is"`
}

// turn says what becomes of the rule of dates that move together, and what to store; under their
// locks it locks it. Without a rule both are empty.
//
// Problems: precondition_failed (the rule made a date for this scope while we waited).
func (p *Changes) turn(
	ctx context.Context, q db.Querier, m *booking.Many, in *MoveTo, lead *goes,
) (what string, doc *ruleDoc, err error) {
	if !m.Many { // one date leaves its rule
		return "", nil, nil
	}
	lock := ""
	if m.Locked {
		lock = " for update"
		p.Paused()
	}
	chosen := []string{m.Lead.ID}
	if in.Scope.Scope == booking.ScopeAll {
		chosen = waitlist.IDsOf(m.Dates)
	}
	var id, day string
	var raw, turns []byte
	err = q.QueryRow(ctx, `
		select id, rule, turns, (
			select min(rhythm_day)::text from occurrence where id = any($2)
		)
		from rhythm
		where rule is not null
			and id = (select rhythm_id from occurrence where id = $1)`+lock,
		m.Lead.ID, chosen).Scan(&id, &raw, &turns, &day)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	rule, err := ruleOf(raw, turns)
	if err != nil {
		return "", nil, err
	}
	if m.Locked && !p.Unlocked {
		now, err := booking.ComingDates(ctx, q, m.Lead, in.Scope.Scope)
		if err == nil && !slices.Equal(waitlist.IDsOf(now), waitlist.IDsOf(m.Dates)) {
			err = stale
		}
		if err != nil {
			return "", nil, err
		}
	}
	list, changed := rule.Turned(turning(lead, in, day), clock.Date(m.Lead.Now))
	if !changed {
		return ruleStays, nil, nil
	}
	return ruleGoes, &ruleDoc{id, turns, db.JSON(rule.MakeTurns(list))}, nil
}

func turning(g *goes, in *MoveTo, day string) rules.Turning {
	t := rules.Turning{
		Day:     day,
		WasFrom: rules.WallClock(g.Was.Start),
		WasTo:   rules.WallClock(g.Was.End),
		WasRoom: g.Was.Room,
		Room:    g.Is.Room,
		Home:    g.s.Activity.Location,
		Shift:   clock.DaysTo(g.Was.Start, g.Is.Start),
		Own:     in.Own,
	}
	from, to := rules.WallClock(g.Is.Start), rules.WallClock(g.Is.End)
	if t.Shift != 0 || from != t.WasFrom || to != t.WasTo {
		t.From, t.To = from, to
	}
	return t
}

// ruleBack gives a rule back what an act changed, and takes along what it made since where the
// others went; what somebody signed up for stays there. Problems: conflict (changed since).
func (p *Changes) ruleBack(ctx context.Context, tx pgx.Tx, a booking.StaffAct) error {
	doc := docOf[shiftedAct](&a).Rule
	if doc == nil {
		return nil
	}
	var was any
	if len(doc.Was) > 0 && string(doc.Was) != "null" {
		was = doc.Was
	}
	var raw []byte
	err := tx.QueryRow(ctx, `
		update rhythm set turns = $2, rests_until = null
		where id = $1 and turns = $3::jsonb
		returning rule`, doc.Rhythm, was, doc.Is).Scan(&raw)
	if errors.Is(err, pgx.ErrNoRows) {
		return conflict
	}
	if err != nil || raw == nil {
		return err
	}
	return p.madeSinceBack(ctx, tx, doc, raw, a.At)
}

func ruleOf(stored, turns []byte) (*rules.Rhythm, error) {
	rule := &rules.Rhythm{}
	err := json.Unmarshal(stored, rule)
	if err == nil {
		rule.Turns, err = rules.TurnsOf(turns, rule)
	}
	return rule, err
}

// madeSinceBack puts the unused dates that a rule made since where it says now.
func (p *Changes) madeSinceBack(ctx context.Context, tx pgx.Tx, doc *ruleDoc, raw []byte, since time.Time) error {
	now, err := ruleOf(raw, doc.Was)
	if err != nil {
		return err
	}
	then, err := ruleOf(raw, doc.Is)
	if err != nil {
		return err
	}
	type born struct {
		ID, Day    string
		Start, End time.Time
	}
	all, err := db.All[born](ctx, tx, `
		select o.id, o.rhythm_day::text, o.starts_at, o.ends_at
		from occurrence o
		where o.rhythm_id = $1
			and o.created_at >= $2
			and o.status = 'planned'
			and not `+HasPeople+`
		order by o.id
		for update`, doc.Rhythm, since)
	if err != nil {
		return err
	}
	for _, d := range all {
		start, end := then.Times(d.Day)
		if !d.Start.Equal(start) || !d.End.Equal(end) { // somebody moved it by hand
			continue
		}
		start, end = now.Times(d.Day)
		if err := p.RetimeUnused(ctx, tx, d.ID, start, end); err != nil {
			return err
		}
		if then.RoomOn(d.Day) == now.RoomOn(d.Day) {
			continue
		}
		if _, err := tx.Exec(ctx, `
			update session se
			set room = coalesce(nullif($2, ''), a.doc->>'location')
			from occurrence o
			join activity a on a.id = o.activity_id
			where se.occurrence_id = $1 and o.id = $1`, d.ID, now.RoomOn(d.Day)); err != nil {
			return err
		}
	}
	return nil
}
