package files_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"herstelruimte/internal/files"
	"herstelruimte/internal/problem"
)

func pair(t *testing.T, from, to map[string]string) (a, b files.Store) {
	t.Helper()
	a, b = open(t, files.Config{Dir: t.TempDir()}), open(t, files.Config{Dir: t.TempDir()})
	for name, text := range from {
		put(t, a, name, text)
	}
	for name, text := range to {
		put(t, b, name, text)
	}
	return a, b
}

func all(t *testing.T, s files.Store) map[string]string {
	t.Helper()
	names, err := s.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range names {
		out[name] = get(t, s, name)
	}
	return out
}

func TestACopyBringsWhatIsNewOrOtherAndMayBeRepeated(t *testing.T) {
	t.Parallel()
	a, b := pair(
		t,
		map[string]string{"same": "x", "other": "new", "as-long": "123", "n/1": "y", "n/2": ""},
		map[string]string{"same": "x", "other": "older", "as-long": "321", "gone": "z"},
	)
	want := all(t, a)
	want["gone"] = "z"
	for _, counts := range []files.Copied{{New: 2, Changed: 2, Same: 1, Bytes: 7}, {Same: 5}} {
		if got, err := files.Copy(
			t.Context(),
			a,
			b,
			files.CopyOptions{},
		); err != nil || got != counts {
			t.Errorf("%+v, %v", got, err)
		}
		if got := all(t, b); !maps.Equal(got, want) {
			t.Errorf("%v", got)
		}
	}
	if got, err := files.Copy(t.Context(), a, b, files.CopyOptions{
		Mirror: true,
	}); err != nil || got != (files.Copied{Same: 5, Removed: 1}) ||
		!maps.Equal(all(t, b), all(t, a)) {
		t.Errorf("mirror: %+v, %v", got, err)
	}
}

func TestAMirrorOfNothingRemovesNothingUnlessItIsMeant(t *testing.T) {
	t.Parallel()
	a, b := pair(t, nil, map[string]string{"a": "x"})
	if _, err := files.Copy(t.Context(), a, b, files.CopyOptions{
		Mirror: true,
	}); !errors.Is(err, files.ErrEmpty) || len(all(t, b)) != 1 {
		t.Errorf("%v", err)
	}
	if got, err := files.Copy(t.Context(), a, b, files.CopyOptions{
		Mirror:    true,
		EvenEmpty: true,
	}); err != nil || got.Removed != 1 {
		t.Errorf("meant: %+v, %v", got, err)
	}
	if _, err := files.Copy(t.Context(), a, b, files.CopyOptions{Mirror: true}); err != nil {
		t.Errorf("nothing to nothing: %v", err)
	}
}

// broken is a store of which one object cannot be read to its end.
type broken struct {
	files.Store
	name string
	err  error
}

func (b broken) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	r, err := b.Store.Get(ctx, name)
	if err != nil || name != b.name {
		return r, err
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(io.LimitReader(r, 1), iotest.ErrReader(b.err)), r}, nil
}

func TestAnObjectThatFailsEndsTheCopyByNameAndIsNeverHalfThere(t *testing.T) {
	t.Parallel()
	for _, cause := range []error{problem.New(problem.Unavailable), io.ErrUnexpectedEOF} {
		a, b := pair(t, map[string]string{
			"a": "new",
			"b": "new",
		}, map[string]string{"b": "old", "gone": "z"})
		_, err := files.Copy(t.Context(), broken{a, "b", cause}, b, files.CopyOptions{Mirror: true})
		var failed *files.Failed
		if !errors.As(err, &failed) || failed.Name != "b" || !errors.Is(err, cause) {
			t.Errorf("%v", err)
		}
		if got := all(t, b); got["b"] != "old" || got["gone"] != "z" {
			t.Errorf("half a copy, or a removal: %v", got)
		}
		if _, err := files.Compare(t.Context(), broken{a, "b", cause}, b); !errors.Is(err, cause) {
			t.Errorf("compare: %v", err)
		}
		if _, err := files.Sums(t.Context(), broken{a, "b", cause}); !errors.Is(err, cause) {
			t.Errorf("sums: %v", err)
		}
	}
}

// fading is a store that loses an object after it was listed.
type fading struct {
	files.Store
	name string
}

func (f fading) List(ctx context.Context, prefix string) ([]string, error) {
	names, err := f.Store.List(ctx, prefix)
	return names, errors.Join(err, f.Store.Remove(ctx, f.name))
}

func TestWhatIsRemovedDuringACopyIsRemovedFromTheMirrorToo(t *testing.T) {
	t.Parallel()
	a, b := pair(
		t,
		map[string]string{"erased": "x", "new": "y", "stays": "z"},
		map[string]string{"erased": "x"},
	)
	if got, err := files.Copy(t.Context(), fading{
		a,
		"erased",
	}, b, files.CopyOptions{
		Mirror: true,
	}); err != nil || got.Removed != 1 || !maps.Equal(all(t, b), all(t, a)) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := files.Copy(
		t.Context(),
		fading{a, "new"},
		b,
		files.CopyOptions{},
	); err != nil || got != (files.Copied{Same: 1}) || len(all(t, b)) != 2 {
		t.Errorf("without mirror it stays: %+v, %v", got, err)
	}
	if sums, err := files.Sums(t.Context(), fading{a, "stays"}); err != nil || len(sums) != 0 {
		t.Errorf("%v, %v", sums, err)
	}
}

func TestACopyThatIsGivenUpSaysSo(t *testing.T) {
	t.Parallel()
	from := map[string]string{}
	for i := range 50 {
		from[fmt.Sprint(i)] = "x"
	}
	a, b := pair(t, from, nil)
	ctx, cancel := context.WithCancel(t.Context())
	var n atomic.Int32
	_, err := files.Copy(ctx, a, putting{b, func() {
		if n.Add(1) == 10 {
			cancel()
		}
	}}, files.CopyOptions{})
	if !errors.Is(err, context.Canceled) || len(all(t, b)) > 20 {
		t.Errorf("%v, %d", err, len(all(t, b)))
	}
}

type putting struct {
	files.Store
	before func()
}

func (p putting) Put(ctx context.Context, name string, r io.Reader) error {
	p.before()
	return p.Store.Put(ctx, name, r)
}

func TestCompareNamesEveryDifferenceInOrder(t *testing.T) {
	t.Parallel()
	a, b := pair(
		t,
		map[string]string{"same": "x", "b": "1", "c": "only a"},
		map[string]string{"same": "x", "b": "2", "a": "only b"},
	)
	got, err := files.Compare(t.Context(), a, b)
	want := []files.Difference{
		{Name: "a", InB: true},
		{Name: "b", InA: true, InB: true},
		{Name: "c", InA: true},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := files.Compare(t.Context(), a, a); err != nil || len(got) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSumsAreThoseOfTheContent(t *testing.T) {
	t.Parallel()
	a, _ := pair(t, map[string]string{"a/b": "abc", "leeg": ""}, nil)
	got, err := files.Sums(t.Context(), a)
	if err != nil || len(got) != 2 ||
		got["a/b"] != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" ||
		!strings.HasPrefix(got["leeg"], "e3b0c442") {
		t.Errorf("%v, %v", got, err)
	}
}
