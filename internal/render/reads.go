package render

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
)

// readTime is the longest a page waits for its reads.
const readTime = 5 * time.Second

// facts are the answers of a page's reads.
type facts struct {
	data   json.RawMessage // object by name; after a failed read only layout, or null
	status int             // of the worst read
	until  time.Time       // zero, or the first moment that any read names
	retry  string          // Retry-After of a failed read
}

// read asks the API for the data of a page. All reads run, so that the worst status is known.
func (f *Front) read(ctx context.Context, v *visit) facts {
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	out := facts{status: http.StatusOK}
	layout, ok := f.readOne(ctx, v, layoutRead, &out)
	all := []byte(`{"layout":`)
	all = append(all, layout...)
	for _, r := range v.l.reads {
		target := v.l.fill(r.path, v.values)
		query := r.fixed
		if query != "" && v.words != "" {
			query += "&"
		}
		if query += v.words; query != "" {
			target += "?" + query
		}
		body, _ := f.readOne(ctx, v, target, &out)
		name, _ := json.Marshal(r.name)
		all = append(append(append(append(all, ','), name...), ':'), body...)
	}
	switch {
	case out.status == http.StatusOK:
		out.data = append(all, '}')
	case ok:
		out.data = append(append([]byte(`{"layout":`), layout...), '}')
	}
	return out
}

// readLayout asks for what belongs to every page, and no more.
func (f *Front) readLayout(ctx context.Context, v *visit) facts {
	bare := *v
	bare.l = &line{Page: Page{Path: v.l.Path}}
	return f.read(ctx, &bare)
}

// readOne runs one read and adds its status and its moment to the facts.
func (f *Front) readOne(ctx context.Context, v *visit, target string, sum *facts) ([]byte, bool) {
	rec := f.ask(ctx, v, call{method: http.MethodGet, target: target})
	if rec.status != http.StatusOK {
		if status := pageStatus(rec.status); status > sum.status {
			sum.status, sum.retry = status, rec.header.Get("Retry-After")
		}
		return nil, false
	}
	body := bytes.TrimSpace(rec.body.Bytes())
	var has struct {
		FreshUntil time.Time `json:"freshUntil"`
	}
	var wrong *json.SyntaxError
	if err := json.Unmarshal(body, &has); errors.As(err, &wrong) {
		sum.status = max(sum.status, http.StatusInternalServerError)
		return nil, false
	}
	if t := has.FreshUntil; !t.IsZero() && (sum.until.IsZero() || t.Before(sum.until)) {
		sum.until = t
	}
	return body, true
}

// pageStatus is what a failed read makes of its page: an address the API cannot read does not
// exist.
func pageStatus(read int) int {
	switch {
	case read == http.StatusBadRequest, read == http.StatusUnprocessableEntity:
		return http.StatusNotFound
	case read >= 400:
		return read
	}
	return http.StatusInternalServerError
}

type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(b)
}

var forwarded = []string{
	"Forwarded",
	"X-Forwarded-For",
	"X-Forwarded-Host",
	"X-Forwarded-Proto",
	"X-Real-Ip",
}

// call is what a page asks of the API.
type call struct {
	method, target string
	head           http.Header
	body           []byte
}

// ask calls the API in memory, for the visitor of v: same checks, same answer, no socket. On key
// lines the last param goes along as Authorization. A panic of a handler counts as status 500.
func (f *Front) ask(ctx context.Context, v *visit, c call) (rec *recorder) {
	rec = &recorder{header: http.Header{}}
	defer func() {
		if fault := recover(); fault != nil {
			f.log.ErrorContext(
				ctx,
				"a read or operation of a page panicked",
				"page",
				v.l.Path,
				"fault",
				fmt.Sprint(fault),
			)
			rec = &recorder{header: http.Header{}, status: http.StatusInternalServerError}
		}
	}()
	// the API's router starts its own
	ctx = context.WithValue(ctx, chi.RouteCtxKey, (*chi.Context)(nil))
	req, err := http.NewRequestWithContext(ctx, c.method, c.target, bytes.NewReader(c.body))
	if err != nil {
		rec.status = http.StatusBadRequest
		return rec
	}
	for k, values := range c.head {
		req.Header[k] = values
	}
	for _, k := range forwarded {
		if values := v.r.Header[k]; len(values) > 0 {
			req.Header[k] = values
		}
	}
	req.RemoteAddr, req.Host, req.TLS = v.r.RemoteAddr, v.r.Host, v.r.TLS
	if v.l.Key {
		req.Header.Set("Authorization", "Aanmelding "+url.PathEscape(v.values[len(v.values)-1]))
	}
	f.api.ServeHTTP(rec, req)
	rec.WriteHeader(http.StatusOK)
	return rec
}
