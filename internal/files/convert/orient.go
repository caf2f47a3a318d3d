package convert

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"
	"slices"
)

// beside is what a file says beside its picture: how the camera was held, in a TIFF of its own, and
// the profile that says what its numbers mean.
type beside struct {
	tiff, profile []byte
	parts         [256][]byte // of the profile of a jpeg
}

// readBeside finds them wherever they may stand. What is there twice counts as it is there first.
func readBeside(raw []byte, f Format) (b beside) {
	switch f {
	case JPEG:
		_ = segments(raw, b.segment)
		b.profile = slices.Concat(b.parts[:]...)
	case PNG:
		_ = pngChunks(raw, b.chunk)
	case WebP:
		_ = chunks(raw, b.chunk)
	}
	return b
}

// segment reads one of a jpeg: a profile comes in parts, with numbers, in any order.
func (b *beside) segment(s segment) error {
	tiff, held := bytes.CutPrefix(s.data, exifMark)
	part, meant := bytes.CutPrefix(s.data, []byte("ICC_PROFILE\x00"))
	switch {
	case s.marker == 0xda:
		return io.EOF
	case s.marker == 0xe1 && held && b.tiff == nil:
		b.tiff = tiff
	case s.marker == 0xe2 && meant && len(part) > 2 && b.parts[part[0]] == nil:
		b.parts[part[0]] = part[2:]
	}
	return nil
}

var exifMark = []byte("Exif\x00\x00")

// chunk reads one of a png or a webp.
func (b *beside) chunk(name string, data []byte) error {
	switch {
	case (name == "eXIf" || name == "EXIF") && b.tiff == nil:
		b.tiff = bytes.TrimPrefix(data, exifMark)
	case name == "iCCP" && b.profile == nil:
		b.profile = inflated(data)
	case name == "ICCP" && b.profile == nil:
		b.profile = data
	}
	return nil
}

// orientation is how a camera was held, 1 (upright) to 8, as Exif says. Whatever cannot be read is
// upright.
func orientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := int64(order.Uint16(tiff[at:]))
	for i := range entries {
		e := at + 2 + 12*i
		if e+12 > int64(len(tiff)) {
			return 1
		}
		if order.Uint16(tiff[e:]) == 0x0112 {
			return upToEight(order, tiff[e:])
		}
	}
	return 1
}

// upToEight reads the number of an entry. Exif writes it in two bytes; readers of TIFF are asked to
// take one or four as well.
func upToEight(order binary.ByteOrder, entry []byte) int {
	var o uint32
	switch order.Uint16(entry[2:]) {
	case 1:
		o = uint32(entry[8])
	case 3:
		o = uint32(order.Uint16(entry[8:]))
	case 4:
		o = order.Uint32(entry[8:])
	}
	if o < 1 || o > 8 {
		return 1
	}
	return int(o)
}

// lying says that width and height change places.
func lying(o int) bool { return o >= 5 }

// upright gives the picture as the camera saw it.
func upright(src *image.RGBA, o int) *image.RGBA {
	if o == 1 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if lying(o) {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			dx, dy := placed(o, x, y, w, h)
			copy(out.Pix[dy*out.Stride+4*dx:][:4], src.Pix[y*src.Stride+4*x:][:4])
		}
	}
	return out
}

// placed is where the point x, y of a picture of w by h goes.
func placed(o, x, y, w, h int) (int, int) {
	switch o {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return y, w - 1 - x
	}
	return x, y
}
