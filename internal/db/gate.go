package db

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Gate lets a few at a time through for each key; the others wait here, in the order in which they
// came, without a connection. Who waits for a row lock keeps its connection: one busy row could
// take them all, and nobody else would be served.
type Gate struct {
	width    int
	patience time.Duration

	mu    sync.Mutex
	doors map[string]*door
}

// door is where those of one key go through. It is there as long as somebody wants to.
type door struct {
	inside chan struct{}
	users  int
}

// NewGate is a gate that lets width at a time through for each key, and lets nobody wait longer
// than patience.
func NewGate(width int, patience time.Duration) *Gate {
	return &Gate{width: width, patience: patience, doors: map[string]*door{}}
}

var errGateBusy = errors.New("waited too long for the others at one row")

// Enter waits for a turn; leave gives it to the next. Problems: unavailable, after the patience.
func (g *Gate) Enter(ctx context.Context, key string) (leave func(), err error) {
	d := g.open(key)
	leave = func() {
		<-d.inside
		g.close(key, d)
	}
	select { // without a timer for who need not wait
	case d.inside <- struct{}{}:
		return leave, nil
	default:
	}
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case d.inside <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = unavailable(errGateBusy)
	}
	g.close(key, d)
	return nil, err
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
