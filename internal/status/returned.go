package status

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/mail/returned"
)

// longUnread is how long the mailbox of returned mail may not be read before it is a fault.
const longUnread = time.Hour

const returnedTodo = "Kijk IMAP_HOST, IMAP_PORT, IMAP_TLS en IMAP_USER na in .env. " +
	"In deploy/BEHEER.md staat bij ‘Mail die terugkomt’ hoe het moet."

// returned tells whether mail that comes back is read, and how much of it there was.
func (s *Status) returned(ctx context.Context) (finding, error) {
	if s.cfg.Mailbox.Host == "" {
		return off(
			"Mail die terugkomt, leest de site niet. "+
				"Een verkeerd adres zie je dan alleen als de mailserver het meteen weigert.",
			"Wil je dat de site het wel leest? In deploy/BEHEER.md staat bij ‘Mail die terugkomt’ hoe.",
		), nil
	}
	seen, err := returned.Load(ctx, s.cfg.Pool)
	if err != nil {
		return finding{}, err
	}
	return judgeReturned(seen, s.cfg.Clock.Now()), nil
}

func judgeReturned(seen returned.Seen, now time.Time) finding {
	says := cameBack(seen.Total(now))
	switch {
	case seen.Fault != "":
		f := warn(returnedTodo, mailboxFault(seen.Fault), says)
		if now.Sub(seen.Since) > longUnread {
			f = bad(returnedTodo, mailboxFault(seen.Fault), says)
		}
		f.since = seen.Since
		return f
	case seen.ReadAt.IsZero():
		return unknown("", "De brievenbus voor mail die terugkomt is nog niet gelezen.")
	case now.Sub(seen.ReadAt) > longUnread:
		f := warn(
			"Kijk bij de taken op de achtergrond of die lopen.",
			"De brievenbus voor mail die terugkomt is een tijd niet gelezen.",
			says,
		)
		f.since = seen.ReadAt
		return f
	}
	return good("De site leest de mail die terugkomt.", says)
}

// cameBack says how much came back in 30 days.
func cameBack(n returned.Count) string {
	gone := n["hard"] + n["soft"]
	says := "In de laatste 30 dagen kwam er geen mail terug."
	switch {
	case gone == 1:
		says = "In de laatste 30 dagen kwam 1 mail terug."
	case gone > 1:
		says = fmt.Sprintf("In de laatste 30 dagen kwamen %d mails terug.", gone)
	}
	if k := n["complaint"]; k > 0 {
		says = join(says, amount(k, "mail is", "mails zijn")+" gemeld als ongewenst.")
	}
	if k := n["unknown"]; k > 0 {
		says = join(says, amount(k, "bericht ging", "berichten gingen")+
			" over een mail die we niet kennen. Daar deed de site niets mee.")
	}
	return says
}

func mailboxFault(class string) string {
	switch class {
	case returned.FaultLogIn:
		return "De brievenbus voor mail die terugkomt neemt de naam of het wachtwoord niet aan."
	case returned.FaultOpen:
		return "De map voor mail die terugkomt bestaat niet."
	case returned.FaultRead:
		return "Het lezen van de brievenbus voor mail die terugkomt ging mis."
	}
	return "De brievenbus voor mail die terugkomt is niet te bereiken."
}

// reverse looks whether the addresses of the mail server lead back to a name that leads to them:
// many servers take no mail of one of which that is not so.
func (s *Status) reverse(ctx context.Context) (finding, error) {
	host := s.cfg.Server.Host
	if inside(host) || reserved(strings.ToLower(host)) {
		return off("De mailserver staat op dit netwerk. Zijn naam is van hier niet na te kijken."), nil
	}
	notLooked := unknown(
		"Kijk later nog eens. Blijft het zo, vraag dan wie de server beheert of DNS werkt.",
		"Niet nagekeken: DNS geeft geen antwoord over", host+".",
	)
	addresses, err := s.cfg.Outside.Addresses(ctx, host)
	if err != nil || len(addresses) == 0 {
		return notLooked, nil
	}
	address := addresses[0]
	names, err := s.cfg.Outside.Names(ctx, address)
	if missing(err) || err == nil && len(names) == 0 {
		return warn(
			"Vraag de mailprovider om een naam (PTR) bij dit adres.",
			"Bij het adres", address, "van de mailserver hoort geen naam. "+
				"Mails kunnen bij ongewenste post terechtkomen.",
		), nil
	}
	if err != nil {
		return notLooked, nil
	}
	for _, name := range names {
		back, err := s.cfg.Outside.Addresses(ctx, strings.TrimSuffix(name, "."))
		if err == nil && slices.ContainsFunc(back, func(b string) bool {
			return net.ParseIP(b).Equal(net.ParseIP(address))
		}) {
			return good(
				"Het adres van de mailserver heeft een naam die klopt:",
				strings.TrimSuffix(name, ".")+".",
			), nil
		}
	}
	return warn(
		"Vraag de mailprovider om de naam (PTR) en het adres bij elkaar te laten passen.",
		"Het adres", address, "heet", strings.TrimSuffix(names[0], ".")+", maar die naam wijst naar een ander adres.",
	), nil
}
