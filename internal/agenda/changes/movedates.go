package changes

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// moveDoc is how a date stood before it was moved, and where it went.
type moveDoc struct {
	Was    booking.Stood        `json:"was"`
	Is     booking.Stood        `json:"is"`
	Status string               `json:"status"`
	From   *rules.Moved         `json:"from,omitempty"` // what visitors read as the old time before
	Offers map[string]time.Time `json:"offers,omitempty"`
	Places []keptBefore         `json:"places,omitempty"`
	Calls  []keptCall           `json:"calls,omitempty"`
}

// keptCall is an open call about a date, as it was before this moved.
type keptCall struct {
	ID  string    `json:"id"`
	Due time.Time `json:"due"`
}

// movedThere is the act that moved this date to where in says, nil when it is elsewhere.
func movedThere(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	in MoveTo,
) (*booking.StaffAct, error) {
	last, err := lastOn(ctx, tx, s.ID, booking.ActShifted)
	if err != nil || moveOf(last) == nil {
		return nil, err
	}
	n := rules.NewSession{Day: in.Day, From: in.From, To: in.To}
	start, end, err := n.Times()
	if err != nil {
		return nil, nil // its fields say what is wrong
	}
	asked := booking.Stood{Start: start, End: end, Room: httpkit.Line(in.Room)}
	if asked.Room == "" {
		asked.Room = moveOf(last).Is.Room
	}
	if s.Status == "cancelled" || !s.Starts.Equal(start) || !asked.Same(moveOf(last).Is) {
		return nil, nil
	}
	return last, nil
}

// moveAll writes down where dates go, and notes what that changes of offers, places and calls.
// Those that were not offered yet wait for hold.
func (p *Changes) moveAll(
	ctx context.Context,
	tx pgx.Tx,
	all []*goes,
	hold time.Duration,
) error {
	dates := make([]*rules.Slot, len(all))
	for i, g := range all {
		g.goesThere()
		dates[i] = g.s
	}
	if err := keepMoved(ctx, tx, all, func(g *goes) booking.Stood { return g.Is }); err != nil {
		return err
	}
	awaited, err := awaited(ctx, tx, dates)
	if err != nil {
		return err
	}
	for _, g := range all {
		if err := p.moveAwaited(ctx, tx, g, awaited[g.s.ID], hold); err != nil {
			return err
		}
	}
	return nil
}

// goesThere puts a date where it goes. Visitors read where it was announced first; back there, it
// was not moved.
func (g *goes) goesThere() {
	s, m := g.s, g.moveDoc
	m.Is.Set(s)
	if s.Doc.MovedFrom == nil {
		s.Doc.MovedFrom = &rules.Moved{
			Start: clock.Moment(m.Was.Start),
			End:   clock.Moment(m.Was.End),
			Room:  m.Was.Room,
		}
	}
	s.Status = "moved"
	if f := s.Doc.MovedFrom; f.Start == clock.Moment(m.Is.Start) &&
		f.End == clock.Moment(m.Is.End) && f.Room == m.Is.Room {
		s.Status, s.Doc.MovedFrom = "planned", nil
	}
}

// awaited are those of these dates that somebody has an offer of, or is to be called about.
func awaited(ctx context.Context, tx pgx.Tx, dates []*rules.Slot) (map[string]bool, error) {
	rows, err := tx.Query(ctx, `
		select occurrence_id from offer where occurrence_id = any($1) and state = 'open'
		union
		select occurrence_id from call where occurrence_id = any($1) and state = 'open'`,
		waitlist.IDsOf(dates))
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	var id string
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		out[id] = true
		return nil
	})
	return out, err
}

// moveAwaited takes along who waits for a date that moved, and who is to hear of it.
func (p *Changes) moveAwaited(
	ctx context.Context,
	tx pgx.Tx,
	g *goes,
	awaited bool,
	hold time.Duration,
) error {
	s, m := g.s, g.moveDoc
	if awaited {
		if err := p.moveOffers(ctx, tx, s, m); err != nil {
			return err
		}
		if err := p.moveCalls(ctx, tx, s, m); err != nil {
			return err
		}
	}
	if s.Waiting+s.Held > 0 {
		if err := p.WakeAt(ctx, tx, s.ID, s.JoinUntil); err != nil {
			return err
		}
	}
	if hold == 0 || s.Held == 0 {
		return nil
	}
	return p.holdAll(ctx, tx, s, m, s.Now.Add(hold))
}

// keepMoved writes that each of these dates is there. The sequence of every calendar rises by it.
func keepMoved(
	ctx context.Context,
	tx pgx.Tx,
	all []*goes,
	there func(g *goes) booking.Stood,
) error {
	if len(all) == 0 {
		return nil
	}
	type row struct {
		ID     string           `json:"id"`
		Status string           `json:"status"`
		Doc    rules.Occurrence `json:"doc"`
		booking.Stood
	}
	rows, ids, now := make([]row, len(all)), make([]string, len(all)), all[0].s.Now
	for i, g := range all {
		ids[i], rows[i] = g.s.ID, row{g.s.ID, g.s.Status, g.s.Doc, there(g)}
	}
	const moved = `
		jsonb_to_recordset($1::jsonb) as x (
			id text, status text, doc jsonb, start timestamptz, "end" timestamptz,
			"join" timestamptz, closes timestamptz, opens timestamptz, room text
		)`
	doc := db.JSON(rows)
	if _, err := tx.Exec(ctx, `
		update occurrence o
		set status = x.status, doc = x.doc, starts_at = x.start, join_until = x."join",
			ends_at = x."end", opens_at = x.opens, closes_at = x.closes, version = version + 1,
			updated_at = $2
		from `+moved+`
		where o.id = x.id and o.id = any($3)`, doc, now, ids); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update session se
		set starts_at = x.start, ends_at = x."end", room = x.room, changed_at = $2
		from `+moved+`
		where se.occurrence_id = x.id and se.occurrence_id = any($3)`, doc, now, ids); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update registration
		set updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where occurrence_id = any($1) and status = 'registered'`, ids, now)
	return err
}

// moveOffers ends open offers in time for the new start. Their people read until when in the mail
// about the move.
func (p *Changes) moveOffers(ctx context.Context, tx pgx.Tx, s *rules.Slot, m *moveDoc) error {
	last := s.Starts.Add(-p.Countdown(ctx).Margin)
	if last.Before(s.Now) {
		last = s.Now
	}
	rows, err := tx.Query(ctx, `
		with was as (
			select id, until
			from offer
			where occurrence_id = $1
				and state = 'open'
				and until > $2
			for update
		)
		update offer o
		set until = $2, tell_by = least(tell_by, $2)
		from was
		where o.id = was.id
		returning o.id, was.until`, s.ID, last)
	if err != nil {
		return err
	}
	m.Offers = map[string]time.Time{}
	var id string
	var until time.Time
	if _, err := pgx.ForEachRow(rows, []any{&id, &until}, func() error {
		m.Offers[id] = until
		return nil
	}); err != nil || len(m.Offers) == 0 {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, last)
}

// moveCalls takes back what an older move still has to tell, and makes other calls in time for the
// new start.
func (p *Changes) moveCalls(ctx context.Context, tx pgx.Tx, s *rules.Slot, m *moveDoc) error {
	rows, err := tx.Query(
		ctx,
		`
		with was as (
			select id, due_at
			from call
			where occurrence_id = $1 and state = 'open'
			for update
		)
		update call c
		set state = case when reason = $5 and coalesce(jsonb_array_length(about), 1) = 1
				then 'withdrawn' else state end,
			due_at = least(case when reason = $6 then $2 else c.due_at end, $3), updated_at = $4
		from was
		where c.id = was.id
		returning c.id, was.due_at`,
		s.ID,
		p.MeetBy(ctx, s),
		s.Starts.Add(-time.Hour),
		s.Now,
		waitlist.CallMoved,
		waitlist.CallFirst,
	)
	if err != nil {
		return err
	}
	m.Calls, err = pgx.CollectRows(rows, pgx.RowToStructByPos[keptCall])
	return err
}

// holdAll keeps the places that nobody was offered yet until the move can no longer be taken back:
// by the new start more may be offered, or less.
func (p *Changes) holdAll(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	m *moveDoc,
	until time.Time,
) error {
	rows, err := tx.Query(ctx, `
		with was as (
			select id, reason, wakes_at
			from vacancy
			where occurrence_id = $1
				and state = 'open'
				and offer_id is null
			for update
		)
		update vacancy v
		set reason = $2, wakes_at = $3, updated_at = $4
		from was
		where v.id = was.id
		returning v.id, was.reason, was.wakes_at, ''`, s.ID, waitlist.ReasonUndo, until, s.Now)
	if err != nil {
		return err
	}
	if m.Places, err = pgx.CollectRows(rows, pgx.RowToStructByPos[keptBefore]); err != nil ||
		len(m.Places) == 0 {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, until)
}

// moveAllBack puts dates back under their locks. Problems: conflict (one stands elsewhere by now).
func (p *Changes) moveAllBack(ctx context.Context, tx pgx.Tx, all []*goes) error {
	for _, g := range all {
		s := g.s
		if s.Status == "cancelled" || !s.Starts.Equal(g.Is.Start) {
			return problem.New(problem.Conflict)
		}
		g.Was.Set(s)
		s.Status, s.Doc.MovedFrom = g.Status, g.From
	}
	if err := keepMoved(ctx, tx, all, func(g *goes) booking.Stood { return g.Was }); err != nil {
		return err
	}
	for _, g := range all {
		if err := p.awaitedBack(ctx, tx, g.s, g.moveDoc); err != nil {
			return err
		}
	}
	return nil
}

// awaitedBack gives who waits for a date back what a move changed of that.
func (p *Changes) awaitedBack(ctx context.Context, tx pgx.Tx, s *rules.Slot, m *moveDoc) error {
	for _, v := range m.Places {
		if _, err := tx.Exec(ctx, `
			update vacancy set reason = $2, wakes_at = $3, updated_at = $4
			where id = $1
				and state = 'open'
				and offer_id is null
				and reason = $5`, v.ID, v.Reason, v.Wakes, s.Now, waitlist.ReasonUndo); err != nil {
			return err
		}
	}
	for id, until := range m.Offers {
		if _, err := tx.Exec(ctx, `
			update offer
			set until = $2, tell_by = case when tell_by = until then $2 else tell_by end
			where id = $1 and state = 'open'`, id, until); err != nil {
			return err
		}
		if err := p.WakeAt(ctx, tx, s.ID, until); err != nil {
			return err
		}
	}
	for _, c := range m.Calls {
		if _, err := tx.Exec(ctx, `
			update call set state = 'open', due_at = $2, updated_at = $3
			where id = $1
				and (state = 'open' or state = 'withdrawn' and reason = $4)`,
			c.ID, c.Due, s.Now, waitlist.CallMoved); err != nil {
			return err
		}
	}
	return nil
}
