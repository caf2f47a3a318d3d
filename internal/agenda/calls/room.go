// Package calls is whom staff ring, and what came of it. notify and evening count by it.
//
//   - Staff phone where no mail can ask in time, or where they give every place themselves. An
//     answer makes such a call an offer, so that nobody is asked twice for one place.
//   - On the phone list a call that reached nobody gives the turn to the next, and the first yes
//     has the place; elsewhere two of them on two halves of a day, or the deadline after one, end
//     it.
//   - Of two who fill in what came of one call the first counts.
package calls

import "herstelruimte/internal/agenda/closing"

type Calls struct{ *closing.Closings }
