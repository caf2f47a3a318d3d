package render

import (
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"
)

// Route is one line for the golden table. HEAD goes with every GET and is not listed.
type Route struct{ Method, Path, Role, Cache string }

// Who a route is for.
const (
	Everyone = "iedereen"
	Holder   = "houder"
	Staff    = "medewerker"
)

// Routes lists every route of the front, sorted by path. A prefix stands before the param it asks
// for; Cache is the Cache-Control of a good answer.
func (f *Front) Routes() []Route {
	var out []Route
	for _, l := range f.lines {
		path := l.pattern()
		if l.Prefix != "" {
			at := strings.LastIndexByte(path, '{')
			path = path[:at] + l.Prefix + path[at:]
		}
		one := Route{http.MethodGet, path, Everyone, noCache[0]}
		switch {
		case l.Staff:
			one.Role = Staff
		case l.Key:
			one.Role, one.Cache = Holder, noStore[0]
		case len(l.Forms) > 0, l.Plain:
			one.Cache = noStore[0]
		}
		out = append(out, one)
		if len(l.Forms) > 0 && !l.Staff {
			out = append(out, Route{http.MethodPost, path, one.Role, noStore[0]})
		}
	}
	out = append(out, Route{http.MethodGet, "/assets/*", Everyone, forEver})
	for address := range f.files {
		if !isAsset(address) {
			out = append(out, Route{http.MethodGet, address, Everyone, anHour})
		}
	}
	slices.SortFunc(out, func(a, b Route) int {
		return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
	})
	return out
}

// spelling is the one right way to write a route: its segments, "" for a param.
type spelling []string

// spellings collects all GET routes of r, also those of other rooms.
func spellings(r chi.Routes) []spelling {
	var out []spelling
	_ = chi.Walk(
		r,
		func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
			if method != http.MethodGet || route == "/" || strings.Contains(route, "*") {
				return nil
			}
			s := spelling(strings.Split(route, "/"))
			for i, part := range s {
				switch {
				case strings.HasPrefix(part, "{") && strings.HasSuffix(part, "}") &&
					strings.Count(part, "{") == 1:
					s[i] = ""
				case strings.Contains(part, "{"):
					return nil // half a param: file names, which have one spelling
				}
			}
			out = append(out, s)
			return nil
		},
	)
	return out
}

// respell gives the right address of a request that matched no route only because of a trailing
// slash or the letter case of a route name, and "" when there is none. Ids and query stay as they
// are.
func respell(all []spelling, r *http.Request) string {
	asked := r.URL.EscapedPath()
	trimmed := strings.TrimRight(asked, "/")
	parts := strings.Split(trimmed, "/")
	best, names := "", -1
	for _, s := range all {
		if path, n := s.fit(parts); n > names {
			best, names = path, n
		}
	}
	if names < 0 || best == asked {
		return ""
	}
	if r.URL.RawQuery != "" {
		best += "?" + r.URL.RawQuery
	}
	return best
}

// fit writes the parts in this spelling and counts the names that agree; -1 when they do not.
func (s spelling) fit(parts []string) (path string, names int) {
	if len(s) != len(parts) {
		return "", -1
	}
	out := slices.Clone(parts)
	for i, name := range s {
		switch {
		case name == "" && i > 0:
			if parts[i] == "" {
				return "", -1
			}
		case !strings.EqualFold(name, parts[i]):
			return "", -1
		default:
			out[i] = name
			names++
		}
	}
	return strings.Join(out, "/"), names
}
