// Package catcher is the demo's mail server: it accepts every mail, delivers none, and shows them
// on a small page.
package catcher

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"sync"

	"github.com/emersion/go-smtp"

	"herstelruimte/internal/clock"
)

const (
	keep       = 500     // messages
	maxMessage = 2 << 20 // bytes
)

// ErrNotLoopback refuses to catch mail from other machines.
var ErrNotLoopback = errors.New("catcher: only a loopback address, such as 127.0.0.1:0")

// Catcher keeps the last 500 messages in memory.
type Catcher struct {
	clock  *clock.Clock
	server *smtp.Server
	listen net.Listener
	done   chan struct{}

	mu       sync.RWMutex
	messages []Message // oldest first
	last     int
}

// Start catches mail on a loopback address until Close; port 0 takes a free one.
func Start(address string, c *clock.Clock) (*Catcher, error) {
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return nil, ErrNotLoopback
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("catcher: %w", err)
	}
	k := &Catcher{clock: c, listen: l, done: make(chan struct{})}
	k.server = smtp.NewServer(
		smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
			return &session{catcher: k}, nil
		}),
	)
	k.server.Domain = "localhost"
	k.server.MaxMessageBytes = maxMessage
	k.server.ErrorLog = slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug)
	go func() {
		defer close(k.done)
		_ = k.server.Serve(l) // ends with Close
	}()
	return k, nil
}

// Addr is the host and port of the mail server.
func (k *Catcher) Addr() string { return k.listen.Addr().String() }

// Close ends the mail server; the messages stay readable.
func (k *Catcher) Close() error {
	err := k.server.Close()
	_ = k.listen.Close() // Serve may not have taken it over yet
	<-k.done
	if errors.Is(err, net.ErrClosed) || errors.Is(err, smtp.ErrServerClosed) {
		return nil
	}
	return err
}

// Messages are the kept messages, newest first.
func (k *Catcher) Messages() []Message {
	k.mu.RLock()
	defer k.mu.RUnlock()
	all := append([]Message{}, k.messages...)
	slices.Reverse(all)
	return all
}

func (k *Catcher) message(id int) (Message, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	i := slices.IndexFunc(k.messages, func(m Message) bool { return m.ID == id })
	if i < 0 {
		return Message{}, false
	}
	return k.messages[i], true
}

func (k *Catcher) add(m Message) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last++
	m.ID, m.Time = k.last, k.clock.Now()
	k.messages = append(k.messages, m)
	if over := len(k.messages) - keep; over > 0 {
		k.messages = slices.Delete(k.messages, 0, over)
	}
}

// session is one SMTP conversation.
type session struct {
	catcher *Catcher
	to      []string
}

func (s *session) Reset()                               { s.to = nil }
func (s *session) Logout() error                        { return nil }
func (s *session) Mail(string, *smtp.MailOptions) error { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m := parse(raw)
	for _, to := range s.to {
		m.To = to
		s.catcher.add(m)
	}
	return nil
}
