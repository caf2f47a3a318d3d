package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/identity"
)

// CallList is whom somebody of the staff can call now, of every kind, in the order of the moment
// after which it is too late.
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
	ID        string    `json:"id"`
	Kind      string    `json:"kind" enum:"place,tell,remind,meet"`
	Reason    string    `json:"reason" enum:"offeredPhone,phoneList,callsFirst,mailDown,moved,placeSure,cancelled,onAgain,message,reminder,meetFirst"`
	FirstName string    `json:"firstName"`
	Phone     string    `json:"phone" doc:"as people read it; empty: meet, by mail"`
	Email     string    `json:"email,omitempty" doc:"meet: of who has no number"`
	Date      CallDate  `json:"date"`
	Seats     int       `json:"seats" doc:"place: how many are free for them; else how many they have"`
	Asked     int       `json:"asked,omitempty" doc:"place: how many they asked for"`
	Number    int       `json:"number,omitempty" doc:"place: in the order of who waits"`
	Until     string    `json:"until" format:"date-time" doc:"after it the call is too late"`
	Today     bool      `json:"today"`
	First     bool      `json:"first" doc:"false: somebody else goes first"`
	AgainAt   string    `json:"againAt,omitempty" format:"date-time" doc:"nobody reached them: not before then"`
	CanDefer  bool      `json:"canDefer,omitempty" doc:"place: has not waited once yet"`
	Next      string    `json:"next,omitempty" doc:"phoneList: first name of whose turn it is when nobody answers"`
	Begun     bool      `json:"begun,omitempty" doc:"reminder: the series runs already, so that nobody can be called off"`
	Text      string    `json:"text,omitempty" doc:"message: what staff wrote"`
	Waits     bool      `json:"waits,omitempty" doc:"tell: they are on the waitlist, and have no place"`
	Late      bool      `json:"late,omitempty" doc:"its time is over: it stays for who rang, until they say what came of it"`
	Said      *CallSaid `json:"said,omitempty" doc:"cancelled: what the mail says too"`
	Attempts  []Attempt `json:"attempts"`
	Calling   *Calling  `json:"calling,omitempty"`
	// Dates are all that it tells of, by their start, when they are more than one.
	Dates []CallTime `json:"dates,omitempty"`
	about []toldRow
	why   string // of a meeting
}

// CallSaid is why a date does not go on, and what people can do instead: what the mail says.
type CallSaid struct {
	Reason       string `json:"reason"`
	Instead      string `json:"instead,omitempty"`
	InsteadStart string `json:"insteadStart,omitempty" format:"date-time"`
}

// CallTime is when one of the dates is that a call tells of.
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

// Attempt is a try to reach somebody.
type Attempt struct {
	By      string `json:"by" doc:"name"`
	At      string `json:"at" format:"date-time"`
	Outcome string `json:"outcome"`
}

// NoPhone is somebody who waits and can only be mailed.
type NoPhone struct {
	ID        string   `json:"id"`
	FirstName string   `json:"firstName"`
	Number    int      `json:"number"`
	Date      CallDate `json:"date"`
	Latest    string   `json:"latest" format:"date-time" doc:"an offer by mail is over by then"`
}

// DoneCall is what somebody of the staff filled in.
type DoneCall struct {
	Act       ActSeen `json:"act"`
	FirstName string  `json:"firstName,omitempty" doc:"empty: they are gone"`
	Mine      bool    `json:"mine,omitempty"`
}

// CallSeen is the call to somebody that waits, or that nobody made in time.
type CallSeen struct {
	Kind  string   `json:"kind"           enum:"tell,remind,meet"`
	State string   `json:"state"          enum:"waits,calling,notReached,missed"`
	By    string   `json:"by,omitempty"   doc:"calling: name of who rings now"`
	Until string   `json:"until"          doc:"after it the call is too late" format:"date-time"`
	Last  *Attempt `json:"last,omitempty" doc:"the last try"`
}

// callsAbout adds to people the call that waits for them, or else the last one that was not made.
func (p *Places) callsAbout(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
	of map[string]*PersonSeen,
) error {
	rows, err := p.Pool.Query(ctx, `
		select c.id, c.subject, c.kind, c.state, c.due_at
		from (
			select *, registration_id as subject
			from call
			where occurrence_id = $1 and about is null
			union all
			select c.*, r.id
			from registration r
			join call c on `+callAlsoOf("c", "r.id")+`
			where r.occurrence_id = $1
		) c
		where c.subject is not null
			and c.state in ('open', 'failed')
			and not `+speaksOfNobody+`
		order by c.state = 'open' desc,
			case c.state when 'open' then c.due_at end,
			c.due_at desc, c.id`, s.ID)
	if err != nil {
		return err
	}
	called := map[string]*CallSeen{}
	var ids []string
	var id, subject, kind, state string
	var due time.Time
	if _, err = pgx.ForEachRow(rows, []any{&id, &subject, &kind, &state, &due}, func() error {
		one := of[subject]
		if one == nil || one.Call != nil {
			return nil
		}
		one.Call = &CallSeen{Kind: kind, State: "waits", Until: clock.Moment(due)}
		if state == "failed" {
			one.Call.State = "missed"
		}
		one.ToCall = state == "open"
		called[id], ids = one.Call, append(ids, id)
		return nil
	}); err != nil || len(ids) == 0 {
		return err
	}
	all, err := p.contacts(ctx, p.Pool, who, ids)
	for id, c := range called {
		c.tried(all[id])
	}
	return err
}

// tried adds who rings right now, and the last try.
func (c *CallSeen) tried(at contact) {
	if n := len(at.attempts); n > 0 {
		c.Last = &at.attempts[n-1]
	}
	switch {
	case c.State == "missed":
	case at.calling != nil:
		c.State, c.By = "calling", at.calling.By
	case c.Last != nil:
		c.State = "notReached"
	}
}

// callAlsoOf is true of a call that tells of this row among others, on several dates.
func callAlsoOf(call, row string) string {
	return `(` + call + `.about is not null and ` + call + `.about
		@> jsonb_build_array(jsonb_build_object('row', ` + row + `)))`
}

// PersonAt says where somebody who signed up is to be found.
type PersonAt struct {
	Occurrence string `json:"occurrence"`
}

// PersonAt is the date that a sign-up is of, for who may meet its people.
//
// Problems: not_found, forbidden.
func (p *Places) PersonAt(
	ctx context.Context,
	who identity.Actor,
	registration string,
) (PersonAt, error) {
	r, err := p.loadRegistration(ctx, p.Pool, "id = $1", registration)
	if err != nil {
		return PersonAt{}, err
	}
	s, err := p.Peek(ctx, p.Pool, r.occurrence)
	if err != nil {
		return PersonAt{}, err
	}
	return PersonAt{r.occurrence}, p.MayMeet(ctx, p.Pool, who, s)
}
