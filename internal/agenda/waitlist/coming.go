package waitlist

import (
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

// Known is somebody who comes to a date, and what the date holds of them.
type Known struct {
	Date  string
	Keys  Keys
	Place *Row   // their sign-up that holds a place; nil: none
	Waits []*Row // their entries that wait, by position

	names *namesakes
}

// namesakes are the people of one first name at a date.
type namesakes struct {
	top  int      // letters that are given
	bare []string // the ids of who have none
}

// Came gives the letters that are needed now that somebody of this id is there too, as NameApart.
func (k *Known) Came(id string, letter func(id, letter string)) {
	n := k.names
	if n.bare = append(n.bare, id); n.top == 0 && len(n.bare) == 1 {
		return
	}
	for _, one := range n.bare {
		letter(one, Nth(n.top))
		n.top++
	}
	n.bare = nil
}

// Person tells these people apart in one date and another; "" is nobody's.
func (k Keys) Person() string { return string(k.NameEmail) + string(k.NamePhone) }

// LookUp reads in b what dates hold of these people, whose locks are there. It costs the same
// however many stand there: each part of a query has one index to take.
func (p *Waitlist) LookUp(b *pgx.Batch, all []*Known) {
	var dates []string
	var emails, phones, firsts [][]byte
	names := map[string]*namesakes{}
	for _, k := range all {
		dates, firsts = append(dates, k.Date), append(firsts, k.Keys.First)
		emails, phones = append(emails, k.Keys.NameEmail), append(phones, k.Keys.NamePhone)
		k.Place, k.Waits = nil, nil
		if names[string(k.Keys.First)] == nil {
			names[string(k.Keys.First)] = &namesakes{}
		}
		k.names = names[string(k.Keys.First)]
	}
	rows := func(kind *RowKind, found func(*Known, *Row)) func(pgx.Rows) error {
		return func(rows pgx.Rows) error {
			for n := 0; rows.Next(); {
				r, err := p.Scan(kind, rows, &n)
				if err != nil {
					return err
				}
				found(all[n-1], &r)
			}
			return rows.Err()
		}
	}
	b.Queue(`
		select r.*, k.n
		from unnest($1::bytea[], $2::bytea[]) with ordinality as k (by_email, by_phone, n),
			lateral (select id from (`+presentIDs("k.by_email", "k.by_phone")+`) p limit 1) there,
			lateral (
				select `+PlaceKind.Columns()+` from registration where id = there.id limit 1
			) r`, emails, phones).
		Query(rows(PlaceKind, func(k *Known, r *Row) { k.Place = r }))
	entries := `
				select ` + EntryKind.Columns() + `
				from waitlist_entry
				where occurrence_id = k.date and state in ('waiting', 'offered')
					and `
	b.Queue(`
		select r.*, k.n
		from unnest($1::text[], $2::bytea[], $3::bytea[]) with ordinality
			as k (date, by_email, by_phone, n),
			lateral (`+entries+`name_email_key = k.by_email
				union all`+entries+`name_phone_key = k.by_phone and email_key is null
			) r
		order by k.n, r.position`, dates, emails, phones).
		Query(rows(EntryKind, func(k *Known, r *Row) { k.Waits = append(k.Waits, r) }))
	lookUpNames(b, firsts, names)
}

// lookUpNames reads in b, by the key of a first name, who else has it.
func lookUpNames(b *pgx.Batch, firsts [][]byte, names map[string]*namesakes) {
	var first []byte
	var n namesakes
	b.Queue(`
		select k.key, coalesce((
				select letter_no from registration
				where first_key = k.key and letter_no is not null
				order by letter_no desc limit 1
			), 0), array(
				select id from registration
				where first_key = k.key and letter_no is null
				order by order_no
			)
		from (select distinct key from unnest($1::bytea[]) as u (key)) k`, firsts).
		Query(func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&first, &n.top, &n.bare}, func() error {
				*names[string(first)] = n
				return nil
			})
			return err
		})
}

// Named makes r a new row of a date, with its id.
func (r *Row) Named(s *rules.Slot) {
	r.ID, r.Occurrence, r.CreatedAt = db.NewID(r.Kind.id), s.ID, s.Now
}

// RowIDs are the ids of these.
func RowIDs(all []*Row) (ids []string) {
	for _, r := range all {
		ids = append(ids, r.ID)
	}
	return ids
}

// SetAccepted ends the waiting of who has a place now: the entries in $1, at $2.
const SetAccepted = `
	update waitlist_entry set state = 'accepted', version = version + 1, updated_at = $2
	where id = any($1)`
