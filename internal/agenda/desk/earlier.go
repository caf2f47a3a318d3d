package desk

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
)

// What a change or a new code took the place of lies sealed in its row as long as that can be taken
// back. Whatever else changes the row forgets it.

// Names under which they are sealed.
const (
	EarlierSeal     = "registration_earlier"
	EarlierCodeSeal = "desk_code_earlier"
)

// earlier is what a sign-up said before staff changed it.
type earlier struct {
	Who      waitlist.Sealed `json:"who"`
	Seats    int             `json:"seats"`
	Reminder bool            `json:"reminder,omitempty"`
	NoMail   bool            `json:"noMail,omitempty"`
	Letter   string          `json:"letter,omitempty"`
}

func (p *Desk) keepEarlier(ctx context.Context, tx pgx.Tx, r waitlist.Row) error {
	_, err := tx.Exec(ctx, `
		update registration set earlier = $2 where id = $1`,
		r.ID, p.Keys.Seal(EarlierSeal, r.ID, db.JSON(earlier{
			r.Who, r.Seats, r.Doc.Reminder, r.Doc.NoMail, r.Letter,
		})))
	return err
}

// Undo gives the fields back. Problems: gone (erased), conflict (moved, called off, or changed
// again), full.
func (d *changedAct) Undo(ctx context.Context, b Back) error {
	r, err := b.signUp(ctx, b.Act.Subject, "registered")
	if err != nil {
		return err
	}
	if err := b.isLast(ctx); err != nil {
		return err
	}
	var box []byte
	if err := b.Tx.QueryRow(ctx, `
		select earlier from registration where id = $1`, r.ID).Scan(&box); err != nil {
		return err
	}
	if box == nil {
		return conflict
	}
	var was earlier
	if err := b.Unbox(EarlierSeal, r.ID, box, &was); err != nil {
		return err
	}
	switch more := was.Seats - r.Seats; {
	case more < 0:
		err = b.Desk.Release(ctx, b.Tx, b.S, -more)
	case more > 0:
		err = b.takeHeld(ctx, d.LimitWas, more)
		b.S.Taken += more
	}
	if err != nil {
		return err
	}
	next := r
	next.Who, next.Seats = was.Who, was.Seats
	next.Doc.Reminder, next.Doc.NoMail = was.Reminder, was.NoMail
	if _, err := b.Keep(ctx, b.Tx, b.S, &next); err != nil || !waitlist.Renamed(r.Who, was.Who) {
		return err
	}
	return b.NameApart(ctx, b.Tx, r.ID, was.Letter)
}

// isLast refuses to take back an act when staff did the same again. Problems: conflict.
func (b Back) isLast(ctx context.Context) error {
	last, err := b.LastAct(ctx, b.Tx, b.Act.Subject, b.Act.Kind)
	if err == nil && (last == nil || last.ID != b.Act.ID) {
		err = conflict
	}
	return err
}

// RenewCode gives somebody a new code of the desk. Problems: those of StaffOn.
func (p *Desk) RenewCode(ctx context.Context, by booking.By, id string) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.PlaceKind, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r waitlist.Row,
	) (a booking.Acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		old, err := p.DeskCode(ctx, tx, r.ID)
		if err != nil {
			return a, err
		}
		last, err := p.LastAct(ctx, tx, r.ID, booking.ActCode)
		if err != nil {
			return a, err
		}
		// a colleague made one just now, and may be reading it aloud: it must not end here
		if last != nil && last.By != by.Actor.ID && last.UndoUntil != nil &&
			s.Now.Before(*last.UndoUntil) {
			a.Earlier, a.Done.Code = last, old
			return a, nil
		}
		a.Doc, a.Undo = &codeAct{Made: old == ""}, booking.UndoTime
		if a.Done.Code, err = p.NewDeskCode(ctx, tx, r.ID); err != nil || old == "" {
			return a, err
		}
		_, err = tx.Exec(ctx, `
			update desk_code set earlier = $2 where id = $1`, r.ID,
			p.Keys.Seal(EarlierCodeSeal, r.ID, []byte(strings.ReplaceAll(old, "-", ""))))
		return a, err
	})
}

// Undo lets the code of before work again; where there was none, there is none. Problems: gone
// (erased), conflict (moved, or a newer code).
func (d *codeAct) Undo(ctx context.Context, b Back) error {
	r, err := b.LoadPlace(ctx, b.Tx, b.Act.Subject)
	if err == nil && r.Occurrence != b.S.ID {
		err = conflict
	}
	if err == nil {
		err = b.isLast(ctx)
	}
	if err != nil {
		return booking.OrGone(err)
	}
	if err := b.EndCodePages(ctx, b.Tx, r.ID); err != nil {
		return err
	}
	if d.Made {
		_, err := b.Tx.Exec(ctx, `delete from desk_code where id = $1`, r.ID)
		return err
	}
	var box []byte
	if err := b.Tx.QueryRow(ctx, `
		select (select earlier from desk_code where id = $1)`, r.ID).Scan(&box); err != nil {
		return err
	}
	if box == nil {
		return conflict
	}
	plain, err := b.Keys.Open(EarlierCodeSeal, r.ID, box)
	if err != nil {
		return err
	}
	code := string(plain)
	b.Says.FirstName, b.Says.Code = waitlist.FirstName(r.Who.Name), booking.ShowDeskCode(code)
	_, err = b.Tx.Exec(ctx, `
		update desk_code
		set code_key = $2, sealed = $3, earlier = null
		where id = $1`, r.ID, b.DeskKey(code), b.Keys.Seal(booking.CodeTable, r.ID, plain))
	return err
}

// SweepEarlier forgets what can no longer be taken back.
func (p *Desk) SweepEarlier(ctx context.Context, now time.Time) error {
	for _, of := range []string{
		`registration set earlier = null where updated_at`,
		`desk_code set earlier = null where created_at`,
	} {
		if _, err := p.Pool.Exec(ctx, `
			update `+of+` <= $1 and earlier is not null`, now.Add(-booking.UndoTime)); err != nil {
			return db.Problem(err)
		}
	}
	return nil
}
