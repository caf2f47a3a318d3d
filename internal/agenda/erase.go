package agenda

import (
	"context"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// ownRow is a registration or an entry that goes.
type ownRow struct {
	table, id, occurrence, status string
	seats                         int
	who                           sealed
}

// notMe removes one sign-up or entry that somebody else filled in with this person's address. Its place goes to the next.
func (a *Agenda) notMe(ctx context.Context, auth string) (*httpkit.Done, error) {
	return a.erase(ctx, auth, "notMe", func(tx pgx.Tx, own ownRow) ([]ownRow, error) { return []ownRow{own}, nil })
}

// eraseMine removes every sign-up and entry that shares the e-mail or the phone of this one, with their mails; places are
// freed. The person gets M23 and no other mail.
func (a *Agenda) eraseMine(ctx context.Context, auth string) (*httpkit.Done, error) {
	return a.erase(ctx, auth, "erased", func(tx pgx.Tx, own ownRow) ([]ownRow, error) {
		rows, err := a.sharing(ctx, tx, own)
		if err != nil || own.who.Email == "" {
			return rows, err
		}
		return rows, a.Mail.Enqueue(ctx, tx, mail.Mail{Kind: "M23", To: own.who.Email, Cause: own.id, Data: struct{}{}})
	})
}

// erase finds the holder's row, then what goes with it, and removes all of it in one transaction. Occurrences are locked
// in the order of their ids, so that two erasures cannot wait for each other.
func (a *Agenda) erase(ctx context.Context, auth, kind string, with func(pgx.Tx, ownRow) ([]ownRow, error)) (*httpkit.Done, error) {
	changed := false
	reply, err := httpkit.Once(ctx, a.Keeper, func(tx pgx.Tx) (out httpkit.Answer[struct{}], err error) {
		own, err := a.ownRow(ctx, tx, auth)
		if err != nil {
			return out, err
		}
		rows, err := with(tx, own)
		if err != nil {
			return out, err
		}
		if changed, err = a.remove(ctx, tx, rows); err != nil {
			return out, err
		}
		return httpkit.Answer[struct{}]{Status: http.StatusNoContent, Flash: httpkit.Flash{Kind: kind, Way: "none"}}, nil
	})
	if err != nil {
		return nil, err
	}
	if changed {
		a.Changed()
	}
	return &httpkit.Done{Status: reply.Status, CacheControl: reply.CacheControl, Cookie: reply.Cookie}, nil
}

func (a *Agenda) ownRow(ctx context.Context, tx pgx.Tx, auth string) (own ownRow, err error) {
	t, err := token(auth)
	if err != nil {
		return own, err
	}
	switch {
	case privacy.LooksLikeToken(registrationToken, t):
		r, err := a.loadRegistration(ctx, tx, "token_hash = $1", privacy.TokenHash(t))
		return ownRow{"registration", r.id, r.occurrence, r.status, r.seats, r.who}, err
	case privacy.LooksLikeToken(entryToken, t):
		e, err := a.loadEntry(ctx, tx, "token_hash = $1", privacy.TokenHash(t))
		return ownRow{"waitlist_entry", e.id, e.occurrence, e.state, e.seats, e.who}, err
	}
	return own, problem.New(problem.NotFound)
}

// sharing lists every row with the e-mail or the phone of own, other names included.
func (a *Agenda) sharing(ctx context.Context, tx pgx.Tx, own ownRow) ([]ownRow, error) {
	k := a.keysOf(own.occurrence, own.who)
	rows, err := tx.Query(ctx, `
		select 'registration', id, occurrence_id, status, seats from registration where email_key = $1 or phone_key = $2
		union all select 'waitlist_entry', id, occurrence_id, state, seats from waitlist_entry where email_key = $1 or phone_key = $2
		order by 3, 2`, k.email, k.phone)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (o ownRow, err error) {
		return o, r.Scan(&o.table, &o.id, &o.occurrence, &o.status, &o.seats)
	})
}

// remove deletes the rows, occurrence by occurrence, frees what they held and writes the erasure journal.
func (a *Agenda) remove(ctx context.Context, tx pgx.Tx, rows []ownRow) (changed bool, err error) {
	var ids []string
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(r ownRow) bool { return r.occurrence != rows[0].occurrence })
		if n < 0 {
			n = len(rows)
		}
		s, err := a.lock(ctx, tx, rows[0].occurrence)
		if err != nil {
			return false, err
		}
		for _, r := range rows[:n] {
			if err := a.removeRow(ctx, tx, s, r); err != nil {
				return false, err
			}
			ids = append(ids, r.id)
		}
		word, err := a.store(ctx, tx, s)
		if err != nil {
			return false, err
		}
		changed = changed || word
		rows = rows[n:]
	}
	if err := a.Mail.Forget(ctx, tx, ids...); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `delete from idempotency where subject = any($1)`, ids)
	return changed, err
}

// removeRow deletes one row under the lock of its occurrence, by what it is at that moment.
func (a *Agenda) removeRow(ctx context.Context, tx pgx.Tx, s *seats, r ownRow) error {
	if r.table == "waitlist_entry" {
		if err := a.endOffersOf(ctx, tx, s, r.id, "ended"); err != nil {
			return err
		}
	}
	var status string
	var places int
	sql := `delete from registration where id = $1 returning status, seats`
	if r.table == "waitlist_entry" {
		sql = `delete from waitlist_entry where id = $1 returning state, seats`
	}
	if err := tx.QueryRow(ctx, sql, r.id).Scan(&status, &places); err != nil {
		return err
	}
	if err := privacy.Journal(ctx, tx, s.now, r.table, r.id); err != nil {
		return err
	}
	switch status {
	case "waiting", "offered":
		s.waiting--
	case "registered", "attended", "absent":
		return a.release(ctx, tx, s, places)
	}
	return nil
}
