// Package convert makes pictures of strangers anew and judges their pdfs: in child
// processes, so that what breaks there breaks nothing else.
//
// The decoder is a child for one picture: it alone reads bytes of strangers, and gives pixels or a
// fault. The encoder is a child that lives on and makes the variants of those pixels. Neither has
// our environment, and both are bounded in time and memory. The decoder is gone before the encoder
// begins, so that together they take little more than the larger of the two. The judge is a child
// for one pdf: it reads it all, and says it as the library writes it, or why we do not keep it.
package convert

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

// Fault says why a file is none of what we keep; staff read a sentence for each.
type Fault string

// The faults.
const (
	TooLarge      Fault = "too_large"
	TooManyPixels Fault = "too_many_pixels"
	TooSmall      Fault = "too_small"
	Damaged       Fault = "damaged"
	HEIC          Fault = "heic"
	WrongKind     Fault = "kind"
	Encrypted     Fault = "encrypted" // a pdf that asks for a password, or forbids something
	TooHeavy      Fault = "too_heavy" // a pdf that takes too much to be judged
	Active        Fault = "active"    // a pdf with a program or an attachment in it
)

func (f Fault) Error() string { return "convert: " + string(f) }

const (
	// Head is how many bytes at the begin of a file tell what it is.
	Head = 512
	// MaxBytes is the most of one picture.
	MaxBytes = 8 << 20

	mostPixels      = 40_000_000
	mostHeavyPixels = 16_000_000 // of what is decoded whole before it can be made smaller
	longestSide     = 20_000
	leastWidth      = 320
)

// Format is what a file is, by its content.
type Format string

// The formats that Sniff tells apart.
const (
	JPEG    Format = "jpeg"
	PNG     Format = "png"
	WebP    Format = "webp"
	PDF     Format = "pdf"
	heic    Format = "heic"
	strange Format = ""
)

// Sniff tells what a file is by how it begins, whatever it is called.
func Sniff(head []byte) Format {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return JPEG
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return PNG
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return WebP
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return PDF
	case isHEIC(head):
		return heic
	}
	return strange
}

// isHEIC knows what phones of one brand make: a box of file types with one of these names in it.
func isHEIC(head []byte) bool {
	if len(head) < 12 || string(head[4:8]) != "ftyp" {
		return false
	}
	brands := head[8:min(len(head), int(min(binary.BigEndian.Uint32(head), Head)))]
	for i := 0; i+4 <= len(brands); i += 4 {
		if slices.Contains(
			[]string{"heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"},
			string(brands[i:i+4]),
		) {
			return true
		}
	}
	return false
}

// Refused says why a file that begins like this is no picture, or no pdf; empty when it may be one.
func Refused(head []byte, pdf bool) Fault {
	switch f := Sniff(head); {
	case len(head) == 0:
		return Damaged
	case f == heic && !pdf:
		return HEIC
	case f == strange, f == heic, pdf != (f == PDF):
		return WrongKind
	}
	return ""
}

// Header is what a picture says of itself. Nothing of it is decoded yet.
type Header struct {
	Format        Format
	Width, Height int
	Heavy         bool // decoding it needs several bytes for each pixel at once
}

// Inspect reads the header of a picture and gives the Fault that keeps it from being decoded.
func Inspect(raw []byte) (h Header, err error) {
	if fault := Refused(raw[:min(len(raw), Head)], false); fault != "" {
		return h, fault
	}
	h.Format = Sniff(raw)
	switch h.Format {
	case JPEG:
		err = h.jpeg(raw)
	case PNG:
		err = h.png(raw)
	default:
		err = h.webp(raw)
	}
	if err != nil {
		return h, err
	}
	return h, h.fits()
}

func (h *Header) fits() error {
	pixels := int64(h.Width) * int64(h.Height)
	switch {
	case h.Width <= 0 || h.Height <= 0:
		return Damaged
	case h.Width > longestSide, h.Height > longestSide, pixels > mostPixels, h.Heavy &&
		pixels > mostHeavyPixels:
		return TooManyPixels
	}
	return nil
}

// png reads IHDR, which must come first.
func (h *Header) png(raw []byte) error {
	if len(raw) < 33 || string(raw[8:16]) != "\x00\x00\x00\x0dIHDR" {
		return Damaged
	}
	w, height := binary.BigEndian.Uint32(raw[16:]), binary.BigEndian.Uint32(raw[20:])
	h.Width, h.Height, h.Heavy = int(min(w, 1<<30)), int(min(height, 1<<30)), true
	return nil
}

// segment is one part of a jpeg before its picture data.
type segment struct {
	marker byte
	data   []byte
	at     int // where its data begin
}

// segments gives the parts of a jpeg up to the picture data; an error is a jpeg that ends before
// them.
func segments(raw []byte, each func(segment) error) error {
	at := 2
	for {
		for at < len(raw) && raw[at] != 0xff { // tolerated by every decoder
			at++
		}
		for at < len(raw) && raw[at] == 0xff {
			at++
		}
		if at >= len(raw) {
			return Damaged
		}
		marker := raw[at]
		at++
		if marker == 0 || marker == 1 || marker >= 0xd0 && marker <= 0xd8 {
			continue
		}
		if marker == 0xd9 || at+2 > len(raw) {
			return Damaged
		}
		n := int(binary.BigEndian.Uint16(raw[at:]))
		if n < 2 || at+n > len(raw) {
			return Damaged
		}
		if err := each(segment{marker, raw[at+2 : at+n], at + 2}); err != nil {
			return err
		}
		at += n
	}
}

// jpeg reads the frame header. A second one would be another picture than the first promises:
// damaged.
func (h *Header) jpeg(raw []byte) error {
	adobe := -1
	frames := 0
	err := segments(raw, func(s segment) error {
		switch {
		case s.marker == 0xda:
			return io.EOF
		case s.marker == 0xee && len(s.data) >= 12 && string(s.data[:5]) == "Adobe":
			adobe = int(s.data[11])
		case s.marker >= 0xc0 && s.marker <= 0xcf && s.marker != 0xc4 && s.marker != 0xc8 &&
			s.marker != 0xcc:
			frames++
			return h.frame(s)
		}
		return nil
	})
	if !errors.Is(err, io.EOF) {
		return err
	}
	if frames != 1 {
		return Damaged
	}
	h.Heavy = h.Heavy || adobe == 0
	return nil
}

// frame reads SOF0, SOF1 or SOF2; nothing can show the other ones.
func (h *Header) frame(s segment) error {
	if s.marker > 0xc2 || len(s.data) < 6 || len(s.data) < 6+3*int(s.data[5]) {
		return Damaged
	}
	h.Height, h.Width = int(
		binary.BigEndian.Uint16(s.data[1:]),
	), int(binary.BigEndian.Uint16(s.data[3:]))
	components := int(s.data[5])
	h.Heavy = s.marker == 0xc2 || components != 1 && components != 3 ||
		components == 3 && s.data[6] == 'R'
	return nil
}

// chunks gives the parts of a webp; an error is one that ends early.
func chunks(raw []byte, each func(name string, data []byte) error) error {
	for at := 12; at+8 <= len(raw); {
		n := int64(binary.LittleEndian.Uint32(raw[at+4:]))
		if int64(at)+8+n > int64(len(raw)) {
			return Damaged
		}
		if err := each(string(raw[at:at+4]), raw[at+8:at+8+int(n)]); err != nil {
			return err
		}
		at += 8 + int(n+n%2)
	}
	return nil
}

// pngChunks gives the parts of a png; an error is one that ends early.
func pngChunks(raw []byte, each func(name string, data []byte) error) error {
	for at := 8; at+12 <= len(raw); {
		n := int64(binary.BigEndian.Uint32(raw[at:]))
		if int64(at)+12+n > int64(len(raw)) {
			return Damaged
		}
		if err := each(string(raw[at+4:at+8]), raw[at+8:at+8+int(n)]); err != nil {
			return err
		}
		at += 12 + int(n)
	}
	return nil
}

// webp reads the header of the picture and, of an extended one, that of the canvas: they must
// agree.
func (h *Header) webp(raw []byte) error {
	pictures := 0
	canvas := [2]int{}
	err := chunks(raw, func(name string, d []byte) error {
		switch {
		case name == "VP8X" && len(d) >= 10:
			if d[0]&2 != 0 {
				return WrongKind // it moves
			}
			canvas = [2]int{
				1 + int(d[4]) + int(d[5])<<8 + int(d[6])<<16,
				1 + int(d[7]) + int(d[8])<<8 + int(d[9])<<16,
			}
		case name == "ALPH":
			h.Heavy = true
		case name == "VP8 " && len(d) >= 10 && d[0]&1 == 0 && string(d[3:6]) == "\x9d\x01\x2a":
			pictures++
			h.Width, h.Height = int(
				binary.LittleEndian.Uint16(d[6:])&0x3fff,
			), int(binary.LittleEndian.Uint16(d[8:])&0x3fff)
		case name == "VP8L" && len(d) >= 5 && d[0] == 0x2f:
			pictures++
			bits := binary.LittleEndian.Uint32(d[1:])
			h.Width, h.Height, h.Heavy = 1+int(bits&0x3fff), 1+int(bits>>14&0x3fff), true
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case pictures != 1, canvas != [2]int{} && canvas != [2]int{h.Width, h.Height}:
		return Damaged
	}
	return nil
}
