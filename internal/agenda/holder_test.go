package agenda

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/jackc/pgx/v5"
)

func (r *room) mine(email string) (out Registration) {
	r.t.Helper()
	if err := json.Unmarshal(
		r.want(
			r.holder("GET", "/api/registration", r.registrationToken(email), nil),
			200,
		).Body.Bytes(),
		&out,
	); err != nil {
		r.t.Fatal(err)
	}
	return out
}

func TestHolderSeesWhatIsKeptAndUntilWhen(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.date(
		r.activity(func(a *Activity) { a.AskSupport, a.AskDiet = true, true }),
		monday.AddDate(0, 0, 15),
		5,
		nil,
	)
	body := r.signUp("Ó'Brien 🌱", "anja@voorbeeld.example")
	body["support"], body["diet"], body["firstTime"], body["phone"] = "de lift", map[string]any{
		"choices": []string{"vegetarian"},
		"other":   "noten",
	}, true, "0612345678"
	r.want(r.register(o, body), 201)
	m := r.mine("anja@voorbeeld.example")
	if m.Name != "Ó'Brien 🌱" || m.Support != "de lift" || m.Diet.Other != "noten" ||
		len(m.Diet.Choices) != 2 ||
		!*m.FirstTime ||
		m.Phone != "06 12 34 56 78" ||
		m.KeptUntil != "2026-12-31" ||
		!m.CanCancel ||
		m.Place == "" ||
		m.Consent.Text == "" {
		t.Fatalf("%+v", m)
	}
	if m.Version != 1 {
		t.Fatal("version")
	}
}

func TestAnswersToQuestionsThatAreNotAskedAreNotKept(t *testing.T) {
	t.Parallel()
	r := setup(t)
	body := r.signUp("Anja", "anja@voorbeeld.example")
	body["support"], body["diet"] = "de lift", map[string]any{"choices": []string{"noPork"}}
	r.want(r.register(r.place(5), body), 201)
	if m := r.mine("anja@voorbeeld.example"); m.Support != "" || m.Diet != nil {
		t.Fatalf("%+v", m)
	}
}

func TestCancelTwiceIsTheSameAndRestoreWithinTenMinutes(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.place(2)
	r.want(r.register(o, r.signUp("Anja", person(1))), 201)
	auth := r.registrationToken(person(1))
	first := r.want(r.holder("DELETE", "/api/registration", auth, nil), 200)
	again := r.want(r.holder("DELETE", "/api/registration", auth, nil), 200)
	if first.Body.String() != again.Body.String() || r.mails("M10") != 1 || r.number(`
		select taken from occurrence`) != 0 {
		t.Fatalf("%s\n%s", first.Body, again.Body)
	}
	if m := r.mine(person(1)); m.Status != "cancelled" || m.RestoreUntil == "" {
		t.Fatalf("%+v", m)
	}
	r.Clock.Advance(9 * time.Minute)
	r.want(r.holder("POST", "/api/registration/restore", auth, nil), 200)
	if m := r.mine(person(1)); m.Status != "registered" || r.mails("M1") != 2 {
		t.Fatalf("%+v", m)
	}
	r.want(r.holder("DELETE", "/api/registration", auth, nil), 200)
	r.Clock.Advance(11 * time.Minute)
	if w := r.want(
		r.holder("POST", "/api/registration/restore", auth, nil),
		409,
	); !strings.Contains(w.Body.String(), `"closed"`) {
		t.Fatal(w.Body)
	}
	r.sound()
}

func TestRestoreOnlyWhenThePlaceIsStillFree(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.queue(1, 1, nil)
	auth := r.registrationToken(person(1))
	r.cancelPlace(person(1))
	if m := r.mine(person(1)); m.RestoreUntil != "" {
		t.Fatal("the page offers a place that is held for somebody else")
	}
	if w := r.want(
		r.holder("POST", "/api/registration/restore", auth, nil),
		409,
	); !strings.Contains(w.Body.String(), `"full"`) {
		t.Fatal(w.Body)
	}
	r.wantStates(o, "offered")
}

func TestAfterTheStartNothingCanBeCancelledOrChanged(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.want(r.register(r.place(2), r.signUp("Anja", person(1))), 201)
	auth := r.registrationToken(person(1))
	r.Clock.Set(monday.AddDate(0, 0, 15))
	r.want(r.holder("DELETE", "/api/registration", auth, nil), 409)
	r.want(
		r.holder(
			"PATCH",
			"/api/registration",
			auth,
			map[string]any{"name": "Bo", "email": person(1)},
			"If-Match",
			`"1"`,
		),
		409,
	)
	if m := r.mine(person(1)); m.CanCancel || m.CanChange {
		t.Fatalf("%+v", m)
	}
}

func TestChangeIsTheWholeSetAndNeedsTheVersion(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.date(
		r.activity(func(a *Activity) { a.AskSupport, a.MaxGuests = true, 2 }),
		monday.AddDate(0, 0, 15),
		3,
		nil,
	)
	body := r.signUp("Anja", "oud@voorbeeld.example")
	body["support"], body["guests"], body["reminder"] = "de lift", 1, true
	r.want(r.register(o, body), 201)
	auth := r.registrationToken("oud@voorbeeld.example")
	change := map[string]any{"name": "Anja B", "email": "nieuw@voorbeeld.example", "guests": 0}
	r.want(r.holder("PATCH", "/api/registration", auth, change), 428)
	r.want(r.holder("PATCH", "/api/registration", auth, change, "If-Match", `"7"`), 412)
	w := r.want(r.holder("PATCH", "/api/registration", auth, change, "If-Match", `"1"`), 200)
	if w.Header().Get("ETag") != `"2"` || w.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("headers %v", w.Header())
	}
	m := r.mine("nieuw@voorbeeld.example")
	if m.Name != "Anja B" || m.Support != "" || m.Reminder || m.Guests != 0 || m.Version != 2 {
		t.Fatalf("%+v", m)
	}
	if r.mails("M1") != 1 || r.mails("M3") != 1 || // the first M1 had not gone out: it is withdrawn
		r.number(`select taken from occurrence`) != 1 {
		t.Fatal("M1 to the new address, M3 to the old one, the guest's place back")
	}
	r.fill(o, 2, 0)
	change["guests"] = 1
	if w := r.want(
		r.holder("PATCH", "/api/registration", auth, change, "If-Match", `"2"`),
		409,
	); !strings.Contains(w.Body.String(), `"free":0`) {
		t.Fatal(w.Body)
	}
	change["name"] = strings.Repeat("a", 61)
	r.want(r.holder("PATCH", "/api/registration", auth, change, "If-Match", `"2"`), 422)
	r.sound()
}

func TestFewerGuestsGiveTheWaitlistItsChance(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.date(r.activity(func(a *Activity) { a.MaxGuests = 1 }), monday.AddDate(0, 0, 15), 2, nil)
	body := r.signUp("Anja", person(1))
	body["guests"] = 1
	r.want(r.register(o, body), 201)
	r.want(r.wait(o, "W1", waiting(1)), 201)
	r.want(
		r.holder(
			"PATCH",
			"/api/registration",
			r.registrationToken(person(1)),
			map[string]any{"name": "Anja", "email": person(1)},
			"If-Match",
			`"1"`,
		),
		200,
	)
	r.wantStates(o, "offered")
}

func TestTokensOfNobodyAllGetTheSameAnswer(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.want(r.register(r.place(2), r.signUp("Anja", person(1))), 201)
	good := r.registrationToken(person(1))
	want := r.want(
		r.holder("GET", "/api/registration", "Aanmelding aan_"+strings.Repeat("A", 43), nil),
		404,
	)
	for name, auth := range map[string]string{
		"forged":          good[:len(good)-2] + "xx",
		"short":           "Aanmelding aan_x",
		"of another kind": strings.Replace(good, "aan_", "wl_", 1),
		"nothing":         "Aanmelding ",
		"other scheme":    "Bearer x",
		"quote":           "Aanmelding aan_'; drop table registration",
		"unicode":         "Aanmelding aan_" + strings.Repeat("é", 43),
	} {
		for _, x := range [][2]string{
			{"GET", "/api/registration"},
			{"DELETE", "/api/registration"},
			{"POST", "/api/registration/restore"},
			{"POST", "/api/not-me"},
			{"POST", "/api/erase-mine"},
			{"GET", "/api/waitlist-entry"},
			{"DELETE", "/api/waitlist-entry"},
		} {
			if w := r.holder(
				x[0],
				x[1],
				auth,
				nil,
			); w.Code != 404 || w.Body.String() != want.Body.String() {
				t.Errorf("%s on %s %s: %d %s", name, x[0], x[1], w.Code, w.Body)
			}
		}
	}
	r.want(r.call("GET", "/api/registration", nil), 401)
	r.want(r.call("GET", "/registrationdetails/aan_x/afspraak.ics", nil), 404)
	r.want(r.call("GET", "/registrationdetails/aan_x/gegevens.json", nil), 404)
}

func TestReadingALinkChangesNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.queue(1, 1, nil)
	r.cancelPlace(person(1))
	before := r.dump()
	for range 3 {
		r.holder("GET", "/api/registration", r.registrationToken(person(1)), nil)
		r.holder("GET", "/api/waitlist-entry", r.entryToken(waiting(1)), nil)
		r.call("GET", "/api/occurrences/"+o, nil)
		r.call(
			"GET",
			strings.Replace(
				r.registrationToken(person(1)),
				"Aanmelding ",
				"/registrationdetails/",
				1,
			)+
				"/afspraak.ics",
			nil,
		)
	}
	if r.dump() != before {
		t.Fatal("a GET changed the database")
	}
}

func (r *room) dump() (s string) {
	r.t.Helper()
	for _, table := range []string{
		"occurrence",
		"registration",
		"waitlist_entry",
		"vacancy",
		"offer",
		"mail",
		"idempotency",
	} {
		var part string
		if err := r.Pool.QueryRow(
			context.Background(),
			"select coalesce(string_agg(t::text, '|' order by t::text), '') from "+table+" t",
		).Scan(
			&part,
		); err != nil {
			r.t.Fatal(err)
		}
		s += part
	}
	return s
}

func TestCalendarFilesCarryNoActivityName(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.place(2)
	r.want(r.register(o, r.signUp("Anja", person(1))), 201)
	link := strings.Replace(
		r.registrationToken(person(1)),
		"Aanmelding ",
		"/registrationdetails/",
		1,
	)
	own := r.want(r.call("GET", link+"/afspraak.ics", nil), 200)
	public := r.want(r.call("GET", "/agenda/"+o+"/afspraak.ics", nil), 200)
	if own.Header().Get("Cache-Control") != "no-store" ||
		!strings.Contains(own.Header().Get("Content-Disposition"), "attachment") {
		t.Fatalf("headers %v", own.Header())
	}
	var ids []string
	for _, body := range []string{own.Body.String(), public.Body.String()} {
		if strings.Contains(body, "Schrijf") || strings.Contains(body, "Anja") ||
			!strings.Contains(body, "SUMMARY:Afspraak\r\n") {
			t.Fatal(body)
		}
		cal, err := ics.ParseCalendar(strings.NewReader(body))
		if err != nil || len(cal.Events()) != 1 {
			t.Fatalf("%v %s", err, body)
		}
		e := cal.Events()[0]
		if got := e.GetProperty(ics.ComponentPropertyDtStart).Value; got != "20261201T100000" {
			t.Fatalf("start %s", got)
		}
		for _, line := range strings.Split(body, "\r\n") {
			if len(line) > 75 {
				t.Fatalf("line of %d octets: %s", len(line), line)
			}
		}
		ids = append(ids, e.Id())
	}
	if ids[0] == ids[1] {
		t.Fatal("the personal id must not be the public one")
	}
	r.cancelPlace(person(1))
	body := r.call("GET", link+"/afspraak.ics", nil).Body.String()
	if !strings.Contains(body, "STATUS:CANCELLED") || !strings.Contains(body, "SEQUENCE:1") ||
		!strings.Contains(body, ids[0]) {
		t.Fatal(body)
	}
	r.tx(func(tx pgx.Tx) error {
		_, err := tx.Exec(context.Background(), `
			update mail set state = 'sent', sent_at = $1 where kind = 'M10'`, r.Clock.Now())
		return err
	})
	data := r.want(r.call("GET", link+"/gegevens.json", nil), 200)
	if !strings.Contains(data.Body.String(), `"mails":[{"kind":"M10","day":"2026-11-16"}]`) {
		t.Fatal(data.Body)
	}
}
