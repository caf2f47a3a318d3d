// Package pgserver starts a private PostgreSQL for the demo and the tests, on Linux and macOS.
//
// It uses an installed PostgreSQL of version 15 or later, else binaries downloaded once. PostgreSQL
// refuses to run as root, so root starts it under an unprivileged user. The server listens on the
// loopback address only, asks for a password that belongs to its folder, and stops when the process
// that started it ends, however it ends.
package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Options say what kind of server is wanted.
type Options struct {
	// data and password are kept here and found again (see Folder); empty: a temporary folder, gone
	// after Stop
	Dir  string
	Port int // 0: any free port
	// false is fast and loses data when the machine crashes: for tests. A temporary folder then
	// lies in memory, where there is enough of it
	Durable  bool
	Binaries string    // a folder with postgres and initdb; empty: Find chooses
	Log      io.Writer // what PostgreSQL and the download say; nil: nothing
}

// Server is a running PostgreSQL.
type Server struct {
	Dir      string // where data and password really are
	Port     int
	password string
	process  *process
}

const user = "herstelruimte"

// ErrRunning means that a server already runs on the folder.
var ErrRunning = errors.New("a PostgreSQL server already runs on this folder")

// Start gives a server that answers. ctx limits the starting only. A kept folder starts again, also
// after a crash.
func Start(ctx context.Context, o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = io.Discard
	}
	s, err := start(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("private PostgreSQL: %w", err)
	}
	return s, nil
}

func start(ctx context.Context, o Options) (*Server, error) {
	as, err := account()
	if err != nil {
		return nil, err
	}
	f, err := openFolder(o, as)
	if err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		s, err := f.attempt(ctx, o)
		if err == nil {
			return s, nil
		}
		if try == 12 || ctx.Err() != nil || !worthRetrying(err, o.Port) {
			f.discard()
			return nil, err
		}
		time.Sleep(250 * time.Millisecond)
	}
}

// attempt chooses the binaries, makes the data when the folder has none, and runs the server.
func (f *folder) attempt(ctx context.Context, o Options) (s *Server, err error) {
	if err = f.freeOfServers(ctx); err != nil {
		return nil, err
	}
	bin := o.Binaries
	if bin == "" {
		if bin, err = Find(ctx, f.version(), o.Log); err != nil {
			return nil, err
		}
	}
	if err = f.initialise(ctx, bin, o.Durable); err != nil {
		return nil, err
	}
	return f.run(ctx, bin, o)
}

func (f *folder) run(ctx context.Context, bin string, o Options) (*Server, error) {
	port := o.Port
	if port == 0 {
		var err error
		if port, err = freePort(); err != nil {
			return nil, err
		}
	}
	password, err := f.password()
	if err != nil {
		return nil, err
	}
	p, err := f.launch(
		append([]string{
			filepath.Join(bin, "postgres"),
			"-D",
			f.data(),
		}, settings(port, o.Durable)...),
		o,
	)
	if err != nil {
		return nil, err
	}
	s := &Server{Dir: f.dir, Port: port, password: password, process: p}
	if err := s.await(ctx); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// worthRetrying tells the faults that may pass: the last server of this folder is still going (3 s
// are enough for one that was told to), its memory is not released yet, or somebody took the free
// port first.
func worthRetrying(err error, fixedPort int) bool {
	text := err.Error()
	return errors.Is(err, ErrRunning) || strings.Contains(text, "still in use") ||
		fixedPort == 0 && strings.Contains(text, "could not bind")
}

// URL is the address of a database on this server, password included.
func (s *Server) URL(database string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(user, s.password),
		Path:     "/" + database,
		RawQuery: "sslmode=disable",
		Host:     net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port)),
	}
	return u.String()
}

// Stop ends the server and waits until it is gone; a temporary folder goes too. Stopping twice is
// harmless.
func (s *Server) Stop() { s.process.stop() }

// await returns when the server answers, or with its last words when it ended.
func (s *Server) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	go func() { // whoever else listens on the port may never answer
		select {
		case <-s.process.done:
			cancel()
		case <-ctx.Done():
		}
	}()
	for {
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf(
				"does not answer on port %d (%w): %s",
				s.Port,
				err,
				s.process.tail.String(),
			)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func settings(port int, durable bool) (args []string) {
	list := []string{
		"listen_addresses=127.0.0.1",
		"port=" + strconv.Itoa(port),
		"unix_socket_directories=",
		"timezone=UTC",
		"log_timezone=UTC", "logging_collector=off", "log_destination=stderr", "jit=off",
	}
	if !durable {
		list = append(
			list,
			"fsync=off",
			"synchronous_commit=off",
			"full_page_writes=off",
			"wal_level=minimal",
			"max_wal_senders=0",
			"autovacuum=off", "checkpoint_timeout=1h", "max_wal_size=1GB", "max_connections=500",
		)
	}
	for _, l := range list {
		args = append(args, "-c", l)
	}
	return args
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}
