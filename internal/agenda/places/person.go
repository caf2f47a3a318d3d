package places

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
)

// sealed is what only the application key can read of a registration or an entry.
type sealed struct {
	Name    string      `json:"name"`
	Email   string      `json:"email,omitempty"`
	Phone   string      `json:"phone,omitempty"` // E.164
	Support string      `json:"support,omitempty"`
	Diet    *rules.Diet `json:"diet,omitempty"`
}

// keys are the keyed hashes of one person at one occurrence; nil where the address or number is
// absent. Name and number say who somebody is only without an address: else whoever knows both
// would be taken for them. By first they are told from others of one first name.
type keys struct{ email, phone, nameEmail, namePhone, first []byte }

func (p *Places) keysOf(occurrence string, who sealed) (k keys) {
	k.first = p.Keys.LookupKey("first name", occurrence, httpkit.Folded(firstName(who.Name)))
	name := strings.Join(strings.Fields(httpkit.Folded(who.Name)), " ")
	if who.Email != "" {
		k.email = p.Keys.EmailKey(who.Email)
		k.nameEmail = p.Keys.LookupKey("name+email", occurrence, name, tidyEmail(who.Email))
	}
	if who.Phone != "" {
		k.phone = p.Keys.PhoneKey(who.Phone)
	}
	if who.Phone != "" && who.Email == "" {
		k.namePhone = p.Keys.LookupKey("name+phone", occurrence, name, who.Phone)
	}
	return k
}

// tidyEmail is how addresses are compared: all lower case, so that one mailbox is one person.
func tidyEmail(email string) string { return strings.ToLower(email) }

// registrationDoc is what a registration keeps outside the seal: nothing that names somebody.
type registrationDoc struct {
	NoMail         bool      `json:"noMail,omitempty"`
	ForOther       bool      `json:"forOther,omitempty"`
	FirstTime      *bool     `json:"firstTime,omitempty"`
	Reminder       bool      `json:"reminder,omitempty"`
	ConsentVersion string    `json:"consentVersion"`
	ConsentAt      time.Time `json:"consentAt"`
	Source         string    `json:"source"`
	Sequence       int       `json:"sequence"`            // of the calendar file
	Entry          string    `json:"entry,omitempty"`     // the waitlist entry it came from
	NeedsGone      bool      `json:"needsGone,omitempty"` // what was said of help and food is wiped
	Proven         bool      `json:"proven,omitempty"`    // see prove
}

type registrationRow struct {
	id, occurrence, status string
	unnamed                bool   // when stored anew: the look-up by name is somebody else's
	letter                 string // that tells them from others of one first name, once given
	seats, version         int
	doc                    registrationDoc
	who                    sealed
	cancelledAt            *time.Time
	createdAt              time.Time
}

const registrationColumns = `
	id, occurrence_id, status, coalesce(letter, ''), seats, version, doc, sealed, cancelled_at,
	created_at`

// loadRegistration reads one registration; the condition has one parameter. Nothing found is
// not_found.
func (p *Places) loadRegistration(
	ctx context.Context,
	q db.Querier,
	where string,
	arg any,
) (r registrationRow, err error) {
	r, err = p.scanRegistration(q.QueryRow(
		ctx, "select "+registrationColumns+" from registration where "+where, arg,
	))
	return r, db.Problem(err)
}

// scanRegistration reads a row of registrationColumns, and what stands behind them into more.
func (p *Places) scanRegistration(row pgx.Row, more ...any) (r registrationRow, err error) {
	var doc, box []byte
	if err = row.Scan(append([]any{
		&r.id,
		&r.occurrence,
		&r.status,
		&r.letter,
		&r.seats,
		&r.version,
		&doc,
		&box,
		&r.cancelledAt,
		&r.createdAt,
	}, more...)...); err != nil {
		return r, err
	}
	return r, p.unseal(sealedRow{"registration", r.id, doc, box}, &r.doc, &r.who)
}

// entryDoc is what a waitlist entry keeps outside the seal.
type entryDoc struct {
	ShortNotice    bool      `json:"shortNotice"`
	ConsentVersion string    `json:"consentVersion"`
	ConsentAt      time.Time `json:"consentAt"`
	DeferredUsed   bool      `json:"deferredUsed,omitempty"`
	ExpiredOnce    bool      `json:"expiredOnce,omitempty"`
	Source         string    `json:"source"`
	Proven         bool      `json:"proven,omitempty"` // see prove
	// chose the list while places were free, but fewer than were asked for
	BesideFree bool `json:"besideFree,omitempty"`
}

type entryRow struct {
	id, occurrence, state, way string
	position                   int64
	seats, version             int
	unnamed                    bool // the look-up by name is somebody else's
	createdAt                  time.Time
	doc                        entryDoc
	who                        sealed
}

const entryColumns = `
	id, occurrence_id, state, way, position, seats, version, created_at,
	name_email_key is null and name_phone_key is null, doc, sealed`

// columns are where a row of entryColumns is read into.
func (e *entryRow) columns(doc, box *[]byte) []any {
	return []any{
		&e.id, &e.occurrence, &e.state, &e.way, &e.position, &e.seats, &e.version,
		&e.createdAt, &e.unnamed, doc, box,
	}
}

// loadEntry reads one waitlist entry; the condition has one parameter. Nothing found is not_found.
func (p *Places) loadEntry(
	ctx context.Context,
	q db.Querier,
	where string,
	arg any,
) (e entryRow, err error) {
	var doc, box []byte
	err = q.QueryRow(ctx, "select "+entryColumns+" from waitlist_entry where "+where, arg).
		Scan(e.columns(&doc, &box)...)
	if err != nil {
		return e, db.Problem(err)
	}
	return e, p.unseal(sealedRow{"waitlist_entry", e.id, doc, box}, &e.doc, &e.who)
}

// sealedRow is a row as it is stored: its doc in the open, and who it is about in the box.
type sealedRow struct {
	table, id string
	doc, box  []byte
}

func (p *Places) unseal(row sealedRow, doc any, who *sealed) error {
	if err := json.Unmarshal(row.doc, doc); err != nil {
		return err
	}
	plain, err := p.Keys.Open(row.table, row.id, row.box)
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, who)
}

// insertRegistration stores the seats, the doc and the person of a new row, and gives its id: ""
// when the same person has a place there already. The unique indexes decide, nobody searches first.
func (p *Places) insertRegistration(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
) (string, error) {
	id, k := db.NewID("reg"), p.keysOf(s.ID, r.who)
	if r.unnamed {
		k.nameEmail, k.namePhone = nil, nil
	}
	tag, err := tx.Exec(
		ctx, `
		with stored as (
			insert into registration (id, occurrence_id, status, seats, email_key, phone_key,
				name_email_key, name_phone_key, first_key, sealed, doc, created_at, updated_at)
			values ($1, $2, 'registered', $3, $4, $5, $6, $7, $13, $8, $9, $10, $10)
			on conflict do nothing
			returning id, email_key
		)
		insert into own_link (id, registration_id, token_hash, token_key, mailed_to, created_at)
		select id, id, $11, $12, email_key, $10 from stored`,
		id, s.ID, r.seats, k.email, k.phone, k.nameEmail, k.namePhone,
		p.Keys.Seal("registration", id, db.JSON(r.who)),
		db.JSON(r.doc),
		s.Now,
		privacy.TokenHash(p.Keys.Token(RegistrationToken, id, 1)),
		p.Keys.TokenKeyID(),
		k.first,
	)
	if err != nil || tag.RowsAffected() == 0 {
		return "", err
	}
	s.Taken += r.seats
	return id, p.nameApart(ctx, tx, id, "")
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
func (p *Places) presentBeside(
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
