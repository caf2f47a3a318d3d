package waitlist

import (
	"cmp"
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

// Namesake is somebody at a date with the letter that tells them from others of one first name.
type Namesake struct{ ID, FirstName, Letter string }

// TellApart gives letters to people of one first name who have none: A, B, in their order. Nobody's
// letter changes, and a new one is higher than all that stand there.
func TellApart(all []*Namesake) {
	same := map[string][]*Namesake{}
	for _, one := range all {
		name := httpkit.Folded(one.FirstName)
		same[name] = append(same[name], one)
	}
	for _, of := range same {
		if len(of) < 2 {
			continue
		}
		next := 0
		for _, one := range of {
			next = max(next, rank(one.Letter))
		}
		for _, one := range of {
			if one.Letter == "" {
				one.Letter = Nth(next)
				next++
			}
		}
	}
}

// Nth counts A to Z, then 27, 28.
func Nth(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return strconv.Itoa(i + 1)
}

// rank counts the letters up to this one: 0 for none, 1 for A. Houses of before have AA to ZZ.
func rank(letter string) (n int) {
	if n, err := strconv.Atoi(letter); err == nil {
		return n
	}
	for _, c := range letter {
		n = 26*n + int(c-'A') + 1
	}
	return n
}

// ByLetter orders people of one first name.
func ByLetter(a, b string) int { return cmp.Compare(rank(a), rank(b)) }

// NameApart stores the letters that are needed since somebody came to a date or has another first
// name there, under its lock. Their letter of before comes back, unless somebody else has it by
// now. It costs the same however many have that name.
func (p *Waitlist) NameApart(ctx context.Context, tx pgx.Tx, came, before string) error {
	var stored string
	var top int
	var taken bool
	var bare []string
	if err := tx.QueryRow(ctx, `
		select coalesce(r.letter, ''), coalesce((
				select letter_no from registration
				where first_key = r.first_key and letter_no is not null and id <> r.id
				order by letter_no desc limit 1
			), 0), exists (
				select from registration
				where first_key = r.first_key and letter_no = $2 and id <> r.id
			), array(
				select id from registration
				where first_key = r.first_key and letter_no is null and id <> r.id
				order by order_no
			)
		from registration r
		where r.id = $1`, came, rank(before)).Scan(&stored, &top, &taken, &bare); err != nil {
		return err
	}
	if top = max(top, rank(before)); taken {
		before = ""
	}
	letters := make([]string, len(bare), len(bare)+1)
	for i := range bare {
		letters[i] = Nth(top)
		top++
	}
	if before == "" && top > 0 {
		before = Nth(top)
	}
	if before != stored {
		bare, letters = append(bare, came), append(letters, before)
	}
	// also when there are none: the time tells nobody that somebody of that name comes
	_, err := tx.Exec(ctx, SetLetters, bare, letters)
	return err
}

// SetLetters gives the sign-ups in $1 the letters in $2.
const SetLetters = `
	update registration r
	set letter = nullif(x.letter, '')
	from unnest($1::text[], $2::text[]) as x (id, letter)
	where r.id = x.id`

const firstKeysAtOnce = 500 // rows in one transaction

// FillFirstKeys gives sign-ups of an older program the key of their first name, while the site
// runs. What no key opens stays as it is.
func (p *Waitlist) FillFirstKeys(ctx context.Context) error {
	for after := ""; ; {
		batch, n, id, occurrence, box := &pgx.Batch{}, 0, "", "", []byte(nil)
		err := db.Each(ctx, p.Pool, []any{&id, &occurrence, &box}, func() error {
			var who Sealed
			if after, n = id, n+1; p.Unbox(PlaceKind.Table, id, box, &who) == nil {
				batch.Queue(`
					update registration set first_key = $2
					where id = $1 and first_key is null`, id, p.KeysOf(occurrence, who).First)
			}
			return nil
		}, `
			select id, occurrence_id, sealed
			from registration
			where first_key is null
				and id > $1
			order by id
			limit $2`, after, firstKeysAtOnce)
		if err != nil || n == 0 {
			return err
		}
		if err := p.Pool.SendBatch(ctx, batch).Close(); err != nil {
			return db.Problem(err)
		}
	}
}
