package httpkit

import (
	"log/slog"
	"net/netip"
	"regexp"
	"strings"
)

// What stands before a secret link, and before the id of a complaint: who reads the log may not
// know that it was opened. Makers and log read this one list.
const (
	SignUpLink     = "aan_"
	EntryLink      = "wl_"
	WayBackLink    = "terug_"
	OverviewLink   = "mij_"
	NewsletterLink = "abo_"
	complaintLink  = Complaint + "_"
)

// Complaint stands before the id of a complaint.
const Complaint = "com"

// Secrets are all of them.
var Secrets = []string{
	SignUpLink, EntryLink, WayBackLink, OverviewLink, NewsletterLink, complaintLink,
}

// CodeAlphabet is that of every code that people write down and read aloud: no 0, 1, I, L or O,
// which look like others.
const CodeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

const shortestCode = 10 // without its dashes

// code matches the codes of complaints, stories and sign-ups, with dashes (or what stands there).
func code(dash string) *regexp.Regexp {
	four, five := "["+CodeAlphabet+"]{4}", "["+CodeAlphabet+"]{5}"
	return regexp.MustCompile(`(?i)\b([A-Z]` + dash + `)?` + four + dash + four + dash + four +
		`\b|\b` + five + dash + five + `\b`)
}

var (
	// secretPath matches the pages whose address holds a secret link, also when slashes doubled on
	// the way.
	secretPath = regexp.MustCompile(`(?is)^/+(registrationdetails|waitlist)/.*`)
	// secretLink matches a prefix anywhere and what follows, however short: an address that broke
	// in somebody's mail is still a secret. So is a token that lost its prefix.
	secretLink = regexp.MustCompile(
		`(?i)(` + strings.ReplaceAll(strings.Join(Secrets, "|"), "_", "(?:_|%5f)") + `)[^/?#&\s"]+`)
	bareToken = regexp.MustCompile(`[A-Za-z0-9_-]{40,}`)
	shownCode = code("-")
	typedCode = code("[-. ]?")
	mailbox   = regexp.MustCompile(`(?i)[^\s<>"'(),:;=/]+@([a-z0-9-]+\.)+[a-z]{2,}`)
	network   = regexp.MustCompile(
		`(?i)\b[0-9]{1,3}(\.[0-9]{1,3}){3}\b|([0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}`)
)

// LoggedPath is the path as the log may hold it: no secret link, no code, never a query.
func LoggedPath(path string) string {
	path = masked(secretPath.ReplaceAllString(path, "/$1/…"))
	if len(path) < shortestCode {
		return path
	}
	// codes last: what is left of a token that begins like one is too short to be known
	return typedCode.ReplaceAllString(path, "…")
}

// masked is a text without secrets, and without addresses of people: of their mail or their
// network. Every text of the log goes through it: what a pattern cannot do without is looked for
// first, at a hundredth of its cost.
func masked(s string) string {
	if strings.ContainsAny(s, "_%") {
		s = secretLink.ReplaceAllString(s, "${1}…")
	}
	if len(s) >= 40 {
		s = bareToken.ReplaceAllString(s, "…")
	}
	if strings.Contains(s, "-") {
		s = shownCode.ReplaceAllString(s, "…")
	}
	if strings.Contains(s, "@") {
		s = mailbox.ReplaceAllString(s, "…")
	}
	if strings.Count(s, ".") < 3 && strings.Count(s, ":") < 2 {
		return s
	}
	return network.ReplaceAllStringFunc(s, func(found string) string {
		after := ""
		a, err := netip.ParseAddr(found)
		if rest, ended := strings.CutSuffix(found, ":"); err != nil && ended { // a sentence goes on
			found, after = rest, ":"
			a, err = netip.ParseAddr(rest)
		}
		if err != nil || a.IsLoopback() || a.IsUnspecified() { // no address, or our own
			return found + after
		}
		return "…" + after
	})
}

// Masked makes any text that goes into the log fit for it: errors say more than who wrote them
// down can know.
func Masked(_ []string, a slog.Attr) slog.Attr {
	switch k := a.Value.Kind(); {
	case k != slog.KindString && k != slog.KindAny, a.Key == slog.LevelKey:
		return a
	}
	text := a.Value.String()
	if fit := masked(text); fit != text {
		return slog.String(a.Key, fit)
	}
	return a
}
