package httpkit

import (
	"encoding/json"
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Text tidies what somebody typed in a multi-line field: NFC, no control characters or direction
// overrides, line breaks as \n, no space at the ends. Joiners (ZWJ, ZWNJ) stay: scripts and emoji
// need them.
func Text(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = norm.NFC.String(strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.Is(unicode.Cc, r) || overridesDirection(r)) {
			return -1
		}
		return r
	}, s))
	return strings.TrimSpace(s)
}

// Line tidies a one-line field: as Text, and a line break or tab inside becomes one space.
func Line(s string) string {
	s = Text(s)
	if !strings.ContainsAny(s, "\n\t") {
		return s
	}
	return strings.Join(
		strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\t' }),
		" ",
	)
}

// Folded is how texts are searched: lower case, without accents.
func Folded(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r >= 0x300 && r < 0x370 { // combining accents
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}

func overridesDirection(r rune) bool {
	return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// tidied is a decoded JSON value with every text tidied: two sendings that mean the same look the
// same.
func tidied(v any) any {
	switch v := v.(type) {
	case string:
		return Text(v)
	case []any:
		for i := range v {
			v[i] = tidied(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = tidied(v[k])
		}
	}
	return v
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
