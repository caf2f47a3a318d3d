package editing

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"herstelruimte/internal/db"
)

// unsettled lets nobody have said yet who is on these pictures.
func (b *bench) unsettled(files ...string) {
	b.Editing.Unsettled = func(_ context.Context, _ db.Querier, ids []string) ([]string, error) {
		return slices.DeleteFunc(slices.Clone(
			ids,
		), func(id string) bool { return !slices.Contains(files, id) }), nil
	}
}

func image(file string) map[string]any {
	return map[string]any{
		"type":  "image",
		"attrs": map[string]any{"fileId": file, "alt": "Een deur."},
	}
}

func withPictures(title string) map[string]any {
	text := map[string]any{
		"type":    "paragraph",
		"content": []any{map[string]any{"type": "text", "text": "Kijk."}},
	}
	return map[string]any{
		"doc": map[string]any{
			"title": title,
			"image": map[string]any{"fileId": "fil_top"},
			"body": map[string]any{
				"type":    "doc",
				"content": []any{text, image("fil_good"), image("fil_in")},
			},
		},
		"from": "2026-12-01T10:00:00+01:00", "until": "2026-11-30T10:00:00+01:00",
	}
}

func TestAPictureOfWhichNobodySaidWhoIsOnItIsNotPublished(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.unsettled("fil_top", "fil_in")
	const want = "[map[code:required name:title] map[code:required name:body.content.2.people] " +
		"map[code:required name:image.people] map[code:invalid name:until]]"
	d := b.good("redactie", http.MethodPut, at(one), `"0"`, withPictures("  ")).json(t)
	if fmt.Sprint(d["faults"]) != want {
		t.Error(d["faults"])
	}
	if p := b.bad(http.StatusUnprocessableEntity).of(
		"redactie",
		http.MethodPost,
		at(one)+"/publish",
		`"1"`,
		map[string]any{},
	); fmt.Sprint(p["fields"]) != want || b.seen(one) != "" {
		t.Error(p)
	}
	body := withPictures("Kom binnen")
	delete(body, "until")
	b.good("redactie", http.MethodPut, at(one), `"1"`, body)
	b.unsettled("fil_in")
	p := b.bad(http.StatusUnprocessableEntity).of(
		"redactie",
		http.MethodPost,
		at(one)+"/publish",
		`"2"`,
		map[string]any{},
	)
	if fmt.Sprint(p["fields"]) != "[map[code:required name:body.content.2.people]]" ||
		b.seen(one) != "" {
		t.Error(p)
	}
	b.unsettled()
	if d = b.post(
		"redactie",
		"/publish",
		map[string]any{},
	); len(d["faults"].([]any)) != 0 || b.seen(one) != "Kom binnen" {
		t.Error(d)
	}
}

func TestUndoingDoesNotShowAPictureOfWhichTheConsentWasTakenBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.unsettled()
	body := withPictures("Kom binnen")
	delete(body, "until")
	b.good("redactie", http.MethodPut, at(one), `"0"`, body)
	b.post("redactie", "/publish", map[string]any{})
	d := b.post("redactie", "/hide", nil)
	b.unsettled("fil_top")
	id := d["undo"].(map[string]any)["id"].(string)
	p := b.bad(http.StatusUnprocessableEntity).of(
		"redactie", http.MethodPost, "/api/undo/"+id, "", nil,
	)
	if fmt.Sprint(p["fields"]) != "[map[code:required name:image.people]]" || b.seen(one) != "" {
		t.Error(p)
	}
	b.unsettled()
	if b.undo("redactie", d); b.seen(one) != "Kom binnen" {
		t.Error("a refused undo cannot be tried again")
	}
}

func TestThePlaceOfAPictureIsThatOfItsField(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]string{
		`{}`:                              "[]",
		`{"title":"fileId","image":null}`: "[]",
		`{"image":{"alt":"x","fileId":"fil_a"},"body":{"content":[{"attrs":{"fileId":""}}]}}`:                    "[{fil_a image}]",
		`{"blocks":[{"body":{}},{"id":"x","body":{"content":[1,{"type":"image","attrs":{"fileId":"fil_b"}}]}}]}`: "[{fil_b blocks.1.body.content.1}]",
		`{"list":[{"fileId":"fil_c"},{"fileId":"fil_c"}]}`:                                                       "[{fil_c list.0} {fil_c list.1}]",
	} {
		if got, _ := picturesOf([]byte(doc)); fmt.Sprint(got) != want {
			t.Errorf("%s: %v", doc, got)
		}
	}
}
