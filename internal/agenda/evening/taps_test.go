package evening

import (
	"fmt"
	"math"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
)

func (r *room) wantTally(want ...int) {
	r.T.Helper()
	got := []int{}
	for _, p := range r.see(fatima, "").Parts {
		got = append(got, p.Tally)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		r.T.Errorf("tallies: got %v, want %v", got, want)
	}
}

func TestATapOfTheTallyCountsOnceHoweverOftenItIsSent(t *testing.T) {
	r := setup(t)
	one, two := visit("10.00", 1), visit("13.30", 1)
	r.tap(jan, "counted counted", one, two)
	r.tap(fatima, "known known counted", two, one, visit("18.00", 1))
	r.wantTally(1, 1, 1)
	r.tap(jan, "counted counted counted", visit("18.00", -1), visit("18.00", -1), visit("18.00", 1))
	r.wantTally(1, 1, 0) // the sum, and never less than nothing
	r.tap(jan, "counted", visit("18.00", 1))
	r.wantTally(1, 1, 1)
}

func TestATallyKeepsItsTapsWhenTheHoursChange(t *testing.T) {
	r := setup(t)
	r.tap(
		jan,
		"counted counted",
		visit("09.00", 1),
		visit("14.00", 1),
	) // as an older screen knew them
	r.wantTally(1, 1, 0)
}

func TestTheRightOfATapIsJudgedWhenAndForWhomItWasMade(t *testing.T) {
	r := setup(t)
	_, evening := r.meets(at(20, 0), 5, nil)
	anja := r.add(r.see(fatima, "").Sessions[0].Occurrence, "Anja", 0)
	r.Clock.Set(at(23, 50))
	proof := r.see(jan, "").Tapper
	r.Clock.Set(at(24, 30)) // the next day
	late := func(x Tap) Tap {
		x.Tapper = proof
		return x.ago(40 * time.Minute)
	}
	r.tap(jan, "refused refused", says(anja, evening, "here"), visit("18.00", 1).ago(0))
	r.tap(jan, "counted counted", late(says(anja, evening, "here")), late(visit("18.00", 1)))

	// somebody else sends it
	r.tap(loes, "counted counted", late(says(anja, evening, "open")), late(visit("18.00", 1)))
	var by, sent string
	if err := r.Pool.QueryRow(t.Context(), `
		select by, sent_by from tap where sent_by <> by limit 1`).Scan(&by, &sent); err != nil {
		t.Fatal(err)
	}
	if by != "Jan" || sent != "Loes" {
		t.Errorf("tapped by %q and sent by %q, want Jan and Loes", by, sent)
	}

	// nobody taps in the name of another without having read the day as them
	forged := late(says(anja, evening, "here"))
	forged.Tapper.UID = fatima.ID
	r.tap(loes, "refused", forged)
	mine := late(says(anja, evening, "here"))
	mine.Tapper = Tapper{UID: loes.ID} // not hers
	r.tap(loes, "refused", mine)
}

func TestATallyOfAnotherDayAsksForACoordinatorAndAReason(t *testing.T) {
	r := setup(t)
	friday := visit("10.00", 1).on("2026-11-13")
	with := friday
	with.ID, with.Reason = "with a reason", "vergeten te tellen"
	r.tap(jan, "refused", with)
	r.tap(fatima, "refused counted", friday, with)
	if got := r.see(fatima, "2026-11-13").Parts[0].Tally; got != 1 {
		t.Errorf("got %d, want 1", got)
	}
	var reason string
	if err := r.Pool.QueryRow(t.Context(), `select reason from tap`).Scan(&reason); err != nil ||
		reason != with.Reason {
		t.Errorf("reason %q (%v), want %q", reason, err, with.Reason)
	}
	r.tap(fatima, "refused", visit("10.00", 1).on("2026-11-17")) // it has yet to come
	// made then, and sent up to a week later
	r.tap(jan, "counted refused",
		friday.ago(3*24*time.Hour), visit("10.00", 1).on("2026-11-06").ago(10*24*time.Hour))
}

func TestTapsThatCannotBeReadKeepNoOtherFromBeingCounted(t *testing.T) {
	r := setup(t)
	_, session := r.meets(at(13, 0), 5, nil)
	r.tap(jan, "refused refused refused refused refused gone gone gone counted",
		Tap{ID: "a", Kind: "visit", Day: "gisteren", DayPart: "10.00", Change: 1},
		Tap{ID: "b", Kind: "dance", Day: "2026-11-16"},
		Tap{Kind: "visit", Day: "2026-11-16", DayPart: "10.00", Change: 1},
		visit("25.00", 1),
		visit("10.00", 2),
		Tap{ID: "c", Kind: "unnamed", Day: "2026-11-16", Session: "ses_gone", Change: 1},
		says("reg_gone", session, "here"),
		says("reg_gone", "ses_gone", "here"),
		visit("10.00", 1))
	r.wantTally(1, 0, 0)
}

func TestTheLaterTapOfPresenceWins(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(13, 0), 5, func(a *rules.Activity) { a.MaxGuests = 2 })
	anja := r.add(o, "Anja", 2)
	here := func(want string) {
		t.Helper()
		p := r.session(r.see(fatima, ""), session).People[0]
		if got := fmt.Sprint(p.State, " ", p.Came, " ", p.By); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	r.Clock.Set(at(13, 30))
	now := says(anja, session, "here")
	now.Guests = 1
	r.tap(fatima, "counted", now)
	here("here 1 Fatima")

	// made before, sent after it
	late := r.tap(jan, "overruled", says(anja, session, "open").ago(10*time.Minute))[0]
	if late.By != "Fatima" || late.At != "2026-11-16T13:30:00+01:00" || late.Wanted != "here" {
		t.Errorf("got %+v", late)
	}
	here("here 1 Fatima")
	same := says(anja, session, "here").ago(10 * time.Minute)
	same.Guests = 1
	r.tap(jan, "counted", same) // they agree
	here("here 1 Fatima")

	r.Clock.Advance(time.Minute)
	r.tap(jan, "counted", says(anja, session, "open"))
	here("open 2 Jan")
	r.tap(jan, "known", now)
	here("open 2 Jan")
	r.tap(jan, "counted", says(anja, session, "absent"))
	here("absent 2 Jan")

	r.tap(jan, "refused", says(anja, session, "here").ago(25*time.Hour))
	if _, err := r.CancelPerson(t.Context(), booking.By{Actor: fatima}, anja); err == nil {
		t.Error("called off after the start")
	}
}

// A phone of which the clock is ahead tapped now. A number too great for a duration may turn into a
// moment of the next centuries, and nobody would tap after it.
func TestNoTapLiesInTheFuture(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(13, 0), 5, nil)
	anja := r.add(o, "Anja", 0)
	r.Clock.Set(at(13, 30))
	aged := func(x Tap, ms int64) Tap {
		x.AgeMs = ms
		return x
	}
	const centuries = math.MaxInt64/1_000_000 + 1
	week := (8 * 24 * time.Hour).Milliseconds()
	for _, ms := range []int64{centuries, 2 * centuries, math.MaxInt64, week + 1} {
		r.tap(jan, "refused refused refused", aged(says(anja, session, "here"), ms),
			aged(visit("10.00", 1), ms),
			aged(Tap{
				ID: fmt.Sprint("u", ms), Kind: "unnamed", Day: "2026-11-16", Session: session,
				Change: 1,
			}, ms))
	}
	for _, ms := range []int64{-1, -centuries, math.MinInt64} {
		r.tap(jan, "counted counted",
			aged(says(anja, session, "here"), ms), aged(visit("10.00", 1), ms))
	}
	r.wantTally(3, 0, 0)
	r.Clock.Advance(time.Minute)
	r.tap(fatima, "counted", says(anja, session, "absent"))
	if p := r.session(r.see(fatima, ""), session).People[0]; p.State != "absent" {
		t.Errorf("got %q, want the later tap", p.State)
	}
}

// A tap seems as much later as it was under way: the second thought of one thumb must not lose to
// the first, which met a slow network.
func TestASecondThoughtWinsAlsoWhenTheFirstTapWasLongUnderWay(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(13, 0), 5, nil)
	anja := r.add(o, "Anja", 0)
	says := func(wanted string, age time.Duration) Tap {
		return says(anja, session, wanted).ago(age)
	}
	state := func(want string) {
		t.Helper()
		p := r.session(r.see(fatima, ""), session).People[0]
		if got := p.State + " " + p.By; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	r.Clock.Set(at(13, 30))
	r.tap(jan, "counted", says("here", 0)) // made nine seconds ago
	r.Clock.Advance(100 * time.Millisecond)
	r.tap(jan, "counted", says("open", 8*time.Second))
	state("open Jan")
	// a colleague is not the same phone
	r.tap(loes, "refused", says("here", 8*time.Second))
	r.tap(fatima, "overruled", says("here", 8*time.Second))
	state("open Jan")
	// nor is one of long ago
	r.tap(jan, "counted", says("here", time.Minute))
	state("open Jan")
}

func TestATapAboutSomebodyWhoWasCalledOffIsGone(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(13, 0), 5, nil)
	anja := r.add(o, "Anja", 0)
	if _, err := r.CancelPerson(t.Context(), booking.By{Actor: fatima}, anja); err != nil {
		t.Fatal(err)
	}
	r.tap(jan, "gone", says(anja, session, "here"))
}

func TestABegeleiderTicksAtTheOwnActivitiesOnTheirDaysAndAfter(t *testing.T) {
	r := setup(t)
	mine, own := r.meets(at(13, 0), 5, func(a *rules.Activity) { a.Staff = []string{loes.ID} })
	others, other := r.meets(at(13, 0), 5, nil)
	anja, bo := r.add(mine, "Anja", 0), r.add(others, "Bo", 0)
	r.tap(loes, "counted refused counted",
		says(anja, own, "here"), says(bo, other, "here"), visit("10.00", 1))
	r.Clock.Set(at(24+13, 0))
	r.tap(loes, "counted", says(anja, own, "absent"))
	r.tap(jan, "refused", says(anja, own, "here"))
	roles := []identity.Role{identity.Begeleider, identity.Gastheer}
	both := identity.Actor{ID: loes.ID, Roles: roles}
	r.tap(both, "counted refused", says(anja, own, "here"), says(bo, other, "here"))
	_, tomorrow := r.meets(at(48+13, 0), 5, nil)
	r.tap(fatima, "refused", says(anja, tomorrow, "here"))
}

func TestSomebodyWithoutANameTakesAPlaceAndCountsAtTheMeeting(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(11, 0), 2, nil)
	r.add(o, "Anja", 0)
	unnamed := func(id string, change int) Tap {
		return Tap{ID: id, Kind: "unnamed", Day: "2026-11-16", Session: session, Change: change}
	}
	r.tap(jan, "counted known refused", unnamed("a", 1), unnamed("a", 1), unnamed("b", 1))
	s := r.session(r.see(fatima, ""), session)
	if s.Taken != 2 || s.Unnamed != 1 || s.Here != 1 || s.Free != 0 {
		t.Errorf("got %+v", s)
	}
	if p := r.see(fatima, "").Parts[0]; p.Ticked != 1 || p.Tally != 0 {
		t.Errorf("the part of the day: got %+v", p)
	}
	one := desk.Unnamed{Change: 1, Chair: true}
	d, err := r.CountUnnamed(t.Context(), booking.By{Actor: fatima}, o, one)
	if err != nil {
		t.Fatal(err)
	}
	if s := r.session(r.see(fatima, ""), session); s.Unnamed != 2 || s.Capacity != 3 {
		t.Errorf("with a chair: got %+v", s)
	}
	if _, err := r.Undo(t.Context(), booking.By{Actor: fatima}, d.Act.ID); err != nil {
		t.Fatal(err)
	}
	if s := r.session(r.see(fatima, ""), session); s.Unnamed != 1 || s.Capacity != 2 {
		t.Errorf("taken back: got %+v", s)
	}
	r.tap(jan, "counted counted counted", unnamed("c", -1), unnamed("d", -1), unnamed("e", 1))
	if s := r.session(r.see(fatima, ""), session); s.Unnamed != 1 || s.Taken != 2 {
		t.Errorf("got %+v", s)
	}
	r.Invariants()
}
