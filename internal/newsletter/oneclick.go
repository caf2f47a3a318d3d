package newsletter

import (
	"bytes"
	"io"
	"net/http"
	"net/url"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

const (
	page = "/nieuwsbrief"
	word = "afmelden"
)

// OneClick answers what mail programs send when somebody presses "unsubscribe" there (RFC 8058):
// 200 at once, whatever the token, the body and its type, without cookie or redirect. It stands
// before the refusal of posts from other sites, as such a post may come from a webmail page: it
// needs no cookie, and its token can do nothing but this. Every other request goes on unchanged.
func (n *Room) OneClick(next http.Handler) http.Handler {
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

// oneClick says whether a request carries the word afmelden and is not the form of our own page,
// whose answer is a page. The body can be read again after it.
func oneClick(r *http.Request) bool {
	if !r.URL.Query().Has(word) {
		return false
	}
	start, err := io.ReadAll(io.LimitReader(r.Body, httpkit.MaxBody+1))
	r.Body = rest{io.MultiReader(bytes.NewReader(start), r.Body), r.Body}
	fields, _ := url.ParseQuery(string(start)) // what is no form has no such field
	return err == nil && len(start) <= httpkit.MaxBody && !fields.Has("form")
}

type rest struct {
	io.Reader
	io.Closer
}
