package editing

import (
	"fmt"
	"strings"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// The orders that somebody can ask of a list. Without one a whole list goes by the order that staff
// chose where its kind has one, and every other by the newest change.
const (
	byChange = "newest"
	byTitle  = "title"
	byPlace  = "" // of a kind with an order of its own
)

// sorting is one order of a list, in the words of an index, and how the place of a line in it is
// written and read: what the list is sorted by, and the id.
type sorting struct {
	columns, beyond string
	at              func(l listed) fmt.Stringer
	read            func(s string) (by any, id string, err error)
}

var sortings = map[string]sorting{
	byChange: {
		columns: "d.updated_at desc, d.id desc",
		beyond:  "(d.updated_at, d.id) <",
		at:      func(l listed) fmt.Stringer { return db.Cursor{At: l.updatedAt, ID: l.id} },
		read: func(s string) (any, string, error) {
			c, err := db.ReadCursor(s, db.Last)
			return c.At, c.ID, err
		},
	},
	byTitle: {
		columns: `d.search collate "C", d.id`,
		beyond:  `(d.search collate "C", d.id) >`,
		at:      func(l listed) fmt.Stringer { return db.TextCursor{Text: l.search, ID: l.id} },
		read: func(s string) (any, string, error) {
			c, err := db.ReadTextCursor(s)
			return c.Text, c.ID, err
		},
	},
	byPlace: {
		columns: "d.position, d.id",
		beyond:  "(d.position, d.id) >",
		at: func(l listed) fmt.Stringer {
			return db.PositionCursor{Position: l.position, ID: l.id}
		},
		read: func(s string) (any, string, error) {
			c, err := db.ReadPositionCursor(s)
			return c.Position, c.ID, err
		},
	},
}

// order is the name of the one that a list goes by. Problems: invalid.
func (k *kind) order(w wanted) (string, error) {
	switch {
	case w.by == byChange, w.by == byTitle:
		return w.by, nil
	case w.by != "":
		return "", problem.WithFields(problem.Field{Name: "op", Code: problem.Choice})
	case k.Ordered && w.status == "":
		return byPlace, nil
	}
	return byChange, nil
}

// cursor is the place of a line in an order, with the order's name: in another one it means
// nothing.
func cursor(l listed, order string) string {
	return order + "." + sortings[order].at(l).String()
}

// after is the condition for what comes behind a place; nothing for none, and for one of another
// order.
func after(order, cursor string, arg func(any) string) string {
	name, rest, ok := strings.Cut(cursor, ".")
	if !ok || name != order || rest == "" {
		return ""
	}
	by, id, err := sortings[order].read(rest)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s (%s, %s)", sortings[order].beyond, arg(by), arg(id))
}
