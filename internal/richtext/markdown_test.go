package richtext

import (
	"encoding/json"
	"testing"
)

func TestMarkdownIsReadAsBlocks(t *testing.T) {
	got, err := FromMarkdown(`
Een regel
gaat verder, met **vet** en [een link](/agenda).
   
## Kop

### Kop eronder

- een
- twee **vet** en
  verder

1. eerst
2. dan [zo](tel:112)

[Geen link.] En 3 * 4.
`)
	if err != nil {
		t.Fatal(err)
	}
	want := Of(
		P(
			Text("Een regel gaat verder, met "),
			Bold("vet"),
			Text(" en "),
			Link("een link", "/agenda"),
			Text("."),
		),
		H(2, "Kop"),
		H(3, "Kop eronder"),
		Bullets(P(Text("een")), P(Text("twee "), Bold("vet"), Text(" en verder"))),
		Numbers(P(Text("eerst")), P(Text("dan "), Link("zo", "tel:112"))),
		P(Text("[Geen link.] En 3 * 4.")),
	)
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	if string(g) != string(w) {
		t.Errorf("got  %s\nwant %s", g, w)
	}
	if err := got.Validate(); err != nil {
		t.Error(err)
	}
}

func TestMarkdownThatIsNotUnderstoodIsRefused(t *testing.T) {
	for _, text := range []string{
		"# Te groot",
		"#### Te klein",
		"## Kop\nmet tekst eraan vast",
		"- een\nlos",
		"1. een\n- twee",
		"Dit is **niet dicht.",
		"Kijk [hier](zonder eind.",
	} {
		if d, err := FromMarkdown(text); err == nil {
			t.Errorf("%q is taken as %q", text, d.Plain())
		}
	}
}
