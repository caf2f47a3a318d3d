package agenda

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

// storedRhythm is the rule of an activity as it is public.
type storedRhythm struct {
	id      string
	rule    *rules.Rhythm // nil: it stopped
	skipped []string
	turns   []byte     // as they are stored, of this rule or one before
	rests   *time.Time // it makes no date until then
}

// beat is a date of an activity that is still to come, or stands for a day to come.
type beat struct {
	id, rhythm, day string // day of the rule; "": a loose date
	kind, status    string
	start, end      time.Time
	room            string
	people          int  // with a place or waiting
	used            bool // somebody signed up at some time
}

// What becomes of a date when a rule is published.
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

// step is what becomes of one date.
type step struct {
	beat
	what       string
	start, end time.Time // as it will be
}

// rhythmOf reads what is stored of the rule of an activity; held locks it. Nil: there never was
// one.
func rhythmOf(
	ctx context.Context,
	q db.Querier,
	activity string,
	held bool,
) (*storedRhythm, error) {
	lock := ""
	if held {
		lock = " for update"
	}
	r := &storedRhythm{}
	var rule []byte
	err := q.QueryRow(ctx, `
		select id, rule, skipped::text[], turns, rests_until
		from rhythm
		where activity_id = $1`+lock, activity).Scan(
		&r.id, &rule, &r.skipped, &r.turns, &r.rests,
	)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil || rule == nil {
		return r, err
	}
	if err := json.Unmarshal(rule, &r.rule); err != nil {
		return nil, err
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

// beats are the dates of an activity that a rule may be about, by their start.
func (a *Agenda) beats(ctx context.Context, q db.Querier, activity string) ([]beat, error) {
	now := a.Clock.Now()
	rows, err := q.Query(ctx, `
		select o.id, coalesce(o.rhythm_id, ''), coalesce(o.rhythm_day::text, ''), o.kind, o.status,
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
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (b beat, err error) {
		return b, r.Scan(&b.id, &b.rhythm, &b.day, &b.kind, &b.status, &b.start, &b.end, &b.people,
			&b.used, &b.room)
	})
}

// steps say what becomes of the dates of an activity under a rule: those that are there, and those
// that it makes. What was, never changes.
func steps(rule *rules.Rhythm, was *storedRhythm, there []beat, now time.Time) (out []step) {
	left := map[string]beat{} // by the day of the rule
	for _, b := range there {
		if b.day != "" {
			left[b.day] = b
		}
	}
	for _, day := range rule.Made(now).Days {
		start, end := rule.Times(day)
		s := step{beat: beat{day: day, start: start, end: end}, start: start, end: end}
		if b, ok := left[day]; ok {
			delete(left, day)
			s.beat, s.what = b, b.under(was, start, end)
			if s.what != beatMoves {
				s.start, s.end = b.start, b.end
			}
			if b.end.After(now) {
				out = append(out, s)
			}
			continue
		}
		if !start.After(now) || was != nil && slices.Contains(was.skipped, day) {
			continue
		}
		s.what = beatNew
		if i := slices.IndexFunc(there, func(b beat) bool {
			return b.day == "" && b.kind == "date" && b.start.Equal(start) && b.end.Equal(end)
		}); i >= 0 {
			s.beat, s.what = there[i], beatLoose
			s.day = day
		}
		out = append(out, s)
	}
	for _, b := range left {
		if !b.start.After(now) || b.status == "cancelled" {
			continue
		}
		what := beatGoes
		if b.used {
			what = beatOutside
		}
		out = append(out, step{beat: b, what: what, start: b.start, end: b.end})
	}
	slices.SortFunc(out, func(a, b step) int {
		return cmp.Or(a.start.Compare(b.start), cmp.Compare(a.day, b.day))
	})
	return out
}

// stepsUnder are the steps of the dates of an activity as they are now, under a rule and with the
// turns that are stored of it.
func (a *Agenda) stepsUnder(
	ctx context.Context,
	q db.Querier,
	activity string,
	rule *rules.Rhythm,
	was *storedRhythm,
) ([]step, error) {
	if err := was.turn(rule); err != nil {
		return nil, err
	}
	there, err := a.beats(ctx, q, activity)
	return steps(rule, was, there, a.Clock.Now()), err
}

// under is what becomes of a date of which the rule has the day. Its time is inherited when it is
// that of the rule before.
func (b *beat) under(was *storedRhythm, start, end time.Time) string {
	same := b.start.Equal(start) && b.end.Equal(end)
	switch {
	case b.status == "cancelled":
		return beatCanceled
	case same:
		return beatStays
	}
	if was == nil || was.rule == nil {
		return beatOwn
	}
	if from, to := was.rule.Times(b.day); !b.start.Equal(from) || !b.end.Equal(to) {
		return beatOwn
	}
	if b.used {
		return beatKept
	}
	return beatMoves
}
