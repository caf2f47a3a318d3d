package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// stack is one installation of docker-compose.yml in a folder of its own.
type stack struct {
	ctx         context.Context
	root        string // the tree that is proven
	dir         string // holds tree, the disk and what the browser keeps
	project     string
	http, https int
	keep, kept  bool // it is to stay; it runs already
	ours        bool // what has the project's name may be removed
	lock        *os.File
	web         *visitor
}

func newStack(ctx context.Context) (*stack, error) {
	root, err := filepath.Abs(house)
	if err != nil {
		return nil, err
	}
	s := &stack{
		ctx:     ctx,
		root:    root,
		project: cmp.Or(os.Getenv("HERSTELRUIMTE_CHECK_PROJECT"), "herstelruimte-check"),
		dir:     os.Getenv("HERSTELRUIMTE_CHECK_KEEP"),
	}
	if s.project == "herstelruimte" {
		return nil, errors.New(
			"herstelruimte is the name of a real site: choose another in HERSTELRUIMTE_CHECK_PROJECT",
		)
	}
	if err := s.alone(); err != nil {
		return nil, err
	}
	if s.keep = s.dir != ""; s.keep {
		_, err := os.Stat(s.installed())
		s.kept = err == nil
		return s, os.MkdirAll(s.dir, 0o755)
	}
	dir, err := os.MkdirTemp("", folder)
	if err != nil {
		return nil, err
	}
	s.dir = dir
	return s, os.Chmod(dir, 0o755) // containers with other user ids look into it
}

// folder is how the names of the temporary folders begin.
const folder = "check-compose-"

// alone holds a lock as long as this process lives: a second check of this name would take the
// stack away from the first.
func (s *stack) alone() error {
	f, err := os.OpenFile(
		filepath.Join(os.TempDir(), s.project+".lock"),
		os.O_RDWR|os.O_CREATE,
		0o600,
	)
	if err != nil {
		return err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return cannotRun(
			"another check of "+s.project+" runs",
			"wait for it, or choose another name in HERSTELRUIMTE_CHECK_PROJECT",
		)
	}
	s.lock = f
	return nil
}

// notOurs is an error when containers of this name were not started by a check.
func (s *stack) notOurs() error {
	out, err := says(
		s.command(s.dir, nil,
			"docker", "ps", "--all", "--filter", "label=com.docker.compose.project="+s.project,
			"--format", `{{.Label "com.docker.compose.project.working_dir"}}`),
	)
	for _, from := range strings.Fields(out) {
		if from != s.tree() && !strings.Contains(from, "/"+folder) {
			return fmt.Errorf(
				"containers of the name %s run from %s, which is no check: they are left alone",
				s.project,
				from,
			)
		}
	}
	return err
}

func (s *stack) tree() string { return filepath.Join(s.dir, "tree") }

// installed is a file that is there when the stack stood once.
func (s *stack) installed() string { return filepath.Join(s.dir, "installed") }

// name of one of the project's volumes.
func (s *stack) name(volume string) string { return s.project + "_" + volume }

// docker makes sure that there is an engine, and nothing of a check that was cut off.
func (s *stack) docker() error {
	wanted := cannotRun(
		"Docker with compose 2.24 or later is needed",
		"see https://docs.docker.com/engine/install/",
	)
	if s.standins() != "" {
		if err := show(s.command(s.root, nil, s.standins(), "--engine")); err != nil {
			return wanted
		}
	}
	out, err := s.command(s.root, nil, "docker", "compose", "version", "--short").Output()
	if err != nil {
		return wanted
	}
	if v := strings.TrimSpace(string(out)); !atLeast(v, 2, 24) {
		return cannotRun("Docker's compose is "+v+", 2.24 or later is needed", wanted.remedy)
	}
	if err := s.command(s.root, nil, "docker", "info").Run(); err != nil {
		return cannotRun(
			"the Docker engine does not answer",
			"start it, and be root or a member of the group docker",
		)
	}
	if s.kept {
		return nil
	}
	if err := s.notOurs(); err != nil {
		return err
	}
	s.ours = true
	return s.destroy()
}

// atLeast compares a version such as 2.40.3-3 or v2.24.
func atLeast(version string, major, minor int) bool {
	var a, b int
	if n, _ := fmt.Sscanf(strings.TrimPrefix(version, "v"), "%d.%d", &a, &b); n != 2 {
		return false
	}
	return a > major || a == major && b >= minor
}

// standins is the program that makes base images, or "" where images are pulled.
func (s *stack) standins() string {
	folder := os.Getenv("COMPOSE_STANDINS")
	if folder == "" {
		folder = filepath.Join(s.root, "..", "shared", "compose-standins")
	}
	program := filepath.Join(folder, "build")
	if _, err := os.Stat(program); err != nil {
		return ""
	}
	return program
}

func (s *stack) baseImages() error {
	if s.standins() == "" || s.kept {
		say("    Docker pulls them, or has them")
		return nil
	}
	files := []string{"docker-compose.yml", "deploy/local.yml"}
	cmd := s.process(append([]string{s.standins()}, files...)...)
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(s.tree(), file))
		if err != nil {
			return err
		}
		for _, name := range required(string(text)) {
			cmd.Env = append(cmd.Env, name+"=not-known-yet")
		}
	}
	return show(cmd)
}

// required are the variables without which compose does not read a file. There is no .env yet.
func required(text string) (names []string) {
	for _, m := range regexp.MustCompile(`\$\{(\w+):\?`).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// copyTree copies the working state: what git knows or would add. A real .env and real keys are
// among neither.
func (s *stack) copyTree() error {
	if s.kept {
		return nil
	}
	if err := os.RemoveAll(s.tree()); err != nil {
		return err
	}
	out, err := s.command(s.root, nil,
		"git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return cannotRun("git cannot list the files of this tree", "run the check in a clone")
	}
	for _, name := range strings.Split(strings.TrimRight(string(out), "\x00"), "\x00") {
		if err := copyFile(
			filepath.Join(s.tree(), name),
			filepath.Join(s.root, name),
		); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

func copyFile(to, from string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, info.Mode().Perm())
}

// steers are the variables that would lead compose or our scripts to another installation than the
// one in the tree.
var steers = []string{
	"COMPOSE_",
	"SECRETS_DIR=",
	"BACKUP_",
	"VERSION=",
	"KEYCLOAK_URL=",
	"SITE_",
	"LOGIN_",
	"HTTP_PORT=",
	"HTTPS_PORT=",
	"S3_",
	"PG_",
	"DOCKER_DEFAULT_PLATFORM=",
}

// process is a program in the tree, in an environment in which nothing of outside steers compose.
func (s *stack) process(words ...string) *exec.Cmd {
	cmd := s.command(s.tree(), nil, words...)
	cmd.Env = append(
		unsteered(os.Environ()),
		"COMPOSE_PROJECT_NAME="+s.project,
		"COMPOSE_ANSI=never",
		"COMPOSE_PROGRESS=plain",
		"BUILDKIT_PROGRESS=plain",
	)
	return cmd
}

func unsteered(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(line string) bool {
		return slices.ContainsFunc(steers, func(start string) bool {
			return strings.HasPrefix(line, start)
		})
	})
}

// shown runs a program of the tree with its output in view.
func (s *stack) shown(words ...string) error {
	say("    %s", strings.Join(words, " "))
	return show(s.process(words...))
}

// compose is `docker compose …` in the tree.
func (s *stack) compose(words ...string) *exec.Cmd {
	return s.process(append([]string{"docker", "compose"}, words...)...)
}

// in runs a program in a container of the stack.
func (s *stack) in(service string, words ...string) (string, error) {
	return says(s.compose(append([]string{"exec", "-T", service}, words...)...))
}

// sql asks the database as its superuser; one line a row, fields parted by |.
func (s *stack) sql(query string) ([]string, error) {
	cmd := s.compose("exec", "-T", "-u", "postgres", "db",
		"psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", "herstelruimte")
	cmd.Stdin = strings.NewReader(query)
	out, err := says(cmd)
	if err != nil || out == "" {
		return nil, err
	}
	return strings.Split(out, "\n"), nil
}

// generous is the limit for what happens by itself; only something broken takes that long.
const generous = 5 * time.Minute

// until waits for a condition, and gives its last fault when it does not come.
func (s *stack) until(what string, limit time.Duration, good func() error) error {
	return until(s.ctx, what, limit, 500*time.Millisecond, good)
}

func until(ctx context.Context, what string, limit, pause time.Duration, good func() error) error {
	end := time.Now().Add(limit)
	for {
		err := good()
		switch {
		case err == nil:
			return nil
		case time.Now().After(end):
			return fmt.Errorf("waited %s for: %s: %w", seconds(limit), what, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// freePort gives the first free one from a number on; all are below those that systems give out by
// themselves.
func freePort(from int) (int, error) {
	for port := from; port < min(from+300, 32768); port++ {
		l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
		if err != nil {
			continue
		}
		u, err := net.ListenPacket("udp", ":"+strconv.Itoa(port))
		_ = l.Close()
		if err == nil {
			return port, u.Close()
		}
	}
	return 0, fmt.Errorf("no free port from %d on", from)
}
