package agenda

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// copyWeek puts dates of the week before on the desk, a week later. Of two people who copy at once
// the second finds them there.
//
// Problems: invalid for a week that cannot be read or an id that no date has.
func (a *Agenda) copyWeek(
	ctx context.Context,
	who identity.Actor,
	in CopyPress,
) (out Copied, err error) {
	to, err := weekAsked(in.Week)
	if err != nil {
		return out, err
	}
	for _, p := range in.Dates {
		if !rules.NewDateID(p.ID) {
			return out, problem.WithFields(problem.Field{Name: "dates", Code: problem.Invalid})
		}
	}
	var first string // who worked last on what stood there already
	err = db.InTx(ctx, a.Pool, func(tx pgx.Tx) error {
		if !a.unheld {
			if err := holdDrafts(ctx, tx, in.Dates); err != nil {
				return err
			}
		}
		plan, desk, err := a.planCopy(ctx, tx, who, to)
		if err != nil {
			return err
		}
		if a.pause != nil {
			a.pause()
		}
		out, first = picked(in.Dates, plan, desk, who.ID)
		out.Undo, err = a.addDates(ctx, tx, who, out.Made)
		return err
	})
	if err != nil || first == "" {
		return out, db.Problem(err)
	}
	names, err := a.Names(ctx, []string{first})
	out.By = names[first]
	return out, db.Problem(err)
}

// picked says what comes of the dates that somebody ticked: those that are to stand there, and who
// worked last on the first that stood there already.
func picked(
	dates []CopyPick,
	plan []copied,
	desk map[string]*desked,
	who string,
) (out Copied, first string) {
	out = Copied{Made: []CopiedDate{}, Rest: []CopyLeftover{}}
	for _, p := range dates {
		i := slices.IndexFunc(plan, func(c copied) bool { return c.Source == p.Source })
		if i < 0 {
			continue // it was removed since
		}
		c := plan[i]
		d := desk[c.activity]
		switch made := d.date(p.ID); {
		case made != nil && d.own:
			out.Made = append(out.Made, CopiedDate{c.activity, c.Title, *made})
		case c.Why == "":
			c.date.ID = p.ID
			out.Made = append(out.Made, CopiedDate{c.activity, c.Title, c.date})
		default:
			out.Rest = append(out.Rest, c.CopyLeftover)
			if c.Why == "there" && first == "" && d.by != who {
				first = d.by
			}
		}
	}
	return out, first
}

// addDates puts new dates on the desk, those that do not stand there yet, and gives the way back of
// each activity.
func (a *Agenda) addDates(
	ctx context.Context,
	tx pgx.Tx,
	who identity.Actor,
	made []CopiedDate,
) ([]CopyBack, error) {
	by := map[string][]rules.NewDate{}
	titles := map[string]string{}
	for _, c := range made {
		by[c.Activity], titles[c.Activity] = append(by[c.Activity], c.Date), c.Title
	}
	out := []CopyBack{}
	for _, id := range slices.Sorted(maps.Keys(by)) {
		undo, err := a.Amend(ctx, tx, who, editing.Amendment{
			Kind:  "activity",
			ID:    id,
			Act:   "copied",
			Noted: db.JSON(by[id]),
			Change: func(doc any, _ bool) (bool, error) {
				d := doc.(*rules.ActivityDraft)
				before := len(d.NewDates)
				for _, n := range by[id] {
					if !slices.ContainsFunc(d.NewDates, func(o rules.NewDate) bool {
						return o.ID == n.ID
					}) {
						d.NewDates = append(d.NewDates, n)
					}
				}
				return len(d.NewDates) > before, nil
			},
		})
		if err != nil {
			return nil, err
		}
		if undo != nil {
			out = append(out, CopyBack{id, titles[id], *undo})
		}
	}
	return out, nil
}

// uncopy takes copied dates from the desk again, those that nobody touched.
func uncopy(d *rules.ActivityDraft, noted []byte, _ bool) (bool, error) {
	var dates []rules.NewDate
	if err := json.Unmarshal(noted, &dates); err != nil {
		return false, err
	}
	before := len(d.NewDates)
	for _, n := range dates {
		removed(d, n)
	}
	return len(d.NewDates) < before, nil
}

// holdDrafts locks the working copies of the activities of these dates, in order of their ids.
func holdDrafts(ctx context.Context, tx pgx.Tx, dates []CopyPick) error {
	ids := make([]string, len(dates))
	for i, p := range dates {
		ids[i] = p.Source
	}
	_, err := tx.Exec(ctx, `
		select 1
		from draft
		where id in (select activity_id from occurrence where id = any($1))
		order by id
		for update`, ids)
	return err
}

// removed takes a new date out of a draft when it still is as it was made.
func removed(d *rules.ActivityDraft, n rules.NewDate) {
	d.NewDates = slices.DeleteFunc(d.NewDates, func(o rules.NewDate) bool {
		return o.ID == n.ID && bytes.Equal(db.JSON(o), db.JSON(n))
	})
}
