package places

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
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

// undoChanged gives the fields back. Problems: gone (erased), conflict (moved, called off, or
// changed again since), full.
func (p *Places) undoChanged(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	r, err := p.subjectOf(ctx, tx, a.subject, s.ID, "registered")
	if err != nil {
		return err
	}
	if err := p.isLast(ctx, tx, a); err != nil {
		return err
	}
	var box []byte
	if err := tx.QueryRow(ctx, `
		select earlier from registration where id = $1`, r.id).Scan(&box); err != nil {
		return err
	}
	if box == nil {
		return problem.New(problem.Conflict)
	}
	plain, err := p.Keys.Open(earlierSeal, r.id, box)
	if err != nil {
		return err
	}
	var was earlier
	if err := json.Unmarshal(plain, &was); err != nil {
		return err
	}
	if err := p.seatsAgain(ctx, tx, s, a, was.Seats-r.seats); err != nil {
		return err
	}
	next := r
	next.who, next.seats = was.Who, was.Seats
	next.doc.Reminder, next.doc.NoMail = was.Reminder, was.NoMail
	if err := p.keep(ctx, tx, s, next); err != nil || !renamed(r.who, was.Who) {
		return err
	}
	return p.nameApart(ctx, tx, r.id, was.Letter)
}

// seatsAgain takes places back that a change gave away, or gives back those that it took.
func (p *Places) seatsAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
	more int,
) error {
	if more < 0 {
		return p.release(ctx, tx, s, -more)
	}
	if more > 0 {
		if err := p.takeHeld(ctx, tx, s, a, more); err != nil {
			return err
		}
	}
	s.Taken += more
	return nil
}

// renamed says whether two names have another first word.
func renamed(a, b sealed) bool {
	return httpkit.Folded(firstName(a.Name)) != httpkit.Folded(firstName(b.Name))
}

// isLast refuses to take back an act when staff did the same again since.
func (p *Places) isLast(ctx context.Context, tx pgx.Tx, a staffAct) error {
	last, err := p.lastAct(ctx, tx, a.subject, a.kind)
	if err == nil && (last == nil || last.id != a.id) {
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

// undoCode lets the code of before work again, and the new one no longer; where there was none,
// there is none. Problems: gone (erased), conflict (moved, or a newer code since).
func (p *Places) undoCode(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	r, err := p.loadRegistration(ctx, tx, "id = $1", a.subject)
	if errors.Is(err, problem.New(problem.NotFound)) {
		err = problem.New(problem.Gone)
	}
	if err == nil && r.occurrence != s.ID {
		err = problem.New(problem.Conflict)
	}
	if err == nil {
		err = p.isLast(ctx, tx, a)
	}
	if err != nil {
		return err
	}
	if err := p.endCodePages(ctx, tx, r.id); err != nil {
		return err
	}
	if a.doc.Made {
		_, err := tx.Exec(ctx, `delete from desk_code where id = $1`, r.id)
		return err
	}
	var box []byte
	err = tx.QueryRow(ctx, `select earlier from desk_code where id = $1`, r.id).Scan(&box)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && box == nil {
		return problem.New(problem.Conflict)
	}
	if err != nil {
		return err
	}
	plain, err := p.Keys.Open(earlierCodeSeal, r.id, box)
	if err != nil {
		return err
	}
	code := string(plain)
	a.says.FirstName, a.says.Code = firstName(r.who.Name), showDeskCode(code)
	_, err = tx.Exec(ctx, `
		update desk_code
		set code_key = $2, sealed = $3, earlier = null
		where id = $1`, r.id, p.deskKey(code), p.Keys.Seal(codeTable, r.id, plain))
	return err
}

// sweepEarlier forgets what can no longer be taken back.
func (p *Places) sweepEarlier(ctx context.Context, now time.Time) error {
	if _, err := p.Pool.Exec(ctx, `
		update registration
		set earlier = null
		where earlier is not null
			and updated_at <= $1`, now.Add(-undoTime)); err != nil {
		return db.Problem(err)
	}
	_, err := p.Pool.Exec(ctx, `
		update desk_code
		set earlier = null
		where earlier is not null
			and created_at <= $1`, now.Add(-undoTime))
	return db.Problem(err)
}
