package places_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/mail"
)

func (r *room) askLink(email string) *httptest.ResponseRecorder {
	r.T.Helper()
	return r.Call("POST", "/api/links", map[string]any{
		"email":    email,
		"formTime": r.FormTime(),
	}, "X-Flash", "1")
}

// overviewOf asks for the link of an address and takes it out of the mail.
func (r *room) overviewOf(email string) (auth string) {
	r.T.Helper()
	r.Want(r.askLink(email), 201)
	return r.mailed(mail.LinkAsked, email)
}

func (r *room) all(auth string) (out visitors.MyRegistrations) {
	r.T.Helper()
	w := r.Want(r.Holder("GET", "/api/my-registrations", auth, nil), 200)
	r.ok(json.Unmarshal(w.Body.Bytes(), &out))
	return out
}

// only is the one sign-up or entry that an overview shows.
func (r *room) only(auth string) string {
	r.T.Helper()
	all := r.all(auth).Items
	if len(all) != 1 {
		r.T.Fatalf("got %d rows, want 1", len(all))
	}
	return "Aanmelding " + all[0].Link
}

func said(w *httptest.ResponseRecorder) string {
	w.Header().Del("Date")
	return fmt.Sprint(w.Code, w.Header(), w.Body)
}

func TestALinkIsAskedWithOneAnswerAndOneTraceForEveryAddress(t *testing.T) {
	r := setup(t)
	known, unknown := addr("anja"), addr("niemand")
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", known)), 201)
	r.Deliver()
	first, second := said(r.Want(r.askLink(known), 201)), said(r.askLink(unknown))
	if first != second {
		t.Errorf("got %s for an unknown address, want %s", second, first)
	}
	for _, table := range []string{
		`own_link where address is not null and mailed_to = $1`,
		`mail where kind = 'M4' and state = 'queued' and recipient_key = $1`,
	} {
		for _, email := range []string{known, unknown} {
			r.MustCount(1, ``+table, r.Keys.EmailKey(email))
		}
	}
	r.Deliver()
	r.MustCount(1, `mail where kind = 'M4' and state = 'sent'`)
	r.MustCount(1, `
		mail
		where kind = 'M4'
			and state = 'withdrawn'
			and sealed is null
			and recipient_key = $1`, r.Keys.EmailKey(unknown))
	r.MustCount(0, `own_link where mailed_to = $1`, r.Keys.EmailKey(unknown))
}

func TestWhoWantsNoMailStillGetsTheLinkThatTheyAskFor(t *testing.T) {
	r := setup(t)
	body := r.SignUp("Anja", addr("anja"))
	body["noMail"] = true
	r.Want(r.Register(r.Place(5), body), 201)
	r.Want(r.askLink("ANJA@voorbeeld.example"), 201)
	r.Deliver()
	r.MustCount(1, `mail where kind = 'M4' and state = 'sent'`)
}

func TestALinkIsAskedForAtMostFiveTimesAQuarter(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.New(t), 1)
	r.Want(r.askLink("geen adres"), 422) // nothing was sent yet
	for i := range 5 {
		r.Want(r.askLink(fmt.Sprintf("nieuw%d@voorbeeld.example", i)), 201)
	}
	r.Want(r.askLink(addr("nieuw")), 429)
}

func TestAnOverviewShowsAllOfItsAddressAndNobodyElse(t *testing.T) {
	r := setup(t)
	full := r.Queue(1, 0, nil)
	later, sooner := r.Place(5), r.Date(r.Activity(nil), monday.AddDate(0, 0, 3), 5, nil)
	email := addr("anja")
	r.Want(r.Register(later, withPhone(r.SignUp("Anja", email), "0612345678")), 201)
	r.signs(sooner, "Bart", "ANJA@voorbeeld.example")
	r.queues(full, "Anja", email)
	// the same number, and the same name
	r.Want(r.Register(later, withPhone(r.SignUp("Carla", ""), "0612345678")), 201)
	r.signs(sooner, "Anja", addr("ander"))

	all := r.all(r.overviewOf(email))
	var got []string
	for _, item := range all.Items {
		if item.Registration != nil {
			got = append(got, item.Registration.Name+" "+item.Registration.Status)
		} else {
			got = append(got, item.Entry.Name+" "+item.Entry.State)
		}
	}
	if want := "Bart registered, Anja waiting, Anja registered"; strings.Join(got, ", ") != want &&
		strings.Join(got, ", ") != "Bart registered, Anja registered, Anja waiting" {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
	if all.LinkUntil != "2026-11-17T10:00:00+01:00" {
		t.Errorf("the link works until %s", all.LinkUntil)
	}
}

func TestEveryActOfAHolderWorksUnderAnOverview(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 0, nil)
	email := addr("anja")
	r.queues(o, "Anja", email)
	overview := r.overviewOf(email)
	entry := r.only(overview)
	r.CancelPlace(person(1))
	offer := r.json(r.Want(r.Holder("GET", "/api/waitlist-entry", entry, nil), 200))["offer"]
	r.Want(r.Holder("POST", "/api/waitlist-entry/answer", entry, map[string]any{
		"answer":  "accept",
		"offerId": offer.(map[string]any)["id"],
	}), 200)

	own := ""
	for _, item := range r.all(overview).Items {
		if item.Registration != nil {
			own = "Aanmelding " + item.Link
		}
	}
	seen := r.json(r.Want(r.Holder("GET", "/api/registration", own, nil), 200))
	if seen["proven"] != true || seen["linkUntil"] != nil {
		t.Errorf("got proven %v until %v, want what a mailed link shows",
			seen["proven"], seen["linkUntil"])
	}
	r.Want(r.Holder("PATCH", "/api/registration", own,
		map[string]any{"name": "Anja B", "email": email}, "If-Match", `"1"`), 200)
	r.Want(r.Holder("DELETE", "/api/registration", own, nil), 200)
	r.Want(r.Holder("POST", "/api/registration/restore", own, nil), 200)
	secret := strings.TrimPrefix(own, "Aanmelding ")
	for _, file := range []string{"/afspraak.ics", "/gegevens.json"} {
		r.Want(r.Call("GET", "/registrationdetails/"+secret+file, nil), 200)
	}
	r.Want(r.Holder("POST", "/api/not-me", own, nil), 204)
	r.Want(r.Holder("GET", "/api/my-registrations", overview, nil), 404)
	r.Invariants()
}

func TestALinkUnderAnOverviewOpensNothingOfAnother(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	own := r.overviewOf(waiting(1))
	secret := strings.TrimPrefix(own, "Aanmelding "+visitors.OverviewToken)
	idOf := func(table, email string) string {
		t.Helper()
		return value[string](r, `
			select id from `+table+` where email_key = $1 and occurrence_id = $2`,
			r.Keys.EmailKey(email), o)
	}
	mine, other := idOf("waitlist_entry", waiting(1)), idOf("waitlist_entry", waiting(2))
	place := idOf("registration", person(1))
	r.Want(r.Holder("GET", "/api/waitlist-entry", "Aanmelding wl_"+secret+"."+mine, nil), 200)
	for _, no := range [][2]string{
		{"/api/waitlist-entry", "wl_" + secret + "." + other},
		{"/api/waitlist-entry", "wl_" + secret + "." + place},
		{"/api/waitlist-entry", "wl_" + secret + "."},
		{"/api/waitlist-entry", "wl_" + secret + ".\x00"},
		{"/api/waitlist-entry", "wl_" + secret},
		{"/api/waitlist-entry", "wl_" + secret[1:] + "." + mine},
		{"/api/waitlist-entry", "mij_" + secret + "." + mine},
		{"/api/registration", "aan_" + secret + "." + place},
		{"/api/registration", "aan_" + secret + "." + mine},
		{"/api/registration/way-back", "terug_" + secret + "." + place},
		{"/api/my-registrations", "mij_" + secret + "." + mine},
		{"/api/my-registrations", "wl_" + secret},
	} {
		r.Want(r.Holder("GET", no[0], "Aanmelding "+no[1], nil), 404)
	}
	r.Want(r.Holder("POST", "/api/not-me", own, nil), 404) // which one?
	// a link of one row is none of the overview
	r.Want(r.Holder("GET", "/api/my-registrations", r.EntryToken(waiting(1)), nil), 404)
}

func TestThereIsNoWayBackUnderAnOverview(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", addr("anja"))), 201)
	_, secret, _ := strings.Cut(r.only(r.overviewOf(addr("anja"))), "_")
	for _, method := range []string{"GET", "POST"} {
		w := r.Holder(method, "/api/registration/way-back", "Aanmelding terug_"+secret, nil)
		if w.Code != 404 {
			t.Errorf("%s: %d %s", method, w.Code, w.Body)
		}
	}
}

func TestARowLeavesTheOverviewWithItsAddress(t *testing.T) {
	r := setup(t)
	email := addr("anja")
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", email)), 201)
	overview := r.overviewOf(email)
	own := r.only(overview)
	page := r.newAddress(own, "Anja", addr("nieuw"), "1")
	r.Want(r.Holder("GET", "/api/registration", own, nil), 404)
	r.Want(r.Holder("GET", "/api/my-registrations", overview, nil), 404)
	r.Want(r.Holder("GET", "/api/registration", page, nil), 200)
	// it was mailed there, so the old address has its way back
	back := r.mailed(mail.AddressRemoved, email)
	stranger := r.overviewOf(addr("nieuw"))
	r.Want(r.Holder("POST", "/api/registration/way-back", back, nil), 200)
	r.Want(r.Holder("GET", "/api/my-registrations", stranger, nil), 404)
	r.only(overview)
}

func TestAnOverviewEndsADayAfterItsMail(t *testing.T) {
	r := setup(t)
	email := addr("anja")
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", email)), 201)
	r.Want(r.askLink(email), 201)
	r.Clock.Advance(time.Hour) // the mail server was away
	overview := r.mailed(mail.LinkAsked, email)
	own := r.only(overview)
	r.Clock.Advance(24*time.Hour - time.Minute)
	r.only(overview)
	r.Clock.Advance(time.Minute)
	r.Want(r.Holder("GET", "/api/my-registrations", overview, nil), 404)
	r.Want(r.Holder("GET", "/api/registration", own, nil), 404)
	r.ok(r.SweepLinks(t.Context()))
	r.MustCount(0, `own_link where address is not null`)
	r.Want(r.Holder("GET", "/api/registration", r.RegistrationToken(email), nil), 200)
}

func TestErasingByTheOverviewTakesEverythingOfTheAddress(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 0, nil)
	email := addr("anja")
	r.queues(o, "Anja", email)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", email)), 201)
	overview, second := r.overviewOf(email), r.overviewOf(email)
	w := r.Want(r.Holder("POST", "/api/erase-mine", overview, nil, "X-Flash", "1"), 204)
	if !strings.HasPrefix(w.Header().Get("Set-Cookie"), "hr_flash=") {
		t.Error("no flash for the page after it")
	}
	for _, table := range []string{"registration", "waitlist_entry"} {
		r.MustCount(0, ``+table+` where email_key = $1`, r.Keys.EmailKey(email))
	}
	r.MustCount(4, `erasure_journal`) // the rows, and both links
	if r.Mails("M23") != 1 || r.Mails("M4") != 0 {
		t.Errorf("got %d M23 and %d M4, want 1 and 0", r.Mails("M23"), r.Mails("M4"))
	}
	for _, auth := range []string{overview, second} {
		r.Want(r.Holder("GET", "/api/my-registrations", auth, nil), 404)
		r.Want(r.Holder("POST", "/api/erase-mine", auth, nil), 404)
	}
	r.MustCount(0, `idempotency where subject in (select row_id from erasure_journal)`)
	r.Invariants()
}

// Two presses, of which the second waits for the date while the first erases: one mail.
func TestTwoErasuresAtOnceByAnOverviewAreOne(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 10), 0)
	o := r.Place(5)
	email := addr("anja")
	r.signs(o, "Anja", email)
	overview := r.overviewOf(email)
	lock, err := r.Pool.Begin(t.Context())
	r.ok(err)
	if _, err := lock.Exec(t.Context(), `
		select 1 from occurrence where id = $1 for update`, o); err != nil {
		t.Fatal(err)
	}
	done := make(chan int)
	for range 2 {
		go func() { done <- r.Holder("POST", "/api/erase-mine", overview, nil).Code }()
	}
	for r.waiters() < 2 {
	}
	r.ok(lock.Commit(t.Context()))
	if got := (<-done) + (<-done); got != 204+404 {
		t.Errorf("got statuses that add up to %d, want one 204 and one 404", got)
	}
	r.MustCount(1, `mail where kind = 'M23'`)
	r.MustCount(2, `erasure_journal`)
}

func TestWhoOnlyWroteToAnotherRoomSeesAndErasesThat(t *testing.T) {
	r := setup(t)
	email := addr("anja")
	other := &elsewhere{of: r.Keys.EmailKey(email)}
	r.Others = []visitors.Other{other}
	overview := r.overviewOf(email)
	all := r.all(overview)
	if len(all.Items) != 0 || len(all.Elsewhere) != 1 || all.Elsewhere[0].Text != "Hallo" {
		t.Errorf("got %+v", all)
	}
	r.Want(r.Holder("POST", "/api/erase-mine", overview, nil), 204)
	if len(other.keys) != 1 || r.Mails("M23") != 1 {
		t.Errorf("erased %x, with %d M23", other.keys, r.Mails("M23"))
	}
	r.Want(r.Holder("GET", "/api/my-registrations", overview, nil), 404)
}

func TestAnErasedAddressIsAnsweredAsAnyOther(t *testing.T) {
	r := setup(t)
	email := addr("anja")
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", email)), 201)
	overview := r.overviewOf(email)
	before := said(r.Want(r.askLink(email), 201))
	r.Want(r.Holder("POST", "/api/erase-mine", r.RegistrationToken(email), nil), 204)
	r.MustCount(0, `own_link`)
	r.Want(r.Holder("GET", "/api/my-registrations", overview, nil), 404)
	if after := said(r.askLink(email)); after != before {
		t.Errorf("got %s, want %s", after, before)
	}
	r.Deliver()
	r.MustCount(0, `mail where kind = 'M4' and state = 'sent'`)
	r.MustCount(0, `own_link`)
}

func TestAnOverviewThatCameBackWithABackupIsErasedAgain(t *testing.T) {
	r := setup(t)
	r.Want(r.askLink(addr("anja")), 201)
	id := value[string](r, `select id from own_link`)
	for _, want := range []int{1, 0} {
		if n, err := r.EraseAgain(t.Context(), "own_link", []string{id}); n != want || err != nil {
			t.Errorf("got %d (%v), want %d", n, err, want)
		}
	}
	r.MustCount(0, `mail where kind = 'M4' and state <> 'withdrawn'`)
}

func TestTheDownloadOfAnOverviewHasAllRowsAndNoSecret(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 0, func(a *rules.Activity) { a.AskSupport = true })
	email := addr("anja")
	r.queues(o, "Anja", email)
	body := r.SignUp("Anja", email)
	r.Want(r.Register(r.Place(5), body), 201)
	overview := r.overviewOf(email)
	r.Deliver()
	secret := strings.TrimPrefix(overview, "Aanmelding ")
	file := r.Want(r.Call("GET", "/registrationdetails/"+secret+"/gegevens.json", nil), 200)
	var got struct {
		Registrations, Entries, Mails, Elsewhere []any
	}
	r.ok(json.Unmarshal(file.Body.Bytes(), &got))
	if len(got.Registrations) != 1 || len(got.Entries) != 1 || len(got.Mails) != 3 ||
		got.Elsewhere == nil {
		t.Errorf("got %+v", got)
	}
	// what is known of who waits, and each mail to the address: never what one says
	for _, want := range []string{
		`"email":"anja@voorbeeld.example","preferredWay"`, `"consent":{"version":"wachtlijst-1-7",`,
		`"consent":{"version":"aanmelding-1-30","text":"Ik vind het goed`,
		`"mails":[{"kind":"M5","state":"`, `{"kind":"M4","state":"sent","at":"2026-11-16T10`,
	} {
		if !strings.Contains(file.Body.String(), want) {
			t.Errorf("there is no %s in %s", want, file.Body)
		}
	}
	if strings.Contains(file.Body.String(), secret[len("mij_"):]) {
		t.Error("the file holds the secret")
	}
	r.Want(r.Call("GET", "/registrationdetails/"+secret+"/afspraak.ics", nil), 404)
}
