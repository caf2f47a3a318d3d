package rules

import (
	"strings"
	"time"
	"unicode/utf8"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/problem"
)

// Line is one date or series as the programme lists it, with start, end and room of the session
// that it speaks of: the one in the chosen week, else the first that is not over.
type Line struct {
	ID           string       `json:"id"`
	ActivityID   string       `json:"activityId"`
	Slug         string       `json:"slug"`
	Kind         string       `json:"kind" enum:"date,series"`
	Mode         string       `json:"mode" enum:"walkin,signup,series"`
	Title        string       `json:"title"`
	Summary      string       `json:"summary"`
	Category     string       `json:"category" enum:"ontmoeting,praten-en-delen,leren,creatief,bewegen,samen-eten,naasten,praktisch,uitstapje"`
	Audience     []string     `json:"audience" enum:"everyone,relatives,youngAdults,firstTimers,volunteers"`
	Day          string       `json:"day" format:"date" doc:"Amsterdam"`
	DayLabel     string       `json:"dayLabel,omitempty" enum:"today,tomorrow"`
	Start        string       `json:"start" format:"date-time" doc:"Amsterdam offset"`
	End          string       `json:"end" format:"date-time"`
	Session      int          `json:"session" doc:"number of the session shown, from 1"`
	Sessions     int          `json:"sessions" doc:"how many sessions there are"`
	Room         string       `json:"room"`
	Cost         int          `json:"cost" doc:"cents"`
	CostNote     string       `json:"costNote,omitempty"`
	Status       string       `json:"status" enum:"done,cancelled,walkin,staffOnly,closed,notOpen,full,waitlist,few,open"`
	Free         *int         `json:"free,omitempty" doc:"1 to 3, only with status few"`
	Now          bool         `json:"now" doc:"between start and end"`
	Over         bool         `json:"over" doc:"after its end, whatever its status"`
	Moved        *Moved       `json:"moved,omitempty"`
	ChangeReason string       `json:"changeReason,omitempty"`
	Alternative  *Alternative `json:"alternative,omitempty"`
	OpensAt      string       `json:"opensAt,omitempty" format:"date-time" doc:"only with status notOpen"`
}

// Moved says where a date was before it moved; Line itself says where it is now.
type Moved struct {
	Start string `json:"start" format:"date-time"`
	End   string `json:"end" format:"date-time"`
	Room  string `json:"room"`
}

// Alternative is what people can do instead: another date, or a sentence.
type Alternative struct {
	ActivityID   string `json:"activityId,omitempty"`
	OccurrenceID string `json:"occurrenceId,omitempty"`
	Text         string `json:"text,omitempty"`
}

type SessionLine struct {
	ID     string `json:"id"`
	Start  string `json:"start" format:"date-time"`
	End    string `json:"end" format:"date-time"`
	Room   string `json:"room"`
	Status string `json:"status" enum:"planned,cancelled,done"`
}

// Meeting is one session of an occurrence, as a list speaks of it.
type Meeting struct {
	ID, Room, Status string
	Reason           string // why it does not go on, when the rest of its series does
	N, Of            int
	Start, End       time.Time
}

// Line is what visitors see of s, speaking of session m.
func (s *Slot) Line(m Meeting) Line {
	a := &s.Activity
	out := Line{
		ID:         s.ID,
		ActivityID: s.ActivityID,
		Slug:       a.Slug,
		Kind:       s.Kind,
		Mode:       a.Mode,
		Title:      a.Title,
		Summary:    a.Summary,
		Category:   a.Category,
		Audience:   a.Audience,
		Day:        clock.Date(m.Start),
		DayLabel:   dayLabel(m.Start, s.Now),
		Start:      clock.Moment(m.Start),
		End:        clock.Moment(m.End),
		Session:    m.N,
		Sessions:   m.Of,
		Room:       m.Room,
		Cost:       a.Cost,
		CostNote:   a.CostNote,
		Status:     s.statusOf(m),
		Now: !s.IsOff() && m.Status != "cancelled" && !s.Now.Before(m.Start) &&
			s.Now.Before(m.End),
		Over:         !s.Now.Before(m.End),
		Moved:        s.Doc.MovedFrom,
		ChangeReason: s.Doc.ChangeReason,
		Alternative:  s.Doc.Alternative,
	}
	if m.Status == "cancelled" && s.Status != "cancelled" {
		out.ChangeReason = m.Reason
	}
	if out.Status == "few" {
		out.Free = new(s.Free())
	}
	if out.Status == "notOpen" {
		out.OpensAt = clock.Moment(*s.Opens)
	}
	return out
}

// statusOf is the status word of one session: one that is cancelled or over says so itself.
func (s *Slot) statusOf(m Meeting) string {
	switch {
	case s.IsOff(), m.Status == "cancelled":
		return "cancelled"
	case !s.Now.Before(m.End):
		return "done"
	}
	return s.statusWord()
}

func dayLabel(t, now time.Time) string {
	switch clock.Date(t) {
	case clock.Date(now):
		return "today"
	case clock.Date(now.AddDate(0, 0, 1)):
		return "tomorrow"
	}
	return ""
}

// Coming is the first session that is not over and goes on, else the first that is not over, else
// the last.
func Coming(all []Meeting, now time.Time) Meeting {
	for _, m := range all {
		if now.Before(m.End) && m.Status != "cancelled" {
			return m
		}
	}
	for _, m := range all {
		if now.Before(m.End) {
			return m
		}
	}
	return all[len(all)-1]
}

func SessionLines(all []Meeting, now time.Time) []SessionLine {
	list := make([]SessionLine, len(all))
	for i, m := range all {
		status := m.Status
		if status == "planned" && !now.Before(m.End) {
			status = "done"
		}
		list[i] = SessionLine{m.ID, clock.Moment(m.Start), clock.Moment(m.End), m.Room, status}
	}
	return list
}

// Today says whether a meeting belongs to the day of now: it starts on it, or started the day
// before and goes on.
func Today(m Meeting, now time.Time) bool {
	return clock.Date(m.Start) == clock.Date(now) || !now.Before(m.Start) && now.Before(m.End)
}

// Occurrence is the stored document of one date or series; what is absent is as the activity says.
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

type NewOccurrence struct {
	ID, ActivityID, Kind, Status string
	Sessions                     []Meeting
	Opens, Closes                *time.Time // nil: at once, until the start
	Capacity                     *int
	Doc                          Occurrence
	// Rhythm made it, Day is the day of the rule for which it stands, also when it moved; empty: a
	// loose date
	Rhythm, Day string
}

// Validate gives what keeps a date from being stored. Sessions stand in order and do not overlap.
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
	f.When(o.Status == "cancelled" && o.Doc.ChangeReason == "", "changeReason", problem.Required)
	f.When(len(o.Sessions) == 0 || o.Kind == "date" && len(o.Sessions) > 1,
		"sessions", problem.Required)
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
