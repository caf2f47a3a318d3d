package mail

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"herstelruimte/internal/clock"
)

const phone = "0123 45 67 89"

var (
	start = time.Date(2025, 11, 18, 13, 30, 0, 0, clock.Amsterdam)
	end   = start.Add(150 * time.Minute)
	link  = "https://herstelruimte.example/registrationdetails/aan_" + strings.Repeat("q", 43)

	visit = Visit{
		Start: start,
		End:   end,
		Place: "Dorpsstraat 12, 1234 AB Ergens, grote zaal",
		Link:  link,
		Seats: 1,
	}
	waiting = Waiting{Start: start, End: end, Link: link}
	offer   = Offer{
		Start: start,
		End:   end,
		Until: time.Date(2025, 11, 19, 16, 10, 0, 0, clock.Amsterdam),
		Link:  link,
	}
)

const (
	notMe  = "Je krijgt deze mail omdat dit adres bij ons is ingevuld. Heb jij dat niet gedaan? Open de link en kies 'Dit was ik niet'."
	asking = "Vragen? Bel 0123 45 67 89 of beantwoord deze mail."
)

// The texts are compared word by word, so that only the layout is free.
func TestLettersSayLiterallyWhatTheListOfMailsSays(t *testing.T) {
	t.Parallel()
	series, two, called, many := visit, visit, waiting, offer
	series.More = 5
	two.Seats = 3
	called.ByPhone = true
	called.More = 1
	many.More = 5
	many.OnlyOne = true
	const day, when = "dinsdag 18 november 2025", "dinsdag 18 november 2025, 13.30 tot 16.00 uur"
	const more, place = "Daarna nog 5 keer. Alle datums zie je via de link. ", "Plaats: Dorpsstraat 12, 1234 AB Ergens, grote zaal. "
	change := "Wil je iets veranderen of kun je niet komen? Dat kan hier: " + link +
		" Een reden hoeft niet. Bewaar deze mail, de link is alleen voor jou."
	choose := "Kom je? Kies hier: " + link +
		" Je kunt ja zeggen, nee, of nog even wachten. Alles is goed."
	const hold = "We houden hem voor je vast tot woensdag 19 november 2025 16.10 uur. "
	for _, c := range []struct {
		kind    Kind
		letter  Letter
		subject string
		text    string
		own     bool
	}{
		{
			SignedUp,
			SignedUpLetter(visit),
			"Je aanmelding voor " + day,
			"Je plek is geregeld. Het is op " + when + ". " + place + change,
			true,
		},
		{
			SignedUp,
			SignedUpLetter(series),
			"Je aanmelding voor " + day,
			"Je plek is geregeld. Het is op " + when + ". " + more + place + change,
			true,
		},
		{
			SignedUpBefore,
			SignedUpBeforeLetter(visit),
			"Je aanmelding voor " + day,
			"Je was al aangemeld voor " + when + ". Je hebt één plek. Hier zie je je aanmelding: " +
				link,
			true,
		},
		{
			SignedUpBefore,
			SignedUpBeforeLetter(two),
			"Je aanmelding voor " + day,
			"Je was al aangemeld voor " + when +
				". Je hebt 3 plekken. Hier zie je je aanmelding: " +
				link,
			true,
		},
		{
			AddressRemoved,
			AddressRemovedLetter(""),
			"Er is iets veranderd",
			"Dit e-mailadres is weggehaald bij een aanmelding. Klopt dat niet? Bel ons.",
			false,
		},
		{
			AddressRemoved,
			AddressRemovedLetter(link),
			"Er is iets veranderd",
			"Dit e-mailadres is weggehaald bij een aanmelding. Klopt dat niet? Bel ons. " +
				"Heb jij dit niet veranderd? Zet het hier terug: " + link + " Dat kan 7 dagen.",
			false,
		},
		{
			OnList,
			OnListLetter(waiting),
			"Je staat op de lijst voor " + day,
			"Je staat op de wachtlijst voor " + when +
				". Komt er een plek vrij, dan mailen we je. Van de lijst af? " +
				link,
			true,
		},
		{
			OnList,
			OnListLetter(called),
			"Je staat op de lijst voor " + day,
			"Je staat op de wachtlijst voor " + when +
				". Daarna nog 1 keer. Alle datums zie je via de link. Komt er een plek vrij, dan bellen we je. Van de lijst af? " +
				link,
			true,
		},
		{
			OnListBefore,
			OnListBeforeLetter(waiting),
			"Je staat op de lijst voor " + day,
			"Je stond al op de lijst. Er is niets veranderd. " + link,
			true,
		},
		{
			Offered,
			OfferedLetter(offer),
			"Er is een plek vrij op " + day,
			"Er is een plek voor je op " + when + ". " + hold + choose,
			true,
		},
		{
			Offered,
			OfferedLetter(many),
			"Er is een plek vrij op " + day,
			"Er is één plek vrij. Kom je alleen? Er is een plek voor je op " + when + ". " + more +
				hold +
				choose,
			true,
		},
		{
			PlaceGiven,
			PlaceGivenLetter(visit),
			"Je aanmelding voor " + day,
			"Fijn dat je komt. Je plek is geregeld. Het is op " + when + ". " + place + change,
			true,
		},
		{
			Cancelled,
			CancelledLetter(visit),
			"Je bent afgemeld voor " + day,
			"Je bent afgemeld. Fijn dat je het laat weten. Je bent altijd weer welkom.",
			false,
		},
		{
			Erased,
			ErasedLetter(),
			"Je gegevens zijn gewist",
			"We hebben alles gewist wat bij dit adres hoorde. Een klacht blijft bij de vertrouwenspersoon. Uit onze reservekopieën verdwijnt het na 30 dagen.",
			false,
		},
	} {
		if c.letter.Subject != c.subject {
			t.Errorf("%s: subject %q, want %q", c.kind, c.letter.Subject, c.subject)
		}
		want := "Hallo, " + c.text + " "
		if c.own {
			want += notMe + " "
		}
		want += asking
		text := Text(c.kind, c.letter, phone)
		if got := strings.Join(strings.Fields(text), " "); got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.kind, got, want)
		}
		checkLayout(t, c.kind, text)
	}
}

func TestStaffAreToldWhatIsBrokenAndNotAskedToRing(t *testing.T) {
	t.Parallel()
	const page = "https://herstelruimte.example/beheer/status"
	faults := []Fault{
		{
			Title: "Reservekopie",
			Says:  "De laatste is 7 uur oud.",
			Todo:  "Maak er een met: deploy/backup",
			Since: start,
		},
		{Title: "Klok", Says: "Hij loopt achter.", Since: start},
	}
	for _, c := range []struct {
		kind    Kind
		letter  Letter
		subject string
		text    string
	}{
		{
			SiteTrouble,
			BrokenLetter(faults, page),
			"Bericht van de website",
			"Er werkt iets niet op de website. Reservekopie. De laatste is 7 uur oud. Dit is zo sinds dinsdag 18 november 2025 13.30 uur. Maak er een met: deploy/backup " +
				"Klok. Hij loopt achter. Dit is zo sinds dinsdag 18 november 2025 13.30 uur. Kijk hier hoe het nu staat: " +
				page,
		},
		{
			SiteTrouble,
			MendedLetter([]string{"Klok", "Schijf"}, page),
			"Bericht van de website",
			"Dit werkt weer: - Klok - Schijf Je hoeft niets te doen. Kijk hier hoe het nu staat: " +
				page,
		},
		{
			TestMail,
			TestLetter(start),
			"Testmail",
			"Dit is een testmail van dinsdag 18 november 2025 13.30 uur.",
		},
	} {
		text := Text(c.kind, c.letter, phone)
		if got := strings.Join(
			strings.Fields(text),
			" ",
		); c.letter.Subject != c.subject || got != "Hallo, "+c.text {
			t.Errorf("%s %q:\n got %s\nwant Hallo, %s", c.kind, c.letter.Subject, got, c.text)
		}
		if strings.Contains(text, "://") && !strings.Contains(text, "\n"+page+"\n") {
			t.Errorf("%s: the link does not stand alone:\n%s", c.kind, text)
		}
	}
}

func checkLayout(t *testing.T, k Kind, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.Contains(line, "://"):
			if line != link {
				t.Errorf("%s: the link does not stand alone: %q", k, line)
			}
		case utf8.RuneCountInString(line) > 76:
			t.Errorf("%s: a line of %d characters: %q", k, utf8.RuneCountInString(line), line)
		}
	}
	if !strings.HasPrefix(text, "Hallo,\n\n") || !strings.HasSuffix(text, "\n\n"+asking+"\n") {
		t.Errorf("%s: begin or end of\n%s", k, text)
	}
}

func TestLetterOfASignUpReadsWell(t *testing.T) {
	t.Parallel()
	want := `Hallo,

Je plek is geregeld. Het is op dinsdag 18 november 2025, 13.30 tot 16.00
uur. Plaats: Dorpsstraat 12, 1234 AB Ergens, grote zaal.

Wil je iets veranderen of kun je niet komen? Dat kan hier:
` + link + `

Een reden hoeft niet. Bewaar deze mail, de link is alleen voor jou.

Je krijgt deze mail omdat dit adres bij ons is ingevuld. Heb jij dat niet
gedaan? Open de link en kies 'Dit was ik niet'.

Vragen? Bel 0123 45 67 89 of beantwoord deze mail.
`
	if got := Text(SignedUp, SignedUpLetter(visit), phone); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestCalendarFilesGoWithSignUpAndCancellation(t *testing.T) {
	t.Parallel()
	v := visit
	if l := SignedUpLetter(v); l.Calendar != nil || l.CalendarMethod != "" {
		t.Error("a method without a file")
	}
	v.Calendar = []byte("BEGIN:VCALENDAR")
	for want, l := range map[string][]Letter{
		"PUBLISH": {SignedUpLetter(v), PlaceGivenLetter(v)},
		"CANCEL":  {CancelledLetter(v)},
	} {
		for _, one := range l {
			if one.CalendarMethod != want || string(one.Calendar) != "BEGIN:VCALENDAR" {
				t.Errorf("%q: %+v", want, one)
			}
		}
	}
}

func TestLinkStaysWholeAndAloneWhateverItsLength(t *testing.T) {
	t.Parallel()
	long := "https://x.example/" + strings.Repeat("a", 300)
	if got := paragraph(
		"Dat kan hier:",
		long+". Een reden hoeft niet.",
	); got != "Dat kan hier:\n"+long+"\nEen reden hoeft niet." {
		t.Errorf("%q", got)
	}
	if got := paragraph("Plaats: zaal\r\n\r\nBcc: x"); got != "Plaats: zaal Bcc: x" {
		t.Errorf("a line break in a setting makes lines of its own: %q", got)
	}
}
