package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"herstelruimte/internal/problem"
)

const workers = 4 // objects in hand at the same time

// ErrEmpty means that a mirror of a store with nothing in it would remove everything.
var ErrEmpty = errors.New("files: nothing to mirror")

// Failed is work on many objects that ended at this one.
type Failed struct {
	Name string
	Err  error
}

func (f *Failed) Error() string { return fmt.Sprintf("files: %s: %v", f.Name, f.Err) }

// Unwrap gives what went wrong with the object.
func (f *Failed) Unwrap() error { return f.Err }

// Copied counts what Copy did.
type Copied struct {
	New, Changed, Same, Removed int
	Bytes                       int64 // written
}

// CopyOptions are what Copy does apart from copying.
type CopyOptions struct {
	Mirror    bool // remove from the copy what is gone in the original
	EvenEmpty bool // mirror an empty original too; without it that is ErrEmpty
}

// Copy brings to to what from has: what is new, and what differs. It may be repeated at any moment
// and never leaves a part of an object. The first object that fails ends it (Failed), and nothing
// is removed then.
func Copy(ctx context.Context, from, to Store, o CopyOptions) (Copied, error) {
	names, there, err := both(ctx, from, to)
	if err != nil {
		return Copied{}, err
	}
	if o.Mirror && !o.EvenEmpty && len(names) == 0 && len(there) > 0 {
		return Copied{}, ErrEmpty
	}
	c := copying{from: from, to: to, mirror: o.Mirror}
	err = each(ctx, names, func(ctx context.Context, name string) error {
		_, known := slices.BinarySearch(there, name)
		return c.one(ctx, name, known)
	})
	if err != nil || !o.Mirror {
		return c.done, err
	}
	err = each(ctx, only(there, names), c.remove)
	return c.done, err
}

// both lists two stores. What is listed first may be gone later, what came in between is left for
// the next time.
func both(ctx context.Context, a, b Store) (inA, inB []string, err error) {
	if inA, err = a.List(ctx, ""); err != nil {
		return nil, nil, err
	}
	inB, err = b.List(ctx, "")
	return inA, inB, err
}

type copying struct {
	from, to Store
	mirror   bool

	mu   sync.Mutex
	done Copied
}

func (c *copying) count(f func(*Copied)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(&c.done)
}

// one copies one object when it is not there yet, or another one.
func (c *copying) one(ctx context.Context, name string, known bool) error {
	if known {
		same, err := equal(ctx, c.from, c.to, name)
		if same {
			c.count(func(d *Copied) { d.Same++ })
		}
		if same || err != nil {
			return err
		}
	}
	r, err := c.from.Get(ctx, name)
	if errors.Is(err, problem.New(problem.NotFound)) { // removed since it was listed
		if known && c.mirror {
			return c.remove(ctx, name)
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }() // only read
	in := &counter{r: r}
	if err := c.to.Put(ctx, name, in); err != nil {
		return err
	}
	c.count(func(d *Copied) {
		d.Bytes += in.n
		if known {
			d.Changed++
		} else {
			d.New++
		}
	})
	return nil
}

func (c *copying) remove(ctx context.Context, name string) error {
	if err := c.to.Remove(ctx, name); err != nil {
		return err
	}
	c.count(func(d *Copied) { d.Removed++ })
	return nil
}

// Difference is one object that two stores do not have alike.
type Difference struct {
	Name     string
	InA, InB bool // both: with other content
}

// Compare reads everything in both stores and gives what differs, in order of name.
func Compare(ctx context.Context, a, b Store) ([]Difference, error) {
	inA, inB, err := both(ctx, a, b)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var out []Difference
	for _, name := range only(inA, inB) {
		out = append(out, Difference{Name: name, InA: true})
	}
	for _, name := range only(inB, inA) {
		out = append(out, Difference{Name: name, InB: true})
	}
	err = each(ctx, shared(inA, inB), func(ctx context.Context, name string) error {
		same, err := equal(ctx, a, b, name)
		if err == nil && !same {
			mu.Lock()
			defer mu.Unlock()
			out = append(out, Difference{Name: name, InA: true, InB: true})
		}
		return err
	})
	slices.SortFunc(out, func(x, y Difference) int { return strings.Compare(x.Name, y.Name) })
	return out, err
}

// Sums gives the SHA-256 of every object, in hexadecimal digits, by name.
func Sums(ctx context.Context, s Store) (map[string]string, error) {
	names, err := s.List(ctx, "")
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	sums := make(map[string]string, len(names))
	err = each(ctx, names, func(ctx context.Context, name string) error {
		sum, err := digest(ctx, s, name)
		if err != nil {
			return ignoreNotFound(err) // removed since it was listed
		}
		mu.Lock()
		defer mu.Unlock()
		sums[name] = sum
		return nil
	})
	if err != nil {
		return nil, err
	}
	return sums, nil
}

// equal says whether both hold the same bytes under this name; removed from one of them since it
// was listed: no.
func equal(ctx context.Context, a, b Store, name string) (bool, error) {
	sumA, err := digest(ctx, a, name)
	if err != nil {
		return false, ignoreNotFound(err)
	}
	sumB, err := digest(ctx, b, name)
	return err == nil && sumA == sumB, ignoreNotFound(err)
}

// digest is the SHA-256 of what is stored under this name, in hexadecimal digits.
func digest(ctx context.Context, s Store, name string) (string, error) {
	r, err := s.Get(ctx, name)
	if err != nil {
		return "", err
	}
	defer func() { _ = r.Close() }() // only read
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func ignoreNotFound(err error) error {
	if errors.Is(err, problem.New(problem.NotFound)) {
		return nil
	}
	return err
}

// each calls do for every name, a few at a time. The first failure stops the rest and is a Failed.
func each(ctx context.Context, names []string, do func(context.Context, string) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	todo := make(chan string)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for name := range todo {
				if err := do(ctx, name); err != nil {
					stop(&Failed{name, err}) // the first one counts
				}
			}
		})
	}
	for _, name := range names {
		if ctx.Err() != nil {
			break
		}
		todo <- name
	}
	close(todo)
	wg.Wait()
	return context.Cause(ctx)
}

// only gives the names of a, in order, that b has not; both are in order.
func only(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool {
		_, in := slices.BinarySearch(b, name)
		return in
	})
}

func shared(a, b []string) []string { return only(a, only(a, b)) }

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
