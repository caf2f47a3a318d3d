package pgserver_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db/pgserver"
)

// TestMain lets this binary also be the process that starts a server and is killed.
func TestMain(m *testing.M) {
	if dir, asked := os.LookupEnv("PGSERVER_TEST_PARENT"); asked {
		parent(dir)
	}
	os.Exit(m.Run())
}

func parent(dir string) {
	s, err := pgserver.Start(context.Background(), pgserver.Options{Dir: dir})
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	fmt.Println(s.Dir, s.URL("postgres"))
	select {}
}

func TestATemporaryServer(t *testing.T) {
	t.Parallel()
	s := start(t, pgserver.Options{})
	t.Run("listens on loopback only", func(t *testing.T) {
		if got := ask(
			t,
			s,
			"select current_setting('listen_addresses') || current_setting('unix_socket_directories')",
		); got != "127.0.0.1" {
			t.Error("listens on", got)
		}
	})
	t.Run("is fast, not durable", func(t *testing.T) {
		if got := ask(t, s, "show fsync"); got != "off" {
			t.Error("fsync", got)
		}
	})
	t.Run("wants its password", func(t *testing.T) {
		for _, password := range []string{"", "wrong"} {
			address := fmt.Sprintf(
				"postgres://herstelruimte:%s@127.0.0.1:%d/postgres?sslmode=disable",
				password,
				s.Port,
			)
			if conn, err := pgx.Connect(t.Context(), address); err == nil {
				_ = conn.Close(t.Context())
				t.Errorf("let in with password %q", password)
			}
		}
		info, err := os.Stat(filepath.Join(s.Dir, "password"))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("password file: %v, %v", info.Mode(), err)
		}
	})
	t.Run("stops and leaves nothing", func(t *testing.T) {
		s.Stop()
		s.Stop()
		if listening(s.Port) {
			t.Errorf("something still listens on port %d", s.Port)
		}
		if _, err := os.Stat(s.Dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the temporary folder is still there: %v", err)
		}
	})
}

// The parts follow each other on one folder, which starts anew in each.
func TestAKeptFolder(t *testing.T) {
	t.Parallel()
	o := pgserver.Options{Dir: kept(t), Durable: true}
	s := start(t, o)
	write(t, s, "create table kept as select 7 as n")
	t.Run("is durable when that is asked", func(t *testing.T) {
		if got := ask(t, s, "show fsync"); got != "on" {
			t.Error("fsync", got)
		}
	})
	t.Run("has one server at a time", func(t *testing.T) {
		if _, err := pgserver.Start(t.Context(), o); !errors.Is(err, pgserver.ErrRunning) {
			t.Fatalf("second start: %v", err)
		}
		ask(t, s, "select 'still here'")
	})
	lock, err := os.ReadFile(filepath.Join(s.Dir, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	s.Stop()
	t.Run("starts again after a stop", func(t *testing.T) { assertKept(t, start(t, o)) })
	t.Run("starts again after the server was killed", func(t *testing.T) {
		if err := syscall.Kill(serverPID(t, start(t, o).Dir), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		assertKept(t, start(t, o))
	})
	t.Run("starts again when its lock file names another program", func(t *testing.T) {
		_, rest, _ := strings.Cut(string(lock), "\n")
		if err := os.WriteFile(
			filepath.Join(s.Dir, "data", "postmaster.pid"),
			[]byte("1\n"+rest),
			0o644,
		); err != nil {
			t.Fatal(err)
		}
		assertKept(t, start(t, o))
	})
}

func assertKept(t *testing.T, s *pgserver.Server) {
	t.Helper()
	if got := ask(t, s, "select n::text from kept"); got != "7" {
		t.Fatal(got)
	}
}

func TestATakenPortIsNamed(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	port := l.Addr().(*net.TCPAddr).Port
	_, err = pgserver.Start(t.Context(), pgserver.Options{Port: port})
	if err == nil || !strings.Contains(err.Error(), strconv.Itoa(port)) {
		t.Fatalf("port %d taken: %v", port, err)
	}
}

func TestNothingIsLeftRunningWhenTheParentIsKilled(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PGSERVER_TEST_PARENT=")
	dir, port := awaitParent(t, cmd)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the server ends", func() bool { return !listening(port) })
	eventually(t, "the temporary folder goes", func() bool {
		_, err := os.Stat(dir)
		return errors.Is(err, os.ErrNotExist)
	})
}

// awaitParent starts a process that runs parent and gives the folder and port of its server.
func awaitParent(t *testing.T, cmd *exec.Cmd) (string, int) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _, _ = io.Copy(io.Discard, out); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || strings.HasPrefix(line, "failed:") {
		t.Fatal(line, err)
	}
	dir, address, _ := strings.Cut(strings.TrimSpace(line), " ")
	cfg, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	return dir, int(cfg.Port)
}

// As root the other tests run PostgreSQL under another user; this one is for everybody else. Root
// becomes nobody for it.
func TestItStartsWithoutPrivileges(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return // then all tests here are this test
	}
	home, err := os.MkdirTemp("/var/tmp", "pgserver-nobody-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	// the test binary itself lies in a folder of root; a file that we write ourselves cannot always
	// be run at once
	binary := filepath.Join(home, "parent")
	if out, err := exec.Command("cp", os.Args[0], binary).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.Chmod(home, 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary)
	cmd.Dir = home
	cmd.Env = []string{
		"PGSERVER_TEST_PARENT=" + filepath.Join(home, "pg"),
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + home,
		"TMPDIR=" + home,
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Credential: &syscall.Credential{Uid: 65534, Gid: 65534, Groups: []uint32{}},
	}
	dir, port := awaitParent(t, cmd)
	if !listening(port) || dir != filepath.Join(home, "pg") {
		t.Fatal("not there:", dir, port)
	}
	_ = cmd.Process.Kill()
	eventually(t, "the server ends", func() bool { return !listening(port) })
}

func TestRootGetsAFolderThatPostgresCanReach(t *testing.T) {
	t.Parallel()
	open, closed := kept(t), filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	if got, err := pgserver.Folder(open); got != open || err != nil {
		t.Errorf("%s became %s, %v", open, got, err)
	}
	inside := filepath.Join(closed, "pg")
	got, err := pgserver.Folder(inside)
	if err != nil || (got == inside) == (os.Geteuid() == 0) {
		t.Errorf("%s became %s, %v", inside, got, err)
	}
}

// kept is a folder for one test that the user PostgreSQL runs under can reach.
func kept(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "pgserver-test-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "pg")
}

func start(t *testing.T, o pgserver.Options) *pgserver.Server {
	t.Helper()
	s, err := pgserver.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

func ask(t *testing.T, s *pgserver.Server, sql string) (answer string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if err := conn.QueryRow(t.Context(), sql).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func write(t *testing.T, s *pgserver.Server, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func serverPID(t *testing.T, dir string) int {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(b), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func listening(port int) bool {
	conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err == nil {
		_ = conn.Close()
	}
	return err == nil
}

// eventually waits for something that another process does in its own time.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within 20 s", what)
		}
	}
}
