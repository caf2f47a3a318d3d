package places

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

// ownKind is a row, R, of whoever has a link to it, who sees it as V.
type ownKind[R standing, V any] struct {
	*rowKind
	view   func(*Places, context.Context, db.Querier, R, *rules.Slot) (V, error)
	linked func(*V, linkSeen)
}

var (
	ownPlace = ownKind[*registrationRow, Registration]{
		placeKind, (*Places).registrationView, (*Registration).linked,
	}
	ownEntry = ownKind[*entryRow, Entry]{entryKind, (*Places).entryView, (*Entry).linked}
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

// held is a row in the hand of whoever has a link to it, or of staff, under the lock of its date.
type held[R standing] struct {
	*Places
	tx   pgx.Tx
	s    *rules.Slot
	row  R
	link ownLink // without a row: of staff, who have no page that goes on
	linkSeen
}

type (
	ownedPlace = held[*registrationRow]
	ownedEntry = held[*entryRow]
)

// press is what a holder does: by which kind of link, and the word of it for the next page.
type press struct{ prefix, auth, kind string }

// seen reads a row and shows it as its holder sees it, on its date as it stands: s, or when that is
// nil as it is read.
func (k ownKind[R, V]) seen(
	ctx context.Context,
	p *Places,
	q db.Querier,
	id string,
	s *rules.Slot,
) (v V, row R, err error) {
	is, err := p.stands(ctx, q, ownRow{table: k.table, id: id})
	if err != nil {
		return v, row, err
	}
	row = is.(R)
	if s == nil {
		if s, err = p.Peek(ctx, q, row.at().occurrence); err != nil {
			return v, row, err
		}
	}
	v, err = k.view(p, ctx, q, row, s)
	return v, row, err
}

// onOwn runs do on what the holder of a link has at a date, under its lock, and answers with it as
// it is then.
func onOwn[R standing, V any](
	ctx context.Context,
	p *Places,
	kind ownKind[R, V],
	by press,
	do func(*held[R]) error,
) (*httpkit.Reply[V], error) {
	first, err := p.byLink(ctx, p.Pool, by.prefix, by.auth)
	if err != nil {
		return nil, err
	}
	var h *held[R]
	return act(ctx, p, first.occurrence, func(tx pgx.Tx, s *rules.Slot) (err error) {
		h = &held[R]{Places: p, tx: tx, s: s}
		// again, under the lock: a new address ends the link
		if h.link, err = p.byLink(ctx, tx, by.prefix, by.auth); err != nil {
			return err
		}
		if err := prove(ctx, tx, by.prefix, h.link); err != nil {
			return err
		}
		row, err := p.stands(ctx, tx, ownRow{table: kind.table, id: first.row})
		if err != nil {
			return err
		}
		h.row = row.(R)
		return do(h)
	}, func(tx pgx.Tx, s *rules.Slot) (out httpkit.Answer[V], err error) {
		body, row, err := kind.seen(ctx, p, tx, first.row, s)
		if err != nil {
			return out, err
		}
		h.proven = h.next == "" && len(first.mailedTo) > 0
		kind.linked(&body, h.linkSeen)
		flash := httpkit.Flash{Name: row.at().who.Name, Kind: by.kind, Way: row.reached()}
		if h.late {
			flash.Kind = "late"
		}
		return httpkit.Answer[V]{
			Status:  http.StatusOK,
			Body:    body,
			Version: row.at().version,
			Subject: row.at().id,
			Flash:   flash,
		}, nil
	})
}

// readOwn is what the holder of a link sees.
func readOwn[R standing, V any](
	ctx context.Context,
	p *Places,
	kind ownKind[R, V],
	auth string,
) (out V, err error) {
	link, err := p.byLink(ctx, p.Pool, kind.prefix, auth)
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
