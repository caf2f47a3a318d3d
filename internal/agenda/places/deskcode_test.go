package places_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/dbtest"
)

// newCode gives a row a new code, as staff do.
func (r *room) newCode(id string) (code string) {
	r.T.Helper()
	r.Tx(func(tx pgx.Tx) (err error) {
		code, err = r.NewDeskCode(r.T.Context(), tx, id)
		return err
	})
	return code
}

func (r *room) tryCode(code string) *httptest.ResponseRecorder {
	r.T.Helper()
	return r.Call("POST", "/api/desk-code", map[string]any{
		"code":     code,
		"formTime": r.FormTime(),
	})
}

func (r *room) opened(code string) (out visitors.OpenedByCode) {
	r.T.Helper()
	w := r.Want(r.tryCode(code), 200)
	r.ok(json.Unmarshal(w.Body.Bytes(), &out))
	return out
}

// byPhone is the sign-up with a number.
func (r *room) byPhone(number string) string {
	r.T.Helper()
	return value[string](r, `
		select id from registration where phone_key = $1`, r.Keys.PhoneKey(number))
}

const lars = "+31612345678"

// phoned signs up somebody without mail and gives the id.
func (r *room) phoned(o string) string {
	r.T.Helper()
	r.Want(r.Register(o, withPhone(r.SignUp("Lars", ""), lars)), 201)
	return r.byPhone(lars)
}

func TestADeskCodeOpensItsSignUpHoweverItIsTyped(t *testing.T) {
	r := setup(t)
	id := r.phoned(r.Place(5))
	code := r.newCode(id)
	if !regexp.MustCompile(`^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$`).MatchString(code) {
		t.Fatalf("got the code %q", code)
	}
	for _, typed := range []string{
		code, strings.ToLower(code), strings.ReplaceAll(code, "-", ""),
		" " + strings.Join(strings.Split(code, ""), " "),
	} {
		got := r.opened(typed)
		seen := r.json(r.Want(
			r.Holder("GET", "/api/registration", "Aanmelding "+got.Link, nil), 200))
		if got.Status != "registration" || seen["name"] != "Lars" || seen["proven"] != false {
			t.Errorf("%q: got %s of %v, proven %v", typed, got.Status, seen["name"], seen["proven"])
		}
	}
}

func TestWhatADeskCodeOpensEndsAfterTwoHoursAndErasesItsRowAlone(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	email := addr("anja")
	r.Want(r.Register(o, withPhone(r.SignUp("Anja", email), lars)), 201)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", email)), 201)
	id := r.byPhone(lars)
	code := r.newCode(id)
	first := "Aanmelding " + r.opened(code).Link
	r.Clock.Advance(2 * time.Hour)
	r.Want(r.Holder("GET", "/api/registration", first, nil), 404)
	r.Want(r.Holder("POST", "/api/erase-mine", "Aanmelding "+r.opened(code).Link, nil), 204)
	r.MustCount(1, `registration`)
	r.MustCount(0, `desk_code`)
	r.MustCount(0, `mail where kind = 'M23'`)
	r.Want(r.tryCode(code), 422)
}

func TestAWrongCodeOneThatWasReplacedAndOneThatIsOverAreAnsweredAlike(t *testing.T) {
	r := setup(t)
	soon := r.Date(r.Activity(nil), monday.AddDate(0, 0, 1), 5, nil)
	id := r.phoned(soon)
	r.Want(r.Register(r.Place(5), withPhone(r.SignUp("Bo", ""), "+31687654321")), 201)
	gone := r.byPhone("+31687654321")
	erased := r.newCode(gone)
	r.Want(r.Holder("POST", "/api/erase-mine", "Aanmelding "+r.opened(erased).Link, nil), 204)

	replaced := r.newCode(id)
	open := "Aanmelding " + r.opened(replaced).Link
	code := r.newCode(id)
	r.Want(r.Holder("GET", "/api/registration", open, nil), 404) // who heard the old one is out
	if code == replaced {
		t.Fatal("the new code is the old one")
	}
	r.opened(code)
	wrong := said(r.Want(r.tryCode("22222-22222"), 422))
	for name, typed := range map[string]string{
		"replaced": replaced, "erased": erased, "no code": "hallo", "too long": code + "2",
	} {
		if got := said(r.tryCode(typed)); got != wrong {
			t.Errorf("%s: got %s, want %s", name, got, wrong)
		}
	}
	r.Clock.Set(monday.AddDate(0, 0, 1+30)) // the activity lasts two hours
	r.opened(code)
	r.Clock.Advance(2 * time.Hour)
	if got := said(r.tryCode(code)); got != wrong {
		t.Errorf("over: got %s, want %s", got, wrong)
	}
	r.ok(r.SweepLinks(t.Context()))
	r.MustCount(0, `desk_code`)
}

func TestACodeOfAnEntryOpensTheSignUpThatCameOfIt(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 1, nil)
	entry := value[string](r, `select id from waitlist_entry`)
	code := r.newCode(entry)
	got := r.opened(code)
	auth := "Aanmelding " + got.Link
	r.Want(r.Holder("GET", "/api/waitlist-entry", auth, nil), 200)
	if got.Status != "entry" {
		t.Errorf("got %s, want entry", got.Status)
	}
	r.CancelPlace(person(1))
	r.wantStates(o, "offered")
	offer := r.json(r.Want(r.Holder("GET", "/api/waitlist-entry", auth, nil), 200))["offer"]
	r.Want(r.Holder("POST", "/api/waitlist-entry/answer", auth, map[string]any{
		"answer":  "accept",
		"offerId": offer.(map[string]any)["id"],
	}), 200)
	if got := r.opened(code); got.Status != "registration" {
		t.Errorf("got %s, want registration", got.Status)
	}
	id := value[string](r, `
		select id from registration where doc->>'entry' = $1`, entry)
	if seen, err := r.DeskCode(t.Context(), r.Pool, id); err != nil || seen != code {
		t.Errorf("staff see %q (%v), want %q", seen, err, code)
	}
	if fresh := r.newCode(id); fresh == code {
		t.Error("the new code is the old one")
	}
	r.Want(r.tryCode(code), 422)
	r.MustCount(1, `desk_code`)
}

func TestACodeStaysUntilStaffMakeANewOneAndThenTheOldOneEnds(t *testing.T) {
	r := setup(t)
	activity := r.Activity(nil)
	o := r.Date(activity, monday.AddDate(0, 0, 10), 1, nil)
	later := r.Date(activity, monday.AddDate(0, 0, 17), 1, nil)
	r.add(o, "Anja", "")
	waits := r.addOr(o, "Lars Bos", lars, "waitlist")
	wants := func(when, code, kind string) {
		t.Helper()
		if got := r.opened(code).Status; got != kind {
			t.Errorf("%s: the code opens %s, want %s", when, got, kind)
		}
	}
	wants("on the list", waits.Code, "entry")
	given := r.done(r.GivePlace(t.Context(), byFatima, waits.Act.Subject, true))
	id := r.byPhone(lars)
	for _, x := range []struct {
		when string
		do   func() (booking.Done, error)
	}{
		{"with a place", func() (booking.Done, error) { return given, nil }},
		{"called off", func() (booking.Done, error) {
			return r.CancelPerson(t.Context(), byFatima, id)
		}},
		{"coming after all", func() (booking.Done, error) {
			return r.RestorePerson(t.Context(), byFatima, id, true)
		}},
		{"moved", func() (booking.Done, error) {
			return r.MovePerson(t.Context(), byFatima, id, later)
		}},
	} {
		r.done(x.do())
		wants(x.when, waits.Code, "registration")
		if seen, err := r.DeskCode(t.Context(), r.Pool, id); err != nil || seen != waits.Code {
			t.Errorf("%s: staff read %q (%v), want %q", x.when, seen, err, waits.Code)
		}
	}
	other := r.done(r.AddPerson(t.Context(), byFatima, r.Place(5), atDesk("Lars Bos", lars)))
	if other.Code == waits.Code {
		t.Error("two sign-ups of one person have the same code")
	}
	wants("with another sign-up", waits.Code, "registration")

	renew := func(by booking.By) booking.Done {
		t.Helper()
		return r.done(r.RenewCode(t.Context(), by, id))
	}
	first := renew(byFatima)
	r.Want(r.tryCode(waits.Code), 422)
	if again := renew(byLoes); again.Code != first.Code || !again.Earlier {
		t.Errorf("a colleague at that moment: got %+v, want the code %s", again, first.Code)
	}
	r.Clock.Advance(10 * time.Minute)
	second := renew(byLoes)
	r.Want(r.tryCode(first.Code), 422)
	wants("renewed later", second.Code, "registration")
	wants("beside it", other.Code, "registration")
	r.MustCount(3, `desk_code`) // one for each sign-up
}

// The newest code is the one that they have on paper, also when their place goes back.
func TestACodeThatWasRenewedOpensTheEntryAgainWhenThePlaceIsTakenBack(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), monday.AddDate(0, 0, 10), 1, nil)
	r.add(o, "Anja", "")
	waits := r.addOr(o, "Lars Bos", lars, "waitlist")
	entry := waits.Act.Subject
	given := r.done(r.GivePlace(t.Context(), byFatima, entry, true))
	renewed := r.done(r.RenewCode(t.Context(), byFatima, r.byPhone(lars)))
	r.undone(given)
	if got := r.opened(renewed.Code).Status; got != "entry" {
		t.Errorf("the code opens %s, want the entry", got)
	}
	if seen, err := r.DeskCode(t.Context(), r.Pool, entry); err != nil || seen != renewed.Code {
		t.Errorf("staff read %q (%v), want %q", seen, err, renewed.Code)
	}
	r.Want(r.tryCode(waits.Code), 422)
	r.MustCount(2, `desk_code`) // Anja has one, too

	// and a code that nobody renewed is the same all the time
	again := r.done(r.GivePlace(t.Context(), byFatima, entry, true))
	r.undone(again)
	if got := r.opened(renewed.Code).Status; got != "entry" {
		t.Errorf("given and taken once more, the code opens %s, want the entry", got)
	}
}

func TestStaffReadACodeAgainAndTheDatabaseDoesNotShowIt(t *testing.T) {
	r := setup(t)
	id := r.phoned(r.Place(5))
	if none, err := r.DeskCode(t.Context(), r.Pool, id); err != nil || none != "" {
		t.Errorf("got %q (%v), want none", none, err)
	}
	code := r.newCode(id)
	if again, err := r.DeskCode(t.Context(), r.Pool, id); err != nil || again != code {
		t.Errorf("got %q (%v), want %q", again, err, code)
	}
	row := value[string](r, `
		select concat_ws(' ', encode(code_key, 'escape'), encode(sealed, 'escape'))
		from desk_code`)
	if strings.Contains(row, code[:5]) || strings.Contains(row, code[6:]) {
		t.Errorf("%q stands in the database", code)
	}
	r.Tx(func(tx pgx.Tx) error {
		if _, err := r.NewDeskCode(t.Context(), tx, "reg_never"); err == nil {
			t.Error("a code for nothing")
		}
		return nil
	})
}

func TestACodeIsTriedAtMostFiveTimesAQuarter(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.New(t), 1)
	code := r.newCode(r.phoned(r.Place(5)))
	for i := range 5 {
		r.Want(r.tryCode(fmt.Sprintf("%d2222-22222", i+2)), 422)
	}
	r.Want(r.tryCode(code), 429)
}

func TestARobotThatTriesACodeIsLedNowhere(t *testing.T) {
	r := setup(t)
	code := r.newCode(r.phoned(r.Place(5)))
	w := r.Want(r.Call("POST", "/api/desk-code", map[string]any{
		"code": code, "formTime": r.FormTime(), "laat_dit_leeg": "x",
	}), 200)
	link, _ := r.json(w)["link"].(string)
	r.Want(r.Holder("GET", "/api/registration", "Aanmelding "+link, nil), 404)
}
