package places_test

import (
	"testing"

	"herstelruimte/internal/agenda/rules"
)

func TestADateIsCountedWhenItEndsAndForGoodBeforeItsPeopleGo(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.MaxGuests = 1 }),
		monday.AddDate(0, 0, 15), 4, nil)
	two := r.SignUp("Anja", "anja@voorbeeld.example")
	two["guests"], two["firstTime"] = 1, true
	r.Want(r.Register(o, two), 201)
	r.Want(r.Register(o, r.SignUp("Bart", "bart@voorbeeld.example")), 201)
	r.Want(r.Register(o, r.SignUp("Carla", "carla@voorbeeld.example")), 201)
	r.Want(r.Wait(o, "Wim", waiting(1)), 201)
	r.CancelPlace("carla@voorbeeld.example") // Wim is offered it
	count := func(want string) {
		t.Helper()
		var got string
		if err := r.Pool.QueryRow(t.Context(), `
			select coalesce(string_agg(concat_ws(' ', registered, guests, cancelled, attended,
				absent, first_time, site, telefoon, balie, waitlist, offers, final), ','), '')
			from occurrence_count`).Scan(&got); err != nil || got != want {
			t.Errorf("%q, want %q (%v)", got, want, err)
		}
	}
	sweep := func() {
		t.Helper()
		if err := r.CountEnded(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	anja := r.RegistrationToken("anja@voorbeeld.example")
	bart := r.RegistrationToken("bart@voorbeeld.example")
	r.Clock.Set(monday.AddDate(0, 0, 15))
	sweep()
	count("") // it goes on
	r.Clock.Set(monday.AddDate(0, 0, 16))
	sweep()
	count("2 1 1 0 0 1 2 0 0 1 1 f")

	// who came is said afterwards, and then somebody has everything erased
	if _, err := r.Pool.Exec(t.Context(), `
		insert into attendance (registration_id, session_id, state, at, by)
		select r.id, se.id, 'here', se.ends_at, 'fatima'
		from registration r
		join session se on se.occurrence_id = r.occurrence_id
		where r.status = 'registered'`); err != nil {
		t.Fatal(err)
	}
	r.Want(r.Holder("POST", "/api/erase-mine", anja, nil), 204)
	count("2 1 1 2 0 1 2 0 0 1 1 t")
	r.Want(r.Holder("POST", "/api/erase-mine", bart, nil), 204)
	r.Want(r.Holder("POST", "/api/erase-mine", r.EntryToken(waiting(1)), nil), 204)
	sweep()
	count("2 1 1 2 0 1 2 0 0 1 1 t")
	r.Invariants()
}
