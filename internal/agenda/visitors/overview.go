package visitors

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

const (
	overviewFor = 24 * time.Hour
	AddressSeal = waitlist.LinkTable + " address" // under which the address of an overview is sealed
)

// MyRegistrations is everything of the address that a link was mailed to.
type MyRegistrations struct {
	Items     []MyRegistration        `json:"items" doc:"by their start"`
	Elsewhere []privacy.KeptElsewhere `json:"elsewhere" doc:"what else is kept of the address"`
	Mails     []KeptMail              `json:"mails" doc:"to the address, oldest first"`
	LinkUntil string                  `json:"linkUntil" format:"date-time"`
}

// KeptMail is a mail to an address, as its owner sees it: never what it says.
type KeptMail struct {
	Kind  string `json:"kind"  enum:"M1,M2,M3,M4,M5,M6,M7,M8,M9,M10,M11,M12,M13,M15,M16,M17,M18,M19,M20,M21,M23,M24,M30"`
	State string `json:"state" enum:"held,queued,sending,sent,failed,dead,withdrawn"`
	At    string `json:"at"    format:"date-time" doc:"held: until then; failed: the next try; else when it came to stand so"`
}

// MyRegistration is one sign-up or one waitlist entry of it.
type MyRegistration struct {
	Link         string        `json:"link" doc:"the secret that opens this one, as long as the overview"`
	Registration *Registration `json:"registration,omitempty"`
	Entry        *Entry        `json:"entry,omitempty"`

	ID      string      `json:"-"`
	Version int         `json:"-"`
	On      *rules.Slot `json:"-"`
}

// AskLink stores a link to the overview of an address and its mail, for every address alike.
// Whether there is anything to see is looked at when the mail goes out.
func (p *Visitors) AskLink(ctx context.Context, email string) (*httpkit.Reply[httpkit.Received], error) {
	return httpkit.Once(ctx, p.Keeper, func(
		tx pgx.Tx,
	) (out httpkit.Answer[httpkit.Received], err error) {
		id, err := p.MailLink(ctx, tx, email)
		return httpkit.ReceivedAnswer(id, httpkit.Flash{Kind: "link", Way: "mail"}), err
	})
}

// MailLink stores such a link and its mail in tx, and gives its id.
func (p *Visitors) MailLink(ctx context.Context, tx pgx.Tx, email string) (id string, err error) {
	if _, id, err = p.addLink(ctx, tx, p.Clock.Now(), shortLink{
		prefix:   OverviewToken,
		mailedTo: p.Keys.EmailKey(email),
		within:   overviewFor,
		address:  email,
	}); err != nil {
		return id, err
	}
	return id, p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:    mail.LinkAsked,
		To:      email,
		Cause:   id,
		Limited: true,
	})
}

// OverviewLetter is mail.LinkAsked. For an address of which nothing is kept the link goes, and
// there is no mail. Its day begins now.
func (p *Visitors) OverviewLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	var to []byte
	err = p.Pool.QueryRow(ctx, `
		select mailed_to
		from own_link
		where id = $1
			and until > $2`, m.Cause, p.Clock.Now()).Scan(&to)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, mail.ErrUntrue
	}
	if err != nil {
		return l, err
	}
	k, err := p.Kept(ctx, p.Pool, Sought{Email: to})
	if err != nil {
		return l, err
	}
	if k.None() {
		_, err := p.Pool.Exec(ctx, `delete from own_link where id = $1`, m.Cause)
		return l, errors.Join(mail.ErrUntrue, err)
	}
	secret := p.Keys.Token(OverviewToken, m.Cause, 1)
	tag, err := p.Pool.Exec(ctx, `
		update own_link
		set token_hash = $2, token_key = $3, until = $4
		where id = $1`,
		m.Cause,
		privacy.TokenHash(secret),
		p.Keys.TokenKeyID(),
		p.Clock.Now().Add(overviewFor),
	)
	if err == nil && tag.RowsAffected() == 0 { // erased right now
		err = mail.ErrUntrue
	}
	return mail.LinkAskedLetter(p.Origin + "/registrationdetails/" + secret), err
}

// Mine is what the link to an overview shows: every row with its address, each with a link of its
// own. Nothing (any more) is not_found.
func (p *Visitors) Mine(ctx context.Context, auth string) (out MyRegistrations, err error) {
	link, err := p.byLink(ctx, p.Pool, OverviewToken, auth)
	if err != nil {
		return out, err
	}
	secret, err := token(auth)
	if err != nil {
		return out, err
	}
	out.LinkUntil = clock.Moment(*link.until)
	// one picture of all of it, as for one entry
	err = onePicture(ctx, p.Pool, func(tx pgx.Tx) error {
		k, err := p.Kept(ctx, tx, Sought{Email: link.mailedTo})
		if err != nil {
			return err
		}
		if out.Items, err = p.SeenRows(ctx, tx, k.Rows); err != nil {
			return err
		}
		out.Elsewhere = k.Elsewhere
		// those about a complaint are for whoever handles it to tell of
		mails, err := p.Mail.To(ctx, tx, append(
			[]mail.Kind{mail.LinkAsked, mail.Erased, mail.StoryTakenBack}, booking.ToAnybody...,
		), link.mailedTo)
		out.Mails = keptMails(mails)
		return err
	})
	if err != nil {
		return out, err
	}
	if len(out.Items)+len(out.Elsewhere) == 0 {
		return out, problem.New(problem.NotFound)
	}
	for i, item := range out.Items {
		kind := waitlist.PlaceKind
		if item.Entry != nil {
			kind = waitlist.EntryKind
		}
		out.Items[i].Link = kind.Prefix + strings.TrimPrefix(
			secret,
			OverviewToken,
		) + under + item.ID
	}
	return out, nil
}

func keptMails(all []mail.State) []KeptMail {
	out := make([]KeptMail, len(all))
	for i, m := range all {
		out[i] = KeptMail{Kind: string(m.Kind), State: m.State, At: clock.Moment(m.At)}
	}
	return out
}

// SeenRows are sign-ups and entries as their holder sees them, by their start.
func (p *Visitors) SeenRows(ctx context.Context, tx pgx.Tx, rows []waitlist.OwnRow) (all []MyRegistration, err error) {
	all = make([]MyRegistration, len(rows))
	var s *rules.Slot
	for i, row := range rows { // those of one date stand together
		if s == nil || s.ID != row.Occurrence {
			if s, err = p.Peek(ctx, tx, row.Occurrence); err != nil {
				return nil, err
			}
		}
		if all[i], err = p.OneOf(ctx, tx, row, s); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(all, func(a, b MyRegistration) int {
		return a.On.Starts.Compare(b.On.Starts)
	})
	return all, nil
}

func (p *Visitors) OneOf(
	ctx context.Context,
	q db.Querier,
	row waitlist.OwnRow,
	s *rules.Slot,
) (MyRegistration, error) {
	out := MyRegistration{ID: row.ID, On: s}
	if row.Table == waitlist.PlaceKind.Table {
		view, r, err := OwnPlace.seen(ctx, p, q, row.ID, s)
		if err == nil {
			view.Proven, out.Registration, out.Version = true, &view, r.Version
		}
		return out, err
	}
	view, e, err := OwnEntry.seen(ctx, p, q, row.ID, s)
	if err == nil {
		view.Proven, out.Entry, out.Version = true, &view, e.Version
	}
	return out, err
}
