package closing

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// ClosingDate is a date that a closure changes.
type ClosingDate struct {
	Occurrence string `json:"occurrence"`
	Title      string `json:"title"`
	Mode       string `json:"mode"`
	Start      string `json:"start" format:"date-time"`
	End        string `json:"end" format:"date-time"`
	People     int    `json:"people" doc:"with a place, with who comes along"`
	Waiting    int    `json:"waiting"`
	Meeting    int    `json:"meeting,omitempty" doc:"of a series: which meeting, the first is 1"`
	Told       int    `json:"told" doc:"goes on again: people who heard that it does not, and hear this, too"`
}

// ClosingStays is a date that a closure leaves as it is.
type ClosingStays struct {
	ClosingDate
	Why string `json:"why" enum:"running,cancelled,covered,on,off" doc:"cancelled: before; covered: another closure lies over it; on, off: by hand since"`
	By  string `json:"by,omitempty" doc:"cancelled, on, off: name of who did so"`
	At  string `json:"at,omitempty" format:"date-time"`
}

// ClosingLater is what somebody changed of a date after it was called off. It stays.
type ClosingLater struct {
	Title string `json:"title"`
	Kind  string `json:"kind" enum:"seats,host,shifted,changed"`
	By    string `json:"by"`
	At    string `json:"at" format:"date-time"`
}

// ClosingCheck is what closing, changing a closure or ending it comes to. Nothing is stored.
type ClosingCheck struct {
	First   string         `json:"first,omitempty" format:"date" doc:"absent: the house opens again"`
	Last    string         `json:"last,omitempty" format:"date"`
	Weekday int            `json:"weekday,omitempty"`
	From    house.WallTime `json:"from"`
	To      house.WallTime `json:"to"`
	Days    int            `json:"days" doc:"on which it is closed"`
	Reason  string         `json:"reason,omitempty"`

	Off   []ClosingDate  `json:"off" doc:"do not go on"`
	On    []ClosingDate  `json:"on" doc:"go on again"`
	Stays []ClosingStays `json:"stays"`
	Later []ClosingLater `json:"later"`
	Away  []string       `json:"away" doc:"first names of who called off by themselves"`

	Mail    int      `json:"mail" doc:"people who get a mail"`
	Call    int      `json:"call" doc:"calls to make"`
	Self    int      `json:"self" doc:"people who want no mail and no call"`
	None    int      `json:"none" doc:"people without an address and a number"`
	Paused  int      `json:"paused,omitempty" doc:"people whose data are on pause: they hear nothing"`
	Calls   []string `json:"calls" doc:"first names of who must be called"`
	Unheard []string `json:"unheard" doc:"first names of who hears nothing"`
	AtOnce  bool     `json:"atOnce" doc:"the mails go at once"`
	Draft   bool     `json:"draft" doc:"the draft of the announcement that it made goes"`
	// Fingerprint is of all that.
	Fingerprint string `json:"fingerprint"`
	// Earlier is the closure that does this already.
	Earlier *ClosureSeen `json:"earlier,omitempty"`
}

// CheckClosing is what closing the house comes to, or closing it at other times; without in, ending
// that closure.
//
// Problems: invalid, forbidden, not_found.
func (p *Closings) CheckClosing(
	ctx context.Context,
	who identity.Actor,
	id string,
	in *Closing,
) (out ClosingCheck, err error) {
	ask, earlier, err := p.askClosing(ctx, p.Pool, who, id, in)
	if err != nil {
		return out, db.Problem(err)
	}
	plan, err := p.planClosing(ctx, nil, ask)
	if err != nil {
		return out, db.Problem(err)
	}
	out = plan.seen()
	if earlier != nil {
		seen, err := p.closureSeen(ctx, who, *earlier)
		if err != nil {
			return out, err
		}
		out.Earlier = &seen
	}
	if out.Away, err = p.AwayFrom(ctx, plan.on.Whole, true); err != nil {
		return out, db.Problem(err)
	}
	if out.Later, err = laterOf(ctx, p.Pool, plan.on); err != nil {
		return out, db.Problem(err)
	}
	var by []*string
	for i := range out.Later {
		by = append(by, &out.Later[i].By)
	}
	for i := range out.Stays {
		by = append(by, &out.Stays[i].By)
	}
	ids := make([]string, len(by))
	for i, id := range by {
		ids[i] = *id
	}
	names, err := p.Names(ctx, ids)
	for _, id := range by {
		*id = names[*id]
	}
	return out, db.Problem(err)
}

// seen is what the screen shows of a plan, with staff by their ids.
func (plan *closingPlan) seen() ClosingCheck {
	ask, off, on := plan.ask, plan.off, plan.on
	out := ClosingCheck{
		Off:         datesSeen(off),
		On:          datesSeen(on),
		Stays:       []ClosingStays{},
		Calls:       []string{},
		Unheard:     []string{},
		AtOnce:      len(on.Tell.Mail) > 0 || len(off.Tell.Mail) > 0 && plan.undoWindow() == 0,
		Draft:       ask.was != nil && ask.next == nil && len(ask.was.doc.Notice) > 0,
		Fingerprint: plan.fingerprint,
	}
	if c := ask.next; c != nil {
		out.First, out.Last, out.Weekday = c.First, c.Last, c.Weekday
		out.From, out.To, out.Days = c.From, c.To, len(c.Days())
		out.Reason = c.Reason
	}
	for _, s := range plan.stays {
		seen := ClosingStays{ClosingDate: seeClosingDate(s.PlanUnit), Why: s.why}
		if s.did != nil {
			seen.By, seen.At = s.did.By, clock.Moment(s.did.At)
		}
		out.Stays = append(out.Stays, seen)
	}
	for _, t := range []changes.ToldTogether{off.Tell, on.Tell} {
		out.Mail += len(t.Mail)
		out.Call += len(t.Call)
		out.Self += len(t.Self)
		out.None += len(t.None)
		out.Paused += len(t.Paused)
		out.Calls = append(out.Calls, changes.FirstNames(t.Call...)...)
		out.Unheard = append(
			out.Unheard,
			changes.FirstNames(append(slices.Clone(t.Self), t.None...)...)...)
	}
	return out
}

// datesSeen are the units of a plan with how many hear of each.
func datesSeen(c changes.ChangePlan) []ClosingDate {
	hear := map[changes.Unit]int{}
	for _, t := range append(slices.Clone(c.Tell.Mail), c.Tell.Call...) {
		for _, row := range t.About {
			hear[changes.Unit{Date: row.Date, Session: row.Session}]++
		}
	}
	out := make([]ClosingDate, len(c.Units))
	for i, d := range c.Units {
		out[i] = seeClosingDate(d)
		out[i].Told = hear[d.Unit()]
	}
	return out
}

func seeClosingDate(d changes.PlanUnit) ClosingDate {
	out := ClosingDate{
		Occurrence: d.S.ID,
		Title:      d.S.Activity.Title,
		Mode:       d.S.Activity.Mode,
		Start:      clock.Moment(d.M.Start),
		End:        clock.Moment(d.M.End),
		People:     d.S.Taken,
		Waiting:    d.S.Waiting,
	}
	if d.Session != "" {
		out.Meeting = d.M.N
	}
	return out
}

// noticed are the acts that stay when a date goes on again, told by their names.
var noticed = []string{booking.ActSeats, booking.ActHost, booking.ActShifted}

// laterOf is what staff changed of dates since they were called off, by their ids.
func laterOf(ctx context.Context, q db.Querier, on changes.ChangePlan) ([]ClosingLater, error) {
	titles, acts := map[string]string{}, []string{}
	for _, d := range on.Units {
		titles[d.S.ID], acts = d.S.Activity.Title, append(acts, d.Act.ID)
	}
	rows, err := q.Query(ctx, `
		select distinct on (a.no) a.occurrence_id, a.kind, a.by, a.at
		from staff_act off
		join staff_act a on a.occurrence_id = off.occurrence_id and a.no > off.no
		where off.id = any($1)
			and a.kind = any($2)
			and a.undone_at is null
		order by a.no`, acts, noticed)
	if err != nil {
		return nil, err
	}
	later := []ClosingLater{}
	var date, kind, by string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&date, &kind, &by, &at}, func() error {
		later = append(later, ClosingLater{titles[date], kind, by, clock.Moment(at)})
		return nil
	})
	return later, err
}
