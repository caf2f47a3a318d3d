package agenda

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// WeekDraft is an activity of which dates wait on the desk.
type WeekDraft struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
	Title   string `json:"title"`
}

// weekDrafts are the dates that wait on the desk, with the drafts that this person may publish. A
// date that somebody is still typing is not there yet; what was hidden or thrown away does not come
// back by publishing a week.
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
		map[string]string{"from": rules.DayOf(from), "to": rules.DayOf(to)},
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
	was, err := rhythmOf(ctx, a.Pool, id, false)
	if err != nil {
		return nil, db.Problem(err)
	}
	list, err := a.stepsUnder(ctx, a.Pool, id, rule, was)
	if err != nil {
		return nil, db.Problem(err)
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

// draftCard is a meeting of a date that is not there yet, by its number from 0.
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
