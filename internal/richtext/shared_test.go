package richtext

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"herstelruimte/internal/problem"
)

// sharedDocuments are read by the tests of the editor too (web/src/staff/editor/rich): both sides
// say the same of each.
func sharedDocuments(t testing.TB) (all []struct {
	Name  string
	Doc   json.RawMessage
	Plain string
	Fault string
}) {
	raw, err := os.ReadFile("testdata/documents.json")
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil || len(all) < 40 {
		t.Fatal(len(all), err)
	}
	return all
}

func TestSharedDocumentsAreTakenOrRefusedAsTheEditorExpects(t *testing.T) {
	for _, s := range sharedDocuments(t) {
		d, err := Parse(s.Doc)
		var p *problem.Problem
		switch {
		case s.Fault == "" && (err != nil || d.Plain() != s.Plain):
			t.Errorf("%s: %v %q", s.Name, err, d.Plain())
		case s.Fault != "" && (!errors.As(err, &p) || p.Fields[0].Name != s.Fault):
			t.Errorf("%s: want a fault at %q, got %+v", s.Name, s.Fault, err)
		}
	}
}

var (
	allowedMember = regexp.MustCompile(
		`"(type|text|marks|attrs|content|level|fileId|alt|decorative|caption|href)":`,
	)
	allowedType = regexp.MustCompile(
		`^(doc|paragraph|heading|bulletList|orderedList|listItem|blockquote|image|horizontalRule|hardBreak|text|bold|italic|link)$`,
	)
)

// onlyAllowed walks what was stored as bare JSON, without the types of this package: only
// the types and members above are in it.
func onlyAllowed(t testing.TB, v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			onlyAllowed(t, x)
		}
	case map[string]any:
		for name, x := range v {
			if !allowedMember.MatchString(`"` + name + `":`) {
				t.Fatalf("member %q survives", name)
			}
			if s, ok := x.(string); name == "type" && (!ok || !allowedType.MatchString(s)) {
				t.Fatalf("kind %v survives", x)
			}
			if s, ok := x.(string); name == "href" && ok &&
				!regexp.MustCompile(`^(?i:https://|mailto:|tel:|/[^/\\]|/$)`).MatchString(s) {
				t.Fatalf("link to %q survives", s)
			}
			onlyAllowed(t, x)
		}
	}
}

func FuzzStored(f *testing.F) {
	for _, s := range sharedDocuments(f) {
		f.Add([]byte(s.Doc))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := Parse(raw)
		if err != nil {
			return
		}
		out, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var bare any
		if err := json.Unmarshal(out, &bare); err != nil {
			t.Fatal(err)
		}
		onlyAllowed(t, bare)
		again, err := Parse(out)
		if err != nil {
			t.Fatalf("what was accepted is refused: %v", err)
		}
		if second, _ := json.Marshal(again); string(second) != string(out) {
			t.Fatalf("stored differently the second time:\n%s\n%s", out, second)
		}
		if plain := d.Plain(); strings.Contains(plain, `"type":`) &&
			!strings.Contains(string(raw), `type\":`) {
			t.Fatalf("the plain text shows the form: %q", plain)
		}
	})
}
