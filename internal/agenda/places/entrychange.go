package places

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// heldEntry is a place on a waitlist in the hand of whoever has a link to it.
type heldEntry struct {
	entryRow
	next string // the secret with which the page goes on, when the link just ended
	late bool   // the offer that was answered is over
}

// onOwnEntry runs do on the holder's place on a waitlist, under the lock of its occurrence, and
// answers with the entry as it is then.
func (p *Places) onOwnEntry(
	ctx context.Context,
	by press,
	do func(pgx.Tx, *rules.Slot, *heldEntry) error,
) (*httpkit.Reply[Entry], error) {
	first, err := p.byLink(ctx, p.Pool, by.prefix, by.auth)
	if err != nil {
		return nil, err
	}
	var h heldEntry
	return act(ctx, p, first.occurrence, func(tx pgx.Tx, s *rules.Slot) (err error) {
		h = heldEntry{}
		// again, under the lock: a new address ends the link
		link, err := p.byLink(ctx, tx, by.prefix, by.auth)
		if err != nil {
			return err
		}
		if err := p.prove(ctx, tx, by.prefix, link); err != nil {
			return err
		}
		if h.entryRow, err = p.loadEntry(ctx, tx, "id = $1", first.row); err != nil {
			return err
		}
		return do(tx, s, &h)
	}, func(tx pgx.Tx, s *rules.Slot) (out httpkit.Answer[Entry], err error) {
		e, err := p.loadEntry(ctx, tx, "id = $1", first.row)
		if err != nil {
			return out, err
		}
		body, err := p.entryView(ctx, tx, e, s)
		body.Link, body.Proven = h.next, h.next == "" && len(first.mailedTo) > 0
		flash := httpkit.Flash{Name: e.who.Name, Kind: by.kind, Way: e.way}
		if body.Late = h.late; h.late {
			flash.Kind = "late"
		}
		return httpkit.Answer[Entry]{
			Status:  http.StatusOK,
			Body:    body,
			Version: e.version,
			Subject: e.id,
			Flash:   flash,
		}, err
	})
}

// changeEntry replaces the whole changeable set of somebody who waits; they keep their turn. A new
// address ends every link, and the page goes on with a short one.
//
// Problems: not_found, precondition_required, precondition_failed, invalid, closed (they wait no
// more), conflict (a place is on offer to them: that is answered first).
func (p *Places) changeEntry(
	ctx context.Context,
	auth, ifMatch string,
	in rules.ChangeEntry,
) (*httpkit.Reply[Entry], error) {
	do := func(tx pgx.Tx, s *rules.Slot, e *heldEntry) error {
		switch { // before the version: to look again at what was typed would be of no use
		case !s.Now.Before(s.JoinUntil), e.state != "waiting" && e.state != "offered":
			return problem.New(problem.Closed)
		case e.state == "offered":
			return problem.New(problem.Conflict)
		}
		if err := httpkit.Matches(ifMatch, e.version); err != nil {
			return err
		}
		next := e.changed(in)
		// the answer must not tell who waits or has a place: the change is kept either way
		k, _, err := p.freeKeys(ctx, tx, next)
		if err != nil {
			return err
		}
		if err := p.keepEntry(ctx, tx, s, next, k); err != nil {
			return err
		}
		if tidyEmail(next.who.Email) == tidyEmail(e.who.Email) {
			return nil
		}
		if err := p.readdressEntry(ctx, tx, s, e.entryRow, next); err != nil {
			return err
		}
		e.next, err = p.pageLink(ctx, tx, s.Now, EntryToken, e.id)
		return err
	}
	return p.onOwnEntry(ctx, press{EntryToken, auth, "changed"}, do)
}

// changed is the entry as it reads after a change that Validate found good.
func (e entryRow) changed(to rules.ChangeEntry) entryRow {
	e.doc.Proven = e.doc.Proven && tidyEmail(to.Email) == tidyEmail(e.who.Email)
	e.who = sealed{Name: to.Name, Email: to.Email, Phone: to.Phone}
	e.way, e.doc.ShortNotice = to.PreferredWay, *to.ShortNotice
	return e
}

// freeKeys are the keys under which an entry is looked up that reads like this. Does somebody else
// wait there, or have a place, under the same name and address, then the look-up by name is theirs
// and taken is true. Who waits no more is nobody else's.
func (p *Places) freeKeys(
	ctx context.Context,
	tx pgx.Tx,
	e entryRow,
) (k keys, taken bool, err error) {
	k = p.keysOf(e.occurrence, e.who)
	if e.state != "waiting" && e.state != "offered" {
		return k, false, nil
	}
	there, err := p.present(ctx, tx, k)
	if err != nil {
		return k, false, err
	}
	waits, err := p.waitingOf(ctx, tx, e.occurrence, k)
	if err != nil {
		return k, false, err
	}
	delete(waits, e.id)
	if there == "" && len(waits) == 0 {
		return k, false, nil
	}
	k.nameEmail, k.namePhone = nil, nil
	return k, true, nil
}

// keepEntry writes down what an entry says now, and under which keys it is looked up.
func (p *Places) keepEntry(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e entryRow,
	k keys,
) error {
	_, err := tx.Exec(
		ctx, `
		update waitlist_entry
		set way = $2, email_key = $3, phone_key = $4, name_email_key = $5, name_phone_key = $6,
			sealed = $7, doc = $8, version = version + 1, updated_at = $9
		where id = $1`,
		e.id,
		e.way,
		k.email,
		k.phone,
		k.nameEmail,
		k.namePhone,
		p.Keys.Seal("waitlist_entry", e.id, db.JSON(e.who)),
		db.JSON(e.doc),
		s.Now,
	)
	return err
}

// readdressEntry does for an entry what moveTo does for a sign-up: every link ends, what waits does
// not go out to the old address, which is told, and the new one gets mail.OnList with a link of its
// own while they wait. The old address has no link to put it back, only our number: whoever has a
// link to an entry could as well have taken it off the list.
func (p *Places) readdressEntry(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	was, e entryRow,
) error {
	if _, err := tx.Exec(ctx, `delete from own_link where entry_id = $1`, e.id); err != nil {
		return err
	}
	if err := p.leaveAddress(ctx, tx, mail.Mail{
		To:         was.who.Email,
		Occurrence: s.ID,
		Cause:      e.id,
		Data:       addressMail{},
	}, was.doc.Proven); err != nil {
		return err
	}
	if e.state != "waiting" || s.Status == "cancelled" || !s.Now.Before(s.JoinUntil) {
		return nil
	}
	return p.write(ctx, tx, mail.Mail{
		Kind:       mail.OnList,
		To:         e.who.Email,
		Occurrence: s.ID,
		Cause:      e.id,
		Limited:    true,
	}, false)
}
