package agenda

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

type storedRhythm struct {
	ID      string
	Rule    *rules.Rhythm // nil: it stopped
	Skipped []string
	Turns   []byte     // as they are stored, of this rule or one before
	Rests   *time.Time // it makes no date until then
}

type plannedDate struct {
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
	plannedDate
	what     string
	from, to time.Time // as it will be
}

// rhythmOf reads the stored rule of an activity, held: for update. Without an id there never was
// one.
func rhythmOf(ctx context.Context, q db.Querier, activity string, held bool) (*storedRhythm, error) {
	lock := ""
	if held {
		lock = " for update"
	}
	r, _, err := db.One[storedRhythm](ctx, q, `
		select id, rule, skipped::text[], turns, rests_until
		from rhythm
		where activity_id = $1`+lock, activity)
	if err == nil && r.Rule != nil {
		err = r.turn(r.Rule)
	}
	return &r, err
}

// turn gives a rule the turns that are stored, if they are of it: with other days or hours what
// somebody typed holds for all its dates.
func (r *storedRhythm) turn(rule *rules.Rhythm) (err error) {
	if r.ID != "" {
		rule.Turns, err = rules.TurnsOf(r.Turns, rule)
	}
	return err
}

// steps are what becomes of the dates that are there, and what is made. What was, never changes.
func steps(rule *rules.Rhythm, was *storedRhythm, there []plannedDate, now time.Time) (out []step) {
	left := map[string]plannedDate{} // by the day of the rule
	for _, b := range there {
		if b.Day != "" {
			left[b.Day] = b
		}
	}
	for _, day := range rule.Made(now).Days {
		start, end := rule.Times(day)
		s := step{plannedDate{Day: day, Start: start, End: end}, beatNew, start, end}
		if b, ok := left[day]; ok {
			delete(left, day)
			s.plannedDate, s.what = b, b.under(was, start, end)
			if s.what != beatMoves {
				s.from, s.to = b.Start, b.End
			}
			if b.End.After(now) {
				out = append(out, s)
			}
			continue
		}
		if !start.After(now) || slices.Contains(was.Skipped, day) {
			continue
		}
		if i := slices.IndexFunc(there, func(b plannedDate) bool {
			return b.Day == "" && b.Kind == "date" && b.at(start, end)
		}); i >= 0 {
			s.plannedDate, s.what = there[i], beatLoose
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

// stepsUnder are those as things stand now, with what is stored; without a rule of the stored one.
func (a *Agenda) stepsUnder(
	ctx context.Context, q db.Querier, activity string, rule *rules.Rhythm, held bool,
) (was *storedRhythm, out []step, err error) {
	if was, err = rhythmOf(ctx, q, activity, held); err != nil {
		return nil, nil, err
	}
	if rule = cmp.Or(rule, was.Rule); rule == nil {
		return was, nil, nil
	}
	if err = was.turn(rule); err != nil {
		return nil, nil, err
	}
	now := a.Clock.Now()
	there, err := db.All[plannedDate](ctx, q, `
		select o.id, coalesce(o.rhythm_day::text, ''), o.kind, o.status,
			o.starts_at, o.ends_at, o.taken + o.waiting,
			`+changes.WasUsed+`, o.first_room
		from occurrence o
		where o.activity_id = $1
			and (o.ends_at > $2 or o.rhythm_day >= $3::date)
		order by o.starts_at, o.id`, activity, now, clock.Date(now))
	return was, steps(rule, was, there, now), err
}

func (b *plannedDate) at(start, end time.Time) bool {
	return b.Start.Equal(start) && b.End.Equal(end)
}

// under is what becomes of a date of which the rule has the day; its time is inherited when it is
// that of the rule before.
func (b *plannedDate) under(was *storedRhythm, start, end time.Time) string {
	switch {
	case b.Status == "cancelled":
		return beatCanceled
	case b.at(start, end):
		return beatStays
	case was.Rule == nil, !b.at(was.Rule.Times(b.Day)):
		return beatOwn
	case b.Used:
		return beatKept
	}
	return beatMoves
}

// RhythmToCheck is a rule that is not published yet.
type RhythmToCheck struct {
	OfActivity
	Rhythm rules.Rhythm `json:"rhythm"`
}

// RhythmPlan is what publishing a rule would come to.
type RhythmPlan struct {
	Say     string          `json:"say" doc:"the rule as a sentence; empty while it is half typed"`
	Open    bool            `json:"open" doc:"it has no end: these are the dates of the first half year"`
	Items   []RhythmDate    `json:"items" doc:"in order of start"`
	Without []string        `json:"without" doc:"months that have no such day: 2027-02"`
	Removed []string        `json:"removed" doc:"days whose date staff removed before: they do not come back"`
	Faults  []problem.Field `json:"faults" doc:"what keeps the rule from making dates"`
	Changes int             `json:"changes" doc:"dates that are there and that this rule changes or no longer has"`
}

// RhythmDate is one date of it.
type RhythmDate struct {
	ID       string                `json:"id,omitempty" doc:"absent: it does not exist yet"`
	Day      string                `json:"day" format:"date"`
	RuleDay  string                `json:"ruleDay" format:"date" doc:"the day of the rule for which it stands"`
	From     string                `json:"from" example:"13.30"`
	To       string                `json:"to" example:"16.00"`
	What     string                `json:"what" enum:"new,stays,loose,own,moves,keepsTime,outside,goes,cancelled"`
	People   int                   `json:"people" doc:"with a place or waiting"`
	Warnings []changes.DateWarning `json:"warnings"`
}

// planRhythm says what publishing a rule would come to, by the code that will do it. It changes
// nothing.
func (a *Agenda) planRhythm(
	ctx context.Context, who identity.Actor, activity string, in RhythmToCheck,
) (out RhythmPlan, err error) {
	out = RhythmPlan{
		Items:   []RhythmDate{},
		Without: []string{},
		Removed: []string{},
		Faults:  []problem.Field{},
	}
	if !rules.Readable(activity) {
		return out, nil
	}
	if err := a.maySeeDates(ctx, who, activity); err != nil {
		return out, err
	}
	in.Rhythm.Tidy()
	if f := in.Rhythm.Faults("rhythm"); f != nil {
		out.Faults = f
		return out, nil
	}
	now := a.Clock.Now()
	was, list, err := a.stepsUnder(ctx, a.Pool, activity, &in.Rhythm, false)
	if err != nil {
		return out, err
	}
	out.Say, out.Open = in.Rhythm.Say(), in.Rhythm.End == "open"
	out.Without = append(out.Without, in.Rhythm.Made(now).Without...)
	own := out.tell(in, list, was, now)
	warned, err := a.Warned(ctx, own, func(i int) bool {
		return list[i].what != beatGoes && list[i].what != beatCanceled
	})
	for i, all := range warned {
		out.Items[i].Warnings = all
	}
	return out, err
}

// tell puts the steps in the plan, and gives them as meetings.
func (out *RhythmPlan) tell(in RhythmToCheck, list []step, was *storedRhythm, now time.Time) []changes.Busy {
	had, own := []string{}, make([]changes.Busy, len(list)) // had: days of the rule before
	for _, day := range was.Skipped {
		if day >= clock.Date(now) {
			out.Removed = append(out.Removed, day)
		}
	}
	slices.Sort(out.Removed)
	if was.Rule != nil {
		had = was.Rule.Made(now).Days
	}
	for i, s := range list {
		room := cmp.Or(in.Rhythm.RoomOn(s.Day), in.Location)
		if s.ID != "" {
			room = s.Room
		}
		own[i] = changes.Busy{
			Occurrence: cmp.Or(s.ID, "new "+s.Day), Room: room, Host: in.Host, Title: in.Title,
			Start: s.from, End: s.to,
		}
		switch s.what {
		case beatGoes, beatMoves, beatKept:
			out.Changes++
		case beatOutside: // only now
			if slices.Contains(had, s.Day) {
				out.Changes++
			}
		}
		out.Items = append(out.Items, RhythmDate{
			ID:      s.ID,
			Day:     clock.Date(s.from),
			RuleDay: s.Day,
			From:    rules.WallClock(s.from),
			To:      rules.WallClock(s.to),
			What:    s.what,
			People:  s.People,
		})
	}
	return own
}
