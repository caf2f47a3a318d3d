package httpkit

import (
	"context"
	"net"
	"net/http"
)

// Whole makes the connections of l send the beginning of an answer together with its rest, where
// CutSlow knows that there is a rest: the server itself sends the first 4 KB alone, and each time
// that something is sent costs as much as all else of a kept page.
func Whole(l net.Listener) net.Listener { return wholeListener{l} }

type wholeListener struct{ net.Listener }

func (l wholeListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &wholeConn{TCPConn: tcp}, err
	}
	return c, err
}

// wholeConn is used by one request at a time.
type wholeConn struct {
	*net.TCPConn
	long  bool   // what is written next begins an answer that is longer than the server gathers
	first []byte // of such an answer
}

// gathered is what the server gathers of an answer before it sends it. Of a longer one it sends
// just as much, and surely more after it.
const gathered = 4 << 10

func (c *wholeConn) Write(b []byte) (int, error) {
	long := c.long
	c.long = false
	switch {
	case long && len(b) == gathered:
		c.first = append(c.first, b...) // the server uses b again
		return len(b), nil
	case len(c.first) == 0:
		return c.TCPConn.Write(b)
	}
	n, err := (&net.Buffers{c.first, b}).WriteTo(c.TCPConn)
	n -= int64(len(c.first))
	c.first = c.first[:0]
	return max(0, int(n)), err
}

// begins says that the answer with these headers begins with a piece of n bytes.
func (c *wholeConn) begins(h http.Header, n int) {
	c.long = n > gathered && len(h["Content-Length"]) > 0
}

type wholeKey struct{}

// WholeConn lets requests find their connection; for http.Server.ConnContext.
func WholeConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, wholeKey{}, c)
}
