package places_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda/places/placestest"
)

// room is everything that touches places, with what its tests ask of it.
type room struct{ *placestest.Room }

var (
	monday  = placestest.Monday
	person  = placestest.Person
	waiting = placestest.Waiting
)

func setup(t testing.TB) *room { return &room{placestest.New(t)} }

func setupOn(t testing.TB, pool *pgxpool.Pool, limits float64) *room {
	return &room{placestest.On(t, pool, limits)}
}
