package db

import (
	"encoding/base64"
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
	at, id, err := cut(s)
	if err != nil {
		return start, err
	}
	micros, err := strconv.ParseInt(at, 36, 64)
	if err != nil || micros < longAgo*1e6 || micros > farFuture*1e6 {
		return start, problem.New(problem.BadRequest)
	}
	return Cursor{time.UnixMicro(micros), id}, nil
}

// cut takes a cursor apart: what the list is sorted by, and the id. Problems: bad_request.
func cut(s string) (by, id string, err error) {
	by, id, _ = strings.Cut(s, ".")
	if id == "" || len(id) > longestID || !utf8.ValidString(id) || strings.Contains(id, "\x00") {
		return "", "", problem.New(problem.BadRequest)
	}
	return by, id, nil
}

// TextCursor is a place in a list that is sorted by words and an id.
type TextCursor struct{ Text, ID string }

// String writes it as it stands in an address: the words in base 64, and the id.
func (c TextCursor) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(c.Text)) + "." + c.ID
}

// ReadTextCursor reads what String wrote. Problems: bad_request.
func ReadTextCursor(s string) (TextCursor, error) {
	by, id, err := cut(s)
	if err != nil {
		return TextCursor{}, err
	}
	text, err := base64.RawURLEncoding.DecodeString(by)
	if err != nil {
		return TextCursor{}, problem.New(problem.BadRequest)
	}
	return TextCursor{string(text), id}, nil
}

// PositionCursor is a place in a list that people put in order, sorted by that and an id.
type PositionCursor struct {
	Position int
	ID       string
}

func (c PositionCursor) String() string { return strconv.Itoa(c.Position) + "." + c.ID }

// ReadPositionCursor reads what String wrote. Problems: bad_request.
func ReadPositionCursor(s string) (PositionCursor, error) {
	by, id, err := cut(s)
	if err != nil {
		return PositionCursor{}, err
	}
	n, err := strconv.ParseInt(by, 10, 32)
	if err != nil {
		return PositionCursor{}, problem.New(problem.BadRequest)
	}
	return PositionCursor{int(n), id}, nil
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
