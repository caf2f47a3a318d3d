package files_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"herstelruimte/internal/files"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/problem"
)

// Not parallel: one of the promises measures memory.
func TestStoreContract(t *testing.T) {
	for name, open := range stores(t) {
		t.Run(name, func(t *testing.T) { Contract(t, open) })
	}
	if os.Getenv(testS3) != "" {
		t.Run("s3 over a way that breaks", survivesABrokenWay)
		t.Run("s3 sweeps parts that were left", sweepsParts)
	}
}

// Contract holds the promises of files.Store against one kind of store.
func Contract(t *testing.T, open func(*testing.T) files.Store) {
	for _, promise := range []struct {
		says string
		hold func(*testing.T, files.Store)
	}{
		{"what was put is there", keeps},
		{"a later put replaces, a removal removes", replaces},
		{"nothing there is not found", isMissing},
		{"names that climb are refused", refusesNames},
		{"an interrupted put keeps the old", survivesInterruption},
		{"a put that is given up keeps the old", givesUp},
		{"many writers of one name never mix", neverMixes},
		{"readers see the old or the new", isAtomic},
		{"writers and removers do not collide", doesNotCollide},
		{"a name and a folder never lose a file", keepsBoth},
		{"lists in order, by prefix", lists},
		{"lists names of several pages", listsMany},
		{"100 MB in little memory", isFrugal},
		{"a ping leaves nothing", pings},
	} {
		t.Run(promise.says, func(t *testing.T) { promise.hold(t, open(t)) })
	}
}

func keeps(t *testing.T, s files.Store) {
	at := folder(t, s)
	part := strings.Repeat("0123456789abcdef", 5<<16) // 5 MiB, the size of one part
	for name, text := range map[string]string{
		"a":                      "1",
		"empty":                  "",
		"erasure/0001-x.jsonl":   "x\n",
		"media/fil_1/320.jpg":    strings.Repeat("é\x00", 100000),
		"below":                  part[1:],
		"just":                   part,
		"above":                  part + "x",
		"parts":                  part + part + part + "end",
		strings.Repeat("n", 200): "long name",
	} {
		put(t, s, at+name, text)
		if got := get(t, s, at+name); got != text {
			t.Errorf("%s: %d bytes of %d, or others", name, len(got), len(text))
		}
	}
	if err := s.Put(
		t.Context(),
		at+"slow",
		iotest.OneByteReader(strings.NewReader(part[:3000])),
	); err != nil || get(t, s, at+"slow") != part[:3000] {
		t.Errorf("byte by byte: %v", err)
	}
}

func replaces(t *testing.T, s files.Store) {
	name := folder(t, s) + "a/b"
	for _, text := range []string{"a longer text", "short", "", "again"} {
		put(t, s, name, text)
		if got := get(t, s, name); got != text {
			t.Errorf("%q instead of %q", got, text)
		}
	}
	for range 2 {
		if err := s.Remove(t.Context(), name); err != nil {
			t.Error(err)
		}
		if _, err := s.Get(t.Context(), name); !isNotFound(err) {
			t.Errorf("removed: %v", err)
		}
	}
	put(t, s, strings.TrimSuffix(name, "/b"), "the folder is free again")
}

func isMissing(t *testing.T, s files.Store) {
	at := folder(t, s)
	put(t, s, at+"a/b", "x")
	for _, name := range []string{"x", "a", "a/x", "x/y", "a/b/c", "a/b/c/d"} {
		if _, err := s.Get(t.Context(), at+name); !isNotFound(err) {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Remove(t.Context(), at+name); err != nil {
			t.Errorf("remove %s: %v", name, err)
		}
	}
	if get(t, s, at+"a/b") != "x" {
		t.Error("removing what is not there removed something")
	}
}

func refusesNames(t *testing.T, s files.Store) {
	for _, name := range []string{
		"",
		".",
		"..",
		"/",
		"../outside",
		"a/../../outside",
		"/etc/passwd",
		"a//b",
		"a/",
		"/a",
		"./a",
		".ping",
		".unfinished/x",
		"a/.b",
		`..\outside`,
		"a\x00b",
		"a b",
		"é",
		strings.Repeat("a/", 600) + "a",
		strings.Repeat("a/", 127) + "aa",
	} {
		_, err := s.Get(t.Context(), name)
		for _, err := range []error{
			err,
			s.Put(t.Context(), name, strings.NewReader("x")),
			s.Remove(t.Context(), name),
		} {
			if !errors.Is(err, files.ErrName) {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
}

func survivesInterruption(t *testing.T, s files.Store) {
	at := folder(t, s)
	name := at + "a"
	put(t, s, name, "old")
	// nothing, a bit, a part, more than two parts
	for _, length := range []int64{0, 10, 5 << 20, 12 << 20} {
		for _, cause := range []error{
			errors.New("cut"),
			io.ErrUnexpectedEOF,
			context.DeadlineExceeded,
		} {
			cut := io.MultiReader(io.LimitReader(zeros{}, length), iotest.ErrReader(cause))
			if err := s.Put(
				t.Context(),
				name,
				cut,
			); !errors.Is(err, cause) || errors.Is(err, problem.New(problem.Unavailable)) {
				t.Errorf("cut after %d bytes by %q: %v", length, cause, err)
			}
		}
	}
	if got := get(t, s, name); got != "old" {
		t.Errorf("the old content is gone: %d bytes", len(got))
	}
	if names, err := s.List(t.Context(), at); err != nil || len(names) != 1 {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

func givesUp(t *testing.T, s files.Store) {
	name := folder(t, s) + "a"
	put(t, s, name, "old")
	for _, length := range []int64{10, 12 << 20} {
		ctx, cancel := context.WithCancel(t.Context())
		late := io.MultiReader(
			io.LimitReader(zeros{}, length),
			readerFunc(func([]byte) (int, error) { cancel(); return 0, nil }),
			io.LimitReader(zeros{}, 1<<20),
		)
		if err := s.Put(ctx, name, late); !errors.Is(err, context.Canceled) {
			t.Errorf("given up after %d bytes: %v", length, err)
		}
		if _, err := s.List(ctx, ""); !errors.Is(err, context.Canceled) {
			t.Errorf("a list that is given up must not look like a short one: %v", err)
		}
	}
	if got := get(t, s, name); got != "old" {
		t.Errorf("%d bytes", len(got))
	}
}

func neverMixes(t *testing.T, s files.Store) {
	for _, length := range []int{50_000, 6 << 20} { // one request, and several parts
		name := folder(t, s) + "a"
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				if err := s.Put(
					t.Context(),
					name,
					strings.NewReader(strings.Repeat(string(rune('a'+i)), length)),
				); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		got := get(t, s, name)
		if len(got) != length || strings.Trim(got, got[:1]) != "" {
			t.Errorf("two writers of %d bytes are mixed: %d", length, len(got))
		}
	}
}

func isAtomic(t *testing.T, s files.Store) {
	name := folder(t, s) + "a"
	text := func(i int) string { return strings.Repeat(string(rune('a'+i%26)), 100_000+i) }
	put(t, s, name, text(0))
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		defer stop()
		for i := range 40 {
			if err := s.Put(t.Context(), name, strings.NewReader(text(i))); err != nil {
				t.Error(err)
			}
		}
	})
	for range 3 {
		wg.Go(func() {
			for ctx.Err() == nil {
				if got := get(t, s, name); got != text(len(got)-100_000) {
					t.Errorf("a reader saw a part: %d bytes", len(got))
				}
			}
		})
	}
	wg.Wait()
}

func doesNotCollide(t *testing.T, s files.Store) {
	at, rounds := folder(t, s), longtest.N(t, 10, 1000)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			name := fmt.Sprintf("%sdeep/er/%d", at, i)
			for range rounds {
				put(t, s, name, "x")
				if got := get(t, s, name); got != "x" {
					t.Errorf("%q", got)
				}
				if err := s.Remove(t.Context(), name); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if names, err := s.List(t.Context(), at); err != nil || len(names) != 0 {
		t.Errorf("%v, %v", names, err)
	}
}

// keepsBoth: stores differ in whether a and a/b may both exist. What was accepted must be there.
func keepsBoth(t *testing.T, s files.Store) {
	at := folder(t, s)
	for _, names := range [][2]string{{"a", "a/b"}, {"c/d", "c"}} {
		put(t, s, at+names[0], "first")
		if err := s.Put(
			t.Context(),
			at+names[1],
			strings.NewReader("second"),
		); err == nil && get(t, s, at+names[1]) != "second" {
			t.Errorf("%s was accepted and is not there", names[1])
		}
		if get(t, s, at+names[0]) != "first" {
			t.Errorf("%s is gone", names[0])
		}
	}
}

func lists(t *testing.T, s files.Store) {
	at := folder(t, s)
	for _, name := range []string{
		"b/2",
		"b/1",
		"bb",
		"b-1",
		"a",
		"b/c/3",
		"B",
		"b.x",
		"b_1",
		"b/10",
	} {
		put(t, s, at+name, "x")
	}
	for prefix, want := range map[string][]string{
		"":     {"B", "a", "b-1", "b.x", "b/1", "b/10", "b/2", "b/c/3", "b_1", "bb"},
		"b/":   {"b/1", "b/10", "b/2", "b/c/3"},
		"b/1":  {"b/1", "b/10"},
		"b/c":  {"b/c/3"},
		"x/":   nil,
		"b/1/": nil,
	} {
		got, err := s.List(t.Context(), at+prefix)
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], at)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", prefix, got, err)
		}
	}
}

func listsMany(t *testing.T, s files.Store) {
	at := folder(t, s)
	var want []string
	for i := range 2_500 { // a page of S3 has 1 000
		want = append(want, fmt.Sprintf("%sfil_%03d/%d.jpg", at, i%500, i))
	}
	atOnce(want, func(name string) {
		if err := s.Put(t.Context(), name, strings.NewReader("x")); err != nil {
			t.Error(err)
		}
	})
	slices.Sort(want)
	if got, err := s.List(t.Context(), at); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d names of %d, or in another order: %v", len(got), len(want), err)
	}
	if got, err := s.List(t.Context(), at+"fil_001/"); err != nil || len(got) != 5 {
		t.Errorf("%d names of one folder: %v", len(got), err)
	}
}

func isFrugal(t *testing.T, s files.Store) {
	// bytes; all that is allocated, even when it is freed again
	const size, allowed = 100 << 20, 40 << 20
	name := folder(t, s) + "big.pdf"
	sent, got := sha256.New(), sha256.New()
	if used := allocated(func() {
		if err := s.Put(
			t.Context(),
			name,
			io.TeeReader(io.LimitReader(counting(), size), sent),
		); err != nil {
			t.Fatal(err)
		}
	}); used > allowed {
		t.Errorf("putting used %d MB", used>>20)
	}
	if used := allocated(func() { read(t, s, name, got) }); used > allowed {
		t.Errorf("getting used %d MB", used>>20)
	}
	if !bytes.Equal(sent.Sum(nil), got.Sum(nil)) {
		t.Error("what comes back differs")
	}
}

func read(t *testing.T, s files.Store, name string, into hash.Hash) {
	t.Helper()
	r, err := s.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(into, r); err != nil {
		t.Error(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func pings(t *testing.T, s files.Store) {
	before, err := s.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	after, err := s.List(t.Context(), "")
	if err != nil || len(after) != len(before) {
		t.Errorf("%d names, then %d: %v", len(before), len(after), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Ping(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}
