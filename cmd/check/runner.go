package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// runner runs steps in the tree of the module, and says so: programs with their output in view, one
// after another or side by side, and what must be on the machine for them.
type runner struct {
	ctx  context.Context
	out  io.Writer
	root string // of the module
}

func newRunner(ctx context.Context, out io.Writer) (*runner, error) {
	mod, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return nil, fmt.Errorf("the go command is needed: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(mod)))
	if _, err := os.Stat(filepath.Join(root, "cmd", "check", "main.go")); err != nil {
		return nil, errors.New("run this inside the project: go run ./cmd/check")
	}
	return &runner{ctx, out, root}, nil
}

// say writes one line, or more.
func (r *runner) say(format string, args ...any) {
	_, _ = fmt.Fprintf(r.out, format+"\n", args...)
}

// web is the folder of the web part.
func (r *runner) web() string { return filepath.Join(r.root, "web") }

// step is one thing to do, with its name. It writes to the runner that it is given.
type step struct {
	name string
	do   func(*runner) error
	// command is what do runs, where the name does not say it. Only a step that failed shows it.
	command string
	// group has steps that say themselves which of them failed.
	group bool
}

// run runs one after another and stops at the first error.
func (r *runner) run(list ...step) error {
	for _, s := range list {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.say("--- %s", s.name)
		begin := time.Now()
		err := s.do(r)
		r.say("    %s", seconds(time.Since(begin)))
		if err != nil && s.command != "" {
			r.say("    failed: %s", s.command)
		}
		if err != nil && !s.group {
			return fmt.Errorf("%s: %w", s.name, err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// together is the step of running two at a time, in the order of the list. What a step writes
// appears when it is done. All run, also after one that failed.
func together(list ...step) step {
	var names []string
	for _, s := range list {
		names = append(names, s.name)
	}
	name := "side by side: " + strings.Join(names, ", ")
	return step{name: name, group: true, do: func(r *runner) error {
		var (
			writing sync.Mutex
			all     sync.WaitGroup
			lanes   = make(chan struct{}, 2)
			errs    = make([]error, len(list))
		)
		for i, s := range list {
			lanes <- struct{}{}
			all.Go(func() {
				defer func() { <-lanes }()
				var said bytes.Buffer
				errs[i] = (&runner{r.ctx, &said, r.root}).run(s)
				writing.Lock()
				defer writing.Unlock()
				_, _ = r.out.Write(said.Bytes())
			})
		}
		all.Wait()
		return errors.Join(errs...)
	}}
}

// command is the step of running a program in dir with its output in view.
func command(dir string, env []string, words ...string) step {
	return step{name: strings.Join(words, " "), do: func(r *runner) error {
		cmd := r.process(dir, env, words...)
		cmd.Stdout, cmd.Stderr = r.out, r.out
		err := cmd.Run()
		stop(cmd)
		return err
	}}
}

// as gives the step of a command a short name.
func (s step) as(name string) step {
	s.command, s.name = s.name, name
	return s
}

// stop ends whatever a program that ended forgot to stop.
func stop(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

// process is a program that ends, with all it started, when the check is interrupted.
func (r *runner) process(dir string, env []string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(r.ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	cmd.WaitDelay = 15 * time.Second
	return cmd
}

// says gives what a program in the root of the module wrote.
func (r *runner) says(env []string, words ...string) (string, error) {
	out, err := r.process(r.root, env, words...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(words[:2], " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// missing is the reason why something could not run at all, and what helps.
type missing struct{ what, remedy string }

func (m missing) Error() string { return m.what + " (" + m.remedy + ")" }

// seconds is how the check writes how long something took.
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// programs that a part needs, each with the package of Debian that has it.
type programs map[string]string

// lacking gives those that are not on this machine, and their packages.
func (p programs) lacking() (names, packages []string) {
	for name, from := range p {
		if _, err := exec.LookPath(name); err != nil {
			names, packages = append(names, name), append(packages, from)
		}
	}
	slices.Sort(names)
	slices.Sort(packages)
	return names, packages
}

// need makes sure that programs are there, and names what it could not get.
func (r *runner) need(p programs) error {
	names, packages := p.lacking()
	if len(names) == 0 {
		return nil
	}
	if err := r.install(packages...); err != nil {
		r.say("    %v", err)
	}
	if names, packages = p.lacking(); len(names) == 0 {
		return nil
	}
	return missing{"no " + strings.Join(names, ", "), "apt-get install " + strings.Join(packages, " ")}
}

func canInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && os.Geteuid() == 0
}

// install installs packages on Debian and its like, when we are root.
func (r *runner) install(packages ...string) error {
	if !canInstall() {
		return errors.New("not root, or no apt-get: nothing installed")
	}
	env := []string{"DEBIAN_FRONTEND=noninteractive"}
	return r.run(
		command(r.root, env, "apt-get", "-q", "update"),
		command(r.root, env, append([]string{
			"apt-get", "-qy", "-o", "DPkg::Lock::Timeout=300", // another one may be installing
			"install", "--no-install-recommends",
		}, packages...)...),
	)
}

// cached is a place in the cache folder of whoever runs the check, for what is fetched once.
func cached(name string) (string, error) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "herstelruimte", name), err
}

// installed gives the first of these programs that runs, or "".
func (r *runner) installed(names ...string) string {
	for _, name := range names {
		path, err := exec.LookPath(name)
		// some systems put a stand-in there that only tells what to install
		if err == nil && r.process(r.root, nil, path, "--version").Run() == nil {
			return path
		}
	}
	return ""
}

// firefox gives the Firefox to use: the system's, else the one of the system's packages.
func (r *runner) firefox() (string, error) {
	look := func() string {
		return r.installed(os.Getenv("FIREFOX"), "firefox-esr", "firefox",
			"/Applications/Firefox.app/Contents/MacOS/firefox")
	}
	if path := look(); path != "" {
		return path, nil
	}
	if err := r.install("firefox-esr"); err != nil {
		r.say("    %v", err)
	}
	if path := look(); path != "" {
		return path, nil
	}
	return "", missing{
		"no Firefox found", "apt-get install firefox-esr, or set FIREFOX to the path of one",
	}
}

// chromium is the step of finding the Chromium to use: the system's, else one from the system's
// packages, else "" for the one that Playwright downloaded.
func chromium(path *string) step {
	return step{name: "browser", do: func(r *runner) (err error) {
		if *path, err = r.chromium(); *path != "" {
			r.say("    %s", *path)
		}
		return err
	}}
}

func (r *runner) chromium() (string, error) {
	look := func() string {
		return r.installed(os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome",
			"google-chrome-stable", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
			"/Applications/Chromium.app/Contents/MacOS/Chromium")
	}
	if path := look(); path != "" {
		return path, nil
	}
	if err := r.install("chromium"); err != nil {
		r.say("    %v", err)
	} else if path := look(); path != "" {
		// web/e2e/browser.ts takes it where it can; a system without it uses the whole browser
		if err := r.install("chromium-headless-shell"); err != nil {
			r.say("    no headless shell beside it: %v", err)
		}
		return path, nil
	}
	download := []string{"npx", "--no-install", "playwright", "install", "chromium"}
	if canInstall() {
		download = append(download, "--with-deps")
	}
	if err := command(r.web(), nil, download...).do(r); err != nil {
		return "", missing{
			"no browser found or downloaded",
			"apt-get install chromium, or set CHROMIUM to the path of one",
		}
	}
	return "", nil
}
