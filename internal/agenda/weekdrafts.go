package agenda

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// WeekDraft is an activity of which dates wait on the desk.
type WeekDraft struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
	Title   string `json:"title"`
}

// weekDrafts are the dates that wait on the desk, with the drafts that this person may publish. Not
// those that somebody is still typing; nor what was hidden or thrown away: it does not come back by
// publishing a week.
func (a *Agenda) weekDrafts(
	ctx context.Context, who identity.Actor, from, to time.Time,
) (cards []card, drafts []WeekDraft, err error) {
	type waiting struct {
		WeekDraft
		Doc       rules.ActivityDraft
		Own, Rule bool
	}
	list, err := db.All[waiting](ctx, a.Pool, `
		select id, version, title, doc - 'body', `+ownSQL+`,
			doc ? 'rhythm' and doc->'rhythm' is distinct from public_doc->'rhythm'
		from draft
		where kind = 'activity'
			and status in ('draft', 'scheduled', 'published', 'over')
			and (
				jsonb_path_exists(
					doc,
					'$.newDates[*].sessions[*] ? (@.day >= $from && @.day < $to)',
					$1
				)
				or doc ? 'rhythm' and doc->'rhythm' is distinct from public_doc->'rhythm'
			)
			and ($3 or `+ownSQL+`)
		order by title, id`,
		map[string]string{"from": clock.Date(from), "to": clock.Date(to)},
		who.ID, who.Has(seesAll...))
	drafts = []WeekDraft{}
	for i := range list {
		w := &list[i]
		found := draftCards(w.ID, &w.Doc, from, to)
		if w.Rule {
			made, err := a.rhythmCards(ctx, w.ID, &w.Doc, from, to)
			if err != nil {
				return nil, nil, err
			}
			found = append(found, made...)
		}
		if len(found) > 0 && mayWrite(who, w.Own) {
			drafts = append(drafts, w.WeekDraft)
		}
		cards = append(cards, found...)
	}
	return cards, drafts, err
}

func (a *Agenda) rhythmCards(
	ctx context.Context, id string, d *rules.ActivityDraft, from, to time.Time,
) ([]card, error) {
	rule := d.Rule()
	if rule == nil {
		return nil, nil
	}
	rule.Tidy()
	if rule.Faults("rhythm") != nil {
		return nil, nil // half typed
	}
	_, list, err := a.stepsUnder(ctx, a.Pool, id, rule, false)
	if err != nil {
		return nil, err
	}
	made := &rules.ActivityDraft{Activity: d.Activity}
	for _, s := range list {
		if s.what == beatNew && !s.from.Before(from) && s.from.Before(to) {
			made.NewDates = append(made.NewDates, rules.NewDate{
				ID:       id + "-" + s.Day,
				Sessions: []rules.NewSession{rule.Session(s.Day)},
			})
		}
	}
	return draftCards(id, made, from, to), nil
}

func draftCards(id string, d *rules.ActivityDraft, from, to time.Time) (out []card) {
	for i := range d.NewDates {
		for j := range d.NewDates[i].Sessions {
			c, err := draftCard(id, &d.Activity, &d.NewDates[i], j)
			if err == nil && !c.start.Before(from) && c.start.Before(to) {
				out = append(out, c)
			}
		}
	}
	return out
}

// draftCard is the nth meeting, from 0, of a date that is not there yet.
func draftCard(id string, v *rules.Activity, n *rules.NewDate, j int) (card, error) {
	s := n.Sessions[j]
	start, end, err := s.Times()
	if err != nil {
		return card{}, err
	}
	c := card{start: start, end: end, WeekCard: WeekCard{
		ID:         fmt.Sprintf("%s-%d", n.ID, j+1),
		Occurrence: n.ID,
		Activity:   id,
		Title:      v.Title,
		Kind:       "date",
		Mode:       v.Mode,
		N:          j + 1,
		Of:         len(n.Sessions),
		Start:      clock.Moment(start),
		End:        clock.Moment(end),
		Room:       cmp.Or(s.Room, v.Location),
		Host:       cmp.Or(n.Host, v.Host),
		State:      "draft",
		Readable:   true,
		Warnings:   []WeekWarning{},
	}}
	if v.Mode == rules.Series {
		c.Kind = "series"
	}
	return c, nil
}

type hasDate struct {
	Activity, Rhythm, Day string
	Start, End            time.Time
}

// datesIn are the dates of activities in the week of a Monday, and those that stand for a day of it
// in their rhythm.
func datesIn(ctx context.Context, q db.Querier, ids []string, monday time.Time) ([]hasDate, error) {
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
			)`, ids, monday, next, clock.Date(monday), clock.Date(next))
}

// copyWeek puts dates of the week before on the desk, a week later. Of two people who copy at once
// the second finds them there.
//
// Problems: invalid for a week that cannot be read or an id that no date has.
func (a *Agenda) copyWeek(ctx context.Context, who identity.Actor, in CopyPress) (out Copied, err error) {
	to, err := weekAsked(in.Week)
	if err != nil {
		return out, err
	}
	for _, p := range in.Dates {
		if !rules.NewDateID(p.ID) {
			return out, problem.Wrong("dates", problem.Invalid)
		}
	}
	var first string // who worked last on what stood there already
	err = db.InTx(ctx, a.Pool, func(tx pgx.Tx) error {
		if !a.unheld {
			if err := holdDrafts(ctx, tx, in.Dates); err != nil {
				return err
			}
		}
		plan, err := a.planCopy(ctx, tx, who, to)
		if err != nil {
			return err
		}
		if a.pause != nil {
			a.pause()
		}
		out, first = picked(in.Dates, plan, who.ID)
		out.Undo, err = a.addDates(ctx, tx, who, out.Made)
		return err
	})
	if err != nil || first == "" {
		return out, db.Problem(err)
	}
	out.By = first
	return out, db.Problem(a.SayNames(ctx, &out.By))
}

// picked says what comes of the dates that somebody ticked, and who worked last on the first that
// stood there already.
func picked(dates []CopyPick, plan []copied, who string) (out Copied, first string) {
	out = Copied{Made: []CopiedDate{}, Rest: []CopyLeftover{}}
	for _, p := range dates {
		i := slices.IndexFunc(plan, func(c copied) bool { return c.Source == p.Source })
		if i < 0 {
			continue // it was removed since
		}
		c, made := plan[i], -1
		if c.draft != nil && c.own {
			made = dateAt(c.draft.NewDates, p.ID)
		}
		switch {
		case made >= 0:
			c.date = c.draft.NewDates[made]
		case c.Why == "":
			c.date.ID = p.ID
		default:
			out.Rest = append(out.Rest, c.CopyLeftover)
			if c.Why == "there" && first == "" && c.by != who {
				first = c.by
			}
			continue
		}
		out.Made = append(out.Made, CopiedDate{c.slot.ActivityID, c.CopyLeftover.Title, c.date})
	}
	return out, first
}

func (a *Agenda) addDates(ctx context.Context, tx pgx.Tx, who identity.Actor, made []CopiedDate) ([]CopyBack, error) {
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
					if dateAt(d.NewDates, n.ID) < 0 {
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
		i := dateAt(dates, o.ID)
		return i >= 0 && bytes.Equal(db.JSON(o), db.JSON(dates[i]))
	})
	return len(d.NewDates) < before, nil
}

// dateAt finds a new date by its id; -1: none.
func dateAt(all []rules.NewDate, id string) int {
	return slices.IndexFunc(all, func(n rules.NewDate) bool { return n.ID == id })
}

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
