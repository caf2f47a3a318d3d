package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Gate lets a few at a time through for each key, and not too many for all keys together; the
// others wait here, in the order in which they came, without a connection. Who waits for a row lock
// keeps its connection: busy rows could take them all, and nobody else would be served.
type Gate struct {
	width    int
	all      chan struct{} // who is inside
	patience time.Duration

	mu    sync.Mutex
	doors map[string]*door
}

// door is where those of one key go through. It is there as long as somebody wants to.
type door struct {
	inside chan struct{}
	users  int
}

// NewGate is a gate that lets width at a time through for each key, most for all of them, and lets
// nobody wait longer than patience.
func NewGate(width, most int, patience time.Duration) *Gate {
	return &Gate{
		width:    width,
		all:      make(chan struct{}, most),
		patience: patience,
		doors:    map[string]*door{},
	}
}

var errGateBusy = errors.New("waited too long for the others at one row")

// Enter waits for a turn at these keys; leave gives it to the next. Who wants several asks for them
// at once: they wait in one order, so that two never wait for each other. Problems: unavailable,
// after the patience.
func (g *Gate) Enter(ctx context.Context, keys ...string) (leave func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, g.patience, errGateBusy)
	defer cancel()
	var inside []func()
	leave = func() {
		for _, out := range slices.Backward(inside) {
			out()
		}
	}
	for _, key := range slices.Compact(slices.Sorted(slices.Values(keys))) {
		d := g.open(key)
		inside = append(inside, func() { g.close(key, d) })
		if err := enter(ctx, d.inside); err != nil {
			leave()
			return nil, err
		}
		inside = append(inside, func() { <-d.inside })
	}
	if err := enter(ctx, g.all); err != nil { // the last, so that nobody inside waits for a door
		leave()
		return nil, err
	}
	inside = append(inside, func() { <-g.all })
	return leave, nil
}

// Wanted says whether anybody is inside for this key, or waits for it.
func (g *Gate) Wanted(key string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.doors[key] != nil
}

func enter(ctx context.Context, inside chan struct{}) error {
	select { // who need not wait goes in, whatever the time
	case inside <- struct{}{}:
		return nil
	default:
	}
	select {
	case inside <- struct{}{}:
		return nil
	case <-ctx.Done():
		if errors.Is(context.Cause(ctx), errGateBusy) {
			return unavailable(errGateBusy)
		}
		return ctx.Err()
	}
}

func (g *Gate) open(key string) *door {
	g.mu.Lock()
	defer g.mu.Unlock()
	d := g.doors[key]
	if d == nil {
		d = &door{inside: make(chan struct{}, g.width)}
		g.doors[key] = d
	}
	d.users++
	return d
}

func (g *Gate) close(key string, d *door) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if d.users--; d.users == 0 {
		delete(g.doors, key)
	}
}
