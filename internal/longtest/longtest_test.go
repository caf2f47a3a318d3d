package longtest_test

import (
	"testing"

	"herstelruimte/internal/longtest"
)

func TestTheLongRunTakesTheLongSize(t *testing.T) {
	for _, c := range []struct {
		set  string
		want int
	}{{"", 3}, {"0", 3}, {"1", 3000}} {
		t.Setenv("HERSTELRUIMTE_LONG", c.set)
		if got := longtest.N(t, 3, 3000); got != c.want || longtest.On() != (c.want == 3000) {
			t.Errorf("HERSTELRUIMTE_LONG=%q: got %d, want %d", c.set, got, c.want)
		}
	}
}
