package mail

import (
	"fmt"
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

// TestLetter is TestMail, asked for at this moment on the status page.
func TestLetter(at time.Time) Letter {
	return Letter{
		Subject: "Testmail",
		Body:    paragraph("Dit is een testmail van " + DayAndHour(at) + "."),
	}
}
