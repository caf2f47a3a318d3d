package convert

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"os"
	"slices"
	"strings"
	"testing"
)

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
		if all, _, err := run(
			t,
			file(t, name),
		); err != nil || !slices.Equal(widths(all, false), []int{320}) {
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
	return slices.Concat(
		[]byte("\x89PNG\r\n\x1a\n"),
		chunk("IHDR", append(head, 8, 6, 0, 0, 0)),
		chunk("IDAT", []byte{0x78, 0x9c}),
		chunk("IEND", nil),
	)
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
		"two frames": {
			with(whole, whole[2+strings.Index(string(whole[2:]), "\xff\xc0"):][:19]),
			Damaged,
		},
		"webp with a lying canvas": {
			slices.Concat(lossless[:24], []byte{1, 1, 0}, lossless[27:]),
			Damaged,
		},
		"heic": {
			[]byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic and more of it"),
			HEIC,
		},
		"avif": {
			[]byte("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1 and more of it"),
			WrongKind,
		},
		"gif": {[]byte("GIF89a\x01\x00\x01\x00"), WrongKind},
		"svg": {
			[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			WrongKind,
		},
		"html": {
			[]byte("<!doctype html><script>alert(1)</script>"),
			WrongKind,
		},
		"html, then a jpeg": {append([]byte("<html>"), whole...), WrongKind},
		"zip, then a jpeg":  {append([]byte("PK\x03\x04"), whole...), WrongKind},
		"a program":         {[]byte("MZ\x90\x00\x03\x00\x00\x00"), WrongKind},
		"a linux program":   {[]byte("\x7fELF\x02\x01\x01"), WrongKind},
		"a pdf":             {[]byte("%PDF-1.7\n%%EOF"), WrongKind},
		"too many bytes": {
			append(slices.Clone(whole), make([]byte, MaxBytes)...),
			TooLarge,
		},
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

func FuzzHeaders(f *testing.F) {
	for _, raw := range [][]byte{
		asJPEG(f, photo(64, 48)),
		asPNG(f, photo(64, 48)),
		file(f, "lossy.webp"),
		file(f, "lossless.webp"),
		file(f, "progressive64.jpg"),
		ihdr(60_001, 1),
		with(asJPEG(f, photo(64, 48)), exif(6)),
	} {
		f.Add(raw[:min(len(raw), 2000)])
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		Refused(raw[:min(len(raw), Head)], true)
		h, err := Inspect(raw)
		var fault Fault
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("%v is no fault", err)
		}
		if err == nil &&
			(h.Width > longestSide || h.Height > longestSide || h.Width*h.Height > mostPixels) {
			t.Fatalf("%+v", h)
		}
		if o := orientation(readBeside(raw, Sniff(raw)).tiff); o < 1 || o > 8 {
			t.Fatal(o)
		}
	})
}

// What our header says, the decoder of the library says too: else a small promise could hide a
// large picture.
func FuzzTheDecoderSeesWhatWeSaw(f *testing.F) {
	for _, raw := range [][]byte{
		asJPEG(f, photo(64, 48)),
		asPNG(f, photo(64, 48)),
		file(f, "progressive64.jpg"),
	} {
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
