package httpkit

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"testing"
	"time"

	"herstelruimte/internal/problem"
)

const answerSize = 8 << 20

// answering serves a long answer to a reader with little room, and tells how the writing ended.
func answering(t *testing.T, silence time.Duration) (conn net.Conn, ended chan error) {
	t.Helper()
	ended = make(chan error, 1)
	big := make([]byte, answerSize)
	long := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, err := w.Write(big)
		ended <- err
	})
	srv := httptest.NewServer(CutSlow(silence)(long))
	t.Cleanup(srv.Close)
	conn, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.(*net.TCPConn).SetReadBuffer(32 << 10); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return conn, ended
}

func TestWhoReadsNothingIsCut(t *testing.T) {
	t.Parallel()
	_, ended := answering(t, 100*time.Millisecond)
	if err := <-ended; err == nil {
		t.Error("the answer went out to nobody")
	}
}

func TestASlowReaderWhoGoesOnGetsEverything(t *testing.T) {
	t.Parallel()
	silence := 300 * time.Millisecond
	conn, ended := answering(t, silence)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	begin, read := time.Now(), 0
	// whoever reads slowly is what this is about: a pause, but shorter than the silence
	for part := make([]byte, 256<<10); ; time.Sleep(silence / 20) {
		n, err := io.ReadFull(res.Body, part)
		if read += n; err != nil {
			break
		}
	}
	if err := <-ended; err != nil || read != answerSize {
		t.Errorf("%d of %d bytes, %v", read, answerSize, err)
	}
	if time.Since(begin) < silence {
		t.Error("this reader was not slow")
	}
}

// late is a body that did not come in the time of the server, as its connection tells it.
type late struct{}

func (late) Read([]byte) (int, error) {
	return 0, &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}
}
func (late) Close() error { return nil }

func TestABodyThatComesTooSlowlyIsToldSo(t *testing.T) {
	t.Parallel()
	r := setup(t)
	req := r.good().request()
	req.Body = late{}
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	want(t, w, problem.TooSlow)
}

func TestANetworkReads300AnswersAMinute(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		factor float64
		method string
		want   int
	}{
		"reads":         {1, http.MethodGet, 300},
		"reads of HEAD": {1, http.MethodHead, 300},
		"sends":         {1, http.MethodPost, 400},
		"off":           {0, http.MethodGet, 400},
	} {
		good := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
		reading := NewLimits(c.factor, netip.Prefix{}).Reads().Reading("/")(good)
		n, last := 0, (*httptest.ResponseRecorder)(nil)
		for range 400 {
			r := from("203.0.113.7")
			r.Method, last = c.method, httptest.NewRecorder()
			if reading.ServeHTTP(last, r); last.Code == http.StatusOK {
				n++
			}
		}
		if n != c.want {
			t.Errorf("%s: %d of 400 pass, want %d", name, n, c.want)
		}
		if c.want == 300 {
			want(t, last, problem.TooMany)
			if last.Header().Get("Retry-After") != "60" {
				t.Errorf("%s: %v", name, last.Header())
			}
		}
	}
}
