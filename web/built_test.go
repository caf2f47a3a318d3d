//go:build web

package web_test

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"testing"

	"github.com/andybalholm/brotli"

	"herstelruimte/internal/render"
	"herstelruimte/web"
)

// theBuild is what a site of today would serve, and its pages.
func theBuild(t *testing.T) (*build, []render.Page) {
	t.Helper()
	pages, err := siteMap(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	b, err := readBuild(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	return b, pages
}

func TestEveryPageStaysWithinItsBudget(t *testing.T) {
	t.Parallel()
	b, pages := theBuild(t)
	if len(b.entries()) != 2 {
		t.Fatalf("the build begins with %v, not with the entry and %s", b.entries(), firstScript)
	}
	for _, p := range pages {
		w, err := b.weigh(p)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%5.1f KB script of %d, %4.1f KB style of %d  %s",
			w.script/kb, w.scriptLimit/kb, w.style/kb, styles/kb, w.path)
		if err := w.tooHeavy(); err != nil {
			t.Error(err)
		}
	}
}

// Visitors download nothing that is for staff: in the sources, and in what was made of them.
func TestVisitorsDownloadNoStaffCode(t *testing.T) {
	t.Parallel()
	b, pages := theBuild(t)
	var src fs.FS = os.DirFS("src")
	if err := keptApart(src, pages); err != nil {
		t.Error(err)
	}
	if err := b.keptApart(pages); err != nil {
		t.Error(err)
	}
}

// Nobody waits for the smallest form of a file of text: it lies beside it.
func TestEveryTextOfTheBuildIsCompressed(t *testing.T) {
	t.Parallel()
	dist := web.Dist()
	for _, kind := range []string{"*.js", "*.css", "*.svg"} {
		files, err := fs.Glob(dist, "client/assets/"+kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			small, err := fs.ReadFile(dist, file+".br")
			if err != nil {
				t.Error(err)
				continue
			}
			got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(small)))
			whole, _ := fs.ReadFile(dist, file)
			if err != nil || !bytes.Equal(got, whole) {
				t.Errorf("%s.br is not %[1]s: %v", file, err)
			}
		}
	}
}
