// Package provider is the demo's sign-in service: a small OpenID provider on this machine only. To
// the site it behaves as the real one does: the same flow, the same claims, the same errors.
// Nothing in it is meant to keep anybody out.
package provider

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"herstelruimte/internal/clock"
)

// ClientID is the one program that may use this provider: the site.
const ClientID = "herstelruimte-web"

// ErrNotLoopback refuses to sign people in from other machines.
var ErrNotLoopback = errors.New("provider: only a loopback address, such as 127.0.0.1:0")

// Options say what a provider starts with.
type Options struct {
	Address   string // a loopback address; port 0 is the one of last time, or else a free one
	Site      string // origin of the site: the only one that may send people here
	File      string // keeps the port, the keys and who is signed in; "" keeps nothing
	Accounts  []Account
	Clock     *clock.Clock
	MinLength int // of a password; 0 when the policy gives none
}

// Provider signs people in until Close.
type Provider struct {
	Options
	issuer  string
	port    int
	handler http.Handler
	server  *http.Server
	caller  *http.Client // tells the site that somebody signed out
	done    chan struct{}

	mu       sync.Mutex // guards all below
	keys     []key      // the first signs, all verify
	people   []*person
	desk     desk
	troubled *trouble
}

// Start serves on a loopback address. The port stays the same as long as the file is kept and the
// port is free.
func Start(o Options) (*Provider, error) {
	host, port, err := net.SplitHostPort(o.Address)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return nil, ErrNotLoopback
	}
	k, err := load(o.File)
	if err != nil {
		return nil, err
	}
	l, err := listen(host, port, k.Port)
	if err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	p, err := build(o, k, l.Addr().(*net.TCPAddr).Port)
	if err != nil {
		_ = l.Close()
		return nil, err
	}
	go func() {
		defer close(p.done)
		if err := p.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			slog.Error("demo provider", "err", err)
		}
	}()
	return p, nil
}

// build makes a provider that does not listen yet.
func build(o Options, k kept, port int) (*Provider, error) {
	p := &Provider{
		Options: o,
		issuer:  "http://localhost:" + strconv.Itoa(port),
		port:    port,
		done:    make(chan struct{}),
		keys:    k.Keys,
		desk:    newDesk(k, o.Clock.Now()),
	}
	// No proxy stands between two programs on one machine, and a site that does not answer holds
	// nobody up.
	p.caller = &http.Client{Transport: &http.Transport{}, Timeout: 5 * time.Second}
	for _, a := range o.Accounts {
		p.people = append(p.people, &person{Account: a})
	}
	if len(p.keys) == 0 {
		if err := p.rotate(false); err != nil {
			return nil, err
		}
	}
	p.handler = p.routes()
	p.server = &http.Server{Handler: p.handler, ReadHeaderTimeout: 5 * time.Second}
	return p, p.save()
}

// Issuer is the address of the provider, as it stands in its tokens.
func (p *Provider) Issuer() string { return p.issuer }

// Close stops the provider and keeps who is signed in.
func (p *Provider) Close() {
	_ = p.server.Close()
	<-p.done
	p.caller.CloseIdleConnections()
	if err := p.save(); err != nil {
		slog.Error("demo provider: not kept", "err", err)
	}
}

// Ports below those that systems hand out by themselves: nobody takes them while the demo is down.
const firstPort, lastPort = 20180, 20279

// listen takes the wished port. For port 0 that is the kept one, else the first free one of ours,
// else any.
func listen(host, port string, kept int) (net.Listener, error) {
	if port != "0" {
		return net.Listen("tcp", net.JoinHostPort(host, port))
	}
	wanted := make([]int, 0, lastPort-firstPort+3)
	if kept > 0 {
		wanted = append(wanted, kept)
	}
	for n := firstPort; n <= lastPort; n++ {
		wanted = append(wanted, n)
	}
	for _, n := range wanted {
		if l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(n))); err == nil {
			return l, nil
		}
	}
	return net.Listen("tcp", net.JoinHostPort(host, "0"))
}
