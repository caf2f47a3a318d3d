package convert

import (
	"bytes"
	"encoding/binary"
	"image/jpeg"
	"os"
	"reflect"
	"slices"
	"testing"
)

// Notes of a photo go wherever they stand, and not a pixel of it changes.
func TestNotesGoWhereverTheyStand(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile("testdata/progressive64.jpg")
	if err != nil {
		t.Fatal(err)
	}
	want, err := jpeg.Decode(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	scan := []byte{0xff, 0xda}
	first := bytes.Index(whole, scan)
	second := first + 2 + bytes.Index(whole[first+2:], scan)
	note := []byte("\xff\xe1\x00\x16Exif\x00\x00Kerkplein 12\x00\x00")
	comment := []byte("\xff\xfe\x00\x0eKerkplein 12")
	for name, raw := range map[string][]byte{
		"before the picture":    slices.Concat(whole[:2], note, comment, whole[2:]),
		"between its parts":     slices.Concat(whole[:second], note, comment, whole[second:]),
		"behind filling bytes":  slices.Concat(whole[:second], []byte{0xff}, note, whole[second:]),
		"between segments":      slices.Concat(whole[:first], note[10:], whole[first:]),
		"a film behind the end": slices.Concat(whole, []byte("ftypmp42 Kerkplein 12")),
		"a picture behind it":   slices.Concat(whole, whole[:2], note, whole[2:]),
	} {
		clean := withoutNotes(raw)
		if !bytes.Contains(raw, []byte("Kerkplein")) || bytes.Contains(clean, []byte("Kerkplein")) {
			t.Errorf("%s: the note is there still", name)
		}
		got, err := jpeg.Decode(bytes.NewReader(clean))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: it is another picture; %v", name, err)
		}
		if !bytes.Equal(withoutNotes(clean), clean) {
			t.Errorf("%s: cleaned twice it is another one", name)
		}
	}
	// one that breaks off in the middle shows what there is, as before
	if cut := whole[:len(whole)-40]; !bytes.Equal(withoutNotes(cut), cut) {
		t.Error("one that breaks off lost something")
	}
	// one in which the picture never begins is shown by nobody
	if got := withoutNotes(slices.Concat(whole[:2], note)); len(got) != 2 {
		t.Errorf("%q is left", got)
	}
}

func TestNotesOfAJpeg2000Go(t *testing.T) {
	t.Parallel()
	box := func(kind, data string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(data)))) + kind + data
	}
	begin := box("jP  ", "\r\n\x87\n") + box("ftyp", "jp2 \x00\x00\x00\x00jp2 ")
	note, words := box("uuid", "Kerkplein 12"), box("xml ", "<p>Kerkplein 12</p>")
	picture := box("jp2c", "\xff\x4f\xff\xd9")
	wide := "\x00\x00\x00\x01uuid\x00\x00\x00\x00\x00\x00\x00\x1cKerkplein 12"
	last := "\x00\x00\x00\x00jp2c\xff\x4f\xff\xd9"
	for name, x := range map[string]struct{ raw, want string }{
		"none":                 {begin + picture, begin + picture},
		"before and behind":    {begin + note + picture + words, begin + picture},
		"with a long length":   {begin + wide + picture, begin + picture},
		"before the last":      {begin + words + last, begin + last},
		"to the end":           {begin + picture + "\x00\x00\x00\x00xml Kerk", begin + picture},
		"with a wrong length":  {begin + picture + "\xff\xff\xff\xffuuidKerk", begin + picture},
		"with a length of two": {begin + picture + "\x00\x00\x00\x02uuidKerk", begin + picture},
		"no boxes":             {"\xff\x4f\xff\x51", "\xff\x4f\xff\x51"},
	} {
		if got := withoutBoxes([]byte(x.raw)); string(got) != x.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
