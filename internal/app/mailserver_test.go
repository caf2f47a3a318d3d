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
	return mailServerFor(t, func(string, []byte) {})
}

// mailServerFor hands them to take, each with whom it is for.
func mailServerFor(t testing.TB, take func(to string, raw []byte)) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := smtp.NewServer(
		smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
			return &swallow{take: take}, nil
		}),
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

type swallow struct {
	take func(to string, raw []byte)
	to   string
}

func (*swallow) Reset()                               {}
func (*swallow) Logout() error                        { return nil }
func (*swallow) Mail(string, *smtp.MailOptions) error { return nil }
func (s *swallow) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}

func (s *swallow) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err == nil {
		s.take(s.to, raw)
	}
	return err
}
