package closing

import (
	"context"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

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

type ClosingStays struct {
	ClosingDate
	Why string `json:"why" enum:"running,cancelled,covered,on,off" doc:"cancelled: before; covered: another closure lies over it; on, off: by hand since"`
	By  string `json:"by,omitempty" doc:"cancelled, on, off: name of who did so"`
	At  string `json:"at,omitempty" format:"date-time"`
}

// ClosingLater is what somebody changed of a date since it went off. It stays.
type ClosingLater struct {
	Title string `json:"title"`
	Kind  string `json:"kind" enum:"seats,host,shifted,changed"`
	By    string `json:"by"`
	At    string `json:"at" format:"date-time"`
}

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

// CheckClosing is what closing comes to, or closing at other times; without in, ending that
// closure. Problems: those of askClosing.
func (p *Closings) CheckClosing(
	ctx context.Context,
	who identity.Actor,
	id string,
	in *Closing,
) (out ClosingCheck, err error) {
	ask, earlier, err := p.askClosing(ctx, p.Pool, who, id, in)
	if err != nil {
		return out, err
	}
	plan, err := p.planClosing(ctx, nil, ask)
	if err != nil {
		return out, err
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
		return out, err
	}
	if out.Later, err = laterOf(ctx, p.Pool, plan.on); err != nil {
		return out, err
	}
	var by []*string
	for i := range out.Later {
		by = append(by, &out.Later[i].By)
	}
	for i := range out.Stays {
		by = append(by, &out.Stays[i].By)
	}
	return out, db.Problem(p.SayNames(ctx, by...))
}

func (plan *closingPlan) seen() ClosingCheck {
	ask, off, on := plan.ask, plan.off, plan.on
	out := ClosingCheck{
		Off:   datesSeen(off),
		On:    datesSeen(on),
		Stays: []ClosingStays{},
		Calls: changes.FirstNames(off.Tell.Call, on.Tell.Call),
		Unheard: changes.FirstNames(
			off.Tell.Self, off.Tell.None, on.Tell.Self, on.Tell.None,
		),
		AtOnce:      len(on.Tell.Mail) > 0 || len(off.Tell.Mail) > 0 && plan.undoWindow() == 0,
		Draft:       ask.was != nil && ask.next == nil && len(ask.was.Doc.Notice) > 0,
		Fingerprint: plan.fingerprint,
	}
	if c := ask.next; c != nil {
		out.First, out.Last, out.Weekday = c.First, c.Last, c.Weekday
		out.From, out.To, out.Days = c.From, c.To, len(c.Days())
		out.Reason = c.Reason
	}
	for _, s := range plan.stays {
		seen := ClosingStays{ClosingDate: seeClosingDate(s.Unit), Why: s.why}
		if s.did != nil {
			seen.By, seen.At = s.did.By, clock.Moment(s.did.At)
		}
		out.Stays = append(out.Stays, seen)
	}
	for _, t := range []changes.Recipients{off.Tell, on.Tell} {
		out.Mail += len(t.Mail)
		out.Call += len(t.Call)
		out.Self += len(t.Self)
		out.None += len(t.None)
		out.Paused += len(t.Paused)
	}
	return out
}

// datesSeen are the units with how many hear of each.
func datesSeen(c changes.Plan) []ClosingDate {
	hear := map[changes.Key]int{}
	for _, t := range append(slices.Clone(c.Tell.Mail), c.Tell.Call...) {
		for _, row := range t.About {
			hear[changes.Key{Date: row.Date, Session: row.Session}]++
		}
	}
	out := make([]ClosingDate, len(c.Units))
	for i, d := range c.Units {
		out[i] = seeClosingDate(d)
		out[i].Told = hear[d.Key()]
	}
	return out
}

func seeClosingDate(d changes.Unit) ClosingDate {
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

// noticed are acts that stay when a date goes on again.
var noticed = []string{booking.ActSeats, booking.ActHost, booking.ActShifted}

func laterOf(ctx context.Context, q db.Querier, on changes.Plan) ([]ClosingLater, error) {
	titles, acts := map[string]string{}, []string{}
	for _, d := range on.Units {
		titles[d.S.ID], acts = d.S.Activity.Title, append(acts, d.Act.ID)
	}
	later := []ClosingLater{}
	var date, kind, by string
	var at time.Time
	err := db.Each(ctx, q, []any{&date, &kind, &by, &at}, func() error {
		later = append(later, ClosingLater{titles[date], kind, by, clock.Moment(at)})
		return nil
	}, `
		select distinct on (a.no) a.occurrence_id, a.kind, a.by, a.at
		from staff_act off
		join staff_act a on a.occurrence_id = off.occurrence_id and a.no > off.no
		where off.id = any($1)
			and a.kind = any($2)
			and a.undone_at is null
		order by a.no`, acts, noticed)
	return later, err
}

// NoteClosingCheck is NoteCheck for a closure.
func (p *Closings) NoteClosingCheck(ctx context.Context, who identity.Actor, c *ClosingCheck) error {
	if len(c.Calls)+len(c.Unheard)+len(c.Away) == 0 {
		return nil
	}
	var ids []string
	for _, d := range c.Off {
		if d.People+d.Waiting > 0 {
			ids = append(ids, d.Occurrence)
		}
	}
	for _, d := range c.On {
		ids = append(ids, d.Occurrence)
	}
	return p.NoteSeen(ctx, who, waitlist.AuditKind, ids...)
}

type ClosureSeen struct {
	ID        string         `json:"id"`
	First     string         `json:"first" format:"date"`
	Last      string         `json:"last" format:"date"`
	Weekday   int            `json:"weekday,omitempty" doc:"1 is Monday; absent: every day"`
	From      house.WallTime `json:"from"`
	To        house.WallTime `json:"to" doc:"24.00 is the end of a day"`
	Reason    string         `json:"reason"`
	Without   []string       `json:"without"`
	By        string         `json:"by" doc:"name of who closed"`
	At        string         `json:"at" format:"date-time"`
	Dates     int            `json:"dates" doc:"that do not go on by it"`
	Mails     int            `json:"mails"`
	Calls     int            `json:"calls"`
	Draft     bool           `json:"draft" doc:"it left a draft of the announcement"`
	UndoUntil string         `json:"undoUntil,omitempty" format:"date-time" doc:"until then, while nobody heard it, one press takes it back"`
	EndedBy   string         `json:"endedBy,omitempty" doc:"name of who opened the house again"`
	EndedAt   string         `json:"endedAt,omitempty" format:"date-time"`
	May       bool           `json:"may" doc:"this person may change it"`
}

type ClosingChoices struct {
	Closures []ClosureSeen `json:"closures" doc:"that are or will be, by their first moment"`
	Today    string        `json:"today" format:"date"`
	Tomorrow string        `json:"tomorrow" format:"date"`
	Now      string        `json:"now" doc:"on the clock"`
	Until    string        `json:"until" doc:"end of the last that is there today"`
	Plan     bool          `json:"plan" doc:"this person may close another day than today"`
	Phone    string        `json:"phone" doc:"of who may"`
}

func (p *Closings) Closing(ctx context.Context, who identity.Actor) (out ClosingChoices, err error) {
	now := p.Clock.Now()
	h := p.House(ctx)
	day := clock.Day(now)
	out = ClosingChoices{
		Closures: []ClosureSeen{},
		Today:    clock.Date(now),
		Tomorrow: clock.Date(day.AddDate(0, 0, 1)),
		Now:      rules.WallClock(now),
		Plan:     who.Has(identity.Coordinator),
		Phone:    h.PhoneShown(),
	}
	all, err := closures(ctx, p.Pool, `c.ended_at is null and c.ends_at > $1`, now)
	if err != nil {
		return out, err
	}
	for _, c := range all {
		seen, err := p.closureSeen(ctx, who, c)
		if err != nil {
			return out, err
		}
		out.Closures = append(out.Closures, seen)
	}
	slices.SortStableFunc(out.Closures, func(a, b ClosureSeen) int {
		return strings.Compare(a.First+a.From.String(), b.First+b.From.String())
	})
	var last *time.Time
	err = p.Pool.QueryRow(ctx, `
		select max(ends_at)
		from session
		where starts_at >= $1
			and starts_at < $2
			and status <> 'cancelled'`, day, day.AddDate(0, 0, 1)).Scan(&last)
	out.Until = lastToday(h.Blocks(now), last, now).String()
	return out, db.Problem(err)
}

// lastToday is when the house shuts: after its last hours, or the last date of today.
func lastToday(blocks []house.Block, last *time.Time, now time.Time) house.WallTime {
	midnight := house.At(24, 0)
	end := midnight
	if len(blocks) > 0 {
		end = blocks[len(blocks)-1].To
	}
	if last != nil && last.After(end.On(now)) {
		end = midnight
		if local := last.In(clock.Amsterdam); clock.Date(local) == clock.Date(now) {
			end = house.At(local.Hour(), local.Minute())
		}
	}
	if !now.Before(end.On(now)) {
		return midnight
	}
	return end
}

func (p *Closings) closureSeen(ctx context.Context, who identity.Actor, c closure) (out ClosureSeen, err error) {
	now := p.Clock.Now()
	out = ClosureSeen{
		ID:      c.ID,
		First:   c.Hours.First,
		Last:    c.Hours.Last,
		Weekday: c.Hours.Weekday,
		From:    c.Hours.From,
		To:      c.Hours.To,
		Reason:  c.Hours.Reason,
		Without: append([]string{}, c.Doc.Without...),
		By:      c.By,
		EndedBy: c.EndedBy,
		At:      clock.Moment(c.At),
		Mails:   c.Doc.Mails,
		Calls:   c.Doc.Calls,
		Draft:   len(c.Doc.Notice) > 0,
		May:     mayClose(who, c.Hours, now) == nil,
	}
	if err := p.SayNames(ctx, &out.By, &out.EndedBy); err != nil {
		return out, err
	}
	if c.EndedAt != nil {
		out.EndedAt = clock.Moment(*c.EndedAt)
	} else if c.undoable(now) && out.May {
		out.UndoUntil = clock.Moment(*c.UndoUntil)
	}
	err = p.Pool.QueryRow(ctx, `
		select count(*) from closure_date where closure_id = $1`, c.ID).Scan(&out.Dates)
	return out, db.Problem(err)
}
