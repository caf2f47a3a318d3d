package house_test

import (
	"testing"
	"time"

	"herstelruimte/internal/house"
)

func TestWhatIsStoredKeepsTheShortestOfItsTerms(t *testing.T) {
	t.Parallel()
	f := setup(t)
	start := f.clock.Now()
	day := func(n int) time.Time { return start.AddDate(0, 0, n) }
	set := func(n, registration, message int) {
		t.Helper()
		f.clock.Set(day(n))
		h := f.load(t)
		h.Keep.RegistrationDays, h.Keep.MessageDays = registration, message
		f.save(t, h)
		f.revision.Add(1)
	}
	set(0, 30, 90)
	set(10, 60, 90)
	set(20, 60, 120)
	set(30, 60, 120) // the same once more
	set(40, 45, 365)
	h := f.load(t)
	for _, row := range []struct{ stored, registration, message int }{
		{5, 30, 90}, {10, 45, 90}, {25, 45, 120}, {45, 45, 365},
	} {
		keep := h.KeepFor(day(row.stored))
		if keep.RegistrationDays != row.registration || keep.MessageDays != row.message {
			t.Errorf("stored on day %d: %d and %d days, want %d and %d", row.stored,
				keep.RegistrationDays, keep.MessageDays, row.registration, row.message)
		}
	}
	set(50, 7, 30)
	if past := f.load(t).Past; len(past) != 0 {
		t.Errorf("%d past terms are kept that hold for nothing", len(past))
	}
	// nobody makes up what was: Save writes it down
	h = f.load(t)
	h.Past = []house.PastTerms{{Until: day(99), Keep: h.Keep}}
	f.save(t, h)
	f.revision.Add(1)
	if past := f.load(t).Past; len(past) != 0 {
		t.Error("past terms were taken from who saves")
	}
}
