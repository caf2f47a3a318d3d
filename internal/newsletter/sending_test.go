package newsletter

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity/identitytest"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// office is a mail server that takes everything, but for the addresses that begin with niemand.
type office struct {
	mu  sync.Mutex
	got []string
	// refuses answers to a sender and a recipient; nil refuses nobody else
	refuses func(to string) *smtp.SMTPError
}

func (o *office) NewSession(*smtp.Conn) (smtp.Session, error) { return &talk{o}, nil }

type talk struct{ o *office }

func (*talk) Reset()        {}
func (*talk) Logout() error { return nil }

// Mail refuses a sender as it does the recipient without a name.
func (t *talk) Mail(string, *smtp.MailOptions) error {
	if t.o.refuses != nil {
		if no := t.o.refuses(""); no != nil {
			return no
		}
	}
	return nil
}

func (t *talk) Rcpt(to string, _ *smtp.RcptOptions) error {
	if t.o.refuses != nil {
		if no := t.o.refuses(to); no != nil {
			return no
		}
	}
	if strings.HasPrefix(to, "niemand") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "x"}
	}
	return nil
}

func (t *talk) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	t.o.mu.Lock()
	defer t.o.mu.Unlock()
	t.o.got = append(t.o.got, string(raw))
	return err
}

// ids are the Message-IDs of what arrived, in their order of arrival.
func (o *office) ids() (all []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, m := range o.got {
		for line := range strings.SplitSeq(m, "\r\n") {
			if strings.HasPrefix(line, "Message-ID:") {
				all = append(all, line)
			}
		}
	}
	return all
}

const winter = "iss_winter"

// went says whether it stands in the archive.
func (s *sender) went() bool { return s.get("/api/newsletters/"+winter, nil) == http.StatusOK }

// sender is a room with readers, a newsletter and a mail server.
type sender struct {
	*room
	office *office
}

func sends(t *testing.T, readers int) *sender {
	t.Helper()
	s := &sender{room: setup(t, 0), office: &office{}}
	s.must("sty_deur", editing.Told{
		Title: "Een deur", By: "Anouk", Text: "Kort <b>", May: true,
	}, nil, nil, false)
	s.must(winter, &Issue{
		Subject:  "Winter",
		Greeting: "Dag, het wordt vroeg donker.",
		Story:    &IssueStory{ID: "sty_deur"},
	}, nil, nil, true)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(s.office)
	server.Domain = "localhost"
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	keys := s.Sealer
	s.letters.Mail = mail.New(s.DB, s.Now, jobs.New(s.DB, s.Now), mail.Config{
		Server: mail.Server{Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port},
		Domain: "herstelruimte.example",
		Sender: func() (name, address, replyTo, phone string) {
			return "Trefpunt", "post@herstelruimte.example", "info@herstelruimte.example", "0123"
		},
		Seal:     identitytest.Seal(keys, "mail"),
		Open:     identitytest.Open(keys, "mail"),
		Key:      keys.EmailKey,
		Compose:  s.Compose,
		Returned: map[mail.Kind]mail.ReturnHandler{mail.Newsletter: s.letters.Returned},
	})
	s.ListID = "nieuwsbrief.herstelruimte.example"
	s.AddressOf = func(context.Context, db.Querier, string) (string, error) {
		return "sanne@voorbeeld.example", nil
	}
	if err := db.InTx(t.Context(), s.DB, func(tx pgx.Tx) error {
		for i := range readers {
			if _, err := s.joins(tx, fmt.Sprintf("lezer%d@voorbeeld.example", i)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *sender) reader(email string) (id string) {
	s.T.Helper()
	if err := db.InTx(s.T.Context(), s.DB, func(tx pgx.Tx) (err error) {
		id, err = s.joins(tx, email)
		return err
	}); err != nil {
		s.T.Fatal(err)
	}
	return id
}

func (s *sender) joins(tx pgx.Tx, email string) (id string, err error) {
	if id, err = s.Ask(s.T.Context(), tx, Subscribe{Email: email}); err != nil {
		return id, err
	}
	if err = s.Confirm(s.T.Context(), tx, id); err != nil {
		return id, err
	}
	_, err = tx.Exec(s.T.Context(), `
		update mail set state = 'sent', sealed = null, sent_at = $2 where cause_id = $1`,
		id, s.Now.Now()) // the mail that asks to confirm
	return id, err
}

// does is an act of the coordinator.
func (s *sender) does(word string, body any, status int) string {
	s.T.Helper()
	head := []string{"Cookie", s.SignIn("sanne", "coordinator")} // the clock moved on
	path := "/api/newsletter/issues/" + winter + "/" + word
	return s.want(s.Call(http.MethodPost, path, body, head...), status).Body.String()
}

// deliver does what the lane of newsletters would.
func (s *sender) deliver() {
	s.T.Helper()
	rows, err := s.DB.Query(s.T.Context(), `
		select id from mail where kind = 'M21' and state = 'queued' order by no`)
	if err != nil {
		s.T.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.T.Fatal(err)
	}
	for _, id := range ids {
		if _, err := s.letters.Mail.Try(s.T.Context(), id); err != nil {
			s.T.Fatal(err)
		}
	}
}

// tends lets so much time go by, in turns of ten seconds.
func (s *sender) tends(d time.Duration) {
	s.T.Helper()
	for range int(d / TendEvery) {
		s.Now.Advance(TendEvery)
		if err := s.Tend(s.T.Context()); err != nil {
			s.T.Fatal(err)
		}
		s.deliver()
	}
}

func (s *sender) state() (state string) {
	s.T.Helper()
	if err := s.DB.QueryRow(s.T.Context(), `
		select state from issue_sending where issue_id = $1`, winter).Scan(&state); err != nil {
		s.T.Fatal(err)
	}
	return state
}

var atOnce = IssuePlan{Version: 1}

func TestANewsletterReachesEverybodyOnceThroughACrashAndSomebodyWhoLeaves(t *testing.T) {
	t.Parallel()
	s := sends(t, 300)
	gone := s.reader("weg@voorbeeld.example")
	s.reader("niemand@voorbeeld.example")
	s.does("plan", atOnce, http.StatusOK)
	s.does("plan", atOnce, http.StatusConflict) // a second one reads who was first
	s.tends(time.Minute)
	if got := len(s.office.ids()); got < 50 || got > 75 {
		t.Errorf("%d in the first minute, at 60 a minute", got)
	}
	// a process dies after the server took a mail and before that was written down
	if tag, err := s.DB.Exec(t.Context(), `
		update mail
		set state = 'sending', sent_at = null, updated_at = $1, sealed = $2
		where id = (select id from mail where kind = 'M21' and state = 'sent' order by no limit 1)`,
		s.Now.Now().Add(-time.Hour), nil); err != nil || tag.RowsAffected() != 1 {
		t.Fatal(tag, err)
	}
	var crashed string
	if err := s.DB.QueryRow(t.Context(), `
		select id from mail where kind = 'M21' and state = 'sending'`).Scan(&crashed); err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.Exec(t.Context(), `update mail set sealed = $2 where id = $1`, crashed,
		identitytest.Seal(s.Sealer, "mail")(crashed, []byte("lezer@voorbeeld.example"))); err != nil {
		t.Fatal(err)
	}
	if _, err := s.letters.Mail.Try(t.Context(), crashed); err != nil {
		t.Fatal(err)
	}
	s.want(s.leaves(s.Keys.Token(TokenPrefix, gone, 1)), http.StatusOK)
	s.tends(6 * time.Minute)
	ids := s.office.ids()
	slices.Sort(ids)
	if once := slices.Compact(slices.Clone(ids)); len(once) < 300 || len(once) > 301 ||
		len(ids) != len(once)+1 {
		t.Errorf("%d mails arrived under %d ids", len(ids), len(once))
	}
	if got := s.state(); got != sent {
		t.Errorf("state %s", got)
	}
	out, err := s.progress(t.Context(), winter)
	if err != nil || out.Waiting != 0 || out.Failed != 1 || out.Sent+out.Withdrawn != 301 ||
		len(out.Why) != 1 || out.Why[0].Why != mail.WhyAddress {
		t.Errorf("%+v %v", out, err)
	}
	if s.state2("niemand@voorbeeld.example") != "" {
		t.Error("whoever has no mailbox is still on the list")
	}
	first := s.office.got[0]
	for _, want := range []string{
		"Precedence: bulk", "List-Id: <nieuwsbrief.herstelruimte.example>",
		"List-Unsubscribe-Post: List-Unsubscribe=One-Click", "<https://herstelruimte.example/nieuwsbrief?afmelden=abo_",
		"multipart/alternative", "text/html", "Kort &lt;b&gt;", "Geen nieuwsbrief meer?",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in %.1500s", want, first)
		}
	}
	for _, never := range []string{"<img", "style=", "src="} {
		if strings.Contains(first, never) {
			t.Errorf("%q in a newsletter", never)
		}
	}
}

func (s *sender) state2(email string) string { return s.room.state(email) }

func TestATimeIsReadWithAColonToo(t *testing.T) {
	t.Parallel()
	want, err := IssuePlan{Day: "2100-12-01", Time: "10.00"}.moment(monday.AddDate(74, 0, 0))
	got, err2 := IssuePlan{Day: "2100-12-01", Time: "10:00"}.moment(monday.AddDate(74, 0, 0))
	if err != nil || err2 != nil || !got.Equal(want) {
		t.Errorf("%v %v, %v %v", got, want, err, err2)
	}
}

func TestAPlannedNewsletterGoesAtItsMomentAndAsksWhenItIsTooLate(t *testing.T) {
	t.Parallel()
	s := sends(t, 3)
	day := monday.AddDate(0, 0, 1).Format(time.DateOnly)
	s.does("plan", IssuePlan{Day: day, Time: "10.00", Version: 1}, http.StatusOK)
	s.does("unplan", nil, http.StatusOK)
	if got := s.state(); got != draft {
		t.Errorf("taken out of the planning it is %s", got)
	}
	s.does("plan", IssuePlan{Day: day, Time: "10.00", Version: 1}, http.StatusOK)
	s.tends(time.Minute)
	if s.went() || s.state() != scheduled {
		t.Error("it went before its moment")
	}
	at, err := s.Planned(t.Context(), s.DB, winter)
	if err != nil || at == nil {
		t.Fatal(at, err)
	}
	s.Now.Advance(at.Sub(s.Now.Now()) + 3*time.Hour)
	s.tends(10 * time.Second)
	if out, err := s.progress(t.Context(), winter); err != nil || s.went() || !out.Late ||
		out.State != scheduled {
		t.Errorf("three hours late: sent %v, %+v, %v", s.went(), out.IssueStands, err)
	}
	if at, err := s.Planned(t.Context(), s.DB, ""); err != nil || at != nil {
		t.Errorf("visitors are told of %v, %v", at, err)
	}
	s.does("plan", atOnce, http.StatusOK)
	s.tends(20 * time.Second)
	if got := len(s.office.ids()); got != 3 || s.state() != sent {
		t.Errorf("%d arrived, %s", got, s.state())
	}
}

func TestMomentsOfAPlanThatCannotBe(t *testing.T) {
	t.Parallel()
	s := sends(t, 1)
	past := monday.AddDate(0, 0, -1).Format(time.DateOnly)
	next := monday.AddDate(0, 0, 1).Format(time.DateOnly)
	for _, p := range []struct {
		day, time, field, code string
	}{
		{past, "10.00", "time", problem.Order},
		{next, "23.00", "time", problem.Choice},
		{"2027-03-28", "02.30", "time", problem.Choice}, // does not exist
		{"2027-10-31", "02.30", "time", problem.Choice}, // comes twice
		{next, "tien", "time", problem.Invalid},
		{"2026-02-30", "10.00", "day", problem.Invalid},
	} {
		said := s.does("plan", IssuePlan{Day: p.day, Time: p.time, Version: 1}, 422)
		if !strings.Contains(said, p.field) || !strings.Contains(said, p.code) {
			t.Errorf("%+v: %s", p, said)
		}
	}
	s.does("plan", IssuePlan{Version: 7}, http.StatusPreconditionFailed)
	s.must(winter, &Issue{Subject: "Winter"}, nil, nil, true)
	if said := s.does("plan", IssuePlan{Version: 2}, 422); !strings.Contains(said, "blocks") {
		t.Error(said)
	}
}

// Two processes tend one newsletter at the same moment: no more goes than the pace gives. Without
// the lock on its row each gives the whole pace.
func TestTwoProcessesKeepOnePace(t *testing.T) {
	t.Parallel()
	for _, unlocked := range []bool{false, true} {
		rounds := 5
		if unlocked { // until they meet
			rounds = 30
		}
		s := sends(t, 20*rounds)
		s.does("plan", atOnce, http.StatusOK)
		s.unlocked = unlocked
		over := false
		for i := 0; i < rounds && !over; i++ {
			s.Now.Advance(TendEvery)
			before := s.number(`select count(*) from mail where kind = 'M21' and state = 'queued'`)
			var all sync.WaitGroup
			for range 6 {
				all.Go(func() { _ = s.Tend(context.WithoutCancel(t.Context())) })
			}
			all.Wait()
			after := s.number(`select count(*) from mail where kind = 'M21' and state = 'queued'`)
			over = over || after-before > 20
		}
		if over != unlocked {
			t.Errorf("without the lock: %v; more than the pace: %v", unlocked, over)
		}
	}
}

// While a large newsletter is on its way, a mail of a visitor goes at once, also to somebody whose
// newsletter is being retried.
func TestALargeNewsletterHoldsUpNoVisitor(t *testing.T) {
	t.Parallel()
	readers := longtest.N(t, 60, 5000)
	s := sends(t, readers)
	s.PerMinute = 3000
	s.does("plan", atOnce, http.StatusOK)
	s.Now.Advance(TendEvery)
	if err := s.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.Exec(t.Context(), `
		update mail set state = 'failed', attempts = 4, updated_at = $1
		where id = (select id from mail where kind = 'M21' and state = 'queued' order by no limit 1)`,
		s.Now.Now()); err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{"lezer0@voorbeeld.example", "nieuw@voorbeeld.example"} {
		s.want(s.send(s.with(map[string]any{"email": email})), http.StatusCreated)
	}
	var kept []string
	rows, err := s.DB.Query(t.Context(), `
		select id from mail where kind in ('M19', 'M20') and state = 'queued' order by no desc limit 2`)
	if err == nil {
		kept, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range kept {
		if again, err := s.letters.Mail.Try(t.Context(), id); err != nil || again > 0 {
			t.Errorf("a mail of a visitor waits %v, %v", again, err)
		}
	}
	if got := s.number(`
		select count(*)
		from river_job, jsonb_array_elements_text(args->'ids') as waiting (mail)
		where kind = 'mail' and mail in (select id from mail where kind = 'M21')`); got != 0 {
		t.Errorf("%d newsletters wait in the lane of visitors", got)
	}
	s.tends(time.Duration(readers/3000+2) * time.Minute)
}

var nobodyThere = &smtp.SMTPError{
	Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "x",
}

// A server that refuses us says nothing of our readers.
func TestWhoRefusesUsTakesNobodyOffTheList(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refuses func(to string) *smtp.SMTPError
		left    int
	}{
		"the sender": {func(to string) *smtp.SMTPError {
			if to != "" {
				return nil
			}
			return nobodyThere
		}, 3},
		"relaying": {func(to string) *smtp.SMTPError {
			if to == "" {
				return nil
			}
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.NoEnhancedCode, Message: "relay"}
		}, 3},
		"the recipient": {func(to string) *smtp.SMTPError { // the control
			if to == "" {
				return nil
			}
			return nobodyThere
		}, 0},
	} {
		s := sends(t, 3)
		s.office.refuses = c.refuses
		s.does("plan", atOnce, http.StatusOK)
		s.tends(time.Minute)
		if n := s.number(`select count(*) from subscriber`); n != c.left {
			t.Errorf("%s: %d are on the list, want %d", name, n, c.left)
		}
		if len(s.office.ids()) != 0 {
			t.Errorf("%s: some arrived", name)
		}
	}
}

// While a newsletter goes out, a mail of it that came back once for a reason that may pass leaves
// its reader on the list.
func TestOneMailThatCameBackLeavesItsReaderOnTheList(t *testing.T) {
	t.Parallel()
	for how, left := range map[mail.Outcome]int{mail.Soft: 100, mail.Hard: 99} {
		s := sends(t, 100)
		s.does("plan", atOnce, http.StatusOK)
		s.tends(10 * time.Second)
		var back mail.Return
		if err := s.DB.QueryRow(t.Context(), `
			select id, round
			from mail
			where kind = 'M21' and state = 'sent'
			limit 1`).Scan(&back.Mail, &back.Round); err != nil {
			t.Fatal(err)
		}
		back.Outcome, back.Why = how, mail.WhyAddress
		if known, err := s.letters.Mail.Returned(t.Context(), back); err != nil || !known {
			t.Fatal(known, err)
		}
		s.tends(10 * time.Second)
		if n := s.number(`select count(*) from subscriber`); n != left || s.state() != sending {
			t.Errorf("%s: %d are on the list, want %d (%s)", how, n, left, s.state())
		}
	}
}

func TestEveryReasonThatAServerGivesIsShown(t *testing.T) {
	t.Parallel()
	s := sends(t, 3)
	s.office.refuses = func(to string) *smtp.SMTPError {
		if to == "" {
			return nil
		}
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "spam"}
	}
	s.does("plan", atOnce, http.StatusOK)
	s.tends(time.Minute)
	out, err := s.progress(t.Context(), winter)
	if err != nil || len(out.Why) != 1 || out.Why[0] != (IssueWhy{mail.WhySpam, 3}) {
		t.Errorf("%+v %v", out.Why, err)
	}
}

func TestATestMailGoesToTheAddressOfTheHouseToo(t *testing.T) {
	t.Parallel()
	for _, test := range []bool{true, false} {
		s := sends(t, 0)
		s.AddressOf = func(context.Context, db.Querier, string) (string, error) {
			return "info@herstelruimte.example", nil
		}
		want := 0 // the control: a reader with that address
		if test {
			want = 1
			s.does("test", nil, http.StatusOK)
			s.deliver()
		} else {
			s.reader("info@herstelruimte.example")
			s.does("plan", atOnce, http.StatusOK)
			s.tends(time.Minute)
		}
		if n := len(s.office.ids()); n != want {
			t.Errorf("test %v: %d arrived, want %d", test, n, want)
		}
	}
}

// What a copy has of a newsletter on its way may have arrived since.
func TestWhatWasOnItsWayInACopyGoesToNobody(t *testing.T) {
	t.Parallel()
	for _, restored := range []bool{true, false} {
		s := sends(t, 40)
		s.does("plan", atOnce, http.StatusOK)
		s.tends(10 * time.Second)
		before := len(s.office.ids())
		if restored { // without it: the control
			if err := s.Restored(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		s.tends(time.Minute)
		out, err := s.progress(t.Context(), winter)
		if n := len(s.office.ids()); err != nil || out.State != sent || out.Sent != n ||
			out.Sent+out.Withdrawn != 40 || restored != (n == before) {
			t.Errorf("restored %v: %d more, %+v %v", restored, n-before, out.IssueStands, err)
		}
	}
	s := sends(t, 1)
	day := monday.AddDate(0, 0, 1)
	s.does("plan", IssuePlan{
		Day: day.Format(time.DateOnly), Time: "10.00", Version: 1,
	}, http.StatusOK)
	for hours, want := range map[int]string{-48: scheduled, 1: draft} {
		s.exec(`update issue_sending set state = 'scheduled', planned_at = $1`,
			s.Now.Now().Add(-time.Duration(hours)*time.Hour))
		if err := s.Restored(t.Context()); err != nil || s.state() != want {
			t.Errorf("%d hours after its moment: %s, want %s (%v)", hours, s.state(), want, err)
		}
	}
}

// What keeps a newsletter from going at its moment can be mended: it goes by itself then, and only
// before it is too late.
// Not even when it can go again: what mended it may be half a sentence.
func TestANewsletterThatCannotGoAtItsMomentWaitsForSomebody(t *testing.T) {
	t.Parallel()
	s := sends(t, 3)
	plan := func(days int) {
		s.does("plan", IssuePlan{
			Day: monday.AddDate(0, 0, days).Format(time.DateOnly), Time: "10.00", Version: 1,
		}, http.StatusOK)
		at, err := s.Planned(t.Context(), s.DB, winter)
		if err != nil || at == nil {
			t.Fatal(at, err)
		}
		s.Now.Advance(at.Sub(s.Now.Now()))
		if days == 1 { // nothing is left of it at its moment
			s.exec(`update draft set doc = '{"subject": "Winter"}' where id = $1`, winter)
		}
		s.tends(20 * time.Second)
		s.exec(`update draft set doc = '{"subject": "Winter", "call": "Kom."}'
			where id = $1 and public_doc is null`, winter)
	}
	plan(1)
	s.tends(time.Minute)
	if at, err := s.Planned(t.Context(), s.DB, winter); err != nil || at != nil ||
		len(s.office.ids()) != 0 || s.state() != scheduled {
		t.Errorf("it went by itself, %s, planned for %v (%v)", s.state(), at, err)
	}
	plan(2)
	s.tends(time.Minute)
	if n := len(s.office.ids()); n != 3 {
		t.Errorf("planned again: %d arrived, want 3", n)
	}
}

func (s *sender) exec(sql string, args ...any) {
	s.T.Helper()
	if _, err := s.DB.Exec(s.T.Context(), sql, args...); err != nil {
		s.T.Fatal(err)
	}
}

// "Ongeveer 6 keer per jaar", says the tick: whoever plans one more hears how many went already.
func TestWhoPlansHearsHowManyWentInAYear(t *testing.T) {
	t.Parallel()
	s := sends(t, 1)
	if err := db.InTx(t.Context(), s.DB, func(tx pgx.Tx) error {
		for i, days := range []int{-400, -366, -364, -90, -1} {
			at := s.Clock.Now().AddDate(0, 0, days)
			if err := s.WasSent(t.Context(), tx, fmt.Sprint("iss_", i), at, 1); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	c, err := s.check(t.Context(), IssuePlan{})
	said := fmt.Sprintf("ongeveer %d keer per jaar", c.Promised)
	if err != nil || c.LastYear != 3 || !strings.Contains(texts[newestText], said) {
		t.Errorf("%d in a year, about %d promised (%v)", c.LastYear, c.Promised, err)
	}
}
