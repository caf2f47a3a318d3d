package calls

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
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
	about string     // its date, as it stands
	why   string     // of a meeting
}

// CallSaid is why a date does not go on, as the mail says.
type CallSaid struct {
	Reason       string `json:"reason"`
	Instead      string `json:"instead,omitempty"`
	InsteadStart string `json:"insteadStart,omitempty" format:"date-time"`
}

type CallTime struct {
	Start string `json:"start" format:"date-time"`
	End   string `json:"end"   format:"date-time"`
}

type CallDate struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Own   string `json:"ownSentence,omitempty" doc:"what the activity says to who has a place"`
	CallTime
}

// NoPhone is somebody who waits and can only be mailed.
type NoPhone struct {
	ID        string   `json:"id"`
	FirstName string   `json:"firstName"`
	Number    int      `json:"number"`
	Date      CallDate `json:"date"`
	Latest    string   `json:"latest" format:"date-time" doc:"an offer by mail is over by then"`
}

type DoneCall struct {
	Act       booking.ActSeen `json:"act"`
	FirstName string          `json:"firstName,omitempty" doc:"empty: they are gone"`
	Mine      bool            `json:"mine,omitempty"`
}

type PersonAt struct {
	Occurrence string `json:"occurrence"`
}

// PersonAt is the date of a sign-up. Problems: those of PeekToMeet.
func (p *Calls) PersonAt(ctx context.Context, who identity.Actor, registration string) (PersonAt, error) {
	r, err := p.LoadPlace(ctx, p.Pool, registration)
	if err == nil {
		_, err = p.PeekToMeet(ctx, who, r.Occurrence)
	}
	return PersonAt{r.Occurrence}, err
}

// toldCalls are the calls of other kinds: open ones, and those of which the time was over today.
func (p *Calls) toldCalls(ctx context.Context, dates []*rules.Slot) ([]Call, error) {
	now := p.Clock.Now()
	all, err := db.Rows(ctx, p.Pool, func(r pgx.CollectableRow) (Call, error) {
		return p.scanCall(r, dates, now)
	}, `
		select c.id, c.kind, c.reason, c.occurrence_id,
			case when c.due_at > $3 then c.due_at else `+booking.CallEnds+` end,
			c.again_at, c.sealed,
			coalesce(r.id, e.id), coalesce(r.seats, e.seats),
			coalesce(r.sealed, e.sealed), se.starts_at, se.ends_at,
			c.state = 'failed', coalesce(se.reason, ''), (
				select jsonb_agg(jsonb_build_object(
					'date', o.id,
					'start', coalesce(se.starts_at, o.starts_at),
					'end', coalesce(se.ends_at, o.ends_at)
				) order by coalesce(se.starts_at, o.starts_at))
				from jsonb_array_elements(c.about) as t (x)
				join occurrence o on o.id = x->>'date'
				left join session se on se.id = x->>'session'
				where jsonb_array_length(c.about) > 1
					and coalesce(se.ends_at, o.ends_at) > $3
					and `+booking.StillSo+`
			)
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
	for i, c := range all {
		if c.Reason != booking.CallOff {
			continue
		}
		if err := p.sayWhy(ctx, waitlist.DateOf(dates, c.about), &all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (p *Calls) scanCall(row pgx.Row, dates []*rules.Slot, now time.Time) (c Call, err error) {
	var subject string
	var due time.Time
	var again, start, end *time.Time
	var text, box []byte
	var about []struct { // of more than one, as far as it is still so
		Date       string
		Start, End time.Time
	}
	if err := row.Scan(
		&c.ID, &c.Kind, &c.Reason, &c.about, &due, &again, &text, &subject,
		&c.Seats, &box, &start, &end, &c.Late, &c.why, &about,
	); err != nil {
		return c, err
	}
	c.Waits = isEntry(subject)
	var who waitlist.Sealed
	if err := p.Unbox(changes.KindOf(subject).Table, subject, box, &who); err != nil {
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
	s := waitlist.DateOf(dates, c.about)
	c.Date, c.Until, c.First = callDate(s), clock.Moment(due), true
	if start != nil {
		c.Date.CallTime = callTime(*start, *end)
		c.Begun = !now.Before(s.Starts)
	}
	c.Today = !c.Late && clock.Date(due) <= clock.Date(now)
	if again != nil && now.Before(*again) {
		c.AgainAt = clock.Moment(*again)
	}
	for _, d := range about {
		c.Dates = append(c.Dates, callTime(d.Start, d.End))
	}
	if len(about) > 0 {
		c.Date.ID, c.Date.CallTime = about[0].Date, c.Dates[0]
	}
	if len(about) == 1 { // its date says so already
		c.Dates = nil
	}
	return c, nil
}

// sayWhy adds what the mail says to a call that a date does not go on.
func (p *Calls) sayWhy(ctx context.Context, s *rules.Slot, c *Call) error {
	if s.Status != "cancelled" { // a meeting of it
		c.Said = &CallSaid{Reason: c.why}
		return nil
	}
	d, err := p.ChangedDate(ctx, s)
	c.Said = &CallSaid{Reason: d.Reason, Instead: d.Instead}
	if !d.InsteadStart.IsZero() {
		c.Said.InsteadStart = clock.Moment(d.InsteadStart)
	}
	return err
}
