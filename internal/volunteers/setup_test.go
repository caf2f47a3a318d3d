package volunteers

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/roomtest"
)

var monday = roomtest.Monday

// room is the whole room on its own database, behind its HTTP operations.
type room struct {
	*Volunteers
	*roomtest.Room
	t *testing.T
}

func setup(t *testing.T, limits float64) *room {
	t.Helper()
	ground := roomtest.New(t, limits)
	r := &room{Room: ground, t: t}
	r.Volunteers = New(inbox.Ground{
		Pool:   ground.DB,
		Clock:  ground.Now,
		Keys:   ground.Sealer,
		Mail:   ground.Outbox,
		House:  ground.HouseNow,
		Origin: roomtest.Origin,
		Tell:   ground.Tell,
		Names:  ground.Identity.Names,
		Staff:  ground.Identity.Staff,
	}, Offer{
		OpenRoles: func(context.Context) ([]string, error) {
			return []string{"rol_koken", "rol_gastheer"}, nil
		},
		RoleTitles: func(context.Context, db.Querier) (map[string]string, error) {
			return map[string]string{"rol_koken": "Koken"}, nil
		},
	})
	ground.Mount(r.Routes, r.Compose)
	return r
}

func (r *room) formTime(ago time.Duration) string { return r.FormTime(ago) }

// with is a good form with other answers.
func (r *room) with(change map[string]any) map[string]any {
	return roomtest.Changed(
		map[string]any{
			"name":     "Anja",
			"email":    "anja@voorbeeld.example",
			"phone":    "06 12 34 56 78",
			"roles":    []string{"rol_koken"},
			"evening":  "sometimes",
			"formTime": r.formTime(10 * time.Second),
		},
		change,
	)
}

func (r *room) send(body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Post("/api/volunteers", body, head...)
}

func (r *room) want(w *httptest.ResponseRecorder, status int) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Want(w, status)
}

func (r *room) number(sql string, args ...any) int { return r.Number(sql, args...) }
func (r *room) mails(kind string) int              { return r.Mails(kind) }
func (r *room) applications() int {
	return r.number(`
	select count(*) from volunteer_application`)
}
