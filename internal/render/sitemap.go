package render

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/go-chi/chi/v5"
)

// Page is one line of the site map in web/src/pages.ts.
type Page struct {
	Path   string            `json:"path"`
	Module string            `json:"module"`
	Data   map[string]string `json:"data"`
	Fixed  map[string]string `json:"fixed"`
	Query  []string          `json:"query"`
	// title of a tab that says nothing, also of a page that could not be drawn
	Quiet string `json:"quiet"`
	// query words that are tokens: no read gets them, and nothing with one is kept
	Secret []string `json:"secret"`
	Prefix string   `json:"prefix"`
	Key    bool     `json:"key"`
	Staff  bool     `json:"staff"`
	// a page of the sign-in: not for search engines, and it may load more script
	Signin   bool            `json:"signin"`
	Plain    bool            `json:"plain"` // without header and footer
	Forms    map[string]Form `json:"forms"`
	Outlives []string        `json:"outlives"`
	Status   int             `json:"status"` // of the page when its reads are good; 0 is 200
}

// Form is one plain form of a page: the operation it runs ("POST /api/…") and where the visitor
// goes after it.
type Form struct {
	Call string `json:"call"`
	Then Then   `json:"then"`
	// Shows: the page itself shows the answer, in the body that answers the post (200, no-store),
	// and nowhere else: a number that is told once fits no cookie and no address. Sent again, a
	// post gives the answer that is kept under its key.
	Shows bool `json:"shows"`
}

// Operation gives method and path of the call, without its query.
func (f Form) Operation() (method, path string) {
	method, target := f.target()
	path, _, _ = strings.Cut(target, "?")
	return method, path
}

// target is the whole address that is called.
func (f Form) target() (method, target string) {
	method, target, _ = strings.Cut(f.Call, " ")
	return method, target
}

// Then is one address (under "") or an address for each `status` of the answer. `:x` is a param of
// the page's path, `{x}` that or else a field of the posted form, `{link}` the secret that the
// answer gives.
type Then map[string]string

// UnmarshalJSON reads a text or an object of texts.
func (t *Then) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = Then{"": one}
		return nil
	}
	return json.Unmarshal(b, (*map[string]string)(t))
}

// layoutRead belongs to every page.
const layoutRead = "/api/site"

// maxWord is the longest value of a query word, in code points, that reaches a read: longer than
// any word a read knows.
const maxWord = 200

// line is a Page made ready for requests.
type line struct {
	Page
	names  []string // of the params of Path, in order
	parts  []string // the literal text around them: one more than names
	reads  []read   // in order of name, so that equal data gives equal bytes
	assets assets
}

type read struct{ name, path, fixed string }

var (
	param = regexp.MustCompile(`:(\w+)`)
	hole  = regexp.MustCompile(`\{(\w+)\}|:(\w+)`)
	// fieldHole is a hole that a field of the posted form may fill.
	fieldHole = regexp.MustCompile(`\{(\w+)\}`)
)

func newLine(p Page) (*line, error) {
	l := &line{Page: p}
	if !strings.HasPrefix(p.Path, "/") {
		return nil, fmt.Errorf("render: site map: %q does not start with a slash", p.Path)
	}
	from := 0
	for _, m := range param.FindAllStringSubmatchIndex(p.Path, -1) {
		l.parts = append(l.parts, p.Path[from:m[0]])
		l.names = append(l.names, p.Path[m[2]:m[3]])
		from = m[1]
	}
	l.parts = append(l.parts, p.Path[from:])
	for name, target := range p.Data {
		path, fixed, _ := strings.Cut(target, "?")
		l.reads = append(l.reads, read{name, path, fixed})
	}
	slices.SortFunc(l.reads, func(a, b read) int { return strings.Compare(a.name, b.name) })
	return l, l.check()
}

// check finds the mistakes that would show only when somebody opens the page.
func (l *line) check() error {
	if (l.Prefix != "" || l.Key) && len(l.names) == 0 {
		return fmt.Errorf("render: site map: %s has a prefix or key but no param", l.Path)
	}
	targets := []string{}
	for _, r := range l.reads {
		targets = append(targets, r.path)
	}
	for name, f := range l.Forms {
		method, target := f.target()
		if method == "" || !strings.HasPrefix(target, "/") {
			return fmt.Errorf("render: site map: %s form %q calls %q", l.Path, name, f.Call)
		}
		targets = append(targets, target)
		for _, then := range f.Then {
			targets = append(targets, fieldHole.ReplaceAllStringFunc(then, func(m string) string {
				if slices.Contains(l.carried(f), strings.Trim(m, "{}")) {
					return ""
				}
				return m
			}))
		}
	}
	for _, t := range targets {
		for _, m := range hole.FindAllStringSubmatch(t, -1) {
			if name := m[1] + m[2]; !slices.Contains(l.names, name) && l.Fixed[name] == "" {
				return fmt.Errorf("render: site map: %s cannot fill %s of %s", l.Path, name, t)
			}
		}
	}
	return nil
}

// carried are the fields of a form that are not for its operation but for the address after it:
// `{x}` of `then` that no param of the path fills.
func (l *line) carried(f Form) (names []string) {
	for _, then := range f.Then {
		for _, m := range fieldHole.FindAllStringSubmatch(then, -1) {
			if !slices.Contains(l.names, m[1]) && l.Fixed[m[1]] == "" {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// pattern of chi, with the names of this line.
func (l *line) pattern() string { return param.ReplaceAllString(l.Path, "{$1}") }

// shape is equal for lines that stand at the same address.
func (l *line) shape() string { return param.ReplaceAllString(l.Path, "{}") }

// address is the one spelling of the line's path with these values.
func (l *line) address(values []string) string {
	if len(values) == 0 {
		return l.Path
	}
	var b strings.Builder
	for i, v := range values {
		b.WriteString(l.parts[i])
		b.WriteString(url.PathEscape(v))
	}
	b.WriteString(l.parts[len(values)])
	return b.String()
}

// fill puts the values (and the fixed ones) into `{name}` and `:name` of a target.
func (l *line) fill(target string, values []string) string {
	return hole.ReplaceAllStringFunc(target, func(m string) string {
		name := strings.Trim(m, "{:}")
		if i := slices.Index(l.names, name); i >= 0 {
			return url.PathEscape(values[i])
		}
		return url.PathEscape(l.Fixed[name])
	})
}

// words reduces a query to these words, in the order of the site map; the rest is dropped.
func words(rawQuery string, known []string) string {
	if rawQuery == "" || len(known) == 0 {
		return ""
	}
	got, _ := url.ParseQuery(rawQuery) // what cannot be read counts as absent
	var b strings.Builder
	for _, k := range known {
		v := cut(got.Get(k))
		if v == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(k))
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(v))
	}
	return b.String()
}

// cut drops control characters, which belong in no address, and what is longer than any word.
func cut(v string) string {
	v = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, v)
	n := 0
	for i := range v {
		if n == maxWord {
			return v[:i]
		}
		n++
	}
	return v
}

// visit is one request reduced to what a page understands.
type visit struct {
	l      *line
	r      *http.Request
	values []string // of the params
	words  string   // canonical query, for the reads
	secret bool     // the address holds a token
	url    string   // canonical address: what is rendered, and the key of the cache
}

// group holds the lines of one address; the first whose prefix fits the last param answers.
type group []*line

// visit gives the visit of a request, and no when no line of the group fits.
func (g group) visit(r *http.Request) (visit, bool) {
	values, ok := paramValues(r, len(g[0].names))
	if !ok {
		return visit{}, false
	}
	for _, l := range g {
		if l.Prefix != "" && !strings.HasPrefix(values[len(values)-1], l.Prefix) {
			continue
		}
		v := visit{l: l, r: r, values: values}
		if l.Staff { // one page for all addresses of the line: it says nothing about any of them
			v.url = l.address(slices.Repeat([]string{l.Prefix + "x"}, len(values)))
			return v, true
		}
		v.words = words(r.URL.RawQuery, l.Query)
		all := v.words
		if tokens := words(r.URL.RawQuery, l.Secret); tokens != "" {
			v.secret = true
			all = strings.Trim(all+"&"+tokens, "&")
		}
		v.url = l.address(values)
		if all != "" {
			v.url += "?" + all
		}
		return v, true
	}
	return visit{}, false
}

// paramValues copies the last n values of the route (chi uses its memory again) and takes out
// percent signs.
func paramValues(r *http.Request, n int) ([]string, bool) {
	if n == 0 {
		return nil, true
	}
	all := chi.RouteContext(r.Context()).URLParams.Values
	if len(all) < n {
		return nil, false
	}
	values := slices.Clone(all[len(all)-n:])
	for i, v := range values {
		if r.URL.RawPath != "" {
			plain, err := url.PathUnescape(v)
			if err != nil {
				return nil, false
			}
			values[i] = plain
		}
		if values[i] == "" {
			return nil, false
		}
	}
	return values, true
}
