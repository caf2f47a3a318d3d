package agenda

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

// How the dates of an activity are made what its rule says.

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
		noted, err := changes.TakeNoted(ctx, tx, s.id)
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
