package httpkit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"herstelruimte/internal/problem"
)

func TestTheSameSendingGetsTheSameAnswerAndHappensOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	s.header["X-Flash"] = "1"
	s.body = r.body(map[string]any{"name": "Zoë <b>&amp;\u2028</b>", "guests": 3})
	first := r.send(s)
	wantStored(t, first)
	if first.Header().Get("ETag") != `"3"` {
		t.Error(first.Header())
	}
	again := []sending{s, s, s, s}
	again[1].body = r.body(map[string]any{
		"name":     "Zoë <b>&amp;\u2028</b>",
		"guests":   3,
		"formTime": "forged",
	})
	again[2].body = r.body(map[string]any{
		"name":          " Zoe\u0308 <b>&amp;\u2028</b>\x00",
		"guests":        3.0,
		"formTime":      nil,
		"laat_dit_leeg": "http://spam.example",
	})
	again[3].from = "192.0.2.9:1"
	for i, s := range again {
		w := r.send(s)
		if w.Code != first.Code || w.Body.String() != first.Body.String() ||
			!maps.Equal(flat(w.Header()), flat(first.Header())) {
			t.Errorf(
				"%d:\n%d %v %s\nfirst\n%d %v %s",
				i,
				w.Code,
				w.Header(),
				w.Body,
				first.Code,
				first.Header(),
				first.Body,
			)
		}
	}
	if r.names() != 1 || r.acts.Load() != 1 {
		t.Errorf("%d names, %d acts", r.names(), r.acts.Load())
	}
}

func TestAnAnswerWithoutABodyIsReplayedWithoutABody(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := sending{
		method: http.MethodDelete,
		path:   "/api/press",
		key:    uuid.NewString(),
		from:   "203.0.113.7:1",
		header: map[string]string{"X-Flash": "1", "Authorization": "Aanmelding x"},
	}
	first := r.send(s)
	again := r.send(s)
	if first.Code != http.StatusNoContent || again.Code != first.Code ||
		first.Body.Len()+again.Body.Len() != 0 ||
		!maps.Equal(flat(first.Header()), flat(again.Header())) ||
		r.names() != 1 {
		t.Errorf(
			"%d %v, then %d %v; %d names",
			first.Code,
			first.Header(),
			again.Code,
			again.Header(),
			r.names(),
		)
	}
}

func TestAKeyIsForOneSendingOnly(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	wantStored(t, r.send(s))
	other := s
	other.body = r.body(map[string]any{"name": "Bart"})
	want(t, r.send(other), problem.KeyReused)
	other = s
	other.path = "/api/careless"
	want(t, r.send(other), problem.KeyReused)
	other = s
	other.header = map[string]string{
		"Content-Type":  "application/json",
		"Authorization": "Aanmelding " + secretToken,
	}
	want(t, r.send(other), problem.KeyReused)
	if r.names() != 1 {
		t.Error("stored")
	}
}

func TestARefusalLeavesTheKeyUsable(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	good := s.body
	for code, body := range map[problem.Code]string{
		problem.Invalid:     r.body(map[string]any{"name": nil}),
		problem.TooFast:     r.body(map[string]any{"formTime": r.opened(0)}),
		problem.FormExpired: r.body(map[string]any{"formTime": "x"}),
	} {
		s.body = body
		want(t, r.send(s), code)
	}
	s.body = good
	for _, code := range []problem.Code{problem.Full, problem.Closed, problem.Conflict} {
		r.act = func(context.Context) error { return problem.New(code) }
		want(t, r.send(s), code)
	}
	r.act = func(context.Context) error { return errBroken }
	want(t, r.send(s), problem.Internal)
	if r.names() != 0 || r.kept() != 0 {
		t.Fatalf("%d names, %d answers kept", r.names(), r.kept())
	}
	r.act = func(context.Context) error { return nil }
	if wantStored(t, r.send(s)); r.names() != 1 {
		t.Error("not stored")
	}
}

func TestAKeptAnswerCannotBeReadInTheTableNorMovedToAnotherKey(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	s.body = r.body(map[string]any{"name": "Anja Geheim"})
	wantStored(t, r.send(s))
	var row, subject string
	var sealed []byte
	if err := r.pool.QueryRow(
		t.Context(),
		"select i::text, sealed, subject from idempotency i where key = $1",
		s.key,
	).Scan(&row, &sealed, &subject); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte("Geheim")) || bytes.Contains(sealed, []byte("stored")) ||
		strings.Contains(row, "Anja") ||
		subject != "note_1" {
		t.Errorf("readable: %s", row)
	}
	other := uuid.NewString()
	if _, err := r.pool.Exec(t.Context(), "update idempotency set key = $1", other); err != nil {
		t.Fatal(err)
	}
	s.key = other
	if w := r.send(s); strings.Contains(w.Body.String(), "Geheim") {
		t.Error("an answer was given under another key")
	} else {
		want(t, w, problem.Internal)
	}
}

func TestAnswersAreForgottenAfterADay(t *testing.T) {
	t.Parallel()
	r := setup(t)
	old := r.good()
	wantStored(t, r.send(old))
	r.clock.Advance(24*time.Hour - time.Microsecond)
	young := r.good()
	wantStored(t, r.send(young))
	wantStored(t, r.send(old))
	if err := r.guard.Keeper.Sweep(t.Context()); err != nil || r.kept() != 2 || r.names() != 2 {
		t.Fatal("too early", err, r.kept(), r.names())
	}
	r.clock.Advance(time.Microsecond)
	old.body = r.body(nil)
	if wantStored(t, r.send(old)); r.names() != 3 || r.kept() != 2 {
		t.Fatalf(
			"a key of a day old is a new key, swept or not: %d names, %d answers",
			r.names(),
			r.kept(),
		)
	}
	r.clock.Advance(24*time.Hour - time.Microsecond)
	if err := r.guard.Keeper.Sweep(t.Context()); err != nil || r.kept() != 1 {
		t.Fatal("the young answer should be gone, the renewed one kept", err, r.kept())
	}
	r.clock.Advance(time.Microsecond)
	if err := r.guard.Keeper.Sweep(t.Context()); err != nil || r.kept() != 0 {
		t.Fatal(err, r.kept())
	}
}

// atOnce sends s from n goroutines that start together and gives all answers.
func (r *room) atOnce(n int, s sending) []*httptest.ResponseRecorder {
	out := make([]*httptest.ResponseRecorder, n)
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			out[i] = r.send(s)
		})
	}
	close(start)
	wg.Wait()
	return out
}

func TestSixtyAtOnceWithOneKeyActOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	turnedAway := make(chan struct{})
	// the act goes on until somebody was turned away: the race is real
	r.act = func(ctx context.Context) error {
		select {
		case <-turnedAway:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	var once sync.Once
	inner := r.http
	r.http = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		inner.ServeHTTP(w, req)
		if w.(*httptest.ResponseRecorder).Code == http.StatusConflict {
			once.Do(func() { close(turnedAway) })
		}
	})
	answers := map[int]int{}
	var body string
	for _, w := range r.atOnce(60, s) {
		answers[w.Code]++
		if w.Code == http.StatusConflict {
			want(t, w, problem.Busy)
		} else if body = w.Body.String(); w.Header().Get("Cache-Control") != NoStore {
			t.Error(w.Header())
		}
	}
	if answers[http.StatusCreated] < 1 || answers[http.StatusConflict] < 1 ||
		answers[http.StatusCreated]+answers[http.StatusConflict] != 60 {
		t.Errorf("%v", answers)
	}
	if r.acts.Load() != 1 || r.names() != 1 || r.kept() != 1 {
		t.Errorf("%d acts, %d names, %d answers kept", r.acts.Load(), r.names(), r.kept())
	}
	if w := r.send(s); w.Code != http.StatusCreated || w.Body.String() != body {
		t.Error("the retry of one that was turned away:", w.Code, w.Body)
	}
}

// The control: the same act behind the same guard, without Once.
func TestControlWithoutOnceSixtyAtOnceActSixtyTimes(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	s.path = "/api/careless"
	for _, w := range r.atOnce(60, s) {
		if w.Code != http.StatusNoContent {
			t.Error(w.Code, w.Body)
		}
	}
	if r.acts.Load() != 60 || r.names() != 60 {
		t.Errorf("%d acts, %d names: the race test proves nothing", r.acts.Load(), r.names())
	}
}

func TestAnAnswerLostOnTheWayIsGivenToTheRetry(t *testing.T) {
	t.Parallel()
	r := setup(t)
	var sends atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if sends.Add(1) > 1 {
			r.http.ServeHTTP(w, req)
			return
		}
		r.http.ServeHTTP(httptest.NewRecorder(), req) // committed, and then the connection falls
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(srv.Close)
	s := r.good()
	if res, err := s.over(t.Context(), srv.URL); err == nil {
		_ = res.Body.Close()
		t.Fatal("the connection was not cut")
	}
	if r.names() != 1 {
		t.Fatal("nothing was committed before the cut: this test proves nothing")
	}
	res, err := s.over(t.Context(), srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if b, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusCreated ||
		string(b) != `{"status":"stored","name":"Anja"}`+"\n" {
		t.Error(res.StatusCode, string(b), err)
	}
	if r.names() != 1 || r.acts.Load() != 1 {
		t.Errorf("%d names, %d acts", r.names(), r.acts.Load())
	}
}

func TestAVisitorWhoLeavesBeforeTheCommitLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	r := setup(t)
	acting, ended := make(chan struct{}), make(chan struct{})
	r.act = func(ctx context.Context) error {
		close(acting)
		<-ctx.Done()
		return ctx.Err()
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		defer close(ended)
		r.http.ServeHTTP(w, req)
	}))
	t.Cleanup(srv.Close)
	s := r.good()
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-acting; leave() }()
	if res, err := s.over(ctx, srv.URL); !errors.Is(err, context.Canceled) {
		t.Fatal(res, err)
	}
	<-ended
	if r.names() != 0 || r.kept() != 0 {
		t.Fatalf("%d names, %d answers kept", r.names(), r.kept())
	}
	r.act = func(context.Context) error { return nil }
	res := r.send(s)
	for range 600 { // the lock of the key goes when PostgreSQL sees that its client went
		if res.Code != http.StatusConflict {
			break
		}
		time.Sleep(10 * time.Millisecond)
		res = r.send(s)
	}
	if wantStored(t, res); r.names() != 1 {
		t.Error(r.names())
	}
}

// over sends s through a real connection of its own.
func (s sending) over(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, s.method, url+s.path, strings.NewReader(s.body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", s.key)
	for k, v := range s.header {
		req.Header.Set(k, v)
	}
	client := http.Client{
		Transport: &http.Transport{
			DisableKeepAlives: true,
			DialContext:       (&net.Dialer{}).DialContext,
		},
	}
	return client.Do(req)
}
