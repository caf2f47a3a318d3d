package places

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Registration is a sign-up as its holder sees it.
type Registration struct {
	Status       string              `json:"status"                 enum:"registered,cancelled,cancelledByHouse,attended,absent"`
	Date         rules.Line          `json:"date"`
	SessionList  []rules.SessionLine `json:"sessionList"`
	Place        string              `json:"place"`
	Name         string              `json:"name"`
	Email        string              `json:"email,omitempty"`
	Phone        string              `json:"phone,omitempty"                                                                     doc:"as shown, in pairs"`
	NoMail       bool                `json:"noMail"`
	ForOther     bool                `json:"forOther"`
	Guests       int                 `json:"guests"`
	MaxGuests    int                 `json:"maxGuests"`
	FirstTime    *bool               `json:"firstTime,omitempty"`
	AskSupport   bool                `json:"askSupport"`
	Support      string              `json:"support,omitempty"`
	AskDiet      bool                `json:"askDiet"`
	Diet         *rules.Diet         `json:"diet,omitempty"`
	Reminder     bool                `json:"reminder"`
	Consent      ConsentSeen         `json:"consent"`
	Source       string              `json:"source"                 enum:"site,telefoon,balie"`
	KeptUntil    string              `json:"keptUntil"                                                                                                                                                         format:"date"`
	SupportUntil string              `json:"supportUntil,omitempty"                                                              doc:"support needs and diet are kept until then; absent when there are none"  format:"date"`
	SupportDays  int                 `json:"supportDays"                                                                         doc:"support needs and diet are erased this many days after the last session"`
	CanCancel    bool                `json:"canCancel"`
	CanChange    bool                `json:"canChange"`
	RestoreUntil string              `json:"restoreUntil,omitempty"                                                              doc:"until then a cancelled place can be taken back"                          format:"date-time"`
	Version      int                 `json:"version"`
}

// ConsentSeen is what somebody agreed with, and when.
type ConsentSeen struct {
	Text string `json:"text"`
	At   string `json:"at"   format:"date-time"`
}

// restoreWithin is how long "Toch komen?" stands after cancelling.
const restoreWithin = 10 * time.Minute

// onRegistration runs do on the holder's registration, under the lock of its occurrence.
func (p *Places) onRegistration(
	ctx context.Context,
	auth, kind string,
	do func(pgx.Tx, *rules.Slot, registrationRow) error,
) (*httpkit.Reply[Registration], error) {
	id, occurrence, err := p.byToken(ctx, p.Pool, "registration", RegistrationToken, auth)
	if err != nil {
		return nil, err
	}
	return act(ctx, p, occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		r, err := p.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return err
		}
		return do(tx, s, r)
	}, func(tx pgx.Tx, s *rules.Slot) (out httpkit.Answer[Registration], err error) {
		r, err := p.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return out, err
		}
		body, err := p.registrationView(ctx, tx, r, s)
		flash := httpkit.Flash{
			Name: r.who.Name,
			Kind: kind,
			Way:  wayOf(r.who.Email, r.who.Phone, r.doc.NoMail),
		}
		return httpkit.Answer[Registration]{
			Status:  http.StatusOK,
			Body:    body,
			Version: r.version,
			Subject: id,
			Flash:   flash,
		}, err
	})
}

// cancel gives the place back; the next in line gets a chance in the same transaction. Pressed
// again: the same answer.
//
// Problems: not_found, closed (started).
func (p *Places) cancel(ctx context.Context, auth string) (*httpkit.Reply[Registration], error) {
	return p.onRegistration(
		ctx,
		auth,
		"cancelled",
		func(tx pgx.Tx, s *rules.Slot, r registrationRow) error {
			return p.giveBack(ctx, tx, s, r)
		},
	)
}

func (p *Places) giveBack(ctx context.Context, tx pgx.Tx, s *rules.Slot, r registrationRow) error {
	switch {
	case r.status == "cancelled":
		return nil
	case r.status != "registered", !s.Now.Before(s.Starts):
		return problem.New(problem.Closed)
	}
	if _, err := tx.Exec(
		ctx, `
		update registration set status = 'cancelled', cancelled_at = $2, version = version + 1,
			updated_at = $2,
		doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
			where id = $1`,
		r.id,
		s.Now,
	); err != nil {
		return err
	}
	if err := p.release(ctx, tx, s, r.seats); err != nil {
		return err
	}
	if r.who.Email == "" {
		return nil
	}
	return p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       mail.Cancelled,
		To:         r.who.Email,
		Occurrence: s.ID,
		Cause:      r.id,
		Data:       calendarMail{Registration: r.id, Sequence: r.doc.Sequence + 1},
		Limited:    true,
	})
}

// calendarMail is what the job of mail.Cancelled carries: enough to write its calendar file after
// the registration is gone.
type calendarMail struct {
	Registration string `json:"registration"`
	Sequence     int    `json:"sequence"`
}

// restore takes a cancelled place back within ten minutes, when nobody else has it by then.
//
// Problems: not_found, closed (too late), full.
func (p *Places) restore(ctx context.Context, auth string) (*httpkit.Reply[Registration], error) {
	return p.onRegistration(
		ctx,
		auth,
		"restored",
		func(tx pgx.Tx, s *rules.Slot, r registrationRow) error {
			if r.status == "registered" {
				return nil
			}
			if r.status != "cancelled" || !s.Now.Before(s.Starts) ||
				s.Now.After(r.cancelledAt.Add(restoreWithin)) {
				return problem.New(problem.Closed)
			}
			if id, err := p.present(ctx, tx, p.keysOf(s.ID, r.who)); err != nil || id != "" {
				return orClosed(err) // signed up again meanwhile
			}
			if s.Free() < r.seats {
				return problem.NoRoom(s.Free())
			}
			if _, err := tx.Exec(
				ctx, `
			update registration set status = 'registered', cancelled_at = null,
				version = version + 1, updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
			where id = $1`,
				r.id,
				s.Now,
			); err != nil {
				return err
			}
			s.Taken += r.seats
			if err := p.leaveForPlace(ctx, tx, s, p.keysOf(s.ID, r.who)); err != nil {
				return err
			}
			return p.write(ctx, tx, mail.Mail{
				Kind:       mail.SignedUp,
				To:         r.who.Email,
				Occurrence: s.ID,
				Cause:      r.id,
				Limited:    true,
			}, r.doc.NoMail)
		},
	)
}

func orClosed(err error) error {
	if err != nil {
		return err
	}
	return problem.New(problem.Closed)
}

// change replaces the whole changeable set. A new address gets mail.SignedUp, the old one
// mail.AddressRemoved.
//
// Problems: not_found, precondition_required, precondition_failed, invalid, closed (started), full
// (more guests than fit).
func (p *Places) change(
	ctx context.Context,
	auth, ifMatch string,
	in rules.Change,
) (*httpkit.Reply[Registration], error) {
	return p.onRegistration(
		ctx,
		auth,
		"changed",
		func(tx pgx.Tx, s *rules.Slot, r registrationRow) error {
			if err := httpkit.Matches(ifMatch, r.version); err != nil {
				return err
			}
			switch {
			case r.status != "registered", !s.Now.Before(s.Starts):
				return problem.New(problem.Closed)
			case in.Guests > s.Activity.MaxGuests && in.Guests > r.seats-1:
				return problem.WithFields(problem.Field{Name: "guests", Code: problem.Choice})
			}
			more := 1 + in.Guests - r.seats
			if more > 0 && s.Free() < more {
				return problem.NoRoom(s.Free())
			}
			if err := p.rewrite(ctx, tx, s, r, in); err != nil {
				return err
			}
			if more < 0 {
				return p.release(ctx, tx, s, -more)
			}
			s.Taken += more
			return nil
		},
	)
}

func (p *Places) rewrite(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
	in rules.Change,
) error {
	who := sealed{Name: in.Name, Email: in.Email, Phone: in.Phone}
	if s.Activity.AskSupport {
		who.Support = in.Support
	}
	if s.Activity.AskDiet {
		who.Diet = in.Diet
	}
	doc := r.doc
	doc.Reminder, doc.NoMail = in.Reminder, r.doc.NoMail && in.Email != ""
	k := p.keysOf(s.ID, who)
	taken, err := p.presentBeside(ctx, tx, k, r.id)
	if err != nil {
		return err
	}
	// the answer must not tell who has a place: the change is kept, only the look-up by name is the
	// other's
	if taken {
		k.nameEmail, k.namePhone = nil, nil
	}
	_, err = tx.Exec(
		ctx, `
		update registration set seats = $2, email_key = $3, phone_key = $4, name_email_key = $5,
			name_phone_key = $6,
		sealed = $7, doc = $8, version = version + 1, updated_at = $9 where id = $1`,
		r.id,
		1+in.Guests,
		k.email,
		k.phone,
		k.nameEmail,
		k.namePhone,
		p.Keys.Seal("registration", r.id, db.JSON(who)),
		db.JSON(doc),
		s.Now,
	)
	if err != nil || tidyEmail(who.Email) == tidyEmail(r.who.Email) {
		return err
	}
	// what has not gone out yet must not reach the old address
	if err := p.Mail.Forget(ctx, tx, r.id); err != nil {
		return err
	}
	if r.who.Email != "" {
		if err := p.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:       mail.AddressRemoved,
			To:         r.who.Email,
			Occurrence: s.ID,
			Cause:      r.id,
			Data:       struct{}{},
			Limited:    true,
		}); err != nil {
			return err
		}
	}
	return p.write(ctx, tx, mail.Mail{
		Kind:       mail.SignedUp,
		To:         who.Email,
		Occurrence: s.ID,
		Cause:      r.id,
		Limited:    true,
	}, doc.NoMail)
}

// registration is what the holder of the link sees.
func (p *Places) registration(ctx context.Context, auth string) (out Registration, err error) {
	id, _, err := p.byToken(ctx, p.Pool, "registration", RegistrationToken, auth)
	if err != nil {
		return out, err
	}
	return p.registrationByID(ctx, p.Pool, id)
}

func (p *Places) registrationByID(
	ctx context.Context,
	q db.Querier,
	id string,
) (out Registration, err error) {
	r, err := p.loadRegistration(ctx, q, "id = $1", id)
	if err != nil {
		return out, err
	}
	s, err := p.Peek(ctx, q, r.occurrence)
	if err != nil {
		return out, err
	}
	return p.registrationView(ctx, q, r, s)
}

func (p *Places) registrationView(
	ctx context.Context,
	q db.Querier,
	r registrationRow,
	s *rules.Slot,
) (Registration, error) {
	h := p.House(ctx)
	line, list, err := LineOf(ctx, q, s)
	if err != nil {
		return Registration{}, err
	}
	before := s.Now.Before(s.Starts)
	out := Registration{
		Status:      r.status,
		Date:        line,
		SessionList: list,
		Place:       h.Place(line.Room),
		Name:        r.who.Name,
		Email:       r.who.Email,
		Phone:       house.ShowPhone(r.who.Phone),
		NoMail:      r.doc.NoMail,
		ForOther:    r.doc.ForOther,
		Guests:      r.seats - 1,
		MaxGuests:   max(s.Activity.MaxGuests, r.seats-1),
		FirstTime:   r.doc.FirstTime,
		AskSupport:  s.Activity.AskSupport,
		Support:     r.who.Support,
		AskDiet:     s.Activity.AskDiet,
		Diet:        r.who.Diet,
		Reminder:    r.doc.Reminder,
		Consent: ConsentSeen{
			Text: rules.ConsentText(r.doc.ConsentVersion),
			At:   clock.Moment(r.doc.ConsentAt),
		},
		Source:      r.doc.Source,
		KeptUntil:   rules.DayOf(s.Ends.AddDate(0, 0, h.Keep.RegistrationDays)),
		SupportDays: h.Keep.SupportDays,
		CanCancel:   before && r.status == "registered",
		CanChange:   before && r.status == "registered",
		Version:     r.version,
	}
	if r.who.Support != "" || r.who.Diet != nil {
		out.SupportUntil = rules.DayOf(s.Ends.AddDate(0, 0, h.Keep.SupportDays))
	}
	if r.status == "cancelled" && before {
		if until := r.cancelledAt.Add(restoreWithin); s.Now.Before(until) && s.Free() >= r.seats {
			out.RestoreUntil = clock.Moment(until)
		}
	}
	return out, nil
}
