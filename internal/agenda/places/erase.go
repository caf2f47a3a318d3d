package places

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// proven is a row in the hand of whoever has a link to it, with the address that the link proves.
// An overview has no row: its own id stands there, and no table.
type proven struct {
	ownRow
	mailedTo []byte // keyed hash; nil: none
	email    string // of the row, or of the overview
	still    func() error
}

// notMe removes a sign-up or entry that somebody else filled in with this person's address, and
// what came of it: a place goes with the entry it was given from. Its place goes to the next.
func (p *Places) notMe(ctx context.Context, auth string) (*httpkit.Done, error) {
	if t, err := token(auth); err == nil && strings.HasPrefix(t, OverviewToken) {
		return nil, problem.New(problem.NotFound) // which one of them?
	}
	return p.erase(ctx, auth, "notMe", func(own proven) sought {
		return sought{row: own.id}
	}, func(pgx.Tx, proven) error { return nil })
}

// eraseMine removes this row and, when the link was mailed to an address, everything that has the
// same address: sign-ups and entries of any name, and what other rooms keep of it. A number and an
// address that was typed later prove nothing and reach nothing. Places are freed, mails forgotten;
// the person gets mail.Erased and no other mail.
func (p *Places) eraseMine(ctx context.Context, auth string) (*httpkit.Done, error) {
	return p.erase(ctx, auth, "erased", func(own proven) sought {
		return sought{row: own.id, email: own.mailedTo}
	}, func(tx pgx.Tx, own proven) error {
		if own.mailedTo == nil {
			return nil
		}
		if own.table == "" { // what it opens had no lock of its own until here
			if err := own.still(); err != nil {
				return err
			}
		}
		all := sought{email: own.mailedTo}
		if err := p.wipeElsewhere(ctx, tx, all, nil, nil); err != nil {
			return err
		}
		if !bytes.Equal(p.Keys.EmailKey(own.email), own.mailedTo) {
			return nil
		}
		return p.tellGone(ctx, tx, own.id, own.email)
	})
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

// passes bounds how often an erasure looks again for rows that came while it waited for a lock.
const passes = 5

// erase finds the holder's row, then what goes with it (all), and removes it in one transaction.
// Occurrences are locked in the order of their ids, so that two erasures do not wait for each
// other.
func (p *Places) erase(
	ctx context.Context,
	auth, kind string,
	all func(proven) sought,
	after func(pgx.Tx, proven) error,
) (*httpkit.Done, error) {
	leave, err := p.enterOwn(ctx, auth, all)
	if err != nil {
		return nil, db.Problem(err)
	}
	defer leave()
	changed := false
	reply, err := httpkit.Once(
		ctx,
		p.Keeper,
		func(tx pgx.Tx) (out httpkit.Answer[struct{}], err error) {
			own, err := p.ownRow(ctx, tx, auth)
			if err != nil {
				return out, err
			}
			// a hold that is being set now comes first, or finds nothing left
			if _, err := tx.Exec(ctx, privacy.Beside); err != nil {
				return out, err
			}
			if err := p.unheld(ctx, tx, all(own)); err != nil {
				return out, err
			}
			changed, err = p.everyPass(ctx, tx, all(own), func(rows []ownRow) (int, bool, error) {
				word, err := p.remove(ctx, tx, rows, &own)
				return len(rows), word, err
			})
			if err != nil {
				return out, err
			}
			return httpkit.Answer[struct{}]{
				Status: http.StatusNoContent,
				Flash:  httpkit.Flash{Kind: kind, Way: "none"},
			}, after(tx, own)
		},
	)
	if err != nil {
		return nil, err
	}
	if changed {
		p.Changed()
	}
	return &httpkit.Done{
		Status:       reply.Status,
		CacheControl: reply.CacheControl,
		Cookie:       reply.Cookie,
	}, nil
}

// enterOwn waits at the gates of the dates that an erasure will lock.
// A link that opens nothing has none to wait at: the erasure itself says what is wrong with it.
func (p *Places) enterOwn(
	ctx context.Context,
	auth string,
	all func(proven) sought,
) (leave func(), err error) {
	own, err := p.ownRow(ctx, p.Pool, auth)
	if err != nil {
		return func() {}, nil
	}
	rows, err := p.rowsOf(ctx, p.Pool, all(own))
	if err != nil {
		return nil, err
	}
	dates := make([]string, len(rows))
	for i, r := range rows {
		dates[i] = r.occurrence
	}
	return p.Dates.Enter(ctx, dates...)
}

func (p *Places) ownRow(ctx context.Context, q db.Querier, auth string) (own proven, err error) {
	t, err := token(auth)
	if err != nil {
		return own, err
	}
	prefix := RegistrationToken
	for _, other := range []string{EntryToken, OverviewToken} {
		if strings.HasPrefix(t, other) {
			prefix = other
		}
	}
	link, err := p.byLink(ctx, q, prefix, auth)
	if err != nil {
		return own, err
	}
	if prefix == OverviewToken {
		return p.owner(ctx, q, link)
	}
	own.ownRow = ownRow{opened(prefix).table, link.row, link.occurrence}
	own.mailedTo = link.mailedTo
	own.still = func() error {
		_, err := p.byLink(ctx, q, prefix, auth)
		return err
	}
	is, err := p.stands(ctx, q, own.ownRow)
	own.email = is.at().who.Email
	return own, err
}

// owner is whoever has the link to an overview. Of two erasures at once the second finds none.
func (p *Places) owner(ctx context.Context, q db.Querier, link ownLink) (own proven, err error) {
	email, err := p.Keys.Open(addressSeal, link.id, link.address)
	own.id, own.mailedTo, own.email = link.id, link.mailedTo, string(email)
	own.still = func() error {
		var id string
		return db.Problem(q.QueryRow(ctx, `
			select id from own_link where id = $1 for update`, link.id).Scan(&id))
	}
	return own, err
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
	before := keepVisits
	if kind == entryKind {
		before = func(ctx context.Context, tx pgx.Tx, ids []string) error {
			return p.endOffersOfAll(ctx, tx, s, ids)
		}
	}
	if err := before(ctx, tx, ids); err != nil {
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
