package places_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

var byLoes = booking.By{
	Actor: identity.Actor{ID: "loes", Roles: []identity.Role{identity.Coordinator}},
}

// onPhone puts people with a number on the list of a full date, in order, and gives their ids.
func (r *room) onPhone(o string, names ...string) (ids []string) {
	r.T.Helper()
	for i, name := range names {
		d := r.addOr(o, name, fmt.Sprintf("06123400%02d", i+1), "waitlist")
		if d.Status != "waiting" {
			r.T.Fatalf("%s: got %q, want waiting", name, d.Status)
		}
		ids = append(ids, d.Act.Subject)
	}
	return ids
}

// evening is a date of today at 17.00 of one place, freed, with people to be called about it.
func (r *room) evening(names ...string) (o string, ids []string) {
	r.T.Helper()
	o = r.Date(r.Activity(nil), on(16, 17, 0), 1, nil)
	r.Fill(o, 1, 0)
	ids = r.onPhone(o, names...)
	r.CancelPlace(person(1))
	return o, ids
}

// soonish is a date of tomorrow evening of one place, freed: people have until 14.00 to think.
func (r *room) soonish(names ...string) (o string, ids []string) {
	r.T.Helper()
	o = r.Date(r.Activity(nil), on(17, 20, 0), 1, nil)
	r.Fill(o, 1, 0)
	ids = r.onPhone(o, names...)
	r.CancelPlace(person(1))
	return o, ids
}

func (r *room) calls(by booking.By) calls.CallList {
	r.T.Helper()
	all, err := r.CallList(r.T.Context(), by.Actor)
	r.ok(err)
	return all
}

// inTurn are the first names of whose turn it is.
func (r *room) inTurn() (names []string) {
	r.T.Helper()
	for _, c := range r.calls(byFatima).Calls {
		if c.First && c.AgainAt == "" {
			names = append(names, c.FirstName)
		}
	}
	return names
}

func (r *room) wantTurn(names ...string) {
	r.T.Helper()
	if got := r.inTurn(); fmt.Sprint(got) != fmt.Sprint(names) {
		r.T.Errorf("whose turn it is: got %v, want %v", got, names)
	}
}

// fills in what came of a call, as the screen that was just read.
func (r *room) fills(by booking.By, id, outcome string) (booking.Done, error) {
	r.T.Helper()
	tries := r.Number(`call_try where subject_id = $1`, id)
	return r.Called(r.T.Context(), by, id, calls.CallOutcome{Outcome: outcome, Tries: tries})
}

func (r *room) filled(id, outcome string) booking.Done {
	r.T.Helper()
	return r.done(r.fills(byFatima, id, outcome))
}

func TestTheCallsOfAnEveningPassTheTurnUntilSomebodySaysYes(t *testing.T) {
	r := setup(t)
	o, ids := r.evening("Petra", "Omar", "Umut")
	r.wantTurn("Petra")
	c := r.calls(byFatima).Calls[0]
	if c.Reason != "phoneList" || !c.Today || c.Next != "Omar" || c.Phone != "06 12 34 00 01" ||
		c.Date.ID != o || c.Number != 1 {
		t.Errorf("got %+v", c)
	}
	d := r.filled(ids[0], "voicemail")
	if len(d.Caused) != 1 || d.Caused[0] != (booking.Caused{Kind: "call", Name: "Omar"}) {
		t.Errorf("after a voicemail: got %+v, want Omar to be called", d.Caused)
	}
	r.wantTurn("Omar")
	r.filled(ids[1], "notReached")
	r.wantTurn("Umut")
	if d = r.filled(ids[0], "yes"); d.Taken != 1 || d.FirstName != "Petra" { // calls back
		t.Errorf("got %+v", d)
	}
	r.wantStates(o, "accepted waiting waiting")
	r.wantTurn()
	other, err := r.fills(byFatima, ids[1], "yes")
	r.refused(other, err, problem.Full) // calls back too late
	r.wantStands(o, [3]int{1, 0, 2})
	r.undone(d)
	r.wantStands(o, [3]int{0, 1, 3})
	r.wantTurn("Umut")
}

func TestWhoWasNotReachedIsCalledAgainAfterAnHour(t *testing.T) {
	r := setup(t)
	_, ids := r.evening("Petra", "Omar")
	r.filled(ids[0], "notReached")
	r.wantTurn("Omar")
	all := r.calls(byFatima).Calls
	if len(all) != 2 || all[0].AgainAt != "2026-11-16T11:00:00+01:00" || all[0].First {
		t.Errorf("got %+v", all)
	}
	r.Clock.Advance(time.Hour)
	r.wantTurn("Petra")
}

func TestAnOfferByPhoneIsAnsweredByACall(t *testing.T) {
	t.Parallel()
	for outcome, want := range map[string]string{
		"yes":        "accepted waiting",
		"no":         "declined waiting", // the next waits until it cannot be taken back
		"defer":      "waiting waiting",
		"voicemail":  "offered waiting",
		"notReached": "offered waiting",
	} {
		t.Run(outcome, func(t *testing.T) {
			r := setup(t)
			o, ids := r.soonish("Petra", "Omar")
			r.wantTurn("Petra")
			d := r.filled(ids[0], outcome)
			r.wantStates(o, want)
			r.stands(o)
			if outcome == "no" && (len(d.Caused) != 1 || d.Caused[0].Kind != "offer" ||
				d.Caused[0].Name != "Omar") {
				t.Errorf("got %+v, want an offer to Omar", d.Caused)
			}
			r.undone(d)
			r.wantStates(o, "offered waiting")
			r.wantStands(o, [3]int{0, 1, 2})
			r.wantTurn("Petra")
			r.MustCount(0, `call_try`)
			r.filled(ids[0], outcome)
			r.wantStates(o, want)
			r.Clock.Advance(10 * time.Minute)
			r.sweep()
			if outcome == "no" || outcome == "defer" {
				r.wantTurn("Omar")
			}
		})
	}
}

func TestTwoFailedCallsOnTwoHalvesOfADayGiveThePlaceToTheNext(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), on(27, 20, 0), 1, nil)
	r.Fill(o, 1, 0)
	ids := r.onPhone(o, "Petra", "Omar")
	r.CancelPlace(person(1))
	r.filled(ids[0], "voicemail")
	r.Clock.Advance(time.Hour)
	r.filled(ids[0], "notReached") // the same morning
	r.wantStates(o, "offered waiting")
	r.Clock.Set(on(16, 14, 0))
	d := r.filled(ids[0], "notReached")
	r.wantStates(o, "unreached waiting")
	r.undone(d)
	r.wantStates(o, "offered waiting")
	r.filled(ids[0], "notReached")
	r.Clock.Advance(10 * time.Minute)
	r.sweep()
	r.wantStates(o, "unreached offered")
	back := r.done(r.PutBack(t.Context(), byFatima, ids[0], "Belde terug."))
	r.wantStates(o, "waiting offered")
	r.undone(back)
	r.wantStates(o, "unreached offered")
}

func TestTheDeadlineAfterATryIsNotReachedAndWithoutOneNotRung(t *testing.T) {
	r := setup(t)
	o, ids := r.soonish("Petra", "Omar")
	r.filled(ids[0], "voicemail")
	r.Clock.Set(on(16, 14, 0))
	r.sweep()
	r.wantStates(o, "unreached offered")
	r.Clock.Set(on(16, 18, 0)) // nobody rang Omar
	r.sweep()
	r.wantStates(o, "unreached waiting")
	r.MustCount(1, `offer where state = 'notRung'`)
	r.stands(o)
}

func TestTheSecondOutcomeOfOneCallReadsWhoWasFirst(t *testing.T) {
	r := setup(t)
	o, ids := r.evening("Petra", "Omar")
	said := calls.CallOutcome{Outcome: "yes"}
	first := r.done(r.Called(t.Context(), byLoes, ids[0], said))
	said.Outcome = "notReached"
	second := r.done(r.Called(t.Context(), byFatima, ids[0], said))
	if !second.Earlier || second.Act.ID != first.Act.ID || second.Act.By != "loes" ||
		second.Act.Outcome != "yes" || second.FirstName != "Petra" {
		t.Errorf("got %+v, want the act of loes", second)
	}
	r.wantStands(o, [3]int{1, 0, 1})
}

func TestAnUndoneNoKeepsThePositionUnlessTheNextWasCalled(t *testing.T) {
	r := setup(t)
	o, ids := r.evening("Petra", "Omar")
	no := r.filled(ids[0], "no")
	r.wantTurn("Omar")
	d := r.undone(no)
	if len(d.Caused) != 0 {
		t.Errorf("got %+v, want nothing", d.Caused)
	}
	r.wantTurn("Petra")
	no = r.filled(ids[0], "no")
	r.filled(ids[1], "voicemail")
	d = r.undone(no)
	if len(d.Caused) != 1 || d.Caused[0] != (booking.Caused{Kind: "nextCalled", Name: "Omar"}) {
		t.Errorf("got %+v, want that Omar was called", d.Caused)
	}
	r.wantStates(o, "waiting waiting")
	r.stands(o)
}

func TestLoesRingsNowForEverybody(t *testing.T) {
	r := setup(t)
	_, ids := r.evening("Petra")
	claim := func(by booking.By, anyway bool) booking.Calling {
		t.Helper()
		c, err := r.ClaimCall(t.Context(), by.Actor, ids[0], anyway)
		r.ok(err)
		return c
	}
	if c := claim(byLoes, false); c.By != "loes" || !c.Mine ||
		c.Until != "2026-11-16T10:10:00+01:00" {
		t.Errorf("got %+v", c)
	}
	if c := claim(byFatima, false); c.By != "loes" || c.Mine {
		t.Errorf("got %+v, want that loes rings", c)
	}
	if c := r.calls(byFatima).Calls[0].Calling; c == nil || c.By != "loes" || c.Mine {
		t.Errorf("got %+v, want that loes rings", c)
	}
	if c := claim(byFatima, true); c.By != "fatima" {
		t.Errorf("got %+v, want fatima: she rings anyway", c)
	}
	r.filled(ids[0], "voicemail")
	if c := r.calls(byFatima).Calls[0].Calling; c != nil {
		t.Errorf("got %+v after an outcome, want nobody", c)
	}
	claim(byLoes, false)
	r.Clock.Advance(10 * time.Minute)
	if c := r.calls(byFatima).Calls[0].Calling; c != nil {
		t.Errorf("got %+v after ten minutes, want nobody", c)
	}
}

func TestSkippingKeepsThePositionAndAsksForAReason(t *testing.T) {
	r := setup(t)
	o, ids := r.evening("Petra", "Omar")
	d, err := r.Skip(t.Context(), byFatima, ids[0], "zomaar")
	r.refused(d, err, problem.Invalid)
	d = r.done(r.Skip(t.Context(), byFatima, ids[0], "notThere"))
	if len(d.Caused) != 1 || d.Caused[0].Name != "Omar" || d.Act.Reason != "notThere" {
		t.Errorf("got %+v", d)
	}
	r.wantTurn("Omar")
	r.wantStates(o, "waiting waiting")
	r.MustCount(1, `audit_log where reason = 'notThere'`)
	again := r.done(r.Skip(t.Context(), byLoes, ids[0], "double"))
	if !again.Earlier || again.Act.By != "fatima" {
		t.Errorf("got %+v, want the act of fatima", again)
	}
	r.undone(d)
	r.wantTurn("Petra")
	r.stands(o)
}

func TestAPlaceIsOpenedToEverybodyUnlessThatIsTakenBack(t *testing.T) {
	r := setup(t)
	o, _ := r.evening("Petra", "Omar")
	r.Want(r.Register(o, r.SignUp("Nieuw", addr("nieuw"))), 409)
	d, err := r.OpenToAll(t.Context(), byFatima, o, " ")
	r.refused(d, err, problem.Invalid)
	d = r.done(r.OpenToAll(t.Context(), byFatima, o, "Niemand neemt op."))
	r.wantStands(o, [3]int{0, 0, 2})
	r.wantRoom(o, 1)
	r.undone(d)
	r.wantRoom(o, 0)
	r.wantTurn("Petra")
	d = r.done(r.OpenToAll(t.Context(), byFatima, o, "Niemand neemt op."))
	r.signs(o, "Nieuw", addr("nieuw"))
	gone, err := r.Undo(t.Context(), byFatima, d.Act.ID)
	r.refused(gone, err, problem.Full)
	r.wantStands(o, [3]int{1, 0, 2})
}

func TestOffersAreStoppedAndGoOnWhenItStands(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 1, nil)
	d := r.done(r.StopOffers(t.Context(), byFatima, o, true, "We verhuizen."))
	r.CancelPlace(person(1))
	r.wantStates(o, "waiting")
	if got := r.reason(o); got != "stopped" {
		t.Errorf("reason: got %q, want stopped", got)
	}
	again := r.done(r.StopOffers(t.Context(), byLoes, o, true, "Ook."))
	if !again.Earlier || again.Act.ID != d.Act.ID {
		t.Errorf("got %+v, want the act of fatima", again)
	}
	d = r.done(r.StopOffers(t.Context(), byFatima, o, false, "Het kan weer."))
	r.wantStates(o, "waiting")
	r.undone(d)
	if got := r.reason(o); got != "stopped" {
		t.Errorf("reason after it was taken back: got %q, want stopped", got)
	}
	r.done(r.StopOffers(t.Context(), byFatima, o, false, "Het kan weer."))
	r.Clock.Advance(10 * time.Minute)
	r.sweep()
	r.wantStates(o, "offered")
}

func TestAnOfferIsMailedByHandToWhoHasNoNumber(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), on(16, 17, 0), 1, nil)
	r.Fill(o, 1, 1)
	r.CancelPlace(person(1))
	all := r.calls(byFatima)
	if len(all.Calls) != 0 || len(all.NoPhone) != 1 || all.NoPhone[0].FirstName != "W1" ||
		all.NoPhone[0].Latest != "2026-11-16T16:30:00+01:00" {
		t.Fatalf("got %+v", all)
	}
	id := all.NoPhone[0].ID
	d, err := r.MailOffer(t.Context(), byFatima, id, on(16, 16, 31))
	r.refused(d, err, problem.Invalid)
	d, err = r.MailOffer(t.Context(), byFatima, id, r.Clock.Now().Add(10*time.Minute))
	r.refused(d, err, problem.Invalid) // over before the mail goes
	r.done(r.MailOffer(t.Context(), byFatima, id, on(16, 15, 30)))
	r.Clock.Advance(10 * time.Minute)
	r.sendHeld()
	r.wantStates(o, "offered")
	if got := r.untilOf(waiting(1)); got != "2026-11-16T15:30:00+01:00" {
		t.Errorf("until: got %s, want 15.30", got)
	}
	r.MustCount(1, `mail where kind = 'M7' and state = 'sent'`)
	r.Clock.Set(on(16, 15, 30))
	r.sweep()
	r.wantStates(o, "waiting")
	if r.Mails("M8") != 1 {
		t.Errorf("%d mails say that it is over, want 1", r.Mails("M8"))
	}
	r.stands(o)
}

// sendHeld sends the offers whose mail waited: its time is over.
func (r *room) sendHeld() {
	r.T.Helper()
	r.exec(`
		update mail set state = 'queued' where kind = 'M7' and state = 'held'`)
	r.Deliver()
}

func TestAnOfferMailedByHandIsTakenBackBeforeItGoes(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), on(16, 17, 0), 1, nil)
	r.Fill(o, 1, 1)
	r.CancelPlace(person(1))
	id := r.calls(byFatima).NoPhone[0].ID
	// every row but those that tell of the act itself
	rows := func() string {
		t.Helper()
		return value[string](r, `
			select concat(
				(select jsonb_agg(to_jsonb(v) - 'updated_at') from vacancy v),
				(select jsonb_agg(to_jsonb(x)) from offer x),
				(select jsonb_agg(to_jsonb(x)) from offer_vacancy x),
				(select jsonb_agg(to_jsonb(e) - array['updated_at', 'version'])
				from waitlist_entry e),
				(select jsonb_agg(to_jsonb(o) - array['updated_at', 'version'])
				from occurrence o)
			)`)
	}
	before := rows()
	d := r.done(r.MailOffer(t.Context(), byFatima, id, on(16, 15, 30)))
	r.Clock.Advance(9 * time.Minute)
	r.Deliver()
	r.wantStates(o, "offered")
	r.done(r.Undo(t.Context(), byLoes, d.Act.ID))
	if got := rows(); got != before {
		t.Errorf("after it was taken back:\n%s\nwant:\n%s", got, before)
	}
	r.Clock.Advance(time.Hour)
	r.Deliver()
	if n := r.Mails("M7"); n != 0 {
		t.Errorf("%d offers went out, want none", n)
	}
	// once more, and it stands
	d = r.done(r.MailOffer(t.Context(), byFatima, id, on(16, 15, 30)))
	r.Clock.Advance(10 * time.Minute)
	r.sendHeld()
	d, err := r.Undo(t.Context(), byFatima, d.Act.ID)
	r.refused(d, err, problem.Gone)
	r.stands(o)
}

func TestAnOfferThatExpiresIsToldByMail(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 1, nil)
	for nth, want := range []string{
		"Je staat weer op de lijst.", "Je staat niet meer op de",
	} {
		r.CancelPlace(person(nth + 1))
		r.Deliver()
		r.Clock.Advance(7 * 24 * time.Hour)
		r.sweep()
		if got := r.letter(mail.OfferExpired, waiting(1)).Body; !strings.Contains(got, want) {
			t.Errorf("expiry %d: got %q, want %q in it", nth+1, got, want)
		}
	}
	r.wantStates(o, "expired")
}

func TestAnExpiryAtNightIsToldInTheMorning(t *testing.T) {
	t.Parallel()
	for at, want := range map[time.Time]time.Duration{
		on(16, 21, 59): 0,
		on(16, 22, 0):  10 * time.Hour,
		on(17, 3, 0):   5 * time.Hour,
		on(17, 8, 0):   0,
	} {
		if got := rules.UntilMorning(at); got != want {
			t.Errorf("at %s: got %v, want %v", at.Format("15.04"), got, want)
		}
	}
}

// tell leaves a call about a sign-up, as a cancelled date or a reminder will.
func (r *room) tell(o, registration, kind, reason string, due time.Time) (id string) {
	r.T.Helper()
	id = "call_" + reason + registration
	r.exec(`
		insert into call (id, kind, reason, occurrence_id, registration_id, due_at, state, created_at,
			updated_at)
		values ($1, $2, $3, $4, $5, $6, 'open', $7, $7)`,
		id, kind, reason, o, registration, due, r.Clock.Now())
	return id
}

func TestPeopleWithoutMailAreToldAndReminded(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ kind, reason, outcome, status, state string }{
		{"tell", "onAgain", "told", "registered", "done"},
		{"tell", "moved", "told", "registered", "done"},
		{"tell", "moved", "cannotThen", "cancelled", "done"},
		{"remind", "reminder", "comes", "registered", "done"},
		{"remind", "reminder", "cannot", "cancelled", "done"},
		{"meet", "meetFirst", "spoken", "registered", "done"},
		{"meet", "meetFirst", "noMore", "cancelled", "done"},
		{"tell", "onAgain", "voicemail", "registered", "open"},
		{"meet", "meetFirst", "notReached", "registered", "open"},
	} {
		t.Run(x.reason+" "+x.outcome, func(t *testing.T) {
			r := setup(t)
			o := r.Place(1)
			dirk := r.add(o, "Dirk", "0612345678")
			r.onPhone(o, "Vera")
			call := r.tell(o, dirk, x.kind, x.reason, on(17, 20, 0))
			all := r.calls(byFatima)
			if len(all.Calls) != 1 || all.Calls[0].FirstName != "Dirk" || all.Today != 0 {
				t.Fatalf("got %+v", all)
			}
			wrong, err := r.fills(byFatima, call, "yes")
			r.refused(wrong, err, problem.Invalid)
			d := r.filled(call, x.outcome)
			is := func(status, state string) {
				t.Helper()
				r.MustCount(1, `
					call c
					join registration r on r.id = c.registration_id
					where c.id = $1 and c.state = $2 and r.status = $3`, call, state, status)
				r.stands(o)
			}
			is(x.status, x.state)
			if x.status == "cancelled" && (len(d.Caused) != 1 || d.Caused[0].Name != "Vera") {
				t.Errorf("got %+v, want the place to go to Vera", d.Caused)
			}
			if all := r.calls(byFatima); x.state == "open" &&
				all.Calls[0].AgainAt != "2026-11-16T11:00:00+01:00" {
				t.Errorf("got %+v, want to be called again at 11.00", all.Calls)
			} else if len(all.Recent) != 1 || all.Recent[0].FirstName != "Dirk" ||
				all.Recent[0].Act.Outcome != x.outcome {
				t.Errorf("just done: got %+v", all.Recent)
			}
			r.undone(d)
			is("registered", "open")
			if all := r.calls(byFatima); len(all.Calls) != 1 || len(all.Recent) != 0 ||
				all.Calls[0].AgainAt != "" {
				t.Errorf("after it was taken back: got %+v", all)
			}
		})
	}
}

func TestACallThatNobodyMadeEndsWhenTheDateBegins(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), on(16, 12, 0), 3, nil)
	dirk, gonda := r.add(o, "Dirk", "0612345678"), r.add(o, "Gonda", "0612345679")
	call := r.tell(o, dirk, "remind", "reminder", on(16, 11, 0))
	of := r.tell(o, gonda, "remind", "reminder", on(16, 11, 0))
	r.done(r.CancelPerson(t.Context(), byFatima, gonda))
	if n := len(r.calls(byFatima).Calls); n != 1 {
		t.Errorf("%d calls, want the one about who comes", n)
	}
	r.Clock.Set(on(16, 12, 0))
	r.sweep()
	r.MustCount(1, `call where id = $1 and state = 'failed'`, call)
	r.MustCount(1, `call where id = $1 and state = 'withdrawn'`, of)
	all := r.calls(byFatima)
	if len(all.Calls) != 0 || len(all.Missed) != 1 || all.Missed[0].FirstName != "Dirk" {
		t.Errorf("got %+v", all)
	}
	r.done(r.fills(byFatima, call, "comes"))
	if all := r.calls(byFatima); len(all.Missed) != 0 || len(all.Recent) != 1 {
		t.Errorf("called back after all: got %+v", all)
	}
}

func TestWhoComesForTheFirstTimeIsPhonedWhereStaffDoSo(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.MeetFirst = true }), on(27, 14, 0), 9, nil,
	)
	yara := atDesk("Yara", "0612345678")
	yara.FirstTime = true
	d := r.done(r.AddPerson(t.Context(), byFatima, o, yara))
	all := r.calls(byFatima).Calls
	if len(all) != 1 || all[0].FirstName != "Yara" || all[0].Kind != "meet" ||
		all[0].Until != "2026-11-26T20:00:00+01:00" {
		t.Errorf("got %+v", all)
	}
	r.undone(d)
	if n := len(r.calls(byFatima).Calls); n != 0 {
		t.Errorf("%d calls about nobody", n)
	}
}

// Everybody who comes for the first time, or may, and left a way to reach them.
func TestKennismaken_IsATaskForEverybodyWithContact(t *testing.T) {
	t.Parallel()
	address := addr("mo")
	phone := map[string]any{"phone": "0612345678"}
	with := func(first bool, of map[string]any) map[string]any {
		out := map[string]any{"firstTime": first}
		for key, value := range of {
			out[key] = value
		}
		return out
	}
	for name, c := range map[string]struct {
		in   map[string]any
		want string // the number or the address of the task
	}{
		"phone":         {with(true, phone), "06 12 34 56 78"},
		"mail alone":    {with(true, map[string]any{"email": address}), address},
		"not the first": {with(false, phone), ""},
		"wants no mail": {
			with(true, map[string]any{"email": address, "noMail": true}), "",
		},
		"desk, not ticked": {nil, "06 12 34 56 78"},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o := r.Date(
				r.Activity(func(a *rules.Activity) { a.MeetFirst = true }), on(27, 14, 0), 9, nil,
			)
			if c.in == nil {
				r.add(o, "Mo", "0612345678")
			} else {
				in := r.SignUp("Mo", "")
				delete(in, "email")
				for key, value := range c.in {
					in[key] = value
				}
				delete(in, "firstTime") // here it is asked
				r.Want(r.Register(o, in), 422)
				in["firstTime"] = c.in["firstTime"]
				r.Want(r.Register(o, in), 201)
			}
			all, got := r.calls(byFatima).Calls, ""
			if len(all) > 0 {
				got = all[0].Phone + all[0].Email
			}
			if got != c.want {
				t.Errorf("the task is to reach %q, want %q", got, c.want)
			}
			if c.want == "" {
				return
			}
			r.filled(all[0].ID, "mailed")
			if all = r.calls(byFatima).Calls; len(all) != 1 || all[0].AgainAt == "" {
				t.Errorf("mailed, and waits: got %+v", all)
			}
		})
	}
}

func TestCallsAreReadByWhoMeetsThePeople(t *testing.T) {
	r := setup(t)
	_, ids := r.evening("Petra")
	r.Clock.Advance(time.Minute)
	r.soonish("Omar")
	host := booking.By{
		Actor: identity.Actor{ID: "gast", Roles: []identity.Role{identity.Gastheer}},
	}
	if all := r.calls(host); len(all.Calls) != 1 || all.Calls[0].FirstName != "Petra" {
		t.Errorf("a gastheer reads %+v, want today", all.Calls)
	}
	stranger := booking.By{
		Actor: identity.Actor{ID: "ber", Roles: []identity.Role{identity.Begeleider}},
	}
	if all := r.calls(stranger); len(all.Calls) != 0 {
		t.Errorf("a begeleider reads calls of others: %+v", all.Calls)
	}
	if all := r.calls(byFatima); len(all.Calls) != 2 || all.Today != 2 {
		t.Errorf("a coordinator reads %+v, want both", all)
	}
	d, err := r.fills(stranger, ids[0], "yes")
	r.refused(d, err, problem.Forbidden)
	d, err = r.Skip(t.Context(), host, ids[0], "notThere")
	r.refused(d, err, problem.Forbidden)
}

func TestTheHouseHearsOnceThatPeopleAreToBePhoned(t *testing.T) {
	r := setup(t)
	told := func(want int) {
		t.Helper()
		r.ok(r.Notify(t.Context(), identity.Calls))
		if got := r.Mails("M26"); got != want {
			t.Errorf("at %s: %d mails, want %d", r.Clock.Now().Format("02 15.04"), got, want)
		}
	}
	told(0) // nobody is to be phoned
	_, ids := r.evening("Petra", "Omar")
	r.Clock.Advance(time.Minute)
	told(1)
	l, err := r.Compose(t.Context(), mail.Stored{Kind: mail.CallsToday, Cause: "calls"})
	if err != nil || !strings.Contains(l.Body, "Er staat 1 telefoontje klaar voor vandaag.") ||
		strings.Contains(l.Body, "Petra") {
		t.Errorf("got %q, %v", l.Body, err)
	}
	told(1)
	r.Clock.Advance(time.Hour)
	told(1) // it is the same call
	r.soonish("Umut")
	r.Clock.Advance(time.Minute)
	told(2)
	r.filled(ids[0], "yes")
	r.Clock.Set(on(17, 8, 59))
	told(2) // the day has not begun
}
