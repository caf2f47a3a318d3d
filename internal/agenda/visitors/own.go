package visitors

import (
	"context"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// OwnKind is a kind of row as whoever has a link to it sees it.
type OwnKind[V any] struct {
	*waitlist.RowKind
	view   func(*Visitors, context.Context, db.Querier, *waitlist.Row, *rules.Slot) (V, error)
	linked func(*V, linkSeen)
}

var (
	OwnPlace = OwnKind[Registration]{
		waitlist.PlaceKind, (*Visitors).registrationView, (*Registration).linked,
	}
	OwnEntry = OwnKind[Entry]{
		waitlist.EntryKind, (*Visitors).entryView, (*Entry).linked,
	}
)

// linkSeen is what a page says of the link by which it is open.
type linkSeen struct {
	proven bool
	until  string
	next   string // the secret with which the page goes on, when the link just ended
	late   bool   // the offer that was answered is over
}

func (r *Registration) linked(l linkSeen) {
	r.Proven, r.LinkUntil, r.Link = l.proven, l.until, l.next
}

func (e *Entry) linked(l linkSeen) {
	e.Proven, e.LinkUntil, e.Link, e.Late = l.proven, l.until, l.next, l.late
}

// Held is a row in the hand of whoever has a link to it, or of staff, under the lock of its date.
type Held struct {
	*Visitors
	Tx   pgx.Tx
	S    *rules.Slot
	Row  *waitlist.Row
	link ownLink // without a row: of staff, who have no page that goes on
	linkSeen
}

// Press is what a holder does: by which kind of link, and the word of it for the next page.
type Press struct{ Prefix, Auth, Kind string }

// seen reads a row and shows it as its holder sees it, on its date as it stands: s, or when that is
// nil as it is read.
func (k OwnKind[V]) seen(
	ctx context.Context,
	p *Visitors,
	q db.Querier,
	id string,
	s *rules.Slot,
) (v V, row waitlist.Row, err error) {
	row, err = p.Load(ctx, q, k.RowKind, id)
	if err == nil && s == nil {
		s, err = p.Peek(ctx, q, row.Occurrence)
	}
	if err != nil {
		return v, row, err
	}
	v, err = k.view(p, ctx, q, &row, s)
	return v, row, err
}

// OnOwn runs do on what the holder of a link has at a date, under its lock, and answers with it as
// it is then.
func OnOwn[V any](
	ctx context.Context,
	p *Visitors,
	kind OwnKind[V],
	by Press,
	do func(*Held) error,
) (*httpkit.Reply[V], error) {
	first, err := p.byLink(ctx, p.Pool, by.Prefix, by.Auth)
	if err != nil {
		return nil, err
	}
	var h *Held
	return booking.Act(
		ctx,
		p.Booking,
		first.occurrence,
		func(tx pgx.Tx, s *rules.Slot) (err error) {
			h = &Held{Visitors: p, Tx: tx, S: s}
			// again, under the lock: a new address ends the link
			if h.link, err = p.byLink(ctx, tx, by.Prefix, by.Auth); err != nil {
				return err
			}
			if err := prove(ctx, tx, by.Prefix, h.link); err != nil {
				return err
			}
			row, err := p.Load(ctx, tx, kind.RowKind, first.row)
			if err != nil {
				return err
			}
			h.Row = &row
			return do(h)
		},
		func(tx pgx.Tx, s *rules.Slot) (out httpkit.Answer[V], err error) {
			body, row, err := kind.seen(ctx, p, tx, first.row, s)
			if err != nil {
				return out, err
			}
			h.proven = h.next == "" && len(first.mailedTo) > 0
			kind.linked(&body, h.linkSeen)
			flash := httpkit.Flash{Name: row.Who.Name, Kind: by.Kind, Way: row.Reached()}
			if h.late {
				flash.Kind = "late"
			}
			return httpkit.Answer[V]{
				Status:  http.StatusOK,
				Body:    body,
				Version: row.Version,
				Subject: row.ID,
				Flash:   flash,
			}, nil
		},
	)
}

// ReadOwn is what the holder of a link sees.
func ReadOwn[V any](ctx context.Context, p *Visitors, kind OwnKind[V], auth string) (out V, err error) {
	link, err := p.byLink(ctx, p.Pool, kind.Prefix, auth)
	if err != nil {
		return out, err
	}
	err = onePicture(ctx, p.Pool, func(tx pgx.Tx) (err error) {
		out, _, err = kind.seen(ctx, p, tx, link.row, nil)
		kind.linked(&out, linkSeen{proven: len(link.mailedTo) > 0, until: link.worksUntil()})
		return err
	})
	return out, err
}

// onePicture reads everything as it is at one moment: an offer that ends in between must not look
// like a dead link.
func onePicture(ctx context.Context, pool *pgxpool.Pool, read func(pgx.Tx) error) error {
	return db.Problem(pgx.BeginTxFunc(
		ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, read,
	))
}

// token takes the secret out of the header `Authorization: Aanmelding <token>`; no header is 401.
func token(auth string) (string, error) {
	if auth == "" {
		return "", problem.New(problem.Unauthorized)
	}
	t, ok := strings.CutPrefix(auth, "Aanmelding ")
	if !ok {
		return "", problem.New(problem.NotFound)
	}
	return t, nil
}
