package privacy

import (
	"crypto/rand"
	"strings"
)

// codeAlphabet is that of every code that people write down and read aloud: no I, L, O or U, which look like others.
const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewCode makes a code of so many random characters, five bits each.
func NewCode(characters int) string {
	b := make([]byte, characters)
	_, _ = rand.Read(b) // never fails: the program stops when the system has no randomness
	for i := range b {
		b[i] = codeAlphabet[b[i]%byte(len(codeAlphabet))]
	}
	return string(b)
}

// ReadCode reads a code as somebody typed it, in any case, with spaces, dashes and dots anywhere, with O for 0, I or L for 1;
// prefix, which may be left out, stands before it. It gives no for what cannot be such a code.
func ReadCode(typed, prefix string, characters int) (string, bool) {
	code := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(" -\u2010\u2011\u2012\u2013\u2014.\u00a0\t\n", r):
			return -1
		case strings.ContainsRune("oO", r):
			return '0'
		case strings.ContainsRune("iIlL", r):
			return '1'
		}
		return r
	}, typed)
	code = strings.ToUpper(code)
	if len(code) == characters+len(prefix) {
		code = strings.TrimPrefix(code, prefix)
	}
	if len(code) != characters || strings.Trim(code, codeAlphabet) != "" {
		return "", false
	}
	return code, true
}

// ShowCode writes a code in groups of four: ABCD-EFGH-JKMN.
func ShowCode(code string) string {
	var b strings.Builder
	for i, r := range code {
		if i > 0 && i%4 == 0 {
			b.WriteByte('-')
		}
		b.WriteRune(r)
	}
	return b.String()
}
