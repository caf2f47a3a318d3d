package agenda

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

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
