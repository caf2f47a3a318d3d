package httpkit

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

func TestBrowsersSeeTheTimeOfTheHouse(t *testing.T) {
	t.Parallel()
	c := clock.Stopped(time.Date(2027, 3, 28, 1, 30, 0, 0, clock.Amsterdam))
	answers := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	srv, control := httptest.NewServer(Dated(c.Now)(answers)), httptest.NewServer(answers)
	t.Cleanup(srv.Close)
	t.Cleanup(control.Close)
	date := func(s *httptest.Server) string {
		t.Helper()
		res, err := s.Client().Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if len(res.Header.Values("Date")) != 1 {
			t.Fatal(res.Header)
		}
		return res.Header.Get("Date")
	}
	if got := date(srv); got != "Sun, 28 Mar 2027 00:30:00 GMT" {
		t.Error(got)
	}
	c.Advance(time.Hour)
	if got := date(srv); got != "Sun, 28 Mar 2027 01:30:00 GMT" {
		t.Error(got)
	}
	if got, err := http.ParseTime(date(control)); err != nil || time.Since(got).Abs() > time.Hour {
		t.Errorf("without it the machine's time is told: %v, %v", got, err)
	}
}
