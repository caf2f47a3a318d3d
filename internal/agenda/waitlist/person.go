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
	"herstelruimte/internal/problem"
)

// Sealed is what only the application key can read of a row.
type Sealed struct {
	Name    string      `json:"name"`
	Email   string      `json:"email,omitempty"`
	Phone   string      `json:"phone,omitempty"` // E.164
	Support string      `json:"support,omitempty"`
	Diet    *rules.Diet `json:"diet,omitempty"`
}

// Keys are the keyed hashes of one person at one date; nil where the address or number is absent.
// Name and number say who somebody is only without an address: else whoever knows both would be
// taken for them. By first they are told from others of one first name.
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
		if who.Email == "" {
			k.NamePhone = p.Keys.LookupKey("name+phone", occurrence, name, who.Phone)
		}
	}
	return k
}

// TidyEmail is how addresses are compared: all lower case, so that one mailbox is one person.
func TidyEmail(email string) string { return strings.ToLower(email) }

// FirstName is how staff read and call somebody: the first word of a name.
func FirstName(name string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(name), " ")
	return first
}

// Renamed says whether two names have another first word.
func Renamed(a, b Sealed) bool {
	return httpkit.Folded(FirstName(a.Name)) != httpkit.Folded(FirstName(b.Name))
}

// WayOf is how somebody hears of something.
func WayOf(email, phone string, noMail bool) string {
	switch {
	case email != "" && !noMail:
		return "mail"
	case phone != "":
		return "phone"
	}
	return "none"
}

// Row is somebody at a date, with a place or with an entry of its waitlist: one thing, in the two
// tables of its kind.
type Row struct {
	Kind           *RowKind
	ID, Occurrence string
	State          string
	Seats, Version int
	Unnamed        bool // the look-up by name is somebody else's
	CreatedAt      time.Time
	Who            Sealed
	Doc            Doc
	// of a place
	Letter      string // that tells them from others of one first name, once given
	CancelledAt *time.Time
	// of an entry
	Way      string
	Position int64
}

// Agreed is what somebody said yes to, and by which way they came.
type Agreed struct {
	ConsentVersion string    `json:"consentVersion"`
	ConsentAt      time.Time `json:"consentAt"`
	Source         string    `json:"source"`
	Proven         bool      `json:"proven,omitempty"` // whoever reads at the address acted on it
}

// Doc is what a row keeps outside the seal: nothing that names somebody.
type Doc struct {
	Agreed
	// of a place
	NoMail    bool   `json:"noMail,omitempty"`
	ForOther  bool   `json:"forOther,omitempty"`
	FirstTime *bool  `json:"firstTime,omitempty"`
	Reminder  bool   `json:"reminder,omitempty"`
	Sequence  int    `json:"sequence,omitempty"`  // of the calendar file; stored always
	Entry     string `json:"entry,omitempty"`     // the entry that it came from
	NeedsGone bool   `json:"needsGone,omitempty"` // what was said of help and food is wiped
	// of an entry
	ShortNotice  bool `json:"shortNotice,omitempty"` // stored always
	DeferredUsed bool `json:"deferredUsed,omitempty"`
	ExpiredOnce  bool `json:"expiredOnce,omitempty"`
	// chose the list while places were free, but fewer than were asked for
	BesideFree bool `json:"besideFree,omitempty"`
}

// Open is what stands in the row in the open.
func (r *Row) Open() any {
	d := r.Doc
	if r.Kind == EntryKind {
		return struct {
			Doc
			ShortNotice bool `json:"shortNotice"`
		}{d, d.ShortNotice}
	}
	// said again after the term, they are wiped again
	d.NeedsGone = d.NeedsGone && r.Who.Support == "" && r.Who.Diet == nil
	return struct {
		Doc
		Sequence int `json:"sequence"`
	}{d, d.Sequence}
}

// own is the value of the column that rows of its kind alone have.
func (r *Row) own(k Keys) any {
	if r.Kind == EntryKind {
		return r.Way
	}
	return k.First
}

// Waits says whether they are on the list.
func (r *Row) Waits() bool { return r.State == "waiting" || r.State == "offered" }

// Reached is by which way they hear of something.
func (r *Row) Reached() string {
	if r.Kind == EntryKind {
		return r.Way
	}
	return WayOf(r.Who.Email, r.Who.Phone, r.Doc.NoMail)
}

// Welcome is the mail that a new address of it gets, "" for none.
func (r *Row) Welcome(s *rules.Slot) mail.Kind {
	switch {
	case r.State == "registered" && s.Now.Before(s.Ends) && !r.Doc.NoMail:
		return mail.SignedUp
	case r.State == "waiting" && s.Status != "cancelled" && s.Now.Before(s.JoinUntil):
		return mail.OnList
	}
	return ""
}

// Mailed is a mail about a row to whoever stands in it.
func (r *Row) Mailed(kind mail.Kind) mail.Mail {
	return mail.Mail{
		Kind: kind, To: r.Who.Email, Occurrence: r.Occurrence, Cause: r.ID, Limited: true,
	}
}

// Changed is the entry as it reads after a change that Validate found good.
func (r Row) Changed(to rules.ChangeEntry) *Row {
	r.Who = Sealed{Name: to.Name, Email: to.Email, Phone: to.Phone}
	r.Way, r.Doc.ShortNotice = to.PreferredWay, *to.ShortNotice
	return &r
}

// RowKind is where rows of one kind are stored.
type RowKind struct {
	Table  string // its word in the seal and in the erasure journal, too
	id     string // how ids begin
	Column string // that names such a row beside it
	Prefix string // of its links
	page   string // that they open
	State  string // the column of what became of it
	begins string // what that says of a new one
	own    string // the column that its rows alone have
	forget string // what a change of it forgets, as SQL
	theirs string // columns that Scan reads of its rows alone, as SQL
}

var (
	PlaceKind = &RowKind{
		Table: "registration", id: "reg", Column: "registration_id",
		Prefix: RegistrationToken, page: "/registrationdetails/",
		State: "status", begins: "registered", own: "first_key", forget: `, earlier = null`,
		theirs: `coalesce(letter, ''), cancelled_at, '', 0::bigint`,
	}
	EntryKind = &RowKind{
		Table: "waitlist_entry", id: "wle", Column: "entry_id",
		Prefix: EntryToken, page: "/waitlist/",
		State: "state", begins: "waiting", own: "way",
		theirs: `'', null::timestamptz, way, position`,
	}
)

// KindIn is the kind of the rows in this table.
func KindIn(table string) *RowKind {
	if table == EntryKind.Table {
		return EntryKind
	}
	return PlaceKind
}

// Columns are what Scan reads.
func (k *RowKind) Columns() string {
	return `id, occurrence_id, ` + k.State + `, seats, version, created_at,
		name_email_key is null and name_phone_key is null, doc, sealed, ` + k.theirs
}

// Scan reads a row of the columns of its kind, and what stands behind them into more.
func (p *Waitlist) Scan(kind *RowKind, row pgx.Row, more ...any) (r Row, err error) {
	r.Kind = kind
	var doc, box []byte
	if err = row.Scan(append([]any{
		&r.ID, &r.Occurrence, &r.State, &r.Seats, &r.Version, &r.CreatedAt, &r.Unnamed, &doc, &box,
		&r.Letter, &r.CancelledAt, &r.Way, &r.Position,
	}, more...)...); err != nil {
		return r, err
	}
	if err = json.Unmarshal(doc, &r.Doc); err != nil {
		return r, err
	}
	return r, p.Unbox(kind.Table, r.ID, box, &r.Who)
}

// Load reads one row. Nothing found is not_found.
func (p *Waitlist) Load(ctx context.Context, q db.Querier, kind *RowKind, id string) (Row, error) {
	r, err := p.Scan(kind, q.QueryRow(ctx, `
		select `+kind.Columns()+` from `+kind.Table+` where id = $1`, id))
	return r, db.Problem(err)
}

// rowKey is a row of a kind.
type rowKey struct {
	kind *RowKind
	id   string
}

// Told is Load for who is told something, together with others who are.
func (p *Waitlist) Told(ctx context.Context, kind *RowKind, id string) (Row, error) {
	r, found, err := p.rows.Ask(ctx, rowKey{kind, id}, func(
		ctx context.Context, keys []rowKey,
	) (map[rowKey]Row, error) {
		ids, out := map[*RowKind][]string{}, map[rowKey]Row{}
		for _, k := range keys {
			ids[k.kind] = append(ids[k.kind], k.id)
		}
		for kind, ids := range ids {
			all, err := db.Rows(ctx, p.Pool, func(row pgx.CollectableRow) (Row, error) {
				return p.Scan(kind, row)
			}, `select `+kind.Columns()+` from `+kind.Table+` where id = any($1)`, ids)
			if err != nil {
				return nil, err
			}
			for _, r := range all {
				out[rowKey{kind, r.ID}] = r
			}
		}
		return out, nil
	})
	if err == nil && !found {
		err = problem.New(problem.NotFound)
	}
	return r, db.Problem(err)
}

// LoadPlace is Load of a place.
func (p *Waitlist) LoadPlace(ctx context.Context, q db.Querier, id string) (Row, error) {
	return p.Load(ctx, q, PlaceKind, id)
}

// LoadEntry is Load of an entry.
func (p *Waitlist) LoadEntry(ctx context.Context, q db.Querier, id string) (Row, error) {
	return p.Load(ctx, q, EntryKind, id)
}

// OwnRow is where a row is.
type OwnRow struct{ Table, ID, Occurrence string }

// Stands is Load of that.
func (p *Waitlist) Stands(ctx context.Context, q db.Querier, row OwnRow) (Row, error) {
	return p.Load(ctx, q, KindIn(row.Table), row.ID)
}

// Unbox reads what is sealed under a name in the row of an id.
func (p *Waitlist) Unbox(name, id string, box []byte, into any) error {
	plain, err := p.Keys.Open(name, id, box)
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, into)
}

// Write enqueues a mail without data to a person who has an address and wants mail.
func (p *Waitlist) Write(ctx context.Context, tx pgx.Tx, m mail.Mail, noMail bool) error {
	if m.To == "" || noMail {
		return nil
	}
	m.Data = struct{}{}
	return p.Mail.Enqueue(ctx, tx, m)
}
