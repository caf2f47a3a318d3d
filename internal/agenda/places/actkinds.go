package places

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
)

// payload is what an act keeps besides who did it when: ids and numbers, nothing that names
// somebody. A kind of act is a type of it: what it keeps, how staff read it (see), and how it is
// taken back (undo). A new kind is a type here with its word, and that word in mayAct, if not
// everybody may do it.
type payload any

// seer is a payload of which staff read something.
type seer interface{ see(out *ActSeen) }

// undoer is a payload of an act on people, that can be taken back.
//
// Problems: gone (erased, or too late), conflict (changed since), full (somebody else has the
// place).
type undoer interface {
	undo(ctx context.Context, b back) error
}

// back is an act that is taken back, under the lock of its date.
type back struct {
	*Places
	tx   pgx.Tx
	s    *rules.Slot
	to   *rules.Slot // of somebody who was moved: where they went
	act  staffAct
	says *Done // the answer
}

// kinds are all payloads by the word of their kind, in its row and in the log book.
var kinds = map[string]reflect.Type{
	actCancelled: typeOf[cancelledAct](),
	actRestored:  typeOf[restoredAct](),
	actAdded:     typeOf[addedAct](),
	actWaits:     typeOf[waitsAct](),
	actMoved:     typeOf[movedAct](),
	actChanged:   typeOf[changedAct](),
	actSeats:     typeOf[seatsAct](),
	actUnnamed:   typeOf[unnamedAct](),
	actGiven:     typeOf[givenAct](),
	actCalled:    typeOf[calledAct](),
	actSkipped:   typeOf[skippedAct](),
	actRemoved:   typeOf[removedAct](),
	actPutBack:   typeOf[putBackAct](),
	actOpened:    typeOf[openedAct](),
	actStopped:   typeOf[stoppedAct](),
	actResumed:   typeOf[resumedAct](),
	actMailed:    typeOf[mailedAct](),
	actMessage:   typeOf[messageAct](),
	actPrinted:   typeOf[printedAct](),
	actCode:      typeOf[codeAct](),
	actResent:    typeOf[resentAct](),
	actUnsent:    typeOf[unsentAct](),
	actOff:       typeOf[offAct](),
	actOnAgain:   typeOf[onAgainAct](),
	actHost:      typeOf[hostAct](),
	actShifted:   typeOf[shiftedAct](),
	actValues:    typeOf[valuesAct](),
}

func typeOf[P any]() reflect.Type { return reflect.TypeFor[P]() }

var wordOf = func() map[reflect.Type]string {
	all := map[reflect.Type]string{}
	for word, kind := range kinds {
		all[kind] = word
	}
	return all
}()

// kindOf is the word of what an act keeps.
func kindOf(doc payload) string { return wordOf[reflect.TypeOf(doc).Elem()] }

// payloadOf reads what an act of this kind keeps.
func payloadOf(kind string, doc []byte) (payload, error) {
	t := kinds[kind]
	if t == nil {
		return nil, fmt.Errorf("no act is of the kind %q", kind)
	}
	p := reflect.New(t).Interface().(payload)
	return p, json.Unmarshal(doc, p)
}

// Parts that payloads of several kinds have.
type (
	// limitWas is how many places there were before people went; 0: no limit.
	limitWas struct {
		Was int `json:"was,omitempty"`
	}
	// chairsPut are chairs more than the date had, for who got a place.
	chairsPut struct {
		Chair bool `json:"chair,omitempty"`
		Was   int  `json:"was,omitempty"` // how many
	}
	// leftFor are entries that left the list for a place, with the state that they had.
	leftFor struct {
		Left map[string]string `json:"left,omitempty"`
	}
	// stateWas is the state of an entry before, or why offers were stopped.
	stateWas struct {
		Before string `json:"before,omitempty"`
	}
	// turnTaken is an offer that the act ended.
	turnTaken struct {
		Offer string `json:"offer,omitempty"`
		Made  bool   `json:"made,omitempty"` // and that had not been there before it
	}
	// ofMail is the mail that an act is about.
	ofMail struct {
		Mail string `json:"mail,omitempty"`
	}
	// dateAct is an act on dates themselves: how many people hear of it, and the acts that belong
	// together with it.
	dateAct struct {
		Mails int      `json:"mails,omitempty"`
		Calls int      `json:"calls,omitempty"`
		Parts []string `json:"parts,omitempty"` // of several dates: the acts on the others
		Lead  string   `json:"lead,omitempty"`  // it is a part of this act
		Dates int      `json:"dates,omitempty"` // how many changed together
	}
	// offOrOn says by what a date is off, or on again.
	offOrOn struct {
		dateAct
		Closure string `json:"closure,omitempty"` // that called it off, or gave it back
		Session string `json:"session,omitempty"` // of a series: that meeting alone
	}
)

func (l limitWas) see(out *ActSeen)  { out.Was = l.Was }
func (c chairsPut) see(out *ActSeen) { out.Chair, out.Was = c.Chair, c.Was }
func (d *dateAct) see(out *ActSeen)  { out.Mails, out.Calls, out.Dates = d.Mails, d.Calls, d.Dates }
func (d *dateAct) date() *dateAct    { return d }
func (o *offOrOn) session() string   { return o.Session }
func (m ofMail) about() string       { return m.Mail }

// onDate is a payload of an act on dates.
type onDate interface{ date() *dateAct }

// What acts on people keep; what they are stands at the words of their kinds.
type (
	cancelledAct struct{ limitWas }
	restoredAct  struct{ chairsPut }
	addedAct     struct {
		chairsPut
		leftFor
	}
	waitsAct struct{}
	movedAct struct {
		limitWas
		leftFor
		From   string `json:"from,omitempty"`
		To     string `json:"to,omitempty"`
		Letter string `json:"letter,omitempty"` // that they had there, of their first name
		Entry  string `json:"entry,omitempty"`  // on the list of the other date, where it was full
	}
	changedAct struct{ limitWas }
	seatsAct   struct {
		Was int `json:"was,omitempty"`
		Now int `json:"now,omitempty"`
	}
	unnamedAct struct {
		seatsAct
		Chair bool `json:"chair,omitempty"`
	}
	givenAct struct {
		chairsPut
		leftFor
		Registration string `json:"registration,omitempty"` // that came of it
		Outcome      string `json:"outcome,omitempty"`      // of the call in which they took it
	}
	calledAct struct {
		Outcome string `json:"outcome,omitempty"`
		// about a place
		turnTaken
		stateWas
		leftFor
		Registration string `json:"registration,omitempty"` // that came of it
		Was          int    `json:"was,omitempty"`          // places of the offer; or limitWas
		// about something else
		Call  string     `json:"call,omitempty"`  // its row
		Again *time.Time `json:"again,omitempty"` // when that was to be made again
		Freed bool       `json:"freed,omitempty"` // it called somebody off
	}
	skippedAct struct {
		turnTaken
		stateWas
		Reason string `json:"reason,omitempty"` // as a code
	}
	removedAct struct {
		turnTaken
		stateWas
	}
	putBackAct struct{ stateWas }
	openedAct  struct {
		Reason string `json:"reason,omitempty"`
	}
	stoppedAct struct{ stateWas }
	resumedAct struct{ stateWas }
	mailedAct  struct {
		turnTaken
		stateWas
	}
	messageAct struct {
		dateAct
		At []string `json:"at,omitempty"` // the dates, when they are several
	}
	printedAct struct{}
	codeAct    struct {
		Made bool `json:"made,omitempty"` // there was none before
	}
	resentAct struct{ ofMail }
	unsentAct struct{ ofMail }
)

// What acts on dates keep.
type (
	offAct struct {
		offOrOn
		Reason string  `json:"reason,omitempty"`
		Off    *offDoc `json:"off,omitempty"` // how it stood before
	}
	onAgainAct struct{ offOrOn }
	hostAct    struct {
		dateAct
		Host   string `json:"host,omitempty"` // since
		Before string `json:"before,omitempty"`
	}
	shiftedAct struct {
		dateAct
		Move   *moveDoc   `json:"move,omitempty"`
		Rule   *ruleDoc   `json:"rule,omitempty"`   // of a rhythm that went along
		Values *valuesDoc `json:"values,omitempty"` // that changed with it
	}
	valuesAct struct {
		dateAct
		Values *valuesDoc `json:"values,omitempty"`
	}
)

func (d *movedAct) see(out *ActSeen)   { out.To, out.Was = d.To, d.Was }
func (d *seatsAct) see(out *ActSeen)   { out.Was, out.Now = d.Was, d.Now }
func (d *skippedAct) see(out *ActSeen) { out.Reason = d.Reason }
func (d *openedAct) see(out *ActSeen)  { out.Reason = d.Reason }

func (d *unnamedAct) see(out *ActSeen) {
	d.seatsAct.see(out)
	out.Chair = d.Chair
}

func (d *givenAct) see(out *ActSeen) {
	d.chairsPut.see(out)
	out.Made, out.Outcome = d.Registration, d.Outcome
}

func (d *calledAct) see(out *ActSeen) {
	out.Outcome, out.Made, out.Was = d.Outcome, d.Registration, d.Was
}

func (d *offAct) see(out *ActSeen) {
	d.dateAct.see(out)
	out.Reason = d.Reason
}

// dates is what an act on dates has in common with others; nil of one on people.
func (a *staffAct) dates() *dateAct {
	if d, is := a.doc.(onDate); is {
		return d.date()
	}
	return nil
}

// whole is the act that tells people of this one: of several dates the one on the chosen date.
func (a *staffAct) whole() string {
	if d := a.dates(); d != nil && d.Lead != "" {
		return d.Lead
	}
	return a.id
}

// together says whether the act was on several dates.
func (a *staffAct) together() bool {
	d := a.dates()
	return d != nil && (d.Lead != "" || d.Dates > 0)
}

// parts are the acts on the other dates.
func (a *staffAct) parts() []string {
	if d := a.dates(); d != nil {
		return d.Parts
	}
	return nil
}

// session is the meeting of a series that an act is about; empty: a whole date.
func (a *staffAct) session() string {
	if d, is := a.doc.(interface{ session() string }); is {
		return d.session()
	}
	return ""
}

// stoodOff is how a date stood before this act called it off; nil when it is no such act.
func (a *staffAct) stoodOff() *offDoc {
	if a == nil {
		return nil
	}
	if d, is := a.doc.(*offAct); is {
		return d.Off
	}
	return nil
}

// move is where an act moved a date; nil when it is no such act.
func (a *staffAct) move() *moveDoc {
	if a == nil {
		return nil
	}
	if d, is := a.doc.(*shiftedAct); is {
		return d.Move
	}
	return nil
}

// values are those that an act changed of a date; nil when it changed none.
func (a *staffAct) values() *valuesDoc {
	switch d := a.doc.(type) {
	case *shiftedAct:
		return d.Values
	case *valuesAct:
		return d.Values
	}
	return nil
}

// about says whether an act is about this mail.
func (a *staffAct) about(letter string) bool {
	d, is := a.doc.(interface{ about() string })
	return is && d.about() == letter
}
