package rules

import (
	"strings"
	"time"
	"unicode/utf8"

	"herstelruimte/internal/problem"
)

// Occurrence is the stored document of one bookable date or series. Nil means: as
// the activity says.
type Occurrence struct {
	Host         string       `json:"host,omitempty"`
	Note         string       `json:"note,omitempty"`
	ChangeReason string       `json:"changeReason,omitempty"`
	Alternative  *Alternative `json:"alternative,omitempty"`
	MovedFrom    *Moved       `json:"movedFrom,omitempty"`
	// the reason; staff stopped automatic offers for this date
	OffersStopped string `json:"offersStopped,omitempty"`
	// set for this date: it wins over the activity's
	OwnCapacity bool `json:"ownCapacity,omitempty"`
	Sample      bool `json:"sample,omitempty"`
}

// Session is one meeting.
type Session struct {
	ID, Room, Status string
	Start, End       time.Time
}

// NewOccurrence is what SaveOccurrence takes.
type NewOccurrence struct {
	ID, ActivityID, Kind, Status string
	Sessions                     []Session
	Opens, Closes                *time.Time // nil: at once, until the start
	Capacity                     *int
	Doc                          Occurrence
	// Rhythm is the id of the rule that made it, Day the day of the rule for which it stands, also
	// when it moved; empty: a loose date.
	Rhythm, Day string
}

// Validate gives the mistakes that keep a date from being stored. Sessions stand in order and do
// not overlap.
func (o *NewOccurrence) Validate() []problem.Field {
	var f problem.Faults
	f.OneOf("kind", []string{"date", "series"}, o.Kind)
	f.OneOf("status", []string{"planned", "cancelled", "moved"}, o.Status)
	f.Number("capacity", o.Capacity, 1, 500)
	f.Length("changeReason", o.Doc.ChangeReason, 0, 200)
	Known{}.Host(&f, "host", o.Doc.Host)
	if o.Doc.Alternative != nil {
		f.Length("alternative", o.Doc.Alternative.Text, 0, 200)
	}
	if o.Status == "cancelled" && o.Doc.ChangeReason == "" {
		f.Add("changeReason", problem.Required)
	}
	if len(o.Sessions) == 0 || o.Kind == "date" && len(o.Sessions) > 1 {
		f.Add("sessions", problem.Required)
	}
	for i, s := range o.Sessions {
		if !s.End.After(s.Start) || i > 0 && s.Start.Before(o.Sessions[i-1].End) {
			f.Add("sessions", problem.Invalid)
			break
		}
	}
	return f
}

// Readable says whether the database can hold this text at all; an id from an address may be
// anything.
func Readable(id string) bool { return utf8.ValidString(id) && !strings.ContainsRune(id, 0) }
