package places_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// ill is why a date is called off in these tests.
var ill = changes.CallOff{
	Reason:      "ill",
	Text:        "De begeleider is ziek.",
	InsteadText: "Kom naar de inloop.",
}

func problemOf(err error) (p problem.Problem) {
	var found *problem.Problem
	if errors.As(err, &found) {
		p = *found
	}
	return p
}

func (r *room) checkOff(o string) changes.TellCheck {
	r.T.Helper()
	c, err := r.CheckOff(r.T.Context(), asFatima, o, ill)
	if err != nil {
		r.T.Fatal(err)
	}
	return c
}

// off is the act that a check leads to.
func (r *room) off(o string, c changes.TellCheck) (booking.Done, error) {
	r.T.Helper()
	in := ill
	in.Fingerprint = c.Fingerprint
	return r.CallOff(r.T.Context(), byFatima, o, in)
}

// checkedOn is the act that makes a date go on after all, as its check says.
func (r *room) checkedOn(o string) (changes.TellCheck, booking.Done) {
	r.T.Helper()
	c, err := r.CheckOn(r.T.Context(), asFatima, o, changes.OnAgain{})
	if err != nil {
		r.T.Fatal(err)
	}
	return c, r.done(r.GoOn(r.T.Context(), byFatima, o, changes.OnAgain{
		Fingerprint: c.Fingerprint,
	}))
}

// tries sends every mail that may go now.
func (r *room) tries(kind string) {
	r.T.Helper()
	rows, err := r.Pool.Query(r.T.Context(), `
		select id from mail where kind = $1 and state in ('held', 'queued') order by no`, kind)
	if err != nil {
		r.T.Fatal(err)
	}
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			r.T.Fatal(err)
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		if _, err := r.Mail.Try(r.T.Context(), id); err != nil {
			r.T.Fatal(err)
		}
	}
}

// placeRows is every row of a date that says who has a place, who waits and what is held for whom:
// without what never goes back.
func (r *room) placeRows(o string) (rows string) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select concat_ws(E'\n',
			(select to_jsonb(o) - 'version' - 'updated_at' from occurrence o where id = $1),
			(select string_agg((to_jsonb(r) - 'version' - 'updated_at'
				|| jsonb_build_object('doc', r.doc - 'sequence'))::text, E'\n' order by id)
				from registration r where occurrence_id = $1),
			(select string_agg((to_jsonb(e) - 'version' - 'updated_at')::text, E'\n' order by id)
				from waitlist_entry e where occurrence_id = $1),
			(select string_agg((to_jsonb(v) - 'updated_at')::text, E'\n' order by id)
				from vacancy v where occurrence_id = $1),
			(select string_agg(to_jsonb(f)::text, E'\n' order by id)
				from offer f where occurrence_id = $1),
			(select string_agg(to_jsonb(ov)::text, E'\n' order by vacancy_id, entry_id)
				from offer_vacancy ov join vacancy v on v.id = ov.vacancy_id
				where v.occurrence_id = $1))`, o).Scan(&rows); err != nil {
		r.T.Fatal(err)
	}
	return rows
}

// crowd is a full date with everybody that there can be: by mail, by phone, who looks for
// themselves, who cannot be reached, one with an open offer and one who waits behind.
func (r *room) crowd() (o string) {
	r.T.Helper()
	o = r.Place(6)
	r.three(o)
	for i, name := range []string{"Nel", "Piet"} {
		r.Want(r.Register(o, r.SignUp(name, person(i+1))), 201)
	}
	r.Want(r.Wait(o, "Wim", waiting(1)), 201)
	r.onPhone(o, "Wanda")
	r.CancelPlace(person(2)) // its place is offered to Wim
	r.Deliver()
	return o
}

// Promise 26: a date that is called off is told to everybody once, by mail or by a call. That
// nobody is reminded of it is in TestAReminderOfWhatIsNoLongerTrueIsNotSent.
func TestPromise26CallingADateOffTellsWhoTheCheckCounted(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.crowd()
	c := r.checkOff(o)
	if c.Mail != 3 || c.Call != 2 || c.Self != 1 || c.None != 1 || c.AtOnce ||
		strings.Join(c.Calls, " ") != "Dirk Wanda" || strings.Join(c.Unheard, " ") != "Karin Gonda" {
		t.Errorf("got %+v", c)
	}
	for _, words := range []string{"De begeleider is ziek.", "Kom naar de inloop.", "(link)"} {
		if !strings.Contains(c.Body, words) {
			t.Errorf("the preview does not say %q: %s", words, c.Body)
		}
	}
	if strings.Contains(c.Body+c.Subject, "Schrijfcafé") {
		t.Errorf("the mail names the activity: %s", c.Body)
	}
	d := r.done(r.off(o, c))
	if d.Act.Mails != 3 || d.Act.Calls != 2 || d.Act.UndoUntil == "" || d.Act.Reason != "ill" {
		t.Errorf("got %+v", d.Act)
	}
	r.wantStands(o, [3]int{0, 0, 0})
	r.MustCount(5, `select count(*) from registration where status = 'cancelledByHouse'`)
	r.MustCount(1, `select count(*) from registration where status = 'cancelled'`)
	r.MustCount(2, `select count(*) from waitlist_entry where state = 'closed'`)
	r.MustCount(0, `select count(*) from offer where state = 'open'`)
	r.MustCount(2, `select count(*) from call where reason = 'cancelled' and state = 'open'`)
	r.MustCount(1, `select sequence from session where occurrence_id = $1`, o)
	r.Clock.Advance(10 * time.Minute)
	r.tries("M13")
	r.MustCount(3, `select count(*) from mail where kind = 'M13' and state = 'sent'`)
	r.MustCount(3, `select count(distinct cause_id) from mail where kind = 'M13'`)
	r.refusedWith(problem.Gone)(r.Undo(t.Context(), byFatima, d.Act.ID))
	if w := r.Register(o, r.SignUp("Nieuw", "nieuw@voorbeeld.example")); w.Code != 410 {
		t.Errorf("a sign-up for it: %d, want 410", w.Code)
	}
	if mine := r.mine(person(1)); mine.Status != "cancelledByHouse" ||
		mine.Date.ChangeReason != "De begeleider is ziek." || mine.CanCancel {
		t.Errorf("the holder reads %+v", mine)
	}
	if e := r.entryOf(waiting(1)); e.State != "closed" || e.Date.Status != "cancelled" {
		t.Errorf("who waited reads %+v", e)
	}
}

// Promise 27: taken back within ten minutes no mail left the house, and all stands as before.
func TestPromise27ACancelledDateTakenBackStandsAsItStood(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.crowd()
	before := r.placeRows(o)
	d := r.done(r.off(o, r.checkOff(o)))
	if r.placeRows(o) == before {
		t.Fatal("nothing changed: the test proves nothing")
	}
	r.Clock.Advance(9 * time.Minute)
	r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
	if now := r.placeRows(o); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	r.MustCount(0, `select count(*) from mail where kind in ('M13', 'M17') and state <> 'withdrawn'`)
	r.MustCount(0, `select count(*) from call where state = 'open'`)
	r.MustCount(2, `select sequence from session where occurrence_id = $1`, o)
	again := r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
	if !again.Earlier {
		t.Errorf("taken back twice: got %+v", again)
	}
	r.Invariants()
	r.done(r.off(o, r.checkOff(o))) // and off once more
	r.MustCount(3, `select count(*) from mail where kind = 'M13' and state = 'held'`)
}

func TestAnOfferThatNobodyKnewOfIsMadeAnewAfterUndo(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.CancelPlace(person(1)) // the offer is not out yet
	d := r.done(r.off(o, r.checkOff(o)))
	r.Deliver() // the mail of the offer finds that it is no longer so
	r.MustCount(1, `select count(*) from mail where kind = 'M7' and state = 'withdrawn'`)
	r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
	r.wantStands(o, [3]int{0, 1, 2})
	r.MustCount(1, `select count(*) from mail where kind = 'M7' and state = 'queued'`)
	if e := r.entryOf(waiting(1)); e.State != "offered" {
		t.Errorf("the first in line reads %+v, want an offer", e)
	}
	r.Invariants()
}

// Promise 28: who was told hears that it goes on after all; who called off is not put back.
func TestPromise28GoingOnAfterAllTellsWhoWasTold(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.crowd()
	r.done(r.off(o, r.checkOff(o)))
	r.Clock.Advance(10 * time.Minute)
	// one mail is out, and one of the two calls was made
	var first, dirk string
	if err := r.Pool.QueryRow(t.Context(), `
		select (select id from mail where kind = 'M13' order by no limit 1),
			(select c.id from call c where registration_id is not null and state = 'open')`).Scan(
		&first, &dirk,
	); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Mail.Try(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	r.done(r.Called(t.Context(), byFatima, dirk, calls.CallOutcome{Outcome: "told"}))
	c, d := r.checkedOn(o)
	if c.Mail != 1 || c.Call != 1 || strings.Join(c.Calls, " ") != "Dirk" ||
		strings.Join(c.Away, " ") != "Piet" {
		t.Errorf("got %+v, want those two, and Piet stays away", c)
	}
	if d.Act.Mails != 1 || d.Act.Calls != 1 || d.Act.UndoUntil != "" {
		t.Errorf("got %+v", d.Act)
	}
	r.tries("M13")
	r.tries("M17")
	r.MustCount(1, `select count(*) from mail where kind = 'M13' and state = 'sent'`)
	r.MustCount(1, `
		select count(*)
		from mail on_again
		join mail off using (cause_id)
		where on_again.kind = 'M17'
			and on_again.state = 'sent'
			and off.kind = 'M13'
			and off.state = 'sent'`)
	r.MustCount(1, `select count(*) from call where reason = 'onAgain' and state = 'open'`)
	r.MustCount(0, `select count(*) from call where reason = 'cancelled' and state = 'open'`)
	r.MustCount(1, `select count(*) from registration where status = 'cancelled'`)
	r.MustCount(5, `select count(*) from registration where status = 'registered'`)
	if e := r.entryOf(waiting(1)); e.State != "offered" { // anew: the clock began again
		t.Errorf("the first in line reads %+v", e)
	}
	again := r.done(r.GoOn(t.Context(), byFatima, o, changes.OnAgain{}))
	if !again.Earlier {
		t.Errorf("pressed twice: got %+v", again)
	}
	r.Invariants()
}

func TestADateThatGoesOnAfterAllOffersNoWayBackFromOff(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	off := r.done(r.off(o, r.checkOff(o)))
	mine, err := r.Undoable(t.Context(), byFatima.Actor)
	if err != nil || len(mine) != 1 || mine[0].ID != off.Act.ID {
		t.Errorf("called off: %+v, %v", mine, err)
	}
	r.checkedOn(o)
	if mine, err = r.Undoable(t.Context(), byFatima.Actor); err != nil || len(mine) != 0 {
		t.Errorf("it goes on: %+v, %v", mine, err)
	}
	again := r.done(r.off(o, r.checkOff(o)))
	mine, err = r.Undoable(t.Context(), byFatima.Actor)
	if err != nil || len(mine) != 1 || mine[0].ID != again.Act.ID {
		t.Errorf("called off once more: %+v, %v", mine, err)
	}
}

func TestADateThatBeginsSoonIsToldAtOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Date(r.Activity(nil), monday.Add(2*time.Hour), 5, nil)
	r.add(o, "Anja", "anja@voorbeeld.example")
	c := r.checkOff(o)
	if !c.AtOnce {
		t.Errorf("got %+v, want at once", c)
	}
	if d := r.done(r.off(o, c)); d.Act.UndoUntil != "" {
		t.Errorf("it can be taken back until %s, want not", d.Act.UndoUntil)
	}
	r.MustCount(1, `select count(*) from mail where kind = 'M13' and state = 'queued'`)
}

func TestACancellationToOthersThanWereShownIsNotDone(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	r.add(o, "Anja", "anja@voorbeeld.example")
	shown := r.checkOff(o)
	r.add(o, "Nel", "nel@voorbeeld.example")
	r.refusedWith(problem.PreconditionFailed)(r.off(o, shown))
	r.MustCount(0, `select count(*) from mail where kind = 'M13'`)
	now := r.checkOff(o)
	if now.Mail != 2 || now.Last == nil || now.Last.Kind != "added" || now.Last.By != "fatima" {
		t.Errorf("got %+v, want who changed it", now)
	}
	r.done(r.off(o, now))
	second := r.done(r.CallOff(t.Context(), byLoes, o, changes.CallOff{}))
	if !second.Earlier || second.Act.By != "fatima" {
		t.Errorf("the second reads %+v, want that fatima was first", second)
	}
	r.MustCount(2, `select count(*) from mail where kind = 'M13'`)
}

func TestOneNameAndAddressHearsItOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(1)
	id := r.add(o, "Anja", "anja@voorbeeld.example")
	in := atDesk("Nel", "nel@voorbeeld.example")
	in.IfFull = "waitlist"
	r.done(r.AddPerson(t.Context(), byFatima, o, in))
	if c := r.checkOff(o); c.Mail != 2 {
		t.Fatalf("%d mails to two people, want two", c.Mail)
	}
	// the place turns out to be of Nel, who waits under the same address written otherwise
	box := r.Keys.Seal("registration", id, []byte(`{"name":"nel","email":"Nel@voorbeeld.example"}`))
	if _, err := r.Pool.Exec(t.Context(), `
		update registration set sealed = $2 where id = $1`, id, box); err != nil {
		t.Fatal(err)
	}
	c := r.checkOff(o)
	if c.Mail != 1 || c.Call+c.Self+c.None != 0 {
		t.Errorf("got %+v, want one mail", c)
	}
	r.done(r.off(o, c))
	r.MustCount(1, `select count(*) from mail where kind = 'M13'`)
}

func TestWhatVisitorsReadHoldsNoNumberAndNoAddress(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	for text, code := range map[string]string{
		"":                              problem.Required,
		"Bel Jan op 06 12 34 56 78.":    problem.Phone,
		"Bel +31 (0)6-12345678":         problem.Phone,
		"Mail jan@voorbeeld.example":    problem.Email,
		strings.Repeat("é", 201):        problem.TooLong,
		"Op 24 november 2026 is er 1.":  "",
		"Van 13.30 tot 16.00 uur, 2026": "",
	} {
		in := ill
		in.Text = text
		_, err := r.CheckOff(t.Context(), asFatima, o, in)
		if (err == nil) != (code == "") {
			t.Errorf("%q: got %v, want %q", text, err, code)
		}
		if p := problemOf(err); err != nil && (len(p.Fields) != 1 || p.Fields[0].Code != code) {
			t.Errorf("%q: got %+v, want %s", text, p.Fields, code)
		}
	}
}

func TestWhoMayCallADateOff(t *testing.T) {
	t.Parallel()
	r := setup(t)
	a := r.Activity(func(a *rules.Activity) { a.Staff = []string{"bram"} })
	today, later := r.Date(a, monday.Add(5*time.Hour), 5, nil), r.Date(a, on(24, 17, 0), 5, nil)
	series := r.Date(a, on(25, 17, 0), 5, func(o *rules.NewOccurrence) { o.Kind = "series" })
	guest := identity.Actor{ID: "jan", Roles: []identity.Role{identity.Gastheer}}
	own := identity.Actor{ID: "bram", Roles: []identity.Role{identity.Begeleider}}
	other := identity.Actor{ID: "ilse", Roles: []identity.Role{identity.Begeleider}}
	for _, x := range []struct {
		who  identity.Actor
		date string
		code problem.Code
	}{
		{guest, today, ""}, {guest, later, problem.Forbidden},
		{own, today, ""}, {own, later, ""},
		{other, today, problem.Forbidden}, {other, later, problem.Forbidden},
		{asFatima, series, ""}, {own, series, ""}, {guest, series, problem.Forbidden},
	} {
		_, err := r.CheckOff(t.Context(), x.who, x.date, ill)
		if got := problemOf(err); x.code == "" && err != nil ||
			x.code != "" && (err == nil || got.Code != x.code) {
			t.Errorf("%s on %s: got %v, want %q", x.who.ID, x.date, err, x.code)
		}
		_, err = r.CallOff(t.Context(), booking.By{Actor: x.who}, x.date, ill)
		if x.code == problem.Forbidden && (err == nil || problemOf(err).Code != x.code) {
			t.Errorf("%s on %s: got %v, want %q", x.who.ID, x.date, err, x.code)
		}
	}
}

func TestAMailOfACancellationThatNoMailboxTakesBecomesACall(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	body := r.SignUp("Emine", "emine@voorbeeld.example")
	body["phone"] = "0612345678"
	r.Want(r.Register(o, body), 201)
	r.Deliver()
	r.done(r.off(o, r.checkOff(o)))
	gone := "emine@voorbeeld.example"
	r.Post.Refuses.Store(&gone)
	r.Clock.Advance(10 * time.Minute)
	r.tries("M13")
	r.callInstead()
	r.callInstead() // the job may come twice
	r.MustCount(1, `select count(*) from call where reason = 'cancelled' and state = 'open'`)
	if all := r.calls(byFatima); len(all.Calls) != 1 || all.Calls[0].Reason != "cancelled" {
		t.Errorf("got %+v, want the call on the list", all.Calls)
	}
}

// Everybody is told exactly once, also when two press at one moment; the control of it stands in
// TestWithoutTheLockTwoOfTheStaffDoTwoThings.
func TestTwoWhoCallOffAtOnceTellEverybodyOnce(t *testing.T) {
	t.Parallel()
	for range longtest.N(t, 1, 10) {
		r := setup(t)
		o := r.crowd()
		c := r.checkOff(o)
		in := ill
		in.Fingerprint = c.Fingerprint
		together(4, func(i int) {
			by := []booking.By{byFatima, byLoes}[i%2]
			if _, err := r.CallOff(t.Context(), by, o, in); err != nil {
				t.Error(err)
			}
		})
		r.MustCount(3, `select count(*) from mail where kind = $1`, mail.DateOff)
		r.MustCount(2, `select count(*) from call where reason = 'cancelled'`)
		r.MustCount(1, `select count(*) from staff_act where kind = 'off'`)
	}
}

func TestSomebodyElseReceives(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.Staff = &fakeStaff{Receive: []identity.Receiver{
		{UID: "f", Name: "Fatima", Can: true}, {UID: "b", Name: "Bram", Can: true},
	}}
	a := r.Activity(func(a *rules.Activity) { a.Host = "Noor" })
	o := r.Date(a, monday.Add(5*time.Hour), 5, nil)
	r.Date(r.Activity(func(a *rules.Activity) { a.Title, a.Host = "Inloop", "@f" }),
		monday.Add(5*time.Hour), 5, nil)
	r.add(o, "Anja", "anja@voorbeeld.example")
	// a series goes on around it, but does not meet then
	series := r.Activity(func(a *rules.Activity) { a.Mode, a.Host = rules.Series, "@b" })
	r.Date(series, monday.AddDate(0, 0, -1), 5, func(o *rules.NewOccurrence) {
		o.Kind = "series"
		next := o.Sessions[0]
		next.ID, next.Start = next.ID+"_2", next.Start.AddDate(0, 0, 7)
		next.End = next.End.AddDate(0, 0, 7)
		o.Sessions = append(o.Sessions, next)
	})
	c, err := r.Choices(t.Context(), asFatima, o)
	if err != nil || c.Host != "Noor" || !slices.Equal(c.Hosts, []changes.HostChoice{
		{Host: "@b", Name: "Bram"},
		{Host: "@f", Name: "Fatima", Busy: "Inloop"},
	}) {
		t.Fatalf("got %+v, %v", c, err)
	}
	before := r.placeRows(o)
	d := r.done(r.ChangeHost(t.Context(), byFatima, o, changes.NewHost{Was: "Noor", Host: " Jan "}))
	if c, _ := r.Choices(t.Context(), asFatima, o); c.Host != "Jan" {
		t.Errorf("%q receives, want Jan", c.Host)
	}
	if two := r.done(r.ChangeHost(t.Context(), byLoes, o,
		changes.NewHost{Was: "Noor", Host: "Jan"})); !two.Earlier || two.Act.By != "fatima" {
		t.Errorf("the second reads %+v", two)
	}
	r.refusedWith(problem.PreconditionFailed)(r.ChangeHost(t.Context(), byLoes, o,
		changes.NewHost{Was: "Noor", Host: "Henk"}))
	r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
	if now := r.placeRows(o); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	r.MustCount(0, `select count(*) from mail where kind <> 'M1'`)
}
