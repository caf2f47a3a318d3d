package privacy

import (
	"crypto/rand"
	"strings"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

const codeAlphabet = httpkit.CodeAlphabet

// NewCode makes a code of so many random characters, each as likely as another (4.95 bits).
func NewCode(characters int) string {
	// a byte from there on would favour the first characters
	all := byte(256 - 256%len(codeAlphabet))
	code, b := make([]byte, 0, characters), make([]byte, 1)
	for len(code) < characters {
		_, _ = rand.Read(b) // never fails: the program stops when the system has no randomness
		if b[0] < all {
			code = append(code, codeAlphabet[b[0]%byte(len(codeAlphabet))])
		}
	}
	return string(code)
}

// ReadCode reads a code as somebody typed it, in any case, with spaces, dashes and dots anywhere;
// prefix, which may be left out, stands before it. It gives no for what cannot be such a code.
func ReadCode(typed, prefix string, characters int) (string, bool) {
	code := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -\u2010\u2011\u2012\u2013\u2014.\u00a0\t\n", r) {
			return -1
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

// TypedCode is ReadCode of the field `code` of a form. What can be no code is as wrong as one that
// nobody has.
func TypedCode(code *string, prefix string, characters int) (f problem.Faults) {
	typed := httpkit.Line(*code)
	read, ok := ReadCode(typed, prefix, characters)
	switch {
	case typed == "":
		f.Add("code", problem.Required)
	case !ok:
		f.Add("code", problem.Invalid)
	}
	*code = read
	return f
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
