package places_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

func (r *room) json(w *httptest.ResponseRecorder) (v map[string]any) {
	r.T.Helper()
	r.ok(json.Unmarshal(w.Body.Bytes(), &v))
	return v
}

// newAddress changes the address of a sign-up by a link, and gives the link with which the page
// goes on.
func (r *room) newAddress(auth, name, email, version string) string {
	r.T.Helper()
	w := r.Want(r.Holder("PATCH", "/api/registration", auth,
		map[string]any{"name": name, "email": email}, "If-Match", `"`+version+`"`), 200)
	link, _ := r.json(w)["link"].(string)
	return "Aanmelding " + link
}

// mailed is the link in the newest mail of a kind to an address, as it is sent.
func (r *room) mailed(kind mail.Kind, email string) string {
	r.T.Helper()
	_, after, found := strings.Cut(r.letter(kind, email).Body, "/registrationdetails/")
	if !found {
		return ""
	}
	return "Aanmelding " + strings.Fields(after)[0]
}

// letter is the newest mail of a kind to an address, as it is sent.
func (r *room) letter(kind mail.Kind, email string) mail.Letter {
	r.T.Helper()
	var m mail.Stored
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id, kind, coalesce(occurrence_id, ''), cause_id, data
		from mail
		where kind = $1 and recipient_key = $2 and state = 'queued'
		order by no desc
		limit 1`, kind, r.Keys.EmailKey(email)).Scan(
		&m.ID, &m.Kind, &m.Occurrence, &m.Cause, &m.Data,
	); err != nil {
		r.T.Fatal(kind, email, err)
	}
	l, err := r.Compose(r.T.Context(), m)
	if err != nil {
		r.T.Fatal(kind, email, err)
	}
	return l
}

func TestANumberTypedIntoAnOwnSignUpErasesNothingOfSomebodyElse(t *testing.T) {
	r := setup(t)
	a, b := r.Place(5), r.Place(5)
	r.Want(r.Register(a, withPhone(r.SignUp("Anja", addr("anja")), "0612345678")), 201)
	r.Want(r.Register(a, withPhone(r.SignUp("Carla", ""), "0612345678")), 201)
	r.Want(r.Register(b, withPhone(r.SignUp("Mal", addr("mal")), "0612345678")), 201)
	auth := r.RegistrationToken(addr("mal"))
	r.Want(r.Holder("POST", "/api/erase-mine", auth, nil), 204)
	r.MustCount(2, `registration`)
	r.MustCount(2, `select taken from occurrence where id = $1`, a)
}

func TestAnAddressTypedLaterErasesNothingOfItsOwner(t *testing.T) {
	r := setup(t)
	a, b := r.Place(5), r.Place(5)
	r.signs(a, "Anja", addr("anja"))
	r.signs(b, "Mal", addr("mal"))
	auth := r.RegistrationToken(addr("mal"))
	page := r.newAddress(auth, "Mal", addr("anja"), "1")
	r.Want(r.Holder("POST", "/api/erase-mine", page, nil), 204)
	r.MustCount(1, `registration`)
	r.MustCount(1, `select taken from occurrence where id = $1`, a)
	// and nobody tells Anja that everything of hers is gone
	r.MustCount(0, `mail where kind = 'M23'`)
}

func TestAnOldLinkEndsWithTheAddress(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", addr("tikfout"))), 201)
	old := r.RegistrationToken(addr("tikfout"))
	r.newAddress(old, "Anja", addr("anja"), "1")
	for _, x := range [][2]string{
		{"GET", "/api/registration"},
		{"DELETE", "/api/registration"},
		{"POST", "/api/registration/restore"},
		{"POST", "/api/not-me"},
		{"POST", "/api/erase-mine"},
	} {
		r.Want(r.Holder(x[0], x[1], old, nil), 404)
	}
	r.MustCount(1, `registration where status = 'registered'`)
}

func TestANewAddressGetsALinkOfItsOwnAndThePageGoesOnForTwoHours(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", addr("oud"))), 201)
	old := r.mailed(mail.SignedUp, addr("oud"))
	page := r.newAddress(old, "Anja", addr("nieuw"), "1")
	fresh := r.mailed(mail.SignedUp, addr("nieuw"))
	if fresh == old || fresh == page || fresh != r.mailed(mail.SignedUp, addr("nieuw")) {
		t.Fatal("the new address has one link, and it is its own")
	}
	seen := r.json(r.Want(r.Holder("GET", "/api/registration", page, nil), 200))
	if seen["proven"] != false || seen["linkUntil"] != "2026-11-16T12:00:00+01:00" {
		t.Errorf("the page goes on: %v", seen)
	}
	seen = r.json(r.Want(r.Holder("GET", "/api/registration", fresh, nil), 200))
	if seen["proven"] != true || seen["linkUntil"] != nil || seen["link"] != nil {
		t.Errorf("the mailed link: %v", seen)
	}
	r.Clock.Advance(2 * time.Hour)
	r.Want(r.Holder("GET", "/api/registration", page, nil), 404)
	r.Want(r.Holder("GET", "/api/registration", fresh, nil), 200)
	r.ok(r.SweepLinks(t.Context()))
	r.MustCount(2, `own_link`) // the mailed one and the way back
	r.Clock.Advance(7 * 24 * time.Hour)
	r.ok(r.SweepLinks(t.Context()))
	r.MustCount(0, `own_link where way_back is not null`)
}

func TestTheOldAddressHasAWayBackAndShutsTheStrangerOut(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.signs(o, "Anja", addr("anja"))
	// a stranger got hold of her mail, and changes the address twice
	page := r.newAddress(
		r.RegistrationToken(addr("anja")), "Mal", addr("mal"), "1")
	his := r.mailed(mail.SignedUp, addr("mal"))
	back := r.mailed(mail.AddressRemoved, addr("anja"))
	second := r.newAddress(his, "Mal", addr("mal2"), "2")
	hisBack := r.mailed(mail.AddressRemoved, addr("mal"))
	his2 := r.mailed(mail.SignedUp, addr("mal2"))

	// opening it shows nothing of the sign-up and changes nothing
	w := r.Want(r.Holder("GET", "/api/registration/way-back", back, nil), 200)
	if len(r.json(w)) != 1 {
		t.Fatalf("the way back tells %s", w.Body)
	}
	for _, path := range []string{"/api/registration", "/api/waitlist-entry"} {
		r.Want(r.Holder("GET", path, back, nil), 404)
	}
	r.Want(r.Holder("POST", "/api/erase-mine", back, nil), 404)

	w = r.Want(r.Holder("POST", "/api/registration/way-back", back, nil), 200)
	link, _ := r.json(w)["link"].(string)
	seen := r.json(r.Want(r.Holder("GET", "/api/registration", "Aanmelding "+link, nil), 200))
	if seen["email"] != addr("anja") || seen["proven"] != false {
		t.Errorf("put back: %v", seen)
	}
	for name, auth := range map[string]string{
		"his page": page, "his mail": his, "his second page": second, "his second mail": his2,
	} {
		if code := r.Holder("GET", "/api/registration", auth, nil).Code; code != 404 {
			t.Errorf("%s still answers %d", name, code)
		}
	}
	for _, again := range []string{back, hisBack} {
		r.Want(r.Holder("POST", "/api/registration/way-back", again, nil), 404)
	}
	hers := r.mailed(mail.SignedUp, addr("anja"))
	r.Want(r.Holder("GET", "/api/registration", hers, nil), 200)
	// nobody acted from there: the stranger is told nothing, and has no way back
	r.MustCount(0, `mail where kind = 'M3' and recipient_key = $1`,
		r.Keys.EmailKey(addr("mal2")))
	r.Invariants()
}

func TestTheWayBackEndsAfterAWeekAndIsOnlyForWhoeverHadTheMail(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", addr("tikfout"))), 201)
	page := r.newAddress(
		r.RegistrationToken(addr("tikfout")), "Anja", addr("weer"), "1")
	// the page proves no address: who mistyped gets no way to have it back
	r.newAddress(page, "Anja", addr("anja"), "2")
	r.MustCount(0, `mail where kind = 'M3' and recipient_key = $1`,
		r.Keys.EmailKey(addr("weer")))
	back := r.mailed(mail.AddressRemoved, addr("tikfout"))
	r.Clock.Advance(7*24*time.Hour - time.Second)
	r.Want(r.Holder("GET", "/api/registration/way-back", back, nil), 200)
	r.Clock.Advance(time.Second)
	r.Want(r.Holder("GET", "/api/registration/way-back", back, nil), 404)
	r.Want(r.Holder("POST", "/api/registration/way-back", back, nil), 404)
	if r.mailed(mail.AddressRemoved, addr("tikfout")) != "" {
		t.Error("a mail that goes out late has a dead link")
	}
}

// elsewhere is another room: it keeps something of one address, and notes the addresses whose
// things it was asked to erase.
type elsewhere struct {
	of   []byte
	keys [][]byte
}

func (e *elsewhere) KeptBy(
	_ context.Context,
	_ db.Querier,
	by privacy.By,
	email []byte,
) ([]privacy.KeptElsewhere, error) {
	if len(e.keys) > 0 || by != privacy.ByEmail || !bytes.Equal(e.of, email) {
		return nil, nil
	}
	return []privacy.KeptElsewhere{{Kind: "message", Day: "2026-11-16", Text: "Hallo"}}, nil
}

func (e *elsewhere) EraseBy(_ context.Context, _ pgx.Tx, by privacy.By, keys any) error {
	if by == privacy.ByEmail {
		e.keys = append(e.keys, keys.([]byte))
	}
	return nil
}

func TestOnlyALinkThatWasMailedToAnAddressErasesInOtherRooms(t *testing.T) {
	r := setup(t)
	other := &elsewhere{}
	r.Others = []visitors.Other{other}
	o := r.Place(5)
	r.signs(o, "Anja", addr("anja"))
	r.signs(o, "Mal", addr("mal"))
	page := r.newAddress(
		r.RegistrationToken(addr("mal")), "Mal", addr("anja"), "1")
	r.Want(r.Holder("POST", "/api/erase-mine", page, nil), 204)
	if len(other.keys) != 0 {
		t.Fatal("a typed address reached other rooms")
	}
	auth := r.RegistrationToken(addr("anja"))
	r.Want(r.Holder("POST", "/api/erase-mine", auth, nil), 204)
	if len(other.keys) != 1 || !bytes.Equal(other.keys[0], r.Keys.EmailKey(addr("anja"))) {
		t.Fatalf("%x", other.keys)
	}
}

func TestTheMailAboutAnAddressThatWasTakenAwayCountsForNoLimit(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.New(t), 1)
	o := r.Place(9)
	for _, name := range []string{"A", "B", "C", "D", "E", "F"} { // the last one gets no mail
		r.signs(o, name, addr("vol"))
	}
	id := ""
	if err := r.Pool.QueryRow(t.Context(), `
		select id from registration order by order_no limit 1`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	auth := "Aanmelding " + r.Keys.Token(waitlist.RegistrationToken, id, 1)
	r.newAddress(auth, "A", addr("ander"), "1")
	r.MustCount(1, `mail where kind = 'M3' and not limited`)
}

// Whoever types the address of somebody else, and another, and that one again, has us write to them
// as often. They hear of it when they acted from there, three times a day; who changes it reads the
// same answer either way.
func TestAnAddressThatIsTypedAndTakenAwayAgainGetsNoHeapOfMail(t *testing.T) {
	t.Parallel()
	victim, other := addr("anja"), addr("mal")
	told := func(r *room) int {
		return r.Number(`mail where kind = 'M3' and recipient_key = $1`,
			r.Keys.EmailKey(victim))
	}
	for _, of := range []struct {
		name, path, page string
		kind             mail.Kind
		open             func(r *room)
		more             map[string]any
	}{
		{"sign-up", "/api/registration", "/registrationdetails/", mail.SignedUp, func(r *room) {
			r.Want(r.Register(r.Place(5), r.SignUp("Mal", other)), 201)
		}, nil},
		{"place on a list", "/api/waitlist-entry", "/waitlist/", mail.OnList, func(r *room) {
			r.Want(r.Wait(r.Queue(1, 0, nil), "Mal", other), 201)
		}, map[string]any{"preferredWay": "mail", "shortNotice": true}},
	} {
		for _, acts := range []bool{false, true} {
			t.Run(fmt.Sprint(of.name, ", acted from there: ", acts), func(t *testing.T) {
				t.Parallel()
				r := setupOn(t, dbtest.New(t), 1)
				of.open(r)
				version := 0
				move := func(auth, email string) (link, answer string) {
					version++
					body := map[string]any{"name": "Mal", "email": email}
					maps.Copy(body, of.more)
					seen := r.json(r.Want(r.Holder("PATCH", of.path, auth, body,
						"If-Match", fmt.Sprintf(`"%d"`, version)), 200))
					link, _ = seen["link"].(string)
					for _, differs := range []string{"link", "version", "linkUntil"} {
						delete(seen, differs)
					}
					return "Aanmelding " + link, fmt.Sprint(seen)
				}
				mailed := func(email string) string {
					r.T.Helper()
					_, after, _ := strings.Cut(r.letter(of.kind, email).Body, of.page)
					return "Aanmelding " + strings.Fields(after)[0]
				}
				auth, first := mailed(other), ""
				for n := range 4 {
					auth, _ = move(auth, victim)
					if acts {
						auth = mailed(victim)
					}
					var answer string
					if auth, answer = move(auth, other); n == 0 {
						first = answer
					} else if answer != first {
						t.Errorf("round %d answers %s, the first one %s", n+1, answer, first)
					}
					want := 0
					if acts {
						want = min(n+1, 3)
					}
					if got := told(r); got != want {
						t.Errorf("round %d: told %d times, want %d", n+1, got, want)
					}
				}
				if !acts {
					return
				}
				r.Clock.Advance(24 * time.Hour)
				move(mailed(other), victim)
				move(mailed(victim), other)
				if got := told(r); got != 4 {
					t.Errorf("a day later: told %d times in all, want 4", got)
				}
			})
		}
	}
}

// A link that is opened while the address changes is an old link by the time it has the lock.
func TestAPressThatWaitedForAChangeOfAddressComesTooLate(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 10), 0)
	o := r.Queue(5, 1, nil)
	for _, press := range []struct{ method, path, email, auth string }{
		{"DELETE", "/api/registration", person(1), r.RegistrationToken(person(1))},
		{"POST", "/api/erase-mine", person(2), r.RegistrationToken(person(2))},
		{"DELETE", "/api/waitlist-entry", waiting(1), r.EntryToken(waiting(1))},
	} {
		lock, err := r.Pool.Begin(t.Context())
		r.ok(err)
		if _, err := lock.Exec(t.Context(), `
			select 1 from occurrence where id = $1 for update`, o); err != nil {
			t.Fatal(err)
		}
		done := make(chan int)
		go func() { done <- r.Holder(press.method, press.path, press.auth, nil).Code }()
		for r.waiters() == 0 {
		}
		if _, err := lock.Exec(t.Context(), `
			delete from own_link where mailed_to = $1`, r.Keys.EmailKey(press.email)); err != nil {
			t.Fatal(err)
		}
		r.ok(lock.Commit(t.Context()))
		if code := <-done; code != 404 {
			t.Errorf("%s: %d", press.path, code)
		}
	}
	r.MustCount(5, `registration where status = 'registered'`)
	r.MustCount(1, `waitlist_entry where state = 'waiting'`)
}
