package render

import (
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"
)

const (
	forEver = "public, max-age=31536000, immutable" // the name changes with the content
	anHour  = "public, max-age=3600"                // fixed names, such as the icon
	// what the build compressed lies beside each file, under its name with this behind it
	squeezed = ".br"
)

// kinds of files that the machine's own list may not know, and whether compressing them helps.
var kinds = map[string]struct {
	mime    string
	squeeze bool
}{
	".js":          {"text/javascript; charset=utf-8", true},
	".css":         {"text/css; charset=utf-8", true},
	".svg":         {"image/svg+xml", true},
	".ico":         {"image/x-icon", true},
	".json":        {"application/json", true},
	".map":         {"application/json", true},
	".txt":         {"text/plain; charset=utf-8", true},
	".webmanifest": {"application/manifest+json", true},
	".woff2":       {"font/woff2", false},
	".png":         {"image/png", false},
	".jpg":         {"image/jpeg", false},
	".webp":        {"image/webp", false},
	".avif":        {"image/avif", false},
}

// file gives the copies of one file of the browser build. It is read when it is first asked for:
// most files are screens of staff that few ask for, and the program starts at once.
type file func() *copies

// loadFiles finds every file of the browser build. The document and names with a dot in front stay
// out.
func loadFiles(build fs.FS) (map[string]file, error) {
	out := map[string]file{}
	err := fs.WalkDir(build, "client", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), ".") && d.IsDir():
			return fs.SkipDir
		case d.IsDir(), strings.HasPrefix(d.Name(), "."), p == "client/index.html",
			path.Ext(p) == squeezed:
			return nil
		}
		address := strings.TrimPrefix(p, "client")
		kind, known := kinds[path.Ext(p)]
		if !known {
			kind.mime = mime.TypeByExtension(path.Ext(p))
		}
		if kind.mime == "" {
			kind.mime = "application/octet-stream"
		}
		out[address] = sync.OnceValue(func() *copies {
			b, err := fs.ReadFile(build, p)
			if err != nil { // somebody builds again while the program runs
				return nil
			}
			small, _ := fs.ReadFile(build, p+squeezed)
			return encode(b, small, kind.mime, cacheOf(address), kind.squeeze)
		})
		return nil
	})
	return out, err
}

func isAsset(address string) bool { return strings.HasPrefix(address, "/assets/") }

func cacheOf(address string) string {
	if isAsset(address) {
		return forEver
	}
	return anHour
}

func (f *Front) mountFiles(r chi.Router) {
	serve := func(w http.ResponseWriter, r *http.Request) {
		if made := f.files[r.URL.Path]; made != nil {
			if c := made(); c != nil {
				c.serve(w, r, http.StatusOK)
				return
			}
		}
		// an old page asking for an old chunk: nobody may remember this answer
		w.Header()["Cache-Control"] = noStore
		w.WriteHeader(http.StatusNotFound)
	}
	r.Get("/assets/*", serve)
	r.Head("/assets/*", serve)
	for address := range f.files {
		if !isAsset(address) {
			r.Get(address, serve)
			r.Head(address, serve)
		}
	}
}
