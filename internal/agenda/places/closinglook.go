package places

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// closingLook is what a plan needs to know of its dates.
type closingLook struct {
	meetings map[string][]rules.Meeting
	did      map[unit]map[string]*staffAct // the last acts of a kind
	under    map[unit]map[string]string    // the closures that lie over it, with their act
}

func lookAt(ctx context.Context, q db.Querier, ids []string) (out closingLook, err error) {
	if out.meetings, err = meetingsAt(ctx, q, ids); err != nil {
		return out, err
	}
	if out.did, err = lastOffAndOn(ctx, q, ids); err != nil {
		return out, err
	}
	out.under, err = closuresOver(ctx, q, ids)
	return out, err
}

// closuresOver are the closures that lie over a date or a meeting, each with its act.
func closuresOver(
	ctx context.Context,
	q db.Querier,
	ids []string,
) (map[unit]map[string]string, error) {
	rows, err := q.Query(ctx, `
		select cd.occurrence_id, coalesce(cd.session_id, ''), cd.closure_id, cd.act_id
		from closure_date cd
		join closure c on c.id = cd.closure_id
		where cd.occurrence_id = any($1) and c.ended_at is null`, ids)
	if err != nil {
		return nil, err
	}
	out := map[unit]map[string]string{}
	var date, session, closure, act string
	_, err = pgx.ForEachRow(rows, []any{&date, &session, &closure, &act}, func() error {
		at := unit{date, session}
		if out[at] == nil {
			out[at] = map[string]string{}
		}
		out[at][closure] = act
		return nil
	})
	return out, err
}

// closingIDs are the dates that a closure may change: with a meeting that begins while the house is
// closed, or is going on then, and those that do not go on by it.
func closingIDs(
	ctx context.Context,
	q db.Querier,
	ask closingAsk,
	now time.Time,
) (out []string, err error) {
	if ask.was != nil {
		rows, err := q.Query(ctx, `
			select occurrence_id from closure_date where closure_id = $1`, ask.was.id)
		if err != nil {
			return nil, err
		}
		if out, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return nil, err
		}
	}
	if ask.next != nil && ask.in.has(effectDates) {
		from, to := ask.next.Span()
		rows, err := q.Query(ctx, `
			select occurrence_id, starts_at, ends_at
			from session
			where ends_at > $1
				and starts_at < $3
				and (starts_at >= $2 or starts_at <= $1)`, now, from, to)
		if err != nil {
			return nil, err
		}
		var id string
		var start, end time.Time
		if _, err = pgx.ForEachRow(rows, []any{&id, &start, &end}, func() error {
			if ask.next.Has(start) || goesOn(*ask.next, start, end, now) {
				out = append(out, id)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// goesOn says whether a meeting that began runs into a closure of today.
func goesOn(c house.Closure, start, end, now time.Time) bool {
	return !now.Before(start) && now.Before(end) &&
		(c.Has(now) || c.Has(c.From.On(now)) && c.From.On(now).Before(end) &&
			now.Before(c.From.On(now)))
}
