package places_test

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// changeEntry is what somebody who waits sends who changes something; version is what they saw.
func (r *room) changeEntry(auth, version string, body map[string]any) *httptest.ResponseRecorder {
	r.T.Helper()
	return r.Holder("PATCH", "/api/waitlist-entry", auth, body, "If-Match", `"`+version+`"`)
}

// code is that of a problem.
func (r *room) code(w *httptest.ResponseRecorder) string {
	r.T.Helper()
	return fmt.Sprint(r.json(w)["code"])
}

// reach is all that somebody can change: by mail, and also at the last moment.
func reach(name, email string) map[string]any {
	return map[string]any{
		"name": name, "email": email, "preferredWay": "mail", "shortNotice": true,
	}
}

func TestWhoWaitsChangesWhatTheyWroteAndKeepsTheirTurn(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	auth := r.EntryToken(waiting(1))
	by := map[string]any{
		"name": "Wim", "email": waiting(1), "phone": "0612345678",
		"preferredWay": "phone", "shortNotice": false,
	}
	r.Want(r.Holder("PATCH", "/api/waitlist-entry", auth, by), 428)
	r.Want(r.changeEntry(auth, "7", by), 412)
	r.MustCount(0, `waitlist_entry where version > 1`)
	is := r.json(r.Want(r.changeEntry(auth, "1", by), 200))
	if is["name"] != "Wim" || is["phone"] != "06 12 34 56 78" || is["preferredWay"] != "phone" ||
		is["shortNotice"] != false || is["version"] != 2.0 || is["link"] != nil ||
		is["proven"] != true {
		t.Errorf("got %v", is)
	}
	w := r.Want(r.Holder("GET", "/api/waitlist-entry", auth, nil), 200)
	if got := w.Header().Get("ETag"); got != `"2"` {
		t.Errorf("the version that it is read with is %s", got)
	}
	// nobody was told anything: only another address is
	r.MustCount(1, `mail where recipient_key = $1`,
		r.Keys.EmailKey(waiting(1)))

	r.CancelPlace(person(1))
	r.wantStates(o, "offered waiting")
	r.MustCount(1, `offer where way = 'phone' and state = 'open'`)
	seen := r.entryOf(waiting(1))
	if seen.CanChange || seen.Version != 3 {
		t.Errorf("beside an offer: %+v", seen)
	}
	for _, version := range []string{"2", "3"} { // also of who has not seen it yet
		if code := r.code(r.Want(r.changeEntry(auth, version, by), 409)); code != "conflict" {
			t.Errorf("beside an offer: %s", code)
		}
	}

	second := r.EntryToken(waiting(2))
	for field, change := range map[string]func(map[string]any){
		"name":         func(b map[string]any) { b["name"] = " " },
		"contact":      func(b map[string]any) { b["email"] = "" },
		"email":        func(b map[string]any) { b["email"] = "wim@" },
		"phone":        func(b map[string]any) { b["phone"] = "12" },
		"preferredWay": func(b map[string]any) { b["preferredWay"] = "phone" },
		"shortNotice":  func(b map[string]any) { delete(b, "shortNotice") },
	} {
		body := reach("W2", waiting(2))
		change(body)
		w := r.Want(r.changeEntry(second, "1", body), 422)
		if !strings.Contains(w.Body.String(), `"name":"`+field+`"`) {
			t.Errorf("%s: got %s", field, w.Body)
		}
	}
	r.Want(r.Holder("DELETE", "/api/waitlist-entry", second, nil), 200)
	gone := r.Want(r.changeEntry(second, "2", reach("W2", waiting(2))), 409)
	if code := r.code(gone); code != "closed" {
		t.Errorf("off the list: %s", code)
	}
	r.Invariants()
}

func TestAfterTheStartNobodyWhoWaitedChangesAnything(t *testing.T) {
	r := setup(t)
	r.Queue(1, 1, nil)
	auth := r.EntryToken(waiting(1))
	r.Clock.Advance(16 * 24 * time.Hour)
	if seen := r.entryOf(waiting(1)); seen.CanChange || seen.State != "closed" {
		t.Errorf("got %+v", seen)
	}
	late := r.Want(r.changeEntry(auth, "1", reach("W1", waiting(1))), 409)
	if code := r.code(late); code != "closed" {
		t.Errorf("got %s", code)
	}
}

func TestANewAddressOfWhoWaitsEndsTheOldLinks(t *testing.T) {
	t.Parallel()
	right := addr("wim")
	r := alone(t)
	r.Queue(1, 1, nil)
	old := r.EntryToken(waiting(1))
	link, _ := r.json(r.Want(r.changeEntry(old, "1", reach("Wim", right)), 200))["link"].(string)
	page := "Aanmelding " + link
	for _, x := range [][2]string{
		{"GET", "/api/waitlist-entry"},
		{"DELETE", "/api/waitlist-entry"},
		{"POST", "/api/not-me"},
		{"POST", "/api/erase-mine"},
	} {
		r.Want(r.Holder(x[0], x[1], old, nil), 404)
	}
	seen := r.json(r.Want(r.Holder("GET", "/api/waitlist-entry", page, nil), 200))
	if seen["proven"] != false || seen["linkUntil"] != "2026-11-16T12:00:00+01:00" {
		t.Errorf("the page goes on: %v", seen)
	}
	// what still waited for the old address does not go there; it reads that it was taken away, and
	// no link
	r.MustCount(1, `
		mail where recipient_key = $1 and state = 'queued'`, r.Keys.EmailKey(waiting(1)))
	if told := r.letter(mail.AddressRemoved, waiting(1)); strings.Contains(told.Body, "http") ||
		strings.Contains(told.Body, right) {
		t.Errorf("the old address reads %q", told.Body)
	}
	_, own, _ := strings.Cut(r.letter(mail.OnList, right).Body, "/waitlist/")
	fresh := "Aanmelding " + strings.Fields(own)[0]
	seen = r.json(r.Want(r.Holder("GET", "/api/waitlist-entry", fresh, nil), 200))
	if seen["proven"] != true || seen["linkUntil"] != nil || seen["state"] != "waiting" {
		t.Errorf("the mailed link: %v", seen)
	}
	r.Clock.Advance(2 * time.Hour)
	r.Want(r.Holder("GET", "/api/waitlist-entry", page, nil), 404)
	r.Want(r.Holder("GET", "/api/waitlist-entry", fresh, nil), 200)
	r.Invariants()
}

// The answer and what comes of it are the same, whether or not that name and address wait there or
// have a place; and nobody is put off the list by it.
func TestChangingIntoSomebodyWhoWaitsOrHasAPlaceTellsNothing(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.queues(o, "Mal", addr("mal"))
	auth, answers := r.EntryToken(addr("mal")), map[string]bool{}
	for i, to := range [][2]string{
		{"Niemand", addr("n1")},
		{"W2", waiting(2)},
		{"P1", person(1)},
	} {
		seen := r.json(r.Want(r.changeEntry(auth, fmt.Sprint(2*i+1), reach(to[0], to[1])), 200))
		auth = "Aanmelding " + seen["link"].(string)
		// again, as it stands
		r.Want(r.changeEntry(auth, fmt.Sprint(2*i+2), reach(to[0], to[1])), 200)
		delete(seen, "link")
		delete(seen, "name")
		delete(seen, "email")
		delete(seen, "version")
		answers[fmt.Sprint(seen)] = true // a map is printed in the order of its keys
		r.MustCount(1, `
			mail
			where kind = $1
				and cause_id = (select id from waitlist_entry order by position desc limit 1)
				and recipient_key = $2
				and state = 'queued'`, mail.OnList, r.Keys.EmailKey(to[1]))
	}
	if len(answers) != 1 {
		t.Errorf("%d different answers: %v", len(answers), answers)
	}
	r.wantStates(o, "waiting waiting waiting")
	r.MustCount(3, `select waiting from occurrence where id = $1`, o)
	// W2 is still found as who waits already
	r.queues(o, "W2", waiting(2))
	r.MustCount(3, `waitlist_entry`)
	r.Invariants()

	// staff may know: they read that the name is taken, but what stands there can be kept
	_, err := r.MendRow(t.Context(), sanne, wish(waiting(1), r.row(waiting(1)),
		func(in *persons.PersonRowMend) { in.Name, in.Email = "W2", waiting(2) }))
	var wrong *problem.Problem
	if !errors.As(err, &wrong) || len(wrong.Fields) != 1 || wrong.Fields[0].Code != problem.Taken {
		t.Errorf("got %v", err)
	}
	for _, row := range r.shown(person(1)).Items {
		if row.Entry != nil {
			r.mend(wish(person(1), row, func(in *persons.PersonRowMend) { in.ShortNotice = false }))
		}
	}
	r.MustCount(1, `waitlist_entry where name_email_key is null`)
}

// A place that somebody gets under a name and an address that they typed in later is not that of
// whoever has them: that one keeps their turn.
func TestAPlaceUnderTheNameOfAnotherWhoWaitsTakesTheirTurnFromNobody(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 2, nil)
	first := r.EntryToken(waiting(1))
	changed := r.json(r.Want(r.changeEntry(first, "1", reach("W2", waiting(2))), 200))
	page := "Aanmelding " + changed["link"].(string)
	r.CancelPlace(person(1))
	r.wantStates(o, "offered waiting")
	offered := r.json(r.Want(r.Holder("GET", "/api/waitlist-entry", page, nil), 200))
	offer := offered["offer"].(map[string]any)["id"]
	r.Want(r.Holder("POST", "/api/waitlist-entry/answer", page,
		map[string]any{"answer": "accept", "offerId": offer}), 200)
	r.wantStates(o, "accepted waiting")
	r.CancelPlace(person(2))
	r.wantStates(o, "accepted offered")
	r.MustCount(1, `registration where status = 'registered' and name_email_key is null`)
}

// Who presses again because no answer came gets the answer of the first time, with the link: the
// one that they had ended by it.
func TestAChangeOfAddressThatIsPressedTwiceGivesItsLinkTwice(t *testing.T) {
	r := setup(t)
	r.Queue(1, 1, nil)
	auth, key := r.EntryToken(waiting(1)), uuid.NewString()
	press := func() string {
		w := r.Want(r.Holder("PATCH", "/api/waitlist-entry", auth,
			reach("W1", addr("nieuw")), "If-Match", `"1"`, "Idempotency-Key", key), 200)
		return fmt.Sprint(r.json(w)["link"])
	}
	if one, two := press(), press(); one != two || !strings.HasPrefix(one, waitlist.EntryToken) {
		t.Errorf("got %.6s and %.6s", one, two)
	}
	r.MustCount(1, `mail where kind = $1`, mail.AddressRemoved)
}

// In the last hours staff ring who can come so late: whoever says so after all is rung too, and the
// place that was free for all until then waits for them.
func TestWhoCanComeAtTheLastMomentAfterAllIsRung(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 1, nil)
	auth := r.EntryToken(waiting(1))
	no := reach("W1", waiting(1))
	no["shortNotice"] = false
	r.Want(r.changeEntry(auth, "1", no), 200)
	starts := r.Number(`select extract(epoch from starts_at) from occurrence where id = $1`, o)
	r.Clock.Advance(time.Unix(int64(starts), 0).Sub(r.Clock.Now()) - 6*time.Hour)
	r.CancelPlace(person(1))
	kept := `select held from occurrence where id = $1`
	r.MustCount(0, kept, o)
	r.Want(r.changeEntry(auth, "2", reach("W1", waiting(1))), 200)
	r.MustCount(1, kept, o)
	r.wantStates(o, "waiting")
}
