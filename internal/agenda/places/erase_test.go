package places_test

import (
	"strings"
	"testing"

	"herstelruimte/internal/agenda/waitlist"
)

func TestNotMeRemovesOneRowFreesThePlaceAndMailsNobody(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 1, nil)
	auth := r.RegistrationToken(person(1))
	w := r.Want(r.Holder("POST", "/api/not-me", auth, nil, "X-Flash", "1"), 204)
	if !strings.HasPrefix(w.Header().Get("Set-Cookie"), "hr_flash=") {
		t.Fatal("no flash for the page after it")
	}
	r.wantStates(o, "offered")
	if r.Number(`registration`) != 0 ||
		r.Number(`erasure_journal where kind = 'registration'`) != 1 {
		t.Fatal("the row is gone and stands in the journal")
	}
	r.MustCount(0, `mail where state = 'queued' and kind in ('M1', 'M10', 'M23')`)
	r.Want(r.Holder("GET", "/api/registration", auth, nil), 404)
	r.Want(r.Holder("POST", "/api/not-me", auth, nil), 404)
}

func TestEraseMineTakesEverythingOfTheAddressAndNothingElse(t *testing.T) {
	r := setup(t)
	a, b, c := r.Place(2), r.Queue(1, 1, nil), r.Place(5)
	both := r.SignUp("Anja", addr("anja"))
	both["phone"] = "0612345678"
	r.Want(r.Register(a, both), 201)
	// another name on her address
	r.signs(a, "Bart", "ANJA@voorbeeld.example")
	r.queues(b, "Anja", addr("anja"))
	// shares only the number: stays
	phone := r.SignUp("Anja", addr("anders"))
	phone["phone"] = "+31612345678"
	r.Want(r.Register(c, phone), 201)
	r.signs(c, "Carla", addr("carla"))
	r.signs(c, "Dirk", addr("anders"))
	r.queues(a, "Wim", addr("wim"))

	auth := r.tokenFor(both["email"].(string), a)
	r.Want(r.Holder("POST", "/api/erase-mine", auth, nil), 204)
	r.MustCount(0, `registration where email_key = $1`,
		r.Keys.EmailKey(addr("anja")))
	if r.Number(`registration`) != 4 || r.Number(`erasure_journal`) != 3 {
		t.Fatalf("rows %d, journal %d", r.Number(`registration`), r.Number(`erasure_journal`))
	}
	if r.Number(
		`mail where recipient_key = $1 and state <> 'withdrawn' and kind <> 'M23'`,
		r.Keys.EmailKey(addr("anja")),
	) != 0 ||
		r.Mails("M23") != 1 {
		t.Fatal("only M23 is left for the erased address")
	}
	r.MustCount(0, `idempotency where subject in (select row_id from erasure_journal)`)
	r.MustCount(1, `waitlist_entry where state = 'offered' and occurrence_id = $1`,
		a)
	r.Invariants()
}

// tokenFor is the link of the registration of an address at one date.
func (r *room) tokenFor(email, occurrence string) string {
	r.T.Helper()
	id := value[string](r, `
		select id
		from registration
		where email_key = $1
			and occurrence_id = $2
		order by order_no
		limit 1`,
		r.Keys.EmailKey(email),
		occurrence)
	return "Aanmelding " + r.Keys.Token(waitlist.RegistrationToken, id, 1)
}

func TestErasingAnEntryWithAnOpenOfferGivesTheNextTheirChance(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.CancelPlace(person(1))
	r.Want(r.Holder("POST", "/api/erase-mine", r.EntryToken(waiting(1)), nil), 204)
	r.wantStates(o, "offered")
	r.MustCount(1, `mail where kind = 'M7' and state = 'queued'`)
}
