package httpkit

import (
	"errors"
	"io"
	"net/http"
	"os"

	"herstelruimte/internal/problem"
)

// Bodies makes a body that breaks off, or whose pieces make no sense, a mistake of whoever sends
// it, for everything that reads one. A body that comes too slowly has words of its own.
func Bodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			r.Body = sent{r.Body}
		}
		next.ServeHTTP(w, r)
	})
}

type sent struct{ io.ReadCloser }

func (s sent) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, os.ErrDeadlineExceeded) {
		err = problem.New(problem.BadRequest).Because(err)
	}
	return n, err
}
