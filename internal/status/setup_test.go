package status

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/house"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
)

// bench is a house in which everything is well; a test breaks one thing.
type bench struct {
	t     *testing.T
	pool  *pgxpool.Pool
	clock *clock.Clock
	cfg   Config
	ca    authority
	texts map[string][]string // DNS
}

const (
	site, login = "www.trefpunt.nl", "login.trefpunt.nl"
	beheer      = "beheer@trefpunt.nl"
)

func setup(t *testing.T) *bench {
	t.Helper()
	b := &bench{
		t:     t,
		pool:  dbtest.New(t),
		clock: clock.Stopped(clock.System().Now()),
		ca:    newAuthority(t),
		texts: map[string][]string{
			"trefpunt.nl": {
				"google-site-verification=x",
				"v=spf1 include:post.nl -all",
			},
			"_dmarc.trefpunt.nl":        {"v=DMARC1; p=quarantine"},
			"s1._domainkey.trefpunt.nl": {"v=DKIM1; k=rsa; p=MIIB"},
		},
	}
	queue := jobs.New(b.pool, b.clock)
	h := house.Default()
	h.Sample, h.Sender.Address, h.ANBI = false, "post@trefpunt.nl", nil
	b.cfg = Config{
		Clock:      b.clock,
		Log:        slog.New(slog.DiscardHandler),
		Pool:       b.pool,
		InUse:      func() (int32, int32) { return 3, 20 },
		Program:    "1.2.3",
		House:      func(context.Context) (house.House, bool, error) { return h, true, nil },
		Ping:       func(context.Context) error { return nil },
		Storage:    "http://versitygw:7070",
		KeysURL:    "http://keycloak:8080/certs",
		SiteURL:    "https://" + site,
		LoginURL:   "https://" + login,
		Server:     mail.Server{Host: "smtp.post.nl", Port: 587, User: "huis"},
		Domain:     site,
		Selector:   "s1",
		Beheer:     beheer,
		Queue:      queue,
		Backups:    true,
		SendLimits: true,
		OldKeys:    func(context.Context) (int, bool, error) { return 0, false, nil },
		Forgetting: func(context.Context) (Forgetting, error) { return Forgetting{}, nil },
		Mail: mail.New(b.pool, b.clock, queue, mail.Config{
			Seal: func(_ string, plain []byte) []byte { return plain },
			Key:  func(a string) []byte { return []byte(a) },
		}),
		Outside: b.outside(),
	}
	at := b.clock.Now()
	b.report("backup", at.Add(-20*time.Minute), `{"ok": true, "bytes": 3221225472, "objects": 2}`)
	b.report("target", at.Add(-20*time.Minute), `{"ok": true}`)
	b.report(
		"drill",
		at.Add(-3*24*time.Hour),
		`{"ok": true, "minutes": 4.5, "rows": 1200, "objects": 1, "faults": []}`,
	)
	b.report("logs", at.Add(-20*time.Minute), `{"fault": ""}`)
	b.report(
		"host",
		at.Add(-20*time.Minute),
		`{"freeBytes": 50000000000, "totalBytes": 100000000000}`,
	)
	return b
}

func (b *bench) outside() Outside {
	return Outside{
		TXT: func(_ context.Context, name string) ([]string, error) {
			if texts, ok := b.texts[name]; ok {
				return append([]string(nil), texts...), nil
			}
			return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
		},
		Addresses: func(context.Context, string) ([]string, error) {
			return []string{"203.0.113.5"}, nil
		},
		Names: func(context.Context, string) ([]string, error) {
			return []string{"smtp.post.nl."}, nil
		},
		Certificates: func(_ context.Context, _, name string) ([]*x509.Certificate, error) {
			return b.ca.certificate(b.t, name, 90*24*time.Hour, 60*24*time.Hour), nil
		},
		Roots: b.ca.pool,
		Get: func(_ context.Context, url string) (int, http.Header, []byte, error) {
			return http.StatusOK, http.Header{
				"Server": {"VERSITYGW"},
			}, []byte(`{"keys":[{"kid":"a"}]}`), nil
		},
		Probe: func(context.Context, mail.Server, string) (mail.Reached, string) {
			return mail.Reached{Secret: true, LoggedIn: true}, ""
		},
		Disk:   func(string) (uint64, uint64, bool, error) { return 40 << 30, 80 << 30, true, nil },
		Synced: func() (bool, bool) { return true, true },
	}
}

func (b *bench) report(kind string, at time.Time, doc string) {
	b.t.Helper()
	b.exec(
		`
		insert into ops_report (kind, doc, at) values ($1, $2,
			$3) on conflict (kind) do update set doc = excluded.doc, at = excluded.at`,
		kind,
		doc,
		at,
	)
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	if _, err := b.pool.Exec(b.t.Context(), sql, args...); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) count(sql string, args ...any) (n int) {
	b.t.Helper()
	if err := b.pool.QueryRow(b.t.Context(), sql, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// look runs one check on the bench as it is now.
func (b *bench) look(key string) Check {
	b.t.Helper()
	r := New(b.cfg).Look(b.t.Context(), key)
	if len(r.Checks) != 1 {
		b.t.Fatalf("%s: %d checks", key, len(r.Checks))
	}
	return r.Checks[0]
}

// want holds one check against a state and words that it says.
func (b *bench) want(key string, state State, words ...string) Check {
	b.t.Helper()
	c := b.look(key)
	if c.State != state {
		b.t.Errorf("%s is %s, want %s: %s", key, c.State, state, c.Says)
	}
	for _, w := range words {
		if !strings.Contains(c.Says+" "+c.Todo, w) {
			b.t.Errorf("%s does not say %q: %s %s", key, w, c.Says, c.Todo)
		}
	}
	if (c.State == Warn || c.State == Bad) && c.Todo == "" {
		b.t.Errorf("%s is %s and does not say what to do", key, c.State)
	}
	if !strings.HasSuffix(c.Says, ".") {
		b.t.Errorf("%s ends without a full stop: %s", key, c.Says)
	}
	return c
}

// nowhere is a pool whose database does not answer.
func nowhere(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, err := db.Open(t.Context(), "postgres://nobody@127.0.0.1:1/x?sslmode=disable", 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// authority signs certificates as those that browsers know do.
type authority struct {
	pool *x509.CertPool
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	own := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "Test CA"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(1000 * time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	a := authority{x509.NewCertPool(), sign(t, own, own, key, key), key}
	a.pool.AddCert(a.cert)
	return a
}

// certificate lives so long in all and has so much left.
func (a authority) certificate(t *testing.T, name string, life, left time.Duration) []*x509.Certificate {
	t.Helper()
	end := time.Now().Add(left)
	c := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: name},
		DNSNames:     []string{name},
		NotBefore:    end.Add(-life),
		NotAfter:     end,
	}
	return []*x509.Certificate{sign(t, c, a.cert, a.key, a.key)}
}

func sign(t *testing.T, c, by *x509.Certificate, own, key *ecdsa.PrivateKey) *x509.Certificate {
	t.Helper()
	raw, err := x509.CreateCertificate(rand.Reader, c, by, &own.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	out, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
