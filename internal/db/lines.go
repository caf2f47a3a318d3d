package db

import (
	"context"
	"errors"
	"sync"
	"time"

	"herstelruimte/internal/problem"
)

// Lines gather what is asked while a round is under way, and give it to the next round as one list,
// in the order in which it came. Each line has one round at a time; two lines do not wait for each
// other. The zero value is ready.
type Lines[A any] struct {
	mu      sync.Mutex
	waiting map[string][]A // a line is there while its rounds run
}

// Join puts a into the next round of a line, which begins at once when none is under way. do gets
// at most most of those who wait; it must answer each of them, and must not panic.
func (l *Lines[A]) Join(line string, a A, most int, do func(all []A)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == nil {
		l.waiting = map[string][]A{}
	}
	before, runs := l.waiting[line]
	if l.waiting[line] = append(before, a); !runs {
		go l.run(line, most, do)
	}
}

// Runs says whether a line has a round under way.
func (l *Lines[A]) Runs(line string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, runs := l.waiting[line]
	return runs
}

func (l *Lines[A]) run(line string, most int, do func([]A)) {
	for {
		all := l.next(line, most)
		if len(all) == 0 {
			return
		}
		do(all)
	}
}

// next takes the first who wait; the line ends with nobody.
func (l *Lines[A]) next(line string, most int) []A {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.waiting[line]
	if len(all) == 0 {
		delete(l.waiting, line)
		return nil
	}
	n := min(most, len(all))
	l.waiting[line] = all[n:]
	return all[:n:n]
}

// Halves does what is asked of all at once. When that fails it does each half without the other,
// until one is alone: then failed hears its error, and nobody pays for what somebody else asked.
func Halves[A any](all []A, do func([]A) error, failed func(A, error)) {
	err := do(all)
	switch n := len(all); {
	case err == nil:
	case n == 1:
		failed(all[0], err)
	default:
		Halves(all[:n/2], do, failed)
		Halves(all[n/2:], do, failed)
	}
}

// Asked answers questions of one kind, many by one look: what is asked while a look is under way is
// answered by the next one. The zero value is ready.
type Asked[K comparable, V any] struct{ lines Lines[*question[K, V]] }

type question[K comparable, V any] struct {
	key   K
	v     V
	found bool
	err   error
	done  chan struct{}
}

const (
	askedAtOnce = 256
	askPatience = 10 * time.Second // of a look
)

// Ask gives the answer of a key; found: there is one. look gets every key once. The answer is also
// that of others who ask the same: what it points at must not be changed.
func (a *Asked[K, V]) Ask(
	ctx context.Context, key K, look func(ctx context.Context, keys []K) (map[K]V, error),
) (v V, found bool, err error) {
	q := &question[K, V]{key: key, done: make(chan struct{})}
	a.lines.Join("", q, askedAtOnce, func(all []*question[K, V]) {
		ctx, cancel := context.WithTimeout(context.Background(), askPatience)
		defer cancel()
		Halves(all, func(all []*question[K, V]) error {
			asked := map[K]bool{}
			var keys []K
			for _, q := range all {
				if !asked[q.key] {
					asked[q.key], keys = true, append(keys, q.key)
				}
			}
			answers, err := look(ctx, keys)
			if err != nil && !errors.Is(Problem(err), problem.New(problem.Unavailable)) {
				return err
			}
			for _, q := range all {
				q.v, q.found = answers[q.key]
				q.err = err
				close(q.done)
			}
			return nil
		}, func(q *question[K, V], err error) {
			q.err = err
			close(q.done)
		})
	})
	select {
	case <-q.done:
		return q.v, q.found, q.err
	case <-ctx.Done():
		return v, false, ctx.Err()
	}
}
