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
// taken back (undo). A new kind is a type here and a word in mayAct, if not everybody may do it.
type payload interface {
	// kind is the word of the kind, in its row and in the log book.
	kind() string
}

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

// kinds are all payloads by their kind.
var kinds = func() map[string]reflect.Type {
	all := map[string]reflect.Type{}
	for _, p := range []payload{
		&cancelledAct{}, &restoredAct{}, &addedAct{}, &waitsAct{}, &movedAct{}, &changedAct{},
		&seatsAct{}, &unnamedAct{}, &givenAct{}, &calledAct{}, &skippedAct{}, &removedAct{},
		&putBackAct{}, &openedAct{}, &stoppedAct{}, &resumedAct{}, &mailedAct{}, &messageAct{},
		&printedAct{}, &codeAct{}, &resentAct{}, &unsentAct{}, &offAct{}, &onAgainAct{}, &hostAct{},
		&shiftedAct{}, &valuesAct{},
	} {
		all[p.kind()] = reflect.TypeOf(p).Elem()
	}
	return all
}()

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
type onDate interface {
	payload
	date() *dateAct
}

// What acts on people keep.
type (
	cancelledAct struct{ limitWas }  // somebody called off by phone
	restoredAct  struct{ chairsPut } // "Toch komen"
	addedAct     struct {            // the desk line: a place
		chairsPut
		leftFor
	}
	waitsAct struct{} // the desk line: the waitlist
	movedAct struct { // to another date
		limitWas
		leftFor
		From   string `json:"from,omitempty"`
		To     string `json:"to,omitempty"`
		Letter string `json:"letter,omitempty"` // that they had there, of their first name
		Entry  string `json:"entry,omitempty"`  // on the list of the other date, where it was full
	}
	changedAct struct{ limitWas } // name, contact, guests, needs
	seatsAct   struct {           // how many places
		Was int `json:"was,omitempty"`
		Now int `json:"now,omitempty"`
	}
	unnamedAct struct { // somebody at the door without a name
		seatsAct
		Chair bool `json:"chair,omitempty"`
	}
	givenAct struct { // a place for somebody who waits
		chairsPut
		leftFor
		Registration string `json:"registration,omitempty"` // that came of it
		Outcome      string `json:"outcome,omitempty"`      // of the call in which they took it
	}
	calledAct struct { // what came of a call
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
	skippedAct struct { // somebody who waits was passed over for a place
		turnTaken
		stateWas
		Reason string `json:"reason,omitempty"` // as a code
	}
	removedAct struct { // somebody was taken off the list
		turnTaken
		stateWas
	}
	putBackAct struct{ stateWas } // somebody whom nobody reached waits again
	openedAct  struct {           // held places are free for everybody
		Reason string `json:"reason,omitempty"`
	}
	stoppedAct struct{ stateWas } // no automatic offers
	resumedAct struct{ stateWas } // automatic offers go on
	mailedAct  struct {           // an offer by mail, in place of a call
		turnTaken
		stateWas
	}
	messageAct struct { // to everybody who comes
		dateAct
		At []string `json:"at,omitempty"` // the dates, when they are several
	}
	printedAct struct{} // the list, on paper
	codeAct    struct { // a new code of the desk
		Made bool `json:"made,omitempty"` // there was none before
	}
	resentAct struct{ ofMail } // a mail once more that did not go out
	unsentAct struct{ ofMail } // a mail that waits does not go
)

// What acts on dates keep.
type (
	offAct struct { // the date does not go on
		offOrOn
		Reason string  `json:"reason,omitempty"`
		Off    *offDoc `json:"off,omitempty"` // how it stood before
	}
	onAgainAct struct{ offOrOn } // it goes on after all
	hostAct    struct {          // somebody else receives
		dateAct
		Host   string `json:"host,omitempty"` // since
		Before string `json:"before,omitempty"`
	}
	shiftedAct struct { // the date is at another time or place
		dateAct
		Move   *moveDoc   `json:"move,omitempty"`
		Rule   *ruleDoc   `json:"rule,omitempty"`   // of a rhythm that went along
		Values *valuesDoc `json:"values,omitempty"` // that changed with it
	}
	valuesAct struct { // places, host, note or term of several dates
		dateAct
		Values *valuesDoc `json:"values,omitempty"`
	}
)

func (*cancelledAct) kind() string { return actCancelled }
func (*restoredAct) kind() string  { return actRestored }
func (*addedAct) kind() string     { return actAdded }
func (*waitsAct) kind() string     { return actWaits }
func (*movedAct) kind() string     { return actMoved }
func (*changedAct) kind() string   { return actChanged }
func (*seatsAct) kind() string     { return actSeats }
func (*unnamedAct) kind() string   { return actUnnamed }
func (*givenAct) kind() string     { return actGiven }
func (*calledAct) kind() string    { return actCalled }
func (*skippedAct) kind() string   { return actSkipped }
func (*removedAct) kind() string   { return actRemoved }
func (*putBackAct) kind() string   { return actPutBack }
func (*openedAct) kind() string    { return actOpened }
func (*stoppedAct) kind() string   { return actStopped }
func (*resumedAct) kind() string   { return actResumed }
func (*mailedAct) kind() string    { return actMailed }
func (*messageAct) kind() string   { return actMessage }
func (*printedAct) kind() string   { return actPrinted }
func (*codeAct) kind() string      { return actCode }
func (*resentAct) kind() string    { return actResent }
func (*unsentAct) kind() string    { return actUnsent }
func (*offAct) kind() string       { return actOff }
func (*onAgainAct) kind() string   { return actOnAgain }
func (*hostAct) kind() string      { return actHost }
func (*shiftedAct) kind() string   { return actShifted }
func (*valuesAct) kind() string    { return actValues }

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
