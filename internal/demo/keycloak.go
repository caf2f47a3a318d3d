package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// keycloak is the real one, as the demo uses it.
type keycloak struct {
	scripts string // folder of run and apply
	base    string // its address, path included
	site    string
	smtp    string        // host:port of where its mail goes; empty: as the realm file says
	patient time.Duration // how long a start may take
	out     io.Writer
	stop    func()
}

// startKeycloak runs the real Keycloak, or uses the one that o.keycloak names, and puts the sample
// accounts in it.
func startKeycloak(ctx context.Context, o options, dir, site string) (*signIn, error) {
	k := &keycloak{
		scripts: filepath.Join("deploy", "keycloak"),
		base:    o.keycloak,
		site:    site,
		smtp:    o.smtp,
		patient: 3 * time.Minute,
		out:     os.Stdout,
		stop:    func() {},
	}
	if _, err := os.Stat(filepath.Join(k.scripts, "run")); err != nil {
		return nil, errors.New(
			"--keycloak needs the folder deploy/keycloak: start the demo in the project's own folder",
		)
	}
	if o.keycloak != startHere {
		if err := onThisMachine(k.base); err != nil {
			return nil, err
		}
	} else if err := k.start(ctx, dir); err != nil {
		return nil, err
	}
	s, err := k.furnish(ctx)
	if err != nil {
		k.stop()
		return nil, err
	}
	return s, nil
}

// onThisMachine refuses a Keycloak elsewhere: the demo makes accounts there whose passwords
// everybody knows.
func onThisMachine(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("--keycloak=%s: %w", address, err)
	}
	if ip := net.ParseIP(
		u.Hostname(),
	); u.Hostname() == "localhost" || strings.HasSuffix(u.Hostname(), ".localhost") ||
		ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf(
		"--keycloak=%s: only a Keycloak on this machine will do, "+
			"because the demo makes accounts with known passwords in it",
		address,
	)
}

// start fetches and builds what is missing, then runs Keycloak with its database and its log in the
// data folder.
func (k *keycloak) start(ctx context.Context, dir string) error {
	_, _ = fmt.Fprintln(k.out, "Preparing Keycloak …")
	if err := k.script(ctx, "run", "--build-only"); err != nil {
		return err
	}
	port, err := freePort(8180)
	if err != nil {
		return err
	}
	health, err := freePort(port + 10)
	if err != nil {
		return err
	}
	k.base = "http://localhost:" + strconv.Itoa(port)
	log, err := os.OpenFile(
		filepath.Join(dir, "keycloak.log"),
		os.O_CREATE|os.O_WRONLY|os.O_TRUNC,
		0o600,
	)
	if err != nil {
		return err
	}
	defer log.Close() //nolint:errcheck // the child has its own
	gone, stop, err := keep(
		log, k.env(), filepath.Join(k.scripts, "run"),
		"--port",
		strconv.Itoa(port),
		"--management-port",
		strconv.Itoa(health),
		"--data",
		filepath.Join(dir, "keycloak"),
	)
	if err != nil {
		return err
	}
	k.stop = stop
	if err := k.awaitReady(
		ctx,
		"http://localhost:"+strconv.Itoa(health)+"/health/ready",
		gone,
		log.Name(),
	); err != nil {
		k.stop()
		return err
	}
	return nil
}

// keeper runs a command until its standard input closes, which the system does for us even when the
// demo is killed.
const keeper = `exec 3<&0
"$@" </dev/null 3<&- &
child=$!
( read -r _ <&3; kill $child ) &
watcher=$!
exec 3<&-
wait $child; status=$?
kill $watcher 2>/dev/null
exit $status`

// keep starts a command under its keeper, in a group of its own: Ctrl-C reaches the demo only,
// which stops things in their order. It gives a channel that closes when the command ended, and the
// function that ends it.
func keep(log *os.File, env []string, words ...string) (<-chan struct{}, func(), error) {
	cmd := exec.Command("/bin/sh", append([]string{"-c", keeper, "keeper"}, words...)...)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	gone := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(gone)
	}()
	return gone, func() {
		_ = in.Close()
		select {
		case <-gone:
		case <-time.After(30 * time.Second): // it is no longer asked
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			<-gone
		}
	}, nil
}

func (k *keycloak) awaitReady(ctx context.Context, address string, gone <-chan struct{}, log string) error {
	_, _ = fmt.Fprintf(k.out, "Starting Keycloak (log: %s) …\n", log)
	began, told := time.Now(), time.Now()
	for {
		if isReady(ctx, address) {
			return nil
		}
		took := time.Since(began).Round(time.Second)
		if took >= k.patient {
			return fmt.Errorf(
				"Keycloak was not ready after %s; its last words:\n%s",
				took,
				lastWords(log),
			) //nolint:staticcheck // a name
		}
		if time.Since(told) > 15*time.Second {
			told = time.Now()
			_, _ = fmt.Fprintf(k.out, "  still starting, after %s\n", took)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-gone:
			return fmt.Errorf(
				"Keycloak stopped while it started; its last words:\n%s",
				lastWords(log),
			) //nolint:staticcheck // a name
		case <-time.After(time.Second):
		}
	}
}

// isReady asks once, and not for longer than a patient person: what takes the call and says nothing
// is not ready.
func isReady(ctx context.Context, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		return false
	}
	_ = r.Body.Close()
	return r.StatusCode == http.StatusOK
}

func lastWords(log string) string {
	raw, err := os.ReadFile(log)
	if err != nil {
		return err.Error()
	}
	lines := bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-10):], []byte("\n")))
}

// script runs one of our scripts to its end. What is missing on this machine, it says in its last
// line.
func (k *keycloak) script(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(k.scripts, name), args...)
	cmd.Env = k.env()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	var wrong bytes.Buffer
	cmd.Stdout, cmd.Stderr = k.out, &wrong
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, bytes.TrimSpace(wrong.Bytes()))
	}
	return nil
}

// env is what the scripts fill into the realm: where the site is, and where mail goes.
func (k *keycloak) env() []string {
	env := append(os.Environ(), "SITE_URL="+k.site)
	if host, port, err := net.SplitHostPort(k.smtp); err == nil {
		env = append(env, "SMTP_HOST="+host, "SMTP_PORT="+port)
	}
	return env
}

// freePort gives the wished port when it is free, else another one below those that the system
// hands out by itself: a port that is used again after a restart must not have become somebody's
// outgoing connection.
func freePort(wish int) (int, error) {
	for port := wish; port < 32768; port++ {
		if l, err := net.Listen(
			"tcp",
			net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		); err == nil {
			return port, l.Close()
		}
	}
	return 0, fmt.Errorf("no port from %d to 32767 is free", wish)
}
