package convert

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"time"

	"golang.org/x/image/webp"
)

const mostJPEG = 8_000_000 // pixels of one variant: a very tall picture has no wide ones

// Widths are those of the variants, in pixels; none is wider than the picture.
var Widths = []int{320, 640, 960, 1280, 1920}

// Words of the program that run its children. The decoder reads one picture of a stranger, and the
// judge one pdf, and ends: whatever is in it can break that one process only. The encoder sees
// nothing but pixels, and lives on: it takes longer to begin than to make a picture.
const (
	decoderWord = "decode-picture"
	encoderWord = "encode-pictures"
	judgeWord   = "judge-pdf"
)

// IsWord tells whether a word of the program runs a child.
func IsWord(word string) bool {
	return word == decoderWord || word == encoderWord || word == judgeWord
}

// Child is the child of this word, in a process of its own, which it makes as small as the work
// allows: whatever a file makes it do, it opens no file, calls nobody and starts nothing.
func Child(word string, in io.Reader, out io.Writer) error {
	if word == encoderWord {
		// it lives on, and looks at the time itself
		if err := confine(math.MaxUint64); err != nil {
			return err
		}
		return encodeAll(in, out)
	}
	if err := confine(uint64(mostTime / time.Second)); err != nil {
		return err
	}
	if word == judgeWord {
		return judgeOne(in, out)
	}
	return decodeOne(in, out)
}

// decodeOne reads one picture and says the pixels of its largest variant, or why there are none.
func decodeOne(in io.Reader, out io.Writer) error {
	say := &speaker{w: out}
	raw, err := io.ReadAll(io.LimitReader(in, MaxBytes+1))
	if err != nil {
		return err
	}
	largest, err := read(raw)
	var fault Fault
	if errors.As(err, &fault) {
		return say.frame(frameFault, image.Point{}, []byte(fault))
	}
	if err != nil {
		return err
	}
	if err := say.frame(framePixels, largest.Rect.Size(), largest.Pix); err != nil {
		return err
	}
	return say.end()
}

// read decodes a picture and gives its largest variant, upright, in sRGB.
func read(raw []byte) (*image.RGBA, error) {
	if len(raw) > MaxBytes {
		return nil, TooLarge
	}
	h, err := Inspect(raw)
	if err != nil {
		return nil, err
	}
	said := readBeside(raw, h.Format)
	o := orientation(said.tiff)
	width, height := h.Width, h.Height
	if lying(o) {
		width, height = height, width
	}
	widths := widthsOf(width, height)
	if len(widths) == 0 {
		return nil, TooSmall
	}
	src, err := decode(raw, h)
	if err != nil {
		return nil, err
	}
	w := widths[len(widths)-1]
	tall := tallness(w, width, height)
	if lying(o) {
		w, tall = tall, w
	}
	largest := shrink(src, w, tall)
	_, ink := src.(*image.CMYK)
	if err := toSRGB(largest, ink, said.profile); err != nil {
		return nil, err
	}
	return upright(largest, o), nil
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
		switch m := src.(type) {
		case *image.YCbCr:
			fromVideo(m)
		case *image.NYCbCrA:
			fromVideo(&m.YCbCr)
		}
	}
	if err != nil || src.Bounds().Dx() != h.Width || src.Bounds().Dy() != h.Height {
		return nil, Damaged
	}
	return src, nil
}
