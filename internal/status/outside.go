package status

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"

	"herstelruimte/internal/mail"
)

// Outside is what the checks ask beyond the database. A test puts answers of its own here; nil ones
// are the real thing.
type Outside struct {
	// TXT looks up the texts that stand in DNS under a name.
	TXT func(ctx context.Context, name string) ([]string, error)
	// Addresses are those of a name, and Names those of an address.
	Addresses, Names func(ctx context.Context, of string) ([]string, error)
	// Certificates are those that the server at address shows for a name, its own first. They are
	// not verified.
	Certificates func(ctx context.Context, address, name string) ([]*x509.Certificate, error)
	Roots        *x509.CertPool // nil: those of the system
	// Get fetches an address: status, headers and the first 64 KB.
	Get func(ctx context.Context, url string) (status int, head http.Header, body []byte, err error)
	// Probe talks to the mail server without offering a mail.
	Probe func(ctx context.Context, s mail.Server, helo string) (mail.Reached, string)
	// Disk tells how much is free where path is; known is false where this system cannot tell.
	Disk func(path string) (free, total uint64, known bool, err error)
	// Synced tells whether the machine's clock follows others; known is false where this system
	// cannot tell.
	Synced func() (synced, known bool)
}

func (o Outside) orReal() Outside {
	if o.TXT == nil {
		o.TXT = (&net.Resolver{}).LookupTXT
	}
	if o.Addresses == nil {
		o.Addresses = (&net.Resolver{}).LookupHost
	}
	if o.Names == nil {
		o.Names = (&net.Resolver{}).LookupAddr
	}
	if o.Certificates == nil {
		o.Certificates = certificates
	}
	if o.Get == nil {
		o.Get = get
	}
	if o.Probe == nil {
		o.Probe = func(ctx context.Context, s mail.Server, helo string) (mail.Reached, string) {
			return s.Probe(ctx, helo)
		}
	}
	if o.Disk == nil {
		o.Disk = disk
	}
	if o.Synced == nil {
		o.Synced = synced
	}
	return o
}

func certificates(ctx context.Context, address, name string) ([]*x509.Certificate, error) {
	// we look at it ourselves, to say what is wrong
	d := tls.Dialer{Config: &tls.Config{ServerName: name, InsecureSkipVerify: true}}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	return conn.(*tls.Conn).ConnectionState().PeerCertificates, nil
}

// client keeps no connection and follows no way to elsewhere.
var client = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true, Proxy: nil},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func get(ctx context.Context, url string) (int, http.Header, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil, nil, err
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	return res.StatusCode, res.Header, body, err
}
