package places

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/httpkit"
)

// namesake is somebody at a date with the letter that tells them from others of one first name.
type namesake struct{ id, firstName, letter string }

// tellApart gives letters to people of one first name who have none yet: A, B, in the order in
// which they stand. Nobody's letter changes, and a new one is higher than all that stand there.
func tellApart(all []*namesake) {
	same := map[string][]*namesake{}
	for _, one := range all {
		name := httpkit.Folded(one.firstName)
		same[name] = append(same[name], one)
	}
	for _, of := range same {
		if len(of) < 2 {
			continue
		}
		next := 0
		for _, one := range of {
			next = max(next, rank(one.letter))
		}
		for _, one := range of {
			if one.letter == "" {
				one.letter = nth(next)
				next++
			}
		}
	}
}

// nth counts A to Z, then AA, AB.
func nth(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return nth(i/26-1) + nth(i%26)
}

// rank counts the letters up to this one: 0 for none, 1 for A.
func rank(letter string) (n int) {
	for _, c := range letter {
		n = 26*n + int(c-'A') + 1
	}
	return n
}

// byLetter orders people of one first name.
func byLetter(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// nameApart stores the letters that are needed since somebody came to a date or has another first
// name there, under its lock. The letter that they had there before comes back, unless it is
// somebody else's by now.
func (p *Places) nameApart(
	ctx context.Context,
	tx pgx.Tx,
	occurrence, came, before string,
) error {
	rows, err := p.registrationsOf(ctx, tx, occurrence)
	if err != nil {
		return err
	}
	all, stored := make([]*namesake, 0, len(rows)), map[string]string{}
	var last *namesake
	for _, r := range rows {
		one := &namesake{r.id, firstName(r.who.Name), r.letter}
		stored[r.id] = r.letter
		if r.id == came {
			one.letter, last = before, one
			continue
		}
		all = append(all, one)
	}
	if last == nil {
		return nil
	}
	if slices.ContainsFunc(all, func(one *namesake) bool {
		return one.letter == before &&
			httpkit.Folded(one.firstName) == httpkit.Folded(last.firstName)
	}) {
		last.letter = ""
	}
	all = append(all, last)
	tellApart(all)
	for _, one := range all {
		if one.letter == stored[one.id] {
			continue
		}
		if _, err := tx.Exec(ctx, `
			update registration set letter = nullif($2, '') where id = $1`,
			one.id, one.letter); err != nil {
			return err
		}
	}
	return nil
}
