package agenda

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// restoreWithin is how long "Toch komen?" stands after cancelling.
const restoreWithin = 10 * time.Minute

// onRegistration runs do on the holder's registration, under the lock of its occurrence.
func (a *Agenda) onRegistration(
	ctx context.Context,
	auth, kind string,
	do func(pgx.Tx, *slot, registrationRow) error,
) (*httpkit.Reply[Registration], error) {
	id, occurrence, err := a.byToken(ctx, a.Pool, "registration", registrationToken, auth)
	if err != nil {
		return nil, err
	}
	return act(ctx, a, occurrence, func(tx pgx.Tx, s *slot) error {
		r, err := a.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return err
		}
		return do(tx, s, r)
	}, func(tx pgx.Tx, s *slot) (out httpkit.Answer[Registration], err error) {
		r, err := a.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return out, err
		}
		body, err := a.registrationView(ctx, tx, r, s)
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
func (a *Agenda) cancel(ctx context.Context, auth string) (*httpkit.Reply[Registration], error) {
	return a.onRegistration(
		ctx,
		auth,
		"cancelled",
		func(tx pgx.Tx, s *slot, r registrationRow) error {
			return a.giveBack(ctx, tx, s, r)
		},
	)
}

func (a *Agenda) giveBack(ctx context.Context, tx pgx.Tx, s *slot, r registrationRow) error {
	switch {
	case r.status == "cancelled":
		return nil
	case r.status != "registered", !s.now.Before(s.starts):
		return problem.New(problem.Closed)
	}
	if _, err := tx.Exec(
		ctx, `
		update registration set status = 'cancelled', cancelled_at = $2, version = version + 1,
			updated_at = $2,
		doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1)) where id = $1`,
		r.id,
		s.now,
	); err != nil {
		return err
	}
	if err := a.release(ctx, tx, s, r.seats); err != nil {
		return err
	}
	if r.who.Email == "" {
		return nil
	}
	return a.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       mail.M10,
		To:         r.who.Email,
		Occurrence: s.id,
		Cause:      r.id,
		Data:       calendarMail{Registration: r.id, Sequence: r.doc.Sequence + 1},
		Limited:    true,
	})
}

// calendarMail is what the job of an M10 carries: enough to write its calendar file after the
// registration is gone.
type calendarMail struct {
	Registration string `json:"registration"`
	Sequence     int    `json:"sequence"`
}

// restore takes a cancelled place back within ten minutes, when nobody else has it by then.
//
// Problems: not_found, closed (too late), full.
func (a *Agenda) restore(ctx context.Context, auth string) (*httpkit.Reply[Registration], error) {
	return a.onRegistration(
		ctx,
		auth,
		"restored",
		func(tx pgx.Tx, s *slot, r registrationRow) error {
			if r.status == "registered" {
				return nil
			}
			if r.status != "cancelled" || !s.now.Before(s.starts) ||
				s.now.After(r.cancelledAt.Add(restoreWithin)) {
				return problem.New(problem.Closed)
			}
			if id, err := a.present(ctx, tx, a.keysOf(s.id, r.who)); err != nil || id != "" {
				return orClosed(err) // signed up again meanwhile
			}
			if s.free() < r.seats {
				return problem.NoRoom(s.free())
			}
			if _, err := tx.Exec(
				ctx, `
			update registration set status = 'registered', cancelled_at = null,
				version = version + 1, updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1)) where id = $1`,
				r.id,
				s.now,
			); err != nil {
				return err
			}
			s.taken += r.seats
			if err := a.leaveForPlace(ctx, tx, s, a.keysOf(s.id, r.who)); err != nil {
				return err
			}
			return a.write(ctx, tx, mail.M1, s.id, r.id, r.who.Email, r.doc.NoMail, true)
		},
	)
}

func orClosed(err error) error {
	if err != nil {
		return err
	}
	return problem.New(problem.Closed)
}

// change replaces the whole changeable set. A new address gets M1, the old one M3.
//
// Problems: not_found, precondition_required, precondition_failed, invalid, closed (started), full
// (more guests than fit).
func (a *Agenda) change(
	ctx context.Context,
	auth, ifMatch string,
	in Change,
) (*httpkit.Reply[Registration], error) {
	return a.onRegistration(
		ctx,
		auth,
		"changed",
		func(tx pgx.Tx, s *slot, r registrationRow) error {
			if err := httpkit.Matches(ifMatch, r.version); err != nil {
				return err
			}
			switch {
			case r.status != "registered", !s.now.Before(s.starts):
				return problem.New(problem.Closed)
			case in.Guests > s.activity.MaxGuests && in.Guests > r.seats-1:
				return problem.WithFields(problem.Field{Name: "guests", Code: problem.Choice})
			}
			more := 1 + in.Guests - r.seats
			if more > 0 && s.free() < more {
				return problem.NoRoom(s.free())
			}
			if err := a.rewrite(ctx, tx, s, r, in); err != nil {
				return err
			}
			if more < 0 {
				return a.release(ctx, tx, s, -more)
			}
			s.taken += more
			return nil
		},
	)
}

func (a *Agenda) rewrite(
	ctx context.Context,
	tx pgx.Tx,
	s *slot,
	r registrationRow,
	in Change,
) error {
	who := sealed{Name: in.Name, Email: in.Email, Phone: in.Phone}
	if s.activity.AskSupport {
		who.Support = in.Support
	}
	if s.activity.AskDiet {
		who.Diet = in.Diet
	}
	doc := r.doc
	doc.Reminder, doc.NoMail = in.Reminder, r.doc.NoMail && in.Email != ""
	k := a.keysOf(s.id, who)
	taken, err := a.presentBeside(ctx, tx, k, r.id)
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
		a.Keys.Seal("registration", r.id, db.JSON(who)),
		db.JSON(doc),
		s.now,
	)
	if err != nil || tidyEmail(who.Email) == tidyEmail(r.who.Email) {
		return err
	}
	// what has not gone out yet must not reach the old address
	if err := a.Mail.Forget(ctx, tx, r.id); err != nil {
		return err
	}
	if r.who.Email != "" {
		if err := a.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:       mail.M3,
			To:         r.who.Email,
			Occurrence: s.id,
			Cause:      r.id,
			Data:       struct{}{},
			Limited:    true,
		}); err != nil {
			return err
		}
	}
	return a.write(ctx, tx, mail.M1, s.id, r.id, who.Email, doc.NoMail, true)
}

// registration is what the holder of the link sees.
func (a *Agenda) registration(ctx context.Context, auth string) (out Registration, err error) {
	id, _, err := a.byToken(ctx, a.Pool, "registration", registrationToken, auth)
	if err != nil {
		return out, err
	}
	return a.registrationByID(ctx, a.Pool, id)
}

func (a *Agenda) registrationByID(
	ctx context.Context,
	q db.Querier,
	id string,
) (out Registration, err error) {
	r, err := a.loadRegistration(ctx, q, "id = $1", id)
	if err != nil {
		return out, err
	}
	s, err := a.peek(ctx, q, r.occurrence)
	if err != nil {
		return out, err
	}
	return a.registrationView(ctx, q, r, s)
}

func (a *Agenda) registrationView(
	ctx context.Context,
	q db.Querier,
	r registrationRow,
	s *slot,
) (Registration, error) {
	h := a.House(ctx)
	line, list, err := a.lineOf(ctx, q, s)
	if err != nil {
		return Registration{}, err
	}
	before := s.now.Before(s.starts)
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
		MaxGuests:   max(s.activity.MaxGuests, r.seats-1),
		FirstTime:   r.doc.FirstTime,
		AskSupport:  s.activity.AskSupport,
		Support:     r.who.Support,
		AskDiet:     s.activity.AskDiet,
		Diet:        r.who.Diet,
		Reminder:    r.doc.Reminder,
		Consent: ConsentSeen{
			Text: consentText(r.doc.ConsentVersion),
			At:   moment(r.doc.ConsentAt),
		},
		Source:      r.doc.Source,
		KeptUntil:   dayOf(s.ends.AddDate(0, 0, h.Keep.RegistrationDays)),
		SupportDays: h.Keep.SupportDays,
		CanCancel:   before && r.status == "registered",
		CanChange:   before && r.status == "registered",
		Version:     r.version,
	}
	if r.who.Support != "" || r.who.Diet != nil {
		out.SupportUntil = dayOf(s.ends.AddDate(0, 0, h.Keep.SupportDays))
	}
	if r.status == "cancelled" && before {
		if until := r.cancelledAt.Add(restoreWithin); s.now.Before(until) && s.free() >= r.seats {
			out.RestoreUntil = moment(until)
		}
	}
	return out, nil
}

// entry is what the holder of a waitlist link sees.
func (a *Agenda) entry(ctx context.Context, auth string) (out Entry, err error) {
	id, _, err := a.byToken(ctx, a.Pool, "waitlist_entry", entryToken, auth)
	if err != nil {
		return out, err
	}
	// one picture of entry, date and offer: an offer that ends in between must not look like a dead
	// link
	err = pgx.BeginTxFunc(
		ctx,
		a.Pool,
		pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error {
			e, err := a.loadEntry(ctx, tx, "id = $1", id)
			if err != nil {
				return err
			}
			s, err := a.peek(ctx, tx, e.occurrence)
			if err != nil {
				return err
			}
			out, err = a.entryView(ctx, tx, e, s)
			return err
		},
	)
	return out, db.Problem(err)
}

// entryView tells the state as the clock says it, also when the job that writes it down is still on
// its way.
func (a *Agenda) entryView(ctx context.Context, q db.Querier, e entryRow, s *slot) (Entry, error) {
	h := a.House(ctx)
	line, _, err := a.lineOf(ctx, q, s)
	if err != nil {
		return Entry{}, err
	}
	out := Entry{
		State:        e.state,
		Date:         line,
		Place:        h.Place(line.Room),
		Name:         e.who.Name,
		PreferredWay: e.way,
		ShortNotice:  e.doc.ShortNotice,
		Guests:       e.seats - 1,
		KeptUntil:    dayOf(s.ends.AddDate(0, 0, h.Keep.WaitlistDays)),
	}
	if (e.state == "waiting" || e.state == "offered") && !s.now.Before(s.joinUntil) {
		out.State = "closed"
		return out, nil
	}
	if e.state == "offered" {
		if err := a.seeOffer(ctx, q, e, s.now, &out); err != nil {
			return out, err
		}
	}
	if out.State == "waiting" || out.State == "offered" {
		var ahead int
		err = q.QueryRow(ctx, `
			select count(*) from waitlist_entry where occurrence_id = $1 and state in ('waiting',
				'offered') and position < $2`, e.occurrence, e.position).Scan(&ahead)
		out.Ahead = ahead / 5 * 5
	}
	return out, err
}

func (a *Agenda) seeOffer(
	ctx context.Context,
	q db.Querier,
	e entryRow,
	now time.Time,
	out *Entry,
) error {
	var o OfferSeen
	var way string
	var until time.Time
	err := q.QueryRow(ctx, `
		select id, way, seats, until from offer where entry_id = $1 and state = 'open'`, e.id).Scan(
		&o.ID,
		&way,
		&o.Seats,
		&until,
	)
	if err != nil {
		return err
	}
	if way == "mail" && !now.Before(until) { // over; the job is on its way
		out.State = "waiting"
		if e.doc.ExpiredOnce {
			out.State = "expired"
		}
		return nil
	}
	o.Until = moment(until)
	out.Offer, out.CanDefer = &o, !e.doc.DeferredUsed
	return nil
}
