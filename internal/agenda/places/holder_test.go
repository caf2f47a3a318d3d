package places_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
)

func (r *room) mine(email string) (out visitors.Registration) {
	r.T.Helper()
	if err := json.Unmarshal(
		r.Want(
			r.Holder("GET", "/api/registration", r.RegistrationToken(email), nil),
			200,
		).Body.Bytes(),
		&out,
	); err != nil {
		r.T.Fatal(err)
	}
	return out
}

func TestHolderSeesWhatIsKeptAndUntilWhen(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.AskSupport, a.AskDiet = true, true }),
		monday.AddDate(0, 0, 15),
		5,
		nil,
	)
	body := r.SignUp("Ó'Brien 🌱", addr("anja"))
	body["support"], body["diet"], body["firstTime"], body["phone"] = "de lift", map[string]any{
		"choices": []string{"vegetarian"},
		"other":   "noten",
	}, true, "0612345678"
	r.Want(r.Register(o, body), 201)
	m := r.mine(addr("anja"))
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
	r := setup(t)
	body := r.SignUp("Anja", addr("anja"))
	body["support"], body["diet"] = "de lift", map[string]any{"choices": []string{"noPork"}}
	r.Want(r.Register(r.Place(5), body), 201)
	if m := r.mine(addr("anja")); m.Support != "" || m.Diet != nil {
		t.Fatalf("%+v", m)
	}
}

func TestCancelTwiceIsTheSameAndRestoreWithinTenMinutes(t *testing.T) {
	r := setup(t)
	o := r.Place(2)
	r.signs(o, "Anja", person(1))
	auth := r.RegistrationToken(person(1))
	first := r.Want(r.Holder("DELETE", "/api/registration", auth, nil), 200)
	again := r.Want(r.Holder("DELETE", "/api/registration", auth, nil), 200)
	if first.Body.String() != again.Body.String() || r.Mails("M10") != 1 || r.Number(`
		select taken from occurrence`) != 0 {
		t.Fatalf("%s\n%s", first.Body, again.Body)
	}
	if m := r.mine(person(1)); m.Status != "cancelled" || m.RestoreUntil == "" {
		t.Fatalf("%+v", m)
	}
	r.Clock.Advance(9 * time.Minute)
	r.Want(r.Holder("POST", "/api/registration/restore", auth, nil), 200)
	if m := r.mine(person(1)); m.Status != "registered" || r.Mails("M1") != 2 {
		t.Fatalf("%+v", m)
	}
	r.Want(r.Holder("DELETE", "/api/registration", auth, nil), 200)
	r.Clock.Advance(11 * time.Minute)
	if w := r.Want(
		r.Holder("POST", "/api/registration/restore", auth, nil),
		409,
	); !strings.Contains(w.Body.String(), `"closed"`) {
		t.Fatal(w.Body)
	}
	r.Invariants()
}

func TestRestoreOnlyWhenThePlaceIsStillFree(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 1, nil)
	auth := r.RegistrationToken(person(1))
	r.CancelPlace(person(1))
	if m := r.mine(person(1)); m.RestoreUntil != "" {
		t.Fatal("the page offers a place that is held for somebody else")
	}
	if w := r.Want(
		r.Holder("POST", "/api/registration/restore", auth, nil),
		409,
	); !strings.Contains(w.Body.String(), `"full"`) {
		t.Fatal(w.Body)
	}
	r.wantStates(o, "offered")
}

func TestAfterTheStartNothingCanBeCancelledOrChanged(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(2), r.SignUp("Anja", person(1))), 201)
	auth := r.RegistrationToken(person(1))
	r.Clock.Set(monday.AddDate(0, 0, 15))
	r.Want(r.Holder("DELETE", "/api/registration", auth, nil), 409)
	r.Want(
		r.Holder(
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
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.AskSupport, a.MaxGuests = true, 2 }),
		monday.AddDate(0, 0, 15),
		3,
		nil,
	)
	body := r.SignUp("Anja", addr("oud"))
	body["support"], body["guests"], body["reminder"] = "de lift", 1, true
	r.Want(r.Register(o, body), 201)
	auth := r.RegistrationToken(addr("oud"))
	change := map[string]any{"name": "Anja B", "email": addr("nieuw"), "guests": 0}
	r.Want(r.Holder("PATCH", "/api/registration", auth, change), 428)
	r.Want(r.Holder("PATCH", "/api/registration", auth, change, "If-Match", `"7"`), 412)
	w := r.Want(r.Holder("PATCH", "/api/registration", auth, change, "If-Match", `"1"`), 200)
	if w.Header().Get("ETag") != `"2"` || w.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("headers %v", w.Header())
	}
	auth = r.RegistrationToken(addr("nieuw"))
	m := r.mine(addr("nieuw"))
	if m.Name != "Anja B" || m.Support != "" || m.Reminder || m.Guests != 0 || m.Version != 2 {
		t.Fatalf("%+v", m)
	}
	if r.Mails("M1") != 1 ||
		r.Mails("M3") != 1 || // the first mail.SignedUp had not gone out: it is withdrawn
		r.Number(`select taken from occurrence`) != 1 {
		t.Fatal("M1 to the new address, M3 to the old one, the guest's place back")
	}
	r.Fill(o, 2, 0)
	change["guests"] = 1
	if w := r.Want(
		r.Holder("PATCH", "/api/registration", auth, change, "If-Match", `"2"`),
		409,
	); !strings.Contains(w.Body.String(), `"free":0`) {
		t.Fatal(w.Body)
	}
	change["name"] = strings.Repeat("a", 61)
	r.Want(r.Holder("PATCH", "/api/registration", auth, change, "If-Match", `"2"`), 422)
	r.Invariants()
}

func TestFewerGuestsGiveTheWaitlistItsChance(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.MaxGuests = 1 }),
		monday.AddDate(0, 0, 15),
		2,
		nil,
	)
	body := r.SignUp("Anja", person(1))
	body["guests"] = 1
	r.Want(r.Register(o, body), 201)
	r.queues(o, "W1", waiting(1))
	r.Want(
		r.Holder(
			"PATCH",
			"/api/registration",
			r.RegistrationToken(person(1)),
			map[string]any{"name": "Anja", "email": person(1)},
			"If-Match",
			`"1"`,
		),
		200,
	)
	r.wantStates(o, "offered")
}

func TestTokensOfNobodyAllGetTheSameAnswer(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(2), r.SignUp("Anja", person(1))), 201)
	good := r.RegistrationToken(person(1))
	want := r.Want(
		r.Holder("GET", "/api/registration", "Aanmelding aan_"+strings.Repeat("A", 43), nil),
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
			if w := r.Holder(
				x[0],
				x[1],
				auth,
				nil,
			); w.Code != 404 || w.Body.String() != want.Body.String() {
				t.Errorf("%s on %s %s: %d %s", name, x[0], x[1], w.Code, w.Body)
			}
		}
	}
	r.Want(r.Call("GET", "/api/registration", nil), 401)
	r.Want(r.Call("GET", "/registrationdetails/aan_x/afspraak.ics", nil), 404)
	r.Want(r.Call("GET", "/registrationdetails/aan_x/gegevens.json", nil), 404)
}

func TestCalendarFilesCarryNoActivityName(t *testing.T) {
	r := setup(t)
	o := r.Place(2)
	r.signs(o, "Anja", person(1))
	link := strings.Replace(
		r.RegistrationToken(person(1)),
		"Aanmelding ",
		"/registrationdetails/",
		1,
	)
	own := r.Want(r.Call("GET", link+"/afspraak.ics", nil), 200)
	public := r.Want(r.Call("GET", "/agenda/"+o+"/afspraak.ics", nil), 200)
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
	r.CancelPlace(person(1))
	body := r.Call("GET", link+"/afspraak.ics", nil).Body.String()
	if !strings.Contains(body, "STATUS:CANCELLED") || !strings.Contains(body, "SEQUENCE:1") ||
		!strings.Contains(body, ids[0]) {
		t.Fatal(body)
	}
	r.Tx(func(tx pgx.Tx) error {
		_, err := tx.Exec(context.Background(), `
			update mail set state = 'sent', sent_at = $1 where kind = 'M10'`, r.Clock.Now())
		return err
	})
	data := r.Want(r.Call("GET", link+"/gegevens.json", nil), 200)
	for _, want := range []string{ // as the overview has them, also what has not gone out
		`"mails":[{"kind":"M1","state":"`,
		`,{"kind":"M10","state":"sent","at":"2026-11-16T10:00:00+01:00"}]`,
		`"consent":{"version":"aanmelding-1-30","text":"Ik vind het goed`,
	} {
		if !strings.Contains(data.Body.String(), want) {
			t.Errorf("there is no %s in %s", want, data.Body)
		}
	}
}
