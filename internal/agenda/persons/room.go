// Package persons is what the desk does for somebody who asks what is kept of them: find, show,
// mend, pause, erase, in every room at once.
//
//   - Who asks for what is proven first, and every look stands in the log book.
//   - What is held for somebody who complains or asks for their rights outlives its term, three
//     months at most. The nights and whoever holds or erases wait for each other.
//   - Rows of other rooms are reached by the interfaces of those rooms alone.
package persons

import "herstelruimte/internal/agenda/notify"

// Persons is what the desk does for somebody who asks for their data.
type Persons struct{ *notify.Notices }
