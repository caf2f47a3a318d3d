package newsletter

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"net/url"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

const (
	page       = "/nieuwsbrief"
	word       = "afmelden"
	oneClickIs = "One-Click"
	oneClickAs = "List-Unsubscribe"
	mostPeeked = 4 << 10 // a one-click body has some 26 bytes, or a few hundred as multipart
)

// OneClick answers what mail programs send when somebody presses "unsubscribe" there (RFC 8058):
// 200 at once, whatever the token, without cookie or redirect. It stands before the refusal of
// posts from other sites, as such a post may come from a webmail page: it needs no cookie, and its
// token can do nothing but this. Every other request goes on unchanged.
func (n *Newsletter) OneClick(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != page || !oneClick(r) {
			next.ServeHTTP(w, r)
			return
		}
		token := r.URL.Query().Get(word)
		if err := db.InTx(r.Context(), n.Pool, func(tx pgx.Tx) error {
			return n.leave(r.Context(), tx, token)
		}); err != nil {
			httpkit.Fail(w, r, err)
			return
		}
		w.Header().Set("Cache-Control", httpkit.NoStore)
		w.WriteHeader(http.StatusOK)
	})
}

// oneClick says whether a request carries the word afmelden and, as its body, the one field of RFC
// 8058. The body can be read again after it.
func oneClick(r *http.Request) bool {
	if !r.URL.Query().Has(word) {
		return false
	}
	start, err := io.ReadAll(io.LimitReader(r.Body, mostPeeked+1))
	r.Body = rest{io.MultiReader(bytes.NewReader(start), r.Body), r.Body}
	if err != nil || len(start) > mostPeeked {
		return false
	}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err != nil:
		return false
	case kind == "application/x-www-form-urlencoded":
		fields, err := url.ParseQuery(string(start))
		return err == nil && len(fields) == 1 && fields.Get(oneClickAs) == oneClickIs
	case kind == "multipart/form-data":
		return onlyPart(start, params["boundary"])
	}
	return false
}

type rest struct {
	io.Reader
	io.Closer
}
