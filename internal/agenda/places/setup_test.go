package places_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda/places/placestest"
	"herstelruimte/internal/dbtest"
)

// room is everything that touches places, with what its tests ask of it.
type room struct {
	*placestest.Room
	Post *postOffice
}

var (
	monday  = placestest.Monday
	person  = placestest.Person
	waiting = placestest.Waiting
)

func setup(t testing.TB) *room { return setupOn(t, dbtest.New(t), 0) }

func setupOn(t testing.TB, pool *pgxpool.Pool, limits float64) *room {
	post := &postOffice{}
	return &room{placestest.On(t, pool, limits, post.open(t)), post}
}
