package mail

import (
	"strings"
	"unicode/utf8"
)

// Kind is the number of a mail in the list of mails.
type Kind string

// The mails that exist.
const (
	SignedUp          Kind = "M1"  // sign-up made
	SignedUpBefore    Kind = "M2"  // signed up again
	AddressRemoved    Kind = "M3"  // address removed from a sign-up, to the old address
	LinkAsked         Kind = "M4"  // a link to everything of an address, on request
	OnList            Kind = "M5"  // joined the waitlist
	OnListBefore      Kind = "M6"  // was on the waitlist already
	Offered           Kind = "M7"  // a place is offered
	OfferExpired      Kind = "M8"  // an offer is over that nobody answered
	PlaceGiven        Kind = "M9"  // a place from the waitlist
	Cancelled         Kind = "M10" // cancelled by the person
	Reminder          Kind = "M11" // the day before a meeting, to who asked for it
	MessageReceived   Kind = "M12" // a message of the contact page came in
	ComplaintHandling Kind = "M14" // to the confidant: a complaint came in, or waits
	DateOff           Kind = "M13" // a date does not go on
	DateMoved         Kind = "M16" // a date is at another time or place
	VolunteerReceived Kind = "M15" // somebody wants to be a volunteer
	DateOn            Kind = "M17" // a date goes on after all, to who was told that it does not
	ToEverybody       Kind = "M18" // what staff tell everybody who comes to a date
	NewsletterConfirm Kind = "M19" // newsletter: confirm the address
	NewsletterAlready Kind = "M20" // newsletter: is on the list already
	Newsletter        Kind = "M21" // newsletter: an issue
	ComplaintAnswered Kind = "M22" // there is a message about a complaint
	Erased            Kind = "M23" // everything erased
	StoryTakenBack    Kind = "M24" // a story, or a part of it, is gone as its teller asked
	NewInInbox        Kind = "M25" // to staff: a message or an application came in
	// CallsToday is to staff: people are to be phoned today, too few come, or what is tomorrow.
	CallsToday      Kind = "M26"
	SiteTrouble     Kind = "M27" // to who keeps the site: something is broken, or works again
	Forgotten       Kind = "M28" // to staff: how much was erased in a week
	TestMail        Kind = "M29" // test mail of the status page
	MessageAnswered Kind = "M30" // what staff answer to a message of the contact page
)

// kinds holds what differs between mails, apart from their texts.
var kinds = map[Kind]struct {
	// carries a secret link, so it says how to tell that somebody else filled in the address
	ownLink         bool
	survivesErasure bool // needs nothing but the address, and is still true after an erasure
	// goes to who works here: no line that asks to phone us, and the house's own address is allowed
	staff bool
	// of this kind one address gets so many in 24 hours, whoever causes them; 0: any number
	aDay float64
}{
	SignedUp:          {ownLink: true},
	SignedUpBefore:    {ownLink: true},
	AddressRemoved:    {survivesErasure: true, aDay: 3},
	LinkAsked:         {},
	OnList:            {ownLink: true},
	OnListBefore:      {ownLink: true},
	Offered:           {ownLink: true},
	OfferExpired:      {ownLink: true},
	PlaceGiven:        {ownLink: true},
	Cancelled:         {survivesErasure: true},
	DateOff:           {ownLink: true},
	DateOn:            {ownLink: true},
	DateMoved:         {ownLink: true},
	Erased:            {survivesErasure: true},
	StoryTakenBack:    {survivesErasure: true},
	Reminder:          {ownLink: true},
	ToEverybody:       {ownLink: true},
	ComplaintHandling: {staff: true},
	NewsletterConfirm: {},
	NewsletterAlready: {ownLink: true},
	Newsletter:        {},
	ComplaintAnswered: {},
	MessageReceived:   {},
	VolunteerReceived: {},
	MessageAnswered:   {},
	NewInInbox:        {staff: true},
	CallsToday:        {staff: true},
	SiteTrouble:       {staff: true},
	Forgotten:         {staff: true},
	TestMail:          {staff: true},
}

// Letter is what one mail says: subject and own text. Greeting and closing lines come on by Text.
type Letter struct {
	Subject, Body  string
	Calendar       []byte // iCalendar file, or none
	CalendarMethod string // "PUBLISH" or "CANCEL" with a Calendar
	OpenLink       bool   // its link is for everybody, in a mail that has an own one else
	Bulk           *Bulk  // of a newsletter, whose Body is its whole text
	Own            bool   // may go to our own address: somebody of the staff asked for it
}

const (
	greeting  = "Hallo,"
	notMeLine = "Je krijgt deze mail omdat dit adres bij ons is ingevuld. " +
		"Heb jij dat niet gedaan? Open de link en kies 'Dit was ik niet'."
)

func askLine(phone string) string { return "Vragen? Bel " + phone + " of beantwoord deze mail." }

// Text is the whole plain text of a mail of this kind, as it is sent and as a preview shows it.
func Text(k Kind, l Letter, phone string) string {
	if l.Bulk != nil {
		return l.Body + "\n"
	}
	parts := []string{greeting, l.Body}
	if kinds[k].ownLink && !l.OpenLink {
		parts = append(parts, paragraph(notMeLine))
	}
	if !kinds[k].staff {
		parts = append(parts, paragraph(askLine(phone)))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

const lineWidth = 76

// paragraph sets sentences in lines of at most 76 characters; a longer word is broken. A link
// stands alone on its line, whatever its length, and loses the full stop behind it.
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
		if letters := []rune(word); len(letters) > lineWidth && !isLink(word) {
			flush()
			for ; len(letters) > lineWidth; letters = letters[lineWidth:] {
				lines = append(lines, string(letters[:lineWidth]))
			}
			word = string(letters)
		}
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
