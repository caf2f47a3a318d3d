package places

import (
	"bytes"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// correct writes down what is known of somebody at a date as it is from now on. Its doors are the
// page of a sign-up and that of an entry, the screen of a date, and what is kept of a person.
// Another address ends every link. Strict is for staff, who hear that a name and address are
// somebody else's.
//
// Problems: invalid (name).
func (h *held[R]) correct(ctx context.Context, to R, strict bool) error {
	was, is, given := h.row.at(), to.at(), to.given()
	moved := tidyEmail(is.who.Email) != tidyEmail(was.who.Email)
	given.Proven = given.Proven && !moved
	taken, err := h.keep(ctx, h.tx, h.s, to)
	if err != nil {
		return err
	}
	if taken && strict && !h.sameName(is, was) {
		return problem.WithFields(problem.Field{Name: "name", Code: problem.Taken})
	}
	if to.kind() == placeKind && renamed(is.who, was.who) {
		if err := h.nameApart(ctx, h.tx, is.id, ""); err != nil {
			return err
		}
	}
	if !moved {
		return nil
	}
	return h.readdress(ctx, to)
}

// sameName says whether somebody is looked up by the same name and address as they were.
func (p *Places) sameName(is, was *atDate) bool {
	a, b := p.keysOf(is.occurrence, is.who), p.keysOf(was.occurrence, was.who)
	return bytes.Equal(a.nameEmail, b.nameEmail) && bytes.Equal(a.namePhone, b.namePhone)
}

// renamed says whether two names have another first word.
func renamed(a, b sealed) bool {
	return httpkit.Folded(firstName(a.Name)) != httpkit.Folded(firstName(b.Name))
}

// addressMail is what the job of mail.AddressRemoved carries: the id of the link by which the
// address is put back, or nothing.
type addressMail struct {
	WayBack string `json:"wayBack,omitempty"`
}

// readdress does what belongs to a new address: every link ends, the old address is told
// (mail.AddressRemoved), the new one gets a mail with a link of its own, and the page goes on with
// a short link. Was the address of a sign-up changed with a link that was mailed to it, then
// whoever reads there can put it back for a week: somebody else may have got hold of that mail. Of
// an entry there is no way back, only our number: whoever has a link to it could as well have taken
// it off the list.
func (h *held[R]) readdress(ctx context.Context, to R) (err error) {
	if err := endLinks(ctx, h.tx, h.row); err != nil {
		return err
	}
	var told addressMail
	was := h.row.at()
	old := h.Keys.EmailKey(was.who.Email)
	if to.kind() == placeKind && old != nil && bytes.Equal(h.link.mailedTo, old) {
		if _, told.WayBack, err = h.addLink(ctx, h.tx, h.s.Now, shortLink{
			prefix:   WayBackToken,
			row:      was.id,
			mailedTo: old,
			within:   wayBackWithin,
			puts:     was.who.Email,
		}); err != nil {
			return err
		}
	}
	return h.tellBoth(ctx, to, told)
}

// endLinks ends every link of a row, and of the entry that a registration came from. The ways back
// to older addresses stay: who changes an address twice must not shut out the first owner.
func endLinks(ctx context.Context, tx pgx.Tx, row standing) error {
	entry := row.at().id
	if r, ok := row.(*registrationRow); ok {
		entry = r.doc.Entry
	}
	_, err := tx.Exec(ctx, `
		delete from own_link
		where registration_id = $1 and way_back is null
			or entry_id = $2`, row.at().id, entry)
	return err
}

// tellBoth writes to the address that went and to the one that came, and gives the page its link.
func (h *held[R]) tellBoth(ctx context.Context, to R, told addressMail) (err error) {
	is, kind := to.at(), to.kind()
	if h.link.row != "" { // a page of the holder goes on; staff have none
		if h.next, _, err = h.addLink(ctx, h.tx, h.s.Now, shortLink{
			prefix: kind.prefix,
			row:    is.id,
			within: pageLinkFor,
		}); err != nil {
			return err
		}
	}
	// what a call was to say, a mail says there
	if kind == placeKind && to.reached() == "mail" {
		if err := endCallsOfMails(ctx, h.tx, h.s, is.id, ""); err != nil {
			return err
		}
	}
	// What has not gone out yet does not reach the old address. It is told when it was proven: else
	// whoever types the address of somebody else, again and again, has us write to them.
	if err := h.Mail.Forget(ctx, h.tx, is.id); err != nil {
		return err
	}
	if was := h.row.at(); was.who.Email != "" && h.row.given().Proven {
		gone := was.mailed(mail.AddressRemoved)
		gone.Limited, gone.Data = false, told
		if err := h.Mail.Enqueue(ctx, h.tx, gone); err != nil {
			return err
		}
	}
	welcome := is.mailed(to.welcome(h.s))
	return h.write(ctx, h.tx, welcome, welcome.Kind == "")
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
func putBack(ctx context.Context, h *ownedPlace) error {
	old, err := h.Keys.Open(linkTable, h.link.id, h.link.wayBack)
	if err != nil {
		return err
	}
	was, is := h.row, *h.row
	is.who.Email, is.doc.Proven = string(old), true
	if _, err := h.keep(ctx, h.tx, h.s, &is); err != nil {
		return err
	}
	if err := endLinks(ctx, h.tx, was); err != nil {
		return err
	}
	if _, err := h.tx.Exec(ctx, `
		delete from own_link
		where registration_id = $1 and created_at >= $2`,
		was.id, h.link.createdAt); err != nil {
		return err
	}
	if tidyEmail(was.who.Email) == tidyEmail(is.who.Email) {
		was.who.Email = "" // put back by hand before: nothing is taken away
	}
	return h.tellBoth(ctx, &is, addressMail{})
}
