package mail

import (
	"crypto/hmac"
	"encoding/base32"
	"regexp"
	"strings"
	"time"

	"herstelruimte/internal/clock"
)

const (
	// signatureLength of the keyed hash stands in a return path, in letters of five bits: enough
	// that nobody guesses one, and the part before the @ stays below the 64 characters that mail
	// allows.
	signatureLength = 12
	// stampLength is that of the day and the round before it.
	stampLength = 4
	// rounds are told apart up to so many; then they begin again.
	rounds = 64
	// comesBack is how long after it went a mail may come back: servers try for some days, people
	// complain within weeks.
	comesBack = 60 * 24 * time.Hour
)

// firstDay is day 0 of the stamps; they last until 2064.
var firstDay = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

const letters32 = "abcdefghijklmnopqrstuvwxyz234567"

var lowerBase32 = base32.NewEncoding(letters32).WithPadding(base32.NoPadding)

// ReturnPath makes the addresses to which our mails come back, and knows them again.
type ReturnPath struct {
	// Address is of the mailbox: the id of a mail goes in the place of a *, else behind a plus.
	// Empty: mails come back to their sender, and nothing is signed.
	Address string
	// Sign is a keyed hash of what it is given; nil: nothing is signed.
	Sign func(text string) []byte
	// Clock is required with Sign.
	Clock *clock.Clock
}

// For is where the mail with this id goes when it does not arrive. It is signed: what comes in
// there under another signature is not ours. round says how often the mail was opened again, so
// that what is heard of the address before does not count for the one after.
func (p ReturnPath) For(from, id string, round int) string {
	if p.Address != "" {
		from = p.Address
		if p.Sign != nil {
			stamp := stampOf(p.Clock.Now(), round)
			id += "." + stamp + p.signature(id, stamp)
		}
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

// stampOf writes a day and a round in four letters.
func stampOf(at time.Time, round int) string {
	n := int(at.Sub(firstDay)/(24*time.Hour))*rounds + round%rounds
	var b [stampLength]byte
	for i := range b {
		b[stampLength-1-i] = letters32[n&31]
		n >>= 5
	}
	return string(b[:])
}

// readStamp is stampOf the other way round.
func readStamp(stamp string) (day time.Time, round int) {
	n := 0
	for _, c := range stamp {
		n = n<<5 | strings.IndexRune(letters32, c)
	}
	return firstDay.AddDate(0, 0, n/rounds), n % rounds
}

// signature is of the id of a mail and its stamp.
func (p ReturnPath) signature(id, stamp string) string {
	return lowerBase32.EncodeToString(p.Sign(id + "." + stamp))[:signatureLength]
}

// signed is the id of a mail with its stamp and signature, as it stands in a return path; servers
// on the way may have changed the case, or the @ behind it into an =.
var signed = regexp.MustCompile(`(?i)(mail_[a-z2-7]{26})\.([a-z2-7]{16})(?:$|[^a-z0-9])`)

// Find finds the return path of one of our mails in a text, and tells which mail it is of and in
// which round it went. looks is true when there was something that looks like one, also when it
// was forged or is too old.
func (p ReturnPath) Find(text string) (id string, round int, looks bool) {
	for _, m := range signed.FindAllStringSubmatch(text, 20) {
		looks = true
		if p.Sign == nil {
			continue
		}
		candidate, rest := strings.ToLower(m[1]), strings.ToLower(m[2])
		stamp, got := rest[:stampLength], rest[stampLength:]
		if !hmac.Equal([]byte(p.signature(candidate, stamp)), []byte(got)) {
			continue
		}
		day, round := readStamp(stamp)
		if p.Clock.Now().Sub(day) <= comesBack+24*time.Hour {
			return candidate, round, true
		}
	}
	return "", 0, looks
}
