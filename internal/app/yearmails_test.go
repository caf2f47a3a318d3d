package app

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	outside "github.com/emersion/go-message/mail"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
)

// arrived is one mail as the mail server of a year got it, read by another library than ours.
type arrived struct {
	to, subject, id string
	at              time.Time
}

// yearMails is the mail server of a year. It reads all that comes in.
type yearMails struct {
	mu     sync.Mutex
	all    []arrived
	faults []string
}

// take notes a mail that came in while the clock of the house stood at a moment.
func (m *yearMails) take(at time.Time, to string, raw []byte) {
	got, err := readOutside(to, raw)
	got.at = at
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.faults = append(m.faults, err.Error())
	}
	m.all = append(m.all, got)
}

// readOutside reads a whole mail, as the program of whoever gets it does.
func readOutside(to string, raw []byte) (a arrived, err error) {
	a.to = to
	r, err := outside.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return a, err
	}
	if a.subject, err = r.Header.Subject(); err != nil || a.subject == "" {
		return a, fmt.Errorf("subject %q: %w", a.subject, err)
	}
	if a.id, err = r.Header.MessageID(); err != nil || a.id == "" {
		return a, fmt.Errorf("%s: Message-ID %q: %w", a.subject, a.id, err)
	}
	of, err := r.Header.AddressList("To")
	if err != nil || len(of) != 1 || of[0].Address != to {
		return a, fmt.Errorf("%s: goes to one and is to %d: %w", a.subject, len(of), err)
	}
	if _, err := r.Header.Date(); err != nil {
		return a, fmt.Errorf("%s: date: %w", a.subject, err)
	}
	texts := 0
	for {
		part, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return a, fmt.Errorf("%s: %w", a.subject, err)
		}
		body, err := io.ReadAll(part.Body)
		if err != nil || len(body) == 0 {
			return a, fmt.Errorf("%s: an empty part: %w", a.subject, err)
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/plain") {
			texts++
		}
	}
	if texts != 1 {
		return a, fmt.Errorf("%s: %d texts", a.subject, texts)
	}
	return a, nil
}

// The subjects by which mails of some kinds are known.
const (
	itIsTomorrow = "Morgen om "
	offerIsOver  = "De plek op "
	goesNot      = " gaat niet door"
	isMoved      = "Nieuwe datum of plek"
)

// stays says of a mail that it may still go after somebody erased all of their own.
func stays(subject string) bool {
	return slices.ContainsFunc(
		[]string{"Je bent afgemeld", "Je gegevens zijn gewist", "Er is iets veranderd"},
		func(word string) bool { return strings.HasPrefix(subject, word) },
	)
}

// reckoned is what the simulation itself knows of the mails of its people.
type reckoned struct {
	erased   map[string]time.Time       // by address
	reminded map[string]map[string]bool // by address, the days on which a reminder must come
	told     map[string]map[string]int  // by address, how many mails must have such a subject
}

func newReckoned() reckoned {
	return reckoned{
		map[string]time.Time{}, map[string]map[string]bool{}, map[string]map[string]int{},
	}
}

func (r reckoned) tells(subject string, n int, all ...string) {
	for _, to := range all {
		if r.told[to] == nil {
			r.told[to] = map[string]int{}
		}
		r.told[to][subject] += n
	}
}

// faultsOf are in how far the mails of a year are not as they must be.
func (m *yearMails) faultsOf(r reckoned) (faults []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	faults = slices.Clone(m.faults)
	fault := func(format string, values ...any) {
		faults = append(faults, fmt.Sprintf(format, values...))
	}
	ids, once := map[string]bool{}, map[string]bool{}
	reminded, told := map[string]map[string]bool{}, map[string]map[string]int{}
	for _, a := range m.all {
		if ids[a.id] {
			fault("%q came twice", a.subject)
		}
		ids[a.id] = true
		at := a.at.In(clock.Amsterdam)
		visitor := strings.HasSuffix(a.to, "@voorbeeld.example")
		act := a.to + a.subject + at.String()
		if visitor && once[act] {
			fault("one act gave two mails %q on %v", a.subject, at)
		}
		once[act] = true
		rests := strings.HasPrefix(a.subject, itIsTomorrow) ||
			strings.HasPrefix(a.subject, offerIsOver)
		if h := at.Hour(); rests && (h < 8 || h >= 22) {
			fault("%q in the night, on %v", a.subject, at)
		}
		if gone, was := r.erased[a.to]; was && at.After(gone) && !stays(a.subject) {
			fault("%q after everything was erased", a.subject)
		}
		if strings.HasPrefix(a.subject, itIsTomorrow) {
			if reminded[a.to] == nil {
				reminded[a.to] = map[string]bool{}
			}
			reminded[a.to][clock.Date(at)] = true
		}
		for subject := range r.told[a.to] {
			if strings.Contains(a.subject, subject) {
				if told[a.to] == nil {
					told[a.to] = map[string]int{}
				}
				told[a.to][subject]++
			}
		}
	}
	for to, days := range reminded {
		if want := r.reminded[to]; !maps.Equal(days, want) {
			fault("reminded on %v, want %v", days, want)
		}
	}
	for to, days := range r.reminded {
		if len(days) > 0 && reminded[to] == nil {
			fault("never reminded, want %v", days)
		}
	}
	for to, subjects := range r.told {
		for subject, n := range subjects {
			if told[to][subject] != n {
				fault("%d mails %q, want %d", told[to][subject], subject, n)
			}
		}
	}
	slices.Sort(faults)
	return faults
}

// ringing does what the workers do when the moment of a mail that was kept back has come.
func (y *year) ringing() {
	y.t.Helper()
	undo := y.settings(y.t.Context()).Keep.UndoMinutes
	y.Clock.Advance(time.Duration(undo+1) * time.Minute)
	rows, err := y.Pool.Query(y.t.Context(), `
		select id from mail where state = 'held' and held_until <= $1 order by no`, y.Clock.Now())
	if err != nil {
		y.t.Fatal(err)
	}
	held, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		y.t.Fatal(err)
	}
	for _, id := range held {
		if _, err := y.mail.Try(y.t.Context(), id); err != nil {
			y.t.Fatal(err)
		}
	}
}

// The control of the year below: what it would not let pass.
func TestMailsOfAYearThatMayNotBeAreSeen(t *testing.T) {
	t.Parallel()
	const anja = "anja@voorbeeld.example"
	morning := time.Date(2027, 3, 1, 10, 0, 0, 0, clock.Amsterdam)
	a := func(subject string, at time.Time) arrived {
		return arrived{anja, subject, fmt.Sprint(subject, at), at}
	}
	for name, c := range map[string]struct {
		mails []arrived
		knows func(r reckoned)
		want  string
	}{
		"the same act twice": {[]arrived{
			{anja, "Je link", "1", morning}, {anja, "Je link", "2", morning},
		}, nil, "two mails"},
		"the same mail twice": {[]arrived{
			{anja, "Je link", "1", morning}, {anja, "Je link", "1", morning.AddDate(0, 0, 1)},
		}, nil, "came twice"},
		"a reminder of nothing": {[]arrived{a("Morgen om 10.00 uur", morning)}, nil, "reminded on"},
		"no reminder": {nil, func(r reckoned) {
			r.reminded[anja] = map[string]bool{"2027-03-01": true}
		}, "never reminded"},
		"at night": {[]arrived{a("De plek op dinsdag", morning.Add(13*time.Hour))}, nil, "night"},
		"after an erasure": {[]arrived{a("Je link", morning)}, func(r reckoned) {
			r.erased[anja] = morning.Add(-time.Hour)
		}, "after everything"},
		"not told": {nil, func(r reckoned) { r.tells(goesNot, 1, anja) }, "0 mails"},
	} {
		r := newReckoned()
		if c.knows != nil {
			c.knows(r)
		}
		m := &yearMails{all: c.mails}
		if got := m.faultsOf(r); len(got) != 1 || !strings.Contains(got[0], c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, raw := range map[string]string{
		"nobody's":    "To: bart@voorbeeld.example\r\nSubject: x\r\nMessage-ID: <1@x>\r\n\r\nHallo",
		"no subject":  "To: anja@voorbeeld.example\r\nMessage-ID: <1@x>\r\n\r\nHallo",
		"without end": "Content-Type: multipart/mixed; boundary=x\r\nSubject: x\r\n\r\n--x",
	} {
		if _, err := readOutside(anja, []byte(raw)); err == nil {
			t.Errorf("%s is taken for a good mail", name)
		}
	}
}
