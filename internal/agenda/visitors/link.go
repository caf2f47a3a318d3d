package visitors

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

const OverviewToken = httpkit.OverviewLink

// under stands between the secret of an overview and the id of a row: such a link, stored nowhere,
// opens that row as its own link does, and ends with the overview.
const under = "."

const pageLinkFor = 2 * time.Hour

const wayBackWithin = 7 * 24 * time.Hour

// ownLink is a secret link as the database has it: what it opens, and which address it proves.
type ownLink struct {
	id, row, occurrence string
	mailedTo            []byte // keyed hash; nil: mailed to nobody, proves no address
	until               *time.Time
	wayBack             []byte
	address             []byte // sealed: of an overview, which has no row of its own
	createdAt           time.Time
}

// worksUntil is when the link of a page ends, "" when it lasts as long as its row. An overview says
// so itself.
func (l *ownLink) worksUntil() string {
	if l.until == nil || l.address != nil {
		return ""
	}
	return clock.Moment(*l.until)
}

// byLink gives the link behind a secret, not_found for anything else and for one that ended. Only
// the hash is compared.
func (p *Visitors) byLink(ctx context.Context, q db.Querier, prefix, auth string) (l ownLink, err error) {
	t, err := token(auth)
	if err != nil {
		return l, err
	}
	secret, row, below := strings.Cut(t, under)
	if !privacy.LooksLikeToken(prefix, secret) {
		return l, problem.New(problem.NotFound)
	}
	if below {
		secret = OverviewToken + strings.TrimPrefix(secret, prefix)
	}
	err = q.QueryRow(
		ctx, `
		select l.id, coalesce(l.registration_id, l.entry_id, ''), coalesce(
				(select occurrence_id from registration where id = l.registration_id),
				(select occurrence_id from waitlist_entry where id = l.entry_id),
				''
			),
			l.mailed_to, l.until, l.way_back, l.address, l.created_at
		from own_link l
		where l.token_hash = $1
			and (l.until is null or l.until > $2)`,
		privacy.TokenHash(secret),
		p.Clock.Now(),
	).Scan(
		&l.id,
		&l.row,
		&l.occurrence,
		&l.mailedTo,
		&l.until,
		&l.wayBack,
		&l.address,
		&l.createdAt,
	)
	if err == nil && below {
		err = l.descend(ctx, q, prefix, row)
	}
	return l, db.Problem(err)
}

// descend goes from an overview to one row, which must have its address now. No way back lies
// there: it was mailed with no older address.
func (l *ownLink) descend(ctx context.Context, q db.Querier, prefix, row string) error {
	kind := waitlist.Opened(prefix)
	if kind == nil || prefix == waitlist.WayBackToken || !rules.Readable(row) {
		return problem.New(problem.NotFound)
	}
	l.row = row
	return q.QueryRow(ctx, `
		select occurrence_id
		from `+kind.Table+`
		where id = $1
			and email_key = $2`, row, l.mailedTo).Scan(&l.occurrence)
}

// prove notes in the row of a link that whoever reads at its address acted on it.
func prove(ctx context.Context, tx pgx.Tx, prefix string, l ownLink) error {
	_, err := tx.Exec(ctx, `
		update `+waitlist.Opened(prefix).Table+`
		set doc = doc || '{"proven": true}'
		where id = $1 and email_key = $2 and not doc ? 'proven'`, l.row, l.mailedTo)
	return err
}

// shortLink is a link that ends by itself: of a sign-up or an entry, or to an overview.
type shortLink struct {
	prefix, row string
	mailedTo    []byte
	within      time.Duration
	puts        string // the address that it puts back
	address     string // of an overview
}

// addLink stores a short link and gives its secret and its id.
func (p *Visitors) addLink(ctx context.Context, tx pgx.Tx, now time.Time, l shortLink) (secret, id string, err error) {
	id = db.NewID("lnk")
	secret = p.Keys.Token(l.prefix, id, 1)
	row := map[*waitlist.RowKind]*string{waitlist.Opened(l.prefix): &l.row}
	var back, address []byte
	if l.puts != "" {
		back = p.Keys.Seal(waitlist.LinkTable, id, []byte(l.puts))
	}
	if l.address != "" {
		address = p.Keys.Seal(AddressSeal, id, []byte(l.address))
	}
	_, err = tx.Exec(
		ctx, `
		insert into own_link (id, registration_id, entry_id, address, token_hash, token_key,
			mailed_to, until, way_back, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		id, row[waitlist.PlaceKind], row[waitlist.EntryKind], address, privacy.TokenHash(secret),
		p.Keys.TokenKeyID(), l.mailedTo, now.Add(l.within), back, now,
	)
	return secret, id, err
}

// OpenedByCode leads to what a code opens.
type OpenedByCode struct {
	Status string `json:"status" enum:"registration,entry" doc:"whose page it is"`
	Link   string `json:"link" doc:"the secret of that page, for two hours; it proves no address"`
}

// OpenByCode gives a short link to what a code opens: to the sign-up, when one came of the entry.
//
// Problems: invalid (code: nobody has it, or its term is over).
func (p *Visitors) OpenByCode(ctx context.Context, code string) (*httpkit.Reply[OpenedByCode], error) {
	return httpkit.Once(ctx, p.Keeper, func(
		tx pgx.Tx,
	) (out httpkit.Answer[OpenedByCode], err error) {
		row, err := p.byCode(ctx, tx, code)
		if errors.Is(err, pgx.ErrNoRows) {
			err = problem.WithFields(problem.Field{Name: "code", Code: problem.Invalid})
		}
		if err != nil {
			return out, err
		}
		out.Status, out.Subject = http.StatusOK, row.ID
		out.Body.Status = "registration"
		kind := waitlist.KindIn(row.Table)
		if kind == waitlist.EntryKind {
			out.Body.Status = "entry"
		}
		out.Body.Link, _, err = p.addLink(ctx, tx, p.Clock.Now(), shortLink{
			prefix: kind.Prefix, row: row.ID, within: pageLinkFor,
		})
		return out, err
	})
}

// coded are rows, g, of a kind that a code, c, opens, at their date, o.
func coded(kind *waitlist.RowKind) string {
	return `desk_code c
		join ` + kind.Table + ` g on g.id = c.` + kind.Column + `
		join occurrence o on o.id = g.occurrence_id
		where `
}

// byCode gives what a code opens. Problems: pgx.ErrNoRows (nobody has it, or its term is over).
func (p *Visitors) byCode(ctx context.Context, q db.Querier, code string) (row waitlist.OwnRow, err error) {
	now, became := p.Clock.Now(), ""
	err = q.QueryRow(ctx, `
		select 'registration', g.id, g.occurrence_id
		from `+coded(waitlist.PlaceKind)+`c.code_key = $1 and not `+termOver(`$2`)+`
		union all
		select 'waitlist_entry', g.id, g.occurrence_id
		from `+coded(waitlist.EntryKind)+`c.code_key = $1 and not `+termOver(`$3`),
		p.DeskKey(code),
		p.ended(ctx, terms["registrations"], now),
		p.ended(ctx, terms["entries"], now),
	).Scan(&row.Table, &row.ID, &row.Occurrence)
	if err != nil || row.Table == waitlist.PlaceKind.Table {
		return row, err
	}
	err = q.QueryRow(ctx, `
		select id
		from registration
		where doc ? 'entry'
			and doc->>'entry' = $1`, row.ID).Scan(&became)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return row, nil
	case err == nil:
		row.Table, row.ID = waitlist.PlaceKind.Table, became
	}
	return row, err
}

// SweepCodes forgets the codes of which the term is over.
func (p *Visitors) SweepCodes(ctx context.Context, now time.Time) error {
	_, err := p.Pool.Exec(ctx, `
		delete from desk_code
		where id in (select c.id from `+coded(waitlist.PlaceKind)+termOver(`$1`)+`)
			or id in (select c.id from `+coded(waitlist.EntryKind)+termOver(`$2`)+`)`,
		p.ended(ctx, terms["registrations"], now),
		p.ended(ctx, terms["entries"], now),
	)
	return db.Problem(err)
}
