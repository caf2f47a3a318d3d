package content

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/files"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

func pictureNode(id string) richtext.Node {
	return richtext.Node{Type: "image", Attrs: &richtext.Attrs{FileID: id, Alt: "Een tafel"}}
}

// shows every image but fil_gone, and keeps what was asked.
func (r *room) shows(asked *[]string) {
	r.Media = func(_ context.Context, ids []string) (map[string]files.Media, error) {
		*asked = append(*asked, ids...)
		out := map[string]files.Media{}
		for _, id := range ids {
			if id != "fil_gone" {
				out[id] = files.Media{
					Width:  960,
					Height: 640,
					Widths: []int{320, 640, 960},
					Avif:   []int{320},
				}
			}
		}
		return out, nil
	}
}

func TestEveryAnswerWithImagesSaysHowTheyAreShown(t *testing.T) {
	t.Parallel()
	r := setup(t)
	asked := []string{}
	r.shows(&asked)
	body := richtext.Of(
		richtext.P(richtext.Text("Kijk.")),
		pictureNode("fil_in"),
		pictureNode("fil_gone"),
	)
	story, item, question := aStory("Verhaal"), someNews("Nieuws"), aQuestion("Vraag?", "Antwoord.")
	story.Body, item.Body, question.Answer = body, body, body
	story.Image, item.Image = &files.Picture{
		FileID: "fil_top",
		Alt:    "Een deur",
	}, &files.Picture{FileID: "fil_top", Decorative: true}
	r.must("sty_a", story, State{})
	r.must("nws_a", item, State{})
	r.must("faq_a", question, State{})
	for path, want := range map[string]string{
		"/api/stories/sty_a": "[fil_in fil_top]",
		"/api/news/nws_a":    "[fil_in fil_top]",
		"/api/faq":           "[fil_in]",
	} {
		var out struct{ Media shown.Media }
		status, text := r.ask(path)
		if err := json.Unmarshal([]byte(text), &out); err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %v", path, status, err)
		}
		got := []string{}
		for id := range out.Media {
			got = append(got, id)
		}
		if slices.Sort(got); fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", path, got, want)
		}
	}
	if !slices.Contains(asked, "fil_gone") {
		t.Error("nobody asked for the image that is gone")
	}
}

func TestWhatEditorHelpBlocksIsNotPublished(t *testing.T) {
	t.Parallel()
	link := func(s string) richtext.Doc {
		return richtext.Of(richtext.P(richtext.Link(s, "/agenda")))
	}
	bare := richtext.Of(richtext.P(
		richtext.Text("x"),
	), richtext.Node{Type: "image", Attrs: &richtext.Attrs{FileID: "fil_a"}})
	skipped := richtext.Of(richtext.H(3, "Diep"))
	news := func(d richtext.Doc) *NewsItem { n := someNews("Nieuws"); n.Body = d; return n }
	noAlt := someNews("Nieuws")
	noAlt.Image = &files.Picture{FileID: "fil_a"}
	question := aQuestion("Vraag?", "x")
	question.Answer = skipped
	for _, c := range []struct {
		doc  Document
		want string
	}{
		{news(link("Lees meer")), "[{body.content.0.content.0 link_text}]"},
		{news(skipped), "[{body.content.0 heading_skipped}]"},
		{news(bare), "[{body.content.1.attrs.alt alt}]"},
		{noAlt, "[{image.alt alt}]"},
		{question, "[]"}, // below the heading of its question
	} {
		if got := fmt.Sprint(c.doc.Validate()); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	p := Page{
		Key:    "about",
		Title:  "Over ons",
		Blocks: []Section{{ID: "a", Body: skipped}, {ID: "b", Heading: "Kop", Body: skipped}},
	}
	err := p.Validate()
	if pr, ok := err.(*problem.Problem); !ok || len(pr.Fields) != 1 ||
		!strings.HasPrefix(
			pr.Fields[0].Name,
			"blocks.0.body",
		) { //nolint:errorlint // the value itself
		t.Error(err)
	}
}
