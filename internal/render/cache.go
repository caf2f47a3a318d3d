package render

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	maxAge     = 30 * time.Second // of a page, whatever its reads say
	retryAfter = time.Second      // how long older bytes stand in after a failed rebuild
	maxBytes   = 64 << 20         // of all kept pages together

	maxReadBytes = 16 << 20 // of all kept reads together
)

// patience is how long a request waits for somebody else's rebuild while older bytes exist.
const patience = 250 * time.Millisecond

// answer is a finished page: copies in four encodings, or pieces that wait for what is one
// visitor's own.
type answer struct {
	status int
	good   bool // false: the shell, because rendering failed, or a page without its layout
	retry  string
	until  time.Time         // zero, or the first moment that any read names
	boot   [sha256.Size]byte // of the boot JSON: equal means equal bytes
	copies *copies
	pieces *pieces
	data   json.RawMessage // of a page with a form: shown again when the reads fail after a post
	// what a read of the API says that nobody may keep
	refusal *recorder
}

// failed answers are never kept.
func (a *answer) failed() bool {
	return !a.good || a.status >= 500 || a.status == http.StatusTooManyRequests
}

// keepable answers are those that stand at an address of their own.
func (a *answer) keepable() bool {
	return a.refusal == nil && (a.status == http.StatusOK || a.status == http.StatusGone)
}

func (a *answer) size() int {
	switch {
	case a.pieces != nil:
		return a.pieces.bytes + len(a.data)
	case a.refusal != nil:
		return a.refusal.body.Len()
	}
	return a.copies.bytes
}

// cache holds finished answers by address. One is fresh while the revision stands, and at most
// until its own moment. Old ones stay: they are sent when a rebuild fails, or takes long.
type cache struct {
	now      func() time.Time
	revision func() uint64
	exact    bool // never an old one: pages are made from these, and would be kept as new
	mu       sync.RWMutex
	slots    map[string]*slot
	bytes    int
	limit    int
}

type slot struct {
	cur     atomic.Pointer[kept]
	mu      sync.Mutex
	running *build
}

type kept struct {
	*answer
	revision    uint64
	from, until time.Time
}

func (k *kept) fresh(revision uint64, now time.Time) bool {
	return k != nil && k.revision == revision && now.Before(k.until) && !now.Before(k.from)
}

// build is one rebuild and those who wait for it.
type build struct {
	done     chan struct{}
	revision uint64
	from     time.Time
	result   *answer // nil when the builder panicked
}

// get gives the page at key, built by make when it is not fresh: one build per address at a time,
// shared by all who ask under the same revision. shared keeps a 404 too. It gives nil only when ctx
// ended first.
func (c *cache) get(ctx context.Context, key string, shared bool, make func(old *answer) *answer) *answer {
	for {
		revision, now := c.revision(), c.now()
		s := c.slot(key)
		if k := s.cur.Load(); k.fresh(revision, now) {
			return k.answer
		}
		k, b, mine := s.join(revision, now)
		switch {
		case b == nil:
			return k.answer
		case mine:
			return c.rebuild(key, s, b, shared, make)
		case !b.wait(ctx, k != nil && !c.exact):
			if k == nil || c.exact {
				return nil
			}
			return k.answer
		case b.revision == revision && b.result != nil:
			return b.result
		}
	}
}

// has tells whether something stands at an address, or is on its way: to ask for it costs nothing
// more.
func (c *cache) has(key string) bool {
	c.mu.RLock()
	s := c.slots[key]
	c.mu.RUnlock()
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cur.Load() != nil || s.running != nil
}

// last is the answer kept for an address, however old; nil when there is none.
func (c *cache) last(key string) *answer {
	c.mu.RLock()
	s := c.slots[key]
	c.mu.RUnlock()
	if s == nil {
		return nil
	}
	if k := s.cur.Load(); k != nil {
		return k.answer
	}
	return nil
}

// join gives a fresh page, or else the running build, or else a new build that is the caller's to
// do.
func (s *slot) join(revision uint64, now time.Time) (k *kept, b *build, mine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k = s.cur.Load()
	if k.fresh(revision, now) {
		return k, nil, false
	}
	if s.running != nil {
		return k, s.running, false
	}
	s.running = &build{done: make(chan struct{}), revision: revision, from: now}
	return k, s.running, true
}

// wait is true when the build ended, false when the caller should not wait any longer.
func (b *build) wait(ctx context.Context, hasOld bool) bool {
	var bored <-chan time.Time
	if hasOld {
		t := time.NewTimer(patience)
		defer t.Stop()
		bored = t.C
	}
	select {
	case <-b.done:
		return true
	case <-bored:
		return false
	case <-ctx.Done():
		return false
	}
}

func (c *cache) rebuild(key string, s *slot, b *build, shared bool, make func(old *answer) *answer) *answer {
	defer func() {
		s.mu.Lock()
		s.running = nil
		s.mu.Unlock()
		close(b.done)
	}()
	var old *answer
	if k := s.cur.Load(); k != nil {
		old = k.answer
	}
	a := make(old)
	next := &kept{answer: a, revision: b.revision, from: b.from, until: b.from.Add(maxAge)}
	switch {
	case a.failed() && old != nil && !c.exact: // a page some seconds old beats an empty one
		a, next.answer, next.until = old, old, b.from.Add(retryAfter)
	case a.failed(), !shared && !a.keepable():
		next = nil
	case !a.until.IsZero() && a.until.Before(next.until):
		next.until = a.until
	}
	b.result = a
	c.put(key, s, next)
	return a
}

func (c *cache) slot(key string) *slot {
	c.mu.RLock()
	s := c.slots[key]
	c.mu.RUnlock()
	if s != nil {
		return s
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s = c.slots[key]; s == nil {
		if c.slots == nil {
			c.slots = map[string]*slot{}
		}
		s = &slot{}
		c.slots[key] = s
	}
	return s
}

// put keeps a page, or forgets the address when next is nil.
func (c *cache) put(key string, s *slot, next *kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := s.cur.Swap(next); old != nil && c.slots[key] == s {
		c.bytes -= old.size()
	}
	if next == nil {
		if c.slots[key] == s {
			delete(c.slots, key)
		}
		return
	}
	if c.slots[key] == s {
		c.bytes += next.size()
		c.makeRoom(key)
	}
}

// makeRoom drops pages above the limit, those with a query first: invented search words must not
// push out the last good copy of a plain address.
func (c *cache) makeRoom(but string) {
	for _, plainToo := range []bool{false, true} {
		for key, s := range c.slots {
			if c.bytes <= c.limit {
				return
			}
			if k := s.cur.Load(); k != nil && key != but &&
				(plainToo || strings.Contains(key, "?")) {
				c.bytes -= k.size()
				delete(c.slots, key)
			}
		}
	}
}
