package render

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// The encodings, in rising order of preference.
const (
	plain = iota
	gz
	zst
	br
)

var encodingName = [4]string{"", "gzip", "zstd", "br"}

const (
	pageLevel = 5 // brotli, of bytes made while somebody waits
	htmlType  = "text/html; charset=utf-8"
)

var (
	noStore  = []string{"no-store"}
	noCache  = []string{"no-cache"}
	vary     = []string{"Accept-Encoding"}
	htmlKind = []string{htmlType}
)

// copies is one body in the four encodings. Each is made when it is first asked for: most visitors
// ask for the same one.
type copies struct {
	in    [4]func() *packed
	bytes int // that they take together, at most
}

// packed is a body in one encoding, with its headers ready to be assigned.
type packed struct {
	body []byte
	etag string
	head []pair
}

type pair struct {
	name  string
	value []string
}

const validators = 3 // the first headers of a copy also go with a 304

// encode makes the copies. An encoding that gains nothing holds the plain bytes. small is the body
// in brotli, where it is made already.
func encode(body, small []byte, kind, cacheControl string, squeeze bool) *copies {
	sum := sha256.Sum256(body)
	c := &copies{bytes: len(body)}
	if squeeze {
		c.bytes *= 2
	}
	for i := range c.in {
		c.in[i] = sync.OnceValue(func() *packed {
			b, name := body, ""
			if i != plain && squeeze {
				made := small
				if i != br || made == nil {
					made = compress(i, body)
				}
				if len(made) < len(body) {
					b, name = made, encodingName[i]
				}
			}
			etag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + name + `"`
			p := &packed{b, etag, []pair{
				{"Etag", []string{etag}},
				{"Cache-Control", []string{cacheControl}},
				{"Vary", vary},
				{"Content-Type", []string{kind}},
				{"Content-Length", []string{strconv.Itoa(len(b))}},
			}}
			if name != "" {
				p.head = append(p.head, pair{"Content-Encoding", []string{name}})
			}
			return p
		})
	}
	return c
}

// serve answers with the best copy, or 304 when the visitor has it.
func (c *copies) serve(w http.ResponseWriter, r *http.Request, status int) {
	one := c.in[choose(r.Header["Accept-Encoding"])]()
	h := w.Header()
	if status == http.StatusOK {
		for _, m := range r.Header["If-None-Match"] {
			if strings.Contains(m, one.etag) {
				for _, p := range one.head[:validators] {
					h[p.name] = p.value
				}
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
	}
	for _, p := range one.head {
		h[p.name] = p.value
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(one.body)
	}
}

// once answers with bytes that are for this visitor only: never stored by anybody, compressed now.
func once(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	h := w.Header()
	h["Cache-Control"], h["Vary"], h["Content-Type"] = noStore, vary, htmlKind
	if e := choose(r.Header["Accept-Encoding"]); e != plain {
		body = compress(e, body)
		h["Content-Encoding"] = []string{encodingName[e]}
	}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// choose reads Accept-Encoding. Weights do not order, but 0 forbids.
func choose(accept []string) int {
	best := plain
	for _, list := range accept {
		for list != "" {
			var item string
			item, list, _ = strings.Cut(list, ",")
			name, weight, _ := strings.Cut(item, ";")
			e := plain
			switch strings.TrimSpace(name) {
			case "br":
				e = br
			case "zstd":
				e = zst
			case "gzip":
				e = gz
			}
			if e > best && !forbids(weight) {
				best = e
			}
		}
	}
	return best
}

func forbids(weight string) bool {
	q, ok := strings.CutPrefix(strings.TrimSpace(weight), "q=")
	return ok && q != "" && strings.Trim(q, "0.") == ""
}

// A brotli writer holds megabytes and a gzip writer hundreds of kilobytes: they are used again.
var (
	brotlis = sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, pageLevel) }}
	gzips   = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	zstds   = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithWindowSize(512<<10), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // the options are constants
		}
		return e
	})
)

type resettable interface {
	io.WriteCloser
	Reset(io.Writer)
}

func compress(encoding int, body []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(body)/3 + 64)
	var writer resettable
	switch {
	case encoding == zst:
		return zstds().EncodeAll(body, make([]byte, 0, len(body)/3+64))
	case encoding == gz:
		writer = gzips.Get().(*gzip.Writer)
		defer gzips.Put(writer)
	default:
		writer = brotlis.Get().(*brotli.Writer)
		defer brotlis.Put(writer)
	}
	writer.Reset(&out)
	writer.Write(body) // into memory: cannot fail
	writer.Close()
	return out.Bytes()
}
