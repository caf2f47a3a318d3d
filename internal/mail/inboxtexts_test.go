package mail

import (
	"strings"
	"testing"
)

func TestLettersAboutFormsSayLiterallyWhatTheListOfMailsSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind          Kind
		letter        Letter
		subject, text string
	}{
		{
			MessageReceived,
			MessageReceivedLetter(phone),
			"Je bericht is binnen",
			"Hallo, Dank je wel. We reageren binnen 3 werkdagen. Is er haast? Bel 0123 45 67 89. Wij zijn geen crisisdienst. Bij gevaar: 112. " +
				asking,
		},
		{
			VolunteerReceived,
			VolunteerReceivedLetter(),
			"Je bericht is binnen",
			"Hallo, Leuk dat je mee wilt doen. We bellen of mailen je binnen een week. " + asking,
		},
		{
			NewInInbox,
			NewInInboxLetter("pers", link),
			"Nieuw bericht: pers",
			"Hallo, Log in om het te lezen: " + link,
		},
	} {
		text := Text(c.kind, c.letter, phone)
		if got := strings.Join(
			strings.Fields(text),
			" ",
		); c.letter.Subject != c.subject || got != c.text {
			t.Errorf("%s %q:\n got %s\nwant %s", c.kind, c.letter.Subject, got, c.text)
		}
		if c.kind != NewInInbox {
			checkLayout(t, c.kind, text)
		}
	}
}
