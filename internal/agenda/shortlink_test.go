package agenda

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// leads is where a short link goes: an occurrence, or "" when it does not redirect.
func (r *room) leads(slug string) string {
	r.T.Helper()
	w := r.Call("GET", "/a/"+slug, nil)
	if w.Code != 302 {
		return ""
	}
	if rule := w.Header().Get("Cache-Control"); rule != "no-cache" {
		r.T.Errorf("Cache-Control %q", rule)
	}
	if head := r.Call(
		"HEAD",
		"/a/"+slug,
		nil,
	); head.Code != 302 || head.Header().Get("Location") != w.Header().Get("Location") ||
		head.Body.Len() != 0 {
		r.T.Errorf("HEAD: %d %v", head.Code, head.Header())
	}
	return w.Header().Get("Location")
}

func (r *room) linkOf(slug string) (l ShortLink) {
	r.T.Helper()
	if err := json.Unmarshal(
		r.Want(r.Call("GET", "/api/short-links/"+slug, nil), 200).Body.Bytes(),
		&l,
	); err != nil {
		r.T.Fatal(err)
	}
	return l
}

func (r *room) saveFails(id string, a rules.Activity, code problem.Code) {
	r.T.Helper()
	err := db.InTx(context.Background(), r.Pool, func(tx pgx.Tx) error {
		return r.SaveActivity(context.Background(), tx, id, a)
	})
	if !errors.Is(err, problem.New(code)) {
		r.T.Errorf("%v, want %s", err, code)
	}
}

func TestShortLinkLeadsToTheNextDateThatCanBeJoined(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("schrijven") })
	to := func(o string) string { return "/agendadetails/" + act + "/" + o }
	if got := r.leads("schrijven"); got != "/agenda" {
		t.Errorf("without any date: %s", got)
	}
	last := r.Date(act, monday.AddDate(0, 0, -7), 5, nil)
	r.Date(act, monday.AddDate(0, 0, -14), 5, nil)
	if got := r.leads("schrijven"); got != to(last) {
		t.Errorf("without a coming date: %s, want the last", got)
	}
	full := r.Date(act, monday.AddDate(0, 0, 7), 1, nil)
	r.Want(r.Register(full, r.SignUp("Anja", person(1))), 201)
	if got := r.leads("schrijven"); got != to(full) {
		t.Errorf("only a full date: %s", got)
	}
	free := r.Date(act, monday.AddDate(0, 0, 14), 5, nil)
	r.Date(act, monday.AddDate(0, 0, 21), 5, nil)
	if got := r.leads("schrijven"); got != to(free) {
		t.Errorf("a full and a free date: %s", got)
	}
	off := r.Date(act, monday.AddDate(
		0,
		0,
		3,
	), 5, func(o *rules.NewOccurrence) { o.Status, o.Doc.ChangeReason = "cancelled", "Ziek." })
	if got := r.leads("schrijven"); got != to(off) {
		t.Errorf("the next is cancelled: %s, want its own page", got)
	}
	r.Date(act, monday.AddDate(
		0,
		0,
		17,
	), 5, func(o *rules.NewOccurrence) { o.Status, o.Doc.ChangeReason = "cancelled", "Ziek." })
	r.Clock.Set(monday.AddDate(0, 0, 5))
	if got := r.leads("schrijven"); got != to(free) {
		t.Errorf("after the cancelled one: %s", got)
	}
}

func TestShortLinkOfAWalkInLeadsToTheOneThatIsOn(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("inloop"); a.Mode = rules.Walkin })
	now := r.Date(act, monday.Add(-1*time.Hour), 0, nil)
	r.Date(act, monday.AddDate(0, 0, 1), 0, nil)
	if got := r.leads("inloop"); got != "/agendadetails/"+act+"/"+now {
		t.Error(got)
	}
}

func TestShortLinkOfASeriesThatRunsWaitsForTheNewSeason(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("wrap"); a.Mode = rules.Series })
	series := func(weeks int) string {
		return r.Date(act, monday.AddDate(0, 0, 7*weeks+1), 5, func(o *rules.NewOccurrence) {
			o.Kind = "series"
			for i := 1; i < 4; i++ {
				s := o.Sessions[0]
				s.ID = db.NewID("ses")
				s.Start, s.End = s.Start.AddDate(0, 0, 7*i), s.End.AddDate(0, 0, 7*i)
				o.Sessions = append(o.Sessions, s)
			}
		})
	}
	running := series(-3)
	if got := r.leads("wrap"); got != "/agendadetails/"+act+"/"+running {
		t.Errorf("only the running one: %s", got)
	}
	next := series(10)
	if got := r.leads("wrap"); got != "/agendadetails/"+act+"/"+next {
		t.Errorf("a new season: %s", got)
	}
}

func TestARenamedActivityKeepsItsOldAddressForEver(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("oud") })
	o := r.Date(act, monday.AddDate(0, 0, 7), 5, nil)
	r.save(act, sample("nieuw"))
	for _, slug := range []string{"oud", "nieuw"} {
		if got := r.leads(slug); got != "/agendadetails/"+act+"/"+o {
			t.Errorf("%s: %q", slug, got)
		}
		r.subscribed("/agenda/" + slug + ".ics")
	}
	other := r.Activity(func(a *rules.Activity) { *a = sample("ander") })
	for _, taken := range []string{"oud", "nieuw"} {
		r.saveFails(db.NewID("act"), sample(taken), problem.Conflict)
		r.saveFails(other, sample(taken), problem.Conflict)
	}
	r.save(act, sample("oud")) // its own again
	if got := r.leads("nieuw"); got == "" {
		t.Error("the newer one died")
	}
	if _, err := r.Pool.Exec(t.Context(), `
		update activity set slug = 'ander2' where id = $1`, act); err == nil {
		t.Error("the database takes a slug that nobody claimed")
	}
}

func TestAStoppedActivityTellsSoAndNamesOthers(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("schrijven") })
	r.Date(act, monday.AddDate(0, 0, 7), 5, nil)
	leer := r.Activity(titled("Cursus", func(a *rules.Activity) { a.Category = "leren" }))
	r.Date(leer, monday.AddDate(0, 0, 1), 5, nil)
	for _, days := range []int{2, 9} { // the nearest of each, those of the same kind first
		r.Date(r.Activity(titled("Atelier", nil)), monday.AddDate(0, 0, days), 5, nil)
	}
	archived := sample("schrijven")
	archived.Status = "archived"
	r.save(act, archived)
	if got := r.leads("schrijven"); got != "" {
		t.Errorf("leads to %s", got)
	}
	if l := r.linkOf("schrijven"); !l.Stopped || l.Title != "Schrijfcafé" || l.OccurrenceID != "" ||
		titles(l.Similar) != "Atelier, Atelier, Cursus" {
		t.Errorf("%+v %s", l, titles(l.Similar))
	}
	r.edit(
		`
		delete from session
		where occurrence_id in (select id from occurrence where activity_id = $1)`,
		act,
	)
	r.edit(`delete from occurrence where activity_id = $1`, act)
	r.edit(`delete from activity where id = $1`, act)
	if l := r.linkOf("schrijven"); !l.Stopped || l.Title != "" || len(l.Similar) != 3 {
		t.Errorf("deleted: %+v", l)
	}
	r.saveFails(db.NewID("act"), sample("schrijven"), problem.Conflict)
	draft := sample("geheim")
	draft.Status = "draft"
	r.Activity(func(a *rules.Activity) { *a = draft })
	for _, slug := range []string{"geheim", "nergens", "%00", "%ff"} {
		r.Want(r.Call("GET", "/api/short-links/"+slug, nil), 404)
		if got := r.leads(slug); got != "" {
			t.Errorf("%s leads to %s", slug, got)
		}
	}
}

func TestALastDateNamesOtherActivities(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("schrijven") })
	last := r.Date(act, monday.AddDate(0, 0, -7), 5, nil)
	r.Date(r.Activity(titled("Atelier", nil)), monday.AddDate(0, 0, 2), 5, nil)
	d := func() (d Date) {
		if err := json.Unmarshal(
			r.Want(
				r.Call("GET", "/api/activities/"+act+"/occurrences/"+last, nil),
				200,
			).Body.Bytes(),
			&d,
		); err != nil {
			t.Fatal(err)
		}
		return d
	}
	if got := d(); titles(got.Similar) != "Atelier" || len(got.Others) != 0 {
		t.Errorf("%s | %s", titles(got.Similar), titles(got.Others))
	}
	r.Date(act, monday.AddDate(0, 0, 9), 5, nil)
	if got := d(); len(got.Similar) != 0 || len(got.Others) != 1 {
		t.Errorf("%s | %s", titles(got.Similar), titles(got.Others))
	}
}
