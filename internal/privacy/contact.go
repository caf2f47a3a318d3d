package privacy

import (
	"net/mail"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/net/idna"
	"golang.org/x/text/width"

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
	c.Email, c.Phone = plain(c.Email), plain(c.Phone)
	if c.Email == "" && c.Phone == "" {
		f.Add("contact", problem.Required)
	}
	if c.Email != "" {
		address, ok := ParseEmail(c.Email)
		switch {
		case utf8.RuneCountInString(address) > maxEmail:
			f.Add("email", problem.TooLong)
		case !ok:
			f.Add("email", problem.Email)
		default:
			c.Email = address
		}
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

// OneWay is what somebody typed to be reached or found by: an address when it holds an @ once it is
// tidied, else a number.
func OneWay(typed string) Contact {
	if typed = plain(typed); strings.Contains(typed, "@") {
		return Contact{Email: typed}
	}
	return Contact{Phone: typed}
}

// plain is an address or a number as it was meant, whatever it was copied from: without signs that
// nobody sees and without mailto: or tel: in front, with plain spaces, dashes and digits.
func plain(s string) string {
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.Is(unicode.Pd, r), r == '\u2212': // a minus is no dash to Unicode
			return '-'
		}
		return r
	}, width.Fold.String(httpkit.Line(s))))
	for _, scheme := range [...]string{"mailto:", "tel:"} {
		if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
			return strings.TrimSpace(s[len(scheme):])
		}
	}
	return s
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

// domains turns names of domains into what goes over the wire: lower case, punycode. Hyphens may
// stand anywhere inside, as they do in names that are in use.
var domains = idna.New(
	idna.MapForLookup(), idna.BidiRule(), idna.CheckHyphens(false), idna.VerifyDNSLength(true),
)

// ParseEmail gives the address as it is stored, looked up and mailed. It refuses what no mail of
// ours can be written to: a local part outside ASCII, dots in a row or at an end, quotes.
func ParseEmail(s string) (string, bool) {
	s = plain(s)
	local, domain, _ := strings.Cut(s, "@")
	ascii, err := domains.ToASCII(domain)
	if err != nil || !strings.Contains(ascii, ".") || !isASCII(local) || hyphenAtEnd(ascii) {
		return s, false
	}
	s = local + "@" + ascii
	a, err := mail.ParseAddress(s)
	return s, err == nil && a.Address == s
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

func hyphenAtEnd(domain string) bool {
	return slices.ContainsFunc(strings.Split(domain, "."), func(label string) bool {
		return strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-")
	})
}

// ParsePhone counts digits and gives E.164; which ranges are in use does not matter.
func ParsePhone(s string) (string, bool) {
	s = plain(s)
	digits := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r == '+':
			return r
		case strings.ContainsRune(" .-/()", r):
			return -1
		}
		return 'x'
	}, strings.ReplaceAll(s, "(0)", ""))
	switch {
	case strings.HasPrefix(digits, "00"):
		digits = "+" + digits[2:]
	case len(digits) == 10 && digits[0] == '0':
		digits = "+31" + digits[1:]
	case len(digits) == 11 && strings.HasPrefix(digits, "31"):
		digits = "+" + digits
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
