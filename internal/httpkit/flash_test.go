package httpkit

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func cookieOf(t *testing.T, line string) (*http.Cookie, Flash) {
	t.Helper()
	c, err := http.ParseSetCookie(line)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	var f Flash
	if err != nil || json.Unmarshal(raw, &f) != nil {
		t.Fatalf("%q does not hold a flash", c.Value)
	}
	return c, f
}

func TestTheFlashLivesAMinuteAndIsForTheServerOnly(t *testing.T) {
	t.Parallel()
	want := Flash{Name: `Zoë "🌱" <b>; a=b, ,`, Kind: "registered", Way: "mail"}
	c, f := cookieOf(t, want.cookie(true))
	if f != want || c.Name != "hr_flash" || c.Path != "/" || c.MaxAge != 60 || !c.HttpOnly ||
		!c.Secure ||
		c.SameSite != http.SameSiteLaxMode ||
		c.Domain != "" {
		t.Errorf("%+v %+v", c, f)
	}
	if c, _ := cookieOf(t, want.cookie(false)); c.Secure {
		t.Error("on plain http a Secure cookie would be thrown away")
	}
}

func TestALongNameDoesNotBlowUpTheHeaders(t *testing.T) {
	t.Parallel()
	line := Flash{Name: strings.Repeat("👩", 20000), Kind: "registered"}.cookie(true)
	if _, f := cookieOf(t, line); len(line) > 1000 || f.Name != strings.Repeat("👩", 60) {
		t.Errorf("%d bytes", len(line))
	}
}

func TestTheFlashComesOnlyToWhoAsksForIt(t *testing.T) {
	t.Parallel()
	r := setup(t)
	plain, page := r.good(), r.good()
	page.header["X-Flash"] = "1"
	if got := r.send(plain).Header().Get("Set-Cookie"); got != "" {
		t.Errorf("a program gets %q", got)
	}
	for _, which := range []string{"answer", "replay"} {
		w := r.send(page)
		wantStored(t, w)
		if _, f := cookieOf(
			t,
			w.Header().Get("Set-Cookie"),
		); f != (Flash{Name: "Anja", Kind: "registered", Way: "mail"}) {
			t.Errorf("%s: %+v", which, f)
		}
	}
}
