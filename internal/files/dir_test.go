package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"herstelruimte/internal/problem"
)

func store(t *testing.T) (*Dir, string) {
	t.Helper()
	at := filepath.Join(t.TempDir(), "store")
	d, err := OpenDir(at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d, at
}

func content(t *testing.T, d *Dir, name string) string {
	t.Helper()
	r, err := d.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWhatWasPutIsThereAfterReopening(t *testing.T) {
	t.Parallel()
	d, at := store(t)
	for name, text := range map[string]string{"a": "1", "erasure/0001.jsonl": "x\n", "media/fil_1/320.jpg": strings.Repeat("é", 100000), "leeg": ""} {
		if err := d.Put(t.Context(), name, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		again, err := OpenDir(at)
		if err != nil || content(t, again, name) != text {
			t.Errorf("%s: %v", name, err)
		}
		_ = again.Close()
	}
	info, err := os.Stat(filepath.Join(at, "erasure", "0001.jsonl"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}

func TestNamesThatClimbOutAreRefused(t *testing.T) {
	t.Parallel()
	d, at := store(t)
	outside := filepath.Join(filepath.Dir(at), "outside")
	if err := os.WriteFile(outside, []byte("geheim"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Dir(at), filepath.Join(at, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"", ".", "..", "/", "../outside", "a/../../outside", "/etc/passwd", "a//b", "a/", "/a", "./a", ".hidden", "a/.b", unfinished + "/x", `..\outside`, "a\x00b", "a b", "é", "link/outside", outside, strings.Repeat("a/", 600) + "a",
	} {
		if err := d.Put(t.Context(), name, strings.NewReader("x")); err == nil {
			t.Errorf("put %q", name)
		}
		if r, err := d.Get(t.Context(), name); err == nil {
			_ = r.Close()
			t.Errorf("got %q", name)
		}
	}
	if b, err := os.ReadFile(outside); err != nil || string(b) != "geheim" {
		t.Errorf("the file outside has changed: %q, %v", b, err)
	}
}

func TestAnInterruptedPutKeepsTheOldContentAndLeavesNothing(t *testing.T) {
	t.Parallel()
	d, at := store(t)
	if err := d.Put(t.Context(), "a/b", strings.NewReader("oud")); err != nil {
		t.Fatal(err)
	}
	broken := io.MultiReader(strings.NewReader("nieuw"), iotest.ErrReader(errors.New("cut")))
	if err := d.Put(t.Context(), "a/b", broken); err == nil {
		t.Error("a cut stream is accepted")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.Put(ctx, "a/b", strings.NewReader("nieuw")); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	if got := content(t, d, "a/b"); got != "oud" {
		t.Errorf("%q", got)
	}
	left, err := os.ReadDir(filepath.Join(at, unfinished))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestManyWritersOfOneNameNeverMix(t *testing.T) {
	t.Parallel()
	d, _ := store(t)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if err := d.Put(t.Context(), "a", strings.NewReader(strings.Repeat(string(rune('a'+i)), 50000))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got := content(t, d, "a")
	if len(got) != 50000 || strings.Trim(got, got[:1]) != "" {
		t.Error("two writers are mixed")
	}
}

func TestNothingThereIsNotFound(t *testing.T) {
	t.Parallel()
	d, _ := store(t)
	if err := d.Put(t.Context(), "a/b", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "a", "a/x", "x/y"} {
		if _, err := d.Get(t.Context(), name); !errors.Is(err, problem.New(problem.NotFound)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestListGivesFinishedFilesInOrder(t *testing.T) {
	t.Parallel()
	d, at := store(t)
	for _, name := range []string{"b/2", "b/1", "bb", "a", "b/c/3"} {
		if err := d.Put(t.Context(), name, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(at, unfinished, "half"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for prefix, want := range map[string][]string{"": {"a", "b/1", "b/2", "b/c/3", "bb"}, "b/": {"b/1", "b/2", "b/c/3"}, "b": {"b/1", "b/2", "b/c/3", "bb"}, "b/c": {"b/c/3"}, "x/": nil} {
		got, err := d.List(t.Context(), prefix)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", prefix, got, err)
		}
	}
}

func BenchmarkPut(b *testing.B) {
	d, err := OpenDir(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if err := d.Put(b.Context(), fmt.Sprintf("n/%d", i), strings.NewReader("x")); err != nil {
			b.Fatal(err)
		}
	}
}
