//go:build web

package demo

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// reading is what somebody reads of a piece of a page.
type reading struct {
	text  string // one line for each block
	links []string
}

var (
	inline = []string{
		"a",
		"span",
		"strong",
		"em",
		"b",
		"i",
		"small",
		"time",
		"abbr",
		"mark",
		"code",
		"sub",
		"sup",
		"q",
		"bdi",
		"wbr",
		"u",
	}
	skipped = []string{
		"nav",
		"table",
		"option",
		"script",
		"style",
		"svg",
		"template",
		"title",
		"head",
	}
	raw = regexp.MustCompile(`(?s)<script\b.*?</script>|<style\b.*?</style>|<!DOCTYPE[^>]*>`)
)

// read takes the words out of a piece of a page. Every element that is not part of a line ends the
// line, and so does a link that looks like a button; menus, tables, choices and what is hidden from
// readers are left out.
func read(t *testing.T, path, html string) reading {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(raw.ReplaceAllString(html, "")))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var out strings.Builder
	var links []string
	hidden, linkFrom := 0, -1
	var stack []bool // which open elements are blocks
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) || hidden == 0 && err != nil && len(stack) == 0 {
			break
		}
		if err != nil {
			t.Errorf("%s: %v", path, err)
			break
		}
		switch token := token.(type) {
		case xml.StartElement:
			if hidden > 0 || unread(token) {
				hidden++
				continue
			}
			block := !slices.Contains(inline, token.Name.Local) ||
				strings.Contains(attr(token, "class"), "button")
			if stack = append(stack, block); block {
				out.WriteByte('\n')
			}
			if token.Name.Local == "a" {
				linkFrom = out.Len()
			}
		case xml.EndElement:
			if hidden > 0 {
				hidden--
				continue
			}
			if token.Name.Local == "a" && linkFrom >= 0 {
				links = append(links, tidy(out.String()[linkFrom:]))
				linkFrom = -1
			}
			if len(stack) > 0 {
				if stack[len(stack)-1] {
					out.WriteByte('\n')
				}
				stack = stack[:len(stack)-1]
			}
		case xml.CharData:
			if hidden == 0 {
				out.WriteString(strings.ReplaceAll(string(token), "\n", " "))
			}
		}
	}
	return reading{tidy(out.String()), links}
}

func unread(e xml.StartElement) bool {
	return slices.Contains(skipped, e.Name.Local) || attr(e, "aria-hidden") == "true" ||
		slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "hidden" })
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// tidy has one space between words and no empty lines.
func tidy(s string) string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
