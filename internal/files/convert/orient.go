package convert

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"
)

// orientation is how a camera was held, 1 (upright) to 8, as Exif says. Whatever cannot be read is
// upright.
func orientation(raw []byte, f Format) int {
	o := 1
	switch f {
	case JPEG:
		_ = segments(raw, func(s segment) error {
			if s.marker == 0xda {
				return io.EOF
			}
			if tiff, ok := bytes.CutPrefix(s.data, []byte("Exif\x00\x00")); ok && s.marker == 0xe1 {
				o = fromTIFF(tiff)
			}
			return nil
		})
	case WebP:
		_ = chunks(raw, func(name string, d []byte) error {
			if name == "EXIF" {
				o = fromTIFF(bytes.TrimPrefix(d, []byte("Exif\x00\x00")))
			}
			return nil
		})
	}
	return o
}

// fromTIFF reads the one number that we want of the first directory.
func fromTIFF(b []byte) int {
	if len(b) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[0] == 'M' {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(b[4:]))
	if at+2 > int64(len(b)) {
		return 1
	}
	entries := int64(order.Uint16(b[at:]))
	for i := range entries {
		e := at + 2 + 12*i
		if e+12 > int64(len(b)) {
			return 1
		}
		if order.Uint16(b[e:]) == 0x0112 {
			if o := int(order.Uint16(b[e+8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
	}
	return 1
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
