package places

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Outcome is the answer of a sign-up or of joining the waitlist.
type Outcome struct {
	Status string `json:"status" enum:"registered,waiting"`
}

// register gives a place, or says `full`, or puts the person on the waitlist when the form asks for
// that. Somebody who has a place already gets the answer of a new sign-up and mail.SignedUpBefore.
//
// Problems: not_found, gone, closed, full (with the places left), waitlist_full, invalid (guests).
func (p *Places) register(
	ctx context.Context,
	activity, occurrence string,
	in rules.SignUp,
) (*httpkit.Reply[Outcome], error) {
	way := wayOf(in.Email, in.Phone, in.NoMail)
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
			out.Subject, err = p.wait(ctx, tx, s, in.AsWaiting(way), desk{noMail: in.NoMail})
			return err
		}
		if s.Activity.MeetFirst && *in.FirstTime {
			out.Flash.Meet = meetsBy(in.Phone, in.Email, in.NoMail)
		}
		out.Body.Status = "registered"
		out.Subject, err = p.enrol(ctx, tx, s, in, desk{source: "site"})
		return err
	})
}

// admit runs do on a date once, under its lock, and answers with what it made of somebody.
func (p *Places) admit(
	ctx context.Context,
	occurrence string,
	flash httpkit.Flash,
	do func(pgx.Tx, *rules.Slot, *httpkit.Answer[Outcome]) error,
) (*httpkit.Reply[Outcome], error) {
	var out httpkit.Answer[Outcome]
	return act(ctx, p, occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		out = httpkit.Answer[Outcome]{Status: http.StatusCreated, Flash: flash}
		err := do(tx, s, &out)
		out.Flash.Kind = out.Body.Status
		return err
	}, func(pgx.Tx, *rules.Slot) (httpkit.Answer[Outcome], error) { return out, nil })
}

// enrol stores the sign-up with its mail and takes the person off the waitlist.
func (p *Places) enrol(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	in rules.SignUp,
	by desk,
) (string, error) {
	who := answered(s, in.Person, in.Support, in.Diet)
	var err error
	if in.Reminder { // too late: it counts as no
		if in.Reminder, err = p.canRemind(ctx, tx, s); err != nil {
			return "", err
		}
	}
	r := registrationRow{
		atDate: atDate{seats: 1 + in.Guests, who: who},
		doc: registrationDoc{
			agreed:    agreed{in.ConsentVersion, s.Now, by.source, false},
			NoMail:    in.NoMail,
			ForOther:  in.ForOther,
			FirstTime: in.FirstTime,
			Reminder:  in.Reminder,
		},
	}
	k, known := p.keysOf(s.ID, who), false
	if err := aside(ctx, tx, s, func(tx pgx.Tx) (keep bool, err error) {
		if known, err = p.insertAlike(ctx, tx, s, &r, k); err != nil {
			return false, err
		}
		if err := p.leaveForPlace(ctx, tx, s, k); err != nil {
			return false, err
		}
		return !known, p.toMeet(ctx, tx, s, r)
	}); err != nil {
		return "", err
	}
	before, err := p.presentRow(ctx, tx, k)
	if err != nil {
		return "", err
	}
	m := by.mailed(mail.SignedUp, &r.atDate)
	if known {
		again := unless(before.doc.NoMail, before.mailed(mail.SignedUpBefore))
		return before.id, p.writeAlike(ctx, tx, s, again, m)
	}
	return r.id, p.writeAlike(ctx, tx, s, unless(in.NoMail, m), m)
}

// answered is what somebody said of themselves, of what is asked at this date.
func answered(s *rules.Slot, who rules.Person, support string, diet *rules.Diet) sealed {
	out := sealed{Name: who.Name, Email: who.Email, Phone: who.Phone}
	if s.Activity.AskSupport {
		out.Support = support
	}
	if s.Activity.AskDiet {
		out.Diet = diet
	}
	return out
}

// insertAlike is insert in the time that it takes for whoever is there already, too: known is true
// of them, and what is stored is a twin without a name, which must not stay.
func (p *Places) insertAlike(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	row standing,
	k keys,
) (known bool, err error) {
	is := row.at()
	if is.id, err = p.insert(ctx, tx, s, row); err != nil {
		return false, err
	}
	if is.id != "" { // for the insert that was refused
		_, err = p.present(ctx, tx, k)
		return false, err
	}
	is.unnamed = true
	is.id, err = p.insert(ctx, tx, s, row)
	return true, err
}

// aside does a part of an act in tx that stands only when it says so. What it does for somebody who
// is known already is done for the time that it takes: a stranger must wait as long.
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

// desk is by whom somebody is signed up or put on the list, and how.
type desk struct {
	source string
	noMail bool          // the person wants none
	hold   time.Duration // what staff did waits until it can no longer be taken back
}

// mailed is the mail about a new row to whoever stands in it.
func (by desk) mailed(kind mail.Kind, to *atDate) mail.Mail {
	m := to.mailed(kind)
	m.Limited, m.Hold = by.hold == 0, by.hold
	return m
}

// writeAlike is write, in the time that it takes when there is nothing to write too: then the mail
// that a stranger would get is stored and taken away.
func (p *Places) writeAlike(
	ctx context.Context, tx pgx.Tx, s *rules.Slot, m, stranger mail.Mail,
) error {
	real := m.To != ""
	if !real {
		m = stranger
	}
	return aside(ctx, tx, s, func(tx pgx.Tx) (bool, error) {
		return real, p.write(ctx, tx, m, false)
	})
}

// unless is a mail to nobody where a person wants none.
func unless(noMail bool, m mail.Mail) mail.Mail {
	if noMail {
		m.To = ""
	}
	return m
}

// write enqueues a mail without data to a person who has an address and wants mail.
func (p *Places) write(ctx context.Context, tx pgx.Tx, m mail.Mail, noMail bool) error {
	if m.To == "" || noMail {
		return nil
	}
	m.Data = struct{}{}
	return p.Mail.Enqueue(ctx, tx, m)
}

func wayOf(email, phone string, noMail bool) string {
	switch {
	case email != "" && !noMail:
		return "mail"
	case phone != "":
		return "phone"
	}
	return "none"
}

// Enrol signs somebody up by phone or at the desk: closing times do not bind staff, places do.
// Problems: not_found, gone (cancelled), full.
func (p *Places) Enrol(
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
		id, err = p.enrol(ctx, tx, s, in, desk{source: source})
		return err
	})
	return id, err
}

// stored runs do under the lock of a date, and stores the date as it is then.
func (p *Places) stored(
	ctx context.Context,
	tx pgx.Tx,
	occurrence string,
	do func(*rules.Slot) error,
) error {
	s, err := p.lock(ctx, tx, occurrence)
	if err != nil {
		return err
	}
	if err := do(s); err != nil {
		return err
	}
	_, err = p.store(ctx, tx, s)
	return err
}

// PutOnWaitlist lets somebody wait who asked by phone or at the desk.
// Problems: not_found, gone (cancelled), waitlist_full.
func (p *Places) PutOnWaitlist(
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
		_, err := p.wait(ctx, tx, s, in, desk{})
		return err
	})
}

// CancelFirst cancels the oldest sign-up of a date, as its holder would.
// Problems: not_found, closed.
func (p *Places) CancelFirst(ctx context.Context, tx pgx.Tx, occurrence string) error {
	return p.stored(ctx, tx, occurrence, func(s *rules.Slot) error {
		r, err := p.loadRegistration(
			ctx,
			tx,
			"occurrence_id = $1 and status = 'registered' order by order_no limit 1",
			occurrence,
		)
		if err != nil {
			return err
		}
		return p.giveBack(ctx, tx, s, r, 0)
	})
}
