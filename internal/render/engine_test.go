package render

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

func newPool(bundle string, l Limits) (*pool, error) {
	code, err := compile([]byte(bundle))
	if err != nil {
		return nil, err
	}
	return poolOf(code, l)
}

func newTestPool(t *testing.T, l Limits) *pool {
	t.Helper()
	p, err := newPool(strings.Replace(bundle, "SITEMAP", sitemap, 1), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	return p
}

func bootDoing(what string) []byte {
	return []byte(`{"url":"/","status":200,"data":{"page":{"do":"` + what + `"}}}`)
}

func TestEveryMisbehaviourIsAnErrorAndTheNextRenderIsGood(t *testing.T) {
	for _, what := range []string{"throw", "loop", "deep", "memory", "number", "empty"} {
		t.Run(what, func(t *testing.T) {
			p := newTestPool(t, Limits{
				Engines: 1,
				Wait:    time.Second,
				Time:    500 * time.Millisecond,
				Memory:  64 << 20,
				Calls:   100,
			})
			if _, _, err := p.render(t.Context(), bootDoing(what), p.limits.Wait); err == nil {
				t.Fatal("no error")
			}
			h, html, err := p.render(t.Context(), bootDoing(""), p.limits.Wait)
			if err != nil || h.Title != "T /" || !strings.HasPrefix(html, "<main") {
				t.Fatalf("after it: %q %q %v", h.Title, html, err)
			}
			if what != "empty" && !strings.Contains(html, `data-render="1"`) {
				t.Fatalf("the engine lived on after an error: %s", html)
			}
		})
	}
}

func TestAnEngineRetiresAfterItsCalls(t *testing.T) {
	p := newTestPool(t, Limits{
		Engines: 1,
		Wait:    time.Second,
		Time:    time.Second,
		Memory:  64 << 20,
		Calls:   3,
	})
	for range 9 {
		if _, _, err := p.render(t.Context(), bootDoing(""), p.limits.Wait); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.starts.Load(); got != 3 {
		t.Fatalf("%d engines started for 9 renders of 3 each", got)
	}
}

func TestNoFreeEngineIsErrBusyAndNotAWait(t *testing.T) {
	p := newTestPool(t, Limits{
		Engines: 1,
		Wait:    5 * time.Millisecond,
		Time:    500 * time.Millisecond,
		Memory:  64 << 20,
		Calls:   100,
	})
	e, err := p.take(t.Context(), p.limits.Wait)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.render(t.Context(), bootDoing(""), p.limits.Wait); !errors.Is(err, ErrBusy) {
		t.Fatalf("%v, want ErrBusy", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := p.render(gone, bootDoing(""), p.limits.Wait); err == nil {
		t.Fatal("a visitor who left got a render")
	}
	p.free <- e
	if _, _, err := p.render(t.Context(), bootDoing(""), p.limits.Wait); err != nil {
		t.Fatal(err)
	}
}

func TestManyGoroutinesShareTheEngines(t *testing.T) {
	p := newTestPool(t, Limits{
		Engines: 2,
		Wait:    time.Minute,
		Time:    10 * time.Second,
		Memory:  64 << 20,
		Calls:   7,
	})
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			what := ""
			if i%10 == 0 {
				what = "throw"
			}
			_, _, err := p.render(t.Context(), bootDoing(what), p.limits.Wait)
			if (err == nil) != (what == "") {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if p.renders.Load() != 60 || p.failures.Load() != 6 {
		t.Fatalf("%d renders, %d failures", p.renders.Load(), p.failures.Load())
	}
}

func TestABrokenBundleIsFoundAtStart(t *testing.T) {
	for _, js := range []string{"this is not JavaScript", "throw new Error('boem')"} {
		if _, err := newPool(js, DefaultLimits(1)); err == nil {
			t.Fatalf("%q started", js)
		}
	}
}
