package mail

import "time"

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

// TestLetter is TestMail, asked for at this moment on the status page.
func TestLetter(at time.Time) Letter {
	return Letter{
		Subject: "Testmail",
		Body:    paragraph("Dit is een testmail van " + DayAndHour(at) + "."),
	}
}
