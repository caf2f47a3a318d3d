package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestNothingThatACommandStartedIsLeft(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := &runner{ctx: t.Context(), out: &out}
	if err := command(
		t.TempDir(),
		nil,
		"/bin/sh",
		"-c",
		"sleep 600 >/dev/null 2>&1 & echo $!",
	).do(r); err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	// the system tells nobody that a process of others ended: it looks again
	for end := time.Now().Add(10 * time.Second); alive(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("process %d still runs", pid)
		}
	}
}

// alive does not count a dead process that nobody asked about yet.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err == nil {
		_, state, _ := strings.Cut(string(stat), ") ")
		return !strings.HasPrefix(state, "Z")
	}
	return syscall.Kill(pid, 0) == nil
}

func TestAnInterruptedCommandEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r := &runner{ctx: ctx, out: io.Discard}
	time.AfterFunc(50*time.Millisecond, cancel)
	begin := time.Now()
	if err := command(
		t.TempDir(),
		nil,
		"/bin/sh",
		"-c",
		"sleep 600; true",
	).do(r); err == nil || time.Since(begin) > 10*time.Second {
		t.Fatal(err, time.Since(begin))
	}
}

func TestPackagesAreFreshUntilTheLockFileChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock, installed := filepath.Join(dir, "lock"), filepath.Join(dir, "installed")
	write := func(file string, at time.Time) {
		if err := errors.Join(
			os.WriteFile(file, nil, 0o600),
			os.Chtimes(file, at, at),
		); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want bool) {
		t.Helper()
		if got, err := notOlder(installed, lock); got != want || err != nil {
			t.Errorf("fresh: %v, %v", got, err)
		}
	}
	now := time.Now()
	write(lock, now)
	expect(false)
	write(installed, now)
	expect(true)
	write(lock, now.Add(time.Hour))
	expect(false)
}

func TestAProgramThatIsNotThereIsNamed(t *testing.T) {
	t.Parallel()
	names, packages := programs{"go": "golang", "no-such-program": "its-package"}.lacking()
	if !slices.Equal(names, []string{"no-such-program"}) ||
		!slices.Equal(packages, []string{"its-package"}) {
		t.Errorf("got %q of %q", names, packages)
	}
}

func TestStepsSideBySideEachShowWhatTheyWroteInOnePiece(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := &runner{ctx: t.Context(), out: &out}
	met := make(chan bool)
	words := func(first, second string, meet func()) step {
		return step{name: first, do: func(r *runner) error {
			r.say("%s", first)
			meet()
			r.say("%s", second)
			return nil
		}}
	}
	err := r.run(together(
		words("one", "two", func() { met <- true }),
		words("three", "four", func() { <-met }),
		step{name: "bad", do: func(*runner) error { return errors.New("broken") }},
		words("five", "six", func() {}),
	))
	if err == nil || !strings.Contains(err.Error(), "bad: broken") {
		t.Errorf("got %v, want the error of the bad step", err)
	}
	for _, want := range []string{"one\ntwo\n", "three\nfour\n", "five\nsix\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, which does not hold %q", out.String(), want)
		}
	}
}

func TestACommandWithAShortNameIsShownOnceAndOnlyWhenItFails(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := &runner{ctx: t.Context(), out: &out}
	shell := func(name, words string) step {
		return command(t.TempDir(), nil, "/bin/sh", "-c", words).as(name)
	}
	err := r.run(together(shell("fine", "exit 0"), shell("broken", "exit 7")))
	if err == nil || err.Error() != "broken: exit status 7" {
		t.Errorf("got %v, want only the step that failed", err)
	}
	if got := out.String(); strings.Contains(got, "exit 0") || strings.Count(got, "exit 7") != 1 {
		t.Errorf("got %q", got)
	}
}

// What a part may not pass over in silence: a proof of the stack that failed, or could not run.
func TestTheOutcomeOfTheProofsIsRead(t *testing.T) {
	t.Parallel()
	ended := errors.New("exit status 1")
	for said, want := range map[string]string{
		"proven: memory; closed\nfailed: full; restore\n":   "not proven: full; restore",
		"failed: kills\nnot run: full: no disk (be root)\n": "not proven: kills",
		"proven: file\nnot run: full: no disk; restore: x": "full: no disk; restore: x " +
			"(of the proofs of the stack)",
		"panic: gone": "exit status 1",
	} {
		err := provenBy(ended, said)
		var m missing
		if err == nil || err.Error() != want ||
			errors.As(err, &m) != strings.HasSuffix(want, "of the stack)") {
			t.Errorf("%q: got %v, want %s", said, err, want)
		}
	}
	if err := provenBy(nil, "proven: memory"); err != nil {
		t.Error(err)
	}
}
