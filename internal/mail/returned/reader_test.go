package returned

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/mail"
)

const user, password = "terug", "geheim"

// box is a mailbox on a real IMAP server, and what was told of it.
type box struct {
	*Reader
	t      *testing.T
	server *imapmemserver.User
	told   []mail.Return
	known  bool
	fails  error
}

func setup(t *testing.T) *box {
	t.Helper()
	b := &box{t: t, server: imapmemserver.NewUser(user, password), known: true}
	if err := b.server.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	all := imapmemserver.New()
	all.AddUser(b.server)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return all.NewSession(), nil, nil
		},
		Caps:         imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapUIDPlus: {}},
		InsecureAuth: true,
		Logger:       log.New(io.Discard, "", 0),
	})
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close(); <-ended })
	path := pathTest(testDay)
	b.Reader = &Reader{
		Pool:  dbtest.New(t),
		Clock: clock.Stopped(testDay),
		Mailbox: Mailbox{
			Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port,
			User: user, Password: password, TLS: TLSNone,
		},
		Path: path,
		Tell: func(_ context.Context, r mail.Return) (bool, error) {
			if b.fails != nil {
				return false, b.fails
			}
			b.told = append(b.told, r)
			return b.known, nil
		},
	}
	return b
}

type literal struct {
	io.Reader
	size int64
}

func (l literal) Size() int64 { return l.size }

func (b *box) put(names ...string) {
	b.t.Helper()
	for _, name := range names {
		raw, err := os.ReadFile("testdata/" + name + ".eml")
		if err != nil {
			b.t.Fatal(err)
		}
		if _, err := b.server.Append(
			"INBOX", literal{bytes.NewReader(raw), int64(len(raw))}, &imap.AppendOptions{},
		); err != nil {
			b.t.Fatal(err)
		}
	}
}

// left is how many messages there are, and how many of them nobody has seen.
func (b *box) left() (all, unseen uint32) {
	b.t.Helper()
	s, err := b.server.Status("INBOX", &imap.StatusOptions{NumMessages: true, NumUnseen: true})
	if err != nil {
		b.t.Fatal(err)
	}
	return *s.NumMessages, *s.NumUnseen
}

func (b *box) seen() Seen {
	b.t.Helper()
	s, err := Load(b.t.Context(), b.Pool)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

func (b *box) runs() {
	b.t.Helper()
	if err := b.Run(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

func TestTheMailboxIsReadOnceAndWhatWeDoNotUnderstandStays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.put("person-answers", "postfix-unknown-user", "forged-signature", "complaint", "foreign")
	for range 2 {
		b.runs()
	}
	if want := []mail.Return{
		{Mail: ours, Outcome: mail.Hard, Why: mail.WhyAddress},
		{Mail: ours, Outcome: mail.Complaint},
	}; !slices.Equal(b.told, want) {
		t.Errorf("told %v", b.told)
	}
	if all, unseen := b.left(); all != 3 || unseen != 3 {
		t.Errorf("%d left, %d of them as they were", all, unseen)
	}
	b.put("postfix-mailbox-full")
	b.runs()
	if len(b.told) != 3 || b.told[2].Outcome != mail.Soft {
		t.Errorf("told %v", b.told)
	}
	n := b.seen().Total(b.Clock.Now())
	if n["hard"] != 1 || n["soft"] != 1 || n["complaint"] != 1 || n["unknown"] != 1 ||
		n["other"] != 1 {
		t.Errorf("counted %v", n)
	}
}

func TestAnUnknownMailIsCountedAndIgnored(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.known = false
	b.put("postfix-unknown-user")
	b.runs()
	if n := b.seen().Total(b.Clock.Now()); n["unknown"] != 1 || n["hard"] != 0 {
		t.Errorf("counted %v", n)
	}
	b.Clock.Advance((keepDays + 1) * 24 * time.Hour)
	if n := b.seen().Total(b.Clock.Now()); n["unknown"] != 0 {
		t.Errorf("counted for ever: %v", n)
	}
}

func TestWhatCouldNotBeWrittenDownIsReadAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fails = errors.New("no database")
	b.put("postfix-unknown-user")
	if err := b.Run(t.Context()); err == nil {
		t.Error("nobody was told")
	}
	if all, _ := b.left(); all != 1 {
		t.Error("it is lost")
	}
	b.fails = nil
	b.runs()
	if all, _ := b.left(); all != 0 || len(b.told) != 1 {
		t.Errorf("%d left, told %v", all, b.told)
	}
}

func TestAFaultOfTheMailboxIsRememberedUntilItIsOver(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(*Mailbox)
		class string
	}{
		"password": {func(m *Mailbox) { m.Password = "anders" }, FaultLogIn},
		"folder":   {func(m *Mailbox) { m.Folder = "Bestaat niet" }, FaultOpen},
		"port":     {func(m *Mailbox) { m.Port = 1 }, FaultReach},
		"tls":      {func(m *Mailbox) { m.TLS = TLSAfter }, FaultReach},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			good := b.Mailbox
			c.spoil(&b.Mailbox)
			since := b.Clock.Now()
			b.runs()
			b.Clock.Advance(time.Hour)
			b.runs()
			if s := b.seen(); s.Fault != c.class || !s.Since.Equal(since) || !s.ReadAt.IsZero() {
				t.Errorf("%+v", s)
			}
			b.Mailbox = good
			b.runs()
			if s := b.seen(); s.Fault != "" || !s.ReadAt.Equal(b.Clock.Now()) {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestNothingOfAnybodyIsRememberedOfTheMailbox(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.put("postfix-unknown-user", "complaint", "vacation-rfc")
	b.runs()
	var doc string
	if err := b.Pool.QueryRow(t.Context(), `
		select doc::text
		from ops_report
		where kind = $1`, reportKind).Scan(&doc); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(doc, "@") || strings.Contains(doc, "mail_") {
		t.Error(doc)
	}
}
