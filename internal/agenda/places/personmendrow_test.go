package places_test

import (
	"errors"
	"testing"
	"time"

	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// row is the one row that staff see of somebody.
func (r *room) row(what string) persons.PersonRow {
	r.T.Helper()
	all := r.shown(what).Items
	if len(all) != 1 {
		r.T.Fatalf("%s: %d rows, want 1", what, len(all))
	}
	return all[0]
}

// wish is what somebody wants put right in a row, all of it as it stands but for the change.
func wish(what string, row persons.PersonRow, change func(*persons.PersonRowMend)) persons.PersonRowMend {
	in := persons.PersonRowMend{
		PersonSought: persons.PersonSought{What: what},
		Row:          row.ID,
		Version:      row.Version,
		Person:       rules.Person{Email: row.Email, Phone: row.Phone},
	}
	if reg := row.Registration; reg != nil {
		in.Name, in.Support, in.Diet = reg.Name, reg.Support, reg.Diet
	} else {
		in.Name, in.PreferredWay = row.Entry.Name, row.Entry.PreferredWay
		in.ShortNotice = row.Entry.ShortNotice
	}
	change(&in)
	return in
}

func (r *room) mend(in persons.PersonRowMend) persons.PersonRow {
	r.T.Helper()
	out, err := r.MendRow(r.T.Context(), sanne, in)
	r.ok(err)
	return out
}

func (r *room) wantRefused(in persons.PersonRowMend, want *problem.Problem) {
	r.T.Helper()
	if _, err := r.MendRow(r.T.Context(), sanne, in); !errors.Is(err, want) {
		r.T.Errorf("got %v, want %v", err, want)
	}
}

func TestASignUpOfAPastDateIsPutRightAndPutBack(t *testing.T) {
	t.Parallel()
	const right = "anja.b@voorbeeld.example"
	r := alone(t)
	activity := r.Activity(func(a *rules.Activity) { a.AskSupport = true })
	o := r.Date(activity, monday.AddDate(0, 0, 3), 5, nil)
	body := r.SignUp("Anja", anja)
	body["support"] = "Ik hoor slecht."
	r.Want(r.Register(o, body), 201)
	coming := r.row(anja)
	if coming.Mends != "date" {
		t.Errorf("a sign-up to come is mended %q", coming.Mends)
	}
	same := func(*persons.PersonRowMend) {}
	r.wantRefused(wish(anja, coming, same), problem.New(problem.Closed))
	link := r.RegistrationToken(anja)
	r.Want(r.Holder("POST", "/api/registration/restore", link, nil), 200) // she reads there
	r.Deliver()
	r.Clock.Advance(15 * 24 * time.Hour)

	was := r.row(anja)
	if was.Mends != "here" {
		t.Fatalf("a sign-up of a past date is mended %q", was.Mends)
	}
	taken := r.Number(`select sum(taken) from occurrence`)
	is := r.mend(wish(anja, was, func(in *persons.PersonRowMend) {
		in.Name, in.Email, in.Support = "Anja B", right, "Ik hoor goed."
	}))
	if is.Email != right || is.Registration.Name != "Anja B" ||
		is.Registration.Support != "Ik hoor goed." || is.Version != was.Version+1 {
		t.Errorf("got %+v", is)
	}
	r.MustCount(taken, `select sum(taken) from occurrence`)
	r.wantRefused(wish(anja, was, same), problem.New(problem.NotFound)) // no more theirs
	r.wantRefused(wish(right, was, same), problem.New(problem.PreconditionFailed))
	r.Want(r.Holder("GET", "/api/registration", link, nil), 404)
	r.mailed(mail.AddressRemoved, anja) // and nothing else: it is over
	r.MustCount(0, `mail where recipient_key = $1`, r.Keys.EmailKey(right))

	back := r.mend(wish(right, is, func(in *persons.PersonRowMend) {
		in.Name, in.Email, in.Support = "Anja", anja, "Ik hoor slecht."
	}))
	if back.Email != anja || back.Registration.Name != "Anja" {
		t.Errorf("put back: %+v", back)
	}
	r.MustCount(2, `
		audit_log
		where action = 'changed' and kind = 'person' and reason = 'correct' and object_id = $1`,
		was.ID)
	r.MustCount(0, `audit_log where to_jsonb(audit_log)::text ~* 'anja'`)
	r.Invariants()
}

func TestAPlaceOnAListIsPutRightWithoutLosingItsTurn(t *testing.T) {
	t.Parallel()
	const right = "anja.b@voorbeeld.example"
	r := alone(t)
	o := r.Queue(1, 1, nil)
	r.queues(o, "Anja", anja)
	r.queues(o, "Bart", addr("bart"))
	position := func(what string) int {
		t.Helper()
		return r.Number(`select position from waitlist_entry where id = $1`, r.row(what).ID)
	}
	r.Deliver()
	link := r.EntryToken(anja)
	r.Want(r.Holder("PATCH", "/api/waitlist-entry", link, reach("Anja", anja),
		"If-Match", `"1"`), 200) // she reads there
	was, stood := r.row(anja), position(anja)
	is := r.mend(wish(anja, was, func(in *persons.PersonRowMend) {
		in.Name, in.Email, in.Phone = "Anja B", right, "0612345678"
		in.PreferredWay, in.ShortNotice = "phone", false
	}))
	if is.Email != right || is.Phone != "06 12 34 56 78" || is.Entry.Name != "Anja B" ||
		is.Entry.PreferredWay != "phone" || is.Entry.ShortNotice || is.Entry.State != "waiting" {
		t.Errorf("got %+v %+v", is, is.Entry)
	}
	if position(right) != stood || position("0612345678") != stood {
		t.Error("she lost her turn")
	}
	r.Want(r.Holder("GET", "/api/waitlist-entry", link, nil), 404)
	r.letter(mail.AddressRemoved, anja)
	r.letter(mail.OnList, right)
	r.Want(r.Holder("GET", "/api/waitlist-entry", r.EntryToken(right), nil), 200)
	if got := r.found(anja); got != r.found(addr("niemand")) {
		t.Errorf("by the old address: %s", got)
	}

	bart := r.row(addr("bart"))
	for field, change := range map[string]func(*persons.PersonRowMend){
		"name":         func(in *persons.PersonRowMend) { in.Name = "" },
		"contact":      func(in *persons.PersonRowMend) { in.Email = "" },
		"email":        func(in *persons.PersonRowMend) { in.Email = "bart@" },
		"phone":        func(in *persons.PersonRowMend) { in.Phone = "12" },
		"preferredWay": func(in *persons.PersonRowMend) { in.PreferredWay = "phone" },
		// somebody who waits there, and somebody who has a place
		"name taken": func(in *persons.PersonRowMend) { in.Name, in.Email = "anja b", right },
		"name taken ": func(in *persons.PersonRowMend) {
			in.Name, in.Email = r.row(person(1)).Registration.Name, person(1)
		},
	} {
		_, err := r.MendRow(t.Context(), sanne, wish(addr("bart"), bart, change))
		var wrong *problem.Problem
		if !errors.As(err, &wrong) || len(wrong.Fields) == 0 ||
			wrong.Fields[0].Name != field && wrong.Fields[0].Code != problem.Taken {
			t.Errorf("%s: got %v", field, err)
		}
	}
	// another's row is found by nobody else
	same := func(*persons.PersonRowMend) {}
	r.wantRefused(wish(right, bart, same), problem.New(problem.NotFound))
	r.MustCount(1, `audit_log where action = 'changed'`)
	r.Invariants()
}

func TestWhoIsOfferedAPlaceKeepsTheWayInWhichTheyWereAsked(t *testing.T) {
	r := setup(t)
	r.Queue(1, 1, nil)
	r.CancelPlace(person(1))
	was := r.row(waiting(1))
	if was.Entry.State != "offered" {
		t.Fatalf("got %s", was.Entry.State)
	}
	r.wantRefused(wish(waiting(1), was, func(in *persons.PersonRowMend) {
		in.Email = addr("elders")
	}), problem.New(problem.Conflict))
	is := r.mend(wish(waiting(1), was, func(in *persons.PersonRowMend) { in.Name = "Anja" }))
	if is.Entry.Name != "Anja" || is.Entry.State != "offered" || is.Entry.Offer == nil {
		t.Errorf("got %+v", is.Entry)
	}
	r.Invariants()
}
