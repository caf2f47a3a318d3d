package house

import (
	"encoding/json"
	"iter"
	"maps"
	"reflect"
	"slices"
	"time"

	"herstelruimte/internal/privacy"
)

// Terms say how long personal data stay, in days where nothing else is said: after the (last)
// session, where nothing else is said. Each has a floor and a ceiling (least, most), which its
// field in the form names.
type Terms struct {
	RegistrationDays int `json:"registrationDays" least:"7" most:"90"`
	WaitlistDays     int `json:"waitlistDays"     least:"1" most:"30"`
	SupportDays      int `json:"supportDays"      least:"1" most:"60"`

	MessageDays    int `json:"messageDays"    least:"30" most:"365" doc:"after the answer"`
	UnansweredDays int `json:"unansweredDays" least:"30" most:"365" doc:"after a message came in that nobody answered"`

	VolunteerDays       int `json:"volunteerDays"       least:"7"  most:"84"  doc:"after 'nu niet' or 'gestart'"`
	VolunteerKeepDays   int `json:"volunteerKeepDays"   least:"90" most:"365" doc:"after 'nu niet', for who asked to be kept"`
	VolunteerIdleMonths int `json:"volunteerIdleMonths" least:"3"  most:"12"  doc:"months after the last act, in every other state"`

	ComplaintDays  int `json:"complaintDays"  least:"365" most:"1826" doc:"after closing"`
	SubscriberDays int `json:"subscriberDays" least:"1"   most:"30"   doc:"after somebody asked for the newsletter and did not confirm"`

	AuditDays   int `json:"auditDays"   least:"90" most:"730" doc:"of the log of who did and saw what"`
	TrashDays   int `json:"trashDays"   least:"7"  most:"90"  doc:"how long what staff throw away can come back"`
	UndoMinutes int `json:"undoMinutes" least:"1"  most:"60"  doc:"how long an act of staff can be taken back; minutes, not days"`
}

// plainTerms are terms as they are written, without a default.
type plainTerms Terms

// UnmarshalJSON gives terms that are not stored their default: settings of an older program know
// fewer.
func (t *Terms) UnmarshalJSON(b []byte) error {
	all := firstTerms().Keep
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	*t = Terms(all)
	return nil
}

// longer says whether one of the terms is longer than it was; the time to undo is none.
func (t Terms) longer(was Terms) bool {
	before := maps.Collect(was.all())
	for name, n := range t.all() {
		if n > before[name] && name != "undoMinutes" {
			return true
		}
	}
	return false
}

// all are the terms by their names in the settings, in order.
func (t Terms) all() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		v := reflect.ValueOf(t)
		for i := range v.NumField() {
			if !yield(v.Type().Field(i).Tag.Get("json"), int(v.Field(i).Int())) {
				return
			}
		}
	}
}

// PastTerms are terms until a moment, each as short as the shortest since.
type PastTerms struct {
	Until time.Time `json:"until"`
	Keep  Terms     `json:"keep"`
}

// KeepFor are the terms of what was stored at a moment: a longer one holds for what is stored after
// it, a shorter one for all.
func (h House) KeepFor(stored time.Time) Terms {
	for _, p := range h.Past {
		if stored.Before(p.Until) {
			return p.Keep
		}
	}
	return h.Keep
}

// Over says for privacy.TermOver what is over, as KeepFor has it. by is the moment by which what a
// term counts from must have been.
func (h House) Over(by func(Terms) time.Time) []privacy.Cut {
	all := make([]privacy.Cut, 0, len(h.Past)+1)
	for _, p := range h.Past {
		all = append(all, privacy.Cut{Until: &p.Until, By: by(p.Keep)})
	}
	return append(all, privacy.Cut{By: by(h.Keep)})
}

// Came is Over for what counts from when it was stored: the moment by which it must have come.
func (h House) Came(by func(Terms) time.Time) (last time.Time) {
	for _, c := range h.Over(by) {
		at := c.By
		if c.Until != nil && c.Until.Before(at) {
			at = *c.Until
		}
		if at.After(last) {
			last = at
		}
	}
	return last
}

// Unanswered is the moment by which a message must have come to go at at when nobody answered it.
func (h House) Unanswered(at time.Time) time.Time {
	return h.Came(func(keep Terms) time.Time { return at.AddDate(0, 0, -keep.UnansweredDays) })
}

// after is what stays of the terms of was when others follow at a moment: only what is shorter.
func (t Terms) after(was House, now time.Time) (past []PastTerms) {
	next := t
	for _, p := range slices.Backward(append(slices.Clone(was.Past), PastTerms{now, was.Keep})) {
		if p.Keep = p.Keep.shortest(next); p.Keep != next {
			past, next = append(past, p), p.Keep
		}
	}
	slices.Reverse(past)
	return past
}

func (t Terms) shortest(than Terms) Terms {
	v, w := reflect.ValueOf(&t).Elem(), reflect.ValueOf(than)
	for i := range v.NumField() {
		v.Field(i).SetInt(min(v.Field(i).Int(), w.Field(i).Int()))
	}
	return t
}
