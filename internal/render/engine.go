// Package render serves the public pages: it turns data of the API into the HTML of a page by
// running the server bundle of web/ in QuickJS, and keeps the finished bytes. It knows pages, not
// activities.
package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"time"

	"modernc.org/quickjs"
)

// ErrBusy says that no engine came free in the time there was.
var ErrBusy = errors.New("render: every engine is busy")

// Limits of the engines.
type Limits struct {
	Engines int           // alive at most
	Wait    time.Duration // for a free engine, when older bytes can stand in
	// Patience is for a free engine when nothing can stand in: who waits that long still gets the
	// words of the page.
	Patience time.Duration
	Time     time.Duration // for one render
	Memory   uintptr       // bytes of one engine
	Calls    int           // an engine retires after this many renders
}

// DefaultLimits suit a machine with this many cores.
func DefaultLimits(cpus int) Limits {
	return Limits{
		Engines:  cpus,
		Wait:     250 * time.Millisecond,
		Patience: 20 * time.Second,
		Time:     500 * time.Millisecond,
		Memory:   64 << 20,
		Calls:    10000,
	}
}

// pool runs the bundle. An engine is used by one goroutine at a time, gets strings only and has no
// host functions.
type pool struct {
	code                      []byte
	limits                    Limits
	free                      chan *engine // a nil is an engine that is not started yet
	renders, failures, starts atomic.Int64
}

type engine struct {
	vm    *quickjs.VM
	calls int
}

// Engines get ready beside the rest of the program: to compile what they run, where the build did
// not (Compile), takes as long as all else of its start.
type Engines struct {
	done chan struct{}
	pool *pool
	err  error
}

// Ready begins to make the engines of a build.
func Ready(build fs.FS, limits Limits) *Engines {
	e := &Engines{done: make(chan struct{})}
	go func() {
		defer close(e.done)
		code, err := codeOf(build)
		if err != nil {
			e.err = err
			return
		}
		e.pool, e.err = poolOf(code, limits)
	}()
	return e
}

func (e *Engines) wait() (*pool, error) {
	<-e.done
	return e.pool, e.err
}

// Close frees engines that no Front has.
func (e *Engines) Close() {
	if p, err := e.wait(); err == nil {
		p.close()
	}
}

// poolOf starts one engine, so that a broken bundle is found at start.
func poolOf(code []byte, limits Limits) (*pool, error) {
	p := &pool{code: code, limits: limits, free: make(chan *engine, limits.Engines)}
	first, err := p.start()
	if err != nil {
		return nil, err
	}
	p.free <- first
	for i := 1; i < limits.Engines; i++ {
		p.free <- nil
	}
	return p, nil
}

func (p *pool) start() (*engine, error) {
	p.starts.Add(1)
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	vm.SetMemoryLimit(p.limits.Memory)
	vm.SetGCThreshold(16 << 20)
	if _, err := vm.EvalBytecode(p.code); err != nil {
		vm.Close()
		return nil, fmt.Errorf("render: start: %w", err)
	}
	if err := vm.SetEvalTimeout(p.limits.Time); err != nil {
		vm.Close()
		return nil, err
	}
	return &engine{vm: vm}, nil
}

// pages reads the site map out of the bundle.
func (p *pool) pages() ([]Page, error) {
	out, err := p.call(context.Background(), p.limits.Wait, "ssr.pages")
	if err != nil {
		return nil, err
	}
	var pages []Page
	if err := json.Unmarshal([]byte(out), &pages); err != nil {
		return nil, fmt.Errorf("render: site map: %w", err)
	}
	return pages, nil
}

// render gives the head and the HTML for boot, the JSON that the browser hydrates from. It waits at
// most this long for an engine.
func (p *pool) render(ctx context.Context, boot []byte, wait time.Duration) (head, string, error) {
	var h head
	out, err := p.call(ctx, wait, "ssr.render", string(boot))
	if err != nil {
		return h, "", err
	}
	line, html, ok := strings.Cut(out, "\n")
	if !ok || html == "" {
		return h, "", errors.New("render: ssr.render gave no HTML")
	}
	if err := json.Unmarshal([]byte(line), &h); err != nil {
		return h, "", fmt.Errorf("render: head: %w", err)
	}
	h.extra, html = hoisted(html)
	return h, html, nil
}

// call runs one function of the bundle. After any failure the realm may hold half-finished state,
// so the engine is thrown away; the next call starts a new one.
func (p *pool) call(ctx context.Context, wait time.Duration, fn string, args ...any) (s string, err error) {
	e, err := p.take(ctx, wait)
	if err != nil {
		return "", err
	}
	p.renders.Add(1)
	e.calls++
	defer func() {
		if fault := recover(); fault != nil { // a broken engine is not even closed
			s, err, e = "", fmt.Errorf("render: engine: %v", fault), nil
		}
		if err != nil {
			p.failures.Add(1)
		}
		if e != nil && (err != nil || e.calls >= p.limits.Calls) {
			e.vm.Close()
			e = nil
		}
		p.free <- e
	}()
	v, err := e.vm.Call(fn, args...)
	if err != nil {
		return "", err
	}
	s, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("render: %s gave %T", fn, v)
	}
	return s, nil
}

// kindOf names why a page could not be drawn. What a script throws may hold what somebody typed: of
// that only its name is told, and where it was thrown.
func kindOf(err error) string {
	var thrown *quickjs.Error
	if !errors.As(err, &thrown) {
		return err.Error()
	}
	if thrown.Name == "InternalError" { // of the engine: interrupted, out of memory
		return thrown.Error()
	}
	where, _, _ := strings.Cut(strings.TrimSpace(thrown.Stack), "\n")
	return strings.TrimSpace("thrown: " + thrown.Name + " " + where)
}

func (p *pool) take(ctx context.Context, wait time.Duration) (*engine, error) {
	var e *engine
	select {
	case e = <-p.free:
	default:
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case e = <-p.free:
		case <-t.C:
			return nil, ErrBusy
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if e != nil {
		return e, nil
	}
	e, err := p.start()
	if err != nil {
		p.free <- nil
		return nil, err
	}
	return e, nil
}

// close waits for running renders and frees every engine; later calls give ErrBusy.
func (p *pool) close() {
	for range p.limits.Engines {
		if e := <-p.free; e != nil {
			e.vm.Close()
		}
	}
}
