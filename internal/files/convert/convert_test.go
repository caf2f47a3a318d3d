package convert

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"

	"github.com/gen2brain/avif"
)

// photo is a picture whose four corners have colours of their own.
func photo(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{
				R: uint8(255 * (x * 2 / w)),
				G: uint8(255 * (y * 2 / h)),
				B: 60,
				A: 255,
			})
		}
	}
	return m
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exif is a segment that says how the camera was held, who made it, and that it was north of
// something.
func exif(orientation byte) []byte {
	tiff := "MM\x00\x2a\x00\x00\x00\x08" + "\x00\x03" +
		"\x01\x0f\x00\x02\x00\x00\x00\x0c\x00\x00\x00\x44" +
		"\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00" +
		"\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x32" + "\x00\x00\x00\x00" +
		"\x00\x01" + "\x00\x01\x00\x02\x00\x00\x00\x02N\x00\x00\x00" + "\x00\x00\x00\x00" +
		"KerkpleinCam"
	s := "Exif\x00\x00" + tiff
	return append([]byte{0xff, 0xe1, 0, byte(len(s) + 2)}, s...)
}

// with puts segments right behind the begin of a jpeg.
func with(raw []byte, segments ...[]byte) []byte {
	return slices.Concat(raw[:2], slices.Concat(segments...), raw[2:])
}

// run converts and gives all variants.
func run(t testing.TB, raw []byte) (all []Variant, most int, err error) {
	t.Helper()
	most, err = converter.Run(t.Context(), raw, func(v Variant) error {
		all = append(all, v)
		return nil
	})
	return all, most, err
}

func widths(all []Variant, ofAVIF bool) (out []int) {
	for _, v := range all {
		if v.AVIF == ofAVIF {
			out = append(out, v.Width)
		}
	}
	slices.Sort(out)
	return out
}

func TestVariantsAreNeverWiderThanThePicture(t *testing.T) {
	for _, c := range []struct {
		w, h       int
		jpeg, avif []int
	}{
		{320, 200, []int{320}, []int{320}},
		{1000, 500, []int{320, 640, 960}, []int{320, 640, 960}},
		{2000, 1500, []int{320, 640, 960, 1280, 1920}, []int{320, 640, 960, 1280}},
		{340, 19_000, []int{320}, nil}, // too tall for the encoder of avif
	} {
		all, most, err := run(t, asJPEG(t, photo(c.w, c.h)))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(widths(all, false), c.jpeg) || !slices.Equal(widths(all, true), c.avif) {
			t.Errorf("%d × %d: jpeg %v, avif %v", c.w, c.h, widths(all, false), widths(all, true))
		}
		for _, v := range all {
			got := bounds(t, v)
			if got.X != v.Width || got.Y != v.Height || v.Height != tallness(v.Width, c.w, c.h) {
				t.Errorf("%d × %d: a variant of %v says %d × %d", c.w, c.h, got, v.Width, v.Height)
			}
		}
		t.Logf("%d × %d: %d MB at most", c.w, c.h, most>>10)
	}
}

func bounds(t *testing.T, v Variant) image.Point {
	t.Helper()
	decoded := jpeg.Decode
	if v.AVIF {
		decoded = avif.Decode
	}
	m, err := decoded(bytes.NewReader(v.Data))
	if err != nil {
		t.Fatal(err)
	}
	return m.Bounds().Size()
}

// What a camera wrote into its picture is in none of ours: no place, no maker, no words.
func TestOnlyThePictureItselfSurvives(t *testing.T) {
	comment := []byte("\xff\xfe\x00\x0fop het plein")
	raw := with(asJPEG(t, photo(700, 500)), exif(1), comment)
	raw = append(raw, "<script>alert(1)</script>PK\x03\x04"...)
	all, _, err := run(t, raw)
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	for _, v := range all {
		for _, word := range []string{
			"Exif",
			"Kerkplein",
			"plein",
			"GPS",
			"<script",
			"PK\x03\x04",
			"http://ns.adobe.com",
		} {
			if bytes.Contains(v.Data, []byte(word)) {
				t.Errorf("avif %v, %d wide: holds %q", v.AVIF, v.Width, word)
			}
		}
		if v.AVIF {
			continue
		}
		if err := segments(v.Data, func(s segment) error {
			if s.marker >= 0xe0 && s.marker <= 0xef || s.marker == 0xfe {
				t.Errorf("%d wide: holds a segment %x", v.Width, s.marker)
			}
			if s.marker == 0xda {
				return errors.New("the end")
			}
			return nil
		}); err == nil || err.Error() != "the end" {
			t.Error(err)
		}
	}
}

// tiff is what Exif wraps: one entry that says how the camera was held, as so many bytes.
func tiff(order binary.AppendByteOrder, orientation, bytes int) []byte {
	b := []byte("II")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		b = []byte("MM")
	}
	b = order.AppendUint32(order.AppendUint16(b, 42), 12)
	b = append(b, 0, 0, 0, 0) // the directory may begin later
	b = order.AppendUint16(order.AppendUint16(b, 1), 0x0112)
	kind := map[int]uint16{1: 1, 2: 3, 4: 4}[bytes]
	b = order.AppendUint32(order.AppendUint16(b, kind), 1)
	switch bytes {
	case 1:
		b = append(b, byte(orientation), 0, 0, 0)
	case 2:
		b = order.AppendUint16(order.AppendUint16(b, uint16(orientation)), 0)
	case 4:
		b = order.AppendUint32(b, uint32(orientation))
	}
	return order.AppendUint32(b, 0)
}

// app1 is the segment of a jpeg that holds Exif.
func app1(tiff []byte) []byte {
	return slices.Concat([]byte{0xff, 0xe1, 0, byte(len(tiff) + 8)}, exifMark, tiff)
}

// Where the corner that was the first of the file ends up, however it is told.
func TestPicturesStandUpright(t *testing.T) {
	t.Parallel()
	m := photo(400, 360)
	for y := range 100 {
		for x := range 100 {
			m.SetNRGBA(x, y, color.NRGBA{R: 255, G: 255, B: 255, A: 255})
		}
	}
	jpg, png, webp := asJPEG(t, m), asPNG(t, m), file(t, "four-colours.webp")
	xmp := append([]byte("\xff\xe1\x00\x1f"), "http://ns.adobe.com/xap/1.0/\x00"[:29]...)
	marked := func(b []byte) []byte { return slices.Concat(exifMark, b) }
	chunk := func(b []byte) []byte { return pngChunk("eXIf", b) }
	extend := func(b []byte) []byte { return extended(t, webp, 8, nil, webpChunk("EXIF", b)) }
	for name, wrap := range map[string]func([]byte) []byte{
		"jpeg":             func(b []byte) []byte { return with(jpg, app1(b)) },
		"jpeg, behind XMP": func(b []byte) []byte { return with(jpg, xmp, app1(b)) },
		"jpeg, told twice": func(b []byte) []byte { return with(jpg, app1(b), exif(1)) },
		"png":              func(b []byte) []byte { return behindIHDR(png, chunk(b)) },
		"png, at the end":  func(b []byte) []byte { return beforeIEND(png, chunk(b)) },
		"png, marked":      func(b []byte) []byte { return behindIHDR(png, chunk(marked(b))) },
		"webp":             extend,
		"webp, marked":     func(b []byte) []byte { return extend(marked(b)) },
	} {
		for o, corner := range map[int]image.Point{
			0: {0, 0}, 1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1},
			5: {0, 0}, 6: {1, 0}, 7: {1, 1}, 8: {0, 1}, 9: {0, 0},
		} {
			for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
				for _, bytes := range []int{1, 2, 4} {
					plain := bytes == 2 && order == binary.AppendByteOrder(binary.BigEndian)
					if !plain && o != 6 {
						continue
					}
					says := fmt.Sprintf("%s, %d, %v, %d bytes", name, o, order, bytes)
					standsUpright(t, says, wrap(tiff(order, o, bytes)), o >= 5 && o <= 8, corner)
				}
			}
		}
	}
}

func standsUpright(t *testing.T, says string, raw []byte, lying bool, corner image.Point) {
	t.Helper()
	largest, err := read(raw)
	if err != nil {
		t.Fatal(says, err)
	}
	size := largest.Rect.Size()
	if lying != (size.Y > size.X) {
		t.Errorf("%s: %v", says, size)
	}
	at := image.Pt(corner.X*(size.X-40)+20, corner.Y*(size.Y-40)+20)
	if c := largest.RGBAAt(at.X, at.Y); c.R < 230 || c.G < 230 || c.B < 230 {
		t.Errorf("%s: %v at %v", says, c, at)
	}
}

func TestAPictureThatIsOnlyTallWhenUprightMustBeWideEnough(t *testing.T) {
	if _, _, err := run(t, with(asJPEG(t, photo(400, 300)), exif(6))); !errors.Is(err, TooSmall) {
		t.Error(err)
	}
	if _, _, err := run(t, with(asJPEG(t, photo(300, 400)), exif(6))); err != nil {
		t.Error(err)
	}
}

func TestEverythingIsPutOnWhite(t *testing.T) {
	m := photo(400, 300)
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 0
	}
	largest, err := read(asPNG(t, m))
	if err != nil {
		t.Fatal(err)
	}
	if c := largest.RGBAAt(100, 100); c != (color.RGBA{255, 255, 255, 255}) {
		t.Error(c)
	}
}

func TestShrinkingKeepsTheMean(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 997, 613))
	for i := range m.Pix {
		m.Pix[i] = uint8(255 * (i % 2))
	}
	for _, w := range []int{997, 640, 320} {
		out := shrink(m, w, tallness(w, 997, 613))
		sum := 0
		for i := 0; i < len(out.Pix); i += 4 {
			sum += int(out.Pix[i])
		}
		if mean := sum / (len(out.Pix) / 4); mean < 125 || mean > 130 {
			t.Errorf("%d wide: mean %d", w, mean)
		}
	}
}
