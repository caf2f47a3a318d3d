package app

import (
	"io"
	"net"
	"testing"

	"github.com/emersion/go-smtp"
)

// mailServer takes every mail until the test ends and gives its port.
func mailServer(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := smtp.NewServer(
		smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return swallow{}, nil }),
	)
	srv.Domain = "localhost"
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Serve(l) // ends with Close
	}()
	t.Cleanup(func() {
		_ = srv.Close()
		<-done
	})
	return l.Addr().(*net.TCPAddr).Port
}

type swallow struct{}

func (swallow) Reset()                               {}
func (swallow) Logout() error                        { return nil }
func (swallow) Mail(string, *smtp.MailOptions) error { return nil }
func (swallow) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (swallow) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}
