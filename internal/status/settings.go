package status

import (
	"context"
	"fmt"
	"time"
)

func (s *Status) ofSettings() []check {
	return []check{
		{"settings", "Gegevens van het huis", readTime, s.settings},
		{"limits", "Grens op het aantal verzonden formulieren", readTime, s.limits},
		{"scanner", "Virusscanner", readTime, s.scanner},
		{"sealKeys", "Sleutels waarmee namen vergrendeld zijn", readTime, s.sealKeys},
		{"notices", "Bericht bij een storing", readTime, s.notices},
	}
}

func (s *Status) settings(ctx context.Context) (finding, error) {
	const todo = "Vul de gegevens van het huis in. In deploy/BEHEER.md staat hoe."
	h, stored, err := s.cfg.House(ctx)
	switch {
	case err != nil:
		return finding{}, err
	case !stored:
		return warn(
			todo,
			"Er is nog niets ingevuld. De site laat een verzonnen adres, telefoonnummer en openingstijden zien.",
		), nil
	case h.Sample:
		return warn(
			todo,
			"Dit zijn voorbeelden. De site laat een verzonnen adres, telefoonnummer en openingstijden zien.",
		), nil
	case h.ANBI != nil && h.ANBI.Invented():
		return warn(
			"Vul ze in op de site, bij Beheer, Instellingen, Gegevens van de stichting (ANBI).",
			"De gegevens van de stichting op de pagina Over ons zijn nog een voorbeeld.",
		), nil
	}
	return good("De gegevens van het huis zijn ingevuld."), nil
}

func (s *Status) limits(context.Context) (finding, error) {
	if !s.cfg.SendLimits {
		return warn(
			"Zet SEND_LIMIT_FACTOR op 1 in .env, en typ: deploy/install",
			"De grens staat uit. Iedereen kan zo vaak iets versturen als hij wil. Dat is alleen voor een proef.",
		), nil
	}
	if s.cfg.Rushed != nil && s.cfg.Rushed() {
		return warn(
			"Kijk bij de aanmeldingen of ze echt zijn. Is het gewoon druk? Dan hoef je niets te doen.",
			"De grens staat aan. Er komt nu veel binnen voor één activiteit: meer dan 120 keer in een minuut.",
		), nil
	}
	return good("De grens staat aan.", s.trapped()), nil
}

// trapped tells how many forms were not kept because a program filled in what people do not see.
func (s *Status) trapped() string {
	n := int64(0)
	if s.cfg.Caught != nil {
		n = s.cfg.Caught()
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "Sinds de start van de site is één formulier niet bewaard: " +
			"een programma vulde het verborgen veld in."
	}
	return fmt.Sprintf("Sinds de start van de site zijn %d formulieren niet bewaard: "+
		"een programma vulde het verborgen veld in.", n)
}

// scanner tells what it means that there is none: it is an optional service that this program
// cannot use yet.
func (s *Status) scanner(context.Context) (finding, error) {
	return off(
		"Er is geen virusscanner. Medewerkers kunnen wel foto's en pdf's naar de site sturen; " +
			"bezoekers kunnen dat niet. " +
			"Foto's maakt de site opnieuw: wat er verder in zat, blijft weg. " +
			"Een pdf met een programma of een bijlage weigert de site. " +
			"Bezoekers kunnen hem alleen downloaden. Zet toch alleen pdf's op de site van wie je kent.",
	), nil
}

// keyKept is how long an older sealing key is needed by the oldest copy.
const keyKept = 30 * 24 * time.Hour

func (s *Status) sealKeys(ctx context.Context) (finding, error) {
	keys, needed, err := s.cfg.OldKeys(ctx)
	switch {
	case err != nil:
		return finding{}, err
	case keys == 0:
		return good("Er is één sleutel. Er staat geen oude meer op de server."), nil
	case needed:
		return warn(
			"Typ: docker compose exec -T site /herstelruimte reseal",
			"Er is een nieuwe sleutel, maar nog niet alles is daarmee vergrendeld.",
		), nil
	case !s.cfg.KeysSince.IsZero() && s.cfg.Clock.Now().Sub(s.cfg.KeysSince) > keyKept:
		return warn(
			"Haal hem weg. In deploy/BEHEER.md staat hoe, bij Een sleutel vernieuwen, stap 6.",
			"Er staat nog een oude sleutel op de server. Niets heeft hem meer nodig, ook een reservekopie niet.",
		), nil
	}
	return good(
		"Alles is vergrendeld met de nieuwe sleutel. " +
			"De oude staat er nog, voor de reservekopieën van de laatste 30 dagen.",
	), nil
}

func (s *Status) notices(context.Context) (finding, error) {
	if s.cfg.Beheer == "" {
		return warn(
			"Zet BEHEER_EMAIL in .env, en typ: deploy/install",
			"Niemand krijgt een mail als er iets stuk is.",
		), nil
	}
	return good("De beheerder krijgt een mail als er iets stuk is."), nil
}
