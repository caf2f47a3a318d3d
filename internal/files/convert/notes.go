package convert

import (
	"bytes"
	"errors"
	"io"
)

// withoutNotes takes out of a jpeg what cameras and programs write beside the picture: where and
// when it was taken, by whom. One whose parts cannot be told apart stays as it is.
func withoutNotes(raw []byte) []byte {
	if Sniff(raw) != JPEG {
		return raw
	}
	var out []byte
	kept := 0
	err := segments(raw, func(s segment) error {
		switch {
		case s.marker == 0xda:
			return io.EOF
		case s.marker == 0xe2 && bytes.HasPrefix(s.data, []byte("ICC_PROFILE")):
		case s.marker >= 0xe1 && s.marker <= 0xed, s.marker == 0xef, s.marker == 0xfe:
			out = append(out, raw[kept:s.at-4]...) // its marker and its length go too
			kept = s.at + len(s.data)
		}
		return nil
	})
	if !errors.Is(err, io.EOF) || kept == 0 {
		return raw
	}
	return append(out, raw[kept:]...)
}
