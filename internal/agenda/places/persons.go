package places

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// auditPerson is the word in the log book for everything that is kept of somebody.
const auditPerson = "person"

// OtherByPhone is an Other whose people may leave a number and no address.
type OtherByPhone interface {
	// OfPhone is what it keeps of a number.
	OfPhone(ctx context.Context, q db.Querier, phone []byte) ([]privacy.KeptElsewhere, error)
	// ErasePhone erases all of that, in tx.
	ErasePhone(ctx context.Context, tx pgx.Tx, phone []byte) error
}

// PersonSought is how staff name somebody who asks what is kept of them: never by name.
type PersonSought struct {
	What string `json:"what" maxLength:"300" doc:"an address, a number or a code of the desk, exactly as the person gave it"`
}

// PersonAsked is what staff say before they see all of somebody.
type PersonAsked struct {
	PersonSought
	Reason string `json:"reason" enum:"insight,correct,erase,mail" doc:"the person asks what is kept, wants something mended, wants all of it erased; or a mail did not arrive"`
	Sure   bool   `json:"sure"   doc:"who asks knows that this is the person"`
}

// PersonFound is how much there is of somebody. Nobody and nothing are the same.
type PersonFound struct {
	Kinds  []PersonCount `json:"kinds"  doc:"those of which there are any"`
	Coming int           `json:"coming" doc:"sign-ups and places on a list of dates to come"`
	Names  int           `json:"names,omitempty" doc:"how many names these go by, when more than one: perhaps several people share the address or number"`
}

// PersonCount is how many there are of a kind.
type PersonCount struct {
	Kind string `json:"kind" enum:"registrations,entries,messages,applications,newsletter,requests,mails"`
	N    int    `json:"n"`
}

// PersonAll is everything that is kept of somebody.
type PersonAll struct {
	Items     []PersonRow       `json:"items"     doc:"by their start"`
	Elsewhere []PersonElsewhere `json:"elsewhere"`
	Mails     []PersonMail      `json:"mails"`
	Rows      []string          `json:"rows"      doc:"ids of what was seen: erasing tells by them that somebody else did it already"`
	Names     []string          `json:"names"     doc:"how those of these rows are called, each once: more than one share the address or number; empty: a row that was left without a name"`
	Hold      *PersonHeld       `json:"hold,omitempty"`
	Pause     *PersonHeld       `json:"pause,omitempty"`
}

// PersonElsewhere is one thing that another room keeps of somebody.
type PersonElsewhere struct {
	ID string `json:"id" doc:"to mend it"`
	privacy.KeptElsewhere
}

// PersonRow is one sign-up or one waitlist entry, as its holder sees it.
type PersonRow struct {
	ID           string        `json:"id"`
	Version      int           `json:"version"`
	Mends        string        `json:"mends" enum:"here,date" doc:"where staff mend it: here, or on the screen of its date, where places and mails go along"`
	Registration *Registration `json:"registration,omitempty"`
	Entry        *Entry        `json:"entry,omitempty"`
	Email        string        `json:"email,omitempty"`
	Phone        string        `json:"phone,omitempty" doc:"as shown, in pairs"`
	Consent      ConsentSeen   `json:"consent"`
	Source       string        `json:"source"          enum:"site,telefoon,balie"`
}

// PersonMail is a mail to somebody, as staff see it: never what it says.
type PersonMail struct {
	ID    string `json:"id"`
	Row   string `json:"row,omitempty" doc:"the sign-up that it is about, when it can be sent again"`
	Kind  string `json:"kind"  enum:"M1,M2,M3,M5,M6,M7,M8,M9,M10,M11,M12,M13,M15,M16,M17,M18,M19,M20,M21,M30"`
	State string `json:"state" enum:"held,queued,sending,sent,failed,dead,withdrawn"`
	At    string `json:"at"    format:"date-time"  doc:"held: until then; failed: the next try; else when it came to stand so"`
	Why   string `json:"why,omitempty" enum:"address,box,refused,spam,ours,undone,untrue,forgotten,stopped" doc:"of failed, dead and withdrawn"`
	Heard string `json:"heard,omitempty" enum:"delayed,complaint" doc:"of sent: what was heard since"`

	ToCall bool `json:"toCall,omitempty" doc:"it did not arrive, and somebody of the staff is to phone about that sign-up"`
}

// toAnybody are the kinds of mails to people that staff see of one person.
var toAnybody = []mail.Kind{
	mail.SignedUp, mail.SignedUpBefore, mail.AddressRemoved, mail.OnList, mail.OnListBefore,
	mail.Offered, mail.OfferExpired, mail.PlaceGiven, mail.Cancelled, mail.Reminder,
	mail.MessageReceived, mail.DateOff, mail.VolunteerReceived, mail.DateMoved, mail.DateOn,
	mail.ToEverybody,
	mail.NewsletterConfirm, mail.NewsletterAlready, mail.Newsletter,
	mail.MessageAnswered,
}

// sought is by what rows are looked up: one of the three.
type sought struct {
	typed        string // the address, as it was typed
	email, phone []byte
	row          string
}

// sought reads what staff typed. A code proves one row, and reaches no other.
//
// Problems: invalid (what).
func (p *Places) sought(ctx context.Context, q db.Querier, typed string) (s sought, err error) {
	typed = httpkit.Line(typed)
	var f problem.Faults
	switch {
	case typed == "":
		f.Add("what", problem.Required)
	case privacy.OneWay(typed).Email != "":
		address, ok := privacy.ParseEmail(typed)
		if !ok {
			f.Add("what", problem.Email)
		}
		s.typed, s.email = address, p.Keys.EmailKey(address)
	default:
		if phone, ok := privacy.ParsePhone(typed); ok {
			s.phone = p.Keys.PhoneKey(phone)
			break
		}
		code, ok := privacy.ReadCode(typed, "", rules.DeskCodeLength)
		if !ok {
			f.Add("what", problem.Invalid)
			break
		}
		row, err := p.byCode(ctx, q, code)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return s, err
		}
		s.row = row.id
	}
	if len(f) > 0 {
		return s, problem.WithFields(f...)
	}
	return s, nil
}

// ofSought are the rows of an address, of a number, or one row with what came of it or what it came
// from.
const ofSought = `
	select 'registration', id, occurrence_id
	from registration
	where email_key = $1
		or phone_key = $2
		or id = $3
		or doc ? 'entry' and doc->>'entry' = $3
	union all
	select 'waitlist_entry', id, occurrence_id
	from waitlist_entry
	where email_key = $1
		or phone_key = $2
		or id = $3
		or id = (select doc->>'entry' from registration where id = $3)
	order by 3, 2`

func (p *Places) rowsOf(ctx context.Context, q db.Querier, s sought) ([]ownRow, error) {
	var row *string
	if s.row != "" {
		row = &s.row
	}
	return p.rows(ctx, q, ofSought, s.email, s.phone, row)
}

// elsewhereOf is what other rooms keep of somebody.
func (p *Places) elsewhereOf(
	ctx context.Context,
	q db.Querier,
	s sought,
) (all []privacy.KeptElsewhere, err error) {
	if s.email != nil {
		return p.elsewhere(ctx, q, s.email)
	}
	all = []privacy.KeptElsewhere{}
	for _, other := range p.Others {
		by, ok := other.(OtherByPhone)
		if !ok || s.phone == nil {
			continue
		}
		some, err := by.OfPhone(ctx, q, s.phone)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return phonesShown(all), nil
}

// kept is everything of somebody, read at one moment.
type kept struct {
	sought
	rows      []ownRow
	elsewhere []privacy.KeptElsewhere
	mails     []mail.State
}

func (k *kept) none() bool { return len(k.rows)+len(k.elsewhere) == 0 }

// ids are those of all rows.
func (k *kept) ids() []string {
	all := make([]string, 0, len(k.rows)+len(k.elsewhere))
	for _, r := range k.rows {
		all = append(all, r.id)
	}
	for _, e := range k.elsewhere {
		all = append(all, e.ID)
	}
	return all
}

// keptOf reads what is kept of somebody; more reads the rest of the same picture.
func (p *Places) keptOf(
	ctx context.Context,
	what string,
	more func(pgx.Tx, *kept) error,
) (k kept, err error) {
	err = pgx.BeginTxFunc(
		ctx,
		p.Pool,
		pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) (err error) {
			if k.sought, err = p.sought(ctx, tx, what); err != nil {
				return err
			}
			if k.rows, err = p.rowsOf(ctx, tx, k.sought); err != nil {
				return err
			}
			if k.elsewhere, err = p.elsewhereOf(ctx, tx, k.sought); err != nil {
				return err
			}
			if k.mails, err = p.mailsOf(ctx, tx, k.ids()); err != nil {
				return err
			}
			return more(tx, &k)
		},
	)
	return k, db.Problem(err)
}

// mailsOf are the mails about these rows, each once.
func (p *Places) mailsOf(ctx context.Context, q db.Querier, ids []string) ([]mail.State, error) {
	all, err := p.Mail.StatesOf(ctx, q, toAnybody, ids...)
	known := map[string]bool{}
	return slices.DeleteFunc(all, func(m mail.State) bool {
		was := known[m.ID]
		known[m.ID] = true
		return was
	}), err
}

// findPerson says how much is kept of somebody. Who was never here and who was erased are found the
// same: not at all.
//
// Problems: invalid (what).
func (p *Places) findPerson(
	ctx context.Context,
	who identity.Actor,
	what string,
) (out PersonFound, err error) {
	coming := 0
	var names []string
	k, err := p.keptOf(ctx, what, func(tx pgx.Tx, k *kept) (err error) {
		if names, err = p.namesIn(ctx, tx, k); err != nil {
			return err
		}
		dates := make([]string, len(k.rows))
		for i, r := range k.rows {
			dates[i] = r.occurrence
		}
		return tx.QueryRow(ctx, `
			select count(*)
			from unnest($1::text[]) d
			join occurrence o on o.id = d
			where o.ends_at > $2`, dates, p.Clock.Now()).Scan(&coming)
	})
	if err != nil {
		return out, err
	}
	out = PersonFound{Kinds: k.counts(), Coming: coming}
	if len(names) > 1 {
		out.Names = len(names)
	}
	return out, p.noted(ctx, p.Pool, who, privacy.Entry{Action: "searched"})
}

// counts are how many there are of each kind.
func (k *kept) counts() []PersonCount {
	all, n := []PersonCount{}, map[string]int{"mails": len(k.mails)}
	for _, r := range k.rows {
		n[map[bool]string{true: "registrations", false: "entries"}[r.table == "registration"]]++
	}
	for _, e := range k.elsewhere {
		n[map[string]string{
			"message":           "messages",
			"application":       "applications",
			"newsletter":        "newsletter",
			"newsletterPending": "newsletter",
			"request":           "requests",
		}[e.Kind]]++
	}
	for _, kind := range []string{
		"registrations", "entries", "messages", "applications", "newsletter", "requests", "mails",
	} {
		if n[kind] > 0 {
			all = append(all, PersonCount{kind, n[kind]})
		}
	}
	return all
}

// noted writes one line in the log book about everything of somebody: by the id of the first row,
// which means nothing once it is gone.
func (p *Places) noted(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	e privacy.Entry,
) error {
	e.Actor, e.Roles, e.Kind = who.ID, who.RoleNames(), auditPerson
	return db.Problem(privacy.Record(ctx, q, p.Clock.Now(), e))
}

// certain is invalid as long as somebody does not say that they know who asks.
func (in PersonAsked) certain() error {
	if !in.Sure {
		return problem.WithFields(problem.Field{Name: "sure", Code: problem.Required})
	}
	return nil
}

// showPerson is everything that is kept of somebody, for a reason; looking, or taking it along as
// a file, stands in the log book.
//
// Problems: invalid (what, sure), not_found.
func (p *Places) showPerson(
	ctx context.Context,
	who identity.Actor,
	in PersonAskedOf,
	action string,
) (out PersonAll, err error) {
	if err := in.certain(); err != nil {
		return out, err
	}
	out = PersonAll{Items: []PersonRow{}, Elsewhere: []PersonElsewhere{}, Mails: []PersonMail{}}
	var toCall map[string]bool
	var hold, pause *privacy.Hold
	k, err := p.keptOf(ctx, in.What, func(tx pgx.Tx, k *kept) (err error) {
		if err := p.ofThose(ctx, tx, k, in.Whose.Whose); err != nil {
			return err
		}
		if out.Names, err = p.namesIn(ctx, tx, k); err != nil {
			return err
		}
		if toCall, err = p.toPhone(ctx, tx, k.ids()); err != nil {
			return err
		}
		if out.Items, err = p.rowsSeen(ctx, tx, k.rows); err != nil {
			return err
		}
		if hold, err = privacy.KeptOf(ctx, tx, p.Clock.Now(), k.ids()); err != nil {
			return err
		}
		pause, err = privacy.PauseOf(ctx, tx, p.Clock.Now(), k.ids())
		return err
	})
	if err != nil {
		return PersonAll{}, err
	}
	if k.none() {
		return PersonAll{}, problem.New(problem.NotFound)
	}
	for _, e := range k.elsewhere {
		out.Elsewhere = append(out.Elsewhere, PersonElsewhere{e.ID, e})
	}
	out.Rows = k.ids()
	if out.Hold, err = p.heldSeen(ctx, hold); err != nil {
		return PersonAll{}, err
	}
	if out.Pause, err = p.heldSeen(ctx, pause); err != nil {
		return PersonAll{}, err
	}
	for _, m := range k.mails {
		seen := PersonMail{
			ID: m.ID, Kind: string(m.Kind), State: m.State, At: clock.Moment(m.At), Why: m.Why,
			Heard: string(m.Heard),
		}
		if AboutPerson(mail.NotSent{Cause: m.Cause, Kind: m.Kind}) {
			seen.Row, seen.ToCall = m.Cause, m.State == "dead" && toCall[m.Cause]
		}
		out.Mails = append(out.Mails, seen)
	}
	return out, p.noted(ctx, p.Pool, who, privacy.Entry{
		Action:   action,
		ObjectID: out.Rows[0],
		Reason:   in.Reason,
	})
}

// toPhone are those of these sign-ups of which a call waits.
func (p *Places) toPhone(
	ctx context.Context,
	tx pgx.Tx,
	rows []string,
) (map[string]bool, error) {
	found, err := tx.Query(ctx, `
		select registration_id
		from call
		where registration_id = any($1)
			and state = 'open'`, rows)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(found, pgx.RowTo[string])
	out := map[string]bool{}
	for _, id := range ids {
		out[id] = true
	}
	return out, err
}

func (p *Places) rowsSeen(ctx context.Context, tx pgx.Tx, rows []ownRow) ([]PersonRow, error) {
	var s *rules.Slot
	type seen struct {
		PersonRow
		starts time.Time
	}
	all := make([]seen, len(rows))
	for i, row := range rows { // those of one date stand together
		var err error
		if s == nil || s.ID != row.occurrence {
			if s, err = p.Peek(ctx, tx, row.occurrence); err != nil {
				return nil, err
			}
		}
		all[i].starts = s.Starts
		if all[i].PersonRow, err = p.rowSeen(ctx, tx, row, s); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(all, func(a, b seen) int { return a.starts.Compare(b.starts) })
	out := make([]PersonRow, len(all))
	for i := range all {
		out[i] = all[i].PersonRow
	}
	return out, nil
}

func (p *Places) rowSeen(
	ctx context.Context,
	tx pgx.Tx,
	row ownRow,
	s *rules.Slot,
) (out PersonRow, err error) {
	item, err := p.oneOf(ctx, tx, row, s)
	if err != nil {
		return out, err
	}
	out.ID, out.Mends = row.id, "here"
	out.Registration, out.Entry, out.Version = item.Registration, item.Entry, item.version
	if r := item.Registration; r != nil {
		out.Email, out.Phone, out.Consent, out.Source = r.Email, r.Phone, r.Consent, r.Source
		if mendsOnDate(r.Status, s) {
			out.Mends = "date"
		}
		return out, nil
	}
	e := item.Entry
	out.Email, out.Phone, out.Consent, out.Source = e.Email, e.Phone, e.Consent, e.Source
	return out, nil
}
