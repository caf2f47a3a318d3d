package rules

import (
	"testing"

	"herstelruimte/internal/house"
)

func TestWaitTimesAreThoseOfTheSettings(t *testing.T) {
	t.Parallel()
	h := house.Default()
	h.Waitlist.From, h.Waitlist.Long = house.At(10, 30), 12
	for _, c := range []struct {
		name string
		of   Activity
		want WaitTimes
	}{
		{"offers by themselves", Activity{}, WaitTimes{
			From: "10.30", Until: "20.00", Hours: 12, ShortHours: 4, ShortWithin: 48,
		}},
		{"we ring ourselves: nobody counts hours", Activity{CallsFirst: true}, WaitTimes{
			From: "10.30", Until: "20.00",
		}},
	} {
		if got := WaitTimesOf(h, &c.of); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}
