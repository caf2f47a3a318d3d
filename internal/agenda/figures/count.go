package figures

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
)

// Visits is how many visits were counted from the day of from up to that of to, by whomever.
func (f *Figures) Visits(ctx context.Context, from, to time.Time) (n int, err error) {
	byDay, err := f.visits(ctx, scope{door: true, whole: true}, stretch{from, to})
	for _, visits := range byDay {
		n += visits
	}
	return n, err
}

// visits are the visits by day: the taps of the door, and of each meeting who was ticked with who
// came along, those without a name, and its own taps. Of who reads no day-parts those of their own
// meetings.
func (f *Figures) visits(
	ctx context.Context,
	mine scope,
	s stretch,
) (map[string]int, error) {
	own := ""
	if !mine.door {
		own = mine.own
	}
	rows, err := f.Pool.Query(ctx, `
		select day, sum(n)
		from (
			select day, greatest(0, sum(change)) n
			from tap
			where kind = 'visit'
				and session_id is null
				and day >= $3
				and day < $4
				and $5 = ''
			group by day, part
			union all
			select (se.starts_at at time zone 'Europe/Amsterdam')::date, (
					select coalesce(greatest(0, sum(change) filter (where kind = 'visit')), 0)
						+ coalesce(greatest(0, sum(change) filter (where kind = 'unnamed')), 0)
					from tap
					where session_id = se.id
				) + (
					select coalesce(sum(1 + least(t.guests, r.seats - 1)), 0)
					from attendance t
					join registration r on r.id = t.registration_id
						and r.occurrence_id = se.occurrence_id
						and `+waitlist.CountsAt+`
					where t.session_id = se.id and t.state = 'here'
				) + coalesce((select people from session_count where session_id = se.id), 0)
			from session se
			join occurrence o on o.id = se.occurrence_id
			join activity a on a.id = o.activity_id
			where se.starts_at >= $1
				and se.starts_at < $2
				and a.status <> 'draft'
				and `+waitlist.Own("$5")+`
		) counts
		group by day`, s.from, s.to, clock.Date(s.from), clock.Date(s.to), own)
	if err != nil {
		return nil, err
	}
	out := map[string]int{}
	var day time.Time
	var n int
	_, err = pgx.ForEachRow(rows, []any{&day, &n}, func() error {
		out[day.Format(time.DateOnly)] = n
		return nil
	})
	return out, err
}

// received says whether somebody received on a date that ended in a stretch: of it they read what a
// begeleider reads.
func (f *Figures) received(ctx context.Context, uid string, s stretch) (is bool, err error) {
	err = f.Pool.QueryRow(ctx, `
		select exists (
			select
			from occurrence o
			join activity a on a.id = o.activity_id
			where o.ends_at >= $1 and o.ends_at < $2 and `+waitlist.Receives("$3")+`
		)`, s.from, s.to, uid).Scan(&is)
	return is, err
}

// programme counts what was held and what became of its sign-ups.
func (f *Figures) programme(ctx context.Context, mine scope, s stretch, n *counted) error {
	to := s.to
	if now := f.Clock.Now(); to.After(now) {
		to = now
	}
	if err := f.Pool.QueryRow(ctx, `
		select count(*)
		from session se
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		where `+waitlist.Meeting+`
			and se.ends_at >= $1
			and se.ends_at < $2
			and `+waitlist.Own("$3"), s.from, to, mine.own).Scan(&n.meetings); err != nil {
		return err
	}
	sums, err := f.SumsOf(ctx, s.from, to, mine.own)
	if err != nil {
		return err
	}
	n.signUps.n = sums.Registered + sums.Cancelled
	n.here.n, n.absent.n, n.cancelled.n = sums.Attended, sums.Absent, sums.Cancelled
	n.open.n = sums.Registered - sums.Attended - sums.Absent
	n.first.n, n.waited.n, n.offered.n = sums.FirstTime, sums.Waited, sums.Offered
	n.ended.n = sums.Finished
	if mine.whole {
		n.views.n, err = f.Views(ctx, s.from, s.to.Add(-time.Second))
	}
	return err
}

// missing is what nobody counted or ticked, from the first tap that there ever was.
func (f *Figures) missing(
	ctx context.Context,
	mine scope,
	s stretch,
) (out FigureMissing, err error) {
	out = FigureMissing{Parts: []FigurePart{}, Groups: []FigureGroup{}}
	now := f.Clock.Now()
	if mine.door {
		parts, err := f.Uncounted(ctx, s.from, s.to)
		if err != nil {
			return out, err
		}
		for _, p := range parts {
			if p.To.On(p.Day).Before(now) {
				out.Parts = append(out.Parts, missingPart(p.Day, p.DayPart))
			}
		}
	}
	if !mine.rows {
		return out, nil
	}
	rows, err := f.Pool.Query(ctx, `
		select se.id, o.id, coalesce(a.doc->>'title', ''), se.starts_at
		from session se
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		where `+waitlist.Meeting+`
			and se.starts_at >= $1
			and se.starts_at < $2
			and se.ends_at < $3
			and `+waitlist.Own("$4")+`
			and se.starts_at >= (select min(day) from tap)
			and exists (
				select from registration r
				where r.occurrence_id = o.id and `+waitlist.CountsAt+`
			)
			and not exists (
				select from attendance t where t.session_id = se.id and t.state <> 'open'
			)
			and not exists (select from session_count c where c.session_id = se.id)
		order by se.starts_at, se.id`, s.from, s.to, now, mine.own)
	if err != nil {
		return out, err
	}
	var g FigureGroup
	var start time.Time
	_, err = pgx.ForEachRow(rows, []any{&g.Session, &g.Occurrence, &g.Title, &start}, func() error {
		g.Start = clock.Moment(start)
		out.Groups = append(out.Groups, g)
		return nil
	})
	return out, err
}

func missingPart(day time.Time, p house.DayPart) FigurePart {
	return FigurePart{Day: clock.Date(day), From: p.From.String(), Part: p.Part}
}
