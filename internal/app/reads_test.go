package app

import (
	"net/http"
	"testing"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
)

// A hundredth of the limits: three reads a minute.
func TestReadsOfTheAPIAreLimited(t *testing.T) {
	t.Parallel()
	cfg := configOf(t, dbtest.URL(t))
	cfg.LimitFactor = 0.01
	s := start(t, cfg, clock.Stopped(monday), nil)
	for range 3 {
		s.want(s.call(http.MethodGet, "/api/home", nil), http.StatusOK)
	}
	a := s.want(s.call(http.MethodGet, "/api/site", nil), http.StatusTooManyRequests)
	if a.json(t)["code"] != "too_many" || a.head.Get("Retry-After") != "60" {
		t.Errorf("%v %s", a.head, a.body)
	}
	s.want(s.call(http.MethodGet, "/livez", nil), http.StatusNoContent)
}
