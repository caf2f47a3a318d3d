package places

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// passes bounds how often an erasure looks again for rows that came while it waited for a lock.
const passes = 5

// everyPass removes rows of somebody until none are left: what was signed up while it waited goes
// too. It says whether a public status word changed. pass says how many it found to remove.
func (p *Places) everyPass(
	ctx context.Context,
	tx pgx.Tx,
	s sought,
	pass func([]ownRow) (found int, changed bool, err error),
) (changed bool, err error) {
	for range passes {
		rows, err := p.rowsOf(ctx, tx, s)
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

// wipeElsewhere erases what other rooms keep of somebody, and their links to everything of an
// address; with names only the rows that go by them, these, and no links.
func (p *Places) wipeElsewhere(
	ctx context.Context,
	tx pgx.Tx,
	s sought,
	names, these []string,
) (err error) {
	for _, other := range p.Others {
		by, byPhone := other.(OtherByPhone)
		switch {
		case len(names) > 0:
			err = other.EraseIDs(ctx, tx, these)
		case s.email != nil:
			err = other.EraseAddress(ctx, tx, s.email)
		case s.phone != nil && byPhone:
			err = by.ErasePhone(ctx, tx, s.phone)
		}
		if err != nil {
			return err
		}
	}
	if len(names) > 0 || s.email == nil {
		return nil
	}
	return overviews.EraseIn(
		ctx, tx, p.erasing(), `mailed_to = $1 and address is not null`, s.email,
	)
}

// tellErased writes to the addresses of which nothing is left: the mail says so.
func (p *Places) tellErased(
	ctx context.Context,
	tx pgx.Tx,
	cause string,
	emails []string,
) (n int, err error) {
	for i, email := range emails {
		if slices.Contains(emails[:i], email) {
			continue
		}
		left, err := p.keeps(ctx, tx, p.Keys.EmailKey(email))
		if err != nil {
			return n, err
		}
		if left {
			continue
		}
		n++
		if err := p.tellGone(ctx, tx, cause, email); err != nil {
			return n, err
		}
	}
	return n, nil
}

// tellGone is the mail that everything of an address is erased.
func (p *Places) tellGone(ctx context.Context, tx pgx.Tx, cause, email string) error {
	return p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:  mail.Erased,
		To:    email,
		Cause: cause,
		Data:  struct{}{},
	})
}

// remove deletes the rows, occurrence by occurrence, frees what they held and writes the erasure
// journal. by is who asks for it, nil for nobody: their link may have ended while they waited for
// the lock of their own date.
func (p *Places) remove(
	ctx context.Context,
	tx pgx.Tx,
	rows []ownRow,
	by *proven,
) (changed bool, err error) {
	gone := map[string][]string{}
	for i := 0; i < len(rows); {
		s, err := p.lock(ctx, tx, rows[i].occurrence)
		if err != nil {
			return false, err
		}
		if by != nil && by.still != nil && by.occurrence == s.ID {
			if err := by.still(); err != nil {
				return false, err
			}
			by.still = nil
		}
		if !s.Now.Before(s.Ends) {
			if err := p.countBefore(ctx, tx, s.ID); err != nil {
				return false, err
			}
		}
		here := map[string][]string{}
		for ; i < len(rows) && rows[i].occurrence == s.ID; i++ {
			here[rows[i].table] = append(here[rows[i].table], rows[i].id)
		}
		for _, kind := range []*rowKind{entryKind, placeKind} {
			if err := p.removeRows(ctx, tx, s, kind, here[kind.table]); err != nil {
				return false, err
			}
			gone[kind.table] = append(gone[kind.table], here[kind.table]...)
		}
		word, err := p.store(ctx, tx, s)
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

// overviews are the links to everything of an address. They go with it, and hold it.
var overviews = privacy.Rows{Kind: linkTable, Table: linkTable}

func (p *Places) erasing() privacy.Erasing {
	return privacy.Erasing{At: p.Clock.Now(), Forget: p.Mail.Forget}
}

// Erasable are the kinds of rows that EraseAgain knows.
var Erasable = []string{placeKind.table, entryKind.table, linkTable}

// EraseAgain removes rows that were erased before and came back with a restored backup, by the same
// way as the first time: places are freed, mails forgotten, the journal written. Rows that are gone
// are left alone, so it may run twice. It says how many were there.
func (p *Places) EraseAgain(
	ctx context.Context,
	kind string,
	ids []string,
) (erased int, err error) {
	switch {
	case kind == linkTable:
		return overviews.Erase(ctx, p.Pool, p.erasing(), `id = any($1)`, ids)
	case !slices.Contains(Erasable, kind):
		return 0, fmt.Errorf("agenda: no rows of kind %q", kind)
	}
	changed := false
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		rows, err := rowsIn(ctx, tx, `
			select '`+kind+`', id, occurrence_id
			from `+kind+`
			where id = any($1)
			order by 3, 2`, ids)
		if err != nil || len(rows) == 0 {
			return err
		}
		erased = len(rows)
		changed, err = p.remove(ctx, tx, rows, nil)
		return err
	})
	if err != nil {
		return 0, err
	}
	if changed {
		p.Changed()
	}
	return erased, nil
}

// removeRows deletes rows of one table under the lock of their date, by what they are at that
// moment: in as many statements for a hundred as for one. One that is gone is done.
func (p *Places) removeRows(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	kind *rowKind,
	ids []string,
) error {
	if len(ids) == 0 {
		return nil
	}
	if err := leaveCalls(ctx, tx, ids...); err != nil {
		return err
	}
	var err error
	if kind == entryKind {
		err = p.endOffersOfAll(ctx, tx, s, ids)
	} else {
		err = keepVisits(ctx, tx, ids)
	}
	if err != nil {
		return err
	}
	found, err := tx.Query(ctx, `
		delete from `+kind.table+`
		where id = any($1)
		returning `+kind.state+`, seats`, ids)
	if err != nil {
		return err
	}
	type had struct {
		Status string
		Seats  int
	}
	all, err := pgx.CollectRows(found, pgx.RowToStructByPos[had])
	for i := 0; i < len(all) && err == nil; i++ {
		switch all[i].Status {
		case "waiting", "offered":
			s.Waiting--
		case "registered", "attended", "absent":
			err = p.release(ctx, tx, s, all[i].Seats)
		}
	}
	return err
}

// endOffersOfAll ends what these entries are offered at this moment.
func (p *Places) endOffersOfAll(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	entries []string,
) error {
	found, err := tx.Query(ctx, `
		select entry_id
		from offer
		where entry_id = any($1)
			and state = 'open'
		order by entry_id`, entries)
	if err != nil {
		return err
	}
	offered, err := pgx.CollectRows(found, pgx.RowTo[string])
	for i := 0; i < len(offered) && err == nil; i++ {
		err = p.endOffersOf(ctx, tx, s, offered[i], "ended")
	}
	return err
}

// forgetRow removes a row that an act made and that is as if it had never been.
func (p *Places) forgetRow(ctx context.Context, tx pgx.Tx, table, id string) error {
	if err := leaveCalls(ctx, tx, id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `delete from `+table+` where id = $1`, id); err != nil {
		return err
	}
	return privacy.Gone(ctx, tx, p.erasing(), table, id)
}
