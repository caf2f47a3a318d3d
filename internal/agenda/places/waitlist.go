package places

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
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
	flash := httpkit.Flash{Name: in.Name, Way: in.PreferredWay}
	return p.admit(ctx, occurrence, flash, func(
		tx pgx.Tx, s *rules.Slot, out *httpkit.Answer[Outcome],
	) (err error) {
		if err := s.Bookable(in.Guests); err != nil {
			return err
		}
		if s.Free() >= 1+in.Guests {
			return problem.New(problem.Conflict)
		}
		out.Body.Status = "waiting"
		out.Subject, err = p.wait(ctx, tx, s, in, desk{source: "site"})
		return err
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
	e := entryRow{
		atDate: atDate{
			seats: 1 + in.Guests,
			who:   sealed{Name: in.Name, Email: in.Email, Phone: in.Phone},
		},
		way: in.PreferredWay,
		doc: entryDoc{
			agreed:      agreed{in.ConsentVersion, s.Now, cmp.Or(by.source, "site"), false},
			ShortNotice: *in.ShortNotice,
			BesideFree:  s.Free() > 0,
		},
	}
	k, waits := p.keysOf(s.ID, e.who), false
	before, err := p.presentRow(ctx, tx, k)
	if err != nil {
		return "", err
	}
	if err := aside(ctx, tx, s, func(tx pgx.Tx) (keep bool, err error) {
		waits, err = p.insertAlike(ctx, tx, s, &e, k)
		// the first: at the start nobody waits any more
		if s.Waiting++; err == nil && s.Waiting == 1 {
			err = p.wakeAt(ctx, tx, s.ID, s.JoinUntil)
		}
		return !waits && before.id == "", err
	}); err != nil {
		return "", err
	}
	there, err := p.waitingRow(ctx, tx, s, k)
	if err != nil {
		return "", err
	}
	m := by.mailed(mail.OnList, &e.atDate)
	switch {
	case before.id != "":
		again := unless(before.doc.NoMail, before.mailed(mail.SignedUpBefore))
		return before.id, p.writeAlike(ctx, tx, s, again, m)
	case waits: // to its own address, as mail.SignedUpBefore
		again := there.mailed(mail.OnListBefore)
		return there.id, p.writeAlike(ctx, tx, s, unless(by.noMail, again), m)
	}
	return e.id, p.writeAlike(ctx, tx, s, unless(by.noMail, m), m)
}

// leaveForPlace takes somebody who now has a place off the list; an open offer of theirs goes to
// the next person.
func (p *Places) leaveForPlace(ctx context.Context, tx pgx.Tx, s *rules.Slot, k keys) error {
	if s.Waiting == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `
		update waitlist_entry set state = 'accepted', version = version + 1, updated_at = $4
		where `+theyWait+` returning id`, s.ID, k.nameEmail, k.namePhone, s.Now)
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

// leaveOwn takes the holder off the list. Without an open offer that frees nothing; with one it
// counts as no.
func leaveOwn(ctx context.Context, h *ownedEntry) error {
	if !h.row.waits() {
		return nil
	}
	h.s.Waiting--
	if err := h.setEntry(ctx, h.tx, h.s, h.row.id, "left"); err != nil {
		return err
	}
	return h.endOffersOf(ctx, h.tx, h.s, h.row.id, "declined")
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
