// Package desk is what staff do for somebody: the line of the desk, the people of a date, the list
// of who waits, moving somebody, the door; and how each of these is taken back.
// changes undoes by it, and the rooms above read people through it.
//
//   - Who comes to a date is read by one query into one shape (personseen.go), for its page, the
//     door, paper and the day.
//   - What staff may read is for who asks: a gastheer has first names and numbers, of today; needs
//     are for who receives, on the day itself.
//   - An act has the problems of StaffOn, beside those that it names.
//   - An act on people is taken back by the undo of its kind, on the row as it was before: what it
//     freed comes back, what it told is withdrawn, and when somebody else has the place, it says
//     so.
package desk

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Undoer is what an act on people keeps that can be taken back.
//
// Problems: gone (erased, or too late), conflict (changed since), full.
type Undoer interface {
	Undo(ctx context.Context, b Back) error
}

// Back is an act that goes back, under the lock of its date.
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

// Settled says that the place is not for who is next.
func (d *CalledAct) Settled() bool { return d.Outcome == "yes" || d.Call != "" && !d.Freed }

// Desk is what staff do for somebody.
type Desk struct{ *visitors.Visitors }

var (
	closed   = problem.New(problem.Closed)
	conflict = problem.New(problem.Conflict)
	gone     = problem.New(problem.Gone)
)

// What a change or a new code took the place of lies sealed in its row as long as that can be taken
// back; whatever else changes the row forgets it.

const (
	EarlierSeal     = "registration_earlier"
	EarlierCodeSeal = "desk_code_earlier"
)

// beforeImage is what a sign-up said before staff changed it.
type beforeImage struct {
	Who      waitlist.Sealed `json:"who"`
	Seats    int             `json:"seats"`
	Reminder bool            `json:"reminder,omitempty"`
	NoMail   bool            `json:"noMail,omitempty"`
	Letter   string          `json:"letter,omitempty"`
}

// earlier opens what lies sealed in a row of this table. Problems: conflict (nothing does).
func (b Back) earlier(ctx context.Context, table, name, id string) ([]byte, error) {
	var box []byte
	err := b.Tx.QueryRow(ctx, `
		select (select earlier from `+table+` where id = $1)`, id).Scan(&box)
	if err == nil && box == nil {
		err = conflict
	}
	if err != nil {
		return nil, err
	}
	return b.Keys.Open(name, id, box)
}

// Undo gives the fields back. Problems: gone, conflict (moved, called off, or changed again), full.
func (d *changedAct) Undo(ctx context.Context, b Back) error {
	r, err := b.signUp(ctx, b.Act.Subject, "registered")
	if err == nil {
		err = b.ensureLatest(ctx)
	}
	if err != nil {
		return err
	}
	var was beforeImage
	plain, err := b.earlier(ctx, "registration", EarlierSeal, r.ID)
	if err == nil {
		err = json.Unmarshal(plain, &was)
	}
	if err != nil {
		return err
	}
	switch more := was.Seats - r.Seats; {
	case more < 0:
		err = b.Desk.Release(ctx, b.Tx, b.S, -more)
	case more > 0:
		err = b.takeHeld(ctx, d.LimitWas, more)
		b.S.Taken += more
	}
	if err != nil {
		return err
	}
	next := r
	next.Who, next.Seats = was.Who, was.Seats
	next.Doc.Reminder, next.Doc.NoMail = was.Reminder, was.NoMail
	if _, err := b.Keep(ctx, b.Tx, b.S, &next); err != nil || !waitlist.Renamed(r.Who, was.Who) {
		return err
	}
	return b.NameApart(ctx, b.Tx, r.ID, was.Letter)
}

// ensureLatest refuses when staff did the same again since. Problems: conflict.
func (b Back) ensureLatest(ctx context.Context) error {
	last, err := b.LastAct(ctx, b.Tx, b.Act.Subject, b.Act.Kind)
	if err == nil && (last == nil || last.ID != b.Act.ID) {
		err = conflict
	}
	return err
}

// RenewCode gives somebody a new code of the desk.
func (p *Desk) RenewCode(ctx context.Context, by booking.By, id string) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.PlaceKind, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r waitlist.Row,
	) (a booking.Acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		old, err := p.DeskCode(ctx, tx, r.ID)
		if err != nil {
			return a, err
		}
		last, err := p.LastAct(ctx, tx, r.ID, booking.ActCode)
		if err != nil {
			return a, err
		}
		// a colleague made one just now, and may be reading it aloud: it must not end here
		if last != nil && last.By != by.Actor.ID && last.UndoUntil != nil &&
			s.Now.Before(*last.UndoUntil) {
			a.Earlier, a.Done.Code = last, old
			return a, nil
		}
		a.Doc, a.Undo = &codeAct{Made: old == ""}, booking.UndoTime
		if a.Done.Code, err = p.NewDeskCode(ctx, tx, r.ID); err != nil || old == "" {
			return a, err
		}
		_, err = tx.Exec(ctx, `
			update desk_code set earlier = $2 where id = $1`, r.ID,
			p.Keys.Seal(EarlierCodeSeal, r.ID, []byte(strings.ReplaceAll(old, "-", ""))))
		return a, err
	})
}

// Undo lets the code of before work again, or none. Problems: gone, conflict (moved, or a newer
// code).
func (d *codeAct) Undo(ctx context.Context, b Back) error {
	r, err := b.LoadPlace(ctx, b.Tx, b.Act.Subject)
	if err == nil && r.Occurrence != b.S.ID {
		err = conflict
	}
	if err == nil {
		err = b.ensureLatest(ctx)
	}
	if err != nil {
		return booking.OrGone(err)
	}
	if err := b.EndCodePages(ctx, b.Tx, r.ID); err != nil {
		return err
	}
	if d.Made {
		_, err := b.Tx.Exec(ctx, `delete from desk_code where id = $1`, r.ID)
		return err
	}
	plain, err := b.earlier(ctx, "desk_code", EarlierCodeSeal, r.ID)
	if err != nil {
		return err
	}
	code := string(plain)
	b.Says.FirstName, b.Says.Code = waitlist.FirstName(r.Who.Name), booking.ShowDeskCode(code)
	_, err = b.Tx.Exec(ctx, `
		update desk_code
		set code_key = $2, sealed = $3, earlier = null
		where id = $1`, r.ID, b.DeskKey(code), b.Keys.Seal(booking.CodeTable, r.ID, plain))
	return err
}

// SweepEarlier forgets those.
func (p *Desk) SweepEarlier(ctx context.Context, now time.Time) error {
	for _, of := range []string{
		`registration set earlier = null where updated_at`,
		`desk_code set earlier = null where created_at`,
	} {
		if _, err := p.Pool.Exec(ctx, `
			update `+of+` <= $1 and earlier is not null`, now.Add(-booking.UndoTime)); err != nil {
			return db.Problem(err)
		}
	}
	return nil
}
