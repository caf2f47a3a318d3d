package httpkit

import (
	"net/http"
	"time"
)

// CutSlow ends an answer of which nothing was taken for this long: who does not read must not hold
// memory and a connection. A slow reader who goes on reading gets everything.
func CutSlow(silence time.Duration) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			p := &patient{w, http.NewResponseController(w), silence, nil}
			p.conn, _ = r.Context().Value(wholeKey{}).(*wholeConn)
			defer p.extend() // for what the server itself still has to write
			next.ServeHTTP(p, r)
		})
	}
}

// patient gives the reader a fresh term before each piece.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
	silence time.Duration
	conn    *wholeConn // until something was written
}

// piece is the most that must be taken within one term, in bytes.
const piece = 64 << 10

func (p *patient) extend() {
	_ = p.control.SetWriteDeadline(time.Now().Add(p.silence)) // a recorder has none
}

func (p *patient) Write(b []byte) (n int, err error) {
	if p.conn != nil {
		p.conn.begins(p.Header(), len(b))
		p.conn = nil
	}
	for {
		p.extend()
		m, err := p.ResponseWriter.Write(b[:min(piece, len(b))])
		n += m
		if b = b[m:]; err != nil || len(b) == 0 {
			return n, err
		}
	}
}

// Unwrap lets what stands behind reach the connection.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }
