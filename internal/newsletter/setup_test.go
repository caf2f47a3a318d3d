package newsletter

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/roomtest"
)

var monday = roomtest.Monday

type letters = Room

// room is the whole room on its own database, behind its HTTP operations.
type room struct {
	*letters
	*roomtest.Room
	t *testing.T
}

func setup(t *testing.T, limits float64) *room {
	t.Helper()
	ground := roomtest.New(t, limits)
	r := &room{Room: ground, t: t}
	r.letters = &Room{Ground: inbox.Ground{
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
	r.Desk = &editing.Editing{
		Pool:  ground.DB,
		Clock: ground.Now,
		Raise: func(context.Context, pgx.Tx) error { return nil },
		Terms: func(context.Context) editing.Terms { return editing.Terms{} },
	}
	r.Desk.Add(r.OnDesk(), told(stories, "sty_"), told(news, "nws_"), told(roles, "rol_"))
	r.Coming = func(context.Context) ([]IssueDate, error) { return []IssueDate{}, nil }
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

// told is a kind that newsletters tell of; its documents say what.
func told(name, prefix string) editing.KindOf[editing.Told] {
	return editing.KindOf[editing.Told]{
		Kind:  editing.Kind{Name: name, Prefix: prefix, Ordered: name == roles},
		Check: func(*editing.Told) []problem.Field { return nil },
		Title: func(d *editing.Told) string { return d.Title },
		Tell: func(
			_ context.Context, _ db.Querier, _ string, d *editing.Told,
		) (editing.Told, error) {
			return *d, nil
		},
	}
}

// must puts a document on the desk, hidden or for visitors to read.
func (r *room) must(id string, doc any, from, until *time.Time, hidden bool) {
	r.t.Helper()
	kinds := map[string]string{"iss": IssueKind, "sty": stories, "nws": news, "rol": roles}
	kind := kinds[id[:3]]
	if err := db.InTx(r.t.Context(), r.DB, func(tx pgx.Tx) error {
		return r.Desk.Import(r.t.Context(), tx, editing.Imported{
			Kind:      kind,
			ID:        id,
			Doc:       doc,
			State:     editing.State{From: from, Until: until},
			Published: !hidden,
		})
	}); err != nil {
		r.t.Fatalf("%s: %v", id, err)
	}
}

// get reads an address into out, when that is there; it gives the status.
func (r *room) get(path string, out any) int {
	r.t.Helper()
	w := r.Call(http.MethodGet, path, nil)
	if out != nil && w.Code == http.StatusOK {
		if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
			r.t.Fatalf("%s: %v", path, err)
		}
	}
	return w.Code
}

// at is so many days from the moment of these tests.
func at(days int) *time.Time { return new(monday.AddDate(0, 0, days)) }

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
