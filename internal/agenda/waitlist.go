package agenda

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// join puts somebody on the waitlist by its own form.
//
// Problems: not_found, gone, closed, conflict (there is a place: sign up), waitlist_full, invalid
// (guests).
func (a *Agenda) join(
	ctx context.Context,
	occurrence string,
	in JoinWaitlist,
) (*httpkit.Reply[Outcome], error) {
	subject := ""
	return act(ctx, a, occurrence, func(tx pgx.Tx, s *slot) (err error) {
		if err := s.bookable(in.Guests); err != nil {
			return err
		}
		if s.free() >= 1+in.Guests {
			return problem.New(problem.Conflict)
		}
		subject, err = a.wait(ctx, tx, s, in, false)
		return err
	}, func(pgx.Tx, *slot) (httpkit.Answer[Outcome], error) {
		flash := httpkit.Flash{Name: in.Name, Kind: "waiting", Way: in.PreferredWay}
		return httpkit.Answer[Outcome]{
			Status:  http.StatusCreated,
			Body:    Outcome{Status: "waiting"},
			Subject: subject,
			Flash:   flash,
		}, nil
	})
}

// asWaiting is the waitlist form that a full sign-up form amounts to (agenda.md 4.2); the sign-up's
// consent covers it.
func (in SignUp) asWaiting(way string) JoinWaitlist {
	soon := true
	if way != "mail" {
		way = "phone"
	}
	return JoinWaitlist{
		Person:         in.Person,
		PreferredWay:   way,
		ShortNotice:    &soon,
		Guests:         in.Guests,
		Consent:        true,
		ConsentVersion: in.ConsentVersion,
	}
}

// wait stores the entry with its mail. Somebody who has a place gets M2, somebody who waits already
// M6; neither a second row.
func (a *Agenda) wait(
	ctx context.Context,
	tx pgx.Tx,
	s *slot,
	in JoinWaitlist,
	noMail bool,
) (string, error) {
	if !s.waitlistOpen() {
		return "", problem.New(problem.WaitlistFull)
	}
	who := sealed{Name: in.Name, Email: in.Email, Phone: in.Phone}
	k := a.keysOf(s.id, who)
	id, err := a.present(ctx, tx, k)
	if err != nil {
		return "", err
	}
	if id != "" {
		return id, a.remind(ctx, tx, id)
	}
	id = db.NewID("wle")
	tag, err := tx.Exec(
		ctx, `
		insert into waitlist_entry (id, occurrence_id, state, seats, way, email_key, phone_key,
			name_email_key, name_phone_key,
			token_hash, token_key, sealed, doc, created_at, updated_at)
		values ($1, $2, 'waiting', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
			$13) on conflict do nothing`,
		id, s.id, 1+in.Guests, in.PreferredWay, k.email, k.phone, k.nameEmail, k.namePhone,
		privacy.TokenHash(a.Keys.Token(entryToken, id, 1)),
		a.Keys.TokenKeyID(),
		a.Keys.Seal("waitlist_entry", id, db.JSON(who)),
		db.JSON(entryDoc{
			ShortNotice:    *in.ShortNotice,
			ConsentVersion: in.ConsentVersion,
			ConsentAt:      s.now,
			Source:         "site",
		}),
		s.now,
	)
	if err != nil {
		return "", err
	}
	if tag.RowsAffected() == 0 {
		if err := tx.QueryRow(ctx, waitingEntry, s.id, k.nameEmail, k.namePhone).Scan(
			&id,
		); err != nil {
			return "", err
		}
		e, err := a.loadEntry(ctx, tx, "id = $1", id)
		if err != nil {
			return "", err
		}
		// to its own address, as M2
		return id, a.write(ctx, tx, mail.M6, s.id, id, e.who.Email, noMail, true)
	}
	if s.waiting++; s.waiting == 1 { // the first to wait: at the start nobody waits any more
		if err := a.Jobs.Insert(ctx, tx, settleJob{s.id}, s.joinUntil); err != nil {
			return "", err
		}
	}
	return id, a.write(ctx, tx, mail.M5, s.id, id, in.Email, noMail, true)
}

const waitingEntry = `
	select id from waitlist_entry where occurrence_id = $1 and state in ('waiting', 'offered')
	and (name_email_key = $2 or name_phone_key = $3) order by position limit 1`

// leaveForPlace takes somebody who now has a place off the list; an open offer of theirs goes to
// the next person. Name and number are enough only where the entry has no address: somebody else
// may know both.
func (a *Agenda) leaveForPlace(ctx context.Context, tx pgx.Tx, s *slot, k keys) error {
	if s.waiting == 0 {
		return nil
	}
	rows, err := tx.Query(
		ctx, `
		update waitlist_entry set state = 'accepted', version = version + 1, updated_at = $4
		where occurrence_id = $1 and state in ('waiting', 'offered')
			and (name_email_key = $2 or name_phone_key = $3 and email_key is null) returning id`,
		s.id,
		k.nameEmail,
		k.namePhone,
		s.now,
	)
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, id := range ids {
		s.waiting--
		if err := a.endOffersOf(ctx, tx, s, id, "ended"); err != nil {
			return err
		}
	}
	return nil
}

// endOffersOf ends the open offer of an entry, if it has one.
func (a *Agenda) endOffersOf(ctx context.Context, tx pgx.Tx, s *slot, entry, state string) error {
	var offer string
	err := tx.QueryRow(
		ctx, `
		select coalesce((select id from offer where entry_id = $1 and state = 'open'), '')`,
		entry,
	).Scan(
		&offer,
	)
	if err != nil || offer == "" {
		return err
	}
	return a.endOffer(ctx, tx, s, offer, state)
}

// leave takes the holder off the list. Without an open offer that frees nothing; with one it counts
// as no.
func (a *Agenda) leave(ctx context.Context, auth string) (*httpkit.Reply[Entry], error) {
	id, occurrence, err := a.byToken(ctx, a.Pool, "waitlist_entry", entryToken, auth)
	if err != nil {
		return nil, err
	}
	return act(ctx, a, occurrence, func(tx pgx.Tx, s *slot) error {
		e, err := a.loadEntry(ctx, tx, "id = $1", id)
		if err != nil || e.state != "waiting" && e.state != "offered" {
			return err
		}
		s.waiting--
		if err := a.setEntry(ctx, tx, s, id, "left"); err != nil {
			return err
		}
		return a.endOffersOf(ctx, tx, s, id, "declined")
	}, a.viewEntry(ctx, id, "left", new(bool)))
}

func (a *Agenda) setEntry(ctx context.Context, tx pgx.Tx, s *slot, id, state string) error {
	_, err := tx.Exec(
		ctx, `
		update waitlist_entry set state = $2, version = version + 1, updated_at = $3 where id = $1`,
		id,
		state,
		s.now,
	)
	return err
}

// viewEntry answers with the entry as it is now.
func (a *Agenda) viewEntry(
	ctx context.Context,
	id, kind string,
	late *bool,
) func(pgx.Tx, *slot) (httpkit.Answer[Entry], error) {
	return func(tx pgx.Tx, s *slot) (httpkit.Answer[Entry], error) {
		e, err := a.loadEntry(ctx, tx, "id = $1", id)
		if err != nil {
			return httpkit.Answer[Entry]{}, err
		}
		body, err := a.entryView(ctx, tx, e, s)
		body.Late = *late
		if *late {
			kind = "late"
		}
		return httpkit.Answer[Entry]{
			Status:  http.StatusOK,
			Body:    body,
			Subject: id,
			Flash:   httpkit.Flash{Name: e.who.Name, Kind: kind, Way: e.way},
		}, err
	}
}
