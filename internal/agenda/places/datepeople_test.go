package places_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

var (
	asFatima = byFatima.Actor
	asHost   = identity.Actor{ID: "jan", Roles: []identity.Role{identity.Gastheer}}
)

func (r *room) people(who identity.Actor, o string) desk.DatePeople {
	r.T.Helper()
	seen, err := r.People(r.T.Context(), who, o)
	r.ok(err)
	return seen
}

// names are the first names of people with their letters, in order.
func names(all []desk.PersonSeen) string {
	var words []string
	for _, one := range all {
		words = append(words, strings.TrimSpace(one.FirstName+" "+one.Letter))
	}
	return strings.Join(words, ", ")
}

func wantNames(t *testing.T, all []desk.PersonSeen, want string) {
	t.Helper()
	if got := names(all); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPeopleOfADateWithOneFirstNameAreToldApart(t *testing.T) {
	r := setup(t)
	o := r.Place(10)
	second := r.add(o, "Anja de Wit", "")
	r.Clock.Advance(time.Minute)
	r.add(o, "anja Bos", "")
	r.add(o, "Émile", "")
	r.add(o, "Bo", "")
	wantNames(t, r.people(asFatima, o).People, "Anja A, anja B, Bo, Émile")
	r.done(r.CancelPerson(t.Context(), byFatima, second))
	seen := r.people(asFatima, o)
	wantNames(t, seen.People, "anja B, Bo, Émile")
	wantNames(t, seen.Cancelled, "Anja A")
	last := seen.Cancelled[0].Last
	if last == nil || last.By != "fatima" || last.Kind != "cancelled" {
		t.Errorf("called off by: got %+v, want fatima", last)
	}
}

func TestWhoIsMovedToADateComesAfterWhoWasThere(t *testing.T) {
	r := setup(t)
	a := r.Activity(nil)
	from := r.Date(a, monday.AddDate(0, 0, 8), 5, nil)
	to := r.Date(a, monday.AddDate(0, 0, 15), 5, nil)
	early := r.add(from, "Anja Vroeg", "")
	r.Clock.Advance(time.Minute)
	r.add(to, "Anja Laat", "")
	r.Clock.Advance(time.Minute)
	r.done(r.MovePerson(t.Context(), byFatima, early, to))
	seen := r.people(asFatima, to)
	wantNames(t, seen.People, "Anja A, Anja B")
	if seen.People[1].ID != early {
		t.Errorf("B is %s, want who was moved here", seen.People[1].Name)
	}
}

func TestAGastheerReadsFirstNamesAndNumbersOfTodayAlone(t *testing.T) {
	r := setup(t)
	a := r.Activity(func(v *rules.Activity) { v.AskSupport = true })
	today := r.Date(a, monday.Add(time.Hour), 5, nil)
	body := r.SignUp("Ilse Achternaam", addr("ilse"))
	body["phone"], body["support"] = "0612345678", "Een stoel bij de deur."
	r.Want(r.Register(today, body), 201)
	one := r.people(asHost, today)
	p := one.People[0]
	if one.MayPlan || p.Name != "" || p.Email != "" || p.Code != "" {
		t.Errorf("a gastheer reads %+v", p)
	}
	if p.FirstName != "Ilse" || p.Phone != "06 12 34 56 78" || p.Support == "" || p.Way != "mail" {
		t.Errorf("a gastheer reads %+v, want the first name, the number and the need", p)
	}
	if p := r.people(asFatima, today).People[0]; p.Name != "Ilse Achternaam" ||
		p.Email != addr("ilse") {
		t.Errorf("the coordinator reads %+v, want the whole", p)
	}
	later := r.Date(a, monday.AddDate(0, 0, 1), 5, nil)
	_, err := r.People(t.Context(), asHost, later)
	if !errors.Is(err, problem.New(problem.Forbidden)) {
		t.Errorf("of tomorrow: got %v, want forbidden", err)
	}
	for kind, want := range map[string]int{"date": 2, "needs": 2} {
		if n := r.Number(`audit_log where action = 'viewed' and kind = $1`, kind); n != want {
			t.Errorf("%d looks at %s in the log book, want %d", n, kind, want)
		}
	}
	r.people(asHost, today) // again in the same hour
	r.MustCount(2, `audit_log where actor = 'jan'`)
	r.Clock.Advance(9 * 24 * time.Hour)
	if p := r.people(asFatima, today).People[0]; p.Support != "" {
		t.Error("a need is read after its term")
	}
}

func TestADateIsReadOnceWhileNothingChanges(t *testing.T) {
	r := setup(t)
	o := r.Place(500)
	r.add(o, "Anja", "")
	ask := func(tag string) (*httpkit.Fresh[desk.DatePeople], error) {
		seen, err := r.People(t.Context(), asFatima, o)
		return httpkit.Since(httpkit.Asked{Known: tag}, seen, err)
	}
	first, err := ask("")
	if err != nil || first.Status != 200 || len(first.Body.People) != 1 {
		t.Fatalf("got %d, %v", first.Status, err)
	}
	for _, tag := range []string{first.ETag, "W/" + first.ETag} {
		if again, err := ask(tag); err != nil ||
			again.Status != 304 {
			t.Errorf("asked with %s: got %d, %v, want 304", tag, again.Status, err)
		}
	}
	for i := range 20 {
		r.add(o, fmt.Sprintf("Bo %d", i), "")
	}
	next, err := ask(first.ETag)
	if err != nil || next.Status != 200 || len(next.Body.People) != 21 {
		t.Errorf("got %d with %d people, %v, want 200 with 21",
			next.Status, len(next.Body.People), err)
	}
}

func TestADateWithNobodyIsAnEmptyListAndNoLookAtNames(t *testing.T) {
	r := setup(t)
	seen := r.people(asFatima, r.Place(5))
	if seen.People == nil || len(seen.People) != 0 || seen.Cancelled == nil || seen.Kept != nil {
		t.Errorf("got %+v", seen)
	}
	r.MustCount(0, `audit_log`)
	_, err := r.People(t.Context(), asFatima, "occ_none")
	if !errors.Is(err, problem.New(problem.NotFound)) {
		t.Errorf("of no date: got %v, want not_found", err)
	}
}

func TestAKeptPlaceSaysWhoseTurnItIs(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	gonda := r.add(o, "Gonda", "")
	r.queues(o, "Vera Smit", addr("vera"))
	r.done(r.CancelPerson(t.Context(), byFatima, gonda))
	if k := r.people(asFatima, o).Kept; k == nil || k.Reason != "undo" || k.Name != "Vera" ||
		k.Until == "" {
		t.Errorf("while it can be taken back: got %+v, want Vera's turn in ten minutes", k)
	}
	r.Clock.Advance(10 * time.Minute)
	r.sweep()
	if k := r.people(asFatima, o).Kept; k == nil || k.Reason != "offered" || k.Name != "Vera" {
		t.Errorf("after it: got %+v, want an offer to Vera", k)
	}
}

// The place of two people that came free first, and can be taken back, is theirs to wait for when
// they are offered the second one meanwhile.
func TestAPlaceThatWaitsForAnAnswerSaysWhose(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 0, func(a *rules.Activity) { a.MaxGuests = 1 })
	r.waitForTwo(o, waiting(1))
	first := r.people(asFatima, o).People[0].ID
	r.done(r.CancelPerson(t.Context(), byFatima, first))
	r.CancelPlace(person(2))
	r.Clock.Advance(10 * time.Minute)
	r.sweep()
	k := r.people(asFatima, o).Kept
	if k == nil || k.Reason != "waitsForAnswer" || k.Name != "Samen" {
		t.Errorf("got %+v, want a place that waits for the answer of Samen", k)
	}
}

func TestADeskCodeIsGivenReadAndRenewed(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	by := byFatima
	by.Press = "druk-1"
	first := r.done(r.AddPerson(t.Context(), by, o, atDesk("Lars Bos", "")))
	if len(first.Code) != rules.DeskCodeLength+1 {
		t.Fatalf("got the code %q, want one of %d characters", first.Code, rules.DeskCodeLength)
	}
	again := r.done(r.AddPerson(t.Context(), by, o, atDesk("Lars Bos", "")))
	if again.Code != first.Code || again.FirstName != "Lars" || again.Status != "registered" {
		t.Errorf("sent again: got %+v, want the answer of the first press", again)
	}
	if got := r.people(asFatima, o).People[0].Code; got != first.Code {
		t.Errorf("on the list: got %q, want %q", got, first.Code)
	}
	next := r.done(r.RenewCode(t.Context(), byFatima, first.Act.Subject))
	if next.Code == first.Code || next.Act.UndoUntil == "" {
		t.Errorf("got %+v, want another code, and a way back", next)
	}
	if got := r.people(asFatima, o).People[0].Code; got != next.Code {
		t.Errorf("on the list: got %q, want %q", got, next.Code)
	}
	late := atDesk("Lars Bos", addr("lars"))
	r.add(o, "Lars Bos", addr("lars"))
	if d := r.done(r.AddPerson(t.Context(), byFatima, o, late)); d.Code != "" {
		t.Errorf("who was there already gets the code %q, want none", d.Code)
	}
	host := byJan
	r.refusedWith(problem.Forbidden)(r.RenewCode(t.Context(), host, first.Act.Subject))
}

// refusedWith is refused with the code first, for an act that is called in place.
func (r *room) refusedWith(code problem.Code) func(booking.Done, error) {
	return func(d booking.Done, err error) {
		r.T.Helper()
		r.refused(d, err, code)
	}
}

func TestDeskDatesAreThoseThatWhoAsksMayBook(t *testing.T) {
	r := setup(t)
	own := r.Activity(func(v *rules.Activity) { v.Staff, v.Title = []string{"loes"}, "Kleien" })
	other := r.Activity(func(v *rules.Activity) { v.Title = "Café aan huis" })
	r.Date(other, monday.Add(-time.Hour), 3, nil) // has begun
	soon := r.Date(other, monday.Add(time.Hour), 3, nil)
	full := r.Date(own, monday.AddDate(0, 0, 1), 1, nil)
	r.Date(own, monday.AddDate(0, 0, 2), 3, func(o *rules.NewOccurrence) {
		o.Status, o.Doc.ChangeReason = "cancelled", "Ziek."
	})
	r.add(full, "Anja", "")
	loes := identity.Actor{ID: "loes", Roles: []identity.Role{identity.Begeleider}}
	for name, x := range map[string]struct {
		who    identity.Actor
		search string
		want   []string
	}{
		"the coordinator": {asFatima, "", []string{soon, full}},
		"by a word":       {asFatima, "CAFE", []string{soon}},
		"a begeleider":    {loes, "", []string{full}},
		"a gastheer":      {asHost, "", []string{soon}},
		"no such word":    {asFatima, "%", nil},
	} {
		got, err := r.DeskDatesOf(t.Context(), x.who, "", x.search, "")
		if err != nil {
			t.Fatal(name, err)
		}
		var ids []string
		for _, d := range got.Items {
			ids = append(ids, d.ID)
		}
		if fmt.Sprint(ids) != fmt.Sprint(x.want) {
			t.Errorf("%s: got %v, want %v", name, ids, x.want)
		}
		if !strings.Contains(got.Say.Consent, "30 dagen") ||
			!strings.Contains(got.Say.WaitConsent, "7 dagen") {
			t.Errorf("got the sentences %+v", got.Say)
		}
	}
	of, err := r.DeskDatesOf(t.Context(), asFatima, own, "", "")
	if err != nil || len(of.Items) != 1 || *of.Items[0].Free != 0 || !of.Items[0].Waitlist {
		t.Errorf("of one activity: got %+v, %v, want the full date", of.Items, err)
	}
}

func TestTheDeskFindsADateHoweverFarAway(t *testing.T) {
	r := setup(t)
	activity := r.Activity(nil)
	far := ""
	for week := range 26 {
		far = r.Date(activity, monday.AddDate(0, 0, 7*week+1), 5, nil)
	}
	first, err := r.DeskDatesOf(t.Context(), asFatima, activity, "", "")
	if err != nil || len(first.Items) != 20 {
		t.Fatalf("of the activity: %d dates, %v, want 20", len(first.Items), err)
	}
	one, err := r.DeskDatesOf(t.Context(), asFatima, "", "", far)
	if err != nil || len(one.Items) != 1 || one.Items[0].ID != far {
		t.Errorf("got %+v, %v, want the date in half a year", one.Items, err)
	}
}

func TestTheLetterOfAFirstNameStaysOnceGiven(t *testing.T) {
	r := setup(t)
	a := r.Activity(nil)
	o := r.Date(a, monday.AddDate(0, 0, 8), 9, nil)
	other := r.Date(a, monday.AddDate(0, 0, 15), 9, nil)
	first := r.add(o, "Anja Een", "")
	wantNames(t, r.people(asFatima, o).People, "Anja")
	r.Clock.Advance(time.Minute)
	second := r.add(o, "Anja Twee", "")
	wantNames(t, r.people(asFatima, o).People, "Anja A, Anja B")

	gone := r.done(r.AddPerson(t.Context(), byFatima, o, atDesk("Anja Drie", "")))
	wantNames(t, r.people(asFatima, o).People, "Anja A, Anja B, Anja C")
	r.done(r.MovePerson(t.Context(), byFatima, first, other))
	wantNames(t, r.people(asFatima, o).People, "Anja B, Anja C")
	wantNames(t, r.people(asFatima, other).People, "Anja")
	r.undone(gone)
	wantNames(t, r.people(asFatima, o).People, "Anja B")

	// a fourth does not get the letter of who was there
	r.add(o, "anja Vier", "")
	wantNames(t, r.people(asFatima, o).People, "Anja B, anja C")
	p := r.people(asFatima, o).People
	if p[0].ID != second {
		t.Error("B is somebody else now")
	}

	// another first name has no letter, and gets the next one when it comes back
	r.rename(p[0], "Bea Twee")
	wantNames(t, r.people(asFatima, o).People, "anja C, Bea")
	r.rename(r.people(asFatima, o).People[1], "Anja Twee")
	wantNames(t, r.people(asFatima, o).People, "anja C, Anja D")
}

func TestTakenBackAMoveGivesTheLetterBack(t *testing.T) {
	r := setup(t)
	a := r.Activity(nil)
	from := r.Date(a, monday.AddDate(0, 0, 8), 9, nil)
	to := r.Date(a, monday.AddDate(0, 0, 15), 9, nil)
	one := r.add(from, "Anja Een", "")
	r.add(from, "Anja Twee", "")
	r.add(to, "Anja Daar", "")
	moved := r.done(r.MovePerson(t.Context(), byFatima, one, to))
	wantNames(t, r.people(asFatima, to).People, "Anja A, Anja B")
	r.undone(moved)
	wantNames(t, r.people(asFatima, from).People, "Anja A, Anja B")
	if p := r.people(asFatima, from).People; p[0].ID != one {
		t.Error("A is somebody else now")
	}
	wantNames(t, r.people(asFatima, to).People, "Anja A")
}

// rename gives somebody at a date another name, by staff.
func (r *room) rename(p desk.PersonSeen, name string) {
	r.T.Helper()
	r.done(r.ChangePerson(r.T.Context(), byFatima, p.ID, fmt.Sprintf("%q", fmt.Sprint(p.Version)),
		rules.Change{Person: rules.Person{Name: name, Email: p.Email, Phone: p.Phone}}))
}
