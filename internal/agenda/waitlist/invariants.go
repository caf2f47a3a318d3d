package waitlist

import (
	"context"
	"fmt"

	"herstelruimte/internal/db"
)

// invariants must hold of places in every snapshot, long after closed mails were swept. No row may
// answer the query of one; the words are for who keeps the server.
var invariants = []struct{ broken, rows string }{
	{"bezette plekken die niet kloppen met de aanmeldingen",
		`
			select 1
			from occurrence o
			where taken <> (
				select coalesce(sum(seats), 0)
				from registration
				where occurrence_id = o.id
					and status in ('registered', 'attended', 'absent')
			) + unnamed`},
	{"vastgehouden plekken die niet kloppen met de vrijgekomen plekken",
		`
			select 1
			from occurrence o
			where held <> (
				select count(*) from vacancy where occurrence_id = o.id and state = 'open'
			)`},
	{"een wachtlijst die niet klopt met wie er wacht",
		`
			select 1
			from occurrence o
			where waiting <> (
				select count(*)
				from waitlist_entry
				where occurrence_id = o.id
					and state in ('waiting', 'offered')
			)`},
	{"meer plekken uitgegeven dan er zijn",
		`select 1 from occurrence where taken + held > seat_limit`},
	{"een plek die aan twee mensen tegelijk is aangeboden",
		`
			select 1
			from vacancy v
			join offer_vacancy ov on ov.vacancy_id = v.id
			join offer o on o.id = ov.offer_id
				and o.state = 'open'
			group by v.id
			having count(*) > 1`},
	{"iemand met twee aanbiedingen tegelijk",
		`select 1 from offer where state = 'open' group by entry_id having count(*) > 1`},
	{"een vastgehouden plek zonder aanbod en zonder reden",
		`
			select 1
			from vacancy
			where state = 'open'
				and offer_id is null
				and reason not in (
					'waitsForHours', 'phoneList', 'callsFirst', 'stopped', 'cancelled',
					'mailDown', 'undo', 'waitsForAnswer'
				)`},
	{"een aangeboden plek waarvan het aanbod voorbij is",
		`
			select 1
			from vacancy v
			where state = 'open'
				and offer_id is not null
				and not exists (
					select 1 from offer o where o.id = v.offer_id and o.state = 'open'
				)`},
	{"een plek die openstaat voor iedereen terwijl er iemand op wacht, of andersom",
		`
			select 1 from occurrence o where claimed <> exists (select 1 from vacancy v,
				waitlist_entry e where v.occurrence_id = o.id and v.state = 'open'
			and e.occurrence_id = o.id
			and e.state = 'waiting'
			and ` + claim + `)
			-- who is or was on pause has a claim by the clock
			and not exists (
				select from held_row hr
				join waitlist_entry e on e.id = hr.row_id
				where e.occurrence_id = o.id
			)`},
	{"een open aanbod per mail zonder precies één mail",
		`
			select 1
			from offer o
			where way = 'mail'
				and state = 'open'
				and 1 <> (
					select count(*) from mail m where m.kind = 'M7' and m.data->>'offer' = o.id
				)`},
	{"een datum die in het programma anders staat dan zijn eerste bijeenkomst",
		`
			select 1
			from occurrence o
			join session se on se.occurrence_id = o.id and se.n = 1
			where (o.starts_at, o.first_ends_at, o.first_status, o.first_room, o.first_reason)
				is distinct from (se.starts_at, se.ends_at, se.status, se.room, se.reason)`},
}

// BrokenInvariants names each that is broken, in Dutch, with how many rows break it; no person and
// no row.
func BrokenInvariants(ctx context.Context, q db.Querier) (faults []string, err error) {
	for _, i := range invariants {
		var n int
		if err := q.QueryRow(ctx, `select count(*) from (`+i.rows+`) broken`).Scan(&n); err != nil {
			return nil, fmt.Errorf("agenda: %s: %w", i.broken, err)
		}
		if n > 0 {
			faults = append(faults, fmt.Sprintf("%s (%d keer)", i.broken, n))
		}
	}
	return faults, nil
}
