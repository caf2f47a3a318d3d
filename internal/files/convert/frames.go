package convert

import (
	"encoding/binary"
	"errors"
	"image"
	"io"
	"slices"
	"sync"
)

// Kinds of frames that the program and its children say to each other: each is its letter, width,
// height and length in 4 bytes each, and the bytes.
const (
	framePixels   = 'P' // of the largest variant, 4 bytes each, row by row
	frameJPEG     = 'J'
	frameAVIF     = 'A'
	framePDF      = 'U' // a whole one, to be judged
	frameDocument = 'D' // some bytes of one as the library writes it
	frameFault    = 'F'
	frameEnd      = 'E' // the width is the most memory that the child ever had, in kB
)

const mostVariant = 16 << 20 // bytes

var errFrames = errors.New("the child did not finish its words")

// head is the begin of a frame.
type head struct {
	kind   byte
	size   image.Point
	length int
}

// ok tells whether a frame may begin like this.
func (h head) ok() bool {
	switch h.kind {
	case framePixels:
	case framePDF:
		return h.length <= MaxPDF
	default:
		return h.length <= mostVariant
	}
	return slices.Contains(Widths, h.size.X) && h.size.Y > 0 &&
		h.size.X*h.size.Y <= mostJPEG && h.length == 4*h.size.X*h.size.Y
}

// frame is one whole frame.
type frame struct {
	head
	data []byte
}

// readFrame gives the next frame; io.EOF when there is none.
func readFrame(r io.Reader) (f frame, err error) {
	raw := make([]byte, 13)
	if _, err := io.ReadFull(r, raw); err != nil {
		return f, err
	}
	number := func(at int) int { return int(binary.BigEndian.Uint32(raw[at:])) }
	f.head = head{kind: raw[0], size: image.Pt(number(1), number(5)), length: number(9)}
	if !f.ok() {
		return f, errFrames
	}
	f.data = make([]byte, f.length)
	if _, err := io.ReadFull(r, f.data); err != nil {
		return f, errors.Join(errFrames, err)
	}
	return f, nil
}

// speaker says frames, one at a time.
type speaker struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *speaker) frame(kind byte, size image.Point, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.head(kind, size, len(data)); err != nil {
		return err
	}
	_, err := s.w.Write(data)
	return err
}

// head begins a frame for who says its bytes himself.
func (s *speaker) head(kind byte, size image.Point, length int) error {
	raw := []byte{kind}
	for _, n := range []int{size.X, size.Y, length} {
		raw = binary.BigEndian.AppendUint32(raw, uint32(n))
	}
	_, err := s.w.Write(raw)
	return err
}

func (s *speaker) end() error { return s.frame(frameEnd, image.Pt(peak(), 0), nil) }
