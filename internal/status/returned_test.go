package status

import (
	"context"
	"net"
	"testing"
	"time"

	"herstelruimte/internal/mail/returned"
)

func TestReturnedMailIsSaidToBeReadOrNot(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want("returned", Off, "leest de site niet", "Mail die terugkomt")
	b.cfg.Mailbox = returned.Mailbox{Host: "imap.trefpunt.nl"}
	b.want("returned", Unknown, "nog niet gelezen")
	now := b.clock.Now().UTC().Format(time.RFC3339)
	day := b.clock.Now().Format(time.DateOnly)
	b.report("returned mail", b.clock.Now(), `{"readAt": "`+now+`", "days": {"`+day+
		`": {"hard": 1, "complaint": 2, "unknown": 1}}}`)
	b.want("returned", Good, "kwam 1 mail terug", "2 mails zijn gemeld", "1 bericht ging over")
	b.clock.Advance(2 * time.Hour)
	b.want("returned", Warn, "een tijd niet gelezen")
	b.report("returned mail", b.clock.Now(), `{"readAt": "`+now+`", "fault": "log-in", "since": "`+
		b.clock.Now().UTC().Format(time.RFC3339)+`", "days": {}}`)
	b.want("returned", Warn, "neemt de naam of het wachtwoord niet aan", "IMAP_USER")
	b.clock.Advance(2 * time.Hour)
	b.want("returned", Bad, "kwam er geen mail terug")
}

func TestTheNameOfTheMailServerMustLeadBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.cfg.Server.Host = "smtp.post.nl"
	addresses := map[string][]string{"smtp.post.nl": {"203.0.113.5"}}
	names := map[string][]string{"203.0.113.5": {"uit.post.nl."}}
	look := func(in map[string][]string) func(context.Context, string) ([]string, error) {
		return func(_ context.Context, of string) ([]string, error) {
			if all, ok := in[of]; ok {
				return all, nil
			}
			return nil, &net.DNSError{Err: "no such host", Name: of, IsNotFound: true}
		}
	}
	b.cfg.Outside.Addresses, b.cfg.Outside.Names = look(addresses), look(names)
	b.want("reverse", Warn, "wijst naar een ander adres")
	addresses["uit.post.nl"] = []string{"203.0.113.5"}
	b.want("reverse", Good, "uit.post.nl.")
	delete(names, "203.0.113.5")
	b.want("reverse", Warn, "hoort geen naam", "PTR")
	b.cfg.Outside.Names = func(context.Context, string) ([]string, error) {
		return nil, &net.DNSError{IsTimeout: true}
	}
	b.want("reverse", Unknown, "Niet nagekeken")
	b.cfg.Server.Host = "mail"
	b.want("reverse", Off, "op dit netwerk")
}
