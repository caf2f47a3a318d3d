package render

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// allTaken takes every engine until the test lets them go.
func (m *room) allTaken(t *testing.T) (free func()) {
	t.Helper()
	var taken []*engine
	for range m.front.pool.limits.Engines {
		e, err := m.front.pool.take(t.Context(), time.Second)
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, e)
	}
	return func() {
		for _, e := range taken {
			m.front.pool.free <- e
		}
	}
}

func after(kind, name string) []string {
	return []string{
		"Cookie",
		flashCookieOf(fmt.Sprintf(`{"name":%q,"kind":%q,"way":"mail"}`, name, kind)),
	}
}

// refused makes the operation of a form say that it is full; the reads go on.
func (m *room) refused(status int, problem string) {
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			reply(w, 200, `{"ok":true}`)
			return
		}
		reply(w, status, problem)
	})
}

const sent = "form=register&name=Zo%C3%AB&idempotencyKey=11111111-1111-4111-8111-111111111111" +
	"&formTime=t.000000000000000000000000000001&diet=soup&diet=bread"

func TestWithEveryEngineTakenAResultStillHasItsWords(t *testing.T) {
	m := newRoom(t)
	free := m.allTaken(t)
	defer free()
	for kind, words := range map[string]string{
		"registered": "Gelukt! Je plek is geregeld.",
		"waiting":    "Gelukt! Je staat op de wachtlijst.",
		"left":       "Gelukt!",
	} {
		w := m.get("/detail/act_1/occ_1", after(kind, "Zoë")...)
		wantStatus(t, w, 200)
		wantText(t, w, "<h1>"+words+"</h1>", "030 123 45 67")
		if bootOf(t, w.Body.String()).Flash.Name != "Zoë" {
			t.Errorf("%s: a browser with JavaScript cannot show the page", kind)
		}
	}
	m.refused(409, `{"code":"full","title":"Er is geen plek meer."}`)
	w := m.post("/register/act_1/occ_1", sent)
	wantStatus(t, w, 409)
	wantText(
		t,
		w,
		"<h1>Let op: Er is geen plek meer.</h1>",
		`name="form" value="register"`,
		`name="name" value="Zoë"`,
		`name="diet" value="soup"`,
		`name="diet" value="bread"`,
		`name="idempotencyKey" value="11111111-1111-4111-8111-111111111111"`,
		`name="formTime" value="t.000000000000000000000000000001"`,
		"Wat je hebt ingevuld is er nog.",
		"<button",
	)
	m.answers(func(w http.ResponseWriter, _ *http.Request) { reply(w, 201, `{"code":"K-1<b>"}`) })
	w = m.post("/letter", "form=code")
	wantText(t, w, "<h1>Gelukt!</h1>", "<strong>K-1&lt;b&gt;</strong>")
	w = m.get("/")
	wantText(t, w, "<h1>Het is nu erg druk</h1>", "030 123 45 67")
}

func TestAResultWaitsLongerForAnEngineThanAPageThatHasOlderBytes(t *testing.T) {
	m := newRoom(t)
	wantStatus(t, m.get("/"), 200)
	free := m.allTaken(t)
	time.AfterFunc(2*m.front.pool.limits.Wait, free)
	m.revision.Add(1)
	m.says(200, `{"other":true}`)
	wantNoText(t, m.get("/"), `"other"`) // the older bytes, at once
	m.refused(409, `{"code":"full","title":"Er is geen plek meer."}`)
	w := m.post("/register/act_1/occ_1", sent)
	wantStatus(t, w, 409)
	wantText(t, w, "<main data-render=")
	wantNoText(t, w, "<noscript>")
}

// What a rush asks for most is drawn once: the page after a form, but for the name.
func TestThePageAfterAFormIsDrawnOnceForEverybody(t *testing.T) {
	m := newRoom(t)
	begin := m.front.pool.renders.Load()
	names := []string{
		"Zoë", `Bo "<b>" & 'co'`, `</script>`, "hr.placeholder.nam", "🙂\\", "Anja",
	}
	for _, name := range names {
		w := m.get("/register/act_1/occ_1", after("registered", name)...)
		wantStatus(t, w, 200)
		wantHead(t, w, "Cache-Control", "no-store")
		b := bootOf(t, w.Body.String())
		if b.Flash == nil || b.Flash.Name != name || b.Ticket == nil {
			t.Errorf("%q: %+v", name, b)
		}
		main, _, _ := strings.Cut(w.Body.String(), bootOpens)
		if !strings.Contains(main, "<b>"+html.EscapeString(name)+"</b>") {
			t.Errorf("%q is not on the page: %s", name, main)
		}
	}
	if n := m.front.pool.renders.Load() - begin; n != 1 {
		t.Errorf("%d renders for %d people", n, len(names))
	}
	for _, other := range [][]string{after("waiting", "Zoë"), after("registered", ""), nil} {
		m.get("/register/act_1/occ_1", other...)
	}
	if n := m.front.pool.renders.Load() - begin; n != 4 {
		t.Errorf("%d renders: another kind, no name and no flash are pages of their own", n)
	}
}

func TestIdsThatNobodyHasAreDrawnOnce(t *testing.T) {
	m := newRoom(t)
	m.says(404, `{}`)
	begin := m.front.pool.renders.Load()
	for i := range 20 {
		w := m.get(fmt.Sprintf("/detail/act_%d/occ_%d", i, i))
		wantStatus(t, w, 404)
		wantText(t, w, "<main data-render=", `<meta name="robots" content="noindex">`)
		if b := bootOf(t, w.Body.String()); b.Status != 404 || b.Data["page"] != nil {
			t.Fatalf("%+v", b)
		}
		wantStatus(t, m.get(fmt.Sprintf("/register/act_%d/occ_%d", i, i)), 404)
	}
	if n := m.front.pool.renders.Load() - begin; n != 2 {
		t.Errorf("%d renders for two lines of the site map", n)
	}
	m.says(200, `{"here":true}`)
	wantText(t, m.get("/detail/act_1/occ_1"), "here")
}

func TestAnswersThatTheCacheDoesNotHoldAreCounted(t *testing.T) {
	m := newRoomFor(t, carries)
	asked, wait := 0, 0
	m.front.reads = func(*http.Request) int { asked++; return wait }
	counts := func(n int, what string, w *httptest.ResponseRecorder) {
		t.Helper()
		if asked != n || wait > 0 && n > 0 && w.Code != 429 {
			t.Errorf("%s: counted %d times, want %d; status %d", what, asked, n, w.Code)
		}
		asked = 0
	}
	counts(1, "a first time", m.get("/"))
	counts(0, "kept", m.get("/"))
	m.revision.Add(1)
	counts(0, "kept, and grown old", m.get("/"))
	counts(1, "an own link", m.get("/waitlist/wl_x"))
	counts(1, "an own link again", m.get("/waitlist/wl_x"))
	counts(1, "a first result", m.get("/", after("left", "Bo")...))
	counts(0, "a result of that kind", m.get("/", after("left", "Zoë")...))
	counts(1, "staff", m.get("/", "Cookie", session))
	counts(0, "a form", m.post("/register/act_1/occ_1", sent))
	counts(1, "a form of nowhere", m.post("/register/act_1/occ_1", "form=x"))
	wait = 60
	counts(1, "one too many", m.get("/about"))
	counts(0, "a kept page", m.get("/"))
	counts(1, "a form of nowhere too many", m.post("/register/act_1/occ_1", "form=x"))
	w := m.get("/waitlist/wl_x", after("left", "Bo")...)
	wantStatus(t, w, 429)
	wantHead(t, w, "Retry-After", "60")
	wantHead(t, w, "Cache-Control", "no-store")
	wantHead(t, w, "Set-Cookie", "") // what came of the form is told later
	wantText(t, w, "<h1>Even wachten</h1>", "030 123 45 67", `href="/assets/entry.css"`)
	wantNoText(t, w, "<script")
}
