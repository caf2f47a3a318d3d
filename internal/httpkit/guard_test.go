package httpkit

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"herstelruimte/internal/problem"
)

func TestSixtyFourKilobytesPassAndOneByteMoreDoesNot(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	s.body += strings.Repeat(" ", MaxBody-len(s.body))
	wantStored(t, r.send(s))
	s.key = uuid.NewString()
	s.body += " "
	want(t, r.send(s), problem.TooLarge)
	s.body = strings.Repeat("x", 5<<20)
	want(t, r.send(s), problem.TooLarge)
}

func TestOnlyJSONIsRead(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for kind, passes := range map[string]bool{
		"application/json":                  true,
		"application/json; charset=utf-8":   true,
		"Application/JSON":                  true,
		"":                                  false,
		"text/plain":                        false,
		"text/json":                         false,
		"application/x-www-form-urlencoded": false,
		"multipart/form-data; boundary=x":   false,
		"application/cbor":                  false,
		"application/json/x":                false,
		";":                                 false,
		"application/json; charset":         false,
		"application/problem+json":          false,
	} {
		s := r.good()
		s.header["Content-Type"] = kind
		w := r.send(s)
		if !passes {
			want(t, w, problem.UnsupportedType)
		} else if w.Code != http.StatusCreated {
			t.Errorf("%q: %d %s", kind, w.Code, w.Body)
		}
	}
}

func TestAKeyIsOneUUIDHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	key := s.key
	for _, bad := range []string{
		"",
		"x",
		"0",
		key[:35],
		key + "0",
		strings.ReplaceAll(key, "-", ""),
		"{" + key + "}",
		"urn:uuid:" + key,
		strings.Repeat("g", 36),
		key + "," + key,
		"'; drop table note; --",
	} {
		s.key = bad
		want(t, r.send(s), problem.BadRequest)
	}
	s.key = key
	wantStored(t, r.send(s))
	s.key = strings.ToUpper(key)
	if wantStored(t, r.send(s)); r.names() != 1 {
		t.Error("capitals made it another key")
	}
}

// hostile bodies and the problem that each must get; "" is success.
func hostile(r *room) map[string]struct {
	body string
	code problem.Code
} {
	type c = struct {
		body string
		code problem.Code
	}
	open := r.opened(time.Minute)
	with := func(rest string) string {
		return `{"formTime":"` + open + `","name":"Anja"` + rest + `}`
	}
	return map[string]c{
		"nothing":           {"", problem.BadRequest},
		"spaces":            {" \n ", problem.BadRequest},
		"null":              {"null", problem.BadRequest},
		"a list":            {"[]", problem.BadRequest},
		"a list of objects": {`[{"name":"Anja"}]`, problem.BadRequest},
		"a number":          {"7", problem.BadRequest},
		"a text":            {`"GEHEIM"`, problem.BadRequest},
		"cut off":           {`{"name":"GEHEIM`, problem.BadRequest},
		"two objects":       {`{"name":"GEHEIM"}{"name":"GEHEIM"}`, problem.BadRequest},
		"no JSON":           {"name=GEHEIM&laat_dit_leeg=", problem.BadRequest},
		"NUL bytes":         {strings.Repeat("\x00", 100), problem.BadRequest},
		"a byte order mark": {"\ufeff" + with(""), problem.BadRequest},
		"nested too deep": {
			strings.Repeat(`{"a":`, 12000) + "1" + strings.Repeat("}", 200),
			problem.BadRequest,
		},
		"lists nested too deep": {
			`{"name":` + strings.Repeat("[", 30000) + strings.Repeat("]", 30000) + "}",
			problem.BadRequest,
		},
		"nested deep": {
			with(`,"extra":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000)),
			problem.Invalid,
		},
		"a number that is no number": {with(`,"guests":NaN`), problem.BadRequest},
		"a number beyond all":        {with(`,"guests":1e999`), problem.BadRequest},
		"a number beyond whole":      {with(`,"guests":1e30`), problem.Invalid},
		"a long whole number":        {with(`,"guests":99999999999999999999`), problem.Invalid},
		"half a guest":               {with(`,"guests":1.5`), problem.Invalid},
		"guests as text":             {with(`,"guests":"GEHEIM"`), problem.Invalid},
		"a number as name":           {`{"formTime":"` + open + `","name":7}`, problem.Invalid},
		"a list as name": {
			`{"formTime":"` + open + `","name":["GEHEIM"]}`,
			problem.Invalid,
		},
		"an object as name": {
			`{"formTime":"` + open + `","name":{"GEHEIM":1}}`,
			problem.Invalid,
		},
		"null as name":              {`{"formTime":"` + open + `","name":null}`, problem.Invalid},
		"a number as honeypot":      {with(`,"laat_dit_leeg":7`), problem.Invalid},
		"a list as honeypot":        {with(`,"laat_dit_leeg":["GEHEIM"]`), problem.Invalid},
		"a number as form time":     {`{"formTime":7,"name":"Anja"}`, problem.Invalid},
		"yes as text":               {with(`,"agreed":"GEHEIM"`), problem.Invalid},
		"an unknown choice":         {with(`,"way":"GEHEIM"`), problem.Invalid},
		"a list inside a list":      {with(`,"diet":{"choices":[["GEHEIM"]]}`), problem.Invalid},
		"text where an object":      {with(`,"diet":"GEHEIM"`), problem.Invalid},
		"an unknown field":          {with(`,"colour":"GEHEIM"`), problem.Invalid},
		"an unknown field inside":   {with(`,"diet":{"colour":"GEHEIM"}`), problem.Invalid},
		"an empty field name":       {with(`,"":"GEHEIM"`), problem.Invalid},
		"__proto__":                 {with(`,"__proto__":{"GEHEIM":1}`), problem.Invalid},
		"a field in other capitals": {with(`,"Name":"GEHEIM"`), problem.Invalid},
		"a honeypot in capitals":    {with(`,"WEBSITE":"GEHEIM"`), problem.Invalid},
		"a field twice":             {with(`,"name":"Bart"`), ""},
		"a field twice, first wrong": {
			`{"formTime":"` + open + `","name":["GEHEIM"],"name":"Anja"}`,
			problem.Invalid,
		},
		"an object twice, one wrong": {
			with(`,"diet":{"choices":["GEHEIM",7]},"diet":{}`),
			problem.Invalid,
		},
		"NUL in the name": {`{"formTime":"` + open + `","name":"A\u0000nja"}`, ""},
		"only NUL as name": {
			`{"formTime":"` + open + `","name":"\u0000"}`,
			problem.Invalid,
		},
		"half a surrogate":            {`{"formTime":"` + open + `","name":"A\ud800"}`, ""},
		"broken UTF-8":                {`{"formTime":"` + open + `","name":"A` + "\xff" + `"}`, ""},
		"ten thousand unknown fields": {with(manyFields(5000)), problem.Invalid},
		"an emoji":                    {`{"formTime":"` + open + `","name":"👩‍👩‍👧"}`, ""},
	}
}

func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"f%d":1`, i)
	}
	return b.String()
}

func TestNoBodyMakesA500OrComesBackInAProblem(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for name, c := range hostile(r) {
		for _, accept := range []string{
			"",
			"text/html",
			"application/cbor",
			"\x00",
			"*/*;q=0",
			"a;,b",
		} {
			s := r.good()
			s.body, s.header["Accept"] = c.body, accept
			w := r.send(s)
			if c.code == "" {
				if w.Code != http.StatusCreated {
					t.Errorf("%s: %d %s", name, w.Code, w.Body)
				}
				continue
			}
			if p := problem.New(c.code); w.Code != p.Status {
				t.Errorf(
					"%s, Accept %q: %d %.300s, want %d",
					name,
					accept,
					w.Code,
					w.Body,
					p.Status,
				)
				continue
			}
			want(t, w, c.code)
			if strings.Contains(w.Body.String(), `GEHEIM"`) &&
				!strings.Contains(w.Body.String(), `GEHEIM","code"`) ||
				strings.Contains(w.Body.String(), "formTime\":") {
				t.Errorf("%s: the typed value comes back: %s", name, w.Body)
			}
		}
	}
	if n := r.count("select count(*) from note where name like '%GEHEIM%'"); n != 0 {
		t.Error("a hostile body was stored")
	}
}

func TestEachWrongFieldIsNamed(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for body, want := range map[string]string{
		`"colour":1`:                           `[{"name":"colour","code":"unknown"}]`,
		`"colour":1,"age":2,"Name":"x"`:        `[{"name":"Name","code":"unknown"},{"name":"age","code":"unknown"},{"name":"colour","code":"unknown"}]`,
		`"name":7`:                             `[{"name":"name","code":"invalid"}]`,
		`"guests":"two"`:                       `[{"name":"guests","code":"invalid"}]`,
		`"way":"pigeon"`:                       `[{"name":"way","code":"choice"}]`,
		`"diet":{"colour":1}`:                  `[{"name":"diet.colour","code":"unknown"}]`,
		`"diet":{"choices":["a",1]}`:           `[{"name":"diet.choices[1]","code":"invalid"}]`,
		`"name":""`:                            `[{"name":"name","code":"required"}]`,
		`"guests":"two","colour":1,"name":"x"`: `[{"name":"colour","code":"unknown"},{"name":"guests","code":"invalid"}]`,
	} {
		s := r.good()
		s.body = "{" + body + "}"
		for range 5 {
			var got struct{ Fields json.RawMessage }
			if err := json.Unmarshal(
				r.send(s).Body.Bytes(),
				&got,
			); err != nil || string(got.Fields) != want {
				t.Errorf("%s: %s, want %s", body, got.Fields, want)
			}
		}
	}
}

func TestABodyIsNotReadWhenItsConnectionBreaks(t *testing.T) {
	t.Parallel()
	r := setup(t)
	req := r.good().request()
	req.Body = broken{}
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	want(t, w, problem.BadRequest)
}

func TestNoReadLimitRunsOnIntoTheAct(t *testing.T) {
	t.Parallel()
	g := &Guard{}
	for name, op := range map[string]huma.Operation{
		"visitor": g.Visitor(huma.Operation{}, Form{
			Decoy: func(map[string]any) (int, any, Flash) { return 0, nil, Flash{} },
		}),
		"holder": g.Holder(huma.Operation{}),
	} {
		if op.BodyReadTimeout >= 0 || op.MaxBodyBytes <= MaxBody {
			t.Errorf("%s: %v, %d bytes", name, op.BodyReadTimeout, op.MaxBodyBytes)
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }
func (broken) Close() error             { return nil }

func TestAnAddressThatIsNoTextIsNo500(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	r := setup(t)
	_, err := r.pool.Exec(t.Context(), "select from note where name = $1", "a\x00b")
	if err == nil {
		t.Fatal("PostgreSQL takes a NUL: this test proves nothing")
	}
	Fail(w, httptest.NewRequest(http.MethodGet, "/", nil), err)
	want(t, w, problem.BadRequest)
}

func FuzzGuardedBody(f *testing.F) {
	r := setup(f)
	for _, c := range hostile(r) {
		f.Add(c.body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := r.good()
		s.body = body
		if w := r.send(s); w.Code >= 500 {
			t.Fatalf("%q: %d %s", body, w.Code, w.Body)
		}
	})
}
