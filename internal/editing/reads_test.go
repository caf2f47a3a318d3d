package editing

import (
	"net/http"
	"testing"
)

// countReads counts how often a document of a kind is read out of its JSON.
func (b *bench) countReads(name string) *int {
	n := 0
	k := b.kinds[name]
	counted := func(read func([]byte) (any, error)) func([]byte) (any, error) {
		return func(raw []byte) (any, error) {
			n++
			return read(raw)
		}
	}
	k.decode, k.parse = counted(k.decode), counted(k.parse)
	return &n
}

// A document may be large, and somebody who types saves it every few seconds: the one that is
// sent, the one that was saved and the one that visitors see are read once each, with the answer
// that shows it. While what was saved is what visitors see, those two are one.
func TestASaveReadsEachOfItsDocumentsOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tag := b.hang(one, "Open")
	n := b.countReads("sign")
	for _, c := range []struct {
		title string
		want  int
	}{
		{"Open tot 17 uur", 2},
		{"Open tot 18 uur", 3},
		{"Open tot 18 uur", 2}, // nothing new
		{"Open", 3},
		{"Dicht", 2},
	} {
		*n = 0
		tag = b.write(one, tag, c.title)
		if *n != c.want {
			t.Errorf("saving %q read documents %d times, want %d", c.title, *n, c.want)
		}
		got := b.good("redactie", http.MethodGet, at(one), "", nil).json(t)
		if title := got["doc"].(map[string]any)["title"]; title != c.title {
			t.Errorf("after saving %q it says %q", c.title, title)
		}
	}
}
