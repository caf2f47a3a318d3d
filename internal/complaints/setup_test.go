package complaints

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

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
	*Complaints
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
	r.Complaints = &Complaints{Pool: pool, Clock: c, Keys: keys, Keeper: keeper, Origin: "https://herstelruimte.example", House: func(context.Context) house.House { return r.house }}
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

// with is a good, anonymous complaint with other answers.
func (r *room) with(change map[string]any) map[string]any {
	return changed(map[string]any{"about": "safety", "what": "Er lag een snoer over de gang.", "contactWish": false, "formTime": r.formTime(10 * time.Second)}, change)
}

// reachable is one of somebody who wants to be called.
func (r *room) reachable(change map[string]any) map[string]any {
	return changed(r.with(map[string]any{"contactWish": true, "name": "Anja", "email": "anja@voorbeeld.example", "phone": "06 12 34 56 78"}), change)
}

func changed(body, change map[string]any) map[string]any {
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
	return r.post("/api/complaints", body, head...)
}

func (r *room) post(path string, body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	req := httptest.NewRequestWithContext(r.t.Context(), http.MethodPost, path, bytes.NewReader(db.JSON(body)))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", uuid.NewString())
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	return w
}

func (r *room) read(code string) *httptest.ResponseRecorder {
	return r.post("/api/complaints/by-code", map[string]any{"code": code, "formTime": r.formTime(10 * time.Second)})
}

func (r *room) write(code, text string) *httptest.ResponseRecorder {
	return r.post("/api/complaints/by-code/messages", map[string]any{"code": code, "reply": text, "formTime": r.formTime(10 * time.Second)})
}

// code sends a complaint and gives its number.
func (r *room) code(body any) string {
	r.t.Helper()
	var answer ComplaintReceived
	if err := json.Unmarshal(r.want(r.send(body), http.StatusCreated).Body.Bytes(), &answer); err != nil {
		r.t.Fatal(err)
	}
	return answer.Code
}

// answers does what staff will do.
func (r *room) answers(text, state string) {
	r.t.Helper()
	var id string
	if err := r.Pool.QueryRow(r.t.Context(), `select id from complaint`).Scan(&id); err != nil {
		r.t.Fatal(err)
	}
	if err := db.InTx(r.t.Context(), r.Pool, func(tx pgx.Tx) error { return r.Answer(r.t.Context(), tx, id, text, state) }); err != nil {
		r.t.Fatal(err)
	}
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

func (r *room) complaints() int { return r.number(`select count(*) from complaint`) }
func (r *room) mails(kind string) int {
	return r.number(`select count(*) from mail where kind = $1 and state <> 'withdrawn'`, kind)
}
