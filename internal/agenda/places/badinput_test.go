package places_test

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/problem"
)

func TestFieldMistakesAreNamedAndNothingIsStored(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	for name, x := range map[string]struct {
		change map[string]any
		want   string
	}{
		"name of 61": {
			map[string]any{"name": strings.Repeat("é", 61)},
			`[{"name":"name","code":"too_long"}]`,
		},
		"name of NUL": {
			map[string]any{"name": "\x00\u202e\t"},
			`[{"name":"name","code":"required"}]`,
		},
		"name of joiners": {
			map[string]any{"name": "\u200d\u200c"},
			`[{"name":"name","code":"required"}]`,
		},
		"name of 61 emoji": {
			map[string]any{"name": strings.Repeat("🌷", 61)},
			`[{"name":"name","code":"too_long"}]`,
		},
		"no contact": {
			map[string]any{"email": ""},
			`[{"name":"contact","code":"required"}]`,
		},
		"e-mail with CR LF": {
			map[string]any{"email": "anja@voorbeeld.example\r\nBcc: x@y.example"},
			`[{"name":"email","code":"email"}]`,
		},
		"e-mail without dot": {
			map[string]any{"email": "anja@voorbeeld"},
			`[{"name":"email","code":"email"}]`,
		},
		"e-mail of two @": {
			map[string]any{"email": "a@b@voorbeeld.example"},
			`[{"name":"email","code":"email"}]`,
		},
		"e-mail of 255": {
			map[string]any{"email": strings.Repeat("a", 250) + "@b.example"},
			`[{"name":"email","code":"too_long"}]`,
		},
		"phone of 9 digits": {
			map[string]any{"phone": "061234567"},
			`[{"name":"phone","code":"phone"}]`,
		},
		"phone of letters": {
			map[string]any{"phone": "bel mij"},
			`[{"name":"phone","code":"phone"}]`,
		},
		"other who knows not": {
			map[string]any{"forOther": true},
			`[{"name":"otherKnows","code":"required"}]`,
		},
		"no consent": {
			map[string]any{"consent": false},
			`[{"name":"consent","code":"required"}]`,
		},
		"guests": {
			map[string]any{"guests": -1},
			`[{"name":"guests","code":"choice"}]`,
		},
		"support too long": {
			map[string]any{"support": strings.Repeat("x", 301)},
			`[{"name":"support","code":"too_long"}]`,
		},
		"diet unknown": {
			map[string]any{"diet": map[string]any{"choices": []string{"steen"}}},
			`[{"name":"diet","code":"choice"}]`,
		},
		"diet other unsaid": {
			map[string]any{"diet": map[string]any{"choices": []string{"other"}}},
			`[{"name":"dietOther","code":"required"}]`,
		},
		"ifFull": {
			map[string]any{"ifFull": "altijd"},
			`[{"name":"ifFull","code":"choice"}]`,
		},
		"unknown field": {
			map[string]any{"surname": "Jansen"},
			`[{"name":"surname","code":"unknown"}]`,
		},
		"name is a number": {map[string]any{"name": 5}, `[{"name":"name","code":"invalid"}]`},
		"consent text": {
			map[string]any{"consentVersion": "verzonnen"},
			`[{"name":"consentVersion","code":"invalid"}]`,
		},
	} {
		body := r.SignUp("Anja", addr("anja"))
		for k, v := range x.change {
			body[k] = v
		}
		w := r.Register(o, body)
		if w.Code != 422 || !strings.Contains(w.Body.String(), `"fields":`+x.want) ||
			w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s %s", name, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
		if strings.Contains(w.Body.String(), "voorbeeld") ||
			strings.Contains(w.Body.String(), "Jansen") {
			t.Errorf("%s: the answer repeats what was typed", name)
		}
	}
	r.MustCount(0, `registration`)
}

func TestNamesOfEveryKindAppearAsTyped(t *testing.T) {
	r := setup(t)
	o := r.Place(20)
	for typed, kept := range map[string]string{
		"🌱":                         "🌱",
		"=1+1":                      "=1+1",
		"محمد":                      "محمد",
		"<script>alert(1)</script>": "<script>alert(1)</script>",
		"A\x00n\u202eja":            "Anja",
		"Jan\r\nPiet":               "Jan Piet",
		"👩\u200d👧":                  "👩\u200d👧",
		strings.Repeat("é", 60):     strings.Repeat("é", 60),
		"e\u0301":                   "é",
		strings.Repeat("🌷", 60):     strings.Repeat("🌷", 60),
	} {
		email := uuid.NewString() + "@voorbeeld.example"
		r.signs(o, typed, email)
		if got := r.mine(email).Name; got != kept {
			t.Errorf("%q became %q", typed, got)
		}
	}
	r.Invariants()
}

// What callers give as their number, in whatever way it is written down: kept as one number, or
// asked for again with nothing stored.
func TestTheDeskTakesANumberAsItIsGivenOrAsksForItAgain(t *testing.T) {
	r := setup(t)
	o := r.Place(50)
	for given, kept := range map[string]string{
		"06 12 34 56 78":          "+31612345678",
		"0031 (0)6-12345679":      "+31612345679",
		"+31 (0)6.1234.5680":      "+31612345680",
		"050-3123456":             "+31503123456",
		"fax 0123-45":             "",
		"fax: 050-3123456 thuis":  "",
		"06123456789":             "",
		"061234567":               "",
		"06-12345678/06-87654321": "",
		"geheim":                  "",
		"0":                       "",
		"++31612345678":           "",
		"=06+12345678":            "",
	} {
		before := r.Number(`registration`)
		d, err := r.AddPerson(t.Context(), byFatima, o, atDesk("Beller", given))
		if kept == "" {
			var p *problem.Problem
			if !errors.As(err, &p) || p.Status != 422 || len(p.Fields) != 1 ||
				p.Fields[0].Code != problem.Phone ||
				r.Number(`registration`) != before {
				t.Errorf("%q: got %+v, %v, want it asked for again", given, d, err)
			}
			continue
		}
		if err != nil || r.Number(`registration where id = $1 and phone_key = $2`,
			d.Act.Subject, r.Keys.PhoneKey(kept)) != 1 {
			t.Errorf("%q: got %+v, %v, want %s", given, d, err, kept)
		}
	}
}

func TestANameOfSixtyEmojiIsOneNameAtTheDeskAndOnTheList(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	name := strings.Repeat("🌷", 60)
	d := r.done(r.AddPerson(t.Context(), byFatima, o, atDesk(name, "")))
	if d.FirstName != name {
		t.Errorf("at the desk: got %q", d.FirstName)
	}
	if all := r.people(asFatima, o).People; len(all) != 1 || all[0].Name != name ||
		all[0].FirstName != name {
		t.Errorf("on the list: got %+v", all)
	}
	_, err := r.AddPerson(t.Context(), byFatima, o, atDesk(name+"🌷", ""))
	if code := statusOf(booking.Done{}, err); code != 422 {
		t.Errorf("sixty-one: got %d, %v", code, err)
	}
}

func TestBodiesThatAreNoForm(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	send := func(kind, body string) int {
		req := httptest.NewRequest(
			"POST",
			"/api/occurrences/"+o+"/registrations",
			strings.NewReader(body),
		)
		req.Header.Set("Content-Type", kind)
		req.Header.Set("Idempotency-Key", uuid.NewString())
		w := httptest.NewRecorder()
		r.HTTP.ServeHTTP(w, req)
		return w.Code
	}
	for name, x := range map[string]struct {
		kind, body string
		status     int
	}{
		"5 MB": {
			"application/json",
			`{"name":"` + string(bytes.Repeat([]byte("a"), 5<<20)) + `"}`,
			413,
		},
		"not JSON":         {"application/json", `name=Anja`, 400},
		"an array":         {"application/json", `[]`, 400},
		"null":             {"application/json", `null`, 400},
		"wrong type":       {"text/plain", `{}`, 415},
		"xml":              {"application/xml", `<a/>`, 415},
		"half a surrogate": {"application/json", `{"name":"\ud800"}`, 422},
		"deep": {
			"application/json",
			strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000),
			422,
		},
	} {
		if got := send(x.kind, x.body); got != x.status {
			t.Errorf("%s: %d, want %d", name, got, x.status)
		}
	}
	r.MustCount(0, `registration`)
}

func TestManySignUpsFromOneAddressAreSlowedAndNothingIsLost(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.New(t), 1)
	o := r.Place(100)
	codes := map[int]int{}
	for range 25 {
		w := r.Register(o, r.SignUp("Anja", uuid.NewString()+"@voorbeeld.example"))
		codes[w.Code]++
		if w.Code == 429 &&
			(w.Header().Get("Retry-After") == "" ||
				!strings.Contains(w.Body.String(), "too_many")) {
			t.Fatalf("%v %s", w.Header(), w.Body)
		}
	}
	if codes[201] != 20 || codes[429] != 5 {
		t.Fatalf("%v", codes)
	}
	r.MustCount(20, `registration`)
	r.Invariants()
}

func TestHoneypotGetsTheUsualAnswerAndNothingIsStored(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	good := r.signs(o, "Anja", person(1))
	body := r.SignUp("Robot", addr("robot"))
	body["laat_dit_leeg"] = "https://spam.example"
	bad := r.Want(r.Register(o, body), 201)
	if good.Body.String() != bad.Body.String() || r.Number(`registration`) != 1 {
		t.Fatalf("%s", bad.Body)
	}
}
