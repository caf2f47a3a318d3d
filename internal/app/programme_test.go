package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/dbtest"
)

const draftID = "act_aaaaaaaaaaaaaaaaaaaa"

// planner is somebody of the staff who edits activities.
type planner struct {
	*site
	cookie string
}

func (s *site) planner(t testing.TB, uid string, roles ...string) planner {
	return planner{s, s.signInAs(t, uid, roles...)}
}

func (w planner) send(method, path string, version int, body any) answer {
	w.t.Helper()
	return w.call(method, path, body, "Cookie", w.cookie, "If-Match", fmt.Sprintf(`"%d"`, version))
}

func (w planner) draft(id string, version int, change func(map[string]any)) answer {
	w.t.Helper()
	doc := map[string]any{
		"title":    "Breicafé",
		"summary":  "Samen breien.",
		"body":     map[string]any{"type": "doc", "content": []any{}},
		"category": "creatief",
		"audience": []string{"everyone"},
		"mode":     "signup",
		"capacity": 8,
		"cost":     250,
		"location": "Stille kamer",
		"facts":    []string{},
		"host":     "Noor",
		"slug":     "breicafe",
		"newDates": []any{
			date("occ_aaaaaaaaaaaaaaaaaaaa", "2026-11-17"),
			date("occ_bbbbbbbbbbbbbbbbbbbb", "2026-11-24"),
			date("occ_cccccccccccccccccccc", "2026-12-01"),
		},
	}
	if change != nil {
		change(doc)
	}
	return w.send(http.MethodPut, "/api/drafts/activities/"+id, version, map[string]any{"doc": doc})
}

func date(id, day string) map[string]any {
	return map[string]any{
		"id":       id,
		"sessions": []any{map[string]any{"day": day, "from": "13.30", "to": "16.00"}},
	}
}

func (w planner) publish(id string, version int) answer {
	w.t.Helper()
	return w.send(
		http.MethodPost,
		"/api/drafts/activities/"+id+"/publish",
		version,
		map[string]any{},
	)
}

func TestPublishingMakesTheNewDatesOnceAndTheyLeaveTheDraft(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	w.want(w.draft(draftID, 0, nil), http.StatusOK)
	if n := s.number(`
		select count(*) from activity`) + s.number(`
		select count(*) from occurrence`); n != 0 {
		t.Error("a draft reached a table of visitors")
	}
	d := w.want(w.publish(draftID, 1), http.StatusOK).json(t)
	if dates := d["doc"].(map[string]any)["newDates"].([]any); len(dates) != 0 ||
		d["status"] != "published" ||
		d["changed"] != false {
		t.Errorf("%v %v %v", dates, d["status"], d["changed"])
	}
	for path, want := range map[string]int{"/api/home": 1, "/api/occurrences?zoek=brei": 3} {
		if n := strings.Count(
			s.call(http.MethodGet, path, nil).body,
			`"title":"Breicafé"`,
		); n != want {
			t.Errorf("%s names it %d times, want %d", path, n, want)
		}
	}
	if feed := s.call(
		http.MethodGet,
		"/agenda/breicafe.ics",
		nil,
	).body; strings.Count(feed, "BEGIN:VEVENT") != 3 ||
		!strings.Contains(feed, "DTSTART;TZID=Europe/Amsterdam:20261201T133000") {
		t.Errorf("%s", feed)
	}
	v := int(d["version"].(float64))
	w.want(w.draft(draftID, v, nil), http.StatusOK) // an old screen sends them again
	w.want(w.publish(draftID, v+1), http.StatusOK)
	if n := s.number(`select count(*) from occurrence where capacity = 8`); n != 3 {
		t.Errorf("%d dates", n)
	}
	undo := w.want(
		w.send(http.MethodPost, "/api/drafts/activities/"+draftID+"/hide", v+2, nil),
		http.StatusOK,
	).json(t)
	if a := s.call(
		http.MethodGet,
		"/api/short-links/breicafe",
		nil,
	); !strings.Contains(a.body, `"stopped":true`) {
		t.Errorf("hidden: %s", a.body)
	}
	w.want(
		w.send(http.MethodPost, "/api/undo/"+undo["undo"].(map[string]any)["id"].(string), 0, nil),
		http.StatusOK,
	)
	if a := s.call(
		http.MethodGet,
		"/api/short-links/breicafe",
		nil,
	); !strings.Contains(a.body, `"stopped":false`) {
		t.Errorf("back again: %s", a.body)
	}
}

func TestAnActivityThatIsNotFinishedStaysADraft(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	d := w.want(w.draft(draftID, 0, func(doc map[string]any) {
		doc["title"] = ""
		doc["newDates"].([]any)[0].(map[string]any)["sessions"].([]any)[0].(map[string]any)["to"] = "11.00"
	}), http.StatusOK)
	for _, fault := range []string{
		`{"name":"title","code":"required"}`,
		`{"name":"newDates.0.sessions.0.to","code":"order"}`,
	} {
		if !strings.Contains(d.body, fault) {
			t.Errorf("no %s in %s", fault, d.body)
		}
	}
	w.want(w.publish(draftID, 1), http.StatusUnprocessableEntity)
	if n := s.number(`select count(*) from occurrence`); n != 0 {
		t.Errorf("%d dates", n)
	}
}

func TestAShortAddressOfAnotherIsToldAtItsField(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.activity(func(a *rules.Activity) { a.Slug = "breicafe" })
	w := s.planner(t, "sanne", "coordinator")
	w.want(w.draft(draftID, 0, nil), http.StatusOK)
	if a := w.want(
		w.publish(draftID, 1),
		http.StatusUnprocessableEntity,
	); !strings.Contains(a.body, `{"name":"slug","code":"taken"}`) {
		t.Errorf("%s", a.body)
	}
	if n := s.number(`select count(*) from occurrence`); n != 0 {
		t.Error("half of it was published")
	}
	if o := w.send(
		http.MethodGet,
		"/api/activity-options?activity="+draftID+"&title=Breicaf%C3%A9",
		0,
		nil,
	).json(t); o["slug"] != "breicafe-2" {
		t.Errorf("%v", o)
	}
}

func TestSignUpsKeepTheWayInAndKeepItOutOfTheTrash(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	w.want(w.draft(draftID, 0, nil), http.StatusOK)
	w.want(w.publish(draftID, 1), http.StatusOK)
	s.want(
		s.register("occ_cccccccccccccccccccc", s.signUp("Anja", "anja@voorbeeld.example")),
		http.StatusCreated,
	)
	w.want(
		w.draft(draftID, 2, func(doc map[string]any) {
			doc["mode"], doc["newDates"] = "walkin", []any{}
		}),
		http.StatusOK,
	)
	if a := w.want(
		w.publish(draftID, 3),
		http.StatusUnprocessableEntity,
	); !strings.Contains(a.body, `{"name":"mode","code":"taken"}`) {
		t.Errorf("%s", a.body)
	}
	if a := w.want(
		w.send(http.MethodPost, "/api/drafts/activities/"+draftID+"/trash", 3, nil),
		http.StatusConflict,
	); !strings.Contains(a.body, `"signUps"`) {
		t.Errorf("%s", a.body)
	}
	s.want(
		s.call(http.MethodDelete, "/api/registration", nil, holds(
			s.registrationKey("anja@voorbeeld.example"),
		)...),
		http.StatusOK,
	)
	w.want(w.publish(draftID, 3), http.StatusOK) // nobody comes any more
}

func TestTheLogBookNamesWhatStaffWriteToWhoMayReadIt(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	w.want(w.draft(draftID, 0, nil), http.StatusOK)
	w.want(w.publish(draftID, 1), http.StatusOK)
	w.want(w.send(http.MethodPatch, "/api/occurrences/occ_bbbbbbbbbbbbbbbbbbbb", 1,
		map[string]any{"note": "x"}), http.StatusOK)
	w.want(w.send(http.MethodPut, "/api/drafts/news/nws_aaaaaaaaaaaaaaaaaaaa", 0, map[string]any{
		"doc": map[string]any{"title": "Een geheime titel"},
	}), http.StatusOK)
	w.want(w.send(http.MethodPost, "/api/drafts/news/nws_aaaaaaaaaaaaaaaaaaaa/trash", 1, nil),
		http.StatusOK)
	named := func(who planner) string {
		t.Helper()
		var titles []string
		for _, e := range who.send(http.MethodGet, "/api/audit", 0, nil).json(t)["items"].([]any) {
			titles = append(titles, fmt.Sprint(e.(map[string]any)["title"]))
		}
		return strings.Join(titles, "; ")
	}
	const date, activity = "Breicafé, dinsdag 24 november 2026", "Breicafé"
	if got := named(w); got != "Een geheime titel; "+date+"; "+activity {
		t.Errorf("%s", got)
	}
	if got := named(s.planner(t, "bea", "beheerder")); got != "<nil>; "+date+"; "+activity {
		t.Errorf("who may not read news reads %s", got)
	}
}

func TestAnActivityWithPeopleStaysVisible(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	w.want(w.draft(draftID, 0, nil), http.StatusOK)
	w.want(w.publish(draftID, 1), http.StatusOK)
	used := func() string {
		t.Helper()
		d := w.send(http.MethodGet, "/api/activities/"+draftID+"/dates", 0, nil).json(t)
		return fmt.Sprint(d["signUps"], " ", d["used"])
	}
	if got := used(); got != "0 false" {
		t.Error(got)
	}
	s.want(
		s.register("occ_cccccccccccccccccccc", s.signUp("Anja", "anja@voorbeeld.example")),
		http.StatusCreated,
	)
	hide := func() answer {
		return w.send(http.MethodPost, "/api/drafts/activities/"+draftID+"/hide", 2, nil)
	}
	if a := w.want(hide(), http.StatusConflict); !strings.Contains(a.body, `"signUps"`) {
		t.Error(a.body)
	}
	s.Clock.Set(monday.AddDate(0, 0, 30)) // the last date is over
	w = s.planner(t, "sanne", "coordinator")
	if got := used(); got != "0 true" {
		t.Error(got)
	}
	w.want(hide(), http.StatusOK)
}

// Somebody signs up and staff make the activity invisible while both wait for the date: who comes
// first has it, and the other is told. Nobody has a place on what no visitor sees.
func TestHidingAndSigningUpWaitForEachOther(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first          string
		signUp, hiding int
	}{
		{"sign-up", http.StatusCreated, http.StatusConflict},
		{"hiding", http.StatusGone, http.StatusOK},
	} {
		t.Run(c.first+" first", func(t *testing.T) {
			t.Parallel()
			s := newSite(t, nil)
			w := s.planner(t, "sanne", "coordinator")
			w.want(w.draft(draftID, 0, nil), http.StatusOK)
			w.want(w.publish(draftID, 1), http.StatusOK)
			const date = "occ_cccccccccccccccccccc"
			body := s.signUp("Anja", "anja@voorbeeld.example")
			held, err := s.Pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = held.Rollback(context.Background()) }()
			if _, err := held.Exec(t.Context(), `
				select from occurrence where id = $1 for update`, date); err != nil {
				t.Fatal(err)
			}
			signedUp, hidden := make(chan answer, 1), make(chan answer, 1)
			turns := []func(){
				func() { signedUp <- s.register(date, body) },
				func() {
					hidden <- w.send(
						http.MethodPost, "/api/drafts/activities/"+draftID+"/hide", 2, nil)
				},
			}
			if c.first == "hiding" {
				slices.Reverse(turns)
			}
			for i, turn := range turns {
				go turn()
				for dbtest.WaitForLock(t, s.Pool) <= i && len(signedUp)+len(hidden) == 0 {
				}
			}
			if err := held.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
			if a := <-signedUp; a.status != c.signUp {
				t.Errorf("sign-up: got %d %s, want %d", a.status, a.body, c.signUp)
			}
			if a := <-hidden; a.status != c.hiding {
				t.Errorf("hiding: got %d %s, want %d", a.status, a.body, c.hiding)
			}
		})
	}
}

// A period hides as well as the button does, at once or by the clock.
func TestAPeriodHidesNoActivityFromPeopleWhoCome(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	d := w.want(w.draft(draftID, 0, nil), http.StatusOK).json(t)
	w.want(w.publish(draftID, 1), http.StatusOK)
	s.want(
		s.register("occ_cccccccccccccccccccc", s.signUp("Anja", "anja@voorbeeld.example")),
		http.StatusCreated,
	)
	doc, version := d["doc"].(map[string]any), 2
	doc["newDates"] = []any{}
	put := func(period map[string]any) answer {
		t.Helper()
		period["doc"] = doc
		w.want(w.send(http.MethodPut, "/api/drafts/activities/"+draftID, version, period),
			http.StatusOK)
		version++
		a := w.publish(draftID, version)
		if a.status == http.StatusOK {
			version++
		}
		return a
	}
	for says, period := range map[string]map[string]any{
		"from later on":         {"from": "2026-12-24T00:00:00+01:00"},
		"until a while ago":     {"until": "2026-11-01T00:00:00+01:00"},
		"until before the date": {"until": "2026-11-25T00:00:00+01:00"},
	} {
		if a := put(period); a.status != http.StatusConflict ||
			!strings.Contains(a.body, `"signUps"`) {
			t.Errorf("visible %s: %d %s", says, a.status, a.body)
		}
	}
	for says, period := range map[string]map[string]any{
		"from earlier on":      {"from": "2026-11-01T00:00:00+01:00"},
		"until after the date": {"until": "2026-12-02T00:00:00+01:00"},
	} {
		if a := put(period); a.status != http.StatusOK {
			t.Errorf("visible %s: %d %s", says, a.status, a.body)
		}
	}
}

func TestABegeleiderWritesOwnActivitiesOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	sanne, loes, other := s.planner(
		t,
		"sanne",
		"coordinator",
	), s.planner(t, "loes", "begeleider"), s.planner(t, "mees", "begeleider")
	loes.want(loes.draft(draftID, 0, nil), http.StatusOK)
	loes.want(
		loes.draft(draftID, 1, func(doc map[string]any) { doc["title"] = "Breicafé op dinsdag" }),
		http.StatusOK,
	)
	d := loes.want(loes.publish(draftID, 2), http.StatusOK).json(t)
	if staff := fmt.Sprint(d["doc"].(map[string]any)["staff"]); staff != "[loes]" {
		t.Errorf("whose: %s", staff)
	}
	for _, a := range []answer{
		other.draft(draftID, 3, nil),
		other.publish(draftID, 3),
		other.send(http.MethodGet, "/api/drafts/activities/"+draftID, 0, nil),
		other.send(http.MethodGet, "/api/activities/"+draftID+"/dates", 0, nil),
		other.send(
			http.MethodPatch,
			"/api/occurrences/occ_cccccccccccccccccccc",
			1,
			map[string]any{"note": "x"},
		),
	} {
		if a.status != http.StatusForbidden {
			t.Errorf("another begeleider: %d %s", a.status, a.body)
		}
	}
	loes.want(
		loes.send(
			http.MethodPatch,
			"/api/occurrences/occ_cccccccccccccccccccc",
			1,
			map[string]any{"capacity": 4},
		),
		http.StatusOK,
	)
	sanne.want(sanne.draft(draftID, 3, nil), http.StatusOK)
}

// Who may see an activity is asked where the work is done: when every other connection is taken, a
// begeleider must not hear that their own text is somebody else's.
func TestABusyHouseTakesNobodysRights(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	loes := s.planner(t, "loes", "begeleider")
	loes.want(loes.draft(draftID, 0, nil), http.StatusOK)
	for range s.Pool.Config().MaxConns - 1 {
		conn, err := s.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
	}
	loes.want(
		loes.draft(draftID, 1, func(doc map[string]any) { doc["title"] = "Breicafé op dinsdag" }),
		http.StatusOK,
	)
}
