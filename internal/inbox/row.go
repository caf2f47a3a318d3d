package inbox

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

type (
	// OneInput names a row.
	OneInput struct {
		ID string `path:"id"`
	}
	// Press is an act on a row of a version.
	Press struct {
		ID      string `path:"id"`
		IfMatch string `header:"If-Match" required:"false"`
	}
	// ActInput is an act that says more.
	ActInput[T any] struct {
		Press
		Body T
	}
)

// Row are the columns that every table of an inbox has.
type Row struct {
	ID      string `db:"id"`
	Sealed  []byte `db:"sealed"`
	Version int    `db:"version"`
}

func (r Row) row() Row { return r }

// Undo is what the last act on a row changed, so that a wrong tap can be taken back.
type Undo struct {
	Before []byte     `db:"before"`
	Until  *time.Time `db:"undo_until"`
}

// remember keeps was until a moment.
func remember(until time.Time, was any) Undo { return Undo{db.JSON(was), &until} }

// Shown is until when the act can be taken back, as an answer has it, while that is to come.
func (u Undo) Shown(now time.Time) string {
	if u.Until == nil || !u.Until.After(now) {
		return ""
	}
	return clock.Moment(*u.Until)
}

// read gives back what was kept, once: it is forgotten then. Problems: gone.
func (u *Undo) read(now time.Time, part any) error {
	if u.Before == nil || u.Shown(now) == "" {
		return problem.New(problem.Gone)
	}
	reflect.ValueOf(part).Elem().SetZero() // what was nothing is not written down
	err := json.Unmarshal(u.Before, part)
	*u = Undo{}
	return err
}

// Words are what a member of staff wrote in a field, tidied. Problems: invalid.
func Words(field, text string, least, most int) (string, error) {
	var f problem.Faults
	text = httpkit.Text(text)
	f.Length(field, text, least, most)
	return text, f.Err()
}

// Seal locks the words of a row away under the name of what they are; none for none.
func Seal(k *privacy.Keys, name, id, words string) []byte {
	if words == "" {
		return nil
	}
	return k.Seal(name, id, []byte(words))
}

// Open reads what Seal wrote.
func Open(k *privacy.Keys, name, id string, box []byte) (string, error) {
	if box == nil {
		return "", nil
	}
	plain, err := k.Open(name, id, box)
	return string(plain), err
}

// OpenForm reads what somebody sent, sealed as JSON in the row of a table.
func OpenForm[T any](k *privacy.Keys, table string, m Row) (form T, err error) {
	plain, err := k.Open(table, m.ID, m.Sealed)
	if err == nil {
		err = json.Unmarshal(plain, &form)
	}
	return form, err
}

// Person is the member of staff of a column, without a name yet; nil for nobody.
func Person(uid *string) *identity.Member {
	if uid == nil {
		return nil
	}
	return &identity.Member{UID: *uid}
}

// Name fills in how members of staff are called, all with one question; nil is nobody.
func Name(
	ctx context.Context,
	names func(ctx context.Context, uids []string) (map[string]string, error),
	people ...*identity.Member,
) error {
	var uids []string
	for _, p := range people {
		if p != nil {
			uids = append(uids, p.UID)
		}
	}
	known, err := names(ctx, uids)
	for _, p := range people {
		if p != nil {
			p.Name = known[p.UID]
		}
	}
	return err
}
