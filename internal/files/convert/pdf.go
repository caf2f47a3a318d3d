package convert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"strings"
	"time"
)

const (
	// MaxPDF is the most bytes of one pdf.
	MaxPDF = 100 << 20

	pdfThinks = 40 * time.Second // of a child that cleans, from the last byte in to the first out
	pdfPart   = 1 << 20          // bytes of one frame
)

// Clean hands a pdf of so many bytes to a child of its own and writes what the child makes of it:
// the same pages, without scripts, attachments and what tells who made them when. It gives the
// Fault of the pdf; TooHeavy is also one for which the child needed more memory or time than it
// may have. Errors of in and out come out unchanged. most is the most memory of the child, in kB.
// After an error, what was written is worth nothing.
func (c *Converter) Clean(
	ctx context.Context,
	in io.Reader,
	size int64,
	out io.Writer,
) (most int, err error) {
	d, err := c.start(cleanerWord)
	if err != nil {
		return 0, err
	}
	defer d.end()
	if err := d.feed(ctx, in, size); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	thinking := time.AfterFunc(cmp.Or(c.thinks, pdfThinks), func() {
		cancel(context.DeadlineExceeded)
	})
	defer thinking.Stop()
	_, most, err = d.work(ctx, func() {}, func(f frame) error {
		if f.kind != frameDocument {
			return errFrames
		}
		thinking.Stop()
		_, err := out.Write(f.data)
		return err
	})
	if errors.Is(err, errTooMuch) || errors.Is(err, ErrCrashed) && d.starved() {
		err = TooHeavy
	}
	return most, err
}

// feed gives a child all of a pdf. A child that does not read it all says why later.
func (k *child) feed(ctx context.Context, in io.Reader, size int64) error {
	defer context.AfterFunc(ctx, func() { _ = k.cmd.Process.Kill() })()
	from := &counted{r: in}
	say := &speaker{w: k.in}
	err := say.head(framePDF, image.Point{}, int(size))
	if err == nil {
		_, err = io.CopyN(k.in, from, size)
	}
	_ = k.in.Close()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case from.err != nil:
		return from.err
	case errors.Is(err, io.EOF):
		return fmt.Errorf("convert: %d bytes came of a pdf of %d", from.n, size)
	}
	return nil
}

// starved tells whether a child ended by itself for want of memory or time.
func (k *child) starved() bool {
	said := k.said.String()
	return strings.Contains(said, "out of memory") ||
		strings.Contains(said, "cannot allocate memory") ||
		strings.Contains(said, "cpu limit exceeded")
}

// counted remembers what was read, and its own error: that is no fault of the child.
type counted struct {
	r   io.Reader
	n   int64
	err error
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}

// cleanOne reads one pdf and says it without what does not belong in it, or why it cannot.
func cleanOne(in io.Reader, out io.Writer) error {
	say := &speaker{w: out}
	f, err := readFrame(in)
	if err != nil {
		return err
	}
	if f.kind != framePDF {
		return errFrames
	}
	clean, err := cleaned(f.data)
	var fault Fault
	if errors.As(err, &fault) {
		return say.frame(frameFault, image.Point{}, []byte(fault))
	}
	if err != nil {
		return err
	}
	f.data = nil // its streams have been copied
	parts := &partWriter{say: say}
	if err := clean.write(parts); err != nil {
		return err
	}
	if err := parts.flush(); err != nil {
		return err
	}
	return say.end()
}

// partWriter says what is written in frames.
type partWriter struct {
	say  *speaker
	part []byte
}

func (w *partWriter) Write(p []byte) (int, error) {
	for n := 0; n < len(p); {
		take := min(len(p)-n, pdfPart-len(w.part))
		w.part = append(w.part, p[n:n+take]...)
		n += take
		if len(w.part) == pdfPart {
			if err := w.flush(); err != nil {
				return n, err
			}
		}
	}
	return len(p), nil
}

func (w *partWriter) flush() error {
	if len(w.part) == 0 {
		return nil
	}
	err := w.say.frame(frameDocument, image.Point{}, w.part)
	w.part = w.part[:0]
	return err
}
