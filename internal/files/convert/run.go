package convert

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

const (
	mostMemory = 300_000_000      // bytes of a child
	mostTime   = 60 * time.Second // of a child for one file
	watchEvery = 20 * time.Millisecond
	restAfter  = time.Minute // of an encoder without work: then its memory is given back
)

// Variant is one picture that a child made.
type Variant struct {
	AVIF          bool
	Width, Height int
	Data          []byte
}

// ErrCrashed is a child that ended without a word, killed by nobody here.
var ErrCrashed = errors.New("convert: the child crashed")

// errTooMuch is a child that needed more memory or time than it may, and was killed.
var errTooMuch = errors.New("convert: the child needed too much")

// Converter makes pictures anew and judges pdfs, in children of this program: a decoder for each
// picture, one encoder for all, and a judge for each pdf. The zero value is ready; one picture is
// encoded at a time.
type Converter struct {
	Program string // what runs as the children; empty: this program itself

	patience time.Duration // with a child, for one file; 0: mostTime
	mu       sync.Mutex
	encoder  *child      // nil: none runs
	rest     *time.Timer // ends the encoder
}

// Run hands a picture to the children and gives take each variant: of each width its jpeg first,
// and the largest jpeg first of all. It gives the Fault of the picture; TooManyPixels is also one
// on which a child needed more memory or time than it may have, and was killed. An error of take
// comes out unchanged. most is the most memory that a child had, in kB.
func (c *Converter) Run(ctx context.Context, raw []byte, take func(Variant) error) (most int, err error) {
	pixels, most, err := c.decoded(ctx, raw)
	if err == nil {
		var also int
		also, err = c.encoded(ctx, pixels, take)
		most = max(most, also)
	}
	if errors.Is(err, errTooMuch) {
		err = TooManyPixels
	}
	return most, err
}

// Close ends the encoder. The next picture starts another one.
func (c *Converter) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop()
}

// drop is Close for who has the lock.
func (c *Converter) drop() {
	if c.rest != nil {
		c.rest.Stop()
	}
	if c.encoder != nil {
		c.encoder.end()
		c.encoder = nil
	}
}

// decoded lets a child of its own read a picture, and gives the pixels of the largest variant.
func (c *Converter) decoded(ctx context.Context, raw []byte) (pixels frame, most int, err error) {
	d, err := c.start(decoderWord)
	if err != nil {
		return frame{}, 0, err
	}
	defer d.end()
	_, most, err = d.work(ctx, func() {
		_, _ = d.in.Write(raw) // a child that refuses does not read all
		_ = d.in.Close()
	}, func(f frame) error {
		if f.kind != framePixels {
			return errFrames
		}
		pixels = f
		return nil
	})
	if err == nil && pixels.data == nil {
		err = fmt.Errorf("%w: no pixels", ErrCrashed)
	}
	return pixels, most, err
}

// encoded lets the encoder make the variants. One that was lost while it rested is replaced.
func (c *Converter) encoded(ctx context.Context, pixels frame, take func(Variant) error) (most int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rest != nil {
		c.rest.Stop()
	}
	for {
		rested := c.encoder != nil
		if !rested {
			if c.encoder, err = c.start(encoderWord); err != nil {
				return 0, err
			}
		}
		taken := 0
		alive, most, err := c.encoder.work(ctx, func() {
			say := speaker{w: c.encoder.in}
			_ = say.frame(framePixels, pixels.size, pixels.data) // it shows when we listen
		}, func(f frame) error {
			if f.kind != frameJPEG && f.kind != frameAVIF {
				return errFrames
			}
			taken++
			return take(Variant{f.kind == frameAVIF, f.size.X, f.size.Y, f.data})
		})
		if err == nil && alive {
			c.rest = time.AfterFunc(restAfter, c.Close)
			return most, nil
		}
		c.drop()
		if !rested || taken > 0 || !errors.Is(err, ErrCrashed) {
			return most, err
		}
	}
}

// child is a process of this program that works on files of strangers.
type child struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	said     bytes.Buffer
	patience time.Duration
}

// works is how much memory the children work in before they look for what they can do without.
var works = map[string]string{
	decoderWord: "150MiB",
	encoderWord: "150MiB",
	judgeWord:   "230MiB",
}

func (c *Converter) start(word string) (*child, error) {
	program := c.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	k := &child{cmd: exec.Command(program, word), patience: cmp.Or(c.patience, mostTime)}
	// Nothing of our own environment: it has the keys of the house.
	k.cmd.Env = []string{"GOMEMLIMIT=" + works[word], "GOGC=50", "GOMAXPROCS=2"}
	k.cmd.WaitDelay = 5 * time.Second
	k.cmd.Stderr = &limited{w: &k.said, left: 4 << 10}
	var err error
	if k.in, err = k.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := k.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	k.out = bufio.NewReader(out)
	if err := k.cmd.Start(); err != nil {
		return nil, fmt.Errorf("convert: %w", err)
	}
	return k, nil
}

// end kills the child if it still runs, and waits until it is gone.
func (k *child) end() {
	_ = k.cmd.Process.Kill() // it may wait for somebody to read
	_ = k.in.Close()
	_ = k.cmd.Wait()
}

// work lets a child work on one file: give hands it over, each gets what the child says of it. A
// child that takes more memory or time than it may is killed; alive says that it was not.
func (k *child) work(ctx context.Context, give func(), each func(frame) error) (alive bool, most int, err error) {
	ctx, cancel := context.WithTimeout(ctx, k.patience)
	defer cancel()
	spare := context.AfterFunc(ctx, func() { _ = k.cmd.Process.Kill() })
	stop, tooBig := watch(k.cmd.Process)
	give()
	most, err = k.listen(each)
	stop()
	alive = spare()
	switch {
	case tooBig(), errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return false, most, errTooMuch
	case ctx.Err() != nil:
		return false, most, ctx.Err()
	case errors.Is(err, errFrames):
		k.end() // its last words are read then
		return false, most, fmt.Errorf("%w: %w: %s", ErrCrashed, err, firstLine(k.said.Bytes()))
	}
	return alive, most, err
}

// listen reads what the child says until its last frame.
func (k *child) listen(each func(frame) error) (most int, err error) {
	for {
		f, err := readFrame(k.out)
		switch {
		case err != nil:
			return 0, errors.Join(errFrames, err)
		case f.kind == frameEnd:
			return f.size.X, nil
		case f.kind == frameFault:
			return 0, known(Fault(f.data))
		}
		if err := each(f); err != nil {
			return 0, err
		}
	}
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

// known lets only our own words through.
func known(f Fault) Fault {
	switch f {
	case TooLarge, TooManyPixels, TooSmall, HEIC, WrongKind, Encrypted, TooHeavy, Active:
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
