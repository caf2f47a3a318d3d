package agenda

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

var (
	sanne = identity.Actor{ID: "sanne", Roles: []identity.Role{identity.Coordinator}}
	leads = identity.Actor{ID: "loes", Roles: []identity.Role{identity.Begeleider}}
)

// must changes the date at its present version.
func (r *room) must(o string, c DateChange) StaffDate {
	r.t.Helper()
	d, err := r.changeDate(context.Background(), sanne, o, r.version(o), c)
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

func (r *room) version(o string) int {
	return r.number(`select version from occurrence where id = $1`, o)
}

func refused(t *testing.T, err error, code problem.Code, fields ...problem.Field) {
	t.Helper()
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != code || !slices.Equal(p.Fields, fields) {
		t.Errorf("%v %+v, want %s %v", err, p, code, fields)
	}
}

func ptr[T any](v T) *T { return &v }

// Promise 10: lowered below the people present, all stay and the date says so; raised, places go to
// who waits.
func TestACapacityBelowThePeoplePresentKeepsThemAll(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.place(4)
	for _, name := range []string{"a", "b", "c"} {
		r.want(r.register(o, r.signUp(name, name+"@voorbeeld.example")), 201)
	}
	d := r.must(o, DateChange{Capacity: ptr(2)})
	if d.Taken != 3 || *d.Capacity != 2 || !d.OwnCapacity || d.Version != 2 {
		t.Errorf("%+v", d)
	}
	r.mustCount(3, `select count(*) from registration where status = 'registered'`)
	if r.register(o, r.signUp("d", "d@voorbeeld.example")).Code != 409 {
		t.Error("somebody new got in")
	}
	r.want(r.wait(o, "Wachter", "w@voorbeeld.example"), 201)
	if d = r.must(o, DateChange{Capacity: ptr(5)}); d.Waiting != 1 || r.mails("M7") != 1 {
		t.Errorf("nobody was offered the new place: %+v", d)
	}
	_, err := r.changeDate(t.Context(), sanne, o, r.version(o), DateChange{Capacity: ptr(0)})
	refused(t, err, problem.Invalid, problem.Field{Name: "capacity", Code: problem.Taken})
	r.sound()
}

func TestTimeAndRoomChangeOnlyWhileNobodyIsSignedUp(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.place(4)
	move := DateChange{
		Sessions: &[]NewSession{{Day: "2026-12-02", From: "14.00", To: "16.00", Room: "Atelier"}},
	}
	d := r.must(o, move)
	if s := d.Sessions[0]; s.Day != "2026-12-02" || s.From != "14.00" || s.To != "16.00" ||
		s.Room != "Atelier" {
		t.Errorf("%+v", s)
	}
	// calendars see it
	r.mustCount(
		1, `
		select count(*) from session where occurrence_id = $1 and sequence = 1 and changed_at is not null`,
		o,
	)
	r.mustCount(
		1, `
		select count(*) from occurrence where id = $1 and closes_at = starts_at and starts_at = join_until`,
		o,
	)
	r.want(r.register(o, r.signUp("Anja", "anja@voorbeeld.example")), 201)
	r.must(o, move) // the same: nothing moves
	(*move.Sessions)[0].From = "13.00"
	_, err := r.changeDate(t.Context(), sanne, o, r.version(o), move)
	refused(t, err, problem.Conflict, problem.Field{Name: "sessions", Code: problem.Taken})
	(*move.Sessions)[0].From = "17.00"
	_, err = r.changeDate(t.Context(), sanne, o, r.version(o), move)
	refused(t, err, problem.Invalid, problem.Field{Name: "sessions.0.to", Code: problem.Order})
	r.mustCount(1, `select count(*) from session where occurrence_id = $1 and sequence = 1`, o)
	r.sound()
}

func TestADateTellsCalendarsWhatChangedOfItsWords(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.place(4)
	d := r.must(o, DateChange{
		Host:   ptr("Jan"),
		Note:   ptr("Neem een jas mee."),
		Closes: &TermLimit{By: "dayBefore", Time: "12.00"},
	})
	if d.Host != "Jan" || d.Note != "Neem een jas mee." || d.Closes == nil ||
		d.Closes.Day != "2026-11-30" ||
		d.Closes.Time != "12.00" {
		t.Errorf("%+v", d)
	}
	r.mustCount(
		1, `
		select count(*) from session where occurrence_id = $1 and sequence = 0 and changed_at is not null`,
		o,
	)
	if d = r.must(o, DateChange{Closes: &TermLimit{}}); d.Closes != nil {
		t.Errorf("%+v", d.Closes)
	}
	_, err := r.changeDate(t.Context(), sanne, o, r.version(
		o,
	), DateChange{Closes: &TermLimit{By: "moment", Day: "2026-12-24", Time: "12.00"}})
	refused(t, err, problem.Invalid, problem.Field{Name: "closes", Code: problem.Order})
}

func TestADateChangesForWhoMayAndSawItLast(t *testing.T) {
	t.Parallel()
	r := setup(t)
	act := r.activity(func(a *Activity) { a.Staff = []string{"iemand"} })
	o := r.date(act, monday.AddDate(0, 0, 15), 4, nil)
	_, err := r.changeDate(t.Context(), leads, o, 1, DateChange{Note: ptr("x")})
	refused(t, err, problem.Forbidden)
	refused(t, r.deleteDate(t.Context(), leads, o, 1), problem.Forbidden)
	if _, err := r.staffDates(t.Context(), leads, act); err == nil {
		t.Error("a begeleider reads the counts of another's activity")
	}
	_, err = r.changeDate(
		t.Context(),
		identity.Actor{ID: "iemand", Roles: leads.Roles},
		o,
		1,
		DateChange{Note: ptr("x")},
	)
	if err != nil {
		t.Error(err)
	}
	_, err = r.changeDate(t.Context(), sanne, o, 1, DateChange{Note: ptr("y")})
	refused(t, err, problem.PreconditionFailed)
	_, err = r.changeDate(t.Context(), sanne, "occ_onbekend", 1, DateChange{})
	refused(t, err, problem.NotFound)
	r.Clock.Set(monday.AddDate(0, 0, 16))
	_, err = r.changeDate(t.Context(), sanne, o, 2, DateChange{Note: ptr("y")})
	refused(t, err, problem.Closed)
}

func TestADateWithoutPeopleCanBeDeletedAndAnotherCannot(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.place(1)
	r.want(r.register(o, r.signUp("Anja", "anja@voorbeeld.example")), 201)
	refused(t, r.deleteDate(t.Context(), sanne, o, 1), problem.Conflict)
	r.want(
		r.holder("DELETE", "/api/registration", r.registrationToken("anja@voorbeeld.example"), nil),
		200,
	)
	refused(t, r.deleteDate(t.Context(), sanne, o, 1), problem.Conflict) // she still holds a link
	empty := r.place(1)
	if err := r.deleteDate(t.Context(), sanne, empty, 1); err != nil {
		t.Fatal(err)
	}
	r.mustCount(0, `select count(*) from session where occurrence_id = $1`, empty)
	r.mustCount(1, `select count(*) from occurrence`)
}

func TestTheLogBookTellsWhoChangedOrDeletedADate(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o, empty := r.place(1), r.place(1)
	r.must(o, DateChange{Note: ptr("Een geheime notitie")})
	if err := r.deleteDate(t.Context(), sanne, empty, 1); err != nil {
		t.Fatal(err)
	}
	r.want(r.register(o, r.signUp("Anja", "anja@voorbeeld.example")), 201)
	refused(t, r.deleteDate(t.Context(), sanne, o, r.version(o)), problem.Conflict)
	_, err := r.changeDate(t.Context(), leads, o, r.version(o), DateChange{Note: ptr("x")})
	refused(t, err, problem.Forbidden)
	r.mustCount(
		2, `
		select count(*) from audit_log where actor = 'sanne' and roles = '{coordinator}' and kind = 'date' and reason = '' and at = $1`,
		r.Clock.Now(),
	)
	r.mustCount(1, `select count(*) from audit_log where action = 'changed' and object_id = $1`, o)
	r.mustCount(1, `
		select count(*) from audit_log where action = 'deleted' and object_id = $1`, empty)
	r.mustCount(2, `select count(*) from audit_log`) // a refused act is none
}

// Somebody who signs up while staff move or delete a date comes before it, which is then refused,
// or after it. The control leaves out the lock, and shows that the test would see it.
func TestAMoveAndASignUpAtOneMomentNeverMissEachOther(t *testing.T) {
	t.Parallel()
	for name, unlocked := range map[string]bool{"under the lock": false, "control": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			o := r.place(4)
			signedUp := make(chan int, 1)
			r.unlocked = unlocked
			r.pause = func() {
				go func() {
					signedUp <- r.register(o, r.signUp("Anja", "anja@voorbeeld.example")).Code
				}()
				if unlocked { // nothing keeps her out
					signedUp <- <-signedUp
					return
				}
				r.waitsForALock(signedUp)
			}
			_, err := r.changeDate(context.Background(), sanne, o, 1, DateChange{
				Sessions: &[]NewSession{{Day: "2026-12-02", From: "14.00", To: "16.00"}},
			})
			if code := <-signedUp; code != 201 || err != nil {
				t.Fatalf("signed up %d, moved %v", code, err)
			}
			// The mail that she got speaks of the date as it stood when she came in.
			missed := r.number(`
				select count(*) from occurrence where id = $1 and taken = 0`, o) == 1
			if missed != unlocked {
				t.Errorf("a sign-up was missed: %v", missed)
			}
		})
	}
}

// waitsForALock waits until a connection of the test's own database waits for a row, or the sign-up
// came back without.
func (r *room) waitsForALock(back chan int) {
	for range 2000 {
		if r.number(`
			select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) > 0 {
			return
		}
		select {
		case code := <-back:
			r.t.Errorf("the sign-up did not wait: %d", code)
			back <- code
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
	r.t.Error("nobody waited for the lock")
}

func TestWarningsSayWhatMayBeWrongAndBlockNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	h := house.Default()
	h.Rooms = append(h.Rooms, house.Room{Name: "Voordeur", Outside: true})
	h.Hours = nil
	for day := 1; day <= 5; day++ {
		h.Hours = append(h.Hours, house.DayHours{
			Weekday: day,
			Blocks:  []house.Block{{From: house.At(10, 0), To: house.At(17, 0)}},
		})
	}
	r.House = func(context.Context) house.House { return h }
	other := r.activity(func(a *Activity) { a.Title, a.Host = "Vragenuur", "Noor" })
	start := time.Date(2026, 12, 1, 14, 0, 0, 0, clock.Amsterdam)
	r.date(other, start, 0, nil)
	in := DatesToCheck{
		Title:    "Schrijfcafé",
		Location: "Stille kamer",
		Host:     "noor",
		NewDates: []NewDate{
			newDate(0, session("2026-12-01", "15.00", "17.00")), // room and host are taken
			newDate(
				1,
				session("2026-12-01", "16.00", "17.00"),
			), // so is the room, by the one before
			newDate(2, session("2026-12-25", "10.00", "11.00")), // Christmas
			newDate(3, session("2026-12-06", "10.00", "11.00")), // a Sunday
			newDate(4, session("2026-11-02", "10.00", "11.00")), // over
			newDate(5, session("2026-12-02", "10.00", "11.00")), // fine
			newDate(6, session("2026-12-02", "12.00", "11.00")), // its field says what is wrong
		},
	}
	got, err := r.checkNew(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int][]DateWarning{
		0: {
			{Code: "room", Who: "Stille kamer", Activity: "Vragenuur"},
			{Code: "host", Who: "noor", Activity: "Vragenuur"},
		},
		1: {
			{Code: "room", Who: "Stille kamer", Activity: "Schrijfcafé"},
			{Code: "host", Who: "noor", Activity: "Schrijfcafé"},
		},
		2: {{Code: "holiday"}},
		3: {{Code: "closed"}},
		4: {{Code: "past"}},
	}
	for i := range in.NewDates {
		if w := got.Items[in.NewDates[i].ID]; !slices.Equal(w, want[i]) {
			t.Errorf("date %d: %+v, want %+v", i, w, want[i])
		}
	}
	mine := r.activity(func(a *Activity) { a.Host = "partner" })
	r.date(mine, start, 0, nil)
	list, err := r.staffDates(t.Context(), sanne, mine)
	if err != nil || len(list.Items) != 1 ||
		!slices.Equal(list.Items[0].Warnings, []DateWarning{
			{Code: "room", Who: "Stille kamer", Activity: "Vragenuur"},
		}) {
		t.Errorf("%+v %v", list, err)
	}
}

func TestTheListOfDatesCountsPeopleAndLeavesOutLongAgo(t *testing.T) {
	t.Parallel()
	r := setup(t)
	act := r.activity(nil)
	r.date(act, monday.AddDate(0, -2, 0), 0, nil)
	over := r.date(act, monday.AddDate(0, 0, -3), 0, nil)
	o := r.date(act, monday.AddDate(0, 0, 15), 1, nil)
	r.want(r.register(o, r.signUp("Anja", "anja@voorbeeld.example")), 201)
	r.want(r.wait(o, "Bo", "bo@voorbeeld.example"), 201)
	list, err := r.staffDates(t.Context(), sanne, act)
	if err != nil || len(list.Items) != 2 || list.Earlier != 1 || list.SignUps != 2 ||
		list.Mode != Single {
		t.Fatalf("%+v %v", list, err)
	}
	if list.Items[0].ID != over || list.Items[0].Status != "done" || list.Items[0].Used {
		t.Errorf("%+v", list.Items[0])
	}
	if d := list.Items[1]; d.Taken != 1 || d.Waiting != 1 || !d.Used || d.Status != "planned" ||
		d.Sessions[0].From != "10.00" {
		t.Errorf("%+v", d)
	}
	if list, err := r.staffDates(
		t.Context(),
		leads,
		"act_nieuw",
	); err != nil || len(list.Items) != 0 {
		t.Errorf("a new activity: %+v %v", list, err)
	}
}
