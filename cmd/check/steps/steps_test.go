package steps_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"herstelruimte/cmd/check/steps"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestNothingThatACommandStartedIsLeft(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := &steps.Runner{Ctx: t.Context(), Out: &out}
	if err := steps.Command(
		t.TempDir(),
		nil,
		"/bin/sh",
		"-c",
		"sleep 600 >/dev/null 2>&1 & echo $!",
	).Do(r); err != nil {
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
	r := &steps.Runner{Ctx: ctx, Out: io.Discard}
	time.AfterFunc(50*time.Millisecond, cancel)
	begin := time.Now()
	if err := steps.Command(
		t.TempDir(),
		nil,
		"/bin/sh",
		"-c",
		"sleep 600; true",
	).Do(r); err == nil || time.Since(begin) > 10*time.Second {
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
		if got, err := steps.NotOlder(installed, lock); got != want || err != nil {
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
	if absent := steps.Lacking(
		"go",
		"no-such-program",
	); len(absent) != 1 || absent[0] != "no-such-program" {
		t.Error(absent)
	}
}

func TestStepsSideBySideEachShowWhatTheyWroteInOnePiece(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := &steps.Runner{Ctx: t.Context(), Out: &out}
	met := make(chan bool)
	words := func(first, second string, meet func()) steps.Step {
		return steps.Step{Name: first, Do: func(r *steps.Runner) error {
			r.Say("%s", first)
			meet()
			r.Say("%s", second)
			return nil
		}}
	}
	err := r.Run(steps.Together(
		words("one", "two", func() { met <- true }),
		words("three", "four", func() { <-met }),
		steps.Step{Name: "bad", Do: func(*steps.Runner) error { return errors.New("broken") }},
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
	r := &steps.Runner{Ctx: t.Context(), Out: &out}
	shell := func(name, words string) steps.Step {
		return steps.Command(t.TempDir(), nil, "/bin/sh", "-c", words).As(name)
	}
	err := r.Run(steps.Together(shell("fine", "exit 0"), shell("broken", "exit 7")))
	if err == nil || err.Error() != "broken: exit status 7" {
		t.Errorf("got %v, want only the step that failed", err)
	}
	if got := out.String(); strings.Contains(got, "exit 0") || strings.Count(got, "exit 7") != 1 {
		t.Errorf("got %q", got)
	}
}
