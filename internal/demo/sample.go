package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/app"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
)

// ErrNotEmpty keeps sample data out of a database in which somebody works.
var ErrNotEmpty = errors.New(
	"this database holds activities or sign-ups that are not sample data: nothing was loaded",
)

// loader fills an empty house. Sign-ups go through the rules of the agenda itself, so that the
// states are real.
type loader struct {
	*app.App
	plan *plan
	n    int // people so far
}

// Load fills the database of a with the sample data around the moment of its clock. Loading twice
// changes nothing.
func Load(ctx context.Context, a *app.App) error {
	done, err := loaded(ctx, a)
	if err != nil || done {
		return err
	}
	if err := clean(ctx, a); err != nil { // what a loading that was cut short left behind
		return err
	}
	l := &loader{App: a, plan: newPlan(a.Clock.Now())}
	if err := l.colleagues(ctx); err != nil { // some of them receive
		return fmt.Errorf("sample staff: %w", err)
	}
	if err := db.InTx(ctx, a.Pool, func(tx pgx.Tx) error {
		return l.programme(ctx, tx)
	}); err != nil {
		return fmt.Errorf("sample programme: %w", err)
	}
	for _, step := range []func(context.Context) error{
		l.texts,
		l.crowd,
		l.outing,
		l.offered,
		l.nineOClock,
		l.phoneList,
		l.messages,
		l.volunteer,
		l.complain,
		l.subscribe,
		l.past,
		l.quiet,
		l.views,
		l.tallied,
	} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("sample data: %w", err)
		}
	}
	_, err = a.Pool.Exec(
		ctx, `
		insert into setting (id, doc, created_at, updated_at) values ($1, '{}', $2, $2)`,
		loadedMark,
		a.Clock.Now(),
	)
	return err
}

// loadedMark is the row that says, as the last act of loading, that all of it is there.
const loadedMark = "sample"

// cleaned are the tables that loading fills, in an order in which their rows may go.
var cleaned = strings.Fields(`
	tap volunteer_time offer_vacancy offer vacancy waitlist_entry
	registration session occurrence activity activity_slug document
	draft presence story_consent complaint_message complaint complaint_year
	subscriber subscriber_left mail page_view setting contact_answer
	contact_message volunteer_application
`)

func clean(ctx context.Context, a *app.App) error {
	// deleted, not truncated: the site's own role may not do that
	return db.InTx(ctx, a.Pool, func(tx pgx.Tx) error {
		for _, table := range cleaned {
			if _, err := tx.Exec(ctx, `delete from `+table); err != nil {
				return err
			}
		}
		return nil
	})
}

// loaded says that the sample is there already; anything else in the database is ErrNotEmpty.
func loaded(ctx context.Context, a *app.App) (bool, error) {
	var sample, other, people int
	var done bool
	err := a.Pool.QueryRow(ctx, `
		select count(*) filter (where (doc->>'sample')::boolean),
			count(*) filter (where (doc->>'sample')::boolean is not true),
			(select count(*) from registration) + (select count(*) from document),
			exists (select 1 from setting where id = $1) from activity`, loadedMark).Scan(
		&sample,
		&other,
		&people,
		&done,
	)
	switch {
	case err != nil || done: // staff may have written since
		return done, err
	case other > 0, people > 0 && sample == 0:
		return false, ErrNotEmpty
	}
	return done, nil
}

func (l *loader) programme(ctx context.Context, tx pgx.Tx) error {
	now := l.Clock.Now()
	if err := l.House.Save(ctx, tx, house.SampleAt(now)); err != nil {
		return err
	}
	for _, a := range l.plan.activities {
		a.Sample = true
		if a.Status == "" {
			a.Status = "published"
		}
		if a.Slug == "kerstlunch" {
			from := clock.Day(now).AddDate(0, 0, 10)
			a.PublishFrom = &from
		}
		if err := l.activity(ctx, tx, a); err != nil {
			return fmt.Errorf("%s: %w", a.Slug, err)
		}
	}
	for _, d := range l.plan.dates {
		if err := l.Agenda.SaveOccurrence(ctx, tx, d); err != nil {
			return err
		}
	}
	return nil
}

// activity puts one on the desk, where it stands as staff would have left it.
func (l *loader) activity(ctx context.Context, tx pgx.Tx, a rules.Activity) error {
	actID, published := id("act", a.Slug), a.Status == "published" || a.Status == "scheduled"
	if !published {
		if err := l.Agenda.SaveActivity(ctx, tx, actID, a); err != nil {
			return err
		}
	}
	d := rules.ActivityDraft{Activity: a}
	d.Check() // tidies
	return l.Editing.Import(ctx, tx, editing.Imported{
		Kind:      "activity",
		ID:        actID,
		Doc:       d,
		State:     editing.State{From: a.PublishFrom, Until: a.PublishUntil},
		Published: published,
	})
}

// people sign up in turn: every fifth can be phoned only, two pairs share one address.
var people = sync.OnceValue(func() []rules.SignUp {
	return must(readList[rules.SignUp](textFiles, "people.json", "name"))
})

// someone is the next person.
func (l *loader) someone() rules.SignUp {
	in := people()[l.n%len(people())]
	l.n++
	in.Consent, in.ConsentVersion = true, "aanmelding-1-30"
	return in
}

// enrol signs n people up for a date, by the rules, as the desk does.
func (l *loader) enrol(ctx context.Context, occurrence string, n int) error {
	for i := range n {
		source := "site"
		if i%9 == 4 {
			source = "balie"
		}
		err := db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
			id, err := l.Agenda.Enrol(ctx, tx, occurrence, source, l.someone())
			if err == nil && source == "balie" {
				_, err = l.Agenda.NewDeskCode(ctx, tx, id)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// busyDate is a coming date with the number of people who sign up for it.
type busyDate struct {
	dateText
	People int `json:"people"`
}

// crowd gives the coming dates people: some busy, some quiet, one with exactly one place left.
func (l *loader) crowd(ctx context.Context) error {
	taken := map[string]int{}
	for _, b := range must(readList[busyDate](textFiles, "programme/busy.json", "activity", "people")) {
		taken[l.plan.dateAt(b.dateText)] = b.People
	}
	for _, d := range l.plan.dates { // in order: the same people at every loading
		if d.Status == "cancelled" || !d.Sessions[0].Start.After(l.plan.now) {
			continue
		}
		if err := l.enrol(ctx, d.ID, taken[d.ID]); err != nil {
			return err
		}
	}
	return nil
}

// outing is full; three wait: one by mail, one who can only be phoned, one who said "nog even
// wachten" once.
func (l *loader) outing(ctx context.Context) error {
	trip := l.plan.date("uitstapje", l.plan.at(2, 6, 1100))
	if err := l.enrol(ctx, trip, 12); err != nil {
		return err
	}
	for _, who := range []rules.Person{
		{Name: "Yara", Email: "yara@voorbeeld.example"},
		{Name: "Zeger", Phone: "0123456723"},
		{Name: "Vera", Email: "vera@voorbeeld.example"},
	} {
		if err := l.wait(ctx, l.Agenda.Visitors, trip, who); err != nil {
			return err
		}
	}
	_, err := l.Pool.Exec(
		ctx, `
		update waitlist_entry
		set doc = doc || '{"deferredUsed": true}'
		where occurrence_id = $1
			and position = (select max(position) from waitlist_entry where occurrence_id = $1)`,
		trip,
	)
	return err
}

func (l *loader) wait(ctx context.Context, of *visitors.Visitors, occurrence string, who rules.Person) error {
	soon, way := true, "mail"
	if who.Email == "" {
		way = "phone"
	}
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		return of.PutOnWaitlist(ctx, tx, occurrence, rules.JoinWaitlist{
			Person:         who,
			PreferredWay:   way,
			ShortNotice:    &soon,
			Consent:        true,
			ConsentVersion: "wachtlijst-1-7",
		})
	})
}

// offered makes the writing café full with an open offer and two more waiting. The place came free
// in counted time, on last Friday when that offer is still open now, so that a weekend lies inside
// it.
func (l *loader) offered(ctx context.Context) error {
	d := l.plan.next("schrijfcafe")
	if d == nil {
		return nil
	}
	friday := l.plan.at(-1, 5, 1500)
	if l.plan.now.Before(friday) || l.plan.now.After(l.plan.at(0, 2, 1600)) {
		friday = l.plan.now
	}
	return l.queue(ctx, d.ID, 8, 3, friday)
}

// nineOClock frees a place of the work group in two weeks, now: outside counted time it waits for
// 09.00.
func (l *loader) nineOClock(ctx context.Context) error {
	return l.queue(ctx, l.plan.date("herstelwerkgroep", l.plan.at(2, 2, 1000)), 8, 1, l.plan.now)
}

// phoneList frees a place of the first bookable date that starts within twelve hours, if there is
// one.
func (l *loader) phoneList(ctx context.Context) error {
	var id string
	var room int
	err := l.Pool.QueryRow(
		ctx, `
		select o.id,
			o.seat_limit - o.taken
		from occurrence o
		join activity a on a.id = o.activity_id
		where o.starts_at > $1
			and o.starts_at < $2
			and o.capacity is not null
			and o.status <> 'cancelled'
			and o.waiting = 0
			and a.status = 'published'
		order by o.starts_at
		limit 1`,
		l.plan.now,
		l.plan.now.Add(12*time.Hour),
	).Scan(&id, &room)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return l.queue(ctx, id, room, 1, l.plan.now)
}

// queue fills a date, lets people wait and frees one place at a moment.
func (l *loader) queue(ctx context.Context, occurrence string, fill, wait int, freed time.Time) error {
	if err := l.enrol(ctx, occurrence, fill); err != nil {
		return err
	}
	then := l.visitorsAt(freed)
	for i := range wait {
		if err := l.wait(ctx, then, occurrence, rules.Person{
			Name:  people()[20+i].Name,
			Email: fmt.Sprintf("wacht%02d@voorbeeld.example", i+1),
		}); err != nil {
			return err
		}
	}
	err := db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		return then.CancelFirst(ctx, tx, occurrence)
	})
	if errors.Is(err, problem.New(problem.NotFound)) {
		return nil
	}
	return err
}

// quiet takes back the confirmations of made-up people: only the open offer stays in the demo's
// mail catcher.
func (l *loader) quiet(ctx context.Context) error {
	_, err := l.Pool.Exec(ctx, `delete from mail where kind <> 'M7'`)
	return err
}

// Summary counts what was loaded, for the line that the demo prints.
func Summary(ctx context.Context, a *app.App) string {
	var dates, people, waiting int
	if err := a.Pool.QueryRow(ctx, `
		select (select count(*) from occurrence),
			(select count(*) from registration where status = 'registered'),
			(select count(*) from waitlist_entry where state in ('waiting', 'offered'))`).
		Scan(&dates, &people, &waiting); err != nil {
		return ""
	}
	return fmt.Sprintf("%d dates, %d sign-ups, %d people waiting", dates, people, waiting)
}
