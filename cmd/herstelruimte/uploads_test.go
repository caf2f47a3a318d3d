package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files/pdftest"
	"herstelruimte/internal/identity/identitytest"
)

// program is the one that the check built, as it is installed; else this one, which TestMain makes
// the program too.
func program() string { return cmp.Or(os.Getenv("HERSTELRUIMTE_BINARY"), os.Args[0]) }

// served is the program on its own, as a process, with one of its staff signed in.
type served struct {
	t       *testing.T
	words   []string // that run it
	env     []string
	url     string
	cmd     *exec.Cmd
	said    *words
	cookie  string
	issuer  *identitytest.Issuer
	pending sync.WaitGroup
}

// words keeps what a process says.
type words struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

// serveProgram starts the program on an empty house. Its files lie in a folder, or on the server of
// S3 that the environment names for tests.
func serveProgram(t *testing.T) *served {
	t.Helper()
	return serveOn(t, dbtest.URL(t))
}

// serveOn starts the program on a database; more are settings that differ.
func serveOn(t *testing.T, database string, more ...string) *served {
	t.Helper()
	return servedAs(t, database, clock.System(), []string{program(), "serve"}, more...)
}

// servedAs starts it with other words, with staff who sign in by the clock that it has.
func servedAs(t *testing.T, database string, now *clock.Clock, run []string, more ...string) *served {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	s := &served{
		t:      t,
		words:  run,
		url:    "http://" + addr,
		said:   &words{},
		issuer: identitytest.New(t, now),
	}
	s.env = []string{
		"DATABASE_URL=" + database,
		"SEAL_KEY=" + key(1),
		"LOOKUP_KEY=" + key(2),
		"TOKEN_KEY=" + key(3),
		"FORM_KEY=" + key(4),
		"FILES_DIR=" + t.TempDir(),
		"ADDR=" + addr,
		"SITE_URL=" + s.url,
		"SMTP_PORT=1",
		"OIDC_ISSUER=" + identitytest.URL,
		"OIDC_KEYS_URL=" + s.issuer.KeysURL,
		"GOMEMLIMIT=400MiB",
		"GOGC=50",
	}
	if u, err := url.Parse(os.Getenv("HERSTELRUIMTE_TEST_S3")); err == nil && u.User != nil {
		secret, _ := u.User.Password()
		s.env = append(
			s.env,
			"S3_ENDPOINT="+u.Scheme+"://"+u.Host,
			"S3_BUCKET="+strings.Trim(u.Path, "/"),
			"S3_ACCESS_KEY="+u.User.Username(),
			"S3_SECRET_KEY="+secret,
		)
	}
	s.env = append(s.env, more...)
	s.start()
	t.Cleanup(s.kill)
	return s
}

func (s *served) start() {
	s.t.Helper()
	s.cmd = exec.Command(s.words[0], s.words[1:]...)
	s.cmd.Env, s.cmd.Stderr, s.cmd.Stdout = s.env, s.said, s.said
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for range 300 {
		if res, err := http.Get(s.url + "/readyz"); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusNoContent {
				return
			}
		}
		time.Sleep(100 * time.Millisecond) // until it listens
	}
	s.t.Fatalf("it does not start: %s", s.said)
}

// kill ends it as a power cut does.
func (s *served) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

func (s *served) signIn() {
	s.t.Helper()
	s.cookie = s.signedIn("lid-1", "redactie")
}

// signedIn gives the cookie of somebody of the staff.
func (s *served) signedIn(uid, role string) string {
	s.t.Helper()
	req, _ := http.NewRequest(http.MethodPost, s.url+"/api/session", nil)
	req.Header.Set(
		"Authorization",
		"Bearer "+s.issuer.Sign(s.t, s.issuer.Claims(uid, role)),
	)
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusNoContent {
		s.t.Fatal(res, err)
	}
	cookie, _, _ := strings.Cut(res.Header.Get("Set-Cookie"), ";")
	return cookie
}

// call gives the status and the body of an answer; 0 when there was none.
func (s *served) call(method, path string, offset int, body io.Reader) (int, []byte) {
	req, err := http.NewRequestWithContext(context.Background(), method, s.url+path, body)
	if err != nil {
		s.t.Error(err)
		return 0, nil
	}
	req.Header.Set("Cookie", s.cookie)
	req.Header.Set("Upload-Offset", strconv.Itoa(offset))
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = res.Body.Close() }()
	raw, _ := io.ReadAll(res.Body)
	return res.StatusCode, raw
}

type uploadAnswer struct {
	ID, State, Fault string
	Received         int
	File             struct{ ID string }
}

func (s *served) begin(name, purpose string, raw []byte) string {
	body, _ := json.Marshal(map[string]any{
		"name":     name,
		"size":     len(raw),
		"purpose":  purpose,
		"headHash": fmt.Sprintf("%x", sha256.Sum256(raw)),
	})
	status, answer := s.call(http.MethodPost, "/api/uploads", 0, bytes.NewReader(body))
	var up uploadAnswer
	if err := json.Unmarshal(answer, &up); err != nil || status != http.StatusOK {
		s.t.Errorf("%d %s", status, answer)
	}
	return up.ID
}

// send sends the rest of a file in chunks that grow, and gives the id of the file.
func (s *served) send(id string, at int, raw []byte) string {
	var up uploadAnswer
	for n := 256 << 10; at < len(raw); n = min(2*n, 32<<20) {
		end := min(at+n, len(raw))
		if status, answer := s.call(
			http.MethodPut,
			"/api/uploads/"+id,
			at,
			bytes.NewReader(raw[at:end]),
		); status/100 != 2 {
			s.t.Errorf("%d %s", status, answer)
			return ""
		}
		at = end
	}
	for range 3000 {
		_, answer := s.call(http.MethodGet, "/api/uploads/"+id, 0, nil)
		if err := json.Unmarshal(answer, &up); err != nil || up.State == "refused" {
			s.t.Errorf("%s %v", answer, err)
			return ""
		}
		if up.State == "ready" {
			return up.File.ID
		}
		time.Sleep(100 * time.Millisecond) // it asks again, as a browser does
	}
	s.t.Errorf("%s is never ready", id)
	return ""
}

func picture(t *testing.T, w, h, seed int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = uint8(i*i>>9 + seed)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var madeAnew = regexp.MustCompile(`"msg":"file converted","kind":"(\w+)","file":"\w+","kB":(\d+)`)

func TestTenUploadsAndTwentyPicturesAtOnceInLittleMemory(t *testing.T) {
	s := serveProgram(t)
	s.signIn()
	for i := range 10 {
		raw := pdftest.Of(12<<20 + i)
		s.pending.Go(func() { s.send(s.begin("Verslag.pdf", "document", raw), 0, raw) })
	}
	for i := range 20 {
		w, h := 400, 300
		if i == 0 {
			w, h = 4000, 3000
		}
		raw := picture(t, w, h, i)
		s.pending.Go(func() { s.send(s.begin("Foto.jpg", "image", raw), 0, raw) })
	}
	s.pending.Wait()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	serving, _ := strconv.Atoi(strings.Fields(peak)[0])
	child, count := 0, map[string]int{}
	for _, m := range madeAnew.FindAllStringSubmatch(s.said.String(), -1) {
		n, _ := strconv.Atoi(m[2])
		child = max(child, n)
		count[m[1]]++
	}
	t.Logf(
		"%v; at most %d MB in the process that serves, %d MB in a child",
		count,
		serving>>10,
		child>>10,
	)
	if serving > 250<<10 || child == 0 || child > 300<<10 ||
		count["image"] != 20 || count["document"] != 10 {
		t.Errorf(
			"%v; %d kB in the process that serves, %d kB in a child",
			count,
			serving,
			child,
		)
	}
}

func TestAnUploadOutlivesAServerThatIsKilled(t *testing.T) {
	s := serveProgram(t)
	s.signIn()
	raw := pdftest.Of(12 << 20)
	id := s.begin("Verslag.pdf", "document", raw)
	for at := 0; at < 3<<20; at += 1 << 20 {
		if status, answer := s.call(
			http.MethodPut,
			"/api/uploads/"+id,
			at,
			bytes.NewReader(raw[at:at+1<<20]),
		); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
	}
	half, feed := io.Pipe()
	gone := make(chan int)
	go func() {
		status, _ := s.call(http.MethodPut, "/api/uploads/"+id, 3<<20, half)
		gone <- status
	}()
	if _, err := feed.Write(raw[3<<20 : 5<<20]); err != nil {
		t.Fatal(err)
	}
	s.kill()
	_ = feed.Close()
	if status := <-gone; status != 0 {
		t.Errorf("a killed server answers %d", status)
	}
	s.start()
	_, answer := s.call(http.MethodGet, "/api/uploads/"+id, 0, nil)
	var up uploadAnswer
	if err := json.Unmarshal(answer, &up); err != nil || up.Received != 3<<20 {
		t.Fatalf("%s %v", answer, err)
	}
	file := s.send(id, up.Received, raw)
	status, got := s.call(http.MethodGet, "/bestanden/"+file+"/verslag.pdf", 0, nil)
	if status != http.StatusOK || !pdftest.Shows(got, raw) {
		t.Errorf("%d, %d bytes, or another picture", status, len(got))
	}
}
