package agenda

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/places"
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

// lastTime is what the last publication of a rule did to the dates.
type lastTime struct {
	Made  []string          `json:"made"`
	Taken []json.RawMessage `json:"taken"` // for PutDateBack
}

// keepRhythm makes the dates of an activity what its rule says; without a rule those that are there
// stay, as loose dates.
func (a *Agenda) keepRhythm(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	v *rules.Activity,
	rule *rules.Rhythm,
) error {
	if _, err := tx.Exec(ctx, `
		select 1
		from occurrence
		where activity_id = $1
			and ends_at > $2
		order by id
		for update`, id, a.Clock.Now()); err != nil {
		return err
	}
	was, err := rhythmOf(ctx, tx, id, true)
	if err != nil {
		return err
	}
	if rule == nil {
		if was == nil {
			return nil
		}
		return a.storeRhythm(ctx, tx, place{was.id, id, v, nil}, lastTime{})
	}
	list, err := a.stepsUnder(ctx, tx, id, rule, was)
	if err != nil {
		return err
	}
	row := db.NewID("rhy")
	if was != nil {
		row = was.id
	}
	p := place{row, id, v, rule}
	if err := a.storeRhythm(ctx, tx, p, lastTime{}); err != nil {
		return err
	}
	var last lastTime
	for _, s := range list {
		if err := a.take(ctx, tx, p, s, &last); err != nil {
			return err
		}
	}
	return a.storeRhythm(ctx, tx, p, last)
}

// place is where dates are made: the rule as it is stored, and the activity.
type place struct {
	row, activity string
	v             *rules.Activity
	rule          *rules.Rhythm
}

// take does what a step says.
func (a *Agenda) take(
	ctx context.Context,
	tx pgx.Tx,
	p place,
	s step,
	last *lastTime,
) error {
	switch s.what {
	case beatNew:
		made, err := a.born(ctx, tx, p, s.day)
		if made != "" {
			last.Made = append(last.Made, made)
		}
		return err
	case beatLoose:
		_, err := tx.Exec(ctx, `
			update occurrence
			set rhythm_id = $2, rhythm_day = $3
			where id = $1`, s.id, p.row, s.day)
		return err
	case beatGoes:
		noted, err := places.TakeNoted(ctx, tx, s.id)
		if err != nil {
			return err
		}
		last.Taken = append(last.Taken, noted)
		return a.Raise(ctx, tx)
	case beatMoves:
		return a.RetimeUnused(ctx, tx, s.id, s.start, s.end)
	}
	return nil
}

// born makes the date of a day of a rule, and gives its id; "" when there is one.
func (a *Agenda) born(ctx context.Context, tx pgx.Tx, p place, day string) (string, error) {
	o, err := p.rule.Occurrence(db.NewID("occ"), p.activity, p.v, day)
	if err != nil {
		return "", err
	}
	o.Rhythm, o.Day = p.row, day
	if err := a.SaveOccurrence(ctx, tx, o); err != nil {
		return "", err
	}
	var made bool
	err = tx.QueryRow(ctx, `
		select exists (select 1 from occurrence where id = $1)`, o.ID).Scan(&made)
	if err != nil || !made {
		return "", err
	}
	return o.ID, nil
}

func (a *Agenda) storeRhythm(
	ctx context.Context,
	tx pgx.Tx,
	p place,
	last lastTime,
) error {
	var doc []byte
	if p.rule != nil {
		doc = db.JSON(p.rule)
	}
	_, err := tx.Exec(ctx, `
		insert into rhythm (id, activity_id, rule, last, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $5)
		on conflict (activity_id) do update set rule = excluded.rule, last = excluded.last,
			version = rhythm.version
				+ case when rhythm.rule is distinct from excluded.rule then 1 else 0 end,
			updated_at = excluded.updated_at`,
		p.row, p.activity, doc, db.JSON(last), a.Clock.Now())
	return err
}

// takeRhythmBack undoes what the last publication of a rule did to the dates: those that it made
// go, those that it removed come back.
//
// Problems: conflict when somebody signed up for one that it made, or staff changed it since.
func (a *Agenda) takeRhythmBack(ctx context.Context, tx pgx.Tx, id string) error {
	var raw []byte
	err := tx.QueryRow(ctx, `
		select last from rhythm where activity_id = $1 and last is not null`, id).Scan(&raw)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	var last lastTime
	if err := json.Unmarshal(raw, &last); err != nil {
		return err
	}
	if _, err := places.TakeDates(ctx, tx, id, last.Made); err != nil {
		return err
	}
	for _, noted := range last.Taken {
		if err := a.PutDateBack(ctx, tx, noted); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `update rhythm set last = null where activity_id = $1`, id)
	return err
}

// noteLasts is how long it is kept what a publication did: longer than it can be taken back.
const noteLasts = 24 * time.Hour

// FillRhythms makes the dates that have come within half a year of the rules of activities that
// visitors see, and forgets what can no longer be taken back. It can run twice, and catches up.
func (a *Agenda) FillRhythms(ctx context.Context) error {
	now := a.Clock.Now()
	for _, sql := range []string{
		`update rhythm set last = null where last is not null and updated_at < $1`,
		`update rhythm set turns = null where turns is not null and updated_at < $1
			and ` + bounded(`turns->'of'`) + ` is distinct from ` + bounded(`rule`),
	} {
		if _, err := a.Pool.Exec(ctx, sql, now.Add(-noteLasts)); err != nil {
			return err
		}
	}
	rows, err := a.Pool.Query(ctx, `
		select r.activity_id
		from rhythm r
		join activity a on a.id = r.activity_id
		where r.rule->>'end' = 'open'
			and `+seenNow+`
		order by r.activity_id`, now)
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	grown := false
	var faults []error // one activity that cannot go on keeps no other from it
	for _, id := range ids {
		faults = append(faults, db.InTx(ctx, a.Pool, func(tx pgx.Tx) error {
			made, err := a.fill(ctx, tx, id)
			grown = grown || made
			return err
		}))
	}
	if grown {
		a.Changed()
	}
	return errors.Join(faults...)
}

// bounded is a stored rule without what bounds it: turns are of such a one.
func bounded(rule string) string {
	return `(` + rule + `) - '{first,end,until,count,pause,skip}'::text[]`
}

// seenNow says of an activity a that visitors see it at $1, or will.
const seenNow = `a.status in ('published', 'scheduled')
	and (a.publish_until is null or a.publish_until > $1)`

// fill makes what a rule lacks, and touches nothing that is there. The activity is held as
// publishing holds it.
func (a *Agenda) fill(ctx context.Context, tx pgx.Tx, id string) (grown bool, err error) {
	var doc []byte
	err = tx.QueryRow(ctx, `
		select a.doc
		from activity a
		where `+seenNow+`
			and a.id = $2
		for update`, a.Clock.Now(), id).Scan(&doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	v := &rules.Activity{}
	if err := json.Unmarshal(doc, v); err != nil {
		return false, err
	}
	was, err := rhythmOf(ctx, tx, id, true)
	if err != nil || was == nil || was.rule == nil ||
		was.rests != nil && a.Clock.Now().Before(*was.rests) {
		return false, err
	}
	list, err := a.stepsUnder(ctx, tx, id, was.rule, was)
	if err != nil {
		return false, err
	}
	for _, s := range list {
		if s.what != beatNew {
			continue
		}
		made, err := a.born(ctx, tx, place{was.id, id, v, was.rule}, s.day)
		if err != nil {
			return grown, err
		}
		grown = grown || made != ""
	}
	return grown, nil
}
