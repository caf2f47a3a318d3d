package complaints

import (
	"encoding/json"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/roomtest"
)

func (r *room) sweep() {
	r.t.Helper()
	if err := r.Remind(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	if _, err := r.Forget(r.t.Context(), r.Clock.Now()); err != nil {
		r.t.Fatal(err)
	}
}

func TestTwoYearsAfterClosingOnlyTheCountOfTheYearIsLeft(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	code := r.code(r.with(nil))
	r.want(r.write(code, "Een bericht van mij erbij"), 201)
	r.answers("Klaar, dank je wel.", "closed")
	end := monday.AddDate(0, 0, 730)
	r.Clock.Advance(end.Sub(monday) - time.Second)
	r.sweep()
	if r.complaints() != 1 {
		t.Fatal("a second too early")
	}
	r.Clock.Advance(time.Second)
	r.sweep()
	r.sweep()
	if r.complaints() != 0 || r.number(`
		select count(*) from complaint_message`) != 0 || r.number(`
		select n from complaint_year where year = 2026 and about = 'safety'`) != 1 ||
		r.number(`
			select count(*) from erasure_journal where kind = 'complaint'`) != 1 || r.number(`
			select count(*) from mail where state = 'queued'`) != 0 ||
		r.number(`select count(*) from idempotency where subject is not null`) != 0 {
		t.Error("something stayed")
	}
	r.want(r.read(code), 422)
}

func TestAnOpenComplaintStaysHoweverOld(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	r.Clock.Advance(5 * 365 * 24 * time.Hour)
	r.sweep()
	if r.complaints() != 1 {
		t.Error("gone")
	}
}

func TestEachTermThatIsNearIsToldOnce(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil)) // on a Monday: five working days are over on the next
	r.Clock.Advance(7*24*time.Hour - time.Second)
	if r.sweep(); r.mails("M14") != 1 {
		t.Error("told too early")
	}
	r.Clock.Advance(time.Second)
	r.sweep()
	if r.sweep(); r.mails("M14") != 2 {
		t.Errorf("%d mails after five working days", r.mails("M14"))
	}
	r.answers("", "confirmed")
	r.Clock.Advance(30 * 24 * time.Hour)
	r.sweep()
	if r.sweep(); r.mails("M14") != 3 {
		t.Errorf("%d mails after 37 days", r.mails("M14"))
	}
}

func TestAComplaintThatIsAnsweredNeedsNoWordOfItsTerm(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	r.answers("Dank je wel.", "answered")
	r.Clock.Advance(100 * 24 * time.Hour)
	if r.sweep(); r.mails("M14") != 1 {
		t.Error("told of a term")
	}
}

func TestWhatARestoreBringsBackIsErasedAgain(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	var id string
	if err := r.Pool.QueryRow(t.Context(), `select id from complaint`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if n, err := r.EraseAgain(t.Context(), []string{id, "com_other"}); n != want || err != nil {
			t.Errorf("%d %v, want %d", n, err, want)
		}
	}
}

func TestYearsAreToldWhenTheyAreOverAndSmallNumbersAreNot(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for at, n := range map[time.Time]int{
		time.Date(2023, 12, 31, 23, 59, 0, 0, clock.Amsterdam): 5,
		time.Date(2025, 1, 1, 0, 0, 0, 0, clock.Amsterdam):     4,
		monday: 7,
	} {
		for range n {
			r.code(r.with(nil))
			if _, err := r.Pool.Exec(
				t.Context(), `
				update complaint
				set received_at = $1
				where received_at = $2
					and id = (select max(id) from complaint where received_at = $2)`,
				at,
				r.Clock.Now(),
			); err != nil {
				t.Fatal(err)
			}
		}
	}
	// rows that go still count
	old, err := db.All[string](t.Context(), r.Pool, `
		select id from complaint where received_at < $1`,
		time.Date(2024, 1, 1, 0, 0, 0, 0, clock.Amsterdam))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.EraseAgain(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	f, err := r.figures(t.Context())
	got, _ := json.Marshal(f)
	const want = `{"confidantPhone":"0123 45 67 80","years":[{"year":2025,"count":0,"small":true},{"year":2024,"count":0},{"year":2023,"count":5}],"freshUntil":"2027-01-01T00:00:00+01:00"}`
	if err != nil || string(got) != want {
		t.Errorf("%v %s", err, got)
	}
}

// Many go in transactions that are short enough for everybody beside them.
func TestManyComplaintsGoInMoreTransactionsThanOne(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	const many = 250
	if _, err := r.DB.Exec(t.Context(), `
		insert into complaint (id, code_key, state, reachable, sealed, received_at, closed_at,
			updated_at)
		select 'cmp_' || n, int8send(n), 'closed', false, '', $1, $1, $1
		from generate_series(1, $2::bigint) n`, monday, many); err != nil {
		t.Fatal(err)
	}
	n, err := r.Forget(t.Context(), monday.AddDate(3, 0, 0))
	if err != nil || n != many {
		t.Errorf("%d went, want %d (%v)", n, many, err)
	}
	if most := r.number(roomtest.MostErased); most > 200 {
		t.Errorf("%d went in one transaction", most)
	}
	if n := r.number(`select n from complaint_year where year = 2026`); n != many {
		t.Errorf("%d are counted, want %d", n, many)
	}
}
