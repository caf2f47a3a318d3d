package newsletter

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
)

// unsubscribe answers every token in the same way, also one that nobody has (any more).
func (n *Room) unsubscribe(ctx context.Context, tx pgx.Tx, in Unsubscribe) (httpkit.Answer[SubscriptionDone], error) {
	kind := "unsubscribed"
	if in.NotMe {
		kind = "notMe"
	}
	return httpkit.Answer[SubscriptionDone]{
		Status: http.StatusOK,
		Body:   SubscriptionDone{"unsubscribed"},
		Flash:  httpkit.Flash{Kind: kind, Way: "none"},
	}, n.leave(ctx, tx, in.Token)
}

// leave deletes the address at once; a keyed hash of it stays 30 days. What staff hold gets nothing
// any more, and goes with the hold.
func (n *Room) leave(ctx context.Context, tx pgx.Tx, token string) error {
	if !privacy.LooksLikeToken(TokenPrefix, token) {
		return nil
	}
	// a hold that is being set now comes first, or finds nothing left
	if _, err := tx.Exec(ctx, privacy.Beside); err != nil {
		return err
	}
	var id string
	err := tx.QueryRow(ctx, `
		select id from subscriber where token_hash = $1 for update`, privacy.TokenHash(token),
	).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	hold, err := privacy.HoldOf(ctx, tx, n.Clock.Now(), []string{id})
	if err != nil {
		return err
	}
	if hold != nil {
		return n.rest(ctx, tx, id)
	}
	return n.takeOff(ctx, tx, `id = $1`, id)
}

// rest keeps the row of an address that is on the list no more, until the night finds nothing that
// holds it. No link that was mailed brings it back: whoever asks again confirms again.
func (n *Room) rest(ctx context.Context, tx pgx.Tx, id string) error {
	var version int
	var emailKey []byte
	err := tx.QueryRow(ctx, `
		select token_version, email_key from subscriber where id = $1 for update`, id,
	).Scan(&version, &emailKey)
	if errors.Is(err, pgx.ErrNoRows) { // left meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update subscriber
		set state = 'pending',
			confirmed_at = null,
			paused_until = $2,
			token_hash = $3,
			token_key = $4,
			token_version = $5,
			version = version + 1,
			updated_at = $2
		where id = $1`,
		id,
		n.Clock.Now(),
		privacy.TokenHash(n.Keys.Token(TokenPrefix, id, version+1)),
		n.Keys.TokenKeyID(),
		version+1,
	); err != nil {
		return err
	}
	if err := n.remember(ctx, tx, emailKey, "left"); err != nil {
		return err
	}
	return n.Mail.Forget(ctx, tx, id)
}

// KeptBy is the subscription of an address, for its owner; nobody leaves a number here.
func (n *Room) KeptBy(ctx context.Context, q db.Querier, by privacy.By, key []byte) ([]privacy.KeptElsewhere, error) {
	if by != privacy.ByEmail {
		return nil, nil
	}
	return db.Rows(ctx, q, func(r pgx.CollectableRow) (k privacy.KeptElsewhere, err error) {
		var id, state, text string
		var at, asked time.Time
		var box []byte
		if err := r.Scan(&id, &state, &at, &box, &text, &asked); err != nil {
			return k, err
		}
		address, err := n.Keys.Open(table, id, box)
		k = privacy.KeptElsewhere{
			ID:   id,
			Kind: "newsletter",
			Day:  clock.Date(at),
			Consent: &privacy.KeptConsent{
				Version: text, Text: texts[text], At: clock.Moment(asked), Source: "site",
			},
		}
		k.Email = string(address)
		if state == "pending" {
			k.Kind = "newsletterPending"
		}
		return k, err
	}, `
		select id, state, coalesce(confirmed_at, requested_at), sealed, text_version, requested_at
		from subscriber
		where `+string(by), key)
}

// EraseBy takes the address off the list, or those of the addresses with these ids that are on it,
// in tx: its owner erases everything of theirs.
func (n *Room) EraseBy(ctx context.Context, tx pgx.Tx, by privacy.By, keys any) error {
	if by == privacy.ByPhone {
		return nil
	}
	return n.takeOff(ctx, tx, string(by), keys)
}

// takeOff deletes those of a condition on $1, when there are any.
func (n *Room) takeOff(ctx context.Context, tx pgx.Tx, where string, value any) error {
	type gone struct {
		ID  string
		Key []byte
	}
	all, err := db.All[gone](ctx, tx, `
		delete from subscriber
		where `+where+`
		returning id, email_key`, value)
	for i := 0; i < len(all) && err == nil; i++ {
		if err = n.remember(ctx, tx, all[i].Key, "left"); err == nil {
			err = privacy.Gone(ctx, tx, n.erasing(), Kind, all[i].ID)
		}
	}
	return err
}

func (n *Room) remember(ctx context.Context, tx pgx.Tx, emailKey []byte, why string) error {
	_, err := tx.Exec(ctx, `
		insert into subscriber_left (left_key, why, at)
		values ($1, $2, $3)
		on conflict (left_key) do update
		set why = excluded.why, at = excluded.at`,
		n.leftKey(emailKey), why, n.Clock.Now())
	return err
}

// Bounced removes the address of a mailbox that does not exist, or takes nothing.
func (n *Room) Bounced(ctx context.Context, tx pgx.Tx, id string) error {
	var emailKey []byte
	if err := tx.QueryRow(ctx, `
		delete from subscriber
		where id = $1
		returning email_key`, id).Scan(&emailKey); err != nil {
		return db.Problem(err)
	}
	if err := n.remember(ctx, tx, emailKey, "bounced"); err != nil {
		return err
	}
	return privacy.Gone(ctx, tx, n.erasing(), Kind, id)
}

// leftKey differs from the hash by which subscribers are found: the two tables cannot be laid side
// by side.
func (n *Room) leftKey(emailKey []byte) []byte {
	return n.Keys.LookupKey("newsletter left", string(emailKey))
}

// overdue names addresses that were not confirmed in time.
var overdue = `state = 'pending' and requested_at <= $1 and ` +
	privacy.Unheld(`subscriber.id`, `$2`)

// rested names addresses from which mail came back, again and again, until they rested.
var rested = `paused_until <= $1 and ` + privacy.Unheld(`subscriber.id`, `$1`)

// Leaving is how many addresses were not confirmed in time, or take no mail any more, at at.
func (n *Room) Leaving(ctx context.Context, at time.Time) (int, error) {
	late, err := rows.Count(ctx, n.Pool, overdue, n.stale(ctx, at), at)
	if err != nil {
		return 0, err
	}
	dead, err := rows.Count(
		ctx, n.Pool, rested+` and not (state = 'pending' and requested_at <= $2)`,
		at, n.stale(ctx, at),
	)
	return late + dead, err
}

// Forget erases them, and the hashes of who left 30 days ago; it says how many addresses went.
func (n *Room) Forget(ctx context.Context, at time.Time) (int, error) {
	gone, err := rows.Erase(ctx, n.Pool, n.erasing(), overdue, n.stale(ctx, at), at)
	if err != nil {
		return gone, err
	}
	over, err := n.endRested(ctx, at)
	gone += over
	if err != nil {
		return gone, err
	}
	_, err = n.Pool.Exec(ctx, `
		delete from subscriber_left where at <= $1`, at.AddDate(0, 0, -leftDays))
	return gone, db.Problem(err)
}

// endRested takes the addresses off the list that rested, and keeps their hash; of one that is not
// on the list (any more) there is nothing to keep.
func (n *Room) endRested(ctx context.Context, at time.Time) (gone int, err error) {
	ids, err := db.All[string](ctx, n.Pool, `select id from subscriber where `+rested, at)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		went := false
		if err := db.InTx(ctx, n.Pool, func(tx pgx.Tx) (err error) {
			went, err = n.endRest(ctx, tx, id, at)
			return err
		}); err != nil {
			return gone, db.Problem(err)
		}
		if went {
			gone++
		}
	}
	return gone, nil
}

// endRest does so with one address, when it rests still.
func (n *Room) endRest(ctx context.Context, tx pgx.Tx, id string, at time.Time) (went bool, err error) {
	if _, err := tx.Exec(ctx, privacy.Beside); err != nil {
		return false, err
	}
	var state string
	err = tx.QueryRow(ctx, `
		select state from subscriber where id = $2 and `+rested+` for update`, at, id).Scan(&state)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return false, nil
	case err != nil:
		return false, err
	case state == "pending":
		return true, rows.EraseIn(ctx, tx, n.erasing(), `id = $1`, id)
	}
	return true, n.Bounced(ctx, tx, id)
}

// EraseAgain removes subscribers that were erased before and came back with a restored backup; it
// says how many were there.
func (n *Room) EraseAgain(ctx context.Context, ids []string) (int, error) {
	return rows.Erase(ctx, n.Pool, n.erasing(), `id = any($1)`, ids)
}
