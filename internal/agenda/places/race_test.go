package places_test

import (
	"sync"
	"testing"

	"herstelruimte/internal/dbtest"
)

// together runs f for 0 … n-1 at one moment, at most 60 at a time.
func together(n int, f func(i int)) {
	var wg sync.WaitGroup
	start, slots := make(chan struct{}), make(chan struct{}, 60)
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			slots <- struct{}{}
			f(i)
			<-slots
		}()
	}
	close(start)
	wg.Wait()
}

func TestOnePersonPressingManyTimesWithNewKeysIsOneRow(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 30), 0)
	o := r.Place(10)
	together(30, func(int) {
		if w := r.Register(o, r.SignUp("Anja", addr("anja"))); w.Code != 201 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
	r.MustCount(1, `registration`)
	r.MustCount(29, `mail where kind = 'M2'`)
	r.Invariants()
}
