package inbox

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// News is the data of a mail about a row: a word of its room, none when it came in.
type News struct {
	What string `json:"what,omitempty"`
}

// NewsOf reads it.
func NewsOf(m mail.Stored) (n News, err error) {
	if len(m.Data) > 0 {
		err = json.Unmarshal(m.Data, &n)
	}
	return n, err
}

// TellOf tells the staff with these roles about a row (mail.NewInInbox), and the house itself.
func (b *Box[F, R, V]) TellOf(ctx context.Context, tx pgx.Tx, id, what string, roles ...identity.Role) error {
	return b.Tell(ctx, tx, identity.Notice{
		Topic: identity.Messages,
		Roles: roles,
		Mail: mail.Mail{
			Kind:  mail.NewInInbox,
			To:    b.House(ctx).Notices(),
			Cause: id,
			Data:  News{what},
		},
	})
}

// Take stores a form, tells the staff with these roles, and thanks whoever left an address with a
// mail of this kind.
func (b *Box[F, R, V]) Take(
	ctx context.Context, tx pgx.Tx, form F, more pgx.NamedArgs, thanks mail.Kind,
	roles ...identity.Role,
) (out httpkit.Answer[httpkit.Received], err error) {
	id, err := b.Store(ctx, tx, form, more)
	if err != nil {
		return out, err
	}
	if err := b.TellOf(ctx, tx, id, "", roles...); err != nil {
		return out, err
	}
	who := b.Who(&form)
	if who.Email != "" {
		err = b.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:    thanks,
			To:      who.Email,
			Cause:   id,
			Limited: true,
		})
	}
	return httpkit.ReceivedAnswer(id, httpkit.Flash{
		Name: who.Name,
		Kind: b.Kind,
		Way:  who.Way(),
	}), err
}

// Warn tells the coordinators once of each row of a condition, with args from $1: one mail to each
// of them for all of a run.
func (b *Box[F, R, V]) Warn(ctx context.Context, what, where string, args ...any) error {
	return db.InTx(ctx, b.Pool, func(tx pgx.Tx) error {
		ids, err := db.All[string](ctx, tx, `
			update `+b.Table+`
			set warned = true
			where `+where+` and not warned
			returning id`, args...)
		if err != nil || len(ids) == 0 {
			return err
		}
		return b.TellOf(ctx, tx, ids[0], what, identity.Coordinator)
	})
}
