package render

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
)

var errNoIndex = errors.New("render: index.html lacks <!--head-->, <!--app--> or <!--boot-->")

const siteName = "Herstelruimte"

// picture stands beside a shared link of every page that has none of its own: it says nothing about
// what is behind it.
const picture = "/preview.png"

// bootOpens stands before the boot JSON of every page.
const bootOpens = `<script type="application/json" id="boot">`

// head is what a page module says about itself; Go writes the tags.
type head struct {
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Canonical   string          `json:"canonical"` // path; absent: the page's own path
	Image       string          `json:"image"`     // of previews; absent: that of the house
	Robots      string          `json:"robots"`
	Neutral     bool            `json:"neutral"` // link previews tell only the name of the site
	JSONLD      json.RawMessage `json:"jsonLd"`  // its urls may be paths of this site
	extra       string          // tags React put before the content, such as image preloads
}

// hoisted cuts the tags that renderToString writes ahead of the content: they belong in the head.
func hoisted(s string) (tags, rest string) {
	i := 0
	for {
		end := "/>"
		switch {
		case strings.HasPrefix(s[i:], "<title>"):
			end = "</title>"
		case !strings.HasPrefix(s[i:], "<link ") && !strings.HasPrefix(s[i:], "<meta "):
			return s[:i], s[i:]
		}
		n := strings.Index(s[i:], end)
		if n < 0 {
			return s[:i], s[i:]
		}
		i += n + len(end)
	}
}

// template is index.html as Vite built it, cut at its three comments.
type template struct{ top, open, mid, end []byte }

func parseTemplate(index []byte) (t template, err error) {
	cut := func(s []byte, mark string) (before, after []byte) {
		before, after, ok := bytes.Cut(s, []byte(mark))
		if !ok {
			err = errNoIndex
		}
		return before, after
	}
	t.top, t.open = cut(index, "<!--head-->")
	t.open, t.mid = cut(t.open, "<!--app-->")
	t.mid, t.end = cut(t.mid, "<!--boot-->")
	return t, err
}

var styleSheet = regexp.MustCompile(`<link [^>]*rel="stylesheet"[^>]*href="([^"]+)"`)

// styles are the addresses of the style sheets of every page.
func (t template) styles() (all []string) {
	for _, m := range styleSheet.FindAllSubmatch(slices.Concat(t.top, t.open), -1) {
		all = append(all, string(m[1]))
	}
	return all
}

// document is everything one page is written from.
type document struct {
	head   head
	assets assets
	origin string
	path   string // canonical when the head names none
	app    string // HTML of #root; empty: the shell
	boot   []byte
	words  string // HTML for who sees a shell and has no JavaScript
}

// write gives the whole page. Every word of the head is escaped here; boot and JSON-LD are JSON
// with <, > and & escaped.
func (t template) write(d *document) []byte {
	var b bytes.Buffer
	b.Grow(len(t.top) + len(d.app) + len(d.boot) + 4096)
	b.Write(t.top)
	d.writeHead(&b)
	b.Write(t.open)
	b.WriteString(d.app)
	b.Write(t.mid)
	if d.app == "" { // outside #root: an empty #root tells the browser to render, not to hydrate
		b.WriteString("<noscript>" + d.words + "</noscript>")
	}
	b.WriteString(bootOpens)
	b.Write(d.boot)
	b.WriteString("</script>")
	b.Write(t.end)
	return b.Bytes()
}

func (d *document) writeHead(b *bytes.Buffer) {
	h := &d.head
	tag := func(open, value, close string) {
		if value != "" {
			b.WriteString(open)
			b.WriteString(html.EscapeString(value))
			b.WriteString(close)
		}
	}
	tag("<title>", h.Title, "</title>\n")
	tag(`<meta name="description" content="`, h.Description, "\">\n")
	tag(`<meta name="robots" content="`, h.Robots, "\">\n")
	if !strings.Contains(h.Robots, "noindex") {
		canonical := d.absolute(h.Canonical)
		if canonical == "" {
			canonical = d.origin + d.path
		}
		tag(`<link rel="canonical" href="`, canonical, "\">\n")
		tag(`<meta property="og:url" content="`, canonical, "\">\n")
	}
	d.writePreview(tag)
	b.WriteString(h.extra)
	for _, s := range d.assets.styles {
		tag(`<link rel="stylesheet" href="/`, s, "\">\n")
	}
	for _, s := range d.assets.scripts {
		tag(`<link rel="" crossorigin href="/`, s, "\">\n")
	}
	if len(h.JSONLD) > 0 && string(h.JSONLD) != "null" {
		b.WriteString(`<script type="application/ld+json">`)
		json.HTMLEscape(b, bytes.ReplaceAll(
			h.JSONLD, []byte(`"url":"/`), []byte(`"url":"`+d.origin+"/")))
		b.WriteString("</script>\n")
	}
}

// writePreview writes what other programs show for a shared link.
func (d *document) writePreview(tag func(open, value, close string)) {
	tag(`<meta property="og:site_name" content="`, siteName, "\">\n")
	tag(`<meta property="og:locale" content="`, "nl_NL", "\">\n")
	tag(`<meta property="og:type" content="`, "website", "\">\n")
	tag(`<meta property="og:image" content="`, d.absolute(cmp.Or(d.head.Image, picture)), "\">\n")
	if d.head.Neutral {
		tag(`<meta property="og:title" content="`, siteName, "\">\n")
		return
	}
	tag(`<meta property="og:title" content="`, d.head.Title, "\">\n")
	tag(`<meta property="og:description" content="`, d.head.Description, "\">\n")
}

// absolute puts the origin before an address of this site.
func (d *document) absolute(address string) string {
	if strings.HasPrefix(address, "/") {
		return d.origin + address
	}
	return address
}

// assets of one page module: what the browser needs besides the entry.
type assets struct{ scripts, styles []string }

// manifest is Vite's .vite/manifest.json.
type manifest map[string]struct {
	File    string   `json:"file"`
	IsEntry bool     `json:"isEntry"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
}

// assetsOf follows the imports of a page module; what the entry brings stands in the template
// already.
func (m manifest) assetsOf(module string) (assets, error) {
	var a assets
	root := "src/features/" + module + ".tsx"
	if _, ok := m[root]; !ok {
		return a, fmt.Errorf("render: the build has no module %s", module)
	}
	seen := map[string]bool{}
	var walk func(string)
	walk = func(k string) {
		c, ok := m[k]
		if !ok || seen[k] {
			return
		}
		seen[k] = true
		a.scripts = append(a.scripts, c.File)
		for _, i := range c.Imports {
			walk(i)
		}
		for _, s := range c.CSS { // after those of its imports, as the modules run
			if !slices.Contains(a.styles, s) {
				a.styles = append(a.styles, s)
			}
		}
	}
	for k, c := range m {
		if c.IsEntry {
			walk(k)
		}
	}
	a = assets{}
	walk(root)
	if len(a.scripts) > 1 {
		slices.Sort(a.scripts[1:])
	}
	return a, nil
}
