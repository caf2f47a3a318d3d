package places

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// MoveTo is where one date goes, as somebody typed it.
type MoveTo struct {
	Day         string `json:"day,omitempty" maxLength:"20" doc:"2026-11-24"`
	From        string `json:"from,omitempty" maxLength:"20" doc:"13.30"`
	To          string `json:"to,omitempty" maxLength:"20" doc:"a night's end is the next morning"`
	Room        string `json:"room,omitempty" letters:"200" doc:"absent: where it is"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

// MoveCheck is what moving a date comes to, before it is done.
type MoveCheck struct {
	TellCheck
	Start    string        `json:"start" format:"date-time"`
	End      string        `json:"end" format:"date-time"`
	Room     string        `json:"room"`
	Closes   string        `json:"closes,omitempty" doc:"of signing up; absent: the start" format:"date-time"`
	Warnings []MoveWarning `json:"warnings" doc:"none keeps anybody from moving it"`
}

// MoveWarning is what may be wrong with the new day, time or room.
type MoveWarning struct {
	Code     string `json:"code" enum:"closed,outside,holiday,room,host"`
	Who      string `json:"who,omitempty" doc:"the room or the host that is taken"`
	Activity string `json:"activity,omitempty" doc:"by what"`
}

// stood is when and where a date is, and until when people sign up for it.
type stood struct {
	Start  time.Time  `json:"start"`
	End    time.Time  `json:"end"`
	Join   time.Time  `json:"join"`
	Closes time.Time  `json:"closes"`
	Opens  *time.Time `json:"opens,omitempty"`
	Room   string     `json:"room"`
}

// moveDoc is how a date stood before it was moved, and where it went.
type moveDoc struct {
	Was    stood                `json:"was"`
	Is     stood                `json:"is"`
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

func standsAt(s *rules.Slot, m rules.Meeting) stood {
	return stood{m.Start, m.End, s.JoinUntil, s.Closes, s.Opens, m.Room}
}

func (a stood) same(b stood) bool {
	return a.Start.Equal(b.Start) && a.End.Equal(b.End) && a.Room == b.Room
}

func (a stood) set(s *rules.Slot) {
	s.Starts, s.Ends, s.JoinUntil, s.Closes = a.Start, a.End, a.Join, a.Closes
	s.Opens = a.Opens
	for _, t := range []*time.Time{&s.Starts, &s.Ends, &s.JoinUntil, &s.Closes, s.Opens} {
		if t != nil {
			*t = t.In(clock.Amsterdam)
		}
	}
}

// where reads what somebody typed. Problems: invalid.
func (in *MoveTo) where(s *rules.Slot, was stood) (is stood, err error) {
	in.Room = httpkit.Line(in.Room)
	n := rules.NewSession{Day: in.Day, From: in.From, To: in.To, Room: in.Room}
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
	f.When(anAddress.MatchString(in.Room), "room", problem.Email)
	f.When(aNumber.MatchString(in.Room), "room", problem.Phone)
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

// mayMove says whether a date can be moved now, and how it stands.
//
// Problems: gone (called off), closed (it began), conflict (a series; or it was moved just now, and
// that can still be taken back).
func (p *Places) mayMove(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
) (was stood, err error) {
	switch {
	case s.Status == "cancelled":
		return was, problem.New(problem.Gone)
	case !s.Now.Before(s.Starts):
		return was, problem.New(problem.Closed)
	case s.Kind == "series":
		return was, problem.New(problem.Conflict)
	}
	all, err := Meetings(ctx, q, s.ID)
	if err != nil {
		return was, err
	}
	last, err := p.lastOn(ctx, q, s.ID, actShifted)
	if err == nil && last != nil && last.undoUntil != nil && s.Now.Before(*last.undoUntil) {
		err = problem.New(problem.Conflict)
	}
	return standsAt(s, all[0]), err
}

// moveHearers are who hears that a date moves. Their fingerprint is also of where it goes.
func (p *Places) moveHearers(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	was, is stood,
) (of hearers, err error) {
	all, err := p.hearersOf(ctx, q, s, "registered", "waiting", "offered")
	if err != nil {
		return of, err
	}
	of = p.sort(s, all)
	parts := []string{"moves", of.fingerprint}
	for _, at := range []stood{was, is} {
		parts = append(parts, at.Start.UTC().Format(time.RFC3339),
			at.End.UTC().Format(time.RFC3339), at.Room)
	}
	of.fingerprint = hex.EncodeToString(p.Keys.LookupKey(parts...)[:12])
	return of, nil
}

// tellMoveAfter is how long a move can be taken back: not at all when people must hear it now, as
// they may be on their way, or the new moment is near.
func tellMoveAfter(s *rules.Slot, was, is stood) time.Duration {
	first := *s
	first.Starts = was.Start
	if is.Start.Before(was.Start) {
		first.Starts = is.Start
	}
	return tellAfter(&first)
}

// movedDate is what the mails say of a move, without what belongs to one person.
func (p *Places) movedDate(ctx context.Context, was, is stood) mail.MovedDate {
	return mail.MovedDate{
		WasStart: was.Start,
		WasEnd:   was.End,
		Start:    is.Start,
		End:      is.End,
		Place:    p.House(ctx).Place(is.Room),
		Link:     "(link)",
	}
}

// checkMove is what moving a date comes to; nothing is stored.
//
// Problems: not_found, forbidden, invalid, and those of mayMove.
func (p *Places) checkMove(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in MoveTo,
) (out MoveCheck, err error) {
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return out, err
	}
	if err := p.MayMeet(ctx, p.Pool, who, s); err != nil {
		return out, err
	}
	was, err := p.mayMove(ctx, p.Pool, s)
	if err != nil {
		return out, db.Problem(err)
	}
	is, err := in.where(s, was)
	if err != nil {
		return out, err
	}
	of, err := p.moveHearers(ctx, p.Pool, s, was, is)
	if err != nil {
		return out, db.Problem(err)
	}
	letter := mail.DateMovedLetter(p.movedDate(ctx, was, is))
	if out.TellCheck, err = p.seen(ctx, s, of, mail.DateMoved, letter); err != nil {
		return out, err
	}
	out.AtOnce = tellMoveAfter(s, was, is) == 0
	out.Start, out.End, out.Room = clock.Moment(is.Start), clock.Moment(is.End), is.Room
	if !is.Closes.Equal(is.Join) {
		out.Closes = clock.Moment(is.Closes)
	}
	out.Warnings, err = p.moveWarnings(ctx, s, is)
	return out, db.Problem(err)
}

// moveWarnings is what may be wrong with where a date goes.
func (p *Places) moveWarnings(
	ctx context.Context,
	s *rules.Slot,
	is stood,
) ([]MoveWarning, error) {
	out := []MoveWarning{}
	house := p.House(ctx)
	day := clock.Day(is.Start)
	open := false
	for _, b := range house.Blocks(is.Start) {
		open = open || !is.Start.Before(rules.WallMoment(day, b.From)) &&
			!is.End.After(rules.WallMoment(day, b.To))
	}
	switch {
	case house.ClosingDay(is.Start):
		out = append(out, MoveWarning{Code: "closed"})
	case !open:
		out = append(out, MoveWarning{Code: "outside"})
	}
	if rules.Holiday(is.Start) {
		out = append(out, MoveWarning{Code: "holiday"})
	}
	for _, taken := range []struct{ code, who, of string }{
		{"room", is.Room, "se.room"},
		{"host", hostOf(s), "coalesce(nullif(o.doc->>'host', ''), a.doc->>'host', '')"},
	} {
		free := taken.who == "" || taken.who == "partner" ||
			taken.code == "room" && house.Outside(taken.who)
		if free {
			continue
		}
		rows, err := p.Pool.Query(ctx, `
			select coalesce(a.doc->>'title', '')
			from session se
			join occurrence o on o.id = se.occurrence_id
			join activity a on a.id = o.activity_id
			where o.id <> $1
				and o.status <> 'cancelled'
				and se.status <> 'cancelled'
				and a.status in ('published', 'scheduled')
				and se.starts_at < $3
				and se.ends_at > $2
				and lower(`+taken.of+`) = lower($4)
			order by se.starts_at
			limit 1`, s.ID, is.Start, is.End, taken.who)
		if err != nil {
			return nil, err
		}
		titles, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, err
		}
		if len(titles) > 0 {
			out = append(out, MoveWarning{taken.code, taken.who, titles[0]})
		}
	}
	return out, nil
}

// MoveDate moves one date and tells everybody with a place and everybody who waits: by mail once it
// can no longer be taken back, or by a call. All keep what they have. Somebody moved it there
// before: their act, with Earlier.
//
// Problems: those of staffOn and mayMove, invalid, precondition_failed (others hear it now than
// were shown, or it stands elsewhere).
func (p *Places) MoveDate(
	ctx context.Context,
	by By,
	occurrence string,
	in MoveTo,
) (Done, error) {
	return p.staffOn(ctx, by, occurrence, func(tx pgx.Tx, s *rules.Slot) (a acted, err error) {
		if a.earlier, err = p.movedThere(ctx, tx, s, in); a.earlier != nil || err != nil {
			return a, err
		}
		was, err := p.mayMove(ctx, tx, s)
		if err != nil {
			return a, err
		}
		is, err := in.where(s, was)
		if err != nil {
			return a, err
		}
		hear, err := p.moveHearers(ctx, tx, s, was, is)
		if err != nil {
			return a, err
		}
		if hear.fingerprint != in.Fingerprint {
			return a, problem.New(problem.PreconditionFailed)
		}
		a = acted{kind: actShifted}
		a.undo = tellMoveAfter(s, was, is)
		a.doc.Mails, a.doc.Calls = len(hear.mail), len(hear.call)
		a.doc.Move = &moveDoc{Was: was, Is: is, Status: s.Status, From: s.Doc.MovedFrom}
		if err := p.move(ctx, tx, s, a.doc.Move, a.undo); err != nil {
			return a, err
		}
		// whoever goes by the old time must hear it before that
		first := *s
		if was.Start.Before(is.Start) {
			first.Starts = was.Start
		}
		n := news{mail.DateMoved, callMoved, a.undo}
		if err := p.tellHearers(ctx, tx, &first, hear, n); err != nil {
			return a, err
		}
		return a, p.Raise(ctx, tx)
	})
}

// movedThere is the act that moved this date to where in says, nil when it is elsewhere.
func (p *Places) movedThere(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	in MoveTo,
) (*staffAct, error) {
	last, err := p.lastOn(ctx, tx, s.ID, actShifted)
	if err != nil || last == nil || last.doc.Move == nil {
		return nil, err
	}
	n := rules.NewSession{Day: in.Day, From: in.From, To: in.To}
	start, end, err := n.Times()
	if err != nil {
		return nil, nil // its fields say what is wrong
	}
	asked := stood{Start: start, End: end, Room: httpkit.Line(in.Room)}
	if asked.Room == "" {
		asked.Room = last.doc.Move.Is.Room
	}
	if s.Status == "cancelled" || !s.Starts.Equal(start) || !asked.same(last.doc.Move.Is) {
		return nil, nil
	}
	return last, nil
}

// move writes down where a date goes, and notes what that changes of offers, places and calls.
func (p *Places) move(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	m *moveDoc,
	hold time.Duration,
) error {
	m.Is.set(s)
	// visitors read where it was announced first; back there, it was not moved
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
	if err := p.keepMoved(ctx, tx, s, m.Is); err != nil {
		return err
	}
	if err := p.moveOffers(ctx, tx, s, m); err != nil {
		return err
	}
	if err := p.moveCalls(ctx, tx, s, m); err != nil {
		return err
	}
	if s.Waiting+s.Held > 0 {
		if err := p.wakeAt(ctx, tx, s.ID, s.JoinUntil); err != nil {
			return err
		}
	}
	if hold == 0 || s.Held == 0 {
		return nil
	}
	return p.holdAll(ctx, tx, s, m, s.Now.Add(hold))
}

// keepMoved writes when and where a date is. The sequence of every calendar rises by it.
func (p *Places) keepMoved(ctx context.Context, tx pgx.Tx, s *rules.Slot, at stood) error {
	if _, err := tx.Exec(ctx, `
		update occurrence
		set status = $2, doc = $3, starts_at = $4, join_until = $5, ends_at = $6, opens_at = $7,
			closes_at = $8, version = version + 1, updated_at = $9
		where id = $1`,
		s.ID, s.Status, db.JSON(s.Doc), s.Starts, s.JoinUntil, s.Ends, s.Opens, s.Closes,
		s.Now); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update session set starts_at = $2, ends_at = $3, room = $4, changed_at = $5
		where occurrence_id = $1`, s.ID, at.Start, at.End, at.Room, s.Now); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update registration
		set updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where occurrence_id = $1 and status = 'registered'`, s.ID, s.Now)
	return err
}

// moveOffers ends open offers in time for the new start. Their people read until when in the mail
// about the move.
func (p *Places) moveOffers(ctx context.Context, tx pgx.Tx, s *rules.Slot, m *moveDoc) error {
	last := s.Starts.Add(-p.countdown(ctx).Margin)
	if last.Before(s.Now) {
		last = s.Now
	}
	rows, err := tx.Query(ctx, `
		select id, until
		from offer
		where occurrence_id = $1
			and state = 'open'
			and until > $2`, s.ID, last)
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
	if _, err := tx.Exec(ctx, `
		update offer set until = $2, tell_by = least(tell_by, $2)
		where occurrence_id = $1
			and state = 'open'
			and until > $2`, s.ID, last); err != nil {
		return err
	}
	return p.wakeAt(ctx, tx, s.ID, last)
}

// moveCalls takes back what an older move still has to tell, and makes other calls in time for the
// new start.
func (p *Places) moveCalls(ctx context.Context, tx pgx.Tx, s *rules.Slot, m *moveDoc) error {
	rows, err := tx.Query(ctx, `
		select id, due_at
		from call
		where occurrence_id = $1 and state = 'open'
		order by id`, s.ID)
	if err != nil {
		return err
	}
	if m.Calls, err = pgx.CollectRows(rows, pgx.RowToStructByPos[keptCall]); err != nil ||
		len(m.Calls) == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update call set due_at = $2, updated_at = $3
		where occurrence_id = $1
			and reason = $4
			and state = 'open'`, s.ID, p.meetBy(ctx, s), s.Now, callFirst); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		update call
		set state = case when reason = $4 then 'withdrawn' else state end,
			due_at = least(due_at, $2), updated_at = $3
		where occurrence_id = $1 and state = 'open'`,
		s.ID, s.Starts.Add(-time.Hour), s.Now, callMoved)
	return err
}

// holdAll keeps the places that nobody was offered yet until the move can no longer be taken back:
// by the new start more may be offered, or less.
func (p *Places) holdAll(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	m *moveDoc,
	until time.Time,
) error {
	rows, err := tx.Query(ctx, `
		select id, reason, wakes_at, ''
		from vacancy
		where occurrence_id = $1
			and state = 'open'
			and offer_id is null
		order by no`, s.ID)
	if err != nil {
		return err
	}
	if m.Places, err = pgx.CollectRows(rows, pgx.RowToStructByPos[keptBefore]); err != nil ||
		len(m.Places) == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update vacancy set reason = $2, wakes_at = $3, updated_at = $4
		where occurrence_id = $1
			and state = 'open'
			and offer_id is null`, s.ID, reasonUndo, until, s.Now); err != nil {
		return err
	}
	return p.wakeAt(ctx, tx, s.ID, until)
}

// undoShifted puts a date back to when and where it was, while nobody has heard that it moved.
//
// Problems: gone (somebody was told), conflict (it stands elsewhere by now, or does not go on).
func (p *Places) undoShifted(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	m := a.doc.Move
	if m == nil || s.Status == "cancelled" || !s.Starts.Equal(m.Is.Start) {
		return problem.New(problem.Conflict)
	}
	told, err := heard(ctx, tx, a.id)
	if err != nil {
		return err
	}
	all, err := p.Mail.WithdrawAct(ctx, tx, a.id)
	if err == nil && (told || !all) {
		err = problem.New(problem.Gone)
	}
	if err != nil {
		return err
	}
	m.Was.set(s)
	s.Status, s.Doc.MovedFrom = m.Status, m.From
	if err := p.keepMoved(ctx, tx, s, m.Was); err != nil {
		return err
	}
	for _, v := range m.Places {
		if _, err := tx.Exec(ctx, `
			update vacancy set reason = $2, wakes_at = $3, updated_at = $4
			where id = $1
				and state = 'open'
				and offer_id is null
				and reason = $5`, v.ID, v.Reason, v.Wakes, s.Now, reasonUndo); err != nil {
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
		if err := p.wakeAt(ctx, tx, s.ID, until); err != nil {
			return err
		}
	}
	for _, c := range m.Calls {
		if _, err := tx.Exec(ctx, `
			update call set state = 'open', due_at = $2, updated_at = $3
			where id = $1
				and (state = 'open' or state = 'withdrawn' and reason = $4)`,
			c.ID, c.Due, s.Now, callMoved); err != nil {
			return err
		}
	}
	return p.Raise(ctx, tx)
}

// moveLetter is the mail about a move, while the date stands where it went.
func (p *Places) moveLetter(ctx context.Context, m mail.Stored, data changeMail) (
	l mail.Letter, err error,
) {
	s, all, _, _, err := p.when(ctx, m.Occurrence)
	if err != nil {
		return l, err
	}
	last, err := p.lastOn(ctx, p.Pool, s.ID, actShifted)
	if err != nil {
		return l, err
	}
	h, as, err := p.hearer(ctx, p.Pool, m.Cause, data.Waits, s.ID)
	if err != nil {
		return l, err
	}
	if s.Status == "cancelled" || last == nil || last.id != data.Act || last.doc.Move == nil ||
		!slices.Contains([]string{"registered", "waiting", "offered"}, as) {
		return l, mail.ErrUntrue
	}
	d := p.movedDate(ctx, last.doc.Move.Was, last.doc.Move.Is)
	if !data.Waits {
		secret, err := p.linkTo(ctx, RegistrationToken, h.id, h.who.Email)
		if err != nil {
			return l, err
		}
		d.Link = p.Origin + "/registrationdetails/" + secret
		d.Calendar = p.appointment(ctx, all, h.id, h.sequence, false)
		return mail.DateMovedLetter(d), nil
	}
	secret, err := p.linkTo(ctx, EntryToken, h.id, h.who.Email)
	if err != nil {
		return l, err
	}
	d.Waits, d.Link = true, p.Origin+"/waitlist/"+secret
	if as == "offered" {
		if d.Until, err = p.shortened(ctx, h.id, last.doc.Move); err != nil {
			return l, fmt.Errorf("reading until when the place is kept: %w", err)
		}
	}
	return mail.DateMovedLetter(d), nil
}

// shortened is until when the open offer of an entry stands since the move; zero when that did not
// change it.
func (p *Places) shortened(
	ctx context.Context,
	entry string,
	m *moveDoc,
) (until time.Time, err error) {
	rows, err := p.Pool.Query(ctx, `
		select id, until
		from offer
		where entry_id = $1 and state = 'open'`, entry)
	if err != nil {
		return until, err
	}
	var id string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &at}, func() error {
		if _, cut := m.Offers[id]; cut {
			until = at
		}
		return nil
	})
	return until, err
}
