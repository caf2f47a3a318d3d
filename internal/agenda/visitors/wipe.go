package visitors

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// passes bounds how often an erasure looks again for rows that came while it waited for a lock.
const passes = 5

// EveryPass removes rows of somebody until none are left: what was signed up while it waited goes
// too. It says whether a public status word changed. pass says how many it found to remove.
func (p *Visitors) EveryPass(
	ctx context.Context,
	tx pgx.Tx,
	s Sought,
	pass func([]waitlist.OwnRow) (found int, changed bool, err error),
) (changed bool, err error) {
	for range passes {
		rows, err := p.RowsOf(ctx, tx, s)
		if err != nil || len(rows) == 0 {
			return changed, err
		}
		found, word, err := pass(rows)
		if err != nil || found == 0 {
			return changed, err
		}
		changed = changed || word
	}
	return changed, nil
}

// WipeElsewhere erases what other rooms keep of somebody, and their links to everything of an
// address; with names only the rows that go by them, these, and no links.
func (p *Visitors) WipeElsewhere(ctx context.Context, tx pgx.Tx, s Sought, names, these []string) (err error) {
	for _, other := range p.Others {
		by, key := s.elsewhere()
		switch {
		case len(names) > 0:
			err = other.EraseBy(ctx, tx, privacy.ByIDs, these)
		case key != nil:
			err = other.EraseBy(ctx, tx, by, key)
		}
		if err != nil {
			return err
		}
	}
	if len(names) > 0 || s.Email == nil {
		return nil
	}
	return overviews.EraseIn(
		ctx, tx, p.erasing(), `mailed_to = $1 and address is not null`, s.Email,
	)
}

// TellErased writes to the addresses of which nothing is left, and says to how many.
func (p *Visitors) TellErased(ctx context.Context, tx pgx.Tx, cause string, emails []string) (n int, err error) {
	for i, email := range emails {
		if slices.Contains(emails[:i], email) {
			continue
		}
		k, err := p.Kept(ctx, tx, Sought{Email: p.Keys.EmailKey(email)})
		if err == nil && k.None() {
			n++
			err = p.tellGone(ctx, tx, cause, email)
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// tellGone is the mail that everything of an address is erased.
func (p *Visitors) tellGone(ctx context.Context, tx pgx.Tx, cause, email string) error {
	return p.Write(ctx, tx, mail.Mail{Kind: mail.Erased, To: email, Cause: cause}, false)
}

// TakeOff deletes the rows, date by date, frees what they held and writes the erasure journal. by
// is who asks for it, nil for nobody: their link may have ended while they waited for the lock of
// their own date.
func (p *Visitors) TakeOff(
	ctx context.Context,
	tx pgx.Tx,
	rows []waitlist.OwnRow,
	by *proven,
) (changed bool, err error) {
	gone := map[string][]string{}
	for i := 0; i < len(rows); {
		s, err := p.Lock(ctx, tx, rows[i].Occurrence)
		if err != nil {
			return false, err
		}
		if by != nil && by.still != nil && by.Occurrence == s.ID {
			if err := by.still(); err != nil {
				return false, err
			}
			by.still = nil
		}
		if !s.Now.Before(s.Ends) {
			if err := p.CountBefore(ctx, tx, s.ID); err != nil {
				return false, err
			}
		}
		here := map[string][]string{}
		for ; i < len(rows) && rows[i].Occurrence == s.ID; i++ {
			here[rows[i].Table] = append(here[rows[i].Table], rows[i].ID)
		}
		for _, kind := range []*waitlist.RowKind{waitlist.EntryKind, waitlist.PlaceKind} {
			if err := p.removeRows(ctx, tx, s, kind, here[kind.Table]); err != nil {
				return false, err
			}
			gone[kind.Table] = append(gone[kind.Table], here[kind.Table]...)
		}
		word, err := p.Store(ctx, tx, s)
		if err != nil {
			return false, err
		}
		changed = changed || word
	}
	for table, ids := range gone {
		if err := privacy.Gone(ctx, tx, p.erasing(), table, ids...); err != nil {
			return false, err
		}
	}
	return changed, nil
}

// removeRows deletes rows of one table under the lock of their date, by what they are at that
// moment: in as many statements for a hundred as for one. One that is gone is done.
func (p *Visitors) removeRows(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	kind *waitlist.RowKind,
	ids []string,
) error {
	if len(ids) == 0 {
		return nil
	}
	err := booking.LeaveCalls(ctx, tx, ids...)
	switch {
	case err != nil:
	case kind == waitlist.EntryKind:
		err = p.EndOffersOf(ctx, tx, s, "ended", ids...)
	default:
		err = waitlist.KeepVisits(ctx, tx, ids)
	}
	if err != nil {
		return err
	}
	type had struct {
		State string
		Seats int
	}
	all, err := db.All[had](ctx, tx, `
		delete from `+kind.Table+`
		where id = any($1)
		returning `+kind.State+`, seats`, ids)
	for i := 0; i < len(all) && err == nil; i++ {
		switch all[i].State {
		case "waiting", "offered":
			s.Waiting--
		case "registered", "attended", "absent":
			err = p.Release(ctx, tx, s, all[i].Seats)
		}
	}
	return err
}

// overviews are the links to everything of an address. They go with it, and hold it.
var overviews = privacy.Rows{Kind: waitlist.LinkTable, Table: waitlist.LinkTable}

func (p *Visitors) erasing() privacy.Erasing {
	return privacy.Erasing{At: p.Clock.Now(), Forget: p.Mail.Forget}
}

// Erasable are the kinds of rows that EraseAgain knows.
var Erasable = []string{waitlist.PlaceKind.Table, waitlist.EntryKind.Table, waitlist.LinkTable}

// EraseAgain removes rows that were erased before and came back with a restored backup, by the same
// way as the first time: places are freed, mails forgotten, the journal written. Rows that are gone
// are left alone, so it may run twice. It says how many were there.
func (p *Visitors) EraseAgain(ctx context.Context, kind string, ids []string) (erased int, err error) {
	switch {
	case kind == waitlist.LinkTable:
		return overviews.Erase(ctx, p.Pool, p.erasing(), `id = any($1)`, ids)
	case !slices.Contains(Erasable, kind):
		return 0, fmt.Errorf("agenda: no rows of kind %q", kind)
	}
	err = p.InTx(ctx, func(tx pgx.Tx) (word bool, err error) {
		rows, err := db.All[waitlist.OwnRow](ctx, tx, `
			select '`+kind+`', id, occurrence_id
			from `+kind+`
			where id = any($1)
			order by 3, 2`, ids)
		if err != nil {
			return false, err
		}
		erased = len(rows)
		return p.TakeOff(ctx, tx, rows, nil)
	})
	if err != nil {
		return 0, err
	}
	return erased, nil
}

// ForgetRow removes a row that an act made and that is as if it had never been.
func (p *Visitors) ForgetRow(ctx context.Context, tx pgx.Tx, table, id string) error {
	if err := booking.LeaveCalls(ctx, tx, id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `delete from `+table+` where id = $1`, id); err != nil {
		return err
	}
	return privacy.Gone(ctx, tx, p.erasing(), table, id)
}
