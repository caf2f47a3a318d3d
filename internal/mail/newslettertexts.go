package mail

import "fmt"

const confirmSubject = "Wil je deze mail ontvangen?"

// NewsletterConfirmLetter is NewsletterConfirm, to an address that was filled in and is not on the
// list; days until it is wiped.
func NewsletterConfirmLetter(link string, days int) Letter {
	within := fmt.Sprintf("Na %d dagen", days)
	if days == 1 {
		within = "Na 1 dag"
	}
	return Letter{Subject: confirmSubject, Body: body(
		paragraph(
			"Iemand vulde dit adres in voor onze nieuwsbrief. Was jij dat?",
			"Open de link en druk op de knop:", link,
		),
		paragraph("Was jij het niet? Doe dan niets. "+within+" wissen we dit adres."),
	)}
}

// NewsletterAlreadyLetter is NewsletterAlready, to an address that is on the list.
func NewsletterAlreadyLetter(link string) Letter {
	return Letter{
		Subject: confirmSubject,
		Body: paragraph(
			"Je krijgt onze nieuwsbrief al. Je hoeft niets te doen. Geen nieuwsbrief meer?",
			link,
		),
	}
}
