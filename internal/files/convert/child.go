package convert

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"runtime/debug"
	"slices"

	"github.com/gen2brain/avif"
	"golang.org/x/image/webp"
)

const (
	jpegQuality = 82
	avifQuality = 55
	avifSpeed   = 8
	widestAvif  = 1280      // pixels; and
	mostAvif    = 2_200_000 // pixels in all: the encoder takes about 60 bytes for each
	mostJPEG    = 8_000_000 // pixels of one variant: a very tall picture has no wide ones
)

// Widths are those of the variants, in pixels; none is wider than the picture.
var Widths = []int{320, 640, 960, 1280, 1920}

// Word is the word of the program that runs the child.
const Word = "convert"

// Kinds of frames that the child writes: each is its letter, width, height and length in 4 bytes
// each, and the bytes.
const (
	frameJPEG  = 'J'
	frameAVIF  = 'A'
	frameFault = 'F'
	frameEnd   = 'E' // the width is the most memory that the child ever had, in kB
)

// Child reads one picture and writes its variants, or why there are none. It runs in a process of
// its own, which it makes as small as the work allows.
func Child(in io.Reader, out io.Writer) error {
	confine()
	w := bufio.NewWriter(out)
	err := convert(in, w)
	var fault Fault
	switch {
	case errors.As(err, &fault):
		err = frame(w, frameFault, 0, 0, []byte(fault))
	case err == nil:
		err = frame(w, frameEnd, peak(), 0, nil)
	}
	return errors.Join(err, w.Flush())
}

func frame(w io.Writer, kind byte, width, height int, data []byte) error {
	head := []byte{kind}
	for _, n := range []int{width, height, len(data)} {
		head = binary.BigEndian.AppendUint32(head, uint32(n))
	}
	_, err := w.Write(append(head, data...))
	return err
}

func convert(in io.Reader, out io.Writer) error {
	raw, err := io.ReadAll(io.LimitReader(in, MaxBytes+1))
	if err != nil {
		return err
	}
	if len(raw) > MaxBytes {
		return TooLarge
	}
	largest, widths, err := read(raw)
	if err != nil {
		return err
	}
	raw = nil
	debug.FreeOSMemory()
	return variants(largest, widths, out)
}

// read decodes a picture and gives its largest variant, upright, and the widths of all.
func read(raw []byte) (largest *image.RGBA, widths []int, err error) {
	h, err := Inspect(raw)
	if err != nil {
		return nil, nil, err
	}
	o := orientation(raw, h.Format)
	width, height := h.Width, h.Height
	if lying(o) {
		width, height = height, width
	}
	if widths = widthsOf(width, height); len(widths) == 0 {
		return nil, nil, TooSmall
	}
	src, err := decode(raw, h)
	if err != nil {
		return nil, nil, err
	}
	w := widths[len(widths)-1]
	tall := tallness(w, width, height)
	if lying(o) {
		return upright(shrink(src, tall, w), o), widths, nil
	}
	return upright(shrink(src, w, tall), o), widths, nil
}

// widthsOf are those that a picture of this size gets.
func widthsOf(width, height int) (out []int) {
	for _, w := range Widths {
		if w <= width && w*tallness(w, width, height) <= mostJPEG {
			out = append(out, w)
		}
	}
	return out
}

// tallness is how tall a picture is at width w.
func tallness(w, width, height int) int { return max(1, min(height, (w*height+width/2)/width)) }

// decode gives the picture that its header promised.
func decode(raw []byte, h Header) (src image.Image, err error) {
	switch r := bytes.NewReader(raw); h.Format {
	case JPEG:
		src, err = jpeg.Decode(r)
	case PNG:
		src, err = png.Decode(r)
	default:
		src, err = webp.Decode(r)
	}
	if err != nil || src.Bounds().Dx() != h.Width || src.Bounds().Dy() != h.Height {
		return nil, Damaged
	}
	return src, nil
}

// variants writes the largest as jpeg, then the smaller ones, then those for browsers that know
// avif. What is not needed any more goes at once: the encoder of avif takes more than all the rest.
func variants(largest *image.RGBA, widths []int, out io.Writer) error {
	size := largest.Rect.Size()
	var small []*image.RGBA
	for _, w := range slices.Backward(widths) {
		v := largest
		if w != size.X {
			v = shrink(largest, w, tallness(w, size.X, size.Y))
		}
		if err := writeJPEG(v, out); err != nil {
			return err
		}
		if w <= widestAvif && v.Rect.Dx()*v.Rect.Dy() <= mostAvif {
			small = append(small, v)
		}
	}
	largest = nil
	for i, v := range small {
		small[i] = nil
		debug.FreeOSMemory()
		if err := writeAVIF(v, out); err != nil {
			return err
		}
	}
	return nil
}

func writeJPEG(v *image.RGBA, out io.Writer) error {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, v, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return fmt.Errorf("convert: jpeg: %w", err)
	}
	return frame(out, frameJPEG, v.Rect.Dx(), v.Rect.Dy(), b.Bytes())
}

func writeAVIF(v *image.RGBA, out io.Writer) error {
	var b bytes.Buffer
	err := avif.Encode(&b, v, avif.Options{
		Quality:           avifQuality,
		QualityAlpha:      avifQuality,
		Speed:             avifSpeed,
		ChromaSubsampling: image.YCbCrSubsampleRatio420,
	})
	if err != nil {
		return fmt.Errorf("convert: avif: %w", err)
	}
	return frame(out, frameAVIF, v.Rect.Dx(), v.Rect.Dy(), b.Bytes())
}
