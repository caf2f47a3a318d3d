package status

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const wayTime = 5 * time.Second

func (s *Status) ofSignIn() []check {
	return []check{
		{"keycloak", "Inloggen van medewerkers", wayTime, s.keycloak},
		{
			"certificateSite",
			"Certificaat van de site",
			wayTime,
			func(ctx context.Context) (finding, error) {
				return s.certificate(ctx, s.cfg.SiteURL), nil
			},
		},
		{
			"certificateLogin",
			"Certificaat van de inlogpagina",
			wayTime,
			func(ctx context.Context) (finding, error) {
				return s.certificate(ctx, s.cfg.LoginURL), nil
			},
		},
	}
}

func (s *Status) keycloak(ctx context.Context) (finding, error) {
	if s.cfg.KeysURL == "" {
		return off("Inloggen is niet ingesteld. De site werkt, maar niemand kan inloggen."), nil
	}
	const todo = "Kijk of Keycloak draait: docker compose ps keycloak. Start hem zo nodig: " +
		"docker compose up -d keycloak. Het duurt een minuut voor hij klaar is. " +
		"Lukt het niet, kijk dan met: docker compose logs keycloak"
	const effect = "Medewerkers die al zijn ingelogd kunnen verder. Nieuw inloggen lukt niet. " +
		"Bezoekers merken er niets van."
	status, _, body, err := s.cfg.Outside.Get(ctx, s.cfg.KeysURL)
	if err != nil {
		return bad(todo, "Keycloak geeft geen antwoord.", effect), nil
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if status != http.StatusOK || json.Unmarshal(body, &set) != nil || len(set.Keys) == 0 {
		return bad(
			todo,
			fmt.Sprintf("Keycloak antwoordt, maar geeft geen sleutels (code %d).", status),
			effect,
		), nil
	}
	return good("Keycloak antwoordt en geeft zijn sleutels."), nil
}

const renew = "Caddy vernieuwt het certificaat zelf. " +
	"Daarvoor moeten poort 80 en 443 open staan en moet de naam naar deze server wijzen. " +
	"Kijk met: docker compose logs caddy"

// certificate looks at what visitors of this address are shown.
func (s *Status) certificate(ctx context.Context, address string) finding {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" {
		return off("Er is hier geen certificaat: dit adres is zonder https.")
	}
	host, at := u.Hostname(), s.cfg.Proxy
	if at == "" {
		at = net.JoinHostPort(host, portOf(u))
	}
	chain, err := s.cfg.Outside.Certificates(ctx, at, host)
	if err != nil || len(chain) == 0 {
		return bad(renew, "Er is geen veilige verbinding te maken met", host+".")
	}
	return s.judge(host, chain)
}

func portOf(u *url.URL) string {
	if u.Port() != "" {
		return u.Port()
	}
	return "443"
}

func (s *Status) judge(host string, chain []*x509.Certificate) finding {
	// certificates are held against the machine's clock, as browsers do
	own, now := chain[0], time.Now()
	switch left := own.NotAfter.Sub(now); {
	case own.VerifyHostname(host) != nil:
		return bad(renew, "Het certificaat is niet voor", host+".")
	case left <= 0:
		f := bad(
			renew,
			"Het certificaat van",
			host,
			"is verlopen. Bezoekers zien een waarschuwing.",
		)
		f.since = own.NotAfter
		return f
	case now.Before(own.NotBefore):
		return bad(
			"Kijk of de klok van de server goed staat.",
			"Het certificaat van",
			host,
			"geldt nog niet.",
		)
	}
	if err := s.trusted(host, chain, now); err != nil {
		return untrusted(host, err)
	}
	left, whole := own.NotAfter.Sub(now), own.NotAfter.Sub(own.NotBefore)
	says := fmt.Sprintf("Het certificaat van %s geldt nog %s.", host, span(left))
	switch { // it is renewed when a third of its life is left
	case left < min(whole/10, 7*24*time.Hour):
		return bad(renew, says, "Het wordt niet vernieuwd.")
	case left < min(whole/4, 21*24*time.Hour):
		return warn(renew, says, "Het had al vernieuwd moeten zijn.")
	}
	return good(says)
}

func (s *Status) trusted(host string, chain []*x509.Certificate, now time.Time) error {
	others := x509.NewCertPool()
	for _, c := range chain[1:] {
		others.AddCert(c)
	}
	_, err := chain[0].Verify(x509.VerifyOptions{
		DNSName:       host,
		Roots:         s.cfg.Outside.Roots,
		Intermediates: others,
		CurrentTime:   now,
	})
	return err
}

// untrusted is a certificate that browsers warn about. On localhost that is how a try is meant.
func untrusted(host string, err error) finding {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") ||
		net.ParseIP(host).IsLoopback() {
		return good(
			"Dit is een certificaat voor een proef op deze computer. " +
				"Je browser waarschuwt daarvoor. Voor een echte site haalt Caddy een echt certificaat.",
		)
	}
	var unknown x509.UnknownAuthorityError
	if errors.As(err, &unknown) {
		return bad(
			renew,
			"Browsers kennen de maker van het certificaat van",
			host,
			"niet. Bezoekers zien een waarschuwing.",
		)
	}
	return bad(renew, "Het certificaat van", host, "klopt niet. Bezoekers zien een waarschuwing.")
}
