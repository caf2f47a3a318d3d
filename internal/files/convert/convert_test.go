package convert

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gen2brain/avif"
)

// photo is a picture whose four corners have colours of their own.
func photo(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{R: uint8(255 * (x * 2 / w)), G: uint8(255 * (y * 2 / h)), B: 60, A: 255})
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

// exif is a segment that says how the camera was held, who made it, and that it was north of something.
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
	most, err = Run(t.Context(), "", raw, func(v Variant) error { all = append(all, v); return nil })
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
		for _, word := range []string{"Exif", "Kerkplein", "plein", "GPS", "<script", "PK\x03\x04", "http://ns.adobe.com"} {
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

func TestPicturesStandUpright(t *testing.T) {
	// Where the corner that was the first of the file ends up.
	for o, corner := range map[byte]image.Point{1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 1}, 8: {0, 1}} {
		m := photo(640, 480)
		for y := range 100 {
			for x := range 100 {
				m.SetNRGBA(x, y, color.NRGBA{R: 255, G: 255, B: 255, A: 255})
			}
		}
		largest, _, err := read(with(asJPEG(t, m), exif(o)))
		if err != nil {
			t.Fatal(o, err)
		}
		size := largest.Rect.Size()
		if lying := o >= 5; lying != (size.Y > size.X) {
			t.Errorf("%d: %v", o, size)
		}
		at := image.Pt(corner.X*(size.X-40)+20, corner.Y*(size.Y-40)+20)
		if c := largest.RGBAAt(at.X, at.Y); c.R < 230 || c.G < 230 || c.B < 230 {
			t.Errorf("%d: the first corner is not at %v: %v", o, at, c)
		}
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
	largest, _, err := read(asPNG(t, m))
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

// file reads a fixture.
func file(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestWhatWeAccept(t *testing.T) {
	for _, name := range []string{"lossy.webp", "lossless.webp"} {
		if all, _, err := run(t, file(t, name)); err != nil || !slices.Equal(widths(all, false), []int{320}) {
			t.Errorf("%s: %v, %v", name, widths(all, false), err)
		}
	}
	if all, _, err := run(t, asPNG(t, photo(700, 100))); err != nil || len(all) != 4 {
		t.Errorf("png: %d variants, %v", len(all), err)
	}
}

// ihdr is a png that says it is this large and has nothing in it.
func ihdr(w, h uint32) []byte {
	chunk := func(name string, data []byte) []byte {
		b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
		body := append([]byte(name), data...)
		return binary.BigEndian.AppendUint32(append(b, body...), crc32.ChecksumIEEE(body))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	return slices.Concat([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, 8, 6, 0, 0, 0)), chunk("IDAT", []byte{0x78, 0x9c}), chunk("IEND", nil))
}

// sized is a jpeg whose header claims another size.
func sized(raw []byte, w, h uint16) []byte {
	raw = slices.Clone(raw)
	for i := range len(raw) - 9 {
		if raw[i] == 0xff && (raw[i+1] == 0xc0 || raw[i+1] == 0xc2) {
			binary.BigEndian.PutUint16(raw[i+5:], h)
			binary.BigEndian.PutUint16(raw[i+7:], w)
			return raw
		}
	}
	return raw
}

func TestWhatWeRefuse(t *testing.T) {
	small := asJPEG(t, photo(64, 64))
	whole := asJPEG(t, photo(640, 480))
	progressive := file(t, "progressive64.jpg")
	lossless := slices.Clone(file(t, "lossless.webp"))
	for says, c := range map[string]struct {
		raw  []byte
		want Fault
	}{
		"nothing":                         {nil, Damaged},
		"too narrow":                      {small, TooSmall},
		"cut in half":                     {whole[:len(whole)/2], Damaged},
		"only a head":                     {whole[:20], Damaged},
		"a png 60 001 wide":               {ihdr(60_001, 1), TooManyPixels},
		"a png bomb":                      {ihdr(8_000, 8_000), TooManyPixels},
		"a png of 2 000 million":          {ihdr(1<<31-1, 1), TooManyPixels},
		"a png without pixels":            {ihdr(0, 10), Damaged},
		"a png that stops":                {ihdr(400, 400), Damaged},
		"a jpeg of 65 535 square":         {sized(whole, 65_535, 65_535), TooManyPixels},
		"a jpeg of 41 million":            {sized(whole, 8_200, 5_000), TooManyPixels},
		"a jpeg 20 001 tall":              {sized(whole, 400, 20_001), TooManyPixels},
		"a jpeg that promises more":       {sized(whole, 6_000, 6_000), Damaged},
		"a progressive one of 17 million": {sized(progressive, 4_200, 4_100), TooManyPixels},
		"two frames":                      {with(whole, whole[2+strings.Index(string(whole[2:]), "\xff\xc0"):][:19]), Damaged},
		"webp with a lying canvas":        {slices.Concat(lossless[:24], []byte{1, 1, 0}, lossless[27:]), Damaged},
		"heic":                            {[]byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic and more of it"), HEIC},
		"avif":                            {[]byte("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1 and more of it"), WrongKind},
		"gif":                             {[]byte("GIF89a\x01\x00\x01\x00"), WrongKind},
		"svg":                             {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), WrongKind},
		"html":                            {[]byte("<!doctype html><script>alert(1)</script>"), WrongKind},
		"html, then a jpeg":               {append([]byte("<html>"), whole...), WrongKind},
		"zip, then a jpeg":                {append([]byte("PK\x03\x04"), whole...), WrongKind},
		"a program":                       {[]byte("MZ\x90\x00\x03\x00\x00\x00"), WrongKind},
		"a linux program":                 {[]byte("\x7fELF\x02\x01\x01"), WrongKind},
		"a pdf":                           {[]byte("%PDF-1.7\n%%EOF"), WrongKind},
		"too many bytes":                  {append(slices.Clone(whole), make([]byte, MaxBytes)...), TooLarge},
	} {
		all, _, err := run(t, c.raw)
		if !errors.Is(err, c.want) || len(all) > 0 {
			t.Errorf("%s: %v, %d variants; want %v", says, err, len(all), c.want)
		}
	}
}

func TestAPolyglotIsAPictureAndNothingElse(t *testing.T) {
	raw := append(asJPEG(t, photo(640, 480)), "PK\x03\x04<html><script>alert(1)</script>"...)
	all, _, err := run(t, raw)
	if err != nil || len(all) != 4 {
		t.Fatalf("%d variants, %v", len(all), err)
	}
	for _, v := range all {
		if bytes.Contains(v.Data, []byte("script")) {
			t.Errorf("avif %v, %d wide", v.AVIF, v.Width)
		}
	}
}

func TestTheLargestPicturesNeedLessThan300MB(t *testing.T) {
	deep := image.NewNRGBA64(image.Rect(0, 0, 4000, 3990))
	for i := range deep.Pix {
		deep.Pix[i] = uint8(i >> 9)
	}
	for says, raw := range map[string][]byte{
		"jpeg of 40 million":         asJPEG(t, image.NewYCbCr(image.Rect(0, 0, 7296, 5470), image.YCbCrSubsampleRatio444)),
		"png of 16 million, 16 bits": asPNG(t, deep), "progressive jpeg of 16 million": file(t, "progressive16mp.jpg"),
	} {
		_, most, err := run(t, raw)
		if err != nil || most == 0 || most > 300_000_000>>10 {
			t.Errorf("%s: %d kB, %v", says, most, err)
		}
		t.Logf("%s: %d MB", says, most>>10)
	}
}

func TestAChildThatWritesNonsenseHasCrashed(t *testing.T) {
	for _, program := range []string{"/bin/true", "/bin/echo", "/bin/false"} {
		_, err := Run(t.Context(), program, asJPEG(t, photo(400, 300)), func(Variant) error { return nil })
		if !errors.Is(err, ErrCrashed) {
			t.Errorf("%s: %v", program, err)
		}
	}
}

func TestTheChildSeesNoSecrets(t *testing.T) {
	t.Setenv("SEAL_KEY", "secret")
	name := t.TempDir() + "/tell"
	if err := os.WriteFile(name, []byte("#!/bin/sh\nenv >&2\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Run(t.Context(), name, nil, func(Variant) error { return nil })
	if !errors.Is(err, ErrCrashed) || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

func TestGivingUpEndsTheChild(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, "", asJPEG(t, photo(2000, 1500)), func(Variant) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAFailingStoreIsNoFaultOfThePicture(t *testing.T) {
	full := errors.New("the store is full")
	if _, err := Run(t.Context(), "", asJPEG(t, photo(400, 300)), func(Variant) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
}

func FuzzHeaders(f *testing.F) {
	for _, raw := range [][]byte{asJPEG(f, photo(64, 48)), asPNG(f, photo(64, 48)), file(f, "lossy.webp"), file(f, "lossless.webp"), file(f, "progressive64.jpg"), ihdr(60_001, 1), with(asJPEG(f, photo(64, 48)), exif(6))} {
		f.Add(raw[:min(len(raw), 2000)])
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		Refused(raw[:min(len(raw), Head)], true)
		h, err := Inspect(raw)
		var fault Fault
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("%v is no fault", err)
		}
		if err == nil && (h.Width > longestSide || h.Height > longestSide || h.Width*h.Height > mostPixels) {
			t.Fatalf("%+v", h)
		}
		if o := orientation(raw, Sniff(raw)); o < 1 || o > 8 {
			t.Fatal(o)
		}
	})
}

// What our header says, the decoder of the library says too: else a small promise could hide a large picture.
func FuzzTheDecoderSeesWhatWeSaw(f *testing.F) {
	for _, raw := range [][]byte{asJPEG(f, photo(64, 48)), asPNG(f, photo(64, 48)), file(f, "progressive64.jpg")} {
		f.Add(raw[:min(len(raw), 1500)])
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		h, err := Inspect(raw)
		if err != nil {
			return
		}
		c, _, err := image.DecodeConfig(bytes.NewReader(raw))
		if err == nil && (c.Width != h.Width || c.Height != h.Height) {
			t.Fatalf("we see %+v, the decoder %d × %d", h, c.Width, c.Height)
		}
	})
}
