package visitors

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Outcome is the answer of a sign-up or of joining the waitlist.
type Outcome struct {
	Status string `json:"status" enum:"registered,waiting"`
}

// Register gives a place, or says full, or puts the person on the waitlist when the form asks for
// that. Who has a place already gets the answer of a new sign-up and mail.SignedUpBefore.
//
// Problems: not_found, gone, closed, full (with the places left), waitlist_full, invalid (guests).
func (p *Visitors) Register(
	ctx context.Context,
	activity, occurrence string,
	in rules.SignUp,
) (*httpkit.Reply[Outcome], error) {
	way := waitlist.WayOf(in.Email, in.Phone, in.NoMail)
	flash := httpkit.Flash{Name: in.Name, Way: way}
	return p.admit(ctx, occurrence, flash, func(
		tx pgx.Tx, s *rules.Slot, out *httpkit.Answer[Outcome],
	) (err error) {
		if activity != "" && activity != s.ActivityID {
			return problem.New(problem.NotFound)
		}
		if err := s.Bookable(in.Guests); err != nil {
			return err
		}
		if s.Activity.MeetFirst && in.FirstTime == nil {
			return problem.WithFields(problem.Field{Name: "firstTime", Code: problem.Required})
		}
		if free := s.Free(); free < 1+in.Guests {
			if in.IfFull != "waitlist" {
				return problem.NoRoom(free)
			}
			out.Body.Status = "waiting"
			out.Subject, err = p.Wait(ctx, tx, s, in.AsWaiting(way), Desk{NoMail: in.NoMail})
			return err
		}
		if s.Activity.MeetFirst && *in.FirstTime {
			out.Flash.Meet = waitlist.MeetsBy(in.Phone, in.Email, in.NoMail)
		}
		out.Body.Status = "registered"
		out.Subject, err = p.EnrolIn(ctx, tx, s, in, Desk{Source: "site"})
		return err
	})
}

// admit runs do on a date once, under its lock, and answers with what it made of somebody.
func (p *Visitors) admit(
	ctx context.Context,
	occurrence string,
	flash httpkit.Flash,
	do func(pgx.Tx, *rules.Slot, *httpkit.Answer[Outcome]) error,
) (*httpkit.Reply[Outcome], error) {
	var out httpkit.Answer[Outcome]
	return booking.Act(ctx, p.Booking, occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		out = httpkit.Answer[Outcome]{Status: http.StatusCreated, Flash: flash}
		err := do(tx, s, &out)
		out.Flash.Kind = out.Body.Status
		return err
	}, func(pgx.Tx, *rules.Slot) (httpkit.Answer[Outcome], error) { return out, nil })
}

// EnrolIn stores the sign-up with its mail and takes the person off the waitlist.
func (p *Visitors) EnrolIn(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	in rules.SignUp,
	by Desk,
) (string, error) {
	who := answered(s, in.Person, in.Support, in.Diet)
	var err error
	if in.Reminder { // too late: it counts as no
		if in.Reminder, err = p.CanRemind(ctx, tx, s); err != nil {
			return "", err
		}
	}
	r := waitlist.Row{
		Kind: waitlist.PlaceKind, Seats: 1 + in.Guests, Who: who,
		Doc: waitlist.Doc{
			Agreed:    by.agreed(s, in.ConsentVersion),
			NoMail:    in.NoMail,
			ForOther:  in.ForOther,
			FirstTime: in.FirstTime,
			Reminder:  in.Reminder,
		},
	}
	k, known := p.KeysOf(s.ID, who), false
	if err := aside(ctx, tx, s, func(tx pgx.Tx) (keep bool, err error) {
		if known, err = p.insertAlike(ctx, tx, s, &r, k); err != nil {
			return false, err
		}
		if err := p.LeaveForPlace(ctx, tx, s, k); err != nil {
			return false, err
		}
		return !known, p.ToMeet(ctx, tx, s, r)
	}); err != nil {
		return "", err
	}
	before, err := p.PresentRow(ctx, tx, k)
	if err != nil {
		return "", err
	}
	m := by.mailed(mail.SignedUp, &r)
	if known {
		again := unless(before.Doc.NoMail, before.Mailed(mail.SignedUpBefore))
		return before.ID, p.writeAlike(ctx, tx, s, again, m)
	}
	return r.ID, p.writeAlike(ctx, tx, s, unless(in.NoMail, m), m)
}

// answered is what somebody said of themselves, of what is asked at this date.
func answered(s *rules.Slot, who rules.Person, support string, diet *rules.Diet) waitlist.Sealed {
	out := waitlist.Sealed{Name: who.Name, Email: who.Email, Phone: who.Phone}
	if s.Activity.AskSupport {
		out.Support = support
	}
	if s.Activity.AskDiet {
		out.Diet = diet
	}
	return out
}

// insertAlike is Insert in the time that it takes for whoever is there already: known is true of
// them, and what is stored is a twin without a name, which must not stay.
func (p *Visitors) insertAlike(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	is *waitlist.Row,
	k waitlist.Keys,
) (known bool, err error) {
	if is.ID, err = p.Insert(ctx, tx, s, is); err != nil {
		return false, err
	}
	if is.ID != "" { // for the insert that was refused
		_, err = waitlist.Present(ctx, tx, k, "")
		return false, err
	}
	is.Unnamed = true
	is.ID, err = p.Insert(ctx, tx, s, is)
	return true, err
}

// aside does a part of an act that stands only when it says so: for somebody who is known already
// it is done for the time that it takes. A stranger must wait as long.
func aside(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	do func(pgx.Tx) (keep bool, err error),
) error {
	was := *s
	part, err := tx.Begin(ctx)
	if err != nil {
		return err
	}
	keep, err := do(part)
	switch {
	case err != nil:
		return err // all of tx goes
	case keep:
		return part.Commit(ctx)
	}
	*s = was
	return part.Rollback(ctx)
}

// Desk is by whom somebody is signed up or put on the list, and how.
type Desk struct {
	Source string
	NoMail bool          // the person wants none
	Hold   time.Duration // what staff did waits until it can no longer be taken back
}

// agreed is what somebody says yes to now.
func (by Desk) agreed(s *rules.Slot, consent string) waitlist.Agreed {
	return waitlist.Agreed{
		ConsentVersion: consent,
		ConsentAt:      s.Now,
		Source:         cmp.Or(by.Source, "site"),
	}
}

// mailed is the mail about a new row to whoever stands in it.
func (by Desk) mailed(kind mail.Kind, to *waitlist.Row) mail.Mail {
	m := to.Mailed(kind)
	m.Limited, m.Hold = by.Hold == 0, by.Hold
	return m
}

// writeAlike is Write in the time that it takes: where nothing is to be written, the mail that a
// stranger would get is stored and taken away.
func (p *Visitors) writeAlike(
	ctx context.Context, tx pgx.Tx, s *rules.Slot, m, stranger mail.Mail,
) error {
	real := m.To != ""
	if !real {
		m = stranger
	}
	return aside(ctx, tx, s, func(tx pgx.Tx) (bool, error) {
		return real, p.Write(ctx, tx, m, false)
	})
}

// unless is a mail to nobody where a person wants none.
func unless(noMail bool, m mail.Mail) mail.Mail {
	if noMail {
		m.To = ""
	}
	return m
}

// Enrol signs somebody up by phone or at the desk: closing times do not bind staff, places do.
// Problems: not_found, gone (cancelled), full.
func (p *Visitors) Enrol(
	ctx context.Context,
	tx pgx.Tx,
	occurrence, source string,
	in rules.SignUp,
) (id string, err error) {
	if fields := in.Validate(); len(fields) > 0 {
		return "", problem.WithFields(fields...)
	}
	err = p.stored(ctx, tx, occurrence, func(s *rules.Slot) (err error) {
		if s.IsOff() {
			return problem.New(problem.Gone)
		}
		if free := s.Free(); free < 1+in.Guests {
			return problem.NoRoom(free)
		}
		id, err = p.EnrolIn(ctx, tx, s, in, Desk{Source: source})
		return err
	})
	return id, err
}

// stored runs do under the lock of a date, and stores the date as it is then.
func (p *Visitors) stored(
	ctx context.Context,
	tx pgx.Tx,
	occurrence string,
	do func(*rules.Slot) error,
) error {
	s, err := p.Lock(ctx, tx, occurrence)
	if err != nil {
		return err
	}
	if err := do(s); err != nil {
		return err
	}
	_, err = p.Store(ctx, tx, s)
	return err
}

// PutOnWaitlist lets somebody wait who asked by phone or at the desk.
// Problems: not_found, gone (cancelled), waitlist_full.
func (p *Visitors) PutOnWaitlist(
	ctx context.Context,
	tx pgx.Tx,
	occurrence string,
	in rules.JoinWaitlist,
) error {
	if fields := in.Validate(); len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	return p.stored(ctx, tx, occurrence, func(s *rules.Slot) error {
		if s.IsOff() {
			return problem.New(problem.Gone)
		}
		_, err := p.Wait(ctx, tx, s, in, Desk{})
		return err
	})
}

// CancelFirst cancels the oldest sign-up of a date, as its holder would.
// Problems: not_found, closed.
func (p *Visitors) CancelFirst(ctx context.Context, tx pgx.Tx, occurrence string) error {
	return p.stored(ctx, tx, occurrence, func(s *rules.Slot) error {
		first, err := db.All[string](ctx, tx, `
			select id
			from registration
			where occurrence_id = $1 and status = 'registered'
			order by order_no
			limit 1`, occurrence)
		if err != nil {
			return err
		}
		r, err := p.LoadPlace(ctx, tx, strings.Join(first, ""))
		if err != nil {
			return err
		}
		return p.GiveBack(ctx, tx, s, r, 0)
	})
}
