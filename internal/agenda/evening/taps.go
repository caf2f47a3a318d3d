package evening

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Tap is what a thumb did once. Its fields are read one tap at a time: one that cannot be read
// keeps no other from being counted.
type Tap struct {
	ID           string `json:"tapId"                  doc:"made by the phone: sent again it is not counted again"`
	Kind         string `json:"kind"                   doc:"visit: without a name; unnamed: without a name, at a date; attendance: of a sign-up"`
	Day          string `json:"day"                    doc:"that the screen showed"`
	DayPart      string `json:"dayPart,omitempty"      doc:"its start, such as 13.00; of a visit that belongs to no meeting"`
	Session      string `json:"session,omitempty"`
	Registration string `json:"registration,omitempty" doc:"with attendance"`
	Wanted       string `json:"wanted,omitempty"       doc:"with attendance: here, absent or open"`
	Guests       int    `json:"guests,omitempty"       doc:"with here: how many came along"`
	Change       int    `json:"change,omitempty"       doc:"with visit and unnamed: 1 or -1"`
	AgeMs        int64  `json:"ageMs"                  doc:"how long ago, when it was sent"`
	Tapper       Tapper `json:"tapper"                 doc:"as /api/today gave it to who tapped"`
	Reason       string `json:"reason,omitempty"       doc:"of a correction of the tally of a day that is over"`
}

// TapAnswer is what became of a tap.
type TapAnswer struct {
	ID     string `json:"tapId"`
	Result string `json:"result"           doc:"known: it was counted before; overruled: somebody tapped later; gone: what it was about is not there any more" enum:"counted,known,overruled,gone,refused"`
	By     string `json:"by,omitempty"     doc:"overruled: first name of who tapped later"`
	At     string `json:"at,omitempty"     doc:"overruled: when" format:"date-time"`
	Wanted string `json:"wanted,omitempty" doc:"overruled: what they said" enum:"here,absent,open"`
}

// Taps are those of one sending, in order.
type Taps struct {
	Taps []Tap `json:"taps" maxItems:"200"`
}

// TapAnswers are one for each tap.
type TapAnswers struct {
	Answers []TapAnswer `json:"answers"`
}

const (
	talliedFor = 7              // days that a tap of a tally may be on a phone
	spokenFor  = 24 * time.Hour // that a tap of presence may
	oldest     = (talliedFor + 1) * 24 * time.Hour
	spare      = 15 * time.Minute
	maxTapID   = 60
	maxReason  = 200
	tapTerm    = 30 * 24 * time.Hour // that it is known who tapped
)

const (
	tapCounted = "counted"
	tapKnown   = "known"
	tapGone    = "gone"
	tapRefused = "refused"
)

type judged struct {
	Tap
	by     identity.Actor // who tapped
	sender string
	at     time.Time // by our clock
	now    time.Time
	day    time.Time
}

// tapAll counts each in a transaction of its own, so that none waits for another.
func (e *Evening) tapAll(ctx context.Context, sender identity.Actor, in []Tap) (TapAnswers, error) {
	now, out := e.Clock.Now(), TapAnswers{Answers: make([]TapAnswer, 0, len(in))}
	for _, t := range in {
		answer, err := e.tapOnce(ctx, sender, t, now)
		if err != nil {
			return out, err
		}
		out.Answers = append(out.Answers, answer)
	}
	return out, nil
}

func (e *Evening) tapOnce(ctx context.Context, sender identity.Actor, t Tap, now time.Time) (TapAnswer, error) {
	out := TapAnswer{ID: t.ID, Result: tapRefused}
	day, err := time.ParseInLocation(time.DateOnly, t.Day, clock.Amsterdam)
	// before it is reckoned with: as a duration a greater age may lie in the future
	if err != nil || t.AgeMs > oldest.Milliseconds() || !readable(t) {
		return out, nil
	}
	at := now.Add(-time.Duration(max(0, t.AgeMs)) * time.Millisecond)
	j := judged{Tap: t, sender: sender.ID, now: now, at: at, day: day}
	if j.by, err = e.whoTapped(ctx, sender, t.Tapper); err == nil {
		switch t.Kind {
		case "attendance":
			return out, e.attend(ctx, j, &out)
		case "visit":
			out.Result, err = e.visit(ctx, j)
		case "unnamed":
			out.Result, err = e.unnamed(ctx, j)
		}
	}
	return out, refused(err, &out)
}

func readable(t Tap) bool {
	for _, s := range []string{t.ID, t.Session, t.Registration, t.Reason} {
		if !rules.Readable(s) {
			return false
		}
	}
	return t.ID != "" && len(t.ID) <= maxTapID && len(t.Reason) <= maxReason
}

// refused makes an answer of what an act refused; what broke is an error.
func refused(err error, out *TapAnswer) error {
	var p *problem.Problem
	switch err = db.Problem(err); {
	case errors.Is(err, problem.New(problem.NotFound)), errors.Is(err, problem.New(problem.Gone)):
		out.Result = tapGone
	case errors.As(err, &p) && p.Status < 500:
		out.Result = tapRefused
	default:
		return err
	}
	return nil
}

func (e *Evening) visit(ctx context.Context, j judged) (string, error) {
	if j.Change != 1 && j.Change != -1 {
		return tapRefused, nil
	}
	part, session := (*int)(nil), (*string)(nil)
	if j.Session != "" {
		session = &j.Session
		if no, err := e.refusedAt(ctx, j); no != "" || err != nil {
			return no, err
		}
	} else {
		var from house.WallTime
		if from.UnmarshalText([]byte(j.DayPart)) != nil || !j.mayTally() {
			return tapRefused, nil
		}
		part = new(int(from))
	}
	tag, err := e.Pool.Exec(ctx, `
		insert into tap (id, kind, day, part, session_id, change, at, received_at, by, sent_by,
			reason)
		values ($1, 'visit', $2, $3, $4, $5, $6, $7, $8, $9, $10)
		on conflict do nothing`,
		j.ID, j.Day, part, session, j.Change, j.at, j.now, j.by.ID, j.sender,
		httpkit.Line(j.Reason))
	if err == nil && tag.RowsAffected() == 0 {
		return tapKnown, nil
	}
	return tapCounted, err
}

// mayTally says whether whoever tapped may count on that day: everybody at the door on the day
// itself, also a little after midnight, later the coordinator, with a reason.
func (j judged) mayTally() bool {
	for _, at := range []time.Time{j.at, j.at.Add(-spare)} {
		if clock.Date(at) == j.Day {
			return j.by.Has(door...)
		}
	}
	return j.day.Before(clock.Day(j.at)) && j.by.Has(identity.Coordinator) &&
		httpkit.Line(j.Reason) != ""
}

// refusedAt says how a tap is refused of whoever may not act on its meeting at that moment.
func (e *Evening) refusedAt(ctx context.Context, j judged) (string, error) {
	var m rules.Meeting
	var s rules.Slot
	err := waitlist.ScanMeeting(e.Pool.QueryRow(ctx, `
		select `+waitlist.MeetingColumns+places.From+`
			se.id = $1`, j.Session), &s, &m)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return tapGone, nil
	case err != nil:
		return "", db.Problem(err)
	case clock.Date(m.Start) > clock.Date(j.at), // it has yet to come
		!s.MayMeetAt(j.by, m, j.at):
		return tapRefused, nil
	}
	return "", nil
}

func (e *Evening) unnamed(ctx context.Context, j judged) (string, error) {
	var date string
	err := e.Pool.QueryRow(ctx, `
		select occurrence_id from session where id = $1`, j.Session).Scan(&date)
	if err != nil {
		return "", err
	}
	done, err := e.CountUnnamed(ctx, booking.By{Actor: j.by}, date, desk.Unnamed{
		Change: j.Change,
		Tap:    j.ID, Session: j.Session, At: j.at, SentBy: j.sender,
	})
	if err == nil && done.Earlier {
		return tapKnown, nil
	}
	return tapCounted, err
}

// attend notes whether somebody is there. Of a tap that was made before another one it hears whose.
func (e *Evening) attend(ctx context.Context, j judged, out *TapAnswer) error {
	if !slices.Contains([]string{"here", "absent", "open"}, j.Wanted) ||
		j.Guests < 0 || j.Guests > 3 || j.now.Sub(j.at) > spokenFor {
		return nil
	}
	if no, err := e.refusedAt(ctx, j); no != "" || err != nil {
		out.Result = no
		return err
	}
	result, later, err := e.TapPresence(ctx, booking.By{Actor: j.by}, booking.PresenceTap{
		ID:           j.ID,
		Day:          j.Day,
		Session:      j.Session,
		Registration: j.Registration,
		State:        j.Wanted,
		Guests:       j.Guests,
		At:           j.at,
		SentBy:       j.sender,
	})
	out.Result = string(result)
	if err != nil || result != booking.PresenceOverruled {
		return err
	}
	names, err := e.FirstNames(ctx, later.By)
	out.By, out.At, out.Wanted = names[later.By], clock.Moment(later.At), later.State
	return db.Problem(err)
}

// Sweep takes the names of staff from taps whose term is over; the numbers stay.
func (e *Evening) Sweep(ctx context.Context) error {
	_, err := e.Pool.Exec(ctx, `
		update tap set by = '', sent_by = '' where day < $1 and by <> ''`,
		clock.Date(e.Clock.Now().Add(-tapTerm)))
	return db.Problem(err)
}

// Tapper is who taps on a phone. It goes with each tap, so that whoever sends it cannot put it in
// another's name: the proof is given to who read the day, of that day.
type Tapper struct {
	UID   string `json:"uid"`
	Proof string `json:"proof"`
}

const proofSize = 12

func (e *Evening) proof(uid, day string) string {
	sum := e.Keys.LookupKey("tapper", uid, day)
	return base64.RawURLEncoding.EncodeToString(sum[:proofSize])
}

func (e *Evening) proven(t Tapper, now time.Time) bool {
	for n := range talliedFor + 1 {
		good := e.proof(t.UID, clock.Date(now.AddDate(0, 0, -n)))
		if subtle.ConstantTimeCompare([]byte(good), []byte(t.Proof)) == 1 {
			return true
		}
	}
	return false
}

// whoTapped is the person in whose right a tap is judged: who sends it, or who read that day on
// that phone. Problems: forbidden.
func (e *Evening) whoTapped(ctx context.Context, sender identity.Actor, t Tapper) (identity.Actor, error) {
	if t.UID == "" || t.UID == sender.ID {
		return sender, nil
	}
	if !e.proven(t, e.Clock.Now()) {
		return sender, problem.New(problem.Forbidden)
	}
	roles, err := e.RolesOf(ctx, t.UID)
	return identity.Actor{ID: t.UID, Roles: roles}, err
}

// NameOf is somebody of the staff whose taps are still on a phone.
type NameOf struct {
	FirstName string `json:"firstName"`
}

// Problems: not_found.
func (e *Evening) nameOf(ctx context.Context, uid string) (NameOf, error) {
	names, err := e.FirstNames(ctx, uid)
	if err == nil && names[uid] == "" {
		err = problem.New(problem.NotFound)
	}
	return NameOf{names[uid]}, err
}
