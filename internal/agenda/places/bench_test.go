package places_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
)

// BenchmarkRegistrations signs people up through the HTTP operation: all for one date, or spread
// over a thousand.
func BenchmarkRegistrations(b *testing.B) {
	for _, spread := range []int{1, 1000} {
		b.Run(fmt.Sprintf("over-%d-dates", spread), func(b *testing.B) {
			r := setupOn(b, dbtest.NewSized(b, 20), 0)
			act := r.Activity(nil)
			var dates []string
			for i := range spread {
				dates = append(
					dates,
					r.Date(
						act,
						monday.AddDate(0, 0, 15).Add(time.Duration(i)*time.Minute),
						500,
						nil,
					),
				)
			}
			var n atomic.Int64
			b.SetParallelism(8)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					i := n.Add(1)
					body := r.SignUp(fmt.Sprint("P", i), fmt.Sprintf("p%d@voorbeeld.example", i))
					body["ifFull"] = "waitlist"
					if w := r.Register(dates[int(i)%spread], body); w.Code != 201 {
						b.Fatalf("%d %s", w.Code, w.Body)
					}
				}
			})
		})
	}
}
