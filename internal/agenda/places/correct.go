package places

import (
	"bytes"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// correction is somebody at a date as they stood there, and as they do from now on. Its doors are
// the page of a sign-up and that of an entry, the screen of a date, and what is kept of a person.
type correction struct {
	was, is standing
	link    ownLink // of the holder; without a row: staff, who have no page that goes on
	strict  bool    // staff hear that a name and address are somebody else's
	told    addressMail
}

// correct writes down what is known of somebody as it is from now on. Another address ends every
// link; next is then the secret with which the page of the holder goes on.
//
// Problems: invalid (name: somebody else's, when strict).
func (p *Places) correct(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c correction,
) (next string, err error) {
	was, is := c.was.at(), c.is.at()
	moved := tidyEmail(is.who.Email) != tidyEmail(was.who.Email)
	given := c.is.given()
	given.Proven = given.Proven && !moved
	taken, err := p.keep(ctx, tx, s, c.is)
	if err != nil {
		return "", err
	}
	if taken && c.strict && !p.sameName(is, was) {
		return "", problem.WithFields(problem.Field{Name: "name", Code: problem.Taken})
	}
	if c.is.kind() == placeKind && renamed(is.who, was.who) {
		if err := p.nameApart(ctx, tx, is.id, ""); err != nil {
			return "", err
		}
	}
	if !moved {
		return "", nil
	}
	return p.readdress(ctx, tx, s, c)
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
func (p *Places) readdress(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c correction,
) (next string, err error) {
	if err := endLinks(ctx, tx, c.was); err != nil {
		return "", err
	}
	was := c.was.at()
	old := p.Keys.EmailKey(was.who.Email)
	if c.is.kind() == placeKind && old != nil && bytes.Equal(c.link.mailedTo, old) {
		if _, c.told.WayBack, err = p.addLink(ctx, tx, s.Now, shortLink{
			prefix:   WayBackToken,
			row:      was.id,
			mailedTo: old,
			within:   wayBackWithin,
			puts:     was.who.Email,
		}); err != nil {
			return "", err
		}
	}
	return p.tellBoth(ctx, tx, s, c)
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
func (p *Places) tellBoth(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c correction,
) (next string, err error) {
	was, is, kind := c.was.at(), c.is.at(), c.is.kind()
	if c.link.row != "" { // a page of the holder goes on; staff have none
		if next, _, err = p.addLink(ctx, tx, s.Now, shortLink{
			prefix: kind.prefix,
			row:    is.id,
			within: pageLinkFor,
		}); err != nil {
			return "", err
		}
	}
	// what a call was to say, a mail says there
	if kind == placeKind && c.is.reached() == "mail" {
		if err := p.endCallsOfMails(ctx, tx, s, is.id, ""); err != nil {
			return "", err
		}
	}
	if err := p.leaveAddress(ctx, tx, mail.Mail{
		To:         was.who.Email,
		Occurrence: s.ID,
		Cause:      is.id,
		Data:       c.told,
	}, c.was.given().Proven); err != nil {
		return "", err
	}
	welcome := c.is.welcome(s)
	return next, p.write(ctx, tx, mail.Mail{
		Kind:       welcome,
		To:         is.who.Email,
		Occurrence: s.ID,
		Cause:      is.id,
		Limited:    true,
	}, welcome == "")
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
