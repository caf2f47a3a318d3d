package places

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Prefixes of secret links.
const (
	RegistrationToken = httpkit.SignUpLink
	EntryToken        = httpkit.EntryLink
	WayBackToken      = httpkit.WayBackLink
	OverviewToken     = httpkit.OverviewLink
)

// under stands between the secret of an overview and the id of a row: such a link opens that row
// as its own link does, and ends with the overview. Nothing is stored for it.
const under = "."

const (
	linkTable     = "own_link"
	pageLinkFor   = 2 * time.Hour
	wayBackWithin = 7 * 24 * time.Hour
)

// ownLink is a secret link as the database has it: what it opens, and which address it proves.
type ownLink struct {
	id, row, occurrence string
	mailedTo            []byte // keyed hash; nil: mailed to nobody, proves no address
	until               *time.Time
	wayBack             []byte
	address             []byte // sealed: of an overview, which has no row of its own
	createdAt           time.Time
}

// worksUntil is the moment at which the link of a page ends, "" when it lasts as long as its row.
// The link of an overview says so itself.
func (l *ownLink) worksUntil() string {
	if l.until == nil || l.address != nil {
		return ""
	}
	return clock.Moment(*l.until)
}

// byLink gives the link behind a secret, not_found for anything else and for one that ended. Only
// the hash is compared, in an index.
func (p *Places) byLink(
	ctx context.Context,
	q db.Querier,
	prefix, auth string,
) (l ownLink, err error) {
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

// descend goes from an overview to one row: it must have the address that the overview was mailed
// to, now. There is no way back in it: it was mailed with no older address.
func (l *ownLink) descend(ctx context.Context, q db.Querier, prefix, row string) error {
	kind := opened(prefix)
	if kind == nil || prefix == WayBackToken || !rules.Readable(row) {
		return problem.New(problem.NotFound)
	}
	l.row = row
	return q.QueryRow(ctx, `
		select occurrence_id
		from `+kind.table+`
		where id = $1
			and email_key = $2`, row, l.mailedTo).Scan(&l.occurrence)
}

// prove notes in the row of a link that whoever reads at its address acted on it: the link was
// mailed there. Whoever typed an address that is not theirs cannot.
func prove(ctx context.Context, tx pgx.Tx, prefix string, l ownLink) error {
	_, err := tx.Exec(ctx, `
		update `+opened(prefix).table+`
		set doc = doc || '{"proven": true}'
		where id = $1 and email_key = $2 and not doc ? 'proven'`, l.row, l.mailedTo)
	return err
}

// linkTo is the secret that mails about a row carry: always the same one, as long as the row has
// this address. ErrUntrue when it has another by now.
func (p *Places) linkTo(ctx context.Context, prefix, row, email string) (string, error) {
	kind := opened(prefix)
	to, id := p.Keys.EmailKey(email), ""
	err := p.Pool.QueryRow(
		ctx, `
		select id
		from own_link
		where `+kind.column+` = $1
			and mailed_to = $2
			and token_key = $3
			and until is null
		order by created_at
		limit 1`,
		row,
		to,
		p.Keys.TokenKeyID(),
	).Scan(&id)
	if err == nil || !errors.Is(err, pgx.ErrNoRows) {
		return p.Keys.Token(prefix, id, 1), err
	}
	id = db.NewID("lnk")
	// the row is held meanwhile: a link to an address that is changed right now would outlive it
	tag, err := p.Pool.Exec(
		ctx, `
		insert into own_link (id, `+kind.column+`, token_hash, token_key, mailed_to,
			created_at)
		select $1, id, $2, $3, email_key, $4 from `+kind.table+`
		where id = $5
			and email_key = $6
		for share`,
		id,
		privacy.TokenHash(p.Keys.Token(prefix, id, 1)),
		p.Keys.TokenKeyID(),
		p.Clock.Now(),
		row,
		to,
	)
	if err == nil && tag.RowsAffected() == 0 {
		err = mail.ErrUntrue
	}
	return p.Keys.Token(prefix, id, 1), err
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
func (p *Places) addLink(
	ctx context.Context,
	tx pgx.Tx,
	now time.Time,
	l shortLink,
) (secret, id string, err error) {
	id = db.NewID("lnk")
	secret = p.Keys.Token(l.prefix, id, 1)
	row := map[*rowKind]*string{opened(l.prefix): &l.row}
	var back, address []byte
	if l.puts != "" {
		back = p.Keys.Seal(linkTable, id, []byte(l.puts))
	}
	if l.address != "" {
		address = p.Keys.Seal(addressSeal, id, []byte(l.address))
	}
	_, err = tx.Exec(
		ctx, `
		insert into own_link (id, registration_id, entry_id, address, token_hash, token_key,
			mailed_to, until, way_back, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		id, row[placeKind], row[entryKind], address, privacy.TokenHash(secret),
		p.Keys.TokenKeyID(), l.mailedTo, now.Add(l.within), back, now,
	)
	return secret, id, err
}

// SweepLinks forgets links that ended by the clock, and with them the addresses that nobody can put
// back any more; the codes and messages of which the term is over, and what acts can no longer give
// back.
func (p *Places) SweepLinks(ctx context.Context) error {
	now := p.Clock.Now()
	if _, err := p.Pool.Exec(ctx, `delete from own_link where until <= $1`, now); err != nil {
		return db.Problem(err)
	}
	for _, sweep := range []func(context.Context, time.Time) error{
		p.sweepCodes, p.sweepEarlier, p.sweepMessages,
	} {
		if err := sweep(ctx, now); err != nil {
			return err
		}
	}
	_, err := p.ForgetClosures(ctx, now.AddDate(-keepClosures, 0, 0))
	return err
}
