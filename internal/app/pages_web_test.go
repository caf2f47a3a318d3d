//go:build web

package app

import (
	"encoding/base64"
	"html"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/httpkit"
	"herstelruimte/web"
)

// Everything here is done as a browser without JavaScript does it: pages, hidden fields, plain
// posts, cookies.

var (
	hidden    = regexp.MustCompile(`<input\b[^>]*\btype="hidden"[^>]*>`)
	attribute = regexp.MustCompile(`\b(name|value)="([^"]*)"`)
)

func newPages(t *testing.T) *site {
	t.Helper()
	s := idle(t, configOf(t, dbtest.URL(t)), web.Dist())
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.client.Jar = jar
	return s
}

func (s *site) page(path string) answer {
	s.t.Helper()
	return s.call(http.MethodGet, path, nil)
}

// opened gives the hidden fields of a form on a page, as they stand in its HTML.
func (s *site) opened(page, form string) url.Values {
	s.t.Helper()
	for _, text := range strings.Split(page, "<form")[1:] {
		fields := url.Values{}
		for _, input := range hidden.FindAllString(text, -1) {
			var name, value string
			for _, m := range attribute.FindAllStringSubmatch(input, -1) {
				if m[1] == "name" {
					name = m[2]
				} else {
					value = html.UnescapeString(m[2])
				}
			}
			fields.Add(name, value)
		}
		if fields.Get("form") == form {
			return fields
		}
	}
	s.t.Fatalf("no form %q in %.800s", form, page)
	return nil
}

func (s *site) post(path string, fields url.Values, head ...string) answer {
	s.t.Helper()
	req := s.request(http.MethodPost, path, nil, append([]string{
		"Idempotency-Key",
		"",
		"Content-Type",
		"application/x-www-form-urlencoded",
	}, head...)...)
	req.Body, req.ContentLength = http.NoBody, 0
	if text := fields.Encode(); text != "" {
		with, err := http.NewRequestWithContext(
			req.Context(),
			http.MethodPost,
			s.url+path,
			strings.NewReader(text),
		)
		if err != nil {
			s.t.Fatal(err)
		}
		with.Header = req.Header
		req = with
	}
	return s.send(req)
}

// fill opens a form, takes ten seconds for it and sends it with these fields.
func (s *site) fill(path, form string, fields map[string]string) answer {
	s.t.Helper()
	all := s.opened(s.want(s.page(path), http.StatusOK).body, form)
	for name, value := range fields {
		all.Set(name, value)
	}
	s.Clock.Advance(10 * time.Second)
	return s.post(strings.SplitN(path, "?", 2)[0], all)
}

func wantText(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(page, part) {
			_, main, _ := strings.Cut(page, "<main")
			t.Errorf("no %q in %.1500s", part, main)
		}
	}
}

func typedPerson(name, email string) map[string]string {
	return map[string]string{"name": name, "email": email, "consent": "true"}
}

func TestAPlainSignUpIsToldByNameOnceAndNotAfterReload(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	sent := s.want(
		s.fill("/register/"+a+"/"+o, "register", typedPerson("Anja", "anja@voorbeeld.example")),
		http.StatusSeeOther,
	)
	sequel := sent.head.Get("Location")
	if sequel != "/registrationsequel/"+a+"/"+o ||
		!strings.Contains(sent.head.Get("Set-Cookie"), "hr_flash=") ||
		!strings.Contains(sent.head.Get("Set-Cookie"), "HttpOnly") {
		t.Fatalf("sent on to %q with %q", sequel, sent.head.Get("Set-Cookie"))
	}
	first := s.want(s.page(sequel), http.StatusOK)
	wantText(t, first.body, "Gelukt, Anja!")
	if first.head.Get("Cache-Control") != "no-store" {
		t.Errorf("the personal page may be kept: %v", first.head)
	}
	again := s.want(s.page(sequel), http.StatusOK)
	if strings.Contains(again.body, "Anja") {
		t.Error("the name stands there after a reload")
	}
	if n := s.number(`
		select count(*)
		from registration r
		join mail m on m.cause_id = r.id and m.kind = 'M1'`); n != 1 {
		t.Errorf("%d sign-ups with their mail", n)
	}
}

func TestAForgedFlashShowsNothing(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	forged := base64.RawURLEncoding.EncodeToString(
		[]byte(`{"name":"Mal","kind":"registered","way":"mail","meet":"phone"}`))
	got := s.want(s.call(http.MethodGet, "/registrationsequel/"+a+"/"+o, nil,
		"Cookie", httpkit.FlashCookie+"="+forged), http.StatusOK)
	if strings.Contains(got.body, "Mal") || strings.Contains(got.body, "Gelukt") {
		t.Error("it is told as if the site had said it")
	}
}

func TestTheWholeVisitWithoutJavaScript(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(1)
	s.want(
		s.fill("/register/"+a+"/"+o, "register", typedPerson("Anja", "anja@voorbeeld.example")),
		http.StatusSeeOther,
	)
	full := s.want(
		s.fill("/waitlist/"+
			o, "waitlist", map[string]string{
			"name":         "Bart",
			"email":        "bart@voorbeeld.example",
			"preferredWay": "mail",
			"shortNotice":  "true",
			"consent":      "true",
		}),
		http.StatusSeeOther,
	)
	if to := full.head.Get("Location"); to != "/registrationsequel/"+a+"/"+o+"?lijst=1" {
		t.Fatalf("joined and sent to %q", to)
	}
	wantText(t, s.page(full.head.Get("Location")).body, "Je staat op de wachtlijst", "mailen")

	own := "/registrationdetails/" + s.registrationKey("anja@voorbeeld.example")
	wantText(t, s.want(s.page(own), http.StatusOK).body, "Anja")
	gone := s.want(s.fill(own+"?stap=afmelden", "cancel", nil), http.StatusSeeOther)
	if gone.head.Get("Location") != own {
		t.Errorf("cancelled and sent to %q", gone.head.Get("Location"))
	}
	wantText(t, s.want(s.page(own), http.StatusOK).body, "Je bent afgemeld</h1>")

	list := "/waitlist/" + s.entryKey("bart@voorbeeld.example")
	offer := s.want(s.page(list), http.StatusOK)
	wantText(t, offer.body, "Er is een plek voor je", "Ja, ik kom")
	s.want(s.fill(list, "answer", map[string]string{"answer": "accept"}), http.StatusSeeOther)
	wantText(t, s.want(s.page(list), http.StatusOK).body, "Je plek is geregeld")
	if n := s.number(`select count(*) from registration where status = 'registered'`); n != 1 {
		t.Errorf("%d places given", n)
	}
	bart := "/registrationdetails/" + s.registrationKey("bart@voorbeeld.example")
	s.want(s.fill(bart+"?stap=wissen", "erase", nil), http.StatusSeeOther)
	wantText(t, s.want(s.page(bart), http.StatusOK).body, "Gewist")
	s.want(s.page(bart), http.StatusNotFound)
	if n := s.number(`select count(*) from erasure_journal`); n == 0 {
		t.Error("the erasure was not written down")
	}
}

func TestWhoLostTheLinkComesBackInWithoutJavaScript(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	_, o := s.place(1)
	const find, anja = "/mijn-aanmeldingen", "anja@voorbeeld.example"
	s.want(s.register(o, s.signUp("Anja", anja)), http.StatusCreated)
	s.want(s.join(o, s.waiting("Bart", anja)), http.StatusCreated)
	told := ""
	for _, email := range []string{anja, "niemand@voorbeeld.example"} {
		asked := s.want(s.fill(find, "link", map[string]string{"email": email}),
			http.StatusSeeOther)
		if to := asked.head.Get("Location"); to != find {
			t.Errorf("asked and sent to %q, want %q", to, find)
		}
		_, main, _ := strings.Cut(s.want(s.page(find), http.StatusOK).body, "<main")
		main, _, _ = strings.Cut(main, "<form") // the other form has a fresh key
		wantText(t, main, "Als dit adres bij ons bekend is, krijg je een e-mail met je link.")
		if told != "" && main != told {
			t.Errorf("got another page for an unknown address:\n%s\nwant\n%s", main, told)
		}
		told = main
	}
	wantText(t, s.want(s.fill(find, "link", map[string]string{"email": "geen adres"}),
		http.StatusUnprocessableEntity).body, "Dit e-mailadres klopt nog niet.")

	all := "/registrationdetails/" + s.overviewKey(anja)
	page := unescaped(s.want(s.page(all), http.StatusOK).body)
	wantText(t, page, "<h1>Mijn aan", "Op naam van Anja.", "Op naam van Bart.",
		"Ik kan niet komen")
	own := regexp.MustCompile(`href="(/registrationdetails/aan_[^"?]+)\?stap=afmelden"`).
		FindStringSubmatch(page)
	if own == nil {
		t.Fatalf("no way to cancel on %.1500s", page)
	}
	gone := s.want(s.fill(own[1]+"?stap=afmelden", "cancel", nil), http.StatusSeeOther)
	wantText(t, s.want(s.page(gone.head.Get("Location")), http.StatusOK).body,
		"Je bent afgemeld</h1>", all)
	page = s.want(s.page(all), http.StatusOK).body
	list := regexp.MustCompile(`href="(/waitlist/wl_[^"?]+)"`).FindStringSubmatch(page)
	wantText(t, page, "Je bent afgemeld.", "Geef antwoord")
	s.want(s.fill(list[1], "answer", map[string]string{"answer": "accept"}), http.StatusSeeOther)
	if n := s.number(`select count(*) from registration where status = 'registered'`); n != 1 {
		t.Errorf("got %d places, want 1", n)
	}
	s.want(s.fill(all+"?stap=wissen", "erase", nil), http.StatusSeeOther)
	wantText(t, s.want(s.page(all), http.StatusOK).body, "Gewist")
	wantText(t, s.want(s.page(all), http.StatusNotFound).body,
		"Deze link werkt niet meer.", `href="`+find+`"`)
}

func TestACodeOfTheDeskOpensAPageWithoutJavaScript(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	_, o := s.place(5)
	const find = "/mijn-aanmeldingen"
	s.want(s.register(o, s.signUp("Lars", "lars@voorbeeld.example")), http.StatusCreated)
	code := s.deskCode()
	wrong := s.want(s.fill(find, "code", map[string]string{"code": "22222-22222"}),
		http.StatusUnprocessableEntity)
	wantText(t, wrong.body, "Deze code klopt niet of is niet meer geldig. Bel ons gerust.")
	sent := s.want(s.fill(find, "code", map[string]string{"code": strings.ToLower(code)}),
		http.StatusSeeOther)
	own := sent.head.Get("Location")
	if !strings.HasPrefix(own, "/registrationdetails/aan_") ||
		sent.head.Get("Cache-Control") != "no-store" {
		t.Fatalf("opened and sent to %q, %v", own, sent.head)
	}
	wantText(t, s.want(s.page(own), http.StatusOK).body, "Lars", "<h1>Je bent aangemeld</h1>")
}

func TestWhoErasesAfterTheDateIsNotToldThatAPlaceComesFree(t *testing.T) {
	t.Parallel()
	const frees = "Je plek gaat dan naar iemand anders."
	s := newPages(t)
	_, o := s.place(5)
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	asks := "/registrationdetails/" + s.registrationKey("anja@voorbeeld.example") + "?stap=wissen"
	wantText(t, s.want(s.page(asks), http.StatusOK).body, "Weet je het zeker?", frees)
	var ends time.Time
	if err := s.Pool.QueryRow(t.Context(), `
		select ends_at from occurrence where id = $1`, o).Scan(&ends); err != nil {
		t.Fatal(err)
	}
	s.Clock.Set(ends)
	page := s.want(s.page(asks), http.StatusOK).body
	wantText(t, page, "Weet je het zeker?")
	if strings.Contains(page, frees) {
		t.Errorf("a place of the past comes free: %.1500s", page)
	}
}

func TestANewAddressAndTheWayBackWorkWithPlainForms(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	_, o := s.place(5)
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	old := "/registrationdetails/" + s.registrationKey("anja@voorbeeld.example")
	moved := s.want(s.fill(old, "change", map[string]string{
		"name": "Anja", "email": "nieuw@voorbeeld.example",
	}), http.StatusSeeOther).head.Get("Location")
	if !strings.HasPrefix(moved, "/registrationdetails/aan_") || moved == old {
		t.Fatalf("changed and sent to %q", moved)
	}
	wantText(t, s.want(s.page(moved), http.StatusOK).body,
		"Je gegevens zijn veranderd.", "nieuw@voorbeeld.example", "Deze pagina werkt tot")
	s.want(s.page(old), http.StatusNotFound)
	wantText(t, s.page(moved+"?stap=wissen").body, "We wissen alleen wat bij deze link hoort.")

	var id string
	if err := s.Pool.QueryRow(t.Context(), `
		select data->>'wayBack' from mail where kind = 'M3'`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	back := "/registrationdetails/" + s.keys.Token("terug_", id, 1)
	page := s.want(s.page(back), http.StatusOK)
	wantText(t, page.body, "Ik heb dit niet veranderd")
	if strings.Contains(page.body, "Schrijf") || strings.Contains(page.body, "nieuw@") {
		t.Error("the way back tells of the sign-up")
	}
	again := s.want(s.fill(back, "putBack", nil), http.StatusSeeOther).head.Get("Location")
	wantText(t, s.want(s.page(again), http.StatusOK).body,
		"Je e-mailadres staat er weer.", "anja@voorbeeld.example")
	s.want(s.page(moved), http.StatusNotFound)
	s.want(s.page(back), http.StatusNotFound)
}

func TestAFormWithAMistakeComesBackWithWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	in := typedPerson("Anja & <b>Bo</b>", "geen adres")
	delete(in, "consent")
	page := s.want(s.fill("/register/"+a+"/"+o, "register", in), http.StatusUnprocessableEntity)
	wantText(
		t,
		page.body,
		`value="Anja &amp; &lt;b&gt;Bo&lt;/b&gt;"`,
		`value="geen adres"`,
		"Dit e-mailadres klopt nog niet.",
		"Zet een vinkje als je dit goed vindt.",
		"Let op: ",
	)
	if page.head.Get("Cache-Control") != "no-store" || s.number(`
		select count(*) from registration`) != 0 {
		t.Error("kept, or stored")
	}
	// the same opened form, mended, is still good
	fields := s.opened(page.body, "register")
	for name, value := range typedPerson("Anja", "anja@voorbeeld.example") {
		fields.Set(name, value)
	}
	s.Clock.Advance(10 * time.Second)
	s.want(s.post("/register/"+a+"/"+o, fields), http.StatusSeeOther)
}

func TestAFullDateKeepsEverythingAndTheSecondButtonGoesToTheList(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(1)
	path := "/register/" + a + "/" + o
	opened := s.page(path).body
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	fields := s.opened(opened, "register")
	for name, value := range typedPerson("Bart", "bart@voorbeeld.example") {
		fields.Set(name, value)
	}
	s.Clock.Advance(10 * time.Second)
	page := s.want(s.post(path, fields), http.StatusConflict)
	wantText(
		t,
		page.body,
		"Net voor jou is de laatste plek weggegaan.",
		`value="Bart"`,
		`value="bart@voorbeeld.example"`,
	)
	again := s.opened(page.body, "register")
	for name, value := range typedPerson("Bart", "bart@voorbeeld.example") {
		again.Set(name, value)
	}
	again.Set("ifFull", "waitlist")
	s.Clock.Advance(10 * time.Second)
	if to := s.want(s.post(path, again), http.StatusSeeOther).head.Get(
		"Location",
	); !strings.HasSuffix(to, "?lijst=1") {
		t.Errorf("sent to %q", to)
	}
}

func TestOtherSpellingsOfAnAddressLeadToTheRightOne(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	for from, to := range map[string]string{
		"/agenda/":                            "/agenda",
		"/Agenda?week=2026-W50":               "/agenda?week=2026-W50",
		"/AGENDADETAILS/" + a + "/" + o + "/": "/agendadetails/" + a + "/" + o,
		"/About/":                             "/about",
	} {
		got := s.page(from)
		if got.status != http.StatusPermanentRedirect || got.head.Get("Location") != to {
			t.Errorf("%s: %d to %q", from, got.status, got.head.Get("Location"))
		}
	}
}

func TestAWalkInHasNoForm(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a := s.activity(func(a *rules.Activity) { a.Mode, a.Waitlist = rules.Walkin, false })
	o := s.date(a, monday.AddDate(0, 0, 15), 0)
	page := s.want(s.page("/register/"+a+"/"+o), http.StatusOK)
	wantText(t, page.body, "Je hoeft je niet aan te melden.")
	if strings.Contains(page.body, `name="consent"`) {
		t.Error("a walk-in asks for a sign-up")
	}
	body := s.signUp("Anja", "anja@voorbeeld.example")
	s.want(s.register(o, body), http.StatusConflict)
}

func TestTheSameOpenedFormSentTwiceIsOneSignUp(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	a, o := s.place(5)
	path := "/register/" + a + "/" + o
	fields := s.opened(s.page(path).body, "register")
	if uuid.Validate(fields.Get("idempotencyKey")) != nil || len(fields.Get("formTime")) != 32 {
		t.Fatalf("the form carries %v", fields)
	}
	for name, value := range typedPerson("Anja", "anja@voorbeeld.example") {
		fields.Set(name, value)
	}
	s.Clock.Advance(10 * time.Second)
	first, again := s.want(
		s.post(path, fields),
		http.StatusSeeOther,
	), s.want(s.post(path, fields), http.StatusSeeOther)
	if first.head.Get("Location") != again.head.Get("Location") ||
		first.head.Get("Set-Cookie") != again.head.Get("Set-Cookie") {
		t.Errorf("%v\n%v", first.head, again.head)
	}
	other := maps.Clone(fields)
	other["name"] = []string{"Iemand anders"}
	wantText(
		t,
		s.want(s.post(path, other), http.StatusUnprocessableEntity).body,
		"Dit formulier is al verstuurd.",
	)
	if n := s.number(`
		select count(*) from registration`) + s.number(`
		select count(*) from mail`); n != 2 {
		t.Errorf("%d rows and mails", n)
	}
	if next := s.opened(
		s.page(path).body,
		"register",
	); next.Get("idempotencyKey") == fields.Get("idempotencyKey") {
		t.Error("two opened forms share a key")
	}
}

func TestWithoutItsDatabaseKeptPagesStayAndFormsKeepWhatWasTyped(t *testing.T) {
	t.Parallel()
	pg, cfg := mortal(t)
	s := idle(t, cfg, web.Dist())
	a, o := s.place(5)
	kept := map[string]string{}
	for _, path := range []string{"/", "/agenda", "/about", "/agendadetails/" + a + "/" + o} {
		kept[path] = s.want(s.page(path), http.StatusOK).body
	}
	path := "/register/" + a + "/" + o
	fields := s.opened(s.want(s.page(path), http.StatusOK).body, "register")
	for name, value := range typedPerson("Anja", "anja@voorbeeld.example") {
		fields.Set(name, value)
	}
	pg.Stop()
	s.Clock.Advance(10 * time.Minute) // nothing that is kept is fresh any more
	for path, body := range kept {
		if got := s.page(path); got.status != http.StatusOK || got.body != body {
			t.Errorf("%s without a database: %d", path, got.status)
		}
	}
	s.want(s.page(path), http.StatusOK)
	failed := s.want(s.post(path, fields), http.StatusServiceUnavailable)
	wantText(
		t,
		failed.body,
		"Er ging bij ons iets mis.",
		`value="Anja"`,
		`value="anja@voorbeeld.example"`,
	)
	if failed.head.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}
