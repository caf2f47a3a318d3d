package booking

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// Payload is what an act keeps besides who did it when: ids and numbers, nothing that names
// somebody. A kind of act is a type of it, which says how staff read it (See) and how it is taken
// back (Undo). A new kind is a type with its word, and that word in MayAct, if not everybody may.
type Payload any

// seer is a payload of which staff read something.
type seer interface{ See(out *ActSeen) }

// kinds are all payloads by the word of their kind; words the other way round.
var kinds, words = map[string]reflect.Type{}, map[reflect.Type]string{}

// Know adds kinds of acts by their words.
func Know(all map[string]Payload) {
	for word, p := range all {
		t := reflect.TypeOf(p).Elem()
		kinds[word], words[t] = t, word
	}
}

// KindOf is the word of what an act keeps.
func KindOf(doc Payload) string { return words[reflect.TypeOf(doc).Elem()] }

// payloadOf reads what an act of this kind keeps.
func payloadOf(kind string, doc []byte) (Payload, error) {
	t := kinds[kind]
	if t == nil {
		return nil, fmt.Errorf("no act is of the kind %q", kind)
	}
	p := reflect.New(t).Interface().(Payload)
	return p, json.Unmarshal(doc, p)
}

// LimitWas is how many places there were before people went; 0: no limit.
type LimitWas struct {
	Was int `json:"was,omitempty"`
}

// ChairsPut are chairs more than the date had, for who got a place.
type ChairsPut struct {
	Chair bool `json:"chair,omitempty"`
	Was   int  `json:"was,omitempty"` // how many
}

// LeftFor are entries that left the list for a place, with the state that they had.
type LeftFor struct {
	Left map[string]string `json:"left,omitempty"`
}

// StateWas is the state of an entry before, or why offers were stopped.
type StateWas struct {
	Before string `json:"before,omitempty"`
}

// TurnTaken is an offer that the act ended.
type TurnTaken struct {
	Offer string `json:"offer,omitempty"`
	Made  bool   `json:"made,omitempty"` // and that had not been there before it
}

// DateAct is an act on dates themselves: how many people hear of it, and the acts that belong
// together with it.
type DateAct struct {
	Mails int      `json:"mails,omitempty"`
	Calls int      `json:"calls,omitempty"`
	Parts []string `json:"parts,omitempty"` // of several dates: the acts on the others
	Lead  string   `json:"lead,omitempty"`  // it is a part of this act
	Dates int      `json:"dates,omitempty"` // how many changed together
}

// OffOrOn says by what a date is off, or on again.
type OffOrOn struct {
	DateAct
	Closure string `json:"closure,omitempty"` // that called it off, or gave it back
	Session string `json:"session,omitempty"` // of a series: that meeting alone
}

func (l LimitWas) See(out *ActSeen) { out.Was = l.Was }

func (c ChairsPut) See(out *ActSeen) { out.Chair, out.Was = c.Chair, c.Was }

func (d *DateAct) See(out *ActSeen) { out.Mails, out.Calls, out.Dates = d.Mails, d.Calls, d.Dates }

func (d *DateAct) Date() *DateAct { return d }

func (o *OffOrOn) OfMeeting() string { return o.Session }

// OnDate is a payload of an act on dates.
type OnDate interface{ Date() *DateAct }

// dates is what an act on dates has in common with others; nil of one on people.
func (a *StaffAct) dates() *DateAct {
	if d, is := a.Doc.(OnDate); is {
		return d.Date()
	}
	return nil
}

// Whole is the act that tells people of this one: of several dates the one on the chosen date.
func (a *StaffAct) Whole() string {
	if d := a.dates(); d != nil && d.Lead != "" {
		return d.Lead
	}
	return a.ID
}

// Together says whether the act was on several dates.
func (a *StaffAct) Together() bool {
	d := a.dates()
	return d != nil && (d.Lead != "" || d.Dates > 0)
}

// Parts are the acts on the other dates.
func (a *StaffAct) Parts() []string {
	if d := a.dates(); d != nil {
		return d.Parts
	}
	return nil
}

// Session is the meeting of a series that an act is about; empty: a whole date.
func (a *StaffAct) Session() string {
	if d, is := a.Doc.(interface{ OfMeeting() string }); is {
		return d.OfMeeting()
	}
	return ""
}

// About says whether an act is about this mail.
func (a *StaffAct) About(letter string) bool {
	d, is := a.Doc.(interface{ About() string })
	return is && d.About() == letter
}
