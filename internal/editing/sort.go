package editing

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

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
// written and read.
type sorting struct {
	columns, beyond string
	place           func(l listed) string
	read            func(s string) (any, error)
}

var sortings = map[string]sorting{
	byChange: {
		columns: "d.updated_at desc, d.id desc", beyond: "(d.updated_at, d.id) <",
		place: func(l listed) string { return strconv.FormatInt(l.updatedAt.UnixMicro(), 10) },
		read:  readMicros,
	},
	byTitle: {
		columns: `d.search collate "C", d.id`,
		beyond:  `(d.search collate "C", d.id) >`,
		place: func(l listed) string {
			return base64.RawURLEncoding.EncodeToString([]byte(l.search))
		},
		read: func(s string) (any, error) {
			raw, err := base64.RawURLEncoding.DecodeString(s)
			return string(raw), err
		},
	},
	byPlace: {
		columns: "d.position, d.id", beyond: "(d.position, d.id) >",
		place: func(l listed) string { return strconv.Itoa(l.position) },
		read: func(s string) (any, error) {
			n, err := strconv.ParseInt(s, 10, 32)
			return int(n), err
		},
	},
}

// readMicros reads a moment that PostgreSQL can hold against others.
func readMicros(s string) (any, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && (n < 0 || n > math.MaxInt64/1000) {
		err = strconv.ErrRange
	}
	return time.UnixMicro(n), err
}

// order is the name of the one that a list goes by. Problems: invalid.
func (k *kind) order(w wanted) (string, error) {
	switch {
	case w.by == byChange, w.by == byTitle:
		return w.by, nil
	case w.by != "":
		return "", problem.WithFields(problem.Field{Name: "op", Code: problem.Choice})
	case k.ordered && w.status == "":
		return byPlace, nil
	}
	return byChange, nil
}

// cursor is the place of a line in an order, with the order's name: in another one it means
// nothing.
func cursor(l listed, order string) string {
	return order + "." + sortings[order].place(l) + "." + l.id
}

// after is the condition for what comes behind a place; nothing for none, and for one of another
// order.
func after(order, cursor string, arg func(any) string) string {
	name, rest, _ := strings.Cut(cursor, ".")
	place, id, ok := strings.Cut(rest, ".")
	s := sortings[order]
	v, err := s.read(place)
	if !ok || name != order || err != nil {
		return ""
	}
	return fmt.Sprintf("%s (%s, %s)", s.beyond, arg(v), arg(id))
}
