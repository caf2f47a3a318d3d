package inbox

import (
	"encoding/json"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

type (
	// OneInput names a row.
	OneInput struct {
		ID string `path:"id"`
	}
	// PressInput is an act on a row of a version.
	PressInput struct {
		ID      string `path:"id"`
		IfMatch string `header:"If-Match" required:"false"`
	}
	// ActInput is an act that says more.
	ActInput[T any] struct {
		ID      string `path:"id"`
		IfMatch string `header:"If-Match" required:"false"`
		Body    T
	}
)

// Undo is what the last act on a row changed, so that a wrong tap can be taken back: two columns of
// the row.
type Undo struct {
	Before []byte
	Till   *time.Time
}

// Remember keeps was until a moment.
func Remember(till time.Time, was any) Undo { return Undo{db.JSON(was), &till} }

// Until is that moment as an answer has it, while it is to come.
func (u Undo) Until(now time.Time) string {
	if u.Till == nil || !u.Till.After(now) {
		return ""
	}
	return clock.Moment(*u.Till)
}

// Read gives back what was kept, once: it is forgotten then. Problems: gone.
func (u *Undo) Read(now time.Time, was any) error {
	if u.Before == nil || u.Until(now) == "" {
		return problem.New(problem.Gone)
	}
	err := json.Unmarshal(u.Before, was)
	*u = Undo{}
	return err
}

// Words are what a member of staff wrote in a field, tidied. Problems: invalid.
func Words(field, text string, least, most int) (string, error) {
	var f problem.Faults
	text = httpkit.Text(text)
	if f.Length(field, text, least, most); len(f) > 0 {
		return "", problem.WithFields(f...)
	}
	return text, nil
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
