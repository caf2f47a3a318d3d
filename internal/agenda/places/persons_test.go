package places_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/problem"
)

var (
	sanne = identity.Actor{ID: "Sanne", Roles: []identity.Role{identity.Coordinator}}
	tess  = identity.Actor{ID: "Tess", Roles: []identity.Role{identity.Coordinator}}
)

var anja = addr("anja")

func (r *room) found(what string) string {
	r.T.Helper()
	out, err := r.FindPersonBy(r.T.Context(), sanne, what)
	r.ok(err)
	text, _ := json.Marshal(out)
	return string(text)
}

func asked(what string) persons.PersonAsked {
	return persons.PersonAsked{
		PersonSought: persons.PersonSought{What: what},
		Reason:       "insight",
		Sure:         true,
	}
}

func erasing(what string, rows ...string) persons.PersonErase {
	return persons.PersonErase{
		PersonSought: persons.PersonSought{What: what},
		Word:         "wissen",
		Rows:         rows,
	}
}

func (r *room) shown(what string) persons.PersonAll {
	r.T.Helper()
	all, err := r.ShowPersonOf(r.T.Context(), sanne, asked(what))
	r.ok(err)
	return all
}

func TestAPersonIsFoundByAddressNumberAndCodeInNumbersAlone(t *testing.T) {
	r := setup(t)
	a, full := r.Place(5), r.Queue(1, 0, nil)
	r.Want(r.Register(a, withPhone(r.SignUp("Anja", anja), "0612345678")), 201)
	r.queues(full, "Anja", anja)
	code := r.newCode(r.byPhone("+31612345678"))
	const one = `{"kinds":[{"kind":"registrations","n":1},{"kind":"mails","n":1}],"coming":1}`
	for what, want := range map[string]string{
		" ANJA＠voorbeeld.example ": `{"kinds":[{"kind":"registrations","n":1},` +
			`{"kind":"entries","n":1},{"kind":"mails","n":2}],"coming":2}`,
		"06-12 34 56 78":      one,
		strings.ToLower(code): one,
	} {
		if got := r.found(what); got != want {
			t.Errorf("%s: got %s, want %s", what, got, want)
		}
	}
	// a code has no l and no O: who types one reads it wrong
	for _, what := range []string{
		"", "Anja", "anja@", "12345", "l" + code[1:], code[:len(code)-1] + "O",
	} {
		_, err := r.FindPersonBy(t.Context(), sanne, what)
		if !errors.As(err, new(*problem.Problem)) {
			t.Errorf("%q: got %v, want a field that is wrong", what, err)
		}
	}
}

func TestWhoWasNeverHereAndWhoWasErasedAreFoundTheSame(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", anja)), 201)
	if _, err := r.ErasePerson(t.Context(), sanne, erasing(anja)); err != nil {
		t.Fatal(err)
	}
	never := r.found(addr("niemand"))
	for _, what := range []string{anja, "0687654321", "ABCDE-FGHJK"} {
		if got := r.found(what); got != never {
			t.Errorf("%s: got %s, want %s", what, got, never)
		}
		_, err := r.ShowPersonOf(t.Context(), sanne, asked(what))
		if !errors.Is(err, problem.New(problem.NotFound)) {
			t.Errorf("%s: got %v, want not_found", what, err)
		}
	}
	// each search is one line, the same for all
	r.MustCount(4, `
		audit_log
		where action = 'searched' and kind = 'person' and object_id = '' and reason = ''`)
}

func TestEverythingOfAPersonIsShownForAReasonAndNoted(t *testing.T) {
	r := setup(t)
	r.Others = []visitors.Other{&elsewhere{of: r.Keys.EmailKey(anja)}}
	r.Want(r.Register(r.Place(5), withPhone(r.SignUp("Anja", anja), "0612345678")), 201)
	r.Want(r.Wait(r.Queue(1, 0, nil), "Anja", anja), 201)
	unsure := asked(anja)
	unsure.Sure = false
	if _, err := r.ShowPersonOf(t.Context(), sanne, unsure); err == nil {
		t.Fatal("shown to who does not say that this is the person")
	}
	r.MustCount(0, `audit_log`)
	all := r.shown(anja)
	if len(all.Items) != 2 || len(all.Elsewhere) != 1 || len(all.Mails) != 2 {
		t.Fatalf("got %+v", all)
	}
	for _, row := range all.Items {
		if row.Email != anja || row.Consent.Text == "" || row.Source != "site" {
			t.Errorf("got %+v", row)
		}
	}
	r.MustCount(1, `
		audit_log
		where action = 'viewed' and kind = 'person' and reason = 'insight' and actor = 'Sanne'
			and object_id = $1`, all.Rows[0])
	r.MustCount(0, `audit_log where to_jsonb(audit_log)::text ~* 'anja|612345'`)
}

func TestWhatErasingWouldDoIsSaidAndNotDone(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 1, nil)
	before := r.Number(`offer`)
	out, err := r.PersonGoesOf(t.Context(), sanne, asked(person(1)))
	r.ok(err)
	if len(out.Freed) != 1 || out.Freed[0].Seats != 1 || len(out.Freed[0].Next) != 1 || !out.Mail {
		t.Fatalf("got %+v", out)
	}
	r.wantStates(o, "waiting")
	r.MustCount(1, `registration`)
	r.MustCount(0, `erasure_journal`)
	r.MustCount(before, `offer`)
	if r.Mails("M23") != 0 {
		t.Error("a mail of what was not done")
	}
}

func TestTheCoordinatorErasesAllOfAPersonAsTheirOwnLinkDoes(t *testing.T) {
	r := setup(t)
	other := &elsewhere{}
	r.Others = []visitors.Other{other}
	o := r.Queue(1, 1, nil)
	r.Want(r.Wait(r.Queue(1, 0, nil), "Piet", person(1)), 201)
	rows := r.shown(person(1)).Rows
	wrong := erasing(person(1))
	wrong.Word = "wis"
	if _, err := r.ErasePerson(t.Context(), sanne, wrong); err == nil {
		t.Fatal("erased without the word")
	}
	done, err := r.ErasePerson(t.Context(), sanne, erasing(person(1), rows...))
	if err != nil || done.Already || done.By != "Sanne" {
		t.Fatal(done, err)
	}
	r.wantStates(o, "offered")
	r.MustCount(0, `
		registration r
		full join waitlist_entry e on false
		where $1 in (r.email_key, e.email_key)`, r.Keys.EmailKey(person(1)))
	r.MustCount(3, `erasure_journal`)
	r.MustCount(3, `audit_log where action = 'erased' and kind = 'person'`)
	if r.Mails("M23") != 1 || len(other.keys) != 1 {
		t.Errorf("%d mails, %d erased elsewhere", r.Mails("M23"), len(other.keys))
	}
	t.Run("a second person reads who did it", func(t *testing.T) {
		again, err := r.ErasePerson(t.Context(), tess, erasing(person(1), rows...))
		if err != nil || !again.Already || again.By != "Sanne" || again.At != done.At {
			t.Error(again, err)
		}
		_, err = r.ErasePerson(t.Context(), tess, erasing(person(1)))
		if !errors.Is(err, problem.New(problem.NotFound)) {
			t.Errorf("got %v, want not_found for who saw nothing", err)
		}
	})
	r.MustCount(3, `audit_log where action = 'erased'`)
	r.Invariants()
}

func TestACodeErasesItsRowAloneAndTellsNobodyThatAllIsGone(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), withPhone(r.SignUp("Anja", anja), "0612345678")), 201)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", anja)), 201)
	code := r.newCode(r.byPhone("+31612345678"))
	if _, err := r.ErasePerson(t.Context(), sanne, erasing(code)); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `registration`)
	if r.Mails("M23") != 0 {
		t.Error("told that everything of the address is gone")
	}
	if _, err := r.ErasePerson(t.Context(), sanne, erasing(anja)); err != nil {
		t.Fatal(err)
	}
	if r.Mails("M23") != 1 {
		t.Error("not told")
	}
}

func TestASignUpOfTheSamePersonMeanwhileIsErasedOrStays(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 30), 0)
	a, b := r.Place(40), r.Place(40)
	r.signs(a, "Anja", anja)
	rows := r.shown(anja).Rows
	erased := make(chan persons.PersonErased, 4)
	together(16, func(i int) {
		if i%4 != 0 {
			o := map[bool]string{true: a, false: b}[i%2 == 0]
			if w := r.Register(o, r.SignUp("Anja", anja)); w.Code != 201 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
			return
		}
		done, err := r.ErasePerson(t.Context(), sanne, erasing(anja, rows...))
		if err != nil {
			t.Error(err)
		}
		erased <- done
	})
	close(erased)
	first := 0
	for done := range erased {
		if !done.Already {
			first++
		}
	}
	if first == 0 {
		t.Error("nobody erased anything")
	}
	r.Invariants() // what stayed has its place, what went gave it back
	if _, err := r.ErasePerson(t.Context(), sanne, erasing(anja, rows...)); err != nil {
		t.Fatal(err)
	}
	r.MustCount(0, `registration`)
	r.MustCount(0, `select coalesce(sum(taken), 0) from occurrence`)
	r.Invariants()
}

func TestTwoWhoEraseOnePersonAtOnceAreOneErasure(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 10), 0)
	o := r.Place(5)
	r.Want(r.Register(o, withPhone(r.SignUp("Anja", anja), "0612345678")), 201)
	rows := r.shown(anja).Rows
	// both wait for the date, and then see what is left
	held, back := r.holdDate(o), make(chan persons.PersonErased, 2)
	for _, what := range []string{anja, "0612345678"} {
		go func() {
			done, err := r.ErasePerson(t.Context(), sanne, erasing(what, rows...))
			if err != nil {
				t.Error(err)
			}
			back <- done
		}()
	}
	for r.waiters() < 2 {
	}
	if err := held.Rollback(t.Context()); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
		t.Fatal(err)
	}
	one, two := <-back, <-back
	if one.Already == two.Already {
		t.Errorf("got %+v and %+v, want one that was first", one, two)
	}
	r.MustCount(1, `erasure_journal`)
	r.MustCount(1, `audit_log where action = 'erased'`)
}

// Somebody is erased while they wait, are offered a place, take it, and are being mailed: whatever
// comes first, what is left of them is whole, and goes with the next press.
func TestErasureWhileSomebodyWaitsIsOfferedAPlaceAndIsMailed(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 30), 0)
	first, late := 0, 0
	for i := range longtest.N(t, 6, 100) {
		o, other := r.Queue(1, 0, nil), r.Queue(1, 0, nil)
		holder := r.RegistrationToken(person(1)) // of the newer date
		r.queues(other, "Anja", anja)
		rows := r.shown(anja).Rows
		together(5, func(who int) {
			switch who {
			case 0: // the place that she is offered
				if w := r.Holder("DELETE", "/api/registration", holder, nil); w.Code != 200 {
					t.Errorf("round %d: %d %s", i, w.Code, w.Body)
				}
			case 1:
				done, err := r.ErasePerson(t.Context(), sanne, erasing(anja, rows...))
				switch {
				case err != nil:
					t.Error(i, err)
				case done.Already:
					late++
				default:
					first++
				}
			case 2:
				// who comes when the place is free, and waits for nobody, is told to sign up
				if w := r.Wait(o, "Anja", anja); w.Code != 201 && w.Code != 409 {
					t.Errorf("round %d: %d %s", i, w.Code, w.Body)
				}
			default: // the worker, twice
				r.mailsAll(t)
			}
		})
		r.Invariants()
		_, err := r.ErasePerson(t.Context(), sanne, erasing(anja, rows...))
		if err != nil {
			t.Fatal(i, err)
		}
		key := r.Keys.EmailKey(anja)
		r.MustCount(0, `
			select (select count(*) from registration where email_key = $1)
				+ (select count(*) from waitlist_entry where email_key = $1)
				+ (select count(*) from own_link where mailed_to = $1)`, key)
		// what says that she is erased is all that may still go out to her
		r.MustCount(0, `
			mail
			where recipient_key = $1
				and kind <> 'M23'
				and state in ('held', 'queued', 'sending', 'failed')`, key)
		r.MustCount(0, `offer where state = 'open'`)
		r.Invariants()
	}
	if first == 0 || late > 0 {
		t.Errorf("erased %d times, too late %d times", first, late)
	}
}

// mailsAll tries every mail that waits, as the worker does.
func (r *room) mailsAll(t *testing.T) {
	t.Helper()
	rows, err := r.Pool.Query(t.Context(), `select id from mail where state = 'queued' order by no`)
	if err != nil {
		t.Error(err)
		return
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Error(err)
	}
	for _, id := range ids {
		if _, err := r.Mail.Try(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
}

// Each address is somebody of its own; a number that both rows have finds both.
func TestAPersonUnderTwoAddressesIsErasedAddressByAddressOrByTheirNumber(t *testing.T) {
	t.Parallel()
	const work = "anja.dewit@werk.example"
	r := alone(t)
	both := func() {
		t.Helper()
		for _, email := range []string{anja, work} {
			r.Want(r.Register(r.Place(5), withPhone(r.SignUp("Anja", email), "0612345678")), 201)
		}
	}
	both()
	if all := r.shown(anja); len(all.Items) != 1 {
		t.Errorf("one address shows %d rows", len(all.Items))
	}
	if _, err := r.ErasePerson(t.Context(), sanne, erasing(anja)); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `registration`)
	if all := r.shown(work); len(all.Items) != 1 || r.Mails("M23") != 1 {
		t.Errorf("the other address: %d rows, %d mails", len(all.Items), r.Mails("M23"))
	}
	if _, err := r.ErasePerson(t.Context(), sanne, erasing(work)); err != nil {
		t.Fatal(err)
	}
	both()
	if all := r.shown("06 12345678"); len(all.Items) != 2 || len(all.Names) != 1 {
		t.Errorf("the number shows %d rows of %q", len(all.Items), all.Names)
	}
	if _, err := r.ErasePerson(t.Context(), sanne, erasing("06 12345678")); err != nil {
		t.Fatal(err)
	}
	r.MustCount(0, `registration`)
	if n := r.Mails("M23"); n != 4 { // each address is told of its own
		t.Errorf("%d mails in all, want 4", n)
	}
	r.Invariants()
}
