package httpkit

import (
	"net/http"
	"testing"
)

func TestWhatIsKnownIsNotSaidAgain(t *testing.T) {
	t.Parallel()
	type answer struct{ N int }
	ask := func(known string, n int) *Fresh[answer] {
		out, err := Since(Asked{known}, answer{n}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	tag := ask("", 1).ETag
	for _, c := range []struct {
		known string
		n     int
		want  int
	}{
		{"", 1, http.StatusOK},
		{tag, 1, http.StatusNotModified},
		{`"older", W/` + tag, 1, http.StatusNotModified},
		{tag, 2, http.StatusOK},
		{tag[:len(tag)-1], 1, http.StatusOK},
	} {
		if got := ask(c.known, c.n); got.Status != c.want || got.CacheControl != NoStore {
			t.Errorf("%d for whoever knows %q: got %d (%s), want %d",
				c.n, c.known, got.Status, got.CacheControl, c.want)
		}
	}
}
