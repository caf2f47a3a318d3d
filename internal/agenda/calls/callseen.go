package calls

import (
	"context"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/waitlist"
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
	// Dates are all that it tells of, by their start, when they are more than one.
	Dates []CallTime `json:"dates,omitempty"`
	about []waitlist.ToldRow
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
	Act       booking.ActSeen `json:"act"`
	FirstName string          `json:"firstName,omitempty" doc:"empty: they are gone"`
	Mine      bool            `json:"mine,omitempty"`
}

// PersonAt says where somebody who signed up is to be found.
type PersonAt struct {
	Occurrence string `json:"occurrence"`
}

// PersonAt is the date that a sign-up is of, for who may meet its people.
//
// Problems: not_found, forbidden.
func (p *Calls) PersonAt(
	ctx context.Context,
	who identity.Actor,
	registration string,
) (PersonAt, error) {
	r, err := p.LoadRegistration(ctx, p.Pool, "id = $1", registration)
	if err != nil {
		return PersonAt{}, err
	}
	s, err := p.Peek(ctx, p.Pool, r.Occurrence)
	if err != nil {
		return PersonAt{}, err
	}
	return PersonAt{r.Occurrence}, p.MayMeet(ctx, p.Pool, who, s)
}
