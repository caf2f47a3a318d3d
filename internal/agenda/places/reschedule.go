package places

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// A move is planned over the dates of a scope: where each goes, or why it stays, what becomes of
// their rule, and who hears it. Check and act make the same plan; the act carries the fingerprint
// of the one that the screen showed.

// MoveTo is where one date goes, as somebody typed it.
type MoveTo struct {
	Day         string `json:"day,omitempty" maxLength:"20" doc:"2026-11-24"`
	From        string `json:"from,omitempty" maxLength:"20" doc:"13.30"`
	To          string `json:"to,omitempty" maxLength:"20" doc:"a night's end is the next morning"`
	Room        string `json:"room,omitempty" letters:"200" doc:"absent: where it is"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
	Scope
	Values *NewValues `json:"values,omitempty" doc:"what else changes of these dates; the check does not read it"`
}

// where reads what somebody typed. Problems: invalid.
func (in *MoveTo) where(k rules.Known, s *rules.Slot, was stood) (is stood, err error) {
	in.Room = httpkit.Line(in.Room)
	n := rules.NewSession{Day: in.Day, From: in.From, To: in.To}
	var f problem.Faults
	for _, name := range n.Skipped() {
		f.Add(name, problem.Choice)
	}
	if len(f) > 0 {
		return is, problem.WithFields(f...)
	}
	n.Check(&f, "", s.Now.Add(time.Nanosecond)) // the past is a wrong day
	for i := range f {
		f[i].Name = strings.TrimPrefix(f[i].Name, ".")
	}
	k.Room(&f, "room", in.Room, was.Room)
	if len(f) > 0 {
		return is, problem.WithFields(f...)
	}
	is = was
	if in.Room != "" {
		is.Room = in.Room
	}
	if is.Start, is.End, err = n.Times(); err != nil {
		return is, problem.WithFields(problem.Field{Name: "day", Code: problem.Invalid})
	}
	if is.same(was) {
		return is, problem.WithFields(problem.Field{Name: "day", Code: problem.Taken})
	}
	is.Join = is.Start
	is.Closes = is.Start
	if !was.Closes.Equal(was.Join) {
		is.Closes = rules.TermAfterMove(s.Activity.Closes, was.Closes, was.Start, is.Start)
	}
	if was.Opens != nil {
		opens := rules.TermAfterMove(s.Activity.Opens, *was.Opens, was.Start, is.Start)
		is.Opens = &opens
	}
	return is, nil
}

// mayMove says whether a date can be moved now.
//
// Problems: gone (called off), closed (it began), conflict (a series).
func mayMove(s *rules.Slot) error {
	switch {
	case s.Status == "cancelled":
		return problem.New(problem.Gone)
	case !s.Now.Before(s.Starts):
		return problem.New(problem.Closed)
	case s.Kind == "series":
		return problem.New(problem.Conflict)
	}
	return nil
}

// movePlan is what a move comes to.
type movePlan struct {
	all    []*goes // each of the dates
	at     map[string]*goes
	moving []*goes  // those that go
	what   string   // becomes of their rule
	rule   *ruleDoc // nil: it stays as it is
	tell   toldTogether
}

// goes is one date of a scope with where it stands and where it goes.
type goes struct {
	s *rules.Slot
	*moveDoc
	own      string // why it stays: time, room; empty: it goes
	hear     []hearer
	warnings []MoveWarning
}

// allGo says where the chosen date goes, and each of its scope: what changes of the chosen one
// changes of those that stood as it did. Another time or room is their own, and stays unless own is
// taken along.
//
// Problems: those of mayMove and movedJustNow, forbidden, invalid (where none may go).
func (p *Places) allGo(
	ctx context.Context,
	q db.Querier,
	m *many,
	in *MoveTo,
) (all []*goes, err error) {
	if err := mayMove(m.lead); err != nil {
		return nil, err
	}
	if err := movedJustNow(ctx, q, m); err != nil {
		return nil, err
	}
	meetings, err := meetingsAt(ctx, q, idsOf(m.dates))
	if err != nil {
		return nil, err
	}
	from := standsIn(m.lead, meetings[m.lead.ID])
	to, err := in.where(p.Known(ctx), m.lead, from)
	if err != nil {
		return nil, err
	}
	if err := mayMoveTo(m.who, m.lead, to); err != nil {
		return nil, err
	}
	by := shift{from: from, to: to, days: daysBetween(from.Start, to.Start)}
	by.sameTime = by.days == 0 && sameHours(from, to)
	for _, s := range m.dates {
		was := standsIn(s, meetings[s.ID])
		g := &goes{s: s, moveDoc: &moveDoc{
			Was: was, Is: was, Status: s.Status, From: s.Doc.MovedFrom,
		}}
		switch {
		case in.Own:
		case !by.sameTime && !sameHours(was, from):
			g.own = "time"
		case to.Room != from.Room && was.Room != from.Room:
			g.own = "room"
		}
		if g.own == "" {
			if g.Is, err = in.goesTo(s, was, by); err != nil {
				return nil, err
			}
		}
		if g.own == "" && g.Is.same(was) {
			g.own = "time" // it stands there already
		}
		all = append(all, g)
	}
	return all, nil
}

// standsIn is where a date with these meetings is.
func standsIn(s *rules.Slot, meetings []rules.Meeting) stood {
	at := stood{s.Starts, s.Ends, s.JoinUntil, s.Closes, s.Opens, ""}
	if len(meetings) > 0 {
		at.Room = meetings[0].Room
	}
	return at
}

// shift is how the chosen date of a scope goes from one place to another.
type shift struct {
	from, to stood
	days     int
	sameTime bool // it is about the room alone
}

// goesTo is where another date of the scope goes then.
func (in *MoveTo) goesTo(s *rules.Slot, was stood, by shift) (stood, error) {
	room := was.Room
	if by.to.Room != by.from.Room {
		room = by.to.Room
	}
	if by.sameTime {
		was.Room = room
		return was, nil
	}
	one := MoveTo{
		Day:  clock.Day(s.Starts).AddDate(0, 0, by.days).Format(time.DateOnly),
		From: in.From,
		To:   in.To,
		Room: room,
	}
	is, err := one.where(rules.Known{}, s, was)
	if isFault(err, problem.Taken) {
		return was, nil
	}
	return is, err
}

// isFault says whether an error is this fault of the day and nothing else.
func isFault(err error, code string) bool {
	var found *problem.Problem
	return errors.As(err, &found) && len(found.Fields) == 1 && found.Fields[0].Name == "day" &&
		found.Fields[0].Code == code
}

// sameHours says whether two dates are at the same hours of their days.
func sameHours(a, b stood) bool {
	return wall(a.Start) == wall(b.Start) && wall(a.End) == wall(b.End)
}

func wall(t time.Time) string { return t.In(clock.Amsterdam).Format("15:04") }

func daysBetween(a, b time.Time) int {
	return int(clock.Day(b).Sub(clock.Day(a)).Round(24*time.Hour) / (24 * time.Hour))
}

// movedJustNow is conflict when one of these dates was moved and that can still be taken back.
func movedJustNow(ctx context.Context, q db.Querier, m *many) error {
	var just bool
	err := q.QueryRow(ctx, `
		select exists (
			select from staff_act
			where occurrence_id = any($1)
				and kind = $2
				and undone_at is null
				and undo_until > $3)`, idsOf(m.dates), actShifted, m.lead.Now).Scan(&just)
	if err == nil && just {
		err = problem.New(problem.Conflict)
	}
	return err
}

// planMove says what a move comes to.
//
// Problems: those of allGo and turn.
func (p *Places) planMove(
	ctx context.Context,
	q db.Querier,
	m *many,
	in *MoveTo,
) (plan movePlan, err error) {
	if plan.all, err = p.allGo(ctx, q, m, in); err != nil {
		return plan, err
	}
	plan.at = map[string]*goes{}
	var ids []string
	for _, g := range plan.all {
		if plan.at[g.s.ID] = g; g.own == "" {
			ids, plan.moving = append(ids, g.s.ID), append(plan.moving, g)
		}
	}
	if plan.what, plan.rule, err = p.turn(ctx, q, m, in, plan.at[m.lead.ID]); err != nil {
		return plan, err
	}
	at, err := p.hearersAt(ctx, q, ids, "registered", "waiting", "offered")
	dates := make([]toldOf, len(plan.moving))
	for i, g := range plan.moving {
		g.hear = at[g.s.ID]
		dates[i] = toldOf{
			s: g.s, hear: g.hear, becomes: becomesAt(g.Was) + " to " + becomesAt(g.Is) + plan.what,
		}
	}
	plan.tell = p.together(dates)
	return plan, err
}

// becomesAt is where a date goes, for a fingerprint.
func becomesAt(at stood) string {
	return strings.Join([]string{
		strconv.FormatInt(at.Start.Unix(), 10), strconv.FormatInt(at.End.Unix(), 10), at.Room,
	}, " ")
}

// undo is how long a move can be taken back: not at all when people must hear it now, as they may
// be on their way, or a new moment is near.
func (plan *movePlan) undo() time.Duration {
	after := undoTime
	for _, g := range plan.moving {
		first := *g.s
		first.Starts = g.Was.Start
		if g.Is.Start.Before(g.Was.Start) {
			first.Starts = g.Is.Start
		}
		after = min(after, tellAfter(&first))
	}
	return after
}

// MoveDate moves a date, or the dates of a scope as one act, and tells everybody with a place and
// everybody who waits: by mail once it can no longer be taken back, or by a call. All keep what
// they have. Somebody moved it there before: their act, with Earlier.
//
// Problems: those of onDates, planMove and planValues, precondition_failed (other people hear it
// now than were shown).
func (p *Places) MoveDate(
	ctx context.Context,
	by By,
	occurrence string,
	in MoveTo,
) (Done, error) {
	return p.onDates(ctx, by, occurrence, p.coming(in.Scope), func(
		tx pgx.Tx,
		m *many,
	) (a acted, err error) {
		if a.earlier, err = movedThere(ctx, tx, m.lead, in); a.earlier != nil || err != nil {
			return a, err
		}
		var values []gets // by how the dates stand before they go
		if in.Values != nil {
			if err := m.lead.MayRun(by.Actor); err != nil {
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
		a.undo = plan.undo()
		if err := p.moveAll(ctx, tx, plan.moving, a.undo); err != nil {
			return a, err
		}
		put, err := p.putAllValues(ctx, tx, values, a.undo)
		if err != nil {
			return a, err
		}
		if err := keepTurn(ctx, tx, plan.rule, m.lead.Now.Add(a.undo)); err != nil {
			return a, err
		}
		plan.note(m, put)
		plan.callBeforeOldTime()
		n := news{mail.DateMoved, callMoved, a.undo}
		if err := p.tellTogether(ctx, tx, m.lead, plan.tell, n); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// note writes down what each date was, with the values that changed along.
func (plan *movePlan) note(m *many, values map[string]*valuesDoc) {
	for _, g := range plan.all {
		v := values[g.s.ID]
		switch {
		case g.own == "" && g.s == m.lead:
			m.did(g.s, &shiftedAct{Move: g.moveDoc, Rule: plan.rule, Values: v})
		case g.own == "":
			m.did(g.s, &shiftedAct{Move: g.moveDoc, Values: v})
		case v != nil:
			m.did(g.s, &valuesAct{Values: v})
		}
	}
}

// callBeforeOldTime sets when people must be called who go by the time that was: before that.
func (plan *movePlan) callBeforeOldTime() {
	for _, t := range plan.tell.call {
		first := *t.first
		if g := plan.at[first.ID]; g.Was.Start.Before(g.Is.Start) {
			first.Starts = g.Was.Start
		}
		t.first = &first
	}
}
