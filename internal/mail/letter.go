package mail

import (
	"strings"
	"unicode/utf8"
)

// Kind is the number of a mail in the list of mails.
type Kind string

// The mails that exist.
const (
	M1  Kind = "M1"  // sign-up made
	M2  Kind = "M2"  // signed up again
	M3  Kind = "M3"  // address removed from a sign-up, to the old address
	M5  Kind = "M5"  // joined the waitlist
	M6  Kind = "M6"  // was on the waitlist already
	M7  Kind = "M7"  // a place is offered
	M9  Kind = "M9"  // a place from the waitlist
	M10 Kind = "M10" // cancelled by the person
	M12 Kind = "M12" // a message of the contact page came in
	M14 Kind = "M14" // to the confidant: a complaint came in, or waits
	M15 Kind = "M15" // somebody wants to be a volunteer
	M19 Kind = "M19" // newsletter: confirm the address
	M20 Kind = "M20" // newsletter: is on the list already
	M22 Kind = "M22" // there is a message about a complaint
	M23 Kind = "M23" // everything erased
	M25 Kind = "M25" // to staff: a message or an application came in
	M27 Kind = "M27" // to who keeps the site: something is broken, or works again
	M29 Kind = "M29" // test mail of the status page
	M30 Kind = "M30" // what staff answer to a message of the contact page
)

// kinds holds what differs between mails, apart from their texts.
var kinds = map[Kind]struct {
	// carries a secret link, so it says how to tell that somebody else filled in the address
	ownLink         bool
	survivesErasure bool // needs nothing but the address, and is still true after an erasure
	// goes to who works here: no line that asks to phone us, and the house's own address is allowed
	staff bool
}{
	M1:  {ownLink: true},
	M2:  {ownLink: true},
	M3:  {survivesErasure: true},
	M5:  {ownLink: true},
	M6:  {ownLink: true},
	M7:  {ownLink: true},
	M9:  {ownLink: true},
	M10: {survivesErasure: true},
	M23: {survivesErasure: true},
	M14: {staff: true},
	M19: {ownLink: true},
	M20: {ownLink: true},
	M22: {},
	M12: {},
	M15: {},
	M30: {},
	M25: {staff: true},
	M27: {staff: true},
	M29: {staff: true},
}

// Letter is what one mail says: subject and own text. Greeting and closing lines come on by Text.
type Letter struct {
	Subject, Body  string
	Calendar       []byte // iCalendar file, or none
	CalendarMethod string // "PUBLISH" or "CANCEL" with a Calendar
}

const (
	greeting  = "Hallo,"
	notMeLine = "Je krijgt deze mail omdat dit adres bij ons is ingevuld. Heb jij dat niet gedaan? Open de link en kies 'Dit was ik niet'."
)

// Text is the whole plain text of a mail of this kind, as it is sent and as a preview shows it.
func Text(k Kind, l Letter, phone string) string {
	parts := []string{greeting, l.Body}
	if kinds[k].ownLink {
		parts = append(parts, paragraph(notMeLine))
	}
	if !kinds[k].staff {
		parts = append(parts, paragraph("Vragen? Bel "+phone+" of beantwoord deze mail."))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

const lineWidth = 76

// paragraph sets sentences in lines of at most 76 characters. A link stands alone on its line,
// whatever its length, and loses the full stop behind it.
func paragraph(sentences ...string) string {
	var lines []string
	line := ""
	flush := func() {
		if line != "" {
			lines = append(lines, line)
		}
		line = ""
	}
	for _, word := range strings.Fields(strings.Join(sentences, " ")) {
		switch {
		case isLink(word):
			flush()
			lines = append(lines, strings.TrimSuffix(word, "."))
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > lineWidth:
			flush()
			line = word
		default:
			line += " " + word
		}
	}
	flush()
	return strings.Join(lines, "\n")
}

func isLink(word string) bool {
	return strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://")
}

// body puts a blank line between paragraphs; empty ones are left out.
func body(paragraphs ...string) string {
	var full []string
	for _, p := range paragraphs {
		if p != "" {
			full = append(full, p)
		}
	}
	return strings.Join(full, "\n\n")
}
