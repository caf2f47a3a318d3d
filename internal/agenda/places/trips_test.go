package places_test

import (
	"testing"

	"herstelruimte/internal/dbtest"
)

// One person alone: the look at what is kept of the sending, what is read under the lock, and what
// is written with the commit. With the daily limit of an address, one more: whose it is turns out
// under the lock.
func TestASignUpWaitsThreeTimesForTheDatabase(t *testing.T) {
	t.Parallel()
	for limits, want := range map[float64]int{0: 3, 100: 4} {
		heard := dbtest.Listen(t, dbtest.New(t))
		r := setupOn(t, heard.Pool, limits)
		o := r.Place(0)
		trips := func(name, email string) int {
			r.signs(o, name, email) // statements are prepared once
			heard.Reset()
			r.signs(o, name+" Twee", "2"+email)
			return heard.Trips()
		}
		if n := trips("Anja", addr("anja")); n != want {
			t.Errorf("%d round trips with limits %v, want %d", n, limits, want)
		}
		heard.Reset() // somebody who is there already waits as often as a stranger
		r.signs(o, "Anja", addr("anja"))
		if n := heard.Trips(); n != want {
			t.Errorf("%d round trips of who is there already, want %d", n, want)
		}
	}
}
