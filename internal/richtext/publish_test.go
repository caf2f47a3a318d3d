package richtext

import (
	"fmt"
	"testing"
)

func TestASkippedHeadingAndAnEmptyLinkKeepATextFromBeingPublished(t *testing.T) {
	link := func(s string) Node { return P(Text("Meer weten? "), Link(s, "/agenda"), Text(".")) }
	for _, c := range []struct {
		doc   Doc
		under int
		want  string
	}{
		{
			Of(
				H(2, "a"),
				H(3, "b"),
				H(2, "c"),
				link("Het programma"),
				link("Lees meer over koken"),
			),
			1,
			"[]",
		},
		{Of(H(3, "onder een kop van de pagina")), 2, "[]"},
		{Doc{}, 1, "[]"},
		{Of(P(Text("x")), H(3, "b"), H(3, "c")), 1, "[{t.content.1 heading_skipped}]"},
		{
			Of(link("klik hier"), link(" Klik  HIER! "), link("Lees meer…")),
			1,
			"[{t.content.0.content.1 link_text} {t.content.1.content.1 link_text} {t.content.2.content.1 link_text}]",
		},
		{
			Of(P(Link("lees ", "/x"), Link("meer", "/x")), Bullets(P(Link("klik hier", "/y")))),
			1,
			"[{t.content.0.content.0 link_text} {t.content.1.content.0.content.0.content.0 link_text}]",
		},
		{
			Of(Node{
				Type:    "heading",
				Attrs:   &Attrs{Level: 3},
				Content: []Node{Link("klik hier", "/")},
			}),
			1,
			"[{t.content.0 heading_skipped} {t.content.0.content.0 link_text}]",
		},
	} {
		if got := fmt.Sprint(c.doc.PublishFaults("t", c.under)); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestImagesAreFoundAndTakenOut(t *testing.T) {
	d := Of(
		P(Text("a")),
		Node{Type: "image", Attrs: &Attrs{FileID: "fil_1", Alt: "x"}},
		P(Text("b")),
	)
	if got := fmt.Sprint(
		d.Images(),
		len(d.WithoutImages().Content),
		len(d.Content),
	); got != "[fil_1] 2 3" {
		t.Error(got)
	}
}
