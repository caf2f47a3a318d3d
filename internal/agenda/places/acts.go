package places

import (
	"context"
	"errors"
	"slices"
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

// Caused is what comes of an act: who is offered the place that came free, and from when on.
type Caused struct {
	Kind string `json:"kind"           enum:"offer,free,call,nextCalled" doc:"offer: it goes to the first who waits; free: open to everybody; call: staff phone the next; nextCalled: taken back too late, the next was asked"`
	Name string `json:"name,omitempty" doc:"first name of who is first in line now"`
	At   string `json:"at,omitempty"   format:"date-time"`
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
	if err := mayAct(by.Actor, s, a.doc.kind()); err != nil {
		return staffAct{}, err
	}
	act := staffAct{
		id:         s.Act,
		kind:       a.doc.kind(),
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

// answerDate adds to an answer how the date stands now.
func (p *Places) answerDate(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
	out *Done,
) error {
	out.Act = seeAct(a, s.Now)
	out.Taken, out.Waiting = s.Taken, s.Waiting
	if s.Capacity != nil {
		out.Capacity = *s.Capacity
	}
	if out.Earlier || !slices.Contains(passesOn, a.kind) {
		return nil
	}
	why := heldBack(s, p.plan(ctx, s))
	var entry string
	var at *time.Time
	err := tx.QueryRow(ctx, `
		select e.id, v.wakes_at
		from vacancy v
		join waitlist_entry e on e.occurrence_id = v.occurrence_id and e.state = 'waiting'
		where v.act_id = $1
			and v.state = 'open'
			and `+claimAt("$2")+`
		order by e.position limit 1`, a.id, s.Now).Scan(&entry, &at)
	if errors.Is(err, pgx.ErrNoRows) && byHand(why) {
		return p.calledNow(ctx, tx, s, a, out)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		if s.Free() > 0 && s.Limit != nil && seen(a.doc).Outcome != "yes" {
			out.Caused = append(out.Caused, Caused{Kind: "free"})
		}
		return nil
	}
	if err != nil || why != "" && !byHand(why) {
		return err
	}
	e, err := p.loadEntry(ctx, tx, "id = $1", entry)
	c := Caused{Kind: "offer", Name: firstName(e.who.Name)}
	if why != "" {
		c.Kind = "call"
	}
	if at != nil {
		c.At = clock.Moment(*at)
	}
	out.Caused = append(out.Caused, c)
	return err
}

// passesOn are the acts that may give a place to the next.
var passesOn = []string{actCancelled, actMoved, actCalled, actSkipped, actRemoved}

// calledNow adds who is to be called next about a place, where staff give it by hand.
func (p *Places) calledNow(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
	out *Done,
) error {
	d, is := a.doc.(*calledAct)
	if is && (d.Outcome == "yes" || d.Call != "" && !d.Freed) {
		return nil
	}
	l, err := p.listOf(ctx, tx, s)
	if err != nil {
		return err
	}
	for _, t := range l.turns() {
		if t.first && t.again == nil && t.w.id != a.subject {
			out.Caused = append(out.Caused, Caused{Kind: "call", Name: firstName(t.w.who.Name)})
			return nil
		}
	}
	return nil
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
	var name string
	switch a.kind {
	case actAdded, actCode:
		var r registrationRow
		out.Status = "registered"
		r, err = p.loadRegistration(ctx, tx, "id = $1", a.subject)
		name = r.who.Name
	case actWaits:
		var e entryRow
		out.Status = "waiting"
		e, err = p.loadEntry(ctx, tx, "id = $1", a.subject)
		name = e.who.Name
	default:
		return out, nil
	}
	if errors.Is(err, problem.New(problem.NotFound)) { // gone since
		return Done{}, nil
	}
	if err != nil {
		return out, err
	}
	out.FirstName = firstName(name)
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

// ActsOf are the last acts of staff on a date, newest first; they name nobody but staff.
func (p *Places) ActsOf(ctx context.Context, occurrence string, most int) ([]ActSeen, error) {
	rows, err := p.Pool.Query(ctx, `
		select `+actColumns+`
		from staff_act
		where occurrence_id = $1 or doc ? 'to' and doc->>'to' = $1
		order by no desc limit $2`, occurrence, most)
	if err != nil {
		return nil, db.Problem(err)
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (staffAct, error) {
		return scanAct(r)
	})
	if err != nil {
		return nil, db.Problem(err)
	}
	ids := make([]string, 0, 2*len(acts))
	for _, a := range acts {
		ids = append(ids, a.by, a.undoneBy)
	}
	names, err := p.Names(ctx, ids)
	out := make([]ActSeen, len(acts))
	for i, a := range acts {
		out[i] = seeAct(a, p.Clock.Now())
		out[i].By, out[i].UndoneBy = names[a.by], names[a.undoneBy]
	}
	return out, err
}
