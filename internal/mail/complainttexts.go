package mail

// NewComplaint is M14 to the confidant. Nothing of the complaint is in it.
func NewComplaint(link string) Letter {
	return Letter{
		Subject: discreet,
		Body:    paragraph("Er is een nieuwe klacht. Log in om hem te lezen.", link),
	}
}

// ComplaintWaits is M14 when a term is near or the person wrote on.
func ComplaintWaits(link string) Letter {
	return Letter{Subject: discreet, Body: paragraph("Een klacht wacht op antwoord. Log in.", link)}
}

// ComplaintAnswered is M22, to who left an address. It says that there is a message, not what
// about.
func ComplaintAnswered(link string) Letter {
	return Letter{
		Subject: "Bericht van ons",
		Body:    paragraph("Er is een bericht voor je. Lees het met je nummer op", link),
	}
}
