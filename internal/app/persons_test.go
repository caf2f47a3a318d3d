package app

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
)

func TestOnlyTheCoordinatorLooksPeopleUpAndUnknownIsErasedToTheByte(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signInAs(t, "sanne", "coordinator")
	ask := func(path, what string, more map[string]any) answer {
		body := map[string]any{"what": what}
		for k, v := range more {
			body[k] = v
		}
		return s.call(http.MethodPost, "/api/persons/"+path, body, "Cookie", cookie)
	}
	const gone, never = "gewist@voorbeeld.example", "niemand@voorbeeld.example"
	if _, err := s.Pool.Exec(t.Context(), `
		insert into subscriber (id, state, email_key, token_hash, token_key, sealed, text_version,
			requested_at, updated_at)
		values ('sub_1', 'pending', $1, '\x01', $2, $3, '1', $4, $4)`,
		s.keys.EmailKey(gone), s.keys.TokenKeyID(),
		s.keys.Seal("subscriber", "sub_1", []byte(gone)), s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	sure := map[string]any{"reason": "erase", "sure": true}
	s.want(ask("view", gone, sure), http.StatusOK)
	erase := map[string]any{"word": "wissen", "rows": []string{"sub_1"}}
	s.want(ask("erase", gone, erase), http.StatusOK)
	for path, more := range map[string]map[string]any{"search": nil, "view": sure, "goes": sure} {
		one, two := ask(path, gone, more), ask(path, never, more)
		if one.status != two.status || one.body != two.body ||
			one.head.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: got %d %s and %d %s", path, one.status, one.body, two.status, two.body)
		}
	}
	for _, role := range []string{
		"gastheer", "begeleider", "redactie", "vertrouwenspersoon", "beheerder",
	} {
		other := s.signIn(t, role)
		for _, path := range []string{"search", "view", "export", "goes", "erase"} {
			s.want(s.call(http.MethodPost, "/api/persons/"+path,
				map[string]any{"what": gone}, "Cookie", other), http.StatusForbidden)
		}
	}
	var told int
	if err := s.Pool.QueryRow(t.Context(), `
		select count(*) from audit_log where to_jsonb(audit_log)::text ~ '@|voorbeeld'`,
	).Scan(&told); err != nil || told != 0 {
		t.Errorf("%d lines of the log book name somebody (%v)", told, err)
	}
	s.Clock.Advance(61 * time.Minute)
	for path, more := range map[string]map[string]any{"export": sure, "erase": erase} {
		a := s.want(ask(path, gone, more), http.StatusForbidden)
		if code := a.json(t)["code"]; code != "auth/requires-recent-login" {
			t.Errorf("%s: got %v", path, code)
		}
	}
}

// keptElsewhere is what the screen of a coordinator shows that other rooms keep of somebody.
func keptElsewhere(s *site, cookie, what string) map[string]map[string]any {
	s.t.Helper()
	all := s.want(s.call(http.MethodPost, "/api/persons/view", map[string]any{
		"what": what, "reason": "correct", "sure": true,
	}, "Cookie", cookie), http.StatusOK).json(s.t)["elsewhere"].([]any)
	out := map[string]map[string]any{}
	for _, e := range all {
		one := e.(map[string]any)
		out[one["kind"].(string)] = one
	}
	return out
}

// At somebody's word staff mend how they are called and reached, wherever it is kept: they are
// found by what is right then, and mails that waited go there.
func TestStaffMendHowSomebodyIsReachedInEveryRoom(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	cookie := s.signInAs(t, "sanne", "coordinator")
	const old, right = "anja@vorbeeld.example", "anja@voorbeeld.example"
	s.want(s.call(http.MethodPost, "/api/messages", map[string]any{
		"subject": "other", "name": "Anja", "email": old, "phone": "0612345678",
		"message": "Hallo daar", "formTime": s.formTime(),
	}), http.StatusCreated)
	s.want(s.call(http.MethodPost, "/api/volunteers", map[string]any{
		"name": "Anja", "email": old, "roles": []string{"unknown"},
		"availability": []string{"talk"}, "formTime": s.formTime(),
	}), http.StatusCreated)
	s.want(s.call(http.MethodPost, "/api/newsletter/subscriptions/confirm",
		map[string]any{"token": s.subscribed(old)}), http.StatusOK)
	s.want(s.call(http.MethodPost, "/api/rights-requests", map[string]any{
		"what": "insight", "phone": "0612345678", "formTime": s.formTime(),
	}), http.StatusCreated)
	s.subscribed("bart@voorbeeld.example")
	mend := func(row any, more map[string]any) answer {
		body := map[string]any{"what": old, "row": row}
		for k, v := range more {
			body[k] = v
		}
		return s.call(http.MethodPost, "/api/persons/mend", body, "Cookie", cookie)
	}
	all := keptElsewhere(s, cookie, old)
	if m := all["message"]; m["name"] != "Anja" || m["phone"] != "06 12 34 56 78" {
		t.Errorf("what is there to mend: %v", m)
	}
	if a := all["application"]; fmt.Sprint(a["roles"], a["times"]) != "[unknown] [talk]" {
		t.Errorf("what somebody applied for: %v", a)
	}
	if c := all["newsletter"]["consent"].(map[string]any); c["version"] != "nieuwsbrief-1" ||
		!strings.HasPrefix(c["text"].(string), "Ja, stuur mij") || c["source"] != "site" ||
		c["at"] == "" {
		t.Errorf("what was agreed to: %v", c)
	}
	other := keptElsewhere(s, cookie, "bart@voorbeeld.example")["newsletterPending"]["id"]
	s.want(mend(other, map[string]any{"email": right}), http.StatusNotFound)
	for field, c := range map[string]struct {
		kind string
		to   map[string]any
	}{
		`contact`:              {"message", map[string]any{"name": "Anja"}},
		`phone`:                {"message", map[string]any{"phone": "12"}},
		`name`:                 {"application", map[string]any{"email": right}},
		`email","code":"email`: {"newsletter", map[string]any{"email": "anja@"}},
		`email","code":"taken`: {
			"newsletter", map[string]any{"email": "bart@voorbeeld.example"},
		},
	} {
		a := s.want(mend(all[c.kind]["id"], c.to), http.StatusUnprocessableEntity)
		if !strings.Contains(a.body, `"name":"`+field) {
			t.Errorf("%s: %s", field, a.body)
		}
	}
	if n := s.number(`select count(*) from audit_log where action = 'changed'`); n != 0 {
		t.Errorf("%d lines of what was refused", n)
	}
	to := map[string]any{"name": "Anja de Wit", "email": right, "phone": "0687654321"}
	for _, kind := range []string{"message", "application", "newsletter"} {
		s.want(mend(all[kind]["id"], to), http.StatusNoContent)
	}
	request := keptElsewhere(s, cookie, "0612345678")["request"]
	s.want(s.call(http.MethodPost, "/api/persons/mend", map[string]any{
		"what": "0612345678", "row": request["id"], "phone": "0687654321",
	}, "Cookie", cookie), http.StatusNoContent)

	for what, want := range map[string]string{
		old:          `"kinds":[]`,
		"0612345678": `"kinds":[]`,
		right: `{"kind":"messages","n":1},{"kind":"applications","n":1},` +
			`{"kind":"newsletter","n":1}`,
		"0687654321": `{"kind":"messages","n":1},{"kind":"applications","n":1},` +
			`{"kind":"requests","n":1}`,
	} {
		a := s.want(s.call(http.MethodPost, "/api/persons/search",
			map[string]any{"what": what}, "Cookie", cookie), http.StatusOK)
		if !strings.Contains(a.body, want) {
			t.Errorf("%s: %s", what, a.body)
		}
	}
	if e := keptElsewhere(s, cookie, right); e["message"]["name"] != "Anja de Wit" ||
		e["newsletterPending"] == nil { // nobody agreed by that address yet
		t.Errorf("afterwards: %v", e)
	}
	if n := s.number(`
		select count(*) from mail where recipient_key = $1 and state <> 'withdrawn'`,
		s.keys.EmailKey(old)); n != 0 {
		t.Errorf("%d mails wait for the old address", n)
	}
	if n := s.number(`select count(*) from mail where recipient_key = $1 and state = 'queued'`,
		s.keys.EmailKey(right)); n != 3 {
		t.Errorf("%d mails wait for the right address, want 3", n)
	}
	if n := s.number(`
		select count(*) from audit_log
		where action = 'changed' and kind = 'person' and reason = 'correct'`); n != 4 {
		t.Errorf("%d lines in the log book, want 4", n)
	}
	if n := s.number(`
		select count(*) from audit_log
		where to_jsonb(audit_log)::text ~* 'anja|voorbeeld|06876|612345'`); n != 0 {
		t.Errorf("%d lines of the log book name somebody", n)
	}
}

func TestTheConsentLogCountsByKindAndVersion(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	cookie := s.signInAs(t, "sanne", "coordinator")
	_, date := s.place(1)
	s.want(s.register(date, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	s.want(s.join(date, s.waiting("Bart", "bart@voorbeeld.example")), http.StatusCreated)
	s.want(s.call(http.MethodPost, "/api/occurrences/"+date+"/people", map[string]any{
		"name": "Carla", "contact": "0612345678", "consent": true, "source": "telefoon",
		"ifFull": "chair",
	}, "Cookie", cookie), http.StatusOK)
	s.want(s.call(http.MethodPost, "/api/newsletter/subscriptions/confirm",
		map[string]any{"token": s.subscribed("anja@voorbeeld.example")}), http.StatusOK)
	s.subscribed("dirk@voorbeeld.example") // who did not confirm agreed to nothing
	read := func() string {
		return s.want(
			s.call(http.MethodGet, "/api/consents", nil, "Cookie", cookie), http.StatusOK).body
	}
	body := read()
	for _, want := range []string{
		`{"kind":"registration","version":"aanmelding-1-30","text":"Ik vind het goed dat ` +
			`Herstelruimte mijn aanmelding bewaart tot 30 dagen na de activiteit.",` +
			`"source":"site","n":1}`,
		`"version":"balie-1-30","text":"We bewaren`,
		`"source":"telefoon","n":1}`,
		`{"kind":"entry","version":"wachtlijst-1-7","text":"Ik vind het goed`,
		`{"kind":"newsletter","version":"nieuwsbrief-1","text":"Ja, stuur mij`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("there is no %s in %s", want, body)
		}
	}
	if strings.Count(body, `"kind"`) != 4 || strings.Contains(body, "@") {
		t.Errorf("got %s", body)
	}
	s.want(s.call(http.MethodPost, "/api/erase-mine", nil,
		holds(s.registrationKey("anja@voorbeeld.example"))...), http.StatusNoContent)
	if body := read(); strings.Contains(body, "aanmelding-1-30") ||
		strings.Contains(body, "nieuwsbrief-1") {
		t.Errorf("who was erased still counts: %s", body)
	}
	for _, role := range []string{"gastheer", "redactie", "beheerder"} {
		s.want(s.call(http.MethodGet, "/api/consents", nil, "Cookie", s.signIn(t, role)),
			http.StatusForbidden)
	}
}
