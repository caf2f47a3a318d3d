package persons

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

const eraseWord = "wissen"

// PersonErase is the wish to erase all of somebody.
type PersonErase struct {
	PersonSought
	Whose
	Word string   `json:"word" maxLength:"60" doc:"wissen"`
	Rows []string `json:"rows" maxItems:"1000" nullable:"false" doc:"what the screen shows: when somebody else erased it meanwhile, the answer says who"`
}

// Whose is for a number or an address that several people share.
type Whose struct {
	Whose []string `json:"whose,omitempty" maxItems:"100" doc:"the names whose rows are meant, as PersonAll has them; empty: everybody's"`
}

// PersonAskedOf asks for the rows of some of who share a number or an address.
type PersonAskedOf struct {
	PersonAsked
	Whose
}

// PersonGoes is what erasing all of somebody would do.
type PersonGoes struct {
	Kinds []visitors.PersonCount `json:"kinds" doc:"what goes"`
	Freed []PersonFreed          `json:"freed" doc:"dates that get places free"`
	Mail  bool                   `json:"mail"  doc:"somebody gets a mail that says it"`
}

// PersonFreed is a date at which places become free.
type PersonFreed struct {
	Date  rules.Line `json:"date"`
	Seats int        `json:"seats"`
	Next  []string   `json:"next" doc:"first names of whose turn it is then"`
}

// PersonErased is who erased all of somebody.
type PersonErased struct {
	At      string `json:"at"      format:"date-time"`
	By      string `json:"by"      doc:"their name"`
	Already bool   `json:"already" doc:"it had happened before: nothing more was erased"`
}

type erasureResult struct {
	ids   []string
	freed []PersonFreed
	mails int
}

// wipe removes everything of somebody, as their own link does, with what they signed up for
// meanwhile. Each address is told, when nothing of it is left.
//
// With names only what goes by one of them is theirs; the rest stays, and so does their address.
func (p *Persons) wipe(
	ctx context.Context, tx pgx.Tx, s visitors.Sought, names []string,
) (w erasureResult, word bool, err error) {
	emails := []string{}
	if s.Email != nil {
		emails = append(emails, s.Typed)
	}
	if word, err = p.EveryPass(ctx, tx, s, func(
		rows []waitlist.OwnRow,
	) (found int, changed bool, err error) {
		if rows, err = p.CalledOne(ctx, tx, rows, names); err != nil || len(rows) == 0 {
			return 0, false, err
		}
		before, err := p.asTheyStood(ctx, tx, rows)
		if err != nil {
			return 0, false, err
		}
		if s.Email == nil {
			emails = append(emails, before.emails...)
		}
		if changed, err = p.TakeOff(ctx, tx, before.rows, nil); err != nil {
			return 0, false, err
		}
		w.ids = append(w.ids, visitors.RowIDs(before.rows)...)
		return len(rows), changed, p.freed(ctx, tx, before, &w)
	}); err != nil {
		return w, word, err
	}
	others, err := p.ElsewhereOf(ctx, tx, s)
	if err != nil {
		return w, word, err
	}
	theirs := []string{}
	for _, e := range visitors.ElsewhereOne(others, names) {
		theirs = append(theirs, e.ID)
	}
	w.ids = append(w.ids, theirs...)
	if err := p.WipeElsewhere(ctx, tx, s, names, theirs); err != nil || len(w.ids) == 0 {
		return w, word, err
	}
	w.mails, err = p.TellErased(ctx, tx, w.ids[0], emails)
	return w, word, err
}

// beforeErasure is how dates stood before an erasure, under their locks.
type beforeErasure struct {
	rows   []waitlist.OwnRow // that are still there
	dates  []string
	seats  map[string]int
	known  map[string]bool // offers and held places that were there
	emails []string
}

func (p *Persons) asTheyStood(ctx context.Context, tx pgx.Tx, rows []waitlist.OwnRow) (b beforeErasure, err error) {
	b = beforeErasure{seats: map[string]int{}, known: map[string]bool{}}
	var s *rules.Slot
	for _, row := range rows {
		if s == nil || s.ID != row.Occurrence {
			if s, err = p.Lock(ctx, tx, row.Occurrence); err != nil {
				return b, err
			}
			b.dates = append(b.dates, s.ID)
			l, err := p.ListOf(ctx, tx, s)
			if err != nil {
				return b, err
			}
			for _, o := range l.Offers {
				b.known[o.ID] = true
			}
			for _, v := range l.Vacancies {
				b.known[v.ID] = true
			}
		}
		is, err := p.Stands(ctx, tx, row)
		if waitlist.IsGone(err) { // while this waited for the lock
			continue
		}
		if err != nil {
			return b, err
		}
		b.rows = append(b.rows, row)
		if desk.MendsOnDate(is.State, s) && s.Status != "cancelled" {
			b.seats[s.ID] += is.Seats
		}
		if email := is.Who.Email; email != "" {
			b.emails = append(b.emails, email)
		}
	}
	return b, nil
}

// freed notes what came free, and whose turn it is.
func (p *Persons) freed(ctx context.Context, tx pgx.Tx, b beforeErasure, w *erasureResult) error {
	for _, date := range b.dates {
		if b.seats[date] == 0 {
			continue
		}
		s, err := p.Peek(ctx, tx, date)
		if err != nil {
			return err
		}
		l, err := p.ListOf(ctx, tx, s)
		var line rules.Line
		if err == nil {
			line, _, err = waitlist.LineOf(ctx, tx, s)
		}
		if err != nil {
			return err
		}
		w.freed = append(w.freed, PersonFreed{line, b.seats[date], nextOn(&l, b.known)})
	}
	return nil
}

// nextOn are the first names of whose turn it is for what was not held before.
func nextOn(l *waitlist.List, known map[string]bool) []string {
	ids := []string{}
	for _, o := range l.Offers {
		if o.State == "open" && !known[o.ID] {
			ids = append(ids, o.Entry)
		}
	}
	for i := range l.Vacancies {
		v := &l.Vacancies[i]
		if v.Offer != "" || known[v.ID] {
			continue
		}
		for j := range l.Entries {
			if w := &l.Entries[j]; l.Claims(w, v) && !slices.Contains(ids, w.ID) {
				ids = append(ids, w.ID)
				break
			}
		}
	}
	names := []string{}
	for _, w := range l.Entries {
		if slices.Contains(ids, w.ID) {
			names = append(names, waitlist.FirstName(w.Who.Name))
		}
	}
	return names
}

// errTried ends a transaction that only shows what it would do.
var errTried = errors.New("tried")

// PersonGoes says what erasing somebody would do: it does it, looks, and takes it back. The names
// of others that it shows stand in the log book.
//
// Problems: invalid (what, sure), not_found.
func (p *Persons) PersonGoes(ctx context.Context, who identity.Actor, in PersonAskedOf) (out PersonGoes, err error) {
	if err := in.requireConfirmation(); err != nil {
		return out, err
	}
	names := in.Whose.Whose
	k, err := p.KeptOf(ctx, in.What, names, func(pgx.Tx, *visitors.Kept) error { return nil })
	if err == nil && k.None() {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		return out, err
	}
	var w erasureResult
	err = p.InTx(ctx, func(tx pgx.Tx) (word bool, err error) {
		if w, _, err = p.wipe(ctx, tx, k.Sought, names); err == nil {
			err = errTried
		}
		return false, err
	})
	if !errors.Is(err, errTried) {
		return out, err
	}
	out = PersonGoes{k.Counts(), append([]PersonFreed{}, w.freed...), w.mails > 0}
	dates := []string{}
	for _, f := range w.freed {
		if len(f.Next) > 0 {
			dates = append(dates, f.Date.ID)
		}
	}
	return out, p.NoteSeen(ctx, who, waitlist.AuditKind, dates...)
}

// ErasePerson erases everything of somebody, as their own link does. Two go one after the other
// (privacy.Alone): who finds it done reads by whom.
//
// Problems: invalid (what, word), not_found, conflict (staff hold something of it).
func (p *Persons) ErasePerson(ctx context.Context, who identity.Actor, in PersonErase) (out PersonErased, err error) {
	if !strings.EqualFold(strings.Trim(httpkit.Line(in.Word), "\"'“”‘’."), eraseWord) {
		return out, problem.Wrong("word", problem.Invalid)
	}
	err = p.InTx(ctx, func(tx pgx.Tx) (word bool, err error) {
		if _, err := tx.Exec(ctx, privacy.Alone); err != nil {
			return false, err
		}
		var w erasureResult
		s, err := p.Sought(ctx, tx, in.What)
		if err == nil {
			err = p.Unheld(ctx, tx, s)
		}
		if err == nil {
			w, word, err = p.wipe(ctx, tx, s, in.Whose.Whose)
		}
		if err != nil {
			return false, err
		}
		if len(w.ids) == 0 {
			out, err = erasedBefore(ctx, tx, in.Rows)
			return word, err
		}
		out = PersonErased{At: clock.Moment(p.Clock.Now()), By: who.ID}
		for _, id := range w.ids {
			if err := p.noted(ctx, tx, who, privacy.Entry{
				Action: "erased", ObjectID: id,
			}); err != nil {
				return false, err
			}
		}
		return word, nil
	})
	if err != nil {
		return PersonErased{}, err
	}
	return out, p.SayNames(ctx, &out.By)
}

// erasedBefore is who erased what a screen still shows.
func erasedBefore(ctx context.Context, q db.Querier, rows []string) (out PersonErased, err error) {
	var at time.Time
	err = q.QueryRow(ctx, `
		select actor, at
		from audit_log
		where kind = $1
			and action = 'erased'
			and object_id = any($2)
		order by no desc
		limit 1`, auditPerson, rows).Scan(&out.By, &at)
	out.At, out.Already = clock.Moment(at), true
	return out, db.Problem(err)
}
