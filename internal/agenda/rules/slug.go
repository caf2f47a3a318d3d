package rules

import (
	"strings"

	"herstelruimte/internal/httpkit"
)

// SlugOf makes a short address of a title: "Koffie & thee: proeven!" becomes koffie-thee-proeven.
// Empty when nothing is left.
func SlugOf(title string) string {
	words := strings.FieldsFunc(httpkit.Folded(
		title,
	), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	out := ""
	for _, w := range words {
		if next := strings.Trim(out+"-"+w, "-"); len(next) <= 36 { // leaves place for a number
			out = next
		} else {
			break
		}
	}
	if out == "" && len(words) > 0 {
		out = words[0][:min(36, len(words[0]))]
	}
	if len(out) < 2 {
		return ""
	}
	return out
}
