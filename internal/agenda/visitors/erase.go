package visitors

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// proven is a row in the hand of whoever has a link to it, with the address that the link proves.
// An overview has no row: its own id stands there, and no table.
type proven struct {
	waitlist.OwnRow
	mailedTo []byte       // keyed hash; nil: none
	email    string       // of the row, or of the overview
	still    func() error // the link has not ended
}

// NotMe removes a sign-up or entry that somebody else filled in with this person's address, and
// what came of it: a place goes with the entry it was given from. Its place goes to the next.
func (p *Visitors) NotMe(ctx context.Context, auth string) (*httpkit.Done, error) {
	if t, err := token(auth); err == nil && strings.HasPrefix(t, OverviewToken) {
		return nil, problem.New(problem.NotFound) // which one of them?
	}
	return p.erase(ctx, auth, "notMe", false)
}

// EraseMine removes this row and, when the link was mailed to an address, everything that has the
// same address: sign-ups and entries of any name, and what other rooms keep of it. A number and an
// address that was typed later prove nothing and reach nothing. Places are freed, mails forgotten;
// the person gets mail.Erased and no other mail.
func (p *Visitors) EraseMine(ctx context.Context, auth string) (*httpkit.Done, error) {
	return p.erase(ctx, auth, "erased", true)
}

// all is what goes with a row: what came of it or what it came from, and with everything what has
// the address that the link proves.
func (own *proven) all(everything bool) Sought {
	s := Sought{row: own.ID}
	if everything {
		s.Email = own.mailedTo
	}
	return s
}

// erase finds the holder's row, then what goes with it, and removes it in one transaction, date
// after date in the order of their ids, so that two erasures do not wait for each other.
func (p *Visitors) erase(ctx context.Context, auth, kind string, everything bool) (*httpkit.Done, error) {
	dates, err := p.datesOf(ctx, auth, everything)
	if err != nil {
		return nil, err
	}
	reply, err := booking.Once(ctx, p.Booking, dates, func(
		tx pgx.Tx,
	) (out httpkit.Answer[struct{}], word bool, err error) {
		own, err := p.ownRow(ctx, tx, auth)
		if err != nil {
			return out, false, err
		}
		// a hold that is being set now comes first, or finds nothing left
		if _, err := tx.Exec(ctx, privacy.Beside); err != nil {
			return out, false, err
		}
		all := own.all(everything)
		if err := p.Unheld(ctx, tx, all); err != nil {
			return out, false, err
		}
		word, err = p.EveryPass(ctx, tx, all, func(rows []waitlist.OwnRow) (int, bool, error) {
			word, err := p.TakeOff(ctx, tx, rows, &own)
			return len(rows), word, err
		})
		if err == nil && everything {
			err = p.eraseAddress(ctx, tx, &own)
		}
		out.Status, out.Flash = http.StatusNoContent, httpkit.Flash{Kind: kind, Way: "none"}
		return out, word, err
	})
	if err != nil {
		return nil, err
	}
	return &httpkit.Done{
		Status: reply.Status, CacheControl: reply.CacheControl, Cookie: reply.Cookie,
	}, nil
}

// datesOf are the dates that an erasure will lock. A link that opens nothing has none: the erasure
// itself says what is wrong with it.
func (p *Visitors) datesOf(ctx context.Context, auth string, everything bool) (dates []string, err error) {
	own, err := p.ownRow(ctx, p.Pool, auth)
	if err != nil {
		return nil, nil
	}
	rows, err := p.RowsOf(ctx, p.Pool, own.all(everything))
	for _, r := range rows {
		dates = append(dates, r.Occurrence)
	}
	return dates, err
}

// eraseAddress erases what else is kept of the address that the link proves, and tells it so.
func (p *Visitors) eraseAddress(ctx context.Context, tx pgx.Tx, own *proven) error {
	if own.mailedTo == nil {
		return nil
	}
	if own.Table == "" { // what it opens had no lock of its own until here
		if err := own.still(); err != nil {
			return err
		}
	}
	if err := p.WipeElsewhere(ctx, tx, own.all(true), nil, nil); err != nil {
		return err
	}
	if !bytes.Equal(p.Keys.EmailKey(own.email), own.mailedTo) {
		return nil
	}
	return p.tellGone(ctx, tx, own.ID, own.email)
}

// ownRow is what a link opens, in the hand of whoever has it.
func (p *Visitors) ownRow(ctx context.Context, q db.Querier, auth string) (own proven, err error) {
	t, err := token(auth)
	if err != nil {
		return own, err
	}
	prefix := waitlist.RegistrationToken
	for _, other := range []string{waitlist.EntryToken, OverviewToken} {
		if strings.HasPrefix(t, other) {
			prefix = other
		}
	}
	link, err := p.byLink(ctx, q, prefix, auth)
	if err != nil {
		return own, err
	}
	own.mailedTo = link.mailedTo
	if prefix == OverviewToken {
		email, err := p.Keys.Open(AddressSeal, link.id, link.address)
		own.ID, own.email = link.id, string(email)
		own.still = func() error { // of two erasures at once the second finds none
			var id string
			return db.Problem(q.QueryRow(ctx, `
				select id from own_link where id = $1 for update`, link.id).Scan(&id))
		}
		return own, err
	}
	kind := waitlist.Opened(prefix)
	own.OwnRow = waitlist.OwnRow{Table: kind.Table, ID: link.row, Occurrence: link.occurrence}
	own.still = func() error {
		_, err := p.byLink(ctx, q, prefix, auth)
		return err
	}
	is, err := p.Load(ctx, q, kind, link.row)
	own.email = is.Who.Email
	return own, err
}
