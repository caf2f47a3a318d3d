package status

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
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

// A newsletter that many servers refuse, or that waits for its turn, is no trouble of our mail, and
// none of the mails of visitors that did not arrive.
func TestNewslettersAreNoMailsThatDoNotGoOut(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.mail("sent", "", 3*time.Hour)
	for range 5 {
		b.mail("dead", "5xx 550", time.Hour)
		b.mail("failed", "4xx 451", 2*time.Hour)
	}
	b.want("mailQueue", Bad)
	b.exec(`update mail set kind = 'M21', data = '{"issue": "iss_1"}' where state <> 'sent'`)
	b.want("mailQueue", Good, "Er wacht geen mail.")
	if r := New(b.cfg).Report(t.Context()); len(r.Mails) != 0 {
		t.Errorf("the page lists %+v", r.Mails)
	}
	// the test mail of somebody who works here is listed
	b.exec(`
		update mail
		set data = '{"issue": "iss_1", "test": true}'
		where id = (select id from mail where state = 'dead' limit 1)`)
	if r := New(b.cfg).Report(t.Context()); len(r.Mails) != 1 {
		t.Errorf("the page lists %+v", r.Mails)
	}
}

// Whoever presses at the same moment, it is one mail and one line in the log book.
func TestAMailIsSentOnceMoreOnceByTwoPeopleAtOneMoment(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.mail("failed", "4xx 451", time.Minute)
	b.mail("dead", "5xx 554", time.Minute)
	b.cfg.Has = func(mail.NotSent) bool { return true }
	b.cfg.Again = func(ctx context.Context, m mail.NotSent) (sent bool, err error) {
		err = db.InTx(ctx, b.pool, func(tx pgx.Tx) error {
			sent, err = b.cfg.Mail.Again(ctx, tx, m.ID, m.Cause, "anja@voorbeeld.example")
			return err
		})
		return sent, err
	}
	b.cfg.Who = func(context.Context) (string, []string) { return "lid-a", nil }
	s := New(b.cfg)
	for n, id := range []string{"mail_0", "mail_1"} {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if err := s.SendAgain(t.Context(), id); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got := b.count(`select count(*) from river_job where args->'ids' ? $1`, id); got != 1 {
			t.Errorf("%s: %d jobs, want one mail", id, got)
		}
		if got := b.count(`
			select count(*)
			from audit_log
			where action = 'resent' and kind = 'mail'`); got != n+1 {
			t.Errorf("%d lines in the log book, want %d", got, n+1)
		}
	}
	if got := b.count(`
		select count(*)
		from audit_log
		where to_jsonb(audit_log)::text like '%anja%'`); got != 0 {
		t.Error("the log book names somebody")
	}
}
