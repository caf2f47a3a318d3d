//go:build long

package returned

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The accounts of Debian under which the programs run; each of them owns something else.
const (
	queueOwner = "mail"   // uid 8
	dropGroup  = "uucp"   // gid 10
	boxOwner   = "nobody" // uid 65534: owns the mailboxes
	boxID      = 65534
	mailID     = 8
	dropID     = 10
)

// mailHouse is a mail server as a house rents it: the Postfix and the Dovecot of this machine, in a
// folder of their own and on ports of this test. Postfix has the mailboxes of voorbeeld.example and
// site.example; what goes to elders.example it takes, and finds out later what becomes of it.
type mailHouse struct {
	t                 *testing.T
	dir               string
	smtp, torn, imap  int // torn is the port of a Postfix whose certificate has another name
	postfix, mailroom *exec.Cmd
}

func newMailHouse(t *testing.T) *mailHouse {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "mail-") // short: names of sockets have a limit
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	h := &mailHouse{t: t, dir: dir, smtp: freePort(t), torn: freePort(t), imap: freePort(t)}
	h.must(os.Chmod(dir, 0o755))
	h.folder("data", 0o700, mailID, mailID)
	h.folder("queue", 0o755, 0, 0)
	for _, name := range []string{
		"active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private",
		"saved", "trace",
	} {
		h.folder("queue/"+name, 0o700, mailID, 0)
	}
	h.folder("queue/maildrop", 0o730, mailID, dropID)
	h.folder("queue/public", 0o710, mailID, dropID)
	h.folder("queue/pid", 0o755, 0, 0)
	h.folder("box", 0o755, boxID, boxID)
	h.folder("run", 0o755, 0, 0)
	h.certificate()
	h.settings()
	h.mailroom = h.start("/usr/sbin/dovecot", "-F", "-c", dir+"/dovecot.conf")
	h.answers(h.imap)
	return h
}

func (h *mailHouse) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *mailHouse) folder(name string, mode os.FileMode, uid, gid int) {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	h.must(os.Mkdir(path, mode))
	h.must(os.Chown(path, uid, gid))
	h.must(os.Chmod(path, mode)) // whatever the umask
}

func (h *mailHouse) file(name, text string, values ...any) {
	h.t.Helper()
	text = strings.ReplaceAll(fmt.Sprintf(text, values...), "DIR", h.dir)
	h.must(os.WriteFile(filepath.Join(h.dir, name), []byte(text), 0o644))
}

func (h *mailHouse) settings() {
	h.t.Helper()
	h.file("main.cf", `compatibility_level = 3.6
queue_directory = DIR/queue
data_directory = DIR/data
mail_owner = %s
setgid_group = %s
default_privs = %s
maillog_file = DIR/log
maillog_file_prefixes = DIR
myhostname = mail.site.example
mydestination =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
recipient_delimiter = +
virtual_mailbox_domains = voorbeeld.example, site.example
virtual_mailbox_maps = regexp:DIR/boxes
virtual_mailbox_base = DIR/box
virtual_uid_maps = static:%d
virtual_gid_maps = static:%d
virtual_alias_domains = elders.example
virtual_alias_maps = regexp:DIR/aliases
transport_maps = regexp:DIR/transport
smtpd_recipient_restrictions = check_recipient_access regexp:DIR/access,
	permit_mynetworks, reject
smtpd_tls_cert_file = DIR/certificate
smtpd_tls_key_file = DIR/certificate
smtpd_client_connection_count_limit = 0
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
delay_warning_time = 1s
maximal_queue_lifetime = 20s
bounce_queue_lifetime = 20s
`, queueOwner, dropGroup, boxOwner, boxID, boxID)
	h.file("boxes", `/^bounce(\+.*)?@site\.example$/ bounce/
/^p[0-9]+@voorbeeld\.example$/ all/
`)
	h.file("aliases", `/^(.*)@elders\.example$/ $1@weg.example
`)
	h.file("transport", `/^niemand@weg\.example$/ error:5.1.1 nobody has this mailbox
/^vol@weg\.example$/ error:5.2.2 this mailbox is full
/^traag@weg\.example$/ retry:4.4.1 that machine does not answer
`)
	h.greylist(true)
	h.file("master.cf", `127.0.0.1:%d inet n - n - - smtpd
127.0.0.1:%d inet n - n - - smtpd -o smtpd_tls_security_level=may
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`, h.smtp, h.torn)
	h.file("dovecot.conf", `base_dir = DIR/run
state_dir = DIR/run
log_path = DIR/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_login_user = %s
default_internal_user = %s
default_internal_group = %s
mail_location = maildir:DIR/box/bounce
auth_mechanisms = plain
passdb {
  driver = static
  args = user=%s password=%s
}
userdb {
  driver = static
  args = uid=%d gid=%d home=DIR/box/bounce
}
service imap-login {
  chroot =
  inet_listener imap {
    port = %d
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`, boxOwner, queueOwner, queueOwner, user, password, boxID, boxID, h.imap)
}

// greylist says whether who is new must come back later; Postfix reads it when it starts.
func (h *mailHouse) greylist(on bool) {
	h.t.Helper()
	grey := ""
	if on {
		grey = "/^p2@/ 450 4.7.1 come back in a while\n"
	}
	h.file("access", `%s/^p3@/ 550 5.1.1 nobody has this mailbox
/^p4@/ 452 4.2.2 this mailbox is full
`, grey)
}

// certificate is of a name that nobody asks for.
func (h *mailHouse) certificate() {
	h.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	h.must(err)
	of := x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "anders.example"},
		DNSNames:     []string{"anders.example"},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
	}
	raw, err := x509.CreateCertificate(rand.Reader, &of, &of, &key.PublicKey, key)
	h.must(err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	h.must(err)
	h.file("certificate", "%s%s",
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
	h.must(os.Chmod(filepath.Join(h.dir, "certificate"), 0o600))
}

// start runs a program, with all that it starts, until the test ends.
func (h *mailHouse) start(words ...string) *exec.Cmd {
	h.t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	h.must(cmd.Start())
	h.t.Cleanup(func() { h.kill(cmd) })
	return cmd
}

// kill ends a program, and all that it started, as a power cut does.
func (h *mailHouse) kill(cmd *exec.Cmd) {
	if cmd.ProcessState != nil {
		return
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	_ = cmd.Wait()
}

// opens starts Postfix.
func (h *mailHouse) opens() {
	h.t.Helper()
	h.postfix = h.start("/usr/lib/postfix/sbin/master", "-c", h.dir, "-d")
	h.answers(h.smtp)
}

// falls kills Postfix.
func (h *mailHouse) falls() {
	h.t.Helper()
	h.kill(h.postfix)
	_ = os.Remove(filepath.Join(h.dir, "queue", "pid", "master.pid"))
}

// answers waits until something listens on this port.
func (h *mailHouse) answers(port int) {
	h.t.Helper()
	h.until("a server", func() bool {
		c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			return false
		}
		_ = c.Close()
		return true
	})
}

// until waits for something that another program does.
func (h *mailHouse) until(what string, is func() bool) {
	h.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			for _, name := range []string{"log", "dovecot.log"} {
				text, _ := os.ReadFile(filepath.Join(h.dir, name))
				h.t.Logf("%s: %s", name, text[max(0, len(text)-4000):])
			}
			h.t.Fatalf("in vain: %s", what)
		}
	}
}

// in are the messages of a mailbox, as they were delivered.
func (h *mailHouse) in(box string) (all []string) {
	h.t.Helper()
	for _, part := range []string{"new", "cur"} {
		files, err := filepath.Glob(filepath.Join(h.dir, "box", box, part, "*"))
		h.must(err)
		for _, f := range files {
			raw, err := os.ReadFile(f)
			h.must(err)
			all = append(all, string(raw))
		}
	}
	return all
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
