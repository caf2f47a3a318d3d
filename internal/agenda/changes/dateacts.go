package changes

import (
	"herstelruimte/internal/agenda/booking"
)

func init() {
	booking.Know(map[string]booking.Payload{
		booking.ActMessage: &messageAct{},
		booking.ActOff:     &OffAct{},
		booking.ActOnAgain: &OnAgainAct{},
		booking.ActHost:    &hostAct{},
		booking.ActShifted: &shiftedAct{},
		booking.ActValues:  &valuesAct{},
	})
}

// stoodOffBy is how a date stood before this act called it off; nil when it is no such act.
func stoodOffBy(a *booking.StaffAct) *OffDoc {
	if a == nil {
		return nil
	}
	if d, is := a.Doc.(*OffAct); is {
		return d.Off
	}
	return nil
}

// moveOf is where an act moved a date; nil when it is no such act.
func moveOf(a *booking.StaffAct) *moveDoc {
	if a == nil {
		return nil
	}
	if d, is := a.Doc.(*shiftedAct); is {
		return d.Move
	}
	return nil
}

// valuesOf are those that an act changed of a date; nil when it changed none.
func valuesOf(a *booking.StaffAct) *valuesDoc {
	switch d := a.Doc.(type) {
	case *shiftedAct:
		return d.Values
	case *valuesAct:
		return d.Values
	}
	return nil
}

type messageAct struct {
	booking.DateAct
	At []string `json:"at,omitempty"` // the dates, when they are several
}

// What acts on dates keep.
type (
	OffAct struct {
		booking.OffOrOn
		Reason string  `json:"reason,omitempty"`
		Off    *OffDoc `json:"off,omitempty"` // how it stood before
	}
	OnAgainAct struct{ booking.OffOrOn }
	hostAct    struct {
		booking.DateAct
		Host   string `json:"host,omitempty"` // since
		Before string `json:"before,omitempty"`
	}
	shiftedAct struct {
		booking.DateAct
		Move   *moveDoc   `json:"move,omitempty"`
		Rule   *ruleDoc   `json:"rule,omitempty"`   // of a rhythm that went along
		Values *valuesDoc `json:"values,omitempty"` // that changed with it
	}
	valuesAct struct {
		booking.DateAct
		Values *valuesDoc `json:"values,omitempty"`
	}
)

func (d *OffAct) See(out *booking.ActSeen) {
	d.DateAct.See(out)
	out.Reason = d.Reason
}
