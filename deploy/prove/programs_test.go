package prove

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// command is a program that ends, with all it started, when the proofs are interrupted.
func (s *stack) command(dir string, env []string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(s.ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	cmd.WaitDelay = 15 * time.Second
	return cmd
}

// show runs a program with its output in view, and ends what it forgot to stop.
func show(cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stdout
	err := cmd.Run()
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	return err
}

// say writes one line of what happens.
func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// missing is the reason why something could not run at all, and what helps.
type missing struct{ what, remedy string }

func cannotRun(what, remedy string) missing { return missing{what, remedy} }

func (m missing) Error() string { return m.what + " (" + m.remedy + ")" }

// lacking gives those of the programs that are not on this machine.
func lacking(programs ...string) (absent []string) {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			absent = append(absent, p)
		}
	}
	return absent
}

// says runs a program and gives what it wrote; the error holds all of it.
func says(cmd *exec.Cmd) (string, error) {
	var out, all bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&out, &all), &all
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf(
			"%s: %w\n%s",
			strings.Join(cmd.Args, " "),
			err,
			lastLines(all.String(), 30),
		)
	}
	return strings.TrimRight(out.String(), "\n"), err
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
