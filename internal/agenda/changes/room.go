// Package changes is what staff change about dates: cancel, reinstate, reschedule, settings, host,
// message, recurrence. closing makes plans of it; calls and agenda read its letters and warnings.
//
//   - A change is a plan over units: a date, the dates of a scope, a meeting of a series or all of
//     its meetings; one date is a list of one. Check and act make the same plan; the act carries
//     the fingerprint of the one that was shown.
//   - A change of more dates at once is one act: this one, this and later ones, or all that come,
//     of one rhythm or all loose ones of an activity. It locks the dates in the order of their
//     ids, and leaves an own value alone unless told otherwise. Who hears of it is said in one
//     place (recipients.go): whoever has several of these dates gets one mail or call of them all.
//   - One press takes the whole act back. What was called off together goes on together, or one by
//     one: each time those hear it who were told of these dates.
//   - Of a series one meeting can be called off alone: the series goes on, and the session says
//     so.
package changes

import (
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/problem"
)

type Changes struct{ *desk.Desk }

// How acts on dates are refused.
var (
	closed   = problem.New(problem.Closed)
	conflict = problem.New(problem.Conflict)
	gone     = problem.New(problem.Gone)
	notFound = problem.New(problem.NotFound)
	stale    = problem.New(problem.PreconditionFailed)
)
