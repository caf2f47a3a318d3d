package agenda

import (
	"bytes"
	"context"
	"errors"
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
		var add map[string][]rules.NewDate
		out, add, first = picked(in.Dates, plan, desk, who.ID)
		return a.addDates(ctx, tx, who, add)
	})
	if err != nil || first == "" {
		return out, db.Problem(err)
	}
	names, err := a.Names(ctx, []string{first})
	out.By = names[first]
	return out, db.Problem(err)
}

// picked says what comes of the dates that somebody ticked: those to add, by activity, and who
// worked last on the first that stood there already.
func picked(
	dates []CopyPick,
	plan []copied,
	desk map[string]*desked,
	who string,
) (out Copied, add map[string][]rules.NewDate, first string) {
	out = Copied{Made: []CopiedDate{}, Rest: []CopyLeftover{}}
	add = map[string][]rules.NewDate{}
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
			add[c.activity] = append(add[c.activity], c.date)
			out.Made = append(out.Made, CopiedDate{c.activity, c.Title, c.date})
		default:
			out.Rest = append(out.Rest, c.CopyLeftover)
			if c.Why == "there" && first == "" && d.by != who {
				first = d.by
			}
		}
	}
	return out, add, first
}

// addDates puts new dates on the desk, by activity.
func (a *Agenda) addDates(
	ctx context.Context,
	tx pgx.Tx,
	who identity.Actor,
	add map[string][]rules.NewDate,
) error {
	for _, id := range slices.Sorted(maps.Keys(add)) {
		_, err := a.Amend(ctx, tx, who, editing.Amendment{
			Kind: "activity",
			ID:   id,
			Change: func(doc any, _ bool) (bool, error) {
				d := doc.(*rules.ActivityDraft)
				d.NewDates = append(d.NewDates, add[id]...)
				return true, nil
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
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

// date is a new date of the draft; nil: it has none of that id.
func (d *desked) date(id string) *rules.NewDate {
	if d == nil {
		return nil
	}
	for i := range d.doc.NewDates {
		if d.doc.NewDates[i].ID == id {
			return &d.doc.NewDates[i]
		}
	}
	return nil
}

// undoCopy takes copied dates from the desk again, those that nobody touched.
func (a *Agenda) undoCopy(
	ctx context.Context,
	who identity.Actor,
	in CopyUndo,
) (out CopyUndone, err error) {
	by := map[string][]CopiedDate{}
	for _, c := range in.Dates {
		by[c.Activity] = append(by[c.Activity], c)
	}
	err = db.InTx(ctx, a.Pool, func(tx pgx.Tx) error {
		out = CopyUndone{Stay: []string{}}
		for _, id := range slices.Sorted(maps.Keys(by)) {
			var stay []string
			_, err := a.Amend(ctx, tx, who, editing.Amendment{
				Kind: "activity",
				ID:   id,
				Change: func(doc any, _ bool) (bool, error) {
					d := doc.(*rules.ActivityDraft)
					stay = nil
					before := len(d.NewDates)
					for _, c := range by[id] {
						if !removed(d, c.Date) {
							stay = append(stay, c.Title)
						}
					}
					return len(d.NewDates) < before, nil
				},
			})
			if errors.Is(err, problem.New(problem.NotFound)) ||
				errors.Is(err, problem.New(problem.Conflict)) {
				stay = nil // erased, or in the trash with its dates
				for _, c := range by[id] {
					stay = append(stay, c.Title)
				}
			} else if err != nil {
				return err
			}
			out.Gone += len(by[id]) - len(stay)
			out.Stay = append(out.Stay, stay...)
		}
		return nil
	})
	return out, db.Problem(err)
}

// removed takes a new date out of a draft when it still is as it was made.
func removed(d *rules.ActivityDraft, n rules.NewDate) bool {
	i := slices.IndexFunc(d.NewDates, func(o rules.NewDate) bool {
		return o.ID == n.ID && bytes.Equal(db.JSON(o), db.JSON(n))
	})
	if i < 0 {
		return false
	}
	d.NewDates = slices.Delete(d.NewDates, i, i+1)
	return true
}
