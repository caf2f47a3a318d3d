package privacy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// Contact is one way or two to reach somebody. Validate tidies it: the phone becomes E.164.
type Contact struct {
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// The limits of every form, in Unicode code points after tidying.
const (
	MaxName  = 60
	maxEmail = 254
)

// Validate tidies both and gives their mistakes in the order of the forms; at least one must be
// there.
func (c *Contact) Validate() []problem.Field {
	var f problem.Faults
	c.Email, c.Phone = httpkit.Line(c.Email), httpkit.Line(c.Phone)
	if c.Email == "" && c.Phone == "" {
		f.Add("contact", problem.Required)
	}
	switch {
	case c.Email == "":
	case utf8.RuneCountInString(c.Email) > maxEmail:
		f.Add("email", problem.TooLong)
	case !ValidEmail(c.Email):
		f.Add("email", problem.Email)
	}
	if c.Phone != "" {
		e164, ok := ParsePhone(c.Phone)
		if !ok {
			f.Add("phone", problem.Phone)
			return f
		}
		c.Phone = e164
	}
	return f
}

// OnlyEmail tidies the address of a form that asks for nothing else to reach somebody by, and gives
// its mistake.
func OnlyEmail(email *string) (f problem.Faults) {
	c := Contact{Email: *email}
	for _, fault := range c.Validate() {
		if fault.Name == "contact" { // here only an address will do
			fault = problem.Field{Name: "email", Code: problem.Required}
		}
		f = append(f, fault)
	}
	*email = c.Email
	return f
}

// Way is how the house reaches this person first: "mail" or "phone".
func (c Contact) Way() string {
	if c.Email != "" {
		return "mail"
	}
	return "phone"
}

// EmailKey is the keyed hash of an address; nil for none. All lower case, so that one mailbox is
// one person.
func (k *Keys) EmailKey(email string) []byte {
	if email == "" {
		return nil
	}
	return k.LookupKey("email", strings.ToLower(email))
}

// PhoneKey is the keyed hash of an E.164 number; nil for none.
func (k *Keys) PhoneKey(e164 string) []byte {
	if e164 == "" {
		return nil
	}
	return k.LookupKey("phone", e164)
}

// Readable says that a name has something that a list can show: more than spaces, joiners and marks
// that stand on another.
func Readable(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool {
		return unicode.IsGraphic(r) && !unicode.In(r, unicode.Z, unicode.M, unicode.Cf)
	}) >= 0
}

// ValidEmail asks no more than one @, something on both sides, a dot inside the domain, no spaces.
func ValidEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	if !ok || local == "" || strings.Contains(domain, "@") ||
		strings.ContainsAny(s, " \u00a0<>(),;:\"") {
		return false
	}
	labels := strings.Split(domain, ".")
	return len(labels) > 1 && !slices.Contains(labels, "")
}

// ParsePhone counts digits and gives E.164; which ranges are in use does not matter.
func ParsePhone(s string) (string, bool) {
	digits := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r == '+':
			return r
		case strings.ContainsRune(" .-/()\u00a0", r):
			return -1
		}
		return 'x'
	}, strings.ReplaceAll(s, "(0)", ""))
	switch {
	case strings.HasPrefix(digits, "00"):
		digits = "+" + digits[2:]
	case len(digits) == 10 && digits[0] == '0':
		digits = "+31" + digits[1:]
	}
	rest, plus := strings.CutPrefix(digits, "+")
	if !plus || strings.Trim(rest, "0123456789") != "" || len(rest) < 8 || len(rest) > 15 ||
		rest[0] == '0' {
		return "", false
	}
	if strings.HasPrefix(rest, "31") {
		rest = "31" + strings.TrimPrefix(rest[2:], "0") // +31 06… is written often
	}
	// Of some countries each reading takes one zero off: one number has one form, however often it
	// is read.
	for e164 := "+" + rest; ; {
		n, err := phonenumbers.Parse(e164, "NL")
		if err != nil {
			return "", false
		}
		again := phonenumbers.Format(n, phonenumbers.E164)
		if len(again) >= len(e164) {
			dutch := strings.HasPrefix(again, "+31")
			return again, len(again) > 8 && (!dutch || len(again) == 12)
		}
		e164 = again
	}
}
