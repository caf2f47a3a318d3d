package agenda

import (
	"context"
	"fmt"

	"herstelruimte/internal/agenda/rules"
)

// mostTold bounds what a newsletter can tell of.
const mostTold = 1000

// Coming are the dates that visitors see and that go on, each once, the next ones first: what a
// newsletter can tell of.
func (a *Agenda) Coming(ctx context.Context) ([]rules.Line, error) {
	now := a.Clock.Now()
	out, err := a.list(ctx, now, `
		se.occurrence_id = any(array(select id from occurrence where starts_at > $1))
			and se.n = 1
			and se.starts_at > $1
			and se.status <> 'cancelled'
			and o.status <> 'cancelled'
			and `+fmt.Sprintf(visibleSQL, "$1")+`
		order by se.starts_at, se.id
		limit $2`, mostTold)
	return out.lines, err
}
