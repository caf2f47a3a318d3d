//go:build web

package app

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

func TestBadAddressesAreNotFound(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	other, _ := s.place(5)
	forged := s.keys.Token("aan_", "reg_never", 1)
	for _, path := range []string{
		"/agendadetails/" + other + "/" + o,
		"/agendadetails/" + o + "/" + a,
		"/agendadetails/" + a + "/occ_never",
		"/agendadetails/%00/%00",
		"/register/" + other + "/" + o,
		"/register/" + o + "/" + a,
		"/registrationsequel/" + other + "/" + o,
		"/waitlist/occ_never",
		"/waitlist/wl_never",
		"/waitlist/x",
		"/registrationdetails/" + forged,
		"/registrationdetails/" + forged + "/afspraak.ics",
		"/registrationdetails/" + forged + "/gegevens.json",
		"/registrationdetails/aan_%0d%0a",
		"/agenda/occ_never/afspraak.ics",
		"/nergens",
		"/register/" + a,
		"/a/b/c/d",
		"/%ff",
		"/..%2f..%2fetc/passwd",
	} {
		if got := s.page(
			path,
		); got.status != http.StatusNotFound || strings.Contains(got.body, "goroutine") {
			t.Errorf("GET %s: %d", path, got.status)
		}
	}
	wantText(
		t,
		s.page("/agendadetails/"+other+"/"+o).body,
		"We konden dit niet vinden.",
		`href="/agenda"`,
	)
	wantText(t, s.page("/registrationdetails/"+forged).body, "Deze link werkt niet meer.")
	wantText(t, s.page("/nergens").body, "Deze pagina bestaat niet (meer).")
}

func TestAFormOfAWrongPairStoresNothing(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	other, _ := s.place(5)
	fields := s.opened(s.page("/register/"+a+"/"+o).body, "register")
	for name, value := range typedPerson("Anja", "anja@voorbeeld.example") {
		fields.Set(name, value)
	}
	s.Clock.Advance(10 * time.Second)
	for _, path := range []string{
		"/register/" + other + "/" + o,
		"/register/" + o + "/" + a,
		"/register/act_never/" + o,
		"/register/" + a + "/occ_never",
	} {
		if got := s.post(path, fields); got.status != http.StatusNotFound {
			t.Errorf("POST %s: %d to %q", path, got.status, got.head.Get("Location"))
		}
	}
	if n := s.number(`select count(*) from registration`); n != 0 {
		t.Errorf("%d sign-ups were stored", n)
	}
}

func TestADateThatWentMeanwhileStoresNothingAndSaysSo(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	path := "/register/" + a + "/" + o
	fields := s.opened(s.page(path).body, "register")
	for name, value := range typedPerson("Anja", "anja@voorbeeld.example") {
		fields.Set(name, value)
	}
	s.inTx(func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `
			update occurrence set status = 'cancelled',
				doc = doc || '{"changeReason": "De begeleider is ziek."}' where id = $1`, o)
		return err
	})
	s.Clock.Advance(10 * time.Second)
	gone := s.want(s.post(path, fields), http.StatusGone)
	wantText(t, gone.body, "Deze activiteit gaat niet meer door. We hebben je niet aangemeld.")
	if n := s.number(`select count(*) from registration`); n != 0 {
		t.Errorf("%d sign-ups were stored", n)
	}
}

func TestBadBodiesGetTheirOwnAnswerAndNeverAFault(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(20)
	path := "/register/" + a + "/" + o
	good := func() url.Values {
		f := s.opened(s.page(path).body, "register")
		for name, value := range typedPerson("Anja", "anja@voorbeeld.example") {
			f.Set(name, value)
		}
		s.Clock.Advance(10 * time.Second)
		return f
	}
	with := func(name, value string) url.Values {
		f := good()
		f.Set(name, value)
		return f
	}
	for what, c := range map[string]struct {
		fields url.Values
		head   []string
		status int
		text   string
	}{
		"five megabytes": {
			with("support", strings.Repeat("a", 5<<20)),
			nil,
			http.StatusRequestEntityTooLarge,
			"",
		},
		"wrong content type": {
			good(),
			[]string{"Content-Type", "text/plain"},
			http.StatusUnsupportedMediaType,
			"",
		},
		"multipart": {
			good(),
			[]string{"Content-Type", "multipart/form-data; boundary=x"},
			http.StatusUnsupportedMediaType,
			"",
		},
		"unknown form": {with("form", "nergens"), nil, http.StatusBadRequest, ""},
		"no key":       {with("idempotencyKey", ""), nil, http.StatusBadRequest, ""},
		"a key that is none": {
			with("idempotencyKey", "1; drop table"),
			nil,
			http.StatusBadRequest,
			"",
		},
		"forged form time": {
			with("formTime", strings.Repeat("A", 32)),
			nil,
			http.StatusUnprocessableEntity,
			"lang open",
		},
		"unknown field": {
			with("surname", "Jansen"),
			nil,
			http.StatusUnprocessableEntity,
			"",
		},
		"name of 61 characters": {
			with("name", strings.Repeat("é", 61)),
			nil,
			http.StatusUnprocessableEntity,
			"Deze naam is te lang.",
		},
		"name of nothing": {
			with("name", "\x00 \u202e\u2066 "),
			nil,
			http.StatusUnprocessableEntity,
			"Vul een naam in.",
		},
		"e-mail with CR/LF": {
			with("email", "anja@voorbeeld.example\r\nBcc: x@voorbeeld.example"),
			nil,
			http.StatusUnprocessableEntity,
			"Dit e-mailadres klopt nog niet.",
		},
		"no contact": {
			with("email", ""),
			nil,
			http.StatusUnprocessableEntity,
			"Vul een e-mailadres of een telefoonnummer in.",
		},
		"guests as a word": {with("guests", "veel"), nil, http.StatusUnprocessableEntity, ""},
		"too many guests":  {with("guests", "3"), nil, http.StatusUnprocessableEntity, ""},
		"from another site": {
			good(),
			[]string{"Sec-Fetch-Site", "cross-site"},
			http.StatusForbidden,
			"",
		},
	} {
		got := s.post(path, c.fields, c.head...)
		if got.status != c.status || strings.Contains(got.body, "goroutine") {
			t.Errorf("%s: %d, want %d: %.300s", what, got.status, c.status, got.body)
		}
		if c.text != "" && !strings.Contains(got.body, c.text) {
			t.Errorf("%s: the page does not say %q", what, c.text)
		}
	}
	if n := s.number(`select count(*) from registration`); n != 0 {
		t.Errorf("%d of these were stored", n)
	}
}

func TestNamesOfEveryKindAreKeptAndShownAsText(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(20)
	for i, c := range []struct{ typed, shown string }{
		{"Ó'Brien 🌱", "Ó'Brien 🌱"},
		{"👩\u200d👧", "👩\u200d👧"},
		{"مريم", "مريم"},
		{"=1+1", "=1+1"},
		{"x", "x"},
		{"An\x00ja", "Anja"},
		{"\u202eajnA\u202c", "ajnA"},
		{"Anja\r\nBo", "Anja Bo"},
		{"<script>alert(1)</script>", "<script>alert(1)</script>"},
		{strings.Repeat("é", 60), strings.Repeat("é", 60)},
	} {
		email := fmt.Sprintf("naam%d@voorbeeld.example", i)
		sent := s.want(
			s.fill("/register/"+a+"/"+o, "register", typedPerson(c.typed, email)),
			http.StatusSeeOther,
		)
		sequel := s.want(s.page(sent.head.Get("Location")), http.StatusOK)
		wantText(t, unescaped(sequel.body), "Gelukt, "+c.shown+"!")
		own := s.want(s.page("/registrationdetails/"+s.registrationKey(email)), http.StatusOK)
		wantText(t, unescaped(own.body), c.shown)
		if strings.Contains(own.body+sequel.body, "<script>alert") {
			t.Error("a name became markup")
		}
	}
}

// unescaped is the text of a page as somebody reads it, roughly: React sets comments between pieces
// of text.
func unescaped(page string) string {
	return html.UnescapeString(strings.ReplaceAll(page, "<!-- -->", ""))
}

func TestLookingAtAMailedLinkChangesNothing(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(1)
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	s.want(s.join(o, s.waiting("Bart", "bart@voorbeeld.example")), http.StatusCreated)
	s.want(s.join(o, s.waiting("Dirk", "dirk@voorbeeld.example")), http.StatusCreated)
	s.want(
		s.call(http.MethodDelete, "/api/registration", nil, holds(
			s.registrationKey("anja@voorbeeld.example"),
		)...),
		http.StatusOK,
	)
	overview := s.overviewKey("dirk@voorbeeld.example")
	reads, asks := s.subscribed("lezer@voorbeeld.example"), s.subscribed("nieuw@voorbeeld.example")
	s.want(s.call(http.MethodPost, "/api/newsletter/subscriptions/confirm",
		map[string]any{"token": reads}), http.StatusOK)
	before := dump(t, s)
	reg, offered, waiting := s.registrationKey(
		"anja@voorbeeld.example",
	), s.entryKey("bart@voorbeeld.example"), s.entryKey("dirk@voorbeeld.example")
	for _, path := range []string{
		"/registrationdetails/" + reg,
		"/registrationdetails/" + reg + "?stap=afmelden",
		"/registrationdetails/" + reg + "?stap=wissen",
		"/registrationdetails/" + reg + "?stap=niet-ik",
		"/registrationdetails/" + reg + "/afspraak.ics",
		"/registrationdetails/" + reg + "/gegevens.json",
		"/registrationdetails/" + overview,
		"/registrationdetails/" + overview + "?stap=wissen",
		"/registrationdetails/" + overview + "/gegevens.json",
		"/mijn-aanmeldingen",
		"/waitlist/" + offered,
		"/waitlist/" + offered + "?stap=wissen",
		"/waitlist/" + offered + "?stap=niet-ik",
		"/waitlist/" + waiting,
		"/waitlist/" + o,
		"/register/" + a + "/" + o,
		"/registrationsequel/" + a + "/" + o + "?lijst=1",
		"/nieuwsbrief?bevestig=" + asks,
		"/nieuwsbrief?bevestig=" + reads,
		"/nieuwsbrief?afmelden=" + reads,
		"/nieuwsbrief?afmelden=" + asks,
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodGet} {
			got := s.want(s.call(method, path, nil), http.StatusOK)
			if strings.Contains(path, "aan_") || strings.Contains(path, "mij_") ||
				strings.Contains(path, "wl_") {
				if got.head.Get("Cache-Control") != "no-store" {
					t.Errorf("%s %s may be kept", method, path)
				}
			}
		}
	}
	after := dump(t, s)
	for table, rows := range before {
		if after[table] != rows {
			t.Errorf("table %s changed:\n%s\n%s", table, rows, after[table])
		}
	}
	if len(before) < 15 || !strings.Contains(before["offer"], "open") {
		t.Errorf("the dump misses something: %d tables", len(before))
	}
}

// dump is the text of every table.
func dump(t *testing.T, s *site) map[string]string {
	t.Helper()
	rows, err := s.Pool.Query(t.Context(), `
		select table_name::text
		from information_schema.tables
		where table_schema = 'public' and table_type = 'BASE TABLE'`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, table := range tables {
		var text string
		if err := s.Pool.QueryRow(t.Context(), `
			select coalesce(string_agg(x::text, e'\n' order by x::text), '') from `+
			pgx.Identifier{table}.Sanitize()+
			` x`).Scan(&text); err != nil {
			t.Fatal(err)
		}
		out[table] = text
	}
	return out
}

func TestSecretLink_LosesWhatHangsBehindIt(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	own := "/registrationdetails/" + s.keys.Token("aan_", "reg_never", 1)
	list := "/nieuwsbrief?afmelden=" + s.keys.Token("abo_", "sub_never", 1)
	entry := "/waitlist/" + s.keys.Token("wl_", "wle_never", 1)
	back := "/registrationdetails/" + s.keys.Token("terug_", "reg_never", 1)
	overview := "/registrationdetails/" + s.keys.Token("mij_", "reg_never", 1)
	ofRow := own + "." + db.NewID("reg")
	for path, want := range map[string]string{
		own + ".":                own,
		ofRow + ".":              ofRow,
		ofRow + "&a=b":           ofRow,
		own + "%20":              own,
		own + "&utm_source=mail": own,
		own + ">":                own,
		own + ".?a=b":            own + "?a=b",
		list + ".":               list,
		list + "%20&a=b":         list + "&a=b",
		entry + "),":             entry,
		back + "!":               back,
		overview + "%20":         overview,
	} {
		got := s.page(path)
		if got.status != http.StatusPermanentRedirect || got.head.Get("Location") != want {
			t.Errorf("GET %s: %d to %q, want %q", path, got.status, got.head.Get("Location"), want)
		}
	}
	if got := s.page(ofRow); got.status != http.StatusNotFound {
		t.Errorf("a row of an overview: %d", got.status)
	}
	if got := s.page(own + "/afspraak.ics"); got.status != http.StatusNotFound {
		t.Errorf("a download: %d", got.status)
	}
}

func TestForm_ThatIsRefusedIsAPage(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	path := "/register/" + a + "/" + o
	got := s.post(path, url.Values{"form": {"register"}, "name": {"Ori"}},
		"Origin", "null", "Accept", "text/html,*/*")
	if got.status != http.StatusForbidden ||
		!strings.HasPrefix(got.head.Get("Content-Type"), "text/html") {
		t.Errorf("%d %s", got.status, got.head.Get("Content-Type"))
	}
	wantText(t, got.body, "We konden dit formulier niet aannemen. Ga terug en probeer het nog eens.",
		"Bellen kan ook: ", `href="`+path+`"`)
}

func TestAFormThatCannotBeReadIsAMistakeOfWhoSendsIt(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	read := 0
	for _, r := range s.front.Routes() {
		if r.Method == http.MethodPost {
			read += s.sendBroken(r.Method+" "+r.Path, "application/x-www-form-urlencoded", "")
		}
	}
	if read == 0 {
		t.Error("no form was read at all")
	}
}
