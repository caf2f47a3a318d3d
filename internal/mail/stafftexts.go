package mail

import (
	"fmt"
	"strings"
	"time"
)

// Fault is one thing that is broken, for the letter about it.
type Fault struct {
	Title string // of the check
	Says  string
	Todo  string
	Since time.Time
}

const discreet = "Bericht van de website"

// BrokenLetter is SiteTrouble: what is broken, since when, and what to do. status is the address of
// the page that says more.
func BrokenLetter(faults []Fault, status string) Letter {
	parts := []string{paragraph("Er werkt iets niet op de website.")}
	for _, f := range faults {
		parts = append(
			parts,
			paragraph(f.Title+".", f.Says, "Dit is zo sinds "+DayAndHour(f.Since)+".", f.Todo),
		)
	}
	return Letter{
		Subject: discreet,
		Body:    body(append(parts, paragraph("Kijk hier hoe het nu staat:", status))...),
	}
}

// MendedLetter is SiteTrouble when what it told of is over.
func MendedLetter(titles []string, status string) Letter {
	parts := []string{paragraph("Dit werkt weer:")}
	for _, t := range titles {
		parts = append(parts, paragraph("- "+t))
	}
	return Letter{
		Subject: discreet,
		Body: body(append(
			parts,
			paragraph("Je hoeft niets te doen. Kijk hier hoe het nu staat:", status),
		)...),
	}
}

// CallsTodayLetter is CallsToday: how many people are to be phoned, and where that list is. It
// names nobody.
func CallsTodayLetter(n int, link string) Letter {
	line := "Er staat 1 telefoontje klaar voor vandaag."
	if n != 1 {
		line = fmt.Sprintf("Er staan %d telefoontjes klaar voor vandaag.", n)
	}
	return Letter{
		Subject: discreet,
		Body:    body(paragraph(line), paragraph("Log in om te zien wie je belt:", link)),
	}
}

// TooFewLetter is CallsToday about a date of the next day to which fewer people come than it needs:
// day, numbers and a link, without a title.
func TooFewLetter(start time.Time, taken, least int, link string) Letter {
	return Letter{
		Subject: discreet,
		Body: body(
			paragraph(
				fmt.Sprintf("Te weinig aanmeldingen: nu %d, nodig %d.", taken, least),
				"Het gaat om "+DayAndHour(start)+".",
			),
			paragraph("Log in om het te bekijken:", link),
		),
	}
}

// Tomorrow is what there is on the next day, in numbers.
type Tomorrow struct {
	Dates, Coming int
	Calls         int // people to phone about it; 0 also for who does not phone
}

// TomorrowLetter is CallsToday on the afternoon before: numbers, without a title or a name.
func TomorrowLetter(n Tomorrow, link string) Letter {
	dates := "Morgen is er 1 afspraak in het programma."
	if n.Dates != 1 {
		dates = fmt.Sprintf("Morgen zijn er %d afspraken in het programma.", n.Dates)
	}
	coming := fmt.Sprintf("Er komen %d mensen.", n.Coming)
	switch n.Coming {
	case 0:
		coming = "Er heeft zich nog niemand aangemeld."
	case 1:
		coming = "Er komt iemand."
	}
	calls := ""
	switch {
	case n.Calls == 1:
		calls = "Er staat nog 1 telefoontje over morgen klaar."
	case n.Calls > 1:
		calls = fmt.Sprintf("Er staan nog %d telefoontjes over morgen klaar.", n.Calls)
	}
	return Letter{
		Subject: discreet,
		Body:    body(paragraph(dates, coming, calls), paragraph("Log in om het te bekijken:", link)),
	}
}

// ForgottenLetter is Forgotten: how much of each kind was erased in a week, as a line each, and how
// many applications of volunteers go within two weeks.
func ForgottenLetter(lines []string, soon int, link string) Letter {
	var parts []string
	if len(lines) > 0 {
		parts = append(parts,
			paragraph("Dit heeft de website in een week gewist, omdat de tijd om was:"),
			"- "+strings.Join(lines, "\n- "),
		)
	}
	switch {
	case soon == 1:
		parts = append(parts, paragraph(
			"Binnen twee weken gaat er 1 aanmelding van een vrijwilliger weg.",
		))
	case soon > 1:
		parts = append(parts, paragraph(fmt.Sprintf(
			"Binnen twee weken gaan er %d aanmeldingen van vrijwilligers weg.", soon,
		)))
	}
	return Letter{
		Subject: discreet,
		Body: body(append(
			parts,
			paragraph("Je hoeft niets te doen. Log in om te zien hoe het staat:", link),
		)...),
	}
}

// TestLetter is TestMail, asked for at this moment on the status page.
func TestLetter(at time.Time) Letter {
	return Letter{
		Subject: "Testmail",
		Body:    paragraph("Dit is een testmail van " + DayAndHour(at) + "."),
	}
}
