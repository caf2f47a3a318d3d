package convert

import (
	"bytes"
	"encoding/binary"
)

// withoutNotes takes out of a jpeg what cameras and programs write beside the picture: where and
// when it was taken, by whom. They write it before the picture, between its parts and behind its
// end, where phones also put a film or a second picture with notes of its own. What cannot be told
// apart is shown by nobody, and goes with all that follows it.
func withoutNotes(raw []byte) []byte {
	if Sniff(raw) != JPEG {
		return raw
	}
	out := bytes.Clone(raw[:2])
	for at := 2; ; {
		for at < len(raw) && raw[at] != 0xff { // tolerated by every decoder
			at++
		}
		for at < len(raw) && raw[at] == 0xff {
			at++
		}
		if at >= len(raw) {
			return out
		}
		marker := raw[at]
		at++
		switch {
		case marker == 0xd9:
			return append(out, 0xff, marker)
		case marker == 0 || marker == 1 || marker >= 0xd0 && marker <= 0xd8:
			continue
		case at+2 > len(raw):
			return out
		}
		n := int(binary.BigEndian.Uint16(raw[at:]))
		if n < 2 || at+n > len(raw) {
			return out
		}
		end := at + n
		if marker == 0xda {
			end += lengthOfScan(raw[end:])
		}
		if !isNote(marker, raw[at+2:at+n]) {
			out = append(append(out, 0xff, marker), raw[at:end]...)
		}
		at = end
	}
}

// isNote tells whether a segment says something beside the picture.
func isNote(marker byte, data []byte) bool {
	if marker == 0xe2 && bytes.HasPrefix(data, []byte("ICC_PROFILE")) {
		return false
	}
	return marker >= 0xe1 && marker <= 0xed || marker == 0xef || marker == 0xfe
}

// lengthOfScan is how many bytes of a picture come before the next marker.
func lengthOfScan(raw []byte) int {
	for at := 0; ; at++ {
		next := bytes.IndexByte(raw[at:], 0xff)
		if next < 0 {
			return len(raw)
		}
		at += next
		if at+1 == len(raw) {
			return len(raw)
		}
		if m := raw[at+1]; m != 0 && m != 0xff && (m < 0xd0 || m > 0xd7) {
			return at
		}
	}
}

// withoutBoxes takes the same out of a jpeg 2000, in which it stands in boxes of its own.
func withoutBoxes(raw []byte) []byte {
	if len(raw) < 8 || string(raw[4:8]) != "jP  " {
		return raw // the picture alone, without boxes
	}
	var out []byte
	for left := raw; len(left) >= 8; {
		n := uint64(binary.BigEndian.Uint32(left))
		switch {
		case n == 0: // to the end
			n = uint64(len(left))
		case n == 1 && len(left) >= 16:
			n = binary.BigEndian.Uint64(left[8:])
		}
		if n < 8 || n > uint64(len(left)) {
			return out
		}
		switch string(left[4:8]) {
		case "uuid", "uinf", "xml ", "jp2i":
		default:
			out = append(out, left[:n]...)
		}
		left = left[n:]
	}
	return out
}
