package agenda

import (
	"context"
	"fmt"
	"time"

	"herstelruimte/internal/agenda/rules"
)

// joinable bounds how long a series can still be joined after it began, so that the past of an
// activity is not walked.
const joinable = 100 * 24 * time.Hour

// Next is the first coming date of an activity that people can sign up for, or walk in to, also
// when it goes on now; nil when there is none. changes is the first moment at which that may be
// different by the clock.
func (a *Agenda) Next(
	ctx context.Context,
	activity string,
) (next *rules.Line, changes time.Time, err error) {
	if !rules.Readable(activity) {
		return nil, changes, nil
	}
	now := a.Clock.Now()
	out, err := a.list(
		ctx,
		now,
		`
			o.activity_id = $2
				and o.starts_at > $3
				and o.join_until > $4
				and se.ends_at > $1
				and se.status <> 'cancelled'
				and o.status <> 'cancelled'
		and (a.mode = 'walkin' or se.n = 1 and `+fmt.Sprintf(bookableSQL, "$1")+`) and `+
			fmt.Sprintf(visibleSQL, "$1")+
			` order by o.starts_at, se.starts_at, se.id limit 1`,
		activity, now.Add(-joinable), now.Add(-longest),
	)
	if err != nil || len(out.lines) == 0 {
		return nil, changes, err
	}
	return &out.lines[0], out.fresh, nil
}
