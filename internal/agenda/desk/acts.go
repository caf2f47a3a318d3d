package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
)

// Undoer is a payload of an act on people that can be taken back.
//
// Problems: gone (erased, or too late), conflict (changed since), full.
type Undoer interface {
	Undo(ctx context.Context, b Back) error
}

// Back is an act that is taken back, under the lock of its date.
type Back struct {
	*Desk
	Tx   pgx.Tx
	S    *rules.Slot
	All  []*rules.Slot // all of its dates
	Act  booking.StaffAct
	Says *booking.Done // the answer
}

// OfMail is the mail that an act is about.
type OfMail struct {
	Mail string `json:"mail,omitempty"`
}

func (m OfMail) About() string { return m.Mail }

type (
	cancelledAct struct{ booking.LimitWas }
	restoredAct  struct{ booking.ChairsPut }
	waitsAct     struct{}
	changedAct   struct{ booking.LimitWas }
	putBackAct   struct{ booking.StateWas }
	stoppedAct   struct{ booking.StateWas }
	resumedAct   struct{ booking.StateWas }
	removedAct   struct{ turnAct }
	mailedAct    struct{ turnAct }
	printedAct   struct{}
	ResentAct    struct{ OfMail }
	UnsentAct    struct{ OfMail }
)

type turnAct struct {
	booking.TurnTaken
	booking.StateWas
}

type addedAct struct {
	booking.ChairsPut
	booking.LeftFor
}

type MovedAct struct {
	booking.LimitWas
	booking.LeftFor
	From   string `json:"from,omitempty"`
	To     string `json:"to,omitempty"`
	Letter string `json:"letter,omitempty"` // that they had there, of their first name
	Entry  string `json:"entry,omitempty"`  // on the list of the other date, where it was full
}

type seatsAct struct {
	Was int `json:"was,omitempty"`
	Now int `json:"now,omitempty"`
}

type unnamedAct struct {
	seatsAct
	Chair bool `json:"chair,omitempty"`
}

type GivenAct struct {
	booking.ChairsPut
	booking.LeftFor
	Registration string `json:"registration,omitempty"` // that came of it
	Outcome      string `json:"outcome,omitempty"`      // of the call in which they took it
}

type CalledAct struct {
	Outcome string `json:"outcome,omitempty"`
	// about a place
	booking.TurnTaken
	booking.StateWas
	booking.LeftFor
	Registration string `json:"registration,omitempty"` // that came of it
	Was          int    `json:"was,omitempty"`          // places of the offer; or LimitWas
	// about something else
	Call  string     `json:"call,omitempty"`  // its row
	Again *time.Time `json:"again,omitempty"` // when that was to be made again
	Freed bool       `json:"freed,omitempty"` // it called somebody off
}

type skippedAct struct {
	turnAct
	openedAct
}

type openedAct struct {
	Reason string `json:"reason,omitempty"` // as a code
}

type codeAct struct {
	Made bool `json:"made,omitempty"` // there was none before
}

func (d *MovedAct) See(out *booking.ActSeen) { out.To, out.Was = d.To, d.Was }

func (d *seatsAct) See(out *booking.ActSeen) { out.Was, out.Now = d.Was, d.Now }

func (d *openedAct) See(out *booking.ActSeen) { out.Reason = d.Reason }

func (d *unnamedAct) See(out *booking.ActSeen) {
	d.seatsAct.See(out)
	out.Chair = d.Chair
}

func (d *GivenAct) See(out *booking.ActSeen) {
	d.ChairsPut.See(out)
	out.Made, out.Outcome = d.Registration, d.Outcome
}

func (d *CalledAct) See(out *booking.ActSeen) {
	out.Outcome, out.Made, out.Was = d.Outcome, d.Registration, d.Was
}

func init() {
	booking.Know(map[string]booking.Payload{
		booking.ActCancelled: &cancelledAct{},
		booking.ActRestored:  &restoredAct{},
		booking.ActAdded:     &addedAct{},
		booking.ActWaits:     &waitsAct{},
		booking.ActMoved:     &MovedAct{},
		booking.ActChanged:   &changedAct{},
		booking.ActSeats:     &seatsAct{},
		booking.ActUnnamed:   &unnamedAct{},
		booking.ActGiven:     &GivenAct{},
		booking.ActCalled:    &CalledAct{},
		booking.ActSkipped:   &skippedAct{},
		booking.ActRemoved:   &removedAct{},
		booking.ActPutBack:   &putBackAct{},
		booking.ActOpened:    &openedAct{},
		booking.ActStopped:   &stoppedAct{},
		booking.ActResumed:   &resumedAct{},
		booking.ActMailed:    &mailedAct{},
		booking.ActPrinted:   &printedAct{},
		booking.ActCode:      &codeAct{},
		booking.ActResent:    &ResentAct{},
		booking.ActUnsent:    &UnsentAct{},
	})
}

// Settled says that a call leaves no place for who is next.
func (d *CalledAct) Settled() bool { return d.Outcome == "yes" || d.Call != "" && !d.Freed }
