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
	"testing"
	"testing/iotest"
	"time"

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
	for name, text := range map[string]string{
		"a":                   "1",
		"erasure/0001.jsonl":  "x\n",
		"media/fil_1/320.jpg": strings.Repeat("é", 100000),
		"leeg":                "",
	} {
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
		".hidden",
		"a/.b",
		unfinished + "/x",
		`..\outside`,
		"a\x00b",
		"a b",
		"é",
		"link/outside",
		outside,
		strings.Repeat("a/", 600) + "a",
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

func TestUnfinishedFilesAreInNoListAndAreSweptAfterADay(t *testing.T) {
	t.Parallel()
	d, at := store(t)
	if err := d.Put(t.Context(), "b/1", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"now": 0, "old": 25 * time.Hour} {
		file := filepath.Join(at, unfinished, name)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := d.List(t.Context(), ""); err != nil || !slices.Equal(names, []string{"b/1"}) {
		t.Errorf("%v, %v", names, err)
	}
	again, err := OpenDir(at)
	if err != nil {
		t.Fatal(err)
	}
	_ = again.Close()
	left, err := os.ReadDir(filepath.Join(at, unfinished))
	if err != nil || len(left) != 1 || left[0].Name() != "now" {
		t.Errorf("%v, %v", left, err)
	}
}

func TestARemovalLeavesNoEmptyFolders(t *testing.T) {
	t.Parallel()
	d, at := store(t)
	for _, name := range []string{"a/b/c", "a/d"} {
		if err := d.Put(t.Context(), name, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Remove(t.Context(), "a/b/c"); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(filepath.Join(at, "a")); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	if err := d.Remove(t.Context(), "a"); err != nil || content(t, d, "a/d") != "x" {
		t.Errorf("a folder is removed: %v", err)
	}
}

func TestADiskThatRefusesIsUnavailable(t *testing.T) {
	t.Parallel()
	d, _ := store(t)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	_, got := d.Get(t.Context(), "a")
	_, listed := d.List(t.Context(), "")
	for what, err := range map[string]error{
		"put":    d.Put(t.Context(), "a", strings.NewReader("x")),
		"get":    got,
		"list":   listed,
		"remove": d.Remove(t.Context(), "a"),
		"ping":   d.Ping(t.Context()),
	} {
		if !errors.Is(err, problem.New(problem.Unavailable)) {
			t.Errorf("%s: %v", what, err)
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
