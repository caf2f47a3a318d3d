package privacy

import (
	"bytes"
	"encoding/json"
	"os"
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

// contacts.json is what people and programs put into the fields of every form, and what is kept of
// it: null where the form asks again. The test of the web part reads the same file.
func TestContact_IsReadInEveryNotation(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/contacts.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases struct{ Email, Phone [][2]*string }
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	check := func(rows [][2]*string, parse func(string) (string, bool)) {
		for _, row := range rows {
			switch got, ok := parse(*row[0]); {
			case row[1] == nil && ok:
				t.Errorf("%q was taken, as %q", *row[0], got)
			case row[1] != nil && (!ok || got != *row[1]):
				t.Errorf("%q: got %q (%v), want %q", *row[0], got, ok, *row[1])
			}
		}
	}
	check(cases.Email, ParseEmail)
	check(cases.Phone, ParsePhone)
	// one field for both, as at the desk
	oneWay := func(s string) (Contact, bool) {
		c := OneWay(s)
		faults := c.Validate()
		return c, len(faults) == 0
	}
	check(cases.Email, func(s string) (string, bool) {
		c, ok := oneWay(s)
		return c.Email, ok && c.Email != ""
	})
	check(cases.Phone, func(s string) (string, bool) {
		c, ok := oneWay(s)
		return c.Phone, ok && c.Phone != ""
	})
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
		if address, ok := ParseEmail(s); ok {
			if again, ok := ParseEmail(address); !ok || again != address || !isASCII(address) ||
				strings.Count(address, "@") != 1 {
				t.Fatalf("%q became %q, then %q", s, address, again)
			}
		}
	})
}
