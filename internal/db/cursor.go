package db

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"herstelruimte/internal/problem"
)

// Cursor is a place in a list that is sorted by a moment and an id: the last row of a page.
type Cursor struct {
	At time.Time
	ID string
}

// String writes it as it stands in an address: microseconds in base 36, and the id.
func (c Cursor) String() string { return strconv.FormatInt(c.At.UnixMicro(), 36) + "." + c.ID }

// The ends of every list: before all rows and behind them.
var (
	First = Cursor{time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), ""}
	Last  = Cursor{time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ""}
)

// No cursor of ours points before the year 2000 or past 2200, in seconds.
const (
	longAgo   = 946684800
	farFuture = 7258118400
	longestID = 100
)

// ReadCursor reads what String wrote; nothing is start. What is no cursor is start too, for a list
// of visitors, who rather see its first page than nothing.
//
// Problems: bad_request.
func ReadCursor(s string, start Cursor) (Cursor, error) {
	if s == "" {
		return start, nil
	}
	at, id, _ := strings.Cut(s, ".")
	micros, err := strconv.ParseInt(at, 36, 64)
	if err != nil || micros < longAgo*1e6 || micros > farFuture*1e6 ||
		id == "" || len(id) > longestID || !utf8.ValidString(id) || strings.Contains(id, "\x00") {
		return start, problem.New(problem.BadRequest)
	}
	return Cursor{time.UnixMicro(micros), id}, nil
}

// Page cuts what was found of a list, one row more than a page has, and gives the place where the
// next page begins, or nothing; at is the place of a row.
func Page[T any](rows []T, size int, at func(T) Cursor) (page []T, next string) {
	if len(rows) <= size {
		return rows, ""
	}
	return rows[:size], at(rows[size-1]).String()
}

// LikeText takes the meaning out of the characters that LIKE gives one.
func LikeText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}
