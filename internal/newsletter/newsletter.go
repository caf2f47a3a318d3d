package newsletter

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Room is the newsletter: its list, its issues and their archive. All fields are required.
type Room struct {
	inbox.Ground
	// ListID names the list of readers in the headers of a newsletter.
	ListID string
	// Desk is where newsletters are written, Media how their images are shown, Coming are the dates
	// that they can tell of, AddressOf is where somebody of the staff reads mail.
	Desk      *editing.Editing
	Media     shown.MediaOf
	Coming    func(ctx context.Context) ([]IssueDate, error)
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

func (n *Room) erasing() privacy.Erasing {
	return privacy.Erasing{At: n.Clock.Now(), Forget: n.Mail.Forget}
}

var rows = privacy.Rows{Kind: Kind, Table: table}

// leftDays is how long the hash of an address stays that left.
const leftDays = 30

// subscribe stores an address that waits for its confirmation and sends mail.NewsletterConfirm, or
// mail.NewsletterAlready when it is on the list: the answer and the work are the same for every
// address.
func (n *Room) subscribe(ctx context.Context, tx pgx.Tx, in Subscribe) (httpkit.Answer[httpkit.Received], error) {
	id, err := n.Ask(ctx, tx, in)
	return httpkit.ReceivedAnswer(id, httpkit.Flash{Kind: "newsletter", Way: "mail"}), err
}

// Ask stores the wish. Asking again before confirming starts the days to confirm anew; an address
// that rests gets mail again.
func (n *Room) Ask(ctx context.Context, tx pgx.Tx, in Subscribe) (id string, err error) {
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
func (n *Room) confirm(ctx context.Context, tx pgx.Tx, in Confirmation) (httpkit.Answer[SubscriptionDone], error) {
	id, err := n.confirmRow(ctx, tx, in.Token)
	return httpkit.Answer[SubscriptionDone]{
		Status:  http.StatusOK,
		Body:    SubscriptionDone{"confirmed"},
		Subject: id,
		Flash:   httpkit.Flash{Kind: "confirmed", Way: "mail"},
	}, err
}

// Confirm puts a subscriber that Ask gave on the list.
func (n *Room) Confirm(ctx context.Context, tx pgx.Tx, id string) error {
	_, err := n.confirmRow(ctx, tx, n.Keys.Token(TokenPrefix, id, 1))
	return err
}

func (n *Room) confirmRow(ctx context.Context, tx pgx.Tx, token string) (id string, err error) {
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
func (n *Room) stale(ctx context.Context, now time.Time) time.Time {
	return n.House(ctx).Came(func(keep house.Terms) time.Time {
		return now.AddDate(0, 0, -keep.SubscriberDays)
	})
}

// Compose writes mail.NewsletterConfirm, mail.NewsletterAlready and mail.Newsletter. What is no
// longer true is withdrawn.
func (n *Room) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
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

func (n *Room) link(word, id string, version int) string {
	return n.Origin + "/nieuwsbrief?" + word + "=" + n.Keys.Token(TokenPrefix, id, version)
}
