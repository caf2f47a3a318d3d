package convert

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"io"

	"github.com/kovidgoyal/imaging/prism/meta/icc"
)

// mostProfile is the most bytes of a profile; those of presses have some millions.
const mostProfile = 4 << 20

// toSRGB turns the numbers of a picture into those that mean the same colours in sRGB. With ink,
// they are how much of each ink is on white. Without a profile that fits and can be read they stay
// what they are, as in browsers.
func toSRGB(m *image.RGBA, ink bool, profile []byte) (err error) {
	defer func() {
		if recover() != nil { // in the library, at a profile that means to
			err = Damaged
		}
	}()
	turn := turning(m, ink, profile)
	if turn == nil {
		return nil
	}
	// most pixels look like one that was just there, and turning takes a microsecond
	known := make([]struct {
		from [4]uint8
		to   [3]uint8
		is   bool
	}, 1<<16)
	for i := 0; i < len(m.Pix); i += 4 {
		from := [4]uint8(m.Pix[i:])
		k := &known[binary.LittleEndian.Uint32(from[:])*2654435761>>16]
		if !k.is || k.from != from {
			k.from, k.to, k.is = from, turn(from), true
		}
		copy(m.Pix[i:], k.to[:])
		m.Pix[i+3] = 255
	}
	return nil
}

// turning gives what turns one pixel, nil when none needs to be.
func turning(m *image.RGBA, ink bool, profile []byte) func([4]uint8) [3]uint8 {
	line := pipeline(m, ink, profile)
	switch {
	case line != nil:
		return func(p [4]uint8) (to [3]uint8) {
			var in, out [4]float64
			for i, v := range p {
				in[i] = float64(v) / 255
			}
			line.TransformGeneral(out[:], in[:])
			for i := range to {
				to[i] = uint8(255*min(1, max(0, out[i])) + 0.5)
			}
			return to
		}
	case ink:
		return func(p [4]uint8) (to [3]uint8) {
			to[0], to[1], to[2] = color.CMYKToRGB(p[0], p[1], p[2], p[3])
			return to
		}
	}
	return nil
}

// pipeline reads a profile. It is nil when the numbers are those of sRGB already, or the profile is
// for another kind of picture, or cannot be read.
func pipeline(m *image.RGBA, ink bool, profile []byte) *icc.Pipeline {
	if !inside(profile) {
		return nil
	}
	p, err := icc.DecodeProfile(bytes.NewReader(profile))
	if err != nil || p.IsSRGB() {
		return nil
	}
	channels := 3
	switch space := p.Header.DataColorSpace; {
	case ink != (space == icc.ColorSpaceCMYK), space == icc.ColorSpaceGray && coloured(m.Pix):
		return nil
	case ink:
		channels = 4
	case space == icc.ColorSpaceGray:
		channels = 1
	}
	const blackpoint, clamp, squeeze, optimize = true, true, false, true
	line, err := p.CreateTransformerToSRGB(
		icc.PerceptualRenderingIntent, blackpoint, channels, clamp, squeeze, optimize,
	)
	if err != nil {
		return nil
	}
	return line
}

// coloured tells whether a pixel is not grey.
func coloured(pix []uint8) bool {
	for i := 0; i < len(pix); i += 4 {
		if pix[i] != pix[i+1] || pix[i] != pix[i+2] {
			return true
		}
	}
	return false
}

// inside tells whether all parts of a profile lie in it: the library believes their numbers.
func inside(profile []byte) bool {
	const head, entry = 132, 12
	if len(profile) < head {
		return false
	}
	parts := int64(binary.BigEndian.Uint32(profile[head-4:]))
	if parts > int64(len(profile)-head)/entry {
		return false
	}
	for at := head; at < head+int(parts)*entry; at += entry {
		begin := int64(binary.BigEndian.Uint32(profile[at+4:]))
		size := int64(binary.BigEndian.Uint32(profile[at+8:]))
		if begin < head+parts*entry || begin+size > int64(len(profile)) {
			return false
		}
	}
	for _, rest, is := bytes.Cut(profile, curve); is; _, rest, is = bytes.Cut(rest, curve) {
		if len(rest) < 8 || 8+2*int64(binary.BigEndian.Uint32(rest[4:])) > int64(len(rest)) {
			return false
		}
	}
	return true
}

// curve begins one, wherever it stands; four bytes on it says how many points it has.
var curve = []byte("curv")

// inflated gives the profile in a chunk of a png.
func inflated(data []byte) []byte {
	_, data, _ = bytes.Cut(data, []byte{0}) // its name
	if len(data) < 1 {
		return nil
	}
	z, err := zlib.NewReader(bytes.NewReader(data[1:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(z, mostProfile))
	if err != nil {
		return nil
	}
	return profile
}

// fromVideo spreads the numbers of a lossy webp over all of a byte: as those of video they begin
// above nothing and end below the most.
func fromVideo(m *image.YCbCr) {
	spread(m.Y, 16, 219, 0)
	spread(m.Cb, 128, 224, 128)
	spread(m.Cr, 128, 224, 128)
}

func spread(plane []uint8, zero, width, to float32) {
	var table [256]uint8
	for i := range table {
		table[i] = uint8(min(255, max(0, (float32(i)-zero)*255/width+to+0.5)))
	}
	for i, v := range plane {
		plane[i] = table[v]
	}
}
