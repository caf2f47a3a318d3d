package mail

import (
	"crypto/hmac"
	"encoding/base32"
	"regexp"
	"strings"
)

// signatureBytes of the keyed hash stand in a return path: enough that nobody guesses one, and the
// part before the @ stays below the 64 characters that mail allows.
const signatureBytes = 10

var lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").
	WithPadding(base32.NoPadding)

// ReturnPath makes the addresses to which our mails come back, and knows them again.
type ReturnPath struct {
	// Address is of the mailbox: the id of a mail goes in the place of a *, else behind a plus.
	// Empty: mails come back to their sender, and nothing is signed.
	Address string
	// Sign is a keyed hash of an id; nil: nothing is signed.
	Sign func(id string) []byte
}

// For is where the mail with this id goes when it does not arrive. It is signed: what comes in
// there under another signature is not ours.
func (p ReturnPath) For(from, id string) string {
	if p.Address != "" {
		from, id = p.Address, id+p.signature(id)
	}
	before, domain, ok := cutLast(from, "@")
	switch {
	case !ok:
		return from
	case strings.Contains(before, "*"):
		return strings.Replace(before, "*", id, 1) + "@" + domain
	}
	return before + "+" + id + "@" + domain
}

func cutLast(s, sep string) (before, after string, found bool) {
	at := strings.LastIndex(s, sep)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(sep):], true
}

// signature goes behind the id of a mail; empty when nothing signs.
func (p ReturnPath) signature(id string) string {
	if p.Sign == nil {
		return ""
	}
	return "." + lowerBase32.EncodeToString(p.Sign(id)[:signatureBytes])
}

// signed is the id of a mail with its signature, as it stands in a return path; servers on the way
// may have changed the case, or the @ behind it into an =.
var signed = regexp.MustCompile(`(?i)(mail_[a-z2-7]{26})\.([a-z2-7]{16})(?:$|[^a-z0-9])`)

// Find finds the return path of one of our mails in a text, and tells which mail it is of. looks is
// true when there was something that looks like one, also when it was forged.
func (p ReturnPath) Find(text string) (id string, looks bool) {
	for _, m := range signed.FindAllStringSubmatch(text, 20) {
		looks = true
		candidate := strings.ToLower(m[1])
		want := p.signature(candidate)
		got := "." + strings.ToLower(m[2])
		if want != "" && hmac.Equal([]byte(want), []byte(got)) {
			return candidate, true
		}
	}
	return "", looks
}
