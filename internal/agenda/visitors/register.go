package visitors

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

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
	way, by := waitlist.WayOf(in.Email, in.Phone, in.NoMail), Desk{NoMail: in.NoMail}
	c := p.coming(occurrence, in.Person, by, func(s *rules.Slot) (r waitlist.Row, err error) {
		if activity != "" && activity != s.ActivityID {
			return r, problem.New(problem.NotFound)
		}
		if err := s.Bookable(in.Guests); err != nil {
			return r, err
		}
		if s.Activity.MeetFirst && in.FirstTime == nil {
			return r, problem.WithFields(problem.Field{Name: "firstTime", Code: problem.Required})
		}
		if free := s.Free(); free >= 1+in.Guests {
			return placeOf(s, in, by), nil
		} else if in.IfFull != "waitlist" {
			return r, problem.NoRoom(free)
		}
		return entryOf(s, in.AsWaiting(way), by)
	})
	c.reminder = in.Reminder
	return p.admit(ctx, httpkit.Flash{Name: in.Name, Way: way}, c)
}

// placeOf is what somebody asks who wants a place.
func placeOf(s *rules.Slot, in rules.SignUp, by Desk) waitlist.Row {
	return waitlist.Row{
		Kind: waitlist.PlaceKind, Seats: 1 + in.Guests,
		Who: answered(s, in.Person, in.Support, in.Diet),
		Doc: waitlist.Doc{
			Agreed:    by.agreed(s, in.ConsentVersion),
			NoMail:    in.NoMail,
			ForOther:  in.ForOther,
			FirstTime: in.FirstTime,
		},
	}
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
func (p *Visitors) stored(ctx context.Context, tx pgx.Tx, occurrence string, do func(*rules.Slot) error) error {
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
func (p *Visitors) PutOnWaitlist(ctx context.Context, tx pgx.Tx, occurrence string, in rules.JoinWaitlist) error {
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
