package places

import (
	"bytes"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
)

// addressMail is what the job of mail.AddressRemoved carries: the id of the link by which the
// address is put back, or nothing.
type addressMail struct {
	WayBack string `json:"wayBack,omitempty"`
}

// move is a sign-up that gets another address.
type move struct {
	*held
	to   registrationRow
	told addressMail
}

// moveTo does what belongs to a new address: every link ends, the old address is told
// (mail.AddressRemoved), the new one gets mail.SignedUp with a link of its own, and the page goes
// on with a short link. Was the change made with a link that was mailed to the old address, then
// whoever reads there can put it back for a week: somebody else may have got hold of that mail.
func (p *Places) moveTo(ctx context.Context, tx pgx.Tx, s *rules.Slot, r move) error {
	if err := p.endLinks(ctx, tx, r.registrationRow); err != nil {
		return err
	}
	if old := p.Keys.EmailKey(r.who.Email); old != nil && bytes.Equal(r.link.mailedTo, old) {
		var err error
		if _, r.told.WayBack, err = p.addLink(ctx, tx, s.Now, shortLink{
			prefix:   WayBackToken,
			row:      r.id,
			mailedTo: old,
			within:   wayBackWithin,
			puts:     r.who.Email,
		}); err != nil {
			return err
		}
	}
	return p.tellBoth(ctx, tx, s, r)
}

// tellBoth writes to the address that went and to the one that came, and gives the page its link.
func (p *Places) tellBoth(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r move,
) (err error) {
	if r.link.row != "" { // a page of the holder goes on; staff have none
		if r.next, err = p.pageLink(ctx, tx, s.Now, RegistrationToken, r.id); err != nil {
			return err
		}
	}
	if r.to.who.Email != "" && !r.to.doc.NoMail { // what a call was to say, a mail says there
		if err := endCallsOfMails(ctx, tx, s, r.id, ""); err != nil {
			return err
		}
	}
	if err := p.leaveAddress(ctx, tx, mail.Mail{
		To:         r.who.Email,
		Occurrence: s.ID,
		Cause:      r.id,
		Data:       r.told,
	}, r.doc.Proven); err != nil {
		return err
	}
	if r.status != "registered" || !s.Now.Before(s.Ends) {
		return nil
	}
	return p.write(ctx, tx, mail.Mail{
		Kind:       mail.SignedUp,
		To:         r.to.who.Email,
		Occurrence: s.ID,
		Cause:      r.id,
		Limited:    true,
	}, r.to.doc.NoMail)
}

// leaveAddress does what belongs to an address that a row has no more: what has not gone out yet
// does not reach it, and it is told (mail.AddressRemoved) when it was proven: else whoever types
// the address of somebody else, again and again, has us write to them.
func (p *Places) leaveAddress(
	ctx context.Context,
	tx pgx.Tx,
	told mail.Mail,
	proven bool,
) error {
	if err := p.Mail.Forget(ctx, tx, told.Cause); err != nil || told.To == "" || !proven {
		return err
	}
	told.Kind = mail.AddressRemoved
	return p.Mail.Enqueue(ctx, tx, told)
}

// WayBack is what the link of mail.AddressRemoved opens: nothing of the sign-up itself.
type WayBack struct {
	Until string `json:"until" format:"date-time" doc:"until then the old address can be put back"`
}

// wayBack is what the page of that link shows.
func (p *Places) wayBack(ctx context.Context, auth string) (out WayBack, err error) {
	link, err := p.byLink(ctx, p.Pool, WayBackToken, auth)
	if err != nil {
		return out, err
	}
	return WayBack{Until: clock.Moment(*link.until)}, nil
}

// putBack is "Ik heb dit niet veranderd": the sign-up has its old address again, and everybody who
// had a link to it meanwhile has none. Ways back to later addresses end too, those to earlier ones
// stay.
//
// Problems: not_found (also once it was pressed, or too late).
func (p *Places) putBack(ctx context.Context, auth string) (*httpkit.Reply[Registration], error) {
	by := press{WayBackToken, auth, "putBack"}
	return p.onRegistration(ctx, by, func(tx pgx.Tx, s *rules.Slot, r *held) error {
		old, err := p.Keys.Open(linkTable, r.link.id, r.link.wayBack)
		if err != nil {
			return err
		}
		next := r.registrationRow
		next.who.Email, next.doc.Proven = string(old), true
		if err := p.keep(ctx, tx, s, next); err != nil {
			return err
		}
		if err := p.endLinks(ctx, tx, r.registrationRow); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			delete from own_link
			where registration_id = $1 and created_at >= $2`, r.id, r.link.createdAt); err != nil {
			return err
		}
		if tidyEmail(r.who.Email) == tidyEmail(next.who.Email) {
			r.who.Email = "" // put back by hand before: nothing is taken away
		}
		return p.tellBoth(ctx, tx, s, move{held: r, to: next})
	})
}
