package convert

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"slices"
	"testing"

	"github.com/gen2brain/avif"
)

// quarters are the colours in the middle of the four quarters of a picture.
func quarters(m image.Image) (out [4][3]int) {
	size := m.Bounds().Size()
	for i := range out {
		r, g, b, _ := m.At(size.X*(1+2*(i%2))/4, size.Y*(1+2*(i/2))/4).RGBA()
		out[i] = [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
	}
	return out
}

// near tells whether no number is further off than this.
func near(a, b [4][3]int, off int) bool {
	for i := range a {
		for c := range a[i] {
			if d := a[i][c] - b[i][c]; d > off || d < -off {
				return false
			}
		}
	}
	return true
}

// What is in the four quarters of our pictures of colours: in sRGB, by the formulas of the
// standards.
var (
	ofVideo = [4][3]int{{255, 255, 255}, {0, 0, 0}, {128, 128, 128}, {255, 200, 60}}
	ofP3    = [4][3]int{{240, 0, 23}, {0, 204, 12}, {48, 59, 229}, {240, 240, 240}}
	ofBytes = [4][3]int{{220, 40, 41}, {39, 200, 60}, {50, 59, 220}, {240, 240, 240}}
)

// flags is a picture of four colours.
func flags(all [4][3]int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, 400, 300))
	for y := range 300 {
		for x := range 400 {
			c := all[x/200+2*(y/150)]
			m.SetNRGBA(x, y, color.NRGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 255})
		}
	}
	return m
}

// p3 is the profile of a phone, as its photo holds it.
func p3(t testing.TB) []byte {
	t.Helper()
	raw := file(t, "p3.jpg")
	at := bytes.Index(raw, []byte("ICC_PROFILE\x00\x01\x01")) + 14
	return raw[at:][:binary.BigEndian.Uint32(raw[at:])]
}

// app2 is the segments of a jpeg that hold a profile, in so many parts, the last one first.
func app2(profile []byte, parts int) (out [][]byte) {
	size := (len(profile) + parts - 1) / parts
	for i := range parts {
		part := profile[i*size : min(len(profile), (i+1)*size)]
		s := append([]byte("ICC_PROFILE\x00"), byte(i+1), byte(parts))
		s = append(s, part...)
		length := len(s) + 2
		out = append(out, append([]byte{0xff, 0xe2, byte(length >> 8), byte(length)}, s...))
	}
	slices.Reverse(out)
	return out
}

// pngChunk is one of a png.
func pngChunk(name string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	body := append([]byte(name), data...)
	return binary.BigEndian.AppendUint32(append(b, body...), crc32.ChecksumIEEE(body))
}

// behindIHDR and beforeIEND put chunks into a png.
func behindIHDR(raw []byte, more ...[]byte) []byte {
	return slices.Concat(raw[:33], slices.Concat(more...), raw[33:])
}

func beforeIEND(raw []byte, more ...[]byte) []byte {
	end := len(raw) - 12
	return slices.Concat(raw[:end], slices.Concat(more...), raw[end:])
}

func iccp(profile []byte) []byte {
	var b bytes.Buffer
	b.WriteString("any name\x00\x00")
	z := zlib.NewWriter(&b)
	_, _ = z.Write(profile)
	_ = z.Close()
	return pngChunk("iCCP", b.Bytes())
}

// webpChunk is one of a webp.
func webpChunk(name string, data []byte) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(data)))
	return append(append(b, data...), make([]byte, len(data)%2)...)
}

// extended makes a plain webp one that can hold more, with chunks before its picture and behind it.
func extended(t testing.TB, raw []byte, flags byte, before, behind []byte) []byte {
	t.Helper()
	h, err := Inspect(raw)
	if err != nil {
		t.Fatal(err)
	}
	w, tall := h.Width-1, h.Height-1
	vp8x := []byte{
		flags, 0, 0, 0,
		byte(w), byte(w >> 8), byte(w >> 16),
		byte(tall), byte(tall >> 8), byte(tall >> 16),
	}
	body := slices.Concat([]byte("WEBP"), webpChunk("VP8X", vp8x), before, raw[12:], behind)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

// profile is one that somebody else made, with these tags.
func profile(space, between string, tags map[string][]byte) []byte {
	head := make([]byte, 128)
	copy(head[8:], "\x02\x10\x00\x00mntr"+space+between)
	copy(head[36:], "acsp")
	for i, v := range []uint32{0xf6d6, 0x10000, 0xd32d} { // D50
		binary.BigEndian.PutUint32(head[68+4*i:], v)
	}
	table := binary.BigEndian.AppendUint32(nil, uint32(len(tags)))
	var data []byte
	for name, tag := range tags {
		table = append(table, name...)
		table = binary.BigEndian.AppendUint32(table, uint32(132+12*len(tags)+len(data)))
		table = binary.BigEndian.AppendUint32(table, uint32(len(tag)))
		data = append(data, tag...)
		data = append(data, make([]byte, (4-len(data)%4)%4)...)
	}
	all := slices.Concat(head, table, data)
	binary.BigEndian.PutUint32(all, uint32(len(all)))
	return all
}

// gamma is the profile of a grey picture whose numbers go by this gamma.
func gamma(g float64) []byte {
	curve := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x01")
	curve = binary.BigEndian.AppendUint16(curve, uint16(g*256))
	return profile("GRAY", "XYZ ", map[string][]byte{"kTRC": append(curve, 0, 0)})
}

// inkless is the profile of a press whose only ink is black.
func inkless() []byte {
	ramp := make([]byte, 256)
	for i := range ramp {
		ramp[i] = byte(i)
	}
	table := []byte("mft1\x00\x00\x00\x00\x04\x03\x02\x00")
	for i := range 9 {
		one := uint32(0)
		if i%4 == 0 {
			one = 0x10000
		}
		table = binary.BigEndian.AppendUint32(table, one)
	}
	table = append(table, slices.Repeat(ramp, 4)...)
	for range 8 { // of the other three inks
		table = append(table, 255, 128, 128, 0, 128, 128) // Lab without and with black
	}
	table = append(table, slices.Repeat(ramp, 3)...)
	return profile("CMYK", "Lab ", map[string][]byte{"A2B0": table})
}

// grey is what a number of this gamma is in sRGB.
func grey(v int, g float64) int {
	l := math.Pow(float64(v)/255, g)
	if l <= 0.0031308 {
		return int(math.Round(255 * 12.92 * l))
	}
	return int(math.Round(255 * (1.055*math.Pow(l, 1/2.4) - 0.055)))
}

func TestPicturesKeepTheirColours(t *testing.T) {
	t.Parallel()
	plain, nothing, lossy := flags(ofBytes), make([]byte, 999), file(t, "four-colours.webp")
	opaque := append([]byte{0}, bytes.Repeat([]byte{255}, 640*480)...)
	gray := image.NewGray(image.Rect(0, 0, 400, 300))
	for i := range gray.Pix {
		gray.Pix[i] = 100
	}
	grayIs := [3]int{grey(100, 1), grey(100, 1), grey(100, 1)}
	asWebP := file(t, "lossless.webp")
	drawn, err := read(asWebP)
	if err != nil {
		t.Fatal(err)
	}
	ofPhone, err := read(behindIHDR(asPNG(t, drawn), iccp(p3(t))))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		raw  []byte
		want [4][3]int
		off  int
	}{
		"a lossy webp": {lossy, ofVideo, 3},
		"a lossy webp with alpha": {
			extended(t, lossy, 0x10, webpChunk("ALPH", opaque), nil),
			ofVideo,
			3,
		},
		"a photo of a phone":         {file(t, "p3.jpg"), ofP3, 2},
		"a profile in parts":         {with(asJPEG(t, plain), app2(p3(t), 3)...), ofP3, 4},
		"a part of it is missing":    {with(asJPEG(t, plain), app2(p3(t), 3)[1:]...), ofBytes, 4},
		"a png of a phone":           {behindIHDR(asPNG(t, plain), iccp(p3(t))), ofP3, 2},
		"a png without a profile":    {asPNG(t, plain), ofBytes, 0},
		"a profile that is cut":      {behindIHDR(asPNG(t, plain), iccp(p3(t)[:300])), ofBytes, 0},
		"a profile that is none":     {behindIHDR(asPNG(t, plain), iccp(nothing)), ofBytes, 0},
		"one for ink, without ink":   {behindIHDR(asPNG(t, plain), iccp(inkless())), ofBytes, 0},
		"one for grey, with colours": {behindIHDR(asPNG(t, flags(ofP3)), iccp(gamma(1))), ofP3, 0},
		"a grey png": {
			behindIHDR(asPNG(t, gray), iccp(gamma(1))),
			[4][3]int{grayIs, grayIs, grayIs, grayIs},
			1,
		},
		"a lossless webp": {asWebP, quarters(drawn), 0},
		"a webp of a phone": {
			extended(t, asWebP, 0x20, webpChunk("ICCP", p3(t)), nil),
			quarters(ofPhone),
			0,
		},
	} {
		m, err := read(c.raw)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := quarters(m); !near(got, c.want, c.off) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The same through the confined children, in what browsers get.
func TestColoursOfTheVariants(t *testing.T) {
	for name, want := range map[string][4][3]int{"four-colours.webp": ofVideo, "p3.jpg": ofP3} {
		all, _, err := run(t, file(t, name))
		if err != nil || len(all) == 0 {
			t.Fatal(name, err)
		}
		for _, v := range all {
			decoded := jpeg.Decode
			if v.AVIF {
				decoded = avif.Decode
			}
			m, err := decoded(bytes.NewReader(v.Data))
			if err != nil {
				t.Fatal(err)
			}
			if got := quarters(m); !near(got, want, 6) {
				t.Errorf("%s: avif %v, %d wide: %v, want %v", name, v.AVIF, v.Width, got, want)
			}
		}
	}
}

// Ink is what a press puts on white; without a profile it is what every browser makes of it.
func TestInkIsTurnedIntoColours(t *testing.T) {
	t.Parallel()
	plain := []uint8{255, 255, 255, 0, 0, 0, 0, 255, 255, 127, 127, 127}
	black := []uint8{255, 255, 255, 0, 0, 0, 255, 255, 255, 118, 118, 118}
	ink := image.NewCMYK(image.Rect(0, 0, 4, 1))
	copy(ink.Pix, []uint8{0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 128})
	for name, c := range map[string]struct {
		profile []byte
		want    []uint8
	}{
		"without a profile":     {nil, plain},
		"a profile of colours":  {p3(t), plain},
		"a press of black only": {inkless(), black},
	} {
		m := shrink(ink, 4, 1)
		if err := toSRGB(m, true, c.profile); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i, want := range c.want {
			if got := m.Pix[4*(i/3)+i%3]; got != want {
				t.Errorf("%s: %v, want %v", name, m.Pix, c.want)
				break
			}
		}
		if m.Pix[3] != 255 {
			t.Errorf("%s: one can see through it", name)
		}
	}
}

// A profile is of a stranger, as all of the picture.
func FuzzProfiles(f *testing.F) {
	for _, p := range [][]byte{p3(f), gamma(2.2), inkless()} {
		f.Add(p, false)
		f.Add(p, true)
	}
	f.Fuzz(func(t *testing.T, profile []byte, ink bool) {
		m := image.NewRGBA(image.Rect(0, 0, 4, 1))
		copy(m.Pix, []uint8{255, 255, 255, 255, 0, 0, 0, 0, 1, 200, 40, 60, 128, 128, 128, 128})
		if err := toSRGB(m, ink, profile); err != nil && !errors.Is(err, Damaged) {
			t.Fatal(err)
		}
	})
}
