package places_test

import (
	"errors"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

var byFatima = booking.By{
	Actor: identity.Actor{ID: "fatima", Roles: []identity.Role{identity.Coordinator}},
}

// atDesk is somebody who phones, as the desk line sends it.
func atDesk(name, contact string) desk.DeskSignUp {
	return desk.DeskSignUp{Name: name, Contact: contact, Consent: true, Source: "telefoon"}
}

// add signs somebody up at the desk and gives the id of the sign-up.
func (r *room) add(o, name, contact string) string {
	r.T.Helper()
	return r.done(r.AddPerson(r.T.Context(), byFatima, o, atDesk(name, contact))).Act.Subject
}

// addOr is add when it may be full: then they wait, or get a chair.
func (r *room) addOr(o, name, contact, ifFull string) booking.Done {
	r.T.Helper()
	in := atDesk(name, contact)
	in.IfFull = ifFull
	return r.done(r.AddPerson(r.T.Context(), byFatima, o, in))
}

func (r *room) done(d booking.Done, err error) booking.Done {
	r.T.Helper()
	if err != nil {
		r.T.Fatal(err)
	}
	return d
}

func (r *room) refused(d booking.Done, err error, code problem.Code) {
	r.T.Helper()
	if !errors.Is(err, problem.New(code)) {
		r.T.Errorf("got %+v, %v, want %s", d, err, code)
	}
}

// stands is how a date stands: taken, held, waiting.
func (r *room) stands(o string) (n [3]int) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select taken, held, waiting from occurrence where id = $1`, o).Scan(
		&n[0], &n[1], &n[2],
	); err != nil {
		r.T.Fatal(err)
	}
	if faults, err := waitlist.BrokenInvariants(r.T.Context(), r.Pool); err != nil ||
		len(faults) > 0 {
		r.T.Errorf("broken: %v, %v", faults, err)
	}
	return n
}

func (r *room) wantStands(o string, want [3]int) {
	r.T.Helper()
	if got := r.stands(o); got != want {
		r.T.Errorf("taken, held, waiting: got %v, want %v", got, want)
	}
}

func TestAPersonCalledOffKeepsThePlaceHeldUntilItCannotBeTakenBack(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	gonda := r.add(o, "Gonda de Wit", "0612345678")
	r.queues(o, "Vera Smit", addr("vera"))
	d := r.done(r.CancelPerson(t.Context(), byFatima, gonda))
	if len(d.Caused) != 1 || d.Caused[0].Kind != "offer" || d.Caused[0].Name != "Vera" ||
		d.Act.UndoUntil == "" {
		t.Errorf("got %+v", d)
	}
	r.wantStands(o, [3]int{0, 1, 1})
	offers := `select count(*) from offer where occurrence_id = $1`
	r.MustCount(0, offers, o)
	r.Clock.Advance(10 * time.Minute)
	r.sweep()
	r.MustCount(1, offers, o)
	d, err := r.Undo(t.Context(), byFatima, d.Act.ID)
	r.refused(d, err, problem.Gone)
}

func TestACancellationTakenBackIsAsIfItHadNotBeen(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	r.signs(o, "Gonda", addr("gonda"))
	gonda := value[string](r, `select id from registration`)
	r.queues(o, "Vera", addr("vera"))
	d := r.done(r.CancelPerson(t.Context(), byFatima, gonda))
	again := r.done(r.CancelPerson(t.Context(), byFatima, gonda))
	if !again.Earlier || again.Act.ID != d.Act.ID || again.Act.By != "fatima" {
		t.Errorf("a second press: got %+v, want the act of the first", again)
	}
	back := r.undone(d)
	if back.Act.UndoneBy != "fatima" || back.Earlier {
		t.Errorf("got %+v", back)
	}
	if twice := r.undone(d); !twice.Earlier {
		t.Errorf("taken back twice: got %+v", twice)
	}
	r.wantStands(o, [3]int{1, 0, 1})
	r.MustCount(0, `mail where kind = 'M10' and state <> 'withdrawn'`)
}

func TestADeskSignUpWithoutContactIsAPersonOfItsOwn(t *testing.T) {
	r := setup(t)
	o := r.Place(3)
	r.add(o, "Lars", "")
	r.add(o, "Lars", "")
	r.add(o, "Mo", addr("mo"))
	d := r.done(r.AddPerson(t.Context(), byFatima, o, atDesk("Mo", addr("mo"))))
	if d.Status != "already" {
		t.Errorf("got %+v, want already", d)
	}
	r.wantStands(o, [3]int{3, 0, 0})
	d, err := r.AddPerson(t.Context(), byFatima, o, atDesk("Nel", ""))
	r.refused(d, err, problem.Full)
	late := atDesk("Nel", "")
	late.IfFull = "waitlist"
	d, err = r.AddPerson(t.Context(), byFatima, o, late)
	r.refused(d, err, problem.Invalid)
	late.Contact, late.Name = "0612345678", "Nel"
	if d = r.done(r.AddPerson(t.Context(), byFatima, o, late)); d.Status != "waiting" {
		t.Errorf("got %+v, want waiting", d)
	}
	r.wantStands(o, [3]int{3, 0, 1})
	r.undone(d)
	r.wantStands(o, [3]int{3, 0, 0})
}

func TestAChairMoreTakesNoPlaceFromWhoWaits(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	r.add(o, "Anja", "")
	r.queues(o, "Vera", addr("vera"))
	d := r.addOr(o, "Lars", "", "chair")
	if d.Capacity != 2 || !d.Act.Chair {
		t.Errorf("got %+v, want two places with a chair", d)
	}
	r.wantStands(o, [3]int{2, 0, 1})
	if d = r.undone(d); d.Capacity != 1 {
		t.Errorf("got %+v, want one place again", d)
	}
	r.wantStands(o, [3]int{1, 0, 1})
}

func TestAPersonIsMovedInOneAct(t *testing.T) {
	r := setup(t)
	a := r.Activity(nil)
	from := r.Date(a, monday.AddDate(0, 0, 8), 1, nil)
	to := r.Date(a, monday.AddDate(0, 0, 15), 1, nil)
	r.signs(from, "Dirk", addr("dirk"))
	dirk := value[string](r, `select id from registration`)
	r.queues(from, "Vera", addr("vera"))
	d := r.done(r.MovePerson(t.Context(), byFatima, dirk, to))
	if d.Status != "registered" || len(d.Caused) != 1 || d.Caused[0].Name != "Vera" {
		t.Errorf("got %+v", d)
	}
	r.wantStands(from, [3]int{0, 1, 1})
	r.wantStands(to, [3]int{1, 0, 0})
	r.undone(d)
	r.wantStands(from, [3]int{1, 0, 1})
	r.wantStands(to, [3]int{0, 0, 0})

	r.add(to, "Nel", "0612345678") // full now
	d = r.done(r.MovePerson(t.Context(), byFatima, dirk, to))
	if d.Status != "waiting" {
		t.Errorf("got %+v, want the waitlist there", d)
	}
	r.wantStands(from, [3]int{1, 0, 1})
	r.wantStands(to, [3]int{1, 0, 1})
	d, err := r.MovePerson(t.Context(), byFatima, dirk, r.Place(1))
	r.refused(d, err, problem.Closed) // of another activity
}

func TestSeatsRaisedByStaffGoToTheWaitlistWhenTheyStand(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	r.add(o, "Anja", "")
	r.queues(o, "Vera", addr("vera"))
	d := r.done(r.SetSeats(t.Context(), byFatima, o, 1, 2))
	r.wantStands(o, [3]int{1, 1, 1})
	other, err := r.SetSeats(t.Context(), byFatima, o, 1, 3)
	r.refused(other, err, problem.PreconditionFailed)
	r.undone(d)
	r.wantStands(o, [3]int{1, 0, 1})
}

func TestAPlaceIsGivenAtTheDoor(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), monday.Add(2*time.Hour), 1, nil)
	r.add(o, "Anja", "")
	r.queues(o, "Vera", addr("vera"))
	vera := value[string](r, `select id from waitlist_entry`)
	d, err := r.GivePlace(t.Context(), byFatima, vera, false)
	r.refused(d, err, problem.Full)
	r.Clock.Advance(2*time.Hour + 10*time.Minute) // it began: the list is closed
	r.sweep()
	d = r.done(r.GivePlace(t.Context(), byFatima, vera, true))
	if !d.Act.Chair || d.FirstName != "Vera" {
		t.Errorf("got %+v", d)
	}
	r.wantStands(o, [3]int{2, 0, 0})
	r.undone(d)
	r.wantStands(o, [3]int{1, 0, 0})
	one := r.done(r.CountUnnamed(t.Context(), byFatima, o, desk.Unnamed{Change: 1, Chair: true}))
	r.wantStands(o, [3]int{2, 0, 0})
	r.undone(one)
	r.wantStands(o, [3]int{1, 0, 0})
}

func TestAPressSentTwiceIsOneAct(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	by := byFatima
	by.Press = "tik-1"
	first := r.done(r.AddPerson(t.Context(), by, o, atDesk("Lars", "")))
	second := r.done(r.AddPerson(t.Context(), by, o, atDesk("Lars", "")))
	if first.Act.ID != second.Act.ID || !second.Earlier {
		t.Errorf("got %+v, want the act of the first press", second)
	}
	r.wantStands(o, [3]int{1, 0, 0})
}

func TestAGastheerActsOnDatesOfTodayOnly(t *testing.T) {
	r := setup(t)
	a := r.Activity(nil)
	host := booking.By{
		Actor: identity.Actor{ID: "gast", Roles: []identity.Role{identity.Gastheer}},
	}
	today := r.Date(a, monday.Add(time.Hour), 3, nil)
	later := r.Date(a, monday.AddDate(0, 0, 1), 3, nil)
	r.done(r.AddPerson(t.Context(), host, today, atDesk("Lars", "")))
	d, err := r.AddPerson(t.Context(), host, later, atDesk("Lars", ""))
	r.refused(d, err, problem.Forbidden)
	stranger := booking.By{
		Actor: identity.Actor{ID: "ber", Roles: []identity.Role{identity.Begeleider}},
	}
	d, err = r.AddPerson(t.Context(), stranger, today, atDesk("Lars", ""))
	r.refused(d, err, problem.Forbidden)
}

func TestAtTheDoorWhatTellsNobodyCanBeTakenBackForTenMinutes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		act  func(r *room, o string) booking.Done
		left time.Duration
	}{
		"signed up without an address": {func(r *room, o string) booking.Done {
			return r.done(r.AddPerson(t.Context(), byFatima, o, atDesk("Lars", "")))
		}, 10 * time.Minute},
		"signed up, with a mail": {func(r *room, o string) booking.Done {
			in := atDesk("Lars", addr("lars"))
			return r.done(r.AddPerson(t.Context(), byFatima, o, in))
		}, time.Minute},
		"without a name": {func(r *room, o string) booking.Done {
			one := desk.Unnamed{Change: 1, Chair: true}
			return r.done(r.CountUnnamed(t.Context(), byFatima, o, one))
		}, 10 * time.Minute},
		"a chair more": {func(r *room, o string) booking.Done {
			return r.done(r.SetSeats(t.Context(), byFatima, o, 5, 6))
		}, 10 * time.Minute},
		"called off": {func(r *room, o string) booking.Done {
			return r.done(r.CancelPerson(t.Context(), byFatima, r.add(o, "Anja", "")))
		}, 10 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o := r.Date(r.Activity(nil), monday.Add(time.Hour), 5, nil)
			d := c.act(r, o)
			r.Clock.Advance(c.left - time.Second)
			mine, err := r.Undoable(t.Context(), byFatima.Actor)
			if err != nil || len(mine) == 0 || mine[0].ID != d.Act.ID {
				t.Errorf("a second before: %+v, %v", mine, err)
			}
			r.Clock.Advance(time.Second)
			mine, err = r.Undoable(t.Context(), byFatima.Actor)
			if err != nil || len(mine) != 0 {
				t.Errorf("after it: %+v, %v", mine, err)
			}
			back, err := r.Undo(t.Context(), byFatima, d.Act.ID)
			r.refused(back, err, problem.Gone)
		})
	}
}

func TestWhatCanBeTakenBackIsGivenToWhoDidItAlone(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	d := r.done(r.CancelPerson(t.Context(), byFatima, r.add(o, "Gonda de Wit", "0612345678")))
	mine, err := r.Undoable(t.Context(), byFatima.Actor)
	if err != nil || len(mine) != 2 || mine[0].ID != d.Act.ID || mine[0].Name != "Gonda" ||
		mine[0].Act != "cancelled" || mine[0].Until != d.Act.UndoUntil {
		t.Errorf("got %+v, %v", mine, err)
	}
	if others, err := r.Undoable(t.Context(), identity.Actor{ID: "sanne"}); err != nil ||
		len(others) != 0 {
		t.Errorf("a colleague gets %+v, %v", others, err)
	}
	r.undone(d)
	if mine, err = r.Undoable(t.Context(), byFatima.Actor); err != nil || len(mine) != 1 {
		t.Errorf("taken back: %+v, %v", mine, err)
	}
}

func TestTheDeskReadsAContactAsEveryForm(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string][2]string{
		"mila＠example.nl":        {"mila@example.nl", ""},
		"mailto:mila@example.nl": {"mila@example.nl", ""},
		"tel:+31 6 12345678":     {"", "+31612345678"},
	} {
		d := atDesk("Mila", typed)
		if who, faults := d.Validate(); len(faults) > 0 || who.Email != want[0] ||
			who.Phone != want[1] {
			t.Errorf("%s: %q and %q, %v", typed, who.Email, who.Phone, faults)
		}
	}
}
