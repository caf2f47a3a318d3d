package newsletter

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/roomtest"
)

var monday = roomtest.Monday

// room is the whole room on its own database, behind its HTTP operations.
type room struct {
	*Newsletter
	*roomtest.Room
	t *testing.T
}

func setup(t *testing.T, limits float64) *room {
	t.Helper()
	ground := roomtest.New(t, limits)
	r := &room{Room: ground, t: t}
	r.Newsletter = &Newsletter{Ground: inbox.Ground{
		Pool:   ground.DB,
		Clock:  ground.Now,
		Keys:   ground.Sealer,
		Mail:   ground.Outbox,
		House:  ground.HouseNow,
		Origin: roomtest.Origin,
		Tell:   ground.Tell,
		Names:  ground.Identity.Names,
		Staff:  ground.Identity.Staff,
	}}
	mux := ground.Mount(
		r.Routes,
		r.Compose,
		r.OneClick,
		httpkit.CrossOrigin(func(string) problem.Code { return problem.Forbidden }, nil),
	)
	mux.Post("/nieuwsbrief", func(w http.ResponseWriter, req *http.Request) { // the page's own form
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.Copy(w, req.Body)
	})
	return r
}

func (r *room) formTime(ago time.Duration) string { return r.FormTime(ago) }

// with is a good form with other answers.
func (r *room) with(change map[string]any) map[string]any {
	return roomtest.Changed(
		map[string]any{
			"email":          "anja@voorbeeld.example",
			"consent":        true,
			"consentVersion": "nieuwsbrief-1",
			"formTime":       r.formTime(10 * time.Second),
		},
		change,
	)
}

func (r *room) send(body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Post("/api/newsletter/subscriptions", body, head...)
}

func (r *room) want(w *httptest.ResponseRecorder, status int) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Want(w, status)
}

func (r *room) number(sql string, args ...any) int { return r.Number(sql, args...) }
func (r *room) mails(kind string) int              { return r.Mails(kind) }

func (r *room) post(path string, body any, head ...string) *httptest.ResponseRecorder {
	return r.Post(path, body, head...)
}

const subscriptions = "/api/newsletter/subscriptions"

func (r *room) serve(req *http.Request) *httptest.ResponseRecorder { return r.Serve(req) }

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
	if err := r.Pool.QueryRow(r.t.Context(), `
		select id from subscriber where email_key = $1`, r.Keys.EmailKey(email)).Scan(
		&id,
	); err != nil {
		r.t.Fatal(err)
	}
	return r.Keys.Token(TokenPrefix, id, 1)
}

func (r *room) state(email string) (state string) {
	_ = r.Pool.QueryRow(r.t.Context(), `
		select state from subscriber where email_key = $1`, r.Keys.EmailKey(email)).Scan(&state)
	return state
}
