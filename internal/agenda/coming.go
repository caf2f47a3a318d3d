package agenda

import (
	"context"
	"fmt"
	"time"

	"herstelruimte/internal/agenda/rules"
)

// What a newsletter can tell of: the dates of the next weeks.
const (
	tellAhead = 70 * 24 * time.Hour
	mostTold  = 200
)

// Coming are the dates that visitors see and that go on, each once, the next ones first: what a
// newsletter can tell of.
func (a *Agenda) Coming(ctx context.Context) ([]rules.Line, error) {
	now := a.Clock.Now()
	out, err := a.list(ctx, now, `
		se.n = 1 and se.starts_at > $1 and se.starts_at < $2
			and se.status <> 'cancelled'
			and o.status <> 'cancelled'
			and `+fmt.Sprintf(visibleSQL, "$1")+`
		order by se.starts_at, se.id
		limit $3`, now.Add(tellAhead), mostTold)
	return out.lines, err
}
