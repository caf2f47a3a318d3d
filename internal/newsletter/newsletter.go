package newsletter

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Newsletter is the room. All fields are required.
type Newsletter struct {
	inbox.Ground
	// ListID names the list of readers in the headers of a newsletter.
	ListID string
	// Writing is where newsletters are written, AddressOf where somebody of the staff reads mail.
	Writing   Writing
	AddressOf func(ctx context.Context, q db.Querier, uid string) (string, error)

	PerMinute int  // the pace; 0 is that of a house, and all else for tests
	unlocked  bool // the control of the race test: two processes tend the same newsletter
}

// Kind is the word for a subscriber in the erasure journal.
const (
	Kind     = "subscriber"
	idPrefix = "sub"
	table    = "subscriber"
	// TokenPrefix stands before the one token of a subscriber: it confirms and unsubscribes.
	TokenPrefix = httpkit.NewsletterLink
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{{Table: table, Column: "sealed", Key: "id", Name: table}}

func (n *Newsletter) erasing() privacy.Erasing {
	return privacy.Erasing{At: n.Clock.Now(), Forget: n.Mail.Forget}
}

var rows = privacy.Rows{Kind: Kind, Table: table}

// leftDays is how long the hash of an address stays that left.
const leftDays = 30

// subscribe stores an address that waits for its confirmation and sends mail.NewsletterConfirm, or
// mail.NewsletterAlready when it is on the list: the answer and the work are the same for every
// address.
func (n *Newsletter) subscribe(
	ctx context.Context, tx pgx.Tx, in Subscribe,
) (httpkit.Answer[httpkit.Received], error) {
	id, err := n.Ask(ctx, tx, in)
	return httpkit.ReceivedAnswer(id, httpkit.Flash{Kind: "newsletter", Way: "mail"}), err
}

// Ask stores the wish. Asking again before confirming starts the days to confirm anew; an address
// that rests gets mail again.
func (n *Newsletter) Ask(ctx context.Context, tx pgx.Tx, in Subscribe) (id string, err error) {
	id = db.NewID(idPrefix)
	var found, state string
	err = tx.QueryRow(ctx, `
		insert into subscriber as s (id, state, email_key, token_hash, token_key, sealed,
			text_version, requested_at, updated_at)
		values (@id, 'pending', @email, @hash, @token, @sealed, @text, @now, @now)
		on conflict (email_key) do update
		set requested_at = case s.state
				when 'pending' then excluded.requested_at
				else s.requested_at
			end,
			text_version = case s.state
				when 'pending' then excluded.text_version
				else s.text_version
			end,
			soft = 0,
			soft_at = null,
			paused_until = null
		returning id, state`,
		pgx.NamedArgs{
			"id":     id,
			"email":  n.Keys.EmailKey(in.Email),
			"hash":   privacy.TokenHash(n.Keys.Token(TokenPrefix, id, 1)),
			"token":  n.Keys.TokenKeyID(),
			"sealed": n.Keys.Seal(table, id, []byte(in.Email)),
			"text":   in.ConsentVersion,
			"now":    n.Clock.Now(),
		},
	).Scan(&found, &state)
	if err != nil {
		return "", err
	}
	kind := mail.NewsletterConfirm
	if state == "confirmed" {
		kind = mail.NewsletterAlready
	}
	return found, n.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:    kind,
		To:      in.Email,
		Cause:   found,
		Limited: true,
	})
}

// confirm puts the address on the list; twice is once. A link that is too old, unknown or no link
// at all is not_found.
func (n *Newsletter) confirm(
	ctx context.Context, tx pgx.Tx, in Confirmation,
) (httpkit.Answer[SubscriptionDone], error) {
	id, err := n.confirmRow(ctx, tx, in.Token)
	return httpkit.Answer[SubscriptionDone]{
		Status:  http.StatusOK,
		Body:    SubscriptionDone{"confirmed"},
		Subject: id,
		Flash:   httpkit.Flash{Kind: "confirmed", Way: "mail"},
	}, err
}

// Confirm puts a subscriber that Ask gave on the list.
func (n *Newsletter) Confirm(ctx context.Context, tx pgx.Tx, id string) error {
	_, err := n.confirmRow(ctx, tx, n.Keys.Token(TokenPrefix, id, 1))
	return err
}

func (n *Newsletter) confirmRow(
	ctx context.Context,
	tx pgx.Tx,
	token string,
) (id string, err error) {
	if !privacy.LooksLikeToken(TokenPrefix, token) {
		return "", problem.New(problem.NotFound)
	}
	now := n.Clock.Now()
	var emailKey []byte
	err = tx.QueryRow(ctx, `
		update subscriber
		set state = 'confirmed',
			confirmed_at = coalesce(confirmed_at, $2),
			soft = 0,
			soft_at = null,
			paused_until = null,
			version = version + 1,
			updated_at = $2
		where token_hash = $1 and (state = 'confirmed' or requested_at > $3)
		returning id, email_key`,
		privacy.TokenHash(token), now, n.stale(ctx, now)).Scan(&id, &emailKey)
	if err != nil {
		return "", db.Problem(err)
	}
	// who comes back has not left
	_, err = tx.Exec(ctx, `delete from subscriber_left where left_key = $1`, n.leftKey(emailKey))
	return id, err
}

// stale is the moment before which an address must have been confirmed.
func (n *Newsletter) stale(ctx context.Context, now time.Time) time.Time {
	return n.House(ctx).Came(func(keep house.Terms) time.Time {
		return now.AddDate(0, 0, -keep.SubscriberDays)
	})
}

// unsubscribe answers every token in the same way, also one that nobody has (any more).
func (n *Newsletter) unsubscribe(
	ctx context.Context, tx pgx.Tx, in Unsubscribe,
) (httpkit.Answer[SubscriptionDone], error) {
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
func (n *Newsletter) leave(ctx context.Context, tx pgx.Tx, token string) error {
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
func (n *Newsletter) rest(ctx context.Context, tx pgx.Tx, id string) error {
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
func (n *Newsletter) KeptBy(
	ctx context.Context, q db.Querier, by privacy.By, key []byte,
) ([]privacy.KeptElsewhere, error) {
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
func (n *Newsletter) EraseBy(ctx context.Context, tx pgx.Tx, by privacy.By, keys any) error {
	if by == privacy.ByPhone {
		return nil
	}
	return n.takeOff(ctx, tx, string(by), keys)
}

// takeOff deletes those of a condition on $1, when there are any.
func (n *Newsletter) takeOff(ctx context.Context, tx pgx.Tx, where string, value any) error {
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

func (n *Newsletter) remember(ctx context.Context, tx pgx.Tx, emailKey []byte, why string) error {
	_, err := tx.Exec(ctx, `
		insert into subscriber_left (left_key, why, at)
		values ($1, $2, $3)
		on conflict (left_key) do update
		set why = excluded.why, at = excluded.at`,
		n.leftKey(emailKey), why, n.Clock.Now())
	return err
}

// Bounced removes the address of a mailbox that does not exist, or takes nothing.
func (n *Newsletter) Bounced(ctx context.Context, tx pgx.Tx, id string) error {
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
func (n *Newsletter) leftKey(emailKey []byte) []byte {
	return n.Keys.LookupKey("newsletter left", string(emailKey))
}

// Compose writes mail.NewsletterConfirm, mail.NewsletterAlready and mail.Newsletter. What is no
// longer true is withdrawn.
func (n *Newsletter) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	if m.Kind == mail.Newsletter {
		return n.issueLetter(ctx, m)
	}
	var state string
	var version int
	var asked time.Time
	err := n.Pool.QueryRow(ctx, `
		select state, token_version, requested_at
		from subscriber
		where id = $1`, m.Cause).Scan(&state, &version, &asked)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return mail.Letter{}, mail.ErrUntrue
	case err != nil:
		return mail.Letter{}, err
	case m.Kind == mail.NewsletterConfirm && state == "pending":
		return mail.NewsletterConfirmLetter(
			n.link("bevestig", m.Cause, version),
			n.House(ctx).KeepFor(asked).SubscriberDays,
		), nil
	case m.Kind == mail.NewsletterAlready && state == "confirmed":
		return mail.NewsletterAlreadyLetter(n.link("afmelden", m.Cause, version)), nil
	}
	return mail.Letter{}, mail.ErrUntrue
}

func (n *Newsletter) link(word, id string, version int) string {
	return n.Origin + "/nieuwsbrief?" + word + "=" + n.Keys.Token(TokenPrefix, id, version)
}

// overdue names addresses that were not confirmed in time.
var overdue = `state = 'pending' and requested_at <= $1 and ` +
	privacy.Unheld(`subscriber.id`, `$2`)

// rested names addresses from which mail came back, again and again, until they rested.
var rested = `paused_until <= $1 and ` + privacy.Unheld(`subscriber.id`, `$1`)

// Leaving is how many addresses were not confirmed in time, or take no mail any more, at at.
func (n *Newsletter) Leaving(ctx context.Context, at time.Time) (int, error) {
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
func (n *Newsletter) Forget(ctx context.Context, at time.Time) (int, error) {
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
func (n *Newsletter) endRested(ctx context.Context, at time.Time) (gone int, err error) {
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
func (n *Newsletter) endRest(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	at time.Time,
) (went bool, err error) {
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
func (n *Newsletter) EraseAgain(ctx context.Context, ids []string) (int, error) {
	return rows.Erase(ctx, n.Pool, n.erasing(), `id = any($1)`, ids)
}
