// Package desk is what staff do for somebody: the line of the desk, the people of a date, the list
// of who waits, moving somebody, the door; and how each of these is taken back.
//
//   - Who comes to a date is read by one query into one shape (personseen.go), for its page, the
//     door, paper and the day.
//   - What staff may read is for who asks: a gastheer has first names and numbers, of today; needs
//     are for who receives, on the day itself.
//   - An act on people is taken back by the undo of its kind, on the row as it was before: what it
//     freed comes back, what it told is withdrawn, and when somebody else has the place, it says
//     so.
package desk

import (
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/problem"
)

// Desk is what staff do for somebody.
type Desk struct{ *visitors.Visitors }

var (
	closed   = problem.New(problem.Closed)
	conflict = problem.New(problem.Conflict)
)

// Wrong is invalid for one field.
func Wrong(name, code string) error {
	return problem.WithFields(problem.Field{Name: name, Code: code})
}
