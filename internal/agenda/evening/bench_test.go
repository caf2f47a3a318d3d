package evening

import (
	"fmt"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
)

// busy is an evening with sixty people on six dates, half of them ticked, and three hundred visits.
func busy(b *testing.B) *room {
	r := alone(b)
	for n := range 6 {
		o, session := r.meets(at(11+n, 0), 12, func(a *rules.Activity) { a.MaxGuests = 1 })
		for i := range 10 {
			id := r.add(o, fmt.Sprint("Persoon", i), 0)
			if i%2 == 0 {
				r.tap(fatima, "counted", says(id, session, "here"))
			}
		}
	}
	for range 300 {
		r.tap(jan, "counted", visit("10.00", 1))
	}
	r.Clock.Advance(time.Hour)
	if _, err := r.Pool.Exec(b.Context(), `analyze`); err != nil {
		b.Fatal(err)
	}
	return r
}

// BenchmarkToday is what the screen of the evening costs: read as a whole, and when nothing is new.
func BenchmarkToday(b *testing.B) {
	r := busy(b)
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			if day := r.see(jan, ""); len(day.Sessions) != 6 {
				b.Fatalf("got %d sessions, want 6", len(day.Sessions))
			}
		}
	})
	b.Run("nothing new", func(b *testing.B) {
		was := r.tagOf(jan, "")
		for b.Loop() {
			if r.tagOf(jan, "") != was {
				b.Fatal("something was new")
			}
		}
	})
}
