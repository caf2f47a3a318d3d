package db

import (
	"strconv"
	"strings"
	"time"

	"herstelruimte/internal/problem"
)

// Cursor is a place in a list that is sorted by a moment and an id: the last row of a page.
type Cursor struct {
	At time.Time
	ID string
}

// String writes it as it stands in an address.
func (c Cursor) String() string { return strconv.FormatInt(c.At.UnixMicro(), 10) + "." + c.ID }

// The ends of every list: before all rows and behind them.
var (
	First = Cursor{time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), ""}
	Last  = Cursor{time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ""}
)

// ReadCursor reads what String wrote; nothing is start.
//
// Problems: bad_request.
func ReadCursor(s string, start Cursor) (Cursor, error) {
	if s == "" {
		return start, nil
	}
	at, id, found := strings.Cut(s, ".")
	micros, err := strconv.ParseInt(at, 10, 64)
	if !found || err != nil || len(id) > 100 || micros < First.At.UnixMicro() ||
		micros > Last.At.UnixMicro() {
		return start, problem.New(problem.BadRequest)
	}
	return Cursor{time.UnixMicro(micros), id}, nil
}
