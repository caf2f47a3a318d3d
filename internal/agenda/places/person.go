package places

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
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
	agreed
	NoMail    bool   `json:"noMail,omitempty"`
	ForOther  bool   `json:"forOther,omitempty"`
	FirstTime *bool  `json:"firstTime,omitempty"`
	Reminder  bool   `json:"reminder,omitempty"`
	Sequence  int    `json:"sequence"`            // of the calendar file
	Entry     string `json:"entry,omitempty"`     // the waitlist entry it came from
	NeedsGone bool   `json:"needsGone,omitempty"` // what was said of help and food is wiped
}

type registrationRow struct {
	atDate
	status      string
	letter      string // that tells them from others of one first name, once given
	doc         registrationDoc
	cancelledAt *time.Time
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
	agreed
	ShortNotice  bool `json:"shortNotice"`
	DeferredUsed bool `json:"deferredUsed,omitempty"`
	ExpiredOnce  bool `json:"expiredOnce,omitempty"`
	// chose the list while places were free, but fewer than were asked for
	BesideFree bool `json:"besideFree,omitempty"`
}

type entryRow struct {
	atDate
	state, way string
	position   int64
	doc        entryDoc
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
	e, err = p.scanEntry(q.QueryRow(
		ctx, "select "+entryColumns+" from waitlist_entry where "+where, arg,
	))
	return e, db.Problem(err)
}

// scanEntry reads a row of entryColumns.
func (p *Places) scanEntry(row pgx.Row) (e entryRow, err error) {
	var doc, box []byte
	if err = row.Scan(e.columns(&doc, &box)...); err != nil {
		return e, err
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
	return p.unbox(row.table, row.id, row.box, who)
}

// unbox reads what is sealed under a name in the row of an id.
func (p *Places) unbox(name, id string, box []byte, into any) error {
	plain, err := p.Keys.Open(name, id, box)
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, into)
}
