package waitlist

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
)

// Sealed is what only the application key can read of a registration or an entry.
type Sealed struct {
	Name    string      `json:"name"`
	Email   string      `json:"email,omitempty"`
	Phone   string      `json:"phone,omitempty"` // E.164
	Support string      `json:"support,omitempty"`
	Diet    *rules.Diet `json:"diet,omitempty"`
}

// Keys are the keyed hashes of one person at one occurrence; nil where the address or number is
// absent. Name and number say who somebody is only without an address: else whoever knows both
// would be taken for them. By first they are told from others of one first name.
type Keys struct{ Email, phone, NameEmail, NamePhone, First []byte }

func (p *Waitlist) KeysOf(occurrence string, who Sealed) (k Keys) {
	k.First = p.Keys.LookupKey("first name", occurrence, httpkit.Folded(FirstName(who.Name)))
	name := strings.Join(strings.Fields(httpkit.Folded(who.Name)), " ")
	if who.Email != "" {
		k.Email = p.Keys.EmailKey(who.Email)
		k.NameEmail = p.Keys.LookupKey("name+email", occurrence, name, TidyEmail(who.Email))
	}
	if who.Phone != "" {
		k.phone = p.Keys.PhoneKey(who.Phone)
	}
	if who.Phone != "" && who.Email == "" {
		k.NamePhone = p.Keys.LookupKey("name+phone", occurrence, name, who.Phone)
	}
	return k
}

// TidyEmail is how addresses are compared: all lower case, so that one mailbox is one person.
func TidyEmail(email string) string { return strings.ToLower(email) }

// RegistrationDoc is what a registration keeps outside the seal: nothing that names somebody.
type RegistrationDoc struct {
	Agreed
	NoMail    bool   `json:"noMail,omitempty"`
	ForOther  bool   `json:"forOther,omitempty"`
	FirstTime *bool  `json:"firstTime,omitempty"`
	Reminder  bool   `json:"reminder,omitempty"`
	Sequence  int    `json:"sequence"`            // of the calendar file
	Entry     string `json:"entry,omitempty"`     // the waitlist entry it came from
	NeedsGone bool   `json:"needsGone,omitempty"` // what was said of help and food is wiped
}

type RegistrationRow struct {
	AtDate
	Status      string
	Letter      string // that tells them from others of one first name, once given
	Doc         RegistrationDoc
	CancelledAt *time.Time
}

const RegistrationColumns = `
	id, occurrence_id, status, coalesce(letter, ''), seats, version, doc, sealed, cancelled_at,
	created_at`

// LoadRegistration reads one registration; the condition has one parameter. Nothing found is
// not_found.
func (p *Waitlist) LoadRegistration(
	ctx context.Context,
	q db.Querier,
	where string,
	arg any,
) (r RegistrationRow, err error) {
	r, err = p.ScanRegistration(q.QueryRow(
		ctx, "select "+RegistrationColumns+" from registration where "+where, arg,
	))
	return r, db.Problem(err)
}

// ScanRegistration reads a row of RegistrationColumns, and what stands behind them into more.
func (p *Waitlist) ScanRegistration(row pgx.Row, more ...any) (r RegistrationRow, err error) {
	var doc, box []byte
	if err = row.Scan(append([]any{
		&r.ID,
		&r.Occurrence,
		&r.Status,
		&r.Letter,
		&r.Seats,
		&r.Version,
		&doc,
		&box,
		&r.CancelledAt,
		&r.CreatedAt,
	}, more...)...); err != nil {
		return r, err
	}
	return r, p.Unseal(SealedRow{"registration", r.ID, doc, box}, &r.Doc, &r.Who)
}

// EntryDoc is what a waitlist entry keeps outside the seal.
type EntryDoc struct {
	Agreed
	ShortNotice  bool `json:"shortNotice"`
	DeferredUsed bool `json:"deferredUsed,omitempty"`
	ExpiredOnce  bool `json:"expiredOnce,omitempty"`
	// chose the list while places were free, but fewer than were asked for
	BesideFree bool `json:"besideFree,omitempty"`
}

type EntryRow struct {
	AtDate
	State, Way string
	Position   int64
	Doc        EntryDoc
}

const EntryColumns = `
	id, occurrence_id, state, way, position, seats, version, created_at,
	name_email_key is null and name_phone_key is null, doc, sealed`

// Columns are where a row of EntryColumns is read into.
func (e *EntryRow) Columns(doc, box *[]byte) []any {
	return []any{
		&e.ID, &e.Occurrence, &e.State, &e.Way, &e.Position, &e.Seats, &e.Version,
		&e.CreatedAt, &e.Unnamed, doc, box,
	}
}

// LoadEntry reads one waitlist entry; the condition has one parameter. Nothing found is not_found.
func (p *Waitlist) LoadEntry(
	ctx context.Context,
	q db.Querier,
	where string,
	arg any,
) (e EntryRow, err error) {
	e, err = p.scanEntry(q.QueryRow(
		ctx, "select "+EntryColumns+" from waitlist_entry where "+where, arg,
	))
	return e, db.Problem(err)
}

// scanEntry reads a row of EntryColumns.
func (p *Waitlist) scanEntry(row pgx.Row) (e EntryRow, err error) {
	var doc, box []byte
	if err = row.Scan(e.Columns(&doc, &box)...); err != nil {
		return e, err
	}
	return e, p.Unseal(SealedRow{"waitlist_entry", e.ID, doc, box}, &e.Doc, &e.Who)
}

// SealedRow is a row as it is stored: its doc in the open, and who it is about in the box.
type SealedRow struct {
	Table, ID string
	Doc, Box  []byte
}

func (p *Waitlist) Unseal(row SealedRow, doc any, who *Sealed) error {
	if err := json.Unmarshal(row.Doc, doc); err != nil {
		return err
	}
	return p.Unbox(row.Table, row.ID, row.Box, who)
}

// Unbox reads what is sealed under a name in the row of an id.
func (p *Waitlist) Unbox(name, id string, box []byte, into any) error {
	plain, err := p.Keys.Open(name, id, box)
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, into)
}

// WaitingOf are the entries of a person on the list of a date, with their states.
func (p *Waitlist) WaitingOf(
	ctx context.Context,
	tx pgx.Tx,
	occurrence string,
	k Keys,
) (map[string]string, error) {
	rows, err := tx.Query(ctx, `
		select id, state
		from waitlist_entry
		where `+theyWait, occurrence, k.NameEmail, k.NamePhone)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	var id, state string
	_, err = pgx.ForEachRow(rows, []any{&id, &state}, func() error {
		all[id] = state
		return nil
	})
	return all, err
}

// FirstName is how staff read and call somebody: the first word of a name.
func FirstName(name string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(name), " ")
	return first
}

// KeepDoc writes back what staff acts change of a date besides its counters.
func KeepDoc(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	_, err := tx.Exec(ctx, `
		update occurrence set doc = $2 where id = $1`, s.ID, db.JSON(s.Doc))
	return err
}

// Write enqueues a mail without data to a person who has an address and wants mail.
func (p *Waitlist) Write(ctx context.Context, tx pgx.Tx, m mail.Mail, noMail bool) error {
	if m.To == "" || noMail {
		return nil
	}
	m.Data = struct{}{}
	return p.Mail.Enqueue(ctx, tx, m)
}

func WayOf(email, phone string, noMail bool) string {
	switch {
	case email != "" && !noMail:
		return "mail"
	case phone != "":
		return "phone"
	}
	return "none"
}
