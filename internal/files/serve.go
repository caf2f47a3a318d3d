package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

const (
	forEver     = "public, max-age=31536000, immutable"
	forStaff    = "private, no-store"
	mostServed  = 16 << 20 // bytes of one variant
	bareContent = "default-src 'none'; sandbox"
)

// Mount serves pictures and documents: to everybody what something published uses, to staff also
// what they find in the library or in a text that they may read, and to anybody else nothing.
func (l *Library) Mount(r chi.Router) {
	r.Get("/media/{file}/{variant}", l.media)
	r.Get("/bestanden/{file}/{name}", l.document)
}

// offered is a file as far as it is served.
type offered struct {
	kind         Kind
	label        string
	size         int64
	widths, avif []int
	public       bool
	sum          []byte
	createdBy    string
}

// offer finds a file that may be served to r; not_found when there is none, whoever asks.
func (l *Library) offer(r *http.Request, kind Kind) (id string, o offered, err error) {
	id = chi.URLParam(r, "file")
	if strings.ContainsRune(id, 0) { // no text to the database, which would count as trouble
		return id, o, problem.New(problem.NotFound)
	}
	err = l.Pool.QueryRow(
		r.Context(), `
		select kind, label, size, widths, avif, sum, created_by,
		trashed_at is null
			and (kind = 'image' or cleaned_at is not null)
			and exists (
				select 1
				from file_use u
				where u.file_id = f.id
					and u.published
					and (u.public_from is null or u.public_from <= $3)
			)
		from file f
		where id = $1 and status = 'ready' and kind = $2`,
		id,
		kind,
		l.Clock.Now(),
	).Scan(&o.kind, &o.label, &o.size, &o.widths, &o.avif, &o.sum, &o.createdBy, &o.public)
	if err != nil {
		return id, o, db.Problem(err)
	}
	if !o.public {
		return id, o, l.forStaff(r, id, o.createdBy)
	}
	return id, o, nil
}

// forStaff is not_found unless r is of somebody who finds this file in the library, or in a text
// that they may read.
func (l *Library) forStaff(r *http.Request, id, owner string) error {
	if !l.Identity.HasCookie(r) {
		return problem.New(problem.NotFound)
	}
	who, err := l.Identity.Caller(r)
	if errors.Is(err, problem.New(problem.Unauthorized)) {
		return problem.New(problem.NotFound)
	}
	if err != nil || who.Has(identity.Begeleider) && owner == who.ID || mayTouch(who, "") {
		return err
	}
	if l.MayRead == nil || len(who.Roles) == 0 {
		return problem.New(problem.NotFound)
	}
	may, err := l.MayRead(r.Context(), who, id)
	if err == nil && !may {
		return problem.New(problem.NotFound)
	}
	return err
}

// media serves one variant of a picture.
func (l *Library) media(w http.ResponseWriter, r *http.Request) {
	width, format, _ := strings.Cut(chi.URLParam(r, "variant"), ".")
	n, err := strconv.Atoi(width)
	id, o := "", offered{}
	if err == nil && strconv.Itoa(n) == width {
		id, o, err = l.offer(r, Image)
	} else {
		err = problem.New(problem.NotFound)
	}
	there := map[string][]int{"jpg": o.widths, "avif": o.avif}[format]
	if err == nil && !slices.Contains(there, n) {
		err = problem.New(problem.NotFound)
	}
	if errors.Is(err, problem.New(problem.NotFound)) {
		nothing(w)
		return
	}
	var raw []byte
	if err == nil {
		raw, err = l.bytesOf(r.Context(), variantName(id, n, format))
	}
	if err != nil {
		l.placeholder(w, r, err)
		return
	}
	h := bare(w, map[string]string{"jpg": "image/jpeg", "avif": "image/avif"}[format], forStaff)
	// what is under an address never changes
	h.Set("ETag", fmt.Sprintf(`"%s-%s"`, id, chi.URLParam(r, "variant")))
	if o.public {
		h.Set("Cache-Control", forEver)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(raw))
}

// bytesOf reads one variant. One that its row speaks of and the store has not is a fault of the
// store.
func (l *Library) bytesOf(ctx context.Context, name string) (raw []byte, err error) {
	in, err := l.Store.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	raw, err = io.ReadAll(io.LimitReader(in, mostServed))
	return raw, errors.Join(err, in.Close())
}

// bare says what comes, to be looked at and to do nothing.
func bare(w http.ResponseWriter, what, cache string) http.Header {
	h := w.Header()
	h.Set("Content-Type", what)
	h.Set("Content-Security-Policy", bareContent)
	h.Set("Cache-Control", cache)
	return h
}

// nothing is the answer for what is not there, or not for who asks: the same bytes.
func nothing(w http.ResponseWriter) {
	bare(w, "text/plain; charset=utf-8", httpkit.NoStore)
	w.WriteHeader(http.StatusNotFound)
	_, _ = io.WriteString(w, "Dit bestand is er niet.\n")
}

// blank is a calm grey picture for when the store is away. A browser shows it, and asks again the
// next time.
var blank = sync.OnceValue(func() []byte {
	grey := color.Palette{color.RGBA{0xe7, 0xe3, 0xdc, 0xff}}
	m := image.NewPaletted(image.Rect(0, 0, 48, 32), grey)
	var b bytes.Buffer
	_ = png.Encode(&b, m) // into memory
	return b.Bytes()
})

func (l *Library) placeholder(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil {
		l.Log.WarnContext(r.Context(), "a picture could not be read",
			"request", httpkit.RequestID(r.Context()), "err", err)
	}
	bare(w, "image/png", httpkit.NoStore).Set("Retry-After", "30")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write(blank())
}

// document serves a pdf, to be kept and not to be opened here.
func (l *Library) document(w http.ResponseWriter, r *http.Request) {
	id, o, err := l.offer(r, PDF)
	if errors.Is(err, problem.New(problem.NotFound)) {
		nothing(w)
		return
	}
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("ETag", fmt.Sprintf(`"%x"`, o.sum))
	h.Set("Content-Security-Policy", bareContent)
	h.Set("Cache-Control", forStaff)
	if o.public {
		h.Set("Cache-Control", "no-cache") // gone is gone: ask each time
	}
	if slices.Contains(strings.Split(r.Header.Get("If-None-Match"), ", "), h.Get("ETag")) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	in, err := l.Store.Get(r.Context(), pdfName(id))
	if err != nil {
		h.Del("ETag")
		httpkit.Fail(w, r, problem.New(problem.Unavailable).Because(err))
		return
	}
	defer func() { _ = in.Close() }() // only read
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Length", strconv.FormatInt(o.size, 10))
	h.Set("Content-Disposition", `attachment; filename="`+addressName(o.label)+`"`)
	if r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(w, in); err != nil {
		panic(http.ErrAbortHandler) // half a document must not look like a whole one
	}
}
