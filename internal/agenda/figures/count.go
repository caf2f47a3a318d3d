package figures

import (
	"context"
	"time"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// Visits is how many were counted from the day of from up to that of to.
func (f *Figures) Visits(ctx context.Context, from, to time.Time) (n int, err error) {
	byDay, err := f.visits(ctx, scope{door: true, whole: true}, stretch{from, to})
	for _, visits := range byDay {
		n += visits
	}
	return n, err
}

// visits by day: the taps of the door, and of each meeting who was ticked with who came along,
// those without a name, and its own taps. Of who reads no day-parts those of their own meetings.
func (f *Figures) visits(ctx context.Context, mine scope, s stretch) (map[string]int, error) {
	own := ""
	if !mine.door {
		own = mine.own
	}
	out := map[string]int{}
	var day time.Time
	var n int
	return out, db.Each(ctx, f.Pool, []any{&day, &n}, func() error {
		out[day.Format(time.DateOnly)] = n
		return nil
	}, `
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
			`+places.From+`
				se.starts_at >= $1
				and se.starts_at < $2
				and a.status <> 'draft'
				and `+waitlist.Own("$5")+`
		) counts
		group by day`, s.from, s.to, clock.Date(s.from), clock.Date(s.to), own)
}

// received says whether somebody received on a date that ended then: of it they read what a
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

func (f *Figures) programme(ctx context.Context, mine scope, s stretch, n *counted) error {
	to := s.to
	if now := f.Clock.Now(); to.After(now) {
		to = now
	}
	if err := f.Pool.QueryRow(ctx, `
		select count(*)`+places.From+waitlist.Meeting+`
			and se.ends_at >= $1
			and se.ends_at < $2
			and `+waitlist.Own("$3"), s.from, to, mine.own).Scan(&n.meetings); err != nil {
		return err
	}
	sums, err := f.SumsOf(ctx, s.from, to, mine.own)
	if err != nil {
		return err
	}
	for key, people := range map[string]int{
		"signUps":   sums.Registered + sums.Cancelled,
		"here":      sums.Attended,
		"absent":    sums.Absent,
		"cancelled": sums.Cancelled,
		"open":      sums.Registered - sums.Attended - sums.Absent,
		"firstTime": sums.FirstTime,
		"waited":    sums.Waited,
		"offered":   sums.Offered,
		"finished":  sums.Finished,
	} {
		n.people[key].n = people
	}
	if mine.whole {
		n.people["views"].n, err = f.Views(ctx, s.from, s.to.Add(-time.Second))
	}
	return err
}

// missing is what nobody counted or ticked, from the first tap that there ever was.
func (f *Figures) missing(ctx context.Context, mine scope, s stretch) (out FigureMissing, err error) {
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
	var g FigureGroup
	var start time.Time
	err = db.Each(ctx, f.Pool, []any{&g.Session, &g.Occurrence, &g.Title, &start}, func() error {
		g.Start = clock.Moment(start)
		out.Groups = append(out.Groups, g)
		return nil
	}, `
		select se.id, o.id, coalesce(a.doc->>'title', ''), se.starts_at
		`+places.From+waitlist.Meeting+`
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
	return out, err
}

func missingPart(day time.Time, p house.DayPart) FigurePart {
	return FigurePart{Day: clock.Date(day), From: p.From.String(), Part: p.Part}
}

const (
	few   = "few"   // 1 to 4
	other = "other" // it would give away one of those
)

const mostHidden = 4 // people that are few

type cell struct {
	n      int
	hidden string // empty: it may be read
	bare   bool   // it is 0 by its nature, and hides nothing: a week in which the house was closed
}

func small(n int) bool { return n > 0 && n <= mostHidden }

// hide takes out the small numbers of parts and of their total, and as many others as it takes so
// that none of them can be computed from what is left: first the smallest other parts, then the
// total.
func hide(total *cell, parts []*cell) {
	for _, c := range append([]*cell{total}, parts...) {
		if small(c.n) {
			c.hidden = few
		}
	}
	for !covered(total, parts) {
		next := total
		for _, c := range parts {
			if c.hidden == "" && !c.bare && (next == total || better(c, next)) {
				next = c
			}
		}
		if next == total && total.hidden == other {
			return
		}
		next.hidden = other
	}
}

// better says that c hides more than d, for less: the smaller one, but 0 last.
func better(c, d *cell) bool {
	if (c.n == 0) != (d.n == 0) {
		return d.n == 0
	}
	return c.n < d.n
}

// covered says whether every hidden number could be at least two different ones, for who knows that
// few are 1 to 4 and that another is not.
func covered(total *cell, parts []*cell) bool {
	shown, n := 0, map[string]int{}
	for _, c := range parts {
		if c.hidden == "" {
			shown += c.n
		}
		n[c.hidden]++
	}
	sums := could(total, shown+mostHidden*n[few]+2*mostHidden+2)
	if total.hidden != "" && distinct(sums, func(sum int) bool {
		return reaches(sum-shown, n[few], n[other])
	}) < 2 {
		return false
	}
	for _, c := range parts {
		if c.hidden == "" {
			continue
		}
		fews, others := n[few], n[other]
		if c.hidden == few {
			fews--
		} else {
			others--
		}
		if distinct(could(c, sums[len(sums)-1]), func(v int) bool {
			for _, sum := range sums {
				if reaches(sum-shown-v, fews, others) {
					return true
				}
			}
			return false
		}) < 2 {
			return false
		}
	}
	return true
}

// could are the numbers that a cell can be for who reads the table; those above most are as good as
// the last.
func could(c *cell, most int) (out []int) {
	switch c.hidden {
	case "":
		return []int{c.n}
	case few:
		return []int{1, 2, 3, 4}
	}
	out = []int{0}
	for v := mostHidden + 1; v <= most; v++ {
		out = append(out, v)
	}
	return out
}

func distinct(of []int, is func(int) bool) (n int) {
	for _, v := range of {
		if is(v) {
			n++
		}
	}
	return n
}

// reaches says whether so many small numbers and so many others can be sum together.
func reaches(sum, fews, others int) bool {
	if fews <= sum && sum <= mostHidden*fews {
		return true
	}
	return others > 0 && sum-fews > mostHidden
}
