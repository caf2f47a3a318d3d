package mail

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/jobs"
)

func TestRetriesComeAfter1And5And15And60MinutesAndThenEvery4HoursUpTo48(t *testing.T) {
	t.Parallel()
	b := setup(t, verdict{at: atData, code: 451})
	id := b.put(Mail{To: anja})
	var minutes []int
	for range 40 {
		tries := b.office.tried()
		again := b.work(id)
		if b.office.tried() != tries+1 {
			t.Fatalf("no try at %v", b.clock.Now())
		}
		minutes = append(minutes, int(b.clock.Now().Sub(noon).Minutes()))
		if again == 0 {
			break
		}
		b.wantState(id, "failed 4xx 451 (address)")
		b.clock.Advance(again - time.Second)
		if early := b.work(id); early != time.Second || b.office.tried() != tries+1 {
			t.Fatalf("a second before its turn: wait %v, %d tries", early, b.office.tried())
		}
		b.clock.Advance(time.Second)
	}
	want := []int{0, 1, 6, 21, 81, 321, 561, 801, 1041, 1281, 1521, 1761, 2001, 2241, 2481, 2721}
	if !slices.Equal(minutes, want) {
		t.Errorf("tries at minutes %v, want %v", minutes, want)
	}
	b.wantState(id, "dead 4xx 451")
	if again := b.work(id); again != 0 || b.office.tried() != len(want) {
		t.Error("a dead mail was tried again")
	}
}

func TestMailWhoseTurnWasMissedFor48HoursIsDead(t *testing.T) {
	t.Parallel()
	b := setup(t, verdict{at: atData, code: 451})
	id := b.put(Mail{To: anja})
	b.work(id)
	b.clock.Advance(48*time.Hour + time.Second)
	if again := b.work(id); again != 0 || b.office.tried() != 1 {
		t.Errorf("again %v, %d tries", again, b.office.tried())
	}
	b.wantState(id, "dead late")
}

func TestAnswersOfTheServer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		does verdict
		want string
	}{
		{"5xx for the recipient is dead at once", verdict{at: atRcpt, code: 550}, "dead 5xx 550"},
		{"5xx after the text is dead at once", verdict{at: atData, code: 554}, "dead 5xx 554"},
		{
			"5xx for the sender is a fault of ours, not of the mail",
			verdict{at: atSender, code: 553},
			"failed sender 553 (address)",
		},
		{"4xx for the recipient is tried again", verdict{at: atRcpt, code: 450}, "failed 4xx 450 (address)"},
		{"4xx for the sender is tried again", verdict{at: atSender, code: 421}, "failed 4xx 421 (address)"},
		{
			"a request to log in is a fault of ours, not of the mail",
			verdict{at: atSender, code: 530},
			"failed log-in 530 (address)",
		},
		{
			"a connection that drops after the text is tried again",
			verdict{at: dropped, code: 0},
			"failed connection (address)",
		},
		{"a hanging server is tried again", verdict{at: hang, code: 0}, "failed timeout (address)"},
		{"accepted is sent, and the address is gone", verdict{at: accept, code: 0}, "sent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := setupWith(t, func(cfg *Config) {
				if c.does.at == hang {
					cfg.Server.Timeout = 300 * time.Millisecond
				}
			}, c.does)
			id := b.put(Mail{To: anja})
			again := b.work(id)
			b.wantState(id, c.want)
			if retry := c.want[:4] == "fail"; retry != (again == time.Minute) {
				t.Errorf("looks again after %v", again)
			}
		})
	}
}

func TestServerThatIsNotThereOrNotTrustedIsTriedAgain(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*Config){
		"failed refused (address)":  func(c *Config) { c.Server.Port = closedPort(t) },
		"failed name (address)":     func(c *Config) { c.Server.Host = "mail.invalid" },
		"failed tls (address)":      func(c *Config) { c.Server.TLS = TLSMandatory },
		"failed settings (address)": func(c *Config) { c.Server.Port = -1 },
		"failed compose (address)": func(c *Config) {
			c.Compose = func(context.Context, Stored) (Letter, error) {
				return Letter{}, errors.New("no database")
			}
		},
		"failed sealed (address)": func(c *Config) {
			c.Open = func(string, []byte) ([]byte, error) { return nil, errors.New("no key") }
		},
	} {
		b := setupWith(t, change)
		id := b.put(Mail{To: anja})
		if again := b.work(id); again != time.Minute {
			t.Errorf("looks again after %v", again)
		}
		b.wantState(id, want)
	}
}

func TestMessageIDStaysTheSameOnEveryTry(t *testing.T) {
	t.Parallel()
	b := setup(t, verdict{at: dropped, code: 0}, verdict{at: atData, code: 451}, verdict{})
	id := b.put(Mail{To: anja})
	for range 3 {
		b.clock.Advance(b.work(id))
	}
	b.wantState(id, "sent")
	got := b.office.mails()
	if len(got) != 1 || got[0].header.Get("Message-Id") != "<"+id+"@herstelruimte.example>" {
		t.Errorf("%d mails, %v", len(got), got)
	}
}

func TestMailOfAProcessThatDiedBeforeBookkeepingGoesOutAgainWithTheSameMessageID(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.put(Mail{To: anja})
	m := b.take(id)
	// accepted by the server, and then the process is killed
	if r := b.deliver(t.Context(), m); r.state != "sent" {
		t.Fatal(r)
	}
	b.wantState(id, "sending (address)")
	if again := b.work(id); again != lease || len(b.office.mails()) != 1 {
		t.Fatalf("taken over while its worker may live: wait %v", again)
	}
	b.clock.Advance(lease)
	b.work(id)
	b.wantState(id, "sent")
	got := b.office.mails()
	if len(got) != 2 || got[0].header.Get("Message-Id") != got[1].header.Get("Message-Id") {
		t.Errorf("%d mails", len(got))
	}
}

func TestMailsToOneAddressKeepTheirOrder(t *testing.T) {
	t.Parallel()
	b := setup(t, verdict{at: atData, code: 451}, verdict{})
	first, second, third := b.put(Mail{To: anja}), b.put(Mail{To: anja}), b.put(Mail{To: anja})
	other := b.put(Mail{To: bart})
	if again := b.work(second); again != shortWait {
		t.Errorf("the second mail waits %v", again)
	}
	b.work(first)
	b.wantState(first, "failed 4xx 451 (address)")
	if again := b.work(second); again != time.Minute+shortWait {
		t.Errorf("the second mail waits %v for the retry of the first", again)
	}
	b.work(other)
	b.wantState(other, "sent")

	b.clock.Advance(time.Hour)
	if again := b.work(third); again != shortWait {
		t.Errorf("the third mail waits %v for a first one that is late", again)
	}
	for _, id := range []string{first, second, third} {
		b.work(id)
		b.wantState(id, "sent")
	}
}

func TestWhoSendsAMailTakesThoseAlongThatWaitedForIt(t *testing.T) {
	t.Parallel()
	b := setup(t)
	wake := func(id string) {
		t.Helper()
		if err := b.onWake(t.Context(), Wake{IDs: []string{id}}); err != nil {
			t.Fatal(err)
		}
	}
	first, second, third := b.put(Mail{To: anja}), b.put(Mail{To: anja}), b.put(Mail{To: anja})
	other := b.put(Mail{To: bart})
	wake(first)
	for _, id := range []string{first, second, third} {
		b.wantState(id, "sent")
	}
	b.wantState(other, "queued (address)")
	for n, id := range []string{first, second, third} {
		if got := b.office.mails()[n].raw; !bytes.Contains(got, []byte(id)) {
			t.Errorf("mail %d is %s", n, got)
		}
	}
	wake(second) // the job of its own finds nothing to do
	if n := len(b.office.mails()); n != 3 {
		t.Errorf("%d mails", n)
	}

	// one that is not taken stops the row: those after it wait for its retry
	b.office.setScript(verdict{}, verdict{at: atData, code: 451})
	first, second, third = b.put(Mail{To: anja}), b.put(Mail{To: anja}), b.put(Mail{To: anja})
	wake(first)
	b.wantState(first, "sent")
	b.wantState(second, "failed 4xx 451 (address)")
	b.wantState(third, "queued (address)")

	// and none is begun for which a run of the job has no time left
	b.office.setScript()
	b.clock.Advance(time.Hour)
	short, done := context.WithTimeout(t.Context(), composeTime)
	defer done()
	if err := b.onWake(short, Wake{IDs: []string{second}}); err != nil {
		t.Fatal(err)
	}
	b.wantState(second, "sent")
	b.wantState(third, "queued (address)")
}

func TestHeldMailHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	b := setup(t)
	held := b.put(Mail{To: anja})
	b.tx(func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "update mail set state = 'held' where id = $1", held)
		return err
	})
	if again := b.work(held); again != 0 {
		t.Errorf("a held mail asks for another look after %v: whoever releases it wakes it", again)
	}
	next := b.put(Mail{To: anja})
	b.work(next)
	b.wantState(next, "sent")
	b.wantState(held, "held (address)")
}

func TestUntrueMailIsWithdrawnWithoutAConnection(t *testing.T) {
	t.Parallel()
	b := setupWith(t, func(c *Config) {
		c.Compose = func(context.Context, Stored) (Letter, error) {
			return Letter{}, fmt.Errorf("offer gone: %w", ErrUntrue)
		}
	})
	id := b.put(Mail{Kind: Offered, To: anja})
	b.work(id)
	b.wantState(id, "withdrawn untrue")
	if b.office.tried() != 0 {
		t.Error("the mail server was asked")
	}
}

func TestMailToOurOwnAddressIsNeverSent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, to := range []string{"post@herstelruimte.example", "Info@Herstelruimte.example"} {
		id := b.put(Mail{To: to})
		b.work(id)
		b.wantState(id, "withdrawn own address")
	}
	if b.office.tried() != 0 {
		t.Error("the mail server was asked")
	}
}

// The control takes the claim out: the same workers then send the same mail many times.
func TestSixtyWorkersOfTwoProcessesNeverSendOneMailTwice(t *testing.T) {
	t.Parallel()
	b := setup(t)
	pool := dbtest.New(t)
	b.pool, b.Outbox = pool, New(pool, b.clock, jobs.New(pool, b.clock), config(b.office.port))
	other := New(pool, b.clock, jobs.New(pool, b.clock), config(b.office.port))
	var ids []string
	for i := range 10 {
		ids = append(ids, b.put(Mail{To: fmt.Sprintf("p%d@voorbeeld.example", i)}))
	}
	race := func(work func(o *Outbox, id string)) {
		var all sync.WaitGroup
		for n := range 60 {
			all.Go(func() {
				for i := range ids {
					work([]*Outbox{b.Outbox, other}[n%2], ids[(i+n)%len(ids)])
				}
			})
		}
		all.Wait()
	}

	race(func(o *Outbox, id string) {
		if _, err := o.Try(t.Context(), id); err != nil {
			t.Error(err)
		}
	})
	sent := map[string]int{}
	for _, m := range b.office.mails() {
		sent[m.header.Get("Message-Id")]++
	}
	if len(sent) != len(ids) || len(b.office.mails()) != len(ids) {
		t.Errorf("%d mails sent in %d messages", len(ids), len(b.office.mails()))
	}
	for _, id := range ids {
		b.wantState(id, "sent")
	}

	control := b.put(Mail{To: anja})
	ids = []string{control}
	race(func(o *Outbox, id string) {
		unclaimed := &claimed{
			Stored:   Stored{ID: id, Kind: SignedUp, Attempt: 1},
			sealed:   o.cfg.Seal(id, []byte(anja)),
			firstTry: o.clock.Now(),
		}
		if r := o.deliver(t.Context(), unclaimed); r.state != "sent" {
			t.Error(r)
		}
	})
	if doubles := len(b.office.mails()) - len(sent); doubles < 2 {
		t.Errorf("the control sent %d messages: this race proves nothing", doubles)
	}
}

func TestRowLockedBySomebodyElseIsLeftAloneForASecond(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.put(Mail{To: anja})
	b.tx(func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			t.Context(),
			"select 1 from mail where id = $1 for update",
			id,
		); err != nil {
			return err
		}
		if again := b.work(id); again != shortWait || b.office.tried() != 0 {
			t.Errorf("waits %v", again)
		}
		return nil
	})
	if again := b.work("mail_gone"); again != 0 {
		t.Error("a mail that is gone asks for another look")
	}
}

func TestQueuedMailReachesTheServerByItself(t *testing.T) {
	t.Parallel()
	pool, c := dbtest.New(t), clock.Starting(noon)
	office := newPostOffice(t)
	queue := jobs.New(pool, c)
	o := New(pool, c, queue, config(office.port))
	if err := queue.Start(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, done := context.WithTimeout(context.Background(), patienceOfTests)
		defer done()
		if err := queue.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		for range 2 {
			if err := o.Enqueue(t.Context(), tx, Mail{
				Kind:  SignedUp,
				To:    anja,
				Cause: "reg_1",
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		select {
		case got := <-office.arrive:
			if got.to != anja {
				t.Errorf("to %q", got.to)
			}
		case <-time.After(patienceOfTests):
			t.Fatal("no mail came")
		}
	}
}

// take claims one mail as a worker does, which then dies or hangs.
func (b *bench) take(id string) *claimed {
	b.t.Helper()
	lanes, _, err := b.enter(b.t.Context(), []string{id})
	if err != nil {
		b.t.Fatal(err)
	}
	all, err := b.claim(b.t.Context(), lanes)
	for lane := range lanes {
		b.pace.leave(lane)
	}
	if err != nil || len(all) != 1 {
		b.t.Fatal(all, err)
	}
	return all[0]
}

// deliver sends a mail, and writes nothing down.
func (o *Outbox) deliver(ctx context.Context, m *claimed) result {
	msg, r := o.write(ctx, m)
	if msg != nil {
		r = o.transmit(ctx, msg)
	}
	return r
}

// puts enqueues n mails to one domain in one act, and gives the job that sends them.
func (b *bench) puts(n int) (w Wake) {
	b.t.Helper()
	b.tx(func(tx pgx.Tx) error {
		var all []Mail
		for i := range n {
			to := fmt.Sprintf("p%d@voorbeeld.example", i)
			all = append(all, Mail{Kind: SignedUp, Cause: "reg_1", To: to})
		}
		return b.EnqueueAll(b.t.Context(), tx, all)
	})
	if jobs := b.count(`select count(*) from river_job where kind = 'mail'`); jobs != 1 {
		b.t.Errorf("%d jobs for %d mails of one act", jobs, n)
	}
	var raw []byte
	err := b.pool.QueryRow(b.t.Context(), `select args from river_job`).Scan(&raw)
	if err = errors.Join(err, json.Unmarshal(raw, &w)); err != nil {
		b.t.Fatal(err)
	}
	return w
}

func TestMailsOfOneActAreOneJobAndGoOverOneConnection(t *testing.T) {
	t.Parallel()
	b := setup(t)
	listener := dbtest.Listen(t, b.pool)
	w := b.puts(mostAlong)
	b.Outbox.pool = listener.Pool
	if err := b.onWake(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if n := b.count(`select count(*) from mail where state = 'sent'`); n != mostAlong {
		t.Errorf("%d of %d mails are sent", n, mostAlong)
	}
	for n, m := range b.office.mails() {
		if want := fmt.Sprintf("p%d@voorbeeld.example", n); m.to != want {
			t.Errorf("mail %d went to %s, want %s", n, m.to, want)
		}
	}
	if n := b.office.connections(); n != 1 {
		t.Errorf("%d connections", n)
	}
	// one alone takes five: what may go, the claim, what came of it and its commit, and who waited;
	// how many are written down together depends on how fast they go
	if n := listener.Trips(); n > 3*mostAlong {
		t.Errorf("the database was waited for %d times for %d mails", n, mostAlong)
	}
}

// What a slow server keeps waiting is not tried: it is given back, and counts as not tried.
func TestMailsBehindASlowOneAreGivenBack(t *testing.T) {
	t.Parallel()
	const slow = 400 * time.Millisecond
	b := setupWith(t, func(c *Config) { c.Server.Timeout = slow }, verdict{at: hang})
	w := b.puts(mostAlong)
	if d, again := jobs.IsAgain(b.onWake(t.Context(), w)); !again || d != shortWait {
		t.Errorf("the job runs again after %v, %v", d, again)
	}
	tried := b.count(`select count(*) from mail where state = 'failed' and attempts = 1`)
	left := b.count(`select count(*) from mail where state = 'queued' and attempts = 0`)
	if most := int(groupTime/slow) + 1; tried == 0 || tried > most || tried+left != mostAlong {
		t.Errorf("%d were tried, want at most %d, and %d wait", tried, most, left)
	}
	b.office.setScript()
	if d, again := jobs.IsAgain(b.onWake(t.Context(), w)); !again || d > time.Minute {
		t.Errorf("the job runs again after %v, %v", d, again)
	}
	if n := b.count(`select count(*) from mail where state = 'sent'`); n != left {
		t.Errorf("%d went out, want %d", n, left)
	}
}

func TestALetterThatPanicsHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	b := setupWith(t, func(c *Config) {
		compose := c.Compose
		c.Compose = func(ctx context.Context, m Stored) (Letter, error) {
			if m.Cause == "reg_bad" {
				panic("no letter")
			}
			return compose(ctx, m)
		}
	})
	bad, good := b.put(Mail{To: anja, Cause: "reg_bad"}), b.put(Mail{To: bart})
	if _, _, err := b.try(t.Context(), []string{bad, good}); err != nil {
		t.Fatal(err)
	}
	b.wantState(bad, "failed compose (address)")
	b.wantState(good, "sent")
}
