package mail

import (
	"strings"
	"time"
)

// ChangedDate is a date that does not go on, or goes on after all, for the mails about it.
type ChangedDate struct {
	Start, End time.Time
	Reason     string // a sentence of staff
	// what people can do instead: a sentence of staff, or another date with a link to it
	Instead                  string
	InsteadStart, InsteadEnd time.Time
	InsteadLink              string
	Waits                    bool   // to somebody on the waitlist
	Stays                    bool   // one meeting of a series: the others go on, and its list
	Link                     string // the person's own page
	Calendar                 []byte // the personal iCalendar file
}

// DateOffLetter is DateOff. Its calendar file takes the appointment out of their calendar.
func DateOffLetter(d ChangedDate) Letter {
	instead := paragraph(d.Instead)
	if d.InsteadLink != "" {
		instead = paragraph(
			"Je kunt wel komen op "+on(d.InsteadStart, d.InsteadEnd)+":", d.InsteadLink,
		)
	}
	do := "Je hoeft niets te doen. Meer lezen:"
	if d.Waits && d.Stays {
		do = "Je staat nog op de lijst. Je hoeft niets te doen. Meer lezen:"
	}
	l := Letter{Subject: capital(Day(d.Start)) + " gaat niet door", Body: body(
		paragraph("De afspraak van "+on(d.Start, d.End)+" gaat niet door.", d.Reason),
		instead,
		paragraph(do, d.Link),
	)}
	return l.with(d.Calendar, "CANCEL")
}

// DateOnLetter is DateOn.
func DateOnLetter(d ChangedDate) Letter {
	stands := paragraph("Je plek is er nog. Kun je niet meer?", d.Link)
	if d.Waits {
		stands = paragraph("Je staat nog op de lijst. Van de lijst af?", d.Link)
	}
	l := Letter{Subject: capital(Day(d.Start)) + " gaat toch door", Body: body(
		paragraph("Goed nieuws: de afspraak van "+on(d.Start, d.End)+" gaat toch door."),
		stands,
	)}
	return l.with(d.Calendar, "PUBLISH")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// ChangedLine is one date of a mail about several.
type ChangedLine struct {
	WasStart, WasEnd time.Time
	Start, End       time.Time
	Place            string // where it is now
	Waits            bool   // they are on its waitlist
	Link             string // the person's own page
}

// onePage says whether all of these are on one page of the person: meetings of one series.
func onePage(lines []ChangedLine) bool {
	for _, l := range lines {
		if l.Link != lines[0].Link || l.Waits != lines[0].Waits {
			return false
		}
	}
	return len(lines) > 1
}

// several is how mails about more dates than one begin.
const several = "Deze afspraken veranderen:"

// DatesOffLetter is DateOff for several dates of one person. Reason and Instead of d are of all.
func DatesOffLetter(d ChangedDate, lines []ChangedLine, calendar []byte) Letter {
	all := []string{several}
	one := onePage(lines)
	for _, l := range lines {
		if one {
			all = append(all, paragraph(on(l.Start, l.End)+": gaat niet door."))
			continue
		}
		all = append(all, paragraph(on(l.Start, l.End)+": gaat niet door. Meer lezen:", l.Link))
	}
	instead := paragraph(d.Instead)
	if d.InsteadLink != "" {
		instead = paragraph(
			"Je kunt wel komen op "+on(d.InsteadStart, d.InsteadEnd)+":", d.InsteadLink,
		)
	}
	all = append(all, paragraph(d.Reason), instead)
	if one {
		all = append(all, paragraph("Je hoeft niets te doen. Meer lezen:", lines[0].Link))
	} else {
		all = append(all, paragraph("Je hoeft niets te doen."))
	}
	l := Letter{Subject: "Afspraken gaan niet door", Body: body(all...)}
	return l.with(calendar, "CANCEL")
}

// DatesOnLetter is DateOn for several dates of one person.
func DatesOnLetter(lines []ChangedLine, calendar []byte) Letter {
	all := []string{"Goed nieuws: deze afspraken gaan toch door:"}
	one := onePage(lines)
	for i, l := range lines {
		if one && i < len(lines)-1 {
			all = append(all, paragraph(on(l.Start, l.End)+"."))
			continue
		}
		stands := "Je plek is er nog. Kun je niet meer?"
		if l.Waits {
			stands = "Je staat nog op de lijst. Van de lijst af?"
		}
		if one {
			all = append(all, paragraph(on(l.Start, l.End)+"."), paragraph(stands, l.Link))
			continue
		}
		all = append(all, paragraph(on(l.Start, l.End)+".", stands, l.Link))
	}
	l := Letter{Subject: "Afspraken gaan toch door", Body: body(all...)}
	return l.with(calendar, "PUBLISH")
}

// DatesMovedLetter is DateMoved for several dates of one person: of each the old time, the new one
// and its link.
func DatesMovedLetter(lines []ChangedLine, calendar []byte) Letter {
	all := []string{several}
	place, one := "", true
	for _, l := range lines {
		if place == "" {
			place = l.Place
		}
		one = one && l.Place == place
	}
	waits, comes := false, false
	for _, l := range lines {
		is := "wordt " + on(l.Start, l.End) + "."
		switch {
		case l.WasStart.Equal(l.Start) && l.WasEnd.Equal(l.End):
			is = "is nu op een andere plek."
		case Day(l.WasStart) == Day(l.Start):
			is = "wordt " + Hours(l.Start, l.End) + "."
		}
		where, stands := "", "Kun je dan niet?"
		if !one {
			where = "Plaats: " + l.Place + "."
		}
		if l.Waits {
			stands = "Van de lijst af?"
		}
		waits, comes = waits || l.Waits, comes || !l.Waits
		all = append(all, paragraph(on(l.WasStart, l.WasEnd), is, where, stands, l.Link))
	}
	if one {
		all = append(all, paragraph("Plaats: "+place+"."))
	}
	switch {
	case waits && comes:
		all = append(all, "Je plekken blijven van jou. Waar je op de lijst staat, blijf je staan.")
	case waits:
		all = append(all, "Je staat nog op de lijst.")
	default:
		all = append(all, "Je plekken blijven van jou.")
	}
	l := Letter{Subject: "Nieuwe datum of plek", Body: body(all...)}
	return l.with(calendar, "PUBLISH")
}

// MovedDate is a date that is at another time or place, for the mail about it.
type MovedDate struct {
	WasStart, WasEnd time.Time
	Start, End       time.Time
	Place            string
	Waits            bool      // to somebody on the waitlist
	Until            time.Time // until when a place is kept for them now; zero: as it was
	Link             string    // the person's own page
	Calendar         []byte    // the personal iCalendar file
}

// DateMovedLetter is DateMoved. It names the old time beside the new one when the day stays.
func DateMovedLetter(d MovedDate) Letter {
	was, is := Day(d.WasStart), "nu op "+on(d.Start, d.End)+"."
	switch {
	case d.WasStart.Equal(d.Start) && d.WasEnd.Equal(d.End):
		was, is = on(d.Start, d.End), "nu op een andere plek."
	case was == Day(d.Start):
		was = on(d.WasStart, d.WasEnd)
	}
	stands := paragraph("Je plek blijft van jou. Kun je dan niet?", d.Link)
	if d.Waits {
		kept := ""
		if !d.Until.IsZero() {
			kept = "We houden de plek voor je vast tot " + DayAndHour(d.Until) + "."
		}
		stands = paragraph("Je staat nog op de lijst.", kept, "Van de lijst af?", d.Link)
	}
	l := Letter{Subject: "Nieuwe datum of plek", Body: body(
		paragraph("De afspraak van "+was+" is", is, "Plaats: "+d.Place+"."),
		stands,
	)}
	return l.with(d.Calendar, "PUBLISH")
}
