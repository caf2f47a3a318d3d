package status

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"herstelruimte/internal/mail"
)

const (
	talkTime = 8 * time.Second
	lookTime = 5 * time.Second
	slowMail = time.Hour
	manyDead = 3 // mails given up in a row: that is no single wrong address any more
	mailTodo = "Kijk SMTP_HOST, SMTP_PORT, SMTP_TLS en SMTP_USER na in .env. " +
		"Verander je er iets aan, typ dan: deploy/install. Is het wachtwoord veranderd? " +
		"In deploy/BEHEER.md staat bij ‘Een instelling veranderen’ hoe je dat doorgeeft. " +
		"Of vraag de mailprovider of er storing is."
	deadTodo  = "Kijk bij de mails die niet aankwamen waarom, en los dat op. Stuur daarna een testmail."
	dnsAdvice = "Vraag wie de domeinnaam beheert om dit te zetten. De mailprovider geeft de tekst."
)

// mailKeys are the checks of `doctor mail`.
var mailKeys = []string{"mailServer", "reverse", "spf", "dkim", "dmarc"}

// LookAtMail runs the checks of outgoing mail alone. They need no database when the settings are
// known.
func (s *Status) LookAtMail(ctx context.Context) Report { return s.Look(ctx, mailKeys...) }

func (s *Status) ofMail() []check {
	return []check{
		{"mailServer", "Mailserver", talkTime, s.mailServer},
		{"mailQueue", "Mails die wachten", readTime, s.mailQueue},
		{"returned", "Mails die terugkomen", readTime, s.returned},
		{"reverse", "Naam van de mailserver", lookTime, s.reverse},
		{"spf", "SPF (mag onze server mailen?)", lookTime, s.aboutSender(s.spf)},
		{"dkim", "DKIM (handtekening onder mails)", lookTime, s.aboutSender(s.dkim)},
		{"dmarc", "DMARC (wat met valse mails?)", lookTime, s.aboutSender(s.dmarc)},
	}
}

func (s *Status) mailServer(ctx context.Context) (finding, error) {
	server := s.cfg.Server
	server.Timeout = talkTime
	where := net.JoinHostPort(server.Host, fmt.Sprint(server.Port))
	r, why := s.cfg.Outside.Probe(ctx, server, s.cfg.Domain)
	switch {
	case why != "":
		return bad(
			mailTodo+" Mails worden bewaard en gaan vanzelf weg als het weer werkt.",
			mail.Reason(why),
			"Het gaat om",
			where+".",
		), nil
	case !r.Secret && !inside(server.Host):
		return warn(
			"Zet SMTP_TLS op mandatory in .env, en typ: deploy/install. Of kies een mailserver die versleuteling kan.",
			"De mailserver",
			where,
			"antwoordt, maar de verbinding is niet versleuteld.",
		), nil
	}
	says := "De mailserver antwoordt."
	if r.Secret {
		says += " De verbinding is versleuteld."
	}
	if r.LoggedIn {
		says += " Inloggen lukt."
	}
	return good(says), nil
}

// inside says that a server is on this machine or beside it: there is nobody in between to read
// along.
func inside(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate()) ||
		ip == nil && !strings.Contains(host, ".") ||
		strings.HasSuffix(host, ".localhost")
}

func (s *Status) mailQueue(ctx context.Context) (finding, error) {
	b, err := s.cfg.Mail.Backlog(ctx, s.cfg.Pool)
	if err != nil {
		return finding{}, err
	}
	return judgeBacklog(b, s.cfg.Clock.Now()), nil
}

func judgeBacklog(b mail.Backlog, now time.Time) finding {
	var age time.Duration
	says := "Er wacht geen mail."
	if b.Open > 0 {
		age = max(now.Sub(b.Oldest), 0)
		says = amount(b.Open, "mail wacht", "mails wachten") + ", de oudste al " + span(age) + "."
	}
	says = join(says, given(b.Dead))
	f := good(says)
	switch {
	case b.DeadSince >= manyDead: // a server that refuses for good lets nothing wait
		f = bad(
			deadTodo,
			says,
			fmt.Sprintf(
				"De laatste %d mails zijn opgegeven. Daarna is er geen enkele mail weggegaan.",
				b.DeadSince,
			),
		)
		f.since = b.FirstDead
	case age > slowMail && b.LastSent.Before(b.Oldest): // nothing at all gets out
		f = bad(
			"Kijk bij Mailserver wat er is. Daarna gaan de mails vanzelf weg.",
			says,
			"Sindsdien is er geen enkele mail weggegaan.",
		)
		f.since = b.Oldest
	case age > slowMail:
		f = warn("Kijk hieronder waarom. Andere mails gaan wel weg.", says)
		f.since = b.Oldest
	case b.DeadToday > 0:
		f = warn(
			deadTodo,
			says,
			amount(b.DeadToday, "mail is", "mails zijn"),
			"in het laatste etmaal opgegeven.",
		)
	}
	return f
}

// given tells of the mails that were given up, "" when there are none.
func given(up int) string {
	switch up {
	case 0:
		return ""
	case 1:
		return "In de laatste 30 dagen is 1 mail niet aangekomen."
	}
	return fmt.Sprintf("In de laatste 30 dagen zijn %d mails niet aangekomen.", up)
}
