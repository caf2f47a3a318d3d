package places

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// goes is one date of a scope with where it stands and where it goes.
type goes struct {
	s       *rules.Slot
	was, is stood
	own     string // why it stays: time, room; empty: it goes
}

// allGo says where the chosen date goes, and each of its scope: what changes of the chosen one
// changes of those that stood as it did. Another time or room is their own, and stays unless own is
// taken along.
//
// Problems: those of mayMove and movedJustNow, forbidden, invalid (where none may go).
func (p *Places) allGo(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	m *many,
	in *MoveTo,
) (all []goes, err error) {
	if err := mayMove(m.lead); err != nil {
		return nil, err
	}
	if err := p.movedJustNow(ctx, q, m); err != nil {
		return nil, err
	}
	rooms, err := roomsOf(ctx, q, idsOf(m.dates))
	if err != nil {
		return nil, err
	}
	from := standsIn(m.lead, rooms)
	to, err := in.where(p.Known(ctx), m.lead, from)
	if err != nil {
		return nil, err
	}
	if err := mayMoveTo(who, m.lead, to); err != nil {
		return nil, err
	}
	by := shift{from: from, to: to, days: daysBetween(from.Start, to.Start)}
	by.sameTime = by.days == 0 && wall(from.Start) == wall(to.Start) &&
		wall(from.End) == wall(to.End)
	for _, s := range m.dates {
		g := goes{s: s, was: standsIn(s, rooms)}
		g.is = g.was
		switch {
		case in.Own:
		case !by.sameTime && (wall(s.Starts) != wall(from.Start) || wall(s.Ends) != wall(from.End)):
			g.own = "time"
		case to.Room != from.Room && g.was.Room != from.Room:
			g.own = "room"
		}
		if g.own == "" {
			if g.is, err = in.goesTo(s, g.was, by); err != nil {
				return nil, err
			}
		}
		if g.own == "" && g.is.same(g.was) {
			g.own = "time" // it stands there already
		}
		all = append(all, g)
	}
	return all, nil
}

// standsIn is where a date is, in its room of these.
func standsIn(s *rules.Slot, rooms map[string]string) stood {
	return stood{s.Starts, s.Ends, s.JoinUntil, s.Closes, s.Opens, rooms[s.ID]}
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
		is := was
		is.Room = room
		return is, nil
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

func wall(t time.Time) string { return t.In(clock.Amsterdam).Format("15:04") }

func daysBetween(a, b time.Time) int {
	return int(clock.Day(b).Sub(clock.Day(a)).Round(24*time.Hour) / (24 * time.Hour))
}

// roomsOf are the rooms of these dates.
func roomsOf(ctx context.Context, q db.Querier, ids []string) (map[string]string, error) {
	rows, err := q.Query(ctx, `
		select occurrence_id, room
		from session
		where occurrence_id = any($1) and n = 1`, ids)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	var id, room string
	_, err = pgx.ForEachRow(rows, []any{&id, &room}, func() error {
		all[id] = room
		return nil
	})
	return all, err
}

// movedJustNow is conflict when one of these dates was moved and that can still be taken back.
func (p *Places) movedJustNow(ctx context.Context, q db.Querier, m *many) error {
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

// moveTogether are who hears that dates of a scope move, and which do.
func (p *Places) moveTogether(
	ctx context.Context,
	q db.Querier,
	all []goes,
	rule string,
) (of toldTogether, moving []goes, at map[string][]hearer, err error) {
	var ids []string
	for _, g := range all {
		if g.own == "" {
			ids, moving = append(ids, g.s.ID), append(moving, g)
		}
	}
	if at, err = p.hearersAt(ctx, q, ids, "registered", "waiting", "offered"); err != nil {
		return of, nil, nil, err
	}
	dates := make([]toldOf, len(moving))
	for i, g := range moving {
		dates[i] = toldOf{
			s: g.s, hear: at[g.s.ID], becomes: becomesAt(g.was) + " to " + becomesAt(g.is) + rule,
		}
	}
	return p.together(dates), moving, at, nil
}

func tellMovesAfter(moving []goes) time.Duration {
	after := undoTime
	for _, g := range moving {
		after = min(after, tellMoveAfter(g.s, g.was, g.is))
	}
	return after
}

// checkMove is what moving a date, or the dates of a scope, comes to; nothing is stored.
//
// Problems: those of seeMany and allGo.
func (p *Places) checkMove(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in MoveTo,
) (out MoveCheck, err error) {
	m, err := p.seeMany(ctx, who, occurrence, p.coming(in.Scope))
	if err != nil {
		return out, err
	}
	all, err := p.allGo(ctx, p.Pool, who, m, &in)
	if err != nil {
		return out, db.Problem(err)
	}
	if out.Rule, _, err = p.turn(ctx, p.Pool, manyMove{m, &in, all}, false); err != nil {
		return out, db.Problem(err)
	}
	of, moving, at, err := p.moveTogether(ctx, p.Pool, all, out.Rule)
	if err != nil {
		return out, db.Problem(err)
	}
	to := map[string]goes{}
	for _, g := range all {
		to[g.s.ID] = g
	}
	lead := to[m.lead.ID]
	letter := p.movedPreview(ctx, of, lead, to)
	if out.TellCheck, err = p.seen(ctx, m.lead, of, mail.DateMoved, letter); err != nil {
		return out, err
	}
	out.AtOnce = tellMovesAfter(moving) == 0
	out.Start, out.End = clock.Moment(lead.is.Start), clock.Moment(lead.is.End)
	out.Room = lead.is.Room
	if !m.many && !lead.is.Closes.Equal(lead.is.Join) {
		out.Closes = clock.Moment(lead.is.Closes)
	}
	warnings, err := p.warningsAt(ctx, moving)
	if err != nil {
		return out, db.Problem(err)
	}
	out.Warnings = append([]MoveWarning{}, warnings[m.lead.ID]...)
	if m.many {
		out.Dates, out.Change = goingSeen(all, at, warnings), len(moving)
	}
	return out, nil
}

// movedPreview is the mail of who hears of most of the dates that move, before there is any.
func (p *Places) movedPreview(
	ctx context.Context,
	of toldTogether,
	lead goes,
	to map[string]goes,
) mail.Letter {
	most := of.busiest()
	if most == nil {
		return mail.DateMovedLetter(p.movedDate(ctx, lead.was, lead.is))
	}
	if len(most.about) == 1 {
		g := to[most.about[0].Date]
		one := p.movedDate(ctx, g.was, g.is)
		one.Waits = most.waits
		return mail.DateMovedLetter(one)
	}
	return mail.DatesMovedLetter(previewLines(most, func(row toldRow) mail.ChangedLine {
		g := to[row.Date]
		return mail.ChangedLine{
			WasStart: g.was.Start, WasEnd: g.was.End,
			Start: g.is.Start, End: g.is.End,
			Place: p.House(ctx).Place(g.is.Room),
		}
	}), nil)
}

// goingSeen are the dates of a scope, each with where it goes or why it stays.
func goingSeen(
	all []goes,
	at map[string][]hearer,
	warnings map[string][]MoveWarning,
) (out []DateSeen) {
	for _, g := range all {
		seen := seeDate(g.s, len(at[g.s.ID]))
		seen.Room, seen.Own = g.was.Room, g.own
		if g.own == "" {
			seen.ToStart, seen.ToEnd = clock.Moment(g.is.Start), clock.Moment(g.is.End)
			seen.ToRoom, seen.Warnings = g.is.Room, warnings[g.s.ID]
		} else {
			seen.People = g.s.Taken
		}
		out = append(out, seen)
	}
	return out
}

// warningsAt is what may be wrong with where these dates go together, by date.
func (p *Places) warningsAt(
	ctx context.Context,
	moving []goes,
) (map[string][]MoveWarning, error) {
	out := map[string][]MoveWarning{}
	type going struct {
		ID    string    `json:"id"`
		Start time.Time `json:"start"`
		End   time.Time `json:"end"`
		Room  string    `json:"room"`
		Host  string    `json:"host"`
	}
	var all []going
	ids := make([]string, len(moving))
	house := p.House(ctx)
	for i, g := range moving {
		ids[i] = g.s.ID
		out[g.s.ID] = p.openWarnings(ctx, g.is)
		one := going{g.s.ID, g.is.Start, g.is.End, strings.ToLower(g.is.Room), ""}
		if host := g.s.Host(); host != rules.Partner {
			one.Host = strings.ToLower(host)
		}
		if house.Outside(g.is.Room) {
			one.Room = ""
		}
		all = append(all, one)
	}
	rows, err := p.Pool.Query(ctx, `
		select distinct on (x.id, code) x.id, code, who, coalesce(a.doc->>'title', '')
		from jsonb_to_recordset($1::jsonb)
			as x (id text, "start" timestamptz, "end" timestamptz, room text, host text)
		join session se on se.starts_at < x."end" and se.ends_at > x."start"
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		cross join lateral (values
			('room', se.room, x.room),
			('host', coalesce(nullif(o.doc->>'host', ''), a.doc->>'host', ''), x.host)
		) as taken (code, who, asked)
		where o.id <> all($2)
			and o.status <> 'cancelled'
			and se.status <> 'cancelled'
			and a.status in ('published', 'scheduled')
			and asked <> ''
			and lower(who) = asked
		order by x.id, code desc, se.starts_at`, db.JSON(all), ids)
	if err != nil {
		return nil, err
	}
	var id string
	var w MoveWarning
	_, err = pgx.ForEachRow(rows, []any{&id, &w.Code, &w.Who, &w.Activity}, func() error {
		out[id] = append(out[id], w)
		return nil
	})
	for _, all := range out {
		for i := range all {
			err = cmp.Or(err, p.SayHosts(ctx, p.Pool, &all[i].Who))
		}
	}
	return out, err
}

// movePlan is what a move of a scope comes to.
type movePlan struct {
	moving []goes
	values []gets   // by how the dates stand before they go
	rule   *ruleDoc // nil: it stays as it is
	tell   toldTogether
}

// planMove says what a move of a scope comes to, under the locks of its dates.
//
// Problems: those of allGo, precondition_failed (another set of dates, or other people, than were
// shown).
func (p *Places) planMove(
	ctx context.Context,
	tx pgx.Tx,
	who identity.Actor,
	m *many,
	in *MoveTo,
) (plan movePlan, err error) {
	if in.Values != nil {
		if err := m.lead.MayRun(who); err != nil {
			return plan, err
		}
		if plan.values, err = p.planValues(ctx, tx, m, in.Values, in.Own); err != nil {
			return plan, err
		}
	}
	all, err := p.allGo(ctx, tx, who, m, in)
	if err != nil {
		return plan, err
	}
	what, rule, err := p.turn(ctx, tx, manyMove{m, in, all}, true)
	if err != nil {
		return plan, err
	}
	if plan.rule = rule; what != "" {
		if err := p.sameDates(ctx, tx, m, in.Scope.Scope); err != nil {
			return plan, err
		}
	}
	plan.tell, plan.moving, _, err = p.moveTogether(ctx, tx, all, what)
	if err == nil && plan.tell.fingerprint != in.Fingerprint {
		err = problem.New(problem.PreconditionFailed)
	}
	return plan, err
}

// MoveDate moves a date, or the dates of a scope as one act, and tells everybody with a place and
// everybody who waits: by mail once it can no longer be taken back, or by a call. All keep what
// they have. Somebody moved it there before: their act, with Earlier.
//
// Problems: those of onDates and planMove.
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
		if a.earlier, err = p.movedThere(ctx, tx, m.lead, in); a.earlier != nil || err != nil {
			return a, err
		}
		plan, err := p.planMove(ctx, tx, by.Actor, m, &in)
		if err != nil {
			return a, err
		}
		a = acted{doc: &shiftedAct{}, undo: tellMovesAfter(plan.moving), told: &plan.tell}
		if err := p.carryMove(ctx, tx, m, plan, a.undo); err != nil {
			return a, err
		}
		callBeforeOldTime(plan.tell.call, plan.moving)
		if err := p.tellTogether(
			ctx, tx, m.lead, plan.tell, news{mail.DateMoved, callMoved, a.undo},
		); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// carryMove does to the dates and their rule what a plan says, and notes what each was.
func (p *Places) carryMove(
	ctx context.Context,
	tx pgx.Tx,
	m *many,
	plan movePlan,
	hold time.Duration,
) (err error) {
	moves, values, shifts := map[string]*moveDoc{}, map[string]*valuesDoc{}, []shifting{}
	for _, g := range plan.moving {
		doc := &moveDoc{Was: g.was, Is: g.is, Status: g.s.Status, From: g.s.Doc.MovedFrom}
		shifts = append(shifts, shifting{g.s, doc})
		moves[g.s.ID] = doc
	}
	if err := p.moveAll(ctx, tx, shifts, hold); err != nil {
		return err
	}
	for _, g := range plan.values {
		if values[g.s.ID], err = p.putValues(ctx, tx, g, hold); err != nil {
			return err
		}
	}
	if plan.rule != nil {
		if err := p.keepTurn(ctx, tx, plan.rule, m.lead.Now.Add(hold)); err != nil {
			return err
		}
	}
	for _, s := range m.dates {
		rule := plan.rule
		if s != m.lead {
			rule = nil
		}
		if move := moves[s.ID]; move != nil {
			m.did(s, &shiftedAct{Move: move, Rule: rule, Values: values[s.ID]})
		} else if values[s.ID] != nil {
			m.did(s, &valuesAct{Values: values[s.ID]})
		}
	}
	return nil
}

// callBeforeOldTime sets when people must be called who go by the time that was: before that.
func callBeforeOldTime(calls []*oneTold, moving []goes) {
	for _, t := range calls {
		first := *t.first
		for _, g := range moving {
			if g.s.ID == first.ID && g.was.Start.Before(g.is.Start) {
				first.Starts = g.was.Start
			}
		}
		t.first = &first
	}
}

// becomesAt is where a date goes, for a fingerprint.
func becomesAt(at stood) string {
	return strings.Join([]string{
		strconv.FormatInt(at.Start.Unix(), 10), strconv.FormatInt(at.End.Unix(), 10), at.Room,
	}, " ")
}
