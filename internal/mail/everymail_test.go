package mail

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	outside "github.com/emersion/go-message/mail"

	"herstelruimte/internal/wording"
)

// everyMail is one of each kind and variant, as it goes out.
func everyMail() map[Kind][]Letter {
	series, two, called, alone, moved := visit, visit, waiting, offer, visit
	series.More, two.Seats, called.ByPhone, alone.OnlyOne = 5, 2, true, true
	moved.Before = start.AddDate(0, 0, -7)
	series.Calendar = []byte("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
	off := ChangedDate{
		Start: start, End: end, Link: link, Reason: "De begeleider is ziek.",
		InsteadStart: start.AddDate(0, 0, 7), InsteadEnd: end.AddDate(0, 0, 7), InsteadLink: all,
	}
	waits := off
	waits.Waits = true
	shifted := MovedDate{
		WasStart: start, WasEnd: end, Start: start.AddDate(0, 0, 1), End: end.AddDate(0, 0, 1),
		Place: visit.Place, Link: link,
	}
	lines := []ChangedLine{
		{WasStart: start, WasEnd: end, Start: start, End: end, Place: "Atelier", Link: link},
		{
			WasStart: start, WasEnd: end, Start: shifted.Start, End: shifted.End,
			Place: "Zaal", Waits: true, Link: link,
		},
	}
	paper := Issue{
		Subject: "Winter", Greeting: "Het wordt vroeg donker.",
		Story: &IssueStory{Title: "Een deur", By: "Anouk", Text: "Kort.", Link: all},
		Dates: []IssueDate{{"Inloop", "dinsdag", all}}, News: []IssueNews{{"Nieuw", "Kort.", all}},
	}
	return map[Kind][]Letter{
		SignedUp:       {SignedUpLetter(visit), SignedUpLetter(series), MovedLetter(moved)},
		SignedUpBefore: {SignedUpBeforeLetter(visit), SignedUpBeforeLetter(two)},
		AddressRemoved: {AddressRemovedLetter(""), AddressRemovedLetter(wayBack)},
		LinkAsked:      {LinkAskedLetter(all)},
		OnList:         {OnListLetter(waiting), OnListLetter(called)},
		OnListBefore:   {OnListBeforeLetter(waiting)},
		Offered:        {OfferedLetter(offer), OfferedLetter(alone)},
		OfferExpired: {
			OfferExpiredLetter(start, link, false), OfferExpiredLetter(start, all, true),
		},
		PlaceGiven:        {PlaceGivenLetter(visit), PlaceGivenLetter(series)},
		Cancelled:         {CancelledLetter(visit)},
		Reminder:          {ReminderLetter(visit, false), ReminderLetter(visit, true)},
		MessageReceived:   {MessageReceivedLetter(phone)},
		DateOff:           {DateOffLetter(off), DatesOffLetter(off, lines, nil)},
		DateOn:            {DateOnLetter(off), DateOnLetter(waits), DatesOnLetter(lines, nil)},
		DateMoved:         {DateMovedLetter(shifted), DatesMovedLetter(lines, nil)},
		ComplaintHandling: {NewComplaintLetter(all), ComplaintWaitsLetter(all)},
		VolunteerReceived: {VolunteerReceivedLetter()},
		ToEverybody:       {ToEverybodyLetter(start, "Neem een jas mee.", link)},
		NewsletterConfirm: {NewsletterConfirmLetter(link, 7), NewsletterConfirmLetter(link, 1)},
		NewsletterAlready: {NewsletterAlreadyLetter(link)},
		Newsletter:        {IssueLetter(paper, all, "nieuwsbrief.x.example", phone)},
		ComplaintAnswered: {ComplaintAnsweredLetter(all)},
		Erased:            {ErasedLetter()},
		StoryTakenBack:    {StoryTakenBackLetter()},
		NewInInbox: {
			NewInInboxLetter("bericht", all), RightsDueLetter("5 dagen", all),
			MessageGoingLetter("5 dagen", all),
		},
		CallsToday: {
			CallsTodayLetter(1, all), CallsTodayLetter(3, all), TooFewLetter(start, 1, 3, all),
			TomorrowLetter(Tomorrow{1, 0, 0}, all), TomorrowLetter(Tomorrow{1, 1, 1}, all),
			TomorrowLetter(Tomorrow{3, 14, 2}, all),
		},
		SiteTrouble: {
			BrokenLetter([]Fault{{"Klok", "Hij loopt achter.", "Zet hem gelijk.", start}}, all),
			MendedLetter([]string{"Klok"}, all),
		},
		Forgotten: {
			ForgottenLetter([]string{"12 aanmeldingen", "1 bericht"}, 0, all),
			ForgottenLetter(nil, 1, all), ForgottenLetter([]string{"1 bericht"}, 2, all),
		},
		TestMail: {TestLetter(start)},
		MessageAnswered: {
			InboxAnswerLetter("Dat kan.\n\nTot dinsdag."),
		},
	}
}

var (
	// what a subject must not say: anybody may look over a shoulder
	telling = regexp.MustCompile(`(?i)herstel|versla|psych|ggz|diagnos|therap|crisis|ziek|inloop`)
	// a moment is read as one thing
	moment = regexp.MustCompile(`(?:maan|dins|woens|donder|vrij|zater|zon)dag \d+ \pL+ \d{4}` +
		`(?:,? \d\d\.\d\d(?: tot \d\d\.\d\d)? uur)?`)
)

// Every kind of mail there is has a discreet subject, its links alone on their lines, plain words
// in short sentences, and reads as a mail for whoever else reads mail.
func TestEveryMailIsDiscreetPlainAndWellFormed(t *testing.T) {
	t.Parallel()
	every := everyMail()
	for k := range kinds {
		if len(every[k]) == 0 {
			t.Errorf("%s: no letter here: nothing looks at it", k)
		}
	}
	o := &Outbox{cfg: config(0), clock: setup(t).clock}
	var said strings.Builder
	promised := promisedIn(t)
	for k, letters := range every {
		for _, l := range letters {
			if bad := telling.FindString(l.Subject); bad != "" || l.Subject == "" {
				t.Errorf("%s: subject %q", k, l.Subject)
			}
			text := Text(k, l, phone)
			for _, line := range strings.Split(text, "\n") {
				if strings.Contains(line, "://") && !isLink(line) || isLink(line) &&
					strings.Contains(line, " ") {
					t.Errorf("%s: the link does not stand alone: %q", k, line)
				}
				if !isLink(line) && len([]rune(line)) > lineWidth {
					t.Errorf("%s: a long line: %q", k, line)
				}
			}
			var plain strings.Builder
			for part := range strings.SplitSeq(text, "\n\n") {
				for line := range strings.Lines(part) {
					if !isLink(line) {
						plain.WriteString(strings.TrimSpace(line) + " ")
					}
				}
				plain.WriteString("\n")
			}
			words := moment.ReplaceAllString(plain.String(), "dan")
			if bad := wording.Avoided(words); bad != nil {
				t.Errorf("%s: says %q", k, bad)
			}
			if _, long := wording.Measure(words); long != nil {
				t.Errorf("%s: long: %q", k, long)
			}
			said.WriteString(words)
			promised.hold(t, k, strings.ReplaceAll(plain.String(), visit.Place, "daar"))
			o.readElsewhere(t, k, l, text)
		}
	}
	if average, _ := wording.Measure(said.String()); average > wording.Average {
		t.Errorf("%.1f words in a sentence", average)
	}
	for _, row := range promised.rows {
		if !promised.said[row] {
			t.Errorf("no mail says %q", row.Says)
		}
	}
}

// One footer line, in the mails that carry a link to something that somebody else may have asked
// for. The one that asks to confirm an address says itself what to do.
func TestTheLineOnSomebodyElsesAddressStandsWhereItBelongs(t *testing.T) {
	t.Parallel()
	own := []Kind{
		SignedUp, SignedUpBefore, OnList, OnListBefore, Offered, OfferExpired, PlaceGiven, Reminder,
		DateOff, DateMoved, DateOn, ToEverybody, NewsletterAlready,
	}
	for k, letters := range everyMail() {
		for _, l := range letters {
			flat := strings.Join(strings.Fields(Text(k, l, phone)), " ")
			want := slices.Contains(own, k) && !l.OpenLink
			if got := strings.Contains(flat, notMeLine); got != want {
				t.Errorf("%s: has the line: %t, want %t", k, got, want)
			}
		}
	}
}

// promised holds what mails promise against the table of promises.
type promised struct {
	rows []*wording.Promise
	said map[*wording.Promise]bool
}

func promisedIn(t *testing.T) promised {
	t.Helper()
	rows, err := wording.Promises("mails")
	if err != nil {
		t.Fatal(err)
	}
	return promised{rows, map[*wording.Promise]bool{}}
}

func (p promised) hold(t *testing.T, k Kind, text string) {
	t.Helper()
	for _, sentence := range wording.Promising(text) {
		at := slices.IndexFunc(p.rows, func(r *wording.Promise) bool { return r.Is(sentence) })
		if at < 0 {
			t.Errorf("%s promises what no row keeps: %s", k, sentence)
			continue
		}
		p.said[p.rows[at]] = true
	}
}

// readElsewhere lets another library read a mail.
func (o *Outbox) readElsewhere(t *testing.T, k Kind, l Letter, text string) {
	t.Helper()
	m := claimed{Stored: Stored{ID: "mail_" + strings.Repeat("a", 26), Kind: k}}
	name, from, replyTo, phone := o.cfg.Sender()
	msg, err := o.message(m, envelope{to: anja, name: name, from: from, replyTo: replyTo}, l, phone)
	if err != nil {
		t.Fatalf("%s: %v", k, err)
	}
	var raw bytes.Buffer
	if _, err := msg.WriteTo(&raw); err != nil {
		t.Fatalf("%s: %v", k, err)
	}
	r, err := outside.CreateReader(&raw)
	if err != nil {
		t.Fatalf("%s: %v", k, err)
	}
	subject, err := r.Header.Subject()
	if err != nil || subject != l.Subject {
		t.Errorf("%s: subject %q, %v", k, subject, err)
	}
	to, err := r.Header.AddressList("To")
	if err != nil || len(to) != 1 || to[0].Address != anja {
		t.Errorf("%s: to %v, %v", k, to, err)
	}
	if at, err := r.Header.Date(); err != nil || !at.Truncate(time.Second).Equal(noon) {
		t.Errorf("%s: date %v, %v", k, at, err)
	}
	found := false
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", k, err)
		}
		body, err := io.ReadAll(p.Body)
		if err != nil {
			t.Errorf("%s: %v", k, err)
		}
		kind := p.Header.Get("Content-Type")
		if strings.HasPrefix(kind, "text/plain") {
			got := strings.ReplaceAll(string(body), "\r\n", "\n")
			found = found || strings.TrimSpace(got) == strings.TrimSpace(text)
		}
		if strings.HasPrefix(kind, "text/calendar") && !bytes.Equal(body, l.Calendar) {
			t.Errorf("%s: the calendar file is %q", k, body)
		}
	}
	if !found {
		t.Errorf("%s: no text", k)
	}
}
