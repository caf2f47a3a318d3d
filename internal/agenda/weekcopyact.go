package agenda

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

type desked struct {
	ID, Status, By string
	Changed        bool
	Doc            rules.ActivityDraft
	Own            bool // who asks may write it
}

type hasDate struct {
	Activity, Rhythm, Day string
	Start, End            time.Time
}

// weekDate is a date of the week that is copied, with the status of its activity.
type weekDate struct {
	slot      rules.Slot
	meeting   rules.Meeting
	status    string
	rhythm    string
	rhythmDay string
	rule      *rules.Rhythm
}

func weekBefore(ctx context.Context, q db.Querier, monday, now time.Time) ([]weekDate, error) {
	return db.Rows(ctx, q, func(r pgx.CollectableRow) (f weekDate, err error) {
		f.slot.Now = now
		return f, waitlist.ScanMeeting(
			r, &f.slot, &f.meeting, &f.status, &f.rhythm, &f.rhythmDay, &f.rule,
		)
	}, `
		select `+waitlist.MeetingColumns+`, a.status,
			coalesce(o.rhythm_id, ''), coalesce(o.rhythm_day::text, ''),
			(select r.rule from rhythm r where r.id = o.rhythm_id)`+places.From+`
			se.starts_at >= $1
			and se.starts_at < $2
			and a.status in ('published', 'scheduled', 'archived')
		order by se.starts_at, se.id`, monday.AddDate(0, 0, -7), monday)
}

func deskOf(
	ctx context.Context, q db.Querier, who identity.Actor, ids []string,
) (map[string]*desked, error) {
	list, err := db.All[desked](ctx, q, `
		select id, status, updated_by, changed, doc - 'body', `+ownSQL+`
		from draft
		where kind = 'activity'
			and id = any($1)`, ids, who.ID)
	out := map[string]*desked{}
	for _, d := range list {
		d.Own = mayWrite(who, d.Own)
		out[d.ID] = &d
	}
	return out, err
}

// datesIn are the dates of activities in the week of a Monday, and those that stand for a day of it
// in their rhythm.
func datesIn(
	ctx context.Context, q db.Querier, ids []string, monday time.Time,
) ([]hasDate, error) {
	next := monday.AddDate(0, 0, 7)
	return db.All[hasDate](ctx, q, `
		select o.activity_id, coalesce(o.rhythm_id, ''), coalesce(o.rhythm_day::text, ''),
			se.starts_at, se.ends_at
		from occurrence o
		join session se on se.occurrence_id = o.id
		where o.activity_id = any($1)
			and (
				se.starts_at >= $2
				and se.starts_at < $3
				or o.rhythm_day >= $4::date
				and o.rhythm_day < $5::date
			)`, ids, monday, next, rules.DayOf(monday), rules.DayOf(next))
}

// copyWeek puts dates of the week before on the desk, a week later. Of two people who copy at once
// the second finds them there.
//
// Problems: invalid for a week that cannot be read or an id that no date has.
func (a *Agenda) copyWeek(
	ctx context.Context, who identity.Actor, in CopyPress,
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
	dates []CopyPick, plan []copied, desk map[string]*desked, who string,
) (out Copied, first string) {
	out = Copied{Made: []CopiedDate{}, Rest: []CopyLeftover{}}
	for _, p := range dates {
		i := slices.IndexFunc(plan, func(c copied) bool { return c.Source == p.Source })
		if i < 0 {
			continue // it was removed since
		}
		c := plan[i]
		d, made := desk[c.activity], -1
		if d != nil && d.Own {
			made = slices.IndexFunc(d.Doc.NewDates, func(n rules.NewDate) bool {
				return n.ID == p.ID
			})
		}
		switch {
		case made >= 0:
			out.Made = append(out.Made, CopiedDate{c.activity, c.Title, d.Doc.NewDates[made]})
		case c.Why == "":
			c.date.ID = p.ID
			out.Made = append(out.Made, CopiedDate{c.activity, c.Title, c.date})
		default:
			out.Rest = append(out.Rest, c.CopyLeftover)
			if c.Why == "there" && first == "" && d.By != who {
				first = d.By
			}
		}
	}
	return out, first
}

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

func uncopy(d *rules.ActivityDraft, noted []byte, _ bool) (bool, error) {
	var dates []rules.NewDate
	if err := json.Unmarshal(noted, &dates); err != nil {
		return false, err
	}
	before := len(d.NewDates)
	d.NewDates = slices.DeleteFunc(d.NewDates, func(o rules.NewDate) bool {
		return slices.ContainsFunc(dates, func(n rules.NewDate) bool {
			return o.ID == n.ID && bytes.Equal(db.JSON(o), db.JSON(n))
		})
	})
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
