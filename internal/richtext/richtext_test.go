package richtext

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"herstelruimte/internal/problem"
)

// Parse reads and checks a text as one that comes from outside is: what is wrong comes as problem
// `invalid` that names the place.
func Parse(raw []byte) (Doc, error) {
	var d Doc
	if err := json.Unmarshal(raw, &d); err != nil {
		if p, ok := err.(*problem.Problem); ok { //nolint:errorlint // json passes it on unwrapped
			return Doc{}, p
		}
		return Doc{}, problem.WithFields(problem.Field{Name: "doc", Code: problem.Unknown}).Because(
			err,
		)
	}
	if err := d.Validate(); err != nil {
		return Doc{}, err
	}
	return d, nil
}

const everything = `{"type":"doc","content":[
 {"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Zo gaat het"}]},
 {"type":"paragraph","content":[{"type":"text","text":"Bel "},{"type":"text","text":"ons","marks":[{"type":"bold"},{"type":"link","attrs":{"href":"tel:+31123456789"}}]},{"type":"hardBreak"},{"type":"text","text":"gerust.","marks":[{"type":"italic"}]}]},
 {"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"een"}]},{"type":"orderedList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"diep"}]}]}]}]}]},
 {"type":"blockquote","content":[{"type":"paragraph","content":[{"type":"text","text":"Koffie?"}]}]},
 {"type":"horizontalRule"},{"type":"paragraph"},
 {"type":"image","attrs":{"fileId":"fil_1","alt":"Een tafel","caption":"De grote tafel"}},
 {"type":"image","attrs":{"fileId":"fil_2","decorative":true}}]}`

func TestEveryAllowedKindIsKeptAndReadAsPlainText(t *testing.T) {
	d, err := Parse([]byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	want := "Zo gaat het\nBel ons\ngerust.\n- een\n  1. diep\nKoffie?\n\nDe grote tafel"
	if got := d.Plain(); got != want {
		t.Errorf("plain text:\n%s\nwant:\n%s", got, want)
	}
	raw, _ := json.Marshal(d)
	again, err := Parse(raw)
	if err != nil || again.Plain() != want {
		t.Errorf("written and read again: %v", err)
	}
}

func TestWhatIsBuiltIsValid(t *testing.T) {
	d := Of(
		H(2, "Kop"),
		P(Text("Kijk bij "), Link("Impact", "/impact"), Bold("!")),
		Bullets(P(Text("a")), P(Text("b"))),
	)
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	if got := d.Plain(); got != "Kop\nKijk bij Impact!\n- a\n- b" {
		t.Error(got)
	}
	if p := Paragraphs(
		"Eén.",
		"Twee.",
	); p.Validate() != nil || p.Plain() != "Eén.\nTwee." || p.IsZero() || !(Doc{}).IsZero() {
		t.Error("paragraphs")
	}
}

func TestUnknownNodesMarksAndAttributesAreRefusedByPlace(t *testing.T) {
	block := func(s string) string { return `{"type":"doc","content":[` + s + `]}` }
	text := func(marks string) string {
		return block(
			`{"type":"paragraph","content":[{"type":"text","text":"x","marks":[` + marks + `]}]}`,
		)
	}
	for place, raw := range map[string]string{
		"doc.type":              `{"type":"paragraph","content":[]}`,
		"doc.content.0.type":    block(`{"type":"table"}`),
		"doc.content.0.type ":   block(`{"type":"text","text":"los"}`),
		"doc.content.0.type  ":  block(`{"type":""}`),
		"doc.content.0.type   ": block(`{"type":"doc"}`),
		"doc.content.1.attrs": block(
			`{"type":"paragraph"},{"type":"paragraph","attrs":{"level":2}}`,
		),
		"doc.content.0.attrs.level": block(
			`{"type":"heading","attrs":{"level":1},"content":[{"type":"text","text":"x"}]}`,
		),
		"doc.content.0.attrs.level ": block(
			`{"type":"heading","content":[{"type":"text","text":"x"}]}`,
		),
		"doc.content.0.attrs ": block(
			`{"type":"heading","attrs":{"level":2,"alt":"x"},"content":[{"type":"text","text":"x"}]}`,
		),
		"doc.content.0": block(
			`{"type":"heading","attrs":{"level":2}}`,
		),
		"doc.content.0 ": block(`{"type":"bulletList"}`),
		"doc.content.0.content.0": block(
			`{"type":"bulletList","content":[{"type":"listItem"}]}`,
		),
		"doc.content.0.content.0.content.0": block(
			`{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]}]}]}`,
		),
		"doc.content.0.content": block(
			`{"type":"horizontalRule","content":[{"type":"paragraph"}]}`,
		),
		"doc.content.0.text": block(`{"type":"paragraph","text":"x"}`),
		"doc.content.0.content.0.text": block(
			`{"type":"paragraph","content":[{"type":"text","text":""}]}`,
		),
		"doc.content.0.content.0.text ": block(
			`{"type":"paragraph","content":[{"type":"text","text":"a\u0000b"}]}`,
		),
		"doc.content.0.marks": block(
			`{"type":"paragraph","marks":[{"type":"bold"}]}`,
		),
		"doc.content.0.content.0.marks.0.type":       text(`{"type":"underline"}`),
		"doc.content.0.content.0.marks.1":            text(`{"type":"bold"},{"type":"bold"}`),
		"doc.content.0.content.0.marks.0.attrs":      text(`{"type":"bold","attrs":{"href":"/"}}`),
		"doc.content.0.content.0.marks.0.attrs.href": text(`{"type":"link"}`),
		"doc.content.0.attrs.fileId": block(
			`{"type":"image","attrs":{"fileId":"../x","alt":"x"}}`,
		),
		"doc.content.0.attrs.alt": block(
			`{"type":"image","attrs":{"fileId":"fil_1"}}`,
		),
		"doc.content.0.attrs.alt ": block(
			`{"type":"image","attrs":{"fileId":"fil_1","alt":"x","decorative":true}}`,
		),
		"doc.content.0.attrs.alt  ": block(
			`{"type":"image","attrs":{"fileId":"fil_1","alt":"` + strings.Repeat("x", 201) + `"}}`,
		),
		"doc.content.0.attrs.caption": block(
			`{"type":"image","attrs":{"fileId":"fil_1","alt":"x","caption":"` +
				strings.Repeat("x", 201) +
				`"}}`,
		),
		"doc": block(`{"type":"paragraph","class":"rood"}`),
		"doc ": block(
			`{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"link","attrs":{"href":"/","target":"_blank"}}]}]}`,
		),
		"doc  ": `<p>x</p>`,
		"doc   ": block(
			`{"type":"image","attrs":{"fileId":"fil_1","alt":"x","src":"https://x.example/"}}`,
		),
	} {
		_, err := Parse([]byte(raw))
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != problem.Invalid ||
			p.Fields[0].Name != strings.TrimRight(place, " ") {
			t.Errorf("%s\nwant a fault at %q, got %+v", raw, place, err)
			if p != nil {
				t.Log(p.Fields)
			}
		}
	}
}

func TestLinksLeadOnlyWhereTheyMay(t *testing.T) {
	for _, href := range []string{
		"https://113.nl",
		"https://voorbeeld.example/a?b=c#d",
		"mailto:info@herstelruimte.example",
		"tel:+31123456789",
		"tel:112",
		"/",
		"/about#huisregels",
		"/agenda?soort=leren",
	} {
		if !goodLink(href) {
			t.Errorf("%q is refused", href)
		}
	}
	for _, href := range []string{
		"",
		"http://x.example",
		"javascript:alert(1)",
		"JavaScript:alert(1)",
		"java\nscript:alert(1)",
		"\tjavascript:alert(1)",
		"data:text/html,x",
		"vbscript:x",
		"//x.example",
		"/\\x.example",
		"/\t/x.example",
		"\\\\x.example",
		" https://x.example",
		"https:",
		"https://",
		"https:x.example",
		"https://naam:geheim@x.example",
		"https://:443",
		"mailto:",
		"mailto:x",
		"mailto:@",
		"tel:",
		"tel:bel-mij",
		"tel:+31;ext=1",
		"about",
		"#a",
		"?x",
		"ftp://x.example",
		"https://x.example/" + strings.Repeat("a", 2000),
		"https://x.example/\u2028",
		"%6aavascript:x",
		"blob:https://x.example",
	} {
		if goodLink(href) {
			t.Errorf("%q is accepted", href)
		}
	}
}

func TestDepthNodesAndSizeHaveALimit(t *testing.T) {
	nested := func(levels int) Doc { // each list adds two levels; doc + paragraph + text are three
		n := P(Text("x"))
		for range levels {
			n = Node{
				Type:    "bulletList",
				Content: []Node{{Type: "listItem", Content: []Node{P(Text("x")), n}}},
			}
		}
		return Of(n)
	}
	if err := nested(2).Validate(); err != nil {
		t.Errorf("7 levels: %v", err)
	}
	for _, lists := range []int{3, 100} {
		if nested(lists).Validate() == nil {
			t.Errorf("%d lists in each other are accepted", lists)
		}
	}
	flat := func(n int) Doc {
		d := Of()
		for range n {
			d.Content = append(d.Content, P())
		}
		return d
	}
	if flat(MaxNodes-1).Validate() != nil || flat(MaxNodes).Validate() == nil {
		t.Error("the number of nodes is not held to its limit")
	}
	overhead := len(
		`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":""}]}]}`,
	)
	if err := Paragraphs(strings.Repeat("x", MaxBytes-overhead)).Validate(); err != nil {
		t.Errorf("exactly the limit: %v", err)
	}
	if Paragraphs(strings.Repeat("x", MaxBytes-overhead+1)).Validate() == nil {
		t.Error("one byte over the limit is accepted")
	}
	if _, err := Parse([]byte(strings.Repeat(" ", MaxBytes) + everything)); err != nil {
		t.Errorf("white space around a text counts: %v", err)
	}
	if _, err := Parse(
		[]byte(
			`{"type":"doc","content":[` + strings.Repeat(`{"type":"paragraph"},`, 20000) +
				`{"type":"paragraph"}]}`,
		),
	); err == nil {
		t.Error("a long text is accepted")
	}
	if _, err := Parse(
		[]byte(strings.Repeat(`{"type":"blockquote","content":[`, 50000)),
	); err == nil {
		t.Error("an endless text is accepted")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(everything))
	f.Add([]byte(`{"type":"doc"}`))
	f.Add(
		[]byte(
			`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"link","attrs":{"href":"https://x.example"}}]}]}]}`,
		),
	)
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := Parse(raw)
		var p *problem.Problem
		if err != nil {
			if !errors.As(err, &p) || p.Code != problem.Invalid || len(p.Fields) == 0 ||
				len(p.Fields) > maxFaults {
				t.Fatalf("no clear answer: %v", err)
			}
			return
		}
		out, err := json.Marshal(d)
		if err != nil || len(out) > MaxBytes {
			t.Fatal("accepted what cannot be stored", err)
		}
		again, err := Parse(out)
		if err != nil || fmt.Sprint(again.Plain()) != d.Plain() {
			t.Fatalf("not the same after storing: %v", err)
		}
		if strings.ContainsRune(d.Plain(), 0) ||
			strings.Contains(strings.ToLower(string(out)), `"href":"javascript:`) {
			t.Fatal("accepted what may not be in a text")
		}
	})
}
