package newsletter

import (
	"bytes"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Mend gives the subscriber with this id, when there is one, another address, in tx; it says
// whether there was. Nobody agreed by that address yet: it is asked to confirm, as one that is new,
// and what was on its way to the old one is taken back.
//
// Problems: invalid (it is none, or on the list already).
func (n *Room) Mend(ctx context.Context, tx pgx.Tx, id string, to privacy.Named) (bool, error) {
	s, found, err := db.One[struct {
		Key     []byte
		Version int
	}](ctx, tx, `
		select email_key, token_version from subscriber where id = $1 for update`, id)
	if err != nil || !found {
		return false, err
	}
	if f := privacy.OnlyEmail(&to.Email); len(f) > 0 {
		return false, problem.WithFields(f...)
	}
	box := n.Keys.Seal(table, id, []byte(to.Email))
	if bytes.Equal(s.Key, n.Keys.EmailKey(to.Email)) { // the same mailbox, written otherwise
		_, err := tx.Exec(ctx, `
			update subscriber
			set sealed = $2, version = version + 1, updated_at = $3
			where id = $1`, id, box, n.Clock.Now())
		return true, err
	}
	tag, err := tx.Exec(ctx, `
		update subscriber s
		set state = 'pending', confirmed_at = null, requested_at = @now, email_key = @key,
			sealed = @sealed, token_hash = @hash, token_key = @token, token_version = @version,
			soft = 0, soft_at = null, paused_until = null, version = s.version + 1,
			updated_at = @now
		where id = @id
			and not exists (
				select from subscriber other where other.email_key = @key and other.id <> @id
			)`,
		pgx.NamedArgs{
			"id":      id,
			"now":     n.Clock.Now(),
			"key":     n.Keys.EmailKey(to.Email),
			"sealed":  box,
			"hash":    privacy.TokenHash(n.Keys.Token(TokenPrefix, id, s.Version+1)),
			"token":   n.Keys.TokenKeyID(),
			"version": s.Version + 1,
		})
	if err != nil {
		return false, db.Problem(err)
	}
	if tag.RowsAffected() == 0 {
		return false, problem.WithFields(problem.Field{Name: "email", Code: problem.Taken})
	}
	if err := n.Mail.Forget(ctx, tx, id); err != nil {
		return false, err
	}
	return true, n.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:    mail.NewsletterConfirm,
		To:      to.Email,
		Cause:   id,
		Limited: true,
	})
}
