package agenda

import (
	"context"
	"sync/atomic"
	"testing"

	"herstelruimte/internal/agenda/places/placestest"
)

// room is a whole agenda on its own database, behind its HTTP operations.
type room struct {
	*placestest.Room
	agenda *Agenda
}

var (
	monday  = placestest.Monday
	person  = placestest.Person
	waiting = placestest.Waiting
)

func setup(t testing.TB) *room {
	t.Helper()
	r := &room{Room: placestest.New(t)}
	asked := atomic.Uint64{}
	r.agenda = &Agenda{
		Places:   *r.Places,
		Revision: func() uint64 { return asked.Add(1) },
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
