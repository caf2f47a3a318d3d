package status

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/house"
	"herstelruimte/internal/mail"
)

func TestTheMailServerIsTriedWithoutAMail(t *testing.T) {
	t.Parallel()
	b := setup(t)
	answer := func(r mail.Reached, why string) {
		b.cfg.Outside.Probe = func(context.Context, mail.Server, string) (mail.Reached, string) {
			return r, why
		}
	}
	b.want("mailServer", Good, "versleuteld", "Inloggen lukt")
	answer(mail.Reached{}, "")
	b.want("mailServer", Warn, "niet versleuteld", "deploy/install")
	b.cfg.Server.Host = "mail"
	b.want("mailServer", Good)
	for class, words := range map[string]string{
		"refused":      "neemt geen verbinding aan",
		"name":         "niet te vinden",
		"log-in 535":   "(code 535)",
		"no-log-in":    "biedt geen inloggen aan",
		"timeout":      "op tijd geen antwoord",
		"tls":          "niet veilig",
		"greeting 554": "wil niet met ons praten (code 554)",
	} {
		answer(mail.Reached{}, class)
		b.want(
			"mailServer",
			Bad,
			words,
			"SMTP_HOST",
			"typ dan: deploy/install",
			"Is het wachtwoord veranderd?",
			"Mails worden bewaard",
		)
	}
}

func (b *bench) mail(state, why string, age time.Duration) {
	b.t.Helper()
	at := b.clock.Now().Add(-age)
	b.exec(`
		insert into mail (id, kind, state, cause_id, recipient_key, sealed, data, attempts,
			last_error, created_at, updated_at, sent_at)
		values ($1, 'M1', $2, 'reg_x', 'anja@voorbeeld.example', 'anja@voorbeeld.example', '{}', 3,
			nullif($3, ''), $4, $4, case when $2 = 'sent' then $4::timestamptz end)`,
		fmt.Sprintf("mail_%d", b.count(`select count(*) from mail`)), state, why, at)
}

func TestMailsThatDoNotGoOutAreSeenWithoutAnAddress(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want("mailQueue", Good, "Er wacht geen mail.")
	b.mail("sent", "", 3*time.Hour)
	b.mail("dead", "5xx 550", 2*24*time.Hour)
	b.want("mailQueue", Good, "1 mail niet aangekomen")
	b.mail("queued", "", 10*time.Minute)
	b.want("mailQueue", Good, "1 mail wacht, de oudste al 10 minuten")
	b.mail("failed", "refused", 2*time.Hour)
	if c := b.want(
		"mailQueue",
		Bad,
		"2 mails wachten",
		"geen enkele mail weggegaan",
	); c.Since == "" {
		t.Error("not since when")
	}
	b.mail("sent", "", time.Minute)
	b.want("mailQueue", Warn, "Andere mails gaan wel weg")
	r := New(b.cfg).Report(t.Context())
	if len(r.Mails) != 2 || r.Mails[0].State != "failed" ||
		r.Mails[0].Why != "De mailserver neemt geen verbinding aan." ||
		r.Mails[0].Tries != 3 ||
		r.Mails[1].Why != "De mailserver weigert de mail voorgoed (code 550)." {
		t.Errorf("%+v", r.Mails)
	}
	if strings.Contains(fmt.Sprintf("%+v", r), "anja") {
		t.Error("the report names a visitor")
	}
}

func TestMailsThatAreRefusedForGoodAreSeenThoughNoneWaits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.mail("sent", "", 26*time.Hour)
	b.mail("dead", "5xx 554", 25*time.Hour)
	// one wrong address
	b.want(
		"mailQueue",
		Good,
		"Er wacht geen mail. In de laatste 30 dagen is 1 mail niet aangekomen.",
	)
	b.mail("dead", "5xx 554", 2*time.Hour)
	b.want(
		"mailQueue",
		Warn,
		"1 mail is in het laatste etmaal opgegeven.",
		"Stuur daarna een testmail",
	)
	b.mail("dead", "sealed", time.Hour)
	c := b.want(
		"mailQueue",
		Bad,
		"De laatste 3 mails zijn opgegeven. Daarna is er geen enkele mail weggegaan.",
	)
	if at, err := time.Parse(
		time.RFC3339,
		c.Since,
	); err != nil || !at.Equal(b.clock.Now().Add(-25*time.Hour).Truncate(time.Second)) {
		t.Errorf("since %s, %v", c.Since, err)
	}
	b.mail("queued", "", time.Minute)
	b.want("mailQueue", Bad, "1 mail wacht")
	b.mail("sent", "", time.Second)
	b.want("mailQueue", Warn, "2 mails zijn in het laatste etmaal opgegeven.")
	b.clock.Advance(25 * time.Hour)
	b.exec(`update mail set state = 'sent' where state = 'queued'`)
	b.want("mailQueue", Good)
}

func TestTheDomainOfTheSenderIsLookedUp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, key := range []string{"spf", "dkim", "dmarc"} {
		b.want(key, Good, "trefpunt.nl")
	}
	for _, c := range []struct {
		key, name string
		texts     []string
		want      State
		says      string
	}{
		{"spf", "trefpunt.nl", nil, Warn, "geen SPF"},
		{"spf", "trefpunt.nl", []string{"v=spf1 -all", "V=SPF1 ~all"}, Bad, "meer dan één"},
		{"spf", "trefpunt.nl", []string{"v=spf1 +all"}, Warn, "iedereen"},
		{"dkim", "s1._domainkey.trefpunt.nl", nil, Warn, "geen DKIM"},
		{"dkim", "s1._domainkey.trefpunt.nl", []string{"v=DKIM1; p="}, Bad, "ingetrokken"},
		{"dmarc", "_dmarc.trefpunt.nl", nil, Warn, "geen DMARC"},
		{"dmarc", "_dmarc.trefpunt.nl", []string{"v=DMARC1; p=none"}, Good, "zonder gevolg"},
		{
			"dmarc",
			"_dmarc.trefpunt.nl",
			[]string{"v=DMARC1; p=none", "v=DMARC1; p=none"},
			Bad,
			"meer dan één",
		},
	} {
		was := b.texts[c.name]
		b.texts[c.name] = c.texts
		b.want(c.key, c.want, c.says)
		b.texts[c.name] = was
	}
	b.cfg.Selector = ""
	b.want(
		"dkim",
		Unknown,
		"Niet nagekeken",
		"Zet die in .env achter DKIM_SELECTOR, en typ: deploy/install",
	)
	b.cfg.Bounces = "terug@post.nl"
	b.want("spf", Warn, "post.nl heeft geen SPF")
	b.cfg.Outside.TXT = func(context.Context, string) ([]string, error) {
		return nil, &net.DNSError{IsTimeout: true}
	}
	b.want("dmarc", Unknown, "Niet nagekeken")
}

func TestARuleOfTheDomainAboveHoldsForTheSenderToo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	h := house.Default()
	h.Sender.Address = "post@mail.trefpunt.nl"
	b.cfg.House = func(context.Context) (house.House, bool, error) { return h, true, nil }
	b.want("dmarc", Good, "trefpunt.nl heeft DMARC")
	h.Sender.Address = "post@herstelruimte.example"
	b.want("dmarc", Off, "nog geen echt adres")
}
