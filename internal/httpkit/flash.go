package httpkit

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/json"
	"net/http"
)

// FlashCookie tells the page after a form, once, what happened.
const FlashCookie = "hr_flash"

// Flash is what that page needs to know: the name as typed, the kind of result and how the
// person is reached.
type Flash struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Way  string `json:"way"`
	Meet string `json:"meet,omitempty"` // how the house gets to know them first: phone or mail
}

// maxFlashName is more than any name that passes a form; a robot's must not blow up the headers.
const maxFlashName = 60

// flashed is what the signature of a flash says that it is.
const flashed = "flash"

// Flash reads the value of the cookie: nothing of one that this site did not make.
func (t *Tickets) Flash(value string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil || len(b) < macSize || !hmac.Equal(b[:macSize], t.mac(flashed, b[macSize:])) {
		return nil
	}
	return b[macSize:]
}

// cookie lives 60 seconds.
func (f Flash) cookie(t *Tickets, secure bool) string {
	if name := []rune(f.Name); len(name) > maxFlashName {
		f.Name = string(name[:maxFlashName])
	}
	b, err := json.Marshal(f)
	if err != nil {
		return ""
	}
	c := http.Cookie{
		Name:     FlashCookie,
		Value:    base64.RawURLEncoding.EncodeToString(append(t.mac(flashed, b), b...)),
		Path:     "/",
		MaxAge:   60,
		HttpOnly: true,
		Secure:   secure,
		SameSite: http.SameSiteLaxMode,
	}
	return c.String()
}
