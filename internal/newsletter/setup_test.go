package newsletter

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
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
	"herstelruimte/internal/problem"
)

var monday = time.Date(2026, 11, 16, 10, 0, 0, 0, clock.Amsterdam)

// room is the whole room on its own database, behind its HTTP operation.
type room struct {
	*Newsletter
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
	r.Newsletter = &Newsletter{Pool: pool, Clock: c, Keys: keys, Keeper: keeper, Origin: "https://herstelruimte.example", House: func(context.Context) house.House { return r.house }}
	r.Mail = mail.New(pool, c, queue, mail.Config{
		Domain: "herstelruimte.example", LimitFactor: limits,
		Seal:    func(id string, b []byte) []byte { return keys.Seal("mail", id, b) },
		Open:    func(id string, b []byte) ([]byte, error) { return keys.Open("mail", id, b) },
		Key:     keys.EmailKey,
		Compose: r.Compose,
	})
	mux := chi.NewRouter()
	mux.Use(httpkit.FindClient(nil), r.OneClick, httpkit.CrossOrigin(func(string) problem.Code { return problem.Forbidden }))
	mux.Post("/nieuwsbrief", func(w http.ResponseWriter, req *http.Request) { // the page's own form
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.Copy(w, req.Body)
	})
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
	body := map[string]any{"email": "anja@voorbeeld.example", "consent": true, "consentVersion": "nieuwsbrief-1", "formTime": r.formTime(10 * time.Second)}
	for k, v := range change {
		if v == nil {
			delete(body, k)
			continue
		}
		body[k] = v
	}
	return body
}

const subscriptions = "/api/newsletter/subscriptions"

func (r *room) send(body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.post(subscriptions, body, head...)
}

func (r *room) post(path string, body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	req := httptest.NewRequestWithContext(r.t.Context(), http.MethodPost, path, bytes.NewReader(db.JSON(body)))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", uuid.NewString())
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	return r.serve(req)
}

func (r *room) serve(req *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	return w
}

func (r *room) confirms(token string) *httptest.ResponseRecorder {
	return r.post(subscriptions+"/confirm", map[string]any{"token": token})
}

func (r *room) leaves(token string) *httptest.ResponseRecorder {
	return r.post(subscriptions+"/unsubscribe", map[string]any{"token": token})
}

// token is that of the mailed link of this address.
func (r *room) token(email string) string {
	r.t.Helper()
	var id string
	if err := r.Pool.QueryRow(r.t.Context(), `select id from subscriber where email_key = $1`, r.Keys.EmailKey(email)).Scan(&id); err != nil {
		r.t.Fatal(err)
	}
	return r.Keys.Token(tokenPrefix, id, 1)
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

func (r *room) state(email string) (state string) {
	_ = r.Pool.QueryRow(r.t.Context(), `select state from subscriber where email_key = $1`, r.Keys.EmailKey(email)).Scan(&state)
	return state
}
func (r *room) mails(kind string) int {
	return r.number(`select count(*) from mail where kind = $1 and state <> 'withdrawn'`, kind)
}
