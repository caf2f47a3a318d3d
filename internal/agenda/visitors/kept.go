package visitors

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// What is kept of somebody is read here, once: for themselves, for staff, and by what holds or
// erases it.

// Sought is by what rows are looked up: an address, a number or a row. Who asks by their own link
// is looked up by their row and the address that the link proves.
type Sought struct {
	Typed        string // the address, as it was typed
	Email, phone []byte
	row          string
}

// Sought reads what staff typed. A code proves one row, and reaches no other.
//
// Problems: invalid (what).
func (p *Visitors) Sought(ctx context.Context, q db.Querier, typed string) (s Sought, err error) {
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
		s.Typed, s.Email = address, p.Keys.EmailKey(address)
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
		s.row = row.ID
	}
	return s, f.Err()
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

func (p *Visitors) RowsOf(ctx context.Context, q db.Querier, s Sought) ([]waitlist.OwnRow, error) {
	var row *string
	if s.row != "" {
		row = &s.row
	}
	return db.All[waitlist.OwnRow](ctx, q, ofSought, s.Email, s.phone, row)
}

// elsewhere is by what other rooms are asked; a row alone says nothing to them.
func (s Sought) elsewhere() (privacy.By, []byte) {
	if s.Email != nil {
		return privacy.ByEmail, s.Email
	}
	return privacy.ByPhone, s.phone
}

// ElsewhereOf is what other rooms keep of somebody.
func (p *Visitors) ElsewhereOf(ctx context.Context, q db.Querier, s Sought) ([]privacy.KeptElsewhere, error) {
	all := []privacy.KeptElsewhere{}
	for _, other := range p.Others {
		by, key := s.elsewhere()
		if key == nil {
			break
		}
		some, err := other.KeptBy(ctx, q, by, key)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	for i := range all {
		all[i].Phone = house.ShowPhone(all[i].Phone)
	}
	return all, nil
}

// Kept is everything of somebody, read at one moment.
type Kept struct {
	Sought
	Rows      []waitlist.OwnRow
	Elsewhere []privacy.KeptElsewhere
	Mails     []mail.State
}

// Kept reads all but the mails.
func (p *Visitors) Kept(ctx context.Context, q db.Querier, s Sought) (k Kept, err error) {
	k.Sought = s
	if k.Rows, err = p.RowsOf(ctx, q, s); err != nil {
		return k, err
	}
	k.Elsewhere, err = p.ElsewhereOf(ctx, q, s)
	return k, err
}

func (k *Kept) None() bool { return len(k.Rows)+len(k.Elsewhere) == 0 }

// IDs are those of all rows.
func (k *Kept) IDs() []string {
	all := RowIDs(k.Rows)
	for _, e := range k.Elsewhere {
		all = append(all, e.ID)
	}
	return all
}

func RowIDs(rows []waitlist.OwnRow) []string {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids
}

// kindsKept is under which word each thing of another room is counted.
var kindsKept = map[string]string{
	"message":           "messages",
	"application":       "applications",
	"newsletter":        "newsletter",
	"newsletterPending": "newsletter",
	"request":           "requests",
}

// Counts are how many there are of each kind.
func (k *Kept) Counts() []PersonCount {
	all, n := []PersonCount{}, map[string]int{"mails": len(k.Mails)}
	for _, r := range k.Rows {
		if r.Table == waitlist.PlaceKind.Table {
			n["registrations"]++
		} else {
			n["entries"]++
		}
	}
	for _, e := range k.Elsewhere {
		n[kindsKept[e.Kind]]++
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

// KeptOf reads what is kept of whom staff look up: what goes by one of these names, with none all
// of it. more reads the rest of the same picture.
func (p *Visitors) KeptOf(
	ctx context.Context,
	what string,
	names []string,
	more func(pgx.Tx, *Kept) error,
) (k Kept, err error) {
	err = onePicture(ctx, p.Pool, func(tx pgx.Tx) error {
		s, err := p.Sought(ctx, tx, what)
		if err != nil {
			return err
		}
		if k, err = p.Kept(ctx, tx, s); err != nil {
			return err
		}
		if k.Rows, err = p.CalledOne(ctx, tx, k.Rows, names); err != nil {
			return err
		}
		k.Elsewhere = ElsewhereOne(k.Elsewhere, names)
		if k.Mails, err = p.mailsOf(ctx, tx, k.IDs()); err != nil {
			return err
		}
		return more(tx, &k)
	})
	return k, err
}

// mailsOf are the mails about these rows, each once.
func (p *Visitors) mailsOf(ctx context.Context, q db.Querier, ids []string) ([]mail.State, error) {
	all, err := p.Mail.StatesOf(ctx, q, booking.ToAnybody, ids...)
	known := map[string]bool{}
	return slices.DeleteFunc(all, func(m mail.State) bool {
		was := known[m.ID]
		known[m.ID] = true
		return was
	}), err
}

// Unheld refuses while staff hold anything of somebody, here or in another room.
//
// Problems: conflict.
func (p *Visitors) Unheld(ctx context.Context, tx pgx.Tx, s Sought) error {
	k, err := p.Kept(ctx, tx, s)
	if err != nil {
		return err
	}
	hold, err := privacy.HoldOf(ctx, tx, p.Clock.Now(), k.IDs())
	if err == nil && hold != nil {
		err = problem.New(problem.Conflict)
	}
	return err
}

// calledAs is a name by which rows of one person are told from those of another at the same
// address.
func calledAs(name string) string { return strings.ToLower(httpkit.Line(name)) }

// calledIn are the names in rows, as such.
func (p *Visitors) calledIn(ctx context.Context, q db.Querier, rows []waitlist.OwnRow) ([]string, error) {
	names := make([]string, len(rows))
	for i, row := range rows {
		is, err := p.Stands(ctx, q, row)
		if err != nil {
			return nil, err
		}
		names[i] = calledAs(is.Who.Name)
	}
	return names, nil
}

// NamesIn are the names of rows, each once; last none, when several share and a row has no name.
func (p *Visitors) NamesIn(ctx context.Context, q db.Querier, k *Kept) ([]string, error) {
	all, err := p.calledIn(ctx, q, k.Rows)
	if err != nil {
		return nil, err
	}
	unnamed := false
	for _, e := range k.Elsewhere {
		if e.Name == "" {
			unnamed = true
			continue
		}
		all = append(all, calledAs(e.Name))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if unnamed && len(all) > 1 {
		all = append(all, "")
	}
	return all, nil
}

// CalledOne are the rows that go by one of these names; with no names all of them.
func (p *Visitors) CalledOne(
	ctx context.Context,
	q db.Querier,
	rows []waitlist.OwnRow,
	names []string,
) ([]waitlist.OwnRow, error) {
	if len(names) == 0 {
		return rows, nil
	}
	called, err := p.calledIn(ctx, q, rows)
	theirs := []waitlist.OwnRow{}
	for i, name := range called {
		if slices.Contains(names, name) {
			theirs = append(theirs, rows[i])
		}
	}
	return theirs, err
}

// ElsewhereOne is CalledOne of what other rooms keep.
func ElsewhereOne(all []privacy.KeptElsewhere, names []string) []privacy.KeptElsewhere {
	return slices.DeleteFunc(all, func(e privacy.KeptElsewhere) bool {
		return len(names) > 0 && !slices.Contains(names, calledAs(e.Name))
	})
}

// PersonCount is how many there are of a kind.
type PersonCount struct {
	Kind string `json:"kind" enum:"registrations,entries,messages,applications,newsletter,requests,mails"`
	N    int    `json:"n"`
}
