package httpkit

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"herstelruimte/internal/clock"
)

var flashes = NewTickets(bytes.Repeat([]byte("k"), 32), clock.Stopped(noon))

func cookieOf(t *testing.T, line string) (*http.Cookie, Flash) {
	t.Helper()
	c, err := http.ParseSetCookie(line)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	var f Flash
	if json.Unmarshal(flashes.Flash(c.Value), &f) != nil {
		t.Fatalf("%q does not hold a flash", c.Value)
	}
	return c, f
}

func TestAFlashThatTheSiteDidNotMakeIsNone(t *testing.T) {
	t.Parallel()
	c, _ := cookieOf(t, Flash{Name: "Anja", Kind: "registered", Way: "mail"}.cookie(flashes, true))
	made, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil {
		t.Fatal(err)
	}
	other := NewTickets(bytes.Repeat([]byte("x"), 32), nil)
	for name, forged := range map[string]string{
		"as before there was a signature": base64.RawURLEncoding.EncodeToString(made[macSize:]),
		"of another site": strings.TrimPrefix(
			strings.Split(Flash{Kind: "x"}.cookie(other, true), ";")[0], FlashCookie+"="),
		"another name": base64.RawURLEncoding.EncodeToString(
			bytes.Replace(made, []byte("Anja"), []byte("Mal "), 1)),
		"signed as a form": flashes.New().FormTime,
		"short":            "YWFh",
		"empty":            "",
		"no base64":        "%%%",
	} {
		if got := flashes.Flash(forged); got != nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestTheFlashLivesAMinuteAndIsForTheServerOnly(t *testing.T) {
	t.Parallel()
	want := Flash{Name: `Zoë "🌱" <b>; a=b, ,`, Kind: "registered", Way: "mail", Meet: "phone"}
	c, f := cookieOf(t, want.cookie(flashes, true))
	if f != want || c.Name != "hr_flash" || c.Path != "/" || c.MaxAge != 60 || !c.HttpOnly ||
		!c.Secure ||
		c.SameSite != http.SameSiteLaxMode ||
		c.Domain != "" {
		t.Errorf("%+v %+v", c, f)
	}
	if c, _ := cookieOf(t, want.cookie(flashes, false)); c.Secure {
		t.Error("on plain http a Secure cookie would be thrown away")
	}
}

func TestALongNameDoesNotBlowUpTheHeaders(t *testing.T) {
	t.Parallel()
	line := Flash{Name: strings.Repeat("👩", 20000), Kind: "registered"}.cookie(flashes, true)
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
