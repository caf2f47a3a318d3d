package places

import (
	"bytes"
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
	AskReminder  bool                `json:"askReminder" doc:"false: it is too late to change that"`
	RemindOn     string              `json:"remindOn" format:"date" doc:"the day of the last reminder"`
	Consent      ConsentSeen         `json:"consent"`
	Source       string              `json:"source"                 enum:"site,telefoon,balie"`
	KeptUntil    string              `json:"keptUntil"                                                                                                                                                         format:"date"`
	SupportUntil string              `json:"supportUntil,omitempty"                                                              doc:"support needs and diet are kept until then; absent when there are none"  format:"date"`
	SupportDays  int                 `json:"supportDays"                                                                         doc:"support needs and diet are erased this many days after the last session"`
	CanCancel    bool                `json:"canCancel"`
	CanChange    bool                `json:"canChange"`
	RestoreUntil string              `json:"restoreUntil,omitempty"                                                              doc:"until then a cancelled place can be taken back"                          format:"date-time"`
	Version      int                 `json:"version"`
	Proven       bool                `json:"proven"                                                                              doc:"this link was mailed to the address: erasing takes everything of the address, else this sign-up alone"`
	LinkUntil    string              `json:"linkUntil,omitempty"                                                                 doc:"until then this link works; absent: as long as the sign-up is kept"      format:"date-time"`
	Link         string              `json:"link,omitempty"                                                                      doc:"in the answer to a new address: the secret with which the page goes on"`
}

// ConsentSeen is what somebody agreed with, and when.
type ConsentSeen struct {
	Version string `json:"version"`
	Text    string `json:"text"`
	At      string `json:"at"      format:"date-time"`
}

func consentSeen(version string, at time.Time) ConsentSeen {
	return ConsentSeen{
		Version: version,
		Text:    rules.ConsentText(version),
		At:      clock.Moment(at),
	}
}

// restoreWithin is how long "Toch komen?" stands after cancelling.
const restoreWithin = 10 * time.Minute

// held is a registration in the hand of whoever has a link to it.
type held struct {
	registrationRow
	link ownLink
	next string // the secret with which the page goes on, when the link just ended
}

// press is what a holder does: by which kind of link, and the word of it for the next page.
type press struct{ prefix, auth, kind string }

func pressed(auth, kind string) press { return press{RegistrationToken, auth, kind} }

// onRegistration runs do on the holder's registration, under the lock of its occurrence.
func (p *Places) onRegistration(
	ctx context.Context,
	by press,
	do func(pgx.Tx, *rules.Slot, *held) error,
) (*httpkit.Reply[Registration], error) {
	first, err := p.byLink(ctx, p.Pool, by.prefix, by.auth)
	if err != nil {
		return nil, err
	}
	id, next := first.row, ""
	return act(ctx, p, first.occurrence, func(tx pgx.Tx, s *rules.Slot) (err error) {
		var h held
		// again, under the lock: a new address ends the link
		if h.link, err = p.byLink(ctx, tx, by.prefix, by.auth); err != nil {
			return err
		}
		if err = p.prove(ctx, tx, by.prefix, h.link); err != nil {
			return err
		}
		if h.registrationRow, err = p.loadRegistration(ctx, tx, "id = $1", id); err != nil {
			return err
		}
		err = do(tx, s, &h)
		next = h.next
		return err
	}, func(tx pgx.Tx, s *rules.Slot) (out httpkit.Answer[Registration], err error) {
		r, err := p.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return out, err
		}
		body, err := p.registrationView(ctx, tx, r, s)
		body.Link, body.Proven = next, next == "" && len(first.mailedTo) > 0
		flash := httpkit.Flash{
			Name: r.who.Name,
			Kind: by.kind,
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
		pressed(auth, "cancelled"),
		func(tx pgx.Tx, s *rules.Slot, r *held) error {
			return p.giveBack(ctx, tx, s, r.registrationRow, 0)
		},
	)
}

// giveBack cancels a sign-up; its mail waits for hold.
func (p *Places) giveBack(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
	hold time.Duration,
) error {
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
		Limited:    hold == 0,
		Hold:       hold,
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
// Problems: not_found, closed (too late, or the date does not happen), full.
func (p *Places) restore(ctx context.Context, auth string) (*httpkit.Reply[Registration], error) {
	return p.onRegistration(
		ctx,
		pressed(auth, "restored"),
		func(tx pgx.Tx, s *rules.Slot, r *held) error {
			if r.status == "registered" {
				return nil
			}
			if r.status != "cancelled" || s.Status == "cancelled" || !s.Now.Before(s.Starts) ||
				s.Now.After(r.cancelledAt.Add(restoreWithin)) {
				return problem.New(problem.Closed)
			}
			k := p.keysOf(s.ID, r.who)
			there, err := p.presentBeside(ctx, tx, k, r.id)
			if err != nil {
				return err
			}
			// A name and address that were typed in later may be somebody else's: the answer must
			// not tell who has a place, nor take anybody off the list.
			own := k.email != nil && bytes.Equal(r.link.mailedTo, k.email)
			if there && own { // signed up again meanwhile
				return problem.New(problem.Closed)
			}
			if s.Free() < r.seats {
				return problem.NoRoom(s.Free())
			}
			if _, err := tx.Exec(
				ctx, `
			update registration set status = 'registered', cancelled_at = null,
				version = version + 1, updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1)),
				name_email_key = case when not $3 then name_email_key end,
				name_phone_key = case when not $3 then name_phone_key end
			where id = $1`,
				r.id,
				s.Now,
				there,
			); err != nil {
				return err
			}
			s.Taken += r.seats
			if own {
				if err := p.leaveForPlace(ctx, tx, s, k); err != nil {
					return err
				}
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

// change replaces the whole changeable set. A new address ends every link; see moveTo.
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
		pressed(auth, "changed"),
		func(tx pgx.Tx, s *rules.Slot, r *held) error {
			if err := httpkit.Matches(ifMatch, r.version); err != nil {
				return err
			}
			if r.status != "registered" || !s.Now.Before(s.Starts) {
				return problem.New(problem.Closed)
			}
			return p.applyChange(ctx, tx, s, r, in)
		},
	)
}

// applyChange writes the whole changeable set, and takes or gives back places for guests.
func (p *Places) applyChange(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r *held,
	in rules.Change,
) error {
	if in.Guests > s.Activity.MaxGuests && in.Guests > r.seats-1 {
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
}

func (p *Places) rewrite(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r *held,
	in rules.Change,
) error {
	who := sealed{Name: in.Name, Email: in.Email, Phone: in.Phone}
	if s.Activity.AskSupport {
		who.Support = in.Support
	}
	if s.Activity.AskDiet {
		who.Diet = in.Diet
	}
	next := r.registrationRow
	next.who, next.seats = who, 1+in.Guests
	next.doc.NoMail = r.doc.NoMail && in.Email != ""
	moved := tidyEmail(who.Email) != tidyEmail(r.who.Email)
	next.doc.Proven = r.doc.Proven && !moved
	if may, err := p.canRemind(ctx, tx, s); err != nil {
		return err
	} else if may { // else it stays as it was
		next.doc.Reminder = in.Reminder
	}
	if err := p.keep(ctx, tx, s, next); err != nil {
		return err
	}
	if renamed(who, r.who) {
		if err := p.nameApart(ctx, tx, r.id, ""); err != nil {
			return err
		}
	}
	if !moved {
		return nil
	}
	return p.moveTo(ctx, tx, s, move{held: r, to: next})
}

// keep writes down what a registration is now.
func (p *Places) keep(ctx context.Context, tx pgx.Tx, s *rules.Slot, r registrationRow) error {
	// said again after the term, they are wiped again
	r.doc.NeedsGone = r.doc.NeedsGone && r.who.Support == "" && r.who.Diet == nil
	k := p.keysOf(s.ID, r.who)
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
			name_phone_key = $6, first_key = $10,
			sealed = $7, doc = $8, earlier = null, version = version + 1, updated_at = $9
		where id = $1`,
		r.id,
		r.seats,
		k.email,
		k.phone,
		k.nameEmail,
		k.namePhone,
		p.Keys.Seal("registration", r.id, db.JSON(r.who)),
		db.JSON(r.doc),
		s.Now,
		k.first,
	)
	return err
}

// registration is what the holder of the link sees.
func (p *Places) registration(ctx context.Context, auth string) (out Registration, err error) {
	link, err := p.byLink(ctx, p.Pool, RegistrationToken, auth)
	if err != nil {
		return out, err
	}
	out, err = p.registrationByID(ctx, p.Pool, link.row)
	out.Proven = len(link.mailedTo) > 0
	out.LinkUntil = link.worksUntil()
	return out, err
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
	keep := h.KeepFor(r.createdAt)
	before, remind := s.Now.Before(s.Starts), RemindFrom(list)
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
		AskReminder: s.Now.Before(remind),
		RemindOn:    rules.DayOf(remind),
		Consent:     consentSeen(r.doc.ConsentVersion, r.doc.ConsentAt),
		Source:      r.doc.Source,
		KeptUntil:   rules.DayOf(s.Ends.AddDate(0, 0, keep.RegistrationDays)),
		SupportDays: keep.SupportDays,
		CanCancel:   before && r.status == "registered",
		CanChange:   before && r.status == "registered",
		Version:     r.version,
	}
	if r.who.Support != "" || r.who.Diet != nil {
		out.SupportUntil = rules.DayOf(s.Ends.AddDate(0, 0, keep.SupportDays))
	}
	if r.status == "cancelled" && s.Status != "cancelled" && before {
		if until := r.cancelledAt.Add(restoreWithin); s.Now.Before(until) && s.Free() >= r.seats {
			out.RestoreUntil = clock.Moment(until)
		}
	}
	if r.status == "registered" && !s.Now.Before(s.Ends) {
		was, err := presenceOf(ctx, q, r.id)
		switch {
		case err != nil:
			return out, err
		case was.Attended:
			out.Status = "attended"
		case was.Absent:
			out.Status = "absent"
		}
	}
	return out, nil
}
