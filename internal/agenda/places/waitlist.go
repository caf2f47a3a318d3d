package places

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
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
func (p *Places) join(
	ctx context.Context,
	occurrence string,
	in rules.JoinWaitlist,
) (*httpkit.Reply[Outcome], error) {
	subject := ""
	return act(ctx, p, occurrence, func(tx pgx.Tx, s *rules.Slot) (err error) {
		if err := s.Bookable(in.Guests); err != nil {
			return err
		}
		if s.Free() >= 1+in.Guests {
			return problem.New(problem.Conflict)
		}
		subject, err = p.wait(ctx, tx, s, in, desk{source: "site"})
		return err
	}, func(pgx.Tx, *rules.Slot) (httpkit.Answer[Outcome], error) {
		flash := httpkit.Flash{Name: in.Name, Kind: "waiting", Way: in.PreferredWay}
		return httpkit.Answer[Outcome]{
			Status:  http.StatusCreated,
			Body:    Outcome{Status: "waiting"},
			Subject: subject,
			Flash:   flash,
		}, nil
	})
}

// wait stores the entry with its mail. Somebody who has a place gets mail.SignedUpBefore, somebody
// who waits already mail.OnListBefore; neither a second row.
func (p *Places) wait(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	in rules.JoinWaitlist,
	by desk,
) (string, error) {
	if !s.WaitlistOpen() {
		return "", problem.New(problem.WaitlistFull)
	}
	k := p.keysOf(s.ID, sealed{Name: in.Name, Email: in.Email, Phone: in.Phone})
	before, err := p.presentRow(ctx, tx, k)
	if err != nil {
		return "", err
	}
	var id string
	waits := false
	if err := aside(ctx, tx, s, func(tx pgx.Tx) (keep bool, err error) {
		var isNew bool
		if id, isNew, err = p.insertEntry(ctx, tx, s, in, by); err != nil {
			return false, err
		}
		if waits = !isNew; waits {
			twin := by
			twin.twin = true
			_, _, err = p.insertEntry(ctx, tx, s, in, twin)
		} else {
			_, err = p.present(ctx, tx, k) // for the insert that was refused
		}
		// the first: at the start nobody waits any more
		if s.Waiting++; err == nil && s.Waiting == 1 {
			err = p.wakeAt(ctx, tx, s.ID, s.JoinUntil)
		}
		return !waits && before.id == "", err
	}); err != nil {
		return "", err
	}
	e, err := p.waitingRow(ctx, tx, s, k)
	if err != nil {
		return "", err
	}
	m := mail.Mail{
		Kind:       mail.OnList,
		To:         in.Email,
		Occurrence: s.ID,
		Cause:      id,
		Limited:    by.hold == 0,
		Hold:       by.hold,
	}
	switch {
	case before.id != "":
		return before.id, p.writeAlike(ctx, tx, s, unless(before.doc.NoMail, remindOf(before)), m)
	case waits: // to its own address, as mail.SignedUpBefore
		again := m
		again.Kind, again.To, again.Cause = mail.OnListBefore, e.who.Email, e.id
		again.Limited, again.Hold = true, 0
		return e.id, p.writeAlike(ctx, tx, s, unless(by.noMail, again), m)
	}
	return id, p.writeAlike(ctx, tx, s, unless(by.noMail, m), m)
}

// insertEntry stores the row of somebody who waits; isNew is false, and nothing stored, when they
// wait already.
func (p *Places) insertEntry(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	in rules.JoinWaitlist,
	by desk,
) (id string, isNew bool, err error) {
	who := sealed{Name: in.Name, Email: in.Email, Phone: in.Phone}
	k := p.keysOf(s.ID, who)
	if by.twin {
		k.nameEmail, k.namePhone = nil, nil
	}
	id = db.NewID("wle")
	tag, err := tx.Exec(
		ctx, `
		with stored as (
			insert into waitlist_entry (id, occurrence_id, state, seats, way, email_key, phone_key,
				name_email_key, name_phone_key, sealed, doc, created_at, updated_at)
			values ($1, $2, 'waiting', $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
			on conflict do nothing
			returning id, email_key
		)
		insert into own_link (id, entry_id, token_hash, token_key, mailed_to, created_at)
		select id, id, $12, $13, email_key, $11 from stored`,
		id, s.ID, 1+in.Guests, in.PreferredWay, k.email, k.phone, k.nameEmail, k.namePhone,
		p.Keys.Seal("waitlist_entry", id, db.JSON(who)),
		db.JSON(entryDoc{
			ShortNotice:    *in.ShortNotice,
			ConsentVersion: in.ConsentVersion,
			ConsentAt:      s.Now,
			Source:         cmp.Or(by.source, "site"),
			BesideFree:     s.Free() > 0,
		}),
		s.Now,
		privacy.TokenHash(p.Keys.Token(EntryToken, id, 1)),
		p.Keys.TokenKeyID(),
	)
	return id, err == nil && tag.RowsAffected() == 1, err
}

// waitingRow is the entry of this person that waits; without an id when there is none.
func (p *Places) waitingRow(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	k keys,
) (e entryRow, err error) {
	var doc, box []byte
	err = tx.QueryRow(ctx, `
		select `+entryColumns+` from waitlist_entry
		where occurrence_id = $1 and state in ('waiting', 'offered')
			and (name_email_key = $2 or name_phone_key = $3 and email_key is null)
		order by position limit 1`, s.ID, k.nameEmail, k.namePhone).
		Scan(e.columns(&doc, &box)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return entryRow{}, nil
	}
	if err != nil {
		return e, err
	}
	return e, p.unseal(sealedRow{"waitlist_entry", e.id, doc, box}, &e.doc, &e.who)
}

// leaveForPlace takes somebody who now has a place off the list; an open offer of theirs goes to
// the next person.
func (p *Places) leaveForPlace(ctx context.Context, tx pgx.Tx, s *rules.Slot, k keys) error {
	if s.Waiting == 0 {
		return nil
	}
	rows, err := tx.Query(
		ctx, `
		update waitlist_entry set state = 'accepted', version = version + 1, updated_at = $4
		where occurrence_id = $1 and state in ('waiting', 'offered')
			and (name_email_key = $2 or name_phone_key = $3 and email_key is null) returning id`,
		s.ID,
		k.nameEmail,
		k.namePhone,
		s.Now,
	)
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, id := range ids {
		s.Waiting--
		if err := p.endOffersOf(ctx, tx, s, id, "ended"); err != nil {
			return err
		}
	}
	return nil
}

// endOffersOf ends the open offer of an entry, if it has one.
func (p *Places) endOffersOf(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	entry, state string,
) error {
	var offer string
	err := tx.QueryRow(
		ctx, `
		select coalesce((select id from offer where entry_id = $1 and state = 'open'), '')`,
		entry,
	).Scan(&offer)
	if err != nil || offer == "" {
		return err
	}
	return p.endOffer(ctx, tx, s, ending{offer, entry, state, reasonNew})
}

// leave takes the holder off the list. Without an open offer that frees nothing; with one it counts
// as no.
func (p *Places) leave(ctx context.Context, auth string) (*httpkit.Reply[Entry], error) {
	return p.onOwnEntry(
		ctx,
		press{EntryToken, auth, "left"},
		func(tx pgx.Tx, s *rules.Slot, e *heldEntry) error {
			if e.state != "waiting" && e.state != "offered" {
				return nil
			}
			s.Waiting--
			if err := p.setEntry(ctx, tx, s, e.id, "left"); err != nil {
				return err
			}
			return p.endOffersOf(ctx, tx, s, e.id, "declined")
		},
	)
}

func (p *Places) setEntry(ctx context.Context, tx pgx.Tx, s *rules.Slot, id, state string) error {
	_, err := tx.Exec(
		ctx, `
		update waitlist_entry set state = $2, version = version + 1, updated_at = $3 where id = $1`,
		id,
		state,
		s.Now,
	)
	return err
}
