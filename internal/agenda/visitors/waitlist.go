package visitors

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Join puts somebody on the waitlist by its own form.
//
// Problems: not_found, gone, closed, conflict (there is a place: sign up), waitlist_full, invalid
// (guests).
func (p *Visitors) Join(
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
		out.Subject, err = p.Wait(ctx, tx, s, in, Desk{Source: "site"})
		return err
	})
}

// Wait stores the entry with its mail. Somebody who has a place gets mail.SignedUpBefore, somebody
// who waits already mail.OnListBefore; neither a second row.
func (p *Visitors) Wait(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	in rules.JoinWaitlist,
	by Desk,
) (string, error) {
	if !s.WaitlistOpen() {
		return "", problem.New(problem.WaitlistFull)
	}
	e := waitlist.EntryRow{
		AtDate: waitlist.AtDate{
			Seats: 1 + in.Guests,
			Who:   waitlist.Sealed{Name: in.Name, Email: in.Email, Phone: in.Phone},
		},
		Way: in.PreferredWay,
		Doc: waitlist.EntryDoc{
			Agreed: waitlist.Agreed{
				ConsentVersion: in.ConsentVersion,
				ConsentAt:      s.Now,
				Source:         cmp.Or(by.Source, "site"),
				Proven:         false,
			},
			ShortNotice: *in.ShortNotice,
			BesideFree:  s.Free() > 0,
		},
	}
	k, waits := p.KeysOf(s.ID, e.Who), false
	before, err := p.PresentRow(ctx, tx, k)
	if err != nil {
		return "", err
	}
	if err := aside(ctx, tx, s, func(tx pgx.Tx) (keep bool, err error) {
		waits, err = p.insertAlike(ctx, tx, s, &e, k)
		// the first: at the start nobody waits any more
		if s.Waiting++; err == nil && s.Waiting == 1 {
			err = p.WakeAt(ctx, tx, s.ID, s.JoinUntil)
		}
		return !waits && before.ID == "", err
	}); err != nil {
		return "", err
	}
	there, err := p.WaitingRow(ctx, tx, s, k)
	if err != nil {
		return "", err
	}
	m := by.mailed(mail.OnList, &e.AtDate)
	switch {
	case before.ID != "":
		again := unless(before.Doc.NoMail, before.Mailed(mail.SignedUpBefore))
		return before.ID, p.writeAlike(ctx, tx, s, again, m)
	case waits: // to its own address, as mail.SignedUpBefore
		again := there.Mailed(mail.OnListBefore)
		return there.ID, p.writeAlike(ctx, tx, s, unless(by.NoMail, again), m)
	}
	return e.ID, p.writeAlike(ctx, tx, s, unless(by.NoMail, m), m)
}

// LeaveOwn takes the holder off the list. Without an open offer that frees nothing; with one it
// counts as no.
func LeaveOwn(ctx context.Context, h *OwnedEntry) error {
	if !h.Row.Waits() {
		return nil
	}
	h.S.Waiting--
	if err := h.SetEntry(ctx, h.Tx, h.S, h.Row.ID, "left"); err != nil {
		return err
	}
	return h.EndOffersOf(ctx, h.Tx, h.S, h.Row.ID, "declined")
}
