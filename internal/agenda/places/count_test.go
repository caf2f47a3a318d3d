package places_test

import (
	"testing"

	"herstelruimte/internal/agenda/rules"
)

func TestADateIsCountedWhenItEndsAndForGoodBeforeItsPeopleGo(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.MaxGuests = 1 }),
		monday.AddDate(0, 0, 15), 4, nil)
	two := r.SignUp("Anja", addr("anja"))
	two["guests"], two["firstTime"] = 1, true
	r.Want(r.Register(o, two), 201)
	r.signs(o, "Bart", addr("bart"))
	r.signs(o, "Carla", addr("carla"))
	r.queues(o, "Wim", waiting(1))
	r.CancelPlace(addr("carla")) // Wim is offered it
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
		r.ok(r.CountEnded(t.Context()))
	}
	anja := r.RegistrationToken(addr("anja"))
	bart := r.RegistrationToken(addr("bart"))
	r.Clock.Set(monday.AddDate(0, 0, 15))
	sweep()
	count("") // it goes on
	r.Clock.Set(monday.AddDate(0, 0, 16))
	sweep()
	count("2 1 1 0 0 1 2 0 0 1 1 f")

	// who came is said afterwards, and then somebody has everything erased
	r.exec(`
		insert into attendance (registration_id, session_id, state, at, by)
		select r.id, se.id, 'here', se.ends_at, 'fatima'
		from registration r
		join session se on se.occurrence_id = r.occurrence_id
		where r.status = 'registered'`)
	r.Want(r.Holder("POST", "/api/erase-mine", anja, nil), 204)
	count("2 1 1 2 0 1 2 0 0 1 1 t")
	r.Want(r.Holder("POST", "/api/erase-mine", bart, nil), 204)
	r.Want(r.Holder("POST", "/api/erase-mine", r.EntryToken(waiting(1)), nil), 204)
	sweep()
	count("2 1 1 2 0 1 2 0 0 1 1 t")
	r.Invariants()
}
