package app

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
)

// keep answers the reads that pages are made from with kept bytes, once there are pages. Those that
// are kept already do not count for the limit.
func (a *App) keep(limit func(http.Handler) http.Handler) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		limited := limit(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if a.kept == nil || !a.kept.Serve(w, r, true) {
				next.ServeHTTP(w, r)
			}
		}))
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if a.kept == nil || !a.kept.Serve(w, r, false) {
				limited.ServeHTTP(w, r)
			}
		})
	}
}

// readAt gives the pattern of the operation of the API that reads an address.
func readAt(inner chi.Routes) func(path string) string {
	return func(path string) string {
		return inner.Find(chi.NewRouteContext(), http.MethodGet, path)
	}
}

// queryOf gives the query words that the operation at a pattern knows.
func queryOf(api huma.API) func(pattern string) []string {
	return func(pattern string) (names []string) {
		for _, p := range api.OpenAPI().Paths[pattern].Get.Parameters {
			if p.In == "query" {
				names = append(names, p.Name)
			}
		}
		return names
	}
}
