package privacy

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"herstelruimte/internal/problem"
)

func TestAContactIsTidiedAndItsMistakesAreNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given, kept Contact
		want        []problem.Field
	}{
		"both": {
			Contact{" a@b.nl ", "06 12 34 56 78"},
			Contact{"a@b.nl", "+31612345678"},
			nil,
		},
		"phone alone": {Contact{"", "0031 (0)6-12345678"}, Contact{"", "+31612345678"}, nil},
		"none": {
			Contact{" ", "\t"},
			Contact{},
			[]problem.Field{{Name: "contact", Code: problem.Required}},
		},
		"both wrong": {
			Contact{"a@b", "06"},
			Contact{"a@b", "06"},
			[]problem.Field{
				{Name: "email", Code: problem.Email},
				{Name: "phone", Code: problem.Phone},
			},
		},
		"line break": {
			Contact{"a@b.nl\r\nBcc: x@y.nl", ""},
			Contact{"a@b.nl Bcc: x@y.nl", ""},
			[]problem.Field{{Name: "email", Code: problem.Email}},
		},
		"255 of e-mail": {
			Contact{strings.Repeat("a", 250) + "@b.nl", ""},
			Contact{strings.Repeat("a", 250) + "@b.nl", ""},
			[]problem.Field{{Name: "email", Code: problem.TooLong}},
		},
	} {
		got := c.given
		if faults := got.Validate(); !reflect.DeepEqual(faults, c.want) || got != c.kept {
			t.Errorf("%s: %v, kept %v", name, faults, got)
		}
	}
}

func TestOneMailboxIsOnePersonAndNoneIsNobody(t *testing.T) {
	t.Parallel()
	k := keys(t)
	if !bytes.Equal(k.EmailKey("Anja@Voorbeeld.nl"), k.EmailKey("anja@voorbeeld.nl")) ||
		k.EmailKey("") != nil ||
		k.PhoneKey("") != nil {
		t.Error("keys of contacts")
	}
}

func FuzzPhoneAndEmail(f *testing.F) {
	for _, s := range []string{
		"06 12 34 56 78",
		"+31(0)6-12345678",
		"0031612345678",
		"+49 30 123456",
		"+81 00 0000 0000",
		"+49 000000",
		"+31 00 1000 0000",
		"naam@voorbeeld.nl",
		"a@b",
		"\x00@é.nl",
		"+",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if e164, ok := ParsePhone(s); ok {
			if again, ok := ParsePhone(
				e164,
			); !ok || again != e164 || e164[0] != '+' || len(e164) > 16 {
				t.Fatalf("%q became %q, then %q", s, e164, again)
			}
		}
		if ValidEmail(s) && strings.Count(s, "@") != 1 {
			t.Fatalf("%q", s)
		}
	})
}
