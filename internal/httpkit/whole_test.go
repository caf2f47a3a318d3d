package httpkit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// wholeServer serves h as the site does, and gives its address.
func wholeServer(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{
		Handler:           CutSlow(time.Minute)(h),
		ConnContext:       WholeConn,
		ReadHeaderTimeout: time.Minute,
	}
	go func() { _ = srv.Serve(Whole(l)) }()
	t.Cleanup(func() { _ = srv.Close() })
	return "http://" + l.Addr().String()
}

// However long an answer is and in however many pieces it is written, it arrives, on a connection
// that is used again.
func TestEveryAnswerArrivesWhateverItsLength(t *testing.T) {
	t.Parallel()
	body := bytes.Repeat([]byte("koffie en thee "), 20_000)
	at := wholeServer(t, func(w http.ResponseWriter, r *http.Request) {
		number := func(word string) int {
			n, _ := strconv.Atoi(r.FormValue(word))
			return n
		}
		n, piece := number("n"), max(1, number("piece"))
		if r.FormValue("told") != "" {
			w.Header().Set("Content-Length", strconv.Itoa(n))
		}
		w.Header().Set("X-Long", strings.Repeat("x", number("head")))
		if r.FormValue("flush") != "" {
			w.(*patient).ResponseWriter.(http.Flusher).Flush()
		}
		for rest := body[:n]; len(rest) > 0; rest = rest[min(piece, len(rest)):] {
			_, _ = w.Write(rest[:min(piece, len(rest))])
		}
	})
	client := &http.Client{
		Transport: &http.Transport{MaxConnsPerHost: 1},
		Timeout:   10 * time.Second,
	}
	lengths := []int{0, 1, 2047, 2049, gathered, gathered + 1, 2 * gathered, 3*gathered + 1, 70_000}
	for n := 3800; n <= gathered; n += 7 { // with its headers it is just as long as is gathered
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		for _, piece := range []int{max(1, n), 1000, gathered, gathered + 1} {
			for _, more := range []string{"", "&told=1", "&told=1&flush=1", "&told=1&head=5000"} {
				ask := fmt.Sprintf("%s/?n=%d&piece=%d%s", at, n, piece, more)
				res, err := client.Get(ask)
				if err != nil {
					t.Fatalf("%s: %v", ask, err)
				}
				got, err := io.ReadAll(res.Body)
				if res.Body.Close(); err != nil || !bytes.Equal(got, body[:n]) {
					t.Fatalf("%s: %d bytes of %d, %v", ask, len(got), n, err)
				}
			}
		}
	}
}

func TestTheBeginningOfALongAnswerGoesWithItsRest(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	reader, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	one, err := Whole(l).Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = one.Close() }()
	c := one.(*wholeConn)
	arrives := func() int {
		t.Helper()
		_ = reader.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		n, err := io.ReadFull(reader, make([]byte, 3*gathered))
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal(err)
		}
		return n
	}
	writes := func(n, want int) {
		t.Helper()
		if got, err := c.Write(make([]byte, n)); got != n || err != nil {
			t.Errorf("wrote %d of %d: %v", got, n, err)
		}
		if got := arrives(); got != want {
			t.Errorf("after %d more bytes %d arrived, want %d", n, got, want)
		}
	}
	told := http.Header{"Content-Length": {"5000"}}
	c.begins(told, 5000)
	writes(gathered, 0)
	writes(5000-gathered, 5000)
	writes(gathered, gathered)
	c.begins(told, gathered) // perhaps all that there is
	writes(gathered, gathered)
	c.begins(http.Header{}, 5000)
	writes(gathered, gathered)
	c.begins(told, 5000)
	writes(5000, 5000)
	writes(gathered, gathered)
}
