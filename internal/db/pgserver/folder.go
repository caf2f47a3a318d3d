package pgserver

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// folder is where one server keeps its data and its password.
type folder struct {
	dir       string
	temporary bool
	as        *identity
}

// Folder is where a server with Options.Dir = dir keeps its data: dir itself, or for root, whose
// own folders are closed to the user that PostgreSQL runs under, a folder in /var/tmp that belongs
// to dir.
func Folder(dir string) (string, error) {
	as, err := account()
	if err != nil {
		return "", err
	}
	return as.place(dir)
}

func openFolder(o Options, as *identity) (*folder, error) {
	f := &folder{dir: o.Dir, as: as, temporary: o.Dir == ""}
	var err error
	if f.temporary {
		f.dir, err = os.MkdirTemp(temporaryParent(as, o.Durable), "herstelruimte-postgres-")
	} else if f.dir, err = as.place(o.Dir); err == nil {
		err = os.MkdirAll(f.dir, 0o700)
	}
	if err != nil {
		return nil, err
	}
	return f, as.takeOver(f.dir)
}

const (
	memory    = "/dev/shm" // where Linux keeps files in memory
	freeBytes = 4 << 30    // of it, at least: databases of tests that run at once, and the log
)

// temporaryParent is where a temporary folder is made. Making a database is making three hundred
// files: in memory that takes a tenth of the time.
func temporaryParent(as *identity, durable bool) string {
	if !durable && as.reaches(memory) && freeIn(memory) >= freeBytes {
		return memory
	}
	for _, dir := range []string{os.TempDir(), "/var/tmp", "/tmp"} {
		if as.reaches(dir) {
			return dir
		}
	}
	return os.TempDir()
}

// freeIn is how many bytes may still be written in dir; 0 when there is no such folder.
func freeIn(dir string) uint64 {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0
	}
	return uint64(s.Bavail) * uint64(s.Bsize)
}

// place is dir made absolute, or its stand-in when the account cannot get there.
func (as *identity) place(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil || as.reaches(filepath.Dir(dir)) {
		return dir, err
	}
	return filepath.Join(
		"/var/tmp",
		fmt.Sprintf("herstelruimte-%x", sha256.Sum256([]byte(dir)))[:30],
	), nil
}

func (f *folder) data() string { return filepath.Join(f.dir, "data") }

// version is the major version of the data, "" when there is none yet.
func (f *folder) version() string {
	b, _ := os.ReadFile(filepath.Join(f.data(), "PG_VERSION"))
	return strings.TrimSpace(string(b))
}

func (f *folder) password() (string, error) {
	b, err := os.ReadFile(filepath.Join(f.dir, "password"))
	return strings.TrimSpace(string(b)), err
}

func (f *folder) discard() {
	if f.temporary {
		_ = os.RemoveAll(f.dir)
	}
}

// initialise makes the data folder once. It is made under another name first, so that half a folder
// is never started.
func (f *folder) initialise(ctx context.Context, bin string, durable bool) error {
	if f.version() != "" {
		return nil
	}
	password, fresh := filepath.Join(f.dir, "password"), filepath.Join(f.dir, "data.new")
	if err := os.WriteFile(password, []byte(rand.Text()+"\n"), 0o600); err != nil {
		return err
	}
	if err := f.as.takeOver(password); err != nil {
		return err
	}
	args := []string{
		"-D",
		fresh,
		"-U",
		user,
		"-A",
		"scram-sha-256",
		"--pwfile",
		password,
		"-E",
		"UTF8",
	}
	if !durable {
		args = append(args, "--no-sync")
	}
	var out []byte
	var err error
	// not every system has the first, which knows that É is a letter
	for _, locale := range []string{"C.UTF-8", "C"} {
		if err = os.RemoveAll(fresh); err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, filepath.Join(
			bin,
			"initdb",
		), append(args, "--locale="+locale)...)
		f.as.dress(cmd, f.dir)
		if out, err = cmd.CombinedOutput(); err == nil {
			return os.Rename(fresh, f.data())
		}
	}
	return fmt.Errorf("initdb: %w: %s", err, tailOf(out))
}

// freeOfServers gives ErrRunning when a server has the folder. A lock file whose process number now
// belongs to another program is removed; PostgreSQL itself recognises all other left-over lock
// files.
func (f *folder) freeOfServers(ctx context.Context) error {
	lock := filepath.Join(f.data(), "postmaster.pid")
	b, err := os.ReadFile(lock)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(b), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		return os.Remove(lock)
	}
	words, err := commandLine(ctx, pid)
	switch {
	case err != nil: // no such process: PostgreSQL goes on by itself
		return nil
	case strings.Contains(words, f.data()):
		return fmt.Errorf("%w: process %d, folder %s", ErrRunning, pid, f.dir)
	}
	return os.Remove(lock)
}

func commandLine(ctx context.Context, pid int) (string, error) {
	if _, err := os.Stat("/proc/self/cmdline"); err == nil { // Linux, where ps may be missing
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		return string(b), err
	}
	b, err := exec.CommandContext(ctx, "ps", "-ww", "-o", "args=", "-p", strconv.Itoa(pid)).Output()
	return string(b), err
}

// launch starts a command that ends when this process ends.
func (f *folder) launch(command []string, o Options) (*process, error) {
	signal, remove := "INT", ""
	if f.temporary {
		signal, remove = "QUIT", f.dir
	}
	cmd := exec.Command("/bin/sh", append([]string{
		"-c",
		keeper,
		"keeper",
		signal,
		remove,
	}, command...)...)
	f.as.dress(cmd, f.dir)
	p := &process{cmd: cmd, done: make(chan struct{})}
	cmd.Stderr = io.MultiWriter(&p.tail, o.Log)
	return p, p.start()
}
