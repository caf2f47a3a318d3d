package inbox

import (
	"encoding/json"
	"reflect"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Row are the columns that every table of an inbox has.
type Row struct {
	ID         string    `db:"id"`
	Sealed     []byte    `db:"sealed"`
	Version    int       `db:"version"`
	ReceivedAt time.Time `db:"received_at"`
}

// fixed are the columns that no act changes by itself.
var fixed = []string{"id", "sealed", "version", "received_at", "updated_at"}

// Head is the row without what is its own.
func (r Row) Head() Row { return r }

type record interface{ Head() Row }

// Undo is what the last act on a row changed, so that a wrong tap can be taken back.
type Undo struct {
	Before []byte     `db:"before"`
	Until  *time.Time `db:"undo_until"`
}

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

// momentOf is what stands in a column of a row, which is a moment or nothing.
func momentOf(row any, column string) (at time.Time) {
	eachColumn(reflect.ValueOf(row), func(name string, value reflect.Value) {
		if name == column {
			at, _ = reflect.Indirect(value).Interface().(time.Time)
		}
	})
	return at
}

// eachColumn calls f with the columns that the tags of a row name, and what stands in them.
func eachColumn(row reflect.Value, f func(name string, value reflect.Value)) {
	for i := range row.NumField() {
		field := row.Type().Field(i)
		name, tagged := field.Tag.Lookup("db")
		switch {
		case field.Anonymous && !tagged:
			eachColumn(row.Field(i), f)
		case name != "-":
			f(name, row.Field(i))
		}
	}
}
