// Package evening is a day at the house as whoever opens the door sees it: who comes, who is there,
// how many walked in. It stands above places, whose lock and whose acts it uses.
//
//   - One question brings the whole day: its parts with their tallies, the meetings with their
//     counts, and names only of the dates that are for whoever asks.
//   - Its tag is made of the versions that the database itself gives the rows of that day: no write
//     pays for it, none can forget it, and it says nothing of anybody. What depends on the minute
//     is worked out on the screen.
//   - A tap is what a thumb did once, by an id that the phone made. It says what is wanted, never
//     "the other way round", and when, as an age. However often it is sent, by whomever, after
//     whatever broke: it counts once.
//   - The right of a tap is judged at the moment of the tap and for who tapped. Somebody else may
//     send it, with the proof that this person read this day on that phone.
//   - Of presence the later tap wins. All taps of a tally are kept; what is shown is their sum, and
//     never less than nothing.
//   - Presence and tallies of a day that is over are figures: rows of people go, their visits stay.
package evening

import (
	"context"

	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// Evening is the room. All fields are required.
type Evening struct {
	*places.Places
	// of a member of the staff, as they signed in last; none: unknown
	RolesOf func(ctx context.Context, uid string) ([]identity.Role, error)
}

// door are the roles of whoever stands there on an evening.
var door = []identity.Role{identity.Gastheer, identity.Begeleider, identity.Coordinator}

// Today is one day, as it is for whoever asks.
type Today struct {
	Day   string `json:"day"   format:"date"`
	Today string `json:"today" format:"date"      doc:"the day it is now"`
	At    string `json:"at"    format:"date-time" doc:"when this was read"`
	// Closed is there on a day on which the house is closed, not by its weekday.
	Closed   *ClosedToday   `json:"closed,omitempty"`
	Next     *NextDay       `json:"next,omitempty"   doc:"the next day with something on it, when this one has nothing"`
	Tapper   Tapper         `json:"tapper"           doc:"goes with each tap of whoever reads this"`
	Say      string         `json:"say" doc:"what staff read aloud to whom they write down"`
	MayCount string         `json:"mayCount"         doc:"what this person may change of the tally of this day" enum:"yes,withReason,no"`
	Parts    []PartOfDay    `json:"dayParts"`
	Sessions []SessionToday `json:"sessions"         doc:"by their start"`
	Calls    *CallsToday    `json:"calls,omitempty" doc:"when any is due today"`
	Notices  []NoticeToday  `json:"notices"`
}

// CallsToday are the calls that cannot wait until tomorrow.
type CallsToday struct {
	Due   int         `json:"due"`
	First *calls.Call `json:"first,omitempty" doc:"whose turn it is"`
}

// ClosedToday says why.
type ClosedToday struct {
	Reason string `json:"reason,omitempty" doc:"without its own full stop"`
}

// NextDay is what comes first after a day without anything.
type NextDay struct {
	Day   string `json:"day"   format:"date"`
	Title string `json:"title"`
	Start string `json:"start" format:"date-time"`
}

// PartOfDay is a part of the day that the house is open.
type PartOfDay struct {
	house.DayPart
	Start  string `json:"start" format:"date-time"`
	End    string `json:"end"   format:"date-time"`
	Tally  int    `json:"tally"                    doc:"visits that were counted without a name"`
	Ticked int    `json:"ticked"                   doc:"people of the lists who were there, with who came along, and those without a name"`
}

// SessionToday is one meeting of the day.
type SessionToday struct {
	ID         string `json:"id"`
	Occurrence string `json:"occurrence"`
	Activity   string `json:"activity"`
	Title      string `json:"title"`
	Kind       string `json:"kind"             enum:"date,series"`
	Mode       string `json:"mode"             enum:"walkin,signup,series"`
	N          int    `json:"n"                                            doc:"of a series: the number of this meeting"`
	Of         int    `json:"of"`
	Start      string `json:"start"                                                                                      format:"date-time"`
	End        string `json:"end"                                                                                        format:"date-time"`
	Room       string `json:"room"`
	Host       string `json:"host,omitempty"`
	Status     string `json:"status"           enum:"done,cancelled,walkin,staffOnly,closed,notOpen,full,waitlist,few,open"`
	Reason     string `json:"reason,omitempty"                             doc:"why it is cancelled"`
	Mine       bool   `json:"mine"                                         doc:"this person may act on it, and reads its people"`
	Outside    bool   `json:"outside"                                      doc:"without names and outside opening hours: it has a tally of its own"`

	Tally       int `json:"tally"                 doc:"with outside"`
	Capacity    int `json:"capacity,omitempty"    doc:"0: no limit"`
	Taken       int `json:"taken"                 doc:"places of people, with who comes along"`
	Free        int `json:"free"                  doc:"places that nobody has or is kept for; with a capacity"`
	Held        int `json:"held"                  doc:"places that are kept for who waits"`
	Waiting     int `json:"waiting"`
	Here        int `json:"here"                  doc:"people who are there, with who came along and those without a name"`
	Unnamed     int `json:"unnamed"               doc:"of them, those without a name"`
	FirstTimers int `json:"firstTimers"`
	Open        int `json:"open"                  doc:"sign-ups of which nobody said whether they came"`
	MaxGuests   int `json:"maxGuests"`

	Needs  *NeedsToday   `json:"needs,omitempty"  doc:"what people eat"`
	People []PersonToday `json:"people,omitempty" doc:"by first name; with mine, of those who come"`
	Line   []WaiterToday `json:"line,omitempty"   doc:"who waits, in order; with mine"`
}

// NeedsToday are the answers about food of one meeting together.
type NeedsToday struct {
	Vegetarian int      `json:"vegetarian,omitempty"`
	NoPork     int      `json:"noPork,omitempty"`
	Other      []string `json:"other,omitempty" doc:"in people's own words"`
}

// PersonToday is somebody who comes, with what was said of them at the door.
type PersonToday struct {
	desk.PersonSeen
	State string `json:"state"           enum:"here,absent,open"`
	Came  int    `json:"came"            doc:"of the guests, who came along"`
	By    string `json:"by,omitempty"    doc:"first name of who said so"`
	Since string `json:"since,omitempty" doc:"and when" format:"date-time"`
}

// WaiterToday is somebody on the waitlist.
type WaiterToday struct {
	ID        string `json:"id"`
	FirstName string `json:"firstName"`
	Seats     int    `json:"seats"`
}

// NoticeToday is something of these days that somebody must look at.
type NoticeToday struct {
	Kind       string `json:"kind"                 enum:"belowMinimum,dayPart"`
	Day        string `json:"day"                  format:"date"`
	From       string `json:"from"                 format:"date-time"          doc:"it counts from then on"`
	Occurrence string `json:"occurrence,omitempty"`
	Activity   string `json:"activity,omitempty"`
	Title      string `json:"title,omitempty"`
	Taken      int    `json:"taken,omitempty"`
	Least      int    `json:"least,omitempty"`
	Part       string `json:"part,omitempty"       enum:"morning,afternoon,evening"`
}
