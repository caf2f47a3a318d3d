package places

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// standing is somebody at a date: with a place, or with an entry of its waitlist. It is one thing
// with two rows, a *registrationRow or an *entryRow; what follows from an act on it is said here
// once, and rowKind is where the two are stored.
type standing interface {
	at() *atDate
	kind() *rowKind
	given() *agreed
	// open is what stands in the row in the open.
	open() any
	// own is the value of the column that rows of its kind alone have.
	own(k keys) any
	// welcome is the mail that a new address of it gets, "" for none.
	welcome(s *rules.Slot) mail.Kind
	// reached is by which way they hear of something.
	reached() string
}

// atDate is what a place and an entry both are.
type atDate struct {
	id, occurrence string
	seats, version int
	unnamed        bool // the look-up by name is somebody else's
	createdAt      time.Time
	who            sealed
}

func (a *atDate) at() *atDate { return a }

// mailed is a mail about a row to whoever stands in it.
func (a *atDate) mailed(kind mail.Kind) mail.Mail {
	return mail.Mail{
		Kind:       kind,
		To:         a.who.Email,
		Occurrence: a.occurrence,
		Cause:      a.id,
		Limited:    true,
	}
}

// agreed is what both keep outside the seal: what they said yes to, and by which way they came.
type agreed struct {
	ConsentVersion string    `json:"consentVersion"`
	ConsentAt      time.Time `json:"consentAt"`
	Source         string    `json:"source"`
	Proven         bool      `json:"proven,omitempty"` // see prove
}

// rowKind is where rows of one kind are stored.
type rowKind struct {
	table  string // its word in the seal and in the erasure journal, too
	id     string // how ids begin
	column string // that names such a row beside it
	prefix string // of its links
	state  string // the column of what became of it
	begins string // what that says of a new one
	own    string // the column that its rows alone have
	forget string // what a change of it forgets, as SQL
}

var (
	placeKind = &rowKind{
		table: "registration", id: "reg", column: "registration_id", prefix: RegistrationToken,
		state: "status", begins: "registered", own: "first_key", forget: `, earlier = null`,
	}
	entryKind = &rowKind{
		table: "waitlist_entry", id: "wle", column: "entry_id", prefix: EntryToken,
		state: "state", begins: "waiting", own: "way",
	}
)

// opened is the kind of row that a link with this prefix opens, nil for none.
func opened(prefix string) *rowKind {
	switch prefix {
	case RegistrationToken, WayBackToken:
		return placeKind
	case EntryToken:
		return entryKind
	}
	return nil
}

func (*registrationRow) kind() *rowKind { return placeKind }

func (r *registrationRow) given() *agreed { return &r.doc.agreed }

func (r *registrationRow) open() any {
	d := r.doc
	// said again after the term, they are wiped again
	d.NeedsGone = d.NeedsGone && r.who.Support == "" && r.who.Diet == nil
	return d
}

func (*registrationRow) own(k keys) any { return k.first }

func (r *registrationRow) welcome(s *rules.Slot) mail.Kind {
	if r.status != "registered" || !s.Now.Before(s.Ends) || r.doc.NoMail {
		return ""
	}
	return mail.SignedUp
}

func (r *registrationRow) reached() string { return wayOf(r.who.Email, r.who.Phone, r.doc.NoMail) }

func (*entryRow) kind() *rowKind { return entryKind }

func (e *entryRow) given() *agreed { return &e.doc.agreed }

func (e *entryRow) open() any { return e.doc }

func (e *entryRow) own(keys) any { return e.way }

// waits says whether they are on the list; who waits no more is nobody else's twin.
func (e *entryRow) waits() bool { return e.state == "waiting" || e.state == "offered" }

func (e *entryRow) welcome(s *rules.Slot) mail.Kind {
	if e.state != "waiting" || s.Status == "cancelled" || !s.Now.Before(s.JoinUntil) {
		return ""
	}
	return mail.OnList
}

func (e *entryRow) reached() string { return e.way }

// stands reads the row behind an ownRow. Nothing found is not_found.
func (p *Places) stands(ctx context.Context, q db.Querier, row ownRow) (standing, error) {
	if row.table == entryKind.table {
		e, err := p.loadEntry(ctx, q, "id = $1", row.id)
		return &e, err
	}
	r, err := p.loadRegistration(ctx, q, "id = $1", row.id)
	return &r, err
}

// insert stores a new row with its link, and gives its id: "" when the same person stands there
// already. The unique indexes decide, nobody searches first. A place takes its seats, and its first
// name is told apart.
func (p *Places) insert(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	row standing,
) (string, error) {
	kind, is := row.kind(), row.at()
	is.occurrence = s.ID
	id, k := db.NewID(kind.id), p.keysOf(s.ID, is.who)
	if is.unnamed {
		k.nameEmail, k.namePhone = nil, nil
	}
	tag, err := tx.Exec(
		ctx, `
		with stored as (
			insert into `+kind.table+` (id, occurrence_id, `+kind.state+`, seats, email_key,
				phone_key, name_email_key, name_phone_key, `+kind.own+`, sealed, doc, created_at,
				updated_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
			on conflict do nothing
			returning id, email_key
		)
		insert into own_link (id, `+kind.column+`, token_hash, token_key, mailed_to, created_at)
		select id, id, $13, $14, email_key, $12 from stored`,
		id, s.ID, kind.begins, is.seats, k.email, k.phone, k.nameEmail, k.namePhone, row.own(k),
		p.Keys.Seal(kind.table, id, db.JSON(is.who)),
		db.JSON(row.open()),
		s.Now,
		privacy.TokenHash(p.Keys.Token(kind.prefix, id, 1)),
		p.Keys.TokenKeyID(),
	)
	if err != nil || tag.RowsAffected() == 0 {
		return "", err
	}
	if kind == placeKind {
		s.Taken += is.seats
		err = p.nameApart(ctx, tx, id, "")
	}
	return id, err
}

// keep writes down what a row says now. Does somebody else stand there by the same name and
// address, then the look-up by name is theirs, and taken is true: the change is kept all the same,
// as the answer must not tell who is there.
func (p *Places) keep(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	row standing,
) (taken bool, err error) {
	kind, is := row.kind(), row.at()
	k := p.keysOf(s.ID, is.who)
	if taken, err = p.beside(ctx, tx, row, k); err != nil {
		return false, err
	}
	if taken {
		k.nameEmail, k.namePhone = nil, nil
	}
	_, err = tx.Exec(
		ctx, `
		update `+kind.table+`
		set seats = $2, email_key = $3, phone_key = $4, name_email_key = $5, name_phone_key = $6,
			`+kind.own+` = $7, sealed = $8, doc = $9, version = version + 1,
			updated_at = $10`+kind.forget+`
		where id = $1`,
		is.id, is.seats, k.email, k.phone, k.nameEmail, k.namePhone, row.own(k),
		p.Keys.Seal(kind.table, is.id, db.JSON(is.who)),
		db.JSON(row.open()),
		s.Now,
	)
	return taken, err
}

// beside says whether somebody else stands by these keys at the date of a row.
func (p *Places) beside(
	ctx context.Context,
	tx pgx.Tx,
	row standing,
	k keys,
) (there bool, err error) {
	e, waits := row.(*entryRow)
	if waits && !e.waits() {
		return false, nil
	}
	if there, err = presentBeside(ctx, tx, k, row.at().id); err != nil || !waits {
		return there, err
	}
	others, err := p.waitingOf(ctx, tx, e.occurrence, k)
	delete(others, e.id)
	return there || len(others) > 0, err
}

// presentIDs are the registrations of a person, by the keys in $1 and $2, that hold a place: each
// part has one index to take, whatever was in the table when it was planned.
const presentIDs = `
	select id
	from registration
	where name_email_key = $1 and status in ('registered', 'attended', 'absent')
	union all
	select id
	from registration
	where name_phone_key = $2
		and email_key is null
		and status in ('registered', 'attended', 'absent')`

// presentRow is the registration of this person that holds a place; without an id when there is
// none.
func (p *Places) presentRow(ctx context.Context, tx pgx.Tx, k keys) (registrationRow, error) {
	r, err := p.scanRegistration(tx.QueryRow(ctx, `
		select `+registrationColumns+`
		from registration
		where id = (`+presentIDs+` limit 1)`, k.nameEmail, k.namePhone))
	if errors.Is(err, pgx.ErrNoRows) {
		return registrationRow{}, nil
	}
	return r, err
}

// present finds the registration of this person that holds a place, "" when there is none.
func (p *Places) present(ctx context.Context, tx pgx.Tx, k keys) (id string, err error) {
	err = tx.QueryRow(ctx, `
		select coalesce((`+presentIDs+` limit 1), '')`, k.nameEmail, k.namePhone).Scan(&id)
	return id, err
}

// presentBeside says whether this person holds a place in another registration than id.
func presentBeside(
	ctx context.Context,
	tx pgx.Tx,
	k keys,
	id string,
) (there bool, err error) {
	err = tx.QueryRow(ctx, `
		select exists (
			select from (`+presentIDs+`) there where id <> $3
		)`, k.nameEmail, k.namePhone, id).Scan(&there)
	return there, err
}

// theyWait is true of the entries of a person that wait at date $1, by the keys in $2 and $3.
const theyWait = `occurrence_id = $1 and state in ('waiting', 'offered')
	and (name_email_key = $2 or name_phone_key = $3 and email_key is null)`

// waitingRow is the entry of this person that waits; without an id when there is none.
func (p *Places) waitingRow(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	k keys,
) (entryRow, error) {
	e, err := p.scanEntry(tx.QueryRow(ctx, `
		select `+entryColumns+` from waitlist_entry
		where `+theyWait+`
		order by position limit 1`, s.ID, k.nameEmail, k.namePhone))
	if errors.Is(err, pgx.ErrNoRows) {
		return entryRow{}, nil
	}
	return e, err
}
