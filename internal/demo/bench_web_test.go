//go:build web

package demo

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/web"
)

// BenchmarkPages serves each page of the sample data as a browser asks for it (brotli): `kept` from
// the cache, `drawn` with new settings before each call, so that it is read, rendered and
// compressed afresh.
func BenchmarkPages(b *testing.B) {
	h := furnished(b, tuesday, web.Dist())
	wrap := id("act", "wrap") + "/" + h.plan.date("wrap", h.at(2, 3, 1330))
	trip := h.plan.date("uitstapje", h.at(2, 6, 1100))
	for _, page := range []struct{ name, path string }{
		{"home", "/"},
		{"agenda", "/agenda"},
		{"agenda-filter", "/agenda?soort=creatief"},
		{"agendadetails", "/agendadetails/" + wrap},
		{"register", "/register/" + wrap},
		{"registrationsequel", "/registrationsequel/" + wrap},
		{"waitlist", "/waitlist/" + trip},
		{"about", "/about"},
		{"not-found", "/nergens"},
		{"registrationdetails", "/registrationdetails/" + h.keys("registration", "aan_")[0]},
		{"waitlist-own", "/waitlist/" + h.keys("waitlist_entry", "wl_")[0]},
	} {
		b.Run("kept/"+page.name, func(b *testing.B) {
			for b.Loop() {
				h.fetch(page.path)
			}
		})
		b.Run("drawn/"+page.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				h.rename(fmt.Sprint("Een plek ", i))
				b.StartTimer()
				h.fetch(page.path)
			}
		})
	}
}

func (h *home) fetch(path string) {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", "br")
	w := httptest.NewRecorder()
	if h.Handler().ServeHTTP(w, r); w.Code >= 500 || w.Header().Get("Content-Encoding") != "br" {
		h.t.Fatalf("%s: %d %v", path, w.Code, w.Header())
	}
}

// rename changes the promise of the first page and tells the page cache.
func (h *home) rename(promise string) {
	h.t.Helper()
	ctx := context.Background()
	settings := house.SampleAt(h.now)
	settings.Promise = promise
	if err := db.InTx(ctx, h.Pool, func(tx pgx.Tx) error {
		return h.House.Save(ctx, tx, settings)
	}); err != nil {
		h.t.Fatal(err)
	}
	h.Agenda.Changed()
}
