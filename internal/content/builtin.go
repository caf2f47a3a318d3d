package content

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"herstelruimte/internal/house"
	"herstelruimte/internal/richtext"
)

// The built-in texts: a file for each page that the house has, called after its key, and the
// privacy statement with what is kept of each form.
//
//go:embed pages/*.md privacy/statement.md privacy/kept.json papers/*
var textFiles embed.FS

// builtIn are the pages that the house has, with the text that stands there until somebody writes
// another.
var builtIn = must(readPages(textFiles))

// ownStatement is what the privacy statement says by itself. An empty part is the place of one that
// people write, on the page `privacy`; {names} are the places of settings.
var ownStatement = must(readStatement(textFiles))

// must is for the files that the program carries: with a fault in one nothing starts.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// builtInPage is a built-in page for its caller alone.
func builtInPage(key string) Page {
	page := builtIn[key]
	page.Blocks = slices.Clone(page.Blocks)
	if key == keyAbout { // which has an empty part where these belong
		page.put(builtIn[keyRules].part(keyRules))
		page.put(anbi(house.Default()))
	}
	return page
}

func readPages(files fs.FS) (map[string]Page, error) {
	names, err := fs.Glob(files, "pages/*.md")
	if err != nil {
		return nil, err
	}
	all := map[string]Page{}
	for _, name := range names {
		p := Page{Key: strings.TrimSuffix(path.Base(name), ".md")}
		text, err := readText(files, name)
		if err != nil {
			return nil, err
		}
		if p.Title, p.Lead, p.Blocks = text.title, text.lead, text.parts; p.Title == "" {
			return nil, fmt.Errorf("%s: the first line is not a title (# …)", name)
		}
		if p.Lead != "" && !shapes[p.Key].lead {
			return nil, fmt.Errorf("%s: %w", name, errTextBefore)
		}
		all[p.Key] = p
	}
	return all, nil
}

type statementText struct {
	parts []Section
	kept  []Kept
}

func readStatement(files fs.FS) (s statementText, err error) {
	text, err := readText(files, "privacy/statement.md")
	if err != nil {
		return s, err
	}
	if s.parts = text.parts; text.lead != "" {
		return s, errTextBefore
	}
	s.kept, err = readKept(files, "privacy/kept.json")
	return s, err
}

// readKept reads what is kept of each kind; none may miss a field.
func readKept(files fs.FS, name string) (kept []Kept, err error) {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&kept); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, k := range kept {
		if k.What == "" || k.Why == "" || k.Basis == "" || k.Term == "" || k.Who == "" {
			return nil, fmt.Errorf("%s: %d (%q) misses a field", name, i+1, k.What)
		}
	}
	return kept, nil
}

// partLine starts a part: its heading, which may be left out, and the id to which links lead.
var partLine = regexp.MustCompile(`^## (?:(.*\S) )?\{#([^{}]*)\}$`)

// errTextBefore is a lead in a file whose page has no place for one.
var errTextBefore = errors.New("there is text before the first part")

// fileText is what one file says.
type fileText struct {
	title string // may be left out
	lead  string // plain words before the first part
	parts []Section
}

// readText reads a Markdown file: a title (#), a lead, and parts that each start with a line
// `## Heading {#id}`.
func readText(files fs.FS, name string) (out fileText, err error) {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return fileText{}, err
	}
	var body strings.Builder
	end := func() error { // of the part that began last
		defer body.Reset()
		if len(out.parts) == 0 {
			out.lead = strings.TrimSpace(body.String())
			return nil
		}
		last := &out.parts[len(out.parts)-1]
		last.Body, err = richtext.FromMarkdown(body.String())
		return err
	}
	for line := range strings.Lines(string(raw)) {
		words := strings.TrimRight(line, "\n")
		if t, is := strings.CutPrefix(words, "# "); is && out.title == "" && len(out.parts) == 0 {
			out.title = t
			continue
		}
		m := partLine.FindStringSubmatch(words)
		switch {
		case m == nil && strings.HasPrefix(words, "## "):
			return fileText{}, fmt.Errorf("%s: %q has no {#id} at its end", name, words)
		case m == nil:
			body.WriteString(line)
			continue
		}
		if err := end(); err != nil {
			return fileText{}, fmt.Errorf("%s: %w", name, err)
		}
		out.parts = append(out.parts, Section{ID: m[2], Heading: m[1]})
	}
	if err := end(); err != nil {
		return fileText{}, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
