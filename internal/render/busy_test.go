package render

import (
	"fmt"
	"html"
	"net/http"
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
