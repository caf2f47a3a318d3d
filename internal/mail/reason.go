package mail

import "strings"

// Reason says in a Dutch sentence why a mail did not go out, from the class that the outbox noted.
// It names nobody.
func Reason(class string) string {
	word, code, _ := strings.Cut(class, " ")
	if word == returnedClass {
		return came(code)
	}
	unwanted := strings.HasSuffix(code, " "+WhySpam)
	code = strings.TrimSuffix(code, " "+WhySpam)
	if code != "" && word != "own" {
		code = " (code " + code + ")"
	}
	switch {
	case unwanted && word == "4xx":
		return "De mailserver ziet de mail als ongewenst en weigert hem voor nu" + code + "."
	case unwanted:
		return "De mailserver ziet de mail als ongewenst en weigert hem" + code + "."
	}
	switch word {
	case "timeout":
		return "De mailserver gaf op tijd geen antwoord."
	case "stopped":
		return "Het programma stopte tijdens het versturen."
	case "refused":
		return "De mailserver neemt geen verbinding aan."
	case "name":
		return "De naam van de mailserver is niet te vinden."
	case "tls":
		return "De verbinding met de mailserver kan niet veilig worden gemaakt."
	case "closed", "connection":
		return "De verbinding met de mailserver viel weg."
	case "log-in":
		return "De mailserver neemt de naam of het wachtwoord niet aan" + code + "."
	case "no-log-in":
		return "De mailserver biedt geen inloggen aan. Misschien doet hij dat alleen over een versleutelde verbinding."
	case "greeting":
		return "De mailserver wil niet met ons praten" + code + "."
	case "sender":
		return "De mailserver wil geen mail van ons afzenderadres" + code + "."
	case "4xx":
		return "De mailserver weigert de mail voor nu" + code + "."
	case "5xx":
		return "De mailserver weigert de mail voorgoed" + code + "."
	}
	return ourReason(class)
}

// came is Reason for a mail that came back.
func came(why string) string {
	switch why {
	case WhyAddress:
		return "De mail kwam terug: dit adres bestaat niet."
	case WhyBox:
		return "De mail kwam terug: de brievenbus is vol."
	case WhySpam:
		return "De mail kwam terug: hun mailserver ziet hem als ongewenst."
	}
	return "De mail kwam terug: hun mailserver weigert hem."
}

// ourReason is Reason for what did not come of the mail server.
func ourReason(class string) string {
	switch class {
	case "late":
		return "Het lukte 48 uur lang niet."
	case "sealed":
		return "Het adres is niet te lezen: de sleutel van de gegevens klopt niet."
	case "compose":
		return "De tekst van de mail kon niet worden gemaakt."
	case "headers":
		return "Dit adres bestaat niet: we kunnen er geen mail naar schrijven."
	case "settings":
		return "De instellingen van de mailserver kloppen niet."
	case "own address":
		return "De mail was aan ons eigen adres."
	}
	return "De reden is niet bekend."
}

const maxAddress = 254

// ValidAddress says whether s is one bare address to which a mail can be made.
func ValidAddress(s string) bool {
	return len(s) <= maxAddress && plainAddress(s) == nil
}
