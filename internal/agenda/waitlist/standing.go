package waitlist

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Insert stores a new row with its link, and gives its id: "" when the same person stands there
// already (the unique indexes decide). A place takes its seats, and its
// first name is told apart.
func (p *Waitlist) Insert(ctx context.Context, tx pgx.Tx, s *rules.Slot, r *Row) (string, error) {
	r.Named(s)
	var b pgx.Batch
	stored := 0
	p.insertAll(&b, r.Kind, []*Row{r}, "on conflict do nothing").
		Exec(func(tag pgconn.CommandTag) error {
			stored = int(tag.RowsAffected())
			return nil
		})
	if err := tx.SendBatch(ctx, &b).Close(); err != nil || stored == 0 {
		return "", err
	}
	if r.Kind != PlaceKind {
		return r.ID, nil
	}
	s.Taken += r.Seats
	return r.ID, p.NameApart(ctx, tx, r.ID, "")
}

// InsertAll stores in b new rows of one kind with their links, in their order, of people who do not
// stand there.
func (p *Waitlist) InsertAll(b *pgx.Batch, kind *RowKind, all []*Row) {
	p.insertAll(b, kind, all, "")
}

func (p *Waitlist) insertAll(b *pgx.Batch, kind *RowKind, all []*Row, twice string) *pgx.QueuedQuery {
	var ids, dates, docs []string
	var seats []int
	var email, phone, nameEmail, namePhone, first, sealed, hashes [][]byte
	var ways []string
	var at []time.Time
	for _, r := range all {
		k := p.KeysOf(r.Occurrence, r.Who)
		if r.Unnamed {
			k.NameEmail, k.NamePhone = nil, nil
		}
		ids, dates, at = append(ids, r.ID), append(dates, r.Occurrence), append(at, r.CreatedAt)
		seats, docs = append(seats, r.Seats), append(docs, string(db.JSON(r.Open())))
		email, phone = append(email, k.Email), append(phone, k.phone)
		nameEmail, namePhone = append(nameEmail, k.NameEmail), append(namePhone, k.NamePhone)
		first, ways = append(first, k.First), append(ways, r.Way)
		sealed = append(sealed, p.Keys.Seal(kind.Table, r.ID, db.JSON(r.Who)))
		hashes = append(hashes, privacy.TokenHash(p.Keys.Token(kind.Prefix, r.ID, 1)))
	}
	return b.Queue(`
		with new as (
			select *
			from unnest($1::text[], $2::text[], $3::integer[], $4::bytea[], $5::bytea[],
				$6::bytea[], $7::bytea[], $8::bytea[], $9::text[], $10::bytea[], $11::text[],
				$12::timestamptz[], $13::bytea[]) with ordinality
				as new (id, date, seats, email_key, phone_key, name_email_key, name_phone_key,
					first_key, way, sealed, doc, at, hash, n)
		), stored as (
			insert into `+kind.Table+` (id, occurrence_id, `+kind.State+`, seats, email_key,
				phone_key, name_email_key, name_phone_key, `+kind.own+`, sealed, doc, created_at,
				updated_at)
			select id, date, '`+kind.begins+`', seats, email_key, phone_key, name_email_key,
				name_phone_key, `+kind.own+`, sealed, doc::jsonb, at, at
			from new
			order by n
			`+twice+`
			returning id
		)
		insert into own_link (id, `+kind.Column+`, token_hash, token_key, mailed_to, created_at)
		select id, id, hash, $14, email_key, at
		from new
		join stored using (id)`,
		ids, dates, seats, email, phone, nameEmail, namePhone, first, ways, sealed, docs, at,
		hashes, p.Keys.TokenKeyID())
}

// Keep writes down what a row says now. Does somebody else stand there by the same name and
// address, then the look-up by name is theirs, and taken is true: the change is kept all the same,
// as the answer must not tell who is there.
func (p *Waitlist) Keep(ctx context.Context, tx pgx.Tx, s *rules.Slot, r *Row) (taken bool, err error) {
	kind, k := r.Kind, p.KeysOf(s.ID, r.Who)
	if taken, err = p.beside(ctx, tx, r, k); err != nil {
		return false, err
	}
	if taken {
		k.NameEmail, k.NamePhone = nil, nil
	}
	_, err = tx.Exec(
		ctx, `
		update `+kind.Table+`
		set seats = $2, email_key = $3, phone_key = $4, name_email_key = $5, name_phone_key = $6,
			`+kind.own+` = $7, sealed = $8, doc = $9, version = version + 1,
			updated_at = $10`+kind.forget+`
		where id = $1`,
		r.ID, r.Seats, k.Email, k.phone, k.NameEmail, k.NamePhone, r.own(k),
		p.Keys.Seal(kind.Table, r.ID, db.JSON(r.Who)),
		db.JSON(r.Open()),
		s.Now,
	)
	return taken, err
}

// beside says whether somebody else stands by these keys at the date of a row. Who waits no more is
// nobody else's twin.
func (p *Waitlist) beside(ctx context.Context, tx pgx.Tx, r *Row, k Keys) (bool, error) {
	if r.Kind == EntryKind && !r.Waits() {
		return false, nil
	}
	there, err := Present(ctx, tx, k, r.ID)
	if err != nil || r.Kind == PlaceKind {
		return there != "", err
	}
	others, err := p.WaitingOf(ctx, tx, r.Occurrence, k)
	delete(others, r.ID)
	return there != "" || len(others) > 0, err
}

// presentIDs are the sign-ups of a person, by these keys, that hold a place: each part has one
// index to take, whatever was in the table when it was planned.
func presentIDs(nameEmail, namePhone string) string {
	return `
	select id
	from registration
	where name_email_key = ` + nameEmail + ` and status in ('registered', 'attended', 'absent')
	union all
	select id
	from registration
	where name_phone_key = ` + namePhone + `
		and email_key is null
		and status in ('registered', 'attended', 'absent')`
}

// Present finds the sign-up of this person that holds a place, other than but; "" when there is
// none.
func Present(ctx context.Context, tx pgx.Tx, k Keys, but string) (id string, err error) {
	err = tx.QueryRow(ctx, `
		select coalesce((
			select id from (`+presentIDs("$1", "$2")+`) there where id <> $3 limit 1
		), '')`, k.NameEmail, k.NamePhone, but).Scan(&id)
	return id, err
}

// theyWait is true of the entries of a person that wait at date $1, by the keys in $2 and $3.
const theyWait = `occurrence_id = $1 and state in ('waiting', 'offered')
	and (name_email_key = $2 or name_phone_key = $3 and email_key is null)`

// WaitingOf are the entries of a person on the list of a date, with their states.
func (p *Waitlist) WaitingOf(ctx context.Context, tx pgx.Tx, occurrence string, k Keys) (map[string]string, error) {
	all, id, state := map[string]string{}, "", ""
	return all, db.Each(ctx, tx, []any{&id, &state}, func() error {
		all[id] = state
		return nil
	}, `
		select id, state
		from waitlist_entry
		where `+theyWait, occurrence, k.NameEmail, k.NamePhone)
}

// LeaveForPlace takes somebody who now has a place off the list; an open offer of theirs goes to
// the next.
func (p *Waitlist) LeaveForPlace(ctx context.Context, tx pgx.Tx, s *rules.Slot, k Keys) error {
	if s.Waiting == 0 {
		return nil
	}
	ids, err := db.All[string](ctx, tx, `
		update waitlist_entry set state = 'accepted', version = version + 1, updated_at = $4
		where `+theyWait+` returning id`, s.ID, k.NameEmail, k.NamePhone, s.Now)
	if err != nil {
		return err
	}
	s.Waiting -= len(ids)
	return p.EndOffersOf(ctx, tx, s, "ended", ids...)
}

// EndOffersOf ends the open offers of these entries.
func (p *Waitlist) EndOffersOf(ctx context.Context, tx pgx.Tx, s *rules.Slot, state string, entries ...string) error {
	if len(entries) == 0 {
		return nil
	}
	open, err := db.All[Ending](ctx, tx, `
		select id, entry_id, $2::text, $3::text
		from offer
		where entry_id = any($1) and state = 'open'
		order by entry_id`, entries, state, ReasonNew)
	for i := 0; i < len(open) && err == nil; i++ {
		err = p.EndOffer(ctx, tx, s, open[i])
	}
	return err
}

func (p *Waitlist) SetEntry(ctx context.Context, tx pgx.Tx, s *rules.Slot, id, state string) error {
	_, err := tx.Exec(
		ctx, `
		update waitlist_entry set state = $2, version = version + 1, updated_at = $3 where id = $1`,
		id,
		state,
		s.Now,
	)
	return err
}

// The kinds of secret links, by how they begin.
const (
	RegistrationToken = httpkit.SignUpLink
	EntryToken        = httpkit.EntryLink
	WayBackToken      = httpkit.WayBackLink
)

const LinkTable = "own_link"

// Opened is the kind of row that a link with this prefix opens, nil for none.
func Opened(prefix string) *RowKind {
	switch prefix {
	case RegistrationToken, WayBackToken:
		return PlaceKind
	case EntryToken:
		return EntryKind
	}
	return nil
}

// LinkTo is where somebody finds their row: always the same secret, as long as the row has this
// address. ErrUntrue when it has another by now.
func (p *Waitlist) LinkTo(ctx context.Context, kind *RowKind, row, email string) (link string, err error) {
	to := p.Keys.EmailKey(email)
	id, found, err := p.links.Ask(ctx, linkKey{kind, row, string(to)}, p.linksOf)
	at := p.Origin + kind.page
	if found || err != nil {
		return at + p.Keys.Token(kind.Prefix, id, 1), err
	}
	id = db.NewID("lnk")
	secret := p.Keys.Token(kind.Prefix, id, 1)
	// the row is held meanwhile: a link to an address that is changed right now would outlive it
	tag, err := p.Pool.Exec(ctx, `
		insert into own_link (id, `+kind.Column+`, token_hash, token_key, mailed_to, created_at)
		select $1, id, $2, $3, email_key, $4
		from `+kind.Table+`
		where id = $5 and email_key = $6
		for share`,
		id, privacy.TokenHash(secret), p.Keys.TokenKeyID(), p.Clock.Now(), row, to)
	if err == nil && tag.RowsAffected() == 0 {
		err = mail.ErrUntrue
	}
	return at + secret, err
}

// linkKey is a row, and the key of the address to which its link was mailed.
type linkKey struct {
	kind    *RowKind
	row, to string
}

// linksOf are the first links of these.
func (p *Waitlist) linksOf(ctx context.Context, keys []linkKey) (map[linkKey]string, error) {
	ids, out := map[*RowKind][]string{}, map[linkKey]string{}
	for _, k := range keys {
		ids[k.kind] = append(ids[k.kind], k.row)
	}
	var row, id string
	var to []byte
	for kind, ids := range ids {
		if err := db.Each(ctx, p.Pool, []any{&row, &to, &id}, func() error {
			out[linkKey{kind, row, string(to)}] = id
			return nil
		}, `
			select `+kind.Column+`, mailed_to, id
			from own_link
			where `+kind.Column+` = any($1)
				and token_key = $2
				and until is null
			order by created_at desc`, ids, p.Keys.TokenKeyID()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Everybody with a place and everybody who waits hears of what happens to dates, each name and
// address once: one mail with a line for each date, a call where we know only a number.

// Hearer is somebody who is told of what happens to a date.
type Hearer struct {
	ID       string
	Waits    bool // on the waitlist; else with a place
	Who      Sealed
	noMail   bool
	Paused   bool // nobody may mail or call them
	Sequence int  // of the calendar file
}

func (r *Row) Hears() Hearer {
	return Hearer{
		ID: r.ID, Waits: r.Kind == EntryKind, Who: r.Who, noMail: r.Doc.NoMail,
		Sequence: r.Doc.Sequence,
	}
}

// Way is how they hear it: mail, phone, self (wants neither), none or paused.
func (h Hearer) Way() string {
	switch {
	case h.Paused:
		return "paused"
	case h.noMail:
		return "self"
	}
	return WayOf(h.Who.Email, h.Who.Phone, false)
}

// ToldRow is one date of somebody that a mail or a call tells of.
type ToldRow struct {
	Date    string `json:"date"`
	Session string `json:"session,omitempty"` // of a series: that meeting alone
	Row     string `json:"row"`               // the sign-up, or the entry
	Waits   bool   `json:"waits,omitempty"`   // it is an entry
	Act     string `json:"act"`               // on that date
}
