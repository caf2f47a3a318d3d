package db_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

func TestAGateLetsAFewThroughForEachKeyInTheOrderInWhichTheyCame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := db.NewGate(2, 9, time.Minute)
		through, leaves := make(chan int, 10), make(chan func(), 10)
		for i := range 5 {
			go func() {
				leave, err := g.Enter(t.Context(), "busy")
				if err != nil {
					t.Error(err)
					return
				}
				through <- i
				leaves <- leave
			}()
			synctest.Wait() // each comes after the one before
		}
		other, err := g.Enter(t.Context(), "quiet")
		if err != nil {
			t.Fatal("another key waits too:", err)
		}
		other()
		for inside := 2; inside <= 5; inside++ {
			if len(through) != inside {
				t.Fatalf("%d came through, want %d", len(through), inside)
			}
			(<-leaves)()
			synctest.Wait()
		}
		for want := range 5 {
			if got := <-through; got != want {
				t.Errorf("number %d came through as number %d", got, want)
			}
		}
	})
}

func TestNobodyWaitsAtAGateForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := db.NewGate(1, 9, 25*time.Second)
		leave, err := g.Enter(t.Context(), "busy")
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, err = g.Enter(t.Context(), "busy")
		if !errors.Is(err, problem.New(problem.Unavailable)) ||
			time.Since(began) != 25*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		left, leaveNow := context.WithCancel(t.Context())
		leaveNow()
		if _, err := g.Enter(left, "busy"); !errors.Is(err, context.Canceled) {
			t.Error("who left still waits:", err)
		}
		leave()
		again, err := g.Enter(t.Context(), "busy")
		if err != nil {
			t.Fatal("those who gave up still hold it:", err)
		}
		again()
		if n := g.Keys(); n != 0 {
			t.Error("keys that nobody uses stay:", n)
		}
	})
}

func TestBusyKeysLeaveRoomBesideTheGate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := db.NewGate(2, 3, time.Minute)
		through := make(chan func(), 10)
		for _, keys := range [][]string{{"a"}, {"a"}, {"b", "a"}, {"b"}, {"c"}, {"a", "b", "b"}} {
			go func() {
				leave, err := g.Enter(t.Context(), keys...)
				if err != nil {
					t.Error(err)
				}
				through <- leave
			}()
			synctest.Wait()
		}
		for range 6 {
			if len(through) > 3 {
				t.Errorf("%d are inside, want 3 at most", len(through))
			}
			(<-through)()
			synctest.Wait()
		}
		if n := g.Keys(); n != 0 {
			t.Error("keys that nobody uses stay:", n)
		}
	})
}
