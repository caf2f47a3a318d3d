package changes

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

type MoveTo struct {
	Day         string `json:"day,omitempty" maxLength:"20" doc:"2026-11-24"`
	From        string `json:"from,omitempty" maxLength:"20" doc:"13.30"`
	To          string `json:"to,omitempty" maxLength:"20" doc:"a night's end is the next morning"`
	Room        string `json:"room,omitempty" letters:"200" doc:"absent: where it is"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
	booking.Scope
	Values *NewValues `json:"values,omitempty" doc:"what else changes of these dates; the check does not read it"`
}

func (in *MoveTo) where(k rules.Known, s *rules.Slot, was booking.Stood) (is booking.Stood, err error) {
	in.Room = httpkit.Line(in.Room)
	n := in.session()
	var f problem.Faults
	for _, name := range n.Skipped() {
		f.Add(name, problem.Choice)
	}
	if len(f) == 0 {
		n.Check(&f, "", s.Now.Add(time.Nanosecond)) // the past is a wrong day
		for i := range f {
			f[i].Name = strings.TrimPrefix(f[i].Name, ".")
		}
		k.Room(&f, "room", in.Room, was.Room)
	}
	if len(f) > 0 {
		return is, problem.WithFields(f...)
	}
	start, end, err := n.Times()
	if err != nil {
		return is, problem.Wrong("day", problem.Invalid)
	}
	is = goesTo(s, was, start, end)
	is.Room = cmp.Or(in.Room, was.Room)
	return is, nil
}

func (in *MoveTo) session() rules.NewSession {
	return rules.NewSession{Day: in.Day, From: in.From, To: in.To}
}

// goesTo is how a date stands at another time; terms of the activity go along.
func goesTo(s *rules.Slot, was booking.Stood, start, end time.Time) booking.Stood {
	is := was
	is.Start, is.End, is.Join, is.Closes = start, end, start, start
	if !was.Closes.Equal(was.Join) {
		is.Closes = rules.TermAfterMove(s.Activity.Closes, was.Closes, was.Start, start)
	}
	if was.Opens != nil {
		is.Opens = new(rules.TermAfterMove(s.Activity.Opens, *was.Opens, was.Start, start))
	}
	return is
}

// movePlan is what a move comes to: where each of the dates goes or why it stays.
type movePlan struct {
	all    []*goes // each of the dates
	at     map[string]*goes
	moving []*goes  // those that go
	what   string   // becomes of their rule
	rule   *ruleDoc // nil: it stays as it is
	tell   Recipients
}

// goes is one date of a scope, with where it stands and goes.
type goes struct {
	s *rules.Slot
	*moveDoc
	own      string // why it stays: time, room; empty: it goes
	hear     int
	warnings []MoveWarning
}

// allGo says where each date of the scope goes: as the chosen one where it stood as that did; else
// its own time or room stays, unless own.
//
// Problems: gone (off), closed (it began), conflict (a series, or moved just now), forbidden,
// invalid.
func (p *Changes) allGo(ctx context.Context, q db.Querier, m *booking.Many, in *MoveTo) (all []*goes, err error) {
	if err = refused(m.Lead, gone, m.Lead.Starts); err == nil && m.Lead.Kind == "series" {
		err = conflict
	}
	if err == nil {
		err = movedJustNow(ctx, q, m)
	}
	if err != nil {
		return nil, err
	}
	meetings, err := waitlist.MeetingsAt(ctx, q, waitlist.IDsOf(m.Dates))
	if err != nil {
		return nil, err
	}
	from := standsIn(m.Lead, meetings[m.Lead.ID])
	to, err := in.where(p.Known(ctx), m.Lead, from)
	if err == nil && to.Same(from) {
		err = problem.Wrong("day", problem.Taken)
	}
	if err == nil {
		err = booking.MayMoveTo(m.Who, m.Lead, to)
	}
	if err != nil {
		return nil, err
	}
	days := clock.DaysTo(from.Start, to.Start)
	sameTime := days == 0 && sameHours(from, to) // it is about the room alone
	for _, s := range m.Dates {
		was := standsIn(s, meetings[s.ID])
		g := &goes{s: s, moveDoc: &moveDoc{
			Was: was, Is: was, Status: s.Status, From: s.Doc.MovedFrom,
		}}
		switch {
		case in.Own:
		case !sameTime && !sameHours(was, from):
			g.own = "time"
		case to.Room != from.Room && was.Room != from.Room:
			g.own = "room"
		}
		if all = append(all, g); g.own != "" {
			continue
		}
		if to.Room != from.Room {
			g.Is.Room = to.Room
		}
		if !sameTime {
			day := clock.Date(clock.Day(s.Starts).AddDate(0, 0, days))
			one := MoveTo{Day: day, From: in.From, To: in.To, Room: g.Is.Room}
			if g.Is, err = one.where(rules.Known{}, s, was); err != nil {
				return nil, err
			}
		}
		if g.Is.Same(was) {
			g.own = "time" // it stands there already
		}
	}
	return all, nil
}

// standsIn is where a date with these meetings is.
func standsIn(s *rules.Slot, meetings []rules.Meeting) booking.Stood {
	at := booking.Stood{
		Start: s.Starts, End: s.Ends, Join: s.JoinUntil, Closes: s.Closes, Opens: s.Opens,
	}
	if len(meetings) > 0 {
		at.Room = meetings[0].Room
	}
	return at
}

func sameHours(a, b booking.Stood) bool {
	return rules.WallClock(a.Start) == rules.WallClock(b.Start) &&
		rules.WallClock(a.End) == rules.WallClock(b.End)
}

// movedJustNow is conflict while a move of one of these dates can be taken back.
func movedJustNow(ctx context.Context, q db.Querier, m *booking.Many) error {
	just, err := booking.OneAct(ctx, q, `
		where occurrence_id = any($1) and kind = $2 and undone_at is null and undo_until > $3
		limit 1`, waitlist.IDsOf(m.Dates), booking.ActShifted, m.Lead.Now)
	if just != nil {
		err = conflict
	}
	return err
}

// planMove is what a move comes to. Problems: those of allGo and turn.
func (p *Changes) planMove(ctx context.Context, q db.Querier, m *booking.Many, in *MoveTo) (plan movePlan, err error) {
	if plan.all, err = p.allGo(ctx, q, m, in); err != nil {
		return plan, err
	}
	plan.at = map[string]*goes{}
	for _, g := range plan.all {
		if plan.at[g.s.ID] = g; g.own == "" {
			plan.moving = append(plan.moving, g)
		}
	}
	if plan.what, plan.rule, err = p.turn(ctx, q, m, in, plan.at[m.Lead.ID]); err != nil {
		return plan, err
	}
	units := make([]Unit, len(plan.moving))
	for i, g := range plan.moving {
		units[i] = Unit{S: g.s, becomes: becomesAt(g.Was) + " to " + becomesAt(g.Is) + plan.what}
	}
	plan.tell, err = p.hearUnits(ctx, q, units, "registered", "waiting", "offered")
	for i, g := range plan.moving {
		g.hear = len(units[i].Hear)
	}
	return plan, err
}

// becomesAt is where a date goes, for a fingerprint.
func becomesAt(at booking.Stood) string {
	return fmt.Sprint(at.Start.Unix(), at.End.Unix()) + " " + at.Room
}

// undo is how long a move can be taken back: not when a moment is near, as people may be on their
// way.
func (plan *movePlan) undo() time.Duration {
	var soon []*rules.Slot
	for _, g := range plan.moving {
		was, is := *g.s, *g.s
		was.Starts, is.Starts = g.Was.Start, g.Is.Start
		soon = append(soon, &was, &is)
	}
	return TellAfter(soon...)
}

// MoveDate moves dates as one act, and tells everybody with a place and who waits; all keep what
// they have. Somebody moved it there before: their act, with Earlier.
//
// Problems: those of OnDates, planMove and planValues, precondition_failed (others hear it than
// were shown).
func (p *Changes) MoveDate(ctx context.Context, by booking.By, id string, in MoveTo) (booking.Done, error) {
	return p.OnDates(ctx, by, id, p.Coming(in.Scope), func(
		tx pgx.Tx, m *booking.Many,
	) (a booking.Acted, err error) {
		if a.Earlier, err = movedThere(ctx, tx, m.Lead, in); a.Earlier != nil || err != nil {
			return a, err
		}
		var values []settingsPatch // by how the dates stand before they go
		if in.Values != nil {
			if err := m.Lead.MayRun(by.Actor); err != nil {
				return a, err
			}
			if values, err = p.planValues(ctx, tx, m, in.Values, in.Own); err != nil {
				return a, err
			}
		}
		plan, err := p.planMove(ctx, tx, m, &in)
		if a, err = plan.tell.begin(&shiftedAct{}, in.Fingerprint, err); err != nil {
			return a, err
		}
		a.Undo = plan.undo()
		if err := p.moveAll(ctx, tx, plan.moving, a.Undo); err != nil {
			return a, err
		}
		put, err := p.putValues(ctx, tx, values, a.Undo)
		if err != nil {
			return a, err
		}
		if plan.rule != nil { // it makes no date until this is past undoing
			if _, err := tx.Exec(ctx, `
				update rhythm set turns = $2, rests_until = $3 where id = $1`,
				plan.rule.Rhythm, plan.rule.Is, m.Lead.Now.Add(a.Undo)); err != nil {
				return a, err
			}
		}
		plan.note(m, put)
		plan.callBeforeOldTime()
		return a, p.tell(ctx, tx, m, plan.tell, News{mail.DateMoved, waitlist.CallMoved, a.Undo})
	})
}

// note keeps how each date was, with the values that changed along.
func (plan *movePlan) note(m *booking.Many, values map[string]*valuesDoc) {
	for _, g := range plan.all {
		v := values[g.s.ID]
		if g.own == "" {
			doc := &shiftedAct{Move: g.moveDoc, Values: v}
			if g.s == m.Lead {
				doc.Rule = plan.rule
			}
			m.Did(g.s, doc)
		} else if v != nil {
			m.Did(g.s, &valuesAct{Values: v})
		}
	}
}

// callBeforeOldTime has people called before the old time who go by it.
func (plan *movePlan) callBeforeOldTime() {
	for _, t := range plan.tell.Call {
		first := *t.first
		if g := plan.at[first.ID]; g.Was.Start.Before(g.Is.Start) {
			first.Starts = g.Was.Start
		}
		t.first = &first
	}
}
