package db

import "sync"

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
