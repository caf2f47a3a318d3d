package contact

import (
	"net/http/httptest"
	"testing"
	"time"

	"herstelruimte/internal/inbox"
	"herstelruimte/internal/roomtest"
)

var monday = roomtest.Monday

// room is the whole room on its own database, behind its HTTP operations.
type room struct {
	*Contact
	*roomtest.Room
	t *testing.T
}

func setup(t *testing.T, limits float64) *room {
	t.Helper()
	ground := roomtest.New(t, limits)
	r := &room{Room: ground, t: t}
	r.Contact = New(inbox.Ground{
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
			"subject":  "other",
			"name":     "Anja",
			"email":    "anja@voorbeeld.example",
			"phone":    "06 12 34 56 78",
			"message":  "Mag mijn hond mee?",
			"formTime": r.formTime(10 * time.Second),
		},
		change,
	)
}

func (r *room) send(body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Post("/api/messages", body, head...)
}

func (r *room) want(w *httptest.ResponseRecorder, status int) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Want(w, status)
}

func (r *room) number(sql string, args ...any) int { return r.Number(sql, args...) }
func (r *room) mails(kind string) int              { return r.Mails(kind) }
func (r *room) messages() int {
	return r.number(`
	select count(*) from contact_message`)
}
