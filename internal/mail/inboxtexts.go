package mail

import "strings"

// MessageReceivedLetter is MessageReceived, to who left an address on the contact page. It repeats
// nothing that was typed.
func MessageReceivedLetter(phone string) Letter {
	return Letter{Subject: cameIn, Body: body(
		paragraph("Dank je wel. We reageren binnen 3 werkdagen. Is er haast? Bel "+phone+"."),
		paragraph("Wij zijn geen crisisdienst. Bij gevaar: 112."),
	)}
}

// VolunteerReceivedLetter is VolunteerReceived, to who wants to join as a volunteer.
func VolunteerReceivedLetter() Letter {
	return Letter{
		Subject: cameIn,
		Body:    paragraph("Leuk dat je mee wilt doen. We bellen of mailen je binnen een week."),
	}
}

const cameIn = "Je bericht is binnen"

// NewInInboxLetter is NewInInbox: what kind of message came in, and where to read it. Nothing of
// who wrote it or what.
func NewInInboxLetter(kind, link string) Letter {
	return Letter{
		Subject: "Nieuw bericht: " + kind,
		Body:    paragraph("Log in om het te lezen:", link),
	}
}

// InboxAnswerLetter is MessageAnswered: what somebody of the staff wrote, line by line. Nothing of
// the message that it answers is repeated.
func InboxAnswerLetter(text string) Letter {
	return Letter{Subject: "Antwoord op je bericht", Body: written(text)}
}

// written is what somebody of the staff wrote, line by line.
func written(text string) string {
	var parts []string
	for part := range strings.SplitSeq(text, "\n\n") {
		var lines []string
		for line := range strings.SplitSeq(part, "\n") {
			lines = append(lines, paragraph(line))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return body(parts...)
}

// RightsDueLetter is NewInInbox when somebody asked what is kept of them, and their month is nearly
// over.
func RightsDueLetter(within, link string) Letter {
	return Letter{
		Subject: "Nieuw bericht: vraag over gegevens",
		Body: paragraph(
			"Iemand vroeg wat we bewaren, en wacht nog op antwoord.",
			"Over "+within+" is de maand om. Log in om het te lezen:",
			link,
		),
	}
}

// MessageGoingLetter is NewInInbox when messages wait that nobody answered and that will be erased
// soon.
func MessageGoingLetter(within, link string) Letter {
	return Letter{
		Subject: "Nieuw bericht: wacht al lang",
		Body: paragraph(
			"Een bericht wacht al lang op antwoord.",
			"Over "+within+" wissen we het. Log in om het te lezen:",
			link,
		),
	}
}
