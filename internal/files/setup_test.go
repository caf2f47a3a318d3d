package files_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"herstelruimte/internal/files"
	"herstelruimte/internal/problem"
)

// testS3 names a server of S3 for the contract, such as http://key:secret@localhost:9000/bucket.
// Without it the contract runs on the directory store alone; the check of the whole stack runs it
// on both servers we ship.
const testS3 = "HERSTELRUIMTE_TEST_S3"

// stores opens the stores under test, by the name that the tests then carry.
func stores(t *testing.T) map[string]func(*testing.T) files.Store {
	t.Helper()
	all := map[string]func(*testing.T) files.Store{"dir": func(t *testing.T) files.Store {
		t.Helper()
		return open(t, files.Config{Dir: filepath.Join(t.TempDir(), "store")})
	}}
	if os.Getenv(testS3) == "" {
		t.Logf("on the directory store alone: %s names no server", testS3)
		return all
	}
	c := s3Config(t)
	all["s3 at "+strings.TrimPrefix(c.Endpoint, "http://")] = func(t *testing.T) files.Store {
		t.Helper()
		return open(t, c)
	}
	return all
}

func s3Config(t *testing.T) files.Config {
	t.Helper()
	u, err := url.Parse(os.Getenv(testS3))
	if err != nil || u.User == nil {
		t.Fatalf("%s must look like http://key:secret@localhost:9000/bucket", testS3)
	}
	secret, _ := u.User.Password()
	return files.Config{
		Endpoint:  u.Scheme + "://" + u.Host,
		Bucket:    strings.Trim(u.Path, "/"),
		Region:    "us-east-1",
		AccessKey: u.User.Username(),
		SecretKey: secret,
	}
}

func open(t *testing.T, c files.Config) files.Store {
	t.Helper()
	s, err := files.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// folder is a prefix that only this test uses; all under it is removed afterwards.
func folder(t *testing.T, s files.Store) string {
	t.Helper()
	at := "test-" + rand.Text() + "/"
	if _, own := s.(*files.Dir); own {
		return at // goes with its directory
	}
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		for range 2 { // MinIO shows a/b only when a is gone
			names, err := s.List(ctx, at)
			if err != nil {
				t.Error(err)
			}
			atOnce(names, func(name string) {
				if err := s.Remove(ctx, name); err != nil {
					t.Error(err)
				}
			})
		}
	})
	return at
}

// atOnce calls do for every name, sixteen at a time.
func atOnce(names []string, do func(string)) {
	todo := make(chan string)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for name := range todo {
				do(name)
			}
		})
	}
	for _, name := range names {
		todo <- name
	}
	close(todo)
	wg.Wait()
}

func put(t *testing.T, s files.Store, name, text string) {
	t.Helper()
	if err := s.Put(t.Context(), name, strings.NewReader(text)); err != nil {
		t.Fatalf("put %s: %v", name, err)
	}
}

func get(t *testing.T, s files.Store, name string) string {
	t.Helper()
	r, err := s.Get(t.Context(), name)
	if err != nil {
		t.Fatalf("get %s: %v", name, err)
	}
	b, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		t.Fatalf("get %s: %v", name, err)
	}
	return string(b)
}

func isNotFound(err error) bool { return errors.Is(err, problem.New(problem.NotFound)) }

func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// counting gives bytes that differ from place to place, so that swapped parts are seen.
func counting() io.Reader {
	var at uint64
	return readerFunc(func(p []byte) (int, error) {
		for i := range p {
			p[i] = byte(at * 0x9E3779B97F4A7C15 >> 56)
			at++
		}
		return len(p), nil
	})
}
