package house_test

import (
	"strings"
	"testing"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/house"
)

// Terms that an older program stored outside their bounds come inside them: else nothing else of
// the settings could be published any more.
func TestTermsFromBeforeTheirBoundsComeInside(t *testing.T) {
	t.Parallel()
	f := setup(t)
	h := house.Default()
	h.Keep.AuditDays, h.Keep.UnansweredDays, h.Keep.UndoMinutes = 0, 3650, 0
	h.Keep.RegistrationDays = 41
	if _, err := f.pool.Exec(t.Context(), `
		insert into setting (id, doc, created_at, updated_at)
		values ('house', $1, $2, $2)`, db.JSON(h), tuesday); err != nil {
		t.Fatal(err)
	}
	documents, _, _ := strings.Cut(dbtest.Up(t, "00085_terms.sql"), "-- A term counts")
	for range 2 {
		if _, err := f.pool.Exec(t.Context(), documents); err != nil {
			t.Fatal(err)
		}
	}
	got, err := f.Load(t.Context(), f.pool)
	if err != nil || got.Validate() != nil || got.Keep.AuditDays != 90 ||
		got.Keep.UnansweredDays != 365 || got.Keep.UndoMinutes != 1 ||
		got.Keep.RegistrationDays != 41 || got.Keep.SupportDays != h.Keep.SupportDays {
		t.Errorf("%+v, %v", got.Keep, err)
	}
}
