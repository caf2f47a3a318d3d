package visitors

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

// Coming is somebody who asks for a place at a date, or to wait for one. One person and two hundred
// go the same way: what the dates hold of them is read at once, each takes their turn on the
// numbers of the date alone, and what comes of all is written at once.
//
// Whoever is there already must wait as long as a stranger: what a stranger's row or mail would
// cost is stored for them too, and taken away (aside).
type Coming struct {
	// ask is what they ask of the date as it stands in their turn: a row that is not stored yet, or
	// a problem of theirs alone.
	ask func(*rules.Slot) (waitlist.Row, error)
	by  Desk
	*waitlist.Known
	reminder bool      // they want one, if it is not too late
	last     time.Time // when the last meeting of the date begins, of who wants one

	row     waitlist.Row
	s       *rules.Slot
	subject string   // the row that is theirs now
	stands  bool     // row is to be stored; else it is a twin of what is there already
	first   bool     // nobody waited before them
	left    []string // their entries that end
	letter  mail.Mail
	mails   bool // letter is to go out; else a stranger would get it
}

// coming is this person, who asks for that at a date.
func (p *Visitors) coming(date string, who rules.Person, by Desk, ask func(*rules.Slot) (waitlist.Row, error)) *Coming {
	keys := p.KeysOf(date, waitlist.Sealed{Name: who.Name, Email: who.Email, Phone: who.Phone})
	return &Coming{ask: ask, by: by, Known: &waitlist.Known{Date: date, Keys: keys}}
}

// lookUp reads in b what the dates hold of who comes: somebody who comes twice is one person.
func (p *Visitors) lookUp(b *pgx.Batch, all []*Coming) {
	people := map[string]*waitlist.Known{}
	var known []*waitlist.Known
	var remind []string
	for _, c := range all {
		person := c.Keys.Person()
		if one := people[person]; one != nil && person != "" {
			c.Known = one
		} else {
			people[person], known = c.Known, append(known, c.Known)
		}
		if c.reminder {
			remind = append(remind, c.Date)
		}
	}
	p.LookUp(b, known)
	if len(remind) == 0 {
		return
	}
	date, last := "", time.Time{}
	b.Queue(`
		select occurrence_id, max(starts_at)
		from session
		where occurrence_id = any($1)
		group by occurrence_id`, remind).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&date, &last}, func() error {
			for _, c := range all {
				if c.Date == date {
					c.last = last
				}
			}
			return nil
		})
		return err
	})
}

// comes lets one come to a date whose lock is there.
func (p *Visitors) comes(ctx context.Context, tx pgx.Tx, s *rules.Slot, c *Coming) (subject string, err error) {
	if err := p.lookUpNow(ctx, tx, []*Coming{c}); err != nil {
		return "", err
	}
	if err := p.turn(s, c); err != nil {
		return "", err
	}
	return c.subject, p.write(ctx, tx, []*Coming{c})
}

func (p *Visitors) lookUpNow(ctx context.Context, tx pgx.Tx, all []*Coming) error {
	var b pgx.Batch
	p.lookUp(&b, all)
	return tx.SendBatch(ctx, &b).Close()
}

// turn says what becomes of who comes, and counts them in s. Nothing is written.
//
// Problems: those of ask.
func (p *Visitors) turn(s *rules.Slot, c *Coming) (err error) {
	if c.row, err = c.ask(s); err != nil {
		return err
	}
	r, m := &c.row, mail.Mail{}
	r.Named(s)
	c.s, c.stands, c.left = s, false, nil
	r.Doc.Reminder = c.reminder && s.Now.Before(booking.MailWindow(c.last).From)
	place := r.Kind == waitlist.PlaceKind
	c.first = !place && s.Waiting == 0
	stranger, noMail := c.by.mailed(mail.OnList, r), c.by.NoMail
	if place {
		stranger, noMail = c.by.mailed(mail.SignedUp, r), r.Doc.NoMail
	}
	switch {
	case c.Place != nil: // to the address that stands there, and to no other
		c.subject = c.Place.ID
		m, noMail = c.Place.Mailed(mail.SignedUpBefore), c.Place.Doc.NoMail
	case !place && len(c.Waits) > 0:
		c.subject, m = c.Waits[0].ID, c.Waits[0].Mailed(mail.OnListBefore)
	case place:
		c.subject, c.stands, m = r.ID, true, stranger
		s.Taken += r.Seats
		s.Waiting -= len(c.Waits)
		c.left = waitlist.RowIDs(c.Waits)
		c.Place, c.Waits = r, nil
	default:
		c.subject, c.stands, m = r.ID, true, stranger
		s.Waiting++
		c.Waits = []*waitlist.Row{r}
	}
	r.Unnamed = !c.stands
	c.letter, c.mails = m, m.To != "" && !noMail
	if !c.mails {
		c.letter = stranger
	}
	return nil
}

// write stores what came of all whose turn was.
func (p *Visitors) write(ctx context.Context, tx pgx.Tx, all []*Coming) error {
	for _, stands := range []bool{false, true} {
		var rows []*Coming
		for _, c := range all {
			if c.stands == stands {
				rows = append(rows, c)
			}
		}
		if err := aside(ctx, tx, stands, len(rows), func(tx pgx.Tx) error {
			return p.writeRows(ctx, tx, rows)
		}); err != nil {
			return err
		}
	}
	for _, mails := range []bool{false, true} {
		var letters []mail.Mail
		for _, c := range all {
			if c.mails == mails && c.letter.To != "" {
				c.letter.Data = struct{}{}
				letters = append(letters, c.letter)
			}
		}
		if err := aside(ctx, tx, mails, len(letters), func(tx pgx.Tx) error {
			return p.Mail.EnqueueAll(ctx, tx, letters)
		}); err != nil {
			return err
		}
	}
	return nil
}

// aside does a part of an act for n people, that stands only when keep says so.
func aside(ctx context.Context, tx pgx.Tx, keep bool, n int, do func(pgx.Tx) error) error {
	if n == 0 {
		return nil
	}
	part, err := tx.Begin(ctx)
	if err != nil {
		return err
	}
	switch err := do(part); {
	case err != nil:
		return err // all of tx goes
	case keep:
		return part.Commit(ctx)
	}
	return part.Rollback(ctx)
}

// writeRows stores the rows of these people, with the letters that tell their first names apart,
// and takes who has a place now off the list.
func (p *Visitors) writeRows(ctx context.Context, tx pgx.Tx, all []*Coming) error {
	var b pgx.Batch
	var ids, letters, left []string
	var places, entries []*waitlist.Row
	for _, c := range all {
		if c.row.Kind == waitlist.EntryKind {
			entries = append(entries, &c.row)
			continue
		}
		places, left = append(places, &c.row), append(left, c.left...)
		if c.stands {
			c.Came(c.row.ID, func(id, letter string) {
				ids, letters = append(ids, id), append(letters, letter)
			})
		}
	}
	if len(entries) > 0 {
		p.InsertAll(&b, waitlist.EntryKind, entries)
	}
	if len(places) > 0 {
		p.InsertAll(&b, waitlist.PlaceKind, places)
		// also when there are none: the time tells nobody that somebody of that name comes
		b.Queue(waitlist.SetLetters, ids, letters)
		b.Queue(waitlist.SetAccepted, left, all[0].s.Now)
	}
	err := db.Later(ctx, tx, &b)
	for i := 0; i < len(all) && err == nil; i++ {
		c := all[i]
		err = p.EndOffersOf(ctx, tx, c.s, "ended", c.left...)
		if err == nil && c.row.Kind == waitlist.PlaceKind {
			err = p.ToMeet(ctx, tx, c.s, c.row)
		}
		if err == nil && c.first { // at the start nobody waits any more
			err = p.WakeAt(ctx, tx, c.s.ID, c.s.JoinUntil)
		}
	}
	return err
}

// EnrolIn lets somebody come for a place.
func (p *Visitors) EnrolIn(ctx context.Context, tx pgx.Tx, s *rules.Slot, in rules.SignUp, by Desk) (string, error) {
	c := p.coming(s.ID, in.Person, by, func(s *rules.Slot) (waitlist.Row, error) {
		return placeOf(s, in, by), nil
	})
	c.reminder = in.Reminder
	return p.comes(ctx, tx, s, c)
}

// Wait lets somebody come to wait.
//
// Problems: waitlist_full.
func (p *Visitors) Wait(ctx context.Context, tx pgx.Tx, s *rules.Slot, in rules.JoinWaitlist, by Desk) (string, error) {
	return p.comes(ctx, tx, s, p.coming(s.ID, in.Person, by, func(
		s *rules.Slot,
	) (waitlist.Row, error) {
		return entryOf(s, in, by)
	}))
}
