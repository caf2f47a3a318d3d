package house_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
)

func TestTheWeekShowsItsDaysAndWhatDiffers(t *testing.T) {
	t.Parallel()
	h := house.SampleAt(tuesday)
	w := h.Week(tuesday)
	if w.Today != "2026-11-24" || len(w.Days) != 7 || w.Days[0].Day != "2026-11-23" ||
		w.Days[6].Day != "2026-11-29" ||
		w.FreshUntil != "2026-11-25T00:00:00+01:00" {
		t.Errorf("%+v", w)
	}
	thursday := w.Days[3]
	if len(thursday.Blocks) != 1 || len(thursday.Usual) != 2 ||
		strings.TrimRight(thursday.Reason, ".") != "We hebben even te weinig mensen" {
		t.Errorf("thursday: %+v", thursday)
	}
	if w.Days[0].Usual != nil || w.Days[6].Blocks == nil {
		t.Errorf("usual days: %+v", w.Days)
	}
	if len(w.Ahead) != 2 ||
		w.Ahead[0].Day != "2026-12-03" || w.Ahead[1].Reason != "Teamdag" {
		t.Errorf("later: %+v", w.Ahead)
	}
}

// A day that is over keeps its own hours: the week is told as it is.
func TestTheWeekKeepsTheExceptionOfADayThatIsOver(t *testing.T) {
	t.Parallel()
	h := house.SampleAt(tuesday)
	sunday := time.Date(2026, 11, 29, 23, 59, 0, 0, clock.Amsterdam)
	if w := h.Week(sunday); w.Days[3].Reason == "" || w.Days[0].Day != "2026-11-23" {
		t.Errorf("%+v", w)
	}
}

// The night on which the clock goes back lies in this week: every day stands there once.
func TestTheWeekInWhichTheClockChangesHasSevenDays(t *testing.T) {
	t.Parallel()
	w := house.Default().Week(time.Date(2026, 10, 25, 2, 30, 0, 0, clock.Amsterdam))
	var days []string
	for _, d := range w.Days {
		days = append(days, d.Day[8:])
	}
	if got := strings.Join(
		days,
		" ",
	); got != "19 20 21 22 23 24 25" || w.FreshUntil != "2026-10-26T00:00:00+01:00" {
		t.Error(got, w.FreshUntil)
	}
}

func TestTheWeekIsServed(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.save(t, house.SampleAt(tuesday))
	r := chi.NewRouter()
	house.Routes(httpkit.NewAPI(r), f.Store, f.pool, nil)
	w := httptest.NewRecorder()
	r.ServeHTTP(
		w,
		httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/opening-week", nil),
	)
	var got house.OpeningWeek
	if err := json.Unmarshal(
		w.Body.Bytes(),
		&got,
	); err != nil || w.Code != http.StatusOK || got.Days[1].Blocks[0].From != house.At(10, 0) {
		t.Error(w.Code, w.Body, err)
	}
}

// Settings that an older program stored name fewer terms: those keep their default, they are not
// "the same night".
func TestTermsThatWereNotStoredKeepTheirDefault(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.save(t, house.Default())
	if _, err := f.pool.Exec(t.Context(), `
		update setting set doc = jsonb_set(doc, '{keep}', '{"registrationDays": 12,
			"waitlistDays": 0}')`); err != nil {
		t.Fatal(err)
	}
	f.revision.Add(1)
	want := house.Default().Keep
	want.RegistrationDays, want.WaitlistDays = 12, 0
	if got := f.load(t).Keep; got != want {
		t.Errorf("%+v", got)
	}
}
