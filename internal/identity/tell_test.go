package identity

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/mail"
)

// reading signs somebody in whose token tells where they read mail.
func (r *room) reading(sub, address string, change map[string]any, roles ...string) string {
	r.t.Helper()
	c := r.issuer.Claims(sub, roles...)
	c["email"], c["email_verified"] = address, true
	for k, v := range change {
		c[k] = v
	}
	return cookieOf(want(r.t, r.post(r.token(c), ""), http.StatusNoContent, ""))
}

func (r *room) readers(topic Topic, roles ...Role) string {
	r.t.Helper()
	all, err := r.Readers(r.t.Context(), r.pool, topic, roles...)
	if err != nil {
		r.t.Fatal(err)
	}
	var out []string
	for _, a := range all {
		out = append(out, a.UID+" "+a.Address)
	}
	return strings.Join(out, ", ")
}

func TestTheHouseLearnsWhereStaffReadMailFromAProvenAddressAlone(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.reading("lid-a", "a@voorbeeld.example", nil, "coordinator")
	r.reading("lid-b", "b@voorbeeld.example", map[string]any{"email_verified": false}, "coordinator")
	r.reading("lid-c", "c@voorbeeld.example", map[string]any{"email_verified": "true"}, "coordinator")
	r.reading("lid-d", "geen adres", nil, "coordinator")
	r.reading("lid-e", "e@voorbeeld.example", nil, "redactie")
	r.reading("lid-f", "f@voorbeeld.example", nil)
	r.signedIn("lid-g", "coordinator")
	if got := r.readers(Messages, Coordinator); got != "lid-a a@voorbeeld.example" {
		t.Errorf("read by %q", got)
	}
	r.mustCount(2, `select count(*) from staff_member where address is not null`)
	var stored string
	if err := r.pool.QueryRow(t.Context(), `
		select string_agg(m::text, ' ') || encode(string_agg(address, ''), 'escape')
		from staff_member m`).Scan(&stored); err != nil || strings.Contains(stored, "voorbeeld") {
		t.Error("an address can be read in the table", err)
	}
	if strings.Contains(r.log.String(), "voorbeeld") {
		t.Error("an address stands in the log")
	}
}

func TestTheNewestTokenSaysWhereSomebodyReadsMail(t *testing.T) {
	t.Parallel()
	r := setup(t)
	early := r.issuer.Claims("lid-a", "coordinator")
	early["email"], early["email_verified"] = "oud@voorbeeld.example", true
	old := r.token(early)
	r.clock.Advance(time.Minute)
	r.reading("lid-a", "nieuw@voorbeeld.example", map[string]any{"sid": "later"}, "coordinator")
	want(t, r.post(old, ""), http.StatusNoContent, "")
	if got := r.readers(Calls, Coordinator); got != "lid-a nieuw@voorbeeld.example" {
		t.Errorf("an older token brought %q back", got)
	}
	r.clock.Advance(time.Minute)
	r.signedIn("lid-a", "coordinator")
	if got := r.readers(Calls, Coordinator); got != "" {
		t.Errorf("%q is kept though the newest token has none", got)
	}
	r.clock.Advance(time.Minute)
	r.reading("lid-a", "nieuw@voorbeeld.example", nil, "coordinator")
	r.clock.Advance(time.Minute)
	r.reading("lid-a", "nieuw@voorbeeld.example", nil)
	r.mustCount(0, `select count(*) from staff_member where address is not null`)
}

func TestWhoDoesNotComeGetsNoMailAndIsForgottenAfterAYear(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.put(r.reading("lid-a", "a@voorbeeld.example", nil, "coordinator"),
		`{"topic":"calls","on":false}`)
	r.clock.Advance(61 * 24 * time.Hour)
	if got := r.readers(Messages, Coordinator); got != "" {
		t.Errorf("mailed after two months: %q", got)
	}
	if err := r.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.mustCount(1, `select count(*) from staff_member where address is not null`)
	r.clock.Advance(305 * 24 * time.Hour)
	if err := r.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.mustCount(1, `
		select count(*) from staff_member where address is null and mails_off = '{}'`)
	if names, err := r.Names(t.Context(), []string{"lid-a"}); err != nil || names["lid-a"] == "" {
		t.Error("the name is gone from what they wrote", err)
	}
}

func (r *room) put(cookie, body string) *httptest.ResponseRecorder {
	r.t.Helper()
	req := httptest.NewRequestWithContext(
		r.t.Context(), http.MethodPut, "/api/staff-mail", strings.NewReader(body),
	)
	req.Header.Set("Content-Type", "application/json")
	req.AddCookie(&http.Cookie{Name: r.cookieName(), Value: cookie})
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	return w
}

func TestStaffSwitchTheirMailsAndTheSwitchIsReadWhenItGoes(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.reading("lid-a", "a@voorbeeld.example", nil, "redactie", "begeleider")
	var own StaffMail
	decode(t, want(t, r.call(http.MethodGet, "/api/staff-mail", cookie), 200, ""), &own)
	all := []TopicSwitch{{Messages, true}, {Calls, true}, {TooFew, true}, {Tomorrow, true}}
	if own.Address != "a@voorbeeld.example" || !slices.Equal(own.Topics, all) {
		t.Fatalf("got %+v", own)
	}
	stored := mail.Stored{Member: "lid-a", Topic: string(Calls)}
	if who, err := r.Reading(t.Context(), stored); err != nil || !who.Actor().Has(Begeleider) {
		t.Error(who, err)
	}
	for range 2 { // twice is once
		decode(t, want(t, r.put(cookie, `{"topic":"calls","on":false}`), 200, ""), &own)
	}
	all[1].On = false
	if !slices.Equal(own.Topics, all) || r.readers(Calls, Begeleider) != "" ||
		r.readers(Messages, Redactie) == "" {
		t.Errorf("got %+v", own)
	}
	if _, err := r.Reading(t.Context(), stored); !errors.Is(err, mail.ErrUntrue) {
		t.Error("a mail goes that was switched off since", err)
	}
	decode(t, want(t, r.put(cookie, `{"topic":"calls","on":true}`), 200, ""), &own)
	if all[1].On = true; !slices.Equal(own.Topics, all) || r.readers(Calls, Begeleider) == "" {
		t.Errorf("got %+v", own)
	}
	r.clock.Advance(time.Minute)
	editor := r.reading("lid-a", "a@voorbeeld.example", nil, "redactie")
	if _, err := r.Reading(t.Context(), stored); !errors.Is(err, mail.ErrUntrue) {
		t.Error("a mail goes to who lost the role for it", err)
	}
	decode(t, want(t, r.put(editor, `{"topic":"calls","on":false}`), 200, ""), &own)
	if !slices.Equal(own.Topics, []TopicSwitch{{Messages, true}}) {
		t.Errorf("redactie is shown %+v", own.Topics)
	}
	want(t, r.put(editor, `{"topic":"klachten","on":false}`),
		http.StatusUnprocessableEntity, "invalid")
	want(t, r.put("", `{"topic":"calls","on":false}`), http.StatusUnauthorized, "unauthorized")
}
