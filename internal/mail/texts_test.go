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
	// not a link of the reader's own: it opens nothing but the way back
	wayBack = "https://herstelruimte.example/registrationdetails/terug_" + strings.Repeat("q", 43)
	// nor this: it opens everything of an address, and nobody else filled in anything
	all  = "https://herstelruimte.example/registrationdetails/mij_" + strings.Repeat("q", 43)
	link = "https://herstelruimte.example/registrationdetails/aan_" + strings.Repeat("q", 43)

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

// The words of a mail stand once, where the mail is made. What they have to carry stands here: the
// moment and the link of who reads it, and what differs for one reader from another.
func TestLettersCarryWhatTheirReaderNeeds(t *testing.T) {
	t.Parallel()
	series, two, called, coming, many, alone := visit, visit, waiting, waiting, offer, offer
	series.More, two.Seats, called.ByPhone, coming.More = 5, 3, true, 5
	many.More, alone.OnlyOne = 5, true
	const day, when = "dinsdag 18 november 2025", "dinsdag 18 november 2025, 13.30 tot 16.00 uur"
	const until = "woensdag 19 november 2025 16.10 uur"
	for _, c := range []struct {
		kind    Kind
		letter  Letter
		of      string   // the day that the subject names
		carries []string // in the text
		own     bool     // with a link of the reader's own
		unlike  string   // the body of the same mail to another reader
	}{
		{SignedUp, SignedUpLetter(visit), day, []string{when, visit.Place}, true, ""},
		{
			SignedUp, SignedUpLetter(series), day, []string{when, " 5 ", visit.Place}, true,
			SignedUpLetter(visit).Body,
		},
		{SignedUpBefore, SignedUpBeforeLetter(visit), day, []string{when}, true, ""},
		{
			SignedUpBefore, SignedUpBeforeLetter(two), day, []string{when, " 3 "}, true,
			SignedUpBeforeLetter(visit).Body,
		},
		{AddressRemoved, AddressRemovedLetter(""), "", nil, false, ""},
		{
			AddressRemoved, AddressRemovedLetter(wayBack), "", []string{wayBack, "7 dagen"}, false,
			AddressRemovedLetter("").Body,
		},
		{LinkAsked, LinkAskedLetter(all), "", []string{all, "24 uur"}, false, ""},
		{OnList, OnListLetter(waiting), day, []string{when}, true, ""},
		{
			OnList, OnListLetter(called), day, []string{when}, true,
			OnListLetter(waiting).Body,
		},
		{OnList, OnListLetter(coming), day, []string{when, " 5 "}, true, ""},
		{
			OnListBefore, OnListBeforeLetter(waiting), day, nil, true,
			OnListLetter(waiting).Body,
		},
		{Offered, OfferedLetter(offer), day, []string{when, until}, true, ""},
		{Offered, OfferedLetter(many), day, []string{when, " 5 ", until}, true, ""},
		{
			Offered, OfferedLetter(alone), day, []string{when, until}, true,
			OfferedLetter(offer).Body,
		},
		{OfferExpired, OfferExpiredLetter(start, link, false), day, nil, true, ""},
		{
			OfferExpired, OfferExpiredLetter(start, "", true), day, nil, false,
			OfferExpiredLetter(start, "", false).Body,
		},
		{
			PlaceGiven, PlaceGivenLetter(visit), day, []string{when, visit.Place}, true,
			SignedUpLetter(visit).Body,
		},
		{Cancelled, CancelledLetter(visit), day, nil, false, ""},
		{
			Reminder, ReminderLetter(visit, false), "om 13.30 uur",
			[]string{when, visit.Place}, true, ReminderLetter(visit, true).Body,
		},
		{
			ToEverybody, ToEverybodyLetter(start, "Neem verf mee.\n\nTot dan!", link), day,
			[]string{"Neem verf mee. Tot dan!"}, true, "",
		},
		{Erased, ErasedLetter(), "", []string{"30 dagen"}, false, ""},
	} {
		text := Text(c.kind, c.letter, phone)
		flat := strings.Join(strings.Fields(text), " ")
		if !strings.HasSuffix(c.letter.Subject, c.of) || len(c.letter.Subject) <= len(c.of) {
			t.Errorf("%s: got subject %q, want one that ends in %q", c.kind, c.letter.Subject, c.of)
		}
		for _, want := range c.carries {
			if !strings.Contains(flat, want) {
				t.Errorf("%s: got\n%s\nwant %q in it", c.kind, text, want)
			}
		}
		if got := strings.Contains(flat, notMeLine); got != c.own {
			t.Errorf("%s: says how to tell that it was somebody else: %t, want %t", c.kind, got, c.own)
		}
		if got := strings.Contains(text, link); got != c.own {
			t.Errorf("%s: has a link: %t, want %t", c.kind, got, c.own)
		}
		if c.letter.Body == c.unlike {
			t.Errorf("%s: got the same text as another reader:\n%s", c.kind, text)
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
	const since = "dinsdag 18 november 2025 13.30 uur"
	for _, c := range []struct {
		kind    Kind
		letter  Letter
		carries []string
	}{
		{SiteTrouble, BrokenLetter(faults, page), []string{
			"Reservekopie. De laatste is 7 uur oud.", since, "Maak er een met: deploy/backup",
			"Klok. Hij loopt achter.", since,
		}},
		{SiteTrouble, MendedLetter([]string{"Klok", "Schijf"}, page), []string{
			"- Klok - Schijf",
		}},
		{CallsToday, CallsTodayLetter(1, page), []string{"Er staat 1 telefoontje klaar", page}},
		{CallsToday, CallsTodayLetter(3, page), []string{"Er staan 3 telefoontjes klaar", page}},
		{TestMail, TestLetter(start), []string{since}},
	} {
		text := Text(c.kind, c.letter, phone)
		rest := strings.Join(strings.Fields(text), " ")
		for _, want := range c.carries {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s: got\n%s\nwant %q in it, in this order", c.kind, text, want)
			}
			rest = after
		}
		if c.letter.Subject == "" || strings.Contains(text, phone) {
			t.Errorf("%s: got subject %q and\n%s\nwant no phone", c.kind, c.letter.Subject, text)
		}
		if c.kind == SiteTrouble && !strings.Contains(text, "\n"+page+"\n") {
			t.Errorf("%s: the link does not stand alone:\n%s", c.kind, text)
		}
	}
}

func checkLayout(t *testing.T, k Kind, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.Contains(line, "://"):
			if line != link && line != wayBack && line != all {
				t.Errorf("%s: the link does not stand alone: %q", k, line)
			}
		case utf8.RuneCountInString(line) > 76:
			t.Errorf("%s: a line of %d characters: %q", k, utf8.RuneCountInString(line), line)
		}
	}
	if !strings.HasPrefix(text, greeting+"\n\n") ||
		!strings.HasSuffix(text, "\n\n"+askLine(phone)+"\n") {
		t.Errorf("%s: begin or end of\n%s", k, text)
	}
}

func TestLetterIsSetInShortLinesAroundItsLink(t *testing.T) {
	t.Parallel()
	l := Letter{Body: body(
		paragraph("Dit is een zin die langer is dan een regel mag zijn, en die dus verder",
			"gaat op de volgende."),
		paragraph("Dat kan hier:", link),
		paragraph("Een reden hoeft niet."),
	)}
	want := greeting + `

Dit is een zin die langer is dan een regel mag zijn, en die dus verder gaat
op de volgende.

Dat kan hier:
` + link + `

Een reden hoeft niet.

` + paragraph(notMeLine) + `

` + askLine(phone) + `
`
	if got := Text(SignedUp, l, phone); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
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
