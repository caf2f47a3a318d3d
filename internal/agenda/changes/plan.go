package changes

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// Of one meeting that is off the series goes on, and everybody keeps their place or turn. Of a
// whole series that is off nobody has any more; meetings that were held stay so, with who was
// there.

type Key struct{ Date, Session string }

// Unit is a date, or one meeting of a series: then S is a copy at that time, not to be stored.
type Unit struct {
	S       *rules.Slot
	M       rules.Meeting
	Session string
	Hear    []waitlist.Hearer
	becomes string            // for the fingerprint
	Act     *booking.StaffAct // goes on again: what called it off
	Heard   bool              // somebody heard of that very act
}

// Acts are the last of each kind.
type Acts map[Key]map[string]*booking.StaffAct

func (u *Unit) Key() Key { return Key{u.S.ID, u.Session} }

// Off says whether it does not go on already.
func (u *Unit) Off() bool {
	return u.S.Status == "cancelled" || u.Session != "" && u.M.Status == "cancelled"
}

// UnitsOf are the units of a date: of a series its meetings.
func UnitsOf(s *rules.Slot, meetings []rules.Meeting) (out []Unit) {
	if s.Kind != "series" {
		return []Unit{{S: s, M: rules.Coming(meetings, s.Now)}}
	}
	for _, m := range meetings {
		at := *s
		at.Starts, at.Ends = m.Start, m.End
		out = append(out, Unit{S: &at, M: m, Session: m.ID})
	}
	return out
}

type Plan struct {
	Units []Unit
	Whole []*rules.Slot
	Tell  Recipients
	off   map[string]*booking.StaffAct // of a date that goes on: what called it off as a whole
	// what people read of a cancellation
	Reason  string
	instead *rules.Alternative
}

// planUnits are the dates, or the one meeting, that are off, or that go on.
//
// Problems: those of meetingAt, conflict (it goes on), gone (it is off).
func planUnits(ctx context.Context, q db.Querier, m *booking.Many, session string, off bool) (plan Plan, err error) {
	if session != "" {
		u, err := meetingAt(ctx, q, m.Who, m.Lead, session)
		switch {
		case err != nil:
		case off && !u.Off():
			err = conflict
		case !off && u.Off():
			err = gone
		}
		plan.Units = []Unit{u}
		return plan, err
	}
	plan.Whole = m.Dates
	all, err := waitlist.MeetingsAt(ctx, q, waitlist.IDsOf(m.Dates))
	if err != nil {
		return plan, err
	}
	for _, s := range m.Dates {
		if m.Lead.Kind == "series" && s != m.Lead {
			continue
		}
		for _, u := range UnitsOf(s, all[s.ID]) {
			if u.Session == "" || s.Now.Before(u.M.End) && (u.M.Status == "cancelled") == off {
				plan.Units = append(plan.Units, u)
			}
		}
	}
	return plan, nil
}

// meetingAt is one meeting of a series. Problems: not_found, forbidden, closed (it was, or the
// series is off).
func meetingAt(
	ctx context.Context, q db.Querier, who identity.Actor, s *rules.Slot, session string,
) (u Unit, err error) {
	all, err := waitlist.Meetings(ctx, q, s.ID)
	if err != nil {
		return u, err
	}
	units := UnitsOf(s, all)
	at := slices.IndexFunc(units, func(u Unit) bool { return u.Session == session })
	if at < 0 {
		return u, notFound
	}
	u = units[at]
	err = mayMeeting(who, s, u.M)
	if err == nil && (!s.Now.Before(u.M.End) || s.Status == "cancelled") {
		err = closed
	}
	return u, err
}

// mayMeeting lets who plans change a meeting, and on its day who opens the door. Problems:
// forbidden.
func mayMeeting(who identity.Actor, s *rules.Slot, m rules.Meeting) error {
	if rules.Today(m, s.Now) {
		return nil // MayMeet allowed it
	}
	return s.MayRun(who)
}

func (c Plan) dates() (all []*rules.Slot) {
	for _, u := range c.Units {
		all = append(all, u.S)
	}
	return all
}

func (c Plan) ids() []string { return waitlist.IDsOf(c.dates()) }

// Lead is the date whose act tells people of all; nil: nobody is told.
func (c Plan) Lead() *rules.Slot {
	for _, u := range c.Units {
		if u.S.Act != "" {
			return u.S
		}
	}
	return nil
}

// Ready sorts the units of a closure, and gives each its act.
func (c *Plan) Ready() {
	units := c.Units
	slices.SortStableFunc(units, func(a, b Unit) int { return a.M.Start.Compare(b.M.Start) })
	c.Units = nil
	for _, u := range units {
		u.S.Act = db.NewID("sac")
		c.Add(u)
	}
}

// Add takes up a unit of a closure.
func (c *Plan) Add(u Unit) {
	c.Units = append(c.Units, u)
	if u.Session != "" {
		return
	}
	if c.Whole = append(c.Whole, u.S); c.off == nil {
		c.off = map[string]*booking.StaffAct{}
	}
	c.off[u.S.ID] = u.Act
}

// after is how long an act on the units can be taken back that tells their people.
func (c Plan) after(lead *rules.Slot) time.Duration {
	if len(c.Units) == 0 {
		return TellAfter(lead)
	}
	return TellAfter(c.dates()...)
}

// preview are the lines of the mail to who hears of most units.
func (c Plan) preview(lead *rules.Slot) []mail.ChangedLine {
	if len(c.Units) == 0 { // a series of which no meeting to come goes on
		return []mail.ChangedLine{{Start: lead.Starts, End: lead.Ends, Link: "(link)"}}
	}
	at := map[Key]rules.Meeting{}
	var all Recipient
	for _, u := range c.Units {
		at[u.Key()] = u.M
		all.About = append(all.About, waitlist.ToldRow{Date: u.S.ID, Session: u.Session})
	}
	return c.Tell.most(&all).preview(func(row waitlist.ToldRow) mail.ChangedLine {
		m := at[Key{row.Date, row.Session}]
		return mail.ChangedLine{Start: m.Start, End: m.End}
	})
}

// note gives each date its part of the act; of one meeting that is the series.
func (c Plan) note(m *booking.Many, session string, doc func(*rules.Slot, booking.OffOrOn) booking.OnDate) {
	n := len(c.Units) // meetings of a series; 0: whole dates
	if n > 0 && c.Units[0].Session == "" {
		n = 0
	}
	dates := c.Whole
	if dates == nil {
		dates = []*rules.Slot{m.Lead}
	}
	for _, s := range dates {
		of := booking.OffOrOn{DateAct: booking.DateAct{Dates: n}, Session: session}
		m.Did(s, doc(s, of))
	}
}

// begin is the act that tells these people. Problems: precondition_failed (others, or another plan,
// were shown).
func (t *Recipients) begin(doc booking.Payload, shown string, err error) (booking.Acted, error) {
	if err == nil && t.Fingerprint != shown {
		err = stale
	}
	return booking.Acted{Doc: doc, Mails: len(t.Mail), Calls: len(t.Call)}, err
}

func (p *Changes) seenPlan(
	ctx context.Context, m *booking.Many, plan Plan, kind mail.Kind, d mail.ChangedDate,
) (TellCheck, error) {
	l := letter(kind, d, plan.preview(m.Lead), time.Time{})
	out, err := p.seen(ctx, m.Lead, plan.Tell, kind, l)
	out.AtOnce = plan.after(m.Lead) == 0
	if m.Many {
		for _, u := range plan.Units {
			out.Dates = append(out.Dates, seeDate(u.S, len(u.Hear)))
		}
		out.Change = len(m.Dates)
	}
	return out, err
}

// LastActs are those that called a unit off or on again, moved it or changed its host.
func LastActs(ctx context.Context, q db.Querier, ids ...string) (Acts, error) {
	acts, err := booking.ActsWhere(ctx, q, `
		where occurrence_id = any($1) and kind = any($2) and undone_at is null
		order by no`, ids, []string{
		booking.ActOff, booking.ActOnAgain, booking.ActShifted, booking.ActHost,
	})
	out := Acts{}
	for _, a := range acts {
		at := Key{a.Occurrence, a.Session()}
		if out[at] == nil {
			out[at] = map[string]*booking.StaffAct{}
		}
		out[at][a.Kind] = &a
	}
	return out, err
}

// lastAct is the one of this kind; nil: none.
func lastAct(ctx context.Context, q db.Querier, at Key, kind string) (*booking.StaffAct, error) {
	did, err := LastActs(ctx, q, at.Date)
	return did[at][kind], err
}

// didBefore is the act by which somebody did the same; without one it is refused.
func didBefore(ctx context.Context, tx pgx.Tx, at Key, kind string, refused error) (a booking.Acted, err error) {
	if a.Earlier, err = lastAct(ctx, tx, at, kind); a.Earlier == nil && err == nil {
		err = refused
	}
	return a, err
}

// nextSequence is the version of its calendar that a row gets.
const nextSequence = `jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))`

// setMeetings lets the meetings among these units go on, or not for this reason; the sequence of
// every calendar rises.
func setMeetings(ctx context.Context, tx pgx.Tx, now time.Time, units []Unit, reason string) error {
	var sessions, of []string
	for _, u := range units {
		if u.Session != "" {
			sessions, of = append(sessions, u.Session), append(of, u.S.ID)
		}
	}
	if len(sessions) == 0 {
		return nil
	}
	status := "planned"
	if reason != "" {
		status = "cancelled"
	}
	if _, err := tx.Exec(ctx, `
		update session
		set status = $2, reason = $3, changed_at = $4
		where id = any($1)`, sessions, status, reason, now); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update registration
		set version = version + 1, updated_at = $2, doc = `+nextSequence+`
		where occurrence_id = any($1) and status = 'registered'`, of, now)
	return err
}
