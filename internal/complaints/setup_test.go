package complaints

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/roomtest"
)

var monday = roomtest.Monday

// room is the whole room on its own database, behind its HTTP operations.
type room struct {
	*Complaints
	*roomtest.Room
	t *testing.T
}

func setup(t *testing.T, limits float64) *room {
	t.Helper()
	ground := roomtest.New(t, limits)
	r := &room{Room: ground, t: t}
	r.Complaints = New(inbox.Ground{
		Pool:   ground.DB,
		Clock:  ground.Now,
		Keys:   ground.Sealer,
		Mail:   ground.Outbox,
		House:  ground.HouseNow,
		Origin: roomtest.Origin,
		Tell:   ground.Tell,
		Names:  ground.Identity.Names,
		Staff:  ground.Identity.Staff,
	})
	ground.Mount(r.Routes, r.Compose)
	return r
}

func (r *room) formTime(ago time.Duration) string { return r.FormTime(ago) }

// with is a good form with other answers.
func (r *room) with(change map[string]any) map[string]any {
	return roomtest.Changed(
		map[string]any{
			"about":       "safety",
			"what":        "Er lag een snoer over de gang.",
			"contactWish": false,
			"formTime":    r.formTime(10 * time.Second),
		},
		change,
	)
}

func (r *room) send(body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Post("/api/complaints", body, head...)
}

func (r *room) want(w *httptest.ResponseRecorder, status int) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Want(w, status)
}

func (r *room) number(sql string, args ...any) int { return r.Number(sql, args...) }
func (r *room) mails(kind string) int              { return r.Mails(kind) }
func (r *room) complaints() int {
	return r.number(`
	select count(*) from complaint`)
}

func (r *room) post(path string, body any, head ...string) *httptest.ResponseRecorder {
	return r.Post(path, body, head...)
}

// reachable is one of somebody who wants to be called.
func (r *room) reachable(change map[string]any) map[string]any {
	return roomtest.Changed(
		r.with(map[string]any{
			"contactWish": true,
			"name":        "Anja",
			"email":       "anja@voorbeeld.example",
			"phone":       "06 12 34 56 78",
		}),
		change,
	)
}

func (r *room) read(code string) *httptest.ResponseRecorder {
	return r.post("/api/complaints/by-code", map[string]any{
		"code":     code,
		"formTime": r.formTime(10 * time.Second),
	})
}

func (r *room) write(code, text string) *httptest.ResponseRecorder {
	return r.post("/api/complaints/by-code/messages", map[string]any{
		"code":     code,
		"reply":    text,
		"formTime": r.formTime(10 * time.Second),
	})
}

// code sends a complaint and gives its number.
func (r *room) code(body any) string {
	r.t.Helper()
	var answer ComplaintReceived
	if err := json.Unmarshal(
		r.want(r.send(body), http.StatusCreated).Body.Bytes(),
		&answer,
	); err != nil {
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
	if err := db.InTx(r.t.Context(), r.Pool, func(tx pgx.Tx) error {
		return r.Answer(r.t.Context(), tx, id, AnswerComplaint{State: state, Text: text})
	}); err != nil {
		r.t.Fatal(err)
	}
}
