package agenda

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"herstelruimte/internal/agenda/places/placestest"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/search"
)

// room is a whole agenda on its own database, behind its HTTP operations.
type room struct {
	*placestest.Room
	agenda *Agenda
}

var monday = placestest.Monday

// setup is a room of its own, for a test that runs beside the others.
func setup(t *testing.T) *room {
	t.Parallel()
	return alone(t)
}

func alone(t testing.TB) *room {
	t.Helper()
	r := &room{Room: placestest.New(t)}
	asked := atomic.Uint64{}
	r.agenda = &Agenda{
		Places:   *r.Places,
		Revision: func() uint64 { return asked.Add(1) },
		Search: &search.Index{
			Pool:     r.Pool,
			Synonyms: func(context.Context) []string { return []string{"lopen, wandelen"} },
		},
		Greeting: func(context.Context) (Greeting, error) { return Greeting{}, nil },
		Practical: func(context.Context) (Practical, error) {
			return Practical{"Zo kom je binnen", []string{"Bel gerust."}}, nil
		},
	}
	r.agenda.Routes(r.API)
	r.agenda.Feeds(r.Mux)
	r.HTTP = r.agenda.ShortLinks(r.Mux)
	return r
}

// Place is a date of a new activity two weeks ahead.
func (r *room) Place(capacity int) string {
	return r.Date(r.Activity(nil), monday.AddDate(0, 0, 15), capacity, nil)
}

func (r *room) MustCount(want int, sql string, args ...any) {
	r.T.Helper()
	if n := r.Number(sql, args...); n != want {
		r.T.Fatalf("%d, want %d: %s", n, want, sql)
	}
}

// RegistrationToken is the newest link of the newest row of this person's address.
func (r *room) RegistrationToken(email string) string {
	r.T.Helper()
	return r.Token("registration", waitlist.RegistrationToken, email)
}

// person is the address of the nth who has a place.
func person(n int) string { return fmt.Sprintf("p%d@voorbeeld.example", n) }

// Queue fills a date of `seats` places, and lets somebody wait.
func (r *room) Queue(seats int) string {
	r.T.Helper()
	o := r.Place(seats)
	for i := range seats {
		r.Want(r.Register(o, r.SignUp(fmt.Sprint("P", i+1), person(i+1))), 201)
	}
	r.Want(r.Wait(o, "W1", "w1@voorbeeld.example"), 201)
	return o
}
