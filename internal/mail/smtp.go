package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	netmail "net/mail"
	"net/textproto"
	"slices"
	"strings"
	"syscall"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// How the way to the mail server is kept secret.
const (
	TLSOpportunistic = "opportunistic" // when the server offers it
	TLSMandatory     = "mandatory"     // or no mail at all
	TLSNone          = "none"          // to a server on the same machine
)

const (
	defaultTimeout = 60 * time.Second
	quitTime       = 5 * time.Second // for the good-bye, after the mail was accepted
)

// Server is where mails go out.
type Server struct {
	Host           string
	Port           int
	User, Password string        // no User: no log-in
	TLS            string        // one of the words above; empty is opportunistic
	Timeout        time.Duration // of one whole conversation; 0 is 60 seconds
}

// addressed is a letter as the server gets it; else it says what becomes of the mail without.
func (o *Outbox) addressed(m claimed, address string, l Letter) (*gomail.Msg, result) {
	name, from, replyTo, phone := o.cfg.Sender()
	if own(address, from, replyTo) && !kinds[m.Kind].staff && !l.Own {
		return nil, result{
			"withdrawn",
			"own address",
		} // a mail to ourselves could cause the next one
	}
	msg, err := o.message(
		m,
		envelope{to: address, name: name, from: from, replyTo: replyTo},
		l,
		phone,
	)
	switch {
	case plainAddress(address) != nil:
		return nil, result{"dead", "headers"}
	case err != nil: // a line break in what is ours
		return nil, result{"dead", "settings"}
	}
	return msg, result{}
}

func own(address string, ours ...string) bool {
	for _, a := range ours {
		if strings.EqualFold(address, a) {
			return true
		}
	}
	return false
}

type envelope struct{ to, name, from, replyTo string }

// message writes the whole mail. It refuses line breaks in whatever becomes a header, and addresses
// that are none.
func (o *Outbox) message(m claimed, e envelope, l Letter, phone string) (*gomail.Msg, error) {
	for _, s := range []string{
		e.to,
		e.name,
		e.from,
		e.replyTo,
		l.Subject,
		l.CalendarMethod,
		m.ID,
		o.cfg.Domain,
	} {
		if hasControl(s) {
			return nil, ErrLineBreak
		}
	}
	for _, a := range []string{e.to, e.from, e.replyTo} {
		if err := plainAddress(a); err != nil {
			return nil, err
		}
	}
	msg := gomail.NewMsg(
		gomail.WithCharset(gomail.CharsetUTF8),
		gomail.WithEncoding(gomail.EncodingQP),
		gomail.WithNoDefaultUserAgent(),
	)
	err := errors.Join(
		msg.FromFormat(e.name, e.from),
		msg.ReplyTo(e.replyTo),
		msg.To(e.to),
		msg.EnvelopeFrom(o.cfg.Bounces.For(e.from, m.ID, m.round)),
	)
	if err != nil {
		return nil, err
	}
	msg.SetMessageIDWithValue(m.ID + "@" + o.cfg.Domain)
	msg.SetDateWithValue(o.clock.Now())
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All")
	msg.SetGenHeader("Content-Language", "nl")
	msg.Subject(l.Subject)
	msg.SetBodyString(gomail.TypeTextPlain, Text(m.Kind, l, phone))
	if l.Bulk != nil {
		return msg, l.Bulk.headers(msg)
	}
	if len(l.Calendar) > 0 {
		kind := gomail.ContentType("text/calendar; charset=utf-8; method=" + l.CalendarMethod)
		err = msg.AttachReader(
			"afspraak.ics",
			bytes.NewReader(l.Calendar),
			gomail.WithFileContentType(kind),
		)
	}
	return msg, err
}

// plainAddress refuses whatever is more or less than one bare address.
func plainAddress(s string) error {
	a, err := netmail.ParseAddress(s)
	if err != nil || a.Name != "" || a.Address != s || strings.ContainsAny(s, "<> ") ||
		hasControl(s) {
		return errors.New("mail: not one address")
	}
	return nil
}

// reach opens a line that falls with ctx. why is the class of what went wrong, empty when nothing
// did.
func (s Server) reach(ctx context.Context, helo string) (l *line, why string) {
	l = &line{}
	var err error
	l.client, err = s.client(
		helo,
		func(dialing context.Context, network, address string) (net.Conn, error) {
			var d net.Dialer
			c, err := d.DialContext(dialing, network, address)
			if err == nil {
				l.conn = c
				l.fallWith(ctx)
			}
			return c, err
		},
	)
	if err != nil {
		return l, "settings"
	}
	if l.talk, err = l.client.DialToSMTPClientWithContext(ctx); err != nil {
		return l, unreached(ctx, err).why
	}
	return l, ""
}

func (s Server) client(helo string, dial gomail.DialContextFunc) (*gomail.Client, error) {
	policy := gomail.TLSOpportunistic
	switch s.TLS {
	case TLSMandatory:
		policy = gomail.TLSMandatory
	case TLSNone:
		policy = gomail.NoTLS
	}
	opts := []gomail.Option{
		gomail.WithPort(s.Port), gomail.WithTLSPolicy(policy), gomail.WithDialContextFunc(dial),
		gomail.WithTimeout(2 * s.Timeout), // per command; ours, on the whole, always comes first
		gomail.WithoutNoop(), gomail.WithoutRset(),
	}
	if helo != "" {
		opts = append(opts, gomail.WithHELO(helo))
	}
	if s.User != "" {
		opts = append(
			opts,
			gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(s.User),
			gomail.WithPassword(s.Password),
		)
	}
	return gomail.NewClient(s.Host, opts...)
}

// refused is the result of an answer to the mail itself. A 5xx is final, except those that ask for
// (other) log-in or refuse the sender: they say that our settings are wrong, not this mail.
func refused(ctx context.Context, err error) result {
	var answer *gomail.SendError
	if !errors.As(err, &answer) || answer.ErrorCode() == 0 {
		return unreached(ctx, err)
	}
	switch code := answer.ErrorCode(); {
	case asksLogIn(code):
		return result{"failed", fmt.Sprintf("log-in %d", code)}
	case code >= 500 && answer.Reason == gomail.ErrSMTPMailFrom:
		return result{"failed", "sender " + detailed(answer)}
	case code >= 500:
		return result{"dead", "5xx " + detailed(answer)}
	default:
		return result{"failed", "4xx " + detailed(answer)}
	}
}

// detailed is the code of an answer, with the enhanced one behind it when there is one: 550 5.1.1.
func detailed(answer *gomail.SendError) string {
	said := strings.TrimSpace(
		fmt.Sprintf("%d %s", answer.ErrorCode(), answer.EnhancedStatusCode()),
	)
	if TakenForSpam(answer.Error()) {
		said += " " + WhySpam
	}
	return said
}

// TakenForSpam says whether a server's answer calls the mail, or whoever sends it, unwanted.
func TakenForSpam(answer string) bool {
	answer = strings.ToLower(answer)
	return slices.ContainsFunc(
		[]string{"spam", "unsolicited", "blacklist", "blocklist", "reputation", "junk mail"},
		func(word string) bool { return strings.Contains(answer, word) },
	)
}

func asksLogIn(code int) bool { return code == 530 || code == 534 || code == 535 || code == 538 }

// unreached is the result of a conversation that did not get as far as the mail, or broke off.
func unreached(ctx context.Context, err error) result {
	var network net.Error
	var dns *net.DNSError
	var answer *textproto.Error
	var certificate *tls.CertificateVerificationError
	why := "connection"
	switch {
	case errors.Is(
		ctx.Err(),
		context.DeadlineExceeded,
	), errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		why = "timeout"
	case ctx.Err() != nil:
		why = "stopped"
	case errors.As(err, &answer):
		why = before(answer.Code)
	case errors.Is(err, syscall.ECONNREFUSED):
		why = "refused"
	case errors.As(err, &dns):
		why = "name"
	case errors.As(err, &certificate), err != nil && strings.Contains(err.Error(), "STARTTLS"):
		why = "tls"
	case errors.Is(
		err,
		gomail.ErrNoSupportedAuthDiscovered,
	), err != nil && strings.Contains(err.Error(), "does not support SMTP AUTH"):
		why = "no-log-in" // or none but over an open line, which we do not use for a password
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		why = "closed"
	}
	return result{"failed", why}
}

// before names an answer that came before the mail was offered.
func before(code int) string {
	switch {
	case asksLogIn(code):
		return fmt.Sprintf("log-in %d", code)
	case code < 500:
		return fmt.Sprintf("4xx %d", code)
	}
	return fmt.Sprintf("greeting %d", code)
}
