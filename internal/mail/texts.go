package mail

import (
	"fmt"
	"time"
)

// Visit is a sign-up, for the mails about it. Of a series, Start and End are those of the first
// session not yet over.
type Visit struct {
	Start, End time.Time
	Place      string    // address and room
	Own        string    // a sentence of staff for who comes to this activity
	Link       string    // the person's own page
	Seats      int       // places of this sign-up, guests included
	More       int       // further sessions of a series
	Calendar   []byte    // the personal iCalendar file
	Before     time.Time // of MovedLetter: when it was first
}

// Waiting is a place on the waitlist, for the mails about it.
type Waiting struct {
	Start, End time.Time
	Link       string
	More       int
	ByPhone    bool // we call when a place comes free; else we mail
}

// Offer is a place that is held for somebody who waits.
type Offer struct {
	Start, End time.Time
	Until      time.Time // the deadline
	Link       string
	More       int
	OnlyOne    bool // one place is offered to somebody who asked for two
	Waited     bool // they waited once: then it is yes or no
}

// SignedUpLetter is SignedUp: the place is sure.
func SignedUpLetter(v Visit) Letter { return placeLetter(v, "Je plek is geregeld.") }

// MovedLetter is SignedUp for somebody whom staff moved to another date.
func MovedLetter(v Visit) Letter {
	l := Letter{Subject: "Je aanmelding voor " + Day(v.Start), Body: body(
		paragraph(
			"Je plek is verzet.",
			"Eerst was het op "+Day(v.Before)+".",
			"Het is nu op "+on(v.Start, v.End)+".",
			moreSessions(v.More),
			"Plaats: "+v.Place+".",
		),
		paragraph(v.Own),
		paragraph("Wil je iets veranderen of kun je niet komen? Dat kan hier:", v.Link),
		paragraph("Een reden hoeft niet. Bewaar deze mail, de link is alleen voor jou."),
	)}
	return l.with(v.Calendar, "PUBLISH")
}

// PlaceGivenLetter is PlaceGiven: a place from the waitlist was accepted, or given by staff.
func PlaceGivenLetter(v Visit) Letter {
	return placeLetter(v, "Fijn dat je komt. Je plek is geregeld.")
}

func placeLetter(v Visit, first string) Letter {
	l := Letter{Subject: "Je aanmelding voor " + Day(v.Start), Body: body(
		paragraph(
			first,
			"Het is op "+on(v.Start, v.End)+".",
			moreSessions(v.More),
			"Plaats: "+v.Place+".",
		),
		paragraph(v.Own),
		paragraph("Wil je iets veranderen of kun je niet komen? Dat kan hier:", v.Link),
		paragraph("Een reden hoeft niet. Bewaar deze mail, de link is alleen voor jou."),
	)}
	return l.with(v.Calendar, "PUBLISH")
}

// SignedUpBeforeLetter is SignedUpBefore: the same person signed up again.
func SignedUpBeforeLetter(v Visit) Letter {
	seats := "één plek"
	if v.Seats > 1 {
		seats = fmt.Sprintf("%d plekken", v.Seats)
	}
	return Letter{Subject: "Je aanmelding voor " + Day(v.Start), Body: body(
		paragraph("Je was al aangemeld voor "+on(v.Start, v.End)+".", "Je hebt "+seats+"."),
		paragraph("Hier zie je je aanmelding:", v.Link),
	)}
}

// AddressRemovedLetter is AddressRemoved, to the old address of a sign-up or of a place on a list
// after it was changed. It does not say of which: who reads it may be somebody else. wayBack is the
// link that puts it back for a week, or nothing.
func AddressRemovedLetter(wayBack string) Letter {
	l := Letter{
		Subject: "Er is iets veranderd",
		Body: paragraph( // to have a place, and to wait for one
			"Dit e-mailadres hoort niet meer bij een aanmelding of een plek op een wachtlijst.",
			"Klopt dat niet? Bel ons.",
		),
	}
	if wayBack != "" {
		l.Body = body(l.Body, paragraph(
			"Heb jij dit niet veranderd? Zet het dan binnen 7 dagen hier terug:", wayBack,
		))
	}
	return l
}

// LinkAskedLetter is LinkAsked: the link to everything of an address.
func LinkAskedLetter(link string) Letter {
	return Letter{Subject: "Je link", Body: body(
		paragraph("Hier zie je alles wat bij ons op dit adres staat:", link),
		paragraph("De link werkt 24 uur."),
	)}
}

// OnListLetter is OnList: joined the waitlist.
func OnListLetter(w Waiting) Letter {
	way := "mailen"
	if w.ByPhone {
		way = "bellen"
	}
	return Letter{Subject: listSubject(w), Body: body(
		paragraph(
			"Je staat op de wachtlijst voor "+on(w.Start, w.End)+".",
			moreSessions(w.More),
			"Komt er een plek vrij, dan "+way+" we je.",
		),
		paragraph("Van de lijst af?", w.Link),
	)}
}

// OnListBeforeLetter is OnListBefore: joined again.
func OnListBeforeLetter(w Waiting) Letter {
	return Letter{
		Subject: listSubject(w),
		Body:    paragraph("Je stond al op de lijst. Er is niets veranderd.", w.Link),
	}
}

func listSubject(w Waiting) string { return "Je staat op de lijst voor " + Day(w.Start) }

// OfferedLetter is Offered: a place is held until the deadline.
func OfferedLetter(o Offer) Letter {
	alone, can := "", "Je kunt ja zeggen, nee, of nog even wachten. Alles is goed."
	if o.OnlyOne {
		alone = paragraph("Er is één plek vrij. Kom je alleen?")
	}
	if o.Waited {
		can = "Je kunt ja of nee zeggen. Allebei is goed."
	}
	return Letter{Subject: "Er is een plek vrij op " + Day(o.Start), Body: body(
		alone,
		paragraph("Er is een plek voor je op "+on(o.Start, o.End)+".", moreSessions(o.More)),
		paragraph(
			"We houden hem voor je vast tot "+DayAndHour(o.Until)+".",
			"Kom je? Kies hier:",
			o.Link,
		),
		paragraph(can),
	)}
}

// OfferExpiredLetter is OfferExpired: the time to answer is over. The second time somebody is off
// the list, and the link leads to the activity.
func OfferExpiredLetter(day time.Time, link string, gone bool) Letter {
	l := Letter{Subject: "De plek op " + Day(day), Body: body(
		paragraph("De plek is nu voor iemand anders. Je staat weer op de lijst."),
		paragraph(link),
	)}
	if gone {
		l.OpenLink = true
		l.Body = body(
			paragraph("De plek is nu voor iemand anders. Je staat niet meer op de lijst."),
			paragraph("Opnieuw erop?", link),
		)
	}
	return l
}

// CancelledLetter is Cancelled: the person cancelled. Its calendar file takes the appointment out
// of their calendar.
func CancelledLetter(v Visit) Letter {
	l := Letter{
		Subject: "Je bent afgemeld voor " + Day(v.Start),
		Body: paragraph(
			"Je bent afgemeld. Fijn dat je het laat weten. Je bent altijd weer welkom.",
		),
	}
	return l.with(v.Calendar, "CANCEL")
}

// ReminderLetter is Reminder, the day before. Of a series that has begun nobody can be called off
// for one time, and no place comes free: the link only shows what there is.
func ReminderLetter(v Visit, begun bool) Letter {
	cannot := paragraph(
		"Kun je niet? Laat het hier weten:", v.Link, "Dan is er plek voor iemand anders.",
	)
	if begun {
		cannot = body(
			paragraph("Kun je niet? Laat het ons weten."),
			paragraph("Hier zie je je aanmelding:", v.Link),
		)
	}
	return Letter{Subject: "Morgen om " + hour(v.Start) + " uur", Body: body(
		paragraph("Morgen, "+on(v.Start, v.End)+", zien we je graag.", "Plaats: "+v.Place+"."),
		paragraph(v.Own),
		cannot,
	)}
}

// ToEverybodyLetter is ToEverybody: what staff wrote to who comes at this moment.
func ToEverybodyLetter(start time.Time, text, link string) Letter {
	return Letter{
		Subject: "Bericht over " + Day(start),
		Body:    body(written(text), paragraph("Je aanmelding:", link)),
	}
}

// ErasedLetter is Erased: everything that belonged to the address is gone.
func ErasedLetter() Letter {
	return Letter{
		Subject: "Je gegevens zijn gewist",
		Body: paragraph(
			"We hebben alles gewist wat bij dit adres hoorde. " +
				"Een klacht blijft bij de vertrouwenspersoon. Uit onze reservekopieën verdwijnt het na 30 dagen.",
		),
	}
}

// StoryTakenBackLetter is StoryTakenBack. It does not say what was there.
func StoryTakenBackLetter() Letter {
	return Letter{
		Subject: "Het is gedaan",
		Body:    paragraph("We hebben het weggehaald, zoals je vroeg."),
	}
}

func on(start, end time.Time) string { return Day(start) + ", " + Hours(start, end) }

func moreSessions(n int) string {
	if n < 1 {
		return ""
	}
	return fmt.Sprintf("Daarna nog %d keer. Alle datums zie je via de link.", n)
}

func (l Letter) with(calendar []byte, method string) Letter {
	if len(calendar) > 0 {
		l.Calendar, l.CalendarMethod = calendar, method
	}
	return l
}
