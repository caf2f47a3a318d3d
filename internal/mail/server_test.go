package mail

import (
	"bytes"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Where a conversation goes wrong, in the scripts of postOffice.
const (
	accept   = ""
	hang     = "hang"      // never answers the mail
	dropped  = "drop"      // closes the connection after DATA, without an answer
	atSender = "MAIL FROM" // refuses there
	atRcpt   = "RCPT TO"
	atData   = "DATA"
	// takes the mail, and then
	takenHang = "taken, hang" // never says so
	takenDrop = "taken, drop" // closes the connection instead of saying so
	slow      = "slow"        // says so after a while
)

// verdict is what the mail server does with one mail.
type verdict struct {
	at       string
	code     int
	enhanced smtp.EnhancedCode
}

// postOffice is a real SMTP server that follows a script: one verdict a mail, the last one for all
// further mails.
type postOffice struct {
	port int
	over chan struct{} // closed at the end of the test: hanging answers stop

	mu     sync.Mutex
	script []verdict
	judge  func(from string) verdict // instead of the script
	aLine  int                       // mails that it takes on one connection; 0: as many as come
	lines  int                       // connections there were
	tries  int
	got    []received
	arrive chan received
}

// received is one accepted mail.
type received struct {
	from, to string
	raw      []byte
	header   netmail.Header
}

func newPostOffice(t *testing.T, script ...verdict) *postOffice {
	t.Helper()
	return openPostOffice(t, false, script...)
}

// newSecurePostOffice offers STARTTLS with a certificate for 127.0.0.1, and after that log-in as
// huis with geheim.
func newSecurePostOffice(t *testing.T) *postOffice {
	t.Helper()
	return openPostOffice(t, true)
}

func openPostOffice(t *testing.T, secure bool, script ...verdict) *postOffice {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &postOffice{
		port:   l.Addr().(*net.TCPAddr).Port,
		over:   make(chan struct{}),
		script: script,
		arrive: make(chan received, 1000),
	}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		k := &talk{office: p, conn: c}
		p.mu.Lock()
		p.lines++
		p.mu.Unlock()
		if secure {
			return &loginTalk{k, false}, nil
		}
		return k, nil
	}))
	if secure {
		server.TLSConfig = &tls.Config{Certificates: certificates}
	}
	server.Domain = "test"
	server.ErrorLog = quiet{}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Serve(l) }()
	t.Cleanup(func() {
		close(p.over)
		_ = server.Close()
		_ = l.Close()
		<-ended
	})
	return p
}

func (p *postOffice) setScript(script ...verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.script = script
}

func (p *postOffice) connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lines
}

func (p *postOffice) next(from string) (v verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tries++
	if p.judge != nil {
		return p.judge(from)
	}
	if len(p.script) > 0 {
		v = p.script[0]
	}
	if len(p.script) > 1 {
		p.script = p.script[1:]
	}
	return v
}

func (p *postOffice) tried() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tries
}

func (p *postOffice) mails() []received {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got
}

// talk is one conversation.
type talk struct {
	office   *postOffice
	conn     *smtp.Conn
	verdict  verdict
	from, to string
	mails    int
}

func (k *talk) Reset()        {}
func (k *talk) Logout() error { return nil }

func (k *talk) Mail(from string, _ *smtp.MailOptions) error {
	if k.mails++; k.office.aLine > 0 && k.mails > k.office.aLine {
		k.verdict = verdict{at: atSender, code: 421}
		return k.answer(atSender)
	}
	k.from, k.verdict = from, k.office.next(from)
	return k.answer(atSender)
}

func (k *talk) Rcpt(to string, _ *smtp.RcptOptions) error {
	k.to = to
	return k.answer(atRcpt)
}

func (k *talk) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	switch k.verdict.at {
	case hang:
		<-k.office.over
		return errors.New("over")
	case dropped:
		return k.conn.Conn().Close()
	}
	if err := k.answer(atData); err != nil {
		return err
	}
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	mail := received{k.from, k.to, raw, m.Header}
	k.office.mu.Lock()
	k.office.got = append(k.office.got, mail)
	k.office.mu.Unlock()
	select {
	case k.office.arrive <- mail:
	default: // nobody waits for so many
	}
	switch k.verdict.at {
	case takenHang:
		<-k.office.over
	case takenDrop:
		return k.conn.Conn().Close()
	case slow:
		time.Sleep(100 * time.Millisecond)
	}
	return nil
}

func (k *talk) answer(stage string) error {
	if k.verdict.at != stage {
		return nil
	}
	enhanced := k.verdict.enhanced
	if enhanced == (smtp.EnhancedCode{}) {
		enhanced = smtp.NoEnhancedCode
	}
	// Real servers repeat the address in their refusals.
	return &smtp.SMTPError{
		Code:         k.verdict.code,
		EnhancedCode: enhanced,
		Message:      "<" + k.to + "> not now",
	}
}

// loginTalk takes no mail before log-in.
type loginTalk struct {
	*talk
	known bool
}

func (k *loginTalk) AuthMechanisms() []string { return []string{sasl.Plain} }

func (k *loginTalk) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "huis" || password != "geheim" {
			return smtp.ErrAuthFailed
		}
		k.known = true
		return nil
	}), nil
}

func (k *loginTalk) Mail(from string, o *smtp.MailOptions) error {
	if !k.known {
		return &smtp.SMTPError{
			Code:         530,
			EnhancedCode: smtp.NoEnhancedCode,
			Message:      "log in first",
		}
	}
	return k.talk.Mail(from, o)
}

// certificates are those of Go's own test server; TestMain makes this process trust them.
var certificates []tls.Certificate

func TestMain(m *testing.M) {
	if os.Getenv(workerPort) != "" {
		os.Exit(beWorker())
	}
	web := httptest.NewTLSServer(nil)
	certificates = web.TLS.Certificates
	trusted := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw})
	web.Close()
	dir, err := os.MkdirTemp("", "mail-test-")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "ca.pem"), trusted, 0o600)
	}
	if err == nil {
		err = os.Setenv("SSL_CERT_FILE", filepath.Join(dir, "ca.pem"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// closedPort is a port on which nobody answers.
func closedPort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

const patienceOfTests = 30 * time.Second
