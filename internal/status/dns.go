package status

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
)

// aboutSender is a check of the domain from which the house mails.
func (s *Status) aboutSender(
	run func(ctx context.Context, domain string) (finding, error),
) func(ctx context.Context) (finding, error) {
	return func(ctx context.Context) (finding, error) {
		h, stored, err := s.cfg.House(ctx)
		if err != nil {
			return finding{}, err
		}
		_, domain, _ := strings.Cut(h.Sender.Address, "@")
		domain = strings.ToLower(domain)
		if !stored || domain == "" || reserved(domain) {
			return off("Er is nog geen echt adres ingevuld waar mails vandaan komen."), nil
		}
		f, err := run(ctx, domain)
		if err != nil {
			return unknown(
				"Probeer het later nog eens.",
				"Niet nagekeken: DNS geeft geen antwoord over",
				domain+".",
			), nil
		}
		return f, nil
	}
}

// reserved are domains that nobody can own: samples and tries.
func reserved(domain string) bool {
	last := domain[strings.LastIndex(domain, ".")+1:]
	return slices.Contains(
		[]string{"example", "invalid", "test", "localhost", "local", "internal"},
		last,
	) ||
		slices.Contains([]string{"example.com", "example.org", "example.net"}, domain)
}

// texts are those under a name that begin with this; a name that is not there has none.
func (s *Status) texts(ctx context.Context, name, begin string) ([]string, error) {
	all, err := s.cfg.Outside.TXT(ctx, name)
	if missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(t string) bool {
		return !strings.HasPrefix(strings.ToLower(strings.TrimSpace(t)), begin)
	}), nil
}

func (s *Status) spf(ctx context.Context, domain string) (finding, error) {
	// SPF is held against the address for bounces
	if _, own, ok := strings.Cut(s.cfg.Bounces, "@"); ok {
		domain = strings.ToLower(own)
	}
	found, err := s.texts(ctx, domain, "v=spf1")
	switch {
	case err != nil:
		return finding{}, err
	case len(found) == 0:
		return warn(
			dnsAdvice,
			domain,
			"heeft geen SPF. Mails kunnen bij ongewenste post terechtkomen.",
		), nil
	case len(found) > 1:
		return bad(
			"Laat er precies één staan.",
			domain,
			"heeft meer dan één SPF. Dan telt er geen een.",
		), nil
	case strings.HasSuffix(strings.TrimSpace(found[0]), "+all"):
		return warn(
			"Maak van +all aan het eind ~all of -all.",
			"De SPF van",
			domain,
			"laat iedereen toe.",
		), nil
	}
	return good(domain, "heeft SPF."), nil
}

func (s *Status) dkim(ctx context.Context, domain string) (finding, error) {
	if s.cfg.Selector == "" {
		return unknown(
			"Vraag de mailprovider hoe de selector van DKIM heet. "+
				"Zet die in .env achter DKIM_SELECTOR, en typ: deploy/install",
			"Niet nagekeken: de naam van de handtekening (de selector) is niet bekend.",
		), nil
	}
	name := s.cfg.Selector + "._domainkey." + domain
	all, err := s.texts(ctx, name, "")
	if err != nil {
		return finding{}, err
	}
	for _, t := range all {
		if key, ok := tag(t, "p"); ok && key != "" {
			return good(domain, "heeft DKIM."), nil
		} else if ok {
			return bad(dnsAdvice, "De sleutel onder", name, "is ingetrokken."), nil
		}
	}
	return warn(
		dnsAdvice,
		"Onder",
		name,
		"staat geen DKIM. Mails kunnen bij ongewenste post terechtkomen.",
	), nil
}

// tag is the value of a tag in a text such as "v=DKIM1; p=…".
func tag(text, name string) (value string, there bool) {
	for part := range strings.SplitSeq(text, ";") {
		k, v, _ := strings.Cut(part, "=")
		if strings.EqualFold(strings.TrimSpace(k), name) {
			return strings.TrimSpace(v), true
		}
	}
	return "", false
}

// dmarc looks at the domain, and then at those above it: a rule there holds for all below.
func (s *Status) dmarc(ctx context.Context, domain string) (finding, error) {
	for at := domain; strings.Contains(at, "."); _, at, _ = strings.Cut(at, ".") {
		found, err := s.texts(ctx, "_dmarc."+at, "v=dmarc1")
		switch {
		case err != nil:
			return finding{}, err
		case len(found) > 1:
			return bad(
				"Laat er precies één staan.",
				at,
				"heeft meer dan één DMARC. Dan telt er geen een.",
			), nil
		case len(found) == 1:
			if p, _ := tag(found[0], "p"); strings.EqualFold(p, "none") {
				return good(at, "heeft DMARC, maar nog zonder gevolg (p=none)."), nil
			}
			return good(at, "heeft DMARC."), nil
		}
	}
	return warn(
		dnsAdvice,
		domain,
		"heeft geen DMARC. Iemand anders kan mailen alsof hij ons is.",
	), nil
}

// missing says that DNS answered, and that there is no such thing.
func missing(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && dns.IsNotFound
}
