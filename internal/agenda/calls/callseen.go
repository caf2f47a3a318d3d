package calls

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// CallList is whom staff can call now, by the moment after which it is too late.
type CallList struct {
	Calls []Call `json:"calls"`
	// Today is how many of them cannot wait until tomorrow.
	Today int `json:"today"`
	// NoPhone are those who wait for a place that staff give by hand, and have no number.
	NoPhone []NoPhone  `json:"noPhone"`
	Recent  []DoneCall `json:"recent" doc:"the last ten outcomes of today"`
	// Missed are calls that nobody made in time, of which the time was over today.
	Missed []Call `json:"missed"`
}

// Call is one person to be called.
type Call struct {
	ID        string           `json:"id"`
	Kind      string           `json:"kind" enum:"place,tell,remind,meet"`
	Reason    string           `json:"reason" enum:"offeredPhone,phoneList,callsFirst,mailDown,moved,placeSure,cancelled,onAgain,message,reminder,meetFirst"`
	FirstName string           `json:"firstName"`
	Phone     string           `json:"phone" doc:"as people read it; empty: meet, by mail"`
	Email     string           `json:"email,omitempty" doc:"meet: of who has no number"`
	Date      CallDate         `json:"date"`
	Seats     int              `json:"seats" doc:"place: how many are free for them; else how many they have"`
	Asked     int              `json:"asked,omitempty" doc:"place: how many they asked for"`
	Number    int              `json:"number,omitempty" doc:"place: in the order of who waits"`
	Until     string           `json:"until" format:"date-time" doc:"after it the call is too late"`
	Today     bool             `json:"today"`
	First     bool             `json:"first" doc:"false: somebody else goes first"`
	AgainAt   string           `json:"againAt,omitempty" format:"date-time" doc:"nobody reached them: not before then"`
	CanDefer  bool             `json:"canDefer,omitempty" doc:"place: has not waited once yet"`
	Next      string           `json:"next,omitempty" doc:"phoneList: first name of whose turn it is when nobody answers"`
	Begun     bool             `json:"begun,omitempty" doc:"reminder: the series runs already, so that nobody can be called off"`
	Text      string           `json:"text,omitempty" doc:"message: what staff wrote"`
	Waits     bool             `json:"waits,omitempty" doc:"tell: they are on the waitlist, and have no place"`
	Late      bool             `json:"late,omitempty" doc:"its time is over: it stays for who rang, until they say what came of it"`
	Said      *CallSaid        `json:"said,omitempty" doc:"cancelled: what the mail says too"`
	Attempts  []desk.Attempt   `json:"attempts"`
	Calling   *booking.Calling `json:"calling,omitempty"`
	// Dates are all that it tells of, when they are more than one.
	Dates []CallTime `json:"dates,omitempty"`
	about []waitlist.ToldRow
	why   string // of a meeting
}

// CallSaid is why a date does not go on, as the mail says.
type CallSaid struct {
	Reason       string `json:"reason"`
	Instead      string `json:"instead,omitempty"`
	InsteadStart string `json:"insteadStart,omitempty" format:"date-time"`
}

// CallTime is when one of its dates is.
type CallTime struct {
	Start string `json:"start" format:"date-time"`
	End   string `json:"end"   format:"date-time"`
}

// CallDate is the date that a call is about.
type CallDate struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Start string `json:"start" format:"date-time"`
	End   string `json:"end" format:"date-time"`
}

// NoPhone is somebody who waits and can only be mailed.
type NoPhone struct {
	ID        string   `json:"id"`
	FirstName string   `json:"firstName"`
	Number    int      `json:"number"`
	Date      CallDate `json:"date"`
	Latest    string   `json:"latest" format:"date-time" doc:"an offer by mail is over by then"`
}

// DoneCall is what staff filled in.
type DoneCall struct {
	Act       booking.ActSeen `json:"act"`
	FirstName string          `json:"firstName,omitempty" doc:"empty: they are gone"`
	Mine      bool            `json:"mine,omitempty"`
}

// PersonAt is where somebody who signed up is to be found.
type PersonAt struct {
	Occurrence string `json:"occurrence"`
}

// PersonAt is the date of a sign-up. Problems: those of PeekToMeet.
func (p *Calls) PersonAt(
	ctx context.Context, who identity.Actor, registration string,
) (PersonAt, error) {
	r, err := p.LoadPlace(ctx, p.Pool, registration)
	if err == nil {
		_, err = p.PeekToMeet(ctx, who, r.Occurrence)
	}
	return PersonAt{r.Occurrence}, err
}

// toldCalls are the calls of other kinds: the open ones, and those of which the time was over
// today.
func (p *Calls) toldCalls(ctx context.Context, dates []*rules.Slot) ([]Call, error) {
	now := p.Clock.Now()
	all, err := db.Rows(ctx, p.Pool, func(r pgx.CollectableRow) (Call, error) {
		return p.scanCall(r, dates, now)
	}, `
		select c.id, c.kind, c.reason, c.occurrence_id,
			case when c.due_at > $3 then c.due_at else `+booking.CallEnds+` end,
			c.again_at, c.sealed,
			coalesce(r.id, e.id), r.id is not null, coalesce(r.seats, e.seats),
			coalesce(r.sealed, e.sealed), se.starts_at, se.ends_at, c.about,
			c.state = 'failed', coalesce(se.reason, '')
		from call c
		join occurrence o on o.id = c.occurrence_id
		left join session se on se.id = c.session_id
		left join registration r on r.id = c.registration_id
		left join waitlist_entry e on e.id = c.entry_id
		where c.occurrence_id = any($1)
			and coalesce(r.id, e.id) is not null
			and not `+booking.SpeaksOfNobody+`
			and (c.state = 'open' or c.state = 'failed' and c.updated_at >= $2)
		order by c.due_at, c.id`, waitlist.IDsOf(dates), clock.Day(now), now)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Reason != booking.CallOff {
			continue
		}
		if err := p.sayWhy(ctx, waitlist.DateOf(dates, all[i].Date.ID), &all[i]); err != nil {
			return nil, db.Problem(err)
		}
	}
	return all, p.datesOfCalls(ctx, all)
}

func (p *Calls) scanCall(
	row pgx.Row, dates []*rules.Slot, now time.Time,
) (c Call, err error) {
	var date, subject string
	var registered bool
	var due time.Time
	var again, start, end *time.Time
	var text, box, about []byte
	if err := row.Scan(
		&c.ID, &c.Kind, &c.Reason, &date, &due, &again, &text, &subject, &registered,
		&c.Seats, &box, &start, &end, &about, &c.Late, &c.why,
	); err != nil {
		return c, err
	}
	if c.about, err = booking.AboutOf(about); err != nil {
		return c, err
	}
	table := "registration"
	if c.Waits = !registered; c.Waits {
		table = "waitlist_entry"
	}
	var who waitlist.Sealed
	if err := p.Unbox(table, subject, box, &who); err != nil {
		return c, err
	}
	if text != nil {
		said, err := p.Keys.Open("call", c.ID, text)
		if err != nil {
			return c, err
		}
		c.Text = string(said)
	}
	c.FirstName, c.Phone = waitlist.FirstName(who.Name), house.ShowPhone(who.Phone)
	if c.Kind == waitlist.CallMeet && who.Phone == "" {
		c.Email = who.Email
	}
	s := waitlist.DateOf(dates, date)
	c.Date, c.Until, c.First = callDate(s), clock.Moment(due), true
	if start != nil {
		c.Date.Start, c.Date.End = clock.Moment(*start), clock.Moment(*end)
		c.Begun = !now.Before(s.Starts)
	}
	c.Today = !c.Late && rules.DayOf(due) <= rules.DayOf(now)
	if again != nil && now.Before(*again) {
		c.AgainAt = clock.Moment(*again)
	}
	return c, nil
}

// sayWhy adds what the mail says to a call that a date does not go on.
func (p *Calls) sayWhy(ctx context.Context, s *rules.Slot, c *Call) error {
	if s.Status != "cancelled" { // a meeting of it
		c.Said = &CallSaid{Reason: c.why}
		return nil
	}
	d, err := p.ChangedDate(ctx, p.Pool, s, rules.Meeting{})
	c.Said = &CallSaid{Reason: d.Reason, Instead: d.Instead}
	if !d.InsteadStart.IsZero() {
		c.Said.InsteadStart = clock.Moment(d.InsteadStart)
	}
	return err
}

// datesOfCalls puts the dates into calls that tell of several, as far as it is still so.
func (p *Calls) datesOfCalls(ctx context.Context, calls []Call) error {
	at := map[string]*Call{}
	var ids []string
	for i, c := range calls {
		if len(c.about) > 1 {
			at[c.ID], ids = &calls[i], append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var id, date string
	var start, end time.Time
	err := db.Each(ctx, p.Pool, []any{&id, &date, &start, &end}, func() error {
		c, t := at[id], CallTime{clock.Moment(start), clock.Moment(end)}
		if c.Dates = append(c.Dates, t); len(c.Dates) == 1 {
			c.Date.ID, c.Date.Start, c.Date.End = date, t.Start, t.End
		}
		return nil
	}, `
		select c.id, o.id, coalesce(se.starts_at, o.starts_at), coalesce(se.ends_at, o.ends_at)
		from call c
		cross join jsonb_array_elements(c.about) as t (x)
		join occurrence o on o.id = x->>'date'
		left join session se on se.id = x->>'session'
		where c.id = any($1)
			and coalesce(se.ends_at, o.ends_at) > $2
			and `+booking.StillSo+`
		order by c.id, 3`, ids, p.Clock.Now())
	for _, c := range at {
		if len(c.Dates) == 1 { // its date says so already
			c.Dates = nil
		}
	}
	return err
}
