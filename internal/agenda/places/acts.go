package places

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Everything that staff do about a date and its people goes through staffOn: the lock of the date,
// the right of who asks, the act, its row in staff_act, its line in the log book. Undo takes the
// row and does the opposite by its kind.

// Kinds of acts.
const (
	actCancelled = "cancelled" // somebody called off by phone
	actRestored  = "restored"  // "Toch komen"
	actAdded     = "added"     // the desk line: a place
	actWaits     = "waits"     // the desk line: the waitlist
	actMoved     = "moved"     // to another date
	actChanged   = "changed"   // name, contact, guests, needs
	actSeats     = "seats"     // how many places
	actUnnamed   = "unnamed"   // somebody at the door without a name
	actGiven     = "given"     // a place for somebody who waits
	actCalled    = "called"    // what came of a call
	actSkipped   = "skipped"   // somebody who waits was passed over for a place
	actRemoved   = "removed"   // somebody was taken off the list
	actPutBack   = "putBack"   // somebody whom nobody reached waits again
	actOpened    = "opened"    // held places are free for everybody
	actStopped   = "stopped"   // no automatic offers
	actResumed   = "resumed"   // automatic offers go on
	actMailed    = "mailed"    // an offer by mail, in place of a call
	actMessage   = "message"   // to everybody who comes
	actPrinted   = "printed"   // the list, on paper
	actCode      = "code"      // a new code of the desk
	actResent    = "resent"    // a mail once more that did not go out
	actUnsent    = "unsent"    // a mail that waits does not go
	actOff       = "off"       // the date does not go on
	actOnAgain   = "onAgain"   // it goes on after all
	actHost      = "host"      // somebody else receives
	actShifted   = "shifted"   // the date is at another time or place
	actValues    = "values"    // places, host, note or term of several dates
)

const (
	undoTime      = 10 * time.Minute // of an act of staff
	undoTimeShort = time.Minute      // when the date begins within undoShortBefore
	undoShort     = 3 * time.Hour
)

// undoFor is how long an act on this date can be taken back, and its mails wait for that.
func undoFor(s *rules.Slot) time.Duration {
	if s.Starts.Sub(s.Now) < undoShort {
		return undoTimeShort
	}
	return undoTime
}

// undoAbout is undoFor of an act about one person: where no mail goes, nobody is told, and it can
// be taken back at the door as long as anywhere.
func undoAbout(s *rules.Slot, who sealed) time.Duration {
	if who.Email == "" {
		return undoTime
	}
	return undoFor(s)
}

// keepFreed keeps what comes free on a date by an act, as long as that can be taken back.
func keepFreed(s *rules.Slot, undo time.Duration) {
	until := s.Now.Add(undo)
	s.UndoUntil = &until
}

// By is who of the staff acts.
type By struct {
	Actor identity.Actor
	Press string // id of the press, made by the screen; empty: none
}

// staffAct is one act as it is stored.
type staffAct struct {
	id, kind, occurrence, subject, by, press string
	at                                       time.Time
	undoUntil, undoneAt                      *time.Time
	undoneBy                                 string
	doc                                      payload
}

// ActSeen is an act as staff read it.
type ActSeen struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"                enum:"cancelled,restored,added,waits,moved,changed,seats,unnamed,given,called,skipped,removed,putBack,opened,stopped,resumed,mailed,message,printed,code,resent,unsent,off,onAgain,host,shifted,values"`
	Subject   string `json:"subject,omitempty"   doc:"the sign-up or entry that it is about"`
	At        string `json:"at"                  format:"date-time"`
	By        string `json:"by"                  doc:"name of who did it"`
	UndoUntil string `json:"undoUntil,omitempty" doc:"until then it can be taken back" format:"date-time"`
	UndoneBy  string `json:"undoneBy,omitempty"  doc:"name of who took it back"`
	Was       int    `json:"was,omitempty"       doc:"seats, unnamed: the number before"`
	Now       int    `json:"now,omitempty"       doc:"seats, unnamed: the number after"`
	To        string `json:"to,omitempty"        doc:"moved: the date that somebody went to"`
	Chair     bool   `json:"chair,omitempty"     doc:"with a chair more"`
	Outcome   string `json:"outcome,omitempty"   doc:"called: what came of it"`
	Reason    string `json:"reason,omitempty"    doc:"skipped, off: why"`
	Made      string `json:"made,omitempty"      doc:"given: the sign-up that came of it"`
	Mails     int    `json:"mails,omitempty"     doc:"how many people are told by mail"`
	Calls     int    `json:"calls,omitempty"     doc:"how many must be called"`
	Dates     int    `json:"dates,omitempty"     doc:"how many dates changed together; absent: one"`
}

// Done is the answer to an act.
type Done struct {
	Act ActSeen `json:"act"`
	// Earlier says that somebody did exactly this before: Act is theirs, and nothing happened now.
	Earlier   bool     `json:"earlier,omitempty"   doc:"somebody did exactly this before: the act is theirs, and nothing happened now"`
	Caused    []Caused `json:"caused,omitempty"`
	Status    string   `json:"status,omitempty"    enum:"registered,waiting,already"`
	FirstName string   `json:"firstName,omitempty"`
	Code      string   `json:"code,omitempty"      doc:"of the desk, to read aloud"`
	Taken     int      `json:"taken"               doc:"places of people at this date now"`
	Capacity  int      `json:"capacity,omitempty"  doc:"0: no limit"`
	Waiting   int      `json:"waiting"`
}

// stands says of an act how it is, and how its date stands now.
func (d *Done) stands(s *rules.Slot, a staffAct) {
	d.Act, d.Taken, d.Waiting = seeAct(a, s.Now), s.Taken, s.Waiting
	if s.Capacity != nil {
		d.Capacity = *s.Capacity
	}
}

// acted is what do of staffOn gives: the act, and what else the answer says.
type acted struct {
	doc     payload
	subject string
	undo    time.Duration // 0: it cannot be taken back
	told    *toldTogether // who hears of it, of an act on dates
	done    Done
	reason  string    // that staff gave, for the log book
	earlier *staffAct // somebody did this before: nothing is stored
}

// staffOn is onDates of one date, for who may meet its people.
func (p *Places) staffOn(
	ctx context.Context,
	by By,
	occurrence string,
	do func(tx pgx.Tx, s *rules.Slot) (acted, error),
) (Done, error) {
	return p.onDates(ctx, by, occurrence, p.one(), func(tx pgx.Tx, m *many) (acted, error) {
		return do(tx, m.lead)
	})
}

// note stores an act with its line in the log book; one that somebody did earlier it leaves alone.
//
// Problems: those of mayAct.
func (p *Places) note(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	s *rules.Slot,
	a acted,
) (staffAct, error) {
	if a.earlier != nil {
		return *a.earlier, mayAct(by.Actor, s, a.earlier.kind)
	}
	if err := mayAct(by.Actor, s, kindOf(a.doc)); err != nil {
		return staffAct{}, err
	}
	act := staffAct{
		id:         s.Act,
		kind:       kindOf(a.doc),
		occurrence: s.ID,
		subject:    a.subject,
		by:         by.Actor.ID,
		press:      by.Press,
		at:         s.Now,
		doc:        a.doc,
	}
	if a.undo > 0 {
		until := s.Now.Add(a.undo)
		act.undoUntil = &until
	}
	if _, err := tx.Exec(ctx, `
		insert into staff_act (id, kind, occurrence_id, subject_id, by, at, undo_until, press, doc)
		values ($1, $2, $3, nullif($4, ''), $5, $6, $7, nullif($8, ''), $9)`,
		act.id, act.kind, s.ID, act.subject, act.by, act.at, act.undoUntil, act.press,
		db.JSON(act.doc)); err != nil {
		return act, err
	}
	return act, privacy.Record(ctx, tx, s.Now, privacy.Entry{
		Actor:    by.Actor.ID,
		Roles:    by.Actor.RoleNames(),
		Action:   act.kind,
		Kind:     auditKind,
		ObjectID: s.ID,
		Reason:   a.reason,
	})
}

func seeAct(a staffAct, now time.Time) ActSeen {
	out := seen(a.doc)
	out.ID, out.Kind, out.Subject, out.At = a.id, a.kind, a.subject, clock.Moment(a.at)
	if a.undoUntil != nil && a.undoneAt == nil && now.Before(*a.undoUntil) {
		out.UndoUntil = clock.Moment(*a.undoUntil)
	}
	return out
}

// seen is what staff read of what an act keeps.
func seen(doc payload) (out ActSeen) {
	if d, is := doc.(seer); is {
		d.see(&out)
	}
	return out
}

// named puts the names of staff into acts as they are read.
func (p *Places) named(ctx context.Context, a *staffAct, out *ActSeen) error {
	ids := []string{a.by}
	if a.undoneBy != "" {
		ids = append(ids, a.undoneBy)
	}
	names, err := p.Names(ctx, ids)
	out.By, out.UndoneBy = names[a.by], names[a.undoneBy]
	return err
}

const actColumns = `
	id, kind, occurrence_id, coalesce(subject_id, ''), by, at, undo_until, undone_at,
	coalesce(undone_by, ''), coalesce(press, ''), doc`

func scanAct(row pgx.Row) (a staffAct, err error) {
	var doc []byte
	if err = row.Scan(
		&a.id, &a.kind, &a.occurrence, &a.subject, &a.by, &a.at, &a.undoUntil, &a.undoneAt,
		&a.undoneBy, &a.press, &doc,
	); err != nil {
		return a, err
	}
	a.doc, err = payloadOf(a.kind, doc)
	return a, err
}

// pressed is the act on this date that this press was before, nil when it is new.
// Problems: conflict (it was something else).
func (p *Places) pressed(
	ctx context.Context,
	tx pgx.Tx,
	occurrence string,
	by By,
) (*staffAct, error) {
	if by.Press == "" {
		return nil, nil
	}
	a, err := oneAct(tx.QueryRow(ctx, `
		select `+actColumns+` from staff_act where press = $1`, by.Press))
	if a != nil && (a.occurrence != occurrence || a.by != by.Actor.ID) {
		err = problem.New(problem.Conflict)
	}
	return a, err
}

// doneBefore is what the answer to an act said about its person, for who presses again because no
// answer came.
func (p *Places) doneBefore(ctx context.Context, tx pgx.Tx, a staffAct) (out Done, err error) {
	var who sealed
	switch a.kind {
	case actAdded, actCode:
		var r registrationRow
		out.Status = "registered"
		r, err = p.loadRegistration(ctx, tx, "id = $1", a.subject)
		who = r.who
	case actWaits:
		var e entryRow
		out.Status = "waiting"
		e, err = p.loadEntry(ctx, tx, "id = $1", a.subject)
		who = e.who
	default:
		return out, nil
	}
	if isGone(err) {
		return Done{}, nil
	}
	if err != nil {
		return out, err
	}
	out.FirstName = firstName(who.Name)
	if a.kind != actCode && a.undoUntil == nil {
		out.Status = "already"
		return out, nil
	}
	out.Code, err = p.DeskCode(ctx, tx, a.subject)
	return out, err
}

// lastAct is the newest act of this kind on a person, that was not taken back; nil when there is
// none.
func (p *Places) lastAct(
	ctx context.Context,
	tx pgx.Tx,
	subject, kind string,
) (*staffAct, error) {
	return oneAct(tx.QueryRow(ctx, `
		select `+actColumns+`
		from staff_act
		where subject_id = $1
			and kind = $2
			and undone_at is null
		order by no desc limit 1`, subject, kind))
}

// before is the act of this kind by which staff did the same to somebody already.
//
// Problems: or, when they did not.
func (p *Places) before(
	ctx context.Context,
	tx pgx.Tx,
	subject, kind string,
	or problem.Code,
) (a acted, err error) {
	a.earlier, err = p.lastAct(ctx, tx, subject, kind)
	if err == nil && a.earlier == nil {
		err = problem.New(or)
	}
	return a, err
}

func actByID(ctx context.Context, q db.Querier, id string) (staffAct, error) {
	return scanAct(q.QueryRow(ctx, `
		select `+actColumns+` from staff_act where id = $1`, id))
}

func oneAct(row pgx.Row) (*staffAct, error) {
	a, err := scanAct(row)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &a, nil
}
