package agenda

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
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
func (r *room) must(o string, c changes.DateChange) StaffDate {
	r.T.Helper()
	d, err := r.agenda.changeDate(context.Background(), sanne, o, r.version(o), c)
	if err != nil {
		r.T.Fatal(err)
	}
	return d
}

// remove deletes a date; what would be noted to take that back is not looked at here.
func (r *room) remove(who identity.Actor, o string, version int) error {
	return r.agenda.DeleteDate(
		context.Background(), who, o, version,
		func(context.Context, pgx.Tx, changes.Removed) error { return nil },
	)
}

func (r *room) version(o string) int {
	return r.Number(`select version from occurrence where id = $1`, o)
}

func refused(t *testing.T, err error, code problem.Code, fields ...problem.Field) {
	t.Helper()
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != code || !slices.Equal(p.Fields, fields) {
		t.Errorf("%v %+v, want %s %v", err, p, code, fields)
	}
}

func ptr[T any](v T) *T { return &v }

// newDate is the nth new date of a draft, with one meeting.
func newDate(n int, day, from, to string) rules.NewDate {
	return rules.NewDate{
		ID:       "occ_" + string(rune('a'+n)) + "aaaaaaaaaaaaaaaaaaa",
		Sessions: []rules.NewSession{{Day: day, From: from, To: to}},
	}
}

// Lowered below the people present, all stay and the date says so; raised, places go to
// who waits.
func TestACapacityBelowThePeoplePresentKeepsThemAll(t *testing.T) {
	r := setup(t)
	o := r.Place(4)
	for _, name := range []string{"a", "b", "c"} {
		r.Want(r.Register(o, r.SignUp(name, name+"@voorbeeld.example")), 201)
	}
	d := r.must(o, changes.DateChange{Capacity: ptr(2)})
	if d.Taken != 3 || *d.Capacity != 2 || !d.OwnCapacity || d.Version != 2 {
		t.Errorf("%+v", d)
	}
	r.MustCount(3, `select count(*) from registration where status = 'registered'`)
	if r.Register(o, r.SignUp("d", "d@voorbeeld.example")).Code != 409 {
		t.Error("somebody new got in")
	}
	r.Want(r.Wait(o, "Wachter", "w@voorbeeld.example"), 201)
	if d = r.must(o, changes.DateChange{Capacity: ptr(5)}); d.Waiting != 1 ||
		r.Number(`select count(*) from mail where kind = 'M7'`) != 1 {
		t.Errorf("nobody was offered the new place: %+v", d)
	}
	_, err := r.agenda.changeDate(
		t.Context(),
		sanne,
		o,
		r.version(o),
		changes.DateChange{Capacity: ptr(0)},
	)
	refused(t, err, problem.Invalid, problem.Field{Name: "capacity", Code: problem.Taken})
	r.Invariants()
}

func TestTimeAndRoomChangeOnlyWhileNobodyIsSignedUp(t *testing.T) {
	r := setup(t)
	o := r.Place(4)
	move := changes.DateChange{
		Sessions: &[]rules.NewSession{
			{Day: "2026-12-02", From: "14.00", To: "16.00", Room: "Atelier"},
		},
	}
	d := r.must(o, move)
	if s := d.Sessions[0]; s.Day != "2026-12-02" || s.From != "14.00" || s.To != "16.00" ||
		s.Room != "Atelier" {
		t.Errorf("%+v", s)
	}
	// calendars see it
	r.MustCount(
		1, `
		select count(*)
		from session
		where occurrence_id = $1
			and sequence = 1
			and changed_at is not null`,
		o,
	)
	r.MustCount(
		1, `
		select count(*)
		from occurrence
		where id = $1
			and closes_at = starts_at
			and starts_at = join_until`,
		o,
	)
	r.Want(r.Register(o, r.SignUp("Anja", "anja@voorbeeld.example")), 201)
	r.must(o, move) // the same: nothing moves
	(*move.Sessions)[0].From = "13.00"
	_, err := r.agenda.changeDate(t.Context(), sanne, o, r.version(o), move)
	refused(t, err, problem.Conflict, problem.Field{Name: "sessions", Code: problem.Taken})
	(*move.Sessions)[0].From = "17.00"
	_, err = r.agenda.changeDate(t.Context(), sanne, o, r.version(o), move)
	refused(t, err, problem.Invalid, problem.Field{Name: "sessions.0.to", Code: problem.Order})
	r.MustCount(1, `select count(*) from session where occurrence_id = $1 and sequence = 1`, o)
	r.Invariants()
}

func TestADateTellsCalendarsWhatChangedOfItsWords(t *testing.T) {
	r := setup(t)
	o := r.Place(4)
	d := r.must(o, changes.DateChange{
		Host:   ptr("Jan"),
		Note:   ptr("Neem een jas mee."),
		Closes: &rules.TermLimit{By: "dayBefore", Time: "12.00"},
	})
	if d.Host != "Jan" || d.Note != "Neem een jas mee." || d.Closes == nil ||
		d.Closes.Day != "2026-11-30" ||
		d.Closes.Time != "12.00" {
		t.Errorf("%+v", d)
	}
	r.MustCount(
		1, `
		select count(*)
		from session
		where occurrence_id = $1
			and sequence = 0
			and changed_at is not null`,
		o,
	)
	if d = r.must(o, changes.DateChange{Closes: &rules.TermLimit{}}); d.Closes != nil {
		t.Errorf("%+v", d.Closes)
	}
	_, err := r.agenda.changeDate(t.Context(), sanne, o, r.version(
		o,
	), changes.DateChange{Closes: &rules.TermLimit{By: "moment", Day: "2026-12-24", Time: "12.00"}})
	refused(t, err, problem.Invalid, problem.Field{Name: "closes", Code: problem.Order})
}

func TestADateChangesForWhoMayAndSawItLast(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { a.Staff = []string{"iemand"} })
	o := r.Date(act, monday.AddDate(0, 0, 15), 4, nil)
	_, err := r.agenda.changeDate(t.Context(), leads, o, 1, changes.DateChange{Note: ptr("x")})
	refused(t, err, problem.Forbidden)
	refused(t, r.remove(leads, o, 1), problem.Forbidden)
	if _, err := r.agenda.staffDates(t.Context(), leads, act); err == nil {
		t.Error("a begeleider reads the counts of another's activity")
	}
	_, err = r.agenda.changeDate(
		t.Context(),
		identity.Actor{ID: "iemand", Roles: leads.Roles},
		o,
		1,
		changes.DateChange{Note: ptr("x")},
	)
	if err != nil {
		t.Error(err)
	}
	_, err = r.agenda.changeDate(t.Context(), sanne, o, 1, changes.DateChange{Note: ptr("y")})
	refused(t, err, problem.PreconditionFailed)
	_, err = r.agenda.changeDate(t.Context(), sanne, "occ_onbekend", 1, changes.DateChange{})
	refused(t, err, problem.NotFound)
	r.Clock.Set(monday.AddDate(0, 0, 16))
	_, err = r.agenda.changeDate(t.Context(), sanne, o, 2, changes.DateChange{Note: ptr("y")})
	refused(t, err, problem.Closed)
}

func TestADateWithoutPeopleCanBeDeletedAndAnotherCannot(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	r.Want(r.Register(o, r.SignUp("Anja", "anja@voorbeeld.example")), 201)
	refused(t, r.remove(sanne, o, 1), problem.Conflict)
	r.Want(
		r.Call(
			"DELETE",
			"/api/registration",
			nil,
			"Authorization",
			r.RegistrationToken("anja@voorbeeld.example"),
		),
		200,
	)
	refused(t, r.remove(sanne, o, 1), problem.Conflict) // she still holds a link
	empty := r.Place(1)
	if err := r.remove(sanne, empty, 1); err != nil {
		t.Fatal(err)
	}
	r.MustCount(0, `select count(*) from session where occurrence_id = $1`, empty)
	r.MustCount(1, `select count(*) from occurrence`)
}

func TestTheLogBookTellsWhoChangedOrDeletedADate(t *testing.T) {
	r := setup(t)
	o, empty := r.Place(1), r.Place(1)
	r.must(o, changes.DateChange{Note: ptr("Een geheime notitie")})
	if err := r.remove(sanne, empty, 1); err != nil {
		t.Fatal(err)
	}
	r.Want(r.Register(o, r.SignUp("Anja", "anja@voorbeeld.example")), 201)
	refused(t, r.remove(sanne, o, r.version(o)), problem.Conflict)
	_, err := r.agenda.changeDate(
		t.Context(),
		leads,
		o,
		r.version(o),
		changes.DateChange{Note: ptr("x")},
	)
	refused(t, err, problem.Forbidden)
	r.MustCount(
		2, `
		select count(*)
		from audit_log
		where actor = 'sanne'
			and roles = '{coordinator}'
			and kind = 'date'
			and reason = ''
			and at = $1`,
		r.Clock.Now(),
	)
	r.MustCount(1, `select count(*) from audit_log where action = 'changed' and object_id = $1`, o)
	r.MustCount(1, `
		select count(*) from audit_log where action = 'deleted' and object_id = $1`, empty)
	r.MustCount(2, `select count(*) from audit_log`) // a refused act is none
}

func TestWarningsSayWhatMayBeWrongAndBlockNothing(t *testing.T) {
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
	r.agenda.House = func(context.Context) house.House { return h }
	other := r.Activity(func(a *rules.Activity) { a.Title, a.Host = "Vragenuur", "Noor" })
	start := time.Date(2026, 12, 1, 14, 0, 0, 0, clock.Amsterdam)
	r.Date(other, start, 0, nil)
	in := DatesToCheck{
		OfActivity: OfActivity{"Schrijfcafé", "Stille kamer", "noor"},
		NewDates: []rules.NewDate{
			newDate(0, "2026-12-01", "15.00", "17.00"), // room and host are taken
			newDate(1, "2026-12-01", "16.00", "17.00"), // so is the room, by the one before
			newDate(2, "2026-12-25", "10.00", "11.00"), // Christmas
			newDate(3, "2026-12-06", "10.00", "11.00"), // a Sunday
			newDate(4, "2026-11-02", "10.00", "11.00"), // over
			newDate(5, "2026-12-02", "10.00", "11.00"), // fine
			newDate(6, "2026-12-02", "12.00", "11.00"), // its field says what is wrong
		},
	}
	got, err := r.agenda.checkNew(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int][]changes.DateWarning{
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
	mine := r.Activity(func(a *rules.Activity) { a.Host = "partner" })
	r.Date(mine, start, 0, nil)
	list, err := r.agenda.staffDates(t.Context(), sanne, mine)
	if err != nil || len(list.Items) != 1 ||
		!slices.Equal(list.Items[0].Warnings, []changes.DateWarning{
			{Code: "room", Who: "Stille kamer", Activity: "Vragenuur"},
		}) {
		t.Errorf("%+v %v", list, err)
	}
}

func TestTheListOfDatesCountsPeopleAndLeavesOutLongAgo(t *testing.T) {
	r := setup(t)
	act := r.Activity(nil)
	r.Date(act, monday.AddDate(0, -2, 0), 0, nil)
	over := r.Date(act, monday.AddDate(0, 0, -3), 0, nil)
	o := r.Date(act, monday.AddDate(0, 0, 15), 1, nil)
	r.Want(r.Register(o, r.SignUp("Anja", "anja@voorbeeld.example")), 201)
	r.Want(r.Wait(o, "Bo", "bo@voorbeeld.example"), 201)
	list, err := r.agenda.staffDates(t.Context(), sanne, act)
	if err != nil || len(list.Items) != 2 || list.Earlier != 1 || list.SignUps != 2 ||
		list.Mode != rules.Single {
		t.Fatalf("%+v %v", list, err)
	}
	if list.Items[0].ID != over || list.Items[0].Status != "done" || list.Items[0].Used {
		t.Errorf("%+v", list.Items[0])
	}
	if d := list.Items[1]; d.Taken != 1 || d.Waiting != 1 || !d.Used || d.Status != "planned" ||
		d.Sessions[0].From != "10.00" {
		t.Errorf("%+v", d)
	}
	if list, err := r.agenda.staffDates(
		t.Context(),
		leads,
		"act_nieuw",
	); err != nil || len(list.Items) != 0 {
		t.Errorf("a new activity: %+v %v", list, err)
	}
}
