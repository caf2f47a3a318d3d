package waitlist

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

const RegistrationToken = httpkit.SignUpLink

const EntryToken = httpkit.EntryLink

const WayBackToken = httpkit.WayBackLink

const LinkTable = "own_link"

// LinkTo is the secret that mails about a row carry: always the same one, as long as the row has
// this address. ErrUntrue when it has another by now.
func (p *Waitlist) LinkTo(ctx context.Context, prefix, row, email string) (string, error) {
	kind := Opened(prefix)
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
		select $1, id, $2, $3, email_key, $4 from `+kind.Table+`
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
