// Package changes is what staff change about dates: cancel, reinstate, reschedule, settings, host,
// message, recurrence.
//
//   - A change is a plan over units: a date, the dates of a scope, a meeting of a series or all of
//     its meetings; one date is a list of one. The check shows what the act will do.
//   - A change of more dates at once is one act: this one, this and later ones, or all that come,
//     of one rhythm or all loose ones of an activity. The act carries the fingerprint of what was
//     shown, locks the dates in the order of their ids, and leaves an own value alone unless told
//     otherwise. Who hears of it is said in one place (recipients.go): whoever has several of
//     these dates gets one mail or one call with all of them.
//   - One press takes the whole act back. What was called off together goes on together, or one by
//     one: each time those hear it who were told of these dates.
//   - Of a series one meeting can be called off alone: the series goes on, and the session says
//     so.
package changes

import "herstelruimte/internal/agenda/desk"

// Changes is what staff change about dates.
type Changes struct{ *desk.Desk }
