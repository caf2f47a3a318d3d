package places_test

import (
	"testing"
	"time"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
)

var coordinator = identity.Actor{ID: "sanne", Roles: []identity.Role{identity.Coordinator}}

// Somebody who signs up while staff move or delete a date comes before it, which is then refused,
// or after it. The control leaves out the lock, and shows that the test would see it.
func TestAMoveAndASignUpAtOneMomentNeverMissEachOther(t *testing.T) {
	t.Parallel()
	for name, unlocked := range map[string]bool{"under the lock": false, "control": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			o := r.Place(4)
			signedUp := make(chan int, 1)
			r.HoldDate(unlocked, func() {
				go func() {
					signedUp <- r.Register(o, r.SignUp("Anja", "anja@voorbeeld.example")).Code
				}()
				if unlocked { // nothing keeps her out
					signedUp <- <-signedUp
					return
				}
				r.waitsForALock(signedUp)
			})
			err := r.ChangeDate(t.Context(), coordinator, o, 1, changes.DateChange{
				Sessions: &[]rules.NewSession{{Day: "2026-12-02", From: "14.00", To: "16.00"}},
			})
			if code := <-signedUp; code != 201 || err != nil {
				t.Fatalf("signed up %d, moved %v", code, err)
			}
			// The mail that she got speaks of the date as it stood when she came in.
			missed := r.Number(`
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
		if r.waiters() > 0 {
			return
		}
		select {
		case code := <-back:
			r.T.Errorf("the sign-up did not wait: %d", code)
			back <- code
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
	r.T.Error("nobody waited for the lock")
}
