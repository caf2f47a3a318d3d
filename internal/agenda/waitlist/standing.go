package waitlist

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Standing is somebody at a date: with a place, or with an entry of its waitlist. It is one thing
// with two rows, a *RegistrationRow or an *EntryRow; what follows from an act on it is said here
// once, and RowKind is where the two are stored.
type Standing interface {
	At() *AtDate
	Kind() *RowKind
	Given() *Agreed
	// Open is what stands in the row in the open.
	Open() any
	// Own is the value of the column that rows of its kind alone have.
	Own(k Keys) any
	// Welcome is the mail that a new address of it gets, "" for none.
	Welcome(s *rules.Slot) mail.Kind
	// Reached is by which way they hear of something.
	Reached() string
}

// AtDate is what a place and an entry both are.
type AtDate struct {
	ID, Occurrence string
	Seats, Version int
	Unnamed        bool // the look-up by name is somebody else's
	CreatedAt      time.Time
	Who            Sealed
}

func (a *AtDate) At() *AtDate { return a }

// Mailed is a mail about a row to whoever stands in it.
func (a *AtDate) Mailed(kind mail.Kind) mail.Mail {
	return mail.Mail{
		Kind:       kind,
		To:         a.Who.Email,
		Occurrence: a.Occurrence,
		Cause:      a.ID,
		Limited:    true,
	}
}

// Agreed is what both keep outside the seal: what they said yes to, and by which way they came.
type Agreed struct {
	ConsentVersion string    `json:"consentVersion"`
	ConsentAt      time.Time `json:"consentAt"`
	Source         string    `json:"source"`
	Proven         bool      `json:"proven,omitempty"` // see prove
}

// RowKind is where rows of one kind are stored.
type RowKind struct {
	Table  string // its word in the seal and in the erasure journal, too
	id     string // how ids begin
	column string // that names such a row beside it
	Prefix string // of its links
	State  string // the column of what became of it
	begins string // what that says of a new one
	own    string // the column that its rows alone have
	forget string // what a change of it forgets, as SQL
}

var (
	PlaceKind = &RowKind{
		Table: "registration", id: "reg", column: "registration_id", Prefix: RegistrationToken,
		State: "status", begins: "registered", own: "first_key", forget: `, earlier = null`,
	}
	EntryKind = &RowKind{
		Table: "waitlist_entry", id: "wle", column: "entry_id", Prefix: EntryToken,
		State: "state", begins: "waiting", own: "way",
	}
)

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

func (*RegistrationRow) Kind() *RowKind { return PlaceKind }

func (r *RegistrationRow) Given() *Agreed { return &r.Doc.Agreed }

func (r *RegistrationRow) Open() any {
	d := r.Doc
	// said again after the term, they are wiped again
	d.NeedsGone = d.NeedsGone && r.Who.Support == "" && r.Who.Diet == nil
	return d
}

func (*RegistrationRow) Own(k Keys) any { return k.First }

func (r *RegistrationRow) Welcome(s *rules.Slot) mail.Kind {
	if r.Status != "registered" || !s.Now.Before(s.Ends) || r.Doc.NoMail {
		return ""
	}
	return mail.SignedUp
}

func (r *RegistrationRow) Reached() string { return WayOf(r.Who.Email, r.Who.Phone, r.Doc.NoMail) }

func (*EntryRow) Kind() *RowKind { return EntryKind }

func (e *EntryRow) Given() *Agreed { return &e.Doc.Agreed }

func (e *EntryRow) Open() any { return e.Doc }

func (e *EntryRow) Own(Keys) any { return e.Way }

// Waits says whether they are on the list; who waits no more is nobody else's twin.
func (e *EntryRow) Waits() bool { return e.State == "waiting" || e.State == "offered" }

func (e *EntryRow) Welcome(s *rules.Slot) mail.Kind {
	if e.State != "waiting" || s.Status == "cancelled" || !s.Now.Before(s.JoinUntil) {
		return ""
	}
	return mail.OnList
}

func (e *EntryRow) Reached() string { return e.Way }

// Stands reads the row behind an ownRow. Nothing found is not_found.
func (p *Waitlist) Stands(ctx context.Context, q db.Querier, row OwnRow) (Standing, error) {
	if row.Table == EntryKind.Table {
		e, err := p.LoadEntry(ctx, q, "id = $1", row.ID)
		return &e, err
	}
	r, err := p.LoadRegistration(ctx, q, "id = $1", row.ID)
	return &r, err
}

// Insert stores a new row with its link, and gives its id: "" when the same person stands there
// already. The unique indexes decide, nobody searches first. A place takes its seats, and its first
// name is told apart.
func (p *Waitlist) Insert(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	row Standing,
) (string, error) {
	kind, is := row.Kind(), row.At()
	is.Occurrence = s.ID
	id, k := db.NewID(kind.id), p.KeysOf(s.ID, is.Who)
	if is.Unnamed {
		k.NameEmail, k.NamePhone = nil, nil
	}
	tag, err := tx.Exec(
		ctx, `
		with stored as (
			insert into `+kind.Table+` (id, occurrence_id, `+kind.State+`, seats, email_key,
				phone_key, name_email_key, name_phone_key, `+kind.own+`, sealed, doc, created_at,
				updated_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
			on conflict do nothing
			returning id, email_key
		)
		insert into own_link (id, `+kind.column+`, token_hash, token_key, mailed_to, created_at)
		select id, id, $13, $14, email_key, $12 from stored`,
		id, s.ID, kind.begins, is.Seats, k.Email, k.phone, k.NameEmail, k.NamePhone, row.Own(k),
		p.Keys.Seal(kind.Table, id, db.JSON(is.Who)),
		db.JSON(row.Open()),
		s.Now,
		privacy.TokenHash(p.Keys.Token(kind.Prefix, id, 1)),
		p.Keys.TokenKeyID(),
	)
	if err != nil || tag.RowsAffected() == 0 {
		return "", err
	}
	if kind == PlaceKind {
		s.Taken += is.Seats
		err = p.NameApart(ctx, tx, id, "")
	}
	return id, err
}

// Keep writes down what a row says now. Does somebody else stand there by the same name and
// address, then the look-up by name is theirs, and taken is true: the change is kept all the same,
// as the answer must not tell who is there.
func (p *Waitlist) Keep(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	row Standing,
) (taken bool, err error) {
	kind, is := row.Kind(), row.At()
	k := p.KeysOf(s.ID, is.Who)
	if taken, err = p.beside(ctx, tx, row, k); err != nil {
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
		is.ID, is.Seats, k.Email, k.phone, k.NameEmail, k.NamePhone, row.Own(k),
		p.Keys.Seal(kind.Table, is.ID, db.JSON(is.Who)),
		db.JSON(row.Open()),
		s.Now,
	)
	return taken, err
}

// beside says whether somebody else stands by these keys at the date of a row.
func (p *Waitlist) beside(
	ctx context.Context,
	tx pgx.Tx,
	row Standing,
	k Keys,
) (there bool, err error) {
	e, waits := row.(*EntryRow)
	if waits && !e.Waits() {
		return false, nil
	}
	if there, err = PresentBeside(ctx, tx, k, row.At().ID); err != nil || !waits {
		return there, err
	}
	others, err := p.WaitingOf(ctx, tx, e.Occurrence, k)
	delete(others, e.ID)
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

// PresentRow is the registration of this person that holds a place; without an id when there is
// none.
func (p *Waitlist) PresentRow(ctx context.Context, tx pgx.Tx, k Keys) (RegistrationRow, error) {
	r, err := p.ScanRegistration(tx.QueryRow(ctx, `
		select `+RegistrationColumns+`
		from registration
		where id = (`+presentIDs+` limit 1)`, k.NameEmail, k.NamePhone))
	if errors.Is(err, pgx.ErrNoRows) {
		return RegistrationRow{}, nil
	}
	return r, err
}

// Present finds the registration of this person that holds a place, "" when there is none.
func (p *Waitlist) Present(ctx context.Context, tx pgx.Tx, k Keys) (id string, err error) {
	err = tx.QueryRow(ctx, `
		select coalesce((`+presentIDs+` limit 1), '')`, k.NameEmail, k.NamePhone).Scan(&id)
	return id, err
}

// PresentBeside says whether this person holds a place in another registration than id.
func PresentBeside(
	ctx context.Context,
	tx pgx.Tx,
	k Keys,
	id string,
) (there bool, err error) {
	err = tx.QueryRow(ctx, `
		select exists (
			select from (`+presentIDs+`) there where id <> $3
		)`, k.NameEmail, k.NamePhone, id).Scan(&there)
	return there, err
}

// theyWait is true of the entries of a person that wait at date $1, by the keys in $2 and $3.
const theyWait = `occurrence_id = $1 and state in ('waiting', 'offered')
	and (name_email_key = $2 or name_phone_key = $3 and email_key is null)`

// WaitingRow is the entry of this person that waits; without an id when there is none.
func (p *Waitlist) WaitingRow(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	k Keys,
) (EntryRow, error) {
	e, err := p.scanEntry(tx.QueryRow(ctx, `
		select `+EntryColumns+` from waitlist_entry
		where `+theyWait+`
		order by position limit 1`, s.ID, k.NameEmail, k.NamePhone))
	if errors.Is(err, pgx.ErrNoRows) {
		return EntryRow{}, nil
	}
	return e, err
}

// Renamed says whether two names have another first word.
func Renamed(a, b Sealed) bool {
	return httpkit.Folded(FirstName(a.Name)) != httpkit.Folded(FirstName(b.Name))
}

// Changed is the entry as it reads after a change that Validate found good.
func (e EntryRow) Changed(to rules.ChangeEntry) *EntryRow {
	e.Who = Sealed{Name: to.Name, Email: to.Email, Phone: to.Phone}
	e.Way, e.Doc.ShortNotice = to.PreferredWay, *to.ShortNotice
	return &e
}

// OwnRow is a registration or an entry.
type OwnRow struct{ Table, ID, Occurrence string }
