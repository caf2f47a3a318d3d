package render

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf8"
)

// flashCookie carries the personal line of the page after a form, once.
const flashCookie = "hr_flash"

// Flash is what the API says about a form that was just sent: first name, kind of result and way of
// contact.
type Flash struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Way  string `json:"way"`
	Meet string `json:"meet,omitempty"`
}

// kind of a flash as one entry of the cache: all but the name. The question mark makes it one of
// those that leave the cache first.
func (f *Flash) entry() string {
	return fmt.Sprintf(" ?%s %s %s %t", f.Kind, f.Way, f.Meet, f.Name == "")
}

// nameless is the same flash with the placeholder for its name, if it has one.
func (f *Flash) nameless() *Flash {
	blank := *f
	if blank.Name != "" {
		blank.Name = namePlaceholder
	}
	return &blank
}

var flashWord = regexp.MustCompile(`^[A-Za-z]{0,20}$`)

// flashOf reads the cookie. carried is also true for one that is not ours or makes no sense, so
// that it is cleared.
func (f *Front) flashOf(r *http.Request) (told *Flash, carried bool) {
	for _, all := range r.Header["Cookie"] {
		carried = carried || strings.Contains(all, flashCookie+"=")
	}
	if !carried {
		return nil, false
	}
	c, err := r.Cookie(flashCookie)
	if err != nil {
		return nil, false
	}
	if json.Unmarshal(f.flash(c.Value), &told) != nil || told == nil {
		return nil, true
	}
	told.Name = strings.Map(printable, told.Name)
	if told.Kind == "" || !flashWord.MatchString(told.Kind) || !flashWord.MatchString(told.Way) ||
		!flashWord.MatchString(told.Meet) ||
		utf8.RuneCountInString(told.Name) > 60 {
		return nil, true
	}
	return told, true
}

func clearFlash(w http.ResponseWriter, origin string) {
	http.SetCookie(w, &http.Cookie{
		Name: flashCookie, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(origin, "https:"),
	})
}
