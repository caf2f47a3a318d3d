package db

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// net's own words for a line on which nothing comes back: asked after ten seconds of silence, three
// times, every three seconds.
var alive = net.KeepAliveConfig{
	Enable: true, Idle: 10 * time.Second, Interval: 3 * time.Second, Count: 3,
}

// unheard is how long a line may wait for the other end to confirm what was sent.
const unheard = 10 * time.Second

// dials are the lines of one pool.
type dials struct {
	net.Dialer
	mu     sync.Mutex
	open   map[*line]struct{}
	closed bool
}

type line struct {
	net.Conn
	of *dials
}

func newDials() *dials {
	return &dials{
		Dialer: net.Dialer{KeepAliveConfig: alive, Control: bounded},
		open:   map[*line]struct{}{},
	}
}

func (d *dials) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l := &line{c, d}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		_ = c.Close()
		return nil, net.ErrClosed
	}
	d.open[l] = struct{}{}
	return l, nil
}

func (l *line) Close() error {
	l.of.mu.Lock()
	delete(l.of.open, l)
	l.of.mu.Unlock()
	return l.Conn.Close()
}

// cut closes all lines and opens none any more, also not to tell the server to stop: a commit that
// waits for a second server goes on to wait there, and is not kept by one alone.
func (d *dials) cut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for l := range d.open {
		_ = l.Conn.Close()
	}
}

// pools are the lines of each pool that is open.
var pools sync.Map // *pgxpool.Pool -> *dials

// Close closes a pool of Open. What is held for longer than patience is cut: a commit may wait for
// a second server for as long as that one is away.
func Close(pool *pgxpool.Pool, patience time.Duration) {
	if d, ok := pools.LoadAndDelete(pool); ok {
		defer time.AfterFunc(patience, d.(*dials).cut).Stop()
	}
	pool.Close()
}
