package files_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/files"
	"herstelruimte/internal/problem"
)

func isUnavailable(err error) bool { return errors.Is(err, problem.New(problem.Unavailable)) }

func at(endpoint string) files.Config {
	return files.Config{
		Endpoint:  endpoint,
		Bucket:    "herstelruimte",
		Region:    "us-east-1",
		AccessKey: "site",
		SecretKey: "secret-of-the-site",
	}
}

// everything does each thing a store can do, and gives what came of it.
func everything(ctx context.Context, s files.Store) map[string]error {
	_, listed := s.List(ctx, "")
	r, got := s.Get(ctx, "a")
	if got == nil {
		_, got = io.ReadAll(r)
		got = errors.Join(got, r.Close())
	}
	return map[string]error{
		"put":          s.Put(ctx, "a", strings.NewReader("x")),
		"put in parts": s.Put(ctx, "a", io.LimitReader(zeros{}, 12<<20)),
		"get":          got,
		"list":         listed,
		"remove":       s.Remove(ctx, "a"),
		"ping":         s.Ping(ctx),
	}
}

func TestAServerThatIsDownKeepsNothingFromOpeningAndIsUnavailable(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, at("http://"+l.Addr().String()))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	for what, err := range everything(t.Context(), s) {
		if !isUnavailable(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("that took %v", took)
	}
}

func TestAServerThatRefusesIsUnavailable(t *testing.T) {
	t.Parallel()
	for status, body := range map[int]string{
		500: "",
		502: "<html>bad gateway</html>",
		503: `<Error><Code>SlowDown</Code></Error>`,
		507: `<Error><Code>XMinioStorageFull</Code></Error>`,
		403: `<Error><Code>SignatureDoesNotMatch</Code></Error>`,
		404: `<Error><Code>NoSuchBucket</Code></Error>`,
		200: "no XML",
		301: "",
	} {
		var asked atomic.Int32
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			_, _ = io.Copy(io.Discard, r.Body)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}))
		t.Cleanup(server.Close)
		for what, err := range everything(t.Context(), open(t, at(server.URL))) {
			if status == 200 && (what == "put" || what == "get" || what == "remove") {
				continue // nothing of the answer is read
			}
			if !isUnavailable(err) {
				t.Errorf("%s, %d: %v", what, status, err)
			}
		}
		if n := asked.Load(); n > 20 {
			t.Errorf("%d: asked %d times", status, n)
		}
	}
}

func TestAServerThatSaysNothingIsLeftWhenTheCallerGivesUp(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s := open(t, at("http://"+l.Addr().String()))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	for what, err := range everything(ctx, s) {
		if !errors.Is(err, context.DeadlineExceeded) || isUnavailable(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := s.Ping(t.Context()); !isUnavailable(err) {
		t.Errorf("the patience of a ping ends by itself: %v", err)
	}
}

func TestAnAnswerThatEndsTooEarlyIsNoEnd(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.Header().Set("Last-Modified", "Tue, 24 Nov 2026 09:00:00 GMT")
		_, _ = io.WriteString(w, "half")
	}))
	t.Cleanup(server.Close)
	r, err := open(t, at(server.URL)).Get(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(r); !isUnavailable(err) || string(b) != "half" {
		t.Errorf("%q, %v", b, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	to := open(t, files.Config{Dir: t.TempDir()})
	put(t, to, "a", "old")
	r, err = open(t, at(server.URL)).Get(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := to.Put(t.Context(), "a", r); !isUnavailable(err) || get(t, to, "a") != "old" {
		t.Errorf("half an object is copied: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestAStoreWithoutAnAddressOrKeysIsRefused(t *testing.T) {
	t.Parallel()
	for _, wrong := range []func(*files.Config){
		func(c *files.Config) { c.Endpoint = "minio:9000" },
		func(c *files.Config) { c.Endpoint = "http://" },
		func(c *files.Config) { c.Endpoint = "http://minio/path" },
		func(c *files.Config) { c.Bucket = "" },
		func(c *files.Config) { c.AccessKey = "" },
		func(c *files.Config) { c.SecretKey = "" },
		func(c *files.Config) { c.Region = "" },
	} {
		c := at("http://minio:9000")
		wrong(&c)
		if s, err := files.Open(
			c,
		); err == nil || s != nil || strings.Contains(err.Error(), "secret-of-the-site") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// way leads to a server of S3 until it is cut.
type way struct {
	net.Listener
	to    string
	after atomic.Int64 // bytes until it is cut; negative: it stays open
	mu    sync.Mutex
	conns []net.Conn
}

func newWay(t *testing.T, to string) *way {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &way{Listener: l, to: to}
	w.after.Store(-1)
	t.Cleanup(func() { _ = l.Close(); w.cut() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			w.lead(c)
		}
	}()
	return w
}

func (w *way) lead(c net.Conn) {
	s, err := net.Dial("tcp", w.to)
	if err != nil || w.after.Load() == 0 {
		_ = c.Close()
		return
	}
	w.mu.Lock()
	w.conns = append(w.conns, c, s)
	w.mu.Unlock()
	pass := func(to, from net.Conn) {
		buf := make([]byte, 32<<10)
		for {
			n, err := from.Read(buf)
			if left := w.after.Load(); left >= 0 {
				if left = max(0, left-int64(n)); left == 0 {
					w.after.Store(0)
					w.cut()
					return
				}
				w.after.Store(left)
			}
			if _, werr := to.Write(buf[:n]); err != nil || werr != nil {
				_ = to.Close()
				return
			}
		}
	}
	go pass(s, c)
	go pass(c, s)
}

func (w *way) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		_ = c.Close()
	}
	w.conns = nil
}

// survivesABrokenWay: cut anywhere, a put keeps the old content and a get gives no end; mended, all
// goes on by itself.
func survivesABrokenWay(t *testing.T) {
	c := s3Config(t)
	u, err := url.Parse(c.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	w := newWay(t, u.Host)
	c.Endpoint = "http://" + w.Addr().String()
	s := open(t, c)
	name := folder(t, s) + "a"
	old := strings.Repeat("old", 5<<20)
	put(t, s, name, old)
	for _, after := range []int64{1, 1 << 20, 6 << 20, 11 << 20} {
		w.after.Store(after)
		if err := s.Put(t.Context(), name, io.LimitReader(zeros{}, 20<<20)); !isUnavailable(err) {
			t.Errorf("put, cut after %d bytes: %v", after, err)
		}
		if err := s.Ping(t.Context()); !isUnavailable(err) {
			t.Errorf("ping over a way that is cut: %v", err)
		}
		w.after.Store(-1)
		if get(t, s, name) != old {
			t.Errorf("cut after %d bytes: the old content is gone", after)
		}
		w.after.Store(after)
		r, err := s.Get(t.Context(), name)
		if err == nil {
			_, err = io.Copy(io.Discard, r)
			_ = r.Close()
		}
		if !isUnavailable(err) {
			t.Errorf("get, cut after %d bytes: %v", after, err)
		}
		w.after.Store(-1)
		if err := s.Ping(t.Context()); err != nil {
			t.Errorf("mended: %v", err)
		}
	}
}

func sweepsParts(t *testing.T) {
	s := open(t, s3Config(t))
	name := folder(t, s) + "a"
	if err := files.Begin(t.Context(), s, name); err != nil {
		t.Fatal(err)
	}
	before, err := files.Begun(t.Context(), s) // MinIO lists none
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := files.Begun(t.Context(), s); err != nil || n != before {
		t.Errorf("parts on their way are swept: %d of %d, %v", n, before, err)
	}
	files.Sweep(t.Context(), s, 0)
	if n, err := files.Begun(t.Context(), s); err != nil || n != 0 {
		t.Errorf("%d left: %v", n, err)
	}
}

// bucket is a server of S3 that keeps what it is given under the keys it is given, as it is sent.
type bucket struct {
	mu   sync.Mutex
	kept map[string]string
}

func newBucket(t *testing.T) (*bucket, files.Store) {
	t.Helper()
	b := &bucket{kept: map[string]string{}}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	return b, open(t, at(server.URL))
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := strings.TrimPrefix(r.URL.Path, "/herstelruimte/")
	switch text, known := b.kept[key]; {
	case r.Method == http.MethodPut:
		sent, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		b.kept[key] = string(sent)
		w.Header().Set("ETag", `"etag"`)
	case r.Method == http.MethodDelete:
		delete(b.kept, key)
		w.WriteHeader(http.StatusNoContent)
	case key == "":
		b.list(w, r.URL.Query().Get("prefix"))
	case known:
		w.Header().Set("Last-Modified", "Tue, 24 Nov 2026 09:00:00 GMT")
		_, _ = io.WriteString(w, text)
	default:
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `<Error><Code>NoSuchKey</Code></Error>`)
	}
}

func (b *bucket) list(w io.Writer, prefix string) {
	_, _ = io.WriteString(w, `<ListBucketResult>`)
	for _, key := range b.keys() {
		if strings.HasPrefix(key, prefix) {
			_, _ = io.WriteString(w, `<Contents><Key>`+key+`</Key></Contents>`)
		}
	}
	_, _ = io.WriteString(w, `</ListBucketResult>`)
}

func (b *bucket) keys() []string { return slices.Sorted(maps.Keys(b.kept)) }

func TestKeysShareNoFolder(t *testing.T) {
	t.Parallel()
	b, s := newBucket(t)
	names := []string{"a", "media/fil_1/320.jpg", "media/fil_1/640.jpg", "media/fil_2/320.jpg"}
	for _, name := range names {
		put(t, s, name, "content of "+name)
	}
	if i := slices.IndexFunc(b.keys(), func(key string) bool {
		return strings.Contains(key, "/")
	}); i >= 0 {
		t.Errorf("got a key in a folder: %s", b.keys()[i])
	}
	for _, name := range names {
		if got := get(t, s, name); !strings.Contains(got, "content of "+name) {
			t.Errorf("%s: got %q", name, got)
		}
	}
	for prefix, want := range map[string][]string{
		"": names, "media/": names[1:], "media/fil_1/": names[1:3], "media/fil_1/3": names[1:2],
	} {
		if got, err := s.List(t.Context(), prefix); err != nil || !slices.Equal(got, want) {
			t.Errorf("names below %q: got %v, %v, want %v", prefix, got, err, want)
		}
	}
}

// A store from before keys had no slashes goes on.
func TestAFileWithAnOldKeyIsReadListedReplacedAndRemoved(t *testing.T) {
	t.Parallel()
	const name, beside = "media/fil_1/320.jpg", "media/fil_1/640.jpg"
	b, s := newBucket(t)
	b.kept[name] = "old"
	put(t, s, beside, "new")
	if got := get(t, s, name); got != "old" {
		t.Errorf("got %q, want old", got)
	}
	all := []string{name, beside}
	listed := func(prefix string) {
		t.Helper()
		if got, err := s.List(t.Context(), prefix); err != nil || !slices.Equal(got, all) {
			t.Errorf("names below %q: got %v, %v, want %v", prefix, got, err, all)
		}
	}
	listed("")
	listed("media/")
	listed("media/fil_1/")
	other, to := newBucket(t)
	done, err := files.Copy(t.Context(), s, to, files.CopyOptions{})
	if err != nil || done.New != 2 {
		t.Errorf("copied: got %+v, %v, want 2 new", done, err)
	}
	if got := other.keys(); strings.Contains(strings.Join(got, " "), "/") {
		t.Errorf("the copy has old keys: %v", got)
	}
	put(t, s, name, "replaced")
	if got := get(t, s, name); !strings.Contains(got, "replaced") {
		t.Errorf("got %q, want what replaced it", got)
	}
	listed("media/")
	for _, gone := range all {
		if err := s.Remove(t.Context(), gone); err != nil {
			t.Error(err)
		}
	}
	if got := b.keys(); len(got) != 0 {
		t.Errorf("removed: got %v, want nothing", got)
	}
}
