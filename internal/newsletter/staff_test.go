package newsletter

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/inbox"
)

func (r *room) as(cookie, path string, status int) (out map[string]any) {
	r.t.Helper()
	w := r.want(r.Call(http.MethodGet, path, nil, "Cookie", cookie), status)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
		r.t.Fatal(err, w.Body)
	}
	return out
}

func TestRedactieReadsNumbersAndOnlyACoordinatorAddresses(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for i := range 3 {
		r.want(
			r.send(r.with(map[string]any{"email": fmt.Sprintf("lezer%d@voorbeeld.example", i)})),
			http.StatusCreated,
		)
	}
	r.want(r.confirms(r.token("lezer0@voorbeeld.example")), http.StatusOK)
	r.want(r.leaves(r.token("lezer1@voorbeeld.example")), http.StatusOK)
	noor, sanne := r.SignIn("noor", "redactie"), r.SignIn("sanne", "coordinator")
	n := r.as(noor, "/api/newsletter/counts", http.StatusOK)
	if fmt.Sprint(n["confirmed"], n["pending"], n["left"], n["bounced"], n["days"]) != "1 1 1 0 7" {
		t.Error(n)
	}
	r.as(noor, "/api/newsletter/subscribers", http.StatusForbidden)
	for state, want := range map[string]string{"confirmed": "lezer0", "pending": "lezer2"} {
		items := r.as(
			sanne,
			"/api/newsletter/subscribers?staat="+state,
			http.StatusOK,
		)["items"].([]any)
		if len(items) != 1 ||
			!strings.HasPrefix(items[0].(map[string]any)["email"].(string), want) {
			t.Error(state, items)
		}
	}
	if n := r.number(`
		select count(*)
		from audit_log
		where actor = 'sanne'
			and kind = 'subscriber'
			and action = 'listed'`); n != 2 {
		t.Errorf("%d looks in the log", n)
	}
}

func TestAPageOfAddressesDoesNotGrowWithTheList(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	sanne := r.SignIn("sanne", "coordinator")
	for i := range 60 {
		r.want(
			r.send(r.with(map[string]any{"email": fmt.Sprintf("lezer%d@voorbeeld.example", i)})),
			http.StatusCreated,
		)
	}
	if _, err := r.Pool.Exec(
		t.Context(), `
		insert into subscriber (id, state, email_key, token_hash, token_key, sealed, text_version,
			requested_at, updated_at)
		select 'sub_' || i, 'pending', sha256(i::text::bytea), sha256(('t' || i)::bytea), 'k', '',
			'x', $1::timestamptz - i * interval '1 minute', $1 from generate_series(1, 10000) i`,
		monday,
	); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Pool.Exec(t.Context(), `analyze subscriber`); err != nil {
		t.Fatal(err)
	}
	work := dbtest.Listen(t, r.Pool)
	r.letters.Pool = work.Pool
	for _, path := range []string{
		"/api/newsletter/subscribers?staat=",
		"/api/newsletter/subscribers?staat=pending",
	} {
		work.Reset()
		page := r.as(sanne, strings.TrimSuffix(path, "?staat="), http.StatusOK)
		if rows, whole := work.Work(
			"limit 51",
		); len(page["items"].([]any)) != inbox.PageSize || page["next"] == nil || whole || rows > 200 {
			t.Errorf("%s looks at %.0f rows, a whole table: %v", path, rows, whole)
		}
	}
}
