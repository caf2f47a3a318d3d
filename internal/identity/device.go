package identity

import "strings"

type word struct{ sign, name string }

// The first sign that fits counts: nearly every browser calls itself Safari, most call themselves
// Chrome.
var browsers = []word{
	{"edg", "Edge"},
	{"opr/", "Opera"},
	{"samsungbrowser", "Samsung Internet"},
	{"firefox", "Firefox"},
	{"fxios", "Firefox"},
	{"chrome", "Chrome"}, {"chromium", "Chrome"}, {"crios", "Chrome"}, {"safari", "Safari"},
}

var systems = []word{
	{"iphone", "iPhone"},
	{"ipad", "iPad"},
	{"android", "Android"},
	{"cros", "Chromebook"},
	{"windows", "Windows"},
	{"macintosh", "Mac"},
	{"linux", "Linux"},
}

// device is as much of a User-Agent as a person needs to know their own sign-ins apart. Nothing
// finer is kept.
func device(userAgent string) string {
	agent := strings.ToLower(userAgent)
	first := func(words []word) string {
		for _, w := range words {
			if strings.Contains(agent, w.sign) {
				return w.name
			}
		}
		return ""
	}
	browser, system := first(browsers), first(systems)
	if browser == "" || system == "" {
		return "Onbekend apparaat"
	}
	return browser + " op " + system
}
