package editing

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

const pageSize = 50

// listed is one line of a list.
type listed struct {
	id, title, status    string
	changed              bool
	from, until, trashed *time.Time
	pinned               bool
	position             int
	updatedAt            time.Time
	updatedBy            string
	search               string // the folded title
}

// listColumns are what a line shows: how it stands for visitors while it is public, else what is
// planned.
const listColumns = `
	d.id, d.title, d.status, d.changed,
		case when d.public_doc is null then d.publish_from else d.public_from end,
		case when d.public_doc is null then d.publish_until else d.public_until end,
		d.trashed_at, d.pinned, d.position, d.updated_at, d.updated_by, d.search`

func scanListed(from pgx.CollectableRow) (l listed, err error) {
	err = from.Scan(
		&l.id,
		&l.title,
		&l.status,
		&l.changed,
		&l.from,
		&l.until,
		&l.trashed,
		&l.pinned,
		&l.position,
		&l.updatedAt,
		&l.updatedBy,
		&l.search,
	)
	return l, err
}

// wanted is which part of a list somebody wants, and in which order.
type wanted struct{ text, status, by, after string }

// statuses are the words that a list can be narrowed to.
var statuses = map[string]bool{
	StatusDraft:     true,
	StatusScheduled: true,
	StatusPublished: true,
	StatusOver:      true,
	StatusHidden:    true,
	StatusTrashed:   true,
	StatusWithdrawn: true,
}

// onTop narrows a list to what stands above the others for visitors, or will.
const onTop = "pinned"

// list gives a page, and where the next one begins.
func (e *Editing) list(ctx context.Context, k *kind, w wanted) (items []listed, next string, err error) {
	if w.status != "" && w.status != onTop && !statuses[w.status] {
		return nil, "", problem.WithFields(problem.Field{Name: "status", Code: problem.Choice})
	}
	order, err := k.order(w)
	if err != nil {
		return nil, "", err
	}
	if len(k.Fixed) > 0 {
		items, err = e.fixedList(ctx, k, w)
		return items, "", err
	}
	sql, args := query(k, w, order)
	if items, err = db.Rows(ctx, e.Pool, scanListed, sql, args...); err != nil {
		return nil, "", err
	}
	if len(items) > pageSize {
		items = items[:pageSize]
		next = cursor(items[pageSize-1], order)
	}
	for i := range items {
		items[i].status = items[i].now(e.Clock.Now())
	}
	return items, next, nil
}

// now is how a line stands at a moment.
func (l listed) now(at time.Time) string {
	switch l.status {
	case StatusScheduled, StatusPublished, StatusOver:
		return shownAt(State{From: l.from, Until: l.until}, at)
	}
	return l.status
}

// query asks for one line more than a page. It says `kind`, `status` and the order in the words of
// an index.
func query(k *kind, w wanted, order string) (string, []any) {
	args := []any{k.Name}
	arg := func(v any) string {
		args = append(args, v)
		return "$" + strconv.Itoa(len(args))
	}
	where := []string{"d.kind = $1", "d.doc <> '{}'"} // of what was forgotten whole, a mark is left
	switch w.status {
	case "":
		where = append(where, "d.trashed_at is null")
	case onTop:
		where = append(where, "d.trashed_at is null", "d.public_pinned")
	case StatusTrashed:
		where = append(where, "d.status = 'trashed'")
	default:
		where = append(where, "d.trashed_at is null", "d.status = "+arg(w.status))
	}
	if w.text != "" {
		where = append(
			where,
			"d.search like "+arg("%"+db.LikeText(httpkit.Folded(strings.TrimSpace(w.text)))+"%"),
		)
	}
	if beyond := after(order, w.after, arg); beyond != "" {
		where = append(where, beyond)
	}
	return `
		select ` + listColumns + ` from draft d where ` + strings.Join(where, " and ") +
		` order by ` +
		sortings[order].columns +
		` limit ` +
		strconv.Itoa(pageSize+1), args
}

// fixedList are all fixed ids that whoever calls may see, in their own order unless another was
// asked for.
func (e *Editing) fixedList(ctx context.Context, k *kind, w wanted) ([]listed, error) {
	a, out := identity.ActorOf(ctx), []listed{}
	for _, id := range k.Fixed {
		err := k.maySee(ctx, e.Pool, a, id)
		if errors.Is(err, problem.New(problem.Forbidden)) {
			continue
		}
		if err != nil {
			return nil, err
		}
		r, err := e.open(ctx, e.Pool, k, id)
		if err != nil {
			return nil, err
		}
		l := listed{
			id:        id,
			title:     k.titleOf(r.doc),
			status:    r.now(e.Clock.Now()),
			changed:   r.changed,
			updatedAt: r.updatedAt,
			updatedBy: r.updatedBy,
		}
		l.search = httpkit.Folded(l.title)
		if strings.Contains(l.search, httpkit.Folded(strings.TrimSpace(w.text))) &&
			(w.status == "" || w.status == l.status) {
			out = append(out, l)
		}
	}
	switch w.by {
	case byTitle:
		slices.SortStableFunc(out, func(x, y listed) int {
			return strings.Compare(x.search, y.search)
		})
	case byChange:
		slices.SortStableFunc(out, func(x, y listed) int {
			return y.updatedAt.Compare(x.updatedAt)
		})
	}
	return out, nil
}

// Unpublished is how many drafts of a kind wait to be seen by visitors for the first time.
func (e *Editing) Unpublished(ctx context.Context, kind string) (n int, err error) {
	err = e.Pool.QueryRow(ctx, `
		select count(*)
		from draft
		where kind = $1 and status = 'draft' and trashed_at is null`, kind).Scan(&n)
	return n, err
}

// order sets the places of drafts, also of what visitors see.
func (e *Editing) order(ctx context.Context, k *kind, ids []string) error {
	a := identity.ActorOf(ctx)
	err := db.InTx(ctx, e.Pool, func(tx pgx.Tx) error {
		for place, id := range ids {
			r, err := e.mine(ctx, change{tx, k, a}, id)
			if err != nil {
				return err
			}
			if err := moveTo(ctx, tx, k, r, place+1); err != nil {
				return err
			}
		}
		return e.Raise(ctx, tx)
	})
	if err == nil {
		e.visitorsSeeNew()
	}
	return err
}

func moveTo(ctx context.Context, tx pgx.Tx, k *kind, r row, place int) error {
	if _, err := tx.Exec(
		ctx, `
		update draft
		set position = $2, public_position = $2
		where id = $1`,
		r.id,
		place,
	); err != nil {
		return err
	}
	if r.Public == nil || r.PublicState.Position == place {
		return nil
	}
	doc, err := k.own(r.Public)
	if err != nil {
		return err
	}
	k.check(doc) // tidies
	r.PublicState.Position = place
	if k.publish == nil {
		return nil
	}
	return k.publish(ctx, tx, r.id, doc, r.PublicState)
}
