package prove

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// visitor asks the stack from outside, as a browser on this host: over HTTPS, through Caddy,
// trusting Caddy's own authority and nothing else.
type visitor struct {
	ctx       context.Context
	port      int
	authority *x509.CertPool
	client    *http.Client
}

// newVisitor takes the certificate of the authority, in PEM.
func newVisitor(ctx context.Context, authority []byte, https int) (*visitor, error) {
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(authority) {
		return nil, errors.New("the authority's certificate cannot be read")
	}
	return &visitor{ctx: ctx, port: https, authority: pool, client: newClient(pool)}, nil
}

func newClient(pool *x509.CertPool) *http.Client {
	dial := &net.Dialer{Timeout: 10 * time.Second}
	return &http.Client{
		Timeout: 30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
		Transport: &http.Transport{
			// Not every system knows that names under localhost are this host.
			DialContext: func(ctx context.Context, network, at string) (net.Conn, error) {
				_, port, err := net.SplitHostPort(at)
				if err != nil {
					return nil, err
				}
				return dial.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
			},
			TLSClientConfig:     &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12},
			MaxIdleConnsPerHost: 32,
			ForceAttemptHTTP2:   true,
		},
	}
}

// keys are the fingerprints of the keys with which the authority signs, as Chromium takes them. The
// chain was verified for the site's name.
func (v *visitor) keys() (string, error) {
	c, err := tls.Dial("tcp", fmt.Sprintf(
		"127.0.0.1:%d",
		v.port,
	), &tls.Config{RootCAs: v.authority, ServerName: siteHost, MinVersion: tls.VersionTLS12})
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	var all []string
	for _, certificate := range c.ConnectionState().VerifiedChains[0] {
		if certificate.IsCA {
			sum := sha256.Sum256(certificate.RawSubjectPublicKeyInfo)
			all = append(all, base64.StdEncoding.EncodeToString(sum[:]))
		}
	}
	return strings.Join(all, ","), nil
}

const (
	siteHost  = "localhost"
	loginHost = "login.localhost"
	mailHost  = "mail.localhost"
)

// at is the address of a path on one of the stack's hosts.
func (v *visitor) at(host, path string) string {
	return fmt.Sprintf("https://%s:%d%s", host, v.port, path)
}

// answer is what came back, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (v *visitor) do(method, at string, header map[string]string, body any) (*answer, error) {
	var sent io.Reader
	switch b := body.(type) {
	case nil:
	case url.Values:
		sent = strings.NewReader(b.Encode())
	default:
		text, err := json.Marshal(b)
		if err != nil {
			return nil, err
		}
		sent = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(v.ctx, method, at, sent)
	if err != nil {
		return nil, err
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	answered, err := v.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answered.Body.Close() }()
	text, err := io.ReadAll(answered.Body)
	return &answer{answered.StatusCode, answered.Header, text}, err
}

// opens is nil when a page of the site is there.
func (v *visitor) opens(path string) error {
	a, err := v.do(http.MethodGet, v.at(siteHost, path), nil, nil)
	if err != nil {
		return err
	}
	if a.status != http.StatusOK && a.status != http.StatusNoContent {
		return fmt.Errorf("%s answers %d", path, a.status)
	}
	return nil
}

// read fetches JSON.
func (v *visitor) read(at string, header map[string]string, into any) error {
	a, err := v.do(http.MethodGet, at, header, nil)
	if err != nil {
		return err
	}
	if a.status != http.StatusOK {
		return fmt.Errorf("%s answers %d: %s", at, a.status, lastLines(string(a.body), 5))
	}
	return json.Unmarshal(a.body, into)
}

// mailedLink gives the link that begins with start out of the newest mail to an address that holds
// one, or an error while there is none. The site may write to a beheerder by itself at any moment.
func (v *visitor) mailedLink(address, start string) (string, error) {
	var found struct {
		Messages []struct{ ID string } `json:"messages"`
	}
	if err := v.read(
		v.at(mailHost, "/api/v1/search?query="+url.QueryEscape("to:"+address)),
		nil,
		&found,
	); err != nil {
		return "", err
	}
	var subjects []string
	for _, m := range found.Messages {
		var mail struct{ Subject, Text string }
		if err := v.read(v.at(mailHost, "/api/v1/message/"+m.ID), nil, &mail); err != nil {
			return "", err
		}
		if link := linkTo(mail.Text, start); link != "" {
			return link, nil
		}
		subjects = append(subjects, mail.Subject)
	}
	return "", fmt.Errorf("no mail to %s with a link to %s yet, only %q", address, start, subjects)
}

func linkTo(text, start string) string {
	return regexp.MustCompile(regexp.QuoteMeta(start) + `[^\s"'<>)\]]+`).FindString(text)
}
