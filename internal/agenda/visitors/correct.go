package visitors

import (
	"bytes"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Correct writes down what is known of somebody at a date from now on: by their page, by the screen
// of the date, or by what is kept of a person. Another address ends every link. Strict is for
// staff, who hear that a name and address are somebody else's.
//
// Problems: invalid (name).
func (h *Held) Correct(ctx context.Context, to *waitlist.Row, strict bool) error {
	was := h.Row
	moved := waitlist.TidyEmail(to.Who.Email) != waitlist.TidyEmail(was.Who.Email)
	to.Doc.Proven = to.Doc.Proven && !moved
	taken, err := h.Keep(ctx, h.Tx, h.S, to)
	if err != nil {
		return err
	}
	if taken && strict && !h.sameName(to, was) {
		return problem.WithFields(problem.Field{Name: "name", Code: problem.Taken})
	}
	if to.Kind == waitlist.PlaceKind && waitlist.Renamed(to.Who, was.Who) {
		if err := h.NameApart(ctx, h.Tx, to.ID, ""); err != nil {
			return err
		}
	}
	if !moved {
		return nil
	}
	return h.readdress(ctx, to)
}

// sameName says whether somebody is looked up by the same name and address as they were.
func (p *Visitors) sameName(is, was *waitlist.Row) bool {
	a, b := p.KeysOf(is.Occurrence, is.Who), p.KeysOf(was.Occurrence, was.Who)
	return bytes.Equal(a.NameEmail, b.NameEmail) && bytes.Equal(a.NamePhone, b.NamePhone)
}

// addressMail is what the job of mail.AddressRemoved carries: the id of the link that puts the
// address back, or nothing.
type addressMail struct {
	WayBack string `json:"wayBack,omitempty"`
}

// readdress does what belongs to a new address: every link ends, both addresses are told, and the
// page goes on with a short link. Was the address of a sign-up changed with a link that was mailed
// to it, then whoever reads there can put it back for a week: somebody else may have got hold of
// that mail. Of an entry there is no way back, only our number: whoever has a link to it could as
// well have taken it off the list.
func (h *Held) readdress(ctx context.Context, to *waitlist.Row) (err error) {
	if err := endLinks(ctx, h.Tx, h.Row); err != nil {
		return err
	}
	var told addressMail
	was := h.Row
	old := h.Keys.EmailKey(was.Who.Email)
	if to.Kind == waitlist.PlaceKind && old != nil && bytes.Equal(h.link.mailedTo, old) {
		if _, told.WayBack, err = h.addLink(ctx, h.Tx, h.S.Now, shortLink{
			prefix:   waitlist.WayBackToken,
			row:      was.ID,
			mailedTo: old,
			within:   wayBackWithin,
			puts:     was.Who.Email,
		}); err != nil {
			return err
		}
	}
	return h.tellBoth(ctx, to, told)
}

// endLinks ends every link of a row, and of the entry that it came from. The ways back to older
// addresses stay: who changes an address twice must not shut out the first owner.
func endLinks(ctx context.Context, tx pgx.Tx, row *waitlist.Row) error {
	entry := row.ID
	if row.Kind == waitlist.PlaceKind {
		entry = row.Doc.Entry
	}
	_, err := tx.Exec(ctx, `
		delete from own_link
		where registration_id = $1 and way_back is null
			or entry_id = $2`, row.ID, entry)
	return err
}

// tellBoth writes to the address that went and to the one that came, and gives the page its link.
func (h *Held) tellBoth(ctx context.Context, to *waitlist.Row, told addressMail) (err error) {
	if h.link.row != "" { // a page of the holder goes on; staff have none
		if h.next, _, err = h.addLink(ctx, h.Tx, h.S.Now, shortLink{
			prefix: to.Kind.Prefix,
			row:    to.ID,
			within: pageLinkFor,
		}); err != nil {
			return err
		}
	}
	// what a call was to say, a mail says there
	if to.Kind == waitlist.PlaceKind && to.Reached() == "mail" {
		if err := booking.EndCallsOfMails(ctx, h.Tx, h.S, to.ID, ""); err != nil {
			return err
		}
	}
	// What has not gone out yet does not reach the old address. It is told when it was proven: else
	// whoever types the address of somebody else, again and again, has us write to them.
	if err := h.Mail.Forget(ctx, h.Tx, to.ID); err != nil {
		return err
	}
	if was := h.Row; was.Who.Email != "" && was.Doc.Proven {
		gone := was.Mailed(mail.AddressRemoved)
		gone.Limited, gone.Data = false, told
		if err := h.Mail.Enqueue(ctx, h.Tx, gone); err != nil {
			return err
		}
	}
	welcome := to.Mailed(to.Welcome(h.S))
	return h.Write(ctx, h.Tx, welcome, welcome.Kind == "")
}

// WayBack is what the link of mail.AddressRemoved opens: nothing of the sign-up itself.
type WayBack struct {
	Until string `json:"until" format:"date-time" doc:"until then the old address can be put back"`
}

// WayBack is what its page shows.
func (p *Visitors) WayBack(ctx context.Context, auth string) (out WayBack, err error) {
	link, err := p.byLink(ctx, p.Pool, waitlist.WayBackToken, auth)
	if err != nil {
		return out, err
	}
	return WayBack{Until: clock.Moment(*link.until)}, nil
}

// PutBack gives a sign-up its old address again, and whoever had a link to it meanwhile has none.
// Ways back to later addresses end too, those to earlier ones stay.
//
// Problems: not_found (also once it was pressed, or too late).
func PutBack(ctx context.Context, h *Held) error {
	old, err := h.Keys.Open(waitlist.LinkTable, h.link.id, h.link.wayBack)
	if err != nil {
		return err
	}
	was, is := h.Row, *h.Row
	is.Who.Email, is.Doc.Proven = string(old), true
	if _, err := h.Keep(ctx, h.Tx, h.S, &is); err != nil {
		return err
	}
	if err := endLinks(ctx, h.Tx, was); err != nil {
		return err
	}
	if _, err := h.Tx.Exec(ctx, `
		delete from own_link
		where registration_id = $1 and created_at >= $2`,
		was.ID, h.link.createdAt); err != nil {
		return err
	}
	if waitlist.TidyEmail(was.Who.Email) == waitlist.TidyEmail(is.Who.Email) {
		was.Who.Email = "" // put back by hand before: nothing is taken away
	}
	return h.tellBoth(ctx, &is, addressMail{})
}
