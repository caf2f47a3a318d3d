package app

import (
	"net/http"
	"testing"
	"time"
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
