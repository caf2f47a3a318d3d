package render

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

func TestAFormBecomesTheBodyOfItsOperation(t *testing.T) {
	schema := map[string]string{
		"name":     "string",
		"people":   "integer",
		"cost":     "number",
		"reminder": "boolean",
		"audience": "array",
		"diet":     "object",
	}
	for form, want := range map[string]string{
		"":                                `{}`,
		"name=Zo%C3%AB":                   `{"name":"Zoë"}`,
		"name=":                           `{}`,
		"name=+":                          `{"name":" "}`,
		"name=a&name=b":                   `{"name":["a","b"]}`,
		"people=3":                        `{"people":3}`,
		"people=+3+":                      `{"people":3}`,
		"people=drie":                     `{"people":"drie"}`,
		"people=99999999999999999999":     `{"people":"99999999999999999999"}`,
		"people=":                         `{}`,
		"cost=2.50":                       `{"cost":2.50}`,
		"cost=NaN":                        `{"cost":"NaN"}`,
		"cost=1e9":                        `{"cost":"1e9"}`,
		"reminder=true":                   `{"reminder":true}`,
		"reminder=on":                     `{"reminder":true}`,
		"reminder=false":                  `{"reminder":false}`,
		"reminder=":                       `{}`,
		"reminder=misschien":              `{"reminder":"misschien"}`,
		"reminder=true&reminder=false":    `{"reminder":["true","false"]}`,
		"audience=a":                      `{"audience":["a"]}`,
		"audience=a&audience=&audience=b": `{"audience":["a","b"]}`,
		"audience=":                       `{}`,
		"diet=vegetarian&diet=other&dietOther=geen+ui": `{"diet":{"choices":["vegetarian","other"],"other":"geen ui"}}`,
		"diet=noPork&dietOther=":                       `{"diet":{"choices":["noPork"]}}`,
		"dietOther=noten":                              `{}`,
		"diet=noPork&dietOther=noten":                  `{"diet":{"choices":["noPork"]}}`,
		"dietOther=":                                   `{}`,
		"form=x&idempotencyKey=y&version=3":            `{}`,
		"surname=Jansen&extra=":                        `{"surname":"Jansen","extra":""}`,
		"surname=a&surname=b":                          `{"surname":["a","b"]}`,
		"formTime=1&laat_dit_leeg=":                    `{"formTime":"1","laat_dit_leeg":""}`,
	} {
		fields, err := url.ParseQuery(form)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(bodyOf(fields, schema))
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		json.Unmarshal(got, &a)
		json.Unmarshal([]byte(want), &b)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%q: %s, want %s", form, got, want)
		}
	}
	got, _ := json.Marshal(
		bodyOf(url.Values{
			"version": {"3"},
			"form":    {"f"},
		}, map[string]string{"version": "integer"}),
	)
	if string(got) != `{"version":3}` {
		t.Errorf("a field that the operation knows was taken for machinery: %s", got)
	}
}

const sentKey = "6f1c3f0e-0000-4000-8000-00000000abcd"

// operation answers posts with this and reads with an empty object.
func (m *room) operation(status int, body string, cookies ...string) {
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			reply(w, 200, `{}`)
			return
		}
		for _, c := range cookies {
			w.Header().Add("Set-Cookie", c)
		}
		reply(w, status, body)
	})
}

func TestASentFormRunsTheOperationAndGoesOn(t *testing.T) {
	m := newRoom(t)
	for answer, to := range map[string]string{
		`{"status":"registered"}`: "/sequel/act_1/occ_1",
		`{"status":"waiting"}`:    "/sequel/act_1/occ_1?lijst=1",
		`{"status":"anders"}`:     "/register/act_1/occ_1",
		``:                        "/register/act_1/occ_1",
	} {
		m.operation(201, answer, "hr_flash=abc; Path=/", "b=c")
		w := m.post(
			"/register/act_1/occ_1?x=1",
			"form=register&name=Zo%C3%AB&people=2&idempotencyKey="+sentKey+"&formTime=t.1&laat_dit_leeg=",
			"X-Forwarded-For", "192.0.2.9",
		)
		wantStatus(t, w, 303)
		wantHead(t, w, "Location", to)
		wantHead(t, w, "Cache-Control", "no-store")
		if c := w.Header()["Set-Cookie"]; len(c) != 2 || c[0] != "hr_flash=abc; Path=/" {
			t.Fatal(c)
		}
		calls := m.saw()
		if len(calls) != 1 {
			t.Fatalf("%+v", calls)
		}
		c := calls[0]
		if c.method != "POST" || c.target != "/api/occurrences/occ_1/registrations" ||
			c.body != `{"formTime":"t.1","name":"Zoë","people":2}` {
			t.Fatalf("%+v", c)
		}
		for name, want := range map[string]string{
			"Content-Type":    "application/json",
			"Idempotency-Key": sentKey,
			"X-Flash":         "1",
			"X-Forwarded-For": "192.0.2.9",
			"Authorization":   "",
			"If-Match":        "",
		} {
			if got := c.head.Get(name); got != want {
				t.Fatalf("%s: %q", name, got)
			}
		}
	}
}

func TestAFormOnAnOwnLinkSendsKeyAndVersionAndReturnsToItself(t *testing.T) {
	m := newRoom(t)
	m.operation(200, `{"status":"left"}`)
	w := m.post("/waitlist/wl_geheim?stap=afmelden", "form=leave&idempotencyKey="+sentKey)
	wantStatus(t, w, 303)
	wantHead(t, w, "Location", "/waitlist/wl_geheim")
	c := m.saw()[0]
	if c.method != "DELETE" || c.target != "/api/entry" ||
		c.head.Get("Authorization") != "Aanmelding wl_geheim" {
		t.Fatalf("%+v", c)
	}
	m.post("/waitlist/wl_geheim", "form=change&version=7&name=A&idempotencyKey="+sentKey)
	if c := m.saw()[0]; c.method != "PATCH" || c.head.Get("If-Match") != `"7"` ||
		c.body != `{"name":"A"}` {
		t.Fatalf("%+v", c)
	}
}

func TestAFormCanLeadToTheSecretOfItsAnswer(t *testing.T) {
	m := newRoom(t)
	for answer, to := range map[string]string{
		`{"status":"entry","link":"wl_geheim.wle_1"}`: "/waitlist/wl_geheim.wle_1",
		`{"status":"anders","link":"a/../b"}`:         "/detail/a%2F..%2Fb/x",
		`{"status":"entry"}`:                          "/letter",
	} {
		m.operation(200, answer)
		// what a form says of it does not count
		w := m.post("/letter", "form=find&code=A&link=wl_vals&idempotencyKey="+sentKey)
		wantStatus(t, w, 303)
		wantHead(t, w, "Location", to)
		wantHead(t, w, "Cache-Control", "no-store")
		if c := m.saw()[0]; c.body != `{"code":"A"}` {
			t.Errorf("sent %s", c.body)
		}
	}
}

func TestARefusedFormShowsThePageAgain(t *testing.T) {
	for _, status := range []int{401, 404, 409, 410, 412, 413, 422, 428, 429, 500, 503} {
		m := newRoom(t)
		m.operation(status, `{"code":"x","status":1}`)
		w := m.post(
			"/register/act_1/occ_1",
			"form=register&name=%00%1bZo%C3%AB%0d%0a&diet=a&diet=b&version=4&formTime=t.9&idempotencyKey="+
				sentKey,
		)
		wantStatus(t, w, status)
		wantHead(t, w, "Cache-Control", "no-store")
		wantHead(t, w, "Etag", "")
		wantHead(t, w, "Set-Cookie", "")
		b := bootOf(t, w.Body.String())
		want := map[string]any{"name": "Zoë\r\n", "diet": []any{"a", "b"}}
		if b.Form == nil || b.Form.Name != "register" || b.Form.Problem["code"] != "x" ||
			b.Status != status ||
			!reflect.DeepEqual(b.Form.Values, want) {
			t.Fatalf("%d: %+v", status, b.Form)
		}
		if b.Ticket.IdempotencyKey != sentKey || b.Ticket.FormTime == "t.9" ||
			b.Data["page"] == nil {
			t.Fatalf("%+v", b.Ticket)
		}
	}
}

func TestAKeyThatIsNoUUIDIsReplaced(t *testing.T) {
	m := newRoom(t)
	m.operation(422, `{"code":"invalid"}`)
	for _, key := range []string{
		"",
		"x",
		sentKey + "0",
		strings.ReplaceAll(sentKey, "a", "g"),
		`"><script>`,
	} {
		w := m.post("/register/act_1/occ_1", "form=register&idempotencyKey="+url.QueryEscape(key))
		if b := bootOf(
			t,
			w.Body.String(),
		); b.Ticket.IdempotencyKey == key || !uuid.MatchString(b.Ticket.IdempotencyKey) {
			t.Fatalf("%q: %+v", key, b.Ticket)
		}
	}
}

func TestARefusedFormIsNeverKept(t *testing.T) {
	m := newRoom(t)
	m.operation(422, `{"code":"invalid"}`)
	m.post("/register/act_1/occ_1", "form=register&name=Geheim")
	wantNoText(t, m.get("/register/act_1/occ_1"), "Geheim")
}

func TestTheStatusOfAFormJoinsThatOfItsPage(t *testing.T) {
	for _, c := range []struct{ operation, page, want int }{
		{422, 404, 404},
		{409, 410, 410},
		{410, 404, 410},
		{410, 200, 410},
		{404, 410, 410},
		{503, 404, 503},
		{422, 503, 503},
		{422, 200, 422},
	} {
		m := newRoom(t)
		m.answers(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				reply(w, c.page, `{}`)
			} else {
				reply(w, c.operation, `{"code":"x"}`)
			}
		})
		w := m.post("/register/act_1/occ_1", "form=register")
		wantStatus(t, w, c.want)
	}
}

func TestOddAnswersOfAnOperationAreAServerFault(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
	}{{500, "stack trace"}, {422, "<html>"}, {304, ""}, {301, `{}`}} {
		m := newRoom(t)
		m.operation(c.status, c.body)
		w := m.post("/register/act_1/occ_1", "form=register&name=A")
		wantStatus(t, w, 500)
		if b := bootOf(
			t,
			w.Body.String(),
		); b.Form.Problem["code"] != "internal" || b.Form.Values["name"] != "A" {
			t.Fatalf("%+v", b.Form)
		}
	}
}

func TestRetryAfterOfAnOperationIsPassedOn(t *testing.T) {
	m := newRoom(t)
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			w.Header().Set("Retry-After", "60")
			reply(w, 429, `{"code":"too_many"}`)
			return
		}
		reply(w, 200, `{}`)
	})
	w := m.post("/register/act_1/occ_1", "form=register")
	wantStatus(t, w, 429)
	wantHead(t, w, "Retry-After", "60")
}

func TestUnreadableFormsRunNothing(t *testing.T) {
	for name, c := range map[string]struct {
		body, kind string
		status     int
		code       string
	}{
		"unknown form": {"form=anders", "", 400, "bad_request"},
		"no form":      {"name=A", "", 400, "bad_request"},
		"bad percent":  {"form=register&name=%zz", "", 400, "bad_request"},
		"too large": {
			"form=register&name=" + strings.Repeat("a", 64<<10),
			"",
			413,
			"too_large",
		},
		"5 MB":      {strings.Repeat("a", 5<<20), "", 413, "too_large"},
		"json":      {`{"form":"register"}`, "application/json", 415, "unsupported_type"},
		"multipart": {"x", "multipart/form-data; boundary=x", 415, "unsupported_type"},
		"no kind":   {"form=register", " ", 415, "unsupported_type"},
		"charset is ok": {
			"form=nee",
			"application/x-www-form-urlencoded; charset=utf-8",
			400,
			"bad_request",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newRoom(t)
			heads := []string{}
			if c.kind != "" {
				heads = []string{"Content-Type", c.kind}
			}
			w := m.post("/register/act_1/occ_1", c.body, heads...)
			wantStatus(t, w, c.status)
			wantHead(t, w, "Cache-Control", "no-store")
			b := bootOf(t, w.Body.String())
			if b.Form.Problem["code"] != c.code || b.Form.Name != "register" || b.Ticket == nil {
				t.Fatalf("%+v", b.Form)
			}
			for _, call := range m.saw() {
				if call.method != http.MethodGet {
					t.Fatalf("%+v", call)
				}
			}
		})
	}
	m := newRoom(t)
	if b := bootOf(t, m.post("/waitlist/wl_1", "form=anders").Body.String()); b.Form.Name != "" {
		t.Fatalf("which of two forms is not known: %+v", b.Form)
	}
	wantStatus(t, m.post("/waitlist/iets", "form=leave"), 404)
	wantStatus(t, m.post("/nergens", "form=leave"), 404)
	wantStatus(t, m.post("/agenda", "form=leave"), 405)
}

func FuzzAFormNeverPanicsAndAlwaysGivesJSON(f *testing.F) {
	f.Add("form=register&name=a&diet=b&dietOther=c&people=1")
	schema := map[string]string{
		"name":     "string",
		"people":   "integer",
		"cost":     "number",
		"reminder": "boolean",
		"audience": "array",
		"diet":     "object",
	}
	f.Fuzz(func(t *testing.T, raw string) {
		fields, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		if _, err := json.Marshal(bodyOf(fields, schema)); err != nil {
			t.Fatal(err)
		}
		echo(fields)
	})
}
