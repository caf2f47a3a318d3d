package places

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// What a change or a new code took the place of lies sealed in its row, for the minutes in which
// the act can be taken back. Whatever else changes the row forgets it.

// Names under which they are sealed.
const (
	earlierSeal     = "registration_earlier"
	earlierCodeSeal = "desk_code_earlier"
)

// earlier is what a sign-up said before staff changed it.
type earlier struct {
	Who      sealed `json:"who"`
	Seats    int    `json:"seats"`
	Reminder bool   `json:"reminder,omitempty"`
	NoMail   bool   `json:"noMail,omitempty"`
	Letter   string `json:"letter,omitempty"`
}

// keepEarlier stores what a sign-up said before the act of this moment.
func (p *Places) keepEarlier(ctx context.Context, tx pgx.Tx, r registrationRow) error {
	_, err := tx.Exec(ctx, `
		update registration set earlier = $2 where id = $1`,
		r.id, p.Keys.Seal(earlierSeal, r.id, db.JSON(earlier{
			Who:      r.who,
			Seats:    r.seats,
			Reminder: r.doc.Reminder,
			NoMail:   r.doc.NoMail,
			Letter:   r.letter,
		})))
	return err
}

// undo gives the fields back. Problems: gone (erased), conflict (moved, called off, or changed
// again since), full.
func (d *changedAct) undo(ctx context.Context, b back) error {
	r, err := b.signUp(ctx, b.act.subject, "registered")
	if err != nil {
		return err
	}
	if err := b.isLast(ctx); err != nil {
		return err
	}
	var box []byte
	if err := b.tx.QueryRow(ctx, `
		select earlier from registration where id = $1`, r.id).Scan(&box); err != nil {
		return err
	}
	if box == nil {
		return problem.New(problem.Conflict)
	}
	var was earlier
	if err := b.unbox(earlierSeal, r.id, box, &was); err != nil {
		return err
	}
	if err := d.seatsAgain(ctx, b, was.Seats-r.seats); err != nil {
		return err
	}
	next := r
	next.who, next.seats = was.Who, was.Seats
	next.doc.Reminder, next.doc.NoMail = was.Reminder, was.NoMail
	if _, err := b.keep(ctx, b.tx, b.s, &next); err != nil || !renamed(r.who, was.Who) {
		return err
	}
	return b.nameApart(ctx, b.tx, r.id, was.Letter)
}

// seatsAgain takes places back that a change gave away, or gives back those that it took.
func (d *changedAct) seatsAgain(ctx context.Context, b back, more int) error {
	if more < 0 {
		return b.Places.release(ctx, b.tx, b.s, -more)
	}
	if more > 0 {
		if err := b.takeHeld(ctx, d.limitWas, more); err != nil {
			return err
		}
	}
	b.s.Taken += more
	return nil
}

// isLast refuses to take back an act when staff did the same again since.
func (b back) isLast(ctx context.Context) error {
	last, err := b.lastAct(ctx, b.tx, b.act.subject, b.act.kind)
	if err == nil && (last == nil || last.id != b.act.id) {
		err = problem.New(problem.Conflict)
	}
	return err
}

// keepEarlierCode stores the code that a new one took the place of.
func (p *Places) keepEarlierCode(ctx context.Context, tx pgx.Tx, id, code string) error {
	_, err := tx.Exec(ctx, `
		update desk_code set earlier = $2 where id = $1`,
		id, p.Keys.Seal(earlierCodeSeal, id, []byte(code)))
	return err
}

// undo lets the code of before work again, and the new one no longer; where there was none,
// there is none. Problems: gone (erased), conflict (moved, or a newer code since).
func (d *codeAct) undo(ctx context.Context, b back) error {
	r, err := b.loadRegistration(ctx, b.tx, "id = $1", b.act.subject)
	if err == nil && r.occurrence != b.s.ID {
		err = problem.New(problem.Conflict)
	}
	if err == nil {
		err = b.isLast(ctx)
	}
	if err != nil {
		return orGone(err)
	}
	if err := b.endCodePages(ctx, b.tx, r.id); err != nil {
		return err
	}
	if d.Made {
		_, err := b.tx.Exec(ctx, `delete from desk_code where id = $1`, r.id)
		return err
	}
	var box []byte
	err = b.tx.QueryRow(ctx, `select earlier from desk_code where id = $1`, r.id).Scan(&box)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && box == nil {
		return problem.New(problem.Conflict)
	}
	if err != nil {
		return err
	}
	plain, err := b.Keys.Open(earlierCodeSeal, r.id, box)
	if err != nil {
		return err
	}
	code := string(plain)
	b.says.FirstName, b.says.Code = firstName(r.who.Name), showDeskCode(code)
	_, err = b.tx.Exec(ctx, `
		update desk_code
		set code_key = $2, sealed = $3, earlier = null
		where id = $1`, r.id, b.deskKey(code), b.Keys.Seal(codeTable, r.id, plain))
	return err
}

// sweepEarlier forgets what can no longer be taken back.
func (p *Places) sweepEarlier(ctx context.Context, now time.Time) error {
	for _, of := range []string{
		`registration set earlier = null where updated_at`,
		`desk_code set earlier = null where created_at`,
	} {
		if _, err := p.Pool.Exec(ctx, `
			update `+of+` <= $1 and earlier is not null`, now.Add(-undoTime)); err != nil {
			return db.Problem(err)
		}
	}
	return nil
}
