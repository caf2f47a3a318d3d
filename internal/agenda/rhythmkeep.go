package agenda

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

type lastTime struct {
	Made  []string          `json:"made"`
	Taken []json.RawMessage `json:"taken"` // for PutDateBack
}

// keepRhythm makes the dates of an activity what its rule says; without a rule they stay as loose
// dates.
func (a *Agenda) keepRhythm(ctx context.Context, tx pgx.Tx, id string, v *rules.Activity, rule *rules.Rhythm) error {
	if _, err := a.peopleToCome(ctx, tx, id); err != nil { // holds its dates
		return err
	}
	if rule == nil {
		was, err := rhythmOf(ctx, tx, id, true)
		if err != nil || was.ID == "" {
			return err
		}
		return a.storeRhythm(ctx, tx, place{was.ID, id, v, nil}, lastTime{})
	}
	was, list, err := a.stepsUnder(ctx, tx, id, rule, true)
	if err != nil {
		return err
	}
	p := place{cmp.Or(was.ID, db.NewID("rhy")), id, v, rule}
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

type place struct {
	row, activity string
	v             *rules.Activity
	rule          *rules.Rhythm
}

func (a *Agenda) take(ctx context.Context, tx pgx.Tx, p place, s step, last *lastTime) error {
	switch s.what {
	case beatNew:
		made, err := a.born(ctx, tx, p, s.Day)
		if made != "" {
			last.Made = append(last.Made, made)
		}
		return err
	case beatLoose:
		_, err := tx.Exec(ctx, `
			update occurrence
			set rhythm_id = $2, rhythm_day = $3
			where id = $1`, s.ID, p.row, s.Day)
		return err
	case beatGoes:
		noted, err := changes.TakeNoted(ctx, tx, s.ID)
		if err != nil {
			return err
		}
		last.Taken = append(last.Taken, noted)
		return a.Raise(ctx, tx)
	case beatMoves:
		return a.RetimeUnused(ctx, tx, s.ID, s.from, s.to)
	}
	return nil
}

// born makes the date of that day; "" when there is one.
func (a *Agenda) born(ctx context.Context, tx pgx.Tx, p place, day string) (string, error) {
	o, err := p.rule.Occurrence(db.NewID("occ"), p.activity, p.v, day)
	if err != nil {
		return "", err
	}
	o.Rhythm, o.Day = p.row, day
	if err := a.SaveOccurrence(ctx, tx, o); err != nil {
		return "", err
	}
	made, _, err := db.One[string](ctx, tx, `select id from occurrence where id = $1`, o.ID)
	return made, err
}

func (a *Agenda) storeRhythm(ctx context.Context, tx pgx.Tx, p place, last lastTime) error {
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

// takeRhythmBack undoes what the last publication of a rule did: dates that it made go, those that
// it removed come back.
//
// Problems: conflict when somebody signed up for one that it made, or staff changed it since.
func (a *Agenda) takeRhythmBack(ctx context.Context, tx pgx.Tx, id string) error {
	last, there, err := db.One[*lastTime](ctx, tx, `
		select last from rhythm where activity_id = $1 and last is not null`, id)
	if err != nil || !there {
		return err
	}
	if _, err := changes.TakeDates(ctx, tx, id, last.Made); err != nil {
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

// noteLasts is how long that is kept: longer than it can be taken back.
const noteLasts = 24 * time.Hour

// FillRhythms makes the dates of rules that have come within half a year, of activities that
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
	ids, err := db.All[string](ctx, a.Pool, `
		select r.activity_id
		from rhythm r
		join activity a on a.id = r.activity_id
		where r.rule->>'end' = 'open'
			and `+seenNow+`
		order by r.activity_id`, now)
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
	v, seen, err := db.One[*rules.Activity](ctx, tx, `
		select a.doc
		from activity a
		where `+seenNow+`
			and a.id = $2
		for update`, a.Clock.Now(), id)
	if err != nil || !seen {
		return false, err
	}
	was, list, err := a.stepsUnder(ctx, tx, id, nil, true)
	if err != nil || was.Rests != nil && a.Clock.Now().Before(*was.Rests) {
		return false, err
	}
	for _, s := range list {
		if s.what == beatNew {
			made, err := a.born(ctx, tx, place{was.ID, id, v, was.Rule}, s.Day)
			if err != nil {
				return grown, err
			}
			grown = grown || made != ""
		}
	}
	return grown, nil
}
