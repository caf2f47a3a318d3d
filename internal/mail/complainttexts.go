package mail

// NewComplaintLetter is ComplaintHandling to the confidant. Nothing of the complaint is in it.
func NewComplaintLetter(link string) Letter {
	return Letter{
		Subject: discreet,
		Body:    paragraph("Er is een nieuwe klacht. Log in om hem te lezen.", link),
	}
}

// ComplaintWaitsLetter is ComplaintHandling when a term is near or the person wrote on.
func ComplaintWaitsLetter(link string) Letter {
	return Letter{Subject: discreet, Body: paragraph("Een klacht wacht op antwoord. Log in.", link)}
}

// ComplaintAnsweredLetter is ComplaintAnswered, to who left an address. It says that there is a
// message, not what about.
func ComplaintAnsweredLetter(link string) Letter {
	return Letter{
		Subject: "Bericht van ons",
		Body:    paragraph("Er is een bericht voor je. Lees het met je nummer op", link),
	}
}
