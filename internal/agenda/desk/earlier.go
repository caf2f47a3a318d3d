package desk

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// What a change or a new code took the place of lies sealed in its row, for the minutes in which
// the act can be taken back. Whatever else changes the row forgets it.

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

// keepEarlier stores what a sign-up said before the act of this moment.
func (p *Desk) keepEarlier(ctx context.Context, tx pgx.Tx, r waitlist.RegistrationRow) error {
	_, err := tx.Exec(ctx, `
		update registration set earlier = $2 where id = $1`,
		r.ID, p.Keys.Seal(EarlierSeal, r.ID, db.JSON(earlier{
			Who:      r.Who,
			Seats:    r.Seats,
			Reminder: r.Doc.Reminder,
			NoMail:   r.Doc.NoMail,
			Letter:   r.Letter,
		})))
	return err
}

// Undo gives the fields back. Problems: gone (erased), conflict (moved, called off, or changed
// again since), full.
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
		return problem.New(problem.Conflict)
	}
	var was earlier
	if err := b.Unbox(EarlierSeal, r.ID, box, &was); err != nil {
		return err
	}
	if err := d.seatsAgain(ctx, b, was.Seats-r.Seats); err != nil {
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

// seatsAgain takes places back that a change gave away, or gives back those that it took.
func (d *changedAct) seatsAgain(ctx context.Context, b Back, more int) error {
	if more < 0 {
		return b.Desk.Release(ctx, b.Tx, b.S, -more)
	}
	if more > 0 {
		if err := b.takeHeld(ctx, d.LimitWas, more); err != nil {
			return err
		}
	}
	b.S.Taken += more
	return nil
}

// isLast refuses to take back an act when staff did the same again since.
func (b Back) isLast(ctx context.Context) error {
	last, err := b.LastAct(ctx, b.Tx, b.Act.Subject, b.Act.Kind)
	if err == nil && (last == nil || last.ID != b.Act.ID) {
		err = problem.New(problem.Conflict)
	}
	return err
}

// keepEarlierCode stores the code that a new one took the place of.
func (p *Desk) keepEarlierCode(ctx context.Context, tx pgx.Tx, id, code string) error {
	_, err := tx.Exec(ctx, `
		update desk_code set earlier = $2 where id = $1`,
		id, p.Keys.Seal(EarlierCodeSeal, id, []byte(code)))
	return err
}

// Undo lets the code of before work again, and the new one no longer; where there was none,
// there is none. Problems: gone (erased), conflict (moved, or a newer code since).
func (d *codeAct) Undo(ctx context.Context, b Back) error {
	r, err := b.LoadRegistration(ctx, b.Tx, "id = $1", b.Act.Subject)
	if err == nil && r.Occurrence != b.S.ID {
		err = problem.New(problem.Conflict)
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
	err = b.Tx.QueryRow(ctx, `select earlier from desk_code where id = $1`, r.ID).Scan(&box)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && box == nil {
		return problem.New(problem.Conflict)
	}
	if err != nil {
		return err
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
