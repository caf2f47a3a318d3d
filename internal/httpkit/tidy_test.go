package httpkit

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestTypedTextIsTidied(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, text, line string }{
		"plain":                  {"Anja", "Anja", "Anja"},
		"empty":                  {"", "", ""},
		"only spaces":            {" \t \r\n ", "", ""},
		"ends are trimmed":       {"  Anja\n", "Anja", "Anja"},
		"no-break space at ends": {"\u00a0Anja\u00a0", "Anja", "Anja"},
		"NUL":                    {"An\x00ja", "Anja", "Anja"},
		"only NUL":               {"\x00", "", ""},
		"bell, escape, delete":   {"a\x07b\x1bc\x7fd", "abcd", "abcd"},
		"C1 controls":            {"a\u0080b\u009fc", "abc", "abc"},
		"direction overrides":    {"a\u202ab\u202bc\u202cd\u202de\u202ef", "abcdef", "abcdef"},
		"direction isolates":     {"a\u2066b\u2067c\u2068d\u2069e", "abcde", "abcde"},
		"direction marks stay":   {"a\u200eb\u200fc", "a\u200eb\u200fc", "a\u200eb\u200fc"},
		"ZWJ keeps a family":     {"👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		"ZWNJ keeps Persian":     {"می\u200cخواهم", "می\u200cخواهم", "می\u200cخواهم"},
		"CR LF":                  {"a\r\nb", "a\nb", "a b"},
		"CR":                     {"a\rb", "a\nb", "a b"},
		"many line breaks":       {"a\n\n\nb", "a\n\n\nb", "a b"},
		"tab":                    {"a\tb", "a\tb", "a b"},
		"breaks and tabs":        {"a\t\r\n\tb", "a\t\n\tb", "a b"},
		"mail with a break": {
			"anja@example.org\r\nBcc: x@example.org",
			"anja@example.org\nBcc: x@example.org",
			"anja@example.org Bcc: x@example.org",
		},
		"NFC":                    {"Zoe\u0308", "Zoë", "Zoë"},
		"NFC over a removed NUL": {"e\x00\u0308", "ë", "ë"},
		"invalid UTF-8":          {"An\xff\xfeja", "Anja", "Anja"},
		"cut UTF-8":              {"Anj\xc3", "Anj", "Anj"},
		"HTML is only text":      {"<b>&amp;</b>", "<b>&amp;</b>", "<b>&amp;</b>"},
	} {
		if got := Text(c.in); got != c.text {
			t.Errorf("%s: Text gives %q, want %q", name, got, c.text)
		}
		if got := Line(c.in); got != c.line {
			t.Errorf("%s: Line gives %q, want %q", name, got, c.line)
		}
	}
}

func TestTheSameMeaningHasTheSameFingerprintWhateverTheTypingWas(t *testing.T) {
	t.Parallel()
	a := tidied(map[string]any{
		"name": " Zoe\u0308\x00",
		"list": []any{"a\r\nb", 1.0, nil, true},
		"diet": map[string]any{"other": "x "},
	})
	b := tidied(map[string]any{
		"name": "Zoë",
		"list": []any{"a\nb", 1.0, nil, true},
		"diet": map[string]any{"other": "x"},
	})
	var one, two strings.Builder
	if writeJSON(&one, a) != nil || writeJSON(&two, b) != nil || one.String() != two.String() {
		t.Fatalf("%s is not %s", &one, &two)
	}
}

func FuzzTidy(f *testing.F) {
	for _, s := range []string{
		"",
		"Anja",
		"a\r\nb\tc",
		"\x00\xff\u202e",
		"e\u0308",
		"👩\u200d👧",
		"\u1100\u1161\u11a8",
		"a\u0344\x00\u0301",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, got := range []string{Text(s), Line(s)} {
			if !utf8.ValidString(got) || !norm.NFC.IsNormalString(got) ||
				strings.TrimSpace(got) != got {
				t.Fatalf("%q became %q", s, got)
			}
			for _, r := range got {
				if r != '\n' && r != '\t' && unicode.Is(unicode.Cc, r) || overridesDirection(r) {
					t.Fatalf("%q kept %U", s, r)
				}
			}
			if again := Text(got); again != got {
				t.Fatalf("%q tidied twice: %q, then %q", s, got, again)
			}
		}
		line := Line(s)
		if strings.ContainsAny(line, "\n\r\t\x00") || Line(line) != line {
			t.Fatalf("%q became the line %q", s, line)
		}
	})
}

func TestFoldedIsLowerCaseWithoutAccents(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Één kop Café-crème":            "een kop cafe-creme",
		"E\u0301e\u0301n":               "een",
		"\u0130stanbul ÇŞÖ ß":           "istanbul cso ß",
		"ЙОД \u05e9\u05b8 \u0e01\u0e34": "иод \u05e9\u05b8 \u0e01\u0e34",
		"":                              "",
	} {
		if got := Folded(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
