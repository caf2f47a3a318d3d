package house_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

var tuesday = time.Date(2026, 11, 24, 10, 30, 0, 0, clock.Amsterdam)

// fixture is a store whose revision rises with the transactions that change it.
type fixture struct {
	*house.Store
	pool     *pgxpool.Pool
	clock    *clock.Clock
	revision atomic.Uint64
}

func setup(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{pool: dbtest.New(t), clock: clock.Stopped(tuesday)}
	f.Store = house.NewStore(f.clock, f.revision.Load, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "update site_revision set n = n + 1")
		return err
	})
	return f
}

func (f *fixture) save(t *testing.T, h house.House) {
	t.Helper()
	if err := db.InTx(t.Context(), f.pool, func(tx pgx.Tx) error {
		return f.Save(t.Context(), tx, h)
	}); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) load(t *testing.T) house.House {
	t.Helper()
	h, err := f.Load(t.Context(), f.pool)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestWithoutStoredSettingsTheBuiltInOnesCount(t *testing.T) {
	t.Parallel()
	f := setup(t)
	if stored, err := f.Stored(t.Context(), f.pool); err != nil || stored {
		t.Fatalf("stored: %v, %v", stored, err)
	}
	if h := f.load(t); !h.Sample || !reflect.DeepEqual(h, house.Default()) {
		t.Errorf("%+v", h)
	}
}

func TestSavedSettingsAreLoadedAndCounted(t *testing.T) {
	t.Parallel()
	f := setup(t)
	want := house.SampleAt(tuesday)
	want.Name, want.Network, want.Credit = "Trefpunt Ó'Zee", "192.0.2.0/24", &house.Credit{
		Text: "x",
		URL:  "https://x.example",
	}
	f.save(t, want)
	if got := f.load(t); !reflect.DeepEqual(got, want) {
		t.Errorf("\n%+v\n%+v", got, want)
	}
	f.clock.Advance(time.Hour)
	f.save(t, want)
	var version int
	var revision int64
	var created, updated time.Time
	err := f.pool.QueryRow(
		t.Context(),
		"select version, n, created_at, updated_at from setting, site_revision where id = 'house'",
	).Scan(&version, &revision, &created, &updated)
	if err != nil || version != 2 || revision != 3 || !created.Equal(tuesday) ||
		!updated.Equal(tuesday.Add(time.Hour)) {
		t.Errorf("version %d, revision %d, %s, %s, %v", version, revision, created, updated, err)
	}
	if stored, err := f.Stored(t.Context(), f.pool); err != nil || !stored {
		t.Errorf("stored: %v, %v", stored, err)
	}
}

func TestWrongSettingsAreNeitherStoredNorAnnounced(t *testing.T) {
	t.Parallel()
	f := setup(t)
	h := house.Default()
	h.ExitURL = "http://x.example"
	err := db.InTx(t.Context(), f.pool, func(tx pgx.Tx) error { return f.Save(t.Context(), tx, h) })
	if !errors.Is(err, problem.New(problem.Invalid)) {
		t.Error(err)
	}
	if stored, err := f.Stored(t.Context(), f.pool); err != nil || stored {
		t.Errorf("stored: %v, %v", stored, err)
	}
}

func TestTheDatabaseIsAskedOncePerRevision(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.load(t)
	h := house.Default()
	h.Name = "Nieuw"
	f.save(t, h)
	if got := f.load(t).Name; got != "Herstelruimte" {
		t.Errorf("asked again within one revision: %s", got)
	}
	f.revision.Add(1)
	if got := f.load(t).Name; got != "Nieuw" {
		t.Errorf("not asked in a new revision: %s", got)
	}
	f.pool.Close()
	if got := f.load(t).Name; got != "Nieuw" {
		t.Errorf("the copy does not outlive the database: %s", got)
	}
}

func TestNoListIsEverNull(t *testing.T) {
	t.Parallel()
	f := setup(t)
	h := house.Default()
	h.Exceptions, h.Hours[5].Blocks = nil, nil
	f.save(t, h)
	body := get(t, f, nil, http.StatusOK)
	if raw, _ := json.Marshal(
		body,
	); string(raw) != string(mustJSON(t, f.load(t).Site(tuesday, nil))) {
		t.Errorf("%s", raw)
	}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case nil:
			t.Errorf("%s is null", at)
		case map[string]any:
			for k := range v {
				walk(at+"."+k, v[k])
			}
		case []any:
			for i := range v {
				walk(at, v[i])
			}
		}
	}
	walk("site", body)
}

func TestSiteTellsWhatEveryPageNeeds(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.save(t, house.SampleAt(tuesday))
	evening := house.Also{
		Title: "Jong en onderweg",
		Start: tuesday.Add(8*time.Hour + 30*time.Minute),
		End:   tuesday.Add(10*time.Hour + 30*time.Minute),
	}
	var asked time.Time
	body := get(t, f, func(_ context.Context, now time.Time) ([]house.Also, error) {
		asked = now
		return []house.Also{evening}, nil
	}, http.StatusOK)
	want := map[string]any{
		"name":          "Herstelruimte",
		"phone":         "0123 45 67 89",
		"phoneLink":     "tel:+31123456789",
		"email":         "info@herstelruimte.example",
		"address":       []any{"Kerkplein 12, 2e verdieping", "1234 AB Veldermeer"},
		"crisisChecked": "2026-11-04",
		"sample":        true,
		"freshUntil":    "2026-11-24T17:00:00+01:00",
		"openNow": map[string]any{"state": "open", "until": "17.00", "also": []any{
			map[string]any{
				"title": "Jong en onderweg",
				"start": "2026-11-24T19:00:00+01:00",
				"end":   "2026-11-24T21:00:00+01:00",
			},
		}},
	}
	for name, v := range want {
		if !reflect.DeepEqual(body[name], v) {
			t.Errorf("%s: %v, want %v", name, body[name], v)
		}
	}
	if !asked.Equal(tuesday) || len(body["hours"].([]any)) != 7 ||
		len(body["exceptions"].([]any)) != 3 ||
		len(body["crisis"].([]any)) != 4 {
		t.Errorf("%v %v", asked, body)
	}
	for _, private := range []string{"network", "mailSender", "waitlist", "keep", "rooms"} {
		if _, there := body[private]; there {
			t.Errorf("%s is nobody's business", private)
		}
	}
}

func TestAFailingAgendaIsNoHalfAnswer(t *testing.T) {
	t.Parallel()
	body := get(
		t,
		setup(t),
		func(context.Context, time.Time) ([]house.Also, error) {
			return nil, problem.New(problem.Unavailable)
		},
		http.StatusServiceUnavailable,
	)
	if body["code"] != "unavailable" {
		t.Error(body)
	}
}

func get(
	t *testing.T,
	f *fixture,
	also func(context.Context, time.Time) ([]house.Also, error),
	status int,
) (body map[string]any) {
	t.Helper()
	if also == nil {
		also = func(context.Context, time.Time) ([]house.Also, error) { return nil, nil }
	}
	r := chi.NewRouter()
	house.Routes(httpkit.NewAPI(r), f.Store, f.pool, also)
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/site", nil))
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != status {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return body
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	raw, _ = json.Marshal(m)
	return raw
}
