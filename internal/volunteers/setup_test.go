package volunteers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

var monday = time.Date(2026, 11, 16, 10, 0, 0, 0, clock.Amsterdam)

// room is the whole room on its own database, behind its HTTP operation.
type room struct {
	*Volunteers
	t     *testing.T
	http  http.Handler
	house house.House
}

func secret(purpose string) []byte {
	sum := sha256.Sum256([]byte("test " + purpose))
	return sum[:]
}

func setup(t *testing.T, limits float64) *room {
	t.Helper()
	pool, c := dbtest.New(t), clock.Stopped(monday)
	keys, err := privacy.LoadKeys([][]byte{secret("seal")}, secret("lookup"), secret("token"))
	if err != nil {
		t.Fatal(err)
	}
	r := &room{t: t, house: house.Default()}
	queue := jobs.New(pool, c)
	keeper := &httpkit.Keeper{Pool: pool, Clock: c,
		Seal: func(id string, b []byte) []byte { return keys.Seal("idempotency", id, b) },
		Open: func(id string, b []byte) ([]byte, error) { return keys.Open("idempotency", id, b) }}
	r.Volunteers = &Volunteers{Pool: pool, Clock: c, Keys: keys, Keeper: keeper, Origin: "https://herstelruimte.example", House: func(context.Context) house.House { return r.house },
		OpenRoles: func(context.Context) ([]string, error) { return []string{"rol_koken", "rol_gastheer"}, nil }}
	r.Mail = mail.New(pool, c, queue, mail.Config{
		Domain: "herstelruimte.example", LimitFactor: limits,
		Seal:    func(id string, b []byte) []byte { return keys.Seal("mail", id, b) },
		Open:    func(id string, b []byte) ([]byte, error) { return keys.Open("mail", id, b) },
		Key:     keys.EmailKey,
		Compose: r.Compose,
	})
	mux := chi.NewRouter()
	mux.Use(httpkit.FindClient(nil))
	r.Routes(httpkit.NewAPI(mux), &httpkit.Guard{Keeper: keeper, Tickets: httpkit.NewTickets(secret("form"), c), Limits: httpkit.NewLimits(limits, netip.Prefix{})})
	r.http = mux
	return r
}

// formTime is that of a form opened so long ago.
func (r *room) formTime(ago time.Duration) string {
	return httpkit.NewTickets(secret("form"), clock.Stopped(r.Clock.Now().Add(-ago))).New().FormTime
}

// with is a good form with other answers.
func (r *room) with(change map[string]any) map[string]any {
	body := map[string]any{"name": "Anja", "email": "anja@voorbeeld.example", "phone": "06 12 34 56 78", "roles": []string{"rol_koken"}, "availability": []string{"1-morning"}, "formTime": r.formTime(10 * time.Second)}
	for k, v := range change {
		if v == nil {
			delete(body, k)
			continue
		}
		body[k] = v
	}
	return body
}

func (r *room) send(body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	req := httptest.NewRequestWithContext(r.t.Context(), http.MethodPost, "/api/volunteers", bytes.NewReader(db.JSON(body)))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", uuid.NewString())
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	return w
}

func (r *room) want(w *httptest.ResponseRecorder, status int) *httptest.ResponseRecorder {
	r.t.Helper()
	if w.Code != status {
		r.t.Fatalf("status %d, want %d: %s", w.Code, status, w.Body)
	}
	return w
}

func (r *room) number(sql string, args ...any) (n int) {
	r.t.Helper()
	if err := r.Pool.QueryRow(r.t.Context(), sql, args...).Scan(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *room) applications() int { return r.number(`select count(*) from volunteer_application`) }
func (r *room) mails(kind string) int {
	return r.number(`select count(*) from mail where kind = $1 and state <> 'withdrawn'`, kind)
}
