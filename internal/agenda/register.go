package agenda

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// register gives a place, or says `full`, or puts the person on the waitlist when the form asks for
// that. Somebody who has a place already gets the answer of a new sign-up and mail M2.
//
// Problems: not_found, gone, closed, full (with the places left), waitlist_full, invalid (guests).
func (a *Agenda) register(
	ctx context.Context,
	activity, occurrence string,
	in SignUp,
) (*httpkit.Reply[Outcome], error) {
	status, subject, way := "registered", "", wayOf(in.Email, in.Phone, in.NoMail)
	return act(ctx, a, occurrence, func(tx pgx.Tx, s *slot) (err error) {
		if activity != "" && activity != s.activityID {
			return problem.New(problem.NotFound)
		}
		if err := s.bookable(in.Guests); err != nil {
			return err
		}
		if free := s.free(); free < 1+in.Guests {
			if in.IfFull != "waitlist" {
				return problem.NoRoom(free)
			}
			status = "waiting"
			subject, err = a.wait(ctx, tx, s, in.asWaiting(way), in.NoMail)
			return err
		}
		subject, err = a.enrol(ctx, tx, s, in, "site")
		return err
	}, func(pgx.Tx, *slot) (httpkit.Answer[Outcome], error) {
		return httpkit.Answer[Outcome]{
			Status:  http.StatusCreated,
			Body:    Outcome{Status: status},
			Subject: subject,
			Flash:   httpkit.Flash{Name: in.Name, Kind: status, Way: way},
		}, nil
	})
}

// enrol stores the sign-up with its mail and takes the person off the waitlist.
func (a *Agenda) enrol(
	ctx context.Context,
	tx pgx.Tx,
	s *slot,
	in SignUp,
	source string,
) (string, error) {
	who := sealed{Name: in.Name, Email: in.Email, Phone: in.Phone}
	if s.activity.AskSupport {
		who.Support = in.Support
	}
	if s.activity.AskDiet {
		who.Diet = in.Diet
	}
	doc := registrationDoc{
		NoMail:         in.NoMail,
		ForOther:       in.ForOther,
		FirstTime:      in.FirstTime,
		Reminder:       in.Reminder,
		ConsentVersion: in.ConsentVersion,
		ConsentAt:      s.now,
		Source:         source,
	}
	id, err := a.insertRegistration(ctx, tx, s, 1+in.Guests, who, doc)
	if err != nil {
		return "", err
	}
	k := a.keysOf(s.id, who)
	if id == "" {
		if id, err = a.present(ctx, tx, k); err != nil {
			return "", err
		}
		return id, a.remind(ctx, tx, id)
	}
	if err := a.leaveForPlace(ctx, tx, s, k); err != nil {
		return "", err
	}
	return id, a.write(ctx, tx, mail.M1, s.id, id, in.Email, in.NoMail, true)
}

// remind sends M2 about a sign-up that exists, to the address that stands in it: its link is for
// nobody else, also not for somebody who knows the name and the number and typed another address.
func (a *Agenda) remind(ctx context.Context, tx pgx.Tx, id string) error {
	r, err := a.loadRegistration(ctx, tx, "id = $1", id)
	if err != nil {
		return err
	}
	return a.write(ctx, tx, mail.M2, r.occurrence, r.id, r.who.Email, r.doc.NoMail, true)
}

// write enqueues a mail to a person who has an address and wants mail.
func (a *Agenda) write(
	ctx context.Context,
	tx pgx.Tx,
	kind mail.Kind,
	occurrence, cause, email string,
	noMail, limited bool,
) error {
	if email == "" || noMail {
		return nil
	}
	return a.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       kind,
		To:         email,
		Occurrence: occurrence,
		Cause:      cause,
		Data:       struct{}{},
		Limited:    limited,
	})
}

// bookable says whether a visitor may sign up or wait now, with so many guests.
func (s *slot) bookable(guests int) error {
	if err := s.hidden(); err != nil {
		return err
	}
	switch s.statusWord() {
	case "cancelled":
		return problem.New(problem.Gone)
	case "done", "walkin", "staffOnly", "closed", "notOpen":
		return problem.New(problem.Closed)
	}
	if guests > s.activity.MaxGuests {
		return problem.WithFields(problem.Field{Name: "guests", Code: problem.Choice})
	}
	return nil
}

// hidden is nil for an activity that visitors see; gone when they once did; else not_found.
func (s *slot) hidden() error {
	switch {
	case s.activity.visible(s.now):
		return nil
	case s.activity.wasVisible(s.now):
		return problem.New(problem.Gone)
	}
	return problem.New(problem.NotFound)
}

func (a *Activity) wasVisible(now time.Time) bool {
	return a.WasPublished ||
		a.Status == "scheduled" && a.PublishFrom != nil && a.PublishFrom.Before(now)
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
// Problems: not_found, full.
func (a *Agenda) Enrol(
	ctx context.Context,
	tx pgx.Tx,
	occurrence, source string,
	in SignUp,
) (string, error) {
	if fields := in.Validate(); len(fields) > 0 {
		return "", problem.WithFields(fields...)
	}
	s, err := a.lock(ctx, tx, occurrence)
	if err != nil {
		return "", err
	}
	if free := s.free(); free < 1+in.Guests {
		return "", problem.NoRoom(free)
	}
	id, err := a.enrol(ctx, tx, s, in, source)
	if err != nil {
		return "", err
	}
	_, err = a.store(ctx, tx, s)
	return id, err
}

// PutOnWaitlist lets somebody wait who asked by phone or at the desk.
// Problems: not_found, waitlist_full.
func (a *Agenda) PutOnWaitlist(
	ctx context.Context,
	tx pgx.Tx,
	occurrence string,
	in JoinWaitlist,
) error {
	if fields := in.Validate(); len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	s, err := a.lock(ctx, tx, occurrence)
	if err != nil {
		return err
	}
	if _, err := a.wait(ctx, tx, s, in, false); err != nil {
		return err
	}
	_, err = a.store(ctx, tx, s)
	return err
}

// CancelFirst cancels the oldest sign-up of a date, as its holder would.
// Problems: not_found, closed.
func (a *Agenda) CancelFirst(ctx context.Context, tx pgx.Tx, occurrence string) error {
	s, err := a.lock(ctx, tx, occurrence)
	if err != nil {
		return err
	}
	r, err := a.loadRegistration(
		ctx,
		tx,
		"occurrence_id = $1 and status = 'registered' order by order_no limit 1",
		occurrence,
	)
	if err != nil {
		return err
	}
	if err := a.giveBack(ctx, tx, s, r); err != nil {
		return err
	}
	_, err = a.store(ctx, tx, s)
	return err
}
