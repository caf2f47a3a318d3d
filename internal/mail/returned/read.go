// Package returned reads what comes back of our mails: reports of mails that did not arrive
// (RFC 3464), complaints (RFC 5965), and the letters of servers that know neither. It knows which
// mail each is about by the signed return path alone, so that nobody can make one up.
package returned

import (
	"bufio"
	"bytes"
	"io"
	"net/textproto"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // texts that are not UTF-8

	"herstelruimte/internal/mail"
)

// mostOfPart is how much is read of one part, in bytes: what a report says stands at its beginning.
const mostOfPart = 256 << 10

// mostParts is how many parts of a message are looked at.
const mostParts = 50

// Found is what a message in the mailbox turned out to be.
type Found struct {
	mail.Return
	// Looks is true when it was to a return path, or speaks of one: also when that was forged.
	Looks bool
}

// letter is a message taken apart.
type letter struct {
	head      message.Header
	texts     string   // what is written for people
	original  string   // what it encloses of our mail
	status    []fields // groups of a delivery report: of the message, then of each recipient
	complaint fields
}

// fields are those of a report, by their name in canonical form.
type fields = textproto.MIMEHeader

// Whose is mail.ReturnPath.Find.
type Whose func(text string) (id string, round int, looks bool)

// Read tells what raw is. An empty Outcome is for what says
// nothing of a mail: an answer by a machine or a person, a receipt, a loop, or rubbish. Whatever it
// is given, it comes to an end and gives no error: nobody could act on one.
func Read(raw []byte, whose Whose) (f Found) {
	l := takeApart(raw)
	f.Mail, f.Round, f.Looks = l.about(whose)
	if f.Mail != "" {
		f.Outcome, f.Why = l.outcome()
	}
	return f
}

func takeApart(raw []byte) (l letter) {
	e, err := message.Read(bytes.NewReader(raw))
	if e == nil {
		return l
	}
	_ = err // an unknown charset or encoding: the rest can be read
	l.head = e.Header
	n := 0
	_ = e.Walk(func(_ []int, part *message.Entity, err error) error {
		if n++; n > mostParts || part == nil {
			return io.EOF
		}
		_ = err
		kind, _, _ := part.Header.ContentType()
		if strings.HasPrefix(kind, "multipart/") {
			return nil
		}
		text, _ := io.ReadAll(io.LimitReader(part.Body, mostOfPart))
		l.add(strings.ToLower(kind), string(text))
		return nil // one that broke off says what it says
	})
	return l
}

func (l *letter) add(kind, text string) {
	switch {
	case kind == "message/delivery-status" || kind == "message/global-delivery-status":
		l.status = append(l.status, groups(text)...)
	case kind == "message/feedback-report":
		for _, g := range groups(text) {
			if l.complaint == nil {
				l.complaint = fields{}
			}
			for k, v := range g {
				l.complaint[k] = append(l.complaint[k], v...)
			}
		}
	case strings.HasPrefix(kind, "message/") || kind == "text/rfc822-headers":
		l.original += "\n" + text
	case strings.HasPrefix(kind, "text/") || kind == "":
		l.texts += "\n" + text
	}
}

// groups are the blocks of fields of a report, which blank lines divide.
func groups(text string) (all []fields) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for block := range strings.SplitSeq(text, "\n\n") {
		r := textproto.NewReader(bufio.NewReader(strings.NewReader(
			strings.TrimLeft(block, "\n") + "\n\n",
		)))
		if h, _ := r.ReadMIMEHeader(); len(h) > 0 {
			all = append(all, h)
		}
	}
	return all
}

// addressed are the fields that hold the address to which a server brought the message.
var addressed = []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To"}

// about is the mail that it is about: to whose return path it came, else of whose it speaks.
func (l *letter) about(whose Whose) (id string, round int, looks bool) {
	var all []string
	for _, name := range addressed {
		all = append(all, l.head.Values(name)...)
	}
	all = append(all, l.complaint["Original-Mail-From"]...)
	for _, text := range append(all, l.original, l.texts) {
		found, n, some := whose(text)
		looks = looks || some
		if found != "" {
			return found, n, true
		}
	}
	return "", 0, looks
}

func (l *letter) outcome() (mail.Outcome, string) {
	switch {
	case l.complaint != nil:
		return l.complained(), ""
	case len(l.status) > 0:
		return l.reported()
	case l.bySystem():
		return l.told()
	}
	return "", ""
}

// complained is a complaint, unless it says the opposite or speaks of something else.
func (l *letter) complained() mail.Outcome {
	kind := strings.ToLower(strings.TrimSpace(l.complaint.Get("Feedback-Type")))
	switch kind {
	case "abuse", "fraud", "opt-out", "opt-out-list", "other", "miscategorized":
		return mail.Complaint
	}
	return ""
}

// reported is the worst that a delivery report says of a recipient: each of our mails has one.
func (l *letter) reported() (out mail.Outcome, why string) {
	for _, g := range l.status {
		action, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(g.Get("Action"))), " ")
		switch {
		case action == "failed":
			return judge(g.Get("Status"), g.Get("Diagnostic-Code")+" "+l.before())
		case action == "delayed":
			out = mail.Delayed
		case action == "" && strings.HasPrefix(strings.TrimSpace(g.Get("Status")), "5."):
			return judge(g.Get("Status"), g.Get("Diagnostic-Code")) // one that forgot to say so
		}
	}
	return out, ""
}

// code is an extended code of an answer (RFC 3463), and none of the numbers of an address.
var code = regexp.MustCompile(`(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?:$|[^\d.]|\.(?:\D|$))`)

// reply is the plain code of an answer.
var reply = regexp.MustCompile(`(?:^|[^\d.])([45]\d\d)(?:$|[^\d.])`)

// judge is what a refusal means, from its code and its words.
func judge(status, words string) (mail.Outcome, string) {
	words = strings.ToLower(words)
	status = strings.TrimSpace(status)
	class, detail, _ := strings.Cut(status, ".")
	if detail == "" || strings.HasPrefix(detail, "0.") {
		if m := code.FindStringSubmatch(words); m != nil {
			class, detail, _ = strings.Cut(m[1], ".")
		}
	}
	detail, _, _ = strings.Cut(detail, " ")
	switch {
	case detail == "1.7", detail == "1.8", // of the sender: us
		detail == "1.0" && strings.Contains(words, "sender"):
		return mail.Soft, mail.WhyRefused
	case class == "4" && strings.HasPrefix(detail, "1."):
		return mail.Soft, mail.WhyAddress
	case class == "5" && (strings.HasPrefix(detail, "1.") || detail == "2.1"):
		return mail.Hard, mail.WhyAddress
	case detail == "2.2", detail == "3.1":
		return mail.Soft, mail.WhyBox
	case detail == "4.4": // no such name in DNS: perhaps theirs is down
		return mail.Soft, mail.WhyAddress
	case strings.HasPrefix(detail, "7.") && mail.TakenForSpam(words):
		return mail.Soft, mail.WhySpam
	case detail != "" && !strings.HasPrefix(detail, "0."):
		return mail.Soft, mail.WhyRefused
	}
	return byWords(words)
}

// What servers write that give no code.
var (
	nobody = []string{
		"user unknown", "unknown user", "no such user", "unknown recipient", "recipient unknown",
		"does not exist", "doesn't exist", "no mailbox here", "mailbox not found",
		"mailbox unavailable", "no such recipient", "invalid recipient", "unrouteable address",
		"address unknown", "user not found", "recipient not found", "unknown or illegal alias",
		"unknown address", "not a valid mailbox", "bestaat niet", "existiert nicht",
		"utilisateur inconnu", "account is disabled", "no such mailbox", "account has been disabled",
	}
	full = []string{
		"quota", "mailbox full", "mailbox is full", "full mailbox", "brievenbus is vol",
		"storage limit", "insufficient storage", "inbox is full", "postvak is vol",
	}
)

func byWords(words string) (mail.Outcome, string) {
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(words, w) })
	}
	plain := ""
	if m := reply.FindStringSubmatch(words); m != nil {
		plain = m[1]
	}
	switch {
	case has(full), plain == "552", plain == "452":
		return mail.Soft, mail.WhyBox
	case mail.TakenForSpam(words):
		return mail.Soft, mail.WhySpam
	case has(nobody), plain == "551", plain == "553":
		return mail.Hard, mail.WhyAddress
	}
	return mail.Soft, mail.WhyRefused
}

// bySystem says whether a message that is no report comes from a mail server, and not from somebody
// who is away or answers.
func (l *letter) bySystem() bool {
	for _, name := range []string{"X-Autoreply", "X-Autorespond", "X-Autoresponder", "List-Id"} {
		if l.head.Has(name) {
			return false
		}
	}
	if p := strings.ToLower(l.head.Get("Precedence")); p == "auto_reply" || p == "list" {
		return false
	}
	if l.head.Has("X-Failed-Recipients") {
		return true
	}
	from := strings.ToLower(l.head.Get("From"))
	return slices.ContainsFunc(
		[]string{"mailer-daemon", "postmaster@", "mail delivery s", "maildaemon"},
		func(name string) bool { return strings.Contains(from, name) },
	)
}

// What servers write that send letters instead of reports.
var (
	failing = []string{
		"could not be delivered", "couldn't be delivered", "wasn't able to deliver",
		"delivery failed", "delivery has failed", "undeliverable", "undelivered mail",
		"permanent error", "permanent fatal error", "failed permanently", "not delivered",
		"could not deliver", "unable to deliver", "returned to sender", "returning message",
		"niet worden bezorgd", "niet bezorgd", "onbestelbaar", "unzustellbar",
		"failure notice", "non remis",
	}
	waiting = []string{
		"will keep trying", "will continue to", "warning message only", "do not need to resend",
		"no action is required", "has been delayed", "delayed mail", "still being retried",
		"delivery incomplete", "wordt opnieuw geprobeerd", "has not yet been delivered",
	}
)

// told is what a letter of a server says.
func (l *letter) told() (mail.Outcome, string) {
	words := strings.ToLower(l.head.Get("Subject") + "\n" + l.before())
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(words, w) })
	}
	switch {
	case has(waiting):
		return mail.Delayed, ""
	case !has(failing) && !l.head.Has("X-Failed-Recipients"):
		return "", ""
	}
	status := ""
	if m := code.FindStringSubmatch(words); m != nil {
		status = m[1]
	}
	return judge(status, words)
}

// copies are how servers begin the copy of our mail in their letter.
var copies = []string{
	"below this line is a copy", "this is a copy of the message", "original message follows",
	"unsent message below", "included is a copy", "return-path:",
}

// before is what the letter says before it repeats our mail: what is ours is no verdict.
func (l *letter) before() string {
	text := strings.ToLower(l.texts)
	for _, c := range copies {
		text, _, _ = strings.Cut(text, c)
	}
	return text
}
