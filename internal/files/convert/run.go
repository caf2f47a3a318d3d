package convert

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"
)

const (
	mostMemory  = 300_000_000 // bytes of the child
	mostTime    = 60 * time.Second
	watchEvery  = 20 * time.Millisecond
	mostVariant = 16 << 20 // bytes
)

// Variant is one picture that the child made.
type Variant struct {
	AVIF          bool
	Width, Height int
	Data          []byte
}

// ErrCrashed is a child that ended without a word, killed by nobody here.
var ErrCrashed = errors.New("convert: the child crashed")

// Run hands a picture to a child of this program and gives take each variant, largest jpeg first.
// It gives the Fault of the picture; TooManyPixels is also one on which the child needed more
// memory or time than it may have, and was killed. An error of take comes out unchanged. most is
// the most memory that the child had, in kB.
func Run(
	ctx context.Context,
	program string,
	raw []byte,
	take func(Variant) error,
) (most int, err error) {
	if program == "" {
		if program, err = os.Executable(); err != nil {
			return 0, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, Word)
	// Nothing of our own environment: it has the keys of the house.
	cmd.Env = []string{"GOMEMLIMIT=150MiB", "GOGC=50", "GOMAXPROCS=2"}
	cmd.Stdin = bytes.NewReader(raw)
	cmd.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	cmd.Stderr = &limited{w: &said, left: 4 << 10}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("convert: %w", err)
	}
	stop, tooBig := watch(cmd.Process)
	most, err = frames(bufio.NewReader(out), take)
	if err != nil {
		_ = cmd.Process.Kill() // it may wait for somebody to read
	}
	ended := cmd.Wait()
	stop()
	var fault Fault
	switch {
	case tooBig():
		return most, TooManyPixels
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return most, TooManyPixels
	case ctx.Err() != nil:
		return most, ctx.Err()
	case errors.As(err, &fault):
		return most, fault
	case errors.Is(err, errFrames):
		return most, fmt.Errorf(
			"%w: %w: %s",
			ErrCrashed,
			errors.Join(err, ended),
			firstLine(said.Bytes()),
		)
	}
	return most, err
}

// watch kills a child that has more memory than it may.
func watch(p *os.Process) (stop func(), tooBig func() bool) {
	var killed atomic.Bool
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if resident(p.Pid) > mostMemory {
				killed.Store(true)
				_ = p.Kill()
				return
			}
		}
	}()
	return func() { close(done) }, killed.Load
}

var errFrames = errors.New("the child did not finish its words")

// frames reads what the child writes until its last frame.
func frames(r io.Reader, take func(Variant) error) (most int, err error) {
	head := make([]byte, 13)
	for {
		if _, err := io.ReadFull(r, head); err != nil {
			return 0, errors.Join(errFrames, err)
		}
		v := Variant{
			AVIF:   head[0] == frameAVIF,
			Width:  int(binary.BigEndian.Uint32(head[1:])),
			Height: int(binary.BigEndian.Uint32(head[5:])),
		}
		n := binary.BigEndian.Uint32(head[9:])
		if n > mostVariant {
			return 0, errFrames
		}
		v.Data = make([]byte, n)
		if _, err := io.ReadFull(r, v.Data); err != nil {
			return 0, errors.Join(errFrames, err)
		}
		switch head[0] {
		case frameEnd:
			return v.Width, nil
		case frameFault:
			return 0, known(Fault(v.Data))
		case frameJPEG, frameAVIF:
			if err := take(v); err != nil {
				return 0, err
			}
		default:
			return 0, errFrames
		}
	}
}

// known lets only our own words through.
func known(f Fault) Fault {
	switch f {
	case TooLarge, TooManyPixels, TooSmall, HEIC, WrongKind:
		return f
	}
	return Damaged
}

func firstLine(b []byte) string {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return string(line)
}

// limited keeps the first bytes and swallows the rest.
type limited struct {
	w    io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if n := min(len(p), l.left); n > 0 {
		l.left -= n
		_, _ = l.w.Write(p[:n])
	}
	return len(p), nil
}
