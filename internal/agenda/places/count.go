package places

import (
	"context"

	"herstelruimte/internal/db"
)

// counting writes down the numbers of dates that ended; a condition on o and more parameters
// follow. $1 is the moment, $2 whether rows of people go now, so that it is the last time.
const counting = `
	insert into occurrence_count as c (occurrence_id, registered, guests, cancelled, attended,
		absent, first_time, site, telefoon, balie, waitlist, offers, final, counted_at)
	select o.id,
		count(r.id) filter (where r.present),
		coalesce(sum(r.seats - 1) filter (where r.present), 0),
		count(r.id) filter (where r.status = 'cancelled'),
		count(r.id) filter (where r.status = 'attended'),
		count(r.id) filter (where r.status = 'absent'),
		count(r.id) filter (where r.present and (r.doc->>'firstTime')::boolean),
		count(r.id) filter (where r.present and r.doc->>'source' = 'site'),
		count(r.id) filter (where r.present and r.doc->>'source' = 'telefoon'),
		count(r.id) filter (where r.present and r.doc->>'source' = 'balie'),
		(select count(*) from waitlist_entry e where e.occurrence_id = o.id),
		(select count(*) from offer f where f.occurrence_id = o.id),
		$2, $1
	from occurrence o
	left join (
		select *, status in ('registered', 'attended', 'absent') present
		from registration
	) r on r.occurrence_id = o.id
	where o.ends_at <= $1 and `

// countBefore counts a date that ended, under its lock, before rows of people go: they are in the
// figures for good. Counted so before, nothing changes any more.
func (p *Places) countBefore(ctx context.Context, q db.Querier, occurrence string) error {
	_, err := q.Exec(ctx, counting+`o.id = $3
		group by o.id
		on conflict (occurrence_id) do update
		set registered = excluded.registered, guests = excluded.guests,
			cancelled = excluded.cancelled, attended = excluded.attended,
			absent = excluded.absent, first_time = excluded.first_time, site = excluded.site,
			telefoon = excluded.telefoon, balie = excluded.balie, waitlist = excluded.waitlist,
			offers = excluded.offers, final = true, counted_at = excluded.counted_at
		where not c.final`, p.Clock.Now(), true, occurrence)
	return err
}

// CountEnded counts the dates that ended since it ran last.
func (p *Places) CountEnded(ctx context.Context) error {
	_, err := p.Pool.Exec(ctx, counting+`not exists (
			select from occurrence_count c where c.occurrence_id = o.id
		)
		group by o.id
		on conflict do nothing`, p.Clock.Now(), false)
	return db.Problem(err)
}
