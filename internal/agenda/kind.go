package agenda

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/search"
)

// ActivityKind is how the desk edits activities. A nil agenda only describes it.
func ActivityKind(a *Agenda) editing.KindOf[rules.ActivityDraft] {
	return editing.KindOf[rules.ActivityDraft]{
		Kind: editing.Kind{
			Name:      "activity",
			Plural:    "activities",
			Prefix:    "act_",
			Read:      []identity.Role{identity.Gastheer, identity.Redactie, identity.Beheerder},
			Write:     []identity.Role{identity.Begeleider, identity.Coordinator},
			Shown:     shownTo,
			PreviewOf: []any{Date{}},
			Gone:      eraseActivity,
			Kept:      keptBecauseUsed,
			PutBack: func(ctx context.Context, tx pgx.Tx, _ string, noted []byte) error {
				return a.PutDateBack(ctx, tx, noted)
			},
		},
		Check:   (*rules.ActivityDraft).Check,
		Title:   func(d *rules.ActivityDraft) string { return d.Title },
		Publish: a.publishActivity,
		Hide:    a.hideActivity,
		Ready:   ownIt,
		Allowed: allowed,
		Preview: a.previewDate,
		Unmake:  a.takeDatesBack,
		Revert:  uncopy,
	}
}

// seesAll are the roles that see every activity; a begeleider sees the own ones.
var seesAll = []identity.Role{
	identity.Gastheer,
	identity.Redactie,
	identity.Coordinator,
	identity.Beheerder,
}

// ownSQL says whether a draft is somebody's own: named in it, or begun by them and never published
// yet.
const ownSQL = `
	(coalesce(doc->'staff', '[]') ? $2
		or created_by = $2 and published_version is null)`

func mayWrite(who identity.Actor, own bool) bool {
	return who.Has(identity.Coordinator) || own && who.Has(identity.Begeleider)
}

func draftIs(ctx context.Context, q db.Querier, who identity.Actor, id, that string) (is bool, err error) {
	err = q.QueryRow(ctx, `
		select exists (select 1 from draft where id = $1 and `+that+`)`, id, who.ID).Scan(&is)
	return is, db.Problem(err)
}

// shownTo says whether somebody may see a draft. One that does not exist yet can be made.
func shownTo(ctx context.Context, q db.Querier, who identity.Actor, id string) (bool, error) {
	if who.Has(seesAll...) {
		return true, nil
	}
	hidden, err := draftIs(ctx, q, who, id, `not `+ownSQL)
	return !hidden, err
}

func allowed(ctx context.Context, q db.Querier, who identity.Actor, id string, d *rules.ActivityDraft) error {
	if who.Has(identity.Coordinator) || d == nil || d.OwnedBy(who.ID) {
		return nil
	}
	own, err := draftIs(ctx, q, who, id, ownSQL)
	if err == nil && !own {
		err = problem.New(problem.Forbidden)
	}
	return err
}

// ownIt makes what a begeleider publishes for the first time their own.
func ownIt(_ context.Context, _ pgx.Tx, who identity.Actor, w editing.Working[rules.ActivityDraft]) error {
	if w.Before == nil && !who.Has(identity.Coordinator) && !w.Doc.OwnedBy(who.ID) {
		w.Doc.Staff = append(w.Doc.Staff, who.ID)
	}
	return nil
}

// publishActivity stores an activity for visitors, and makes its new dates; they leave the draft.
// Its rhythm stays there, and its dates are made what it says.
//
// Problems: invalid (slug, mode), conflict when its period hides it from people who are still to
// come.
func (a *Agenda) publishActivity(
	ctx context.Context, tx pgx.Tx, id string, d *rules.ActivityDraft, s editing.State,
) error {
	v := d.Activity
	v.Status, v.PublishFrom, v.PublishUntil = "published", s.From, s.Until
	if s.From != nil && s.From.After(a.Clock.Now()) {
		v.Status = "scheduled"
	}
	if err := a.keepMode(ctx, tx, id, v.Mode); err != nil {
		return err
	}
	if err := a.keepSeen(ctx, tx, id, &v); err != nil {
		return err
	}
	if err := a.keepKnown(ctx, tx, id, d); err != nil {
		return err
	}
	if err := a.SaveActivity(ctx, tx, id, v); errors.Is(err, problem.New(problem.Conflict)) {
		return problem.Wrong("slug", problem.Taken)
	} else if err != nil {
		return err
	}
	for i := range d.NewDates {
		if err := a.makeDate(ctx, tx, id, d, i); err != nil {
			return err
		}
	}
	d.NewDates = []rules.NewDate{}
	return a.keepRhythm(ctx, tx, id, &v, d.Rule())
}

// keepKnown lets a draft say only where people can be received; what is public may stay.
//
// Problems: invalid.
func (a *Agenda) keepKnown(ctx context.Context, tx pgx.Tx, id string, d *rules.ActivityDraft) error {
	var location, host string
	if err := tx.QueryRow(ctx, `
		select coalesce(max(doc->>'location'), ''), coalesce(max(doc->>'host'), '')
		from activity
		where id = $1`, id).Scan(&location, &host); err != nil {
		return err
	}
	if err := a.MayReceive(ctx, tx, "host", d.Host, host); err != nil {
		return err
	}
	var f problem.Faults
	known := a.Known(ctx)
	known.Room(&f, "location", d.Location, location)
	for i, n := range d.NewDates {
		name := fmt.Sprintf("newDates.%d.host", i)
		if err := a.MayReceive(ctx, tx, name, n.Host, host); err != nil {
			return err
		}
		for j, s := range n.Sessions {
			known.Room(&f, fmt.Sprintf("newDates.%d.sessions.%d.room", i, j), s.Room, d.Location)
		}
	}
	return f.Err()
}

func (a *Agenda) makeDate(ctx context.Context, tx pgx.Tx, id string, d *rules.ActivityDraft, i int) error {
	name := fmt.Sprintf("newDates.%d.", i)
	o, err := d.NewDates[i].Occurrence(id, &d.Activity)
	if err != nil {
		return problem.Wrong(name+"sessions", problem.Invalid)
	}
	if err := a.SaveOccurrence(ctx, tx, o); err != nil {
		return err
	}
	var owner string
	err = tx.QueryRow(ctx, `select activity_id from occurrence where id = $1`, o.ID).Scan(&owner)
	if err == nil && owner != id {
		err = problem.Wrong(name+"id", problem.Taken)
	}
	return err
}

// takeDatesBack removes the dates that publishing made, as far as no colleague did, and makes them
// new ones of the draft again, or of the rhythm.
//
// Problems: conflict when somebody signed up for one of them, or staff changed one since.
func (a *Agenda) takeDatesBack(ctx context.Context, tx pgx.Tx, id string, published, draft *rules.ActivityDraft) error {
	ids := make([]string, len(published.NewDates))
	for i, n := range published.NewDates {
		ids[i] = n.ID
	}
	gone, err := changes.TakeDates(ctx, tx, id, ids)
	if err != nil {
		return err
	}
	back := slices.DeleteFunc(published.NewDates, func(n rules.NewDate) bool {
		return !slices.Contains(gone, n.ID) || dateAt(draft.NewDates, n.ID) >= 0
	})
	draft.NewDates = append(back, draft.NewDates...)
	return a.takeRhythmBack(ctx, tx, id)
}

// keepMode refuses another way in while people are signed up for what is to come.
func (a *Agenda) keepMode(ctx context.Context, tx pgx.Tx, id, mode string) error {
	was, published, err := db.One[string](ctx, tx, `
		select mode
		from activity
		where id = $1`, id)
	if err != nil || !published || was == mode {
		return err
	}
	people, err := a.peopleToCome(ctx, tx, id)
	if err == nil && people > 0 {
		err = problem.Wrong("mode", problem.Taken)
	}
	return err
}

// keepSeen refuses a period that takes an activity away from people who are still to come, now or
// before their date: nobody would tell them.
func (a *Agenda) keepSeen(ctx context.Context, tx pgx.Tx, id string, v *rules.Activity) error {
	seen := v.Visible(a.Clock.Now())
	if seen && v.PublishUntil == nil {
		return nil
	}
	people, err := a.peopleToCome(ctx, tx, id)
	if err != nil || people == 0 {
		return err
	}
	later := !seen
	if seen {
		err = tx.QueryRow(ctx, `
			select exists (
				select from occurrence
				where activity_id = $1 and starts_at > $2 and taken + waiting > 0
			)`, id, v.PublishUntil).Scan(&later)
	}
	if err == nil && later {
		err = changes.InTheWay("signUps")
	}
	return err
}

// peopleToCome have a place or wait on dates that are not over: it holds these, so that nobody
// signs up meanwhile.
func (a *Agenda) peopleToCome(ctx context.Context, tx pgx.Tx, id string) (n int, err error) {
	people, err := db.All[int](ctx, tx, `
		select taken + waiting
		from occurrence
		where activity_id = $1
			and ends_at > $2
		order by id
		for update`, id, a.Clock.Now())
	for _, more := range people {
		n += more
	}
	return n, err
}

// hideActivity takes an activity away from visitors. Problems: conflict while people are still to
// come: nobody would tell them.
func (a *Agenda) hideActivity(ctx context.Context, tx pgx.Tx, id string, _ *rules.ActivityDraft) error {
	people, err := a.peopleToCome(ctx, tx, id)
	if err == nil && people > 0 {
		err = changes.InTheWay("signUps")
	}
	if err != nil {
		return err
	}
	v, there, err := db.One[*rules.Activity](ctx, tx, `
		select doc from activity where id = $1 for update`, id)
	if err != nil || !there {
		return err
	}
	v.Status, v.PublishFrom, v.PublishUntil = "archived", nil, nil
	if len(v.Validate()) > 0 || !v.Seen(a.Clock.Now()) {
		v.Status = "draft" // never seen; or published under rules that were wider
	}
	return a.SaveActivity(ctx, tx, id, *v)
}

// keptBecauseUsed keeps an activity with sign-ups out of the trash: it can be hidden.
func keptBecauseUsed(ctx context.Context, q db.Querier, id string) error {
	used, err := changes.UsedBy(ctx, q, `o.activity_id = $1`, id)
	if err == nil && used {
		err = changes.InTheWay("signUps")
	}
	return err
}

// eraseActivity removes an activity with its dates, which nobody used; its short address stays
// given out.
func eraseActivity(ctx context.Context, tx pgx.Tx, id string) error {
	if err := keptBecauseUsed(ctx, tx, id); err != nil {
		return err
	}
	if err := changes.EraseDates(ctx, tx, `activity_id = $1`, id); err != nil {
		return err
	}
	if err := search.Drop(ctx, tx, changes.SearchKind, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		delete from activity
		where id = $1`, id)
	return err
}
