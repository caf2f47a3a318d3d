package agenda

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

type storedRhythm struct {
	id      string
	rule    *rules.Rhythm // nil: it stopped
	skipped []string
	turns   []byte     // as they are stored, of this rule or one before
	rests   *time.Time // it makes no date until then
}

// beat is a date of an activity that is still to come, or stands for a day to come.
type beat struct {
	ID, Day      string // Day of the rule; "": a loose date
	Kind, Status string
	Start, End   time.Time
	People       int  // with a place or waiting
	Used         bool // somebody signed up at some time
	Room         string
}

const (
	beatNew      = "new"       // it is made
	beatStays    = "stays"     // as it is
	beatLoose    = "loose"     // a loose date that belongs to the rule from then on
	beatOwn      = "own"       // it keeps a time or day of its own
	beatMoves    = "moves"     // nobody used it: it gets the time of the rule
	beatKept     = "keepsTime" // the rule has another time; people signed up for this one
	beatOutside  = "outside"   // the rule has no such day; people signed up
	beatGoes     = "goes"      // the rule has no such day, and nobody used it
	beatCanceled = "cancelled" // it does not go on
)

type step struct {
	beat
	what     string
	from, to time.Time // as it will be
}

// rhythmOf reads what is stored of the rule of an activity; held locks it. Nil: there never was
// one.
func rhythmOf(
	ctx context.Context, q db.Querier, activity string, held bool,
) (*storedRhythm, error) {
	lock := ""
	if held {
		lock = " for update"
	}
	r := &storedRhythm{}
	err := q.QueryRow(ctx, `
		select id, rule, skipped::text[], turns, rests_until
		from rhythm
		where activity_id = $1`+lock, activity).
		Scan(&r.id, &r.rule, &r.skipped, &r.turns, &r.rests)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil || r.rule == nil {
		return r, err
	}
	return r, r.turn(r.rule)
}

// turn gives a rule the turns that are stored, where they are of it. A rule with other days or
// hours has none: what somebody typed holds for all its dates.
func (r *storedRhythm) turn(rule *rules.Rhythm) (err error) {
	if r != nil {
		rule.Turns, err = rules.TurnsOf(r.turns, rule)
	}
	return err
}

// steps are what becomes of the dates that are there, and what is made. What was, never changes.
func steps(rule *rules.Rhythm, was *storedRhythm, there []beat, now time.Time) (out []step) {
	left := map[string]beat{} // by the day of the rule
	for _, b := range there {
		if b.Day != "" {
			left[b.Day] = b
		}
	}
	for _, day := range rule.Made(now).Days {
		start, end := rule.Times(day)
		s := step{beat{Day: day, Start: start, End: end}, beatNew, start, end}
		if b, ok := left[day]; ok {
			delete(left, day)
			s.beat, s.what = b, b.under(was, start, end)
			if s.what != beatMoves {
				s.from, s.to = b.Start, b.End
			}
			if b.End.After(now) {
				out = append(out, s)
			}
			continue
		}
		if !start.After(now) || was != nil && slices.Contains(was.skipped, day) {
			continue
		}
		if i := slices.IndexFunc(there, func(b beat) bool {
			return b.Day == "" && b.Kind == "date" && b.at(start, end)
		}); i >= 0 {
			s.beat, s.what = there[i], beatLoose
			s.Day = day
		}
		out = append(out, s)
	}
	for _, b := range left {
		if !b.Start.After(now) || b.Status == "cancelled" {
			continue
		}
		what := beatGoes
		if b.Used {
			what = beatOutside
		}
		out = append(out, step{b, what, b.Start, b.End})
	}
	slices.SortFunc(out, func(a, b step) int {
		return cmp.Or(a.from.Compare(b.from), cmp.Compare(a.Day, b.Day))
	})
	return out
}

// stepsUnder are the steps as things stand now, with the turns that are stored of the rule.
func (a *Agenda) stepsUnder(
	ctx context.Context, q db.Querier, activity string, rule *rules.Rhythm, was *storedRhythm,
) ([]step, error) {
	if err := was.turn(rule); err != nil {
		return nil, err
	}
	now := a.Clock.Now()
	there, err := db.All[beat](ctx, q, `
		select o.id, coalesce(o.rhythm_day::text, ''), o.kind, o.status,
			o.starts_at, o.ends_at, o.taken + o.waiting,
			exists (select 1 from registration r where r.occurrence_id = o.id)
				or exists (select 1 from waitlist_entry w where w.occurrence_id = o.id)
				or exists (select 1 from tap t join session se on se.id = t.session_id
					where se.occurrence_id = o.id),
			o.first_room
		from occurrence o
		where o.activity_id = $1
			and (o.ends_at > $2 or o.rhythm_day >= $3::date)
		order by o.starts_at, o.id`, activity, now, rules.DayOf(now))
	return steps(rule, was, there, now), err
}

func (b *beat) at(start, end time.Time) bool { return b.Start.Equal(start) && b.End.Equal(end) }

// under is what becomes of a date of which the rule has the day. Its time is inherited when it is
// that of the rule before.
func (b *beat) under(was *storedRhythm, start, end time.Time) string {
	switch {
	case b.Status == "cancelled":
		return beatCanceled
	case b.at(start, end):
		return beatStays
	case was == nil, was.rule == nil, !b.at(was.rule.Times(b.Day)):
		return beatOwn
	case b.Used:
		return beatKept
	}
	return beatMoves
}
