package changes

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
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

// movedThere is the act that moved a date to where in says; nil: it is elsewhere.
func movedThere(ctx context.Context, tx pgx.Tx, s *rules.Slot, in MoveTo) (*booking.StaffAct, error) {
	last, err := lastAct(ctx, tx, Key{Date: s.ID}, booking.ActShifted)
	move := docOf[shiftedAct](last).Move
	if err != nil || move == nil {
		return nil, err
	}
	start, end, wrong := in.session().Times()
	asked := booking.Stood{
		Start: start, End: end, Room: cmp.Or(httpkit.Line(in.Room), move.Is.Room),
	}
	if wrong != nil || // its fields say what
		s.Status == "cancelled" || !s.Starts.Equal(start) || !asked.Same(move.Is) {
		return nil, nil
	}
	return last, nil
}

// moveAll moves dates and notes what that changes of offers, places and calls. What was not offered
// yet waits for hold.
func (p *Changes) moveAll(ctx context.Context, tx pgx.Tx, all []*goes, hold time.Duration) error {
	for _, g := range all {
		g.goesThere()
	}
	ids, err := keepMoved(ctx, tx, all, func(g *goes) string { return g.Is.Room })
	if err != nil {
		return err
	}
	// those that somebody has an offer of, or is to be called about
	awaited, err := db.All[string](ctx, tx, `
		select occurrence_id from offer where occurrence_id = any($1) and state = 'open'
		union
		select occurrence_id from call where occurrence_id = any($1) and state = 'open'`, ids)
	if err != nil {
		return err
	}
	for _, g := range all {
		if slices.Contains(awaited, g.s.ID) {
			if err := p.moveOffers(ctx, tx, g); err != nil {
				return err
			}
			if err := p.moveCalls(ctx, tx, g); err != nil {
				return err
			}
		}
		if g.s.Waiting+g.s.Held > 0 {
			if err := p.WakeAt(ctx, tx, g.s.ID, g.s.JoinUntil); err != nil {
				return err
			}
		}
		if hold > 0 && g.s.Held > 0 {
			if err := p.holdAll(ctx, tx, g, g.s.Now.Add(hold)); err != nil {
				return err
			}
		}
	}
	return nil
}

// goesThere puts a date where it goes; where it was announced first, it was not moved.
func (g *goes) goesThere() {
	at := func(b booking.Stood) rules.Moved {
		return rules.Moved{Start: clock.Moment(b.Start), End: clock.Moment(b.End), Room: b.Room}
	}
	s, was := g.s, at(g.Was)
	g.Is.Set(s)
	s.Status, s.Doc.MovedFrom = "moved", cmp.Or(s.Doc.MovedFrom, &was)
	if *s.Doc.MovedFrom == at(g.Is) {
		s.Status, s.Doc.MovedFrom = "planned", nil
	}
}

// keepMoved writes where dates are; the sequence of every calendar rises.
func keepMoved(ctx context.Context, tx pgx.Tx, all []*goes, room func(g *goes) string) (ids []string, err error) {
	var dates []*rules.Slot
	var rooms []string
	for _, g := range all {
		dates, rooms = append(dates, g.s), append(rooms, room(g))
	}
	ids = waitlist.IDsOf(dates)
	if err := keepDates(ctx, tx, dates...); err != nil || len(all) == 0 {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `
		update session se
		set starts_at = o.starts_at, ends_at = o.ends_at, room = x.room, changed_at = $3
		from unnest($1::text[], $2::text[]) as x (id, room)
		join occurrence o on o.id = x.id
		where se.occurrence_id = x.id`, ids, rooms, all[0].s.Now); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `
		update registration
		set updated_at = $2, doc = `+nextSequence+`
		where occurrence_id = any($1) and status = 'registered'`, ids, all[0].s.Now)
	return ids, err
}

// moveOffers ends open offers in time for the new start; the mail about the move says so.
func (p *Changes) moveOffers(ctx context.Context, tx pgx.Tx, g *goes) error {
	s := g.s
	last := s.Starts.Add(-p.Countdown(ctx).Margin)
	if last.Before(s.Now) {
		last = s.Now
	}
	g.Offers = map[string]time.Time{}
	var id string
	var until time.Time
	if err := db.Each(ctx, tx, []any{&id, &until}, func() error {
		g.Offers[id] = until
		return nil
	}, `
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
		returning o.id, was.until`, s.ID, last); err != nil || len(g.Offers) == 0 {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, last)
}

// moveCalls takes back what an older move still tells, and has other calls made in time.
func (p *Changes) moveCalls(ctx context.Context, tx pgx.Tx, g *goes) (err error) {
	s := g.s
	g.Calls, err = db.All[keptCall](ctx, tx, `
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
		returning c.id, was.due_at`, s.ID, p.MeetBy(ctx, s), s.Starts.Add(-time.Hour), s.Now,
		waitlist.CallMoved, waitlist.CallFirst)
	return err
}

// holdAll keeps what nobody was offered yet: by the new start more may be offered, or less.
func (p *Changes) holdAll(ctx context.Context, tx pgx.Tx, g *goes, until time.Time) (err error) {
	g.Places, err = db.All[keptBefore](ctx, tx, `
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
		returning v.id, was.reason, was.wakes_at, ''`,
		g.s.ID, waitlist.ReasonUndo, until, g.s.Now)
	if err != nil || len(g.Places) == 0 {
		return err
	}
	return p.WakeAt(ctx, tx, g.s.ID, until)
}

// moveAllBack puts dates back. Problems: conflict (one stands elsewhere by now).
func (p *Changes) moveAllBack(ctx context.Context, tx pgx.Tx, all []*goes) error {
	for _, g := range all {
		s := g.s
		if s.Status == "cancelled" || !s.Starts.Equal(g.Is.Start) {
			return conflict
		}
		g.Was.Set(s)
		s.Status, s.Doc.MovedFrom = g.Status, g.From
	}
	_, err := keepMoved(ctx, tx, all, func(g *goes) string { return g.Was.Room })
	for i := 0; i < len(all) && err == nil; i++ {
		err = p.awaitedBack(ctx, tx, all[i].s, all[i].moveDoc)
	}
	return err
}

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
