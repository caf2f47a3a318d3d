package agenda

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// ActivityOptions are what the editor of an activity offers to choose from.
type ActivityOptions struct {
	Rooms       []string          `json:"rooms"`
	Begeleiders []identity.Member `json:"begeleiders" doc:"who signed in before"`
	Hosts       []identity.Member `json:"hosts" doc:"accounts that can receive people: uid is the value, name the first name"`
	Slug        string            `json:"slug,omitempty" doc:"a short address made of the title that nobody else has or had"`
	Own         []string          `json:"own" doc:"ids of the activities that are the asker's own"`
	LinkOnly    []string          `json:"linkOnly" doc:"ids of those that stand in no list"`
	Coming      []ComingDates     `json:"coming" doc:"of the activities that have dates to come; without an activity in the question only"`
	Today       string            `json:"today" format:"date"`
}

// ComingDates are how often an activity is still to come, and when first.
type ComingDates struct {
	Activity string `json:"activity"`
	Next     string `json:"next" format:"date-time"`
	Sessions int    `json:"sessions"`
}

func (a *Agenda) options(
	ctx context.Context,
	who *identity.Identity,
	activity, title string,
) (out ActivityOptions, err error) {
	out = ActivityOptions{Rooms: []string{}, Today: clock.Date(a.Clock.Now())}
	for _, r := range a.House(ctx).Rooms {
		out.Rooms = append(out.Rooms, r.Name)
	}
	if out.Begeleiders, err = who.Staff(ctx, identity.Begeleider); err != nil {
		return out, err
	}
	err = a.Pool.QueryRow(ctx, `
		select coalesce(array_agg(id order by id) filter (where doc->'staff' ? $1), '{}'),
			coalesce(array_agg(id order by id) filter (where doc ? 'linkOnly'), '{}')
		from draft
		where kind = 'activity'`, identity.ActorOf(ctx).ID).Scan(&out.Own, &out.LinkOnly)
	if err != nil {
		return out, db.Problem(err)
	}
	out.Coming = []ComingDates{}
	if activity == "" {
		if out.Coming, err = a.stillToCome(ctx); err != nil {
			return out, err
		}
	}
	all, err := a.Staff.Receivers(ctx, a.Pool)
	if err != nil {
		return out, err
	}
	out.Hosts = []identity.Member{}
	for uid, r := range all {
		if r.Can {
			out.Hosts = append(
				out.Hosts, identity.Member{UID: rules.AccountHost(uid), Name: r.Name},
			)
		}
	}
	slices.SortFunc(out.Hosts, func(a, b identity.Member) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.UID, b.UID))
	})
	out.Slug, err = a.freeSlug(ctx, activity, rules.SlugOf(title))
	return out, err
}

func (a *Agenda) stillToCome(ctx context.Context) ([]ComingDates, error) {
	now, out := a.Clock.Now(), []ComingDates{}
	var c ComingDates
	var next time.Time
	return out, db.Each(ctx, a.Pool, []any{&c.Activity, &next, &c.Sessions}, func() error {
		c.Next = clock.Moment(next)
		out = append(out, c)
		return nil
	}, `
		select o.activity_id, min(se.starts_at), count(*)
		from session se
		join occurrence o on o.id = se.occurrence_id
		where se.starts_at > $1 and se.ends_at > $2 and se.status = 'planned'
			and o.status <> 'cancelled'
		group by o.activity_id
		order by o.activity_id`, now.Add(-longest), now)
}

// freeSlug gives wanted, with a number when it is or was another activity's.
func (a *Agenda) freeSlug(ctx context.Context, activity, wanted string) (string, error) {
	if wanted == "" || !rules.Readable(activity) {
		return "", nil
	}
	slug, _, err := db.One[string](ctx, a.Pool, `
		select slug
		from (
			select n, $1::text || case when n > 1 then '-' || n else '' end slug
			from generate_series(1, 99) n
		) g
		where not exists (
			select from activity_slug s where s.slug = g.slug and s.activity_id <> $2
		)
		order by n
		limit 1`, wanted, activity)
	return slug, err
}
