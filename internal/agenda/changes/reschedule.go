package changes

import (
	"context"
	"errors"
	"strconv"
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
	booking.Scope
	Values *NewValues `json:"values,omitempty" doc:"what else changes of these dates; the check does not read it"`
}

// where reads what somebody typed. Problems: invalid.
func (in *MoveTo) where(
	k rules.Known,
	s *rules.Slot,
	was booking.Stood,
) (is booking.Stood, err error) {
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
	if is.Same(was) {
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
	tell   ToldTogether
}

// goes is one date of a scope with where it stands and where it goes.
type goes struct {
	s *rules.Slot
	*moveDoc
	own      string // why it stays: time, room; empty: it goes
	hear     []waitlist.Hearer
	warnings []MoveWarning
}

// allGo says where the chosen date goes, and each of its scope: what changes of the chosen one
// changes of those that stood as it did. Another time or room is their own, and stays unless own is
// taken along.
//
// Problems: those of mayMove and movedJustNow, forbidden, invalid (where none may go).
func (p *Changes) allGo(
	ctx context.Context,
	q db.Querier,
	m *booking.Many,
	in *MoveTo,
) (all []*goes, err error) {
	if err := mayMove(m.Lead); err != nil {
		return nil, err
	}
	if err := movedJustNow(ctx, q, m); err != nil {
		return nil, err
	}
	meetings, err := waitlist.MeetingsAt(ctx, q, waitlist.IDsOf(m.Dates))
	if err != nil {
		return nil, err
	}
	from := standsIn(m.Lead, meetings[m.Lead.ID])
	to, err := in.where(p.Known(ctx), m.Lead, from)
	if err != nil {
		return nil, err
	}
	if err := booking.MayMoveTo(m.Who, m.Lead, to); err != nil {
		return nil, err
	}
	by := shift{from: from, to: to, days: daysBetween(from.Start, to.Start)}
	by.sameTime = by.days == 0 && sameHours(from, to)
	for _, s := range m.Dates {
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
		if g.own == "" && g.Is.Same(was) {
			g.own = "time" // it stands there already
		}
		all = append(all, g)
	}
	return all, nil
}

// standsIn is where a date with these meetings is.
func standsIn(s *rules.Slot, meetings []rules.Meeting) booking.Stood {
	at := booking.Stood{
		Start:  s.Starts,
		End:    s.Ends,
		Join:   s.JoinUntil,
		Closes: s.Closes,
		Opens:  s.Opens,
		Room:   "",
	}
	if len(meetings) > 0 {
		at.Room = meetings[0].Room
	}
	return at
}

// shift is how the chosen date of a scope goes from one place to another.
type shift struct {
	from, to booking.Stood
	days     int
	sameTime bool // it is about the room alone
}

// goesTo is where another date of the scope goes then.
func (in *MoveTo) goesTo(s *rules.Slot, was booking.Stood, by shift) (booking.Stood, error) {
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
	if standsThere(err) {
		return was, nil
	}
	return is, err
}

// standsThere says whether an error says that a date stands where it is to go, and nothing else.
func standsThere(err error) bool {
	var found *problem.Problem
	return errors.As(err, &found) && len(found.Fields) == 1 && found.Fields[0].Name == "day" &&
		found.Fields[0].Code == problem.Taken
}

// sameHours says whether two dates are at the same hours of their days.
func sameHours(a, b booking.Stood) bool {
	return wall(a.Start) == wall(b.Start) && wall(a.End) == wall(b.End)
}

func wall(t time.Time) string { return t.In(clock.Amsterdam).Format("15:04") }

func daysBetween(a, b time.Time) int {
	return int(clock.Day(b).Sub(clock.Day(a)).Round(24*time.Hour) / (24 * time.Hour))
}

// movedJustNow is conflict when one of these dates was moved and that can still be taken back.
func movedJustNow(ctx context.Context, q db.Querier, m *booking.Many) error {
	var just bool
	err := q.QueryRow(ctx, `
		select exists (
			select from staff_act
			where occurrence_id = any($1)
				and kind = $2
				and undone_at is null
				and undo_until > $3)`, waitlist.IDsOf(m.Dates), booking.ActShifted, m.Lead.Now).Scan(&just)
	if err == nil && just {
		err = problem.New(problem.Conflict)
	}
	return err
}

// planMove says what a move comes to.
//
// Problems: those of allGo and turn.
func (p *Changes) planMove(
	ctx context.Context,
	q db.Querier,
	m *booking.Many,
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
	if plan.what, plan.rule, err = p.turn(ctx, q, m, in, plan.at[m.Lead.ID]); err != nil {
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
func becomesAt(at booking.Stood) string {
	return strings.Join([]string{
		strconv.FormatInt(at.Start.Unix(), 10), strconv.FormatInt(at.End.Unix(), 10), at.Room,
	}, " ")
}

// Undo is how long a move can be taken back: not at all when people must hear it now, as they may
// be on their way, or a new moment is near.
func (plan *movePlan) Undo() time.Duration {
	after := booking.UndoTime
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
// Problems: those of OnDates, planMove and planValues, precondition_failed (other people hear it
// now than were shown).
func (p *Changes) MoveDate(
	ctx context.Context,
	by booking.By,
	occurrence string,
	in MoveTo,
) (booking.Done, error) {
	return p.OnDates(ctx, by, occurrence, p.Coming(in.Scope), func(
		tx pgx.Tx,
		m *booking.Many,
	) (a booking.Acted, err error) {
		if a.Earlier, err = movedThere(ctx, tx, m.Lead, in); a.Earlier != nil || err != nil {
			return a, err
		}
		var values []gets // by how the dates stand before they go
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
		a.Undo = plan.Undo()
		if err := p.moveAll(ctx, tx, plan.moving, a.Undo); err != nil {
			return a, err
		}
		put, err := p.putAllValues(ctx, tx, values, a.Undo)
		if err != nil {
			return a, err
		}
		if err := keepTurn(ctx, tx, plan.rule, m.Lead.Now.Add(a.Undo)); err != nil {
			return a, err
		}
		plan.note(m, put)
		plan.callBeforeOldTime()
		n := News{mail.DateMoved, waitlist.CallMoved, a.Undo}
		if err := p.TellTogether(ctx, tx, m.Lead, plan.tell, n); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// note writes down what each date was, with the values that changed along.
func (plan *movePlan) note(m *booking.Many, values map[string]*valuesDoc) {
	for _, g := range plan.all {
		v := values[g.s.ID]
		switch {
		case g.own == "" && g.s == m.Lead:
			m.Did(g.s, &shiftedAct{Move: g.moveDoc, Rule: plan.rule, Values: v})
		case g.own == "":
			m.Did(g.s, &shiftedAct{Move: g.moveDoc, Values: v})
		case v != nil:
			m.Did(g.s, &valuesAct{Values: v})
		}
	}
}

// callBeforeOldTime sets when people must be called who go by the time that was: before that.
func (plan *movePlan) callBeforeOldTime() {
	for _, t := range plan.tell.Call {
		first := *t.first
		if g := plan.at[first.ID]; g.Was.Start.Before(g.Is.Start) {
			first.Starts = g.Was.Start
		}
		t.first = &first
	}
}
