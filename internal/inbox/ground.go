package inbox

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Ground is what every inbox stands on. All fields are required.
type Ground struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	Keys  *privacy.Keys
	Mail  *mail.Outbox
	House func(context.Context) house.House
	// Origin of the site for links in mails.
	Origin string
	// Tell hands news to the staff.
	Tell func(ctx context.Context, tx pgx.Tx, n identity.Notice) error
	// Names are those of members of staff, by uid; Staff are the members with one of these roles.
	Names func(ctx context.Context, uids []string) (map[string]string, error)
	Staff func(ctx context.Context, roles ...identity.Role) ([]identity.Member, error)
}

// UndoTime is how long an act can be taken back.
func (g *Ground) UndoTime(ctx context.Context) time.Duration {
	return time.Duration(g.House(ctx).Keep.UndoMinutes) * time.Minute
}

// Insert writes a row by the names of its columns.
func Insert(ctx context.Context, tx pgx.Tx, table string, row pgx.NamedArgs) error {
	columns := slices.Sorted(maps.Keys(row))
	_, err := tx.Exec(ctx, `
		insert into `+table+` (`+strings.Join(columns, `, `)+`)
		values (@`+strings.Join(columns, `, @`)+`)`, row)
	return err
}

// Words are what a member of staff wrote in a field of a body, tidied; at most as long as the field
// may be. Problems: invalid.
func Words(body any, field, text string, least int) (string, error) {
	var f problem.Faults
	text = httpkit.Text(text)
	f.Length(field, text, least, problem.Most(body, field))
	return text, f.Err()
}

// Seal locks the words of a row away under the name of what they are; none for none.
func (g *Ground) Seal(name, id, words string) []byte {
	if words == "" {
		return nil
	}
	return g.Keys.Seal(name, id, []byte(words))
}

// Open reads what Seal wrote.
func (g *Ground) Open(name, id string, box []byte) (string, error) {
	if box == nil {
		return "", nil
	}
	plain, err := g.Keys.Open(name, id, box)
	return string(plain), err
}

// OpenForm reads what somebody sent, sealed as JSON in the row of a table.
func OpenForm[F any](k *privacy.Keys, table string, m Row) (form F, err error) {
	plain, err := k.Open(table, m.ID, m.Sealed)
	if err == nil {
		err = json.Unmarshal(plain, &form)
	}
	return form, err
}

// Text is one that was written about a row, in a row of its own; Word is what kind of text it is.
type Text struct {
	ID, Word string
	By       *string
	At       time.Time
	Words    []byte
}

// Texts are those of a query for the columns of a Text, sealed under the name of their table.
func (g *Ground) Texts(ctx context.Context, q db.Querier, table, query string, args ...any) ([]Text, error) {
	all, err := db.All[Text](ctx, q, query, args...)
	for i := 0; i < len(all) && err == nil; i++ {
		all[i].Words, err = g.Keys.Open(table, all[i].ID, all[i].Words)
	}
	return all, err
}

// People are the members of staff in an answer, who are named with one question.
type People []*identity.Member

// Of is the one of a column, without a name yet; nil for nobody.
func (p *People) Of(uid *string) *identity.Member {
	if uid == nil {
		return nil
	}
	one := &identity.Member{UID: *uid}
	*p = append(*p, one)
	return one
}

func (g *Ground) name(ctx context.Context, people People) error {
	if len(people) == 0 {
		return nil
	}
	var uids []string
	for _, p := range people {
		uids = append(uids, p.UID)
	}
	known, err := g.Names(ctx, uids)
	for _, p := range people {
		p.Name = known[p.UID]
	}
	return err
}
