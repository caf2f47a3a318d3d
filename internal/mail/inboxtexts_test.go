package mail

import (
	"strings"
	"testing"
)

func TestLettersAboutFormsCarryWhatTheirReaderNeeds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind    Kind
		letter  Letter
		subject string // in the subject
		carries []string
	}{
		{MessageReceived, MessageReceivedLetter(phone), "", []string{"3 werkdagen", phone, "112"}},
		{VolunteerReceived, VolunteerReceivedLetter(), "", []string{"binnen een week"}},
		{NewInInbox, NewInInboxLetter("pers", link), "pers", []string{link}},
	} {
		text := Text(c.kind, c.letter, phone)
		if c.letter.Subject == "" || !strings.Contains(c.letter.Subject, c.subject) {
			t.Errorf("%s: got subject %q, want %q in it", c.kind, c.letter.Subject, c.subject)
		}
		for _, want := range c.carries {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
				t.Errorf("%s: got\n%s\nwant %q in it", c.kind, text, want)
			}
		}
		if c.kind != NewInInbox {
			checkLayout(t, c.kind, text)
		}
	}
}
