package render

import (
	"strings"
	"testing"
)

func TestATokenInTheQueryReachesThePageAndNothingElse(t *testing.T) {
	m := newRoom(t)
	for range 2 {
		w := m.get("/letter?sure=abo_geheim&na=3&x=y")
		wantStatus(t, w, 200)
		wantHead(t, w, "Cache-Control", "no-store")
		wantText(
			t,
			w,
			`<meta name="robots" content="noindex">`,
			`<meta property="og:title" content="Herstelruimte">`,
		)
		wantNoText(t, w, "canonical", "og:url")
		if b := bootOf(t, w.Body.String()); b.URL != "/letter?na=3&sure=abo_geheim" {
			t.Fatal(b.URL)
		}
		// asked each time: nothing is kept
		if c := m.saw(); len(c) != 1 || c[0].target != "/api/letters?na=3" {
			t.Fatalf("%+v", c)
		}
	}
	m.front.cache.mu.Lock()
	defer m.front.cache.mu.Unlock()
	for key := range m.front.cache.slots {
		if strings.Contains(key, "geheim") {
			t.Errorf("kept under %s", key)
		}
	}
}

func TestATokenInTheQueryIsNotLoggedWhenThePageFails(t *testing.T) {
	m := newRoom(t)
	m.says(200, `{"do":"throw"}`)
	m.get("/letter?stop=abo_geheim")
	if log := m.log.String(); !strings.Contains(log, "page=/letter ") ||
		strings.Contains(log, "geheim") {
		t.Error(log)
	}
}

func TestWithoutATokenThePageIsAsAnyOther(t *testing.T) {
	m := newRoom(t)
	w := m.get("/letter?sure=&na=3")
	wantText(t, w, `<link rel="canonical" href="https://herstel.example/letter">`)
	wantNoText(t, w, "noindex")
	if c := m.saw(); c[0].target != "/api/letters?na=3" {
		t.Fatalf("%+v", c)
	}
}

func TestAFormBehindATokenGoesOnWithoutIt(t *testing.T) {
	m := newRoom(t)
	m.operation(200, `{"status":"stopped"}`)
	w := m.post("/letter?stop=abo_geheim", "form=stop&name=A&idempotencyKey="+sentKey)
	wantStatus(t, w, 303)
	wantHead(t, w, "Location", "/letter")
	m.operation(404, `{"code":"not_found","status":404}`)
	w = m.post("/letter?stop=abo_geheim", "form=stop&name=A&idempotencyKey="+sentKey)
	wantStatus(t, w, 404)
	wantHead(t, w, "Cache-Control", "no-store")
}

func TestAnAnswerThatThePageShowsStandsInTheBodyOfThePostAlone(t *testing.T) {
	m := newRoom(t)
	m.operation(201, `{"code":"K-1<b>"}`, "hr_flash=abc")
	for range 2 {
		w := m.post("/letter", "form=code&name=A&idempotencyKey="+sentKey)
		wantStatus(t, w, 200)
		wantHead(t, w, "Cache-Control", "no-store")
		wantHead(t, w, "Location", "")
		wantHead(t, w, "Set-Cookie", "")
		b := bootOf(t, w.Body.String())
		if b.Answer == nil || b.Answer.Name != "code" || b.Answer.Body["code"] != "K-1<b>" ||
			b.Form != nil ||
			b.Ticket == nil ||
			b.Ticket.IdempotencyKey == sentKey {
			t.Fatalf("%+v", b)
		}
		wantNoText(t, w, "<b>")
	}
	if b := bootOf(t, m.get("/letter").Body.String()); b.Answer != nil {
		t.Error("a later visit sees it")
	}
	m.operation(422, `{"code":"invalid","status":422}`)
	w := m.post("/letter", "form=code&name=A&idempotencyKey="+sentKey)
	wantStatus(t, w, 422)
	if b := bootOf(t, w.Body.String()); b.Answer != nil || b.Form == nil {
		t.Error("a refusal is shown as an answer")
	}
}
