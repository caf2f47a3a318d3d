package places_test

import (
	"errors"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/problem"
)

// By every way to a chair more: no date has more than 500.
func TestNoChairIsPutAbove500(t *testing.T) {
	ctx := t.Context()
	r := setup(t)
	r.Clock.Set(on(17, 10, 0))
	o := r.Date(r.Activity(nil), on(17, 14, 0), 2, nil)
	gone := r.add(o, "Anja", addr("anja"))
	r.add(o, "Bart", addr("bart"))
	r.queues(o, "Wim", waiting(1))
	r.Clock.Advance(11 * time.Minute)
	r.done(r.CancelPerson(ctx, byFatima, gone))
	seats := func(n int) {
		t.Helper()
		r.exec(`
			update occurrence
			set capacity = $2, seat_limit = $2, taken = $2 - held
			where id = $1`, o, n)
	}
	entry := value[string](r, `select id from waitlist_entry`)
	r.exec(`delete from vacancy`)
	r.exec(`update occurrence set held = 0`)
	more := atDesk("Carla", "")
	more.IfFull = "chair"
	for way, chair := range map[string]func() (booking.Done, error){
		"the desk": func() (booking.Done, error) { return r.AddPerson(ctx, byFatima, o, more) },
		"come after all": func() (booking.Done, error) {
			return r.RestorePerson(ctx, byFatima, gone, true)
		},
		"no name": func() (booking.Done, error) {
			return r.CountUnnamed(ctx, byFatima, o, desk.Unnamed{Change: 1, Chair: true})
		},
		"the list": func() (booking.Done, error) { return r.GivePlace(ctx, byFatima, entry, true) },
	} {
		seats(500)
		_, err := chair()
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != problem.Invalid || p.Fields[0].Name != "capacity" {
			t.Errorf("%s, a chair above 500: %v", way, err)
		}
		seats(499)
		if _, err := chair(); err != nil {
			t.Errorf("%s, the last chair: %v", way, err)
		}
	}
}
