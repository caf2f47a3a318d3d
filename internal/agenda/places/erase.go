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

// ownRow is a registration or an entry that goes.
type ownRow struct{ table, id, occurrence string }

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
	return p.erase(ctx, auth, "notMe", func(own proven) []any {
		return []any{own.id, nil}
	}, nil)
}

// eraseMine removes this row and, when the link was mailed to an address, everything that has the
// same address: sign-ups and entries of any name, and what other rooms keep of it. A number and an
// address that was typed later prove nothing and reach nothing. Places are freed, mails forgotten;
// the person gets mail.Erased and no other mail.
func (p *Places) eraseMine(ctx context.Context, auth string) (*httpkit.Done, error) {
	return p.erase(ctx, auth, "erased", func(own proven) []any {
		return []any{own.id, own.mailedTo}
	}, func(tx pgx.Tx, own proven) error {
		if own.mailedTo == nil {
			return nil
		}
		if own.table == "" { // what it opens had no lock of its own until here
			if err := own.still(); err != nil {
				return err
			}
		}
		for _, other := range p.Others {
			if err := other.EraseAddress(ctx, tx, own.mailedTo); err != nil {
				return err
			}
		}
		if err := overviews.EraseIn(
			ctx, tx, p.erasing(), `mailed_to = $1 and address is not null`, own.mailedTo,
		); err != nil {
			return err
		}
		if !bytes.Equal(p.Keys.EmailKey(own.email), own.mailedTo) {
			return nil
		}
		return p.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:  mail.Erased,
			To:    own.email,
			Cause: own.id,
			Data:  struct{}{},
		})
	})
}

// ofOne are a row, what came of it or what it came from, and everything of an address.
const ofOne = `
	select 'registration', id, occurrence_id
	from registration
	where id = $1 or doc ? 'entry' and doc->>'entry' = $1 or email_key = $2
	union all
	select 'waitlist_entry', id, occurrence_id
	from waitlist_entry
	where id = $1
		or id = (select doc->>'entry' from registration where id = $1)
		or email_key = $2
	order by 3, 2`

// passes bounds how often an erasure looks again for rows that came while it waited for a lock.
const passes = 5

// erase finds the holder's row, then what goes with it (which: the two parameters of ofOne), and
// removes all of it in one transaction. Occurrences are locked in the order of their ids, so that
// two erasures do not wait for each other. What was signed up while it waited goes too.
func (p *Places) erase(
	ctx context.Context,
	auth, kind string,
	which func(proven) []any,
	after func(pgx.Tx, proven) error,
) (*httpkit.Done, error) {
	leave, err := p.enterOwn(ctx, auth, which)
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
			if err := p.unheld(ctx, tx, which(own)...); err != nil {
				return out, err
			}
			for range passes {
				rows, err := p.rows(ctx, tx, ofOne, which(own)...)
				if err != nil {
					return out, err
				}
				if len(rows) == 0 {
					break
				}
				word, err := p.remove(ctx, tx, rows, &own)
				if err != nil {
					return out, err
				}
				changed = changed || word
			}
			if after != nil {
				err = after(tx, own)
			}
			return httpkit.Answer[struct{}]{
				Status: http.StatusNoContent,
				Flash:  httpkit.Flash{Kind: kind, Way: "none"},
			}, err
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
	which func(proven) []any,
) (leave func(), err error) {
	own, err := p.ownRow(ctx, p.Pool, auth)
	if err != nil {
		return func() {}, nil
	}
	rows, err := p.rows(ctx, p.Pool, ofOne, which(own)...)
	if err != nil {
		return nil, err
	}
	dates := make([]string, len(rows))
	for i, r := range rows {
		dates[i] = r.occurrence
	}
	return p.Dates.Enter(ctx, dates...)
}

// unheld is conflict while staff hold anything of what would go, here or in another room. which:
// the two parameters of ofOne.
func (p *Places) unheld(ctx context.Context, tx pgx.Tx, which ...any) error {
	// a hold that is being set now comes first, or finds nothing left
	if _, err := tx.Exec(ctx, privacy.Beside); err != nil {
		return err
	}
	rows, err := p.rows(ctx, tx, ofOne, which...)
	if err != nil {
		return err
	}
	k := kept{rows: rows}
	if email, ok := which[1].([]byte); ok && email != nil {
		if k.elsewhere, err = p.elsewhere(ctx, tx, email); err != nil {
			return err
		}
	}
	hold, err := privacy.HoldOf(ctx, tx, p.Clock.Now(), k.ids())
	if err == nil && hold != nil {
		err = problem.New(problem.Conflict)
	}
	return err
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
	table, _ := opened(prefix)
	own.ownRow, own.mailedTo = ownRow{table, link.row, link.occurrence}, link.mailedTo
	own.still = func() error {
		_, err := p.byLink(ctx, q, prefix, auth)
		return err
	}
	if table == "registration" {
		r, err := p.loadRegistration(ctx, q, "id = $1", own.id)
		own.email = r.who.Email
		return own, err
	}
	e, err := p.loadEntry(ctx, q, "id = $1", own.id)
	own.email = e.who.Email
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

// rows reads table, id and occurrence, ordered by occurrence.
func (p *Places) rows(
	ctx context.Context,
	q db.Querier,
	sql string,
	args ...any,
) ([]ownRow, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (o ownRow, err error) {
		return o, r.Scan(&o.table, &o.id, &o.occurrence)
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
		for _, table := range []string{"waitlist_entry", "registration"} {
			if err := p.removeRows(ctx, tx, s, table, here[table]); err != nil {
				return false, err
			}
			gone[table] = append(gone[table], here[table]...)
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
var Erasable = []string{"registration", "waitlist_entry", linkTable}

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
		rows, err := p.rows(
			ctx, tx, `
			select '`+kind+`', id, occurrence_id
			from `+kind+`
			where id = any($1)
			order by 3, 2`,
			ids,
		)
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
	table string,
	ids []string,
) error {
	if len(ids) == 0 {
		return nil
	}
	if err := leaveCalls(ctx, tx, ids...); err != nil {
		return err
	}
	sql := `delete from registration where id = any($1) returning status, seats`
	if table == "waitlist_entry" {
		sql = `delete from waitlist_entry where id = any($1) returning state, seats`
		if err := p.endOffersOfAll(ctx, tx, s, ids); err != nil {
			return err
		}
	} else if err := keepVisits(ctx, tx, ids); err != nil {
		return err
	}
	found, err := tx.Query(ctx, sql, ids)
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
