package booking

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// What staff do about a date and its people goes through StaffOn: the date's lock, the right of
// who asks, the act, its row in staff_act, its line in the log book. Undo does the opposite of the
// row, by its kind.

// Kinds of acts.
const (
	ActCancelled = "cancelled" // somebody called off by phone
	ActRestored  = "restored"  // "Toch komen"
	ActAdded     = "added"     // the desk line: a place
	ActWaits     = "waits"     // the desk line: the waitlist
	ActMoved     = "moved"     // to another date
	ActChanged   = "changed"   // name, contact, guests, needs
	ActSeats     = "seats"     // how many places
	ActUnnamed   = "unnamed"   // somebody at the door without a name
	ActGiven     = "given"     // a place for somebody who waits
	ActCalled    = "called"    // what came of a call
	ActSkipped   = "skipped"   // somebody who waits was passed over for a place
	ActRemoved   = "removed"   // somebody was taken off the list
	ActPutBack   = "putBack"   // somebody whom nobody reached waits again
	ActOpened    = "opened"    // held places are free for everybody
	ActStopped   = "stopped"   // no automatic offers
	ActResumed   = "resumed"   // automatic offers go on
	ActMailed    = "mailed"    // an offer by mail, in place of a call
	ActMessage   = "message"   // to everybody who comes
	ActPrinted   = "printed"   // the list, on paper
	ActCode      = "code"      // a new code of the desk
	ActResent    = "resent"    // a mail once more that did not go out
	ActUnsent    = "unsent"    // a mail that waits does not go
	ActOff       = "off"       // the date does not go on
	ActOnAgain   = "onAgain"   // it goes on after all
	ActHost      = "host"      // somebody else receives
	ActShifted   = "shifted"   // the date is at another time or place
	ActValues    = "values"    // places, host, note or term of several dates
)

const (
	UndoTime      = 10 * time.Minute // of an act of staff
	undoTimeShort = time.Minute      // when the date begins within undoShortBefore
	UndoShort     = 3 * time.Hour
)

// UndoFor is how long an act on this date can be taken back, and its mails wait.
func UndoFor(s *rules.Slot) time.Duration {
	if s.Starts.Sub(s.Now) < UndoShort {
		return undoTimeShort
	}
	return UndoTime
}

// UndoAbout is UndoFor of an act about one person: to whom no mail goes, at the door as long as
// anywhere.
func UndoAbout(s *rules.Slot, who waitlist.Sealed) time.Duration {
	if who.Email == "" {
		return UndoTime
	}
	return UndoFor(s)
}

// KeepFreed keeps what comes free by an act while that can be taken back.
func KeepFreed(s *rules.Slot, undo time.Duration) {
	until := s.Now.Add(undo)
	s.UndoUntil = &until
}

// By is who of the staff acts.
type By struct {
	Actor identity.Actor
	Press string // id of the press, made by the screen; empty: none
}

// Entry is a line of the log book about what they do to a date.
func (by By) Entry(action string) privacy.Entry {
	return privacy.Entry{
		Actor: by.Actor.ID, Roles: by.Actor.RoleNames(), Action: action, Kind: waitlist.AuditKind,
	}
}

// StaffAct is one act as it is stored.
type StaffAct struct {
	ID, Kind, Occurrence, Subject, By, press string
	At                                       time.Time
	UndoUntil, UndoneAt                      *time.Time
	UndoneBy                                 string
	Doc                                      Payload
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
	Act       ActSeen  `json:"act"`
	Earlier   bool     `json:"earlier,omitempty"   doc:"somebody did exactly this before: the act is theirs, and nothing happened now"`
	Caused    []Caused `json:"caused,omitempty"`
	Status    string   `json:"status,omitempty"    enum:"registered,waiting,already"`
	FirstName string   `json:"firstName,omitempty"`
	Code      string   `json:"code,omitempty"      doc:"of the desk, to read aloud"`
	Taken     int      `json:"taken"               doc:"places of people at this date now"`
	Capacity  int      `json:"capacity,omitempty"  doc:"0: no limit"`
	Waiting   int      `json:"waiting"`
}

// Stands says of an act how it is, and how its date stands now.
func (d *Done) Stands(s *rules.Slot, a StaffAct) {
	d.Act, d.Taken, d.Waiting = SeeAct(a, s.Now), s.Taken, s.Waiting
	if s.Capacity != nil {
		d.Capacity = *s.Capacity
	}
}

// Acted is the act that was done, and what else the answer says.
type Acted struct {
	Doc     Payload
	Subject string
	Undo    time.Duration // 0: it cannot be taken back
	Mails   int           // people who hear of an act on dates by mail
	Calls   int           // and who are called
	Done    Done
	Reason  string    // that staff gave, for the log book
	Earlier *StaffAct // somebody did this before: nothing is stored
	parts   []StaffAct
}

// StaffOn is OnDates of one date, for who may meet its people.
func (p *Booking) StaffOn(
	ctx context.Context,
	by By,
	occurrence string,
	do func(tx pgx.Tx, s *rules.Slot) (Acted, error),
) (Done, error) {
	return p.OnDates(ctx, by, occurrence, p.One(), func(tx pgx.Tx, m *Many) (Acted, error) {
		return do(tx, m.Lead)
	})
}

// note stores an act, unless somebody did it earlier. Problems: those of MayAct.
func (p *Booking) note(ctx context.Context, tx pgx.Tx, by By, s *rules.Slot, a Acted) (StaffAct, error) {
	if a.Earlier != nil {
		return *a.Earlier, MayAct(by.Actor, s, a.Earlier.Kind)
	}
	if err := MayAct(by.Actor, s, KindOf(a.Doc)); err != nil {
		return StaffAct{}, err
	}
	act := StaffAct{
		ID: s.Act, Kind: KindOf(a.Doc), Occurrence: s.ID, Subject: a.Subject, By: by.Actor.ID,
		press: by.Press, At: s.Now, UndoUntil: a.until(s.Now), Doc: a.Doc,
	}
	if err := StoreActs(ctx, tx, append(a.parts, act)); err != nil {
		return act, err
	}
	e := by.Entry(act.Kind)
	e.Reason = a.Reason
	return act, privacy.RecordAll(ctx, tx, s.Now, e, s.ID)
}

// until is until when the act can be taken back; nil: it cannot.
func (a *Acted) until(now time.Time) *time.Time {
	if a.Undo <= 0 {
		return nil
	}
	now = now.Add(a.Undo)
	return &now
}

func SeeAct(a StaffAct, now time.Time) ActSeen {
	out := Seen(a.Doc)
	out.ID, out.Kind, out.Subject, out.At = a.ID, a.Kind, a.Subject, clock.Moment(a.At)
	if a.UndoUntil != nil && a.UndoneAt == nil && now.Before(*a.UndoUntil) {
		out.UndoUntil = clock.Moment(*a.UndoUntil)
	}
	return out
}

// Seen is what staff read of what an act keeps.
func Seen(doc Payload) (out ActSeen) {
	if d, is := doc.(seer); is {
		d.See(&out)
	}
	return out
}

// Named puts the names of staff into acts as they are read.
func (p *Booking) Named(ctx context.Context, a *StaffAct, out *ActSeen) error {
	out.By, out.UndoneBy = a.By, a.UndoneBy
	return p.SayNames(ctx, &out.By, &out.UndoneBy)
}

// SayNames puts the names of staff in the place of their ids.
func (p *Booking) SayNames(ctx context.Context, all ...*string) error {
	ids := make([]string, len(all))
	for i, id := range all {
		ids[i] = *id
	}
	names, err := p.Names(ctx, ids)
	for _, id := range all {
		*id = names[*id]
	}
	return err
}

func scanAct(row pgx.CollectableRow) (a StaffAct, err error) {
	var doc []byte
	if err = row.Scan(
		&a.ID, &a.Kind, &a.Occurrence, &a.Subject, &a.By, &a.At, &a.UndoUntil, &a.UndoneAt,
		&a.UndoneBy, &a.press, &doc,
	); err != nil {
		return a, err
	}
	a.Doc, err = payloadOf(a.Kind, doc)
	return a, err
}

// ActsWhere reads acts; where is what follows their table in the query.
func ActsWhere(ctx context.Context, q db.Querier, where string, args ...any) ([]StaffAct, error) {
	return db.Rows(ctx, q, scanAct, `
		select id, kind, occurrence_id, coalesce(subject_id, ''), by, at, undo_until, undone_at,
			coalesce(undone_by, ''), coalesce(press, ''), doc
		from staff_act `+where, args...)
}

// OneAct is the first of ActsWhere, nil when there is none.
func OneAct(ctx context.Context, q db.Querier, where string, args ...any) (*StaffAct, error) {
	all, err := ActsWhere(ctx, q, where, args...)
	if len(all) == 0 {
		return nil, err
	}
	return &all[0], err
}

// pressed is the act that this press was before; nil: none. Problems: conflict (something else).
func (p *Booking) pressed(ctx context.Context, tx pgx.Tx, occurrence string, by By) (*StaffAct, error) {
	if by.Press == "" {
		return nil, nil
	}
	a, err := OneAct(ctx, tx, `where press = $1`, by.Press)
	if a != nil && (a.Occurrence != occurrence || a.By != by.Actor.ID) {
		err = problem.New(problem.Conflict)
	}
	return a, err
}

// doneBefore is what the answer to an act said about its person, for who presses again.
func (p *Booking) doneBefore(ctx context.Context, tx pgx.Tx, a StaffAct) (out Done, err error) {
	kind := waitlist.PlaceKind
	switch a.Kind {
	case ActAdded, ActCode:
		out.Status = "registered"
	case ActWaits:
		kind, out.Status = waitlist.EntryKind, "waiting"
	default:
		return out, nil
	}
	r, err := p.Load(ctx, tx, kind, a.Subject)
	if waitlist.IsGone(err) {
		return Done{}, nil
	}
	if err != nil {
		return out, err
	}
	out.FirstName = waitlist.FirstName(r.Who.Name)
	if a.Kind != ActCode && a.UndoUntil == nil {
		out.Status = "already"
		return out, nil
	}
	out.Code, err = p.DeskCode(ctx, tx, a.Subject)
	return out, err
}

// LastAct is the newest act of this kind on a person that was not taken back; nil: none.
func (p *Booking) LastAct(ctx context.Context, tx pgx.Tx, subject, kind string) (*StaffAct, error) {
	return OneAct(ctx, tx, `
		where subject_id = $1 and kind = $2 and undone_at is null
		order by no desc limit 1`, subject, kind)
}

// Before is the act by which staff did the same to somebody already. Problems: or, if they did not.
func (p *Booking) Before(ctx context.Context, tx pgx.Tx, subject, kind string, or problem.Code) (a Acted, err error) {
	a.Earlier, err = p.LastAct(ctx, tx, subject, kind)
	if err == nil && a.Earlier == nil {
		err = problem.New(or)
	}
	return a, err
}

// Press is what every press of staff carries.
type Press struct {
	Press string `header:"Press-Id" required:"false" maxLength:"60" doc:"made by the screen: sent again with the same id it is the same act"`
}

func (p Press) By(ctx context.Context) By {
	return By{Actor: identity.ActorOf(ctx), Press: p.Press}
}

func Number(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}
