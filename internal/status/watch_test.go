package status

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// turns lets the watch see one check in a state, a turn later.
func (b *bench) turns(s *Status, state State, times int) {
	b.t.Helper()
	for range times {
		if err := s.keep(b.t.Context(), []Check{
			{
				Key:   "disk",
				Title: "Schijf van de site",
				State: state,
				Says:  "Er is nog 1 GB vrij.",
				Todo:  "Maak ruimte.",
			},
		}); err != nil {
			b.t.Fatal(err)
		}
		b.clock.Advance(WatchEvery)
	}
}

func (b *bench) letters() int { return b.count(`select count(*) from mail where kind = 'M27'`) }

// letter composes the newest mail.SiteTrouble as the outbox would now.
func (b *bench) letter(s *Status) (string, string, error) {
	b.t.Helper()
	var m mail.Stored
	if err := b.pool.QueryRow(b.t.Context(), `
		select id, kind, data, created_at
		from mail
		where kind = 'M27'
		order by no desc
		limit 1`).Scan(&m.ID, &m.Kind, &m.Data, &m.CreatedAt); err != nil {
		b.t.Fatal(err)
	}
	l, err := s.Compose(b.t.Context(), m)
	return l.Subject, flat(l), err
}

// flat is a letter in one line.
func flat(l mail.Letter) string { return strings.Join(strings.Fields(l.Body), " ") }

func TestWhatTheLastLookFoundBrokenIsNotWorking(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	for _, c := range []struct {
		state State
		want  int
	}{{Good, 0}, {Warn, 0}, {Bad, 1}, {Unknown, 1}, {Good, 0}} {
		b.turns(s, c.state, 1)
		if got, err := s.NotWorking(t.Context()); got != c.want || err != nil {
			t.Errorf("after %s: got %d (%v), want %d", c.state, got, err, c.want)
		}
	}
	b.turns(s, Bad, 1)
	want := count(s.Look(t.Context()).Checks, Bad)
	if got, err := s.NotWorking(t.Context()); got != want || err != nil {
		t.Errorf("after somebody looked: got %d (%v), want %d as on the page", got, err, want)
	}
}

func TestTheBeheerderIsMailedOnceADayAndOnceWhenItIsOver(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	began := b.clock.Now()
	b.turns(s, Bad, 2)
	if n := b.letters(); n != 0 {
		t.Fatalf("%d mails about a fault that may be over in a moment", n)
	}
	b.turns(s, Bad, 20)
	if n := b.letters(); n != 1 {
		t.Fatalf("%d mails on the first day", n)
	}
	subject, text, err := b.letter(s)
	const page = "https://" + site + "/beheer/status"
	want := mail.BrokenLetter([]mail.Fault{{
		Title: "Schijf van de site",
		Says:  "Er is nog 1 GB vrij.",
		Todo:  "Maak ruimte.",
		Since: began,
	}}, page)
	if subject != want.Subject || text != flat(want) || err != nil {
		t.Errorf("%v: got %q %s, want %q %s", err, subject, text, want.Subject, flat(want))
	}
	b.turns(s, Bad, 6*24)
	if n := b.letters(); n != 2 {
		t.Errorf("%d mails on two days", n)
	}
	b.turns(s, Warn, 2)
	b.turns(s, Good, 12)
	if n := b.letters(); n != 2 {
		t.Errorf("%d mails before it was good for two hours", n)
	}
	b.turns(s, Good, 1)
	if n := b.letters(); n != 3 {
		t.Errorf("%d mails with the one that it is over", n)
	}
	subject, text, err = b.letter(s)
	want = mail.MendedLetter([]string{"Schijf van de site"}, page)
	if subject != want.Subject || text != flat(want) || err != nil {
		t.Errorf("%v: got %q %s, want %q %s", err, subject, text, want.Subject, flat(want))
	}
	b.turns(s, Good, 10)
	if n := b.letters(); n != 3 {
		t.Errorf("%d mails after it was over", n)
	}
}

func TestAFaultThatComesAndGoesIsMailedOnceADay(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	for range 18 {
		b.turns(s, Bad, 4)
		b.turns(s, Good, 4)
	}
	if n := b.letters(); n != 1 {
		t.Errorf("%d mails in %v", n, 144*WatchEvery)
	}
	b.turns(s, Good, 9)
	if n := b.letters(); n != 2 { // mended
		t.Errorf("%d mails once it held", n)
	}
}

func TestAFaultAfterOneThatWasMendedIsMailedAnew(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	b.turns(s, Bad, 3)
	b.turns(s, Good, 13)
	if n := b.letters(); n != 2 {
		t.Fatalf("%d mails, want broken and mended", n)
	}
	b.turns(s, Bad, 2)
	if n := b.letters(); n != 2 {
		t.Errorf("%d mails about what may be over in a moment", n)
	}
	b.turns(s, Bad, 20)
	if n := b.letters(); n != 3 {
		t.Errorf("%d mails, want one about the new fault", n)
	}
}

// A copy that fails is tried again, and reported, every few minutes: that is one fault all the
// same.
func TestAFaultThatIsReportedAnewEachTimeIsMailed(t *testing.T) {
	t.Parallel()
	for kind, key := range map[string]string{
		"backup": "backup",
		"target": "backupTarget",
		"drill":  "restore",
	} {
		b := setup(t)
		s := New(b.cfg)
		began := b.clock.Now()
		for range 5 {
			b.report(kind, b.clock.Now(), `{"ok":false,"error":"De plek is vol"}`)
			if err := s.Watch(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.clock.Advance(5 * time.Minute)
		}
		if _, text, err := b.letter(
			s,
		); b.letters() != 1 || err != nil || !strings.Contains(text, "De plek is vol. ") ||
			!strings.Contains(text, "sinds "+mail.DayAndHour(began)) {
			t.Errorf("%s: %d mails, %q %v", kind, b.letters(), text, err)
		}
		r := s.Look(t.Context())
		if i := slices.IndexFunc(r.Checks, func(c Check) bool {
			return c.Key == key
		}); r.Checks[i].Since != clock.Moment(began) {
			t.Errorf("%s stands since %s, want %s", kind, r.Checks[i].Since, clock.Moment(began))
		}
	}
}

func TestThePageSaysTheEarlierOfWhatTheDataTellAndWhatIsRemembered(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	b.turns(s, Bad, 6)
	began := b.clock.Now().Add(-6 * WatchEvery)
	for since, want := range map[time.Time]time.Time{
		began.Add(time.Minute):  began,
		began.Add(-time.Minute): began.Add(-time.Minute),
	} {
		// a warning is not remembered
		for state, want := range map[State]string{
			Bad:  clock.Moment(want),
			Warn: clock.Moment(since),
		} {
			got := s.withSince(t.Context(), []Check{
				{Key: "disk", State: state, Since: clock.Moment(since)},
			})
			if got[0].Since != want {
				t.Errorf("%s: since %s, want %s", state, got[0].Since, want)
			}
		}
	}
}

func TestSinceGoesBackOnlyWhileTheStateStays(t *testing.T) {
	t.Parallel()
	now := time.Now()
	ago := func(d time.Duration) string { return clock.Moment(now.Add(-d)) }
	n, _ := notice{}.after(Check{State: Bad, Since: ago(time.Hour)}, now)
	if age := now.Sub(n.Since); age < time.Hour || age > time.Hour+time.Second {
		t.Errorf("the data tell of longer ago: %v", age)
	}
	if _, say := n.after(Check{State: Bad}, now.Add(settle-time.Second)); say {
		t.Error("an old fault that was seen for a moment only is mailed")
	}
	if _, say := n.after(Check{State: Bad}, now.Add(settle)); !say {
		t.Error("an old fault that stays is not mailed")
	}
	later, _ := n.after(Check{State: Bad, Since: ago(time.Minute)}, now)
	if !later.Since.Equal(n.Since) {
		t.Error("a newer moment took the place of what is remembered")
	}
	other, _ := n.after(Check{State: Warn, Since: ago(time.Minute)}, now)
	if age := now.Sub(other.Since); age > 2*time.Minute {
		t.Errorf("another state stands since %v", age)
	}
}

func TestAWarningAndWhatCannotBeSeenAreNoMail(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	b.turns(s, Warn, 20)
	b.turns(s, Off, 10)
	b.turns(s, Unknown, 10)
	if n := b.letters(); n != 0 {
		t.Errorf("%d mails", n)
	}
	b.turns(s, Bad, 3)
	b.turns(s, Unknown, 20) // not seen: not over
	if n := b.letters(); n != 1 {
		t.Errorf("%d mails", n)
	}
	if _, _, err := b.letter(s); err != nil {
		t.Error("the mail about it is gone:", err)
	}
}

func TestALetterAboutAFaultThatIsOverIsNotSent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	b.turns(s, Bad, 3)
	b.turns(s, Warn, 1)
	if _, _, err := b.letter(s); !errors.Is(err, mail.ErrUntrue) {
		t.Error(err)
	}
}

func TestWithoutABeheerderNobodyIsMailedAndSinceIsStillKnown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.cfg.Beheer = ""
	b.cfg.Outside.Disk = func(string) (uint64, uint64, bool, error) { return 1, 100, true, nil }
	s := New(b.cfg)
	if err := s.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	began := b.clock.Now()
	b.clock.Advance(3 * time.Hour)
	if err := s.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	other := New(b.cfg) // another process knows it too
	for _, c := range other.Report(t.Context()).Checks {
		if at, err := time.Parse(time.RFC3339, c.Since); c.Key == "disk" &&
			(c.State != Bad || err != nil || !at.Equal(began.Truncate(time.Second))) {
			t.Errorf("%+v, want since %v", c, began)
		}
	}
	if n := b.letters(); n != 0 {
		t.Errorf("%d mails", n)
	}
}

func TestWhatIsRememberedNamesNobody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.mail("failed", "refused", 2*time.Hour)
	s := New(b.cfg)
	for range 3 {
		if err := s.Watch(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(WatchEvery)
	}
	if n := b.count(`select count(*) from ops_report where kind = 'notice:mailQueue'`); n != 1 {
		t.Fatal("nothing is remembered")
	}
	if n := b.count(`select count(*) from ops_report where doc::text like '%anja%'`); n != 0 {
		t.Error("a visitor is named")
	}
	if n := b.letters(); n != 1 {
		t.Errorf("%d mails", n)
	}
}

func TestATestMailGoesThroughTheOutbox(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	for address, code := range map[string]string{
		"":                                 problem.Required,
		"  ":                               problem.Required,
		"anja":                             problem.Email,
		"a@b.nl, c@d.nl":                   problem.Email,
		"Anja <a@b.nl>":                    problem.Email,
		"a@b.nl\r\nBcc: c@d.nl":            problem.Email,
		strings.Repeat("a", 300) + "@b.nl": problem.Email,
	} {
		var p *problem.Problem
		if err := s.SendTestMail(t.Context(), TestMail{
			Address: address,
		}); !errors.As(err, &p) || p.Code != problem.Invalid || len(p.Fields) != 1 ||
			p.Fields[0] != (problem.Field{Name: "address", Code: code}) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if n := b.count(`select count(*) from mail`); n != 0 {
		t.Fatalf("%d mails to no address", n)
	}
	if err := s.SendTestMail(t.Context(), TestMail{Address: " " + beheer + " "}); err != nil {
		t.Fatal(err)
	}
	var m mail.Stored
	var to string
	if err := b.pool.QueryRow(t.Context(), `
		select id, kind, data, created_at, convert_from(sealed, 'utf8') from mail`).Scan(
		&m.ID,
		&m.Kind,
		&m.Data,
		&m.CreatedAt,
		&to,
	); err != nil || m.Kind != mail.TestMail || to != beheer {
		t.Fatalf("%+v %q %v", m, to, err)
	}
	l, err := s.Compose(t.Context(), m)
	if want := "Dit is een testmail van " + mail.DayAndHour(m.CreatedAt) +
		"."; err != nil || strings.Join(strings.Fields(l.Body), " ") != want ||
		l.Subject != "Testmail" {
		t.Errorf("%+v %v", l, err)
	}
}

func TestTestMailsHaveALimitInAnHour(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	done := make(chan error)
	for i := range 2 * mostTests {
		go func() {
			done <- s.SendTestMail(t.Context(), TestMail{Address: fmt.Sprintf("a%d@b.nl", i)})
		}()
	}
	sent := 0
	for range 2 * mostTests {
		switch err := <-done; {
		case err == nil:
			sent++
		case !errors.Is(err, problem.New(problem.TooMany)):
			t.Error(err)
		}
	}
	if n := b.count(`select count(*) from mail`); n != mostTests || sent != mostTests {
		t.Errorf("%d stored, %d sent", n, sent)
	}
	b.clock.Advance(testPeriod + time.Second)
	if err := s.SendTestMail(t.Context(), TestMail{Address: beheer}); err != nil {
		t.Error(err)
	}
}

func TestWhatAMailCarriesIsKeysOnly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	b.turns(s, Bad, 3)
	var raw []byte
	if err := b.pool.QueryRow(t.Context(), `
		select data from mail where kind = 'M27'`).Scan(&raw); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(
		raw,
		&got,
	); err != nil || fmt.Sprint(got) != "map[keys:[disk] mended:false]" {
		t.Errorf("%s %v", raw, err)
	}
}
