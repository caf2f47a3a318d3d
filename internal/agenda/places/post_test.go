package places_test

import (
	"context"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"
)

// postOffice is a mail server that can be out of order.
type postOffice struct {
	Down    atomic.Bool            // takes no mail for now
	Refuses atomic.Pointer[string] // an address that does not exist
	Taken   atomic.Int64           // mails accepted
}

func (o *postOffice) open(t testing.TB) (port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return postCall{o}, nil
	}))
	server.Domain = "test"
	server.ErrorLog = quiet{}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Serve(l) }()
	t.Cleanup(func() {
		_ = server.Close()
		_ = l.Close()
		<-ended
	})
	return l.Addr().(*net.TCPAddr).Port
}

// postCall is one conversation.
type postCall struct{ office *postOffice }

func (c postCall) Reset()        {}
func (c postCall) Logout() error { return nil }

func (c postCall) Mail(string, *smtp.MailOptions) error {
	if c.office.Down.Load() {
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.NoEnhancedCode, Message: "not now"}
	}
	return nil
}

func (c postCall) Rcpt(to string, _ *smtp.RcptOptions) error {
	if gone := c.office.Refuses.Load(); gone != nil && *gone == to {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.NoEnhancedCode, Message: "unknown"}
	}
	return nil
}

func (c postCall) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	c.office.Taken.Add(1)
	return err
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// Deliver does what the workers of the outbox would do now.
func (r *room) Deliver() {
	r.T.Helper()
	rows, err := r.Pool.Query(context.Background(), `
		select id from mail where state in ('queued', 'sending', 'failed') order by no`)
	if err != nil {
		r.T.Fatal(err)
	}
	open, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		r.T.Fatal(err)
	}
	for _, id := range open {
		if _, err := r.Mail.Try(context.Background(), id); err != nil {
			r.T.Fatal(err)
		}
	}
}
